//! Questions and their answers, without HTTP: what a request means, what it may cost, and the
//! JSON that answers it, the same as the command line prints.
//!
//! One board is answered as the command line answers it. Several are answered with an object:
//! its `results` are in the order of the boards, and a bad board is a result with its `error`
//! among the others.

mod check;
mod create;
mod solutions;

use std::time::Instant;

pub(crate) use solutions::push_text;

use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;
use wgs_app::listing::{Filter, ListedWords, Listing};
use wgs_app::reply::{AnalyzeReply, ScoreReply};
use wgs_config::SortOrder;
use wgs_core::{Board, Face};

use crate::limit::Limits;
use crate::refusal::Refusal;
use crate::request::{BoardsRequest, SolveRequest};
use crate::shelf::Opened;
use crate::store::Configuration;

/// What an answer is found with.
pub(crate) struct Desk<'d> {
    pub(crate) configuration: &'d Configuration,
    pub(crate) limits: &'d Limits,
    /// When the client stops to wait.
    pub(crate) deadline: Instant,
}

/// Something that can be asked.
pub(crate) trait Question: DeserializeOwned + Send + 'static {
    /// The answer as JSON.
    fn answer(&self, desk: &Desk<'_>) -> Result<Vec<u8>, Refusal>;
}

/// One answer, or several.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Answer<T> {
    /// To one.
    One(T),
    /// To several, in their order.
    Many(Results<T>),
}

/// Several answers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Results<T> {
    /// The answers, in the order of what was asked.
    pub(crate) results: Vec<Outcome<T>>,
}

/// One answer of several.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Outcome<T> {
    /// As a single one.
    Fine(T),
    /// What is wrong with this one.
    Bad(Bad),
}

/// What is wrong with one of several.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Bad {
    /// The board, as provided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "A(B")]
    pub(crate) board: Option<String>,
    /// The word, as provided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) word: Option<String>,
    /// What was found and what was wanted.
    pub(crate) error: String,
}

/// What is asked about: one text, or several.
pub(crate) enum Texts<'r> {
    One(&'r str),
    Many(&'static str, &'r [String]),
}

impl<'r> Texts<'r> {
    pub(crate) fn new(
        what: [&'static str; 2],
        one: &'r Option<String>,
        many: &'r Option<Vec<String>>,
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        let [name, names] = what;
        match (one, many) {
            (Some(one), None) => Ok(Self::One(one)),
            (None, Some(many)) if many.len() > limits.batch => Err(Refusal::Batch {
                what: names,
                found: many.len() as u64,
                most: limits.batch,
            }),
            (None, Some(many)) => Ok(Self::Many(name, many)),
            (None, None) => Err(Refusal::Invalid(format!(
                "wanted {name} or {names}, found none"
            ))),
            (Some(_), Some(_)) => Err(Refusal::Invalid(format!(
                "found both {name} and {names}, wanted one"
            ))),
        }
    }

    /// Answers each, one after the other.
    pub(crate) fn answer(
        &self,
        desk: &Desk<'_>,
        mut answer: impl FnMut(&str, &mut Vec<u8>) -> Result<(), Refusal>,
    ) -> Result<Vec<u8>, Refusal> {
        let mut json = Vec::new();
        let (name, texts) = match self {
            Self::One(text) => {
                answer(text.trim(), &mut json)?;
                return Ok(json);
            }
            Self::Many(name, texts) => (*name, *texts),
        };
        json.extend_from_slice(b"{\"results\":[");
        for (index, text) in texts.iter().enumerate() {
            desk.check_time()?;
            if index > 0 {
                json.push(b',');
            }
            let start = json.len();
            if let Err(refusal) = answer(text.trim(), &mut json) {
                json.truncate(start);
                let text = || text.trim().to_owned();
                let bad = Bad {
                    board: (name == "board").then(text),
                    word: (name == "word").then(text),
                    error: refusal.to_string(),
                };
                write(&Outcome::<()>::Bad(bad), &mut json);
            }
            if json.len() > desk.limits.answer {
                return Err(Refusal::Answer(desk.limits.answer));
            }
        }
        json.extend_from_slice(b"]}");
        Ok(json)
    }
}

/// Appends JSON.
fn write(value: &impl Serialize, json: &mut Vec<u8>) {
    serde_json::to_writer(json, value).expect("texts and numbers are JSON");
}

impl Desk<'_> {
    fn check_time(&self) -> Result<(), Refusal> {
        match Instant::now() < self.deadline {
            true => Ok(()),
            false => Err(Refusal::Time(self.limits.time.as_secs())),
        }
    }

    fn open(
        &self,
        game: &str,
        dictionary: Option<&str>,
        user: &str,
    ) -> Result<std::sync::Arc<Opened>, Refusal> {
        let opened = self.configuration.open(game, dictionary, user)?;
        self.check_cells("cells of a grid", opened.game.grid().len())?;
        Ok(opened)
    }

    fn check_cells(&self, what: &'static str, found: usize) -> Result<(), Refusal> {
        let most = self.limits.cells;
        match found <= most {
            true => Ok(()),
            false => Err(Refusal::Cells { what, found, most }),
        }
    }

    /// Reads a board that does not cost too much.
    fn read(&self, text: &str, opened: &Opened, strict: bool) -> Result<Board, Refusal> {
        let invalid = |error: String| Refusal::Invalid(error);
        let board = opened
            .read(text)
            .map_err(|error| invalid(error.to_string()))?;
        let grid = opened.game.grid();
        if strict {
            board
                .check_fit(grid)
                .map_err(|error| invalid(error.to_string()))?;
        }
        self.check_cells("tiles", board.len())?;
        // Tiles beyond the last cell are ignored.
        let tiles = board.tiles().iter().take(grid.len());
        let wild = |face: &Face| matches!(face, Face::Wildcard(_));
        let found = tiles.filter(|tile| wild(&tile.face)).count();
        let most = self.limits.wildcards_on(grid);
        match found <= most {
            true => Ok(board),
            false => Err(Refusal::Wildcards { found, most }),
        }
    }
}

impl Question for SolveRequest {
    fn answer(&self, desk: &Desk<'_>) -> Result<Vec<u8>, Refusal> {
        let texts = Texts::new(["board", "boards"], &self.board, &self.boards, desk.limits)?;
        if let Some(regex) = &self.regex
            && regex.len() > desk.limits.regex
        {
            let most = desk.limits.regex;
            return Err(Refusal::Invalid(format!(
                "regex: wanted at most {most} characters"
            )));
        }
        // Each of them is held against every path.
        for positions in [&self.starts_with, &self.contains] {
            if positions.len() > desk.limits.cells {
                return Err(Refusal::Batch {
                    what: "positions",
                    found: positions.len() as u64,
                    most: desk.limits.cells,
                });
            }
        }
        let (listing, user) = match self.duplicates {
            true => (Listing::Paths, "solve-dups"),
            false => (Listing::Words, "solve"),
        };
        let opened = desk.open(&self.game, self.dictionary.as_deref(), user)?;
        let filter = Filter::new(&self.filter(), opened.game.grid().len())?;
        let mut found = ListedWords::default();
        texts.answer(desk, |text, json| {
            let board = desk.read(text, &opened, self.strict)?;
            if self.is_plain() && self.sort == SortOrder::Word {
                opened.game.with_worker(|worker| {
                    solutions::search(self, worker, &board, text, opened.texts(), json);
                });
                return Ok(());
            }
            opened.game.with_worker(|worker| {
                if self.has_many_paths(desk.limits) {
                    solutions::check_number(worker, &board, desk)?;
                }
                found.search(worker, &board, listing, &filter);
                Ok::<(), Refusal>(())
            })?;
            solutions::write(&found, text, json);
            Ok(())
        })
    }
}

/// Boards to be scored.
#[derive(Debug, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct ToScore(BoardsRequest);

impl Question for ToScore {
    fn answer(&self, desk: &Desk<'_>) -> Result<Vec<u8>, Refusal> {
        let request = &self.0;
        let texts = Texts::new(
            ["board", "boards"],
            &request.board,
            &request.boards,
            desk.limits,
        )?;
        let opened = desk.open(&request.game, request.dictionary.as_deref(), "score")?;
        texts.answer(desk, |text, json| {
            let board = desk.read(text, &opened, request.strict)?;
            let score = opened.game.with_worker(|worker| worker.score(&board));
            let reply = ScoreReply {
                board: text.to_owned(),
                words: score.words,
                points: score.points,
            };
            write(&reply, json);
            Ok(())
        })
    }
}

/// Boards to be analysed.
#[derive(Debug, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct ToAnalyze(BoardsRequest);

impl Question for ToAnalyze {
    fn answer(&self, desk: &Desk<'_>) -> Result<Vec<u8>, Refusal> {
        let request = &self.0;
        let texts = Texts::new(
            ["board", "boards"],
            &request.board,
            &request.boards,
            desk.limits,
        )?;
        let opened = desk.open(&request.game, request.dictionary.as_deref(), "analyze")?;
        let lexicon = opened.game.lexicon();
        texts.answer(desk, |text, json| {
            let board = desk.read(text, &opened, request.strict)?;
            opened.game.with_analysis(&board, |analysis| {
                write(&AnalyzeReply::new(text.to_owned(), analysis, lexicon), json);
            });
            Ok(())
        })
    }
}
