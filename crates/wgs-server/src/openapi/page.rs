//! The OpenAPI document as an HTML page: every call with its fields and an example that can be
//! pasted into a shell. The page works without scripts.

use serde_json::{Map, Value};

use crate::api_error::ApiError;

/// Stands for the address of the server in the examples. No text has this character.
pub(super) const ADDRESS: &str = "\u{fffc}";

/// Renders the page.
pub(super) fn render(document: &Value) -> String {
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>The wgs API</title>\n<link rel=\"stylesheet\" href=\"api.css\">\n\
         </head>\n<body>\n<main>\n<h1>The wgs API</h1>\n",
    );
    let about = text(&document["info"]["description"]);
    page += &format!("<p>{}</p>\n", prose(about));
    page += "<p>This page is also available as an \
             <a href=\"v1/openapi.json\">OpenAPI document</a>. The messages of rooms are described \
             by an <a href=\"v1/asyncapi.json\">AsyncAPI document</a>. \
             Go to the <a href=\"../\">solver</a>.</p>\n";
    let calls = calls(document);
    page += "<nav aria-label=\"Calls\">\n<ul>\n";
    for call in &calls {
        page += &format!(
            "<li><a href=\"#{}\">{}</a></li>\n",
            call.id,
            escape(&call.name())
        );
    }
    page += "</ul>\n</nav>\n";
    for call in &calls {
        call.render(document, &mut page);
    }
    schemas(document, &mut page);
    problems(&mut page);
    page += "</main>\n</body>\n</html>\n";
    page
}

/// A method of a path.
struct Call<'d> {
    id: String,
    method: String,
    path: &'d str,
    operation: &'d Value,
}

fn calls(document: &Value) -> Vec<Call<'_>> {
    let mut calls = Vec::new();
    for (path, methods) in members(&document["paths"]) {
        for (method, operation) in members(methods) {
            calls.push(Call {
                id: format!("call-{}", text(&operation["operationId"]).replace('_', "-")),
                method: method.to_uppercase(),
                path,
                operation,
            });
        }
    }
    calls
}

impl Call<'_> {
    fn name(&self) -> String {
        format!(
            "{} {}",
            self.method,
            self.path.trim_start_matches("/api/v1/")
        )
    }

    fn render(&self, document: &Value, page: &mut String) {
        let Self {
            id,
            method,
            path,
            operation,
        } = self;
        *page += &format!(
            "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\"><span class=\"method\">{method}</span>\
             <code>{}</code></h2>\n",
            escape(path)
        );
        for key in ["summary", "description"] {
            let paragraphs = text(&operation[key]).split("\n\n").map(str::trim);
            for paragraph in paragraphs.filter(|paragraph| !paragraph.is_empty()) {
                *page += &format!("<p>{}</p>\n", prose(paragraph));
            }
        }
        let body = &operation["requestBody"]["content"]["application/json"];
        let (schema, _) = resolve(document, &body["schema"]);
        fields("Fields", schema, page);
        let reply = &operation["responses"]["200"];
        let content = members(&reply["content"]).next();
        let kind = content.map(|(kind, content)| match kind {
            "application/json" => schema_name(&content["schema"]),
            kind => escape(kind),
        });
        if let Some(kind) = kind {
            let what = text(&reply["description"]);
            *page += &format!("<h3>Reply</h3>\n<p>{}: {kind}</p>\n", escape(what));
        }
        *page += "<h3>Example</h3>\n";
        *page += &format!(
            "<pre tabindex=\"0\"><code>{}</code></pre>\n",
            escape(&self.curl(body))
        );
        *page += "</section>\n";
    }

    /// Returns the shell command that sends the example.
    fn curl(&self, body: &Value) -> String {
        let parameter = &self.operation["parameters"][0];
        let name = format!("{{{}}}", text(&parameter["name"]));
        let path = self.path.replace(&name, text(&parameter["example"]));
        let mut line = "curl ".to_owned();
        if self.method == "PUT" {
            line += "-X PUT -H \"Authorization: Bearer $TOKEN\" ";
        }
        if self.path.contains('{') {
            line += "-o words.lexicon ";
        }
        line += &format!("{ADDRESS}{path}");
        if !body["example"].is_null() {
            let example = body["example"].to_string().replace('\'', "'\\''");
            line += &format!(" \\\n  -H 'Content-Type: application/json' \\\n  -d '{example}'");
        }
        line
    }
}

/// Renders the types of objects, each with its fields.
fn schemas(document: &Value, page: &mut String) {
    for (name, schema) in members(&document["components"]["schemas"]) {
        let kinds = ["properties", "oneOf", "allOf", "enum"];
        if name.ends_with("Request") || kinds.iter().all(|kind| schema[kind].is_null()) {
            continue;
        }
        let name = escape(name);
        *page += &format!(
            "<section aria-labelledby=\"schema-{name}\">\n<h2 id=\"schema-{name}\">{name}</h2>\n<p>{}</p>\n",
            prose(text(&schema["description"]))
        );
        if let Some(kinds) = schema["oneOf"].as_array() {
            let kinds: Vec<String> = kinds.iter().map(schema_name).collect();
            *page += &format!("<p>Either {}.</p>\n", kinds.join(" or "));
        }
        if let Some(values) = schema["enum"].as_array() {
            let values: Vec<String> = values
                .iter()
                .map(|value| match value {
                    Value::String(value) => value.clone(),
                    value => value.to_string(),
                })
                .map(|value| format!("<code>{}</code>", escape(&value)))
                .collect();
            *page += &format!("<p>Either {}.</p>\n", values.join(" or "));
        }
        // An object that another one is part of.
        for part in schema["allOf"].as_array().into_iter().flatten() {
            if part["$ref"].is_string() {
                *page += &format!("<p>All fields of {}, and these.</p>\n", schema_name(part));
            }
            fields("Fields", part, page);
        }
        fields("Fields", schema, page);
        *page += "</section>\n";
    }
}

/// Renders the table of problems. A problem document's `type` is the address of a row.
fn problems(page: &mut String) {
    *page += "<section aria-labelledby=\"problems\">\n<h2 id=\"problems\">Problems</h2>\n\
              <p>A request that fails gets a problem document. Its <code>type</code> is the address \
              of a row in this table.</p>\n\
              <div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Problems\"><table>\n\
              <thead><tr><th scope=\"col\">Type</th><th scope=\"col\">Status</th>\
              <th scope=\"col\">Example</th></tr></thead>\n<tbody>\n";
    let samples = ApiError::samples();
    for problem in samples.iter().map(ApiError::problem_document) {
        let name = problem.kind.trim_start_matches("/api/#");
        *page += &format!(
            "<tr id=\"{name}\"><th scope=\"row\"><code>{name}</code></th><td>{}</td><td>{}: {}</td></tr>\n",
            problem.status,
            escape(&problem.title),
            prose(&problem.detail)
        );
    }
    *page += "</tbody>\n</table></div>\n</section>\n";
}

/// Renders the table of a schema's fields.
fn fields(title: &str, schema: &Value, page: &mut String) {
    if schema["properties"].is_null() {
        return;
    }
    let required = |name: &str| {
        let names = schema["required"].as_array();
        names.is_some_and(|names| names.iter().any(|it| it == name))
    };
    *page += &format!(
        "<h3>{title}</h3>\n<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"{title}\"><table>\n\
         <thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Type</th><th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n"
    );
    for (name, field) in members(&schema["properties"]) {
        let optional = if required(name) { "" } else { ", optional" };
        *page += &format!(
            "<tr><th scope=\"row\"><code>{}</code></th><td class=\"kind\">{}{optional}</td><td>{}</td></tr>\n",
            escape(name),
            schema_name(field),
            prose(description(field))
        );
    }
    *page += "</tbody>\n</table></div>\n";
}

/// Returns the description of a field. That of an optional object is on one of its alternatives.
fn description(field: &Value) -> &str {
    let alternatives = field["oneOf"].as_array().into_iter().flatten();
    let mut descriptions = std::iter::once(field)
        .chain(alternatives)
        .map(|schema| text(&schema["description"]));
    descriptions
        .find(|description| !description.is_empty())
        .unwrap_or_default()
}

/// Returns the name of a schema as HTML, with a link to its fields.
fn schema_name(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        let name = escape(name.rsplit('/').next().unwrap_or_default());
        return match name.ends_with("Request") {
            true => name,
            false => format!("<a href=\"#schema-{name}\">{name}</a>"),
        };
    }
    for one_of in ["oneOf", "anyOf"] {
        if let Some(kinds) = schema[one_of].as_array() {
            let kinds = kinds.iter().filter(|kind| kind["type"] != "null");
            return kinds.map(schema_name).collect::<Vec<_>>().join(" or ");
        }
    }
    let kind = match &schema["type"] {
        Value::String(kind) => kind.as_str(),
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            kinds
                .into_iter()
                .find(|kind| *kind != "null")
                .unwrap_or_default()
        }
        _ => "",
    };
    match kind {
        "array" => format!("list of {}", schema_name(&schema["items"])),
        kind => escape(kind),
    }
}

/// Follows a reference to a schema and returns the schema with its name.
fn resolve<'d>(document: &'d Value, schema: &'d Value) -> (&'d Value, &'d str) {
    match schema["$ref"]
        .as_str()
        .and_then(|name| name.rsplit('/').next())
    {
        Some(name) => (&document["components"]["schemas"][name], name),
        None => (schema, ""),
    }
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let object: Option<&Map<String, Value>> = value.as_object();
    object
        .into_iter()
        .flatten()
        .map(|(name, value)| (name.as_str(), value))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            c => html.push(c),
        }
    }
    html
}

/// Returns text as HTML, with the parts between backticks as code.
fn prose(text: &str) -> String {
    let escaped = escape(text);
    let parts = escaped.split('`').enumerate();
    let marked = parts.map(|(index, part)| match index % 2 {
        0 => part.to_owned(),
        _ => format!("<code>{part}</code>"),
    });
    marked.collect()
}
