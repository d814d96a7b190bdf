//! The messages of rooms are what the AsyncAPI document says, and the pages in `docs` list all of
//! them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use wgs_client::{RoomSocket, ServerAddress};
use wgs_play::room::message::ServerMessage;
use wgs_play::room::{RoomEvent, RunningRound};

use super::player::{PATIENCE, RoomServer, words_of};
use crate::json_schema::check;

/// A client that compares each message that it sends and receives with the document.
struct CheckedSocket {
    socket: RoomSocket,
    document: Value,
    /// The types of all messages and events so far.
    seen: BTreeSet<String>,
    next_id: u64,
}

impl CheckedSocket {
    async fn connect(server: &RoomServer) -> Self {
        let (status, document) = server.get("/api/v1/asyncapi.json").await;
        assert_eq!(status, 200);
        let address = ServerAddress::from(server.address);
        Self {
            socket: RoomSocket::connect(&address).await.unwrap(),
            document: serde_json::from_str(&document).unwrap(),
            seen: BTreeSet::new(),
            next_id: 1,
        }
    }

    #[track_caller]
    fn check(&mut self, message: &Value) {
        let name = message["type"].as_str().unwrap();
        let pointer = format!("/components/messages/{name}/payload");
        let schema = self.document.pointer(&pointer).unwrap();
        if let Err(error) = check(&self.document, schema, message) {
            panic!("{name}: {error}");
        }
        self.seen.insert(name.to_owned());
        if let Some(event) = message["event"]["type"].as_str() {
            self.seen.insert(format!("event {event}"));
        }
    }

    async fn send(&mut self, message: Value) {
        self.check(&message);
        self.socket.send_text(message.to_string()).await.unwrap();
    }

    async fn receive(&mut self) -> ServerMessage {
        let text = tokio::time::timeout(PATIENCE, self.socket.receive_text());
        let text = text.await.expect("a message arrives soon").unwrap();
        self.check(&serde_json::from_str(&text).unwrap());
        ServerMessage::from_json(&text).unwrap()
    }

    /// Sends the message that enters a room. Returns the code of the room and the member.
    async fn enter(&mut self, message: Value) -> (String, u32, String) {
        self.send(message).await;
        match self.receive().await {
            ServerMessage::Welcome {
                room,
                member,
                token,
                ..
            } => (room.to_string(), member.0, token),
            message => panic!("{message:?}"),
        }
    }

    /// Sends an action, and returns the answer or the refusal.
    async fn act(&mut self, action: Value) -> ServerMessage {
        let sent = self.next_id;
        self.next_id += 1;
        self.send(json!({"type": "act", "id": sent, "action": action}))
            .await;
        loop {
            match self.receive().await {
                message
                @ (ServerMessage::Answer { id, .. } | ServerMessage::Refused { id, .. })
                    if id == sent =>
                {
                    return message;
                }
                _ => {}
            }
        }
    }

    async fn until_started(&mut self) -> RunningRound {
        match self
            .until(|event| matches!(event, RoomEvent::Started { .. }))
            .await
        {
            RoomEvent::Started { round } => round,
            event => panic!("{event:?}"),
        }
    }

    /// Receives messages until one is an event of this kind.
    async fn until(&mut self, is_awaited: impl Fn(&RoomEvent) -> bool) -> RoomEvent {
        loop {
            if let ServerMessage::Event { event, .. } = self.receive().await
                && is_awaited(&event)
            {
                return event;
            }
        }
    }
}

#[tokio::test]
async fn every_message_of_a_match_is_as_the_asyncapi_document_says() {
    let server = RoomServer::new();
    let mut ann = CheckedSocket::connect(&server).await;
    let settings = json!({
        "game": "Boggle (New)", "seconds": 3600, "rounds": 2, "computers": ["easy"],
        "penalty": {"points": 1}, "difficulty": "medium",
    });
    let (room, _, _) = ann
        .enter(json!({
            "type": "create", "version": 1, "name": "Ann", "identity": "a1".repeat(32),
            "settings": settings,
        }))
        .await;
    let mut bob = CheckedSocket::connect(&server).await;
    let (_, member, token) = bob
        .enter(json!({
            "type": "join", "version": 1, "room": room, "name": "Bob",
            "identity": "b2".repeat(32), "is_spectator": false,
        }))
        .await;
    for action in [
        json!({"rename": "Robert"}),
        json!({"chat": "hello"}),
        json!({"watch": true}),
        json!({"watch": false}),
        json!({"ready": true}),
        json!({"ready": false}),
        // These are refused.
        json!({"chat": ""}),
        json!({"deal": null}),
        json!({"deal": "CATS"}),
        json!("end-round"),
        json!({"remove": 7}),
    ] {
        bob.act(action).await;
    }
    ann.act(json!("start")).await;
    ann.until(|event| matches!(event, RoomEvent::Countdown { .. }))
        .await;
    ann.act(json!("end-round")).await;
    ann.act(json!("start")).await;
    let round = ann.until_started().await;
    let word = &words_of(&round)[0];
    for action in [
        json!({"claim": word}),
        json!({"claim": word}),
        json!({"claim": "qqqq"}),
        json!({"claim": "ox"}),
        json!({"claim": "?"}),
        json!({"claim-path": [0, 1, 2]}),
        json!({"claim-path": [0, 15]}),
        json!({"claim-path": [0, 99]}),
    ] {
        ann.act(action).await;
    }
    ann.send(json!({"type": "resync"})).await;
    ann.send(json!({"type": "ping", "sent": 7})).await;
    for player in [&mut ann, &mut bob] {
        player.act(json!("finish")).await;
    }
    let ended = ann
        .until(|event| matches!(event, RoomEvent::Ended { .. }))
        .await;
    let RoomEvent::Ended { report, .. } = ended else {
        unreachable!();
    };
    let mut words = report.words.iter();
    assert!(words.any(|word| word.commonness.is_some()));
    ann.until(|event| matches!(event, RoomEvent::Rated { .. }))
        .await;

    // The second round is played together.
    let mut settings = settings;
    settings["scoring"] = json!("cooperative");
    ann.act(json!({"settings": settings})).await;
    ann.act(json!("start")).await;
    let round = ann.until_started().await;
    ann.act(json!({"claim": words_of(&round)[0]})).await;
    ann.until(|event| matches!(event, RoomEvent::TeamWord { .. }))
        .await;
    ann.act(json!("end-round")).await;
    ann.until(|event| matches!(event, RoomEvent::Ended { .. }))
        .await;

    // The third round is the first of another match. Its board cannot be dealt at first, and then a
    // player deals it.
    settings["size"] = json!("5x99");
    ann.act(json!({"settings": settings})).await;
    ann.act(json!("start")).await;
    ann.until(|event| matches!(event, RoomEvent::DealFailed(_)))
        .await;
    settings["size"] = json!(null);
    settings["dealing"] = json!("member");
    ann.act(json!({"settings": settings})).await;
    ann.act(json!("start")).await;
    let dealing = ann
        .until(|event| matches!(event, RoomEvent::Dealing { .. }))
        .await;
    let RoomEvent::Dealing {
        dealer: Some(dealer),
        number: 1,
    } = dealing
    else {
        panic!("{dealing:?}");
    };
    let dealer = if dealer.0 == member {
        &mut bob
    } else {
        &mut ann
    };
    dealer.act(json!({"deal": "STNDTEIELARSMRTO"})).await;
    let round = ann.until_started().await;
    assert_eq!(round.board, "STNDTEIELARSMRTO");

    // What is stored can be read with the API.
    let (_, openapi) = server.get("/api/v1/openapi.json").await;
    let openapi: Value = serde_json::from_str(&openapi).unwrap();
    let player = report.players[0].player.as_ref().unwrap();
    for (path, call) in [
        (
            format!("/api/v1/rooms/{room}/rounds/1"),
            "/api/v1/rooms/{code}/rounds/{number}",
        ),
        (format!("/api/v1/players/{player}"), "/api/v1/players/{id}"),
    ] {
        let (status, reply) = server.get(&path).await;
        assert_eq!(status, 200, "{reply}");
        let schema = &openapi["paths"][call]["get"]["responses"]["200"]["content"];
        let schema = &schema["application/json"]["schema"];
        let reply = serde_json::from_str(&reply).unwrap();
        if let Err(error) = check(&openapi, schema, &reply) {
            panic!("{path}: {error}");
        }
    }

    let eve = json!({
        "type": "join", "version": 1, "room": room, "name": "Eve", "identity": "e3".repeat(32),
    });
    let (_, stranger, _) = CheckedSocket::connect(&server).await.enter(eve).await;
    ann.act(json!({"remove": stranger})).await;
    ann.send(json!({"type": "resync"})).await;
    let removed = loop {
        if let ServerMessage::Snapshot { view, .. } = ann.receive().await {
            break view.removed;
        }
    };
    assert_eq!(removed[0].name, "Eve");
    ann.act(json!({"readmit": removed[0].player})).await;
    ann.act(json!({"hand-over": member})).await;
    let CheckedSocket { seen, socket, .. } = bob;
    drop(socket);
    let mut bob = CheckedSocket::connect(&server).await;
    bob.enter(json!({"type": "resume", "version": 1, "room": room, "token": token}))
        .await;
    bob.act(json!("end-round")).await;
    bob.act(json!({"remove": 1})).await;
    bob.act(json!("leave")).await;
    for player in [&mut ann, &mut bob] {
        while !matches!(player.receive().await, ServerMessage::Closed { .. }) {}
    }
    let seen = seen.iter().chain(&ann.seen).chain(&bob.seen);
    let seen: BTreeSet<&str> = seen.map(String::as_str).collect();
    for name in [
        "act", "answer", "closed", "create", "event", "join", "ping", "pong", "refused", "resume",
        "resync", "snapshot", "welcome",
    ] {
        assert!(seen.contains(name), "{name}");
    }
    for event in [
        "chat",
        "countdown",
        "countdown-stopped",
        "deal-failed",
        "dealing",
        "ended",
        "left",
        "member",
        "owner",
        "rated",
        "readmitted",
        "seat",
        "settings",
        "started",
        "team-word",
    ] {
        assert!(seen.contains(&*format!("event {event}")), "{event}");
    }
}

/// A page in `docs`.
fn documentation(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    fs::read_to_string(path.join(name)).unwrap()
}

/// The first cells of the tables in the section with this heading.
fn table(page: &str, heading: &str) -> Vec<String> {
    let (_, section) = page.split_once(&format!("{heading}\n")).unwrap();
    let section = section.split("\n#").next().unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| row.split(" |").next().unwrap().to_owned())
        .collect()
}

/// The names of the variants of a schema: of strings, of objects with one field, or of objects with
/// a type.
fn variants(document: &Value, name: &str) -> BTreeSet<String> {
    let schema = &document["components"]["schemas"][name];
    let variants = schema["oneOf"].as_array().unwrap().iter();
    // The fields of a variant may be those of a type that has a separate schema.
    let tagged = |variant: &Value| {
        let parts = variant["allOf"].as_array()?;
        let part = parts.iter().find(|it| it["properties"]["type"].is_object());
        part.cloned()
    };
    let name = |variant: &Value| match &tagged(variant).as_ref().unwrap_or(variant)["properties"] {
        Value::Object(fields) if fields.contains_key("type") => {
            fields["type"]["enum"][0].as_str().unwrap().to_owned()
        }
        Value::Object(fields) => fields.keys().next().unwrap().clone(),
        _ => variant["enum"][0].as_str().unwrap().to_owned(),
    };
    variants.map(name).collect()
}

#[tokio::test]
async fn the_pages_list_every_action_every_event_and_every_call() {
    let server = RoomServer::new();
    let (_, document) = server.get("/api/v1/asyncapi.json").await;
    let document: Value = serde_json::from_str(&document).unwrap();
    let page = documentation("rooms.md");
    let rows = table(&page, "### What a player does");
    let actions = rows.iter().map(|row| row.split('"').nth(1).unwrap());
    let actions: BTreeSet<String> = actions.map(str::to_owned).collect();
    assert_eq!(actions, variants(&document, "RoomAction"));

    let rows = table(&page, "### What happens in the room");
    let events = rows.iter().flat_map(|row| row.split(", "));
    let events: BTreeSet<String> = events.map(|it| it.replace('`', "")).collect();
    assert_eq!(events, variants(&document, "RoomEvent"));

    let (_, document) = server.get("/api/v1/openapi.json").await;
    let document: Value = serde_json::from_str(&document).unwrap();
    let rows = table(&documentation("api.md"), "# The HTTP API");
    let calls: BTreeSet<&str> = rows
        .iter()
        .flat_map(|row| row.split([',', ' ', '`']))
        .filter(|word| !word.is_empty() && !["GET", "POST", "PUT"].contains(word))
        .collect();
    let paths = document["paths"].as_object().unwrap().keys();
    let paths: Vec<String> = paths
        .filter_map(|path| path.strip_prefix("/api/v1/"))
        .map(|path| {
            let parts = path.split('/').map(|part| match part {
                "{code}" => "CODE",
                "{number}" => "N",
                "{id}" => "ID",
                "{name}" => "NAME",
                part => part,
            });
            parts.collect::<Vec<_>>().join("/")
        })
        .collect();
    assert_eq!(calls, paths.iter().map(String::as_str).collect());
}
