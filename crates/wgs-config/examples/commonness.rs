//! Makes the table of common words from the word lists of SCOWL: the part of `cargo xtask
//! commonness` that needs this crate.
//!
//! ```text
//! commonness SCOWL-FOLDER TABLE
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use wgs_config::DictionarySource;
use wgs_config::commonness::{Commonness, CommonnessTable};

/// SCOWL's sizes, each of which has its own files.
const SIZES: [u8; 10] = [10, 20, 35, 40, 50, 55, 60, 70, 80, 95];

/// The spellings whose words have the class of their list: those of the word's own country, and
/// those that are considered almost equal there.
const SPELLINGS: [&str; 8] = [
    "english",
    "american",
    "british",
    "british_z",
    "canadian",
    "variant_1",
    "british_variant_1",
    "canadian_variant_1",
];

/// Spellings that dictionaries accept, but that few people write. Their words have at least this
/// class, however common the word is in its usual spelling.
const UNUSUAL_SPELLINGS: [(&str, Commonness); 4] = [
    ("variant_2", Commonness::Size60),
    ("british_variant_2", Commonness::Size60),
    ("canadian_variant_2", Commonness::Size60),
    ("variant_3", Commonness::Size70),
];

/// The rarest words that are kept although the embedded dictionary lacks them.
const FURTHER: Commonness = Commonness::Size50;

/// An error message for the terminal.
type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let outcome = match arguments.as_slice() {
        [scowl, table] => run(Path::new(scowl), Path::new(table)),
        _ => Err("expected two arguments, the folder with SCOWL's lists and the table".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("commonness: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(scowl: &Path, file: &Path) -> Result<(), Failure> {
    let lexicon = DictionarySource::Embedded.load()?;
    let mut classes = read_classes(scowl)?;
    classes.retain(|word, class| *class <= FURTHER || lexicon.contains(word));
    let table = CommonnessTable::new(&lexicon, &classes);
    let bytes = table.to_bytes();

    // The plain map is the reference: every word must have the same class in the table.
    let read = CommonnessTable::from_bytes(&bytes, lexicon.clone())?;
    let rare = lexicon.folded_words().map(|word| (word, Commonness::Rare));
    let mut expected: BTreeMap<String, Commonness> = rare.collect();
    expected.extend(classes);
    let mut counts = [0; Commonness::ALL.len()];
    for (word, class) in &expected {
        if read.of(word) != *class {
            return Err(format!("{word} is {class}, but {} in the table", read.of(word)).into());
        }
        counts[class.index()] += usize::from(lexicon.contains(word));
    }
    fs::write(file, &bytes).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    for class in Commonness::ALL {
        println!("{class:>4}: {:>6} words", counts[class.index()]);
    }
    let further = expected.len() - lexicon.len();
    println!("and {further} common words that the embedded dictionary lacks");
    println!("{}: {} bytes", file.display(), bytes.len());
    Ok(())
}

/// Reads the class of each word that has only the letters a to z.
fn read_classes(folder: &Path) -> Result<BTreeMap<String, Commonness>, Failure> {
    let usual = SPELLINGS
        .iter()
        .map(|&spelling| (spelling, Commonness::Size10));
    let mut classes: BTreeMap<String, Commonness> = BTreeMap::new();
    for (spelling, least) in usual.chain(UNUSUAL_SPELLINGS) {
        for size in SIZES {
            let class = Commonness::of_size(size).max(least);
            let path = folder.join(format!("{spelling}-words.{size}"));
            let list = fs::read(&path).map_err(|error| {
                format!(
                    "cannot read {}: {error}; install the Debian package scowl, or name the \
                     folder with its lists",
                    path.display()
                )
            })?;
            // The lists are in Latin-1; words with accents are not of interest.
            let words = list.split(|&byte| byte == b'\n');
            let is_plain = |word: &&[u8]| word.iter().all(u8::is_ascii_lowercase);
            for word in words.filter(is_plain).filter(|word| !word.is_empty()) {
                let word = String::from_utf8(word.to_vec())?;
                let known = classes.entry(word).or_insert(class);
                *known = class.min(*known);
            }
        }
    }
    Ok(classes)
}
