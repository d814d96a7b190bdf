//! Whether boards can be laid and words be spelled.

use wgs_app::reply::{CheckBoardReply, CheckWordReply, CountReply};
use wgs_core::Board;
use wgs_lab::{BoardChecker, CheckError, WordChecker};

use super::{Desk, Question, Texts, write};
use crate::refusal::Refusal;
use crate::request::{CheckBoardRequest, CheckWordRequest};

/// Longer texts are no words.
const LONGEST_WORD: usize = 1_000;

fn uncheckable(game: &str, error: &CheckError) -> Refusal {
    Refusal::Invalid(format!("the game {game:?} cannot be checked: {error}"))
}

impl Question for CheckBoardRequest {
    fn answer(&self, desk: &Desk<'_>) -> Result<Vec<u8>, Refusal> {
        let texts = Texts::new(["board", "boards"], &self.board, &self.boards, desk.limits)?;
        let game = desk.configuration.catalogue().game(&self.game)?;
        let letters = game.distribution_for("check-board")?;
        let spelling = game.spelling();
        let q_is_qu = game.rules().is_none_or(|rules| rules.q_is_qu);
        let mut checker = BoardChecker::new(letters, q_is_qu)
            .map_err(|error| uncheckable(game.name(), &error))?;
        texts.answer(desk, |text, json| {
            let board: Result<Board, _> = spelling.read(text).parse();
            let board = board.map_err(|error| Refusal::Invalid(error.to_string()))?;
            desk.check_cells("tiles", board.len())?;
            let text = text.to_owned();
            let reply = match self.explain {
                true => CheckBoardReply::explained(text, &board, &mut checker, spelling),
                false => CheckBoardReply::new(text, checker.check(&board)),
            };
            write(&reply, json);
            Ok(())
        })
    }
}

impl Question for CheckWordRequest {
    fn answer(&self, desk: &Desk<'_>) -> Result<Vec<u8>, Refusal> {
        if self.count && self.explain {
            let message = "found both count and explain, wanted one".to_owned();
            return Err(Refusal::Invalid(message));
        }
        let texts = Texts::new(["word", "words"], &self.word, &self.words, desk.limits)?;
        let game = desk.configuration.catalogue().game(&self.game)?;
        let letters = game.distribution_for("check-word")?;
        let spelling = game.spelling();
        let q_is_qu = game.rules().is_none_or(|rules| rules.q_is_qu);
        let mut checker =
            WordChecker::new(letters, q_is_qu).map_err(|error| uncheckable(game.name(), &error))?;
        let answered = texts.answer(desk, |text, json| {
            if text.len() > LONGEST_WORD {
                let message = format!("wanted a word of at most {LONGEST_WORD} bytes");
                return Err(Refusal::Invalid(message));
            }
            let reply = match self.explain {
                true => CheckWordReply::explained(text, &mut checker, spelling),
                false => CheckWordReply::new(text.to_owned(), checker.check(&spelling.read(text))),
            };
            write(&reply, json);
            Ok(())
        })?;
        if !self.count {
            return Ok(answered);
        }
        let statistics = checker.statistics();
        let mut json = Vec::new();
        let (spelled, unspelled) = (statistics.spelled, statistics.words - statistics.spelled);
        write(&CountReply { spelled, unspelled }, &mut json);
        Ok(json)
    }
}
