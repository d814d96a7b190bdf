//! The OpenAPI document and the pages that show it.

use serde_json::{Value, json};

use crate::client::{get, post, server};
use crate::json_schema::{check, visit_descriptions};

#[tokio::test]
async fn every_example_of_the_openapi_document_works() {
    let server = server();
    let document = get(&server, "/api/v1/openapi.json").await.ok();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 18, "{:?}", paths.keys());
    let mut examples = 0;
    for (path, methods) in paths {
        let body = &methods["post"]["requestBody"]["content"]["application/json"];
        if !body.is_null() {
            let name = path.trim_start_matches("/api/v1/");
            let reply = post(&server, name, &body["example"]).await.ok();
            let schema =
                &methods["post"]["responses"]["200"]["content"]["application/json"]["schema"];
            if let Err(error) = check(&document, schema, &reply) {
                panic!("{name}: {error}");
            }
            examples += 1;
        }
    }
    assert_eq!(examples, 9);
    // Every reference has a target.
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let pointer = reference.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
    for (name, required) in [
        ("SolveReply", "solutions"),
        ("CreateReply", "seed"),
        ("CountReply", "unspelled"),
    ] {
        let schema = &document["components"]["schemas"][name];
        let names = schema["required"].as_array().unwrap();
        assert!(names.contains(&Value::from(required)), "{schema}");
    }
}

#[tokio::test]
async fn how_common_a_word_is_has_a_type_in_the_openapi_document() {
    let server = server();
    let document = get(&server, "/api/v1/openapi.json").await.ok();
    let schemas = &document["components"]["schemas"];
    for common in [json!(35), json!("rare")] {
        let request = json!({
            "game": "Boggle (New)", "board": "STNDTEIELARSMRTO", "common": common,
        });
        assert_eq!(check(&document, &schemas["SolveRequest"], &request), Ok(()));
        let reply = post(&server, "solve", &request).await.ok();
        assert!(reply["solutions"][0]["commonness"].is_u64());
        assert_eq!(check(&document, &schemas["SolveReply"], &reply), Ok(()));
    }
    for wrong in [json!(36), json!("Rare"), json!("35")] {
        assert!(check(&document, &schemas["Commonness"], &wrong).is_err());
    }
}

#[tokio::test]
async fn descriptions_are_prose_without_rust() {
    let server = server();
    for name in ["openapi", "asyncapi"] {
        let document = get(&server, &format!("/api/v1/{name}.json")).await.ok();
        let mut descriptions = 0;
        visit_descriptions(&document, "", &mut |place, text| {
            for part in ["[`", "`]", "::", "```", "_route"] {
                assert!(!text.contains(part), "{place}: {text}");
            }
            descriptions += 1;
        });
        assert!(descriptions > 100, "{name}: {descriptions}");
        for methods in document["paths"].as_object().into_iter().flatten() {
            for operation in methods.1.as_object().unwrap().values() {
                let tag = operation["tags"][0].as_str().unwrap();
                let tags = [
                    "boards",
                    "words",
                    "scrabblet",
                    "configuration",
                    "records",
                    "rooms",
                ];
                assert!(tags.contains(&tag), "{}: {tag}", methods.0);
            }
        }
    }
}

#[tokio::test]
async fn the_api_page_describes_every_call_without_scripts() {
    let server = server();
    let page = get(&server, "/api/").await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    let text = page.text();
    for call in [
        "solve",
        "score",
        "analyze",
        "create",
        "check-board",
        "check-word",
        "scrabblet/deal",
        "scrabblet/guess",
        "scrabblet/score",
        "games",
        "config",
        "records",
    ] {
        assert!(
            text.contains(&format!("<code>/api/v1/{call}</code>")),
            "{call}"
        );
    }
    assert!(
        text.contains("curl http://localhost/api/v1/solve"),
        "{text}"
    );
    assert!(
        !text.contains("<script") && !text.contains("style="),
        "{text}"
    );
    assert!(!text.contains("<td></td>"), "every field has a description");
    // Every link within the page has a target.
    for link in text.split("href=\"#").skip(1) {
        let id = link.split('"').next().unwrap();
        assert!(text.contains(&format!("id=\"{id}\"")), "{id}");
    }
    let style = get(&server, "/api/api.css").await;
    assert_eq!(style.headers["content-type"], "text/css; charset=utf-8");
    let moved = get(&server, "/api").await;
    assert_eq!(moved.headers["location"], "api/");
}

#[tokio::test]
async fn the_root_is_an_html_page() {
    let root = get(&server(), "/").await;
    assert_eq!(root.status, 200);
    assert_eq!(root.headers["content-type"], "text/html; charset=utf-8");
}

#[tokio::test]
async fn the_page_can_look_up_where_the_api_is() {
    let host = get(&server(), "/host.json").await.ok();
    let api = host["api"].as_str().unwrap();
    let games = get(&server(), &format!("/{api}games")).await;
    assert_eq!(games.status, 200);
}

#[tokio::test]
async fn the_type_of_a_problem_is_an_anchor_on_the_api_page() {
    let server = server();
    let page = get(&server, "/api/").await;
    for response in [
        get(&server, "/nothing").await,
        post(&server, "solve", "{").await,
    ] {
        let kind = response.json()["type"].as_str().unwrap().to_owned();
        let id = kind.strip_prefix("/api/#").unwrap();
        assert!(page.text().contains(&format!("id=\"{id}\"")), "{kind}");
    }
}
