//! `wgs scrabblet`, after the paper "Wordgames" by Srini (2022): games through a pipe, lists of
//! words, and scores.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;

use serde_json::{Value, json};
use wgs_test_requirement::requires;

use crate::folder::{Folder, ProgramOutput, shared};
#[cfg(unix)]
use crate::pseudo_terminal::{PseudoTerminal, Streams};

/// Words of the paper's transcripts, and some more.
const WORDS: &str = "creepie creepier crap tarp trap trapezoid twitter scrabble scribble price \
    front loot loft troll turf turn plot flout floor runt a on not hand abba cab decaf \
    uncopyrightable dermatoglyphics";

/// The word list of the original program.
fn twl06() -> PathBuf {
    shared("wordlists/dictionary-twl06.txt")
}

/// Runs `wgs scrabblet` with the words above.
fn scrabblet(arguments: &[&str], input: &str) -> ProgramOutput {
    let arguments = [&["scrabblet", "-d", "words.txt"], arguments].concat();
    Folder::with_words(WORDS).run_with(&arguments, input)
}

/// Plays with a hand through a pipe.
fn play(arguments: &[&str], lines: &[&str]) -> String {
    let arguments = [&["dealer", "--hand", "RUOLFNT"], arguments].concat();
    scrabblet(&arguments, &(lines.join("\n") + "\n")).fine()
}

#[test]
fn words_have_the_scores_and_signatures_of_the_paper() {
    let words = [
        ("CREEPIE", "11", "4089745"),
        ("CRAP", "8", "32330"),
        ("TARP", "6", "459086"),
        ("TRAP", "6", "459086"),
        ("TRAPEZOID", "21", "3859507079582"),
        ("TWITTER", "10", "90946669"),
        ("SCRABBLE", "14", "49902270"),
        ("SCRIBBLE", "14", "573876105"),
        // The last two need more than 64 bits.
        ("uncopyrightable", "28", "297968931448448811870"),
        ("dermatoglyphics", "29", "608436294236192227190"),
    ];
    let line = |(word, score, signature): &(&str, &str, &str)| {
        format!("{word} score {score} signature {signature}\n")
    };
    let expected: String = words.iter().map(line).collect();
    let words: Vec<&str> = words.iter().map(|(word, ..)| *word).collect();
    let printed = scrabblet(&[&["score"], &words[..]].concat(), "").fine();
    assert_eq!(printed, expected);
    // The same from a pipe, up to an empty line.
    let printed = scrabblet(&["score"], &(words.join("\n") + "\n\nTRAP\n")).fine();
    assert_eq!(printed, expected);
}

#[test]
fn a_word_that_does_not_count_is_reported_and_the_exit_code_is_1() {
    let answer = scrabblet(&["score", "TRAPZOID", "a", "TRAP"], "");
    assert_eq!(answer.code, Some(1));
    assert_eq!(
        answer.out,
        "TRAPZOID is not in the dictionary\n\
         a is too short: words have at least 2 letters\n\
         TRAP score 6 signature 459086\n"
    );
}

#[test]
fn anagrams_consist_of_the_same_letters() {
    let printed = scrabblet(&["anagrams", "CRPEI"], "").fine();
    let expected = "CRPEI signature 4089745\nCREEPIE\nCREEPIER\nPRICE\n";
    assert_eq!(printed, expected);
    let printed = scrabblet(&["anagrams", "xyz"], "").fine();
    assert_eq!(printed, "xyz signature 871933\n");
}

#[test]
fn a_player_lists_every_word_and_the_total() {
    let printed = scrabblet(&["player", "abcdef"], "").fine();
    assert_eq!(
        printed,
        "ABBA     8\nCAB      7\nDECAF   11\n3 words, 26 points\n"
    );
    // A blank stands for one letter in each word, and scores nothing.
    let printed = scrabblet(&["player", "AB?"], "").fine();
    assert_eq!(printed, "ABBA    8\nCAB     4\n2 words, 12 points\n");
    let printed = scrabblet(&["player", "xyz"], "").fine();
    assert_eq!(printed, "0 words, 0 points\n");
}

#[test]
fn subsets_have_signatures_and_the_words_that_use_exactly_their_letters() {
    let words = |arguments: &[&str]| {
        let arguments = [&["scrabblet", "-d", "words.txt", "subsets"], arguments].concat();
        Folder::with_words("able label abba ab at tea bee").run(&arguments)
    };
    let printed = words(&["ABL"]).fine();
    assert_eq!(
        printed,
        "A signature 2\nB signature 3\nAB signature 6\n  AB\n  ABBA\nL signature 37\n\
         AL signature 74\nBL signature 111\nABL signature 222\n\
         7 subsets, 1 with words, 2 words\n"
    );
    let printed = words(&["ablet", "--words"]).fine();
    assert_eq!(
        printed,
        "AB signature 6\n  AB\n  ABBA\nBE signature 33\n  BEE\nABLE signature 2442\n  ABLE\n  LABEL\n\
         AT signature 142\n  AT\nAET signature 1562\n  TEA\n31 subsets, 5 with words, 7 words\n"
    );
    let printed = words(&["A?", "--json"]).fine();
    let replies: Vec<Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        replies,
        [
            json!({ "letters": "A", "signature": "2", "words": [] }),
            json!({ "letters": "?", "signature": "1", "words": [] }),
            json!({ "letters": "A?", "signature": "2", "words": ["AB", "ABBA", "AT"] }),
        ]
    );
    for (letters, message) in [
        ("", "the hand has no letters"),
        ("a!", "is not a hand"),
        ("ï", "no word of the dictionary has the letter Ï"),
    ] {
        let error = words(&[letters]).refused(2);
        assert!(error.contains(message), "{letters}: {error}");
    }
}

#[test]
fn a_long_list_of_subsets_ends_at_the_time_limit() {
    let arguments = ["subsets", "abcdefghijklmnopqrstuvwxyz", "--words"];
    let arguments = [&arguments[..], &["--timeout", "0.2"]].concat();
    let answer = scrabblet(&arguments, "");
    assert_eq!(answer.code, Some(124), "{}", answer.err);
    assert!(
        answer.err.contains("the list is incomplete"),
        "{}",
        answer.err
    );
}

#[test]
fn hands_are_dealt_without_a_game() {
    let folder = Folder::new();
    let deal = |arguments: &[&str]| {
        let arguments = [&["scrabblet", "deal", "--seed", "5"], arguments].concat();
        folder.print(&arguments)
    };
    let hands = deal(&["20"]);
    assert_eq!(hands.lines().count(), 20);
    assert_eq!(
        deal(&["3"]),
        hands.split_inclusive('\n').take(3).collect::<String>()
    );
    // The first hand is the one that `dealer` plays with.
    let first = hands.lines().next().unwrap();
    let game = folder.print(&["scrabblet", "dealer", "--seed", "5"]);
    assert!(game.contains(&format!("Your hand is {first}; ")), "{game}");
    for hand in hands.lines() {
        let vowels = hand.chars().filter(|letter| "AEIOU".contains(*letter));
        assert!(vowels.count() <= 3 && hand.chars().count() == 7, "{hand}");
    }
    // As in section 2.4.4 of the paper.
    let all = deal(&["20", "--rejected"]);
    let (rejected, dealt): (Vec<&str>, Vec<&str>) = all
        .lines()
        .partition(|line| line.contains(" was rejected: "));
    assert_eq!(dealt.join("\n") + "\n", hands);
    assert!(
        rejected
            .iter()
            .any(|line| line.ends_with(" vowels, expected at most 3")),
        "{all}"
    );
    let replies: Vec<Value> = deal(&["20", "--rejected", "--json"])
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut lines = Vec::new();
    for reply in &replies {
        for hand in reply["rejected"].as_array().unwrap() {
            let (hand, reason) = (hand["hand"].as_str(), hand["reason"].as_str());
            lines.push(format!(
                "{} was rejected: {}",
                hand.unwrap(),
                reason.unwrap()
            ));
        }
        lines.push(reply["hand"].as_str().unwrap().to_owned());
        assert!(reply["words"].as_u64() >= Some(10), "{reply}");
        assert!(
            reply["points"].as_u64() > reply["words"].as_u64(),
            "{reply}"
        );
        assert_eq!(reply["seed"], 5);
    }
    assert_eq!(lines.join("\n") + "\n", all);
    let nine = deal(&["2", "--tiles", "9", "--max-vowels", "2", "--json"]);
    assert!(!nine.contains("rejected"), "{nine}");
    for (arguments, message) in [
        (&["0"][..], "expected a whole number, at least 1"),
        (
            &[
                "--max-vowels",
                "0",
                "--vowels",
                "abcdefghijklmnopqrstuvwxyz",
            ],
            "hand 1: cannot deal a hand of \"Scrabblet\": none of 1000 hands was suitable",
        ),
        (&["--tiles", "200"], "the hand has 200 letters"),
    ] {
        let arguments = [&["scrabblet", "deal", "--seed", "5"], arguments].concat();
        let error = folder.run(&arguments).refused(2);
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn a_game_can_be_printed_as_json() {
    let lines = [
        "loot", "score", "trunt", "plot", "LOOT", "o", "hint", "word on",
    ];
    let printed = play(&["--json", "--penalty", "3"], &lines);
    let reply: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(
        reply,
        json!({
            "hand": "RUOLFNT", "words": 11, "points": 60,
            "guesses": [
                { "word": "loot", "valid": true, "score": 4, "positions": [4, 3, 3, 7] },
                { "word": "trunt", "valid": false, "reason": "not in the dictionary", "penalty": 3 },
                { "word": "plot", "valid": false,
                  "reason": "a word, but the hand has no P" },
                { "word": "LOOT", "valid": false, "reason": "already found" },
                { "word": "o", "valid": false, "reason": "too short: words have at least 2 letters" },
                { "word": "on", "valid": true, "score": 2, "positions": [3, 6] },
            ],
            "found": 2, "score": 3,
        })
    );
}

#[cfg(unix)]
#[test]
fn on_a_terminal_score_asks_for_one_word_after_another() {
    let folder = Folder::with_words(WORDS);
    let command = folder.command(&["--color", "never", "scrabblet", "-d", "words.txt", "score"]);
    let mut terminal = PseudoTerminal::start(command, Streams::ALL);
    let prompts = |number: usize| move |screen: &str| screen.matches("Word > ").count() == number;
    terminal.wait_until(prompts(1));
    terminal.enter("CREEPIE\n");
    terminal.wait_until(prompts(2));
    terminal.enter("TRAPZOID\n");
    terminal.wait_until(prompts(3));
    terminal.enter("\n");
    let (code, screen) = terminal.finish();
    assert_eq!(code, Some(1), "one word is not in the dictionary: {screen}");
    assert_eq!(
        screen.replace("\r\n", "\n"),
        "wgs: 29 words loaded; an empty line quits\n\
         Word > CREEPIE\nCREEPIE score 11 signature 4089745\n\
         Word > TRAPZOID\nTRAPZOID is not in the dictionary\n\
         Word > \n"
    );
}

#[cfg(unix)]
#[test]
fn on_a_terminal_score_asks_for_more_words_after_those_of_the_command_line() {
    let folder = Folder::with_words(WORDS);
    let arguments = [
        "--color",
        "never",
        "-q",
        "scrabblet",
        "-d",
        "words.txt",
        "score",
        "CREEPIE",
    ];
    let mut terminal = PseudoTerminal::start(folder.command(&arguments), Streams::ALL);
    terminal.wait_until(|screen| screen.ends_with("Word > "));
    terminal.enter("TRAPZOID\n");
    terminal.wait_until(|screen| screen.matches("Word > ").count() == 2);
    terminal.enter("\n");
    let (code, screen) = terminal.finish();
    assert_eq!(code, Some(1), "one word is not in the dictionary: {screen}");
    assert_eq!(
        screen.replace("\r\n", "\n"),
        "CREEPIE score 11 signature 4089745\n\
         Word > TRAPZOID\nTRAPZOID is not in the dictionary\nWord > \n"
    );
    // A pipe is not read if there are words.
    let arguments = ["scrabblet", "-d", "words.txt", "score", "CREEPIE"];
    assert_eq!(
        folder.print_with(&arguments, "TRAPZOID\n").lines().count(),
        1
    );
}

#[test]
fn replies_have_these_fields() {
    let reply = |arguments: &[&str]| -> Vec<Value> {
        let answer = scrabblet(arguments, "");
        let lines = answer.out.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    assert_eq!(
        reply(&["player", "ab?", "--json"]),
        [
            json!({ "board": "ab?", "words": 2, "points": 12, "solutions": [
            { "word": "ABBA", "score": 8, "letter_points": 8, "word_multiplier": 1,
              "length_bonus": 0, "length": 4, "positions": [1, 2, 2, 1] },
            { "word": "CAB", "score": 4, "letter_points": 4, "word_multiplier": 1,
              "length_bonus": 0, "length": 3, "positions": [3, 1, 2] },
        ] })
        ]
    );
    assert_eq!(
        reply(&["score", "--json", "trap", "trapz"]),
        [
            json!({ "word": "trap", "valid": true, "score": 6, "signature": "459086" }),
            json!({ "word": "trapz", "valid": false, "reason": "not in the dictionary" }),
        ]
    );
    assert_eq!(
        reply(&["anagrams", "--json", "parts"]),
        [json!({ "letters": "parts", "signature": "30758762", "words": [] })]
    );
    assert_eq!(
        reply(&["anagrams", "--json", "part"]),
        [json!({ "letters": "part", "signature": "459086", "words": ["TARP", "TRAP"] })]
    );
}

/// The transcript in section 2.4.5 of the paper: lines and parts of the answers.
const TRANSCRIPT: [(&str, &str); 24] = [
    ("front", "front is a word"),
    ("loot", "loot is a word"),
    ("loft", "loft is a word"),
    ("troll", "troll is a word"),
    ("score", "24 points, 4 of"),
    ("turf", "turf is a word"),
    ("turn", "turn is a word"),
    ("trunt", "trunt is not in the dictionary"),
    ("show", "FRONT\nLOOT\nLOFT\nTROLL\nTURF\nTURN\n"),
    ("hand", "RUOLFNT"),
    (
        "plot",
        "plot is a word, but these letters are not in your hand: P",
    ),
    ("flout", "flout is a word"),
    ("score", "43 points, 7 of"),
    ("floor", "floor is a word"),
    ("front", "you have already guessed front"),
    ("loft", "you have already guessed loft"),
    ("", "Type a word, or help"),
    ("runt", "runt is a word"),
    ("score", "55 points, 9 of"),
    (
        "word hand",
        "hand is a word, but these letters are not in your hand: H, A, D",
    ),
    ("not a word", "Type one word at a time"),
    ("help", "a word that is also a command"),
    ("hint", "letters begins with"),
    ("QUIT", "Your result: 55 points, 9 of"),
];

#[track_caller]
fn check_transcript(printed: &str) {
    let mut rest = printed;
    for (typed, answer) in TRANSCRIPT {
        let prompt = format!("Word > {typed}\n");
        let (before, after) = rest.split_once(&prompt).expect(typed);
        assert!(!before.contains("Word > "), "{typed}: {printed}");
        let shown = after.split("Word > ").next().unwrap();
        assert!(shown.contains(answer), "{typed}: {printed}");
        rest = after;
    }
}

#[test]
fn the_game_of_the_paper_has_the_same_answers() {
    let lines = TRANSCRIPT.map(|(typed, _)| typed);
    let printed = play(&["--penalty", "0"], &lines);
    assert!(
        printed
            .starts_with("29 words loaded\nYour hand is RUOLFNT; you can make 11 words from it\n"),
        "{printed}"
    );
    check_transcript(&printed);
}

#[requires(shared_data)]
#[test]
fn the_figures_of_the_paper_are_reproduced_with_its_word_list() {
    let list = twl06();
    let list = list.to_str().unwrap();
    let ask = |arguments: &[&str], input: &str| {
        let arguments = [&["scrabblet", "-d", list, "--original-loading"], arguments].concat();
        Folder::new().run_with(&arguments, input)
    };
    let lines = TRANSCRIPT.map(|(typed, _)| typed).join("\n");
    let printed = ask(&["dealer", "--hand", "RUOLFNT", "--penalty", "0"], &lines).fine();
    assert!(printed.starts_with("161524 words loaded\n"), "{printed}");
    check_transcript(&printed);
    let printed = ask(&["player", "abcdef"], "").fine();
    assert!(printed.ends_with("\n54 words, 526 points\n"), "{printed}");
    for line in ["ABBA       8", "EFFACED   16", "DEFACE    12"] {
        assert!(
            printed.lines().any(|found| found == line),
            "{line}: {printed}"
        );
    }
    let printed = ask(&["anagrams", "CRPEI"], "").fine();
    assert_eq!(
        printed.split_whitespace().skip(3).collect::<Vec<_>>(),
        [
            "CREEPIE",
            "CREEPIER",
            "CREPIER",
            "CRIPE",
            "EPEIRIC",
            "PIECER",
            "PIERCE",
            "PIERCER",
            "PRECIPE",
            "PRECIPICE",
            "PREPRICE",
            "PRICE",
            "PRICER",
            "PRICIER",
            "RECIPE",
            "REPRICE"
        ]
    );
    let printed = ask(&["anagrams", "ABLE"], "").fine();
    assert_eq!(
        printed,
        "ABLE signature 2442\nABELE\nABLE\nBABBLE\nBABEL\nBALE\nBLAE\nLABEL\nLABELABLE\nLABELLA\n"
    );
    let answer = ask(&["score", "SCRUBBLE", "SCROBBLE", "TRAPZOID"], "");
    assert_eq!(answer.out.matches(" is not in the dictionary\n").count(), 3);
    // Without the rule nothing is dropped.
    let all = ["scrabblet", "-d", list, "dealer", "--hand", "RUOLFNT"];
    let printed = Folder::new().print_with(&all, "on\n");
    assert!(printed.starts_with("178691 words loaded\n"), "{printed}");
    assert!(printed.contains("on is a word: 2 points"), "{printed}");
}

#[test]
fn a_wrong_guess_costs_the_score_of_its_tiles_or_the_penalty() {
    for (arguments, lost) in [
        (&[][..], Some(5)),
        (&["--penalty", "3"], Some(3)),
        (&["--penalty", "0"], None),
    ] {
        let printed = play(arguments, &["loot", "trunt", "plot", "loot", "x", "score"]);
        let expected = match lost {
            Some(lost) => format!("trunt is not in the dictionary: you lose {lost} points\n"),
            None => "trunt is not in the dictionary\n".to_owned(),
        };
        assert!(printed.contains(&expected), "{printed}");
        let score = 4 - lost.unwrap_or(0);
        let points = if score == 1 { "point" } else { "points" };
        let last = format!("Your result: {score} {points}, 1 of 11 words\n");
        assert!(printed.ends_with(&last), "{printed}");
    }
}

#[test]
fn every_guess_gets_its_exact_verdict() {
    let printed = play(&[], &["o", "at", "tot", "on", "ON", "plot"]);
    for reason in [
        "o is too short: words have at least 2 letters\n",
        "at is not in the dictionary: you lose 2 points\n",
        "tot is not in the dictionary: you lose 3 points\n",
        "on is a word: 2 points\n",
        "you have already guessed ON\n",
        "plot is a word, but these letters are not in your hand: P\n",
    ] {
        assert!(printed.contains(reason), "{reason}{printed}");
    }
    // With the original rule there are no words of three letters or fewer.
    let printed = play(&["--original-loading"], &["on"]);
    let reason = "on is too short: words have at least 4 letters\n";
    assert!(printed.contains(reason), "{printed}");
    // A grid where not all tiles are neighbours, and each is used once.
    let folder = Folder::with_words("cat act cats cast scat");
    let arguments = "scrabblet -d words.txt --game Scramble dealer --hand CATS";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let printed = folder.print_with(&arguments, "cats\nscat\ncast\n");
    for reason in [
        "cats is a word: ",
        "scat is a word, but has no path on the board\n",
        "cast is a word, but has no path on the board\n",
    ] {
        assert!(printed.contains(reason), "{reason}{printed}");
    }
}

#[test]
fn hints_reveal_more_each_time_and_the_end_of_input_ends_the_game() {
    let hints = play(&[], &["hint", "hint", "on", "hint", "hint"]);
    let hints: Vec<&str> = hints
        .lines()
        .filter(|line| line.starts_with("A word"))
        .collect();
    assert_eq!(
        hints,
        [
            "A word of 2 letters begins with O",
            "A word of 2 letters begins with O",
            "A word of 3 letters begins with N",
            "A word of 3 letters begins with NO"
        ]
    );
    for input in ["loot", "loot\n", "loot\nquit\nloft\n"] {
        let printed = scrabblet(&["dealer", "--hand", "lot"], input).fine();
        assert!(
            printed.ends_with("Your result: 4 points, 1 of 1 word\n"),
            "{printed}"
        );
    }
    let printed = scrabblet(&["dealer", "--hand", "lot"], "").fine();
    assert!(
        printed.ends_with("Word > \nYour result: 0 points, 0 of 1 word\n"),
        "{printed}"
    );
    let all = scrabblet(&["dealer", "--hand", "lot"], "loot\nhint\n").fine();
    assert!(all.contains("You found all the words\n"), "{all}");
}

#[test]
fn each_line_is_answered_before_the_next_is_read() {
    let folder = Folder::with_words("loot");
    let arguments = ["scrabblet", "-d", "words.txt", "dealer", "--hand", "LOT"];
    let mut child = folder.command(&arguments).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || lines.next().unwrap().unwrap();
    assert_eq!(
        (next().as_str(), next().contains("LOT")),
        ("1 word loaded", true)
    );
    input.write_all(b"loot\n").unwrap();
    assert_eq!(next(), "Word > loot");
    assert_eq!(next(), "loot is a word: 4 points");
    input.write_all(b"quit\n").unwrap();
    assert_eq!(next(), "Word > quit");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_hand_that_cannot_be_dealt_is_refused_at_once() {
    let answer = scrabblet(&["dealer", "--min-words", "100000000"], "");
    assert_eq!(answer.code, Some(2));
    let expected = "a hand should have at least 100000000 words, but the dictionary has only ";
    assert!(answer.err.contains(expected), "{}", answer.err);
}

#[test]
fn the_same_seed_deals_the_same_hand_within_the_limits() {
    let folder = Folder::new();
    let deal = |arguments: &[&str]| {
        let arguments = [&["scrabblet", "dealer"], arguments].concat();
        let printed = folder.print(&arguments);
        let (_, hand) = printed
            .split_once("Your hand is ")
            .expect("a hand was dealt");
        let (hand, words) = hand.split_once("; you can make ").unwrap();
        let words: u64 = words.split(' ').next().unwrap().parse().unwrap();
        (hand.to_owned(), words, printed)
    };
    let mut hands = Vec::new();
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let (hand, words, printed) = deal(&["--seed", seed]);
        assert_eq!(deal(&["--seed", seed]).2, printed);
        let vowels = hand
            .chars()
            .filter(|letter| "AEIOU".contains(*letter))
            .count();
        assert!(hand.len() == 7 && vowels <= 3 && words >= 10, "{printed}");
        let strict = ["--seed", seed, "--max-vowels", "2", "--min-words", "150"];
        let (hand, words, printed) = deal(&strict);
        let vowels = hand
            .chars()
            .filter(|letter| "AEIOU".contains(*letter))
            .count();
        assert!(vowels <= 2 && words >= 150, "{printed}");
        hands.push(printed);
    }
    let hands = hands.concat();
    for expected in [
        " was rejected: 3 vowels, expected at most 2\n",
        ", expected at least 150\n",
    ] {
        assert!(hands.contains(expected), "{hands}");
    }
    let (hand, ..) = deal(&["--seed", "1", "--tiles", "9", "--min-words", "0"]);
    assert_eq!(hand.len(), 9, "{hand}");
    // Without a seed, the random one is printed.
    let (hand, _, printed) = deal(&[]);
    let seed = printed
        .lines()
        .find_map(|line| line.strip_prefix("Dealing with seed "));
    assert_eq!(deal(&["--seed", seed.unwrap()]).0, hand);
}

#[test]
fn letters_blanks_values_and_dictionaries_come_from_the_configuration() {
    let folder = Folder::with_words("été tété sète");
    folder.write(
        "games.json",
        r#"{
            "Grids": { "Hand": { "Size": [5, 1], "Adjacency": "Full", "ReuseTiles": true } },
            "ScoringRules": { "French": { "LetterValues": { "É": 4, "T": 2, "S": 1 } } },
            "Dictionaries": { "Mots": "words.txt" },
            "LetterDistributions": { "Sac": {
                "GenerationMethod": "LetterPropensity", "PropensityLetters": "ÉTS?",
                "SampleWithoutReplacement": true } },
            "GameRules": { "Mots": { "GridDesign": "Hand", "ScoringRules": "French",
                "LetterDistribution": "Sac", "Dictionary": "Mots" } }
        }"#,
    );
    let ask = |arguments: &[&str], input: &str| {
        let start = ["games.json", "scrabblet", "--game", "mots"];
        folder.run_with(&[&start, arguments].concat(), input)
    };
    let printed = ask(&["player", "ét?"], "").fine();
    assert_eq!(printed, "TÉTÉ   12\nÉTÉ    10\n2 words, 22 points\n");
    let deal = ["dealer", "--tiles", "4", "--min-words", "2", "--seed", "1"];
    let printed = ask(&deal, "Été\nsète\n").fine();
    assert!(printed.contains("Été is a word: 10 points\n"), "{printed}");
    assert!(printed.contains("not in your hand: E\n"), "{printed}");
    // The letters beyond Z take the next primes: È 103, É 107.
    let answer = ask(&["score", "été", "sète"], "");
    assert_eq!(
        answer.out,
        "été score 10 signature 7597\nsète score 3 signature 5389681\n"
    );
    let error = ask(&["dealer"], "").refused(2);
    assert!(
        error.contains("a hand has 5 letters, but the bank has only 4"),
        "{error}"
    );
    // A dictionary with its own spelling, where É is E.
    let config = folder.read("games.json");
    let folded = r#""Mots": { "Path": "words.txt", "Accents": "fold" }"#;
    folder.write(
        "games.json",
        config
            .replace(r#""Mots": "words.txt""#, folded)
            .replace("ÉTS?", "ÉETTS"),
    );
    for flags in [&[][..], &["--original-loading"]] {
        let answer = ask(&[flags, &["player", "éts"]].concat(), "").fine();
        let words: Vec<&str> = answer.lines().map(|line| &line[..4]).collect();
        let expected = match flags {
            [] => &["ETE ", "SETE", "TETE", "3 wo"][..],
            _ => &["SETE", "TETE", "2 wo"],
        };
        assert_eq!(words, expected, "{answer}");
    }
    // A game whose tiles are used once.
    let arguments = [
        "scrabblet",
        "--game",
        "Words With Friends Rack",
        "player",
        "ZZ?",
    ];
    let printed = Folder::new().print(&arguments);
    assert!(
        printed.lines().any(|line| line.trim() == "ZIZ   20"),
        "{printed}"
    );
    assert!(!printed.contains("ZIZZ"), "{printed}");
}

#[test]
fn bad_input_is_an_error_with_a_reason() {
    for (arguments, reason) in [
        (
            &["player", "AB1"][..],
            "\"AB1\" is not a hand: column 3: '1' is not a letter",
        ),
        (&["player", ""], "the hand has no letters"),
        (
            &["player", "ABCDEFGHIJKLMNOPQRSTUVWXYZA"],
            "the hand has 27 letters, but the game allows at most 26",
        ),
        (&["player", "A?Qu"], "the hand A?Qu has a blank"),
        (
            &["anagrams", "a b"],
            "\"a b\" has ' ', but anagrams consist only of letters",
        ),
        (
            &["anagrams", "a?"],
            "\"a?\" has '?', but anagrams consist only of letters",
        ),
        (
            &["anagrams", "é"],
            "no word of the dictionary has the letter É",
        ),
        (&["anagrams", " "], "there are no letters"),
        (
            &["dealer", "--hand", "A-B"],
            "column 2: '-' is not a letter",
        ),
        (
            &["dealer", "--hand", "AB", "--seed", "1"],
            "cannot be used with",
        ),
        (
            &["dealer", "--tiles", "0"],
            "expected a whole number, at least 1",
        ),
        (&["dealer", "--tiles", "27"], "the hand has 27 letters"),
        (
            &["dealer", "--min-words", "100000000"],
            "a hand should have at least 100000000 words, but the dictionary has only 29",
        ),
        (&["dealer", "--penalty=-1"], "'--penalty <POINTS>'"),
        (
            &["dealer", "--min-words", "29"],
            "none of 1000 hands was suitable; the last was ",
        ),
        (
            &["dealer", "--game", "Scrablet"],
            "did you mean \"Scrabblet\"",
        ),
        (
            &["player", "AB", "--game", "Boggle Jr"],
            "--game: unknown game",
        ),
        (&[], "Usage: wgs scrabblet"),
        (&["deeler"], "'dealer'"),
    ] {
        let error = scrabblet(arguments, "").refused(2);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
    let error = Folder::new().run(&["scrabblet", "-d", "none.txt", "player", "AB"]);
    let error = error.refused(2);
    assert!(
        error.contains("--dictionary: \"none.txt\" is neither"),
        "{error}"
    );
}
