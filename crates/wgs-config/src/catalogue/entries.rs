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
    /// case.
    pub fn find(&self, name: &str) -> Option<(&str, &T)> {
        let exact = self.index.get(name).map(|&index| &self.items[index]);
        let (name, value) = exact.or_else(|| {
            let folded = name.to_lowercase();
            let same = |(name, _): &&(String, T)| name.to_lowercase() == folded;
            self.items.iter().find(same)
        })?;
        Some((name, value))
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

impl<T> Extend<(String, T)> for Entries<T> {
    fn extend<I: IntoIterator<Item = (String, T)>>(&mut self, entries: I) {
        for (name, value) in entries {
            self.index.insert(name.clone(), self.items.len());
            self.items.push((name, value));
        }
    }
}
