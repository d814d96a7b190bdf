//! A bounded cache that threads share. When it is full, it drops the least recently used value.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// A bounded cache of the values that were used most recently.
#[derive(Debug)]
pub(crate) struct RecentCache<K, V> {
    entries: RwLock<HashMap<K, CacheEntry<V>>>,
    /// Counts the uses of all values.
    uses: AtomicU64,
    capacity: usize,
}

#[derive(Debug)]
struct CacheEntry<V> {
    last_use: AtomicU64,
    value: Arc<V>,
}

impl<K: Clone + Eq + Hash, V> RecentCache<K, V> {
    /// Creates a cache for at least one value.
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            entries: RwLock::default(),
            uses: AtomicU64::new(0),
            capacity: capacity.max(1),
        }
    }

    fn next_use(&self) -> u64 {
        self.uses.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns the value of a key, if the cache still has it.
    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let entry = entries.get(key)?;
        entry.last_use.store(self.next_use(), Ordering::Relaxed);
        Some(entry.value.clone())
    }

    /// Stores a value, and drops the least recently used one if there are too many.
    pub(crate) fn insert(&self, key: K, value: Arc<V>) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        let last_use = AtomicU64::new(self.next_use());
        entries.insert(key, CacheEntry { last_use, value });
        if entries.len() > self.capacity {
            let oldest = entries
                .iter()
                .min_by_key(|(_, entry)| entry.last_use.load(Ordering::Relaxed))
                .map(|(key, _)| key.clone());
            oldest.map(|key| entries.remove(&key));
        }
    }

    /// Drops all values.
    pub(crate) fn clear(&self) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        entries.clear();
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
