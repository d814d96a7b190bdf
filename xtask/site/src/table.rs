//! What the site costs, for the person at the terminal.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::compression::Compressed;
use crate::site::Site;

/// The bytes of a first visit: the service worker asks for all files, so all count.
pub(crate) fn first_load(site: &Site, compressed: &BTreeMap<String, Compressed>) -> usize {
    site.iter()
        .map(|(name, contents)| travelling(name, contents, compressed))
        .sum()
}

/// Each file's size, as it is and as it travels, and the sums.
pub(crate) fn table(site: &Site, compressed: &BTreeMap<String, Compressed>) -> String {
    let rows = site
        .iter()
        .map(|(name, contents)| (name, contents.len(), travelling(name, contents, compressed)));
    let total: usize = site.iter().map(|(_, contents)| contents.len()).sum();
    let sum = ("first load", total, first_load(site, compressed));
    let rows: Vec<_> = rows.chain([sum]).collect();
    let width = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);

    let mut text = format!("{:<width$}     bytes  compressed\n", "file");
    for (name, bytes, compressed) in rows {
        writeln!(text, "{name:<width$}  {bytes:>8}  {compressed:>10}").expect("text takes text");
    }
    text
}

fn travelling(name: &str, contents: &[u8], compressed: &BTreeMap<String, Compressed>) -> usize {
    compressed
        .get(name)
        .map_or(contents.len(), |forms| forms.br.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_sums_what_travels() {
        let mut site = Site::default();
        site.add("a.js", vec![0; 1000]).unwrap();
        site.add("icon.png", vec![0; 70]).unwrap();
        let forms = Compressed {
            br: vec![0; 5],
            gz: vec![0; 9],
        };
        let compressed = [("a.js".to_owned(), forms)].into();
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
