//! `solve`: the words of a board.

use std::ops::ControlFlow;

use wgs_app::listing::{Filter, FilterOptions, ListedWords, Listing};
use wgs_app::quoted_words::QuotedWords;
use wgs_config::SortOrder;
use wgs_config::commonness::Commonness;
use wgs_engine::{Board, Worker};

use super::{ApiRequest, boards_request};
use crate::api_call::LaneError;
use crate::api_error::ApiError;
use crate::limits::Limits;
use crate::reply_document::ReplyDocument;
use crate::request_context::RequestContext;
use crate::solution_list::{SolutionList, around_solutions};

boards_request! {
    /// Boards to solve.
    SolveRequest {
        /// A dictionary of the configuration, instead of the game's.
        dictionary: Option<String>,
        /// Reject boards with more or fewer tiles than the grid has cells.
        #[serde(default)]
        strict: bool,
        /// List every path of every word, as `wgs solve-dups` does.
        #[serde(default)]
        duplicates: bool,
        /// Only list words that match this regular expression. It ignores case, may match
        /// anywhere in the word, and has the syntax of Perl: `^re`, `ing$`, `^.{,5}$`, `(.)\1`,
        /// `^(?!.*s$)`.
        regex: Option<String>,
        /// Only list words that start at one of these positions, counted from 1.
        #[serde(default)]
        starts_with: Vec<usize>,
        /// Only list words that use all of these positions, counted from 1.
        #[serde(default)]
        contains: Vec<usize>,
        /// Only list words with at least this number of letters.
        #[serde(default)]
        min_length: u32,
        /// Only list words that are this common, and send how common they are: 10 (everyday words),
        /// 20, 35 (a small dictionary), 50, 60, 70 (a large one) or `"rare"` (all words). The
        /// classes are the sizes of SCOWL's English word lists.
        #[cfg_attr(feature = "openapi", schema(example = 35))]
        common: Option<Commonness>,
        /// The sort order: `word`, `score` or `length`; the last two sort from high to low.
        #[serde(default)]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "word"))]
        sort: SortOrder,
        /// List at most this number of words.
        limit: Option<usize>,
    }
}

impl SolveRequest {
    fn filter_options(&self) -> FilterOptions {
        FilterOptions {
            regex: self.regex.clone(),
            starts_with: self.starts_with.clone(),
            contains: self.contains.clone(),
            min_length: self.min_length,
            sort: self.sort,
            limit: self.limit,
        }
    }

    /// Returns whether the search visits every path of a word, however many there are.
    fn visits_all_paths(&self, limits: &Limits) -> bool {
        let by_path = !self.starts_with.is_empty() || !self.contains.is_empty();
        // A list in alphabetical order ends at its limit, and the search with it.
        let ends_early = self.sort == SortOrder::Word
            && self.limit.is_some_and(|limit| limit <= limits.solutions);
        by_path || (self.duplicates && !ends_early)
    }

    /// Returns whether the words can be written while they are found.
    fn lists_words_as_found(&self) -> bool {
        !self.duplicates
            && self.regex.is_none()
            && self.common.is_none()
            && self.starts_with.is_empty()
            && self.contains.is_empty()
            && self.sort == SortOrder::Word
    }

    fn check(&self, limits: &Limits) -> Result<(), ApiError> {
        let most = limits.regex;
        if self.regex.as_ref().is_some_and(|regex| regex.len() > most) {
            let message = format!("regex: expected at most {most} bytes");
            return Err(ApiError::Invalid(message));
        }
        // Every path is compared with each of these positions.
        for positions in [&self.starts_with, &self.contains] {
            if positions.len() > limits.cells {
                return Err(ApiError::Batch {
                    what: "positions",
                    found: positions.len() as u64,
                    most: limits.cells,
                });
            }
        }
        Ok(())
    }
}

impl ApiRequest for SolveRequest {
    fn reply(&self, context: &RequestContext<'_>) -> Result<ReplyDocument, LaneError> {
        let boards = self.boards(context.limits)?;
        self.check(context.limits)?;
        let (listing, purpose) = match self.duplicates {
            true => (Listing::Paths, "solve-dups"),
            false => (Listing::Words, "solve"),
        };
        let game = context.load_game(&self.game, self.dictionary.as_deref(), purpose)?;
        let cells = game.grid().len();
        let mut filter = Filter::with_spelling(&self.filter_options(), cells, game.spelling())?;
        if let Some(rarest) = self.common {
            let commonness = game.dictionary().commonness();
            let commonness = commonness.map_err(|error| ApiError::Invalid(error.to_string()))?;
            filter = filter.with_commonness(commonness.clone(), rarest);
        }
        let mut found = ListedWords::default();
        boards.reply(context, |text, document| {
            let board = context.read_board(text, &game, self.strict)?;
            let (list, total) = context.with_worker(&game, |worker| {
                if self.lists_words_as_found() {
                    return self.list_words(
                        worker,
                        &board,
                        game.dictionary().quoted_words(),
                        context,
                    );
                }
                if self.visits_all_paths(context.limits) {
                    check_number(worker, &board, context)?;
                }
                found.search(worker, &board, listing, &filter)?;
                Ok::<_, LaneError>((SolutionList::from_listed(&found), found.total()))
            })?;
            context.check_small(list.json_len())?;
            let (before, after) = around_solutions(text, total);
            document.push(before.as_bytes());
            push_list(list, context, document);
            document.push(after.as_bytes());
            Ok(())
        })
    }
}

impl SolveRequest {
    /// Lists the words of a board in alphabetical order. Returns their number and points too.
    fn list_words(
        &self,
        worker: &mut Worker,
        board: &Board,
        words: &QuotedWords,
        context: &RequestContext<'_>,
    ) -> Result<(SolutionList, (u64, u64)), LaneError> {
        let limit = self.limit.unwrap_or(usize::MAX);
        let mut list = SolutionList::default();
        let mut points = 0_u64;
        worker.solve(board, |solution| {
            if list.len() >= limit || context.check_small(list.json_len()).is_err() {
                return ControlFlow::Break(());
            }
            if solution.score.length >= self.min_length {
                list.push(words.get(solution.word), solution.path, &solution.score);
                points = points.saturating_add(solution.score.total);
            }
            ControlFlow::Continue(())
        })?;
        let number = list.len() as u64;
        Ok((list, (number, points)))
    }
}

/// Returns an error if a board has more paths than may be listed, or than can be counted
/// within the budget.
fn check_number(
    worker: &mut Worker,
    board: &Board,
    context: &RequestContext<'_>,
) -> Result<(), ApiError> {
    let mut found = 0;
    worker.solve_all(board, |_| {
        found += 1;
        match found > context.limits.solutions {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    match found > context.limits.solutions {
        true => Err(ApiError::Solutions(context.limits.solutions)),
        false => Ok(()),
    }
}

/// Appends the solutions of a list: in the small lane their JSON, in the long lane the list, which
/// takes less memory until the client reads it.
fn push_list(mut list: SolutionList, context: &RequestContext<'_>, document: &mut ReplyDocument) {
    match context.is_small() {
        true => document.write(|json| {
            list.write_next(list.json_len(), json);
        }),
        false => document.push_solutions(list),
    }
}
