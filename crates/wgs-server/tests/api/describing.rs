//! What the API says about itself.

use serde_json::Value;

use crate::asking::{ask, get, server};

#[tokio::test]
async fn the_openapi_document_has_every_call_with_an_example_that_works() {
    let server = server();
    let document = get(&server, "/api/v1/openapi.json").await.fine();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 9, "{:?}", paths.keys());
    let mut examples = 0;
    for (path, methods) in paths {
        let body = &methods["post"]["requestBody"]["content"]["application/json"];
        if !body.is_null() {
            let name = path.trim_start_matches("/api/v1/");
            ask(&server, name, &body["example"]).await.fine();
            examples += 1;
        }
    }
    assert_eq!(examples, 6);
    // Every reference leads somewhere.
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let pointer = reference.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
    for (name, required) in [("SolveReply", "solutions"), ("CreateReply", "seed")] {
        let schema = &document["components"]["schemas"][name];
        let names = schema["required"].as_array().unwrap();
        assert!(names.contains(&Value::from(required)), "{schema}");
    }
}

#[tokio::test]
async fn the_page_describes_every_call_without_a_script() {
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
        "games",
        "config",
    ] {
        assert!(
            text.contains(&format!("<code>/api/v1/{call}</code>")),
            "{call}"
        );
    }
    assert!(
        text.contains("curl http://127.0.0.1:7007/api/v1/solve"),
        "{text}"
    );
    assert!(
        !text.contains("<script") && !text.contains("style="),
        "{text}"
    );
    // Every link within the page leads somewhere.
    for link in text.split("href=\"#").skip(1) {
        let id = link.split('"').next().unwrap();
        assert!(text.contains(&format!("id=\"{id}\"")), "{id}");
    }
    let style = get(&server, "/api/api.css").await;
    assert_eq!(style.headers["content-type"], "text/css; charset=utf-8");
    let moved = get(&server, "/api").await;
    assert_eq!(moved.headers["location"], "/api/");
}

#[tokio::test]
async fn there_is_something_at_the_root() {
    let root = get(&server(), "/").await;
    assert_eq!(root.status, 200);
    assert_eq!(root.headers["content-type"], "text/html; charset=utf-8");
}

#[tokio::test]
async fn the_page_is_told_where_the_interface_is() {
    let said = get(&server(), "/host.json").await.fine();
    let api = said["api"].as_str().unwrap();
    let games = get(&server(), &format!("/{api}games")).await;
    assert_eq!(games.status, 200);
}

/// Kinds of problems are places on the page.
#[tokio::test]
async fn the_type_of_a_problem_leads_to_its_description() {
    let server = server();
    let page = get(&server, "/api/").await;
    for answer in [
        get(&server, "/nothing").await,
        ask(&server, "solve", "{").await,
    ] {
        let kind = answer.json()["type"].as_str().unwrap().to_owned();
        let id = kind.strip_prefix("/api/#").unwrap();
        assert!(page.text().contains(&format!("id=\"{id}\"")), "{kind}");
    }
}
