//! Properties of rounds for any sequence of inputs.

use proptest::prelude::*;
use wgs_engine::spelling::Spelling;
use wgs_engine::{Adjacency, Cell, Grid, Lexicon, Rules, Solver};
use wgs_play::Penalty;
use wgs_play::{
    HintKind, Level, PlayerId, PlayerSetup, RestoreError, Round, RoundAction, RoundContext,
    RoundEvent, RoundGoal, RoundInput, RoundPhase, RoundSetup, SavedRound, SolvedBoard, TurnOrder,
    Verdict,
};

use crate::plain_round::PlainRound;

const WORDS: &str = "cat cats act acts scat cast tacs at as sat stack quits quit it ox";

/// Everything that a round can be started with again.
#[derive(Clone, Debug)]
struct Table {
    board: SolvedBoard,
    context: RoundContext,
}

impl Table {
    /// One of several boards: a grid, a rack, a hand with reuse and a blank, multipliers,
    /// required tiles.
    fn new(number: usize) -> Self {
        let lexicon = Lexicon::from_text(WORDS).unwrap();
        let two = Rules::boggle().with_min_word_length(2);
        let required = two.clone().with_required_cells([Cell::new(1)]);
        let (board, grid, rules) = match number % 5 {
            0 => (
                "CATS",
                Grid::rectangle(2, 2, Adjacency::Diagonal),
                Rules::boggle(),
            ),
            1 => ("CA:T;S", Grid::rectangle(4, 1, Adjacency::Straight), two),
            2 => ("C?TS", Grid::rack(4), two),
            3 => ("A?", Grid::rack(4).with_reuse(true), two),
            _ => ("CATS", Grid::rack(6).with_reuse(true), required),
        };
        let solver = Solver::new(&lexicon, &grid, &rules);
        let board = SolvedBoard::new(board.parse().unwrap(), &mut solver.worker()).unwrap();
        Self {
            board,
            context: RoundContext::new(&solver, &Spelling::default()),
        }
    }

    fn round(&self, setup: RoundSetup) -> Round {
        Round::new(setup, self.board.clone(), self.context.clone()).unwrap()
    }

    fn restore(&self, saved: SavedRound) -> Result<Round, RestoreError> {
        Round::restore(saved, self.board.clone(), self.context.clone())
    }
}

fn setups() -> impl Strategy<Value = RoundSetup> {
    let penalty = prop::sample::select(vec![
        None,
        Some(Penalty::WordScore),
        Some(Penalty::Points(3)),
        Some(Penalty::Points(u64::MAX)),
    ]);
    let limits = prop::sample::select(vec![None, Some(1), Some(400), Some(2_000), Some(90_000)]);
    (
        1..3usize,
        0..3usize,
        limits.clone(),
        limits,
        penalty,
        any::<[bool; 3]>(),
        0..9u64,
    )
        .prop_map(
            |(people, computers, limit, computer_limit, penalty, [turns, goal, cancel], seed)| {
                let people = ["Ann", "Bob"]
                    .into_iter()
                    .take(people)
                    .map(PlayerSetup::person);
                let levels = [Level::Easy, Level::Hard].into_iter().take(computers);
                let computers =
                    levels.map(|level| PlayerSetup::computer(&level.to_string(), level));
                RoundSetup {
                    players: computers.chain(people).collect(),
                    limit,
                    computer_limit,
                    penalty,
                    turns: if turns {
                        TurnOrder::OneByOne
                    } else {
                        TurnOrder::Together
                    },
                    goal: if goal {
                        RoundGoal::FindEverything
                    } else {
                        RoundGoal::Points
                    },
                    cancel,
                    seed,
                    ..RoundSetup::default()
                }
            },
        )
}

fn actions() -> impl Strategy<Value = RoundAction> {
    let word = prop::sample::select(WORDS.split(' ').collect::<Vec<_>>());
    let cells = prop::collection::vec(0..7usize, 0..6);
    prop_oneof![
        2 => Just(RoundAction::Tick),
        8 => word.prop_map(|word| RoundAction::Guess(word.to_owned())),
        1 => ".{0,5}".prop_map(RoundAction::Guess),
        1 => Just(RoundAction::Guess("x".repeat(1001))),
        4 => cells.prop_map(|cells| {
            RoundAction::GuessPath(cells.into_iter().map(Cell::new).collect())
        }),
        2 => prop::sample::select(HintKind::ALL.to_vec()).prop_map(RoundAction::Hint),
        1 => Just(RoundAction::Pause),
        2 => Just(RoundAction::Resume),
        1 => Just(RoundAction::Finish),
    ]
}

/// Inputs whose times mostly go forward.
fn inputs() -> impl Strategy<Value = Vec<RoundInput>> {
    let times = prop_oneof![20 => 0..900u64, 1 => Just(u64::MAX), 1 => 0..100_000u64];
    let input = (times, any::<bool>(), 0..5usize, actions());
    prop::collection::vec(input, 0..40).prop_map(|inputs| {
        let mut now = 0u64;
        let inputs = inputs.into_iter().map(|(step, is_back, player, action)| {
            let time = match is_back && step % 7 == 0 {
                true => now.saturating_sub(step),
                false => now.saturating_add(step),
            };
            now = time;
            RoundInput {
                time,
                player: PlayerId::new(player),
                action,
            }
        });
        inputs.collect()
    })
}

/// Everything about a round that an interface can see.
fn visible(round: &Round) -> impl PartialEq + std::fmt::Debug + use<> {
    let words: Vec<_> = round
        .player_ids()
        .map(|player| round.word_views(player))
        .collect();
    let hint = |player| HintKind::ALL.map(|kind| round.hint(player, kind));
    let hints: Vec<_> = round.player_ids().map(hint).collect();
    let result = round.result();
    let standings = result.standings.iter();
    let points: Vec<i64> = standings.map(|standing| standing.points).collect();
    (
        round.view(),
        words,
        hints,
        points,
        result.winners.clone(),
        round.save(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn points_are_those_of_the_accepted_words_less_penalties(
        board in 0..5usize, setup in setups(), inputs in inputs(),
    ) {
        let mut round = Table::new(board).round(setup);
        let mut accepted: Vec<Vec<(String, u64)>> = vec![Vec::new(); round.players().len()];
        let mut lost = vec![0u64; round.players().len()];
        for input in inputs {
            for event in round.handle(input) {
                match event {
                    RoundEvent::Judged { player, verdict, penalty, .. } => {
                        let player = player.index();
                        lost[player] = lost[player].saturating_add(penalty);
                        if let Verdict::Counts { word, points, .. } = verdict {
                            accepted[player].push((word, points));
                        }
                    }
                    RoundEvent::ComputerFound { player, points, .. } => {
                        // The word itself stays secret.
                        let nth = accepted[player.index()].len();
                        accepted[player.index()].push((nth.to_string(), points));
                    }
                    _ => {}
                }
            }
        }
        for player in round.player_ids() {
            let words = round.word_views(player);
            let index = player.index();
            let is_computer = round.players()[index].level.is_some();
            if is_computer && !matches!(round.phase(), RoundPhase::Ended(_)) {
                prop_assert!(words.is_empty(), "the words of the computer are known: {words:?}");
                let points: u64 = accepted[index].iter().map(|(_, points)| points).sum();
                prop_assert_eq!(round.points(player), points as i64);
                continue;
            }
            let found: Vec<_> =
                words.iter().map(|word| (word.word.clone(), word.points)).collect();
            if is_computer {
                let points = |words: &[(String, u64)]| -> Vec<u64> {
                    words.iter().map(|(_, points)| *points).collect()
                };
                prop_assert_eq!(points(&found), points(&accepted[index]));
            } else {
                prop_assert_eq!(&found, &accepted[index]);
            }
            let mut once: Vec<&String> = found.iter().map(|(word, _)| word).collect();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), found.len(), "a word counted twice");
            let points: i64 = found.iter().map(|(_, points)| *points as i64).sum();
            let lost = i64::try_from(lost[index]).unwrap_or(i64::MAX);
            prop_assert_eq!(round.points(player), points.saturating_sub(lost));
        }
    }

    #[test]
    fn nothing_is_accepted_after_the_time_is_up_or_while_the_round_is_paused(
        board in 0..5usize, setup in setups(), inputs in inputs(),
    ) {
        let limit = setup.limit;
        let turns = setup.turns;
        let mut round = Table::new(board).round(setup);
        for input in inputs {
            let before = round.phase();
            let words = |round: &Round| -> usize {
                let people = round.player_ids();
                let people = people.filter(|&id| round.player(id).unwrap().level.is_none());
                people.map(|id| round.found(id).len()).sum()
            };
            let had = words(&round);
            let events = round.handle(input);
            let has_ended = matches!(before, RoundPhase::Ended(_));
            let may_find = before == RoundPhase::Running && !events.contains(&RoundEvent::TimeUp);
            if !may_find {
                prop_assert_eq!(words(&round), had);
            }
            if has_ended {
                let is_ignored = |event: &RoundEvent| matches!(event, RoundEvent::Ignored { .. });
                prop_assert!(events.iter().all(is_ignored), "{events:?}");
                prop_assert_eq!(round.phase(), before);
            }
            let view = round.view();
            if let (Some(limit), Some(remaining)) = (limit, view.remaining) {
                prop_assert!(remaining <= limit);
                if turns == TurnOrder::Together {
                    prop_assert_eq!(view.played + remaining, limit);
                    prop_assert_eq!(remaining == 0, view.phase == RoundPhase::Ended(wgs_play::EndReason::TimeUp));
                }
            }
        }
        if turns == TurnOrder::Together && let Some(limit) = limit {
            for player in round.player_ids() {
                let is_late = |time: u64| match round.player(player).unwrap().level {
                    None => time >= limit,
                    Some(_) => time > limit,
                };
                prop_assert!(round.word_views(player).iter().all(|word| !is_late(word.time)));
            }
        }
    }

    #[test]
    fn a_saved_round_continues_as_if_it_had_not_been_interrupted(
        board in 0..5usize, setup in setups(), inputs in inputs(), at in 0..40usize, ticks in any::<bool>(),
    ) {
        let table = Table::new(board);
        let mut round = table.round(setup);
        let at = at.min(inputs.len());
        for input in &inputs[..at] {
            // Ticks between inputs change nothing.
            if ticks {
                round.handle(RoundInput::tick(round.time().saturating_add(1).min(input.time)));
            }
            round.handle(input.clone());
        }
        let json = serde_json::to_string(&round.save()).unwrap();
        let mut restored = table.restore(serde_json::from_str(&json).unwrap()).unwrap();
        prop_assert_eq!(visible(&restored), visible(&round));
        for input in &inputs[at..] {
            let events = round.handle(input.clone());
            prop_assert_eq!(restored.handle(input.clone()), events);
            prop_assert_eq!(visible(&restored), visible(&round));
        }
    }

    #[test]
    fn the_round_and_its_plain_twin_agree(
        board in 0..2usize, setup in setups(), inputs in inputs(),
    ) {
        let setup = RoundSetup {
            turns: TurnOrder::Together,
            ..setup
        };
        let table = Table::new(board);
        let words = table.board.words().iter();
        let mut plain = PlainRound {
            setup: setup.clone(),
            words: words.map(|word| (word.text.clone(), word.score.total)).collect(),
            inputs: Vec::new(),
        };
        let mut round = table.round(setup);
        for input in inputs {
            // Its twin does not know paths.
            if matches!(input.action, RoundAction::GuessPath(_)) {
                continue;
            }
            plain.inputs.push(input.clone());
            round.handle(input);
            let (view, state) = (round.view(), plain.state());
            prop_assert_eq!(view.played, state.played);
            prop_assert_eq!(matches!(view.phase, RoundPhase::Ended(_)), state.is_over);
            if !state.is_over {
                prop_assert_eq!(view.phase == RoundPhase::Paused, state.is_paused);
            }
            for player in round.player_ids() {
                let person = round.player(player).unwrap();
                if person.level.is_none() {
                    let found: Vec<String> = round.found(player).map(|word| word.text.clone()).collect();
                    prop_assert_eq!(&found, &state.found[player.index()]);
                    let points = i64::try_from(plain.points(&found)).unwrap();
                    let lost = i64::try_from(view.players[player.index()].penalty).unwrap_or(i64::MAX);
                    prop_assert_eq!(round.points(player), points.saturating_sub(lost));
                }
            }
        }
    }

    #[test]
    fn a_damaged_saved_round_is_an_error_and_not_a_panic(
        board in 0..5usize, setup in setups(), inputs in inputs(), cut in 0..4000usize, with in "[0-9a-z\"{}:,]{0,3}",
    ) {
        let table = Table::new(board);
        let mut round = table.round(setup);
        for input in inputs {
            round.handle(input);
        }
        let mut json = serde_json::to_string(&round.save()).unwrap();
        let cut = cut % json.len();
        if json.is_char_boundary(cut) && json.is_char_boundary(cut + 1) {
            json.replace_range(cut..cut + 1, &with);
        }
        if let Ok(saved) = serde_json::from_str::<SavedRound>(&json)
            && let Ok(mut restored) = table.restore(saved)
        {
            restored.handle(RoundInput::tick(u64::MAX));
            let _ = visible(&restored);
        }
    }

    #[test]
    fn inputs_and_events_cross_to_a_worker_unchanged(
        board in 0..5usize, setup in setups(), inputs in inputs(),
    ) {
        fn sent<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
            postcard::from_bytes(&postcard::to_stdvec(value).unwrap()).unwrap()
        }
        prop_assert_eq!(&sent(&setup), &setup);
        let mut round = Table::new(board).round(setup);
        for input in inputs {
            prop_assert_eq!(&sent(&input), &input);
            let events = round.handle(input);
            prop_assert_eq!(&sent(&events), &events);
        }
        prop_assert_eq!(&sent(&round.view()), &round.view());
        prop_assert_eq!(&sent(&round.save()), &round.save());
        for player in round.player_ids() {
            let words = round.word_views(player);
            prop_assert_eq!(&sent(&words), &words);
        }
    }
}
