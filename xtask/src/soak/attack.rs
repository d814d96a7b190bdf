//! The attacks: requests that are as expensive as possible, and cheap for the attacker.

use std::io::Write;
use std::thread;
use std::time::Duration;

use super::http::{Client, Outcomes};

/// An attack by many clients.
pub(super) struct Attack {
    pub(super) name: &'static str,
    pub(super) clients: usize,
    /// How many of the clients have the same address.
    pub(super) clients_per_address: usize,
    /// The memory that the server may hold meanwhile, in MiB, if it is more than usual: two searches
    /// may hold 256 each.
    pub(super) max_memory: u64,
    /// The work of each client until the attack ends.
    pub(super) run: fn(Client<'_>) -> Outcomes,
}

pub(super) const ATTACKS: [Attack; 9] = [
    Attack {
        name: "long searches",
        clients: 10,
        clients_per_address: 1,
        max_memory: 0,
        run: create_boards,
    },
    Attack {
        name: "expensive boards",
        clients: 8,
        clients_per_address: 2,
        max_memory: 600,
        run: search_expensive_boards,
    },
    Attack {
        name: "expensive words",
        clients: 4,
        clients_per_address: 2,
        max_memory: 600,
        run: check_expensive_words,
    },
    Attack {
        name: "unread solutions",
        clients: 100,
        clients_per_address: 10,
        max_memory: 0,
        run: leave_solutions,
    },
    Attack {
        name: "unread configuration",
        clients: 150,
        clients_per_address: 150,
        max_memory: 0,
        run: leave_configuration,
    },
    Attack {
        name: "endless requests",
        clients: 100,
        clients_per_address: 100,
        max_memory: 0,
        run: send_slowly,
    },
    Attack {
        name: "many connections",
        clients: 8,
        clients_per_address: 8,
        max_memory: 0,
        run: open_connections,
    },
    Attack {
        name: "clients that go away",
        clients: 8,
        clients_per_address: 4,
        max_memory: 0,
        run: go_away,
    },
    Attack {
        name: "invalid requests",
        clients: 4,
        clients_per_address: 4,
        max_memory: 0,
        run: send_nonsense,
    },
];

/// The size of the configuration in bytes.
pub(super) const CONFIGURATION_SIZE: usize = 3_000_000;

/// The game of [`DICE`].
pub(super) const DICE_GAME: &str = "Dice";

/// Dice with which there are very many ways to split [`WORD`].
pub(super) const DICE: &str = "CbAc, CcBc, Ccc, CbaCAb, Cc, CaAcC, Cb, AcCc, ABcAa, BbaAa, Cb, Ca, \
    AbCcaA, BcCaAac, CbBb, AaBca, BaaAc, BAcb, BabCac, Ca, Cc, Bbc, CbC, CB, Cc, Ab, Cba, Cc, \
    AbaAb, Aa, Bb, Ca, A, Ca, AbAbb, BbaCc, BaCa, A, AaaBa, A, BAccAa, BaBc, Ca, C, Aaa, BCaa, \
    CaAcb, BAbAc, Cc, Ba, BBa, AAa, AcB, C, ABa, AccAbCaa, C, Ca, CC, AaAc";

/// A word that no check of these dice can decide quickly.
const WORD: &str = "cbccaacaaabbccacbccacbbaaaaccbccbbccabcabbacacbbaacbacbbbabbaaaaa\
    baaabccbbbaaccbbabcacabcbabaaacbacacaaccbabbababbabbabc";

/// Nine seconds of work for each request.
fn create_boards(client: Client<'_>) -> Outcomes {
    client.repeat(
        "create",
        r#"{"game": "Boggle (New)", "min_words": 100000, "timeout": 9}"#,
    )
}

/// Boards with very many paths, and with tiles of which each is different.
fn search_expensive_boards(client: Client<'_>) -> Outcomes {
    let multiplied: String = "EEEEAAAASSSSTTTTI???"
        .chars()
        .enumerate()
        .map(|(index, tile)| format!("{}{}{tile}", ":".repeat(index % 9), ";".repeat(index / 5)))
        .collect();
    let wildcards = "?".repeat(16);
    let long_tile = format!("A{}", "a".repeat(900_000));
    let requests = [
        (
            "score",
            format!(r#"{{"game": "7 Little Words", "board": "{multiplied}"}}"#),
        ),
        (
            "solve",
            r#"{"game": "7 Little Words", "board": "AEIOUSTRNLDGHCMPB???",
                "duplicates": true, "limit": 1, "regex": "^xx"}"#
                .to_owned(),
        ),
        (
            "analyze",
            format!(r#"{{"game": "Boggle (New)", "board": "{wildcards}"}}"#),
        ),
        (
            "score",
            format!(r#"{{"game": "Boggle (New)", "board": "{long_tile}"}}"#),
        ),
        (
            "solve",
            r#"{"game": "Spelling Bee", "board": "AEI?STR", "contains": [4]}"#.to_owned(),
        ),
    ];
    send_in_turn(&client, &requests)
}

/// Words that can be split into tiles in very many ways.
fn check_expensive_words(client: Client<'_>) -> Outcomes {
    let body = |word: &str, explain: bool| {
        format!(r#"{{"game": "{DICE_GAME}", "word": "{word}", "explain": {explain}}}"#)
    };
    let requests = [
        ("check-word", body(WORD, false)),
        ("check-word", body(WORD, true)),
        ("check-word", body(&"abc".repeat(300_000), false)),
    ];
    send_in_turn(&client, &requests)
}

/// Asks for a reply of tens of megabytes and never reads it.
fn leave_solutions(client: Client<'_>) -> Outcomes {
    let boards = vec![r#""STNDTEIELARSMRTO""#; 400].join(",");
    let body = format!(r#"{{"game": "Boggle (New)", "boards": [{boards}]}}"#);
    let request = client.request("solve", &body);
    leave_reply(&client, &request)
}

/// Asks for the configuration, which is large, and never reads it.
fn leave_configuration(client: Client<'_>) -> Outcomes {
    let request = client.get("config");
    leave_reply(&client, &request)
}

fn leave_reply(client: &Client<'_>, request: &[u8]) -> Outcomes {
    let mut outcomes = Outcomes::default();
    match client.connect() {
        Err(reason) => outcomes.count(&reason),
        Ok(mut stream) => {
            let sent = stream.write_all(request);
            client.wait();
            outcomes.count(match sent {
                Ok(()) => "not read, on purpose",
                Err(_) => "the server closed the connection",
            });
        }
    }
    outcomes
}

/// Sends a head or a body a byte at a time.
fn send_slowly(client: Client<'_>) -> Outcomes {
    let request = client.request("score", &" ".repeat(100_000));
    let mut outcomes = Outcomes::default();
    while !client.has_ended() {
        let reason = match client.connect() {
            Err(reason) => reason,
            Ok(mut stream) => {
                let mut bytes = request.iter();
                let sent = bytes.try_for_each(|byte| {
                    thread::sleep(Duration::from_millis(200));
                    match client.has_ended() {
                        true => Err(None),
                        false => stream.write_all(&[*byte]).map_err(Some),
                    }
                });
                match sent {
                    Err(Some(_)) => "the server closed the connection",
                    _ => "not sent in full, on purpose",
                }
                .to_owned()
            }
        };
        outcomes.count(&reason);
    }
    outcomes
}

/// Opens as many connections as the server accepts.
fn open_connections(client: Client<'_>) -> Outcomes {
    let mut outcomes = Outcomes::default();
    let mut open = Vec::new();
    while !client.has_ended() {
        match client.connect() {
            Ok(stream) if open.len() < 150 => open.push(stream),
            Ok(_) => thread::sleep(Duration::from_millis(100)),
            Err(reason) => outcomes.count(&reason),
        }
    }
    outcomes.count("left open, on purpose");
    outcomes
}

/// Asks for something long and closes the connection at once.
fn go_away(client: Client<'_>) -> Outcomes {
    let body = format!(
        r#"{{"game": "Boggle (New)", "board": "{}"}}"#,
        "?".repeat(16)
    );
    let request = client.request("analyze", &body);
    let mut outcomes = Outcomes::default();
    while !client.has_ended() {
        let sent = client
            .connect()
            .map(|mut stream| stream.write_all(&request).is_ok());
        match sent {
            Ok(_) => outcomes.count("gone, on purpose"),
            Err(reason) => outcomes.count(&reason),
        }
        thread::sleep(Duration::from_millis(20));
    }
    outcomes
}

/// Sends requests that are not valid.
fn send_nonsense(client: Client<'_>) -> Outcomes {
    let post = |call: &str, body: &str| client.request(call, body);
    let deep = "[".repeat(200_000);
    let requests: [Vec<u8>; 8] = [
        b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n".to_vec(),
        b"GET /api/v1/dictionaries/%ff%fe HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".to_vec(),
        b"GET / HTTP/1.1\r\nhost: elsewhere.example\r\n\r\n".to_vec(),
        b"\x00\x01\x02\x03 / HTTP/9.9\r\n\r\n".to_vec(),
        format!(
            "GET /{} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
            "a".repeat(100_000)
        )
        .into_bytes(),
        post("score", &deep),
        post("nothing", "{}"),
        post("score", r#"{"game": "Boggle (New)", "board": ""#),
    ];
    let mut outcomes = Outcomes::default();
    for request in requests.iter().cycle() {
        if client.has_ended() {
            break;
        }
        outcomes.count_response(client.send(request));
    }
    outcomes
}

/// Sends one request after the other until the attack ends.
fn send_in_turn(client: &Client<'_>, requests: &[(&str, String)]) -> Outcomes {
    let mut outcomes = Outcomes::default();
    for (call, body) in requests.iter().cycle() {
        let response = client.send(&client.request(call, body));
        if client.has_ended() {
            break;
        }
        outcomes.count_response(response);
    }
    outcomes
}
