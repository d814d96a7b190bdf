//! Scores the letters of a word that is not on a board.

use wgs_engine::scoring::Tally;
use wgs_engine::{Face, Rules, letter};

/// Adds up the letters of a word without a board: its length, and the values that the rules give
/// its letters.
///
/// ```
/// use wgs_config::Catalogue;
/// use wgs_play::word_tally;
///
/// let catalogue = Catalogue::embedded();
/// let rules = catalogue.game("Scrabblet")?.rules_for("score")?;
/// assert_eq!(word_tally("Creepie", rules).letter_points, 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn word_tally(word: &str, rules: &Rules) -> Tally {
    let folded = letter::fold(word);
    let mut tally = Tally::default();
    for part in letter::tile_parts(&folded, rules.q_is_qu) {
        tally.letter_points += rules.face_value(&Face::letters(part));
        // A Q without a U is on no `Qu` tile.
        tally.length += match part {
            "qu" => rules.qu_length.letters(),
            _ => 1,
        };
    }
    tally
}

#[cfg(test)]
mod tests {
    use wgs_engine::QuLength;

    use super::*;

    #[test]
    fn words_without_a_board_score_as_in_the_original_scrabblet() {
        let catalogue = wgs_config::Catalogue::embedded();
        let rules = catalogue.game("Scrabblet").unwrap().rules().unwrap();
        for (word, points) in [
            ("CREEPIE", 11),
            ("CRAP", 8),
            ("TARP", 6),
            ("TRAPEZOID", 21),
            ("TWITTER", 10),
            ("SCRABBLE", 14),
            ("SCRIBBLE", 14),
            ("", 0),
        ] {
            assert_eq!(word_tally(word, rules).letter_points, points, "{word}");
        }
    }

    #[test]
    fn the_rules_decide_the_length_of_qu() {
        let values = [("q", 10), ("u", 2), ("i", 1)];
        let mut rules = Rules::word_game_solver()
            .with_letter_values(values)
            .with_qu_length(QuLength::One);
        let quiu = word_tally("quiu", &rules);
        assert_eq!((quiu.letter_points, quiu.length), (13, 3));
        rules.q_is_qu = false;
        let quiu = word_tally("quiu", &rules);
        assert_eq!((quiu.letter_points, quiu.length), (15, 4));
    }
}
