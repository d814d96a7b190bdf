//! The end of a round: everybody's words and points, who won, and what was missed.

use anyhow::Result;
use wgs_play::{Round, RoundResult, Standing};

use super::YOU;
use super::screen::{Screen, Tone, counted};

/// Words listed of those that were missed, unless all are wanted.
const MISSED: usize = 20;

/// The characters of a line of words.
const WIDTH: usize = 79;

/// Shows what a round added up to.
pub(super) fn show(round: &Round, all: bool, screen: &mut Screen<'_>) -> Result<()> {
    let result = round.result();
    for standing in &result.standings {
        screen.line("")?;
        show_standing(standing, screen)?;
    }
    screen.line("")?;
    let winner = screen.tone(Tone::Strong, &winner(&result, round));
    screen.line(&winner)?;
    show_missed(&result, round, all, screen)
}

fn show_standing(standing: &Standing<'_>, screen: &mut Screen<'_>) -> Result<()> {
    let mut name = screen.tone(Tone::Strong, &standing.player.name);
    if let Some(level) = standing.player.level {
        name += &screen.tone(Tone::Quiet, &format!(" ({level})"));
    }
    let words = counted(standing.words.len() as u64, "word");
    let points = counted(standing.points, "point");
    screen.line(&format!("{name}: {words}, {points}"))?;
    let rows = standing.words.iter().map(|found| match found.is_cancelled {
        true => (found.word.text.as_str(), "-".to_owned()),
        false => (found.word.text.as_str(), found.points.to_string()),
    });
    show_words(&rows.collect::<Vec<_>>(), screen)
}

fn show_missed(
    result: &RoundResult<'_>,
    round: &Round,
    all: bool,
    screen: &mut Screen<'_>,
) -> Result<()> {
    let (missed, words) = (result.missed.len(), round.solved_board().words().len());
    if missed == 0 {
        return match words {
            0 => Ok(()),
            _ => screen.line("No word was missed"),
        };
    }
    screen.line("")?;
    let shown = if all { missed } else { missed.min(MISSED) };
    let which = if shown < missed {
        format!("; the best {shown}")
    } else {
        String::new()
    };
    let title = screen.tone(Tone::Strong, "Missed");
    screen.line(&format!(
        "{title}: {missed} of {}{which}",
        counted(words as u64, "word")
    ))?;
    let rows = result.missed[..shown].iter();
    let rows = rows.map(|word| (word.text.as_str(), word.score.total.to_string()));
    show_words(&rows.collect::<Vec<_>>(), screen)
}

/// Shows words with their points in columns, line by line.
fn show_words(words: &[(&str, String)], screen: &mut Screen<'_>) -> Result<()> {
    let longest = words.iter().map(|(word, _)| word.chars().count());
    let longest = longest.max().unwrap_or(0);
    let dearest = words.iter().map(|(_, points)| points.len());
    let dearest = dearest.max().unwrap_or(0);
    let columns = (WIDTH / (longest + dearest + 4)).max(1);
    for row in words.chunks(columns) {
        let mut line = String::new();
        for (word, points) in row {
            let points = screen.tone(Tone::Quiet, &format!("{points:>dearest$}"));
            line += &format!("  {word:<longest$} {points} ");
        }
        screen.line(line.trim_end())?;
    }
    Ok(())
}

/// Who won.
fn winner(result: &RoundResult<'_>, round: &Round) -> String {
    let names = result.winners.iter();
    let names: Vec<&str> = names
        .map(|&seat| round.player(seat).name.as_str())
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
