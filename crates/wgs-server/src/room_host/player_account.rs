//! How many people play on this server, in all and from each address. A member who comes back is
//! always let in; a new one is not, if the server or the address has as many as it may.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::client::Client;

/// The number of connections that have not entered a room yet.
const MOST_VISITORS: usize = 2_048;

/// The number of these from one address.
const MOST_VISITORS_OF_CLIENT: usize = 256;

/// The number of rooms that one address may open in [`ROOM_TIME`]: enough for a school.
const MAX_ROOMS_OF_CLIENT: u32 = 100;

/// See [`MAX_ROOMS_OF_CLIENT`].
const ROOM_TIME: Duration = Duration::from_secs(10 * 60);

/// The number of addresses whose rooms are counted.
const MAX_COUNTED_CLIENTS: usize = 10_000;

/// Who is connected. Clones share the same accounts.
#[derive(Clone, Debug)]
pub(crate) struct PlayerAccounts {
    usage: Arc<Mutex<Usage>>,
    most: usize,
    most_of_client: usize,
}

#[derive(Debug, Default)]
struct Usage {
    total: Counts,
    /// A client without connections has no entry.
    by_client: HashMap<Client, Counts>,
    /// The rooms that clients have opened: since when, and how many.
    opened: HashMap<Client, (Instant, u32)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    /// The connections that have not entered a room yet.
    visitors: usize,
    /// The connections of members.
    players: usize,
}

/// There are too many connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// The server has too many.
    Server,
    /// The client has too many.
    Client,
}

impl PlayerAccounts {
    pub(crate) fn new(most: usize, most_of_client: usize) -> Self {
        Self {
            usage: Arc::default(),
            most,
            most_of_client,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Usage> {
        // Nothing panics while it holds the lock.
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of members with a connection.
    pub(crate) fn players(&self) -> usize {
        self.lock().total.players
    }

    /// Counts a connection that has not entered a room yet, until the result is dropped.
    pub(crate) fn open(&self, client: Client) -> Result<OpenPlayer, Full> {
        let mut usage = self.lock();
        if usage.total.visitors >= MOST_VISITORS {
            return Err(Full::Server);
        }
        let counts = usage.by_client.entry(client).or_default();
        if counts.visitors >= MOST_VISITORS_OF_CLIENT && !is_local(client) {
            return Err(Full::Client);
        }
        counts.visitors += 1;
        usage.total.visitors += 1;
        drop(usage);
        Ok(OpenPlayer {
            accounts: self.clone(),
            client,
            is_player: false,
        })
    }

    /// Counts a room that a client opens.
    fn open_room(&self, client: Client) -> Result<(), Full> {
        if is_local(client) {
            return Ok(());
        }
        let mut usage = self.lock();
        if usage.opened.len() >= MAX_COUNTED_CLIENTS {
            usage
                .opened
                .retain(|_, (since, _)| since.elapsed() < ROOM_TIME);
        }
        let now = Instant::now();
        let (since, rooms) = usage.opened.entry(client).or_insert((now, 0));
        if since.elapsed() >= ROOM_TIME {
            (*since, *rooms) = (now, 0);
        }
        *rooms += 1;
        match *rooms <= MAX_ROOMS_OF_CLIENT {
            true => Ok(()),
            false => Err(Full::Client),
        }
    }

    fn change(&self, client: Client, change: impl Fn(&mut Counts)) {
        let mut usage = self.lock();
        change(&mut usage.total);
        if let Some(counts) = usage.by_client.get_mut(&client) {
            change(counts);
            if *counts == Counts::default() {
                usage.by_client.remove(&client);
            }
        }
    }
}

/// Whether a client is this machine, whose programs may have any number of connections: tests, and
/// proxies that the server was not told of.
fn is_local(client: Client) -> bool {
    match client {
        Client::Network(address) => match address {
            IpAddr::V4(address) => address.is_loopback(),
            // The network of an address: the last 64 bits are 0.
            IpAddr::V6(address) => address.is_unspecified(),
        },
        Client::Unknown | Client::Rooms => true,
    }
}

/// A connection.
#[derive(Debug)]
pub(crate) struct OpenPlayer {
    accounts: PlayerAccounts,
    client: Client,
    is_player: bool,
}

impl OpenPlayer {
    /// Counts a room that the client opens.
    pub(crate) fn open_room(&self) -> Result<(), Full> {
        self.accounts.open_room(self.client)
    }

    /// Counts the connection as that of a member. A member who comes back is always let in.
    pub(crate) fn enter(&mut self, is_back: bool) -> Result<(), Full> {
        if self.is_player {
            return Ok(());
        }
        let accounts = self.accounts.clone();
        let mut usage = accounts.lock();
        let of_client = usage.by_client.get(&self.client).copied();
        let of_client = of_client.unwrap_or_default().players;
        if !is_back && usage.total.players >= accounts.most {
            return Err(Full::Server);
        }
        if !is_back && of_client >= accounts.most_of_client && !is_local(self.client) {
            return Err(Full::Client);
        }
        for counts in [Some(self.client), None] {
            let counts = match counts {
                Some(client) => usage.by_client.entry(client).or_default(),
                None => &mut usage.total,
            };
            counts.visitors -= 1;
            counts.players += 1;
        }
        self.is_player = true;
        Ok(())
    }
}

impl Drop for OpenPlayer {
    fn drop(&mut self) {
        let is_player = self.is_player;
        self.accounts.change(self.client, |counts| match is_player {
            true => counts.players -= 1,
            false => counts.visitors -= 1,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> Client {
        IpAddr::from([10, 0, 0, number]).into()
    }

    #[test]
    fn new_players_are_limited_but_members_come_back() {
        let accounts = PlayerAccounts::new(3, 2);
        let mut open = [1, 1, 1, 2, 2].map(|it| accounts.open(client(it)).unwrap());
        assert_eq!(open[0].enter(false), Ok(()));
        assert_eq!(open[1].enter(false), Ok(()));
        assert_eq!(open[2].enter(false), Err(Full::Client));
        assert_eq!(open[3].enter(false), Ok(()));
        assert_eq!(open[4].enter(false), Err(Full::Server));
        assert_eq!(open[4].enter(true), Ok(()));
        assert_eq!(open[2].enter(true), Ok(()));
        assert_eq!(accounts.players(), 5);
        drop(open);
        assert_eq!(accounts.players(), 0);
        assert!(accounts.lock().by_client.is_empty());
        assert_eq!(accounts.lock().total, Counts::default());
    }

    #[test]
    fn an_address_opens_a_hundred_rooms_and_then_waits() {
        let accounts = PlayerAccounts::new(10, 10);
        let open = [1, 2].map(|it| accounts.open(client(it)).unwrap());
        assert!((0..MAX_ROOMS_OF_CLIENT).all(|_| open[0].open_room().is_ok()));
        assert_eq!(open[0].open_room(), Err(Full::Client));
        assert_eq!(open[1].open_room(), Ok(()));
    }

    #[test]
    fn programs_on_this_machine_have_any_number_of_connections() {
        let accounts = PlayerAccounts::new(100, 1);
        for address in ["127.0.0.1", "::1"] {
            let client = address.parse::<IpAddr>().unwrap().into();
            let mut open = [(); 3].map(|()| accounts.open(client).unwrap());
            assert!(open.iter_mut().all(|open| open.enter(false).is_ok()));
        }
    }

    #[test]
    fn connections_that_do_not_enter_a_room_are_limited() {
        let accounts = PlayerAccounts::new(10_000, 10_000);
        let mut open = Vec::new();
        for _ in 0..MOST_VISITORS_OF_CLIENT {
            open.push(accounts.open(client(1)).unwrap());
        }
        assert_eq!(accounts.open(client(1)).unwrap_err(), Full::Client);
        open[0].enter(false).unwrap();
        assert!(accounts.open(client(1)).is_ok());
    }
}
