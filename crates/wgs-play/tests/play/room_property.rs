//! Properties of rooms for any interleaving of what members do and what happens to them, against
//! a plain recount.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use wgs_play::Level;
use wgs_play::room::{
    Dealing, MemberId, PhaseView, RoomAction, RoomAnswer, RoomEvent, RoomInput, RoomInputKind,
    RoomSettings, RoundReport, Scoring,
};

use crate::room_table::{RoomTable, WORDS};

/// Something that happens. Members are chosen by number.
#[derive(Clone, Debug)]
enum Step {
    Join(usize, bool),
    Connect(usize),
    Disconnect(usize),
    Act(usize, RoomAction),
    Remove(usize, usize),
    HandOver(usize, usize),
    Readmit(usize),
    Deal,
    Wait(u64),
    /// A host whose clock may be behind loads the room.
    Load(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let member = 0..6usize;
    let word = (0..WORDS.len() + 2).prop_map(|index| {
        let word = WORDS.get(index).copied().unwrap_or("dog");
        RoomAction::Guess(word.to_owned())
    });
    let action = prop_oneof![
        12 => word,
        4 => Just(RoomAction::Ready(true)),
        1 => Just(RoomAction::Ready(false)),
        1 => Just(RoomAction::Finish),
        1 => any::<bool>().prop_map(RoomAction::Watch),
        1 => "[a-c]{0,3}".prop_map(RoomAction::Rename),
        1 => "[a-z]{0,5}".prop_map(RoomAction::Chat),
        1 => proptest::option::of("[A-C]{1,3}").prop_map(RoomAction::Deal),
        2 => Just(RoomAction::Start),
        1 => Just(RoomAction::EndRound),
        1 => (1..4u32, scoring()).prop_map(|(rounds, scoring)| {
            let settings = RoomSettings { rounds, scoring, seconds: 20, ..RoomSettings::default() };
            RoomAction::Settings(Box::new(settings))
        }),
        1 => Just(RoomAction::Leave),
    ];
    prop_oneof![
        3 => (member.clone(), any::<bool>()).prop_map(|(who, it)| Step::Join(who, it)),
        1 => member.clone().prop_map(Step::Connect),
        1 => member.clone().prop_map(Step::Disconnect),
        16 => (member.clone(), action).prop_map(|(who, action)| Step::Act(who, action)),
        1 => (member.clone(), member.clone()).prop_map(|(who, other)| Step::Remove(who, other)),
        1 => (member.clone(), member.clone()).prop_map(|(who, other)| Step::HandOver(who, other)),
        1 => member.prop_map(Step::Readmit),
        4 => Just(Step::Deal),
        4 => prop_oneof![0..50u64, Just(5_000), 1_000..15_000u64, Just(700_000)].prop_map(Step::Wait),
        1 => prop_oneof![Just(0), 0..20_000u64].prop_map(Step::Load),
    ]
}

fn scoring() -> impl Strategy<Value = Scoring> {
    prop_oneof![
        Just(Scoring::Classic),
        Just(Scoring::Individual),
        Just(Scoring::Cooperative),
    ]
}

fn settings() -> impl Strategy<Value = RoomSettings> {
    let computers =
        proptest::collection::vec(prop_oneof![Just(Level::Hard), Just(Level::Perfect)], 0..2);
    (scoring(), computers, any::<bool>(), 1..4u32).prop_map(
        |(scoring, computers, deals, rounds)| RoomSettings {
            scoring,
            computers,
            rounds,
            seconds: 20,
            max_players: 4,
            dealing: if deals {
                Dealing::Member
            } else {
                Dealing::Server
            },
            ..RoomSettings::default()
        },
    )
}

/// What people guessed successfully in the running round, counted plainly.
#[derive(Default)]
struct Recount {
    /// The words of each member.
    words: BTreeMap<MemberId, BTreeSet<String>>,
}

impl Recount {
    /// Checks a report against the guesses.
    fn check(&self, report: &RoundReport) {
        let board_points = |word: &str| if word.len() < 5 { 1 } else { 2 };
        // Computer players' words are taken from the report.
        let mut found: Vec<BTreeSet<String>> = Vec::new();
        for (player, index) in report.players.iter().zip(0..) {
            found.push(match player.member {
                Some(member) => self.words.get(&member).cloned().unwrap_or_default(),
                None => {
                    let words = report.words.iter();
                    let its = words.filter(|it| it.finders.iter().any(|by| by.player == index));
                    its.map(|word| word.word.clone()).collect()
                }
            });
        }
        let mut best = 0;
        for (player, words) in report.players.iter().zip(&found) {
            let counted = words.iter().filter(|word| {
                let finders = found.iter().filter(|other| other.contains(*word)).count();
                report.scoring != Scoring::Classic || finders == 1
            });
            let points: i64 = counted.map(|word| board_points(word)).sum();
            assert_eq!(player.points, points, "{report:?}");
            assert_eq!(player.words, words.len() as u64);
            best = best.max(points);
        }
        if report.scoring == Scoring::Cooperative {
            let people = report.players.iter().zip(&found);
            let people = people.filter(|(player, _)| player.member.is_some());
            let team: Vec<&String> = people.flat_map(|(_, words)| words).collect();
            let distinct: BTreeSet<&&String> = team.iter().collect();
            assert_eq!(distinct.len(), team.len(), "a team finds each word once");
        } else {
            for (player, index) in report.players.iter().zip(0..) {
                let has_won = best > 0 && player.points == best;
                assert_eq!(report.winners.contains(&index), has_won);
            }
        }
        assert_eq!(report.words.len(), WORDS.len());
    }
}

/// Checks that no player can learn a word of the running round that they did not find.
fn check_secrecy(table: &RoomTable, recount: &Recount) {
    for member in table.views.keys() {
        let view = table.room.view(*member).unwrap();
        let PhaseView::Playing { round } = &view.phase else {
            continue;
        };
        let is_seated = round.seats.iter().any(|seat| seat.member == Some(*member));
        assert_eq!(view.seat.is_some(), is_seated);
        if table.room.settings().scoring == Scoring::Cooperative {
            continue;
        }
        let shown: BTreeSet<String> = view.words.iter().map(|it| it.word.clone()).collect();
        let own = recount.words.get(member).cloned().unwrap_or_default();
        assert_eq!(shown, own);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn any_interleaving_agrees_with_a_recount_and_can_be_restored_at_any_time(
        settings in settings(),
        steps in proptest::collection::vec(step(), 1..120),
        restores in proptest::collection::vec(any::<proptest::sample::Index>(), 3),
    ) {
        let mut table = RoomTable::new(settings);
        for name in ["A", "B"] {
            table.join(name);
        }
        let mut recount = Recount::default();
        let restores: BTreeSet<usize> = restores.iter().map(|it| it.index(steps.len())).collect();
        for (number, step) in steps.into_iter().enumerate() {
            let members: Vec<MemberId> =
                table.room.members().iter().map(|member| member.view.member).collect();
            let member = |index: usize| members.get(index).copied().unwrap_or(MemberId(99));
            let reports = table.reports.len();
            let first_event = table.events.len();
            match step {
                Step::Join(who, is_spectator) => {
                    let name = ["A", "B", "C", "D", "E", "F"][who];
                    let player = (who % 2 == 0).then_some(name);
                    let _ = table.enter(name, player, is_spectator);
                }
                Step::Connect(who) => {
                    table.handle(RoomInputKind::Connect(member(who)));
                }
                Step::Disconnect(who) => {
                    table.handle(RoomInputKind::Disconnect(member(who)));
                }
                Step::Act(who, action) => {
                    let guessed = matches!(action, RoomAction::Guess(_));
                    let answer = table.act(member(who), action);
                    if let Ok(RoomAnswer::Judged { word: Some(word), .. }) = answer {
                        prop_assert!(guessed);
                        let is_new = recount.words.entry(member(who)).or_default().insert(word.word);
                        prop_assert!(is_new, "a word counts once for a player");
                    }
                }
                Step::Remove(who, other) => {
                    let _ = table.act(member(who), RoomAction::Remove(member(other)));
                }
                Step::HandOver(who, other) => {
                    let _ = table.act(member(who), RoomAction::HandOver(member(other)));
                }
                Step::Readmit(who) => {
                    let first = table.room.snapshot().and_then(|it| it.removed.first().cloned());
                    let player = first.map_or_else(String::new, |it| it.player);
                    let _ = table.act(member(who), RoomAction::Readmit(player));
                }
                Step::Deal => table.deal(),
                Step::Wait(time) => table.wait(time),
                Step::Load(behind) => {
                    table.room = table.restored();
                    table.now = table.now.saturating_sub(behind);
                    table.handle(RoomInputKind::Load);
                    // Everyone has lost the connection, and connects again.
                    for view in table.views.values_mut() {
                        *view = table.room.view(view.member).unwrap();
                    }
                }
            }
            for report in &table.reports[reports..] {
                recount.check(report);
            }
            let is_start = |event: &RoomEvent| {
                matches!(event, RoomEvent::Started { .. } | RoomEvent::Ended { .. })
            };
            if table.events[first_event..].iter().any(is_start) {
                recount = Recount::default();
            }
            check_secrecy(&table, &recount);
            // What clients were told is all they need.
            for (member, view) in &table.views {
                let expected = table.room.view(*member);
                prop_assert_eq!(Some(view), expected.as_ref());
            }
            if restores.contains(&number) {
                let mut room = table.restored();
                let tick = RoomInput { at: table.now, kind: RoomInputKind::Tick };
                prop_assert_eq!(room.handle(tick), []);
                prop_assert_eq!(room.next_time(), table.room.next_time());
                prop_assert_eq!(room.inputs(), table.room.inputs());
                for member in table.room.members() {
                    let id = member.view.member;
                    prop_assert_eq!(room.view(id), table.room.view(id));
                    prop_assert_eq!(room.member(id), Some(member));
                }
                // The game goes on with the room that was restored.
                table.room = room;
            }
        }
    }
}
