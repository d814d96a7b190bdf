//! The files with unsafe code. The workspace denies it; a test compares those that allow or contain
//! it with the one list here, and every other text points to the list.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::workspace;

/// Each file with unsafe code, and its purpose. The proofs are at the blocks.
const FILES: [(&str, &str); 10] = [
    (
        "crates/wgs-engine/src/solver/frontier/avx2.rs",
        "loads, stores and gathers of vectors",
    ),
    (
        "crates/wgs-engine/src/solver/frontier/avx512.rs",
        "loads, stores and gathers of vectors",
    ),
    (
        "crates/wgs-engine/src/solver/frontier/mask_sum.rs",
        "loads and stores of vectors",
    ),
    (
        "crates/wgs-engine/src/solver/frontier/open_pass.rs",
        "the loops of open-cell searches, which the vector engines expand",
    ),
    (
        "crates/wgs-engine/src/solver/frontier/pass.rs",
        "the loops of searches, which the vector engines expand",
    ),
    (
        "crates/wgs-engine/src/solver/frontier/prefetch.rs",
        "an instruction that takes a pointer",
    ),
    (
        "crates/wgs-engine/src/solver/frontier/vector.rs",
        "nodes that are loaded without bounds checks",
    ),
    (
        "crates/wgs-server/src/memory_return.rs",
        "a call of the C library",
    ),
    ("fuzz/src/cost.rs", "an allocator that counts"),
    (
        "fuzz/src/step_count.rs",
        "functions that instrumented code calls",
    ),
];

/// Returns whether a source file allows or contains unsafe code.
fn has_unsafe_code(source: &str) -> bool {
    let without_comments = |line: &'_ str| line.split("//").next().map(str::to_owned);
    let code: Vec<String> = source.lines().filter_map(without_comments).collect();
    let code = code.join(" ");
    code.match_indices("unsafe").any(|(index, word)| {
        let after = &code[index + word.len()..];
        let starts = ["{", "(", "fn ", "impl", "extern", "trait"];
        after.starts_with("_code") || starts.iter().any(|it| after.trim_start().starts_with(it))
    })
}

/// Adds the source files below a folder that have unsafe code, relative to the root.
fn collect(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() {
            if name != "target" && name != "node_modules" {
                collect(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && has_unsafe_code(&fs::read_to_string(&path).expect("the file can be read"))
        {
            let path = path.strip_prefix(workspace::root()).expect("below it");
            found.insert(path.to_string_lossy().replace('\\', "/"));
        }
    }
}

#[test]
fn the_files_with_unsafe_code_are_those_of_the_list() {
    let mut found = BTreeSet::new();
    for folder in ["crates", "fuzz", "xtask"] {
        collect(&workspace::root().join(folder), &mut found);
    }
    // This file names the words that it looks for.
    found.remove("xtask/src/unsafe_files.rs");
    let listed = FILES.map(|(file, purpose)| {
        assert!(!purpose.is_empty(), "{file}");
        file.to_owned()
    });
    assert_eq!(found, BTreeSet::from(listed));
}

#[test]
fn unsafe_code_is_found_but_not_in_comments_or_texts() {
    for (source, expected) in [
        ("#![allow(unsafe_code)]", true),
        ("#[expect(\n    unsafe_code,\n    reason = \"a\"\n)]", true),
        ("let a = unsafe { b };", true),
        ("unsafe impl<T> Send for Table<T> {}", true),
        ("#[unsafe(no_mangle)]", true),
        ("// An unsafe { block }.\n/// `unsafe {}`", false),
        ("let policy = \"'unsafe-inline'\";", false),
    ] {
        assert_eq!(has_unsafe_code(source), expected, "{source}");
    }
}
