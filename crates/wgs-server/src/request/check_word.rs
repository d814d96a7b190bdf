//! `check-word`: whether the game's dice or letters can spell a word.

use serde::{Deserialize, Serialize};
use wgs_app::reply::{CheckWordReply, CountReply};
use wgs_dice::WordChecker;

use super::{ApiRequest, InputKind, OneOrMany, Reply};
use crate::api_call::LaneError;
use crate::api_error::ApiError;
use crate::reply_document::ReplyDocument;
use crate::request_context::RequestContext;

/// The longest word to check, in bytes.
const LONGEST_WORD: usize = 1_000;

/// Words to check against the game's dice or letters.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckWordRequest {
    /// The name of a game that `/api/v1/games` lists.
    #[cfg_attr(feature = "openapi", schema(example = "Boggle (New)"))]
    game: String,
    /// One word.
    word: Option<String>,
    /// Several words, instead of `word`.
    words: Option<Vec<String>>,
    /// List the dice that spell the word, or say why it cannot be spelled.
    #[serde(default)]
    explain: bool,
    /// Only count the words that can be spelled and those that cannot.
    #[serde(default)]
    count: bool,
}

/// The reply to a check of words.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub(crate) enum CheckWordReplies {
    /// Without `count`: a reply for each word.
    #[expect(dead_code, reason = "describes replies that are written one by one")]
    Words(Reply<CheckWordReply>),
    /// With `count`: one reply for all words.
    Count(CountReply),
}

impl ApiRequest for CheckWordRequest {
    fn reply(&self, context: &RequestContext<'_>) -> Result<ReplyDocument, LaneError> {
        if self.count && self.explain {
            let message = "expected count or explain, found both".to_owned();
            return Err(ApiError::Invalid(message).into());
        }
        let words = OneOrMany::new(InputKind::Word, &self.word, &self.words, context.limits)?;
        let game = context.configuration.catalogue().game(&self.game)?;
        let letters = game.distribution_for("check-word")?;
        let spelling = game.spelling();
        let checker = WordChecker::new(letters, game.q_is_qu());
        let mut checker = checker.map_err(|error| ApiError::Check {
            game: game.name().to_owned(),
            error,
        })?;
        let replies = words.reply(context, |text, document| {
            if text.len() > LONGEST_WORD {
                let message = format!("expected a word of at most {LONGEST_WORD} bytes");
                return Err(ApiError::Invalid(message).into());
            }
            let reply = if self.explain {
                CheckWordReply::explained(text, &mut checker, spelling, context.budget)
            } else {
                let valid = checker.check_within(&spelling.read(text), context.budget);
                CheckWordReply::new(text.to_owned(), valid)
            };
            context.check_decided(reply.undecided.is_none())?;
            document.push_value(&reply);
            Ok(())
        })?;
        if !self.count {
            return Ok(replies);
        }
        context.budget.check()?;
        let count = CheckWordReplies::Count(checker.statistics().into());
        let mut document = ReplyDocument::default();
        document.push_value(&count);
        Ok(document)
    }
}
