//! The JSON Schema agrees with the reader.

use serde_json::Value;
use wgs_config::Catalogue;
use wgs_config::catalogue::EMBEDDED;
use wgs_config::{DefaultValue, Preferences, Section, ValueKind, schema};

fn parsed() -> Value {
    serde_json::from_str(&schema()).unwrap()
}

#[test]
fn every_section_and_key_is_described() {
    let schema = parsed();
    assert_eq!(schema["additionalProperties"], Value::Bool(false));
    assert_eq!(schema["properties"]["$schema"]["type"], "string");
    for section in Section::ALL {
        let described = &schema["properties"][section.name()];
        assert_eq!(described["description"], section.doc());
        let entry = match section {
            // A path on its own is valid too.
            Section::Dictionaries => &described["additionalProperties"]["anyOf"][1],
            _ => &described["additionalProperties"],
        };
        for key in section.keys() {
            let property = &entry["properties"][key.name];
            assert_eq!(property["description"], key.doc, "{}", key.name);
            let default = match key.default {
                Some(DefaultValue::Boolean(value)) => value.into(),
                Some(DefaultValue::Integer(value)) => value.into(),
                Some(DefaultValue::Text(value)) => value.into(),
                None => Value::Null,
            };
            assert_eq!(property["default"], default, "{}", key.name);
        }
    }
}

#[test]
fn the_schema_names_every_key_of_the_embedded_configuration() {
    let (schema, embedded) = (parsed(), serde_json::from_str::<Value>(EMBEDDED).unwrap());
    for (section, entries) in embedded.as_object().unwrap() {
        let entry = &schema["properties"][section]["additionalProperties"];
        let described = match section.as_str() {
            // A path on its own is valid too.
            "Dictionaries" => &entry["anyOf"][1]["properties"],
            _ => &entry["properties"],
        };
        for entry in entries
            .as_object()
            .unwrap()
            .values()
            .filter_map(Value::as_object)
        {
            for key in entry.keys() {
                assert!(described[key].is_object(), "{section}: {key}");
            }
        }
    }
}

/// The defaults in the tables are those that the reader uses for missing keys.
#[test]
fn writing_the_defaults_changes_nothing() {
    for section in [Section::ScoringRules, Section::Preferences] {
        let written = section.keys().iter().filter_map(|key| {
            let default = match key.default? {
                DefaultValue::Boolean(value) => value.to_string(),
                DefaultValue::Integer(value) => value.to_string(),
                DefaultValue::Text(value) => serde_json::to_string(value).unwrap(),
            };
            Some(format!("\"{}\": {default}", key.name))
        });
        let written = written.collect::<Vec<_>>().join(", ");
        let text = format!(
            r#"{{ "{}": {{ "X": {{ {written} }}, "Y": {{}} }} }}"#,
            section.name()
        );
        let (catalogue, _) = Catalogue::parse(&text).unwrap();
        let (rules, sets) = (catalogue.scoring(), catalogue.preferences());
        assert_eq!(rules.get("X"), rules.get("Y"));
        let set = sets.get("X").map(|set| Preferences {
            // A format that is written is set, even if it is the default.
            is_solution_format_set: false,
            is_analysis_format_set: false,
            ..set.clone()
        });
        assert_eq!(set.as_ref(), sets.get("Y"));
    }
}

#[test]
fn keys_that_name_entries_refer_to_sections() {
    for key in Section::GameRules.keys() {
        let is_number = matches!(key.kind, ValueKind::Integer { .. });
        assert!(
            is_number || matches!(key.kind, ValueKind::Name(_)),
            "{}",
            key.name
        );
    }
}
