//! How common the words of a board are, as the page says it.

use wgs_app::LoadedGame;
use wgs_play::BoardWord;

use super::message::WordClass;

/// Returns how common words are; [`None`] if that is not known for the game's dictionary.
pub(super) fn word_classes(_game: &LoadedGame, _words: &[BoardWord]) -> Option<Vec<WordClass>> {
    None
}
