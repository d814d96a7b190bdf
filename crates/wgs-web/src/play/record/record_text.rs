//! Records in words: their goals, their figures, and the command that repeats a hunt.

use wgs_app::reply::RecordReply;
use wgs_config::Catalogue;
use wgs_dice::Aim;
use wgs_engine::{BoardSize, Count};
use wgs_records::hunt::HuntGoal;
use wgs_records::record::Record;

use super::record_list::RecordGroup;
use crate::text::{number, tr, tr_count, tr_with};

/// The letters and the pool of a hunt that names no others.
const DEFAULT_LETTERS: &str = "dice";
const DEFAULT_POOL: usize = 50;

/// A goal, as the page calls it.
pub fn goal_name(goal: HuntGoal) -> String {
    match (goal.aim(), goal.count()) {
        (Aim::Within { least, .. }, _) => tr_count("record.goal.points", least),
        (Aim::Minimise, _) => tr("record.goal.min-points"),
        (Aim::Maximise, Count::LongWords(letters)) => {
            tr_count("record.goal.max-long", letters.into())
        }
        (Aim::Maximise, Count::Words) => tr("record.goal.max-words"),
        (Aim::Maximise, _) => tr("record.goal.max-points"),
    }
}

/// The count of a goal: points, words or long words.
pub fn value_text(goal: HuntGoal, value: u64) -> String {
    match goal.count() {
        Count::Words => tr_count("solver.words", value),
        Count::LongWords(_) => tr_count("record.long-words", value),
        _ => tr_count("solver.points", value),
    }
}

/// The letters that boards may have.
pub fn letters_text(letters: &str) -> String {
    match letters {
        "dice" => tr("record.letters.dice"),
        "free" => tr("record.letters.free"),
        list => tr_with("record.letters.list", &[("letters", list)]),
    }
}

/// How many of the climbs have reached a value.
pub fn climbs_text(met: u64, climbs: u64) -> String {
    tr_with(
        "record.of-climbs",
        &[("met", &number(met)), ("n", &number(climbs))],
    )
}

/// The same in a list of facts.
pub fn met_text(met: u64, climbs: u64) -> String {
    tr_with("record.met", &[("climbs", &climbs_text(met, climbs))])
}

/// Whether dice can produce the board; nothing if that is clear, or if there are no dice.
pub fn rollable_text(record: &Record) -> Option<String> {
    match (record.letters.as_str(), record.rollable) {
        ("dice", _) | (_, None) => None,
        (_, Some(true)) => Some(tr("record.rollable")),
        (_, Some(false)) => Some(tr("record.not-rollable")),
    }
}

/// The facts about a record that stand in its row.
pub fn facts(reply: &RecordReply) -> String {
    let record = &reply.record;
    let facts = [
        Some(letters_text(&record.letters)),
        rollable_text(record),
        Some(record.dictionary.clone()),
        Some(met_text(reply.met, reply.climbs)),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    facts.join(" · ")
}

/// The size of a group's boards.
pub fn size_text(group: &RecordGroup) -> String {
    match group.size {
        BoardSize { rows: 1, columns } => tr_count("record.tiles", columns.into()),
        BoardSize { rows, columns } => format!("{rows} × {columns}"),
    }
}

/// The command that finds the record again: the climb that met it is the last one that it runs.
pub fn command(record: &Record, catalogue: &Catalogue) -> String {
    let game = catalogue.game(&record.game).ok();
    let own_size = game.as_ref().and_then(|game| Some(game.grid()?.size()));
    let own_dictionary = game.as_ref().and_then(|game| game.dictionary_name());
    let size = record.size();
    let short = game
        .as_ref()
        .map_or_else(|| record.game.clone(), |game| game.short_name());
    let (goal_flag, goal_value) = match record.goal.aim() {
        Aim::Minimise => ("minimize", String::new()),
        Aim::Within { least, .. } => ("points", least.to_string()),
        Aim::Maximise => ("maximize", record.goal.count().to_string()),
    };
    // Defaults are left out.
    let flags = [
        ("size", size.to_string(), own_size != Some(size)),
        (
            "dictionary",
            record.dictionary.clone(),
            own_dictionary != Some(&record.dictionary),
        ),
        (goal_flag, goal_value, record.goal != HuntGoal::MAX_POINTS),
        (
            "letters",
            record.letters.clone(),
            record.letters != DEFAULT_LETTERS,
        ),
        ("pool", record.pool.to_string(), record.pool != DEFAULT_POOL),
        ("climbs", (record.climb + 1).to_string(), true),
        ("seed", record.seed.to_string(), true),
    ];
    let flags = flags.iter().filter(|(.., is_needed)| *is_needed);
    let flags = flags.map(|(flag, value, _)| match value.as_str() {
        "" => format!(" --{flag}"),
        value => format!(" --{flag} {}", quoted(value)),
    });
    format!("wgs hunt {}{}", quoted(&short), flags.collect::<String>())
}

/// A word of a command as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '=' | '.' | '/');
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
pub(in crate::play) mod tests {
    use wgs_records::Fingerprint;
    use wgs_records::record::RecordRun;

    use super::*;

    /// A record of Boggle.
    pub(in crate::play) fn record() -> Record {
        let hash = Fingerprint::of_text("");
        Record {
            game: "Boggle (New)".to_owned(),
            columns: 4,
            rows: 4,
            letters: "free".to_owned(),
            goal: HuntGoal::MAX_POINTS,
            dictionary: "Wordnik".to_owned(),
            dictionary_hash: hash,
            rules_hash: hash,
            grid_hash: hash,
            board: "STNDTEIELARSMRTO".to_owned(),
            words: 831,
            points: 1_500,
            long_words: None,
            rollable: Some(false),
            seed: 7,
            pool: 50,
            climb: 11,
            runs: vec![RecordRun {
                seed: 7,
                pool: 50,
                climbs: 40,
                met: 3,
            }],
            version: "0.1.0".to_owned(),
            date: "2026-11-18".to_owned(),
        }
    }

    #[test]
    fn the_command_has_what_is_not_the_default() {
        let catalogue = Catalogue::embedded();
        let other = Record {
            columns: 6,
            rows: 5,
            goal: HuntGoal::max_long(8),
            letters: "dice".to_owned(),
            dictionary: "my words.txt".to_owned(),
            pool: 80,
            ..record()
        };
        let unknown = Record {
            game: "My Game".to_owned(),
            ..record()
        };
        for (record, expected) in [
            (
                record(),
                "wgs hunt boggle-new --letters free --climbs 12 --seed 7",
            ),
            (
                other,
                "wgs hunt boggle-new --size 5x6 --dictionary 'my words.txt' --maximize words-of=8 \
                 --pool 80 --climbs 12 --seed 7",
            ),
            (
                unknown,
                "wgs hunt 'My Game' --size 4x4 --dictionary Wordnik --letters free --climbs 12 \
                 --seed 7",
            ),
        ] {
            assert_eq!(command(&record, &catalogue), expected);
        }
    }

    #[test]
    fn a_word_of_a_command_is_quoted_where_a_shell_needs_it() {
        for (word, expected) in [
            ("boggle-new", "boggle-new"),
            ("max-long=8", "max-long=8"),
            ("Boggle (New)", "'Boggle (New)'"),
            ("Ann's words.txt", r"'Ann'\''s words.txt'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
