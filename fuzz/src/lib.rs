//! What must hold for any input whatever: one function for each target, which panics where
//! it does not hold. How inputs are made is another matter: cargo-fuzz does it where there
//! is a nightly toolchain, [`mutation`] in the tests.

mod board_file;
mod check;
mod configuration;
mod draft;
mod format_string;
mod lexicon_file;
pub mod mutation;
mod notation;
mod share;
mod word_list;

pub use board_file::board_file;
pub use check::check;
pub use configuration::configuration;
pub use draft::draft;
pub use format_string::format_string;
pub use lexicon_file::lexicon_file;
pub use notation::notation;
pub use share::share;
pub use word_list::word_list;

/// A function that takes any bytes, and panics where something does not hold.
pub type Target = fn(&[u8]);

/// The targets by name; the seeds of each lie in the folder of that name in `corpus`.
pub const TARGETS: [(&str, Target); 9] = [
    ("board_file", board_file),
    ("check", check),
    ("configuration", configuration),
    ("draft", draft),
    ("format_string", format_string),
    ("lexicon_file", lexicon_file),
    ("notation", notation),
    ("share", share),
    ("word_list", word_list),
];
