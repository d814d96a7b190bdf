//! Boards that are created, within the time of a request: what is not found by then is
//! answered with the best there is.

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

use wgs_app::creator::{CreateOptions, CreatedBoard, Creator};
use wgs_app::reply::CreateReply;
use wgs_lab::Goal;

use super::{Answer, Desk, Outcome, Question, Results, write};
use crate::refusal::Refusal;
use crate::request::CreateRequest;

/// Longer texts are no words.
const LONGEST_WORD: usize = 100;

impl Question for CreateRequest {
    fn answer(&self, desk: &Desk<'_>) -> Result<Vec<u8>, Refusal> {
        let boards = self.boards.unwrap_or(1);
        self.check(boards, desk)?;
        let goal = self.target().map_err(Refusal::Invalid)?.goal();
        let game = desk.configuration.catalogue().game(&self.game)?;
        desk.check_cells("cells of a grid", game.grid_for("create")?.len())?;
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        let options = CreateOptions {
            seed,
            goal: goal.clone(),
            must_contain: self.must_contain.clone(),
            // Whoever sets a time means it.
            tries: self.timeout.map(|_| u64::MAX),
        };
        let creator = Creator::new(game, options)?;
        let replies = match creator.has_goal() {
            false => rolled(&creator, boards, seed)?,
            true => {
                let opened = desk.open(&self.game, self.dictionary.as_deref(), "create")?;
                let mut worker = creator.worker(opened.game.solver());
                let end = self.end(desk);
                let stop = || Instant::now() >= end;
                let mut replies = Vec::new();
                if creator.is_from_word_list() {
                    let created = worker.create(0..boards, stop)?;
                    replies.extend(created.iter().map(|board| reply(board, &goal, seed)));
                } else {
                    for number in 0..boards {
                        // The first board is begun in any case: there is a best one to show.
                        if number > 0 && stop() {
                            break;
                        }
                        let created = worker.create(number..number + 1, stop)?;
                        replies.extend(created.iter().map(|board| reply(board, &goal, seed)));
                    }
                }
                replies
            }
        };
        let mut json = Vec::new();
        match self.boards {
            Some(_) => {
                let results = replies.into_iter().map(Outcome::Fine).collect();
                write(&Answer::Many(Results { results }), &mut json);
            }
            None => match replies.into_iter().next() {
                Some(reply) => write(&Answer::One(reply), &mut json),
                None => return Err(Refusal::Time(desk.limits.time.as_secs())),
            },
        }
        Ok(json)
    }
}

impl CreateRequest {
    fn check(&self, boards: u64, desk: &Desk<'_>) -> Result<(), Refusal> {
        let (most, words) = (desk.limits.batch, desk.limits.must_contain);
        if boards == 0 {
            return Err(Refusal::Invalid("boards: wanted at least 1".to_owned()));
        }
        if boards > most as u64 {
            return Err(Refusal::Batch {
                what: "boards",
                found: boards,
                most,
            });
        }
        if self.must_contain.len() > words {
            return Err(Refusal::Batch {
                what: "words in must_contain",
                found: self.must_contain.len() as u64,
                most: words,
            });
        }
        if let Some(word) = self
            .must_contain
            .iter()
            .find(|word| word.len() > LONGEST_WORD)
        {
            let found = word.len();
            return Err(Refusal::Invalid(format!(
                "must_contain: wanted words of at most {LONGEST_WORD} bytes, found one of {found}"
            )));
        }
        match self.timeout {
            Some(seconds) if seconds < 0.0 => Err(Refusal::Invalid(
                "timeout: wanted a number of seconds".to_owned(),
            )),
            _ => Ok(()),
        }
    }

    /// When to stop: early enough to answer in time.
    fn end(&self, desk: &Desk<'_>) -> Instant {
        let now = Instant::now();
        let left = desk.deadline.saturating_duration_since(now);
        let most = left.saturating_sub(left.min(desk.limits.time) / 10);
        let wanted = self.timeout.map(Duration::try_from_secs_f64);
        match wanted {
            Some(Ok(wanted)) => now + wanted.min(most),
            _ => now + most,
        }
    }
}

/// Boards that need not be scored.
fn rolled(creator: &Creator<'_>, boards: u64, seed: u64) -> Result<Vec<CreateReply>, Refusal> {
    let mut text = String::new();
    creator.write_boards(0..boards, &mut text)?;
    let reply = |board: &str| CreateReply {
        board: board.to_owned(),
        words: None,
        points: None,
        longest: None,
        met: None,
        seed,
    };
    Ok(text.lines().map(reply).collect())
}

fn reply(created: &CreatedBoard, goal: &Goal, seed: u64) -> CreateReply {
    let measure = &created.measure;
    CreateReply {
        board: created.board.clone(),
        words: Some(measure.words),
        points: Some(measure.points),
        longest: goal.asks_for_lengths().then_some(measure.longest),
        met: Some(created.is_met),
        seed,
    }
}
