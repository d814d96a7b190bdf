//! Opens pages, each in a fresh profile.

use std::sync::{Mutex, PoisonError};

use serde_json::json;

use crate::chromium::Chromium;
use crate::page::Page;
use crate::window::Window;

/// Every Chromium that shows no page. They are shared by all tests of the process.
static IDLE: Mutex<Vec<Chromium>> = Mutex::new(Vec::new());

/// The browser of one test. Tests are sequences of user actions, so every call blocks.
#[derive(Debug)]
pub(crate) struct Browser {
    idle: &'static Mutex<Vec<Chromium>>,
}

impl Browser {
    /// Chromium itself is started with the first page. Tests that call this are marked with
    /// `#[requires(browser)]`.
    pub(crate) fn start() -> Self {
        Self { idle: &IDLE }
    }

    /// Returns one that shares no Chromium with other tests, because it runs in another network.
    /// Chromium ends with the tests.
    #[cfg(target_os = "linux")]
    pub(crate) fn separate() -> Self {
        Self {
            idle: Box::leak(Box::default()),
        }
    }

    /// Opens a page in a fresh profile, with an empty cache and nothing stored except that the line
    /// for a first visit was dismissed.
    pub(crate) fn open(&self, url: &str, window: Window) -> Page<'_> {
        self.open_with(&[], url, window)
    }

    /// Does the same as [`open`](Self::open) with a GPU: a driver that runs on the processor, which Chromium brings
    /// along.
    pub(crate) fn open_with_gpu(&self, url: &str, window: Window) -> Page<'_> {
        self.open_with(&["--enable-unsafe-webgpu"], url, window)
    }

    fn open_with(&self, flags: &'static [&'static str], url: &str, window: Window) -> Page<'_> {
        let page = self.start_page(flags, window);
        let dismissed = "try { localStorage.setItem('wgs.first-visit', 'done'); } catch {}";
        page.devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": dismissed }),
        );
        page.go(url);
        page
    }

    /// Opens a page in a fresh profile, in the language with a code such as `de`.
    pub(crate) fn open_in_language(&self, url: &str, window: Window, code: &str) -> Page<'_> {
        let page = self.start_page(&[], window);
        let source =
            format!("try {{ localStorage.setItem('wgs.language', '{code}'); }} catch {{}}");
        page.devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": source }),
        );
        page.go(url);
        page
    }

    /// Opens a page in a fresh profile, with an empty cache and nothing stored.
    pub(crate) fn open_first(&self, url: &str, window: Window) -> Page<'_> {
        let page = self.start_page(&[], window);
        page.go(url);
        page
    }

    fn start_page(&self, flags: &'static [&'static str], window: Window) -> Page<'_> {
        let idle = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let found = idle.iter().position(|chromium| chromium.flags == flags);
            found.map(|index| idle.swap_remove(index))
        };
        let chromium = idle.unwrap_or_else(|| Chromium::start(flags));
        let page = Page::new(self, chromium);
        page.resize(window);
        page
    }

    /// Keeps a Chromium for the next page.
    pub(crate) fn put_back(&self, chromium: Chromium) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(chromium);
    }
}
