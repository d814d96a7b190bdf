//! Reads and operates the configuration editor: a file to edit, navigation between its pages,
//! and its fields. The tests themselves are in the submodules, one for each topic.

mod accessibility;
mod appearance;
mod dictionary;
mod keyboard;
mod new_game;
mod problem;
mod rejection;
mod save;
mod storage;
mod undo;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

/// A configuration with comments on lines of their own, at the end of a line and in a block.
const COMMENTED: &str = r#"{
  // A square is enough.
  "Grids": { "Square": { "Size": [4, 4] } },
  "ScoringRules": {
    "Home": {
      "MinWordLength": 3, // as at home
      "LengthBonuses": { "3": 1, "4": 1, "5": 2, "6": 3, "7": 5, "8+": 11 }
    }
  },
  "Dictionaries": { "Words": "builtin:wordnik" },
  "GameRules": {
    /* The one and only. */
    "Home": { "GridDesign": "Square", "ScoringRules": "Home", "Dictionary": "Words" }
  }
}
"#;

/// A configuration file in its own temporary folder, which is removed on drop.
#[derive(Debug)]
struct ConfigFile {
    folder: PathBuf,
    path: String,
}

impl ConfigFile {
    /// Creates a file with this text. Tests run in parallel, so each needs a folder name of its
    /// own.
    fn new(test: &str, text: &str) -> Self {
        let name = format!("settings-{test}-{}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("home.json").to_str().unwrap().to_owned();
        fs::write(&path, text).unwrap();
        Self { folder, path }
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.path).unwrap()
    }

    fn write(&self, text: &str) {
        fs::write(&self.path, text).unwrap();
    }

    /// The contents before the last save.
    fn backup(&self) -> String {
        fs::read_to_string(format!("{}.bak", self.path)).unwrap()
    }

    /// Starts a server with this configuration.
    fn serve(&self) -> Server {
        Server::start(&["--config", &self.path])
    }
}

impl Drop for ConfigFile {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Opens a page of the editor in a fresh profile.
fn open<'b>(browser: &'b Browser, server: &Server, route: &str, window: Window) -> Page<'b> {
    let page = browser.open(
        &format!("{}#/settings/{route}", server.solver_url()),
        window,
    );
    page.find(By::Css("#page-title"));
    page
}

/// Opens a page of the editor with the token that allows saving to the server's file.
fn open_as_owner<'b>(browser: &'b Browser, server: &mut Server, route: &str) -> Page<'b> {
    let page = browser.open(&server.url_with_token(), Window::DESKTOP);
    page.find(By::Css(".board"));
    page.visit(route);
    page.wait_for_status("Saved in home.json");
    page
}

impl Page<'_> {
    /// Goes to a page of the editor by its URL.
    fn visit(&self, route: &str) {
        let fragment = format!("#/settings/{route}");
        self.script("location.hash = arguments[0]", vec![json!(fragment)]);
        let name = route
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .replace("%20", " ");
        self.until(&format!("the page of {name}"), || {
            let title = self.texts("#page-title").concat();
            title == name || !route.contains('/') && !title.is_empty()
        });
    }

    /// Clicks a link in the page header, such as `Solver`.
    pub(crate) fn follow_link(&self, name: &str) {
        self.find(By::Role("link", name)).click();
    }

    /// The status next to the Save button.
    fn save_status(&self) -> String {
        self.texts("#save-status").concat()
    }

    /// Waits until the save status starts with this text.
    fn wait_for_status(&self, expected: &str) {
        let mut found = String::new();
        let shown = self.poll(|| {
            found = self.save_status();
            found.starts_with(expected)
        });
        assert!(shown, "expected the status {expected:?}, found {found:?}");
    }

    /// Saves and waits for this status.
    fn save(&self, expected: &str) {
        self.find(By::Css("#save:enabled")).click();
        self.wait_for_status(expected);
    }

    /// Replaces the text in the field for a key.
    fn write_key(&self, key: &str, text: &str) {
        self.write(By::Css(&format!("#field-{key}")), text);
    }

    /// Selects an option in the field for a key.
    fn choose(&self, key: &str, choice: &str) {
        let id = format!("#field-{key}");
        self.find(By::Css(&id)).type_keys(choice);
        self.until(&format!("{choice} to be selected"), || {
            self.find(By::Css(&id)).value() == choice
        });
    }

    /// The problems shown at the field for a key.
    fn field_problems(&self, key: &str) -> Vec<String> {
        self.texts(&format!("#field-{key}-problems li > span:last-child"))
    }

    /// Exports the configuration and returns its text.
    fn export(&self) -> String {
        self.exported_by(By::Role("button", "Export"))
    }

    /// Returns the text of the file that a button exports.
    fn exported_by(&self, button: By<'_>) -> String {
        self.context_command("Browser.setDownloadBehavior", json!({ "behavior": "deny" }));
        self.script(
            "const createObjectURL = URL.createObjectURL.bind(URL);
             window.exported = new Promise((resolve) => {
               URL.createObjectURL = (blob) => { resolve(blob); return createObjectURL(blob); };
             })",
            vec![],
        );
        self.find(button).click();
        let text = self.script_async("return (await window.exported).text()", vec![]);
        text.as_str().expect("the exported file is text").to_owned()
    }

    /// Imports a file, as the Import button does.
    fn import(&self, path: &str) {
        self.find(By::Css("#import")).type_keys(path);
    }

    /// The configuration in the text editor.
    fn configuration_text(&self) -> String {
        self.find(By::Css("#text")).value()
    }

    /// Whether the page fits the width of the window.
    fn fits_window_width(&self) -> bool {
        let fits = "return document.documentElement.scrollWidth <= innerWidth";
        self.script(fits, vec![]) == Value::Bool(true)
    }
}
