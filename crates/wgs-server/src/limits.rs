//! How much one request may ask for, and how many requests the server handles at once. A
//! request beyond a limit gets a problem document that names the limit.

use std::time::Duration;

use wgs_engine::Grid;

/// The limits of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The size of a request's body in bytes.
    pub body: usize,
    /// The size of a configuration to save in bytes.
    pub config: usize,
    /// The number of boards or words in one request.
    pub batch: usize,
    /// The number of cells in a game's grid, and of tiles on a board.
    pub cells: usize,
    /// The number of wildcards on a board on which each tile touches only some others. Six
    /// wildcards on a board of 36 cells take about 50 ms, eight on one of 16 cells take 4 s. By
    /// default there is no limit but those of time and memory.
    pub wildcards: usize,
    /// The number of wildcards on a board on which every tile touches all others.
    pub wildcards_on_racks: usize,
    /// The number of wildcards on a board whose tiles can be used more than once. A single
    /// wildcard among 26 letters takes minutes.
    pub wildcards_with_reuse: usize,
    /// The number of bytes that the search of a board may hold.
    pub memory: usize,
    /// The number of solutions of one board.
    pub solutions: usize,
    /// The size of a reply in bytes.
    pub reply: usize,
    /// The length of a regular expression in bytes.
    pub regex: usize,
    /// The number of words that a created board must contain.
    pub must_contain: usize,
    /// The time until a request gets its reply.
    pub time: Duration,
    /// The time for which a connection may be idle.
    pub idle: Duration,
    /// The time in which a new connection must send the head of its first request.
    pub head: Duration,
    /// The number of open connections. There are a few more for [`Self::reserved_connections`].
    pub connections: usize,
    /// The number of further connections, for members of rooms and for those who ask whether the server
    /// works.
    pub reserved_connections: usize,
    /// The number of open connections of one client: an IPv4 address, or an IPv6 network of 64
    /// bits.
    pub connections_per_client: usize,
    /// The number of requests of one client at the same time, from their heads to the ends of
    /// their replies.
    pub requests_per_client: usize,
    /// The number of bytes that requests and their replies hold, until the clients have read
    /// them. A small reply (64 KiB) does not count.
    pub held_bytes: usize,
    /// The part of these bytes that one client may hold.
    pub held_bytes_per_client: usize,
    /// The number of threads in each lane: one lane for small questions and one for long work.
    pub threads: usize,
    /// The number of requests that wait for one of the threads of a lane.
    pub queue: usize,
    /// The number of these requests that come from one client.
    pub queue_per_client: usize,
    /// The processor time that a request may take in the small lane, before it begins again in
    /// the other.
    pub small_time: Duration,
    /// The number of bytes that a search may hold in the small lane.
    pub small_memory: usize,
    /// The size of a reply in the small lane in bytes.
    pub small_reply: usize,
    /// The number of loaded games to keep, each with one dictionary.
    pub games: usize,
    /// The number of loaded dictionaries to keep.
    pub dictionaries: usize,
    /// The interval between checks for changes of the configuration file.
    pub config_check_interval: Duration,
}

/// The number of bytes that the searches on all threads may hold together, by default.
const SEARCH_MEMORY: usize = 512 << 20;

impl Default for Limits {
    fn default() -> Self {
        let threads = std::thread::available_parallelism();
        let threads = threads.map_or(1, std::num::NonZeroUsize::get);
        Self {
            body: 1 << 20,
            config: 4 << 20,
            batch: 1_000,
            cells: 1_024,
            wildcards: usize::MAX,
            wildcards_on_racks: usize::MAX,
            wildcards_with_reuse: usize::MAX,
            memory: (SEARCH_MEMORY / threads).max(32 << 20),
            solutions: 250_000,
            reply: 64 << 20,
            regex: 1_000,
            must_contain: 32,
            time: Duration::from_secs(10),
            idle: Duration::from_secs(30),
            head: Duration::from_secs(10),
            connections: 1_024,
            reserved_connections: 64,
            connections_per_client: 256,
            requests_per_client: 256,
            held_bytes: 64 << 20,
            held_bytes_per_client: 32 << 20,
            threads,
            queue: 1_024,
            queue_per_client: 128,
            small_time: Duration::from_millis(20),
            small_memory: 8 << 20,
            small_reply: 512 << 10,
            games: 64,
            dictionaries: 16,
            config_check_interval: Duration::from_secs(1),
        }
    }
}

impl Limits {
    /// Returns the limit on wildcards for boards on this grid.
    pub fn wildcards_on(&self, grid: &Grid) -> usize {
        match (grid.reuses_tiles(), grid.is_full()) {
            (true, _) => self.wildcards_with_reuse,
            (false, true) => self.wildcards_on_racks,
            (false, false) => self.wildcards,
        }
    }
}
