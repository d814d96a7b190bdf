//! The HTTP API gives the same answers as the command line, and `wgs serve` prints its address.

use std::io::{BufRead, BufReader};

use axum::body::{Body, to_bytes};
use axum::http::Request;
use serde_json::{Value, json};
use tower::ServiceExt;
use wgs_server::{Options, Server};

use crate::folder::Folder;
#[cfg(unix)]
use crate::pseudo_terminal::{PseudoTerminal, Streams};
use crate::serve_process::ServeProcess;
use crate::server::block_on;

/// A path of the API.
const GAMES: &str = "/api/v1/games";

/// Returns the exact answer of the API.
pub(crate) fn api(server: &Server, name: &str, body: &Value) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let request = match body {
        Value::Null => Request::get(format!("/api/v1/{name}")),
        _ => Request::post(format!("/api/v1/{name}")),
    };
    let request = request
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .unwrap();
    runtime.block_on(async {
        let response = server.router().oneshot(request).await.unwrap();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        String::from_utf8(bytes.to_vec()).unwrap()
    })
}

/// Returns the one line that the command line prints.
fn printed(folder: &Folder, arguments: &[&str]) -> String {
    let answer = folder.run(arguments);
    assert!(answer.code.is_some_and(|code| code < 2), "{}", answer.err);
    answer.out.trim_end_matches('\n').to_owned()
}

#[test]
fn the_api_gives_the_answers_of_the_command_line() {
    let folder = Folder::new();
    let server = Server::new(Options::default()).unwrap();
    let boggle = "STNDTEIELARSMRTO";
    let wild = "S?NDTE?ELARSMRTO";
    for (name, body, arguments) in [
        (
            "solve",
            json!({"game": "Boggle (New)", "board": boggle}),
            vec!["solve", "Boggle (New)", "--json", "--board", boggle],
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "board": wild}),
            vec!["solve", "Boggle (New)", "--json", "--board", wild],
        ),
        (
            "solve",
            json!({"game": "boggle (new)", "board": " CATS ", "dictionary": "wordnik"}),
            vec![
                "solve",
                "boggle (new)",
                "--json",
                "--board",
                " CATS ",
                "--dictionary",
                "wordnik",
            ],
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "board": boggle, "duplicates": true}),
            vec!["solve-dups", "Boggle (New)", "--json", "--board", boggle],
        ),
        (
            "solve",
            json!({"game": "Ruzzle", "board": "C:H::A;;TSTARINGED", "sort": "score", "limit": 20}),
            vec![
                "solve",
                "Ruzzle",
                "--json",
                "--board",
                "C:H::A;;TSTARINGED",
                "--sort",
                "score",
                "--limit",
                "20",
            ],
        ),
        (
            "solve",
            json!({"game": "Super Big Boggle", "board": "STNDTEIELARSMRTOQuINDTEIELARSMRTOANDTE",
                "regex": "^s.*s$", "min_length": 5, "sort": "length"}),
            vec![
                "solve",
                "Super Big Boggle",
                "--json",
                "--board",
                "STNDTEIELARSMRTOQuINDTEIELARSMRTOANDTE",
                "--regex",
                "^s.*s$",
                "--min-length",
                "5",
                "--sort",
                "length",
            ],
        ),
        (
            "solve",
            json!({"game": "Boggle (New)", "board": boggle, "starts_with": [1, 4], "contains": [6]}),
            vec![
                "solve",
                "Boggle (New)",
                "--json",
                "--board",
                boggle,
                "--starts-with",
                "1",
                "--starts-with",
                "4",
                "--contains",
                "6",
            ],
        ),
        (
            "solve",
            json!({"game": "Spelling Bee", "board": "TACOING"}),
            vec!["solve", "Spelling Bee", "--json", "--board", "TACOING"],
        ),
        (
            "solve",
            json!({"game": "Scrabble Rack", "board": "RETAIN?"}),
            vec!["solve", "Scrabble Rack", "--json", "--board", "RETAIN?"],
        ),
        (
            "score",
            json!({"game": "Big Boggle (2011)", "board": "STNDTEIELARSMRTOSTNDTEIEL"}),
            vec![
                "score",
                "Big Boggle (2011)",
                "--json",
                "--board",
                "STNDTEIELARSMRTOSTNDTEIEL",
            ],
        ),
        (
            "analyze",
            json!({"game": "Wordament", "board": boggle, "strict": true}),
            vec![
                "analyze",
                "Wordament",
                "--json",
                "--strict",
                "--board",
                boggle,
            ],
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "seed": 5}),
            vec!["create", "Boggle (New)", "--json", "--seed", "5"],
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "seed": 5, "words": "80..120", "longest": "7..", "must_contain": ["cat"]}),
            vec![
                "create",
                "Boggle (New)",
                "--json",
                "--seed",
                "5",
                "--words",
                "80..120",
                "--longest",
                "7..",
                "--must-contain",
                "cat",
            ],
        ),
        (
            "create",
            json!({"game": "Scrabble Rack", "seed": 9, "min_words": 100}),
            vec![
                "create",
                "Scrabble Rack",
                "--json",
                "--seed",
                "9",
                "1",
                "100",
            ],
        ),
        (
            "create",
            json!({"game": "Boggle (New)", "seed": 3, "minimize": true}),
            vec![
                "create",
                "Boggle (New)",
                "--json",
                "--seed",
                "3",
                "--minimize",
            ],
        ),
        (
            "check-board",
            json!({"game": "Boggle (New)", "board": boggle}),
            vec!["check-board", "Boggle (New)", "--json", "--board", boggle],
        ),
        (
            "check-board",
            json!({"game": "Boggle (New)", "board": "ZZZZ", "explain": true}),
            vec![
                "check-board",
                "Boggle (New)",
                "--json",
                "--explain",
                "--board",
                "ZZZZ",
            ],
        ),
        (
            "check-word",
            json!({"game": "Boggle (New)", "word": "Quiz!", "explain": true}),
            vec![
                "check-word",
                "Boggle (New)",
                "--json",
                "--explain",
                "--word",
                "Quiz!",
            ],
        ),
        (
            "check-word",
            json!({"game": "Boggle (New)", "words": ["cat", "zzz"], "count": true}),
            vec![
                "check-word",
                "Boggle (New)",
                "--json",
                "--count",
                "--word",
                "cat",
                "--word",
                "zzz",
            ],
        ),
        (
            "scrabblet/deal",
            json!({"seed": 7}),
            vec!["scrabblet", "deal", "--seed", "7", "--json"],
        ),
        (
            "scrabblet/deal",
            json!({"seed": 7, "tiles": 9, "max_vowels": 2, "min_words": 99, "vowels": "aeiouy",
                "rejected": true, "dictionary": "Wordnik", "game": "scrabblet"}),
            "scrabblet deal --seed 7 --tiles 9 --max-vowels 2 --min-words 99 --vowels aeiouy \
             --rejected --json"
                .split_whitespace()
                .collect(),
        ),
        (
            "scrabblet/score",
            json!({"word": " Creepie "}),
            vec!["scrabblet", "score", "--json", "Creepie"],
        ),
        (
            "scrabblet/score",
            json!({"word": "trapzoid", "game": "Scrabblet"}),
            vec!["scrabblet", "score", "--json", "trapzoid"],
        ),
    ] {
        assert_eq!(
            api(&server, name, &body),
            printed(&folder, &arguments),
            "{body}"
        );
    }
}

#[test]
fn the_answers_to_several_boards_are_those_of_the_command_line() {
    let folder = Folder::new();
    let server = Server::new(Options::default()).unwrap();
    let boards = ["STNDTEIELARSMRTO", "CATS", "?ATS"];
    let flags: Vec<&str> = boards.iter().flat_map(|board| ["--board", board]).collect();
    for name in ["solve", "score", "analyze", "check-board"] {
        let body = json!({"game": "Boggle (New)", "boards": boards});
        let arguments = [&[name, "Boggle (New)", "--json"][..], &flags].concat();
        let lines = printed(&folder, &arguments).replace('\n', ",");
        assert_eq!(
            api(&server, name, &body),
            format!("{{\"results\":[{lines}]}}")
        );
    }
    let body = json!({"game": "Boggle (New)", "boards": 3, "seed": 8});
    let lines = printed(
        &folder,
        &["create", "Boggle (New)", "3", "--seed", "8", "--json"],
    );
    let lines = lines.replace('\n', ",");
    assert_eq!(
        api(&server, "create", &body),
        format!("{{\"results\":[{lines}]}}")
    );
    let lines = printed(
        &folder,
        &["scrabblet", "deal", "5", "--seed", "8", "--json"],
    );
    let lines = lines.replace('\n', ",");
    assert_eq!(
        api(&server, "scrabblet/deal", &json!({"hands": 5, "seed": 8})),
        format!("{{\"results\":[{lines}]}}")
    );
    let words = ["trap", "tarps", "xyzzy"];
    let arguments = [&["scrabblet", "score", "--json"], &words[..]].concat();
    let lines = printed(&folder, &arguments).replace('\n', ",");
    assert_eq!(
        api(&server, "scrabblet/score", &json!({"words": words})),
        format!("{{\"results\":[{lines}]}}")
    );
    let lines = printed(&folder, &["games", "--json"]).replace('\n', ",");
    assert_eq!(api(&server, "games", &Value::Null), format!("[{lines}]"));
}

#[test]
fn the_guesses_of_scrabblet_get_the_answers_of_the_command_line() {
    let folder = Folder::new();
    let server = Server::new(Options::default()).unwrap();
    let guesses = [
        "front", "Loot", "trunt", "plot", "loot", "o", "xyzzy", "123",
    ];
    for (penalty, flags) in [(None, &[][..]), (Some(5), &["--penalty", "5"])] {
        for hand in ["RUOLFNT", "ruolfnt", "R?OLFNT"] {
            let start = ["scrabblet", "dealer", "--json", "--hand", hand];
            let arguments = [&start, flags].concat();
            let printed = folder.print_with(&arguments, guesses.join("\n"));
            let mut body = json!({"hand": hand, "guesses": guesses});
            if let Some(penalty) = penalty {
                body["penalty"] = json!(penalty);
            }
            let reply = api(&server, "scrabblet/guess", &body);
            assert_eq!(reply, printed.trim_end(), "{body}");
        }
    }
}

#[test]
fn serve_prints_its_address_and_answers_there() {
    let folder = Folder::new();
    let config = folder.path("wgs.json");
    folder.print(&["config", "init", "wgs.json"]);
    let arguments = ["--config", "wgs.json", "serve", "--port", "0"];
    let mut server = ServeProcess::of(folder.command(&arguments).spawn().unwrap());
    let (second, third) = (server.line(), server.line());
    let answer = block_on(server.address.get("api/v1/games")).unwrap();
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("\"Boggle (New)\""), "{answer:?}");
    assert_eq!(second, "the configuration is wgs.json");
    let token = third.split("#token=").nth(1).unwrap();
    assert!(
        third.contains(&format!("{}solver.html#token=", server.address)),
        "{third}"
    );
    assert_eq!(token.len(), 48);
    assert!(config.is_file());
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server() {
    let folder = Folder::new();
    for signal in ["-TERM", "-HUP"] {
        let mut server = ServeProcess::start(&folder, &[]);
        // A server that answers has begun to catch signals.
        let host = format!("127.0.0.1:{}", server.port);
        assert_eq!(server.status(GAMES, &host), "200");
        server.signal(signal);
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

/// The name of this machine, without its domain.
fn own_name() -> String {
    let printed = std::process::Command::new("uname").arg("-n").output();
    let printed = String::from_utf8(printed.unwrap().stdout).unwrap();
    let name = printed.trim().split('.').next().unwrap();
    name.to_lowercase()
}

#[test]
fn a_server_for_the_network_prints_the_addresses_of_this_machine() {
    let folder = Folder::new();
    let mut server = ServeProcess::start(&folder, &["--lan"]);
    let port = server.port;
    assert_eq!(
        server.address.to_string(),
        format!("http://127.0.0.1:{port}/")
    );
    let host = server.get("/host.json", &format!("127.0.0.1:{port}"));
    let (_, host) = host.split_once("\r\n\r\n").unwrap();
    let host: Value = serde_json::from_str(host).unwrap();
    let addresses: Vec<String> = serde_json::from_value(host["addresses"].clone()).unwrap();
    let mut printed = server.until("the configuration is");
    printed.pop();
    // A machine without a network has none.
    let title = "other devices in the network open one of these addresses:";
    let expected = addresses.iter().map(|address| format!("  {address}"));
    let expected = (!addresses.is_empty())
        .then_some(title.to_owned())
        .into_iter()
        .chain(expected);
    assert_eq!(printed, expected.collect::<Vec<_>>());
    for address in &addresses {
        assert!(address.ends_with(&format!(":{port}/")), "{address}");
        assert!(!address.contains("127.0.0.1"), "{address}");
    }
    let error = folder
        .run(&["serve", "--lan", "--host", "127.0.0.1"])
        .refused(2);
    assert!(error.contains("cannot be used with"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_terminal_shows_the_address_for_others_as_a_qr_code() {
    let folder = Folder::new();
    for (arguments, has_code) in [(["--port", "0"], false), (["--lan", "--port=0"], true)] {
        let command = folder.command(&[&["serve"], &arguments[..]].concat());
        let mut terminal = PseudoTerminal::start(command, Streams::ALL);
        terminal.wait_until(|screen| screen.contains("the configuration is"));
        let _ = terminal.child().kill();
        let (_, screen) = terminal.finish();
        // A machine without a network has no address for others.
        let has_address = screen.contains("other devices in the network open");
        assert_eq!(screen.contains("▀█"), has_code && has_address, "{screen}");
    }
}

#[test]
fn a_server_for_other_machines_answers_requests_for_its_addresses_and_allowed_names() {
    let folder = Folder::new();
    let names = ["--allow-host", "games.example", "--allow-host", "g.example"];
    for (arguments, expected) in [
        (&["--host", "0.0.0.0"][..], ["200", "200", "421", "421"]),
        (
            &[&["--host", "0.0.0.0"], &names[..]].concat(),
            ["200", "200", "200", "421"],
        ),
        // A proxy on this machine.
        (
            &[&["--proxy", "127.0.0.1"], &names[..]].concat(),
            ["200", "421", "200", "421"],
        ),
    ] {
        let server = ServeProcess::start(&folder, arguments);
        let local = format!("127.0.0.1:{}", server.port);
        let hosts = [&local, "10.1.2.3", "Games.example:8080", "evil.example"];
        let found = hosts.map(|host| server.status(GAMES, host));
        assert_eq!(found, expected, "{arguments:?}");
    }
    let name = own_name();
    let server = ServeProcess::start(&folder, &[]);
    for (host, expected) in [
        (name.clone(), "200"),
        (format!("{name}.local:{}", server.port), "200"),
        (format!("{}.LOCAL", name.to_uppercase()), "200"),
        (format!("{name}.evil.example"), "421"),
        (format!("{name}.local.evil.example"), "421"),
        (format!("evil-{name}"), "421"),
    ] {
        assert_eq!(server.status(GAMES, &host), expected, "{host}");
    }
    for name in ["http://games.example", "games.example:80", ""] {
        let arguments = ["serve", "--port", "0", "--allow-host", name];
        let error = folder.run(&arguments).refused(2);
        assert!(error.contains("expected a host name"), "{error}");
    }
    let error = folder.run(&["serve", "--proxy", "here"]).refused(2);
    assert!(error.contains("--proxy"), "{error}");
}

#[test]
fn a_server_below_a_path_prints_it_and_answers_there() {
    let folder = Folder::new();
    let server = ServeProcess::start(&folder, &["--base-path", "/words"]);
    let host = format!("127.0.0.1:{}", server.port);
    assert_eq!(server.status("/words/api/v1/games", &host), "200");
    assert_eq!(server.status("/api/v1/games", &host), "200");
    assert_eq!(server.status("/words", &host), "308");
    assert!(server.address.to_string().ends_with("/words/"));
    for path in ["words", "/a b/", "http://games.example/words/"] {
        let arguments = ["serve", "--port", "0", "--base-path", path];
        let error = folder.run(&arguments).refused(2);
        assert!(error.contains("expected a path such as /words/"), "{error}");
    }
}

#[test]
fn the_health_of_a_server_is_an_exit_code() {
    let folder = Folder::new();
    let server = ServeProcess::start(&folder, &["--base-path", "/words/", "--no-rooms"]);
    let port = server.port.to_string();
    for (arguments, answer) in [
        (vec!["server", "health", "--port", &port], "ok\n"),
        (
            vec!["server", "health", "--ready", "--port", &port],
            "ready\n",
        ),
    ] {
        assert_eq!(folder.print(&arguments), answer);
    }
    drop(server);
    let answer = folder.run(&["server", "health", "--port", &port]);
    assert_eq!(answer.code, Some(1), "{}", answer.err);
    assert!(
        answer.err.contains("no server at 127.0.0.1:"),
        "{}",
        answer.err
    );
}

#[test]
fn a_log_in_json_has_an_object_a_line() {
    let folder = Folder::new();
    let arguments = [
        "serve",
        "--quiet",
        "--port",
        "0",
        "--log",
        "debug",
        "--log-format",
        "json",
    ];
    let mut child = folder
        .command(&arguments)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let log = BufReader::new(child.stderr.take().unwrap());
    let server = ServeProcess::of(child);
    let host = format!("127.0.0.1:{}", server.port);
    assert_eq!(server.status(GAMES, &host), "200");
    let event = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap())
        .find(|event| event["message"] == "answered a request")
        .unwrap();
    assert_eq!(event["level"], "DEBUG");
    assert_eq!(event["path"], "/api/v1/games");
    assert_eq!(event["method"], "GET");
    assert_eq!(event["status"], 200);
    assert!(event["timestamp"].as_str().unwrap().ends_with('Z'));
    drop(server);
    let arguments = ["serve", "--port", "0", "--log-format", "xml"];
    let error = folder.run(&arguments).refused(2);
    assert!(error.contains("expected text or json"), "{error}");
}

#[test]
fn a_port_in_use_is_an_error_that_suggests_another() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let error = Folder::new().run(&["serve", "--port", &port]).refused(2);
    assert!(error.contains(&format!("port {port} is in use")), "{error}");
    assert!(error.contains("--port"), "{error}");
    let error = Folder::new()
        .run(&["serve", "--port", "0", "--log", "loud"])
        .refused(2);
    assert!(error.contains("expected error, warn"), "{error}");
}
