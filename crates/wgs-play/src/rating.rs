//! Ratings of players by the Glicko-2 system of Mark Glickman. A round is one rating period, in
//! which every player has met every other; of two players, the one with more points has won.

use serde::{Deserialize, Serialize};

/// How many points of a rating are one unit of the system's internal scale.
const SCALE: f64 = 173.7178;

/// How much volatilities change over time. The system's author recommends 0.3 to 1.2.
const TAU: f64 = 0.5;

/// The number of rated rounds below which a rating is provisional.
const PROVISIONAL_ROUNDS: u32 = 10;

/// The precision to which a volatility is calculated.
const PRECISION: f64 = 1e-6;

/// The largest number of steps in the calculation of a volatility. A dozen are enough.
const MAX_STEPS: usize = 100;

/// The rating of a player.
///
/// ```
/// use wgs_play::rating::{Rating, rate};
///
/// let ratings = rate(&[(Rating::default(), 31), (Rating::default(), 12)]);
/// assert!(ratings[0].rating > 1500.0 && ratings[1].rating < 1500.0);
/// assert!(ratings[0].deviation < Rating::default().deviation);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The strength.
    pub rating: f64,
    /// How uncertain the strength is: it lies within twice this of the rating with 95% probability.
    pub deviation: f64,
    /// How much the strength is expected to change.
    pub volatility: f64,
}

impl Default for Rating {
    /// The rating of a player without a round.
    fn default() -> Self {
        Self {
            rating: 1500.0,
            deviation: 350.0,
            volatility: 0.06,
        }
    }
}

/// Whether the rating of a player with this number of rated rounds is provisional: it still changes
/// too much to compare players by it.
///
/// ```
/// use wgs_play::rating::is_provisional;
///
/// assert!(is_provisional(9) && !is_provisional(10));
/// ```
pub fn is_provisional(rounds: u32) -> bool {
    rounds < PROVISIONAL_ROUNDS
}

/// Returns the ratings after a round, from the ratings before and the points in the round.
pub fn rate(players: &[(Rating, i64)]) -> Vec<Rating> {
    let rated = players.iter().enumerate().map(|(index, (rating, points))| {
        let others = players
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        let games = others.map(|(_, (other, other_points))| {
            let score = match points.cmp(other_points) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            };
            (*other, score)
        });
        rating.after(&games.collect::<Vec<_>>())
    });
    rated.collect()
}

impl Rating {
    /// Returns the rating after a period with these games: the opponent's rating before, and 1 for
    /// a win, 0.5 for a draw, 0 for a loss.
    fn after(self, games: &[(Self, f64)]) -> Self {
        let mu = (self.rating - 1500.0) / SCALE;
        let phi = self.deviation / SCALE;
        // The information in the games, and how much better they went than expected.
        let (mut information, mut surplus) = (0.0, 0.0);
        for (other, score) in games {
            let other_phi = other.deviation / SCALE;
            let weight = 1.0 / (1.0 + 3.0 * (other_phi / std::f64::consts::PI).powi(2)).sqrt();
            let other_mu = (other.rating - 1500.0) / SCALE;
            let expected = 1.0 / (1.0 + (-weight * (mu - other_mu)).exp());
            information += weight.powi(2) * expected * (1.0 - expected);
            surplus += weight * (score - expected);
        }
        if information <= 0.0 {
            let deviation = (phi.powi(2) + self.volatility.powi(2)).sqrt() * SCALE;
            return Self { deviation, ..self };
        }
        let variance = 1.0 / information;
        let volatility = new_volatility(self.volatility, phi, variance, variance * surplus);
        let before = phi.powi(2) + volatility.powi(2);
        let phi = 1.0 / (1.0 / before + information).sqrt();
        Self {
            rating: 1500.0 + SCALE * (mu + phi.powi(2) * surplus),
            deviation: SCALE * phi,
            volatility,
        }
    }
}

/// Finds the volatility after a period with the Illinois method, as the description of the system
/// says. `delta` is the estimated change of the rating.
fn new_volatility(volatility: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    let start = volatility.powi(2).ln();
    let slope = |x: f64| {
        let sum = phi.powi(2) + variance + x.exp();
        x.exp() * (delta.powi(2) - sum) / (2.0 * sum.powi(2)) - (x - start) / TAU.powi(2)
    };
    let mut low = start;
    let mut high = match delta.powi(2) - phi.powi(2) - variance {
        rest if rest > 0.0 => rest.ln(),
        _ => {
            let steps = (1..MAX_STEPS).map(|step| start - step as f64 * TAU);
            let mut below = steps.filter(|x| slope(*x) >= 0.0);
            below.next().unwrap_or(start)
        }
    };
    let (mut at_low, mut at_high) = (slope(low), slope(high));
    for _ in 0..MAX_STEPS {
        if (high - low).abs() <= PRECISION {
            break;
        }
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = slope(middle);
        match at_middle * at_high <= 0.0 {
            true => (low, at_low) = (high, at_high),
            false => at_low /= 2.0,
        }
        (high, at_high) = (middle, at_middle);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The example in the description of the system.
    #[test]
    fn the_example_of_the_author_has_his_result() {
        let player = Rating {
            deviation: 200.0,
            ..Rating::default()
        };
        let other = |rating, deviation| Rating {
            rating,
            deviation,
            volatility: 0.06,
        };
        let games = [
            (other(1400.0, 30.0), 1.0),
            (other(1550.0, 100.0), 0.0),
            (other(1700.0, 300.0), 0.0),
        ];
        let after = player.after(&games);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn a_round_without_opponents_only_makes_a_rating_less_certain() {
        let player = Rating {
            deviation: 100.0,
            ..Rating::default()
        };
        let after = rate(&[(player, 5)])[0];
        assert_eq!((after.rating, after.volatility), (1500.0, 0.06));
        assert!(after.deviation > 100.0);
    }

    proptest! {
        #[test]
        fn ratings_stay_numbers_and_more_points_never_mean_a_lower_rating(
            players in proptest::collection::vec((0.0..3000.0, 30.0..350.0, 0.01..0.1, -50i64..50), 2..12),
            better in 0i64..50,
        ) {
            let players: Vec<(Rating, i64)> = players
                .into_iter()
                .map(|(rating, deviation, volatility, points)| {
                    (Rating { rating, deviation, volatility }, points)
                })
                .collect();
            let after = rate(&players);
            let mut improved = players.clone();
            improved[0].1 += better;
            let improved = rate(&improved);
            for rating in &after {
                prop_assert!(rating.rating.is_finite() && rating.deviation > 0.0);
                prop_assert!(rating.volatility > 0.0 && rating.volatility < 1.0);
            }
            prop_assert!(improved[0].rating >= after[0].rating - 1.0);
        }
    }
}
