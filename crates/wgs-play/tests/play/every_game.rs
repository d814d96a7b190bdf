//! Rounds of every embedded game, and on boards with very many words.

use wgs_config::{Catalogue, Game};
use wgs_dice::{Cup, Random};
use wgs_engine::spelling::Spelling;
use wgs_engine::{Adjacency, Board, BoardSize, Grid, Lexicon, Rules, Solver};
use wgs_play::{
    HintKind, Level, Penalty, PlayerId, PlayerSetup, Round, RoundAction, RoundContext, RoundEvent,
    RoundInput, RoundPhase, RoundSetup, ScoreUnit, SolvedBoard, random_board, typed_path,
};

/// A board of a game with some words; seven tiles of several letters for word lists.
fn board(game: Game<'_>, solver: &Solver) -> SolvedBoard {
    let size = game.scoring().and_then(|scoring| scoring.random_board_size);
    let tiles = size.map_or(solver.grid().len(), |size| size as usize);
    let cup = Cup::new(game.distribution().unwrap(), tiles.min(solver.grid().len()));
    let mut worker = solver.worker();
    for number in 0..100 {
        let board: Board = match &cup {
            Ok(cup) => cup.board(&cup.roll(&mut Random::stream(7, number))),
            Err(_) => "Ra|In|Ing|St|Or|Er|S".parse().unwrap(),
        };
        let board = SolvedBoard::new(board, &mut worker).unwrap();
        if board.words().len() >= 5 {
            return board;
        }
    }
    panic!("no board of {} has words", game.name());
}

/// Plays a whole round: half of the words as text, half by their tiles, with every hint.
fn play(board: SolvedBoard, context: RoundContext, name: &str) {
    let setup = RoundSetup {
        players: vec![
            PlayerSetup::person("You"),
            PlayerSetup::computer("Computer", Level::Medium),
        ],
        limit: Some(180_000),
        ..RoundSetup::default()
    };
    let words = board.words().to_vec();
    let points = board.points();
    let mut round = Round::new(setup, board.clone(), context.clone()).unwrap();
    let you = PlayerId::new(0);
    for kind in HintKind::ALL {
        round.handle(RoundInput::new(0, RoundAction::Hint(kind)));
        assert!(round.hint(you, kind).is_some(), "{name}: {kind:?}");
    }
    let (grid, rules) = (round.grid().clone(), round.rules().clone());
    for (number, word) in words.iter().enumerate() {
        let typed = typed_path(
            &word.text,
            board.board(),
            &grid,
            rules.q_is_qu,
            &context.spelling,
        );
        assert!(typed.is_complete, "{name}: {}", word.text);
        let action = match number % 2 {
            0 => RoundAction::Guess(word.text.to_lowercase()),
            _ => RoundAction::GuessPath(word.path.clone()),
        };
        round.handle(RoundInput::new(number as u64, action));
    }
    // A path with wildcards may have stood for another word, which is entered now.
    for word in &words {
        let action = RoundAction::Guess(word.text.clone());
        round.handle(RoundInput::new(words.len() as u64, action));
    }
    assert_eq!(round.found(you).len(), words.len(), "{name}");
    let points = match round.unit() {
        ScoreUnit::Points => points,
        ScoreUnit::Words => words.len() as u64,
    };
    assert_eq!(round.points(you), points as i64, "{name}");
    let view = round.view();
    assert_eq!(view.players[0].rank.is_some(), grid.is_full(), "{name}");
    let restored = Round::restore(round.save(), board, context).unwrap();
    assert_eq!(restored.view(), view);
    round.handle(RoundInput::tick(180_000));
    assert!(matches!(round.phase(), RoundPhase::Ended(_)));
    assert!(round.result().missed.is_empty());
}

#[test]
fn every_embedded_game_can_be_played() {
    let catalogue = Catalogue::embedded();
    let mut played = 0;
    for game in catalogue.games() {
        // French and Italian dictionaries may not be installed.
        let dictionary = game.dictionary_name().unwrap_or_default();
        if dictionary != "Wordnik" {
            continue;
        }
        let lexicon = game.dictionary().unwrap().load().unwrap();
        let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
        let board = board(game, &solver);
        play(
            board,
            RoundContext::new(&solver, game.spelling()),
            game.name(),
        );
        played += 1;
    }
    assert!(played >= 15, "{played}");
}

#[test]
fn a_wrong_word_costs_points_in_every_embedded_game() {
    let catalogue = Catalogue::embedded();
    let lexicon = Lexicon::from_text("cat").unwrap();
    for game in catalogue.games() {
        let solver = Solver::new(&lexicon, game.grid().unwrap(), game.rules().unwrap());
        let board = SolvedBoard::new("CATSE".parse().unwrap(), &mut solver.worker()).unwrap();
        let setup = RoundSetup {
            penalty: Some(Penalty::default()),
            ..RoundSetup::default()
        };
        let context = RoundContext::new(&solver, game.spelling());
        let mut round = Round::new(setup, board, context).unwrap();
        let guess = RoundAction::Guess("tsace".to_owned());
        let events = round.handle(RoundInput::new(0, guess));
        let [RoundEvent::Judged { penalty, .. }] = events[..] else {
            panic!("{}: {events:?}", game.name());
        };
        let expected = match game.name() {
            "Scrabblet" | "Scrabble Rack" => 7,
            "Words With Friends Rack" => 8,
            "Spelling Bee" | "Boggle Junior" => 5,
            "7 Little Words" => 1,
            name if name.starts_with("Boggle") => 2,
            _ => penalty.max(1),
        };
        assert_eq!(penalty, expected, "{}", game.name());
        assert_eq!(
            round.points(PlayerId::default()),
            -(penalty as i64),
            "{}",
            game.name()
        );
    }
}

#[test]
fn a_board_with_very_many_words_can_be_played() {
    let catalogue = Catalogue::embedded();
    let game = catalogue.game("Boggle (New)").unwrap();
    let lexicon = game.dictionary().unwrap().load().unwrap();
    let grid = Grid::rectangle(40, 40, Adjacency::Diagonal);
    let solver = Solver::new(&lexicon, &grid, game.rules().unwrap());
    let letters = game.distribution().unwrap();
    let board = random_board(letters, BoardSize::square(40), &mut Random::new(3)).unwrap();
    let board = SolvedBoard::new(board, &mut solver.worker()).unwrap();
    assert!(board.words().len() > 5_000);
    let context = RoundContext::new(&solver, &Spelling::default());
    let setup = RoundSetup {
        players: vec![
            PlayerSetup::person("You"),
            PlayerSetup::computer("Computer", Level::Hard),
        ],
        ..RoundSetup::default()
    };
    let words: Vec<String> = board
        .words()
        .iter()
        .take(300)
        .map(|word| word.text.clone())
        .collect();
    let mut round = Round::new(setup, board, context).unwrap();
    for (word, time) in words.iter().zip(0..) {
        round.handle(RoundInput::new(time, RoundAction::Guess(word.clone())));
    }
    for kind in HintKind::ALL {
        round.handle(RoundInput::new(1000, RoundAction::Hint(kind)));
    }
    assert_eq!(round.view().players[0].words, 300);
    assert!(serde_json::to_string(&round.save()).unwrap().len() < 40_000);
}

#[test]
fn a_board_without_words_can_be_played_and_ended() {
    let lexicon = Lexicon::from_text("cat").unwrap();
    let grid = Grid::rack(3);
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    let board = SolvedBoard::new("XYZ".parse().unwrap(), &mut solver.worker()).unwrap();
    let context = RoundContext::new(&solver, &Spelling::default());
    let mut round = Round::new(RoundSetup::default(), board, context).unwrap();
    for kind in HintKind::ALL {
        round.handle(RoundInput::new(0, RoundAction::Hint(kind)));
    }
    round.handle(RoundInput::new(0, RoundAction::Guess("cat".to_owned())));
    round.handle(RoundInput::new(0, RoundAction::End));
    assert!(matches!(round.phase(), RoundPhase::Ended(_)));
    assert_eq!(round.view().points, 0);
}
