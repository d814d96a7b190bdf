//! Checks JSON against the schemas of a document of the server, OpenAPI or AsyncAPI. It knows the
//! keywords that these documents use, and any other keyword is an error. It is stricter than JSON
//! Schema in one way: an object has no fields that its schema does not name.

use serde_json::Value;

/// Keywords that say nothing about values.
const NOTES: [&str; 7] = [
    "$ref",
    "default",
    "deprecated",
    "description",
    "example",
    "format",
    "title",
];

/// Keywords that `check` knows.
const KEYWORDS: [&str; 12] = [
    "additionalProperties",
    "allOf",
    "anyOf",
    "enum",
    "items",
    "maximum",
    "minimum",
    "oneOf",
    "properties",
    "propertyNames",
    "required",
    "type",
];

/// Returns an error that says where a value is not as a schema of this document says.
pub(crate) fn check(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    check_part(document, schema, value, true).map_err(|error| format!("{error} in {value}"))
}

/// Checks a value. `is_whole` says whether the schema names all its fields; that of a part of an
/// object does not.
fn check_part(
    document: &Value,
    schema: &Value,
    value: &Value,
    is_whole: bool,
) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.trim_start_matches('#');
        let target = document.pointer(pointer);
        let target = target.ok_or_else(|| format!("no schema at {reference}"))?;
        return check_part(document, target, value, is_whole)
            .map_err(|error| format!("{reference}: {error}"));
    }
    let keywords = schema.as_object().ok_or("a schema is not an object")?;
    for keyword in keywords.keys().map(String::as_str) {
        if !NOTES.contains(&keyword) && !KEYWORDS.contains(&keyword) {
            return Err(format!("the keyword {keyword} is not known"));
        }
    }
    if let Some(kind) = schema.get("type") {
        let kinds = kind.as_array().map_or(std::slice::from_ref(kind), |it| it);
        if !kinds.iter().any(|kind| has_type(value, kind)) {
            return Err(format!("expected {kind}, found {value}"));
        }
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        return Err(format!("expected one of {values:?}, found {value}"));
    }
    for (keyword, is_within) in [
        ("minimum", f64::ge as fn(&f64, &f64) -> bool),
        ("maximum", f64::le),
    ] {
        if let (Some(limit), Some(value)) = (schema[keyword].as_f64(), value.as_f64())
            && !is_within(&value, &limit)
        {
            return Err(format!("expected a {keyword} of {limit}, found {value}"));
        }
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        check_part(document, part, value, false)?;
    }
    for (keyword, is_number) in [
        ("oneOf", (|found| found == 1) as fn(usize) -> bool),
        ("anyOf", |found| found > 0),
    ] {
        if let Some(schemas) = schema[keyword].as_array() {
            let checked = schemas
                .iter()
                .map(|it| check_part(document, it, value, is_whole));
            let (fit, errors): (Vec<_>, Vec<_>) = checked.partition(Result::is_ok);
            if !is_number(fit.len()) {
                let errors: Vec<String> = errors.into_iter().filter_map(Result::err).collect();
                let errors = errors.join("; ");
                return Err(format!("{} of {keyword} fit: {errors}", fit.len()));
            }
        }
    }
    match value {
        Value::Array(values) if schema.get("items").is_some() => {
            for (index, value) in values.iter().enumerate() {
                check_part(document, &schema["items"], value, true)
                    .map_err(|error| format!("[{index}]: {error}"))?;
            }
        }
        Value::Object(fields) => {
            for name in schema["required"].as_array().into_iter().flatten() {
                if !fields.contains_key(name.as_str().unwrap()) {
                    return Err(format!("the field {name} is missing"));
                }
            }
            for (name, value) in fields {
                let named = schema["properties"].get(name);
                match named.or_else(|| schema.get("additionalProperties")) {
                    Some(Value::Bool(true)) => {}
                    Some(Value::Bool(false)) => {
                        return Err(format!("the field {name} is not allowed"));
                    }
                    Some(schema) => check_part(document, schema, value, true)
                        .map_err(|error| format!("{name}: {error}"))?,
                    None if is_whole && schema.get("properties").is_some() => {
                        return Err(format!("the field {name} is not described"));
                    }
                    None => {}
                }
            }
        }
        _ => {}
    }
    Ok(())
}

fn has_type(value: &Value, kind: &Value) -> bool {
    match kind.as_str().unwrap_or_default() {
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "object" => value.is_object(),
        "string" => value.is_string(),
        _ => false,
    }
}

/// Calls a function with each description in a document, and where it is.
pub(crate) fn visit_descriptions(value: &Value, place: &str, found: &mut impl FnMut(&str, &str)) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let place = format!("{place}/{name}");
                match value {
                    Value::String(text) if matches!(&**name, "description" | "summary") => {
                        found(&place, text);
                    }
                    value => visit_descriptions(value, &place, found),
                }
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                visit_descriptions(value, &format!("{place}/{index}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn a_value_that_is_not_as_described_is_found() {
    let document = serde_json::json!({"word": {
        "type": "object",
        "required": ["word"],
        "properties": {
            "word": {"type": "string"},
            "size": {"oneOf": [{"type": "null"}, {"type": "integer", "enum": [10, 20]}]},
        },
    }});
    let schema = serde_json::json!({"type": "array", "items": {"$ref": "#/word"}});
    for (value, part) in [
        (r#"[]"#, ""),
        (
            r#"[{"word": "a", "size": null}, {"word": "b", "size": 10}]"#,
            "",
        ),
        (r#"{}"#, "expected \"array\""),
        (r#"[{"size": 10}]"#, "\"word\" is missing"),
        (
            r#"[{"word": "a"}, {"word": 1}]"#,
            "[1]: #/word: word: expected",
        ),
        (r#"[{"word": "a", "size": 30}]"#, "0 of oneOf fit"),
        (r#"[{"word": "a", "colour": 1}]"#, "colour is not described"),
    ] {
        let value = serde_json::from_str(value).unwrap();
        match check(&document, &schema, &value) {
            Ok(()) => assert_eq!(part, "", "{value}"),
            Err(error) => assert!(!part.is_empty() && error.contains(part), "{error}"),
        }
    }
    let unknown = serde_json::json!({"pattern": "a"});
    assert!(check(&document, &unknown, &Value::Null).is_err());
}
