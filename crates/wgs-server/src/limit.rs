//! How much one request may ask for. Whatever goes beyond is answered with a problem that
//! names the limit.

use std::time::Duration;

use wgs_core::Grid;

/// How much one request may ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The bytes of a request's body.
    pub body: usize,
    /// The bytes of a configuration that is saved.
    pub config: usize,
    /// The least time between two checks whether the configuration file has changed.
    pub config_check_interval: Duration,
    /// The boards or words of one request.
    pub batch: usize,
    /// The cells of a game's grid, and the tiles of a board.
    pub cells: usize,
    /// The wildcards of a board whose tiles have neighbours: six on a board of 36 cells take
    /// some 50 ms, eight on one of 16 take 4 s.
    pub wildcards: usize,
    /// The wildcards of a board on which every tile touches all others.
    pub wildcards_on_racks: usize,
    /// The wildcards of a board whose tiles can be used again and again: a single one among
    /// 26 letters takes minutes.
    pub wildcards_with_reuse: usize,
    /// The solutions of one board.
    pub solutions: usize,
    /// The bytes of an answer.
    pub answer: usize,
    /// The characters of a regular expression.
    pub regex: usize,
    /// The words that a created board must contain.
    pub must_contain: usize,
    /// The time until a request is answered, with whatever there is.
    pub time: Duration,
    /// The time a connection may be idle or take to send what comes before the body.
    pub idle: Duration,
    /// The connections that are open at once.
    pub connections: usize,
    /// The threads that do the work which may be long.
    pub threads: usize,
    /// The requests that wait for one of those threads.
    pub queue: usize,
    /// The games that are kept open, each with one dictionary.
    pub games: usize,
    /// The dictionaries that are kept loaded.
    pub dictionaries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let threads = std::thread::available_parallelism();
        Self {
            body: 1 << 20,
            config: 4 << 20,
            config_check_interval: Duration::from_secs(1),
            batch: 1_000,
            cells: 1_024,
            wildcards: 6,
            wildcards_on_racks: 3,
            wildcards_with_reuse: 0,
            solutions: 250_000,
            answer: 64 << 20,
            regex: 1_000,
            must_contain: 32,
            time: Duration::from_secs(10),
            idle: Duration::from_secs(30),
            connections: 1_024,
            threads: threads.map_or(1, std::num::NonZeroUsize::get),
            queue: 1_024,
            games: 64,
            dictionaries: 16,
        }
    }
}

impl Limits {
    /// The most wildcards of a board on this grid.
    pub fn wildcards_on(&self, grid: &Grid) -> usize {
        match (grid.reuses_tiles(), grid.is_full()) {
            (true, _) => self.wildcards_with_reuse,
            (false, true) => self.wildcards_on_racks,
            (false, false) => self.wildcards,
        }
    }
}
