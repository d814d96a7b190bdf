//! The engine inside a web worker: keeps the configuration, the dictionaries and the current
//! game between requests. Messages reach it through [`client`](super::client); nothing here
//! needs a browser.

use std::sync::Arc;

use wgs_app::{DictionaryAccess, GameLoader, GameRequest, LoadError, LoadedGame, LoaderOptions};
use wgs_config::Catalogue;
use wgs_config::share_link::{Fingerprint, SharedDictionary};
use wgs_engine::message::ToMessage;
use wgs_engine::{Budget, Stopped};

use super::current_game::CurrentGame;
use super::message;
use super::reply::{BoardExplanation, BoardResult, CreatedBoardReply, WordVerdict};
use super::request::{
    AnyRequest, CheckBoard, Configure, CreateBoard, GameChoice, JudgeWord, PlayMessage,
    ProvideCommonness, ProvideDictionary, Request, RequestError, ShareDictionary, SolveBoard, read,
    write,
};

/// Returns the time in milliseconds since a fixed moment.
pub type Clock = fn() -> f64;

/// Returns how many requests, from the first one on, are cancelled.
pub type CancelledNumber = fn() -> u32;

/// The most memory that a search may hold. A page can have 4 GB, dictionaries included.
const SEARCH_MEMORY: usize = 512 << 20;

/// The most time for judging a word or explaining a board, in milliseconds. The page cannot cancel
/// these.
const MAX_SHORT_TIME: f64 = 2_000.0;

/// The most time for a request of the play page, in milliseconds: on a slow phone, a daily board
/// that has to be dealt many times takes seconds.
const MAX_PLAY_TIME: f64 = 10_000.0;

/// The command that errors name when a game lacks a part.
const PURPOSE: &str = "solve";

/// Answers a request about a board that was entered; [`EngineWorker::with_solver`] sets it.
type BoardHandler = fn(&mut EngineWorker, AnyRequest) -> Vec<u8>;

/// Answers the requests of the play page, which only its own module can read.
pub trait PlayHandler {
    /// Handles a request and returns the reply.
    fn answer(&mut self, request: &[u8], loader: &GameLoader, budget: &Budget) -> Vec<u8>;
}

/// Handles requests, one after the other.
pub struct EngineWorker {
    clock: Clock,
    cancelled: CancelledNumber,
    /// The number of requests before the current one.
    number: u32,
    loader: GameLoader,
    current: Option<CurrentGame>,
    boards: Option<BoardHandler>,
    play: Option<Box<dyn PlayHandler>>,
}

impl From<LoadError> for RequestError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::NotProvided(name) => Self::DictionaryMissing(name),
            error => Self::other(error),
        }
    }
}

/// Serialises a reply, and checks at compile time that it belongs to the request.
fn reply<R: Request>(reply: Result<R::Reply, RequestError>) -> Vec<u8> {
    write(&reply)
}

/// The reply to a request that the module of the page does not handle. An error is written alike for
/// every request.
fn not_handled() -> Vec<u8> {
    reply::<Configure>(Err(RequestError::Other(message::not_handled())))
}

fn provide_commonness(request: &ProvideCommonness) -> Result<(), RequestError> {
    wgs_config::commonness::provide(&request.content).map_err(RequestError::other)
}

impl EngineWorker {
    /// Creates a worker for the embedded games.
    pub fn new(clock: Clock, cancelled: CancelledNumber) -> Self {
        let options = LoaderOptions {
            access: DictionaryAccess::Provided,
            ..LoaderOptions::default()
        };
        Self {
            clock,
            cancelled,
            number: 0,
            loader: GameLoader::new(Catalogue::embedded(), options),
            current: None,
            boards: None,
            play: None,
        }
    }

    /// Also handles the requests of the solver: searching, checking and creating boards. The module
    /// of the games does without these, and is smaller.
    pub fn with_solver(mut self) -> Self {
        self.boards = Some(Self::answer_about_board);
        self
    }

    /// Also handles the requests of the play page.
    pub fn with_play(mut self, play: impl PlayHandler + 'static) -> Self {
        self.play = Some(Box::new(play));
        self
    }

    /// Handles a request as the page sends it, and returns the reply as the page reads it.
    pub fn answer(&mut self, message: &[u8]) -> Vec<u8> {
        let answer = match read(message) {
            AnyRequest::Configure(request) => reply::<Configure>(self.configure(&request)),
            AnyRequest::ProvideDictionary(request) => {
                reply::<ProvideDictionary>(self.provide_dictionary(request))
            }
            AnyRequest::ProvideCommonness(request) => {
                reply::<ProvideCommonness>(provide_commonness(&request))
            }
            AnyRequest::ShareDictionary(request) => {
                reply::<ShareDictionary>(self.share_dictionary(&request))
            }
            AnyRequest::PlayMessage(request) => reply::<PlayMessage>(self.play(&request)),
            request => match self.boards {
                Some(answer) => answer(self, request),
                None => not_handled(),
            },
        };
        self.number += 1;
        answer
    }

    /// Handles a request of the solver.
    fn answer_about_board(&mut self, request: AnyRequest) -> Vec<u8> {
        match request {
            AnyRequest::SolveBoard(request) => reply::<SolveBoard>(self.solve_board(&request)),
            AnyRequest::JudgeWord(request) => reply::<JudgeWord>(self.judge_word(&request)),
            AnyRequest::CheckBoard(request) => reply::<CheckBoard>(self.check_board(&request)),
            AnyRequest::CreateBoard(request) => reply::<CreateBoard>(self.create_board(&request)),
            _ => not_handled(),
        }
    }

    pub(super) fn configure(&mut self, request: &Configure) -> Result<(), RequestError> {
        let (catalogue, _) = Catalogue::parse(&request.text).map_err(|problems| {
            let first = problems.first().map(ToMessage::to_message);
            RequestError::Other(first.unwrap_or_default())
        })?;
        self.loader.set_catalogue(Arc::new(catalogue));
        self.current = None;
        Ok(())
    }

    pub(super) fn provide_dictionary(
        &mut self,
        request: ProvideDictionary,
    ) -> Result<Fingerprint, RequestError> {
        let dictionary = self.loader.provide(&request.name, request.content)?;
        self.current = None;
        Ok(Fingerprint::of(dictionary.lexicon()))
    }

    fn solve_board(&mut self, request: &SolveBoard) -> Result<BoardResult, RequestError> {
        let budget = self.budget();
        self.game(&request.choice)?.solve(request, &budget)
    }

    /// The budget of the current request, which ends when the page cancels it.
    pub(super) fn budget(&self) -> Budget {
        let (number, cancelled) = (self.number, self.cancelled);
        let stop = move || (cancelled() > number).then_some(Stopped::Cancelled);
        Budget::new(stop).with_memory(SEARCH_MEMORY)
    }

    /// The budget of a short request, which the page cannot cancel.
    fn short_budget(&self) -> Budget {
        self.budget_of(MAX_SHORT_TIME)
    }

    /// The budget of a request that the page cannot cancel, with its time in milliseconds.
    fn budget_of(&self, time: f64) -> Budget {
        let (clock, end) = (self.clock, (self.clock)() + time);
        let stop = move || (clock() > end).then_some(Stopped::TimeLimit);
        Budget::new(stop).with_memory(SEARCH_MEMORY)
    }

    fn judge_word(&mut self, request: &JudgeWord) -> Result<WordVerdict, RequestError> {
        let budget = self.short_budget();
        let game = self.game(&request.choice)?;
        game.judge(&request.board, &request.word, &budget)
    }

    fn check_board(&mut self, request: &CheckBoard) -> Result<BoardExplanation, RequestError> {
        let budget = self.short_budget();
        self.game(&request.choice)?.check(&request.board, &budget)
    }

    fn share_dictionary(
        &mut self,
        request: &ShareDictionary,
    ) -> Result<SharedDictionary, RequestError> {
        let GameChoice {
            game, dictionary, ..
        } = &request.choice;
        let game = self.loader.catalogue().game(game);
        let game = game.map_err(RequestError::other)?;
        let dictionary = self
            .loader
            .dictionary(game, dictionary.as_deref(), PURPOSE)?;
        Ok(SharedDictionary::new(
            dictionary.name().unwrap_or_default(),
            dictionary.source(),
            dictionary.lexicon(),
        ))
    }

    fn create_board(&mut self, request: &CreateBoard) -> Result<CreatedBoardReply, RequestError> {
        let (clock, budget) = (self.clock, self.budget());
        self.game(&request.choice)?;
        let current = self.current.as_mut().expect("the game was just loaded");
        current.create(request, clock, &budget, &self.loader)
    }

    fn play(&mut self, request: &PlayMessage) -> Result<Vec<u8>, RequestError> {
        let budget = self.budget_of(MAX_PLAY_TIME);
        let play = self.play.as_mut();
        let play = play.ok_or_else(|| RequestError::Other(message::not_handled()))?;
        Ok(play.answer(&request.bytes, &self.loader, &budget))
    }

    /// The loader of games, with the configuration and the dictionaries of the page.
    pub(super) fn loader(&self) -> &GameLoader {
        &self.loader
    }

    /// The game that a request is about, as it was loaded.
    pub(super) fn loaded_game(
        &mut self,
        choice: &GameChoice,
    ) -> Result<Arc<LoadedGame>, RequestError> {
        Ok(self.game(choice)?.loaded().clone())
    }

    /// The game that a request is about.
    fn game(&mut self, choice: &GameChoice) -> Result<&mut CurrentGame, RequestError> {
        let current = self.current.take();
        let current = match current.filter(|current| current.choice() == choice) {
            Some(current) => current,
            None => {
                let request = GameRequest {
                    dictionary: choice.dictionary.as_deref(),
                    ..GameRequest::named(&choice.game)
                };
                let game = match choice.size {
                    Some(size) => self.loader.game_of_size(&request, size, PURPOSE)?,
                    None => self.loader.game(&request, PURPOSE)?,
                };
                CurrentGame::new(choice.clone(), game)
            }
        };
        Ok(self.current.insert(current))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{PageLanguage, number};

    fn worker() -> EngineWorker {
        EngineWorker::new(|| 0.0, || 0).with_solver()
    }

    fn choice() -> GameChoice {
        GameChoice {
            game: "Boggle (New)".to_owned(),
            ..GameChoice::default()
        }
    }

    fn request(board: &str) -> SolveBoard {
        SolveBoard {
            choice: choice(),
            board: board.to_owned(),
            ..SolveBoard::default()
        }
    }

    fn words(result: &BoardResult) -> Vec<&str> {
        result.rows.iter().map(|row| row.word.as_str()).collect()
    }

    const BOARD: &str = "STNDTEIELARSMRTO";

    #[test]
    fn a_board_of_another_size_is_created_and_solved() {
        let mut worker = worker();
        let choice = GameChoice {
            size: "5x6".parse().ok(),
            ..choice()
        };
        let created = worker.create_board(&CreateBoard {
            choice: choice.clone(),
            min_words: 1,
            seed: 7,
            milliseconds: 1,
            ..CreateBoard::default()
        });
        let created = created.unwrap();
        let board: wgs_engine::Board = created.board.parse().unwrap();
        assert_eq!(board.len(), 30);
        let solved = worker.solve_board(&SolveBoard {
            choice,
            board: created.board,
            ..SolveBoard::default()
        });
        let summary = solved.unwrap().summary;
        assert_eq!(summary.totals, created.totals);
        // The dice of the game cannot fill a larger board, which is not a mistake here.
        assert_eq!((summary.tiles.len(), summary.is_valid), (30, None));
    }

    #[test]
    fn filters_change_the_rows_but_not_the_summary() {
        let mut worker = worker();
        let all = worker.solve_board(&request(BOARD)).unwrap();
        let summary = &all.summary;
        assert_eq!(all.rows.len() as u64, summary.totals.words);
        assert_eq!(summary.is_valid, Some(true));
        assert_eq!(summary.tiles.len(), 16);
        let (totals, tile) = (summary.totals, summary.tiles[0]);
        assert_eq!(
            summary.label_below(PageLanguage::ENGLISH),
            format!("{} words, {} points", totals.words, number(totals.points))
        );
        assert_eq!(
            summary.tool_tip(PageLanguage::GERMAN, 0),
            Some(format!("{} Wörter, {} Punkte", tile.words, tile.points))
        );

        let filtered = SolveBoard {
            pattern: Some("rs".to_owned()),
            starts_with: vec![10],
            contains: vec![12],
            ..request(BOARD)
        };
        let some = worker.solve_board(&filtered).unwrap();
        assert!(!some.rows.is_empty() && some.rows.len() < all.rows.len());
        for row in &*some.rows {
            assert!(row.word.contains("RS"), "{row:?}");
            assert!(
                row.positions[0] == 10 && row.positions.contains(&12),
                "{row:?}"
            );
        }
        assert_eq!(some.summary, all.summary);
    }

    #[test]
    fn labels_and_tool_tips_have_the_format_of_the_game() {
        let mut worker = worker();
        let formats = r#""BoardSummaryFormat2": "%W/%S", "ToolTipFormat": "%*W:%*S""#;
        let (none, set) = (r#""Default": {}"#, format!(r#""Default": {{ {formats} }}"#));
        let text = wgs_config::catalogue::EMBEDDED.replace(none, &set);
        worker.configure(&Configure { text }).unwrap();
        let summary = worker.solve_board(&request(BOARD)).unwrap().summary;
        let (all, tile) = (summary.totals, summary.tiles[0]);
        let label = format!("{}/{}", all.words, all.points);
        let english = PageLanguage::ENGLISH;
        assert_eq!(summary.label_below(english), label);
        let tool_tip = format!("{}:{}", tile.words, tile.points);
        assert_eq!(summary.tool_tip(english, 0), Some(tool_tip));
    }

    #[test]
    fn the_rows_of_a_board_are_found_once() {
        let mut worker = worker();
        let first = worker.solve_board(&request(BOARD)).unwrap();
        let again = worker.solve_board(&request(BOARD)).unwrap();
        assert!(Arc::ptr_eq(&first.rows, &again.rows));
        let patterned = SolveBoard {
            pattern: Some("st".to_owned()),
            ..request(BOARD)
        };
        let some = worker.solve_board(&patterned).unwrap();
        assert!(Arc::ptr_eq(&first.summary, &some.summary));
        let matching = first.rows.iter().filter(|row| row.word.contains("ST"));
        assert!(some.rows.iter().eq(matching));
    }

    #[test]
    fn duplicates_are_all_paths_of_the_same_words() {
        let mut worker = worker();
        let all = worker.solve_board(&request(BOARD)).unwrap();
        let duplicates = SolveBoard {
            duplicates: true,
            ..request(BOARD)
        };
        let paths = worker.solve_board(&duplicates).unwrap();
        assert!(paths.rows.len() > all.rows.len());
        let mut listed = words(&paths);
        listed.dedup();
        assert_eq!(listed, words(&all));
    }

    #[test]
    fn a_pattern_has_the_syntax_of_the_command_line() {
        let mut worker = worker();
        let patterned = SolveBoard {
            pattern: Some(r"^(.)(?!.*s).{,3}\1$".to_owned()),
            ..request(BOARD)
        };
        let some = worker.solve_board(&patterned).unwrap();
        assert!(!some.rows.is_empty());
        for word in words(&some) {
            let (first, last) = (word.chars().next(), word.chars().next_back());
            assert!(
                first == last && word.len() <= 5 && !word.contains('S'),
                "{word}"
            );
        }
    }

    #[test]
    fn an_invalid_pattern_is_reported_as_one() {
        for (pattern, start) in [
            ("(", "column 1: ( is not closed"),
            ("^(.*)*(.*)*(.*)*(.*)*x", "the pattern takes too many steps"),
        ] {
            let invalid = SolveBoard {
                pattern: Some(pattern.to_owned()),
                ..request(BOARD)
            };
            let error = worker().solve_board(&invalid).unwrap_err();
            let RequestError::Pattern(message) = &error else {
                panic!("{error:?}");
            };
            assert!(message.to_string().starts_with(start), "{message}");
        }
    }

    #[test]
    fn the_dictionary_of_a_file_is_missing_until_it_is_provided() {
        let mut worker = worker();
        let mine = SolveBoard {
            choice: GameChoice {
                dictionary: Some("mine.txt".to_owned()),
                ..choice()
            },
            ..request("CATS")
        };
        let missing = RequestError::DictionaryMissing("mine.txt".to_owned());
        assert_eq!(worker.solve_board(&mine).unwrap_err(), missing);
        let provided = worker.provide_dictionary(ProvideDictionary {
            name: "mine.txt".to_owned(),
            content: b"cat\nsat\nzebra".to_vec(),
        });
        assert_eq!(provided.unwrap().words, 3);
        assert_eq!(words(&worker.solve_board(&mine).unwrap()), ["CAT"]);
        let shared = worker.share_dictionary(&ShareDictionary {
            choice: mine.choice,
        });
        let carried = SharedDictionary::Carried {
            name: "mine.txt".to_owned(),
            words: "CAT\nSAT\nZEBRA".to_owned(),
        };
        assert_eq!(shared, Ok(carried));
    }

    #[test]
    fn another_configuration_replaces_the_current_game() {
        let mut worker = worker();
        worker.solve_board(&request(BOARD)).unwrap();
        let text = r#"{ "GameRules": {} }"#.to_owned();
        worker.configure(&Configure { text }).unwrap();
        assert!(worker.solve_board(&request(BOARD)).is_err());
    }

    #[test]
    fn a_verdict_explains_why_a_word_does_not_count() {
        let mut worker = worker();
        for (word, text) in [
            ("rats", "counts: 1 point"),
            (
                "at",
                "is too short: it counts for 2 letters, but 3 are needed",
            ),
            ("rtxyz", "is not in the dictionary"),
            ("zebra", "is a word, but the board has no Z or B"),
            ("toad", "is a word, but has no path on the board"),
        ] {
            let verdict = worker.judge_word(&JudgeWord {
                choice: choice(),
                board: BOARD.to_owned(),
                word: word.to_owned(),
            });
            let verdict = verdict.unwrap();
            assert_eq!(verdict.message.to_string(), text, "{word}");
            assert_eq!(verdict.positions.is_some(), text.starts_with("counts"));
        }
    }

    #[test]
    fn a_created_board_has_the_words_that_are_requested() {
        let mut worker = worker();
        let created = worker.create_board(&CreateBoard {
            choice: choice(),
            min_words: 120,
            seed: 7,
            milliseconds: 1,
            ..CreateBoard::default()
        });
        let created = created.unwrap();
        assert!(created.is_met && created.totals.words >= 120, "{created:?}");
        let found = worker.solve_board(&request(&created.board)).unwrap();
        assert_eq!(found.summary.totals, created.totals);
    }

    #[test]
    fn boards_of_word_list_games_are_made_of_words() {
        let mut worker = worker();
        for (game, letters, tiles) in [("Quarrel", 8, 8), ("7 Little Words", 0, 20)] {
            let mut create = |min_words| {
                let created = worker.create_board(&CreateBoard {
                    choice: GameChoice {
                        game: game.to_owned(),
                        ..GameChoice::default()
                    },
                    min_words,
                    seed: 7,
                    milliseconds: 1,
                    ..CreateBoard::default()
                });
                created.unwrap().board
            };
            let board = create(0);
            let capitals = board.chars().filter(|c| c.is_uppercase()).count();
            assert_eq!(capitals, tiles, "{board}");
            assert!(letters == 0 || board.len() == letters, "{board}");
            assert!(!create(1).is_empty());
        }
    }

    #[test]
    fn a_list_in_a_file_is_not_read_in_the_page() {
        let mut worker = worker();
        let text = r#"{
            "Grids": { "Rack": { "Size": [8, 1], "Adjacency": "Full" } },
            "ScoringRules": { "Any": {} },
            "LetterDistributions": { "List": { "GenerationMethod": "WordList", "WordListFile": "list.txt" } },
            "GameRules": { "Game": { "GridDesign": "Rack", "ScoringRules": "Any", "LetterDistribution": "List" } }
        }"#;
        worker
            .configure(&Configure {
                text: text.to_owned(),
            })
            .unwrap();
        let error = worker.create_board(&CreateBoard {
            choice: GameChoice {
                game: "Game".to_owned(),
                ..GameChoice::default()
            },
            seed: 7,
            milliseconds: 1,
            ..CreateBoard::default()
        });
        let error = error.unwrap_err().to_string();
        assert!(
            error.starts_with("the boards of this game come from the file list.txt"),
            "{error}"
        );
    }

    #[test]
    fn a_board_with_as_many_points_as_possible_is_the_best_one_found() {
        // Each look at the clock takes a millisecond; there is one after every few boards.
        thread_local!(static NOW: std::cell::Cell<f64> = const { std::cell::Cell::new(0.0) });
        let clock = || {
            NOW.set(NOW.get() + 1.0);
            NOW.get()
        };
        let mut worker = EngineWorker::new(clock, || 0);
        let mut create = |milliseconds| {
            let created = worker.create_board(&CreateBoard {
                choice: choice(),
                maximize: Some(wgs_engine::Count::Points),
                seed: 7,
                milliseconds,
                ..CreateBoard::default()
            });
            created.unwrap()
        };
        let (first, better) = (create(2), create(100));
        assert!(!better.is_met && better.reached == better.totals.points);
        assert!(better.reached > first.reached, "{first:?} {better:?}");
    }

    #[test]
    fn a_cancelled_search_ends_and_the_next_one_is_complete() {
        thread_local!(static CANCELLED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) });
        let mut worker = EngineWorker::new(|| 0.0, || CANCELLED.get()).with_solver();
        CANCELLED.set(1);
        let answer = |worker: &mut EngineWorker, board: &str| {
            let message = write(&AnyRequest::from(request(board)));
            let reply: Result<BoardResult, RequestError> = read(&worker.answer(&message));
            reply
        };
        // It would take hours.
        let stopped = answer(&mut worker, &"?".repeat(16));
        assert_eq!(stopped, Err(RequestError::other(Stopped::Cancelled)));
        assert!(answer(&mut worker, BOARD).unwrap().rows.len() > 500);
    }

    #[test]
    fn a_reply_is_read_as_the_type_of_its_request() {
        let message = write(&AnyRequest::from(request(BOARD)));
        let reply: Result<BoardResult, RequestError> = read(&worker().answer(&message));
        assert_eq!(reply, worker().solve_board(&request(BOARD)));
    }
}
