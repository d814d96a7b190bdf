//! The play page's part of the engine inside a web worker: deals boards, and keeps the round that
//! is being played. Nothing here needs a browser.

use std::sync::Arc;

use wgs_app::{GameLoader, GameRequest, LoadedGame};
use wgs_core::Budget;
use wgs_play::{
    PlayerId, Round, RoundAction, RoundContext, RoundEvent, RoundInput, RoundSetup, SolvedBoard,
    TypedPath, WordView, typed_path,
};

use super::message::{
    AnyPlayRequest, FindTypedPath, MissedWord, PlayInput, PlayRequest, RestoreRound, ResultReply,
    RoundReply, ShowResult, StartRound, read_saved,
};
use crate::engine::message::EngineMessage;
use crate::engine::request::{RequestError, read, write};
use crate::engine::worker::PlayHandler;

/// The command that errors name when a game lacks a part.
const PURPOSE: &str = "play";

/// The player at the page.
const YOU: usize = 0;

/// Handles the requests of the play page.
#[derive(Default)]
pub struct RoundWorker {
    current: Option<CurrentRound>,
}

/// The round that is being played, and its game.
struct CurrentRound {
    game: Arc<LoadedGame>,
    round: Round,
}

impl PlayHandler for RoundWorker {
    fn answer(&mut self, request: &[u8], loader: &GameLoader, budget: &Budget) -> Vec<u8> {
        /// Serialises a reply, and checks at compile time that it belongs to the request.
        fn reply<R: PlayRequest>(reply: Result<R::Reply, RequestError>) -> Vec<u8> {
            write(&reply)
        }
        match read(request) {
            AnyPlayRequest::StartRound(request) => {
                reply::<StartRound>(self.start(request, loader, budget))
            }
            AnyPlayRequest::RestoreRound(request) => {
                reply::<RestoreRound>(self.restore(&request, loader, budget))
            }
            AnyPlayRequest::PlayInput(request) => reply::<PlayInput>(self.play(request)),
            AnyPlayRequest::FindTypedPath(request) => {
                reply::<FindTypedPath>(self.typed_path(&request))
            }
            AnyPlayRequest::ShowResult(_) => reply::<ShowResult>(self.result()),
        }
    }
}

impl RoundWorker {
    fn start(
        &mut self,
        request: StartRound,
        loader: &GameLoader,
        budget: &Budget,
    ) -> Result<RoundReply, RequestError> {
        let StartRound {
            mut setup,
            difficulty,
        } = request;
        let game = load(&setup, loader)?;
        let board = match setup.board.is_empty() {
            true => {
                let board = super::deal::deal(&game, loader, setup.seed, difficulty, budget)?;
                let text = board.board().to_string();
                setup.board = game.spelling().show(&text).into_owned();
                board
            }
            false => solved(&setup.board, &game, budget)?,
        };
        let round = Round::new(setup, board, context(&game));
        let round = round.map_err(RequestError::other)?;
        let current = self.current.insert(CurrentRound { game, round });
        Ok(current.reply(Vec::new(), true))
    }

    fn restore(
        &mut self,
        request: &RestoreRound,
        loader: &GameLoader,
        budget: &Budget,
    ) -> Result<RoundReply, RequestError> {
        let saved = read_saved(&request.saved).map_err(RequestError::other)?;
        let game = load(&saved.setup, loader)?;
        let board = solved(&saved.setup.board, &game, budget)?;
        let round = Round::restore(saved, board, context(&game));
        let mut round = round.map_err(RequestError::other)?;
        let events = round.handle(RoundInput::tick(request.time));
        let current = self.current.insert(CurrentRound { game, round });
        Ok(current.reply(events, true))
    }

    fn current(&mut self) -> Result<&mut CurrentRound, RequestError> {
        let none = || RequestError::Other(EngineMessage::english("no round is being played"));
        self.current.as_mut().ok_or_else(none)
    }

    fn play(&mut self, request: PlayInput) -> Result<RoundReply, RequestError> {
        let current = self.current()?;
        let is_tick = request.input.action == RoundAction::Tick;
        let events = current.round.handle(request.input);
        let is_changed = !is_tick || !events.is_empty();
        Ok(current.reply(events, is_changed))
    }

    fn typed_path(&mut self, request: &FindTypedPath) -> Result<TypedPath, RequestError> {
        let CurrentRound { game, round } = self.current()?;
        Ok(typed_path(
            &request.text,
            round.solved_board().board(),
            game.grid(),
            game.rules().q_is_qu,
            game.spelling(),
        ))
    }

    fn result(&mut self) -> Result<ResultReply, RequestError> {
        let round = &self.current()?.round;
        let ids: Vec<PlayerId> = round.player_ids().collect();
        let found: Vec<(PlayerId, Vec<WordView>)> = ids
            .into_iter()
            .map(|player| (player, round.word_views(player)))
            .collect();
        let mine = &found[YOU].1;
        let is_found = |word: &str| mine.iter().any(|found| found.word == word);
        let words = round.solved_board().words().iter();
        let mut missed: Vec<MissedWord> = words
            .filter(|word| !is_found(&word.text))
            .map(|word| MissedWord {
                found_by: found[1..]
                    .iter()
                    .filter(|(_, words)| words.iter().any(|found| found.word == word.text))
                    .map(|(player, _)| round.players()[player.index()].name.clone())
                    .collect(),
                word: WordView {
                    word: word.text.clone(),
                    points: word.score.total,
                    length: word.score.length,
                    path: word.path.clone(),
                    time: 0,
                },
                commonness: None,
            })
            .collect();
        missed.sort_by_key(|missed| {
            let word = &missed.word;
            (
                std::cmp::Reverse((word.points, word.length)),
                word.word.clone(),
            )
        });
        Ok(ResultReply { found, missed })
    }
}

impl CurrentRound {
    fn reply(&self, events: Vec<RoundEvent>, is_changed: bool) -> RoundReply {
        let round = &self.round;
        RoundReply {
            setup: round.setup().clone(),
            events,
            view: round.view(),
            found: round.word_views(PlayerId::new(YOU)),
            saved: is_changed.then(|| {
                serde_json::to_string(&round.save()).expect("a saved round can be written")
            }),
        }
    }
}

/// What a round of a game needs besides its setup and its board.
fn context(game: &LoadedGame) -> RoundContext {
    RoundContext::new(game.solver(), game.spelling())
}

fn load(setup: &RoundSetup, loader: &GameLoader) -> Result<Arc<LoadedGame>, RequestError> {
    let request = GameRequest {
        dictionary: setup.dictionary.as_deref(),
        ..GameRequest::named(&setup.game)
    };
    Ok(loader.game(&request, PURPOSE)?)
}

/// Finds the words of a board.
pub(super) fn solved(
    board: &str,
    game: &LoadedGame,
    budget: &Budget,
) -> Result<SolvedBoard, RequestError> {
    let board = game.read(board).map_err(RequestError::other)?;
    let solved = game.with_worker(budget, |worker| SolvedBoard::new(board, worker));
    solved.map_err(RequestError::other)
}
