//! Text in columns.
//!
//! The widths of the standard library's formats end at 65,535 characters, beyond which they panic,
//! and a name or word from outside may be longer. So text that is not the program's own is aligned
//! here.

use std::io::Write;
use std::ops::Range;

use anyhow::Result;

use crate::terminal::Stream;

/// The maximum width of a column. A longer text stands out of its column, so that it does not make
/// the other lines long.
pub(crate) const MAX_WIDTH: usize = 80;

/// Returns the width of a text, in characters.
pub(crate) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Returns the width of a column that holds these texts.
pub(crate) fn column_width<'t>(texts: impl IntoIterator<Item = &'t str>) -> usize {
    let widths = texts.into_iter().map(width);
    widths
        .filter(|width| *width <= MAX_WIDTH)
        .max()
        .unwrap_or(0)
}

/// Returns a text with as many spaces after it as it is narrower than a column.
pub(crate) fn left(text: &str, column: usize) -> String {
    text.to_owned() + &spaces(column.saturating_sub(width(text)))
}

/// Returns a text with spaces on both sides; the right side gets the odd one.
pub(crate) fn centred(text: &str, column: usize) -> String {
    let space = column.saturating_sub(width(text));
    spaces(space / 2) + text + &spaces(space.div_ceil(2))
}

fn spaces(count: usize) -> String {
    " ".repeat(count)
}

/// The space before the further lines of a row.
const INDENT: usize = 4;

/// The space between columns.
const GAP: usize = 2;

/// Prints rows with aligned columns. On a terminal that is too narrow for a row, its last columns
/// are on further lines.
pub(crate) fn print_table<const N: usize>(rows: &[[String; N]], out: &mut dyn Write) -> Result<()> {
    let most = match Stream::Output.is_terminal() {
        true => Stream::Output.columns(),
        false => usize::MAX,
    };
    let width = |column: usize| column_width(rows.iter().map(|row| row[column].as_str()));
    let widths: [usize; N] = std::array::from_fn(width);
    let lines = lines_of_columns(&widths, most);
    for row in rows {
        for columns in &lines {
            let indent = if columns.start == 0 { 0 } else { INDENT };
            let cells = columns
                .clone()
                .map(|column| left(&row[column], widths[column]));
            let line = spaces(indent) + &cells.collect::<Vec<_>>().join(&spaces(GAP));
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

/// Divides columns of some widths into lines of at most this width, as far as possible.
fn lines_of_columns(widths: &[usize], most: usize) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let (mut start, mut end) = (0, 0);
    for (column, width) in widths.iter().enumerate() {
        if column > start && end + GAP + width > most {
            lines.push(start..column);
            (start, end) = (column, INDENT + width);
        } else {
            end += width + if column == start { 0 } else { GAP };
        }
    }
    lines.push(start..widths.len());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_aligned_as_by_a_format_and_beyond_its_limit() {
        for text in ["", "a", "été", "word"] {
            for column in 0..9 {
                assert_eq!(left(text, column), format!("{text:<column$}"));
                assert_eq!(centred(text, column), format!("{text:^column$}"));
            }
        }
        assert_eq!(left("a", 70_000).len(), 70_000);
        assert_eq!(centred("é", 70_000).len(), 70_001);
    }

    #[test]
    fn a_text_that_is_too_long_does_not_widen_its_column() {
        let long = "a".repeat(70_000);
        assert_eq!(column_width(["ab", "été", &long]), 3);
        assert_eq!(column_width([]), 0);
    }

    #[test]
    fn columns_that_do_not_fit_are_on_further_lines() {
        for (widths, most, starts) in [
            (&[4, 4, 4][..], 16, &[0][..]),
            (&[4, 4, 4], 15, &[0, 2]),
            (&[4, 4, 4, 4], 10, &[0, 2, 3]),
            (&[4, 40, 4], 10, &[0, 1, 2]),
            (&[40], 10, &[0]),
        ] {
            let lines = lines_of_columns(widths, most);
            let found: Vec<usize> = lines.iter().map(|line| line.start).collect();
            assert_eq!(found, starts, "{widths:?} {most}");
            let columns: Vec<usize> = lines.into_iter().flatten().collect();
            assert!(columns.into_iter().eq(0..widths.len()), "{widths:?} {most}");
        }
    }
}
