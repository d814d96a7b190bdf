//! Climbs whose neighbours a GPU scores find what climbs on the processor find.

use wgs_engine::{Adjacency, Budget, Face, Grid, Lexicon, Rules, Solver};
use wgs_engine::{LetterDistribution, parse_dice};
use wgs_gpu::{GpuDevice, GpuError, GpuHuntScorer, GpuSelection, NeighbourCounts};
use wgs_records::hunt::{Climb, ClimbGroup, Hunt, HuntGoal, HuntLetters, HuntOptions};
use wgs_test_requirement::requires;

use crate::{WORDS, device};

/// Checks that climbs on both find the same. Returns what became of the neighbours.
fn check(device: &GpuDevice, hunt: &Hunt, climbs: u64, steps: usize) -> NeighbourCounts {
    let mut scorer = GpuHuntScorer::new(device, hunt);
    let mut group = ClimbGroup::new(hunt);
    (0..climbs).for_each(|number| group.add(hunt.climb(number)));
    let mut found: Vec<Climb> = Vec::new();
    for _ in 0..steps {
        found.extend(pollster::block_on(group.step(&mut scorer)).unwrap());
    }
    let ended = found.len();
    found.extend(group.take());
    assert_eq!(found.len() as u64, climbs);
    for (index, mut climb) in found.into_iter().enumerate() {
        let mut climber = hunt.climber(&Budget::UNLIMITED);
        let mut expected = hunt.climb(climb.number());
        if index < ended {
            climber.run(&mut expected, |_| ()).unwrap();
        } else {
            for _ in 0..steps {
                assert!(climber.step(&mut expected).unwrap());
            }
            // Both go on from the end of a stage.
            climber.step(&mut expected).unwrap();
            climber.step(&mut climb).unwrap();
        }
        assert_eq!(climb, expected, "{}", hunt.goal());
    }
    scorer.counts()
}

const GOALS: [HuntGoal; 6] = [
    HuntGoal::MAX_POINTS,
    HuntGoal::MIN_POINTS,
    HuntGoal::MAX_WORDS,
    HuntGoal::max_long(5),
    HuntGoal::max_long(9),
    HuntGoal::exact_points(9),
];

#[requires(vulkan)]
#[test]
fn climbs_with_neighbours_of_a_gpu_find_what_others_find() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let device = device();
    // No word has an X or a Z.
    let free = ["a", "e", "s", "t", "qu", "x", "z"].map(Face::letters);
    for (grid, steps) in [
        (Grid::rectangle(3, 3, Adjacency::Diagonal), 200),
        (Grid::rectangle(4, 4, Adjacency::Diagonal), 12),
        (Grid::rectangle(3, 5, Adjacency::Straight), 12),
        (Grid::rectangle(6, 6, Adjacency::Diagonal), 5),
        (Grid::rectangle(3, 2, Adjacency::Diagonal), 200),
        (Grid::rack(5), 200),
    ] {
        let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
        let dice = "AEI, EST, TAX, SQu, TTU, ES, AO, AE, ST, ".repeat(4);
        let dice = LetterDistribution::Dice {
            dice: parse_dice(dice.trim_end_matches(", ")).unwrap(),
            shuffle: true,
        };
        for (seed, goal) in (0..).zip(GOALS) {
            for letters in [HuntLetters::Free(&free), HuntLetters::Dice(&dice)] {
                let pool = 5;
                let options = HuntOptions { goal, pool, seed };
                let hunt = Hunt::new(&solver, letters, options).unwrap();
                check(&device, &hunt, 3, steps);
            }
        }
    }
}

#[requires(vulkan)]
#[test]
fn climbs_find_the_same_if_the_device_forgets_most_of_what_they_met() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    // Enough for the dictionary, for 512 boards that were met, and for 128 neighbours at a time.
    let device = GpuDevice::open_within(GpuSelection::Any, 1 << 12).unwrap();
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    let faces = ["a", "e", "s", "t", "qu"].map(Face::letters);
    let options = HuntOptions {
        pool: 4,
        ..HuntOptions::default()
    };
    let hunt = Hunt::new(&solver, HuntLetters::Free(&faces), options).unwrap();
    let counts = check(&device, &hunt, 4, 15);
    assert!(counts.met > 0 && counts.met < counts.all / 4, "{counts:?}");
    assert!(counts.returned < counts.all / 2, "{counts:?}");
}

#[requires(vulkan)]
#[test]
fn climbs_on_boards_with_very_many_words_find_the_same() {
    let lexicon = Lexicon::english();
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
    let faces = ["e", "s", "r", "t", "a", "n", "i", "l", "p"].map(Face::letters);
    let options = HuntOptions {
        pool: 10,
        ..HuntOptions::default()
    };
    let hunt = Hunt::new(&solver, HuntLetters::Free(&faces), options).unwrap();
    check(&device(), &hunt, 2, 30);
}

#[requires(vulkan)]
#[test]
fn climbs_can_go_on_elsewhere_when_the_device_is_lost() {
    let lexicon = Lexicon::from_text(WORDS).unwrap();
    let solver = Solver::new(
        &lexicon,
        &Grid::rectangle(3, 3, Adjacency::Diagonal),
        &Rules::boggle(),
    );
    let faces = ["a", "e", "s", "t"].map(Face::letters);
    let options = HuntOptions {
        pool: 5,
        ..HuntOptions::default()
    };
    let hunt = Hunt::new(&solver, HuntLetters::Free(&faces), options).unwrap();
    let device = device();
    let mut scorer = GpuHuntScorer::new(&device, &hunt);
    let mut group = ClimbGroup::new(&hunt);
    (0..3).for_each(|number| group.add(hunt.climb(number)));
    for _ in 0..4 {
        assert!(
            pollster::block_on(group.step(&mut scorer))
                .unwrap()
                .is_empty()
        );
    }
    device.close();
    let error = pollster::block_on(group.step(&mut scorer)).unwrap_err();
    assert!(matches!(error, GpuError::Lost { .. }), "{error:?}");
    for mut climb in group.take() {
        let mut expected = hunt.climb(climb.number());
        let mut climber = hunt.climber(&Budget::UNLIMITED);
        climber.run(&mut climb, |_| ()).unwrap();
        climber.run(&mut expected, |_| ()).unwrap();
        assert_eq!(climb, expected);
    }
}
