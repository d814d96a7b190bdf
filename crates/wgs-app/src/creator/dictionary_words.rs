//! Boards from the words of a dictionary: each board has a number of words, cut into tiles, that
//! fill it as far as possible. A file with one set of letters on each line is the job of
//! `word_list`.

use std::collections::BTreeMap;
use std::ops::Range;

use wgs_dice::{ClimbState, Goal, Random, Scorer};
use wgs_engine::DictionaryWords;
use wgs_engine::{Board, BoardMeasure, Face, Lexicon, Stopped, Tile, letter};

use super::{CreatedBoard, WordListError};

/// The number of boards to score for one that meets a goal. They are drawn anew each time, so
/// more of them find little.
const TRIES: u64 = 1_000;

/// Which words boards are made of, and how. The same settings draw the same boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DictionaryWordSettings {
    /// The dictionary, and how its words fill a board.
    pub(crate) words: DictionaryWords,
    /// The number of tiles of a board.
    pub(crate) tiles: usize,
    /// Whether the tiles of a board are shuffled.
    pub(crate) shuffle: bool,
    /// Whether a Q on a tile is a Qu.
    pub(crate) q_is_qu: bool,
}

/// The words of a dictionary that boards are made of. Collecting them takes longer than drawing a
/// board, so a [`GameLoader`](crate::GameLoader) keeps them.
#[derive(Debug)]
pub(crate) struct DictionaryWordSource {
    settings: DictionaryWordSettings,
    /// The words by the number of their tiles.
    words: BTreeMap<usize, Vec<String>>,
    /// For each number of words, whether they can have each number of tiles together.
    reachable: Vec<Vec<bool>>,
    /// The number of tiles of a full board.
    tiles: usize,
}

impl DictionaryWordSource {
    /// Collects the words that fit on a board.
    pub(crate) fn new(
        settings: DictionaryWordSettings,
        lexicon: &Lexicon,
    ) -> Result<Self, WordListError> {
        let tiles = settings.tiles;
        let mut source = Self {
            settings,
            words: BTreeMap::new(),
            reachable: Vec::new(),
            tiles: 0,
        };
        for word in lexicon.folded_words() {
            if let Some(count) = source.tile_count(&word).filter(|&count| count <= tiles) {
                source.words.entry(count).or_default().push(word);
            }
        }
        source.find_reachable(tiles);
        let filled = source.reachable.last().map_or(&[][..], Vec::as_slice);
        source.tiles = filled.iter().rposition(|&it| it).unwrap_or(0);
        match source.tiles {
            0 => Err(source.no_words(tiles)),
            _ => Ok(source),
        }
    }

    fn find_reachable(&mut self, tiles: usize) {
        let mut none = vec![false; tiles + 1];
        none[0] = true;
        self.reachable = vec![none];
        for _ in 0..self.settings.words.words_per_board.get() {
            let before = self.reachable.last().expect("there is a first row");
            let with_count = |total: usize, count: usize| total >= count && before[total - count];
            let can = |total| self.words.keys().any(|&count| with_count(total, count));
            let row = (0..=tiles).map(can).collect();
            self.reachable.push(row);
        }
    }

    fn no_words(&self, tiles: usize) -> WordListError {
        WordListError::NoWords {
            dictionary: self.settings.words.dictionary.clone(),
            words: self.settings.words.words_per_board.get(),
            lengths: self.settings.words.lengths.clone(),
            tiles,
        }
    }

    /// Returns the number of tiles of a word; [`None`] if the board cannot use the word.
    fn tile_count(&self, word: &str) -> Option<usize> {
        let letters = match word.is_ascii() {
            true => word.len(),
            false => letter::letters(word).count(),
        };
        let lengths = &self.settings.words.lengths;
        if letters == 0 || !lengths.is_empty() && !lengths.contains(&letters) {
            return None;
        }
        let is_plain = word.is_ascii() && !word.contains('q');
        let parts = match is_plain {
            true => letters,
            false => self.parts(word)?.len(),
        };
        Some(parts.div_ceil(self.settings.words.letters_per_tile.get()))
    }

    /// Returns the parts of a word that are not divided among tiles. A Q without a U cannot be on
    /// a board where a Q is a Qu.
    fn parts<'w>(&self, word: &'w str) -> Option<Vec<&'w str>> {
        let parts: Vec<&str> = letter::tile_parts(word, self.settings.q_is_qu).collect();
        let is_spelled = |&part: &&str| Face::letters(part).spelled(self.settings.q_is_qu) == part;
        parts.iter().all(is_spelled).then_some(parts)
    }

    /// Cuts a word into as few tiles as possible, of nearly the same number of letters.
    fn cut(&self, word: &str, tiles: &mut Vec<Tile>) {
        let parts = self.parts(word).expect("the word was collected");
        let count = parts
            .len()
            .div_ceil(self.settings.words.letters_per_tile.get());
        let mut start = 0;
        for index in 0..count {
            let end = start + (parts.len() - start).div_ceil(count - index);
            tiles.push(Tile::from(Face::letters(&parts[start..end].concat())));
            start = end;
        }
    }

    /// Draws a board. Every word that can be part of a full board has the same probability.
    pub(super) fn draw(&self, random: &mut Random) -> Board {
        let mut tiles = Vec::with_capacity(self.tiles);
        let mut left = self.tiles;
        for words_left in (0..self.settings.words.words_per_board.get()).rev() {
            let can_follow =
                |count: usize| count <= left && self.reachable[words_left][left - count];
            let fitting = || self.words.iter().filter(|(count, _)| can_follow(**count));
            let mut index = random.below(fitting().map(|(_, words)| words.len()).sum());
            for (&count, words) in fitting() {
                if index < words.len() {
                    self.cut(&words[index], &mut tiles);
                    left -= count;
                    break;
                }
                index -= words.len();
            }
        }
        if self.settings.shuffle {
            random.shuffle(&mut tiles);
        }
        Board::new(tiles)
    }

    /// Appends boards, one to a line.
    pub(super) fn write_boards(&self, seed: u64, numbers: Range<u64>, text: &mut String) {
        for number in numbers {
            let board = self.draw(&mut Random::stream(seed, number));
            text.push_str(&board.to_string());
            text.push('\n');
        }
    }

    /// Draws a board again and again until it meets a goal; returns the best one if none does.
    pub(super) fn create(
        &self,
        random: &mut Random,
        goal: &Goal,
        most_tries: Option<u64>,
        scorer: &mut impl Scorer,
        stop: &mut dyn FnMut(&ClimbState) -> bool,
    ) -> Result<CreatedBoard, Stopped> {
        let most_tries = most_tries.unwrap_or(TRIES);
        let mut best: Option<(i64, Board, BoardMeasure)> = None;
        let mut tries = 0;
        loop {
            let board = self.draw(random);
            let measure = match scorer.set_board(&board) {
                Ok(measure) => measure,
                Err(stopped) => {
                    let (_, board, measure) = best.ok_or(stopped)?;
                    return Ok(CreatedBoard {
                        board,
                        measure,
                        is_met: false,
                        tries,
                    });
                }
            };
            tries += 1;
            let is_met = goal.is_met(&measure);
            let distance = goal.distance(&measure);
            if is_met || best.as_ref().is_none_or(|(best, ..)| distance < *best) {
                best = Some((distance, board, measure));
            }
            if let Some((_, board, measure)) = &best
                && (is_met
                    || tries >= most_tries
                    || stop(&ClimbState {
                        tries,
                        best: *measure,
                    }))
            {
                return Ok(CreatedBoard {
                    board: board.clone(),
                    measure: *measure,
                    is_met,
                    tries,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(
        lengths: &[usize],
        words_per_board: usize,
        letters_per_tile: usize,
    ) -> DictionaryWords {
        DictionaryWords::new("Words")
            .with_lengths(lengths.to_vec())
            .with_words_per_board(words_per_board.try_into().unwrap())
            .with_letters_per_tile(letters_per_tile.try_into().unwrap())
    }

    fn boards(settings: &DictionaryWords, tiles: usize, q_is_qu: bool, words: &str) -> Vec<String> {
        let lexicon = Lexicon::from_text(words).unwrap();
        let settings = DictionaryWordSettings {
            words: settings.clone(),
            tiles,
            shuffle: false,
            q_is_qu,
        };
        let source = DictionaryWordSource::new(settings, &lexicon);
        let mut text = String::new();
        match source {
            Ok(source) => source.write_boards(1, 0..100, &mut text),
            Err(error) => text = error.to_string(),
        }
        let mut boards: Vec<String> = text.lines().map(str::to_owned).collect();
        boards.sort();
        boards.dedup();
        boards
    }

    #[test]
    fn a_board_is_a_word_of_the_right_length() {
        let list = "cat cats east eastern";
        assert_eq!(
            boards(&settings(&[4], 1, 1), 8, false, list),
            ["CATS", "EAST"]
        );
        // Without lengths, the longest words that fit.
        assert_eq!(
            boards(&settings(&[], 1, 1), 5, false, list),
            ["CATS", "EAST"]
        );
        assert_eq!(
            boards(&settings(&[3, 7], 1, 1), 8, false, list),
            ["EASTERN"]
        );
    }

    #[test]
    fn words_are_cut_into_tiles_of_nearly_the_same_size() {
        for (word, board) in [
            ("cats", "CaTs"),
            ("eaten", "EatEn"),
            ("eastern", "EasTeRn"),
            ("easterns", "EasTerNs"),
            ("ab", "Ab"),
        ] {
            assert_eq!(boards(&settings(&[], 1, 3), 3, false, word), [board]);
        }
    }

    #[test]
    fn several_words_fill_the_board() {
        // Two tiles each, or three: seven tiles are 2 + 2 + 3.
        let list = "cats east eastern";
        for board in boards(&settings(&[], 3, 3), 7, false, list) {
            let capitals = board.chars().filter(char::is_ascii_uppercase);
            assert_eq!(capitals.count(), 7, "{board}");
        }
        assert_eq!(boards(&settings(&[], 3, 3), 20, false, list).len(), 1);
    }

    #[test]
    fn q_and_u_share_a_tile_where_q_is_qu() {
        let list = "quit qats iraq";
        assert_eq!(boards(&settings(&[4], 1, 1), 8, true, list), ["QuIT"]);
        let all = ["IRAQ", "QATS", "QUIT"];
        assert_eq!(boards(&settings(&[4], 1, 1), 8, false, list), all);
    }

    #[test]
    fn a_dictionary_without_such_words_is_an_error() {
        for (settings, tiles, message) in [
            (
                settings(&[9], 1, 1),
                8,
                "the dictionary \"Words\" has no word of 9 letters that fits on a board of 8 tiles",
            ),
            (
                settings(&[5, 6], 2, 1),
                8,
                "the dictionary \"Words\" has no 2 words of 5 or 6 letters that fit on a board of 8 tiles",
            ),
            (
                settings(&[], 1, 1),
                2,
                "the dictionary \"Words\" has no word that fits on a board of 2 tiles",
            ),
        ] {
            assert_eq!(boards(&settings, tiles, false, "cats eaten"), [message]);
        }
    }
}
