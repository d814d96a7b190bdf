//! The comments of a text, also of one that is no JSON otherwise.

use std::collections::HashMap;

/// The comments in their order, with the marks that begin and end them.
pub(super) fn comments(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        rest = &rest[at..];
        let end = if rest.starts_with('"') {
            string_end(rest)
        } else if rest.starts_with("//") {
            let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
            found.push(&rest[..end]);
            end
        } else if let Some(inner) = rest.strip_prefix("/*") {
            let end = inner.find("*/").map_or(rest.len(), |end| end + 4);
            found.push(&rest[..end]);
            end
        } else {
            1
        };
        rest = &rest[end..];
    }
    found
}

/// Where a string ends that a text begins with.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// How many comments of a text another does not have.
pub(super) fn lost(text: &str, other: &str) -> usize {
    let mut kept: HashMap<&str, usize> = HashMap::new();
    for comment in comments(other) {
        *kept.entry(comment).or_default() += 1;
    }
    let lost = comments(text).into_iter().filter(|comment| {
        let left = kept.get_mut(comment).filter(|left| **left > 0);
        left.map(|left| *left -= 1).is_none()
    });
    lost.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_from_strings() {
        for (text, wanted) in [
            (r#"{"a": "// no \" /* */"} // yes"#, &["// yes"][..]),
            (
                "/* a */{/**/}//b\r\n//c",
                &["/* a */", "/**/", "//b", "//c"],
            ),
            ("/* open", &["/* open"]),
            ("1/2 / 3 \"open // ", &[]),
        ] {
            assert_eq!(comments(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_comment_that_was_there_twice_is_lost_once() {
        assert_eq!(lost("//a\n//a\n/*b*/", "/*b*/ //a"), 1);
        assert_eq!(lost("", "//a"), 0);
    }
}
