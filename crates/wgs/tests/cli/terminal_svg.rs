//! Draws the screen of a terminal as an SVG image.

use std::fmt::Write;

use vt100::{Color, Screen};

/// The width and height of a character, in pixels.
const CELL: (u32, u32) = (9, 19);

/// The space around the screen.
const MARGIN: u32 = 14;

const BACKGROUND: &str = "#16181d";
const FOREGROUND: &str = "#e6e6e6";

/// The colour of a character that is less important.
const FAINT: &str = "#8b9099";

/// The style of a character.
#[derive(Clone, Debug, Default, PartialEq)]
struct CharacterStyle {
    ink: String,
    paper: Option<String>,
    is_bold: bool,
    is_underlined: bool,
}

/// Returns the screen as an SVG image.
pub(crate) fn svg(screen: &Screen) -> String {
    let (lines, columns) = screen.size();
    let width = u32::from(columns) * CELL.0 + 2 * MARGIN;
    let height = u32::from(lines) * CELL.1 + 2 * MARGIN;
    let mut image = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, \
         Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{BACKGROUND}\"/>\n"
    );
    for line in 0..lines {
        let mut column = 0;
        while column < columns {
            let (style, text, end) = run(screen, line, column);
            draw(&mut image, line, column, end, &style, &text);
            column = end;
        }
    }
    image + "</svg>\n"
}

/// Returns the characters from a place on that look alike, and where they end.
fn run(screen: &Screen, line: u16, start: u16) -> (CharacterStyle, String, u16) {
    let (_, columns) = screen.size();
    let style = style(screen, line, start);
    let mut text = String::new();
    let mut end = start;
    while end < columns && self::style(screen, line, end) == style {
        let cell = screen.cell(line, end).unwrap();
        let contents = match cell.contents() {
            "" if cell.is_wide_continuation() => "",
            "" => " ",
            contents => contents,
        };
        // Lines and blocks are drawn as shapes, those that are alike together.
        let is_continued = match text.chars().next() {
            Some(first) if is_shape(first) => contents.starts_with(first),
            Some(_) => !contents.starts_with(is_shape),
            None => true,
        };
        if !is_continued {
            break;
        }
        text.push_str(contents);
        end += 1;
    }
    (style, text, end)
}

fn is_shape(c: char) -> bool {
    matches!(c, '▀' | '▄' | '█' | '│' | '─' | '━' | '╲' | '╱')
}

fn style(screen: &Screen, line: u16, column: u16) -> CharacterStyle {
    let cell = screen.cell(line, column).unwrap();
    let ink = match cell.fgcolor() {
        Color::Default if cell.dim() => FAINT.to_owned(),
        Color::Default => FOREGROUND.to_owned(),
        colour => hexadecimal(colour),
    };
    let paper = match cell.bgcolor() {
        Color::Default => None,
        colour => Some(hexadecimal(colour)),
    };
    let (ink, paper) = match cell.inverse() {
        true => (paper.unwrap_or_else(|| BACKGROUND.to_owned()), Some(ink)),
        false => (ink, paper),
    };
    CharacterStyle {
        ink,
        paper,
        is_bold: cell.bold(),
        is_underlined: cell.underline(),
    }
}

fn draw(image: &mut String, line: u16, start: u16, end: u16, style: &CharacterStyle, text: &str) {
    let (x, y) = (
        MARGIN + u32::from(start) * CELL.0,
        MARGIN + u32::from(line) * CELL.1,
    );
    let width = u32::from(end - start) * CELL.0;
    let mut rectangle = |x: u32, y: u32, width: u32, height: u32, fill: &str| {
        let _ = writeln!(
            image,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        );
    };
    if let Some(paper) = &style.paper {
        rectangle(x, y, width, CELL.1, paper);
    }
    let half = CELL.1 / 2;
    let ink = &style.ink;
    match text.chars().next() {
        Some('▀') => return rectangle(x, y, width, half, ink),
        Some('▄') => return rectangle(x, y + half, width, CELL.1 - half, ink),
        Some('█') => return rectangle(x, y, width, CELL.1, ink),
        Some('─') => return rectangle(x, y + half, width, 1, ink),
        Some('━') => return rectangle(x, y + half - 1, width, 3, ink),
        Some('│') => return rectangle(x + CELL.0 / 2, y, 1, CELL.1, ink),
        Some(slant @ ('╲' | '╱')) => {
            let (top, bottom) = match slant {
                '╲' => (x, x + width),
                _ => (x + width, x),
            };
            let end = y + CELL.1;
            let _ = writeln!(
                image,
                "<line x1=\"{top}\" y1=\"{y}\" x2=\"{bottom}\" y2=\"{end}\" stroke=\"{ink}\" \
                 stroke-width=\"3\"/>"
            );
            return;
        }
        _ => {}
    }
    // Spaces at both ends are left out, because viewers treat them differently.
    let before = text.len() - text.trim_start().len();
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return;
    }
    let x = x + before as u32 * CELL.0;
    let after = (text.len() - before - trimmed.len()) as u32;
    let width = width - (before as u32 + after) * CELL.0;
    let weight = if style.is_bold {
        " font-weight=\"700\""
    } else {
        ""
    };
    let line = match style.is_underlined {
        true => " text-decoration=\"underline\"",
        false => "",
    };
    let escaped = trimmed
        .replace(' ', "\u{a0}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let baseline = y + CELL.1 - 5;
    let _ = writeln!(
        image,
        "<text x=\"{x}\" y=\"{baseline}\" textLength=\"{width}\" fill=\"{}\"{weight}{line}>{escaped}</text>",
        style.ink
    );
}

/// Returns a colour of the terminal as people write it in web pages.
fn hexadecimal(colour: Color) -> String {
    const BASIC: [&str; 16] = [
        "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
        "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
    ];
    match colour {
        Color::Default => FOREGROUND.to_owned(),
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Idx(index @ 0..=15) => BASIC[usize::from(index)].to_owned(),
        Color::Idx(index @ 16..=231) => {
            let level = |digit: u8| match digit {
                0 => 0,
                digit => 55 + 40 * digit,
            };
            let index = index - 16;
            let (red, green, blue) = (index / 36, index / 6 % 6, index % 6);
            let (red, green, blue) = (level(red), level(green), level(blue));
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        Color::Idx(index) => {
            let grey = 8 + 10 * (index - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}
