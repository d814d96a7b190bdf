//! Climbs side by side find the same boards as alone, and scorers that lose or change neighbours
//! are noticed.

use std::collections::{HashMap, HashSet};
use std::pin::pin;
use std::task::{Context, Waker};

use proptest::prelude::*;
use wgs_engine::neighbour::{
    BoardChange, NeighbourRequest, NeighbourScorer, SearchHistory, WantedNeighbours,
};
use wgs_engine::{Adjacency, Board, Budget, Cell, Face, FaceBoard, Grid, Lexicon, Rules, Solver};
use wgs_records::hunt::{
    Climb, ClimbGroup, Hunt, HuntGoal, HuntLetters, HuntOptions, NeighbourBatchScorer,
};

use crate::{WORDS, cases};

/// The mistake that a scorer makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// The third batch fails after it was scored.
    Error,
    /// The third batch never comes back.
    NoAnswer,
    /// One of the best neighbours is lost.
    Lost,
    /// A neighbour has a wrong value.
    WrongValue,
    /// A neighbour comes back that is not wanted.
    NotWanted,
    /// The value of the board itself is wrong.
    WrongOwnValue,
}

/// Scores neighbours as a device should, with a plain set of the boards that were met.
struct PlainScorer<'h> {
    hunt: &'h Hunt,
    met: HashMap<SearchHistory, HashSet<FaceBoard>>,
    returned: usize,
    fault: Fault,
    batches: usize,
}

impl<'h> PlainScorer<'h> {
    fn new(hunt: &'h Hunt, fault: Fault) -> Self {
        Self {
            hunt,
            met: HashMap::new(),
            returned: 0,
            fault,
            batches: 0,
        }
    }

    fn wanted(&mut self, request: &NeighbourRequest, goal: HuntGoal) -> WantedNeighbours {
        let hunt = self.hunt;
        let mut scorer = NeighbourScorer::new(hunt.solver(), hunt.faces(), goal.count());
        let scores = scorer.score(&hunt.board(&request.board)).unwrap();
        let met = self.met.entry(request.history).or_default();
        let mut neighbours = Vec::new();
        for change in BoardChange::all(&request.board, hunt.faces().len()) {
            let mut board = request.board.clone();
            change.apply(&mut board);
            let value = scores.with_change(change);
            if met.insert(hunt.canonical(&board)) && request.wanted.contains(&value) {
                neighbours.push((change, value));
            }
        }
        neighbours.reverse();
        self.returned += neighbours.len();
        WantedNeighbours::new(scores.value(), neighbours)
    }
}

impl NeighbourBatchScorer for PlainScorer<'_> {
    type Error = String;

    async fn score_neighbours(
        &mut self,
        requests: &[NeighbourRequest],
        goal: HuntGoal,
    ) -> Result<Vec<WantedNeighbours>, String> {
        let requests = requests.iter();
        let mut found: Vec<_> = requests.map(|request| self.wanted(request, goal)).collect();
        self.batches += 1;
        if self.fault == Fault::NoAnswer && self.batches == 3 {
            std::future::pending::<()>().await;
        }
        for found in &mut found {
            let best = (found.neighbours.iter())
                .max_by_key(|(_, value)| *value)
                .copied();
            match self.fault {
                Fault::None | Fault::NoAnswer => {}
                Fault::Error if self.batches == 3 => return Err("failed".to_owned()),
                Fault::Error => {}
                Fault::Lost => found
                    .neighbours
                    .retain(|neighbour| Some(*neighbour) != best),
                Fault::WrongValue => found.neighbours.iter_mut().take(1).for_each(|it| it.1 += 1),
                Fault::NotWanted if self.batches > 2 => {
                    found
                        .neighbours
                        .push((BoardChange::Face(Cell::new(0), 0), 0));
                }
                Fault::NotWanted => {}
                Fault::WrongOwnValue => found.value += 1,
            }
        }
        Ok(found)
    }

    fn mismatch(&self, board: &Board) -> String {
        format!("mismatch on {board}")
    }

    fn is_mismatch(error: &String) -> bool {
        error.starts_with("mismatch")
    }
}

const GOALS: [HuntGoal; 5] = [
    HuntGoal::MAX_POINTS,
    HuntGoal::MIN_POINTS,
    HuntGoal::MAX_WORDS,
    HuntGoal::max_long(9),
    HuntGoal::exact_points(9),
];

fn hunt(grid: &Grid, options: HuntOptions) -> Hunt {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let solver = Solver::new(&lexicon, grid, &Rules::boggle());
    let faces = ["a", "e", "s", "t"].map(Face::letters);
    Hunt::new(&solver, HuntLetters::Free(&faces), options).unwrap()
}

/// Runs climbs side by side to their ends.
fn run(group: &mut ClimbGroup<'_>, scorer: &mut PlainScorer<'_>) -> Result<Vec<Climb>, String> {
    let mut ended = Vec::new();
    while !group.climbs().is_empty() {
        ended.extend(pollster::block_on(group.step(scorer))?);
    }
    Ok(ended)
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn climbs_side_by_side_find_what_each_finds_on_its_own(
        seed: u64, pool in 1usize..12, goal in 0..GOALS.len(), is_rack: bool, fails: bool,
    ) {
        let grid = match is_rack {
            true => Grid::rack(5),
            false => Grid::rectangle(3, 3, Adjacency::Diagonal),
        };
        let hunt = hunt(&grid, HuntOptions { goal: GOALS[goal], pool, seed });
        let fault = if fails { Fault::Error } else { Fault::None };
        let mut scorer = PlainScorer::new(&hunt, fault);
        let mut group = ClimbGroup::new(&hunt);
        (0..4).for_each(|number| group.add(hunt.climb(number)));
        let mut ended = run(&mut group, &mut scorer);
        if ended.is_err() {
            // The boards of the step that failed were met, but the climbs do not know them.
            ended = run(&mut group, &mut scorer);
        }
        let ended = ended.unwrap();
        let mut evaluations = 0;
        for climb in &ended {
            let mut expected = hunt.climb(climb.number());
            hunt.climber(&Budget::UNLIMITED).run(&mut expected, |_| ()).unwrap();
            prop_assert_eq!(climb, &expected);
            evaluations += climb.evaluations();
        }
        prop_assert!(fails || ended.len() == 4);
        prop_assert!((scorer.returned as u64) < evaluations);
    }
}

#[test]
fn a_climb_that_is_at_its_end_when_it_is_added_comes_back() {
    let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
    let hunt = hunt(&grid, HuntOptions::default());
    let mut climb = hunt.climb(0);
    let mut climber = hunt.climber(&Budget::UNLIMITED);
    climber.run(&mut climb, |_| ()).unwrap();
    let mut group = ClimbGroup::new(&hunt);
    group.add(climb.clone());
    let mut scorer = PlainScorer::new(&hunt, Fault::None);
    let ended = pollster::block_on(group.step(&mut scorer)).unwrap();
    assert_eq!((ended, scorer.batches), (vec![climb], 0));
    assert!(group.climbs().is_empty());
}

#[test]
fn a_step_that_is_given_up_can_be_repeated() {
    let options = HuntOptions {
        pool: 5,
        ..HuntOptions::default()
    };
    let hunt = hunt(&Grid::rectangle(3, 3, Adjacency::Diagonal), options);
    let mut scorer = PlainScorer::new(&hunt, Fault::NoAnswer);
    let mut group = ClimbGroup::new(&hunt);
    group.add(hunt.climb(0));
    for step in 1..=3 {
        let polled = pin!(group.step(&mut scorer)).poll(&mut Context::from_waker(Waker::noop()));
        assert_eq!(polled.is_pending(), step == 3);
    }
    let mut expected = hunt.climb(0);
    let mut climber = hunt.climber(&Budget::UNLIMITED);
    climber.run(&mut expected, |_| ()).unwrap();
    assert_eq!(run(&mut group, &mut scorer), Ok(vec![expected]));
}

#[test]
fn a_scorer_that_loses_or_changes_neighbours_is_noticed() {
    let grid = Grid::rectangle(3, 3, Adjacency::Diagonal);
    for fault in [
        Fault::Lost,
        Fault::WrongValue,
        Fault::NotWanted,
        Fault::WrongOwnValue,
    ] {
        let options = HuntOptions {
            pool: 5,
            ..HuntOptions::default()
        };
        let hunt = hunt(&grid, options);
        let mut scorer = PlainScorer::new(&hunt, fault);
        let mut group = ClimbGroup::new(&hunt);
        (0..3).for_each(|number| group.add(hunt.climb(number)));
        let error = run(&mut group, &mut scorer).unwrap_err();
        assert!(error.starts_with("mismatch on "), "{fault:?}: {error}");
    }
}
