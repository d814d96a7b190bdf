//! Judges a guess: which word of the board it is, or why it does not count. The reasons are
//! checked in an order that makes each of them exact: a word with a letter that no tile has
//! also has no path, but the missing letter is the reason.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use wgs_engine::spelling::Spelling;
use wgs_engine::{Budget, Cell, Lexicon, Solver, Stopped};

use crate::solved_board::SolvedBoard;
use crate::verdict::Verdict;
use crate::word_tally::word_tally;

/// Judges a single guess as a round does, without a round.
///
/// ```
/// use wgs_engine::spelling::Spelling;
/// use wgs_engine::{Grid, Lexicon, Rules, Solver};
/// use wgs_play::{SolvedBoard, judge_guess};
///
/// let lexicon = Lexicon::from_text("cat act stack")?;
/// let (grid, rules) = (Grid::rack(4), Rules::boggle());
/// let solver = Solver::new(&lexicon, &grid, &rules);
/// let board = SolvedBoard::new("CATS".parse()?, &mut solver.worker())?;
/// let verdict = |guess| judge_guess(guess, &board, &solver, &Spelling::default()).to_string();
/// assert_eq!(verdict("act"), "counts: 1 point");
/// assert_eq!(verdict("ox"), "is too short: it counts for 2 letters, but 3 are needed");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge_guess(
    guess: &str,
    board: &SolvedBoard,
    solver: &Solver,
    spelling: &Spelling,
) -> Verdict {
    match judge_spelled(guess, board, solver, spelling, &[]) {
        Ok(index) => Verdict::new_word(&board.words()[index]),
        Err(verdict) => verdict,
    }
}

/// Judges a guess in the spelling of a dictionary, like [`judge`].
pub(crate) fn judge_spelled(
    guess: &str,
    board: &SolvedBoard,
    solver: &Solver,
    spelling: &Spelling,
    found: &[usize],
) -> Result<usize, Verdict> {
    let guess = spelling.read(guess.trim());
    let judged = judge(&guess, board, solver, found);
    judged.map_err(|verdict| match verdict {
        Verdict::AlreadyFound => Verdict::AlreadyFound,
        _ if !guess.contains(char::is_alphabetic) => Verdict::NoLetters,
        Verdict::LettersMissing {
            letters,
            scarce,
            is_rack,
        } => {
            let shown = |letters: Vec<String>| {
                let letters = letters.iter();
                let letters = letters.map(|letter| spelling.show(letter).into_owned());
                letters.collect()
            };
            Verdict::LettersMissing {
                letters: shown(letters),
                scarce: shown(scarce),
                is_rack,
            }
        }
        verdict => verdict,
    })
}

/// Returns the index of a new word among the words of the board, or a verdict that says why
/// the guess does not count. `found` are the indices of the words found before.
fn judge(
    guess: &str,
    board: &SolvedBoard,
    solver: &Solver,
    found: &[usize],
) -> Result<usize, Verdict> {
    let word = solver.lexicon().find(guess);
    if let Some(index) = word.and_then(|word| board.index_of(word)) {
        return match found.contains(&index) {
            true => Err(Verdict::AlreadyFound),
            false => Ok(index),
        };
    }
    let length = word_tally(guess, solver.rules()).length;
    let min_length = solver.rules().min_word_length;
    if length < min_length {
        return Err(Verdict::TooShort {
            found: length,
            required: min_length,
        });
    }
    if word.is_none() {
        return Err(Verdict::NotInDictionary);
    }
    let letters = board.missing_letters(guess);
    if !letters.is_empty() {
        let is_rack = solver.grid().is_full();
        return Err(Verdict::LettersMissing {
            scarce: board.scarce_letters(&letters),
            letters,
            is_rack,
        });
    }
    let rules = solver.rules();
    let is_required = |cell: &Cell| rules.required_cells.contains(cell);
    let required: Vec<Cell> = solver.grid().cells().filter(is_required).collect();
    if !required.is_empty() && has_any_path(guess, board, solver) {
        return Err(Verdict::MissesTile { required });
    }
    Err(Verdict::NoPath)
}

/// The number of checks of its budget after which the search for a path ends. A board of equal
/// tiles has too many paths to try them all; this takes about a second.
const MAX_CHECKS: u32 = 1_000;

/// Whether the tiles spell a word, with or without the required ones.
fn has_any_path(word: &str, board: &SolvedBoard, solver: &Solver) -> bool {
    let Ok(lexicon) = Lexicon::from_words([word]) else {
        return false;
    };
    let rules = solver.rules().clone().with_required_cells([]);
    let solver = Solver::new(&lexicon, solver.grid(), &rules);
    let mut has_path = false;
    let checks = AtomicU32::new(0);
    let mut worker = solver.worker();
    worker.set_budget(Budget::new(move || {
        let is_used_up = checks.fetch_add(1, Ordering::Relaxed) >= MAX_CHECKS;
        is_used_up.then_some(Stopped::TimeLimit)
    }));
    // A search that was given up has found no path.
    let _ = worker.solve(board.board(), |_| {
        has_path = true;
        ControlFlow::Break(())
    });
    has_path
}

#[cfg(test)]
mod tests {
    use wgs_engine::spelling::{Accents, Language, Spelling};
    use wgs_engine::{Adjacency, Grid, QuLength, Rules};

    use super::*;
    use crate::{
        PlayerId, PlayerSetup, Round, RoundAction, RoundContext, RoundEvent, RoundInput, RoundSetup,
    };

    const WORDS: &str = "cat cats act scat cast tacs stack qua quit quits suq it its this \
                         hits thus ox sax atta tat zoo llll éclat";

    /// The verdict on a guess in a round.
    fn guess(round: &mut Round, player: PlayerId, text: &str) -> Verdict {
        let events = round.handle(RoundInput {
            time: 0,
            player,
            action: RoundAction::Guess(text.to_owned()),
        });
        match &events[0] {
            RoundEvent::Judged { verdict, .. } => verdict.clone(),
            event => panic!("{event:?}"),
        }
    }

    /// The verdicts on the guesses of one player, and the player's points.
    fn verdicts(
        board: &str,
        grid: &Grid,
        rules: &Rules,
        spelling: &Spelling,
        guesses: &[&str],
    ) -> (Vec<String>, i64) {
        let lexicon = Lexicon::from_text(&spelling.read(WORDS)).unwrap();
        let solver = Solver::new(&lexicon, grid, rules);
        let tiles = spelling.read(board).parse().unwrap();
        let board = SolvedBoard::new(tiles, &mut solver.worker()).unwrap();
        let mut round = Round::new(
            RoundSetup::default(),
            board,
            RoundContext::new(&solver, spelling),
        )
        .unwrap();
        let player = PlayerId::default();
        let verdicts = guesses.iter().map(|text| {
            let verdict = guess(&mut round, player, text);
            let path = match &verdict {
                Verdict::Counts { path, .. } => {
                    let path = path.iter().map(|cell| cell.position().to_string());
                    format!(" {}", path.collect::<Vec<_>>().join(" "))
                }
                _ => String::new(),
            };
            format!("{verdict}{path}")
        });
        let verdicts = verdicts.collect();
        (verdicts, round.points(player))
    }

    /// The verdict on a single guess.
    fn verdict(board: &str, grid: &Grid, rules: &Rules, guess: &str) -> String {
        let spelling = Spelling::default();
        verdicts(board, grid, rules, &spelling, &[guess])
            .0
            .remove(0)
    }

    #[test]
    fn every_rejected_guess_gets_the_exact_reason() {
        let square = Grid::rectangle(2, 2, Adjacency::Diagonal);
        let line = Grid::rectangle(4, 1, Adjacency::Straight);
        let rack = Grid::rack(4);
        let again = Grid::rack(4).with_reuse(true);
        let too_short = |found| format!("is too short: it counts for {found}, but 3 are needed");
        let missing =
            |place: &str, letters: &str| format!("is a word, but the {place} has no {letters}");
        let more = |more: &str, place: &str| format!("is a word, but needs {more} {place}");
        let another = |letters: &str, place: &str| more(&format!("another {letters}"), place);
        let no_path = || "is a word, but has no path on the board".to_owned();
        for (board, grid, guess, expected) in [
            ("CATS", &square, "cat", "counts: 1 point 1 2 3".to_owned()),
            ("CATS", &square, " CAT ", "counts: 1 point 1 2 3".to_owned()),
            ("CATS", &square, "", "has no letters".to_owned()),
            ("CATS", &square, "42!", "has no letters".to_owned()),
            ("CATS", &square, "ox", too_short("2 letters")),
            ("CATS", &square, "x", too_short("1 letter")),
            ("CATS", &square, "it", too_short("2 letters")),
            (
                "CATS",
                &square,
                "tca",
                "is not in the dictionary".to_owned(),
            ),
            (
                "CATS",
                &square,
                "cat s",
                "is not in the dictionary".to_owned(),
            ),
            ("CATS", &square, "stack", missing("board", "K")),
            ("CATS", &square, "tat", another("T", "on the board")),
            (
                "CATS",
                &square,
                "atta",
                another("T, another A", "on the board"),
            ),
            (
                "COT.",
                &square,
                "zoo",
                "is a word, but needs another O, and the board has no Z".to_owned(),
            ),
            ("AXES", &square, "llll", missing("board", "L")),
            ("LXES", &square, "llll", more("3 more L", "on the board")),
            ("CATS", &square, "quits", missing("board", "Q, U or I")),
            ("CATS", &line, "cats", "counts: 1 point 1 2 3 4".to_owned()),
            ("CATS", &line, "scat", no_path()),
            ("CATS", &rack, "scat", "counts: 1 point 4 1 2 3".to_owned()),
            ("CATS", &rack, "tat", another("T", "in the hand")),
            ("CATS", &again, "tat", "counts: 1 point 3 2 3".to_owned()),
            ("CATS", &again, "stack", missing("hand", "K")),
            // Tiles of several letters.
            ("ThISX", &square, "this", "counts: 1 point 1 2 3".to_owned()),
            ("ThISX", &square, "hits", no_path()),
            ("ThISX", &square, "thus", missing("board", "U")),
            // A wildcard stands for any letter, but only for one.
            ("C?TS", &square, "cat", "counts: 1 point 1 2 3".to_owned()),
            ("C?TS", &square, "stack", missing("board", "K")),
            ("C?T.", &line, "act", no_path()),
            ("?hISX", &square, "this", "counts: 1 point 1 2 3".to_owned()),
            // A board may have fewer tiles than the grid has cells.
            ("CAT", &square, "cats", missing("board", "S")),
        ] {
            let found = verdict(board, grid, &Rules::boggle(), guess);
            assert_eq!(found, expected, "{guess} on {board}");
        }
    }

    #[test]
    fn the_rules_say_whether_a_q_is_a_qu() {
        let square = Grid::rectangle(2, 2, Adjacency::Diagonal);
        let line = Grid::rectangle(4, 1, Adjacency::Straight);
        let qu = Rules::boggle();
        let short_qu = Rules::boggle().with_qu_length(QuLength::One);
        let bare_q = Rules::boggle().with_q_is_qu(false);
        let no_path = "is a word, but has no path on the board";
        for (board, grid, rules, guess, expected) in [
            ("QITS", &square, &qu, "quits", "counts: 2 points 1 2 3 4"),
            ("QuITS", &square, &qu, "quit", "counts: 1 point 1 2 3"),
            ("QAIT", &square, &qu, "qua", "counts: 1 point 1 2"),
            ("IQTS", &line, &qu, "quit", no_path),
            (
                "QAIT",
                &square,
                &short_qu,
                "qua",
                "is too short: it counts for 2 letters, but 3 are needed",
            ),
            ("SUQX", &square, &bare_q, "suq", "counts: 1 point 1 2 3"),
            // The Qu tile spells both letters; its U cannot be left out.
            ("SUQX", &square, &qu, "suq", no_path),
            (
                "QITS",
                &square,
                &bare_q,
                "quits",
                "is a word, but the board has no U",
            ),
        ] {
            let found = verdict(board, grid, rules, guess);
            assert_eq!(found, expected, "{guess} on {board}");
        }
    }

    #[test]
    fn a_word_that_avoids_a_required_tile_is_rejected() {
        let rules = Rules::boggle().with_required_cells([Cell::new(3)]);
        let square = Grid::rectangle(2, 2, Adjacency::Diagonal);
        let line = Grid::rectangle(4, 1, Adjacency::Straight);
        for (grid, guess, expected) in [
            (&square, "cats", "counts: 1 point 1 2 3 4"),
            (
                &square,
                "cat",
                "is a word, but does not use the tile at position 4",
            ),
            (&line, "act", "is a word, but has no path on the board"),
        ] {
            assert_eq!(verdict("CATS", grid, &rules, guess), expected, "{guess}");
        }
    }

    #[test]
    fn a_word_counts_once_for_each_player_who_finds_it() {
        let lexicon = Lexicon::from_text(WORDS).unwrap();
        let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
        let rules = Rules::boggle();
        let solver = Solver::new(&lexicon, &grid, &rules);
        let board = SolvedBoard::new("CATS".parse().unwrap(), &mut solver.worker()).unwrap();
        let setup = RoundSetup {
            players: vec![PlayerSetup::person("Ann"), PlayerSetup::person("Bob")],
            ..RoundSetup::default()
        };
        let mut round = Round::new(
            setup,
            board,
            RoundContext::new(&solver, &Spelling::default()),
        )
        .unwrap();
        let (ann, bob) = (PlayerId::new(0), PlayerId::new(1));
        assert!(guess(&mut round, ann, "cats").counts());
        assert!(guess(&mut round, bob, "CATS").counts());
        assert!(guess(&mut round, bob, "act").counts());
        assert_eq!(guess(&mut round, ann, "Cats"), Verdict::AlreadyFound);
        assert_eq!((round.points(ann), round.points(bob)), (1, 2));
        let found: Vec<&str> = round.found(bob).map(|word| word.text.as_str()).collect();
        assert_eq!(found, ["CATS", "ACT"]);
        assert_eq!(round.result().winners, [bob]);
    }

    #[test]
    fn guesses_are_read_with_the_spelling_of_the_dictionary() {
        let grid = Grid::rack(5);
        let folding = Spelling::default().with_accents(Accents::Folded);
        let guesses = ["éclat", "ECLAT", "e\u{301}clat"];
        let (found, points) = verdicts("ECLAT", &grid, &Rules::boggle(), &folding, &guesses);
        assert!(found[0].starts_with("counts: 2 points"), "{found:?}");
        assert_eq!(found[1..], ["was already found", "was already found"]);
        assert_eq!(points, 2);
        let kept = Spelling::default();
        let (found, _) = verdicts("ECLAT", &grid, &Rules::boggle(), &kept, &guesses[..2]);
        let missing = "is a word, but the hand has no É";
        assert_eq!(found, [missing, "is not in the dictionary"]);
        // Missing letters are displayed in the dictionary's spelling.
        let turkish = Spelling::default().with_language(Language::Turkish);
        let (found, _) = verdicts("CATS", &grid, &Rules::boggle(), &turkish, &["quit"]);
        let missing = "is a word, but the hand has no Q, U or İ";
        assert_eq!(found, [missing]);
    }
}
