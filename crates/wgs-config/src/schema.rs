//! The JSON Schema of the configuration file, with which text editors complete and check keys
//! while you type.

use serde_json::{Map, Value, json};

use crate::key::{DefaultValue, Key, Section, ValueKind};

/// Returns the JSON Schema (2020-12) of the configuration file, generated from the key tables.
///
/// ```
/// let schema = wgs_config::schema();
/// assert!(schema.contains("\"GridDesign\""));
/// ```
pub fn schema() -> String {
    let mut properties = Map::new();
    properties.insert(
        "$schema".to_owned(),
        json!({ "type": "string", "description": "The location of this schema" }),
    );
    for section in Section::ALL {
        properties.insert(section.name().to_owned(), section_schema(section));
    }
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "wgs configuration",
        "description": "Word games: grids, scoring rules, dictionaries, letter distributions and preferences, and the games that combine them",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    });
    serde_json::to_string_pretty(&schema).expect("strings and numbers can be written as JSON")
        + "\n"
}

fn section_schema(section: Section) -> Value {
    let keys = section.keys().iter();
    let properties: Map<String, Value> = keys
        .map(|key| (key.name.to_owned(), key_schema(key)))
        .collect();
    let mut entry = json!({
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    });
    entry
        .as_object_mut()
        .expect("it was created as an object")
        .extend(requirements(section));
    if section == Section::Dictionaries {
        entry = json!({ "anyOf": [{ "type": "string", "minLength": 1 }, entry] });
    }
    json!({
        "description": section.doc(),
        "type": "object",
        "additionalProperties": entry,
    })
}

/// Which keys a section requires, or excludes together.
fn requirements(section: Section) -> Map<String, Value> {
    let rules = match section {
        Section::Grids => json!({
            "oneOf": [{ "required": ["Tiles"] }, { "required": ["Size"] }],
            "not": { "required": ["Adjacency", "Neighbours"] },
        }),
        Section::LetterDistributions => {
            let needs = [
                ("Dice", json!({ "required": ["DiceLetters"] })),
                (
                    "LetterPropensity",
                    json!({ "required": ["PropensityLetters"] }),
                ),
                (
                    "WordList",
                    json!({ "oneOf": [
                        { "required": ["WordListFile"] },
                        { "required": ["WordListDictionary"] },
                    ] }),
                ),
            ];
            let needs = needs.map(|(method, requirement)| {
                json!({
                    "if": { "properties": { "GenerationMethod": { "const": method } } },
                    "then": requirement,
                })
            });
            json!({ "required": ["GenerationMethod"], "allOf": needs })
        }
        Section::Dictionaries => json!({ "required": ["Path"] }),
        _ => json!({}),
    };
    match rules {
        Value::Object(rules) => rules,
        _ => Map::new(),
    }
}

fn key_schema(key: &Key) -> Value {
    let mut schema = kind_schema(key.kind);
    let object = schema
        .as_object_mut()
        .expect("every kind's schema is an object");
    object.insert("description".to_owned(), key.doc.into());
    if let Some(default) = key.default {
        let default = match default {
            DefaultValue::Boolean(value) => value.into(),
            DefaultValue::Integer(value) => value.into(),
            DefaultValue::Text(value) => value.into(),
        };
        object.insert("default".to_owned(), default);
    }
    schema
}

fn kind_schema(kind: ValueKind) -> Value {
    let position = json!({ "type": "integer", "minimum": 1 });
    let pair = json!({ "type": "array", "items": position, "minItems": 2, "maxItems": 2 });
    let faces = json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 });
    match kind {
        ValueKind::Boolean => json!({ "type": "boolean" }),
        ValueKind::Integer { least, most } => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        ValueKind::Text | ValueKind::Name(_) | ValueKind::Template(_) => {
            json!({ "type": "string" })
        }
        ValueKind::Choice(choices) => json!({ "enum": choices }),
        ValueKind::Switch => json!({ "enum": [true, false, "true", "false"] }),
        ValueKind::Pixels => json!({
            "anyOf": [
                { "type": "integer", "minimum": 1, "maximum": 1000 },
                { "type": "string", "pattern": "^[0-9]+$" },
            ],
        }),
        ValueKind::Dice => json!({
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": faces, "minItems": 1 },
            ],
        }),
        ValueKind::Faces => json!({ "anyOf": [{ "type": "string" }, faces] }),
        ValueKind::LetterValues => json!({
            "type": "object",
            "propertyNames": { "minLength": 1 },
            "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 999 },
        }),
        ValueKind::LengthBonuses => json!({
            "type": "object",
            "patternProperties": {
                "^[1-9][0-9]*\\+?$": { "type": "number", "minimum": 0, "maximum": 1_000_000 },
            },
            "additionalProperties": false,
        }),
        ValueKind::Places => {
            json!({ "type": "array", "items": pair, "minItems": 1, "uniqueItems": true })
        }
        ValueKind::Size => pair,
        ValueKind::Lengths => json!({ "type": "array", "items": position, "minItems": 1 }),
        ValueKind::Positions => json!({ "type": "array", "items": position }),
        ValueKind::PositionLists => json!({
            "type": "array",
            "items": { "type": "array", "items": position },
        }),
    }
}
