//! Fills in which files the service worker caches, and under which version.

use xxhash_rust::xxh3::Xxh3;

use crate::Failure;
use crate::site::Site;

/// The script itself. Browsers store it separately, so it is not in its own list.
pub(crate) const NAME: &str = "service-worker.js";

const VERSION: &str = "const VERSION = \"";
const FILES: &str = "const FILES = [";

/// Writes the names of all other files and a hash of all contents into the script.
pub(crate) fn fill_in(site: &mut Site) -> Result<(), Failure> {
    let template = site.get(NAME).ok_or("the site has no service-worker.js")?;
    let template = str::from_utf8(template)?.to_owned();
    let version = version(site);
    let names: Vec<String> = site
        .iter()
        .map(|(name, _)| name)
        .filter(|&name| name != NAME)
        .map(|name| format!("\"{name}\""))
        .collect();

    let version_line = format!("{VERSION}\";");
    let files_line = format!("{FILES}];");
    for line in [&version_line, &files_line] {
        if template.lines().filter(|other| other == line).count() != 1 {
            return Err(format!("{NAME} should have one line \"{line}\"").into());
        }
    }
    let filled = template
        .replacen(&version_line, &format!("{VERSION}{version}\";"), 1)
        .replacen(&files_line, &format!("{FILES}{}];", names.join(", ")), 1);
    site.replace(NAME, filled.into_bytes());
    Ok(())
}

/// A hash of all names and contents, including the script's.
fn version(site: &Site) -> String {
    let mut hash = Xxh3::new();
    for (name, contents) in site.iter() {
        // With lengths, so that different sites never hash the same bytes.
        for part in [name.as_bytes(), contents] {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    format!("{:016x}", hash.digest())
}

/// Reads the names back from a script that was filled in: all files but the script.
pub(crate) fn names(script: &str) -> Option<Vec<String>> {
    let list = script
        .lines()
        .find_map(|line| line.strip_prefix(FILES)?.strip_suffix("];"))?;
    let names = list.split(", ").map(|name| {
        let name = name.strip_prefix('"')?.strip_suffix('"')?;
        Some(name.to_owned())
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(contents: &str) -> Site {
        let mut site = Site::default();
        let template = "// Why.\nconst VERSION = \"\";\nconst FILES = [];\nrest();\n";
        site.add(NAME, template.into()).unwrap();
        site.add("a.js", contents.into()).unwrap();
        site.add("deep/b.js", vec![]).unwrap();
        fill_in(&mut site).unwrap();
        site
    }

    fn script(site: &Site) -> &str {
        str::from_utf8(site.get(NAME).unwrap()).unwrap()
    }

    #[test]
    fn the_names_are_read_as_they_were_filled_in() {
        let site = site("1");
        let names = names(script(&site)).unwrap();
        assert_eq!(names, ["a.js", "deep/b.js"]);
        assert!(script(&site).starts_with("// Why.\nconst VERSION = \""));
        assert!(script(&site).ends_with("];\nrest();\n"));
    }

    #[test]
    fn a_change_of_any_file_changes_the_version() {
        assert_eq!(site("1"), site("1"));
        assert_ne!(script(&site("1")), script(&site("2")));
    }

    #[test]
    fn a_script_without_the_lines_is_an_error() {
        let mut site = Site::default();
        site.add(NAME, b"const FILES = [];\n".to_vec()).unwrap();
        assert_eq!(
            fill_in(&mut site).unwrap_err().to_string(),
            "service-worker.js should have one line \"const VERSION = \"\";\""
        );
    }

    #[test]
    fn another_script_has_no_names() {
        assert_eq!(names("self.addEventListener('fetch', () => {});"), None);
        assert_eq!(names("const FILES = [];"), None);
    }

    #[test]
    fn the_real_script_can_be_filled_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/wgs-web/static");
        let mut site = Site::default();
        site.add_folder(folder.as_ref()).unwrap();
        fill_in(&mut site).unwrap();
        let names = names(script(&site)).unwrap();
        assert!(names.contains(&"play.html".to_owned()), "{names:?}");
        assert!(!names.contains(&NAME.to_owned()), "{names:?}");
    }
}
