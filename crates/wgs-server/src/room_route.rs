//! The routes of rooms and players. Their doc comments become the texts of the OpenAPI document.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use wgs_play::rating::is_provisional;
use wgs_play::room::message::CloseReason;
use wgs_play::room::{RoomCode, RoundReport};

use crate::Server;
use crate::address::PeerAddress;
use crate::api_call::{Dispatcher, JsonBytes};
use crate::api_error::ApiError;
#[cfg(feature = "openapi")]
use crate::problem_document::ProblemDocument;
use crate::request_context::RequestContext;
use crate::room_host::{
    Connection, ListedRoom, RoomHost, RoomListReply, accept, is_player_id, player_id,
};
use crate::room_storage::StorageError;
use crate::security;

/// The number of rounds in the history of a player.
const HISTORY: u32 = 50;

/// Opens a WebSocket to a room. `docs/rooms.md` describes the messages.
pub(crate) async fn socket(
    State(server): State<Server>,
    mut request: Request,
) -> Result<Response, ApiError> {
    let rooms = server.rooms()?.clone();
    security::check_origin(request.headers(), request.uri())?;
    let peer = request.extensions().get::<PeerAddress>().copied();
    let client = server.state.proxies.client(peer, request.headers());
    let (response, upgrade) = accept(&mut request)?;
    let player = rooms.open_player(client).ok_or(ApiError::Busy)?;
    tokio::spawn(async move {
        match upgrade.await {
            Ok(upgraded) => {
                let connection = Connection::new(rooms, client, player, upgraded);
                connection.await.serve().await;
            }
            Err(error) => tracing::debug!(%client, "no WebSocket: {error}"),
        }
    });
    Ok(response)
}

/// List the open rooms.
///
/// Only rooms whose owners have made them public are listed, and only if the server was started
/// with `--list-rooms`.
#[cfg_attr(feature = "openapi", utoipa::path(
    get,
    path = "/api/v1/rooms",
    tag = "rooms",
    responses(
        (status = 200, description = "The rooms", body = RoomListReply),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn list(
    State(server): State<Server>,
    dispatcher: Dispatcher,
) -> Result<axum::Json<RoomListReply>, ApiError> {
    let rooms = server.rooms()?.clone();
    if !rooms.options().is_listed {
        let message = "this server does not list its rooms".to_owned();
        return Err(ApiError::Rooms(message));
    }
    // The configuration may be read again, not on an asynchronous thread.
    let list = move |context: &RequestContext<'_>| Ok(listed_rooms(context, &rooms));
    let rooms = dispatcher.run_small(list).await?;
    Ok(axum::Json(RoomListReply { rooms }))
}

/// Returns the public rooms whose games this server has. The name of a game that cannot be played
/// might be anything.
fn listed_rooms(context: &RequestContext<'_>, rooms: &RoomHost) -> Vec<ListedRoom> {
    let catalogue = context.configuration.catalogue();
    let mut listed = rooms.listed_rooms();
    listed.retain(|room| catalogue.game(&room.game).is_ok());
    listed
}

/// Get what an invitation to a room says: who invites, to which game, and how many are there.
///
/// Everyone who has the code may know this before entering the room.
#[cfg_attr(feature = "openapi", utoipa::path(
    get,
    path = "/api/v1/rooms/{code}",
    tag = "rooms",
    params(("code" = String, Path, description = "The code of the room", example = "BDFGHJKL")),
    responses(
        (status = 200, description = "The room", body = ListedRoom),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn room(
    State(server): State<Server>,
    code: Result<Path<String>, PathRejection>,
) -> Result<axum::Json<ListedRoom>, ApiError> {
    let Path(code) = code.map_err(|error| ApiError::Path(error.body_text()))?;
    let code = room_code(&code)?;
    let described = server.rooms()?.describe(code).await;
    let described = described.map_err(|closing| match closing.reason {
        CloseReason::NoSuchRoom => ApiError::NotFound(format!("room {code}")),
        _ => ApiError::Rooms(closing.text),
    })?;
    Ok(axum::Json(described))
}

fn room_code(text: &str) -> Result<RoomCode, ApiError> {
    let code = text.parse::<RoomCode>();
    code.map_err(|error| ApiError::Path(error.to_string()))
}

/// Get a finished round of a room.
///
/// The reply is the `report` of the message `ended`: the board, the words of all players, and when they
/// were found.
#[cfg_attr(feature = "openapi", utoipa::path(
    get,
    path = "/api/v1/rooms/{code}/rounds/{number}",
    tag = "rooms",
    params(
        ("code" = String, Path, description = "The code of the room", example = "BDFGHJKL"),
        ("number" = u32, Path, description = "The id of the round in its room", example = 1),
    ),
    responses(
        (status = 200, description = "The round", content_type = "application/json", body = Object),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn round(
    State(server): State<Server>,
    path: Result<Path<(String, u32)>, PathRejection>,
) -> Result<JsonBytes, ApiError> {
    let Path((code, number)) = path.map_err(|error| ApiError::Path(error.body_text()))?;
    let code = room_code(&code)?;
    let storage = server.rooms()?.storage();
    let found = storage.round(code.as_str(), number).await;
    let found = found.map_err(database_error)?;
    let found =
        found.ok_or_else(|| ApiError::NotFound(format!("round {number} of room {code}")))?;
    Ok(JsonBytes(found.into_bytes()))
}

/// A player with an identity.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct PlayerReply {
    /// The public id.
    pub(crate) id: String,
    /// The name that the player used last.
    pub(crate) name: String,
    /// The rating by Glicko-2; a new player has 1500.
    pub(crate) rating: f64,
    /// The deviation of the rating.
    pub(crate) deviation: f64,
    /// The number of rated rounds.
    pub(crate) rounds: u32,
    /// Whether the rating is provisional, because it rests on fewer than ten rounds.
    pub(crate) is_provisional: bool,
    /// The last rounds, the latest first; only for the player, because they name rooms and other
    /// people.
    pub(crate) history: Option<Vec<HistoryEntry>>,
}

/// A round in the history of a player.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct HistoryEntry {
    /// The code of the room.
    pub(crate) room: String,
    /// The id of the round in its room.
    pub(crate) round: u32,
    /// When it ended, in milliseconds since 1970.
    pub(crate) ended_at: u64,
    /// The name of the game.
    pub(crate) game: String,
    /// The points of the player.
    pub(crate) points: i64,
    /// The number of words that the player found.
    pub(crate) words: u64,
    /// Whether the player won.
    pub(crate) is_won: bool,
    /// The names of the players.
    pub(crate) players: Vec<String>,
}

/// Get the rating of a player, and with the player's key the last rounds.
///
/// The key is sent as `Authorization: Bearer KEY`.
#[cfg_attr(feature = "openapi", utoipa::path(
    get,
    path = "/api/v1/players/{id}",
    tag = "rooms",
    params(("id" = String, Path, description = "The public id of the player")),
    responses(
        (status = 200, description = "The player", body = PlayerReply),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn player(
    State(server): State<Server>,
    headers: HeaderMap,
    id: Result<Path<String>, PathRejection>,
) -> Result<axum::Json<PlayerReply>, ApiError> {
    let Path(id) = id.map_err(|error| ApiError::Path(error.body_text()))?;
    if !is_player_id(&id) {
        return Err(ApiError::Path("expected the id of a player".to_owned()));
    }
    let storage = server.rooms()?.storage();
    let found = storage.identity(&id).await.map_err(database_error)?;
    let found = found.ok_or_else(|| ApiError::NotFound(format!("player {id:?}")))?;
    let key = security::bearer(&headers);
    let is_own = key.is_some_and(|key| player_id(key).is_ok_and(|own| own == id));
    let rounds = match is_own {
        true => storage.rounds_of(&id, HISTORY).await,
        false => Ok(Vec::new()),
    };
    let rounds = rounds.map_err(database_error)?;
    let history = rounds.into_iter().filter_map(|stored| {
        let report: RoundReport = serde_json::from_str(&stored.body).ok()?;
        let mut players = report.players.iter();
        let place = players.position(|it| it.player.as_deref() == Some(&*id))?;
        let own = &report.players[place];
        Some(HistoryEntry {
            room: stored.room,
            round: stored.number,
            ended_at: stored.ended_at,
            points: own.points,
            words: own.words,
            is_won: report.winners.contains(&(place as u32)),
            players: report.players.iter().map(|it| it.name.clone()).collect(),
            game: report.game,
        })
    });
    Ok(axum::Json(PlayerReply {
        history: is_own.then(|| history.collect()),
        id: found.id,
        name: found.name,
        rating: found.rating,
        deviation: found.deviation,
        rounds: found.rounds,
        is_provisional: is_provisional(found.rounds),
    }))
}

fn database_error(error: StorageError) -> ApiError {
    let text = wgs_config::error_chain(&error);
    tracing::error!("cannot read from the database of rooms: {text}");
    ApiError::Database(error)
}
