//! What holds for every public type: it has an example, and it can grow without breaking programs,
//! or its documentation says why not.

use std::fs;
use std::path::Path;

/// A public type as its source file defines it.
struct PublicType {
    /// Its name, with its file for error messages.
    name: String,
    /// Its documentation and attributes.
    head: String,
    /// Whether another crate could write or match all of it.
    is_open: bool,
}

/// Reads the public types of a folder of source files. The lint `unreachable_pub` makes sure that
/// each `pub` type can be reached from outside.
fn read_types(folder: &Path, types: &mut Vec<PublicType>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_types(&path, types);
        } else {
            let text = fs::read_to_string(&path).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            let found = (0..lines.len()).filter_map(|at| public_type(&lines, at));
            types.extend(found.map(|found| PublicType {
                name: format!("{} in {}", found.name, path.display()),
                ..found
            }));
        }
    }
}

/// Returns the public type whose definition starts in a line, if one does.
fn public_type(lines: &[&str], at: usize) -> Option<PublicType> {
    let definition = lines[at].strip_prefix("pub ")?;
    let (kind, rest) = definition.split_once(' ')?;
    if !matches!(kind, "struct" | "enum" | "union" | "trait") {
        return None;
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = rest.split(|c| !is_part(c)).next()?;
    // An empty line separates items.
    let above = lines[..at].iter().rev().take_while(|line| !line.is_empty());
    let head: Vec<&str> = above.copied().collect();
    let body = lines[at..].iter().take_while(|line| **line != "}");
    let mut body = body.map(|line| line.trim()).skip(1);
    let is_open = match kind {
        "struct" if rest.ends_with(';') => !rest.contains('(') || rest.contains("(pub "),
        "struct" => body.all(|line| line.starts_with("pub ") || !is_field(line)),
        _ => kind != "trait",
    };
    Some(PublicType {
        name: name.to_owned(),
        head: head.join("\n"),
        is_open,
    })
}

/// Returns whether a line in a struct defines a field.
fn is_field(line: &str) -> bool {
    let line = line.strip_prefix("pub(crate) ").unwrap_or(line);
    let name = line.split(':').next().unwrap_or_default();
    line.contains(": ") && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn types() -> Vec<PublicType> {
    let mut types = Vec::new();
    read_types(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut types,
    );
    assert!(types.len() > 60, "only {} types were found", types.len());
    types
}

#[test]
fn every_public_type_has_an_example() {
    let types = types().into_iter();
    let without = types.filter(|found| !found.head.contains("```"));
    let without: Vec<String> = without.map(|found| found.name).collect();
    assert!(without.is_empty(), "no example of {without:#?}");
}

#[test]
fn every_public_type_can_grow_or_says_why_not() {
    let types = types().into_iter();
    let open = types.filter(|found| found.is_open && !found.head.contains("exhaustive"));
    let open: Vec<String> = open.map(|found| found.name).collect();
    assert!(open.is_empty(), "exhaustive without a reason: {open:#?}");
}
