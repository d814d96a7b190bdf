//! The table of `docs/page-report.md`: a row for each figure, and a column for each edition.

use std::fmt::{self, Write};

/// A figure that was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Figure {
    /// The measured quantity.
    pub(crate) measured: String,
    /// The value with its unit.
    pub(crate) value: String,
}

/// The figures of all editions. Its text is a table in Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// The names of the editions.
    editions: Vec<String>,
    /// The measured quantities, each with a value for each edition; empty where it was not
    /// measured.
    rows: Vec<(String, Vec<String>)>,
}

/// The start of the table's first line.
const HEADER: &str = "| figure |";

/// The lines of the table in a document.
fn lines(document: &str) -> impl Iterator<Item = &str> {
    let lines = document
        .lines()
        .skip_while(|line| !line.starts_with(HEADER));
    lines.take_while(|line| line.starts_with('|'))
}

/// The cells of a line.
fn cells(line: &str) -> impl Iterator<Item = String> {
    let line = line.trim().trim_start_matches('|').trim_end_matches('|');
    line.split('|').map(|cell| cell.trim().to_owned())
}

impl Table {
    /// Reads the table in a document.
    pub(crate) fn find(document: &str) -> Result<Self, String> {
        let mut lines = lines(document);
        let header = lines.next().ok_or_else(|| {
            format!("found no table, expected a line that starts with \"{HEADER}\"")
        })?;
        let editions: Vec<String> = cells(header)
            .skip(1)
            .filter(|cell| !cell.is_empty())
            .collect();
        let mut rows = Vec::new();
        // The line after the header separates it from the rows.
        for line in lines.skip(1) {
            let mut cells = cells(line);
            let measured = cells.next().unwrap_or_default();
            let values: Vec<String> = cells.collect();
            if values.len() != editions.len() && !editions.is_empty() {
                return Err(format!(
                    "the row \"{measured}\" has {} values, expected {}",
                    values.len(),
                    editions.len()
                ));
            }
            rows.push((measured, values));
        }
        Ok(Self { editions, rows })
    }

    /// Returns a document with its table replaced by this one.
    pub(crate) fn replace_in(&self, document: &str) -> String {
        let old: String = lines(document).map(|line| format!("{line}\n")).collect();
        document.replacen(&old, &self.to_string(), 1)
    }

    /// Returns the table with another edition as its last column. Figures that are new become
    /// rows at the end.
    pub(crate) fn with_edition(&self, edition: &str, figures: &[Figure]) -> Self {
        let mut table = self.clone();
        let editions = table.editions.len();
        table.editions.push(edition.to_owned());
        for figure in figures {
            if table
                .rows
                .iter()
                .all(|(measured, _)| *measured != figure.measured)
            {
                let values = vec![String::new(); editions];
                table.rows.push((figure.measured.clone(), values));
            }
        }
        for (measured, values) in &mut table.rows {
            let figure = figures.iter().find(|figure| figure.measured == *measured);
            values.push(figure.map_or_else(String::new, |figure| figure.value.clone()));
        }
        table
    }

    /// Returns the figures beside those of the last edition that has them, as text.
    pub(crate) fn compared(&self, figures: &[Figure]) -> String {
        let recorded = |figure: &Figure| {
            let (_, values) = self
                .rows
                .iter()
                .find(|(measured, _)| *measured == figure.measured)?;
            values.iter().rfind(|value| !value.is_empty()).cloned()
        };
        let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let first = width(&mut figures.iter().map(|figure| figure.measured.chars().count())).max(6);
        let second = width(&mut figures.iter().map(|figure| figure.value.chars().count())).max(3);
        let mut text = format!("{:<first$}  {:>second$}  recorded\n", "figure", "now");
        for figure in figures {
            let before = recorded(figure).unwrap_or_else(|| "-".to_owned());
            let Figure { measured, value } = figure;
            writeln!(text, "{measured:<first$}  {value:>second$}  {before:>8}")
                .expect("writing to a string cannot fail");
        }
        text
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |f: &mut fmt::Formatter<'_>, first: &str, others: &[String]| {
            write!(f, "| {first} |")?;
            for cell in others {
                write!(f, " {cell} |")?;
            }
            writeln!(f)
        };
        line(f, "figure", &self.editions)?;
        writeln!(f, "|---|{}", "--:|".repeat(self.editions.len()))?;
        for (measured, values) in &self.rows {
            line(f, measured, values)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "# Report\n\n| figure | first | second |\n|---|--:|--:|\n\
        | load: words | 900 ms | 800 ms |\n| axe-core | 7 |  |\n\nThe end.\n";

    fn figure(measured: &str, value: &str) -> Figure {
        Figure {
            measured: measured.to_owned(),
            value: value.to_owned(),
        }
    }

    #[test]
    fn a_table_is_written_as_it_was_read() {
        let table = Table::find(DOCUMENT).unwrap();
        assert_eq!(table.editions, ["first", "second"]);
        assert_eq!(table.replace_in(DOCUMENT), DOCUMENT);
    }

    #[test]
    fn an_edition_is_a_column_and_a_new_figure_a_row() {
        let table = Table::find(DOCUMENT).unwrap();
        let figures = [figure("load: words", "700 ms"), figure("typing", "9 ms")];
        let text = table.with_edition("third", &figures).replace_in(DOCUMENT);
        let rows = "| figure | first | second | third |\n|---|--:|--:|--:|\n\
            | load: words | 900 ms | 800 ms | 700 ms |\n| axe-core | 7 |  |  |\n\
            | typing |  |  | 9 ms |\n";
        assert_eq!(text, format!("# Report\n\n{rows}\nThe end.\n"));
    }

    #[test]
    fn a_figure_is_compared_with_the_last_edition_that_has_it() {
        let figures = [figure("axe-core", "0"), figure("typing", "9 ms")];
        let text = Table::find(DOCUMENT).unwrap().compared(&figures);
        let rows: Vec<Vec<&str>> = text
            .lines()
            .map(|l| l.split_whitespace().collect())
            .collect();
        assert_eq!(rows[1], ["axe-core", "0", "7"]);
        assert_eq!(rows[2], ["typing", "9", "ms", "-"]);
    }

    #[test]
    fn a_document_without_the_table_or_with_a_short_row_is_an_error() {
        assert!(Table::find("# Report\n").is_err());
        let short = DOCUMENT.replace("| 900 ms | 800 ms |", "| 900 ms |");
        assert_eq!(
            Table::find(&short).unwrap_err(),
            "the row \"load: words\" has 1 values, expected 2"
        );
    }
}
