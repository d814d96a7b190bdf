//! Curves through measured points, and how well they fit.
//!
//! ```
//! use wgs_lab::{Curve, Fit};
//!
//! // The report's moves on boards of 2x2, 3x3 and 4x4, and what it expects of 5x5.
//! let fit = Fit::quadratic(&[(2.0, 50.0), (3.0, 356.0), (4.0, 2256.0)]).unwrap();
//! assert_eq!(fit.curve.to_string(), "797 N² - 3679 N + 4220");
//! assert_eq!(fit.curve.at(5.0).round(), 5_750.0);
//! ```

use std::fmt;

/// A curve over the side N of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Curve {
    /// `a N² + b N + c`, the report's.
    Quadratic {
        /// Of N².
        a: f64,
        /// Of N.
        b: f64,
        /// The constant.
        c: f64,
    },
    /// `factor · N^exponent`.
    Power {
        /// The value at N = 1.
        factor: f64,
        /// The power of N.
        exponent: f64,
    },
    /// `factor · base^N`.
    Exponential {
        /// The value at N = 0.
        factor: f64,
        /// How many times the value grows with each N.
        base: f64,
    },
}

/// A curve and how well it fits the points it was made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The curve.
    pub curve: Curve,
    /// R²: the share of the variance of the values that the curve explains. It is below 0
    /// where the mean would do better.
    pub r_squared: f64,
    /// R² of the logarithms, where all points count alike: on the values themselves the
    /// largest board decides. [`None`] if the curve falls to 0 or below at a point.
    pub log_r_squared: Option<f64>,
    /// That with a penalty for each number of the curve, since a curve with more of them
    /// comes closer for that alone; [`None`] if the points are too few to tell.
    pub adjusted_log_r_squared: Option<f64>,
}

impl Curve {
    /// The value at a side.
    pub fn at(&self, side: f64) -> f64 {
        match *self {
            Self::Quadratic { a, b, c } => (a * side + b) * side + c,
            Self::Power { factor, exponent } => factor * side.powf(exponent),
            Self::Exponential { factor, base } => factor * base.powf(side),
        }
    }

    /// What the curve is called.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Quadratic { .. } => "quadratic",
            Self::Power { .. } => "power law",
            Self::Exponential { .. } => "exponential",
        }
    }

    /// The numbers that make it: of a quadratic `a`, `b` and `c`, of the others the factor
    /// and the exponent or base.
    pub fn parameters(&self) -> Vec<f64> {
        match *self {
            Self::Quadratic { a, b, c } => vec![a, b, c],
            Self::Power { factor, exponent } => vec![factor, exponent],
            Self::Exponential { factor, base } => vec![factor, base],
        }
    }
}

impl fmt::Display for Curve {
    /// The formula, with four digits that matter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signed = |number: f64| {
            let sign = if number < 0.0 { '-' } else { '+' };
            format!("{sign} {}", four_digits(number.abs()))
        };
        match *self {
            Self::Quadratic { a, b, c } => {
                write!(f, "{} N² {} N {}", four_digits(a), signed(b), signed(c))
            }
            Self::Power { factor, exponent } => {
                write!(f, "{} N^{}", four_digits(factor), four_digits(exponent))
            }
            Self::Exponential { factor, base } => {
                write!(f, "{} * {}^N", four_digits(factor), four_digits(base))
            }
        }
    }
}

/// A number with four digits that matter.
fn four_digits(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let magnitude = size.log10().floor() as i32;
    if !(-3..9).contains(&magnitude) {
        return format!("{number:.3e}");
    }
    let places = (3 - magnitude).max(0) as usize;
    let text = format!("{number:.places$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

impl Fit {
    /// All curves that can be laid through points, the best first: that with the highest
    /// adjusted R² of the logarithms.
    pub fn all(points: &[(f64, f64)]) -> Vec<Self> {
        let fits = [
            Self::quadratic(points),
            Self::power(points),
            Self::exponential(points),
        ];
        let mut fits: Vec<Self> = fits.into_iter().flatten().collect();
        let merit = |fit: &Self| fit.adjusted_log_r_squared.unwrap_or(f64::NEG_INFINITY);
        fits.sort_by(|a, b| merit(b).total_cmp(&merit(a)));
        fits
    }

    /// The quadratic with the least squares, the one through the points if they are three;
    /// [`None`] for fewer.
    pub fn quadratic(points: &[(f64, f64)]) -> Option<Self> {
        let [c, b, a] = least_squares(points)?;
        Self::new(Curve::Quadratic { a, b, c }, points)
    }

    /// The power law with the least squares of the logarithms; [`None`] if a point has none,
    /// or there is but one.
    pub fn power(points: &[(f64, f64)]) -> Option<Self> {
        let logs = points.iter().map(|&(x, y)| (x.ln(), y.ln()));
        let [factor, exponent] = least_squares(&logs.collect::<Vec<_>>())?;
        let factor = factor.exp();
        Self::new(Curve::Power { factor, exponent }, points)
    }

    /// The exponential with the least squares of the logarithms; [`None`] if a value has
    /// none, or there is but one point.
    pub fn exponential(points: &[(f64, f64)]) -> Option<Self> {
        let logs = points.iter().map(|&(x, y)| (x, y.ln()));
        let [factor, base] = least_squares(&logs.collect::<Vec<_>>())?;
        let (factor, base) = (factor.exp(), base.exp());
        Self::new(Curve::Exponential { factor, base }, points)
    }

    fn new(curve: Curve, points: &[(f64, f64)]) -> Option<Self> {
        let pairs = || points.iter().map(|&(x, y)| (y, curve.at(x)));
        let has_logs = pairs().all(|(y, fitted)| y > 0.0 && fitted > 0.0);
        let logs = pairs().map(|(y, fitted)| (y.ln(), fitted.ln()));
        let log_r_squared = if has_logs { r_squared(logs) } else { None };
        let free = points.len().saturating_sub(curve.parameters().len());
        let penalty = (points.len() as f64 - 1.0) / free as f64;
        let adjusted = log_r_squared.map(|share| 1.0 - (1.0 - share) * penalty);
        Some(Self {
            curve,
            r_squared: r_squared(pairs())?,
            log_r_squared,
            adjusted_log_r_squared: adjusted.filter(|_| free > 0),
        })
    }
}

/// R² of pairs of a value and what a curve says; [`None`] if something is not finite.
fn r_squared(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let count = pairs.clone().count() as f64;
    let mean = pairs.clone().map(|(y, _)| y).sum::<f64>() / count;
    let total: f64 = pairs.clone().map(|(y, _)| (y - mean).powi(2)).sum();
    let rest: f64 = pairs.map(|(y, fitted)| (y - fitted).powi(2)).sum();
    // Values that are all the same vary by nothing, and a curve has that or it does not.
    let share = if total > 0.0 {
        1.0 - rest / total
    } else {
        f64::from(rest <= f64::EPSILON)
    };
    share.is_finite().then_some(share)
}

/// The polynomial of so many numbers with the least squares, the constant first; [`None`] if
/// the points are too few or not finite.
fn least_squares<const P: usize>(points: &[(f64, f64)]) -> Option<[f64; P]> {
    let mut sides: Vec<f64> = points.iter().map(|&(x, _)| x).collect();
    sides.sort_by(f64::total_cmp);
    sides.dedup();
    if sides.len() < P {
        return None;
    }
    // The normal equations, a row for each number: sums of powers of x, then with y.
    let mut rows = [[0.0; 4]; P];
    for (i, row) in rows.iter_mut().enumerate() {
        for (j, sum) in row.iter_mut().enumerate().take(P) {
            *sum = points.iter().map(|&(x, _)| x.powi((i + j) as i32)).sum();
        }
        row[P] = points.iter().map(|&(x, y)| x.powi(i as i32) * y).sum();
    }
    for i in 0..P {
        let pivot = (i..P).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs()))?;
        rows.swap(i, pivot);
        for k in (0..P).filter(|&k| k != i) {
            let factor = rows[k][i] / rows[i][i];
            let above = rows[i];
            for (sum, above) in rows[k].iter_mut().zip(above) {
                *sum -= factor * above;
            }
        }
    }
    let solved = std::array::from_fn(|i| rows[i][P] / rows[i][i]);
    solved
        .iter()
        .all(|number: &f64| number.is_finite())
        .then_some(solved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(curve: Curve) -> Vec<(f64, f64)> {
        let sides = [2.0, 3.0, 4.0, 5.0, 6.0];
        sides.map(|side| (side, curve.at(side))).to_vec()
    }

    #[test]
    fn a_curve_is_found_again_from_its_points() {
        for curve in [
            Curve::Quadratic {
                a: 3.0,
                b: -2.0,
                c: 7.0,
            },
            Curve::Power {
                factor: 2.5,
                exponent: 3.1,
            },
            Curve::Exponential {
                factor: 0.4,
                base: 5.0,
            },
        ] {
            let fits = Fit::all(&points(curve));
            assert_eq!(fits.len(), 3, "{curve}");
            let best = fits[0];
            assert_eq!(best.curve.name(), curve.name(), "{fits:?}");
            assert!(best.r_squared > 1.0 - 1e-9, "{fits:?}");
            assert!(fits[1].r_squared < best.r_squared, "{fits:?}");
            for (found, known) in best.curve.parameters().iter().zip(curve.parameters()) {
                assert!(
                    (found - known).abs() < 1e-6,
                    "{} is not {curve}",
                    best.curve
                );
            }
        }
    }

    #[test]
    fn the_quadratics_of_the_report_come_out() {
        for (points, formula, at_5) in [
            ([50.0, 356.0, 2256.0], "797 N² - 3679 N + 4220", 5_750.0),
            ([0.48, 4.6, 26.62], "8.95 N² - 40.63 N + 45.94", 66.54),
        ] {
            let points: Vec<(f64, f64)> = [2.0, 3.0, 4.0].into_iter().zip(points).collect();
            let fit = Fit::quadratic(&points).unwrap();
            assert_eq!(fit.curve.to_string(), formula);
            assert!((fit.curve.at(5.0) - at_5).abs() < 1e-6);
            assert!((fit.r_squared - 1.0).abs() < 1e-9);
            assert_eq!(fit.adjusted_log_r_squared, None);
        }
    }

    #[test]
    fn a_poor_fit_says_so() {
        let zigzag = [(1.0, 1.0), (2.0, 9.0), (3.0, 1.0), (4.0, 9.0), (5.0, 1.0)];
        for fit in Fit::all(&zigzag) {
            assert!(fit.r_squared < 0.3, "{fit:?}");
            assert!(fit.adjusted_log_r_squared.unwrap() < 0.0, "{fit:?}");
        }
    }

    #[test]
    fn points_without_a_curve_have_none() {
        assert!(Fit::all(&[(2.0, 5.0)]).is_empty());
        assert!(Fit::all(&[]).is_empty());
        assert_eq!(Fit::quadratic(&[(2.0, 1.0), (2.0, 2.0), (3.0, 3.0)]), None);
        // A value of 0 has no logarithm, but a quadratic goes through it.
        let with_zero = [(1.0, 0.0), (2.0, 1.0), (3.0, 4.0), (4.0, 9.0)];
        let fits = Fit::all(&with_zero);
        assert_eq!(fits.len(), 1);
        assert_eq!(
            (fits[0].curve.name(), fits[0].log_r_squared),
            ("quadratic", None)
        );
    }

    #[test]
    fn numbers_are_written_with_the_digits_that_matter() {
        for (number, text) in [
            (0.0, "0"),
            (8.95, "8.95"),
            (-3679.2, "-3679"),
            (1_234_567.0, "1234567"),
            (0.012_345_6, "0.01235"),
            (2.5e12, "2.500e12"),
            (1e-9, "1.000e-9"),
        ] {
            assert_eq!(four_digits(number), text);
        }
    }
}
