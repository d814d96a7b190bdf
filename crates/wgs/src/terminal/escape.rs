//! Makes characters visible that a terminal would obey or hide.
//!
//! Such a character is shown as `\u{1b}`: its code point in hexadecimal, as in the error messages
//! that quote a text. A backslash is not escaped, because these texts are for people.
//!
//! Escaped are
//!
//! - control characters, except line feed and tab in texts of several lines,
//! - characters that change the direction of the text around them,
//! - characters that are invisible, such as a zero-width space or a soft hyphen (Unicode's
//!   default ignorable code points), and the separators of lines and paragraphs,
//! - code points that Unicode calls noncharacters.
//!
//! Persian and the languages of India are written with joiners and non-joiners, which are
//! invisible too. These stay between characters of such scripts.

use std::borrow::Cow;
use std::fmt::Write;

/// Escapes a text of any number of lines.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    escaped(text, |c| matches!(c, '\n' | '\t'))
}

/// Escapes a text on one line: a line feed or tab is escaped too.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

fn escaped(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Printable ASCII is most of all text.
    let is_plain = |byte: u8| (0x20..0x7f).contains(&byte) || is_kept(char::from(byte));
    if text.bytes().all(|byte| byte.is_ascii() && is_plain(byte)) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_joining = is_joiner(c)
            && is_joined(before)
            && chars.peek().is_some_and(|after| is_joined(*after));
        if !is_deceptive(c) || is_kept(c) || is_joining {
            escaped.push(c);
        } else {
            let _ = write!(escaped, "\\u{{{:x}}}", u32::from(c));
        }
        before = c;
    }
    Cow::Owned(escaped)
}

/// Returns whether a terminal would obey or hide a character.
fn is_deceptive(c: char) -> bool {
    c.is_control() || is_directional(c) || is_invisible(c) || is_noncharacter(c)
}

/// Marks, embeddings, overrides and isolates of the direction of text.
fn is_directional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The default ignorable code points, the separators of lines and paragraphs, and the other
/// format characters that have no shape of their own.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

fn is_noncharacter(c: char) -> bool {
    let code = u32::from(c);
    (0xfdd0..=0xfdef).contains(&code) || code & 0xfffe == 0xfffe
}

/// The zero-width non-joiner and joiner.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Returns whether a character may stand beside a joiner: one of the scripts from Arabic to
/// Mongolian.
fn is_joined(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{18af}') && !is_deceptive(c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn characters_that_a_terminal_obeys_or_hides_are_shown_by_their_codes() {
        for (given, shown) in [
            ("Boggle (New)", "Boggle (New)"),
            ("été Ünïcode 日本語 ♠", "été Ünïcode 日本語 ♠"),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("a\rb\u{8}\u{7}", "a\\u{d}b\\u{8}\\u{7}"),
            ("\u{7f}\u{9b}31m\u{85}", "\\u{7f}\\u{9b}31m\\u{85}"),
            ("\u{202e}elggoB\u{2069}", "\\u{202e}elggoB\\u{2069}"),
            ("Bog\u{200b}gle\u{feff}", "Bog\\u{200b}gle\\u{feff}"),
            ("a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"),
            ("\u{e0041}\u{fe0f}\u{ad}", "\\u{e0041}\\u{fe0f}\\u{ad}"),
            ("\u{ffff}\u{fdd0}", "\\u{ffff}\\u{fdd0}"),
            ("a\\n", "a\\n"),
        ] {
            assert_eq!(text(given), shown);
            assert_eq!(line(given), shown);
        }
        assert_eq!(text("a\tb\n"), "a\tb\n");
        assert_eq!(line("a\tb\n"), "a\\u{9}b\\u{a}");
    }

    #[test]
    fn joiners_stay_where_a_script_needs_them() {
        for kept in ["می\u{200c}خواهم", "क्\u{200d}ष"] {
            assert_eq!(text(kept), kept);
        }
        for (given, shown) in [
            ("Bog\u{200c}gle", "Bog\\u{200c}gle"),
            ("م\u{200c}", "م\\u{200c}"),
            ("م\u{200c}\u{200c}م", "م\\u{200c}\\u{200c}م"),
            ("a\u{200d}م", "a\\u{200d}م"),
        ] {
            assert_eq!(text(given), shown);
        }
    }

    proptest! {
        #[test]
        fn nothing_deceptive_is_left_and_nothing_else_is_changed(given in any::<String>()) {
            let shown = line(&given);
            prop_assert!(!shown.chars().any(|c| is_deceptive(c) && !is_joiner(c)));
            prop_assert_eq!(line(&shown), shown.clone(), "escaping is done once");
            if !given.chars().any(is_deceptive) {
                prop_assert_eq!(&given, &shown);
            }
            let lines = text(&given);
            prop_assert!(!lines.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')));
        }

        #[test]
        fn texts_of_controls_lose_them_all(given in "[\\x00-\\x1f\\x7f-\\x9f\\u{200b}-\\u{200f}\\u{2028}-\\u{202e}\\u{2066}-\\u{2069}a]{0,40}") {
            prop_assert!(line(&given).is_ascii());
            prop_assert!(!line(&given).contains(|c: char| c.is_control()));
        }
    }
}
