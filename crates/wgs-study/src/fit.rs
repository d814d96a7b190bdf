//! Fits curves to measured points.
//!
//! ```
//! use wgs_study::{Curve, Fit};
//!
//! // Moves on boards of 2x2, 3x3 and 4x4 tiles, and the estimate for 5x5.
//! let fit = Fit::quadratic(&[(2.0, 50.0), (3.0, 356.0), (4.0, 2256.0)]).unwrap();
//! assert_eq!(fit.curve.to_string(), "797 N² - 3679 N + 4220");
//! assert_eq!(fit.curve.at(5.0).round(), 5_750.0);
//! ```

use std::fmt;

/// A curve that depends on the side N of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Curve {
    /// `a N² + b N + c`.
    Quadratic {
        /// The coefficient of N².
        a: f64,
        /// The coefficient of N.
        b: f64,
        /// The constant term.
        c: f64,
    },
    /// `factor · N^exponent`.
    Power {
        /// The value at N = 1.
        factor: f64,
        /// The exponent of N.
        exponent: f64,
    },
    /// `factor · base^N`.
    Exponential {
        /// The value at N = 0.
        factor: f64,
        /// The factor by which the value grows when N grows by one.
        base: f64,
    },
}

/// A curve, and how well it fits the points it was fitted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The curve.
    pub curve: Curve,
    /// R²: the share of the variance of the values that the curve explains. It is negative if
    /// the mean would fit better.
    pub r_squared: f64,
    /// R² of the logarithms, to which all points contribute equally; R² of the values depends
    /// mostly on the largest board. [`None`] if the curve is not positive at some point.
    pub log_r_squared: Option<f64>,
    /// Adjusted R² of the logarithms, with a penalty for each parameter, since more parameters
    /// always allow a closer fit. [`None`] if there are too few points.
    pub adjusted_log_r_squared: Option<f64>,
}

impl Curve {
    /// Returns the value for a side.
    pub fn at(&self, side: f64) -> f64 {
        match *self {
            Self::Quadratic { a, b, c } => (a * side + b) * side + c,
            Self::Power { factor, exponent } => factor * side.powf(exponent),
            Self::Exponential { factor, base } => factor * base.powf(side),
        }
    }

    /// Returns the name of this type of curve.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Quadratic { .. } => "quadratic",
            Self::Power { .. } => "power law",
            Self::Exponential { .. } => "exponential",
        }
    }

    /// Returns the parameters: `a`, `b` and `c` of a quadratic; the factor and the exponent or
    /// base of the others.
    pub fn parameters(&self) -> Vec<f64> {
        match *self {
            Self::Quadratic { a, b, c } => vec![a, b, c],
            Self::Power { factor, exponent } => vec![factor, exponent],
            Self::Exponential { factor, base } => vec![factor, base],
        }
    }
}

impl fmt::Display for Curve {
    /// Writes the formula, with four significant digits.
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

/// A number with four significant digits.
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
    /// Fits all types of curves to some points, sorted from best to worst by adjusted R² of the
    /// logarithms.
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

    /// Fits a quadratic by least squares. It passes through the points if there are three.
    /// [`None`] if there are fewer.
    pub fn quadratic(points: &[(f64, f64)]) -> Option<Self> {
        let [c, b, a] = least_squares(points)?;
        Self::new(Curve::Quadratic { a, b, c }, points)
    }

    /// Fits a power law by least squares of the logarithms. [`None`] if a coordinate is not
    /// positive or there are fewer than two points.
    pub fn power(points: &[(f64, f64)]) -> Option<Self> {
        let logs = points.iter().map(|&(x, y)| (x.ln(), y.ln()));
        let [factor, exponent] = least_squares(&logs.collect::<Vec<_>>())?;
        let factor = factor.exp();
        Self::new(Curve::Power { factor, exponent }, points)
    }

    /// Fits an exponential by least squares of the logarithms. [`None`] if a value is not
    /// positive or there are fewer than two points.
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

/// R² of pairs of a measured and a fitted value; [`None`] if it is not finite.
fn r_squared(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let count = pairs.clone().count() as f64;
    let mean = pairs.clone().map(|(y, _)| y).sum::<f64>() / count;
    let total: f64 = pairs.clone().map(|(y, _)| (y - mean).powi(2)).sum();
    let rest: f64 = pairs.map(|(y, fitted)| (y - fitted).powi(2)).sum();
    // If all values are equal, there is no variance: the curve either has that value or not.
    let share = if total > 0.0 {
        1.0 - rest / total
    } else {
        f64::from(rest <= f64::EPSILON)
    };
    share.is_finite().then_some(share)
}

/// The coefficients of the polynomial of degree `P - 1` with the least squares, the constant
/// first; [`None`] if there are too few points or they are not finite.
fn least_squares<const P: usize>(points: &[(f64, f64)]) -> Option<[f64; P]> {
    let mut sides: Vec<f64> = points.iter().map(|&(x, _)| x).collect();
    sides.sort_by(f64::total_cmp);
    sides.dedup();
    if sides.len() < P {
        return None;
    }
    // The normal equations, with a row for each coefficient: sums of powers of x, then those
    // multiplied by y.
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
    fn a_curve_is_recovered_from_its_points() {
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
    fn three_points_give_the_published_quadratics() {
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
    fn a_poor_fit_has_a_low_r_squared() {
        let zigzag = [(1.0, 1.0), (2.0, 9.0), (3.0, 1.0), (4.0, 9.0), (5.0, 1.0)];
        for fit in Fit::all(&zigzag) {
            assert!(fit.r_squared < 0.3, "{fit:?}");
            assert!(fit.adjusted_log_r_squared.unwrap() < 0.0, "{fit:?}");
        }
    }

    #[test]
    fn too_few_or_unsuitable_points_have_no_curve() {
        assert!(Fit::all(&[(2.0, 5.0)]).is_empty());
        assert!(Fit::all(&[]).is_empty());
        assert_eq!(Fit::quadratic(&[(2.0, 1.0), (2.0, 2.0), (3.0, 3.0)]), None);
        // A value of 0 has no logarithm, but a quadratic can pass through it.
        let with_zero = [(1.0, 0.0), (2.0, 1.0), (3.0, 4.0), (4.0, 9.0)];
        let fits = Fit::all(&with_zero);
        assert_eq!(fits.len(), 1);
        assert_eq!(
            (fits[0].curve.name(), fits[0].log_r_squared),
            ("quadratic", None)
        );
    }

    #[test]
    fn numbers_are_written_with_four_significant_digits() {
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
