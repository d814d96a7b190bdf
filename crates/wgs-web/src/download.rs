//! Files that the page makes.

use leptos::prelude::document;
use wasm_bindgen::JsCast;

/// Saves a file on the user's machine.
pub fn download(name: &str, kind: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options);
    let address = blob.and_then(|blob| web_sys::Url::create_object_url_with_blob(&blob));
    let (Ok(address), Ok(link)) = (address, document().create_element("a")) else {
        return;
    };
    let link: web_sys::HtmlAnchorElement = link.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    let _ = web_sys::Url::revoke_object_url(&address);
}
