//! The summary of a round: the words and points of all players, the winner, and the words that
//! everybody missed.

use anyhow::Result;
use wgs_play::{Round, RoundResult, Standing};

use super::YOU;
use super::styled_output::{Style, StyledOutput};
use crate::app::counted;
use crate::column::{self, column_width};

/// The number of missed words to list by default.
const MISSED: usize = 20;

/// The maximum width of a line of words, in characters.
const WIDTH: usize = 79;

/// Shows the result of a round.
pub(super) fn show(round: &Round, all: bool, output: &mut StyledOutput<'_>) -> Result<()> {
    let result = round.result();
    for standing in &result.standings {
        output.line("")?;
        show_standing(standing, output)?;
    }
    output.line("")?;
    let winner = output.styled(Style::Bold, &winner(&result, round));
    output.line(&winner)?;
    show_missed(&result, round, all, output)
}

fn show_standing(standing: &Standing<'_>, output: &mut StyledOutput<'_>) -> Result<()> {
    let mut name = output.styled(Style::Bold, &standing.player.name);
    if let Some(level) = standing.player.level {
        name += &output.styled(Style::Faint, &format!(" ({level})"));
    }
    let words = counted(standing.words.len() as u64, "word");
    let points = counted(standing.points, "point");
    output.line(&format!("{name}: {words}, {points}"))?;
    let rows = standing.words.iter().map(|found| match found.is_cancelled {
        true => (found.word.text.as_str(), "-".to_owned()),
        false => (found.word.text.as_str(), found.points.to_string()),
    });
    show_words(&rows.collect::<Vec<_>>(), output)
}

fn show_missed(
    result: &RoundResult<'_>,
    round: &Round,
    all: bool,
    output: &mut StyledOutput<'_>,
) -> Result<()> {
    let (missed, words) = (result.missed.len(), round.solved_board().words().len());
    if missed == 0 {
        return match words {
            0 => Ok(()),
            _ => output.line("No words were missed"),
        };
    }
    output.line("")?;
    let shown = if all { missed } else { missed.min(MISSED) };
    let which = if shown < missed {
        format!("; the best {shown} are")
    } else {
        String::new()
    };
    let title = output.styled(Style::Bold, "Missed");
    output.line(&format!(
        "{title}: {missed} of {}{which}",
        counted(words as u64, "word")
    ))?;
    let rows = result.missed[..shown].iter();
    let rows = rows.map(|word| (word.text.as_str(), word.score.total.to_string()));
    show_words(&rows.collect::<Vec<_>>(), output)
}

/// Shows words with their points in columns.
fn show_words(words: &[(&str, String)], output: &mut StyledOutput<'_>) -> Result<()> {
    let words: Vec<_> = words
        .iter()
        .map(|(word, points)| (output.shown(word), points))
        .collect();
    let longest = column_width(words.iter().map(|(word, _)| word.as_ref()));
    let widest = words.iter().map(|(_, points)| points.len());
    let widest = widest.max().unwrap_or(0);
    let columns = (WIDTH / (longest + widest + 4)).max(1);
    for row in words.chunks(columns) {
        let mut line = String::new();
        for (word, points) in row {
            let points = output.styled(Style::Faint, &format!("{points:>widest$}"));
            line += &format!("  {} {points} ", column::left(word, longest));
        }
        output.line(line.trim_end())?;
    }
    Ok(())
}

/// Describes who won.
pub(super) fn winner(result: &RoundResult<'_>, round: &Round) -> String {
    let names = result.winners.iter();
    let names: Vec<&str> = names
        .map(|&player| round.players()[player.index()].name.as_str())
        .collect();
    let most = result
        .standings
        .iter()
        .map(|standing| standing.points)
        .max();
    let most = most.unwrap_or(0);
    let all = counted(round.solved_board().points(), "point");
    match (names.as_slice(), result.standings.len()) {
        (_, 1) => format!("{most} of {all}"),
        ([], _) => "Nobody scored".to_owned(),
        ([YOU], _) => format!("You win with {most} of {all}"),
        ([name], _) => format!("{name} wins with {most} of {all}"),
        ([first @ .., last], _) => {
            format!(
                "{} and {last} win with {most} of {all} each",
                first.join(", ")
            )
        }
    }
}
