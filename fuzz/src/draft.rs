//! Configurations that are being edited.

use serde_json::{Value, json};
use wgs_config::Catalogue;
use wgs_config::{Draft, Section};

use crate::configuration::cells;
use crate::cost::declare;

/// The entries of a section that are edited; more would take too long.
const MOST_ENTRIES: usize = 3;

/// A draft reports the same problems as the reader. Any entry can be copied, renamed, changed
/// and removed; each edit changes nothing else, and undoing them all restores the text to the
/// byte.
pub fn draft(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut draft = Draft::new(&*text);
    declare(cells(&draft));
    let (Ok((_, problems)) | Err(problems)) = Catalogue::parse(&text);
    assert_eq!(draft.problems(), problems, "{text:?}");
    if draft.editable().is_err() {
        assert!(draft.add(Section::Grids, "new").is_err());
        return;
    }
    for section in Section::ALL {
        let entries = draft.entries(section).take(MOST_ENTRIES);
        let entries: Vec<String> = entries.map(str::to_owned).collect();
        for entry in &entries {
            edit(&mut draft, section, entry);
        }
        let added = draft.add(section, "a new one");
        assert_eq!(
            added.is_ok(),
            draft.entry(section, "a new one").is_some(),
            "{text:?}"
        );
    }
    while draft.undo().is_some() {}
    assert_eq!(draft.text(), text);
}

fn edit(draft: &mut Draft, section: Section, entry: &str) {
    let before = draft.text().to_owned();
    let value = draft.entry(section, entry).expect("it is listed").clone();
    let kept = |draft: &Draft| assert_eq!(Draft::new(&*before).comments_lost(draft.text()), 0);

    if draft.copy(section, entry, "copied").is_ok() {
        assert_eq!(draft.entry(section, "copied"), Some(&value), "{before:?}");
        kept(draft);
    }
    if draft.rename(section, "copied", "renamed").is_ok() {
        assert_eq!(draft.entry(section, "renamed"), Some(&value), "{before:?}");
        kept(draft);
    }
    let key = section.keys()[0].name;
    for new in [Some(json!({ "A": [1, "\"//"] })), Some(json!(true)), None] {
        if draft.set(section, "renamed", key, new.clone()).is_ok() {
            assert_eq!(
                draft.value(section, "renamed", key),
                new.as_ref(),
                "{before:?}"
            );
        }
    }
    if draft.remove(section, "renamed").is_ok() {
        assert_eq!(draft.entry(section, "renamed"), None, "{before:?}");
        kept(draft);
    }
    let again: Value = draft
        .entry(section, entry)
        .expect("it is left alone")
        .clone();
    assert_eq!(again, value, "{before:?}");
}
