//! The notation in which tiles and boards are written as text. It is that of the program *Word
//! Game Solver*, with bars as an addition.
//!
//! | text | meaning |
//! |---|---|
//! | `A` | a tile with one letter; an upper-case letter starts a new tile |
//! | `Qu`, `Th` | a tile with several letters; a lower-case letter continues a tile |
//! | `?` | a wildcard: any letter |
//! | `?at` | any letter, then `at` |
//! | `.` | an empty cell |
//! | `:A`, `::A` | a tile with double, triple letter value |
//! | `;A`, `;;A` | a tile with double, triple word value |
//!
//! Colons and semicolons can be mixed in any order. White space is ignored. A letter that has no
//! upper case, such as those of Hebrew or the dotless `ı`, always starts a new tile.
//!
//! Where case cannot show where tiles start, they can be separated by bars. Between bars, all
//! letters belong to one tile: `שש|Ll|·l|?|.`. Two bars with nothing in between are also an
//! empty cell.
//!
//! A text without upper-case letters that starts with a lower-case letter would be an error in
//! this notation. It is read letter by letter instead, because many people type boards that way.
//!
//! ```
//! use wgs_engine::notation;
//!
//! let tiles = notation::parse("C:H::A;;T?at.")?;
//! assert_eq!(tiles.len(), 6);
//! assert_eq!(notation::print(&tiles), "C:H::A;;T?at.");
//!
//! assert_eq!(notation::print(&notation::parse("chat")?), "CHAT");
//!
//! let error = notation::parse("CH3T").unwrap_err();
//! assert_eq!(error.to_string(), "column 3: '3' is not a letter; '?' is any letter and '.' an empty cell");
//! # Ok::<(), wgs_engine::notation::NotationError>(())
//! ```

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use unicode_segmentation::UnicodeSegmentation;

use crate::letter::{self, FoldedText};
use crate::message::ToMessage;
use crate::messages;
use crate::multiplier::Multiplier;
use crate::tile::{Face, Tile};

/// The largest factor of a [`Multiplier`].
pub const MAX_MULTIPLIER: u8 = 99;

/// The maximum number of letters of a tile.
pub const MAX_TILE_LETTERS: usize = 64;

/// An error in the text of a board, with its position.
///
/// ```
/// let error = wgs_engine::notation::parse("CH3T").unwrap_err();
/// assert_eq!(error.column, 3);
/// assert!(error.to_string().starts_with("column 3: '3' is not a letter"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.to_message())]
#[non_exhaustive]
pub struct NotationError {
    /// The number of the character, from 1.
    pub column: usize,
    /// The problem.
    pub problem: NotationProblem,
}

messages! {
    impl ToMessage for NotationError {
        Self { column, problem } => "notation.column":
            "column {column}: {problem}" (column, problem = problem.to_message());
    }
}

/// A problem in the text of a board.
///
/// ```
/// use wgs_engine::notation::{self, NotationProblem};
///
/// let error = notation::parse("CAT:").unwrap_err();
/// assert_eq!(error.problem, NotationProblem::MultiplierWithoutTile);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{}", self.to_message())]
pub enum NotationProblem {
    /// A lower-case letter without a tile before it.
    NothingToContinue(String),
    /// A character that has no meaning in the notation.
    Unknown(String),
    /// A multiplier without a tile after it.
    MultiplierWithoutTile,
    /// A multiplier beyond [`MAX_MULTIPLIER`].
    MultiplierTooLarge,
    /// A tile with more than [`MAX_TILE_LETTERS`].
    TooManyLetters,
    /// A text with no tile or several where one was expected.
    NotOneTile(usize),
    /// A sign after the letters of a tile between bars.
    AfterLetters(String),
    /// A second `?` or `.` in a tile between bars.
    SecondSign(String),
    /// A board that is one tile with many letters.
    OneTile,
}

messages! {
    impl ToMessage for NotationProblem {
        Self::NothingToContinue(letter) => "notation.nothing-to-continue":
            "the lower-case '{letter}' continues a tile, but there is no tile before it" (letter);
        Self::Unknown(letter) => "notation.unknown":
            "'{letter}' is not a letter; '?' is any letter and '.' an empty cell"
            (letter = letter.escape_debug().to_string());
        Self::MultiplierWithoutTile => "notation.multiplier-without-tile":
            "the multiplier has no tile after it";
        Self::MultiplierTooLarge => "notation.multiplier-too-large":
            "a multiplier cannot be greater than {most}" (most = MAX_MULTIPLIER);
        Self::TooManyLetters => "notation.too-many-letters":
            "a tile cannot have more than {most} letters" (most = MAX_TILE_LETTERS);
        Self::NotOneTile(found) => "notation.not-one-tile":
            "expected one tile, found {found}" (found);
        Self::AfterLetters(letter) => "notation.after-letters":
            "'{letter}' must come before the letters of a tile" (letter);
        Self::OneTile => "notation.one-tile":
            "this is one tile; begin each tile with an upper-case letter";
        Self::SecondSign(letter) => "notation.second-sign":
            "unexpected '{letter}': a tile has at most one '?' or '.'" (letter);
    }
}

/// The separator of tiles.
const BAR: &str = "|";

/// Parses tiles.
pub fn parse(text: &str) -> Result<Vec<Tile>, NotationError> {
    if let Some(tiles) = parse_capitals(text) {
        return Ok(tiles);
    }
    if text.contains(BAR) {
        return parse_between_bars(text);
    }
    // Normalisation may change the number of code points, but not that of grapheme clusters,
    // by which columns are counted.
    let composed = letter::compose(text);
    let mut parser = Parser {
        letter_by_letter: is_letter_by_letter(&composed),
        ..Parser::default()
    };
    let mut column = 0;
    for grapheme in composed.graphemes(true) {
        column += 1;
        parser
            .read(grapheme)
            .map_err(|problem| NotationError { column, problem })?;
    }
    parser.finish().map_err(|problem| NotationError {
        column: column.max(1),
        problem,
    })
}

/// The number of letters with which the only tile of a board must be a mistake.
const TOO_LONG_ALONE: usize = 5;

/// Parses a board for a grid with a number of cells, as people type it.
///
/// Letters of which at most the first one is in upper case are one tile each if that fills the
/// grid. Otherwise, with `q_is_qu`, a `qu` among them is one tile.
///
/// ```
/// use wgs_engine::notation::{parse_typed, print};
///
/// let typed = |text| parse_typed(text, 4, true).map(|tiles| print(&tiles));
/// assert_eq!(typed("Cats")?, "CATS");
/// assert_eq!(typed("queen")?, "QuEEN");
/// assert_eq!(typed("aquo")?, "AQUO");
/// assert_eq!(typed("QueE")?, "QueE");
/// let error = typed("Catsdogs").unwrap_err();
/// assert!(error.to_string().starts_with("column 2: this is one tile"));
/// # Ok::<(), wgs_engine::notation::NotationError>(())
/// ```
pub fn parse_typed(text: &str, cells: usize, q_is_qu: bool) -> Result<Vec<Tile>, NotationError> {
    let tiles = parse(text);
    let is_filled = tiles.as_ref().is_ok_and(|tiles| tiles.len() == cells);
    let is_word = || {
        let mut letters = text.chars().filter(|c| !c.is_whitespace());
        letters.next().is_some_and(char::is_alphabetic)
            && letters.all(|c| c.is_alphabetic() && !c.is_uppercase())
    };
    if is_filled || !is_word() {
        return tiles;
    }
    let Ok(letters) = parse(&text.to_lowercase()) else {
        return tiles;
    };
    if letters.len() == cells {
        return Ok(letters);
    }
    let joined = if q_is_qu { join_qu(letters) } else { letters };
    let is_lower = is_lower(text.trim_start());
    if joined.len() == cells || is_lower {
        return Ok(joined);
    }
    match tiles {
        Ok(tiles) if tiles.len() == 1 && joined.len() >= TOO_LONG_ALONE && cells > 1 => {
            Err(NotationError {
                column: text.graphemes(true).count() - text.trim_start().graphemes(true).count()
                    + 2,
                problem: NotationProblem::OneTile,
            })
        }
        tiles => tiles,
    }
}

/// Joins each Q and the U after it to one tile.
fn join_qu(mut tiles: Vec<Tile>) -> Vec<Tile> {
    let (q, u) = (Face::letters("q"), Face::letters("u"));
    tiles.dedup_by(|tile, before| {
        let is_qu = before.face == q && tile.face == u;
        if is_qu {
            before.face = Face::letters("qu");
        }
        is_qu
    });
    tiles
}

/// Parses tiles that are separated by bars.
fn parse_between_bars(text: &str) -> Result<Vec<Tile>, NotationError> {
    let composed = letter::compose(text);
    let mut tiles = Vec::new();
    let mut parser = Parser::default();
    let mut letters = String::new();
    let mut tile_letters = 0;
    let columns = composed.graphemes(true).count();
    // A bar ends each tile; the last one may be omitted.
    let last = Some(BAR).filter(|_| !composed.ends_with(BAR));
    for (grapheme, column) in composed.graphemes(true).chain(last).zip(1..) {
        let read = match grapheme {
            BAR => {
                tile_letters = 0;
                let end = parser.end_between_bars(&mut letters);
                end.map(|tile| tiles.push(tile))
            }
            ":" | ";" | "?" | "." if !letters.is_empty() => {
                Err(NotationProblem::AfterLetters(grapheme.to_owned()))
            }
            ":" | ";" => parser.read(grapheme),
            "?" | "." if parser.tiles.is_empty() => parser.read(grapheme),
            "?" | "." => Err(NotationProblem::SecondSign(grapheme.to_owned())),
            _ if grapheme.chars().all(char::is_whitespace) => Ok(()),
            // Nor is white space with a mark over it a letter.
            _ if grapheme
                .contains(|c: char| c.is_control() || c.is_whitespace() || "|?.:;".contains(c)) =>
            {
                Err(NotationProblem::Unknown(grapheme.to_owned()))
            }
            _ if joins_next(grapheme) || letters.is_empty() && !stands_alone(grapheme) => {
                Err(NotationProblem::Unknown(grapheme.to_owned()))
            }
            _ => {
                letters.push_str(grapheme);
                tile_letters += folded_letters(grapheme);
                match tile_letters > MAX_TILE_LETTERS {
                    true => Err(NotationProblem::TooManyLetters),
                    false => Ok(()),
                }
            }
        };
        read.map_err(|problem| NotationError {
            column: column.min(columns),
            problem,
        })?;
    }
    Ok(tiles)
}

/// Parses a text of the letters A to Z only: the most common case, and faster.
fn parse_capitals(text: &str) -> Option<Vec<Tile>> {
    let capital = |byte: u8| {
        byte.is_ascii_uppercase().then(|| {
            let letter = FoldedText::from_ascii(byte.to_ascii_lowercase())?;
            Some(Tile::plain(Face::Letters(letter)))
        })?
    };
    text.bytes().map(capital).collect()
}

fn is_lower(grapheme: &str) -> bool {
    grapheme.chars().next().is_some_and(char::is_lowercase)
}

/// Returns the capital with which a tile starts that begins with a folded letter. Letters without
/// case have none.
fn capital(folded: &str) -> Option<Cow<'_, str>> {
    let capital = letter::upper(folded);
    let starts_a_tile = letter::letters(&capital).count() == 1 && !is_lower(&capital);
    (capital != folded && starts_a_tile).then_some(capital)
}

/// Returns whether a lower-case letter continues a tile. It does if it has a capital that would
/// start one.
fn continues(folded: &str) -> bool {
    is_lower(folded) && capital(folded).is_some()
}

/// Returns the number of letters that a letter folds to, which is more than one for a few.
fn folded_letters(grapheme: &str) -> usize {
    letter::letters(&letter::fold(grapheme)).count()
}

/// Returns whether a letter can stand at the start of a line. A combining vowel sign, for
/// example, needs a letter before it.
fn stands_alone(grapheme: &str) -> bool {
    grapheme.is_ascii() || are_apart("A", grapheme)
}

/// Returns whether a sign becomes one with any letter after it, as the number signs of Arabic do.
/// Such a sign is not a letter.
fn joins_next(grapheme: &str) -> bool {
    !are_apart(grapheme, "A")
}

/// Returns whether two texts keep their letters when they are concatenated.
fn are_apart(before: &str, after: &str) -> bool {
    if before.is_ascii() && after.is_ascii() {
        return true;
    }
    let joined = letter::compose(&[before, after].concat());
    letter::letters(&joined).count()
        == letter::letters(before).count() + letter::letters(after).count()
}

fn is_letter_by_letter(text: &str) -> bool {
    !text.chars().any(char::is_uppercase)
        && text
            .graphemes(true)
            .find(|grapheme| *grapheme == "?" || grapheme.chars().all(char::is_alphabetic))
            .is_some_and(is_lower)
}

#[derive(Default)]
struct Parser {
    letter_by_letter: bool,
    tiles: Vec<Tile>,
    /// Whether lower-case letters can continue the last tile.
    open: bool,
    /// The multipliers of the next tile.
    letter_multiplier: Multiplier,
    word_multiplier: Multiplier,
}

impl Parser {
    fn read(&mut self, grapheme: &str) -> Result<(), NotationProblem> {
        match grapheme {
            ":" => Self::count(&mut self.letter_multiplier)?,
            ";" => Self::count(&mut self.word_multiplier)?,
            "?" => self.begin(Face::Wildcard(FoldedText::default())),
            "." => self.begin(Face::Empty),
            _ if grapheme.chars().all(char::is_whitespace) => {}
            _ if !grapheme.starts_with(char::is_alphabetic)
                || !stands_alone(grapheme)
                || joins_next(grapheme) =>
            {
                return Err(NotationProblem::Unknown(grapheme.to_owned()));
            }
            _ => self.letters(grapheme)?,
        }
        Ok(())
    }

    fn letters(&mut self, grapheme: &str) -> Result<(), NotationProblem> {
        let folded = letter::fold(grapheme);
        let mut letters = letter::letters(&folded);
        let first = letters.next().unwrap_or_default();
        // Folding turns a few letters into several, and the tile must be printable.
        if !letters.all(continues) {
            return Err(NotationProblem::Unknown(grapheme.to_owned()));
        }
        if self.letter_by_letter || !is_lower(grapheme) || !continues(first) {
            self.begin(Face::Letters(FoldedText::from_folded(&folded)));
            return Ok(());
        }
        self.extend(grapheme)
    }

    fn count(multiplier: &mut Multiplier) -> Result<(), NotationProblem> {
        let next = multiplier.next();
        *multiplier = next.ok_or(NotationProblem::MultiplierTooLarge)?;
        Ok(())
    }

    fn has_multiplier(&self) -> bool {
        !self.letter_multiplier.is_one() || !self.word_multiplier.is_one()
    }

    fn begin(&mut self, face: Face) {
        self.open = face != Face::Empty;
        self.tiles.push(Tile {
            face,
            letter_multiplier: std::mem::take(&mut self.letter_multiplier),
            word_multiplier: std::mem::take(&mut self.word_multiplier),
        });
    }

    fn extend(&mut self, grapheme: &str) -> Result<(), NotationProblem> {
        let multiplied = self.has_multiplier();
        match self.tiles.last_mut() {
            Some(tile) if self.open && !multiplied => {
                if let Face::Letters(letters) | Face::Wildcard(letters) = &mut tile.face {
                    // This also keeps parsing linear.
                    let count = letter::letters(letters).count() + folded_letters(grapheme);
                    if count > MAX_TILE_LETTERS {
                        return Err(NotationProblem::TooManyLetters);
                    }
                    *letters =
                        FoldedText::from_folded(&format!("{letters}{}", letter::fold(grapheme)));
                }
                Ok(())
            }
            _ => Err(NotationProblem::NothingToContinue(grapheme.to_owned())),
        }
    }

    /// Returns the tile read since the last bar: multipliers, then a wildcard or an empty cell,
    /// then letters, each optional.
    fn end_between_bars(&mut self, letters: &mut String) -> Result<Tile, NotationProblem> {
        let letters = FoldedText::new(&std::mem::take(letters));
        if self.tiles.is_empty() {
            if letters.is_empty() && self.has_multiplier() {
                return Err(NotationProblem::MultiplierWithoutTile);
            }
            self.begin(match letters.is_empty() {
                true => Face::Empty,
                false => Face::Letters(letters),
            });
        } else if let Some(Tile {
            face: Face::Wildcard(rest),
            ..
        }) = self.tiles.last_mut()
        {
            *rest = letters;
        } else if !letters.is_empty() {
            return Err(NotationProblem::NothingToContinue(letters.into()));
        }
        Ok(self.tiles.pop().expect("every branch above starts a tile"))
    }

    fn finish(self) -> Result<Vec<Tile>, NotationProblem> {
        if self.has_multiplier() {
            return Err(NotationProblem::MultiplierWithoutTile);
        }
        Ok(self.tiles)
    }
}

/// Formats tiles such that [`parse`] returns the same ones.
///
/// A space separates letters that would otherwise merge, such as the parts of a Hangul syllable.
/// Bars separate tiles where case does not show where they start.
pub fn print(tiles: &[Tile]) -> String {
    let mut text = String::new();
    let mut ascii = true;
    for tile in tiles {
        let written = tile.to_string();
        ascii &= is_ascii(&tile.face);
        let last = letter::letters(&text).next_back().unwrap_or_default();
        let first = letter::letters(&written).next().unwrap_or_default();
        if !are_apart(last, first) {
            text.push(' ');
        }
        text.push_str(&written);
    }
    if ascii || parse(&text).is_ok_and(|read| read == tiles) {
        return text;
    }
    text.clear();
    for (index, tile) in tiles.iter().enumerate() {
        let written = tile.to_string();
        if index > 0 {
            text.push_str(BAR);
        }
        text.push_str(&written);
        let last = letter::letters(&written).next_back().unwrap_or_default();
        if !are_apart(last, BAR) {
            text.push(' ');
        }
    }
    if tiles.len() == 1 {
        // Without a bar, it would be parsed in the notation without bars.
        text.push_str(BAR);
    }
    text
}

/// Returns whether a face has only the letters a to z, for which case always shows where tiles
/// start.
fn is_ascii(face: &Face) -> bool {
    match face {
        Face::Empty => true,
        Face::Letters(letters) | Face::Wildcard(letters) => {
            letters.bytes().all(|byte| byte.is_ascii_lowercase())
        }
    }
}

/// Parses a single tile.
impl FromStr for Tile {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut tiles = parse(text)?;
        match tiles.pop() {
            Some(tile) if tiles.is_empty() => Ok(tile),
            tile => Err(NotationError {
                column: 1,
                problem: NotationProblem::NotOneTile(tiles.len() + usize::from(tile.is_some())),
            }),
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in 1..self.letter_multiplier.get() {
            f.write_str(":")?;
        }
        for _ in 1..self.word_multiplier.get() {
            f.write_str(";")?;
        }
        self.face.fmt(f)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("."),
            Self::Wildcard(rest) => write!(f, "?{rest}"),
            Self::Letters(letters) => {
                for (index, text) in letter::letters(letters).enumerate() {
                    match capital(text) {
                        Some(capital) if index == 0 => f.write_str(&capital)?,
                        _ => f.write_str(text)?,
                    }
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_board_is_read_letter_by_letter_if_that_fills_the_grid() {
        let one_tile = Err("column 2: this is one tile; begin each tile with an upper-case letter");
        for (text, cells, q_is_qu, expected) in [
            ("Catsdogsbirdfish", 16, true, Ok("CATSDOGSBIRDFISH")),
            ("cats dogs bird fish", 16, true, Ok("CATSDOGSBIRDFISH")),
            ("Catsdogsbird", 16, true, one_tile),
            ("Catsdogsbirdfishx", 16, true, one_tile),
            ("QuCATS", 16, true, Ok("QuCATS")),
            ("q", 16, true, Ok("Q")),
            ("qu", 16, true, Ok("Qu")),
            ("queen", 16, true, Ok("QuEEN")),
            ("queen", 16, false, Ok("QUEEN")),
            ("queen", 5, true, Ok("QUEEN")),
            ("quueen", 5, true, Ok("QuUEEN")),
            ("Queen", 4, true, Ok("QuEEN")),
            ("Que", 16, true, Ok("Que")),
            ("Stop", 1, true, Ok("Stop")),
            ("Station", 1, true, Ok("Station")),
            ("Station.", 7, true, Ok("Station.")),
            ("Station|", 7, true, Ok("Station")),
        ] {
            let read = parse_typed(text, cells, q_is_qu);
            let printed = read.map(|tiles| print(&tiles)).map_err(|it| it.to_string());
            let expected = expected.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(printed, expected, "{text} on {cells} cells");
        }
    }

    #[test]
    fn a_sign_that_joins_the_next_letter_is_refused() {
        for text in ["\u{604}", "ששש|:\u{604}", "שש\u{604}|ש", "A\u{605}"] {
            let error = text.parse::<crate::Board>().unwrap_err();
            let is_unknown = matches!(error.problem, NotationProblem::Unknown(_));
            assert!(is_unknown, "{text:?}: {error}");
        }
    }

    #[test]
    fn white_space_with_a_mark_is_refused_between_bars() {
        // The mark folds to a letter, which would leave the white space in the tile.
        let error = parse("A \u{345}b|E").unwrap_err();
        assert_eq!(
            error.problem,
            NotationProblem::Unknown(" \u{345}".to_owned())
        );
    }

    #[test]
    fn a_tile_has_a_limited_number_of_letters() {
        let longest = "a".repeat(MAX_TILE_LETTERS - 1);
        for (text, column) in [
            (format!("A{longest}"), None),
            (format!("A{longest}a"), Some(MAX_TILE_LETTERS + 1)),
            (format!("BA{longest}a"), Some(MAX_TILE_LETTERS + 2)),
            (format!("A{longest}|B"), None),
            (format!("B|A{longest}a|B"), Some(MAX_TILE_LETTERS + 3)),
            // Folded letters count: the tile is printed with them.
            (format!("A{}ß", &longest[1..]), Some(MAX_TILE_LETTERS)),
            (format!("A{}ß|B", &longest[1..]), Some(MAX_TILE_LETTERS)),
            (format!("A{}ß|B", &longest[2..]), None),
            // This took more than a minute when it was read.
            (
                format!("A{}", "a".repeat(1_000_000)),
                Some(MAX_TILE_LETTERS + 1),
            ),
        ] {
            let found = parse(&text).map(|_| ());
            let problem = NotationProblem::TooManyLetters;
            let expected = column.map_or(Ok(()), |column| Err(NotationError { column, problem }));
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn printing_restores_the_parsed_text() {
        for text in [
            "ABCDEFGHIJKLMNOP",
            "C:H::A;;T",
            ":;AB",
            "?",
            "?at",
            "QuThA.?h.",
            "",
            "שלום",
            "::;;?ng:.",
        ] {
            assert_eq!(print(&parse(text).unwrap()), text);
        }
    }

    #[test]
    fn bars_separate_tiles_where_case_does_not() {
        for (text, tiles, printed) in [
            ("Qu|E|Ll", 3, "QuELl"),
            ("qu|e", 2, "QuE"),
            ("שש|ל|.", 3, "שש|ל|."),
            ("·l|A", 2, "·l|A"),
            ("·l|", 1, "·l|"),
            ("||A", 3, "..A"),
            ("A|", 1, "A"),
            ("|", 1, "."),
            (" A | ;:b | ?at | ? ", 4, "A:;B?at?"),
            ("4x4|::9", 2, "4x4|::9"),
        ] {
            let read = parse(text).unwrap();
            assert_eq!(
                (read.len(), print(&read).as_str()),
                (tiles, printed),
                "{text}"
            );
            assert_eq!(parse(printed).unwrap(), read, "{text}");
        }
        for (text, message) in [
            (
                "A|b?",
                "column 4: '?' must come before the letters of a tile",
            ),
            (
                "A|b:|C",
                "column 4: ':' must come before the letters of a tile",
            ),
            ("A|:|C", "column 4: the multiplier has no tile after it"),
            (
                "A|??",
                "column 4: unexpected '?': a tile has at most one '?' or '.'",
            ),
            (
                "A|.b",
                "column 4: the lower-case 'b' continues a tile, but there is no tile before it",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn multipliers_can_be_in_any_order() {
        assert_eq!(parse(";:;A").unwrap(), parse(":;;A").unwrap());
        assert_eq!(print(&parse(";:;A").unwrap()), ":;;A");
    }

    #[test]
    fn a_lower_case_board_is_read_letter_by_letter() {
        for (typed, meant) in [
            ("abcd", "ABCD"),
            ("ab?d.", "AB?D."),
            (":quiet", ":QUIET"),
            (" éa", "ÉA"),
            // These have a meaning in the notation.
            ("?at", "?at"),
            ("Quiet", "Quiet"),
        ] {
            assert_eq!(print(&parse(typed).unwrap()), meant, "{typed}");
        }
    }

    #[test]
    fn errors_give_the_position_and_the_problem() {
        for (text, message) in [
            (
                "aB",
                "column 1: the lower-case 'a' continues a tile, but there is no tile before it",
            ),
            (
                ".aB",
                "column 2: the lower-case 'a' continues a tile, but there is no tile before it",
            ),
            (
                "A:b",
                "column 3: the lower-case 'b' continues a tile, but there is no tile before it",
            ),
            (
                "AB-C",
                "column 3: '-' is not a letter; '?' is any letter and '.' an empty cell",
            ),
            ("AB:", "column 3: the multiplier has no tile after it"),
            (
                "É1",
                "column 2: '1' is not a letter; '?' is any letter and '.' an empty cell",
            ),
            (
                "E\u{301}1",
                "column 2: '1' is not a letter; '?' is any letter and '.' an empty cell",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), message);
        }
        let many = ":".repeat(200) + "A";
        assert_eq!(parse(&many).unwrap_err().column, 99);
    }

    #[test]
    fn a_letter_whose_capital_is_longer_is_parsed_back() {
        for text in [
            "straße", "ŉa", "Straße", "İA", "ΐσ", "ﬁn", "Stŉa", "Aĸı", "ılık",
        ] {
            let tiles = parse(text).unwrap();
            assert_eq!(parse(&print(&tiles)).unwrap(), tiles, "{text}");
        }
    }

    #[test]
    fn a_space_separates_letters_that_would_merge() {
        for text in ["\u{1100} \u{1161}", "\u{915}\u{94d} \u{937}", "\u{d4e} A"] {
            let tiles = parse(text).unwrap();
            assert_eq!(tiles.len(), 2, "{text}");
            assert_eq!(print(&tiles), text);
        }
        // A vowel sign attaches to any character before it.
        assert!(parse("A\n\u{93e}").is_err());
    }
}
