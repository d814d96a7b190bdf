//! Properties that must hold for any input: one function for each fuzz target, which panics
//! if a property does not hold. The inputs come from cargo-fuzz, which needs a nightly
//! toolchain, or from [`mutation`] in the tests and in `cargo xtask fuzz`. [`run`] also limits what an
//! input may [cost].

mod api_body;
mod board_file;
mod challenge;
mod check;
mod check_word;
mod checked_line;
mod configuration;
pub mod corpus;
pub mod cost;
mod draft;
mod format_string;
mod hunspell;
mod hunt_file;
mod ledger;
mod lexicon_file;
pub mod mutation;
mod notation;
mod pattern;
mod record_table;
mod room_frame;
mod run;
mod saved_round;
mod share;
mod step_count;
mod word_list;

pub use api_body::api_body;
pub use board_file::board_file;
pub use challenge::challenge;
pub use check::check;
pub use check_word::check_word;
pub use configuration::configuration;
pub use draft::draft;
pub use format_string::format_string;
pub use hunspell::hunspell;
pub use hunt_file::{hunt_file, hunt_file_content};
pub use ledger::{ledger, ledger_outcomes};
pub use lexicon_file::lexicon_file;
pub use notation::notation;
pub use pattern::pattern;
pub use record_table::record_table;
pub use room_frame::room_frame;
pub use run::run;
pub use saved_round::{restored_round, saved_round};
pub use share::share;
pub use word_list::word_list;

/// A function that takes any bytes, and panics if a property does not hold.
pub type Target = fn(&[u8]);

/// The targets by name. The seeds of each are in the folder of that name in `corpus`.
pub const TARGETS: [(&str, Target); 19] = [
    ("api_body", api_body),
    ("board_file", board_file),
    ("challenge", challenge),
    ("check", check),
    ("check_word", check_word),
    ("configuration", configuration),
    ("draft", draft),
    ("format_string", format_string),
    ("hunspell", hunspell),
    ("hunt_file", hunt_file),
    ("ledger", ledger),
    ("lexicon_file", lexicon_file),
    ("notation", notation),
    ("pattern", pattern),
    ("record_table", record_table),
    ("room_frame", room_frame),
    ("saved_round", saved_round),
    ("share", share),
    ("word_list", word_list),
];
