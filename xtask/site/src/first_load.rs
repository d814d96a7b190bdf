//! How much a browser loads before a page can be used, and the limits on it.
//!
//! The files that count are listed in `crates/wgs-web/first-load.json`: those that the page and its
//! workers request in English, up to the first board of a game or the words of the solver's board. A
//! browser test compares the lists with the requests of real visits. The files that the service
//! worker loads afterwards, for use without a connection, do not count.

use std::collections::BTreeMap;
use std::fmt;

use crate::Failure;
use crate::compression::{Compressed, transfer_size};
use crate::site::Site;

/// The files that count, by the name of the visit.
const FILES: &str = include_str!("../../../crates/wgs-web/first-load.json");

/// The most bytes that each visit may load. A first visit loaded 851,742 on 2026-11-20; lower its
/// limit as the page becomes smaller. Small changes of the code or the compiler move 3 kB from one
/// module to another.
const LIMITS: [(&str, usize); 2] = [("first visit", 860_000), ("solver", 915_000)];

/// The files that a visit loads.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FirstLoad {
    pub(crate) visit: &'static str,
    pub(crate) bytes: usize,
    pub(crate) compressed: usize,
    pub(crate) limit: usize,
}

impl fmt::Display for FirstLoad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            visit,
            compressed,
            limit,
            ..
        } = self;
        write!(f, "{visit}: {compressed} bytes compressed, at most {limit}")
    }
}

/// Adds up the sizes of the files that each visit loads.
pub(crate) fn measure(
    site: &Site,
    compressed: &BTreeMap<String, Compressed>,
) -> Result<Vec<FirstLoad>, Failure> {
    let files: BTreeMap<String, Vec<String>> = serde_json::from_str(FILES)?;
    let measured = LIMITS.iter().map(|&(visit, limit)| {
        let files = files
            .get(visit)
            .ok_or(format!("no files are listed for the {visit}"))?;
        let mut load = FirstLoad {
            visit,
            bytes: 0,
            compressed: 0,
            limit,
        };
        for name in files {
            let contents = site.get(name);
            let contents = contents.ok_or(format!("the {visit} loads {name}, which is missing"))?;
            load.bytes += contents.len();
            load.compressed += transfer_size(name, contents, compressed);
        }
        Ok(load)
    });
    measured.collect()
}

/// Fails if a visit loads more than it may.
pub(crate) fn check(load: &FirstLoad) -> Result<(), Failure> {
    let FirstLoad {
        visit,
        compressed,
        limit,
        ..
    } = load;
    match compressed.checked_sub(*limit) {
        None | Some(0) => Ok(()),
        Some(beyond) => Err(format!(
            "the {visit} loads {compressed} bytes compressed, {beyond} more than the limit of {limit}"
        )
        .into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_beyond_the_limit_fails() {
        let load = |compressed| FirstLoad {
            visit: "solver",
            bytes: 2_000_000,
            compressed,
            limit: 900_000,
        };
        assert!(check(&load(900_000)).is_ok());
        assert_eq!(
            load(900_000).to_string(),
            "solver: 900000 bytes compressed, at most 900000"
        );
        assert_eq!(
            check(&load(900_025)).unwrap_err().to_string(),
            "the solver loads 900025 bytes compressed, 25 more than the limit of 900000"
        );
    }

    #[test]
    fn each_listed_file_counts_once_and_a_missing_one_is_an_error() {
        let files: BTreeMap<String, Vec<String>> = serde_json::from_str(FILES).unwrap();
        let mut site = Site::default();
        let problem = measure(&site, &BTreeMap::new()).unwrap_err().to_string();
        assert!(problem.ends_with("which is missing"), "{problem}");
        for name in files.values().flatten() {
            site.replace(name, vec![0; 10]);
        }
        site.add("not-listed.js", vec![0; 10]).unwrap();
        for load in measure(&site, &BTreeMap::new()).unwrap() {
            let mut listed = files[load.visit].clone();
            listed.sort();
            listed.dedup();
            assert_eq!(load.compressed, 10 * listed.len(), "{}", load.visit);
        }
    }
}
