//! `scrabblet/deal`, `scrabblet/guess` and `scrabblet/score`: hands of letters, a game with one,
//! and single words. The server keeps no games: a request has all guesses so far.

use std::hash::{BuildHasher, RandomState};

use serde::Deserialize;
use wgs_app::LoadedGame;
use wgs_app::reply::{DealReply, GuessReply, RejectedHandReply, ScrabbletReply, WordReply};
use wgs_engine::Stopped;
use wgs_play::scrabblet::{
    DealError, DealOptions, Dealer, WordScorer, guess, read_hand, start_round,
};
use wgs_play::{Penalty, RoundContext, SolvedBoard, SolvedBoardError};

use super::{ApiRequest, BatchReply, BatchResult, InputKind, OneOrMany, Reply};
use crate::api_call::LaneError;
use crate::api_error::ApiError;
use crate::reply_document::ReplyDocument;
use crate::request_context::RequestContext;

/// The longest guess, word or list of vowels, in bytes.
const LONGEST_TEXT: usize = 1_000;

/// The game of a request that names none.
fn scrabblet() -> String {
    "Scrabblet".to_owned()
}

/// Returns an error if a text is too long.
fn check_text(what: &str, text: &str) -> Result<(), ApiError> {
    match text.len() <= LONGEST_TEXT {
        true => Ok(()),
        false => Err(ApiError::Invalid(format!(
            "expected {what} of at most {LONGEST_TEXT} bytes"
        ))),
    }
}

/// The hands to deal.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct DealRequest {
    /// The name of a game that `/api/v1/games` lists.
    #[serde(default = "scrabblet")]
    #[cfg_attr(feature = "openapi", schema(example = "Scrabblet"))]
    game: String,
    /// The number of hands, which are sent as a list. Without it, one hand is sent.
    hands: Option<u64>,
    /// The number of letters to deal. Without it, as many as the game's random boards have.
    tiles: Option<usize>,
    /// The maximum number of vowels of a hand; 3 by default.
    max_vowels: Option<usize>,
    /// The minimum number of words of a hand; 10 by default.
    min_words: Option<usize>,
    /// The letters that are vowels; `AEIOU` by default.
    #[cfg_attr(feature = "openapi", schema(example = "AEIOU"))]
    vowels: Option<String>,
    /// The random seed; the same seed always deals the same hands.
    seed: Option<u64>,
    /// List the hands that were rejected too, each with the reason.
    #[serde(default)]
    rejected: bool,
    /// A dictionary of the configuration, instead of the game's.
    dictionary: Option<String>,
}

impl ApiRequest for DealRequest {
    fn reply(&self, context: &RequestContext<'_>) -> Result<ReplyDocument, LaneError> {
        let hands = self.hands.unwrap_or(1);
        if hands == 0 {
            let message = "hands: expected at least 1".to_owned();
            return Err(ApiError::Invalid(message).into());
        }
        if hands > context.limits.batch as u64 {
            return Err(ApiError::Batch {
                what: "hands",
                found: hands,
                most: context.limits.batch,
            }
            .into());
        }
        let default = DealOptions::default();
        let vowels = self.vowels.as_ref().unwrap_or(&default.vowels);
        check_text("vowels", vowels)?;
        let game = context.load_game(&self.game, self.dictionary.as_deref(), "scrabblet")?;
        let options = DealOptions {
            seed: self.seed.unwrap_or_else(|| RandomState::new().hash_one(0)),
            tiles: self.tiles,
            max_vowels: self.max_vowels.unwrap_or(default.max_vowels),
            min_words: self.min_words.unwrap_or(default.min_words),
            vowels: game.spelling().read(vowels).into_owned(),
        };
        let mut replies = self.deal(hands, &game, options, context)?;
        let mut document = ReplyDocument::default();
        match self.hands {
            Some(_) => {
                let results = replies.into_iter().map(BatchResult::Reply).collect();
                document.push_value(&Reply::Many(BatchReply { results }));
            }
            None => document.push_value(&Reply::One(replies.remove(0))),
        }
        context.check_reply(&document)?;
        Ok(document)
    }
}

impl DealRequest {
    fn deal(
        &self,
        hands: u64,
        game: &LoadedGame,
        options: DealOptions,
        context: &RequestContext<'_>,
    ) -> Result<Vec<DealReply>, LaneError> {
        let (seed, spelling) = (options.seed, game.spelling());
        let failed = |error: DealError| match error {
            DealError::Hand(SolvedBoardError::Stopped(reason)) => ApiError::from(reason),
            DealError::MissingPart(part) => part.into(),
            error => ApiError::Invalid(format!("cannot deal a hand of {:?}: {error}", self.game)),
        };
        let mut dealer = Dealer::new(game.game(), options).map_err(failed)?;
        let mut bytes = 0;
        let deal = |_| {
            let mut rejected = Vec::new();
            let hand = context.with_worker(game, |worker| {
                dealer.deal(worker, |hand| {
                    if self.rejected {
                        rejected.push(RejectedHandReply::new(hand, spelling));
                    }
                })
            });
            let mut reply = DealReply::new(&hand.map_err(failed)?, seed, spelling);
            // Lists of rejected hands may be long, so they are limited before they are written.
            let hands = rejected.iter();
            let sizes = hands.map(|rejected| rejected.hand.len() + rejected.reason.len());
            bytes += sizes.sum::<usize>();
            context.check_small(bytes)?;
            if bytes > context.limits.reply {
                return Err(ApiError::ReplyTooLarge(context.limits.reply).into());
            }
            reply.rejected = self.rejected.then_some(rejected);
            Ok(reply)
        };
        (0..hands).map(deal).collect()
    }
}

/// A game with a hand: all guesses so far.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct GuessRequest {
    /// The name of a game that `/api/v1/games` lists.
    #[serde(default = "scrabblet")]
    #[cfg_attr(feature = "openapi", schema(example = "Scrabblet"))]
    game: String,
    /// The hand of letters, in the notation of boards; in lower case, each letter is a tile.
    #[cfg_attr(feature = "openapi", schema(example = "RUOLFNT"))]
    hand: String,
    /// The guesses in their order, those of earlier requests included.
    guesses: Vec<String>,
    /// The points lost for a guess that is not in the dictionary. Without it, the score of its
    /// tiles.
    penalty: Option<u64>,
    /// A dictionary of the configuration, instead of the game's.
    dictionary: Option<String>,
}

impl ApiRequest for GuessRequest {
    fn reply(&self, context: &RequestContext<'_>) -> Result<ReplyDocument, LaneError> {
        if self.guesses.len() > context.limits.batch {
            return Err(ApiError::Batch {
                what: "guesses",
                found: self.guesses.len() as u64,
                most: context.limits.batch,
            }
            .into());
        }
        for guess in &self.guesses {
            check_text("guesses", guess)?;
        }
        let game = context.load_game(&self.game, self.dictionary.as_deref(), "scrabblet")?;
        let spelling = game.spelling();
        let board = read_hand(&spelling.read(&self.hand))?;
        context.check_board(&board, game.grid())?;
        let hand = context.with_worker(&game, |worker| SolvedBoard::new(board, worker));
        let hand = hand.map_err(|error| match error {
            SolvedBoardError::Stopped(reason) => ApiError::from(reason),
            error => ApiError::Invalid(error.to_string()),
        })?;
        let penalty = self.penalty.map_or(Penalty::WordScore, Penalty::Points);
        let mut round = start_round(hand, RoundContext::new(game.solver(), spelling), penalty);
        let replies = self.guesses.iter().map(|word| {
            context.budget.check()?;
            let word = word.trim();
            let (verdict, penalty) = guess(&mut round, word);
            Ok(GuessReply::new(word.to_owned(), &verdict, penalty))
        });
        let replies: Vec<GuessReply> = replies.collect::<Result<_, Stopped>>()?;
        let mut document = ReplyDocument::default();
        document.push_value(&ScrabbletReply::new(&round, replies));
        context.check_reply(&document)?;
        Ok(document)
    }
}

/// Words to score.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct WordScoreRequest {
    /// The name of a game that `/api/v1/games` lists.
    #[serde(default = "scrabblet")]
    #[cfg_attr(feature = "openapi", schema(example = "Scrabblet"))]
    game: String,
    /// One word.
    word: Option<String>,
    /// Several words, instead of `word`.
    words: Option<Vec<String>>,
    /// A dictionary of the configuration, instead of the game's.
    dictionary: Option<String>,
}

impl ApiRequest for WordScoreRequest {
    fn reply(&self, context: &RequestContext<'_>) -> Result<ReplyDocument, LaneError> {
        let words = OneOrMany::new(InputKind::Word, &self.word, &self.words, context.limits)?;
        let game = context.load_game(&self.game, self.dictionary.as_deref(), "scrabblet")?;
        let scorer = WordScorer::new(game.solver(), 0);
        let spelling = game.spelling();
        words.reply(context, |word, document| {
            check_text("a word", word)?;
            let scored = scorer.score(&spelling.read(word));
            document.push_value(&WordReply::new(word.to_owned(), scored));
            Ok(())
        })
    }
}
