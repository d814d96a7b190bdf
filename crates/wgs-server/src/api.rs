//! The routes of the API. A handler is one sentence; what it says about itself is what the
//! OpenAPI document says.

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use wgs_app::reply::{
    AnalyzeReply, CheckBoardReply, CheckWordReply, CreateReply, GameReply, ScoreReply, SolveReply,
};

use crate::answer::{Answer, ToAnalyze, ToScore};
use crate::asked::{Asked, Caller, Json, read_json};
use crate::refusal::{Problem, Refusal};
use crate::request::{
    BoardsRequest, CheckBoardRequest, CheckWordRequest, ConfigRequest, CreateRequest, SolveRequest,
};
use crate::store::ConfigReply;
use crate::{Hosts, Server, describe, guard, shelf, site};

/// All routes.
pub(crate) fn router(server: &Server) -> Router {
    let router = Router::new()
        .route("/api/v1/solve", post(solve))
        .route("/api/v1/score", post(score))
        .route("/api/v1/analyze", post(analyze))
        .route("/api/v1/create", post(create))
        .route("/api/v1/check-board", post(check_board))
        .route("/api/v1/check-word", post(check_word))
        .route("/api/v1/games", get(games))
        .route("/api/v1/config", get(config).put(save_config))
        .route("/api/v1/dictionaries/{name}", get(dictionary))
        .route("/host.json", get(host))
        .route("/api/v1/openapi.json", get(openapi))
        .route("/api/", get(page))
        .route("/api", get(async || Redirect::permanent("/api/")))
        .route("/api/api.css", get(style))
        .fallback(site::serve)
        .method_not_allowed_fallback(wrong_method);
    // A copy on this machine is faster than packing and unpacking.
    let router = match server.parts.hosts {
        Hosts::Any => router.layer(CompressionLayer::new()),
        Hosts::Local | Hosts::LocalPort(_) => router,
    };
    router
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(from_fn_with_state(server.clone(), guard::guard))
        .with_state(server.clone())
}

/// List the words of a board.
///
/// Answers one `board` as `wgs solve --json` does, or with `duplicates` as `wgs solve-dups
/// --json`; several `boards` with their `results`.
#[utoipa::path(
    post,
    path = "/api/v1/solve",
    request_body(content = SolveRequest, example = json!({
        "game": "Boggle (New)", "board": "STNDTEIELARSMRTO", "min_length": 8, "sort": "score",
    })),
    responses(
        (status = 200, description = "The words", body = Answer<SolveReply>),
        (status = "default", description = "Why not", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn solve(asked: Asked<SolveRequest>) -> Result<Json, Refusal> {
    asked.answer().await
}

/// Count the words of a board and add up their points.
///
/// Answers as `wgs score --json` does.
#[utoipa::path(
    post,
    path = "/api/v1/score",
    request_body(content = BoardsRequest, example = json!({
        "game": "Boggle (New)", "boards": ["STNDTEIELARSMRTO", "ABCDEFGHIJKLMNOP"],
    })),
    responses(
        (status = 200, description = "Words and points", body = Answer<ScoreReply>),
        (status = "default", description = "Why not", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn score(asked: Asked<ToScore>) -> Result<Json, Refusal> {
    asked.answer().await
}

/// Tell what a board holds: words and points by length and by position, the best words.
///
/// Answers as `wgs analyze --json` does.
#[utoipa::path(
    post,
    path = "/api/v1/analyze",
    request_body(content = BoardsRequest, example = json!({
        "game": "Boggle (New)", "board": "STNDTEIELARSMRTO",
    })),
    responses(
        (status = 200, description = "The analysis", body = Answer<AnalyzeReply>),
        (status = "default", description = "Why not", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn analyze(asked: Asked<ToAnalyze>) -> Result<Json, Refusal> {
    asked.answer().await
}

/// Create a random board, or a board as you want it.
///
/// Answers as `wgs create --json` does. If none is found in time that is as wanted, the best
/// one is answered, and `met` is false; of several `boards`, those that were made in time.
#[utoipa::path(
    post,
    path = "/api/v1/create",
    request_body(content = CreateRequest, example = json!({
        "game": "Boggle (New)", "words": "80..120", "must_contain": ["piano"], "seed": 7,
    })),
    responses(
        (status = 200, description = "The board", body = Answer<CreateReply>),
        (status = "default", description = "Why not", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn create(asked: Asked<CreateRequest>) -> Result<Json, Refusal> {
    asked.answer().await
}

/// Tell whether a board can be laid with the game's dice or letters.
///
/// Answers as `wgs check-board --json` does.
#[utoipa::path(
    post,
    path = "/api/v1/check-board",
    request_body(content = CheckBoardRequest, example = json!({
        "game": "Boggle (New)", "board": "STNDTEIELARSMRTO", "explain": true,
    })),
    responses(
        (status = 200, description = "Whether it can", body = Answer<CheckBoardReply>),
        (status = "default", description = "Why not", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn check_board(asked: Asked<CheckBoardRequest>) -> Result<Json, Refusal> {
    asked.answer().await
}

/// Tell whether the game's dice or letters can spell a word.
///
/// Answers as `wgs check-word --json` does; with `count`, one object for all words.
#[utoipa::path(
    post,
    path = "/api/v1/check-word",
    request_body(content = CheckWordRequest, example = json!({
        "game": "Boggle (New)", "words": ["baby", "quiz"],
    })),
    responses(
        (status = 200, description = "Whether it can", body = Answer<CheckWordReply>),
        (status = "default", description = "Why not", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn check_word(asked: Asked<CheckWordRequest>) -> Result<Json, Refusal> {
    asked.answer().await
}

/// List the games.
///
/// Answers with a list of what `wgs games --json` prints.
#[utoipa::path(
    get,
    path = "/api/v1/games",
    responses((status = 200, description = "The games", body = Vec<GameReply>))
)]
pub(crate) async fn games(State(server): State<Server>) -> axum::Json<Vec<GameReply>> {
    let configuration = server.parts.store.current();
    axum::Json(
        configuration
            .catalogue()
            .games()
            .map(GameReply::new)
            .collect(),
    )
}

/// Get the configuration.
#[utoipa::path(
    get,
    path = "/api/v1/config",
    responses((status = 200, description = "The configuration", body = ConfigReply))
)]
pub(crate) async fn config(caller: Caller) -> Result<axum::Json<ConfigReply>, Refusal> {
    let work = |server: &Server, _| Ok(server.parts.store.reply(server.parts.token.is_some()));
    caller.work(work).await.map(axum::Json)
}

/// Save the configuration.
///
/// Takes the token that was printed when the server started, as `Authorization: Bearer
/// TOKEN`. The file is replaced in one step and used from then on; what was in it is kept
/// beside it as `FILE.bak`.
#[utoipa::path(
    put,
    path = "/api/v1/config",
    request_body(content = ConfigRequest, example = json!({
        "text": "{}", "version": "as it was given out with the text",
    })),
    responses(
        (status = 200, description = "The configuration as it is now", body = ConfigReply),
        (status = "default", description = "Why not", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn save_config(
    State(server): State<Server>,
    request: Request,
) -> Result<axum::Json<ConfigReply>, Refusal> {
    guard::check_origin(request.headers(), request.uri())?;
    guard::check_token(request.headers(), server.parts.token.as_deref())?;
    let caller = Caller::new(&request, &server);
    let asked: ConfigRequest = read_json(request, server.parts.limits.config, &caller).await?;
    let save = move |server: &Server, _| server.parts.store.save(asked.text, &asked.version);
    caller.work(save).await.map(axum::Json)
}

/// Get a dictionary of the configuration in its compiled form, or as a list of words if they
/// are understood in a way of their own.
#[utoipa::path(
    get,
    path = "/api/v1/dictionaries/{name}",
    params(("name" = String, Path, description = "Its name in the configuration", example = "Wordnik")),
    responses(
        (status = 200, description = "What `wgs dictionary compile` writes", content_type = "application/octet-stream", body = Vec<u8>),
        (status = "default", description = "Why not", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn dictionary(
    Path(name): Path<String>,
    headers: HeaderMap,
    caller: Caller,
) -> Result<Response, Refusal> {
    let loaded = caller.work(move |server, _| {
        let configuration = server.parts.store.current();
        let source = shelf::named(configuration.catalogue(), &name);
        let loaded = configuration
            .shelf
            .load(&source.map_err(|_| Refusal::NotFound(name))?)?;
        loaded.file();
        Ok(loaded)
    });
    let loaded = loaded.await?;
    let (tag, bytes) = loaded.file();
    let kept = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache")];
    Ok(match site::is_known(&headers, tag) {
        true => (StatusCode::NOT_MODIFIED, kept).into_response(),
        false => (kept, bytes.to_vec()).into_response(),
    })
}

/// What the page asks its host about: where this interface is. Hosts of plain files have a
/// file of this name that says there is none.
async fn host() -> Json {
    Json(br#"{"api":"api/v1/"}"#.to_vec())
}

async fn openapi() -> Json {
    Json(describe::document().to_owned())
}

async fn page() -> Html<&'static str> {
    Html(describe::page())
}

async fn style() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/css; charset=utf-8")],
        describe::STYLE,
    )
}

async fn wrong_method(request: Request) -> Refusal {
    Refusal::Method {
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
    }
}
