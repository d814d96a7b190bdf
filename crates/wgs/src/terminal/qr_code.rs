//! QR codes for terminals. Each character is two modules, one above the other, because a character
//! is about twice as high as it is wide.

use qrcodegen::{QrCode, QrCodeEcc};

use super::Stream;
use super::style::Style;

/// The white border that a reader needs around the code, in modules.
const BORDER: i32 = 4;

/// Returns the lines of a QR code; [`None`] if the text is too long for one.
///
/// With colours, it is black on white on every terminal. Without them, white modules are drawn and
/// black ones are left out, which is right on a dark terminal; on a light one the code is inverted,
/// which most phones read too.
pub(crate) fn qr_code(text: &str, stream: Stream) -> Option<Vec<String>> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let lines = lines(&code);
    let styled = lines
        .iter()
        .map(|line| stream.styled(Style::WhiteOnBlack, line));
    Some(styled.collect())
}

/// Draws the white modules.
fn lines(code: &QrCode) -> Vec<String> {
    let range = -BORDER..code.size() + BORDER;
    let is_white = |x, y| y < range.end && !code.get_module(x, y);
    let line = |y| {
        let character = |x| match (is_white(x, y), is_white(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        range.clone().map(character).collect()
    };
    range.clone().step_by(2).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_modules_are_one_character() {
        let code = QrCode::encode_text("http://192.168.178.20:7007/", QrCodeEcc::Low).unwrap();
        let lines = lines(&code);
        // Version 2 has 25 modules, and a border of 4 on each side: 33, the last of which have
        // nothing below.
        assert_eq!(code.size(), 25);
        assert_eq!(lines.len(), 17);
        for (y, line) in lines.iter().enumerate() {
            let characters: Vec<char> = line.chars().collect();
            assert_eq!(characters.len(), 33, "{line}");
            for (x, character) in characters.into_iter().enumerate() {
                let (x, y) = (x as i32 - BORDER, 2 * y as i32 - BORDER);
                let is_drawn = [
                    matches!(character, '█' | '▀'),
                    matches!(character, '█' | '▄'),
                ];
                assert_eq!(is_drawn[0], !code.get_module(x, y), "{x}, {y}");
                let is_inside = y + 1 < code.size() + BORDER;
                let expected = is_inside && !code.get_module(x, y + 1);
                assert_eq!(is_drawn[1], expected, "{x}, {}", y + 1);
            }
        }
    }
}
