//! Copying a text. Browsers offer their clipboard only to pages that came by HTTPS or from the same
//! machine; elsewhere, as in a network at home, the text is selected and copied like any selection.

use js_sys::{Function, Promise, Reflect};
use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlElement, HtmlTextAreaElement};

/// Copies a text. Returns whether the browser has done it.
pub async fn copy(text: &str) -> bool {
    write(text).await.is_ok() || copy_selected(text).unwrap_or(false)
}

/// Writes to the clipboard, where the page has one.
async fn write(text: &str) -> Result<(), JsValue> {
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into())?;
    let write: Function = Reflect::get(&clipboard, &"writeText".into())?.dyn_into()?;
    let written: Promise = write.call1(&clipboard, &text.into())?.dyn_into()?;
    JsFuture::from(written).await.map(drop)
}

/// Selects a text in a temporary field, and copies it.
fn copy_selected(text: &str) -> Result<bool, JsValue> {
    let document = document();
    let focused = document.active_element();
    let field: HtmlTextAreaElement = document.create_element("textarea")?.dyn_into()?;
    field.set_class_name("unseen");
    // A phone shows no keyboard for it.
    field.set_read_only(true);
    field.set_value(text);
    let body = document.body().ok_or(JsValue::NULL)?;
    body.append_child(&field)?;
    field.select();
    let copy = Reflect::get(&document, &"execCommand".into());
    let copy = copy.and_then(|copy| copy.dyn_into::<Function>());
    let copied = copy.and_then(|copy| copy.call1(&document, &"copy".into()));
    field.remove();
    if let Some(focused) = focused.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        let _ = focused.focus();
    }
    Ok(copied?.is_truthy())
}
