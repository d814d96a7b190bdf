//! The play page's part of the engine inside a web worker: deals boards, and keeps the round that
//! is being played. Nothing here needs a browser.

use std::collections::HashSet;
use std::sync::Arc;

use wgs_app::record_check::RecordChecker;
use wgs_app::round_board::{self, DealtBoardOptions, daily_board, read_board, read_own_board};
use wgs_app::{GameLoader, GameRequest, LoadedGame};
use wgs_config::share_link::ShareLink;
use wgs_engine::Budget;
use wgs_play::{
    Challenge, FinishedRound, PlayerId, Round, RoundAction, RoundContext, RoundEvent, RoundInput,
    RoundSetup, SavedRound, WordView,
};
use wgs_records::record::Record;

use super::message::{
    AnyPlayRequest, Challenger, DealBoard, DealtBoard, FindRecordWords, FindWord, MakeChallenge,
    PlayInput, PlayRequest, RestoreRound, ResultReply, ResultWord, RoundReply, ShowResult,
    StartRound,
};
use super::word_class::WordClass;
use crate::engine::message;
use crate::engine::request::{RequestError, read, write};
use crate::engine::worker::PlayHandler;

/// The command that errors name when a game lacks a part.
const PURPOSE: &str = "play";

/// The player at the page.
const YOU: usize = 0;

/// Handles the requests of the play page.
#[derive(Default)]
pub struct RoundWorker {
    /// The round that is being played.
    current: Option<Round>,
}

impl PlayHandler for RoundWorker {
    fn answer(&mut self, request: &[u8], loader: &GameLoader, budget: &Budget) -> Vec<u8> {
        /// Serialises a reply, and checks at compile time that it belongs to the request.
        fn reply<R: PlayRequest>(reply: Result<R::Reply, RequestError>) -> Vec<u8> {
            write(&reply)
        }
        match read(request) {
            AnyPlayRequest::StartRound(request) => {
                reply::<StartRound>(self.start(request, loader, budget))
            }
            AnyPlayRequest::RestoreRound(request) => {
                reply::<RestoreRound>(self.restore(&request, loader, budget))
            }
            AnyPlayRequest::PlayInput(request) => reply::<PlayInput>(self.play(request)),
            AnyPlayRequest::ShowResult(request) => reply::<ShowResult>(self.result(&request)),
            AnyPlayRequest::MakeChallenge(request) => {
                reply::<MakeChallenge>(self.challenge(request))
            }
            AnyPlayRequest::FindWord(request) => reply::<FindWord>(self.find(&request)),
            AnyPlayRequest::DealBoard(request) => {
                reply::<DealBoard>(deal_board(request, loader, budget))
            }
            AnyPlayRequest::FindRecordWords(request) => {
                reply::<FindRecordWords>(record_words(&request, loader, budget))
            }
        }
    }
}

impl RoundWorker {
    fn start(
        &mut self,
        request: StartRound,
        loader: &GameLoader,
        budget: &Budget,
    ) -> Result<RoundReply, RequestError> {
        let StartRound {
            mut setup,
            difficulty,
            daily,
        } = request;
        let game = load(&setup, loader)?;
        let board = match setup.board.is_empty() {
            true => {
                let board = match daily {
                    Some(date) => daily_board(&game, date, loader, budget),
                    None => {
                        let options = DealtBoardOptions {
                            seed: setup.seed,
                            difficulty,
                            ..DealtBoardOptions::default()
                        };
                        round_board::deal_board(&game, options, loader, budget)
                    }
                };
                let board = board.map_err(RequestError::other)?;
                let text = board.board().to_string();
                setup.board = game.spelling().show(&text).into_owned();
                board
            }
            false => read_own_board(&game, &setup.board, budget).map_err(RequestError::other)?,
        };
        let round = Round::new(setup, board, context(&game));
        let round = round.map_err(RequestError::other)?;
        Ok(round_reply(self.current.insert(round), Vec::new(), true))
    }

    fn restore(
        &mut self,
        request: &RestoreRound,
        loader: &GameLoader,
        budget: &Budget,
    ) -> Result<RoundReply, RequestError> {
        let saved: SavedRound =
            serde_json::from_str(&request.saved).map_err(RequestError::foreign)?;
        let game = load(&saved.setup, loader)?;
        let board = read_board(&game, &saved.setup.board, budget).map_err(RequestError::other)?;
        let round = Round::restore(saved, board, context(&game));
        let mut round = round.map_err(RequestError::other)?;
        let events = round.handle(RoundInput::tick(request.time));
        Ok(round_reply(self.current.insert(round), events, true))
    }

    fn current(&mut self) -> Result<&mut Round, RequestError> {
        let none = || RequestError::Other(message::no_round());
        self.current.as_mut().ok_or_else(none)
    }

    fn play(&mut self, request: PlayInput) -> Result<RoundReply, RequestError> {
        let round = self.current()?;
        let is_tick = request.input.action == RoundAction::Tick;
        let events = round.handle(request.input);
        let is_changed = !is_tick || !events.is_empty();
        Ok(round_reply(round, events, is_changed))
    }

    fn result(&mut self, request: &ShowResult) -> Result<ResultReply, RequestError> {
        let round = self.current()?;
        let you = PlayerId::new(YOU);
        let challenge = request.challenge.as_deref();
        let challenge = challenge.and_then(|link| Challenge::decode(link).ok()?.result);
        let board = round.solved_board();
        let mut players: Vec<(String, HashSet<&str>)> = round
            .player_ids()
            .zip(round.players())
            .map(|(id, player)| {
                let found = round.found(id).map(|word| word.text.as_str());
                (player.name.clone(), found.collect())
            })
            .collect();
        if let Some(challenger) = &challenge
            && let Some(found) = challenger.found_words(board)
        {
            let found = found
                .iter()
                .map(|index| board.words()[*index].text.as_str());
            players.push((challenger.name.clone(), found.collect()));
        }
        let mut words: Vec<ResultWord> = board
            .words()
            .iter()
            .map(|word| ResultWord {
                word: round.word_view(word, 0),
                is_found: players[YOU].1.contains(&*word.text),
                found_by: players[YOU + 1..]
                    .iter()
                    .filter(|(_, found)| found.contains(&*word.text))
                    .map(|(name, _)| name.clone())
                    .collect(),
            })
            .collect();
        words.sort_by_cached_key(best_first);
        Ok(ResultReply {
            words,
            finished: FinishedRound::new(
                round,
                you,
                request.date,
                request.finished,
                request.is_daily,
            ),
            challenger: challenge.map(|result| Challenger {
                name: result.name,
                points: result.points,
                words: result.words,
            }),
        })
    }

    fn challenge(&mut self, request: MakeChallenge) -> Result<String, RequestError> {
        let share = ShareLink {
            dictionary: request.dictionary,
            configuration: request.configuration,
            ..ShareLink::default()
        };
        let round = self.current()?;
        let challenge = Challenge::new(share, round, PlayerId::new(YOU));
        let mut challenge = challenge.expect("there is always a player at the page");
        if let Some(result) = &mut challenge.result {
            result.name = request.name;
        }
        challenge.encode().map_err(RequestError::other)
    }

    fn find(&mut self, request: &FindWord) -> Result<Option<WordView>, RequestError> {
        let round = self.current()?;
        let mut words = round.solved_board().words().iter();
        let word = words.find(|word| word.text == request.word);
        Ok(word.map(|word| round.word_view(word, 0)))
    }
}

/// Puts the words first that are worth knowing: common words before rare ones, and among them
/// those with many points.
fn best_first(word: &ResultWord) -> impl Ord + use<> {
    let class = word.word.commonness.map(WordClass::from);
    let WordView {
        word,
        points,
        length,
        ..
    } = &word.word;
    (class, std::cmp::Reverse((*points, *length)), word.clone())
}

fn deal_board(
    request: DealBoard,
    loader: &GameLoader,
    budget: &Budget,
) -> Result<DealtBoard, RequestError> {
    let DealBoard { setup, difficulty } = request;
    let game = load(&setup, loader)?;
    let board = match setup.board.is_empty() {
        true => {
            let options = DealtBoardOptions {
                seed: setup.seed,
                difficulty,
                ..DealtBoardOptions::default()
            };
            round_board::deal_board(&game, options, loader, budget)
        }
        false => read_board(&game, &setup.board, budget),
    };
    let board = board.map_err(RequestError::other)?;
    let text = board.board().to_string();
    let words = board.words().iter();
    Ok(DealtBoard {
        game: setup.game,
        board: game.spelling().show(&text).into_owned(),
        words: words
            .map(|word| (word.text.clone(), word.score.total))
            .collect(),
    })
}

/// Finds the words of a record's board, with the dictionary that the record names by its hash.
fn record_words(
    request: &FindRecordWords,
    loader: &GameLoader,
    budget: &Budget,
) -> Result<Option<Vec<WordView>>, RequestError> {
    let record: Record = serde_json::from_str(&request.record).map_err(RequestError::foreign)?;
    let Ok(game) = RecordChecker::new(loader).game(&record) else {
        return Ok(None);
    };
    let board = read_board(&game, &record.board, budget).map_err(RequestError::other)?;
    let words = board.words().iter().map(|word| WordView {
        word: word.text.clone(),
        points: word.score.total,
        length: word.score.length,
        path: word.path.clone(),
        commonness: None,
        time: 0,
    });
    let mut words: Vec<WordView> = words.collect();
    // Equal ones stay in alphabetical order.
    words.sort_by_key(|word| std::cmp::Reverse((word.points, word.length)));
    Ok(Some(words))
}

/// The state of a round, as the page shows it.
fn round_reply(round: &Round, events: Vec<RoundEvent>, is_changed: bool) -> RoundReply {
    RoundReply {
        setup: round.setup().clone(),
        events,
        view: round.view(),
        found: round.word_views(PlayerId::new(YOU)),
        saved: is_changed
            .then(|| serde_json::to_string(&round.save()).expect("a saved round can be written")),
    }
}

/// The context of a round of a game.
fn context(game: &LoadedGame) -> RoundContext {
    let context = RoundContext::new(game.solver(), game.spelling());
    match game.dictionary().commonness() {
        Ok(commonness) => context.with_commonness(commonness.clone()),
        // The page could not load it. Rounds are played without it.
        Err(_) => context,
    }
}

fn load(setup: &RoundSetup, loader: &GameLoader) -> Result<Arc<LoadedGame>, RequestError> {
    let request = GameRequest {
        dictionary: setup.dictionary.as_deref(),
        ..GameRequest::named(&setup.game)
    };
    Ok(loader.game(&request, PURPOSE)?)
}

#[cfg(test)]
mod tests {
    use wgs_play::{Date, PlayerSetup};

    use super::*;

    const BOARD: &str = "STNDTEIELARSMRTO";

    fn start(worker: &mut RoundWorker, board: &str, daily: Option<&str>) -> RoundReply {
        try_start(worker, board, daily).unwrap()
    }

    fn setup(board: &str) -> RoundSetup {
        RoundSetup {
            game: "Boggle (New)".to_owned(),
            board: board.to_owned(),
            players: vec![PlayerSetup::person("You")],
            ..RoundSetup::default()
        }
    }

    fn try_start(
        worker: &mut RoundWorker,
        board: &str,
        daily: Option<&str>,
    ) -> Result<RoundReply, RequestError> {
        let request = StartRound {
            setup: setup(board),
            difficulty: None,
            daily: daily.map(|date| date.parse().unwrap()),
        };
        let loader = GameLoader::default();
        worker.start(request, &loader, &Budget::UNLIMITED)
    }

    fn guess(worker: &mut RoundWorker, word: &str) {
        let input = RoundInput::new(1000, RoundAction::Guess(word.to_owned()));
        worker.play(PlayInput { input }).unwrap();
    }

    fn show(challenge: Option<String>) -> ShowResult {
        ShowResult {
            date: Date::default(),
            finished: 1,
            is_daily: false,
            challenge,
        }
    }

    #[test]
    fn the_words_of_a_result_begin_with_common_ones_that_have_many_points() {
        let mut worker = RoundWorker::default();
        start(&mut worker, BOARD, None);
        guess(&mut worker, "nest");
        let result = worker.result(&show(None)).unwrap();
        assert_eq!(result.words.len(), 831);
        let key = |word: &ResultWord| {
            let class = word.word.commonness.map(WordClass::from);
            (class, std::cmp::Reverse(word.word.points))
        };
        assert!(result.words.is_sorted_by_key(key));
        let found: Vec<&ResultWord> = result.words.iter().filter(|word| word.is_found).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].word.word, "NEST");
        assert_eq!(result.finished.unwrap().words, 1);
    }

    #[test]
    fn a_challenge_brings_the_words_of_another_player() {
        let mut worker = RoundWorker::default();
        start(&mut worker, BOARD, None);
        guess(&mut worker, "siren");
        let link = worker.challenge(MakeChallenge {
            name: "Ann".to_owned(),
            dictionary: Default::default(),
            configuration: None,
        });
        let link = link.unwrap();
        start(&mut worker, BOARD, None);
        let result = worker.result(&show(Some(link))).unwrap();
        let challenger = result.challenger.unwrap();
        assert_eq!((&*challenger.name, challenger.words), ("Ann", 1));
        let siren = result.words.iter().find(|word| word.word.word == "SIREN");
        assert_eq!(siren.unwrap().found_by, ["Ann"]);
    }

    #[test]
    fn a_daily_board_does_not_depend_on_the_seed_of_the_round() {
        let mut worker = RoundWorker::default();
        let board = start(&mut worker, "", Some("2026-11-20")).setup.board;
        assert_eq!(
            start(&mut worker, "", Some("2026-11-20")).setup.board,
            board
        );
        assert_ne!(
            start(&mut worker, "", Some("2026-11-21")).setup.board,
            board
        );
        let words = worker.find(&FindWord {
            word: "XYLOPHONE".to_owned(),
        });
        assert_eq!(words.unwrap(), None);
    }

    #[test]
    fn the_words_of_a_record_are_found_with_its_dictionary_only() {
        let loader = GameLoader::default();
        let game = load(&setup(BOARD), &loader).unwrap();
        let record = Record {
            dictionary_hash: wgs_records::Fingerprint::of_lexicon(game.lexicon()),
            rules_hash: wgs_records::Fingerprint::of_rules(game.rules()),
            grid_hash: wgs_records::Fingerprint::of_grid(game.grid()),
            ..super::super::record::record_text::tests::record()
        };
        let find = |record: &Record| {
            let record = serde_json::to_string(record).unwrap();
            record_words(&FindRecordWords { record }, &loader, &Budget::UNLIMITED)
        };
        let words = find(&record).unwrap().unwrap();
        assert_eq!(words.len(), 831);
        assert!(words.is_sorted_by_key(|word| std::cmp::Reverse(word.points)));
        assert!(words.iter().all(|word| !word.path.is_empty()));
        let other = Record {
            dictionary_hash: wgs_records::Fingerprint::of_text("other"),
            ..record.clone()
        };
        assert_eq!(find(&other).unwrap(), None);
        let short = Record {
            board: "CATS".to_owned(),
            ..record
        };
        assert!(find(&short).is_err());
    }

    /// The command line, the API and rooms deal the same board.
    #[test]
    fn a_seed_deals_the_same_board_everywhere() {
        let loader = GameLoader::default();
        let mut worker = RoundWorker::default();
        for name in ["Boggle (New)", "Spelling Bee", "7 Little Words"] {
            let request = StartRound {
                setup: RoundSetup {
                    game: name.to_owned(),
                    seed: 5,
                    ..setup("")
                },
                difficulty: None,
                daily: None,
            };
            let reply = worker.start(request, &loader, &Budget::UNLIMITED).unwrap();
            let options = DealtBoardOptions {
                seed: 5,
                ..DealtBoardOptions::default()
            };
            let game = load(&reply.setup, &loader).unwrap();
            let board =
                round_board::deal_board(&game, options, &loader, &Budget::UNLIMITED).unwrap();
            assert_eq!(reply.setup.board, board.to_string());
        }
    }

    #[test]
    fn a_round_does_not_start_on_an_own_board_without_words() {
        let error = try_start(&mut RoundWorker::default(), &"J".repeat(16), None);
        let error = error.unwrap_err().to_string();
        assert_eq!(error, "the board has no words to find");
    }

    /// The command line says the same.
    #[test]
    fn an_own_board_must_have_a_tile_for_each_cell() {
        for (board, expected) in [
            ("CATS", "the board has 4 tiles, but the grid has 16 cells"),
            (
                "STNDTEIELARSMRTOS",
                "the board has 17 tiles, but the grid has 16 cells",
            ),
            ("................", "the board has no letters"),
        ] {
            let error = try_start(&mut RoundWorker::default(), board, None).unwrap_err();
            assert_eq!(error.to_string(), expected);
            let print = DealBoard {
                setup: RoundSetup {
                    game: "Boggle (New)".to_owned(),
                    board: board.to_owned(),
                    ..RoundSetup::default()
                },
                difficulty: None,
            };
            let error = deal_board(print, &GameLoader::default(), &Budget::UNLIMITED);
            assert_eq!(error.unwrap_err().to_string(), expected);
        }
    }
}
