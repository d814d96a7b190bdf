//! The description of the API: the OpenAPI document, generated from the handlers and their
//! types, and the page at `/api/`, generated from the document.

mod page;

use std::sync::OnceLock;

use utoipa::OpenApi;

use crate::address::PublicAddress;
use crate::{record_route, room_route, router};

/// The style sheet of the page.
pub(crate) const STYLE: &str = include_str!("openapi/api.css");

#[derive(OpenApi)]
#[openapi(
    info(
        title = "wgs",
        description = "Solves, scores and analyses boards of word games, and creates them. Replies \
                       are the JSON that the command line prints; a request that fails gets a \
                       problem document (RFC 9457).",
    ),
    // The root of the server, seen from the address of the document.
    servers((url = "../..")),
    paths(
        router::solve,
        router::score,
        router::analyze,
        router::create,
        router::check_board,
        router::check_word,
        router::scrabblet_deal,
        router::scrabblet_guess,
        router::scrabblet_score,
        router::games,
        router::host,
        router::config,
        router::save_config,
        router::dictionary,
        record_route::records,
        room_route::list,
        room_route::room,
        room_route::round,
        room_route::player,
    )
)]
struct ApiDescription;

/// Returns the OpenAPI document.
pub(crate) fn document() -> &'static [u8] {
    static DOCUMENT: OnceLock<Vec<u8>> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        serde_json::to_vec(&ApiDescription::openapi()).expect("the document is valid JSON")
    })
}

/// Returns the page as HTML, with examples that use the address of the server.
pub(crate) fn page(address: &PublicAddress) -> String {
    static PAGE: OnceLock<String> = OnceLock::new();
    let page = PAGE.get_or_init(|| {
        let document = serde_json::from_slice(document()).expect("the document is valid JSON");
        page::render(&document)
    });
    page.replace(page::ADDRESS, &address.to_string())
}
