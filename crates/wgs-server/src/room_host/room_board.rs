//! The boards of rooms: dealt, read from a dealer's letters, or dealt again for a room that is
//! restored. The work runs in the worker pools, like that of requests.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use wgs_app::round_board::{DealtBoardOptions, deal_board, read_board, read_own_board};
use wgs_app::{GameRequest, LoadedGame};
use wgs_engine::BoardSize;
use wgs_play::room::{
    DealLimit, DealProblem, DealtBoard, RestoreRoomError, RestoredRoom, Room, RoomCode,
    RoomSettings, RoomSnapshot, StoredBoard, StoredInput,
};
use wgs_play::{RoundContext, SolvedBoard};

use super::HostState;
use super::secret::random_seed;
use crate::Server;
use crate::address::Client;
use crate::api_call::{Lane, LaneError, WorkTerms};
use crate::api_error::ApiError;
use crate::request_context::RequestContext;
use crate::room_storage::StoredRoom;

/// What errors say the missing part of a game is needed for.
const PURPOSE: &str = "play";

/// The processor time that a board may take in the long lane.
const TIME: Duration = Duration::from_secs(3);

/// The largest number of words of a board that is played in a room.
const MOST_WORDS: usize = 20_000;

/// The numbers of rows and of columns that a board of another size may have.
const SIDES: RangeInclusive<u32> = 2..=12;

/// The largest number of wildcards of a board that a player chose. Six on 36 cells take about 50 ms;
/// with more, there are nearly always too many words.
const MOST_WILDCARDS: usize = 6;

/// The number of rooms that are loaded at the same time. Others wait for these, and never for boards
/// that are dealt.
pub(super) const LOADS: usize = 64;

impl HostState {
    /// Deals a board, whose work is charged to a client. The error is a sentence for people.
    pub(super) async fn deal(
        &self,
        client: Client,
        settings: Box<RoomSettings>,
        letters: Option<String>,
    ) -> Result<DealtBoard, ApiError> {
        let seed = random_seed();
        let _deal = self.budgets.deal(client).await.ok_or(ApiError::Busy)?;
        self.compute(client, move |context| {
            deal(context, &settings, letters.as_deref(), seed)
        })
        .await
    }

    /// Restores a room from what is stored of it, unless its snapshot cannot be read.
    pub(super) async fn restore(
        &self,
        code: RoomCode,
        stored: StoredRoom,
    ) -> Result<Result<LoadedRoom, serde_json::Error>, ApiError> {
        let _load = self.loads.acquire().await.map_err(|_| ApiError::Busy)?;
        let client = Client::Room(code);
        self.compute(client, move |context| restore(context, &stored))
            .await
    }

    /// Runs work in the small lane, and again in the long lane if it is too large for it.
    async fn compute<T: Send + 'static>(
        &self,
        client: Client,
        work: impl Fn(&RequestContext<'_>) -> Result<T, LaneError> + Send + Sync + 'static,
    ) -> Result<T, ApiError> {
        let state = self.server.upgrade().ok_or(ApiError::Busy)?;
        let terms = WorkTerms {
            client,
            deadline: Instant::now() + state.limits.time,
            long_time: TIME,
        };
        let server = Server { state };
        server.run_from(Lane::Small, terms, work, || ()).await
    }
}

/// Loads the game of a room, and returns the size of its boards if it is not the game's own.
fn load(
    context: &RequestContext<'_>,
    settings: &RoomSettings,
) -> Result<(Arc<LoadedGame>, Option<BoardSize>), LaneError> {
    let dictionary = settings.dictionary.as_deref();
    let Some(size) = &settings.size else {
        let game = context.load_game(&settings.game, dictionary, PURPOSE)?;
        return Ok((game, None));
    };
    let size = BoardSize::read(size, SIDES);
    let size = size.map_err(ApiError::BoardSize)?;
    // Preparing a game for another grid may take long.
    context.require_long()?;
    let request = GameRequest {
        dictionary,
        ..GameRequest::named(&settings.game)
    };
    let loader = &context.configuration.loader;
    let game = loader.game_of_size(&request, size, PURPOSE)?;
    Ok((game, Some(size)))
}

fn deal(
    context: &RequestContext<'_>,
    settings: &RoomSettings,
    letters: Option<&str>,
    seed: u64,
) -> Result<DealtBoard, LaneError> {
    let (game, size) = load(context, settings)?;
    let solved = match letters {
        Some(text) => read(context, &game, text)?,
        None => {
            let options = DealtBoardOptions {
                seed,
                size,
                difficulty: settings.difficulty,
            };
            let loader = &context.configuration.loader;
            deal_board(&game, options, loader, context.budget)?
        }
    };
    let text = solved.board().to_string();
    let text = game.spelling().show(&text).into_owned();
    dealt(&game, text, solved, seed)
}

/// Reads and solves letters that a player chose.
fn read(
    context: &RequestContext<'_>,
    game: &LoadedGame,
    text: &str,
) -> Result<SolvedBoard, LaneError> {
    let most = context.limits.wildcards_on(game.grid()).min(MOST_WILDCARDS);
    context.check_wildcards(&game.read(text)?, game.grid(), most)?;
    Ok(read_own_board(game, text, context.budget)?)
}

fn dealt(
    game: &LoadedGame,
    text: String,
    solved: SolvedBoard,
    seed: u64,
) -> Result<DealtBoard, LaneError> {
    let found = solved.words().len();
    if found > MOST_WORDS {
        let most = MOST_WORDS;
        return Err(ApiError::DealLimit(DealLimit::Words { found, most }).into());
    }
    let context = RoundContext::new(game.solver(), game.spelling());
    let context = match game.dictionary().commonness() {
        Ok(commonness) => context.with_commonness(commonness.clone()),
        // Rounds are played without it.
        Err(_) => context,
    };
    Ok(DealtBoard {
        text,
        solved,
        context,
        seed,
    })
}

/// Describes why a board cannot be dealt, for people in any language.
pub(super) fn deal_problem(error: &ApiError) -> DealProblem {
    match error {
        ApiError::Notation(error) => DealProblem::new(error),
        ApiError::Fit(error) => DealProblem::new(error),
        ApiError::Create(error) => DealProblem::new(error),
        ApiError::Load(error) => DealProblem::new(error),
        ApiError::Board(error) => DealProblem::new(error),
        ApiError::BoardSize(error) => DealProblem::new(error),
        ApiError::Stopped(reason) => DealProblem::new(reason),
        error => DealProblem::new(&match *error {
            ApiError::DealLimit(limit) => limit,
            ApiError::Wildcards { found, most } => DealLimit::Wildcards { found, most },
            ApiError::TimeLimit(limit) => DealLimit::Time {
                seconds: limit.as_secs(),
            },
            ApiError::Memory(bytes) => DealLimit::Memory {
                mebibytes: bytes >> 20,
            },
            ApiError::Busy | ApiError::ClientLimit { .. } | ApiError::HeldBytes(_) => {
                DealLimit::Busy
            }
            _ => DealLimit::Failed,
        }),
    }
}

/// A room that was restored from what is stored of it.
#[derive(Debug)]
pub(super) struct LoadedRoom {
    pub(super) room: Room,
    /// The numbers of the inputs that could not be read.
    pub(super) unreadable: Vec<u64>,
}

/// Restores a room. An input that cannot be read, or that should not be there, is named in the log.
fn restore(
    context: &RequestContext<'_>,
    stored: &StoredRoom,
) -> Result<Result<LoadedRoom, serde_json::Error>, LaneError> {
    let snapshot: RoomSnapshot = match serde_json::from_str(&stored.snapshot) {
        Ok(snapshot) => snapshot,
        Err(error) => return Ok(Err(error)),
    };
    let mut inputs = Vec::new();
    let mut unreadable = Vec::new();
    for (number, text) in &stored.inputs {
        match serde_json::from_str::<StoredInput>(text) {
            Ok(input) => inputs.push((*number, input)),
            Err(error) => {
                tracing::error!(room = %snapshot.code, "input {number} cannot be read, and is set aside: {error}");
                unreadable.push(*number);
            }
        }
    }
    let deal_again = |settings: &RoomSettings, stored: &StoredBoard| {
        let (game, _) = load(context, settings)?;
        let solved = read_board(&game, &stored.text, context.budget)?;
        dealt(&game, stored.text.clone(), solved, stored.seed)
    };
    let restored = Room::restore(snapshot.clone(), inputs.clone(), deal_again);
    let mut room = match restored {
        Ok(RestoredRoom { room, anomalies }) => {
            for anomaly in anomalies {
                tracing::warn!(room = %snapshot.code, "the room is restored although something is wrong: {anomaly}");
            }
            room
        }
        Err(error) => without_round(snapshot, inputs, error)?,
    };
    room.skip_to(stored.last);
    Ok(Ok(LoadedRoom { room, unreadable }))
}

/// Restores a room whose round cannot be restored, unless it could be later.
fn without_round(
    snapshot: RoomSnapshot,
    inputs: Vec<(u64, StoredInput)>,
    error: RestoreRoomError<LaneError>,
) -> Result<Room, LaneError> {
    let reason = match error {
        // The board needs more time than there is in this lane, or now.
        RestoreRoomError::Deal {
            source:
                source @ (LaneError::TooLarge
                | LaneError::Failed(
                    ApiError::Stopped(_) | ApiError::Busy | ApiError::TimeLimit(_),
                )),
            ..
        } => return Err(source),
        RestoreRoomError::Deal { source, .. } => source.to_string(),
        RestoreRoomError::OtherWords { .. } => error.to_string(),
        error => return Err(ApiError::Invalid(error.to_string()).into()),
    };
    tracing::warn!(room = %snapshot.code, "the room loses its running round: {reason}");
    let restored = Room::restore_without_round(snapshot, inputs);
    restored.map_err(|error| ApiError::Invalid(error.to_string()).into())
}
