//! The summary of a round: the words and points of all players, the winner, and the words that
//! no player found. It is plain data, from a local round or from the report of a server.

use anyhow::Result;
use wgs_play::{Level, ReportWord, Round, ScoreUnit};

use super::styled_output::{Style, StyledOutput};
use super::{YOU, score_text, word_points};
use crate::app::counted;
use crate::column::{self, column_width};

/// The number of missed words to list by default.
const MISSED: usize = 20;

/// The maximum width of a line of words, in characters.
const WIDTH: usize = 79;

/// The summary of a round.
#[derive(Clone, Debug)]
pub(super) struct RoundSummary {
    /// The players in the order of joining.
    pub(super) standings: Vec<PlayerSummary>,
    /// Who won.
    pub(super) winner: String,
    /// The words that no player found, the best first.
    pub(super) missed: Vec<ReportWord>,
    /// The number of further missed words, which are left out.
    pub(super) more_missed: u64,
    /// The number of words on the board.
    pub(super) words: u64,
    /// What the points are counted in.
    pub(super) unit: ScoreUnit,
}

/// The words and points of a player.
#[derive(Clone, Debug)]
pub(super) struct PlayerSummary {
    /// The name.
    pub(super) name: String,
    /// The skill of a computer player.
    pub(super) level: Option<Level>,
    /// The points in the end.
    pub(super) points: i64,
    /// The words, the best first.
    pub(super) words: Vec<ReportWord>,
}

impl From<&Round> for RoundSummary {
    fn from(round: &Round) -> Self {
        let result = round.result();
        let found = result.standings.iter();
        let most = found.map(|standing| standing.points).max().unwrap_or(0);
        let all = counted(round.solved_board().points(), round.unit().name());
        let names = result.winners.iter();
        let names = names.map(|player| round.players()[player.index()].name.as_str());
        let winner = match result.standings.len() {
            1 => format!("{most} of {all}"),
            _ => winner(&names.collect::<Vec<_>>(), &format!("{most} of {all}")),
        };
        let standings = result.standings.iter().map(|standing| PlayerSummary {
            name: standing.player.name.clone(),
            level: standing.player.level,
            points: standing.points,
            words: standing
                .words
                .iter()
                .map(|found| ReportWord {
                    is_cancelled: found.is_cancelled,
                    ..ReportWord::new(round, found.word, Vec::new())
                })
                .collect(),
        });
        let missed = result.missed.iter();
        let missed = missed.map(|word| ReportWord::new(round, word, Vec::new()));
        Self {
            standings: standings.collect(),
            winner,
            missed: missed.collect(),
            more_missed: 0,
            words: round.solved_board().words().len() as u64,
            unit: round.unit(),
        }
    }
}

/// Shows the summary of a round, with all missed words or the best ones.
pub(super) fn show(summary: &RoundSummary, all: bool, output: &mut StyledOutput<'_>) -> Result<()> {
    for standing in &summary.standings {
        output.line("")?;
        show_standing(standing, summary.unit, output)?;
    }
    output.line("")?;
    let winner = output.styled(Style::Bold, &summary.winner);
    output.line(&winner)?;
    show_missed(summary, all, output)
}

fn show_standing(
    standing: &PlayerSummary,
    unit: ScoreUnit,
    output: &mut StyledOutput<'_>,
) -> Result<()> {
    let mut name = output.styled(Style::Bold, &standing.name);
    if let Some(level) = standing.level {
        name += &output.styled(Style::Faint, &format!(" ({level})"));
    }
    let score = score_text(standing.words.len() as u64, standing.points, unit);
    output.line(&format!("{name}: {score}"))?;
    let rows = standing.words.iter().map(|found| match found.is_cancelled {
        true => (found.word.as_str(), "-".to_owned()),
        false => (found.word.as_str(), word_points(found.points, unit)),
    });
    show_words(&rows.collect::<Vec<_>>(), output)
}

fn show_missed(summary: &RoundSummary, all: bool, output: &mut StyledOutput<'_>) -> Result<()> {
    let (listed, words) = (summary.missed.len(), summary.words);
    let missed = listed as u64 + summary.more_missed;
    if missed == 0 {
        return match words {
            0 => Ok(()),
            _ => output.line("No words were missed"),
        };
    }
    output.line("")?;
    let shown = if all { listed } else { listed.min(MISSED) };
    let which = if (shown as u64) < missed {
        format!("; the best {shown} are")
    } else {
        String::new()
    };
    let title = output.styled(Style::Bold, "Missed");
    output.line(&format!(
        "{title}: {missed} of {}{which}",
        counted(words, "word")
    ))?;
    let rows = summary.missed[..shown].iter();
    let points = |word: &ReportWord| word_points(word.points, summary.unit);
    let rows = rows.map(|word| (word.word.as_str(), points(word)));
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

/// Describes who won against others, by the names of the winners and their points.
pub(super) fn winner(names: &[&str], points: &str) -> String {
    match names {
        [] => "No player scored".to_owned(),
        [YOU] => format!("You win with {points}"),
        [name] => format!("{name} wins with {points}"),
        [first @ .., last] => format!("{} and {last} win with {points} each", first.join(", ")),
    }
}
