//! The report's upper bound on the paths of a square board: as if every tile had the same
//! number of neighbours, all of them unused.

/// The common logarithm of `N² · (k + k² + … + k^(N²-1))`, the bound for N rows of N tiles
/// with k neighbours each; [`None`] for a single tile, which has no neighbours.
///
/// The report has k = 8 as the bound, and 6 as nearer the truth up to 5x5, since tiles at the
/// edge have fewer neighbours. Bounds are beyond any number soon, so it is the logarithm.
///
/// ```
/// use wgs_lab::bound_log10;
///
/// // 4 · (8 + 64 + 512) paths on a board of four tiles, where there are 64.
/// let bound = 10_f64.powf(bound_log10(2, 8).unwrap());
/// assert!((bound - 2_336.0).abs() < 1e-6);
/// ```
pub fn bound_log10(side: u32, neighbours: u32) -> Option<f64> {
    if side < 2 || neighbours < 2 {
        return None;
    }
    let cells = f64::from(side).powi(2);
    let base = f64::from(neighbours);
    // k + … + k^(c-1) = (k^c - k) / (k - 1) = k^c (1 - k^(1-c)) / (k - 1)
    let sum = cells * base.log10() + (1.0 - base.powf(1.0 - cells)).log10() - (base - 1.0).log10();
    Some(cells.log10() + sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_the_sum_of_the_report() {
        for neighbours in [6, 8] {
            for side in 2..=5 {
                let cells = side * side;
                let sum: f64 = (1..cells as i32)
                    .map(|power| f64::from(neighbours).powi(power))
                    .sum();
                let expected = (f64::from(cells) * sum).log10();
                let bound = bound_log10(side, neighbours).unwrap();
                assert!(
                    (bound - expected).abs() < 1e-9,
                    "{side}: {bound}, {expected}"
                );
            }
        }
        assert_eq!(bound_log10(1, 8), None);
        assert!(bound_log10(1_000, 8).unwrap().is_finite());
    }
}
