//! The routes of the API. Their doc comments become the texts of the OpenAPI document.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Serialize;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use wgs_app::reply::GameReply;
#[cfg(feature = "openapi")]
use wgs_app::reply::{
    AnalyzeReply, CheckBoardReply, CreateReply, DealReply, ScoreReply, ScrabbletReply, SolveReply,
    WordReply,
};
use wgs_app::{LoadError, LoadedDictionary};
use wgs_config::dictionary::DictionaryError;

use crate::address::PublicAddress;
use crate::api_call::{ApiCall, Dispatcher, JsonBytes, Lane};
use crate::api_error::ApiError;
use crate::config_store::{ConfigReply, ConfigRequest};
#[cfg(feature = "openapi")]
use crate::problem_document::ProblemDocument;
use crate::reply_document::ReplyDocument;
use crate::request::{
    AnalyzeRequest, CheckBoardRequest, CheckWordRequest, CreateRequest, DealRequest, GuessRequest,
    ScoreRequest, SolveRequest, WordScoreRequest,
};
#[cfg(feature = "openapi")]
use crate::request::{BoardsRequest, CheckWordReplies, Reply};
use crate::request_context::RequestContext;
use crate::{Hosts, Server, address, asyncapi, openapi, security, site};
use crate::{monitoring, record_route, room_route};

/// Returns all routes.
pub(crate) fn router(server: &Server) -> Router {
    let router = Router::new()
        .route("/api/v1/solve", post(solve))
        .route("/api/v1/score", post(score))
        .route("/api/v1/analyze", post(analyze))
        .route("/api/v1/create", post(create))
        .route("/api/v1/check-board", post(check_board))
        .route("/api/v1/check-word", post(check_word))
        .route("/api/v1/scrabblet/deal", post(scrabblet_deal))
        .route("/api/v1/scrabblet/guess", post(scrabblet_guess))
        .route("/api/v1/scrabblet/score", post(scrabblet_score))
        .route("/api/v1/games", get(games))
        .route("/api/v1/config", get(config).put(save_config))
        .route("/api/v1/dictionaries/{name}", get(dictionary))
        .route("/api/v1/records", get(record_route::records))
        .route("/api/v1/rooms", get(room_route::list))
        .route("/api/v1/rooms/socket", get(room_route::socket))
        .route("/api/v1/rooms/{code}", get(room_route::room))
        .route(
            "/api/v1/rooms/{code}/rounds/{number}",
            get(room_route::round),
        )
        .route("/api/v1/players/{id}", get(room_route::player))
        .route("/health", get(monitoring::health))
        .route("/ready", get(monitoring::ready))
        .route("/metrics", get(monitoring::metrics))
        .route("/host.json", get(host))
        .route("/api/v1/openapi.json", get(openapi_document))
        .route("/api/v1/asyncapi.json", get(asyncapi_document))
        .route("/api/", get(openapi_page))
        .route("/api", get(async || Redirect::permanent("api/")))
        .route("/api/api.css", get(openapi_style))
        .fallback(site::serve)
        .method_not_allowed_fallback(wrong_method);
    // Between programs on one machine, copying is faster than compressing.
    let router = match server.state.hosts {
        Hosts::Address(_) => router.layer(CompressionLayer::new()),
        Hosts::Local | Hosts::LocalPort(_) => router,
    };
    router
        .layer(CatchPanicLayer::custom(security::panic_response))
        .layer(from_fn_with_state(server.clone(), security::protect))
        .with_state(server.clone())
}

/// List the words of a board.
///
/// The reply to one `board` is what `wgs solve --json` prints, or with `duplicates` what `wgs
/// solve-dups --json` prints.
#[cfg_attr(feature = "openapi", utoipa::path(
    post,
    path = "/api/v1/solve",
    tag = "boards",
    request_body(content = SolveRequest, example = json!({
        "game": "Boggle (New)", "board": "STNDTEIELARSMRTO", "min_length": 8, "sort": "score",
    })),
    responses(
        (status = 200, description = "The words", body = Reply<SolveReply>),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn solve(call: ApiCall<SolveRequest>) -> Result<Response, ApiError> {
    call.reply().await
}

/// Count the words of a board and add up their points.
///
/// The reply to one `board` is what `wgs score --json` prints.
#[cfg_attr(feature = "openapi", utoipa::path(
    post,
    path = "/api/v1/score",
    tag = "boards",
    request_body(content = BoardsRequest, example = json!({
        "game": "Boggle (New)", "board": "STNDTEIELARSMRTO",
    })),
    responses(
        (status = 200, description = "The number of words and points", body = Reply<ScoreReply>),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn score(call: ApiCall<ScoreRequest>) -> Result<Response, ApiError> {
    call.reply().await
}

/// Analyse a board: words and points by length and by position, and the best words.
///
/// The reply to one `board` is what `wgs analyze --json` prints.
#[cfg_attr(feature = "openapi", utoipa::path(
    post,
    path = "/api/v1/analyze",
    tag = "boards",
    request_body(content = BoardsRequest, example = json!({
        "game": "Boggle (New)", "board": "STNDTEIELARSMRTO",
    })),
    responses(
        (status = 200, description = "The analysis", body = Reply<AnalyzeReply>),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn analyze(call: ApiCall<AnalyzeRequest>) -> Result<Response, ApiError> {
    call.reply().await
}

/// Create a random board, or one that meets a target.
///
/// The reply is what `wgs create --json` prints. If no board meets the target in time, the
/// reply has the best one found and `met` is false. If there is not enough time for all
/// `boards`, the reply has those that were created.
#[cfg_attr(feature = "openapi", utoipa::path(
    post,
    path = "/api/v1/create",
    tag = "boards",
    request_body(content = CreateRequest, example = json!({
        "game": "Boggle (New)", "words": "80..120", "must_contain": ["piano"], "seed": 7,
    })),
    responses(
        (status = 200, description = "The board", body = Reply<CreateReply>),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn create(call: ApiCall<CreateRequest>) -> Result<Response, ApiError> {
    call.reply().await
}

/// Check whether the game's dice or letters can produce a board.
///
/// The reply to one `board` is what `wgs check-board --json` prints.
#[cfg_attr(feature = "openapi", utoipa::path(
    post,
    path = "/api/v1/check-board",
    tag = "boards",
    request_body(content = CheckBoardRequest, example = json!({
        "game": "Boggle (New)", "board": "STNDTEIELARSMRTO", "explain": true,
    })),
    responses(
        (status = 200, description = "Whether they can", body = Reply<CheckBoardReply>),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn check_board(call: ApiCall<CheckBoardRequest>) -> Result<Response, ApiError> {
    call.reply().await
}

/// Check whether the game's dice or letters can spell a word.
///
/// The reply to one `word` is what `wgs check-word --json` prints. With `count`, the reply is
/// one object for all words.
#[cfg_attr(feature = "openapi", utoipa::path(
    post,
    path = "/api/v1/check-word",
    tag = "words",
    request_body(content = CheckWordRequest, example = json!({
        "game": "Boggle (New)", "words": ["baby", "quiz"],
    })),
    responses(
        (status = 200, description = "Whether they can, or how many words they can spell", body = CheckWordReplies),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn check_word(call: ApiCall<CheckWordRequest>) -> Result<Response, ApiError> {
    call.reply().await
}

/// Deal a hand of letters for Scrabblet.
///
/// A hand with too many vowels or too few words is dealt again. The reply is what `wgs scrabblet
/// deal --json` prints.
#[cfg_attr(feature = "openapi", utoipa::path(
    post,
    path = "/api/v1/scrabblet/deal",
    tag = "scrabblet",
    request_body(content = DealRequest, example = json!({
        "seed": 7, "max_vowels": 3, "min_words": 25,
    })),
    responses(
        (status = 200, description = "The hand", body = Reply<DealReply>),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn scrabblet_deal(call: ApiCall<DealRequest>) -> Result<Response, ApiError> {
    call.reply().await
}

/// Judge the guesses of a game of Scrabblet.
///
/// The server keeps no games: each request has the hand and all guesses so far. The reply is
/// what `wgs scrabblet dealer --json` prints.
#[cfg_attr(feature = "openapi", utoipa::path(
    post,
    path = "/api/v1/scrabblet/guess",
    tag = "scrabblet",
    request_body(content = GuessRequest, example = json!({
        "hand": "RUOLFNT", "guesses": ["front", "loot", "trunt", "plot"], "penalty": 5,
    })),
    responses(
        (status = 200, description = "The guesses and their total score", body = ScrabbletReply),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn scrabblet_guess(call: ApiCall<GuessRequest>) -> Result<Response, ApiError> {
    call.reply().await
}

/// Score single words of Scrabblet.
///
/// The reply to one `word` is what `wgs scrabblet score --json` prints.
#[cfg_attr(feature = "openapi", utoipa::path(
    post,
    path = "/api/v1/scrabblet/score",
    tag = "scrabblet",
    request_body(content = WordScoreRequest, example = json!({
        "words": ["creepie", "trapzoid"],
    })),
    responses(
        (status = 200, description = "The scores and signatures", body = Reply<WordReply>),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn scrabblet_score(call: ApiCall<WordScoreRequest>) -> Result<Response, ApiError> {
    call.reply().await
}

/// List the games.
///
/// The reply is a list of the objects that `wgs games --json` prints.
#[cfg_attr(feature = "openapi", utoipa::path(
    get,
    path = "/api/v1/games",
    tag = "configuration",
    responses(
        (status = 200, description = "The games", body = Vec<GameReply>),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn games(dispatcher: Dispatcher) -> Result<axum::Json<Vec<GameReply>>, ApiError> {
    // The configuration may be read again, not on an asynchronous thread.
    let list = |context: &RequestContext<'_>| {
        let games = context.configuration.catalogue().games();
        Ok(games.map(GameReply::new).collect())
    };
    dispatcher.run_small(list).await.map(axum::Json)
}

/// Get the configuration.
#[cfg_attr(feature = "openapi", utoipa::path(
    get,
    path = "/api/v1/config",
    tag = "configuration",
    responses((status = 200, description = "The configuration", body = ConfigReply))
))]
pub(crate) async fn config(
    State(server): State<Server>,
    dispatcher: Dispatcher,
) -> Result<Response, ApiError> {
    let read = move |_: &RequestContext<'_>| {
        let reply = server.state.store.reply(server.state.token.is_some());
        Ok(document(&reply))
    };
    let document = dispatcher.run_small(read).await?;
    dispatcher.respond(document)
}

fn document(reply: &ConfigReply) -> ReplyDocument {
    let mut document = ReplyDocument::default();
    document.push_value(reply);
    document
}

/// Save the configuration.
///
/// Requires the token that the server printed when it started, as `Authorization: Bearer
/// TOKEN`. The file is replaced in one step, and the server uses it from then on. The previous
/// text is kept beside it as `FILE.bak`.
#[cfg_attr(feature = "openapi", utoipa::path(
    put,
    path = "/api/v1/config",
    tag = "configuration",
    request_body(content = ConfigRequest, example = json!({
        "text": "{}", "version": "the version of the text that was edited",
    })),
    responses(
        (status = 200, description = "The new configuration", body = ConfigReply),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn save_config(
    State(server): State<Server>,
    request: Request,
) -> Result<Response, ApiError> {
    security::check_origin(request.headers(), request.uri())?;
    security::check_token(request.headers(), server.state.token.as_deref())?;
    let mut dispatcher = Dispatcher::new(&request, &server)?;
    let limit = server.state.limits.config;
    let request: ConfigRequest = dispatcher.read_json(request, limit).await?;
    let save = move |_: &RequestContext<'_>| {
        let saved = server.state.store.save(request);
        saved.map(|reply| document(&reply))
    };
    let document = dispatcher.run_small(save).await?;
    dispatcher.respond(document)
}

/// Download a dictionary of the configuration.
///
/// The reply is what `wgs dictionary compile` writes, or a list of words if the dictionary has
/// its own spelling.
#[cfg_attr(feature = "openapi", utoipa::path(
    get,
    path = "/api/v1/dictionaries/{name}",
    tag = "configuration",
    params(("name" = String, Path, description = "Its name in the configuration", example = "Wordnik")),
    responses(
        (status = 200, description = "The dictionary", content_type = "application/octet-stream", body = Vec<u8>),
        (status = "default", description = "Why the request failed", body = ProblemDocument, content_type = "application/problem+json"),
    )
))]
pub(crate) async fn dictionary(
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    mut dispatcher: Dispatcher,
) -> Result<Response, ApiError> {
    let Path(name) = name.map_err(|error| ApiError::Path(error.body_text()))?;
    let load = move |context: &RequestContext<'_>| {
        let dictionary = match context.configuration.loader.named_dictionary(&name) {
            Err(
                LoadError::NotConfigured { .. }
                | LoadError::Dictionary(DictionaryError::NotInstalled { .. }),
            ) => return Err(ApiError::NotFound(name.clone()).into()),
            loaded => loaded?,
        };
        // Compiled here, not on an asynchronous thread.
        dictionary.file();
        Ok(dictionary)
    };
    let dictionary = dispatcher.run(Lane::Long, load).await?;
    let file = dictionary.file();
    let tag = format!("\"{:032x}\"", file.hash());
    let is_known = site::matches_etag(&headers, &tag);
    let cache_headers = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok(match is_known {
        true => (StatusCode::NOT_MODIFIED, cache_headers).into_response(),
        false => {
            let content = Bytes::from_owner(DictionaryContent(dictionary.clone()));
            (cache_headers, content).into_response()
        }
    })
}

/// The file of a dictionary. Any number of clients may download it without a copy for each.
struct DictionaryContent(Arc<LoadedDictionary>);

impl AsRef<[u8]> for DictionaryContent {
    fn as_ref(&self) -> &[u8] {
        self.0.file().content()
    }
}

/// Get the features of the server besides files.
///
/// The pages request this. On a host that only serves files, a file of the same name says that there
/// is no API.
#[cfg_attr(feature = "openapi", utoipa::path(
    get,
    path = "/host.json",
    tag = "configuration",
    responses((status = 200, description = "The features of the server", body = HostReply))
))]
pub(crate) async fn host(State(server): State<Server>, request: Request) -> axum::Json<HostReply> {
    let addresses = address::is_from_this_machine(&request).then(|| server.network_addresses());
    let is_published = server.state.is_published;
    let configuration = server.state.store.current();
    let dictionaries = configuration.catalogue().dictionaries().iter();
    let missing = dictionaries.filter(|(_, source)| source.is_missing());
    axum::Json(HostReply {
        api: "api/v1/",
        rooms: server.rooms().is_ok(),
        list_rooms: server.rooms().is_ok_and(|rooms| rooms.options().is_listed),
        addresses: addresses.filter(|known| !(known.is_empty() && is_published)),
        missing_dictionaries: missing.map(|(name, _)| name.to_owned()).collect(),
    })
}

/// The features of a server besides files.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct HostReply {
    /// The address of the API, relative to that of this reply.
    #[cfg_attr(feature = "openapi", schema(example = "api/v1/"))]
    api: &'static str,
    /// Whether there are rooms.
    rooms: bool,
    /// Whether there is a public list of rooms.
    list_rooms: bool,
    /// The addresses of the server for other machines, the most useful one first; none if only this
    /// machine can reach it. Only pages that were opened on this machine get them. They are left out
    /// if the server listens on this machine only, but `--proxy` or `--allow-host` name another way to
    /// it.
    #[cfg_attr(feature = "openapi", schema(example = json!(["http://192.168.178.20:7007/", "http://laptop.local:7007/"])))]
    #[serde(skip_serializing_if = "Option::is_none")]
    addresses: Option<Vec<String>>,
    /// The dictionaries of the configuration that the server does not have. Their games can only be
    /// played with a word list of the player.
    #[cfg_attr(feature = "openapi", schema(example = json!(["French", "Italian"])))]
    missing_dictionaries: Vec<String>,
}

async fn openapi_document() -> JsonBytes {
    JsonBytes(openapi::document().to_vec())
}

async fn asyncapi_document() -> JsonBytes {
    JsonBytes(asyncapi::document().to_vec())
}

async fn openapi_page(address: PublicAddress) -> Html<String> {
    Html(openapi::page(&address))
}

async fn openapi_style() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/css; charset=utf-8")],
        openapi::STYLE,
    )
}

async fn wrong_method(request: Request) -> ApiError {
    ApiError::Method {
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
    }
}
