//! Text in columns.
//!
//! The widths of the standard library's formats end at 65,535 characters, beyond which they panic,
//! and a name or word from outside may be longer. So text that is not the program's own is aligned
//! here.

use std::io::Write;

use anyhow::Result;

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

/// Prints rows with aligned columns.
pub(crate) fn print_table<const N: usize>(rows: &[[String; N]], out: &mut dyn Write) -> Result<()> {
    let width = |column: usize| column_width(rows.iter().map(|row| row[column].as_str()));
    let widths: [usize; N] = std::array::from_fn(width);
    for row in rows {
        let cells = row.iter().zip(widths);
        let line: String = cells
            .map(|(text, width)| left(text, width) + "  ")
            .collect();
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
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
}
