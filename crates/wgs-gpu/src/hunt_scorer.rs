//! Scores neighbours for the climbs of a hunt on a GPU. Which boards those are is the hunt's business.

use wgs_engine::Board;
use wgs_engine::neighbour::{NeighbourRequest, WantedNeighbours};
use wgs_records::hunt::{Hunt, HuntGoal, NeighbourBatchScorer};

use crate::device::GpuDevice;
use crate::error::GpuError;
use crate::neighbour::{GpuNeighbourScorer, NeighbourCounts};

/// Scores the neighbours of boards for the climbs of a hunt.
///
/// ```
/// use wgs_engine::{Adjacency, Face, Grid, Lexicon, Rules, Solver};
/// use wgs_gpu::{GpuDevice, GpuHuntScorer, GpuSelection};
/// use wgs_records::hunt::{ClimbGroup, Hunt, HuntLetters, HuntOptions};
///
/// let lexicon = Lexicon::from_text("eat east seat sea set tea teas ate")?;
/// let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
/// let solver = Solver::new(&lexicon, &grid, &Rules::boggle());
/// let letters = ["a", "e", "s", "t", "x"].map(Face::letters);
/// let hunt = Hunt::new(&solver, HuntLetters::Free(&letters), HuntOptions::default())?;
/// if let Ok(device) = GpuDevice::open(GpuSelection::Any) {
///     let mut scorer = GpuHuntScorer::new(&device, &hunt);
///     let mut group = ClimbGroup::new(&hunt);
///     (0..3).for_each(|number| group.add(hunt.climb(number)));
///     let ended = loop {
///         let ended = pollster::block_on(group.step(&mut scorer))?;
///         if !ended.is_empty() {
///             break ended;
///         }
///     };
///     assert_eq!(ended[0].boards(&hunt)[0].value, 8);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GpuHuntScorer {
    device: GpuDevice,
    hunt: Hunt,
    /// One for each goal that the climbs compare boards by.
    scorers: Vec<(HuntGoal, GpuNeighbourScorer)>,
}

impl GpuHuntScorer {
    /// Prepares a device for the boards of a hunt. Whether it can score them turns out in the first step.
    pub fn new(device: &GpuDevice, hunt: &Hunt) -> Self {
        Self {
            device: device.clone(),
            hunt: hunt.clone(),
            scorers: Vec::new(),
        }
    }

    /// Returns the counts of all neighbours so far.
    pub fn counts(&self) -> NeighbourCounts {
        let counts = self.scorers.iter().map(|(_, scorer)| scorer.counts());
        counts.fold(NeighbourCounts::default(), |sum, counts| NeighbourCounts {
            all: sum.all + counts.all,
            met: sum.met + counts.met,
            returned: sum.returned + counts.returned,
            on_processor: sum.on_processor + counts.on_processor,
        })
    }
}

impl NeighbourBatchScorer for GpuHuntScorer {
    type Error = GpuError;

    async fn score_neighbours(
        &mut self,
        requests: &[NeighbourRequest],
        goal: HuntGoal,
    ) -> Result<Vec<WantedNeighbours>, GpuError> {
        let known = self.scorers.iter().position(|(known, _)| *known == goal);
        let index = match known {
            Some(index) => index,
            None => {
                let (solver, faces) = (self.hunt.solver(), self.hunt.face_table());
                let value = goal.count();
                let scorer = GpuNeighbourScorer::new(&self.device, solver, faces, value)?;
                let scorer = scorer.with_permutations(self.hunt.permutations());
                self.scorers.push((goal, scorer));
                self.scorers.len() - 1
            }
        };
        self.scorers[index].1.score(requests).await
    }

    fn mismatch(&self, board: &Board) -> GpuError {
        GpuError::NeighbourMismatch {
            device: self.device.name().to_owned(),
            board: board.to_string(),
        }
    }

    fn is_mismatch(error: &GpuError) -> bool {
        error.is_mismatch()
    }
}
