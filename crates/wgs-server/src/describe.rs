//! What the API says about itself: the OpenAPI document, made from the handlers and their
//! types, and the page made from the document.

mod page;

use std::sync::OnceLock;

use utoipa::OpenApi;

use crate::api;

/// How the page looks.
pub(crate) const STYLE: &str = include_str!("describe/api.css");

#[derive(OpenApi)]
#[openapi(
    info(
        title = "wgs",
        description = "Solves, scores and analyses letter games, and creates boards. Answers are \
                       the JSON of the command line; what is not answered is told by a problem \
                       document (RFC 9457).",
    ),
    paths(
        api::solve,
        api::score,
        api::analyze,
        api::create,
        api::check_board,
        api::check_word,
        api::games,
        api::config,
        api::save_config,
        api::dictionary,
    )
)]
struct Document;

/// The OpenAPI document.
pub(crate) fn document() -> &'static [u8] {
    static DOCUMENT: OnceLock<Vec<u8>> = OnceLock::new();
    DOCUMENT.get_or_init(|| serde_json::to_vec(&Document::openapi()).expect("the document is JSON"))
}

/// The page.
pub(crate) fn page() -> &'static str {
    static PAGE: OnceLock<String> = OnceLock::new();
    PAGE.get_or_init(|| {
        let document = serde_json::from_slice(document()).expect("it was just written");
        page::render(&document)
    })
}
