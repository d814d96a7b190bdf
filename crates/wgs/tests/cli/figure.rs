//! The figures of the manual, with the lists that reproduce them and a configuration file
//! in its own form.

use std::fs;
use std::path::Path;

use wgs_test_requirement::requires;

use crate::folder::{Folder, shared};

const TWL06: &str = "wordlists/dictionary-twl06.txt";
const SOWPODS: &str = "wordlists/dictionary-sowpods.txt";
const YAWL: &str = "wordlists/dictionary-yawl.txt";
const ALGS4: &str = "wordlists/dictionary-algs4.txt";

/// Chapter 3.3, second example: every Scramble word with its score and path.
const SCRAMBLE: &str = "\
AB - 1pts (1,2)
AE - 1pts (1,5)
BA - 1pts (2,1)
BE - 1pts (2,5)
EF - 1pts (5,6)
FA - 1pts (6,1)
FAB - 9pts (6,1,2)
FE - 1pts (6,5)
FI - 1pts (6,9)
FIE - 6pts (6,9,5)
FIN - 7pts (6,9,14)
FINK - 12pts (6,9,14,11)
FINO - 8pts (6,9,14,15)
GLOP - 10pts (7,12,15,16)
IF - 1pts (9,6)
IN - 1pts (9,14)
INK - 8pts (9,14,11)
JIN - 13pts (10,9,14)
JINK - 18pts (10,9,14,11)
JO - 1pts (10,15)
KNIFE - 16pts (11,14,9,6,5)
KNOP - 12pts (11,14,15,16)
KOJI - 17pts (11,15,10,9)
KOP - 10pts (11,15,16)
LO - 1pts (12,15)
LOP - 7pts (12,15,16)
MI - 1pts (13,9)
MINK - 12pts (13,9,14,11)
NIM - 7pts (14,9,13)
NO - 1pts (14,15)
ON - 1pts (15,14)
OP - 1pts (15,16)
PLONK - 17pts (16,12,15,14,11)
POL - 7pts (16,15,12)
";

/// Chapter 3.3, first example.
const SCRAMBLE_LINE: &str = "AB (1), AE (1), BA (1), BE (1), EF (1), FA (1), FAB (9), FE (1), \
FI (1), FIE (6), FIN (7), FINK (12), FINO (8), GLOP (10), IF (1), IN (1), INK (8), JIN (13), \
JINK (18), JO (1), KNIFE (16), KNOP (12), KOJI (17), KOP (10), LO (1), LOP (7), MI (1), \
MINK (12), NIM (7), NO (1), ON (1), OP (1), PLONK (17), POL (7)\n";

/// A folder with the manual's configuration and TWL06 plus the word FI.
fn with_twl06_and_fi() -> Folder {
    let words = fs::read_to_string(shared(TWL06)).unwrap();
    Folder::with_manual_words(&format!("{words}\nFI\n"))
}

#[requires(shared_data)]
#[test]
fn the_boards_of_chapter_3_1_score_what_the_manual_says() {
    let list = shared(TWL06);
    let folder = Folder::with_manual(&list);
    let boards = [
        ("OSEBIRAHETLWDESS", "506 1059"),
        ("SIBHTANERERTEWSI", "512 1349"),
        ("UREBHARDSEIOTSNS", "500 1222"),
        ("EDLRNIESTAMCSERA", "762 2063"),
        ("ESLCMIEAANTRRESO", "771 2118"),
        ("STNDTEIELARSMRTO", "706 2090"),
        ("RPGTDWMTLHHRJIHR", "0 0"),
        ("SPWRBGNSCHXQOVUY", "0 0"),
        ("HXGTSPCRHNHSNLRB", "0 0"),
    ];
    for (board, score) in boards {
        let printed = folder.print(&["wgs.json", "score", "Boggle (New)", "--board", board]);
        assert_eq!(printed, format!("{score}\n"), "{board}");
    }
}

#[requires(shared_data)]
#[test]
fn the_session_of_chapter_3_2_is_answered_as_the_manual_says() {
    let list = shared(TWL06);
    let folder = Folder::with_manual(&list);
    let boards = "ABCDEFGHIJKLMNOP\nSTNDTEIELARSMRTO\n\nNOT READ\n";
    let printed = folder.print_with(&["wgs.json", "score", "Boggle (New)"], boards);
    assert_eq!(printed, "18 20\n706 2090\n");
}

#[requires(shared_data)]
#[test]
fn the_first_example_of_chapter_3_3_is_printed_word_for_word() {
    let folder = with_twl06_and_fi();
    let arguments = ["wgs.json", "solve", "Scramble", "%w (%s)%(, )", "", r"\n"];
    let printed = folder.print_with(&arguments, "ABCDEFGHIJKLMNOP\n");
    assert_eq!(printed, SCRAMBLE_LINE);
}

#[requires(shared_data)]
#[test]
fn the_second_example_of_chapter_3_3_is_printed_word_for_word() {
    let folder = with_twl06_and_fi();
    let arguments = ["wgs.json", "solve", "Scramble", r"%w - %spts (%p,)\n"];
    let printed = folder.print_with(&arguments, "ABCDEFGHIJKLMNOP\n");
    assert_eq!(printed, SCRAMBLE);
}

#[requires(shared_data)]
#[test]
fn the_third_example_of_chapter_3_3_is_printed_word_for_word() {
    let folder = with_twl06_and_fi();
    let format = concat!(
        r#"{"word" : "%w",\n "letter-points": "%l",\n "word-multiplier" : "%m",\n "#,
        r#""length-bonus" : "%b",\n "total-points" : "%s",\n "positions" : [%p,]\n}%(,)\n"#
    );
    let printed = folder.print_with(
        &["wgs.json", "solve", "Scramble", format],
        "ABCDEFGHIJKLMNOP\n",
    );
    let element = |word, letters, bonus, total, positions| {
        format!(
            "{{\"word\" : \"{word}\",\n \"letter-points\": \"{letters}\",\n \
             \"word-multiplier\" : \"1\",\n \"length-bonus\" : \"{bonus}\",\n \
             \"total-points\" : \"{total}\",\n \"positions\" : [{positions}]\n}}"
        )
    };
    // A short word has its fixed points for letter points.
    let first = element("AB", 1, 0, 1, "1,2");
    let last_but_one = element("PLONK", 14, 3, 17, "16,12,15,14,11");
    let last = element("POL", 7, 0, 7, "16,15,12");
    assert!(printed.starts_with(&format!("{first},\n")), "{printed}");
    assert!(
        printed.ends_with(&format!("\n{last_but_one},\n{last}\n")),
        "{printed}"
    );
    let elements: serde_json::Value = serde_json::from_str(&format!("[{printed}]")).unwrap();
    assert_eq!(elements.as_array().unwrap().len(), 34);
}

#[requires(shared_data)]
#[test]
fn the_examples_of_chapter_3_4_are_printed_word_for_word() {
    let list = shared(SOWPODS);
    let folder = Folder::with_manual(&list);
    let examples = [
        (
            r"%B: %C words, %S points. Best word is %X (%Y points)\n",
            "STNDTEIELARSMRTO: 908 words, 2632 points. Best word is ARENITES (11 points)\n",
        ),
        (
            concat!(
                r"3-letter words: %3C (%3P pts)\n4-letter words: %4C (%4P pts)\n",
                r"5-letter words: %5C (%5P pts)\n6-letter words: %6C (%6P pts)\n",
                r"7-letter words: %7C (%7P pts)\n8+-letter words: %8+C (%8+P pts)\n"
            ),
            "3-letter words: 97 (97 pts)\n4-letter words: 208 (208 pts)\n\
             5-letter words: 236 (472 pts)\n6-letter words: 194 (582 pts)\n\
             7-letter words: 105 (525 pts)\n8+-letter words: 68 (748 pts)\n",
        ),
    ];
    for (format, expected) in examples {
        let arguments = ["wgs.json", "analyze", "Boggle (New)", format];
        assert_eq!(
            folder.print_with(&arguments, "STNDTEIELARSMRTO\n"),
            expected
        );
    }
}

#[test]
fn the_grid_of_chapter_3_4_credits_a_word_to_every_tile_once() {
    let folder = Folder::with_manual_words("strip");
    let format = "%W %S: %1W %2W %3W %4W %5W %6W %7W %8W %9W, %1S %4S %5S %9S";
    let arguments = ["wgs.json", "analyze", "Small", format];
    let printed = folder.print_with(&arguments, "STRXPIXXP\n");
    assert_eq!(printed, "1 2: 1 1 1 0 1 1 0 0 1, 2 0 2 2");
}

#[test]
fn the_table_of_chapter_5_5_says_34_14_1_and_20_for_traplines() {
    let folder = Folder::with_manual_words("traplines");
    let format = "<strong>%s</strong> <strong>%w</strong>|%l Letter Points|x%m Word Multiplier|%b Length Bonus";
    let arguments = ["wgs.json", "solve", "Scramble", format];
    // T R A P, then back below: L I N E, and S under the E.
    let printed = folder.print_with(&arguments, "TRAPENILSXXXXXXX\n");
    assert_eq!(
        printed,
        "<strong>34</strong> <strong>TRAPLINES</strong>|14 Letter Points|x1 Word Multiplier|20 Length Bonus"
    );
}

#[test]
fn the_word_chat_of_chapter_4_2_has_a_base_score_of_48() {
    let folder = Folder::with_manual_words("chat");
    let arguments = ["wgs.json", "solve", "Chapter 4.2", "%w %l x%m %b %s"];
    assert_eq!(
        folder.print_with(&arguments, "C:H::A;;T\n"),
        "CHAT 16 x3 0 48"
    );
}

#[requires(shared_data)]
#[test]
fn a_compiled_dictionary_gives_the_figures_of_its_list() {
    let list = shared(SOWPODS);
    let folder = Folder::with_manual(Path::new("never-read.txt"));
    let list = list.display().to_string();
    folder.print(&["dictionary", "compile", &list, "-o", "sowpods.lexicon"]);
    let format = r"%C %S %X %Y\n";
    let ask = |dictionary: &str| {
        let arguments = [
            "wgs.json",
            "analyze",
            "Boggle (New)",
            format,
            "--dictionary",
            dictionary,
        ];
        folder.print_with(&arguments, "STNDTEIELARSMRTO\nABCDEFGHIJKLMNOP\n")
    };
    let compiled = ask("sowpods.lexicon");
    assert!(compiled.starts_with("908 2632 ARENITES 11\n"), "{compiled}");
    assert_eq!(compiled, ask(&list));
    let solve = |dictionary: &str| {
        folder.print_with(
            &[
                "wgs.json",
                "solve-dups",
                "Boggle (New)",
                r"%w %s %p,\n",
                "--dictionary",
                dictionary,
            ],
            "STNDTEIELARSMRTO\n",
        )
    };
    assert_eq!(solve("sowpods.lexicon"), solve(&list));
}

#[requires(shared_data)]
#[test]
fn random_boards_have_as_many_words_as_chapter_7_says() {
    let old_dice = "AACIOT AHMORS EGKLUY ABILTY ACDEMP EGINTV GILRUW ELPSTU DENOSW ACELRS \
                    ABJMOQ EEFHIY EHINPS DKNOTU ADENVZ BIFORX";
    let new_dice = "AAEEGN ELRTTY AOOTTW ABBJOO EHRTVW CIMOTU DISTTY EIOSST DELRVY ACHOPS \
                    HIMNQU EEINSU EEGHNW AFFKPS HLNNRZ DEILRX";
    let big_dice = "AAAFRS AAEEEE AAFIRS ADENNN AEEEEM AEEGMU AEGMNN AFIRSY BJKQXZ CCENST \
                    CEIILT CEILPT CEIPST DDHNOT DHHLOR DHLNOR DHLNOR EIIITT EMOTTT ENSSSU \
                    FIPRSY GORRVW IPRRRY NOOTUW OOOTTU";
    // The average, and a good five standard errors of it: 0.47, 0.67 and 1.13 for so many boards.
    // Big Boggle is taken to want four letters; with three it has 343 words a board.
    let cases = [
        (TWL06, "Boggle (New)", old_dice, 93.5, 2.5),
        (SOWPODS, "Boggle (New)", new_dice, 133.8, 3.5),
        (SOWPODS, "Big Boggle (1979)", big_dice, 254.5, 6.0),
    ];
    for (list, game, dice, expected, tolerance) in cases {
        let list = shared(list);
        let folder = Folder::with_manual(&list);
        let boards = roll(dice, 10_000);
        let printed = folder.print_with(&["wgs.json", "score", game], boards);
        let words = printed.lines().map(|line| line.split(' ').next().unwrap());
        let words: Vec<f64> = words.map(|words| words.parse().unwrap()).collect();
        let average = words.iter().sum::<f64>() / words.len() as f64;
        assert!(
            (average - expected).abs() < tolerance,
            "{game}: {average} words a board, but {expected} were expected"
        );
    }
}

/// Boards of shuffled dice, one a line, always the same.
fn roll(dice: &str, boards: usize) -> String {
    // Knuth's MMIX generator; the high bits are the random ones.
    let mut state = 7_u64;
    let mut below = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % bound
    };
    let mut dice: Vec<&str> = dice.split_whitespace().collect();
    let mut text = String::new();
    for _ in 0..boards {
        for index in (1..dice.len()).rev() {
            dice.swap(index, below(index + 1));
        }
        for die in &dice {
            let face = below(die.len());
            text.push_str(&die[face..=face]);
        }
        text.push('\n');
    }
    text
}

#[requires(shared_data)]
#[test]
fn the_assignment_boards_of_four_by_four_score_what_is_known() {
    let named = [
        0, 1, 2, 3, 4, 5, 100, 200, 300, 400, 500, 750, 777, 1000, 1111, 1250, 1500, 2000, 4410,
        4527, 4540,
    ];
    let named = named.map(|points| (format!("board-points{points}"), points));
    let known = [("board4x4".to_owned(), 33), ("board-q".to_owned(), 84)];
    for (list, boards) in [(YAWL, &named[..]), (ALGS4, &known[..])] {
        let list = shared(list);
        let mut input = String::new();
        for (board, _) in boards {
            let file = shared(&format!("boards/{board}.txt"));
            let text = fs::read_to_string(file).unwrap();
            // The size, then rows of letters, where Qu is one letter.
            assert!(text.starts_with("4 4"), "{board}");
            input.extend(text.split_whitespace().skip(2));
            input.push('\n');
        }
        let printed =
            Folder::with_manual(&list).print_with(&["wgs.json", "score", "Boggle (New)"], input);
        let scored = printed.lines().map(|line| line.split(' ').nth(1).unwrap());
        let scored: Vec<u32> = scored.map(|points| points.parse().unwrap()).collect();
        let expected: Vec<u32> = boards.iter().map(|&(_, points)| points).collect();
        assert_eq!(scored, expected);
    }
}

#[requires(shared_data)]
#[test]
fn the_bench_boards_score_the_published_total() {
    let list = shared("wordlists/dictionary-enable2k.txt");
    let boards = shared("bench/boards_high_2k.txt");
    let folder = Folder::with_manual(&list);
    let printed = folder.print_with(
        &["wgs.json", "score", "Boggle (New)"],
        fs::read(boards).unwrap(),
    );
    let points = printed.lines().map(|line| line.split(' ').nth(1).unwrap());
    let total: u64 = points.map(|points| points.parse::<u64>().unwrap()).sum();
    assert_eq!(total, 4_715_786);
}
