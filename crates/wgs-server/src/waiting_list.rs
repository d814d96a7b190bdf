//! Connections that have not said yet what they want, the oldest first. When there is no room for
//! another connection, the oldest one of these makes room: a client that is there sends its request at
//! once, and one that only holds a connection loses it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The connections that wait. Clones share the same list.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaitingList {
    places: Arc<Mutex<Places>>,
}

#[derive(Debug, Default)]
struct Places {
    next: u64,
    waiting: BTreeMap<u64, Arc<Notify>>,
}

/// The place of a connection in the list, until it is dropped.
#[derive(Debug)]
pub(crate) struct WaitingPlace {
    list: WaitingList,
    number: u64,
    dismissed: Arc<Notify>,
}

impl WaitingList {
    fn lock(&self) -> MutexGuard<'_, Places> {
        // Nothing panics while it holds the lock.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection as the newest one.
    pub(crate) fn join(&self) -> WaitingPlace {
        let mut places = self.lock();
        let number = places.next;
        places.next += 1;
        let dismissed = Arc::new(Notify::new());
        places.waiting.insert(number, dismissed.clone());
        WaitingPlace {
            list: self.clone(),
            number,
            dismissed,
        }
    }

    /// Tells the oldest connection to end. Returns whether there was one.
    pub(crate) fn dismiss_oldest(&self) -> bool {
        let oldest = self.lock().waiting.pop_first();
        match oldest {
            Some((_, dismissed)) => {
                dismissed.notify_one();
                true
            }
            None => false,
        }
    }
}

impl WaitingPlace {
    /// Returns what is notified when the connection should end.
    pub(crate) fn dismissal(&self) -> Arc<Notify> {
        self.dismissed.clone()
    }
}

impl Drop for WaitingPlace {
    fn drop(&mut self) {
        self.list.lock().waiting.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_oldest_connection_makes_room_and_those_that_have_spoken_stay() {
        let list = WaitingList::default();
        let [spoken, oldest, newest] = [(); 3].map(|()| list.join());
        drop(spoken);
        assert!(list.dismiss_oldest());
        oldest.dismissal().notified().await;
        assert!(list.dismiss_oldest());
        newest.dismissal().notified().await;
        assert!(!list.dismiss_oldest());
    }
}
