//! The records and hunts that the page knows: from the server, asked again every other second, or
//! on a host without one from a file with the records that come with wgs.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wgs_app::reply::{RecordListReply, RecordReply};
use wgs_engine::BoardSize;
use wgs_records::hunt::HuntGoal;
use wgs_records::hunt::HuntProgress;
use wgs_records::record::Record;

use crate::session::{self, Session};

/// How often the server is asked.
const INTERVAL: Duration = Duration::from_secs(2);

/// The number of times that it is not asked after it has not answered.
const PATIENCE: u32 = 4;

/// The file on a host without a server; the site assembler writes it.
const FILE: &str = "records.json";

/// The identity of a record. Its board and its figures may change when a better one is found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordId(Arc<str>);

impl RecordId {
    /// Returns the identity of a record.
    pub fn of(record: &Record) -> Self {
        let Record {
            game,
            letters,
            goal,
            dictionary_hash,
            rules_hash,
            grid_hash,
            ..
        } = record;
        let id = format!("{game}/{letters}/{goal}/{dictionary_hash}/{rules_hash}/{grid_hash}");
        Self(id.into())
    }
}

/// A game on a grid, whose records stand together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordGroup {
    /// The name of the game.
    pub game: String,
    /// The size of the grid.
    pub size: BoardSize,
}

impl RecordGroup {
    fn has(&self, record: &Record) -> bool {
        record.game == self.game && record.size() == self.size
    }
}

/// Which records are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordFilter {
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those of this dictionary.
    pub dictionary: Option<String>,
    /// Only boards that the dice can produce.
    pub is_rollable: bool,
}

impl RecordFilter {
    fn accepts(&self, record: &Record) -> bool {
        let is = |wanted: &Option<String>, found: &String| {
            wanted.as_ref().is_none_or(|wanted| wanted == found)
        };
        is(&self.game, &record.game)
            && is(&self.dictionary, &record.dictionary)
            && (!self.is_rollable || record.rollable == Some(true))
    }
}

/// The source of the records that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordOrigin {
    /// Nothing has arrived yet.
    Loading,
    /// The server, which answers.
    Server,
    /// The server, which no longer answers.
    LostServer,
    /// The file of a host without a server.
    File,
    /// Nothing could be loaded.
    Nowhere,
}

/// The records and hunts. Copies refer to the same.
#[derive(Clone, Copy)]
pub struct RecordList {
    session: Session,
    /// Where they come from.
    pub origin: RwSignal<RecordOrigin>,
    records: RwSignal<Vec<Arc<RecordReply>>>,
    /// The running hunts.
    pub hunts: RwSignal<Vec<HuntProgress>>,
    /// Which records are listed.
    pub filter: RwSignal<RecordFilter>,
    /// The records that are listed.
    pub listed: Memo<Vec<Arc<RecordReply>>>,
    /// The record that was chosen.
    chosen: RwSignal<Option<RecordId>>,
    /// The record whose board is shown.
    pub selected: Memo<Option<Arc<RecordReply>>>,
    is_asking: StoredValue<bool>,
    waits: StoredValue<u32>,
}

impl RecordList {
    /// Loads the records, and asks for news until the calling component is gone. At first, the best
    /// board of a game is selected.
    pub fn new(session: Session, game: String) -> Self {
        let records = RwSignal::new(Vec::<Arc<RecordReply>>::new());
        let filter = RwSignal::new(RecordFilter::default());
        let listed = Memo::new(move |_| {
            let filter = filter.get();
            records.with(|records| {
                let records = records.iter().filter(|it| filter.accepts(&it.record));
                records.cloned().collect::<Vec<_>>()
            })
        });
        let chosen = RwSignal::new(None::<RecordId>);
        let selected = Memo::new(move |_| {
            let chosen = chosen.get();
            listed.with(|listed| {
                let is_chosen = |it: &&Arc<RecordReply>| Some(RecordId::of(&it.record)) == chosen;
                let first = || first_of(listed, &game);
                listed.iter().find(is_chosen).or_else(first).cloned()
            })
        });
        let list = Self {
            session,
            origin: RwSignal::new(RecordOrigin::Loading),
            records,
            hunts: RwSignal::new(Vec::new()),
            filter,
            listed,
            chosen,
            selected,
            is_asking: StoredValue::new(false),
            waits: StoredValue::new(0),
        };
        Effect::new(move |_| {
            if session.is_configured.get() {
                list.load();
            }
        });
        if let Ok(interval) = set_interval_with_handle(move || list.ask_again(), INTERVAL) {
            on_cleanup(move || interval.clear());
        }
        list
    }

    /// The list of the calling component.
    pub fn here() -> Self {
        expect_context()
    }

    /// Loads what the host has.
    fn load(self) {
        if self.is_asking.get_value() {
            return;
        }
        self.is_asking.set_value(true);
        let api = self.session.host.with_untracked(|host| host.api.clone());
        let is_first = self.origin.get_untracked() == RecordOrigin::Loading;
        spawn_local(async move {
            let (origin, reply) = loaded(api, is_first).await;
            // The page may have left the screen.
            if self.is_asking.try_set_value(false).is_some() {
                return;
            }
            if origin == RecordOrigin::LostServer {
                self.waits.set_value(PATIENCE);
            }
            if let Some(reply) = reply {
                self.show(reply);
            }
            if self.origin.get_untracked() != origin {
                self.origin.set(origin);
            }
        });
    }

    /// Asks the server for news, while the page is visible.
    fn ask_again(self) {
        let is_server = matches!(
            self.origin.get_untracked(),
            RecordOrigin::Server | RecordOrigin::LostServer
        );
        if !is_server || document().hidden() {
            return;
        }
        match self.waits.get_value() {
            0 => self.load(),
            waits => self.waits.set_value(waits - 1),
        }
    }

    /// Shows a reply. What has not changed is not touched.
    fn show(self, reply: RecordListReply) {
        let RecordListReply { records, hunts } = reply;
        let is_same = self.records.with_untracked(|old| {
            let pairs = || old.iter().zip(&records);
            old.len() == records.len() && pairs().all(|(old, new)| **old == *new)
        });
        if !is_same {
            self.records
                .set(records.into_iter().map(Arc::new).collect());
        }
        if self.hunts.with_untracked(|old| *old != hunts) {
            self.hunts.set(hunts);
        }
    }

    /// Chooses a record.
    pub fn select(self, id: RecordId) {
        self.chosen.set(Some(id));
    }

    /// Chooses the record that comes some places after the one that is shown.
    pub fn step(self, places: isize) {
        let id = self.listed.with_untracked(|listed| {
            let shown = RecordId::of(&self.selected.get_untracked()?.record);
            let is_shown = |it: &Arc<RecordReply>| RecordId::of(&it.record) == shown;
            let place = listed.iter().position(is_shown)?;
            let place = (place as isize + places).rem_euclid(listed.len() as isize);
            Some(RecordId::of(&listed[place as usize].record))
        });
        self.chosen.set(id);
    }

    /// A record that is listed, as a reactive value.
    pub fn record(self, id: &RecordId) -> Option<Arc<RecordReply>> {
        self.listed.with(|listed| {
            let is_it = |it: &&Arc<RecordReply>| RecordId::of(&it.record) == *id;
            listed.iter().find(is_it).cloned()
        })
    }

    /// The games on their grids that have listed records, as a reactive value.
    pub fn groups(self) -> Vec<RecordGroup> {
        self.listed.with(|listed| groups_of(listed))
    }

    /// The goals of a group's records, as a reactive value.
    pub fn goals(self, group: &RecordGroup) -> Vec<HuntGoal> {
        self.listed.with(|listed| {
            let records = listed.iter().filter(|it| group.has(&it.record));
            let mut goals: Vec<HuntGoal> = records.map(|it| it.record.goal).collect();
            goals.sort_unstable();
            goals.dedup();
            goals
        })
    }

    /// The records of a group with a goal, as a reactive value.
    pub fn ids(self, group: &RecordGroup, goal: HuntGoal) -> Vec<RecordId> {
        self.listed.with(|listed| {
            let records = listed
                .iter()
                .filter(|it| it.record.goal == goal && group.has(&it.record));
            records.map(|it| RecordId::of(&it.record)).collect()
        })
    }

    /// The names that all records have for something, each once, as a reactive value.
    pub fn names(self, of: fn(&Record) -> &String) -> Vec<String> {
        self.records.with(|records| {
            let names = records.iter().map(|it| of(&it.record).clone());
            let mut names: Vec<String> = names.collect();
            names.sort_unstable();
            names.dedup();
            names
        })
    }

    /// Whether there are records of boards that dice cannot produce, as a reactive value.
    pub fn has_unrollable(self) -> bool {
        self.records
            .with(|records| records.iter().any(|it| it.record.rollable != Some(true)))
    }

    /// Whether there are no records at all, as a reactive value.
    pub fn is_empty(self) -> bool {
        self.records.with(Vec::is_empty)
    }
}

/// The games on their grids, in the order of the records.
fn groups_of(records: &[Arc<RecordReply>]) -> Vec<RecordGroup> {
    let mut groups: Vec<RecordGroup> = Vec::new();
    for reply in records {
        let record = &reply.record;
        if !groups.iter().any(|group| group.has(record)) {
            groups.push(RecordGroup {
                game: record.game.clone(),
                size: record.size(),
            });
        }
    }
    groups
}

/// The record that is shown at first: of this game if it has any, with as many points as possible,
/// and of its own dice, which are on its own grid.
fn first_of<'r>(records: &'r [Arc<RecordReply>], game: &str) -> Option<&'r Arc<RecordReply>> {
    records.iter().min_by_key(|it| {
        let Record {
            game: of,
            goal,
            letters,
            ..
        } = &it.record;
        (of != game, *goal, letters != "dice")
    })
}

/// Loads what the host has, and says where it comes from. At first, the file replaces a server that
/// does not answer: the browser has it if the page was here before.
async fn loaded(api: Option<String>, is_first: bool) -> (RecordOrigin, Option<RecordListReply>) {
    let has_server = api.is_some();
    if let Some(api) = api
        && let Some(reply) = load(&format!("{api}records")).await
    {
        return (RecordOrigin::Server, Some(reply));
    }
    let file = match is_first {
        true => load(FILE).await,
        false => None,
    };
    let origin = match (has_server, &file) {
        (true, _) => RecordOrigin::LostServer,
        (false, Some(_)) => RecordOrigin::File,
        (false, None) => RecordOrigin::Nowhere,
    };
    (origin, file)
}

/// Loads a list; none if the host has no such file, or another version of wgs.
async fn load(address: &str) -> Option<RecordListReply> {
    let response = session::load(address).await.ok()?;
    let text = session::text_of(&response).await.ok()?;
    serde_json::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use wgs_app::reply::RecordSource;

    use super::super::record_text::tests::record;
    use super::*;

    fn reply(record: Record) -> Arc<RecordReply> {
        Arc::new(RecordReply {
            source: RecordSource::Shipped,
            climbs: record.climbs(),
            met: record.met(),
            record,
        })
    }

    #[test]
    fn a_better_board_is_the_same_record() {
        let old = record();
        let better = Record {
            points: old.points + 1,
            board: "STNDTEIELARSMRTE".to_owned(),
            ..old.clone()
        };
        assert_eq!(RecordId::of(&old), RecordId::of(&better));
        let other = Record {
            letters: "dice".to_owned(),
            ..old.clone()
        };
        assert_ne!(RecordId::of(&old), RecordId::of(&other));
    }

    #[test]
    fn filters_leave_out_other_records() {
        let any = RecordFilter::default();
        assert!(any.accepts(&record()));
        let dice = RecordFilter {
            is_rollable: true,
            ..any.clone()
        };
        for (rollable, is_listed) in [(Some(true), true), (Some(false), false), (None, false)] {
            let record = Record {
                rollable,
                ..record()
            };
            assert_eq!(dice.accepts(&record), is_listed, "{rollable:?}");
        }
        let other = RecordFilter {
            game: Some("Quarrel".to_owned()),
            ..any
        };
        assert!(!other.accepts(&record()));
    }

    #[test]
    fn the_first_record_is_of_the_game_that_is_played() {
        let words = Record {
            goal: HuntGoal::MAX_WORDS,
            ..record()
        };
        let other = Record {
            game: "Boggle (Big)".to_owned(),
            columns: 5,
            rows: 5,
            ..record()
        };
        let dice = Record {
            letters: "dice".to_owned(),
            ..record()
        };
        let records = [other, words, record(), dice.clone()].map(reply);
        let first = |game: &str| first_of(&records, game).unwrap().record.clone();
        assert_eq!(first("Boggle (New)"), dice);
        assert_eq!(first("Boggle (Big)").columns, 5);
        assert_eq!(first("Quarrel").goal, HuntGoal::MAX_POINTS);
        let groups = groups_of(&records);
        assert_eq!(groups.len(), 2);
        assert_eq!((&*groups[1].game, groups[1].size.rows), ("Boggle (New)", 4));
    }
}
