//! The reference implementation of all engines: tries every word on every cell, letter by letter,
//! and scores each path by the steps in sections 4.1 and 5.2 of the manual. It shares no code with
//! the engines except the input types, and is only fast enough for small word lists.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use wgs_engine::letter::{fold, letters};
use wgs_engine::search::CellSet;
use wgs_engine::{Board, Decimal, Face, Grid, QuLength, Rules, Solution, Tile, Worker};

/// The folded letters of a word. Words compare letter by letter.
pub(crate) type WordLetters = Vec<String>;

/// Returns the folded letters of a word.
pub(crate) fn letters_of(word: &str) -> WordLetters {
    letters(&fold(word)).map(str::to_owned).collect()
}

/// A word found on a board.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct OracleWord {
    pub(crate) word: WordLetters,
    /// The positions, from 1.
    pub(crate) path: Vec<usize>,
    pub(crate) points: Points,
}

impl fmt::Debug for OracleWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.word.concat();
        write!(f, "{word} at {:?} {:?}", self.path, self.points)
    }
}

/// A score and its components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Points {
    pub(crate) total: u64,
    pub(crate) letters: u64,
    pub(crate) multiplier: u64,
    /// The length bonus in millionths.
    pub(crate) bonus: u128,
    pub(crate) pangram: u32,
    pub(crate) length: u32,
}

/// The answers to all queries about a board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct BoardAnswer {
    pub(crate) words: u64,
    pub(crate) points: u64,
    /// Each word with its best path.
    pub(crate) best: Vec<OracleWord>,
    /// For each word, the positions of all its paths.
    pub(crate) coverage: Vec<Vec<usize>>,
    /// Every path of every word.
    pub(crate) all: Vec<OracleWord>,
}

impl BoardAnswer {
    /// Returns the answers of an engine.
    pub(crate) fn of(worker: &mut Worker, board: &Board) -> Self {
        let score = worker.score(board).unwrap();
        let mut answer = Self {
            words: score.words,
            points: score.points,
            ..Self::default()
        };
        worker
            .solve(board, |solution| {
                answer.best.push(oracle_word(&solution));
                ControlFlow::Continue(())
            })
            .unwrap();
        let mut surveyed = Vec::new();
        worker
            .survey(board, |solution, cells| {
                surveyed.push(oracle_word(&solution));
                answer.coverage.push(positions(&cells));
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(
            surveyed, answer.best,
            "survey and solve should find the same words"
        );
        worker
            .solve_all(board, |solution| {
                answer.all.push(oracle_word(&solution));
                ControlFlow::Continue(())
            })
            .unwrap();
        answer
    }

    /// Describes the first difference between this answer, the expected one, and another.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        difference("solve", &self.best, &other.best)
            .or_else(|| difference("survey's cells", &self.coverage, &other.coverage))
            .or_else(|| difference("solve_all", &self.all, &other.all))
            .or_else(|| {
                let expected = (self.words, self.points);
                let found = (other.words, other.points);
                difference("score", &[expected], &[found])
            })
    }
}

fn difference<T: PartialEq + fmt::Debug>(
    what: &str,
    expected: &[T],
    found: &[T],
) -> Option<String> {
    let same = expected
        .iter()
        .zip(found)
        .take_while(|(a, b)| a == b)
        .count();
    (expected != found).then(|| {
        format!(
            "{what}, entry {same}:\n  oracle {:?}\n  engine {:?}",
            expected.get(same),
            found.get(same)
        )
    })
}

/// Converts a solution of an engine.
pub(crate) fn oracle_word(solution: &Solution<'_>) -> OracleWord {
    let score = &solution.score;
    OracleWord {
        word: letters_of(&solution.text()),
        path: solution.path.iter().map(|cell| cell.position()).collect(),
        points: Points {
            total: score.total,
            letters: score.letter_points,
            multiplier: score.word_multiplier,
            bonus: millionths(score.length_bonus),
            pangram: score.pangram_bonus,
            length: score.length,
        },
    }
}

fn positions(cells: &CellSet<'_>) -> Vec<usize> {
    cells.iter().map(|cell| cell.position()).collect()
}

const ONE: u128 = 1_000_000;

fn millionths(decimal: Decimal) -> u128 {
    let text = decimal.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    format!("{whole}{fraction:0<6}").parse().unwrap()
}

/// A board, with its grid and rules.
pub(crate) struct Oracle<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) board: &'a Board,
    pub(crate) rules: &'a Rules,
}

impl Oracle<'_> {
    /// Returns the answers to all queries about the board with a list of words.
    pub(crate) fn answer<W: AsRef<str>>(&self, words: impl IntoIterator<Item = W>) -> BoardAnswer {
        let words = words.into_iter().map(|word| letters_of(word.as_ref()));
        let words: BTreeSet<WordLetters> = words.collect();
        let mut answer = BoardAnswer::default();
        for word in words {
            let paths = self.paths(&word, usize::MAX);
            let paths = paths.expect("the number of steps is not limited");
            // The set of paths is in ascending order of positions.
            let counting: Vec<OracleWord> = paths
                .into_iter()
                .filter_map(|path| {
                    let points = self.score(&word, &path)?;
                    let word = word.clone();
                    Some(OracleWord { word, path, points })
                })
                .collect();
            let Some(most) = counting.iter().map(|found| found.points.total).max() else {
                continue;
            };
            let best = counting.iter().find(|found| found.points.total == most);
            answer.best.extend(best.cloned());
            answer.words += 1;
            answer.points = answer.points.saturating_add(most);
            let cells: BTreeSet<usize> = counting.iter().flat_map(|it| it.path.clone()).collect();
            answer.coverage.push(cells.into_iter().collect());
            answer.all.extend(counting);
        }
        answer
    }

    /// Returns every path that spells a word, or [`None`] if that takes too many steps.
    pub(crate) fn paths(
        &self,
        word: &[String],
        mut most_steps: usize,
    ) -> Option<BTreeSet<Vec<usize>>> {
        let mut paths = BTreeSet::new();
        self.extend(word, &mut Vec::new(), &mut paths, &mut most_steps)?;
        Some(paths)
    }

    fn extend(
        &self,
        rest: &[String],
        path: &mut Vec<usize>,
        paths: &mut BTreeSet<Vec<usize>>,
        steps: &mut usize,
    ) -> Option<()> {
        let next: Vec<usize> = match path.last() {
            None => (1..=self.grid.len()).collect(),
            Some(&last) => {
                let cell = self.grid.cells().nth(last - 1).unwrap();
                let around = self.grid.neighbours(cell);
                around.map(|cell| cell.position()).collect()
            }
        };
        for position in next {
            if !self.grid.reuses_tiles() && path.contains(&position) {
                continue;
            }
            let Some(taken) = self.letters_taken(position, rest) else {
                continue;
            };
            *steps = steps.checked_sub(1)?;
            path.push(position);
            if taken == rest.len() {
                paths.insert(path.clone());
            } else {
                self.extend(&rest[taken..], path, paths, steps)?;
            }
            path.pop();
        }
        Some(())
    }

    /// Returns the tile at a position. It is empty where the board is too short.
    fn tile(&self, position: usize) -> Tile {
        let tiles = self.board.tiles();
        tiles.get(position - 1).cloned().unwrap_or(Tile::EMPTY)
    }

    fn is_qu(&self, face: &Face) -> bool {
        self.rules.q_is_qu && (*face == Face::letters("q") || *face == Face::letters("qu"))
    }

    /// Returns the letters of a tile, with [`None`] for a wildcard.
    fn tile_letters(&self, face: &Face) -> Vec<Option<String>> {
        let (any, known) = match face {
            Face::Empty => (None, ""),
            face if self.is_qu(face) => (None, "qu"),
            Face::Letters(text) => (None, text.as_str()),
            Face::Wildcard(rest) => (Some(None), rest.as_str()),
        };
        let known = letters(known).map(|letter| Some(letter.to_owned()));
        any.into_iter().chain(known).collect()
    }

    /// Returns the number of letters of a tile, if they match the next letters of the word.
    fn letters_taken(&self, position: usize, rest: &[String]) -> Option<usize> {
        let tile = self.tile_letters(&self.tile(position).face);
        let fits = |(mine, next): (&Option<String>, &String)| {
            mine.as_ref().is_none_or(|letter| letter == next)
        };
        let taken = tile.len();
        let right = taken > 0 && taken <= rest.len() && tile.iter().zip(rest).all(fits);
        right.then_some(taken)
    }

    /// Scores a path by the steps of section 4.1, or returns [`None`] if it does not count.
    fn score(&self, word: &[String], path: &[usize]) -> Option<Points> {
        let rules = self.rules;
        if !rules
            .required_cells
            .iter()
            .all(|it| path.contains(&it.position()))
        {
            return None;
        }
        let value = |letter: &str| u64::from(rules.letter_value(letter));
        let mut letter_points = 0;
        let mut product = 1;
        let mut length = 0;
        let mut at = 0;
        for &position in path {
            let tile = self.tile(position);
            let mine = self.tile_letters(&tile.face);
            let spelled = &word[at..at + mine.len()];
            at += mine.len();
            // Steps 1 and 2.
            let worth: u64 = if self.is_qu(&tile.face) {
                value("q")
            } else {
                let pays = |mine: &Option<String>| mine.is_some() || rules.wildcard_points;
                let paid = mine.iter().zip(spelled).filter(|(mine, _)| pays(mine));
                paid.map(|(_, letter)| value(letter)).sum()
            };
            letter_points += worth * u64::from(tile.letter_multiplier);
            // Step 3.
            product *= u64::from(tile.word_multiplier);
            length += if self.is_qu(&tile.face) {
                rules.qu_length.letters()
            } else {
                mine.len() as u32
            };
        }
        if length < rules.min_word_length {
            return None;
        }
        let filled = (1..=self.grid.len()).filter(|&position| !self.tile(position).is_empty());
        let used: BTreeSet<&usize> = path.iter().collect();
        let pangram = if used.len() == filled.count() {
            rules.pangram_bonus
        } else {
            0
        };
        let mut points = Points {
            total: 0,
            letters: letter_points,
            multiplier: product,
            bonus: 0,
            pangram,
            length,
        };
        if length <= rules.short_word_length {
            // Step 5.
            points.letters = rules.short_word_points.into();
            if !rules.short_word_multiplier {
                points.multiplier = 1;
            }
            if rules.multiply_length_bonus {
                points.bonus = ONE;
            }
            points.total = points.letters * points.multiplier;
        } else {
            // Steps 4, 6 and 7.
            let base = u128::from(letter_points) * u128::from(product);
            let bonuses = &rules.length_bonuses;
            let exact = bonuses.exact.get(&length).copied();
            let open = bonuses.from.filter(|&(from, _)| from <= length);
            let bonus = exact.or(open.map(|(_, bonus)| bonus)).map(millionths);
            let scaled = if rules.multiply_length_bonus {
                points.bonus = bonus.unwrap_or(ONE);
                base * points.bonus
            } else {
                points.bonus = bonus.unwrap_or(0);
                base * ONE + points.bonus
            };
            let up = rules.round_bonus_up && scaled % ONE != 0;
            // Totals saturate at the largest number.
            let whole = scaled / ONE + u128::from(up);
            points.total = u64::try_from(whole).unwrap_or(u64::MAX);
        }
        points.total = points.total.saturating_add(pangram.into());
        Some(points)
    }
}

/// Tests the oracle itself with the examples in the manual.
mod tests {
    use super::*;
    use wgs_engine::Adjacency;

    #[test]
    fn the_oracle_scores_chat_like_the_manual() {
        let values = [("c", 4), ("h", 4), ("a", 1), ("t", 1)];
        let rules = Rules::word_game_solver().with_letter_values(values);
        let oracle = Oracle {
            grid: &Grid::rectangle(4, 1, Adjacency::Straight),
            board: &"C:H::A;;T".parse().unwrap(),
            rules: &rules,
        };
        let answer = oracle.answer(["chat"]);
        assert_eq!(answer.best[0].path, [1, 2, 3, 4]);
        assert_eq!(answer.points, 48);
    }

    #[test]
    fn the_oracle_finds_both_paths_of_strip_in_the_manual() {
        let oracle = Oracle {
            grid: &Grid::rectangle(3, 3, Adjacency::Diagonal),
            board: &"STRXPIXXP".parse().unwrap(),
            rules: &Rules::boggle(),
        };
        let answer = oracle.answer(["strip"]);
        let paths: Vec<&Vec<usize>> = answer.all.iter().map(|found| &found.path).collect();
        assert_eq!(paths, [&[1, 2, 3, 6, 5], &[1, 2, 3, 6, 9]]);
        assert_eq!(answer.coverage, [[1, 2, 3, 5, 6, 9]]);
    }

    #[test]
    fn the_oracle_counts_the_letters_of_quit_like_the_manual() {
        for (tiles, q_is_qu, qu_length, length) in [
            ("QuIT.", true, QuLength::One, 3),
            ("QIT.", true, QuLength::One, 3),
            ("QuIT.", true, QuLength::Two, 4),
            ("QUIT", false, QuLength::One, 4),
            ("QuIT.", false, QuLength::One, 4),
        ] {
            let oracle = Oracle {
                grid: &Grid::rack(4),
                board: &tiles.parse().unwrap(),
                rules: &Rules::word_game_solver()
                    .with_q_is_qu(q_is_qu)
                    .with_qu_length(qu_length),
            };
            let answer = oracle.answer(["quit"]);
            assert_eq!(answer.best[0].points.length, length, "{tiles}");
        }
    }
}
