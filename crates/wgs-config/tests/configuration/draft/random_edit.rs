//! Property tests of random edits. The reference for a draft is a list of entries without any
//! text.

use std::fmt::Write;

use proptest::prelude::*;
use serde_json::{Value, json};
use wgs_config::{Draft, Section};

/// The reference for a draft: the entries of each section in order.
#[derive(Clone, Debug, Default, PartialEq)]
struct PlainDraft {
    sections: [Vec<(String, Value)>; 6],
}

impl PlainDraft {
    fn of(draft: &Draft) -> Self {
        let entries = |section| {
            let entries = draft.entries(section);
            let entry = |name: &str| draft.entry(section, name).unwrap().clone();
            entries.map(|name| (name.to_owned(), entry(name))).collect()
        };
        Self {
            sections: Section::ALL.map(entries),
        }
    }

    fn section(&mut self, section: Section) -> &mut Vec<(String, Value)> {
        &mut self.sections[section as usize]
    }

    fn index(&mut self, section: Section, entry: &str) -> Option<usize> {
        let entries = self.section(section);
        entries.iter().position(|(name, _)| name == entry)
    }

    /// Makes an edit. Returns whether it is possible.
    fn edit(&mut self, edit: &RandomEdit) -> bool {
        let section = edit.section;
        let Some(index) = self.index(section, &edit.entry) else {
            return false;
        };
        let vacant = self.index(section, &edit.other).is_none() && !edit.other.is_empty();
        let entries = self.section(section);
        match &edit.kind {
            EditKind::Set(key, value) => return set(&mut entries[index].1, section, key, value),
            EditKind::Copy if vacant => {
                let value = entries[index].1.clone();
                entries.insert(index + 1, (edit.other.clone(), value));
            }
            EditKind::Rename if edit.entry == edit.other => {}
            EditKind::Rename if vacant => {
                entries[index].0.clone_from(&edit.other);
                for key in Section::GameRules.keys() {
                    let named = matches!(key.kind, wgs_config::ValueKind::Name(s) if s == section);
                    for (_, game) in self.section(Section::GameRules) {
                        let part = game.get_mut(key.name).filter(|_| named);
                        if let Some(part) = part.filter(|part| **part == *edit.entry) {
                            *part = json!(edit.other);
                        }
                    }
                }
            }
            EditKind::Copy | EditKind::Rename => return false,
            EditKind::SetEntry(value) => entries[index].1 = value.clone(),
            EditKind::Remove => drop(entries.remove(index)),
        }
        true
    }
}

fn set(entry: &mut Value, section: Section, key: &str, value: &Option<Value>) -> bool {
    if let (Value::String(path), Section::Dictionaries) = (&entry, section) {
        match (key, value) {
            ("Path", Some(Value::String(path))) => *entry = json!(path),
            ("Path", None) => *entry = json!({}),
            (_, Some(value)) => *entry = json!({ "Path": path, key: value }),
            (_, None) => {}
        }
        return true;
    }
    let Value::Object(members) = entry else {
        return false;
    };
    match value {
        Some(value) => drop(members.insert(key.to_owned(), value.clone())),
        None => drop(members.remove(key)),
    }
    true
}

#[derive(Clone, Debug)]
struct RandomEdit {
    section: Section,
    entry: String,
    other: String,
    kind: EditKind,
}

#[derive(Clone, Debug)]
enum EditKind {
    Set(String, Option<Value>),
    SetEntry(Value),
    Copy,
    Rename,
    Remove,
}

fn make(draft: &mut Draft, edit: &RandomEdit) -> bool {
    let RandomEdit {
        section,
        entry,
        other,
        ..
    } = edit;
    match &edit.kind {
        EditKind::Set(key, value) => draft.set(*section, entry, key, value.clone()).is_ok(),
        EditKind::SetEntry(value) => draft.set_entry(*section, entry, value).is_ok(),
        EditKind::Copy => draft.copy(*section, entry, other).is_ok(),
        EditKind::Rename => draft.rename(*section, entry, other).is_ok(),
        EditKind::Remove => draft.remove(*section, entry).is_ok(),
    }
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b.c", "é \"q\"", "// d", "Default", ""]).prop_map(str::to_owned)
}

fn key() -> impl Strategy<Value = String> {
    let keys = vec![
        "Path",
        "GridDesign",
        "Dictionary",
        "ScoringRules",
        "Size",
        "/*",
        "8+",
    ];
    prop::sample::select(keys).prop_map(str::to_owned)
}

fn section() -> impl Strategy<Value = Section> {
    prop::sample::select(Section::ALL.to_vec())
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        (0..99_u32).prop_map(Value::from),
        Just(json!(1.5)),
        Just(Value::Null),
        name().prop_map(Value::from),
        Just(json!("tab\t\"/* no comment */")),
        Just(json!("x".repeat(90))),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        let key = prop::sample::select(vec!["1", "8+", "10", "A", "é", "Path"]);
        let members = prop::collection::vec((key, inner.clone()), 0..4);
        let object = members.prop_map(|members| {
            let members = members.into_iter();
            members
                .map(|(key, value)| (key.to_owned(), value))
                .collect()
        });
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::from),
            object,
        ]
    })
}

fn edit() -> impl Strategy<Value = RandomEdit> {
    let kind = prop_oneof![
        4 => (key(), prop::option::weighted(0.7, value())).prop_map(|(k, v)| EditKind::Set(k, v)),
        1 => value().prop_map(EditKind::SetEntry),
        1 => Just(EditKind::Copy),
        1 => Just(EditKind::Rename),
        1 => Just(EditKind::Remove),
    ];
    (section(), name(), name(), kind).prop_map(|(section, entry, other, kind)| RandomEdit {
        section,
        entry,
        other,
        kind,
    })
}

/// A configuration with arbitrary white space and comments between its tokens.
fn text() -> impl Strategy<Value = String> {
    let entry = prop_oneof![
        4 => prop::collection::btree_map(key(), value(), 0..4).prop_map(|members| json!(members)),
        1 => value(),
    ];
    let entries = prop::collection::btree_map(name(), entry, 0..4);
    let sections = prop::collection::btree_map(
        section().prop_map(|section| section.name().to_owned()),
        entries,
        0..6,
    );
    let gaps = prop::collection::vec(0..12_u8, 1..40);
    (sections, gaps).prop_map(|(sections, gaps)| {
        let mut writer = Writer {
            text: String::new(),
            gaps,
            count: 0,
        };
        writer.value(&json!(sections));
        writer.gap();
        writer.text
    })
}

struct Writer {
    text: String,
    gaps: Vec<u8>,
    count: usize,
}

impl Writer {
    fn gap(&mut self) {
        let count = self.count;
        self.count += 1;
        match self.gaps[count % self.gaps.len()] {
            0 => writeln!(self.text, "// {count}").unwrap(),
            1 => write!(self.text, "/*{count}*/").unwrap(),
            2 => write!(self.text, " /* {count}\n */ // {count}\r\n\r\n\t").unwrap(),
            3 | 4 => self.text.push('\n'),
            5 => self.text += "\r\n  ",
            6..=8 => self.text.push(' '),
            _ => {}
        }
    }

    fn value(&mut self, value: &Value) {
        self.gap();
        match value {
            Value::Array(items) => {
                self.text.push('[');
                for (index, item) in items.iter().enumerate() {
                    self.value(item);
                    self.comma(index + 1 == items.len());
                }
                self.gap();
                self.text.push(']');
            }
            Value::Object(members) => {
                self.text.push('{');
                for (index, (name, item)) in members.iter().enumerate() {
                    self.gap();
                    self.text += &json!(name).to_string();
                    self.gap();
                    self.text.push(':');
                    self.value(item);
                    self.comma(index + 1 == members.len());
                }
                self.gap();
                self.text.push('}');
            }
            atom => self.text += &atom.to_string(),
        }
    }

    fn comma(&mut self, last: bool) {
        self.gap();
        if !last || self.count.is_multiple_of(3) {
            self.text.push(',');
        }
    }
}

/// Returns the comments of a text, each with the names of the members around it. A member
/// reaches from its key to the end of its value.
fn comments(text: &str) -> Vec<(&str, Vec<String>)> {
    let mut comments = Vec::new();
    // The member being read, for each open bracket.
    let mut open: Vec<(bool, Option<String>)> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap();
        let mut ended = false;
        let length = match first {
            '{' | '[' => {
                open.push((first == '{', None));
                1
            }
            '}' | ']' => {
                open.pop();
                ended = true;
                1
            }
            '/' => {
                let length = match rest.starts_with("//") {
                    true => rest.find(['\n', '\r']).unwrap_or(rest.len()),
                    false => rest.find("*/").unwrap() + 2,
                };
                let path = open.iter().filter_map(|(_, name)| name.clone()).collect();
                comments.push((&rest[..length], path));
                length
            }
            '"' => {
                let mut bytes = rest.bytes().enumerate().skip(1);
                let mut length = 0;
                while length == 0 {
                    match bytes.next().unwrap() {
                        (_, b'\\') => drop(bytes.next()),
                        (end, b'"') => length = end + 1,
                        _ => {}
                    }
                }
                match open.last_mut() {
                    Some((true, name @ None)) => {
                        *name = Some(serde_json::from_str(&rest[..length]).unwrap());
                    }
                    _ => ended = true,
                }
                length
            }
            c if c.is_whitespace() || c == ',' || c == ':' => c.len_utf8(),
            _ => {
                ended = true;
                rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c))
                    .unwrap()
            }
        };
        if let Some((true, name)) = open.last_mut().filter(|_| ended) {
            *name = None;
        }
        at += length;
    }
    comments
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn edits_agree_with_the_reference_and_lose_no_comment_beside_them(
        text in text(), edits in prop::collection::vec(edit(), 1..12),
    ) {
        let mut draft = Draft::new(text.clone());
        prop_assert_eq!(draft.editable(), Ok(()), "{}", text);
        let mut plain = PlainDraft::of(&draft);
        let mut texts = vec![text];
        for edit in &edits {
            draft.end_edit();
            let before = draft.text().to_owned();
            let made = make(&mut draft, edit);
            prop_assert_eq!(made, plain.edit(edit), "{:?}\n{}", edit, before);
            let after = draft.text();
            prop_assert_eq!(&PlainDraft::of(&draft), &plain, "{:?}\n{}\n{}", edit, before, after);

            let mut inside = vec![edit.section.name().to_owned(), edit.entry.clone()];
            match &edit.kind {
                // A dictionary's path may become an object, and vice versa.
                EditKind::Set(key, _) if edit.section != Section::Dictionaries => {
                    inside.push(key.clone());
                }
                EditKind::Set(..) | EditKind::SetEntry(_) | EditKind::Remove => {}
                EditKind::Copy | EditKind::Rename => inside.push("nothing is lost".to_owned()),
            }
            let beside: String = comments(&before)
                .into_iter()
                .filter(|(_, path)| !path.starts_with(&inside))
                .map(|(comment, _)| format!("{comment}\n"))
                .collect();
            let lost = Draft::new(beside).comments_lost(draft.text());
            prop_assert_eq!(lost, 0, "{:?}\n{}\n{}", edit, before, draft.text());
            if draft.text() != before {
                texts.push(draft.text().to_owned());
            }
        }
        for text in texts.iter().rev().skip(1) {
            prop_assert!(draft.undo().is_some());
            prop_assert_eq!(draft.text(), text);
        }
        prop_assert_eq!(draft.undo(), None);
        for text in texts.iter().skip(1) {
            prop_assert!(draft.redo().is_some());
            prop_assert_eq!(draft.text(), text);
        }
        prop_assert_eq!(draft.redo(), None);
    }
}
