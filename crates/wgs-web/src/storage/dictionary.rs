//! The dictionaries that the user opened, in a database of the browser (IndexedDB), because they
//! are too large for the local storage. The page works without it too.

use js_sys::{Promise, Uint8Array};
use leptos::prelude::window;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbObjectStore, IdbOpenDbRequest, IdbRequest, IdbTransactionMode};

/// The name of the database.
const DATABASE: &str = "wgs";

/// Its only table: the contents of dictionaries by their names.
const TABLE: &str = "dictionaries";

/// The version of the database; an older one, or none, gets the table.
const VERSION: u32 = 1;

/// Returns the content of the dictionary with a name.
pub async fn get(name: &str) -> Option<Vec<u8>> {
    let table = table(IdbTransactionMode::Readonly).await.ok()?;
    let content = finished(&table.get(&name.into()).ok()?).await.ok()?;
    let content: Uint8Array = content.dyn_into().ok()?;
    Some(content.to_vec())
}

/// Stores a dictionary. Returns false if the browser refuses.
pub async fn set(name: &str, content: &[u8]) -> bool {
    let content = Uint8Array::from(content);
    let stored = async {
        let table = table(IdbTransactionMode::Readwrite).await?;
        finished(&table.put_with_key(&content, &name.into())?).await
    };
    stored.await.is_ok()
}

/// Removes a dictionary.
pub async fn remove(name: &str) {
    if let Ok(table) = table(IdbTransactionMode::Readwrite).await
        && let Ok(request) = table.delete(&name.into())
    {
        let _ = finished(&request).await;
    }
}

async fn table(mode: IdbTransactionMode) -> Result<IdbObjectStore, JsValue> {
    let factory = window().indexed_db()?.ok_or(JsValue::NULL)?;
    let request: IdbOpenDbRequest = factory.open_with_u32(DATABASE, VERSION)?;
    let opened = request.clone();
    let create = Closure::once_into_js(move || {
        let database: Result<JsValue, JsValue> = opened.result();
        let database = database.map(|database| database.unchecked_into::<IdbDatabase>());
        let _ = database.and_then(|database| database.create_object_store(TABLE));
    });
    request.set_onupgradeneeded(Some(create.unchecked_ref()));
    let database: IdbDatabase = finished(&request).await?.unchecked_into();
    database
        .transaction_with_str_and_mode(TABLE, mode)?
        .object_store(TABLE)
}

/// Waits for the result of a request.
async fn finished(request: &IdbRequest) -> Result<JsValue, JsValue> {
    let promise = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(promise).await?;
    request.result()
}
