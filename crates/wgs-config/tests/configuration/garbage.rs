//! Random and hostile texts: no parser may panic on them or exhaust the stack.

use proptest::prelude::*;
use wgs_config::Catalogue;
use wgs_config::Section;
use wgs_config::catalogue::EMBEDDED;
use wgs_config::template::{AnalysisTemplate, PlainText, SolutionTemplate, ToolTipTemplate};

#[test]
fn deep_nesting_is_rejected() {
    for opening in ["[", "{\"a\":", "{\"Grids\":[", "[{\"a\":"] {
        let text = opening.repeat(100_000);
        let problems = Catalogue::parse(&text).unwrap_err();
        assert_eq!(problems.len(), 1);
        assert_eq!(
            problems[0].message.to_string(),
            "objects and arrays are nested too deeply"
        );
    }
    let closed = "[".repeat(100_000) + &"]".repeat(100_000);
    assert_eq!(Catalogue::parse(&closed).unwrap_err().len(), 1);
}

#[test]
fn many_problems_are_reported_quickly() {
    let games = (0..20_000).map(|i| format!("\"{i}\":{{\"GridDesign\":\"x{i}\",\"Gird\":1}}"));
    let text = format!(
        "{{\"GameRules\":{{{}}}}}",
        games.collect::<Vec<_>>().join(",")
    );
    assert_eq!(Catalogue::parse(&text).unwrap_err().len(), 40_000);
}

/// Values that are nearly valid.
fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("true".to_owned()),
        Just("null".to_owned()),
        "-?[0-9]{1,12}(\\.[0-9]{0,9})?([eE][0-9]{1,3})?",
        "\"[A-Za-z0-9%:;?,.+*(é]{0,8}\"",
        "\"(Full|Diagonal|Dice|WordList|LetterPropensity|X)\"",
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let key = key();
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4)
                .prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((key, inner), 0..5).prop_map(|members| object(&members)),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    let keys = Section::ALL.iter().flat_map(|section| section.keys());
    let mut names: Vec<String> = keys.map(|key| key.name.to_owned()).collect();
    names.extend(["X", "A", "8+", "4", "Default"].map(str::to_owned));
    prop_oneof![4 => prop::sample::select(names), 1 => "[A-Za-zé+0-9]{0,4}"]
}

fn object(members: &[(String, String)]) -> String {
    let members = members
        .iter()
        .map(|(key, value)| format!("\"{key}\": {value}"));
    format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
}

proptest! {
    #[test]
    fn no_text_makes_the_configuration_reader_panic(text in "\\PC{0,60}") {
        let _ = Catalogue::parse(&text);
    }

    #[test]
    fn no_json_like_text_makes_the_configuration_reader_panic(
        text in r#"([\[\]{}:,"\\ntu/*\n 0-9.eE+-]|true|null|"Grids"|"X"|é){0,40}"#,
    ) {
        let _ = Catalogue::parse(&text);
    }

    #[test]
    fn no_nearly_valid_configuration_makes_the_reader_panic(
        sections in prop::collection::vec((0..6_usize, key(), key(), value()), 0..6),
    ) {
        let sections: Vec<(String, String)> = sections
            .into_iter()
            .map(|(section, name, key, value)| {
                let entry = object(&[(key, value)]);
                (Section::ALL[section].name().to_owned(), object(&[(name, entry)]))
            })
            .collect();
        if let Err(problems) = Catalogue::parse(&object(&sections)) {
            prop_assert!(!problems.is_empty());
        }
    }

    #[test]
    fn no_damage_to_the_embedded_configuration_makes_the_reader_panic(
        start in 0..EMBEDDED.len(), length in 0..40_usize, patch in "\\PC{0,3}",
    ) {
        prop_assert!(EMBEDDED.is_ascii());
        let end = (start + length).min(EMBEDDED.len());
        let text = format!("{}{patch}{}", &EMBEDDED[..start], &EMBEDDED[end..]);
        let _ = Catalogue::parse(&text);
    }

    #[test]
    fn no_text_makes_a_template_panic(text in "([%\\\\()*+0-9a-zA-Z]|\\PC){0,20}") {
        let _ = SolutionTemplate::parse(&text);
        let _ = AnalysisTemplate::parse(&text).map(|template| template.check_positions(16));
        let _ = ToolTipTemplate::parse(&text);
        let _ = PlainText::parse(&text);
    }
}
