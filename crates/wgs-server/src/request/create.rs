//! `create`: random boards, or boards that meet a target. A search stops early enough to send
//! the best board it has found before the deadline.

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::{Duration, Instant};

use serde::Deserialize;
use wgs_app::GameRequest;
use wgs_app::creator::{CreateError, CreateOptions, CreatedBoard, Creator, DifficultyCheck};
use wgs_app::reply::CreateReply;
use wgs_app::round_board::{DealtBoardOptions, deal_board};
use wgs_app::target::{Difficulty, Target, read_range};
use wgs_dice::Goal;
use wgs_engine::{BoardSize, Count, Stopped};

use super::{ApiRequest, BatchReply, BatchResult, Reply};
use crate::api_call::{Lane, LaneError};
use crate::api_error::ApiError;
use crate::limits::Limits;
use crate::reply_document::ReplyDocument;
use crate::request_context::RequestContext;

/// The longest word that a board can be asked to contain, in bytes.
const LONGEST_WORD: usize = 100;

/// The boards to create.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateRequest {
    /// The name of a game that `/api/v1/games` lists.
    #[cfg_attr(feature = "openapi", schema(example = "Boggle (New)"))]
    game: String,
    /// The number of boards, which are sent as a list. Without it, one board is sent.
    boards: Option<u64>,
    /// The minimum number of words; with `minimize`, the maximum.
    min_words: Option<u64>,
    /// The minimum number of points; with `minimize`, the maximum.
    min_points: Option<u64>,
    /// Create boards with no words and points, or with at most `min_words` and `min_points`.
    #[serde(default)]
    minimize: bool,
    /// The number of words: a range such as `"80..120"`, `"80.."` or `"..120"`, or a number.
    words: Option<RangeOrNumber>,
    /// The number of points: a range or a number.
    points: Option<RangeOrNumber>,
    /// The length of the longest word: a range or a number.
    longest: Option<RangeOrNumber>,
    /// Search for boards with as many of these as possible: `points`, `words`, `words-of=8` for
    /// words of at least 8 letters, or `longest` for the letters of the longest word.
    #[cfg_attr(feature = "openapi", schema(example = "points"))]
    maximize: Option<String>,
    /// How difficult the boards are for people: `easy` (at least 37% of the points are in words of a
    /// small dictionary, the class 35 of `common`), `medium` (31% to 37%) or `hard`.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, example = "easy"))]
    difficulty: Option<Difficulty>,
    /// Deal boards as for a round: within the limits that `MinWords` and other keys of the game set,
    /// or as close to them as possible. The first board is that of a round with the same seed; each
    /// further board has the next seed.
    #[serde(default)]
    deal: bool,
    /// The rows and columns of the boards, such as `5x6`, instead of the game's grid. If the game
    /// has too few dice or letters, each tile shows any of their faces.
    #[cfg_attr(feature = "openapi", schema(example = "4x4"))]
    size: Option<String>,
    /// Words that every board must contain.
    #[serde(default)]
    must_contain: Vec<String>,
    /// The random seed; the same seed always creates the same boards.
    seed: Option<u64>,
    /// The number of seconds after which to send the best board found so far. The server's own
    /// time limit still applies.
    timeout: Option<f64>,
    /// A dictionary of the configuration, instead of the game's.
    dictionary: Option<String>,
}

/// A range as text, or a number.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(
    untagged,
    expecting = "expected a range such as \"80..120\", \"80..\" or \"..120\", or a number"
)]
pub(crate) enum RangeOrNumber {
    /// Exactly this number.
    Number(u64),
    /// A range.
    Text(String),
}

impl RangeOrNumber {
    fn range(&self, field: &'static str) -> Result<RangeInclusive<u64>, ApiError> {
        match self {
            Self::Number(number) => Ok(*number..=*number),
            Self::Text(text) => read_range(text).map_err(|error| ApiError::Range { field, error }),
        }
    }
}

/// Parses the text of a field.
fn parsed<T: FromStr<Err: Display>>(
    field: &str,
    text: &Option<String>,
) -> Result<Option<T>, ApiError> {
    let parsed = text.as_deref().map(str::parse).transpose();
    parsed.map_err(|error| ApiError::Invalid(format!("{field}: {error}")))
}

impl ApiRequest for CreateRequest {
    fn reply(&self, context: &RequestContext<'_>) -> Result<ReplyDocument, LaneError> {
        let boards = self.boards.unwrap_or(1);
        self.check(boards, context.limits)?;
        let target = self.target()?;
        let goal = target.goal();
        let size = self.size.as_deref();
        let size = size.map(|text| BoardSize::read(text, CreateOptions::SIDES));
        let size = size.transpose();
        let size = size.map_err(|error| ApiError::Invalid(format!("size: {error}")))?;
        let game = context.configuration.catalogue().game(&self.game)?;
        let cells = match size {
            Some(size) => size.tiles(),
            None => game.grid_for("create")?.len(),
        };
        context.check_cells("grid cells", cells)?;
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        if self.deal {
            return self.send(self.dealt(boards, size, seed, context)?, context);
        }
        let options = CreateOptions {
            seed,
            must_contain: self.must_contain.clone(),
            // A request with a timeout searches until then.
            tries: self.timeout.map(|_| u64::MAX),
            size,
            budget: context.budget.clone(),
            ..CreateOptions::for_target(&target)
        };
        let creator = Creator::with_loader(game, options, &context.configuration.loader)?;
        let replies = match creator.has_goal() || self.difficulty.is_some() {
            false => random_boards(&creator, boards, seed)?,
            true => self.search(&creator, boards, &goal, seed, context)?,
        };
        self.send(replies, context)
    }

    /// A search for a target takes as long as it may.
    fn first_lane(&self) -> Lane {
        let is_random = self.must_contain.is_empty() && !self.has_target();
        match is_random && self.difficulty.is_none() && !self.deal {
            true => Lane::Small,
            false => Lane::Long,
        }
    }
}

impl CreateRequest {
    /// Whether boards are created for a number of words or the like.
    fn has_target(&self) -> bool {
        self.minimize
            || self.min_words.is_some()
            || self.min_points.is_some()
            || self.words.is_some()
            || self.points.is_some()
            || self.longest.is_some()
            || self.maximize.is_some()
    }

    /// Writes the reply.
    fn send(
        &self,
        replies: Vec<CreateReply>,
        context: &RequestContext<'_>,
    ) -> Result<ReplyDocument, LaneError> {
        let mut document = ReplyDocument::default();
        match self.boards {
            Some(_) => {
                let results = replies.into_iter().map(BatchResult::Reply).collect();
                document.push_value(&Reply::Many(BatchReply { results }));
            }
            None => match replies.into_iter().next() {
                Some(reply) => document.push_value(&Reply::One(reply)),
                None => return Err(Stopped::TimeLimit.into()),
            },
        }
        context.check_reply(&document)?;
        Ok(document)
    }

    fn check(&self, boards: u64, limits: &Limits) -> Result<(), ApiError> {
        if boards == 0 {
            let message = "boards: expected at least 1".to_owned();
            return Err(ApiError::Invalid(message));
        }
        let must_contain = self.must_contain.len() as u64;
        for (what, found, most) in [
            ("boards", boards, limits.batch),
            ("words in must_contain", must_contain, limits.must_contain),
        ] {
            if found > most as u64 {
                return Err(ApiError::Batch { what, found, most });
            }
        }
        let lengths = self.must_contain.iter().map(String::len);
        if let Some(found) = lengths.into_iter().find(|&length| length > LONGEST_WORD) {
            return Err(ApiError::Invalid(format!(
                "must_contain: expected words of at most {LONGEST_WORD} bytes, found one of {found}"
            )));
        }
        match self.timeout {
            _ if self.deal && (self.has_target() || !self.must_contain.is_empty()) => {
                let message = "deal: expected no target and no must_contain with it".to_owned();
                Err(ApiError::Invalid(message))
            }
            Some(seconds) if seconds < 0.0 => {
                let message = "timeout: expected a number of seconds, 0 or more".to_owned();
                Err(ApiError::Invalid(message))
            }
            _ => Ok(()),
        }
    }

    fn target(&self) -> Result<Target, ApiError> {
        let range = |field: &'static str, value: &Option<RangeOrNumber>| {
            let range = value.as_ref().map(|value| value.range(field));
            range.transpose()
        };
        let (words, points) = (range("words", &self.words)?, range("points", &self.points)?);
        for (name, is_given, other, is_other_given) in [
            ("words", words.is_some(), "minimize", self.minimize),
            ("points", points.is_some(), "minimize", self.minimize),
            (
                "words",
                words.is_some(),
                "min_words",
                self.min_words.is_some(),
            ),
            (
                "points",
                points.is_some(),
                "min_points",
                self.min_points.is_some(),
            ),
        ] {
            if is_given && is_other_given {
                let message = format!("expected {name} or {other}, found both");
                return Err(ApiError::Invalid(message));
            }
        }
        let maximize: Option<Count> = parsed("maximize", &self.maximize)?;
        let others = [
            ("minimize", self.minimize),
            ("min_words", self.min_words.is_some()),
            ("min_points", self.min_points.is_some()),
            ("words", words.is_some()),
            ("points", points.is_some()),
            ("longest", self.longest.is_some()),
            ("difficulty", self.difficulty.is_some()),
        ];
        if let Some((other, _)) = others.iter().find(|(_, is_given)| *is_given)
            && maximize.is_some()
        {
            let message = format!("expected maximize or {other}, found both");
            return Err(ApiError::Invalid(message));
        }
        Ok(Target {
            min_words: self.min_words,
            min_points: self.min_points,
            minimize: self.minimize,
            words,
            points,
            longest: range("longest", &self.longest)?,
            maximize,
        })
    }

    /// Deals boards as for a round.
    fn dealt(
        &self,
        boards: u64,
        size: Option<BoardSize>,
        seed: u64,
        context: &RequestContext<'_>,
    ) -> Result<Vec<CreateReply>, LaneError> {
        let dictionary = self.dictionary.as_deref();
        let loader = &context.configuration.loader;
        let game = match size {
            Some(size) => {
                let request = GameRequest {
                    dictionary,
                    ..GameRequest::named(&self.game)
                };
                loader.game_on_grid(&request, &size.grid(), "create")?
            }
            None => context.load_game(&self.game, dictionary, "create")?,
        };
        let deal = |number| {
            let seed = seed.wrapping_add(number);
            let options = DealtBoardOptions {
                seed,
                size,
                difficulty: self.difficulty,
            };
            let board = deal_board(&game, options, loader, context.budget)?;
            Ok(CreateReply::dealt(&board, game.spelling(), seed))
        };
        (0..boards).map(deal).collect()
    }

    /// Searches for boards that meet the goal.
    fn search(
        &self,
        creator: &Creator<'_>,
        boards: u64,
        goal: &Goal,
        seed: u64,
        context: &RequestContext<'_>,
    ) -> Result<Vec<CreateReply>, LaneError> {
        let game = context.load_game(&self.game, self.dictionary.as_deref(), "create")?;
        let solver = creator.solver(&game);
        let mut worker = creator.worker(&solver);
        worker.set_budget(context.budget.clone());
        let check = self.difficulty.map(|difficulty| {
            DifficultyCheck::new(difficulty, &game, &solver, context.budget.clone())
        });
        let check = check.transpose();
        let mut check = check.map_err(|error| ApiError::Invalid(error.to_string()))?;
        let now = Instant::now();
        let left = context.deadline.saturating_duration_since(now);
        let end = now + search_time(self.timeout, left, context.limits.time);
        let stop = || Instant::now() >= end || context.budget.check().is_err();
        let spelling = creator.spelling();
        let reply = |created: &CreatedBoard| CreateReply::scored(created, goal, spelling, seed);
        if creator.is_from_word_list() && check.is_none() {
            let created = worker.create(0..boards, stop)?;
            return Ok(created.iter().map(reply).collect());
        }
        let mut replies = Vec::new();
        for number in 0..boards {
            // The first search always starts, so that there is a best board to send.
            if number > 0 && stop() {
                break;
            }
            let created = match &mut check {
                Some(check) => {
                    let created = check.create(number, &mut worker, |_| stop(), stop);
                    created.map(Vec::from_iter)
                }
                None => worker.create(number..number + 1, stop),
            };
            match created {
                Ok(created) => replies.extend(created.iter().map(reply)),
                Err(CreateError::Stopped(_)) if number > 0 => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(replies)
    }
}

/// Returns the time for a search: what the request asks for, but at most the time `left` until
/// the deadline, less a tenth of it for writing the reply.
fn search_time(timeout: Option<f64>, left: Duration, limit: Duration) -> Duration {
    let most = left.saturating_sub(left.min(limit) / 10);
    match timeout.map(Duration::try_from_secs_f64) {
        Some(Ok(timeout)) => timeout.min(most),
        _ => most,
    }
}

/// Creates boards that need not meet a goal and are not scored.
fn random_boards(
    creator: &Creator<'_>,
    boards: u64,
    seed: u64,
) -> Result<Vec<CreateReply>, ApiError> {
    let mut text = String::new();
    creator.write_boards(0..boards, &mut text)?;
    let reply = |board: &str| CreateReply::unscored(board.to_owned(), seed);
    Ok(text.lines().map(reply).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_at_its_timeout_or_shortly_before_the_deadline() {
        let seconds = Duration::from_secs_f64;
        for (timeout, left, expected) in [
            (None, 10.0, 9.0),
            (None, 5.0, 4.5),
            (Some(2.0), 10.0, 2.0),
            (Some(0.0), 10.0, 0.0),
            (Some(60.0), 10.0, 9.0),
            (Some(1e300), 10.0, 9.0),
            (None, 0.0, 0.0),
        ] {
            let time = search_time(timeout, seconds(left), seconds(10.0));
            assert_eq!(time, seconds(expected), "{timeout:?} {left}");
        }
    }
}
