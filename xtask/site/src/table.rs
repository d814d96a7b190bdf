//! The sizes of the site's files, as a table for the terminal.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::compression::{Compressed, transfer_size};
use crate::first_load::FirstLoad;
use crate::site::Site;

/// Each file's size, uncompressed and compressed, and the sum for each visit.
pub(crate) fn table(
    site: &Site,
    compressed: &BTreeMap<String, Compressed>,
    loads: &[FirstLoad],
) -> String {
    let files = site.iter().map(|(name, contents)| {
        (
            name,
            contents.len(),
            transfer_size(name, contents, compressed),
        )
    });
    let loads = loads
        .iter()
        .map(|load| (load.visit, load.bytes, load.compressed));
    let rows: Vec<_> = files.chain(loads).collect();
    let width = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);

    let mut text = format!("{:<width$}     bytes  compressed\n", "file");
    for (name, bytes, compressed) in rows {
        writeln!(text, "{name:<width$}  {bytes:>8}  {compressed:>10}")
            .expect("writing to a string cannot fail");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_ends_with_what_visits_load() {
        let mut site = Site::default();
        site.add("a.js", vec![0; 1000]).unwrap();
        site.add("icon.png", vec![0; 70]).unwrap();
        let both = Compressed {
            br: vec![0; 5],
            gz: vec![0; 9],
        };
        let compressed = [("a.js".to_owned(), both)].into();
        let load = FirstLoad {
            visit: "first visit",
            bytes: 1000,
            compressed: 5,
            limit: 10,
        };
        assert_eq!(
            table(&site, &compressed, &[load]),
            "file            bytes  compressed\n\
             a.js             1000           5\n\
             icon.png           70          70\n\
             first visit      1000           5\n"
        );
    }
}
