//! `wgs join`: rooms of `wgs serve` from the terminal.

use std::io::{Read, Write};
use std::process::Child;

use serde_json::{Value, json};
use wgs_play::room::{Dealing, PhaseView, RoomAction, RoomSettings};
use wgs_test_requirement::requires;

use crate::folder::Folder;
use crate::room::{Player, words_of};
use crate::serve_process::ServeProcess;
use crate::tls_proxy::{TlsProxy, make_certificate};

const GAME: &str = "Boggle (New)";

/// A game without points.
const WORD_GAME: &str = "7 Little Words";

/// The board that the owner of a room deals.
const BOARD: &str = "STNDTEIELARSMRTO";

/// A board of the game without points.
const WORD_BOARD: &str = "EsEasGglImEstScrSurSmuSedExoRelNyEesEssCurLinWeeIaErRd";

/// Opens a room whose owner deals the first board.
fn open_room(server: &ServeProcess) -> (Player, String) {
    open_room_for(server, GAME)
}

fn open_room_for(server: &ServeProcess, game: &str) -> (Player, String) {
    let settings = RoomSettings {
        game: game.to_owned(),
        seconds: 600,
        rounds: 2,
        dealing: Dealing::Member,
        ..RoomSettings::default()
    };
    let owner = Player::create_with(&server.address, "Owen", settings);
    let link = format!("{}play.html#room={}", server.address, owner.view().code);
    (owner, link)
}

/// Three words of the board, of four letters.
fn words() -> Vec<String> {
    let words = words_of(GAME, BOARD).into_iter();
    let words: Vec<String> = words.filter(|word| word.len() == 4).take(3).collect();
    assert_eq!(words.len(), 3);
    words
}

/// Waits until this number of players besides the owner are ready, and deals.
fn deal(owner: &mut Player, players: usize) {
    deal_board(owner, players, BOARD);
}

fn deal_board(owner: &mut Player, players: usize, board: &str) {
    owner.until(|room| {
        let ready = room.members.iter().filter(|member| member.is_ready);
        ready.count() == players
    });
    owner.act(RoomAction::Ready(true)).unwrap();
    owner.until(|room| matches!(room.phase, PhaseView::Dealing { .. }));
    owner.act(RoomAction::Deal(Some(board.to_owned()))).unwrap();
}

/// Starts `wgs join` with these lines as its input.
fn start(folder: &Folder, link: &str, name: &str, lines: &str) -> Child {
    let mut child = folder
        .command(&["join", link, "--name", name])
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    child
}

/// Waits for the end of a program that succeeds, and returns its output.
fn finish(mut child: Child) -> String {
    let (mut text, mut errors) = (String::new(), String::new());
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{text}{errors}");
    text
}

#[test]
fn two_programs_play_a_round_and_print_the_same_result() {
    let folder = Folder::new();
    let server = ServeProcess::with_rooms(&folder, ":memory:");
    let (mut owner, link) = open_room(&server);
    let words = words();
    let (own, shared, other) = (&words[0], &words[1], &words[2]);
    let ann = format!("ready\n{own}\n{shared}\nqqqq\n\n").to_lowercase();
    let bob = format!("say hello\nready\n{shared}\n{other}\n").to_lowercase();
    let ann = start(&folder, &link, "Ann", &ann);
    // Players are listed in the order of joining.
    owner.until(|room| room.members.len() == 2);
    let bob = start(&folder, &link, "Bob", &bob);
    deal(&mut owner, 2);
    owner.until(|room| room.report.is_some());
    let (ann, bob) = (finish(ann), finish(bob));
    assert_eq!(owner.view().chat[0].text, "hello");
    for (output, name, lines) in [
        (&ann, "Ann", [format!("{own} counts: 1 point (")]),
        (&bob, "Bob", [format!("{other} counts: 1 point (")]),
    ] {
        let start = format!("You are in room {} as {name}: {GAME}", owner.view().code);
        assert!(output.starts_with(&start), "{output}");
        assert!(output.contains("│ S │ T │ N │ D │"), "{output}");
        for line in lines {
            assert!(output.contains(&line), "{line}: {output}");
        }
    }
    assert!(ann.contains("qqqq is not in the dictionary"), "{ann}");
    let result = |output: &str| {
        let (_, result) = output.split_once("The round is over\n").unwrap();
        // One of them may see the other leave.
        let (result, totals) = result.split_once("After round").unwrap();
        format!("{result}{}", totals.lines().next().unwrap())
    };
    assert_eq!(result(&ann), result(&bob));
    let result = result(&ann);
    for line in [
        "Ann: 2 words, 1 point",
        "Bob: 2 words, 1 point",
        "Ann and Bob win with 1 point each",
        " 1 of 2: Ann 1 point, Bob 1 point",
    ] {
        assert!(result.contains(line), "{line}: {result}");
    }
}

#[test]
fn a_game_without_points_counts_words() {
    let folder = Folder::new();
    let server = ServeProcess::with_rooms(&folder, ":memory:");
    let (mut owner, link) = open_room_for(&server, WORD_GAME);
    let words = words_of(WORD_GAME, WORD_BOARD);
    let ann = format!("ready\n{}\nqqqq\n{}\n\n", words[0], words[1]);
    let ann = start(&folder, &link, "Ann", &ann);
    deal_board(&mut owner, 1, WORD_BOARD);
    owner.until(|room| room.report.is_some());
    let output = finish(ann);
    for line in [
        &format!("{} counts (", words[0]),
        "qqqq is not in the dictionary\n",
        "Ann: 2 words\n",
        "Ann wins with 2 words\n",
        "After round 1 of 2: Ann 2 words",
    ] {
        assert!(output.contains(line), "{line}: {output}");
    }
    assert!(!output.contains("point"), "{output}");
}

#[test]
fn rounds_are_rated_for_the_identity_in_the_data_folder() {
    let (folder, other) = (Folder::new(), Folder::new());
    let server = ServeProcess::with_rooms(&folder, ":memory:");
    let (mut owner, link) = open_room(&server);
    let lines = format!("ready\n{}\n", words()[0]);
    let ann = start(&folder, &link, "Ann", &lines);
    owner.until(|room| room.members.len() == 2);
    let bob = start(&other, &link, "Bob", "ready\n");
    deal(&mut owner, 2);
    owner.until(|room| room.report.is_some());
    let players = &owner.view().report.as_ref().unwrap().players;
    let ids: Vec<String> = players.iter().filter_map(|it| it.player.clone()).collect();
    assert!(matches!(&ids[..], [ann, bob] if ann != bob), "{ids:?}");
    for child in [ann, bob] {
        finish(child);
    }
    let rated = |id: &str| {
        let path = format!("api/v1/players/{id}");
        let reply = server.address.get_blocking(&path).unwrap();
        let reply: Value = serde_json::from_str(&reply.body).unwrap();
        (reply["name"].clone(), reply["rounds"].clone())
    };
    owner.until(|room| !room.ratings.is_empty() && room.members.len() == 1);
    assert_eq!(rated(&ids[0]), (json!("Ann"), json!(1)));
    assert_eq!(rated(&ids[1]), (json!("Bob"), json!(1)));
    // The key belongs to the person, not to the room.
    let ann = start(&folder, &link, "Anna", "quit\n");
    owner.until(|room| {
        let mut players = room.members.iter().filter_map(|it| it.player.as_ref());
        players.any(|player| *player == ids[0])
    });
    finish(ann);
}

#[requires(nginx)]
#[test]
fn a_server_behind_tls_is_joined_if_its_certificate_is_trusted() {
    let folder = Folder::new();
    let server = ServeProcess::with_rooms(&folder, ":memory:");
    let proxy = TlsProxy::start(&folder, &server.address);
    let (mut owner, link) = open_room(&server);
    let (_, page) = link.split_once("/play.html").unwrap();
    let link = format!("https://localhost:{}/play.html{page}", proxy.port);
    let join = |certificates: &str| {
        let mut command = folder.command(&["join", &link, "--name", "Ann"]);
        command.env("SSL_CERT_FILE", folder.path(certificates));
        crate::folder::finish(&mut command, "say hello\n")
    };
    make_certificate(&folder, "other");
    let error = join("other.pem").refused(2);
    assert!(error.contains("invalid peer certificate"), "{error}");
    let output = join(TlsProxy::CERTIFICATE).fine();
    let start = format!("You are in room {} as Ann: {GAME}", owner.view().code);
    assert!(output.starts_with(&start), "{output}");
    owner.until(|room| room.chat.iter().any(|line| line.text == "hello"));
}

#[test]
fn a_room_that_cannot_be_joined_is_an_error() {
    let folder = Folder::new();
    let server = ServeProcess::with_rooms(&folder, ":memory:");
    let address = server.address.to_string();
    for (arguments, part) in [
        (
            &["BDFGHJKL", "--server", &address][..],
            "cannot join the room",
        ),
        (&["HOUSE", "--server", &address], "8 consonants"),
        (&["ftp://games.example/#room=BDFGHJKL"], "https://"),
        (&["BDFGHJKL", "--server", "127.0.0.1:1"], "cannot reach"),
        (&["BDFGHJKL", "--name", " "], "1 to 24 characters"),
    ] {
        let arguments = [&["join"], arguments].concat();
        let error = folder.run(&arguments).refused(2);
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

#[cfg(unix)]
mod screen {
    use wgs_play::room::{PhaseView, RoomAction};

    use super::{BOARD, deal, open_room, words};
    use crate::folder::Folder;
    use crate::screen_game::ScreenGame;
    use crate::serve_process::ServeProcess;

    #[test]
    fn a_match_is_played_on_the_terminal() {
        let folder = Folder::new();
        let server = ServeProcess::with_rooms(&folder, ":memory:");
        let (mut owner, link) = open_room(&server);
        let words = words();
        let mut game = ScreenGame::join(&folder, &[&link, "--name", "Ann"]);
        game.wait_for("0 of 2 players ready");
        game.wait_for(&format!("room {}", owner.view().code));
        game.wait_for("owner, not ready");
        game.press("hello\r");
        owner.until(|room| !room.chat.is_empty());
        owner.act(RoomAction::Chat("hi".to_owned())).unwrap();
        game.wait_for("Owen: hi");
        game.press("\r");
        deal(&mut owner, 1);
        game.wait_for("Round 1 of 2 starts in ");
        game.wait_for("round 1 of 2");
        game.guess(&words[0], &format!("✓ {}: 1 point", words[0]));
        game.guess("qqqq", "✗ qqqq is not in the dictionary");
        game.wait_for("1 of ");
        // The others have no pauses.
        game.press("\u{10}");
        game.guess(&words[1], &format!("✓ {}: 1 point", words[1]));
        game.press("\u{4}");
        game.wait_for("Ann wins with 2 points");
        game.press("\t");
        game.wait_for("Found 2");
        game.press("\r");
        game.wait_for("2 points, 1 win");

        game.wait_for("Round 2 of 2. 0 of 2 players ready");

        // Now it is the program's turn to deal, and the owner plays.
        game.press("\r");
        owner.until(|room| room.members.iter().any(|member| member.is_ready));
        owner.act(RoomAction::Ready(true)).unwrap();
        game.wait_for("You deal");
        game.press(BOARD);
        game.press("\r");
        game.wait_for("You watch this round");
        game.wait_for("Owen");
        owner.until(|room| matches!(room.phase, PhaseView::Playing { .. }));
        owner.act(RoomAction::Guess(words[2].clone())).unwrap();
        owner.act(RoomAction::EndRound).unwrap();
        game.wait_for("Owen wins with 1 point");
        game.press("\u{3}");
        let (code, text) = game.finish();
        assert_eq!(code, Some(130), "{text}");
        assert!(text.contains("Owen: 1 word, 1 point"), "{text}");
        assert!(text.contains("The match: Ann wins with 2 points"), "{text}");
        assert!(text.contains("of 2: Ann 2 points, Owen 1 point"), "{text}");
        owner.until(|room| room.members.len() == 1);
    }

    #[test]
    fn a_lost_connection_comes_back_to_the_same_round() {
        let folder = Folder::new();
        let server = ServeProcess::with_rooms(&folder, "rooms.sqlite");
        let (mut owner, link) = open_room(&server);
        let words = words();
        let mut game = ScreenGame::join(&folder, &[&link, "--name", "Ann"]);
        game.wait_for("0 of 2 players ready");
        game.press("\r");
        deal(&mut owner, 1);
        game.wait_for("round 1 of 2");
        game.guess(&words[0], &format!("✓ {}: 1 point", words[0]));
        let address = server.address.clone();
        drop(server);
        game.wait_for("The connection is lost");
        game.press(&format!("{}\r", words[1]));
        let text = address.to_string();
        let port = text.trim_end_matches('/').rsplit(':').next().unwrap();
        let _server = ServeProcess::with_rooms_on(&folder, "rooms.sqlite", port);
        game.wait_for("2 of ");
        owner = owner.resume(&address);
        game.press("\u{4}");
        game.wait_for("Ann wins with 2 points");
        owner.until(|room| room.report.is_some());
        game.press("\r");
        game.wait_for("2 points, 1 win");
        game.press("\u{1b}");
        let (code, text) = game.finish();
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("Ann: 2 words, 2 points"), "{text}");
        owner.until(|room| room.members.len() == 1);
    }
}
