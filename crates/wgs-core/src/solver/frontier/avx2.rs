//! The frontier search with AVX2: eight states in a vector.

use super::{Frontier, TooLong};
use crate::layout::Layout;
use crate::solver::Solver;

pub(super) fn is_supported() -> bool {
    false
}

pub(super) fn search(
    _frontier: &mut Frontier,
    _solver: &Solver<'_>,
    _layout: &Layout,
    _paths: bool,
) -> Result<(), TooLong> {
    Ok(())
}
