//! The sizes of the site's files, as a table for the terminal.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::compression::Compressed;
use crate::site::Site;

/// What the names of files begin with that a visit to the solver loads only when they are needed.
/// The service worker fetches them later, for use without a connection.
const ON_DEMAND: [&str; 12] = [
    "de.json",
    "engine.de.json",
    "commonness.bin",
    "device.js",
    "index.html",
    "play.",
    "play-after.css",
    "record.css",
    "records.json",
    "room.css",
    "wgs_gpu_creator",
    "wgs_play",
];

/// The bytes that a first visit to the solver loads.
pub(crate) fn first_load(site: &Site, compressed: &BTreeMap<String, Compressed>) -> usize {
    site.iter()
        .filter(|(name, _)| !ON_DEMAND.iter().any(|start| name.starts_with(start)))
        .map(|(name, contents)| transfer_size(name, contents, compressed))
        .sum()
}

/// Each file's size, uncompressed and compressed, and the totals.
pub(crate) fn table(site: &Site, compressed: &BTreeMap<String, Compressed>) -> String {
    let rows = site.iter().map(|(name, contents)| {
        (
            name,
            contents.len(),
            transfer_size(name, contents, compressed),
        )
    });
    let total: usize = site.iter().map(|(_, contents)| contents.len()).sum();
    let sum = ("first load", total, first_load(site, compressed));
    let rows: Vec<_> = rows.chain([sum]).collect();
    let width = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);

    let mut text = format!("{:<width$}     bytes  compressed\n", "file");
    for (name, bytes, compressed) in rows {
        writeln!(text, "{name:<width$}  {bytes:>8}  {compressed:>10}")
            .expect("writing to a string cannot fail");
    }
    text
}

fn transfer_size(name: &str, contents: &[u8], compressed: &BTreeMap<String, Compressed>) -> usize {
    compressed
        .get(name)
        .map_or(contents.len(), |it| it.br.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_ends_with_the_totals() {
        let mut site = Site::default();
        site.add("a.js", vec![0; 1000]).unwrap();
        site.add("icon.png", vec![0; 70]).unwrap();
        let both = Compressed {
            br: vec![0; 5],
            gz: vec![0; 9],
        };
        let compressed = [("a.js".to_owned(), both)].into();
        assert_eq!(first_load(&site, &compressed), 75);
        assert_eq!(
            table(&site, &compressed),
            "file           bytes  compressed\n\
             a.js            1000           5\n\
             icon.png          70          70\n\
             first load      1070          75\n"
        );
    }
}
