//! Estimates of the time that a proof takes, from a random sample of its classes.

use std::time::Duration;

use serde::Serialize;
use wgs_dice::Random;

use super::{Class, ProofGame};

/// A random sample of classes.
#[derive(Clone, Debug)]
pub struct ClassSample {
    /// The classes.
    pub classes: Vec<Class>,
    /// The number of classes that each one stands for, unless they all stand for as many.
    weights: Option<Vec<f64>>,
    /// The number of all classes; an estimate if there are weights.
    all: usize,
}

impl ClassSample {
    /// Chooses classes whose first `cells` cells have one face each. If there are too many to
    /// list, each class is chosen by itself, and some may be chosen twice.
    pub fn of(game: &ProofGame, cells: usize, sampled: usize, random: &mut Random) -> Self {
        if game.is_plan_too_large(cells) {
            let chosen = (0..sampled).map(|_| game.random_class(cells, random));
            let (classes, weights): (_, Vec<f64>) = chosen.unzip();
            return Self {
                classes,
                all: (weights.iter().sum::<f64>() / sampled.max(1) as f64) as usize,
                weights: Some(weights),
            };
        }
        let (_, mut classes) = game.plan(cells);
        let all = classes.len();
        random.shuffle_first(&mut classes, sampled);
        classes.truncate(sampled);
        Self {
            classes,
            weights: None,
            all,
        }
    }

    /// Extrapolates from the times of some classes, each with its index.
    pub fn estimate(&self, times: &[(usize, Duration)]) -> TimeEstimate {
        let seconds: Vec<f64> = times
            .iter()
            .map(|&(index, time)| match &self.weights {
                Some(weights) => time.as_secs_f64() * weights[index] / self.all.max(1) as f64,
                None => time.as_secs_f64(),
            })
            .collect();
        TimeEstimate::new(&seconds, self.all)
    }
}

/// An estimate of the time of all classes on one processor core.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TimeEstimate {
    /// The number of classes that were measured.
    pub sampled: usize,
    /// The number of all classes.
    pub classes: usize,
    /// The estimated time in seconds.
    pub seconds: f64,
    /// The lower end of the interval that has the real time with a probability of about 95%.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl TimeEstimate {
    /// Extrapolates from the times of a random sample. The interval is that of a normal
    /// distribution, which is rough for a few classes of very different size.
    fn new(seconds: &[f64], classes: usize) -> Self {
        let sampled = seconds.len().max(1) as f64;
        let mean = seconds.iter().sum::<f64>() / sampled;
        let squares: f64 = seconds.iter().map(|time| (time - mean).powi(2)).sum();
        let variance = squares / (sampled - 1.0).max(1.0);
        let all = classes as f64;
        // A sample of all classes leaves no doubt.
        let rest = (1.0 - sampled / all.max(1.0)).max(0.0);
        let error = 1.96 * (variance / sampled * rest).sqrt() * all;
        let total = mean * all;
        Self {
            sampled: seconds.len(),
            classes,
            seconds: total,
            low: (total - error).max(seconds.iter().sum()),
            high: total + error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_times_leave_no_doubt() {
        let estimate = TimeEstimate::new(&[2.0; 5], 100);
        assert_eq!(
            (estimate.seconds, estimate.low, estimate.high),
            (200.0, 200.0, 200.0)
        );
    }

    #[test]
    fn the_interval_narrows_with_the_sample() {
        let times =
            |count: usize| -> Vec<f64> { (0..count).map(|i| 1.0 + (i % 2) as f64).collect() };
        let width = |count| {
            let estimate = TimeEstimate::new(&times(count), 1_000);
            assert!(estimate.low <= 1_500.0 && estimate.high >= 1_500.0);
            estimate.high - estimate.low
        };
        assert!(width(10) > width(100) && width(100) > width(1_000));
        assert!(width(1_000) < 1e-6);
    }
}
