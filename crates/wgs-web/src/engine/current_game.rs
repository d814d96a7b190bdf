//! The game that the page asks about, with the words of its last board.

use std::sync::Arc;

use wgs_app::creator::{CreateError, CreateOptions, Creator};
use wgs_app::listing::{Filter, FilterError, FilterOptions, ListedWords, Listing, ListingError};
use wgs_app::reply::{CheckBoardReply, CheckWordReply};
use wgs_app::target::Target;
use wgs_app::{GameLoader, LoadedGame};
use wgs_config::Preferences;
use wgs_config::commonness::CommonnessTable;
use wgs_dice::BoardChecker;
use wgs_engine::Analysis;
use wgs_engine::message::ToMessage;
use wgs_engine::{Board, BoardScore, Budget, Cell};
use wgs_pattern::{Pattern, TooManySteps};
use wgs_play::{SolvedBoard, Verdict, judge_guess};

use super::message;
use super::reply::{
    BoardExplanation, BoardResult, BoardSummary, CreatedBoardReply, MOST_DRAWN, SolutionRow,
    TileSource, WordVerdict,
};
use super::request::{CommonnessFilter, CreateBoard, GameChoice, RequestError, SolveBoard};
use super::worker::Clock;

/// A loaded game, and its last board.
pub(super) struct CurrentGame {
    choice: GameChoice,
    game: Arc<LoadedGame>,
    checker: Option<BoardChecker>,
    last: Option<LastBoard>,
    /// Buffers that are reused from board to board.
    analysis: Analysis,
    /// The same for lists that need a search.
    found: ListedWords,
}

/// A board that was searched, and its result.
struct LastBoard {
    text: String,
    board: Board,
    result: BoardResult,
}

fn positions(path: &[Cell]) -> Vec<u32> {
    path.iter().map(|cell| cell.position() as u32).collect()
}

/// Returns the rows that a filter lets through, each with how common its word is.
fn with_commonness(
    rows: &[SolutionRow],
    filter: CommonnessFilter,
) -> Result<Arc<[SolutionRow]>, RequestError> {
    let table = CommonnessTable::embedded().map_err(RequestError::other)?;
    let most = match filter {
        CommonnessFilter::All => SolutionRow::RARE,
        CommonnessFilter::Common => 35,
        CommonnessFilter::Known => 70,
    };
    let rows = rows.iter().filter_map(|row| {
        let size = table.of(&row.word).size().unwrap_or(SolutionRow::RARE);
        (size <= most).then(|| {
            let mut row = row.clone();
            row.commonness = Some(size);
            row
        })
    });
    Ok(rows.collect())
}

/// Prepares to create the boards that a request asks for.
pub(super) fn creator<'g>(
    game: &'g LoadedGame,
    request: &CreateBoard,
    budget: &Budget,
    loader: &GameLoader,
) -> Result<Creator<'g>, RequestError> {
    let target = Target {
        min_words: Some(request.min_words),
        min_points: Some(request.min_points),
        maximize: request.maximize,
        ..Target::default()
    };
    let options = CreateOptions {
        seed: request.seed,
        size: request.choice.size,
        budget: budget.clone(),
        ..CreateOptions::for_target(&target)
    };
    let creator = Creator::with_loader(game.game(), options, loader);
    creator.map_err(|error| match error {
        CreateError::Dictionary(error) => error.into(),
        error => RequestError::other(error),
    })
}

impl CurrentGame {
    pub(super) fn new(choice: GameChoice, game: Arc<LoadedGame>) -> Self {
        // The game's dice are meant for its own grid.
        let checker = match choice.size {
            Some(_) => None,
            None => game.board_checker().and_then(Result::ok),
        };
        Self {
            choice,
            game,
            checker,
            last: None,
            analysis: Analysis::default(),
            found: ListedWords::default(),
        }
    }

    /// The name of the game, and of its dictionary.
    pub(super) fn choice(&self) -> &GameChoice {
        &self.choice
    }

    /// The game as it was loaded.
    pub(super) fn loaded(&self) -> &Arc<LoadedGame> {
        &self.game
    }

    fn read(&self, board: &str) -> Result<Board, RequestError> {
        self.game.read(board).map_err(RequestError::other)
    }

    /// Finds the words of a board. The board is searched only if it differs from the last one,
    /// or if the list depends on the paths of words.
    pub(super) fn solve(
        &mut self,
        request: &SolveBoard,
        budget: &Budget,
    ) -> Result<BoardResult, RequestError> {
        let options = FilterOptions {
            regex: request.pattern.clone(),
            starts_with: request.starts_with.clone(),
            contains: request.contains.clone(),
            ..FilterOptions::default()
        };
        let cells = self.game.grid().len();
        let filter = Filter::with_spelling(&options, cells, self.game.spelling());
        let filter = filter.map_err(|error| match error {
            FilterError::Pattern(error) => RequestError::Pattern(error.to_message()),
            error => RequestError::other(error),
        })?;
        let too_slow = |error: TooManySteps| RequestError::Pattern(error.to_message());
        let not_listed = |error: ListingError| match error {
            ListingError::Pattern(error) => too_slow(error),
            error => RequestError::other(error),
        };
        let last = match self.last.take() {
            Some(last) if last.text == request.board => last,
            _ => self.search(&request.board, budget)?,
        };
        let last = self.last.insert(last);
        let listing = match request.duplicates {
            true => Listing::Paths,
            false => Listing::Words,
        };
        let depends_on_paths =
            request.duplicates || !request.starts_with.is_empty() || !request.contains.is_empty();
        let all = &last.result.rows;
        let rows = if depends_on_paths {
            let (found, board) = (&mut self.found, &last.board);
            self.game
                .with_worker(budget, |worker| {
                    found.search(worker, board, listing, &filter)
                })
                .map_err(not_listed)?;
            let listed = found.iter().map(|line| {
                SolutionRow::new(line.word.to_owned(), positions(line.path), line.score)
            });
            listed.collect()
        } else if let Some(mut matcher) = filter.pattern().map(Pattern::matcher) {
            let mut listed = Vec::new();
            for row in &**all {
                if matcher.is_match(&row.word).map_err(too_slow)? {
                    listed.push(row.clone());
                }
            }
            listed.into()
        } else {
            all.clone()
        };
        let rows = match request.commonness {
            Some(filter) => with_commonness(&rows, filter)?,
            None => rows,
        };
        Ok(BoardResult {
            rows,
            summary: last.result.summary.clone(),
        })
    }

    /// Searches a board once, for its rows and for its summary.
    fn search(&mut self, text: &str, budget: &Budget) -> Result<LastBoard, RequestError> {
        let board = self.read(text)?;
        let mut rows = Vec::new();
        let analysis = &mut self.analysis;
        self.game
            .with_worker(budget, |worker| {
                analysis.update_with(worker, &board, |solution| {
                    let path = positions(solution.path);
                    rows.push(SolutionRow::new(solution.text(), path, &solution.score));
                })
            })
            .map_err(RequestError::other)?;
        let result = BoardResult {
            rows: rows.into(),
            summary: Arc::new(self.summarise(text, &board, budget)),
        };
        Ok(LastBoard {
            text: text.to_owned(),
            board,
            result,
        })
    }

    /// Summarises the board that was analysed.
    fn summarise(&mut self, text: &str, board: &Board, budget: &Budget) -> BoardSummary {
        let Self {
            game,
            checker,
            analysis,
            ..
        } = self;
        let lexicon = game.lexicon();
        let preferences = game.game().preferences();
        let summary = |format: &wgs_config::template::AnalysisTemplate| {
            let mut out = String::new();
            format.render(text, analysis, lexicon, &mut out);
            out
        };
        // The page words what a default format says in its own language.
        let default = Preferences::default();
        let format = &preferences.tool_tip_format;
        let has_tool_tips = *format != default.tool_tip_format;
        let has_label_below = preferences.board_summary_2 != default.board_summary_2;
        let tool_tip = |cell: Cell| {
            let mut out = String::new();
            format.render(cell.position(), text, analysis, lexicon, &mut out);
            out
        };
        let at =
            |position| BoardScore::new(analysis.words_at(position), analysis.points_at(position));
        let of_length = |length| {
            let words = analysis.words_of_length(length);
            BoardScore::new(words, analysis.points_of_length(length))
        };
        let lengths = (1..=analysis.longest()).map(|length| (length as u32, of_length(length)));
        let has_tiles = board.tiles().iter().any(|tile| !tile.is_empty());
        BoardSummary {
            totals: at(0),
            summary_1: summary(&preferences.board_summary_1),
            summary_2: has_label_below.then(|| summary(&preferences.board_summary_2)),
            tool_tips: has_tool_tips
                .then(|| game.grid().cells().take(MOST_DRAWN).map(tool_tip).collect()),
            tiles: (1..=analysis.cells().min(MOST_DRAWN)).map(at).collect(),
            lengths: lengths.filter(|(_, totals)| totals.words > 0).collect(),
            is_valid: checker
                .as_mut()
                .filter(|_| has_tiles)
                .and_then(|checker| checker.check_within(board, budget).ok()),
            dictionary_words: lexicon.len() as u64,
        }
    }

    /// Judges a word as a round of play does.
    pub(super) fn judge(
        &mut self,
        board: &str,
        word: &str,
        budget: &Budget,
    ) -> Result<WordVerdict, RequestError> {
        let board = self.read(board)?;
        let spelling = self.game.spelling();
        let solved = self
            .game
            .with_worker(budget, |worker| SolvedBoard::new(board, worker))
            .map_err(RequestError::other)?;
        let verdict = judge_guess(word, &solved, self.game.solver(), spelling);
        let path = match &verdict {
            Verdict::Counts { path, .. } => Some(positions(path)),
            _ => None,
        };
        let is_off_board = matches!(verdict, Verdict::LettersMissing { .. } | Verdict::NoPath);
        let checker = self.game.word_checker().filter(|_| is_off_board);
        let unspellable = checker.and_then(Result::ok).and_then(|mut checker| {
            // A word that needs more is not explained.
            let budget = budget.clone().with_memory(4 << 20);
            CheckWordReply::explained(word, &mut checker, spelling, &budget).message
        });
        Ok(WordVerdict {
            word: word.to_owned(),
            message: verdict.to_message(),
            positions: path,
            unspellable,
        })
    }

    /// Explains how the game's dice produce a board, or why they cannot.
    pub(super) fn check(
        &mut self,
        text: &str,
        budget: &Budget,
    ) -> Result<BoardExplanation, RequestError> {
        let board = self.read(text)?;
        let spelling = self.game.spelling();
        let Some(checker) = &mut self.checker else {
            return Err(RequestError::Other(message::no_letters()));
        };
        let text = text.to_owned();
        let reply = CheckBoardReply::explained(text, &board, checker, spelling, budget);
        let tiles = reply.tiles.unwrap_or_default().into_iter().zip(1..);
        let origin = |(tile, position): (Option<_>, usize)| {
            let tile: wgs_app::reply::CheckedTileReply = tile?;
            Some(TileSource {
                position,
                face: tile.face,
                die: tile.die,
                faces: tile.faces,
            })
        };
        Ok(BoardExplanation {
            tiles: tiles.filter_map(origin).collect(),
            reason: reply.message,
            positions: reply.positions.unwrap_or_default(),
        })
    }

    /// Creates a board, or the best one that can be found in the time allowed.
    pub(super) fn create(
        &mut self,
        request: &CreateBoard,
        clock: Clock,
        budget: &Budget,
        loader: &GameLoader,
    ) -> Result<CreatedBoardReply, RequestError> {
        let creator = creator(&self.game, request, budget, loader)?;
        let numbers = request.number..request.number + 1;
        if !creator.has_goal() {
            let mut board = String::new();
            let written = creator.write_boards(numbers, &mut board);
            written.map_err(RequestError::other)?;
            return Ok(CreatedBoardReply {
                board: board.trim_end().to_owned(),
                totals: BoardScore::default(),
                is_met: true,
                reached: 0,
                tries: 1,
            });
        }
        creator
            .check_goal(self.game.lexicon())
            .map_err(RequestError::other)?;
        let end = clock() + f64::from(request.milliseconds);
        let mut worker = creator.worker(self.game.solver());
        worker.set_budget(budget.clone());
        let created = worker.create(numbers, || clock() >= end);
        let created = created.map_err(RequestError::other)?.into_iter().next();
        let best = created.ok_or_else(|| RequestError::Other(message::no_board()))?;
        let spelling = creator.spelling();
        Ok(CreatedBoardReply {
            board: spelling.show(&best.board.to_string()).into_owned(),
            totals: BoardScore::new(best.measure.words, best.measure.points),
            is_met: best.is_met,
            reached: request.maximize.map_or(0, |count| count.of(&best.measure)),
            tries: best.tries,
        })
    }
}
