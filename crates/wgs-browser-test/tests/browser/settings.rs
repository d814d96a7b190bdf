//! The configuration editor in the hands of tests: a file to edit, the ways from page to page,
//! and what is written beside the fields. The tests are in files by what they are about.

mod access;
mod keyboard;
mod new_game;
mod problem;
mod refusal;
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

/// A configuration with a comment at every kind of place.
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

/// A configuration file in a folder of its own, which goes with it.
#[derive(Debug)]
struct File {
    folder: PathBuf,
    path: String,
}

impl File {
    /// A file with a text. Tests run at the same time, so the folder is named for one.
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

    /// What was in it before it was last saved.
    fn backup(&self) -> String {
        fs::read_to_string(format!("{}.bak", self.path)).unwrap()
    }

    /// A server with this configuration.
    fn serve(&self) -> Server {
        Server::start(&["--config", &self.path])
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Opens a place in the editor, in a fresh profile.
fn open<'b>(browser: &'b Browser, server: &Server, way: &str, window: Window) -> Page<'b> {
    let page = browser.open(&format!("{}#/settings/{way}", server.url()), window);
    page.find(By::Css("#page-title"));
    page
}

/// Opens a place in the editor as the owner of the server's file.
fn open_as_owner<'b>(browser: &'b Browser, server: &mut Server, way: &str) -> Page<'b> {
    let page = browser.open(&server.url_with_token(), Window::DESK);
    page.find(By::Css(".board"));
    page.visit(way);
    page.wait_for_status("Saved in home.json");
    page
}

impl Page<'_> {
    /// Goes to a place in the editor by its address.
    fn visit(&self, way: &str) {
        let address = format!("#/settings/{way}");
        self.script("location.hash = arguments[0]", vec![json!(address)]);
        let name = way
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .replace("%20", " ");
        self.until(&format!("the page of {name}"), || {
            let title = self.texts("#page-title").concat();
            title == name || !way.contains('/') && !title.is_empty()
        });
    }

    /// Goes to a page of the head, as `Solver`.
    fn follow(&self, name: &str) {
        self.find(By::Role("link", name)).click();
    }

    /// What is said beside the button that saves.
    fn save_status(&self) -> String {
        self.texts("#save-status").concat()
    }

    fn wait_for_status(&self, wanted: &str) {
        let mut found = String::new();
        let holds = self.comes_to_hold(|| {
            found = self.save_status();
            found.starts_with(wanted)
        });
        assert!(holds, "wanted the status {wanted:?}, found {found:?}");
    }

    /// Saves, and waits for what is said of it.
    fn save(&self, wanted: &str) {
        self.find(By::Css("#save:enabled")).click();
        self.wait_for_status(wanted);
    }

    /// Writes into the field of a key.
    fn write_key(&self, key: &str, text: &str) {
        self.write(By::Css(&format!("#field-{key}")), text);
    }

    /// Chooses in the field of a key.
    fn choose(&self, key: &str, choice: &str) {
        let id = format!("#field-{key}");
        self.find(By::Css(&id)).type_keys(choice);
        self.until(&format!("{choice} to be chosen"), || {
            self.find(By::Css(&id)).value() == choice
        });
    }

    /// What stands beside the field of a key.
    fn problems_beside(&self, key: &str) -> Vec<String> {
        self.texts(&format!("#field-{key}-problems li > span:last-child"))
    }

    /// The whole configuration as the page hands it out.
    fn exported(&self) -> String {
        self.chromium("Browser.setDownloadBehavior", json!({ "behavior": "deny" }));
        self.script(
            "const make = URL.createObjectURL.bind(URL);
             window.exported = new Promise((tell) => {
               URL.createObjectURL = (blob) => { tell(blob); return make(blob); };
             })",
            vec![],
        );
        self.find(By::Role("button", "Export")).click();
        let text = self.script_later("return (await window.exported).text()", vec![]);
        text.as_str().expect("a file of text").to_owned()
    }

    /// Brings a file, as by the button of that name.
    fn import(&self, path: &str) {
        self.find(By::Css("#import")).type_keys(path);
    }

    /// The text on the page of the text.
    fn whole_text(&self) -> String {
        self.find(By::Css("#text")).value()
    }

    /// Whether nothing lies beyond the window's right edge.
    fn is_narrow_enough(&self) -> bool {
        let wide = "return document.documentElement.scrollWidth <= innerWidth";
        self.script(wide, vec![]) == Value::Bool(true)
    }
}
