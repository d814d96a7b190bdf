//! What the page shows before its program has loaded: the words of the first board, which are
//! found here, and the dictionary, which is loaded in parallel with the program.

use std::fmt::Write;

use wgs_app::listing::{Filter, FilterOptions, ListedWords, Listing};
use wgs_app::{GameLoader, GameRequest};
use wgs_config::{DictionarySource, SortOrder};
use wgs_engine::Budget;

use crate::Failure;
use crate::site::Site;

/// The files that `engine.js` loads.
const DICTIONARY: &str = "wordnik.lexicon";
const COMMONNESS: &str = "commonness.bin";

const PAGE: &str = "solver.html";

/// The game of the first board.
const GAME: &str = "Boggle (New)";

/// The number of words that are shown: as many as fit on a screen.
const MOST_WORDS: usize = 24;

/// What is in front of the board in the page.
const BOARD: &str = "<input id=\"notation\" value=\"";
const TOTALS: &str = "<p class=\"loading-totals\"></p>";
const WORDS: &str = "<ol class=\"loading-words\"></ol>";

/// Adds the built-in dictionary in its compact form, and how common its words are.
pub(crate) fn add_dictionary(site: &mut Site) -> Result<(), Failure> {
    site.add(COMMONNESS, wgs_config::commonness::file()?.to_vec())?;
    site.add(DICTIONARY, DictionarySource::Embedded.load()?.to_bytes())
}

/// Writes the words of the first board into the page.
pub(crate) fn fill_in(site: &mut Site) -> Result<(), Failure> {
    let page = site.get(PAGE).ok_or("the site has no solver.html")?;
    let page = str::from_utf8(page)?;
    for part in [BOARD, TOTALS, WORDS] {
        if page.matches(part).count() != 1 {
            return Err(format!("{PAGE} should have one {part}").into());
        }
    }
    let (_, board) = page.split_once(BOARD).expect("it was found above");
    let (board, _) = board.split_once('"').ok_or("the board has no end")?;
    let (totals, words) = words_of(board)?;
    let filled = page.replacen(TOTALS, &totals, 1).replacen(WORDS, &words, 1);
    site.replace(PAGE, filled.into_bytes());
    Ok(())
}

/// The number of words of a board, and the best ones, in HTML.
fn words_of(board: &str) -> Result<(String, String), Failure> {
    let game = GameLoader::default().game(&GameRequest::named(GAME), "solve")?;
    let options = FilterOptions {
        sort: SortOrder::Score,
        ..FilterOptions::default()
    };
    let filter = Filter::new(&options, game.grid().len())?;
    let board = game.read(board)?;
    let mut listed = ListedWords::default();
    game.with_worker(&Budget::UNLIMITED, |worker| {
        listed.search(worker, &board, Listing::Words, &filter)
    })?;
    let (count, _) = listed.total();
    let totals = format!(
        "<p class=\"loading-totals\" data-de=\"{count} Wörter. Die besten:\">{count} words. The best \
         ones:</p>"
    );
    let mut words = String::from("<ol class=\"loading-words\">");
    for line in listed.iter().take(MOST_WORDS) {
        write!(words, "<li>{} <b>{}</b>", line.word, line.score.total)?;
    }
    words.push_str("</ol>");
    Ok((totals, words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_first_board_are_written_into_the_real_page() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/wgs-web/static");
        let mut site = Site::default();
        site.add_folder(folder.as_ref()).unwrap();
        fill_in(&mut site).unwrap();
        let page = str::from_utf8(site.get(PAGE).unwrap()).unwrap();
        assert_eq!(page.matches("<li>").count(), MOST_WORDS);
        assert!(page.contains("831 words"), "{page}");
        assert!(fill_in(&mut site).is_err());
    }

    #[test]
    fn the_dictionary_is_the_built_in_one() {
        let mut site = Site::default();
        add_dictionary(&mut site).unwrap();
        let lexicon = wgs_engine::Lexicon::from_bytes(site.get(DICTIONARY).unwrap()).unwrap();
        assert_eq!(lexicon, DictionarySource::Embedded.load().unwrap());
    }
}
