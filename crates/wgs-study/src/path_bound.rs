//! An upper bound on the number of paths on a square board, as if every tile had the same number
//! of neighbours, all of them unused.

/// Returns the common logarithm of `N² · (k + k² + … + k^(N²-1))`, the bound for N rows of N
/// tiles with k neighbours each; [`None`] for a single tile, which has no neighbours.
///
/// With k = 8 it is an upper bound. With k = 6 it is closer to the true number up to 5x5, since
/// tiles at the edge have fewer neighbours. The bound itself soon exceeds the range of floating
/// point numbers, hence the logarithm.
///
/// ```
/// use wgs_study::path_bound_log10;
///
/// // The bound is 4 · (8 + 64 + 512); there are 64 paths.
/// let bound = 10_f64.powf(path_bound_log10(2, 8).unwrap());
/// assert!((bound - 2_336.0).abs() < 1e-6);
/// ```
pub fn path_bound_log10(side: u32, neighbours: u32) -> Option<f64> {
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
    fn the_bound_equals_the_sum_it_stands_for() {
        for neighbours in [6, 8] {
            for side in 2..=5 {
                let cells = side * side;
                let sum: f64 = (1..cells as i32)
                    .map(|power| f64::from(neighbours).powi(power))
                    .sum();
                let expected = (f64::from(cells) * sum).log10();
                let bound = path_bound_log10(side, neighbours).unwrap();
                assert!(
                    (bound - expected).abs() < 1e-9,
                    "{side}: {bound}, {expected}"
                );
            }
        }
        assert_eq!(path_bound_log10(1, 8), None);
        assert!(path_bound_log10(1_000, 8).unwrap().is_finite());
    }
}
