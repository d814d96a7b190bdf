//! A bounded cache that any number of threads share. When it is full, the value that was not
//! used for longest goes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A bounded cache of the values that were used most recently. It holds so few that looking
/// through them is faster than hashing a key, and adds less code to the page.
#[derive(Debug)]
pub(crate) struct RecentCache<K, V> {
    /// The most recently used value is the last one.
    entries: Mutex<Vec<(K, Arc<V>)>>,
    capacity: usize,
}

impl<K: Eq, V> RecentCache<K, V> {
    /// Creates a cache for at least one value.
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            entries: Mutex::default(),
            capacity: capacity.max(1),
        }
    }

    /// Returns the value of a key, if it is still there.
    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        let mut entries = self.lock();
        let index = entries.iter().rposition(|(other, _)| other == key)?;
        entries[index..].rotate_left(1);
        entries.last().map(|(_, value)| value.clone())
    }

    /// Stores a value, and drops the least recently used one if there are too many.
    pub(crate) fn insert(&self, key: K, value: Arc<V>) {
        let mut entries = self.lock();
        entries.retain(|(other, _)| *other != key);
        if entries.len() == self.capacity {
            entries.remove(0);
        }
        entries.push((key, value));
    }

    /// Drops all values.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(K, Arc<V>)>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_cache_drops_the_least_recently_used_value() {
        let cache = RecentCache::new(2);
        cache.insert("a", Arc::new(1));
        cache.insert("b", Arc::new(2));
        assert_eq!(cache.get(&"a").as_deref(), Some(&1));
        cache.insert("c", Arc::new(3));
        let kept = ["a", "b", "c"].map(|key| cache.get(&key).is_some());
        assert_eq!(kept, [true, false, true]);
    }
}
