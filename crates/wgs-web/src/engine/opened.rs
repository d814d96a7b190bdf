//! A game that a clerk keeps open: what is on its boards, what becomes of words, how boards are
//! laid and created.

use wgs_app::LoadedGame;
use wgs_app::creator::{CreateOptions, Creator};
use wgs_app::listing::{Filter, FilterOptions, ListedWords, Listing};
use wgs_app::reply::{CheckBoardReply, CheckWordReply};
use wgs_core::Board;
use wgs_lab::{Aim, BoardChecker, Goal, Measure};
use wgs_play::SolvedBoard;
use wgs_play::{Round, RoundOptions, Verdict};

use super::clerk::{Clock, Matcher};
use super::message::{Checked, CreateAsk, Created, Judgement, Row, SolveAsk, Solved, Trouble};
use crate::solver::game_view::MOST_DRAWN;

/// A game that was asked about.
pub(super) struct Opened {
    pub(super) game: LoadedGame,
    pub(super) checker: Option<BoardChecker>,
    /// What was last said of a board as a whole, which the filters do not change.
    pub(super) last: Option<(String, Solved)>,
}

impl Opened {
    fn read(&self, board: &str) -> Result<Board, String> {
        self.game.read(board).map_err(|error| error.to_string())
    }

    pub(super) fn solve(
        &mut self,
        ask: &SolveAsk,
        matcher: Option<&Matcher>,
        found: &mut ListedWords,
    ) -> Result<Solved, Trouble> {
        let options = FilterOptions {
            starts_with: ask.starts_with.clone(),
            contains: ask.contains.clone(),
            ..FilterOptions::default()
        };
        let filter = Filter::without_regex(&options, self.game.grid().len());
        let filter = filter.map_err(|error| Trouble::Other(error.to_string()))?;
        let board = self.read(&ask.board).map_err(Trouble::Other)?;
        let listing = match ask.duplicates {
            true => Listing::Paths,
            false => Listing::Words,
        };
        self.game
            .with_worker(|worker| found.search(worker, &board, listing, &filter));
        let row = |line: wgs_config::template::ScoredWord<'_>| {
            let positions = line.path.iter().map(|cell| cell.position() as u32);
            Row::new(line.word, positions.collect(), line.score)
        };
        let whole = match self.last.take() {
            Some((text, whole)) if text == ask.board => whole,
            _ => self.whole(&ask.board, &board),
        };
        self.last = Some((ask.board.clone(), whole.clone()));
        Ok(Solved {
            rows: found
                .iter()
                .filter(|line| matcher.is_none_or(|matches| matches(line.word)))
                .map(row)
                .collect(),
            ..whole
        })
    }

    /// What is said of a board, whatever is listed of it.
    fn whole(&mut self, text: &str, board: &Board) -> Solved {
        let Self { game, checker, .. } = self;
        let lexicon = game.lexicon();
        let named = game.game();
        let preferences = named.preferences();
        game.with_analysis(board, |analysis| {
            let summary = |format: &wgs_config::template::AnalysisTemplate| {
                let mut out = String::new();
                format.render(text, analysis, lexicon, &mut out);
                out
            };
            let tool_tip = |cell: wgs_core::Cell| {
                let mut out = String::new();
                let format = &preferences.tool_tip_format;
                format.render(cell.position(), text, analysis, lexicon, &mut out);
                out
            };
            let positions = 1..=analysis.cells().min(MOST_DRAWN);
            let lengths = (1..=analysis.longest()).map(|length| {
                let words = analysis.words_of_length(length);
                (length as u32, words, analysis.points_of_length(length))
            });
            let is_used = board.tiles().iter().any(|tile| !tile.is_empty());
            Solved {
                rows: Vec::new(),
                words: analysis.words(),
                points: analysis.points(),
                summary_1: summary(&preferences.board_summary_1),
                summary_2: summary(&preferences.board_summary_2),
                tool_tips: game.grid().cells().take(MOST_DRAWN).map(tool_tip).collect(),
                tiles: positions
                    .map(|position| (analysis.words_at(position), analysis.points_at(position)))
                    .collect(),
                lengths: lengths.filter(|(_, words, _)| *words > 0).collect(),
                is_valid: checker
                    .as_mut()
                    .filter(|_| is_used)
                    .map(|checker| checker.check(board)),
                dictionary_words: lexicon.len() as u64,
            }
        })
    }

    pub(super) fn judge(&mut self, board: &str, word: &str) -> Result<Judgement, String> {
        let board = self.read(board)?;
        let spelling = self.game.spelling();
        let hand = self
            .game
            .with_worker(|worker| SolvedBoard::new(board, worker));
        let hand = hand.map_err(|error| error.to_string())?;
        let options = RoundOptions {
            spelling: spelling.clone(),
            ..RoundOptions::default()
        };
        let mut round = Round::new(hand, self.game.solver(), options);
        let seat = round.join("");
        let verdict = round.guess(seat, word);
        let positions = match &verdict {
            Verdict::Counts { path, .. } => {
                Some(path.iter().map(|cell| cell.position() as u32).collect())
            }
            _ => None,
        };
        let asks_dice = matches!(verdict, Verdict::LettersMissing { .. } | Verdict::NoPath);
        let checker = self.game.word_checker().filter(|_| asks_dice);
        let unspellable = checker
            .and_then(Result::ok)
            .and_then(|mut checker| CheckWordReply::explained(word, &mut checker, spelling).reason);
        Ok(Judgement {
            word: word.to_owned(),
            says: verdict.to_string(),
            positions,
            unspellable,
        })
    }

    pub(super) fn check(&mut self, text: &str) -> Result<Checked, String> {
        let board = self.read(text)?;
        let spelling = self.game.spelling();
        let Some(checker) = &mut self.checker else {
            return Err("this game has no dice or letters to lay boards with".to_owned());
        };
        let reply = CheckBoardReply::explained(text.to_owned(), &board, checker, spelling);
        let tiles = reply.tiles.unwrap_or_default().into_iter().zip(1..);
        Ok(Checked {
            is_valid: reply.valid,
            tiles: tiles
                .filter_map(|(tile, position)| Some((tile?, position)))
                .map(|(tile, position)| (position, tile.face, tile.die, tile.faces))
                .collect(),
            reason: reply.reason,
            positions: reply.positions.unwrap_or_default(),
        })
    }

    pub(super) fn create(&mut self, ask: &CreateAsk, clock: Clock) -> Result<Created, String> {
        let aims = [
            (Measure::Words, ask.min_words),
            (Measure::Points, ask.min_points),
        ];
        let aims = aims.into_iter().filter(|(_, least)| *least > 0);
        let aims = aims.map(|(measure, least)| (measure, Aim::Within(least..=u64::MAX)));
        let options = CreateOptions {
            seed: ask.seed,
            goal: Goal::new(aims.collect::<Vec<_>>()),
            ..CreateOptions::default()
        };
        let creator = Creator::new(self.game.game(), options).map_err(|error| error.to_string())?;
        let numbers = ask.number..ask.number + 1;
        if !creator.has_goal() {
            let mut board = String::new();
            let written = creator.write_boards(numbers, &mut board);
            written.map_err(|error| error.to_string())?;
            return Ok(Created {
                board: board.trim_end().to_owned(),
                words: 0,
                points: 0,
                is_met: true,
                tries: 1,
            });
        }
        if let Err(error) = creator.check_goal(self.game.lexicon()) {
            return Err(error.to_string());
        }
        let end = clock() + f64::from(ask.milliseconds);
        let mut worker = creator.worker(self.game.solver());
        let created = worker.create(numbers, || clock() >= end);
        let created = created.map_err(|error| error.to_string())?;
        let best = created.into_iter().next().ok_or("no board was found")?;
        Ok(Created {
            board: best.board,
            words: best.measure.words,
            points: best.measure.points,
            is_met: best.is_met,
            tries: best.tries,
        })
    }
}
