//! A record of the shipped tables or of the user's own.

use serde::{Deserialize, Serialize};
use wgs_records::record::{Record, RecordTable};

/// A record, and which table it is from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecordReply {
    /// The record.
    #[serde(flatten)]
    pub record: Record,
    /// The table it is from.
    pub source: RecordSource,
    /// The number of climbs that looked for it, in all runs.
    pub climbs: u64,
    /// The number of climbs that reached its value, in all runs.
    pub met: u64,
}

/// A table of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RecordSource {
    /// The table that comes with wgs.
    Shipped,
    /// The user's own table.
    Local,
}

impl RecordReply {
    /// Returns the best records of two tables, by game, size, dictionary, letters and goal. Of two
    /// records with the same value, the shipped one is listed, with the climbs of both.
    pub fn of_tables(shipped: &RecordTable, local: &RecordTable) -> Vec<Self> {
        let merged = RecordTable::merged(&[shipped, local]);
        let mut replies: Vec<Self> = merged
            .into_iter()
            .map(|(table, record)| Self {
                source: match table {
                    0 => RecordSource::Shipped,
                    _ => RecordSource::Local,
                },
                climbs: record.climbs(),
                met: record.met(),
                record,
            })
            .collect();
        replies.sort_by(|a, b| key(&a.record).cmp(&key(&b.record)));
        replies
    }
}

/// The value that sorts the records.
fn key(record: &Record) -> impl Ord + '_ {
    let Record {
        game,
        columns,
        rows,
        dictionary,
        letters,
        goal,
        dictionary_hash,
        ..
    } = record;
    let size = (u64::from(*columns) * u64::from(*rows), *columns);
    (game, size, dictionary, dictionary_hash, letters, *goal)
}

#[cfg(test)]
mod tests {
    use wgs_records::record::RecordRun;

    use super::*;

    fn record(points: u64, seed: u64, climbs: u64, met: u64) -> Record {
        let shipped = RecordTable::shipped();
        let run = RecordRun {
            seed,
            pool: 50,
            climbs,
            met,
        };
        Record {
            points,
            seed,
            runs: vec![run],
            ..shipped.records().next().unwrap().clone()
        }
    }

    #[test]
    fn the_better_of_two_tables_is_listed() {
        let (mut shipped, mut local) = (RecordTable::default(), RecordTable::default());
        shipped.add(record(10, 1, 5, 2));
        local.add(record(10, 2, 6, 3));
        let reply = |local: &RecordTable| {
            let replies = RecordReply::of_tables(&shipped, local);
            assert_eq!(replies.len(), 1);
            let text = serde_json::to_string(&replies[0]).unwrap();
            assert_eq!(
                serde_json::from_str::<RecordReply>(&text).unwrap(),
                replies[0]
            );
            (replies[0].source, replies[0].met, replies[0].climbs)
        };
        assert_eq!(reply(&local), (RecordSource::Shipped, 5, 11));
        local.add(record(11, 3, 1, 1));
        assert_eq!(reply(&local), (RecordSource::Local, 1, 12));
    }
}
