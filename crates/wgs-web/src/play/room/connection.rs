//! A WebSocket to the server. The [state](super::state) decides what to send, and when to connect
//! again.

use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{MessageEvent, Url, WebSocket};

/// The longest time between two attempts to connect, in milliseconds.
const MAX_DELAY: f64 = 15_000.0;

/// The time before the second attempt, in milliseconds.
const FIRST_DELAY: f64 = 500.0;

/// An open WebSocket, or one that is being opened. Dropping it closes it.
pub struct RoomSocket {
    socket: WebSocket,
    _on_open: Closure<dyn FnMut()>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut()>,
}

impl RoomSocket {
    /// Opens a WebSocket; [`None`] if the browser refuses the address.
    pub fn open(
        address: &str,
        on_open: impl FnMut() + 'static,
        mut on_message: impl FnMut(String) + 'static,
        on_close: impl FnMut() + 'static,
    ) -> Option<Self> {
        let socket = WebSocket::new(address).ok()?;
        let on_open = Closure::<dyn FnMut()>::new(on_open);
        let on_close = Closure::<dyn FnMut()>::new(on_close);
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                on_message(text);
            }
        });
        socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Some(Self {
            socket,
            _on_open: on_open,
            _on_message: on_message,
            _on_close: on_close,
        })
    }

    /// Sends a text. Returns false if the connection is not open.
    pub fn send(&self, text: &str) -> bool {
        self.socket.ready_state() == WebSocket::OPEN && self.socket.send_with_str(text).is_ok()
    }
}

impl Drop for RoomSocket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onclose(None);
        self.socket.set_onmessage(None);
        let _ = self.socket.close();
    }
}

/// The address of the server's WebSocket, from that of its API.
pub fn socket_address(api: &str) -> Option<String> {
    let base = window().location().href().ok()?;
    let url = Url::new_with_base(&format!("{api}rooms/socket"), &base).ok()?;
    let scheme = match url.protocol().as_str() {
        "https:" => "wss:",
        _ => "ws:",
    };
    url.set_protocol(scheme);
    url.set_hash("");
    Some(url.href())
}

/// The time to wait before an attempt to connect, in milliseconds. It grows with the number of
/// attempts that failed. `chance`, a number from 0 to 1, makes it differ between clients, which
/// should not all come at once.
pub fn delay(failed: u32, chance: f64) -> f64 {
    let longest = (FIRST_DELAY * 2f64.powi(failed.min(10) as i32)).min(MAX_DELAY);
    longest * (0.5 + 0.5 * chance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_to_a_limit_and_differ() {
        assert_eq!(delay(0, 1.0), 500.0);
        assert_eq!(delay(0, 0.0), 250.0);
        assert_eq!(delay(3, 1.0), 4_000.0);
        assert_eq!(delay(9, 1.0), MAX_DELAY);
        assert_eq!(delay(u32::MAX, 0.5), MAX_DELAY * 0.75);
    }
}
