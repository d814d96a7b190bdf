//! The viewport sizes in which the pages are tested, in CSS pixels.

/// The emulated viewport. Chromium's real window cannot be narrower than about 500 pixels, so
/// the size is set through device emulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Emulates a phone, with touch instead of a mouse.
    pub(crate) is_phone: bool,
}

impl Window {
    pub(crate) const DESKTOP: Self = Self {
        width: 1280,
        height: 800,
        is_phone: false,
    };

    /// The narrowest screen that the pages support.
    pub(crate) const PHONE: Self = Self {
        width: 320,
        height: 640,
        is_phone: true,
    };
}
