//! `solve`: the words of a board.

use wgs_app::listing::{Filter, FilterOptions, ListedWords, Listing};
use wgs_config::SortOrder;
use wgs_config::commonness::Commonness;

use super::{ApiRequest, boards_request, solution_writer};
use crate::api_error::ApiError;
use crate::lane::LaneError;
use crate::limits::Limits;
use crate::reply_document::ReplyDocument;
use crate::request_context::RequestContext;

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
        pub(super) min_length: u32,
        /// Only list words that are this common, and send how common they are: 10 (everyday words),
        /// 20, 35 (a small dictionary), 50, 60, 70 (a large one) or `"rare"` (all words). The
        /// classes are the sizes of SCOWL's English word lists.
        #[schema(value_type = Option<serde_json::Value>, example = 35)]
        common: Option<Commonness>,
        /// The sort order: `word`, `score` or `length`; the last two sort from high to low.
        #[serde(default)]
        #[schema(value_type = String, example = "word")]
        sort: SortOrder,
        /// List at most this number of words.
        pub(super) limit: Option<usize>,
    }
}

impl SolveRequest {
    pub(super) fn filter_options(&self) -> FilterOptions {
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
            if self.lists_words_as_found() {
                let words = game.dictionary().quoted_words();
                return context.with_worker(&game, |worker| {
                    solution_writer::search(self, worker, &board, text, words, context, document)
                });
            }
            context.with_worker(&game, |worker| {
                if self.visits_all_paths(context.limits) {
                    solution_writer::check_number(worker, &board, context)?;
                }
                Ok::<(), LaneError>(found.search(worker, &board, listing, &filter)?)
            })?;
            solution_writer::write(&found, text, context, document)
        })
    }
}
