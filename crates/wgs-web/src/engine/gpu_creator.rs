//! Creates boards with a GPU, through WebGPU, inside a web worker with its own module. A GPU scores
//! all neighbours of many boards at once, so the search is a hunt: climbs side by side, from random
//! boards to better and better ones. On the processor, [`EngineWorker`] creates boards.

use std::sync::Arc;

use wgs_app::LoadedGame;
use wgs_engine::{BoardScore, Budget, Count};
use wgs_gpu::{GpuDevice, GpuHuntScorer, GpuSelection};
use wgs_records::hunt::{Climb, ClimbGroup, FoundBoard, Hunt, HuntGoal, HuntLetters, HuntOptions};

use super::current_game::creator;
use super::message;
use super::reply::CreatedBoardReply;
use super::request::{AnyRequest, CreateBoard, RequestError, read, write};
use super::worker::{CancelledNumber, Clock, EngineWorker};

/// The number of climbs to begin with. It changes with the speed of the device.
const FIRST_CLIMBS: usize = 4;

/// The most climbs side by side.
const MAX_CLIMBS: usize = 512;

/// The time that a step of all climbs should take, in milliseconds: long enough to keep the device
/// busy, short enough for the page to show the best board so far.
const STEP_TIME: std::ops::RangeInclusive<f64> = 25.0..=150.0;

/// The number of boards that a climb keeps, on boards with at most 16 cells and on larger ones.
const POOLS: [usize; 2] = [50, 150];

/// Handles the requests that creating boards needs.
pub struct GpuCreator {
    engine: EngineWorker,
    clock: Clock,
    search: Option<Search>,
}

impl GpuCreator {
    /// Creates a worker for the embedded games.
    pub fn new(clock: Clock, cancelled: CancelledNumber) -> Self {
        Self {
            engine: EngineWorker::new(clock, cancelled),
            clock,
            search: None,
        }
    }

    /// Handles a request as the page sends it, and returns the reply as the page reads it.
    ///
    /// # Panics
    ///
    /// Panics at requests that have nothing to do with creating boards.
    pub async fn answer(&mut self, message: &[u8]) -> Vec<u8> {
        match read(message) {
            AnyRequest::Configure(request) => write(&self.engine.configure(&request)),
            AnyRequest::ProvideDictionary(request) => {
                write(&self.engine.provide_dictionary(request))
            }
            AnyRequest::CreateBoard(request) => write(&self.create_board(&request).await),
            request => panic!("this worker only creates boards, but received {request:?}"),
        }
    }

    /// Searches for a better board, for as long as the request says.
    async fn create_board(
        &mut self,
        request: &CreateBoard,
    ) -> Result<CreatedBoardReply, RequestError> {
        let search = self.search.take();
        let mut search = match search.filter(|search| search.is_for(request)) {
            Some(search) => search,
            None => {
                let game = self.engine.loaded_game(&request.choice)?;
                let budget = self.engine.budget();
                let creator = creator(&game, request, &budget, self.engine.loader())?;
                // A game with fewer tiles than cells has boards that hunts do not know.
                if creator.max_tiles() < game.grid().len() {
                    return Err(RequestError::Other(message::small_boards()));
                }
                let hunt = hunt(&game, HuntLetters::Dice(creator.letters()), request)?;
                Search::new(game.clone(), hunt, request).await?
            }
        };
        let created = search.run(request, self.clock).await;
        self.search = Some(search);
        created
    }
}

/// Returns the hunt for the boards of a request.
fn hunt(
    game: &LoadedGame,
    letters: HuntLetters<'_>,
    request: &CreateBoard,
) -> Result<Hunt, RequestError> {
    let options = HuntOptions {
        goal: goal(request)?,
        pool: POOLS[usize::from(game.grid().len() > 16)],
        seed: request.seed,
    };
    Hunt::new(game.solver(), letters, options).map_err(RequestError::other)
}

/// The goal of climbs.
fn goal(request: &CreateBoard) -> Result<HuntGoal, RequestError> {
    let count = match request.maximize {
        Some(count) => count,
        None if request.min_points > 0 => Count::Points,
        None => Count::Words,
    };
    HuntGoal::most(count).map_err(RequestError::other)
}

/// A search that goes on from request to request.
struct Search {
    /// The first request.
    request: CreateBoard,
    game: Arc<LoadedGame>,
    hunt: Hunt,
    scorer: GpuHuntScorer,
    /// The climbs between two requests.
    climbs: Vec<Climb>,
    next_climb: u64,
    /// How many climbs go on side by side.
    width: usize,
    best: Option<(FoundBoard, BoardScore)>,
}

impl Search {
    async fn new(
        game: Arc<LoadedGame>,
        hunt: Hunt,
        request: &CreateBoard,
    ) -> Result<Self, RequestError> {
        let selection = match request.any_gpu {
            true => GpuSelection::Any,
            false => GpuSelection::Hardware,
        };
        let device = GpuDevice::request(selection, u64::MAX).await;
        Ok(Self {
            request: request.clone(),
            game,
            scorer: GpuHuntScorer::new(&device.map_err(RequestError::other)?, &hunt),
            hunt,
            climbs: Vec::new(),
            next_climb: 0,
            width: FIRST_CLIMBS,
            best: None,
        })
    }

    /// Returns whether a request continues this search.
    fn is_for(&self, request: &CreateBoard) -> bool {
        let turn = CreateBoard {
            number: request.number,
            milliseconds: request.milliseconds,
            ..self.request.clone()
        };
        turn == *request
    }

    /// Continues the climbs until a board meets the request, or the time is over.
    async fn run(
        &mut self,
        request: &CreateBoard,
        clock: Clock,
    ) -> Result<CreatedBoardReply, RequestError> {
        let end = clock() + f64::from(request.milliseconds);
        let hunt = self.hunt.clone();
        let mut group = ClimbGroup::new(&hunt);
        for climb in self.climbs.drain(..) {
            group.add(climb);
        }
        let mut tries = 0;
        let is_met = loop {
            while group.climbs().len() < self.width {
                group.add(hunt.climb(self.next_climb));
                self.next_climb += 1;
            }
            let start = clock();
            let before = evaluations(group.climbs());
            let ended = group.step(&mut self.scorer).await;
            let ended = ended.map_err(RequestError::other)?;
            tries += evaluations(group.climbs()) + evaluations(&ended) - before;
            for climb in ended.iter().chain(group.climbs()) {
                self.compare(climb)?;
            }
            let now = clock();
            if now - start < *STEP_TIME.start() {
                self.width = (2 * self.width).min(MAX_CLIMBS);
            } else if now - start > *STEP_TIME.end() {
                self.width = (self.width / 2).max(1);
            }
            let is_met = self.is_met();
            // Climbs that compare boards by something else at first have no best board yet.
            if is_met || (now >= end && self.best.is_some()) {
                break is_met;
            }
        };
        self.climbs = group.take();
        let (best, totals) = self.best.as_ref().expect("the loop ends with a board");
        let board = hunt.board(&best.faces).to_string();
        Ok(CreatedBoardReply {
            board: self.game.spelling().show(&board).into_owned(),
            totals: *totals,
            is_met,
            reached: self.request.maximize.map_or(0, |_| best.value),
            tries,
        })
    }

    /// Remembers the best board of a climb if it is better than all before. The processor scores it
    /// again, for what the hunt does not count.
    fn compare(&mut self, climb: &Climb) -> Result<(), RequestError> {
        let Some(found) = climb.best(&self.hunt) else {
            return Ok(());
        };
        let is_better = (self.best.as_ref()).is_none_or(|(best, _)| best.value < found.value);
        // A board with fewer points may be the one that also has enough words.
        let least = match self.request.min_points {
            0 => self.request.min_words,
            points => points,
        };
        let has_minimum = self.request.maximize.is_none();
        let is_candidate = has_minimum && found.value >= least && !self.is_met();
        if !is_better && !is_candidate {
            return Ok(());
        }
        let board = self.hunt.board(&found.faces);
        let totals = self
            .game
            .with_worker(&Budget::UNLIMITED, |worker| worker.score(&board));
        let totals = totals.map_err(RequestError::other)?;
        if (is_better && !self.is_met()) || self.is_enough(&totals) {
            self.best = Some((found, totals));
        }
        Ok(())
    }

    /// Returns whether the best board has as many words and points as requested.
    fn is_met(&self) -> bool {
        let best = self.best.as_ref();
        best.is_some_and(|(_, totals)| self.is_enough(totals))
    }

    fn is_enough(&self, totals: &BoardScore) -> bool {
        let request = &self.request;
        let has_minimum = request.maximize.is_none();
        has_minimum && totals.words >= request.min_words && totals.points >= request.min_points
    }
}

/// The number of boards that climbs have scored.
fn evaluations(climbs: &[Climb]) -> u64 {
    climbs.iter().map(Climb::evaluations).sum()
}

#[cfg(test)]
mod tests {
    use wgs_test_requirement::requires;

    use super::super::request::GameChoice;
    use super::*;

    /// Sends at most `turns` requests, until a board meets the minimum. The clock advances by 30 ms
    /// per call, so the number of climbs stays the same.
    fn create(request: &CreateBoard, turns: u64) -> Result<CreatedBoardReply, RequestError> {
        thread_local!(static NOW: std::cell::Cell<f64> = const { std::cell::Cell::new(0.0) });
        let clock = || {
            NOW.set(NOW.get() + 30.0);
            NOW.get()
        };
        let mut creator = GpuCreator::new(clock, || 0);
        let mut best: Option<CreatedBoardReply> = None;
        for number in 0..turns {
            let turn = CreateBoard {
                number,
                milliseconds: 100,
                any_gpu: true,
                seed: 7,
                ..request.clone()
            };
            let message = write(&AnyRequest::from(turn));
            let answer = pollster::block_on(creator.answer(&message));
            let created: Result<CreatedBoardReply, RequestError> = read(&answer);
            let created = created?;
            if let Some(best) = &best {
                assert!(created.reached >= best.reached, "{best:?} {created:?}");
            }
            let is_met = created.is_met;
            best = Some(created);
            if is_met {
                break;
            }
        }
        Ok(best.expect("there is a turn"))
    }

    fn request(game: &str) -> CreateBoard {
        CreateBoard {
            choice: GameChoice {
                game: game.to_owned(),
                ..GameChoice::default()
            },
            ..CreateBoard::default()
        }
    }

    /// Loads a game, reads a board of it and scores it on the processor.
    fn score(choice: &GameChoice, board: &str) -> BoardScore {
        let mut engine = EngineWorker::new(|| 0.0, || 0);
        let game = engine.loaded_game(choice).unwrap();
        let board = game.read(board).unwrap();
        assert_eq!(board.len(), game.grid().len(), "{board}");
        if choice.size.is_none() {
            let mut checker = game.board_checker().unwrap().unwrap();
            assert!(checker.check(&board), "the dice cannot produce {board}");
        }
        game.with_worker(&Budget::UNLIMITED, |worker| worker.score(&board))
            .unwrap()
    }

    #[requires(vulkan)]
    #[test]
    fn a_board_with_as_much_as_possible_is_one_of_the_dice_and_has_the_score_that_is_reported() {
        for (game, size, maximum) in [
            ("Boggle (New)", None, Count::Points),
            ("Boggle Master", None, Count::Words),
            ("Boggle (New)", Some("3x5"), Count::Points),
            ("Boggle (Old)", Some("3x3"), Count::LongWords(6)),
        ] {
            let mut request = request(game);
            request.choice.size = size.and_then(|size| size.parse().ok());
            request.maximize = Some(maximum);
            let created = create(&request, 2).unwrap();
            assert!(!created.is_met && created.tries > 1_000, "{created:?}");
            let totals = score(&request.choice, &created.board);
            assert_eq!(totals, created.totals, "{game}");
            match maximum {
                Count::Points => assert_eq!(created.reached, totals.points),
                Count::Words => assert_eq!(created.reached, totals.words),
                _ => assert!(created.reached > 0),
            }
        }
    }

    #[requires(vulkan)]
    #[test]
    fn a_search_for_a_minimum_ends_with_the_first_board_that_has_it() {
        for (words, points) in [(150, 0), (0, 250), (100, 200)] {
            let request = CreateBoard {
                min_words: words,
                min_points: points,
                ..request("Boggle (New)")
            };
            let created = create(&request, 20).unwrap();
            assert!(created.is_met, "{created:?}");
            assert!(created.totals.words >= words && created.totals.points >= points);
            assert_eq!(
                score(&request.choice, &created.board),
                created.totals,
                "{words}"
            );
        }
    }

    #[requires(vulkan)]
    #[test]
    fn games_that_a_gpu_cannot_search_are_an_error_with_the_reason() {
        for (game, reason) in [
            ("Spelling Bee", "may use a tile again"),
            ("Scrabble Rack", "wildcards"),
            ("Quarrel", "word list"),
            ("Scrabblet", "do not fill the grid"),
        ] {
            let request = CreateBoard {
                maximize: Some(Count::Words),
                ..request(game)
            };
            let error = create(&request, 1).unwrap_err().to_string();
            assert!(error.contains(reason), "{game}: {error}");
        }
    }
}
