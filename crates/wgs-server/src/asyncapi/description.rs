//! Generates the AsyncAPI document from the types that the server reads and writes.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use utoipa::OpenApi;
use wgs_play::room::message::{ClientMessage, ServerMessage};

use crate::openapi::description::check_file;

/// Collects the schemas of all messages.
#[derive(OpenApi)]
#[openapi(components(schemas(ClientMessage, ServerMessage)))]
struct MessageSchemas;

fn build() -> Value {
    let schemas = serde_json::to_value(MessageSchemas::openapi());
    let mut schemas = schemas.expect("the schemas are valid JSON")["components"]["schemas"].take();
    let mut messages = Map::new();
    let mut operation = |kind: &str, action: &str, summary: &str| {
        let variants = schemas[kind]["oneOf"].take();
        let mut references = Vec::new();
        for variant in variants.as_array().into_iter().flatten() {
            let name = variant["properties"]["type"]["enum"][0].as_str();
            let name = name.unwrap_or_default().to_owned();
            references.push(json!({"$ref": format!("#/channels/room/messages/{name}")}));
            let message = json!({
                "name": name,
                "summary": variant["description"],
                "contentType": "application/json",
                "payload": variant,
            });
            messages.insert(name, message);
        }
        if let Some(schemas) = schemas.as_object_mut() {
            schemas.remove(kind);
        }
        json!({
            "action": action,
            "channel": {"$ref": "#/channels/room"},
            "summary": summary,
            "messages": references,
        })
    };
    let receive = operation("ClientMessage", "receive", "What a client sends.");
    let send = operation("ServerMessage", "send", "What the server sends.");
    let named = messages.keys();
    let named = named.map(|name| {
        let reference = format!("#/components/messages/{name}");
        (name.clone(), json!({"$ref": reference}))
    });
    let named: Map<String, Value> = named.collect();
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "wgs rooms",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Rooms in which people and programs play rounds together. A client opens \
                a WebSocket and sends `create`, `join` or `resume`; the server answers with \
                `welcome` or `closed`. Every frame is one JSON object as text.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "room": {
                "address": "/api/v1/rooms/socket",
                "description": "One connection belongs to one member of one room.",
                "messages": named,
                "bindings": {"ws": {"method": "GET"}},
            },
        },
        "operations": {"receiveFromClient": receive, "sendToClient": send},
        "components": {"messages": messages, "schemas": schemas},
    })
}

#[test]
fn the_asyncapi_document_in_the_repository_is_up_to_date() {
    check_file("asyncapi/asyncapi.json", super::document(), &build());
}

/// Calls a function with every object.
fn visit(value: &Value, found: &mut impl FnMut(&Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            found(object);
            object.values().for_each(|value| visit(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| visit(value, found)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_message_is_described() {
    let document = build();
    visit(&document, &mut |object| {
        if let Some(Value::String(reference)) = object.get("$ref") {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
    });
    let messages = document["components"]["messages"].as_object().unwrap();
    let names: BTreeSet<&str> = messages.keys().map(String::as_str).collect();
    let expected = [
        "act", "answer", "closed", "create", "event", "join", "ping", "pong", "refused", "resume",
        "resync", "snapshot", "welcome",
    ];
    assert_eq!(names, BTreeSet::from(expected));
    for (name, message) in messages {
        assert!(message["summary"].is_string(), "{name}");
        let tag = &message["payload"]["properties"]["type"]["enum"];
        assert_eq!(*tag, json!([name]));
    }
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for name in [
        "RoomView",
        "RoomEvent",
        "RoomSettings",
        "RoundReport",
        "RoomAction",
    ] {
        assert!(schemas.contains_key(name), "{name}");
    }
}

#[test]
fn every_action_is_described() {
    use wgs_play::room::{MemberId, RoomAction};

    let member = MemberId(2);
    let actions = [
        RoomAction::Guess(String::new()),
        RoomAction::GuessPath(Vec::new()),
        RoomAction::Finish,
        RoomAction::Ready(true),
        RoomAction::Watch(true),
        RoomAction::Rename(String::new()),
        RoomAction::Chat(String::new()),
        RoomAction::Deal(None),
        RoomAction::Start,
        RoomAction::EndRound,
        RoomAction::Settings(Box::default()),
        RoomAction::Remove(member),
        RoomAction::Readmit(String::new()),
        RoomAction::HandOver(member),
        RoomAction::Leave,
    ];
    let names = actions.map(|action| {
        // A new action does not compile here until it is in the list above.
        match action {
            RoomAction::Guess(_)
            | RoomAction::GuessPath(_)
            | RoomAction::Finish
            | RoomAction::Ready(_)
            | RoomAction::Watch(_)
            | RoomAction::Rename(_)
            | RoomAction::Chat(_)
            | RoomAction::Deal(_)
            | RoomAction::Start
            | RoomAction::EndRound
            | RoomAction::Settings(_)
            | RoomAction::Remove(_)
            | RoomAction::Readmit(_)
            | RoomAction::HandOver(_)
            | RoomAction::Leave => {}
        }
        match serde_json::to_value(action).unwrap() {
            Value::String(name) => name,
            Value::Object(object) => object.keys().next().unwrap().clone(),
            other => panic!("{other}"),
        }
    });
    let document = build();
    let schema = &document["components"]["schemas"]["RoomAction"];
    let variants = schema["oneOf"].as_array().unwrap().iter();
    let described = variants.map(|variant| match &variant["properties"] {
        Value::Object(properties) => properties.keys().next().unwrap().clone(),
        _ => variant["enum"][0].as_str().unwrap().to_owned(),
    });
    assert_eq!(described.collect::<Vec<_>>(), names);
}

#[test]
fn messages_are_as_described() {
    let document = build();
    for text in [
        r#"{"type":"ping","sent":1}"#,
        r#"{"type":"resync"}"#,
        r#"{"type":"resume","version":1,"room":"BDFGHJKL","token":"x"}"#,
        r#"{"type":"act","id":7,"action":{"claim":"house"}}"#,
    ] {
        let message = ClientMessage::from_json(text).unwrap();
        let written: Value = serde_json::from_str(&message.to_json()).unwrap();
        let name = written["type"].as_str().unwrap();
        let payload = &document["components"]["messages"][name]["payload"];
        let properties = payload["properties"].as_object().unwrap();
        let fields = written.as_object().unwrap();
        assert!(
            fields.keys().all(|field| properties.contains_key(field)),
            "{text}"
        );
        let required = payload["required"].as_array().unwrap();
        let mut required = required.iter().filter_map(Value::as_str);
        assert!(required.all(|field| fields.contains_key(field)), "{text}");
    }
}
