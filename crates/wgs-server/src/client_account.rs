//! What each client uses at the moment: connections, requests, and bytes of requests and replies.
//! A client that exceeds its share gets an error; others are not affected.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::api_error::ApiError;
use crate::client::Client;
use crate::limits::Limits;
use crate::memory_return::MemoryReturn;

/// The number of bytes that a request may always hold, so that small replies are sent even when
/// large ones that nobody reads have used up the memory for replies.
pub(crate) const ALWAYS_ALLOWED: usize = 64 << 10;

/// What all clients use at the moment. Clones share the same accounts.
#[derive(Clone, Debug)]
pub(crate) struct ClientAccounts {
    shared: Arc<Mutex<Usage>>,
    limits: Arc<Limits>,
    memory: MemoryReturn,
}

#[derive(Debug, Default)]
struct Usage {
    /// The use of each client. A client that uses nothing has no entry.
    by_client: HashMap<Client, ClientUsage>,
    connections: usize,
    bytes: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ClientUsage {
    connections: usize,
    requests: usize,
    bytes: usize,
}

impl ClientAccounts {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            shared: Arc::default(),
            limits: Arc::new(limits.clone()),
            memory: MemoryReturn::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Usage> {
        // Nothing panics while it holds the lock.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of open connections and of bytes that requests hold.
    pub(crate) fn total(&self) -> (usize, usize) {
        let usage = self.lock();
        (usage.connections, usage.bytes)
    }

    /// Counts a connection until the result is dropped. A proxy may open any number.
    pub(crate) fn open_connection(
        &self,
        client: Client,
        is_proxy: bool,
    ) -> Result<OpenConnection, ApiError> {
        let most = self.limits.connections_per_client;
        let mut usage = self.lock();
        let used = usage.by_client.entry(client).or_default();
        if used.connections >= most && !is_proxy {
            return Err(ApiError::ClientLimit {
                what: "connections",
                most,
            });
        }
        used.connections += 1;
        usage.connections += 1;
        drop(usage);
        Ok(OpenConnection {
            accounts: self.clone(),
            client,
        })
    }

    /// Counts a request until the result is dropped.
    pub(crate) fn open_request(&self, client: Client) -> Result<OpenRequest, ApiError> {
        let most = self.limits.requests_per_client;
        let mut usage = self.lock();
        let used = usage.by_client.entry(client).or_default();
        if used.requests >= most {
            return Err(ApiError::ClientLimit {
                what: "requests at once",
                most,
            });
        }
        used.requests += 1;
        drop(usage);
        Ok(OpenRequest {
            accounts: self.clone(),
            client,
            held: 0,
            is_large: false,
        })
    }

    fn change(&self, client: Client, change: impl FnOnce(&mut ClientUsage)) {
        let mut usage = self.lock();
        if let Some(used) = usage.by_client.get_mut(&client) {
            let before = *used;
            change(used);
            let after = *used;
            if after == ClientUsage::default() {
                usage.by_client.remove(&client);
            }
            usage.connections -= before.connections - after.connections;
            usage.bytes -= before.bytes - after.bytes;
        }
    }
}

/// An open connection of a client.
#[derive(Debug)]
pub(crate) struct OpenConnection {
    accounts: ClientAccounts,
    client: Client,
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.accounts
            .change(self.client, |used| used.connections -= 1);
    }
}

/// A request of a client, from its head to the end of its reply.
#[derive(Debug)]
pub(crate) struct OpenRequest {
    accounts: ClientAccounts,
    client: Client,
    /// The bytes that its body and its reply hold.
    held: usize,
    /// Whether it may have held much memory at any time.
    is_large: bool,
}

impl OpenRequest {
    pub(crate) fn client(&self) -> Client {
        self.client
    }

    /// Says that the request may need much memory, which returns to the system afterwards.
    pub(crate) fn set_large(&mut self) {
        self.is_large = true;
    }

    /// Counts more bytes that the request holds, or returns an error if there is no room.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), ApiError> {
        self.set_held(self.held + bytes)
    }

    /// Counts these bytes instead of those before, or returns an error if there is no room.
    pub(crate) fn set_held(&mut self, bytes: usize) -> Result<(), ApiError> {
        let (before, after) = (counted(self.held), counted(bytes));
        let limits = &self.accounts.limits;
        let mut usage = self.accounts.lock();
        let of_client = usage.by_client.get(&self.client);
        let of_client = of_client.map_or(0, |used| used.bytes) - before + after;
        let of_all = usage.bytes - before + after;
        let most = limits.held_bytes_per_client;
        if after > before && of_client > most {
            return Err(ApiError::ClientLimit {
                what: "bytes of requests and unread replies",
                most,
            });
        }
        if after > before && of_all > limits.held_bytes {
            return Err(ApiError::HeldBytes(limits.held_bytes));
        }
        usage.bytes = of_all;
        if let Some(used) = usage.by_client.get_mut(&self.client) {
            used.bytes = of_client;
        }
        drop(usage);
        self.held = bytes;
        self.is_large |= after > 0;
        Ok(())
    }
}

/// Returns how many of the bytes of a request count.
fn counted(held: usize) -> usize {
    match held <= ALWAYS_ALLOWED {
        true => 0,
        false => held,
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        let bytes = counted(self.held);
        self.accounts.change(self.client, |used| {
            used.requests -= 1;
            used.bytes -= bytes;
        });
        if self.is_large {
            self.accounts.memory.request();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(number: u8) -> Client {
        IpAddr::from([10, 0, 0, number]).into()
    }

    fn accounts() -> ClientAccounts {
        ClientAccounts::new(&Limits {
            connections_per_client: 2,
            requests_per_client: 2,
            held_bytes: 1_000_000,
            held_bytes_per_client: 600_000,
            ..Limits::default()
        })
    }

    #[test]
    fn a_client_has_its_own_share_of_connections_and_requests() {
        let accounts = accounts();
        let first = accounts.open_connection(client(1), false).unwrap();
        let _second = accounts.open_connection(client(1), false).unwrap();
        assert!(accounts.open_connection(client(1), false).is_err());
        let _of_proxy = accounts.open_connection(client(1), true).unwrap();
        let _other = accounts.open_connection(client(2), false).unwrap();
        assert_eq!(accounts.total().0, 4);
        drop((first, _of_proxy));
        let _third = accounts.open_connection(client(1), false).unwrap();
        let one = accounts.open_request(client(1)).unwrap();
        let _two = accounts.open_request(client(1)).unwrap();
        assert!(accounts.open_request(client(1)).is_err());
        drop(one);
        assert!(accounts.open_request(client(1)).is_ok());
    }

    #[test]
    fn bytes_are_limited_for_a_client_and_for_all_but_small_replies_always_fit() {
        let accounts = accounts();
        let mut large = accounts.open_request(client(1)).unwrap();
        large.hold(ALWAYS_ALLOWED).unwrap();
        assert_eq!(accounts.total().1, 0);
        large.hold(500_000).unwrap();
        assert_eq!(accounts.total().1, 500_000 + ALWAYS_ALLOWED);
        let mut same = accounts.open_request(client(1)).unwrap();
        let error = same.hold(100_000).unwrap_err();
        assert!(matches!(error, ApiError::ClientLimit { .. }), "{error}");
        same.hold(ALWAYS_ALLOWED).unwrap();
        let mut other = accounts.open_request(client(2)).unwrap();
        other.hold(400_000).unwrap();
        let mut third = accounts.open_request(client(3)).unwrap();
        let error = third.hold(100_000).unwrap_err();
        assert!(matches!(error, ApiError::HeldBytes(_)), "{error}");
        third.hold(1_000).unwrap();
        drop(large);
        third.hold(100_000).unwrap();
        drop((same, other, third));
        assert_eq!(accounts.total(), (0, 0));
        assert!(accounts.lock().by_client.is_empty());
    }
}
