//! A collection of named entries in the order of the file.

use std::collections::HashMap;

/// Named entries in the order of the file.
#[derive(Clone, Debug)]
pub struct Entries<T> {
    items: Vec<(String, T)>,
    index: HashMap<String, usize>,
}

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            index: HashMap::new(),
        }
    }
}

impl<T> Entries<T> {
    /// Returns the entry with exactly this name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.index.get(name).map(|&index| &self.items[index].1)
    }

    /// Returns the entry with this name. An exact match comes first, then one that ignores
    /// case, then one with the same letters and digits: `boggle-new` finds `Boggle (New)`.
    pub fn find(&self, name: &str) -> Option<(&str, &T)> {
        let exact = self.index.get(name).map(|&index| &self.items[index]);
        let alike = |key: fn(&str) -> String| {
            let key_of_name = key(name);
            let same = |(name, _): &&(String, T)| key(name) == key_of_name;
            let found = self.items.iter().find(same);
            found.filter(|_| !key_of_name.is_empty())
        };
        let (name, value) = exact
            .or_else(|| alike(str::to_lowercase))
            .or_else(|| alike(letters_and_digits))?;
        Some((name, value))
    }

    /// Returns the only entry whose name begins with these words: `Scrabble` finds `Scrabble Rack`,
    /// unless another name begins with this word too.
    pub fn find_by_first_words(&self, words: &str) -> Option<(&str, &T)> {
        let lower =
            |text: &str| -> Vec<String> { name_words(text).map(str::to_lowercase).collect() };
        let words = lower(words);
        let begins = |(name, _): &(&str, &T)| !words.is_empty() && lower(name).starts_with(&words);
        let mut found = self.iter().filter(begins);
        found.next().filter(|_| found.next().is_none())
    }

    /// Returns a name that is easy to type and that [`Entries::find`] finds: `boggle-new` for
    /// `Boggle (New)`. A name that cannot be shortened in this way is returned as it is.
    pub fn short_name(&self, name: &str) -> String {
        let words: Vec<&str> = name_words(name).collect();
        let short = words.join("-").to_lowercase();
        match self.find(&short) {
            Some((found, _)) if found == name => short,
            _ => name.to_owned(),
        }
    }

    /// Returns all entries with their names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &T)> {
        self.items
            .iter()
            .map(|(name, value)| (name.as_str(), value))
    }

    /// Returns all values, to change them.
    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.items.iter_mut().map(|(_, value)| value)
    }

    /// Returns all names.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.items.iter().map(|(name, _)| name.as_str())
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// Returns the words of a name, without punctuation.
fn name_words(name: &str) -> impl Iterator<Item = &str> {
    let words = name.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

/// Returns the letters and digits of a name in lower case.
pub(crate) fn letters_and_digits(name: &str) -> String {
    let kept: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    kept.to_lowercase()
}

impl<T> Extend<(String, T)> for Entries<T> {
    fn extend<I: IntoIterator<Item = (String, T)>>(&mut self, entries: I) {
        for (name, value) in entries {
            self.index.insert(name.clone(), self.items.len());
            self.items.push((name, value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(names: &[&str]) -> Entries<()> {
        let mut entries = Entries::default();
        entries.extend(names.iter().map(|name| (name.to_string(), ())));
        entries
    }

    #[test]
    fn case_and_punctuation_are_ignored_unless_a_name_matches_better() {
        let entries = entries(&["Boggle New", "Boggle (New)", "BOGGLE (NEW)", "!!"]);
        for (typed, found) in [
            ("Boggle (New)", Some("Boggle (New)")),
            ("boggle (new)", Some("Boggle (New)")),
            ("BOGGLE (NEW)", Some("BOGGLE (NEW)")),
            ("boggle-new", Some("Boggle New")),
            ("bogglenew", Some("Boggle New")),
            ("!!", Some("!!")),
            ("!", None),
            ("", None),
            ("boggle", None),
        ] {
            let name = entries.find(typed).map(|(name, _)| name);
            assert_eq!(name, found, "{typed}");
        }
    }

    #[test]
    fn the_first_words_of_a_name_are_enough_if_no_other_begins_with_them() {
        let entries = entries(&["Scrabble Rack", "Scrabblet", "Boggle (Old)", "Boggle (New)"]);
        for (typed, found) in [
            ("Scrabble", Some("Scrabble Rack")),
            ("scrabble-rack", Some("Scrabble Rack")),
            ("Scrabb", None),
            ("Boggle", None),
            ("Boggle-N", None),
            ("", None),
            ("!", None),
        ] {
            let name = entries.find_by_first_words(typed).map(|(name, _)| name);
            assert_eq!(name, found, "{typed}");
        }
    }

    #[test]
    fn a_short_name_finds_its_entry() {
        let names = [
            "Boggle (New)",
            "Boggle New",
            "7 Little Words",
            "Été",
            "!!",
            "a-b",
        ];
        let entries = entries(&names);
        let short = names.map(|name| entries.short_name(name));
        assert_eq!(
            short,
            [
                "boggle-new",
                "Boggle New",
                "7-little-words",
                "été",
                "!!",
                "a-b"
            ]
        );
        for (name, short) in names.iter().zip(&short) {
            assert_eq!(entries.find(short).unwrap().0, *name);
        }
    }
}
