//! The colours of the screen. People with colour blindness can tell them apart (the palette of Okabe
//! and Ito), and none of them carries a meaning alone: words and signs say the same. Without colours,
//! tiles have borders, and paths are shown in reverse.

use ratatui::style::{Color, Modifier, Style};

/// The role of a text or a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Ordinary text.
    Text,
    /// A name or a number that stands out.
    Strong,
    /// Less important text.
    Faint,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// A clock that has almost run out.
    Urgent,
    /// The selected line of a list.
    Selected,
}

/// How a tile is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TileLook {
    Plain,
    /// A tile that every word must use.
    Required,
    /// A tile of the word that is being entered, or of a selected word.
    Path,
    /// A tile of a word that was accepted.
    Accepted,
    /// A tile of a guess that was rejected.
    Rejected,
    /// A tile of a word that a hint shows.
    Hinted,
    /// A tile without a path, while another word has one.
    Behind,
}

/// The colours of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Palette {
    pub(super) has_colours: bool,
}

const BLACK: Color = Color::Indexed(16);
const WHITE: Color = Color::Indexed(231);
const CREAM: Color = Color::Indexed(223);
const BLUE: Color = Color::Indexed(25);
const SKY: Color = Color::Indexed(74);
const GREEN: Color = Color::Indexed(36);
const ORANGE: Color = Color::Indexed(214);
const VERMILION: Color = Color::Indexed(166);
const YELLOW: Color = Color::Indexed(220);
const STONE: Color = Color::Indexed(180);

impl Palette {
    /// The style of a text.
    pub(super) fn text(self, look: Look) -> Style {
        let style = Style::new();
        let coloured = |style: Style, colour| match self.has_colours {
            true => style.fg(colour),
            false => style,
        };
        match look {
            Look::Text => style,
            Look::Strong => style.add_modifier(Modifier::BOLD),
            Look::Faint => style.add_modifier(Modifier::DIM),
            Look::Good => coloured(style.add_modifier(Modifier::BOLD), GREEN),
            Look::Bad => coloured(style, VERMILION),
            Look::Urgent => coloured(style.add_modifier(Modifier::BOLD), ORANGE),
            Look::Selected => match self.has_colours {
                true => style.fg(WHITE).bg(BLUE).add_modifier(Modifier::BOLD),
                false => style.add_modifier(Modifier::REVERSED),
            },
        }
    }

    /// The colours of a tile: its letters and its face.
    pub(super) fn tile(self, look: TileLook) -> (Color, Color) {
        match look {
            TileLook::Plain => (BLACK, CREAM),
            TileLook::Required => (BLACK, YELLOW),
            TileLook::Path => (WHITE, BLUE),
            TileLook::Accepted => (BLACK, GREEN),
            TileLook::Rejected => (WHITE, VERMILION),
            TileLook::Hinted => (BLACK, ORANGE),
            TileLook::Behind => (BLACK, STONE),
        }
    }

    /// The style of the filled and of the empty part of a bar.
    pub(super) fn bar(self, is_urgent: bool) -> (Style, Style) {
        let (filled, empty) = (Style::new(), Style::new().add_modifier(Modifier::DIM));
        match self.has_colours {
            true if is_urgent => (filled.fg(ORANGE), empty),
            true => (filled.fg(SKY), empty),
            false => (filled, empty),
        }
    }
}
