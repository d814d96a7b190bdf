//! The sizes that pages are looked at in, in CSS pixels.

/// What the page sees of the screen. Chromium's own window cannot be narrower than about
/// 500 pixels, so the size is what the page is told, not what the window is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Whether fingers are used, and no mouse.
    pub(crate) is_phone: bool,
}

impl Window {
    pub(crate) const DESK: Self = Self {
        width: 1280,
        height: 800,
        is_phone: false,
    };

    /// The narrowest that pages are made for.
    pub(crate) const PHONE: Self = Self {
        width: 320,
        height: 640,
        is_phone: true,
    };
}
