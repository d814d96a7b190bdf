//! Finds the comments of a text, which need not be valid JSON.

use std::collections::HashMap;

/// Returns the comments in their order, including their delimiters.
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

/// Returns where the string at the start of a text ends.
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

/// Returns the number of comments of a text that are not in another text.
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
    fn slashes_in_strings_are_not_comments() {
        for (text, expected) in [
            (r#"{"a": "// no \" /* */"} // yes"#, &["// yes"][..]),
            (
                "/* a */{/**/}//b\r\n//c",
                &["/* a */", "/**/", "//b", "//c"],
            ),
            ("/* open", &["/* open"]),
            ("1/2 / 3 \"open // ", &[]),
        ] {
            assert_eq!(comments(text), expected, "{text}");
        }
    }

    #[test]
    fn a_repeated_comment_counts_as_often_as_it_is_missing() {
        assert_eq!(lost("//a\n//a\n/*b*/", "/*b*/ //a"), 1);
        assert_eq!(lost("", "//a"), 0);
    }
}
