//! The messages of rooms are what the AsyncAPI document says.

use std::collections::BTreeSet;

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
        "dealing",
        "ended",
        "left",
        "member",
        "owner",
        "rated",
        "seat",
        "settings",
        "started",
        "team-word",
    ] {
        assert!(seen.contains(&*format!("event {event}")), "{event}");
    }
}
