//! Generates the OpenAPI document from the handlers and their types.

use std::path::Path;
use std::{env, fs};

use serde_json::Value;
use utoipa::OpenApi;

use crate::{record_route, room_route, router};

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

/// Checks that a file in `src` has this document, or writes it there if `WGS_WRITE_DOCUMENTS` is set.
pub(crate) fn check_file(name: &str, written: &[u8], document: &Value) {
    if env::var_os("WGS_WRITE_DOCUMENTS").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name);
        fs::write(file, document.to_string()).unwrap();
        return;
    }
    let written: Value = serde_json::from_slice(written).unwrap();
    assert!(
        written == *document,
        "src/{name} is out of date; WGS_WRITE_DOCUMENTS=1 cargo test -p wgs-server --lib \
         in_the_repository writes it again"
    );
}

#[test]
fn the_openapi_document_in_the_repository_is_up_to_date() {
    let document = serde_json::to_value(ApiDescription::openapi()).unwrap();
    check_file("openapi/openapi.json", super::document(), &document);
}
