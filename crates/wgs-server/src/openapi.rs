//! The description of the API: the OpenAPI document, and the page at `/api/`, generated from the
//! document. The document is a file. A test generates it from the handlers and their types, which
//! the feature `openapi` describes, and compares the two; programs without it are smaller.

#[cfg(test)]
pub(crate) mod description;
mod page;

use std::sync::OnceLock;

use crate::address::PublicAddress;

/// The style sheet of the page.
pub(crate) const STYLE: &str = include_str!("openapi/api.css");

/// Returns the OpenAPI document.
pub(crate) fn document() -> &'static [u8] {
    include_bytes!("openapi/openapi.json")
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
