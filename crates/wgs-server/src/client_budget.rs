//! What each client uses at the moment, and how much it may use: connections, requests, bytes of
//! requests and replies, players in rooms, and boards that are dealt. A client that exceeds its share
//! gets an error; others are not affected. (Its share of waiting work is in the queue of the worker pool.)

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use wgs_play::room::RoomCode;

use crate::address::Client;
use crate::api_error::ApiError;
use crate::limits::Limits;
use crate::memory_return::MemoryReturn;
use crate::rate_limit::RateLimit;
use crate::waiting_list::{WaitingList, WaitingPlace};

/// The number of bytes that a request may always hold, so that small replies are sent even when
/// large ones that are not read have used up the memory for replies.
pub(crate) const ALWAYS_ALLOWED: usize = 64 << 10;

/// The number of WebSockets that have not entered a room yet: enough for a school from one address.
const VISITORS: Capacity = Capacity {
    of_all: 2_048,
    of_client: 256,
};

/// The number of rooms that a client may open in [`ROOM_TIME`]: enough for a school.
const MAX_ROOMS_OF_CLIENT: u32 = 100;

/// See [`MAX_ROOMS_OF_CLIENT`].
const ROOM_TIME: Duration = Duration::from_secs(10 * 60);

/// The number of boards that are dealt for a client at the same time, or wait for a thread. Others
/// wait for these.
const DEALS_OF_CLIENT: usize = 16;

/// The number of boards that are dealt for all clients at the same time, or wait for a thread: half of
/// the queue for threads.
const DEALS: usize = 512;

/// The number of rounds that are stored for the rooms of a client in [`ROUND_TIME`]: a round every three
/// minutes in 50 rooms. A round takes some kilobytes, at most about a hundred.
const MAX_ROUNDS_OF_CLIENT: u32 = 1_000;

/// See [`MAX_ROUNDS_OF_CLIENT`].
const ROUND_TIME: Duration = Duration::from_secs(60 * 60);

/// The number of clients whose rooms and rounds are counted.
const MAX_COUNTED_CLIENTS: usize = 10_000;

/// What clients use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resource {
    /// HTTP connections.
    Connections,
    /// Requests, from their heads to the ends of their replies.
    Requests,
    /// Bytes of requests, and of replies until the client has read them.
    Bytes,
    /// WebSockets that have not entered a room yet.
    Visitors,
    /// WebSockets of members of rooms.
    Players,
}

/// How much of each [`Resource`] is in use.
type Usage = [usize; 5];

/// How much of a resource all clients may use together, and how much each of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capacity {
    pub(crate) of_all: usize,
    pub(crate) of_client: usize,
}

impl Capacity {
    const UNLIMITED: Self = Self {
        of_all: usize::MAX,
        of_client: usize::MAX,
    };
}

/// There is no room for more of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CapacityError {
    /// All clients together use too much.
    Server,
    /// The client uses too much.
    Client,
}

/// The resources that all clients use at the moment. Clones share the same budgets.
#[derive(Clone, Debug)]
pub(crate) struct ClientBudgets {
    shared: Arc<SharedBudgets>,
}

#[derive(Debug)]
struct SharedBudgets {
    limits: Limits,
    memory: MemoryReturn,
    budgets: Mutex<Budgets>,
    /// Permits for boards that are dealt.
    deals: Arc<Semaphore>,
    /// The WebSockets that have not sent a message yet.
    silent: WaitingList,
}

#[derive(Debug, Default)]
struct Budgets {
    total: Usage,
    /// A client that uses nothing has no entry.
    by_client: HashMap<Client, Usage>,
    /// The rooms that clients have opened.
    opened: HashMap<Client, RateLimit>,
    /// The rounds of their rooms that are stored.
    rounds: HashMap<Client, RateLimit>,
    /// Each client's permits for boards that are dealt.
    deals: HashMap<Client, Weak<Semaphore>>,
}

impl Budgets {
    /// Counts an amount instead of the one before. Fails if it is more and there is no room.
    fn replace(
        &mut self,
        (client, resource): (Client, Resource),
        before: usize,
        after: usize,
        capacity: Capacity,
    ) -> Result<(), CapacityError> {
        let place = resource as usize;
        let mut usage = self.by_client.get(&client).copied().unwrap_or_default();
        usage[place] = usage[place] - before + after;
        let of_all = self.total[place] - before + after;
        if after > before && usage[place] > capacity.of_client {
            return Err(CapacityError::Client);
        }
        if after > before && of_all > capacity.of_all {
            return Err(CapacityError::Server);
        }
        self.total[place] = of_all;
        match usage == Usage::default() {
            true => self.by_client.remove(&client),
            false => self.by_client.insert(client, usage),
        };
        Ok(())
    }
}

impl ClientBudgets {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            shared: Arc::new(SharedBudgets {
                limits: limits.clone(),
                memory: MemoryReturn::new(),
                budgets: Mutex::default(),
                deals: Arc::new(Semaphore::new(DEALS)),
                silent: WaitingList::default(),
            }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Budgets> {
        // Nothing panics while it holds the lock.
        let budgets = self.shared.budgets.lock();
        budgets.unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how much of a resource all clients use together.
    pub(crate) fn total(&self, resource: Resource) -> usize {
        self.lock().total[resource as usize]
    }

    /// Counts one more of a resource until the result is dropped.
    fn take(
        &self,
        client: Client,
        resource: Resource,
        capacity: Capacity,
    ) -> Result<Share, CapacityError> {
        let mut share = self.empty_share(client, resource);
        share.resize(1, capacity)?;
        Ok(share)
    }

    fn empty_share(&self, client: Client, resource: Resource) -> Share {
        Share {
            budgets: self.clone(),
            client,
            resource,
            amount: 0,
        }
    }

    /// Counts a connection until the result is dropped. A proxy may open any number.
    pub(crate) fn open_connection(
        &self,
        client: Client,
        is_proxy: bool,
    ) -> Result<Share, ApiError> {
        let most = self.shared.limits.connections_per_client;
        let capacity = match is_proxy {
            true => Capacity::UNLIMITED,
            false => Capacity {
                of_client: most,
                ..Capacity::UNLIMITED
            },
        };
        let connection = self.take(client, Resource::Connections, capacity);
        connection.map_err(|_| ApiError::ClientLimit {
            what: "connections",
            most,
        })
    }

    /// Counts a request until the result is dropped.
    pub(crate) fn open_request(&self, client: Client) -> Result<OpenRequest, ApiError> {
        let most = self.shared.limits.requests_per_client;
        let capacity = Capacity {
            of_client: most,
            ..Capacity::UNLIMITED
        };
        let request = self.take(client, Resource::Requests, capacity);
        let request = request.map_err(|_| ApiError::ClientLimit {
            what: "requests at once",
            most,
        })?;
        Ok(OpenRequest {
            _request: request,
            bytes: self.empty_share(client, Resource::Bytes),
            held: 0,
            is_large: false,
        })
    }

    /// Counts a WebSocket that has not entered a room yet, until the result is dropped. If all clients
    /// together have too many, the oldest one that has not sent a message makes room.
    pub(crate) fn open_player(&self, client: Client) -> Result<OpenPlayer, CapacityError> {
        let capacity = for_client(VISITORS, client);
        let visitor = self.take(client, Resource::Visitors, capacity);
        let visitor = match visitor {
            Err(CapacityError::Server) if self.shared.silent.dismiss_oldest() => {
                let capacity = Capacity {
                    of_all: usize::MAX,
                    ..capacity
                };
                self.take(client, Resource::Visitors, capacity)
            }
            visitor => visitor,
        };
        Ok(OpenPlayer {
            share: visitor?,
            silent: Some(self.shared.silent.join()),
        })
    }

    /// Waits until a board may be dealt for a client, and counts it until the result is dropped. Only
    /// a client's own boards keep it waiting, unless hundreds of others deal as well.
    pub(crate) async fn deal(&self, client: Client) -> Option<OpenDeal> {
        let of_client = {
            let deals = &mut self.lock().deals;
            let known = deals.get(&client).and_then(Weak::upgrade);
            known.unwrap_or_else(|| {
                deals.retain(|_, of_client| of_client.strong_count() > 0);
                let new = Arc::new(Semaphore::new(DEALS_OF_CLIENT));
                deals.insert(client, Arc::downgrade(&new));
                new
            })
        };
        let of_client = of_client.acquire_owned().await.ok()?;
        let of_all = self.shared.deals.clone().acquire_owned().await.ok()?;
        Some(OpenDeal {
            _permits: [of_client, of_all],
        })
    }

    /// Counts a room that a client opens.
    fn open_room(&self, client: Client) -> Result<(), CapacityError> {
        let limit = || RateLimit::new(MAX_ROOMS_OF_CLIENT, ROOM_TIME);
        match allows_one(&mut self.lock().opened, client, limit) {
            true => Ok(()),
            false => Err(CapacityError::Client),
        }
    }

    /// Counts a round in a room of a client, and returns whether it may be stored.
    pub(crate) fn store_round(&self, client: Client) -> bool {
        let limit = || RateLimit::new(MAX_ROUNDS_OF_CLIENT, ROUND_TIME);
        allows_one(&mut self.lock().rounds, client, limit)
    }
}

/// Counts one more of what a client does, and returns whether there are not too many. Programs on this
/// machine may do as much as they like.
fn allows_one(
    counts: &mut HashMap<Client, RateLimit>,
    client: Client,
    limit: impl FnOnce() -> RateLimit,
) -> bool {
    if is_local(client) {
        return true;
    }
    if counts.len() >= MAX_COUNTED_CLIENTS {
        counts.retain(|_, count| !count.is_over());
    }
    counts.entry(client).or_insert_with(limit).allows_one()
}

/// Returns how much this client may use: programs on this machine may use all.
fn for_client(capacity: Capacity, client: Client) -> Capacity {
    match is_local(client) {
        true => Capacity {
            of_client: usize::MAX,
            ..capacity
        },
        false => capacity,
    }
}

/// Whether a client is this machine, whose programs may have any number of WebSockets: tests, and
/// proxies that the server was not told of.
fn is_local(client: Client) -> bool {
    match client {
        Client::Network(address) => match address {
            IpAddr::V4(address) => address.is_loopback(),
            // The network of an address: the last 64 bits are 0.
            IpAddr::V6(address) => address.is_unspecified(),
        },
        Client::Unknown | Client::Room(_) => true,
    }
}

/// A client's use of a resource, until it is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    budgets: ClientBudgets,
    client: Client,
    resource: Resource,
    amount: usize,
}

impl Share {
    /// Counts this amount from now on. Fails if it is more than before and there is no room.
    fn resize(&mut self, amount: usize, capacity: Capacity) -> Result<(), CapacityError> {
        if amount != self.amount {
            let key = (self.client, self.resource);
            let mut budgets = self.budgets.lock();
            budgets.replace(key, self.amount, amount, capacity)?;
            drop(budgets);
            self.amount = amount;
        }
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        // Less always fits.
        let _ = self.resize(0, Capacity::UNLIMITED);
    }
}

/// A board that is dealt for a client, or waits for a thread.
#[derive(Debug)]
pub(crate) struct OpenDeal {
    _permits: [OwnedSemaphorePermit; 2],
}

/// A request of a client, from its head to the end of its reply.
#[derive(Debug)]
pub(crate) struct OpenRequest {
    _request: Share,
    bytes: Share,
    /// The bytes that its body and its reply hold.
    held: usize,
    /// Whether it may have held much memory at any time.
    is_large: bool,
}

impl OpenRequest {
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
        let counted = match bytes <= ALWAYS_ALLOWED {
            true => 0,
            false => bytes,
        };
        let limits = &self.bytes.budgets.shared.limits;
        let capacity = Capacity {
            of_all: limits.held_bytes,
            of_client: limits.held_bytes_per_client,
        };
        let resized = self.bytes.resize(counted, capacity);
        resized.map_err(|error| match error {
            CapacityError::Server => ApiError::HeldBytes(capacity.of_all),
            CapacityError::Client => ApiError::ClientLimit {
                what: "bytes of requests and unread replies",
                most: capacity.of_client,
            },
        })?;
        self.held = bytes;
        self.is_large |= counted > 0;
        Ok(())
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        if self.is_large {
            self.bytes.budgets.shared.memory.request();
        }
    }
}

/// A WebSocket, first of a visitor and then of a player.
#[derive(Debug)]
pub(crate) struct OpenPlayer {
    share: Share,
    /// As long as it has not sent a message.
    silent: Option<WaitingPlace>,
}

impl OpenPlayer {
    /// Returns what is notified when the connection should end because it has not sent a message, and
    /// another one needs its place.
    pub(crate) fn dismissal(&self) -> Option<Arc<Notify>> {
        self.silent.as_ref().map(WaitingPlace::dismissal)
    }

    /// Notes that the client has sent a message.
    pub(crate) fn speaks(&mut self) {
        self.silent = None;
    }

    /// Returns the client to which the work for a room is charged: this one, or the room itself if the
    /// client is a program on this machine.
    pub(crate) fn charged_for(&self, room: RoomCode) -> Client {
        match self.share.client {
            client if is_local(client) => Client::Room(room),
            client => client,
        }
    }

    /// Counts a room that the client opens.
    pub(crate) fn open_room(&self) -> Result<(), CapacityError> {
        self.share.budgets.open_room(self.share.client)
    }

    /// Counts the connection as that of a member. A member who comes back is always let in.
    pub(crate) fn enter(&mut self, is_back: bool, capacity: Capacity) -> Result<(), CapacityError> {
        if self.share.resource == Resource::Players {
            return Ok(());
        }
        let client = self.share.client;
        let capacity = match is_back {
            true => Capacity::UNLIMITED,
            false => for_client(capacity, client),
        };
        let budgets = self.share.budgets.clone();
        self.share = budgets.take(client, Resource::Players, capacity)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> Client {
        IpAddr::from([10, 0, 0, number]).into()
    }

    fn budgets() -> ClientBudgets {
        ClientBudgets::new(&Limits {
            connections_per_client: 2,
            requests_per_client: 2,
            held_bytes: 1_000_000,
            held_bytes_per_client: 600_000,
            ..Limits::default()
        })
    }

    /// Checks that nothing is in use.
    #[track_caller]
    fn assert_unused(budgets: &ClientBudgets) {
        assert_eq!(budgets.lock().total, Usage::default());
        assert!(budgets.lock().by_client.is_empty());
    }

    #[test]
    fn a_client_has_its_own_share_of_connections_and_requests() {
        let budgets = budgets();
        let first = budgets.open_connection(client(1), false).unwrap();
        let second = budgets.open_connection(client(1), false).unwrap();
        assert!(budgets.open_connection(client(1), false).is_err());
        let of_proxy = budgets.open_connection(client(1), true).unwrap();
        let other = budgets.open_connection(client(2), false).unwrap();
        assert_eq!(budgets.total(Resource::Connections), 4);
        drop((first, of_proxy));
        let third = budgets.open_connection(client(1), false).unwrap();
        let one = budgets.open_request(client(1)).unwrap();
        let two = budgets.open_request(client(1)).unwrap();
        assert!(budgets.open_request(client(1)).is_err());
        drop(one);
        assert!(budgets.open_request(client(1)).is_ok());
        drop((second, other, third, two));
        assert_unused(&budgets);
    }

    #[test]
    fn bytes_are_limited_for_a_client_and_for_all_but_small_replies_always_fit() {
        let budgets = budgets();
        let mut large = budgets.open_request(client(1)).unwrap();
        large.hold(ALWAYS_ALLOWED).unwrap();
        assert_eq!(budgets.total(Resource::Bytes), 0);
        large.hold(500_000).unwrap();
        assert_eq!(budgets.total(Resource::Bytes), 500_000 + ALWAYS_ALLOWED);
        let mut same = budgets.open_request(client(1)).unwrap();
        let error = same.hold(100_000).unwrap_err();
        assert!(matches!(error, ApiError::ClientLimit { .. }), "{error}");
        same.hold(ALWAYS_ALLOWED).unwrap();
        let mut other = budgets.open_request(client(2)).unwrap();
        other.hold(400_000).unwrap();
        let mut third = budgets.open_request(client(3)).unwrap();
        let error = third.hold(100_000).unwrap_err();
        assert!(matches!(error, ApiError::HeldBytes(_)), "{error}");
        third.hold(1_000).unwrap();
        drop(large);
        third.hold(100_000).unwrap();
        drop((same, other, third));
        assert_unused(&budgets);
    }

    #[test]
    fn new_players_are_limited_but_members_come_back() {
        let budgets = budgets();
        let capacity = Capacity {
            of_all: 3,
            of_client: 2,
        };
        let mut open = [1, 1, 1, 2, 2].map(|it| budgets.open_player(client(it)).unwrap());
        assert_eq!(open[0].enter(false, capacity), Ok(()));
        assert_eq!(open[1].enter(false, capacity), Ok(()));
        assert_eq!(open[2].enter(false, capacity), Err(CapacityError::Client));
        assert_eq!(open[3].enter(false, capacity), Ok(()));
        assert_eq!(open[4].enter(false, capacity), Err(CapacityError::Server));
        assert_eq!(open[4].enter(true, capacity), Ok(()));
        assert_eq!(open[2].enter(true, capacity), Ok(()));
        assert_eq!(budgets.total(Resource::Players), 5);
        assert_eq!(budgets.total(Resource::Visitors), 0);
        drop(open);
        assert_unused(&budgets);
    }

    #[tokio::test]
    async fn a_client_whose_boards_take_long_keeps_no_other_waiting() {
        let budgets = budgets();
        let mut open = Vec::new();
        for _ in 0..DEALS_OF_CLIENT {
            open.push(budgets.deal(client(1)).await.unwrap());
        }
        let waiting = tokio::spawn({
            let budgets = budgets.clone();
            async move { budgets.deal(client(1)).await.is_some() }
        });
        let room = Client::Room("BDFGHJKL".parse().unwrap());
        for other in [client(2), room] {
            assert!(budgets.deal(other).await.is_some());
        }
        assert!(!waiting.is_finished());
        drop(open);
        assert!(waiting.await.unwrap());
        assert!(budgets.deal(client(3)).await.is_some());
        // Clients that deal no more are forgotten.
        assert_eq!(budgets.lock().deals.len(), 1);
    }

    #[test]
    fn an_address_opens_a_hundred_rooms_and_then_waits() {
        let budgets = budgets();
        let open = [1, 2].map(|it| budgets.open_player(client(it)).unwrap());
        assert!((0..MAX_ROOMS_OF_CLIENT).all(|_| open[0].open_room().is_ok()));
        assert_eq!(open[0].open_room(), Err(CapacityError::Client));
        assert_eq!(open[1].open_room(), Ok(()));
    }

    #[test]
    fn the_rounds_of_a_client_that_are_stored_in_an_hour_are_limited() {
        let budgets = budgets();
        assert!((0..MAX_ROUNDS_OF_CLIENT).all(|_| budgets.store_round(client(1))));
        assert!(!budgets.store_round(client(1)));
        assert!(budgets.store_round(client(2)));
    }

    #[test]
    fn programs_on_this_machine_have_any_number_of_players() {
        let budgets = budgets();
        let capacity = Capacity {
            of_all: 100,
            of_client: 1,
        };
        for address in ["127.0.0.1", "::1"] {
            let client = address.parse::<IpAddr>().unwrap().into();
            let mut open = [(); 3].map(|()| budgets.open_player(client).unwrap());
            assert!(
                open.iter_mut()
                    .all(|open| open.enter(false, capacity).is_ok())
            );
        }
    }

    #[tokio::test]
    async fn silent_connections_make_room_for_others() {
        let budgets = budgets();
        let mut open = Vec::new();
        for number in 0..VISITORS.of_all {
            let client = client(u8::try_from(number / VISITORS.of_client).unwrap());
            open.push(budgets.open_player(client).unwrap());
        }
        open[0].speaks();
        let late = budgets.open_player(client(100)).unwrap();
        open[1].dismissal().unwrap().notified().await;
        drop(late);
        for player in &mut open {
            player.speaks();
        }
        let error = budgets.open_player(client(100)).unwrap_err();
        assert_eq!(error, CapacityError::Server);
    }

    #[test]
    fn connections_that_do_not_enter_a_room_are_limited() {
        let budgets = budgets();
        let mut open = Vec::new();
        for _ in 0..VISITORS.of_client {
            open.push(budgets.open_player(client(1)).unwrap());
        }
        let error = budgets.open_player(client(1)).unwrap_err();
        assert_eq!(error, CapacityError::Client);
        open[0].enter(false, Capacity::UNLIMITED).unwrap();
        assert!(budgets.open_player(client(1)).is_ok());
    }
}
