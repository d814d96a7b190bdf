//! Three servers with their database and NATS, and the faults that happen to them, drawn from a
//! seed.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use wgs_dice::Random;

use super::player::Surroundings;
use crate::nats_server::NatsServer;
use crate::postgres_server::PostgresServer;
use crate::room::server_process::ServerProcess;

/// The number of servers.
pub(super) const SERVERS: usize = 3;

/// A suspension after which the lease of a server has ended: other servers may own its rooms.
const SPLIT_BRAIN: Duration = Duration::from_millis(4_500);

/// The longest suspension, in milliseconds.
const LONGEST: usize = 20_000;

/// The most that the clock of a server is wrong, in milliseconds.
const CLOCK: usize = 20_000;

/// Something that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    Kill,
    Terminate,
    Suspend,
    SplitBrain,
    StopNats,
    PauseNats,
    StopPostgres,
    PausePostgres,
    CutConnections,
    StepClock,
}

/// All kinds, the more frequent ones several times.
const KINDS: [Fault; 12] = [
    Fault::SplitBrain,
    Fault::Kill,
    Fault::Suspend,
    Fault::Terminate,
    Fault::SplitBrain,
    Fault::StopNats,
    Fault::CutConnections,
    Fault::PausePostgres,
    Fault::StepClock,
    Fault::PauseNats,
    Fault::SplitBrain,
    Fault::StopPostgres,
];

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kill => "server killed",
            Self::Terminate => "server terminated",
            Self::Suspend => "server suspended briefly",
            Self::SplitBrain => "server suspended beyond its lease",
            Self::StopNats => "NATS killed",
            Self::PauseNats => "NATS paused",
            Self::StopPostgres => "PostgreSQL stopped",
            Self::PausePostgres => "PostgreSQL paused",
            Self::CutConnections => "all connections cut",
            Self::StepClock => "clock stepped",
        })
    }
}

/// Three servers with what they share.
pub(super) struct FaultyCluster {
    servers: Vec<ServerProcess>,
    nats: NatsServer,
    postgres: PostgresServer,
    database: String,
    surroundings: Arc<Surroundings>,
    random: Random,
    /// The kinds that are left before all come again.
    left: Vec<Fault>,
    /// How often each fault happened.
    pub(super) counts: BTreeMap<Fault, usize>,
}

impl FaultyCluster {
    pub(super) fn start(surroundings: Arc<Surroundings>, seed: u64) -> Self {
        let (postgres, nats) = (PostgresServer::start(), NatsServer::start());
        let database = postgres.create_schema();
        let start = |_| ServerProcess::start(&database, &nats.url());
        let servers: Vec<ServerProcess> = (0..SERVERS).map(start).collect();
        let addresses = servers.iter().map(|server| server.address);
        *surroundings.servers.lock().unwrap() = addresses.collect();
        Self {
            servers,
            nats,
            postgres,
            database,
            surroundings,
            random: Random::new(seed),
            left: Vec::new(),
            counts: BTreeMap::new(),
        }
    }

    /// Lets one thing after the other go wrong for some time. In the end, all is well.
    pub(super) async fn trouble(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while Instant::now() < end {
            if self.left.is_empty() {
                self.left = KINDS.to_vec();
                self.random.shuffle(&mut self.left);
            }
            let Some(fault) = self.left.pop() else {
                continue;
            };
            *self.counts.entry(fault).or_default() += 1;
            println!("    {fault}");
            self.inject(fault).await;
            let pause = 500 + self.random.below(2_500);
            sleep(Duration::from_millis(pause as u64)).await;
        }
    }

    async fn pause(&mut self, from: usize, to: usize) {
        let time = from + self.random.below(to - from);
        sleep(Duration::from_millis(time as u64)).await;
    }

    async fn inject(&mut self, fault: Fault) {
        let server = self.random.below(SERVERS);
        match fault {
            Fault::Kill => {
                self.servers[server].kill();
                self.pause(0, 2_000).await;
                self.start_again(server, 0);
            }
            Fault::Terminate => {
                self.servers[server].terminate();
                self.servers[server].wait().await;
                self.pause(0, 1_000).await;
                self.start_again(server, 0);
            }
            Fault::StepClock => {
                self.servers[server].kill();
                let clock = self.random.below(2 * CLOCK) as i64 - CLOCK as i64;
                self.start_again(server, clock);
            }
            Fault::Suspend => {
                self.servers[server].suspend();
                self.pause(1_000, SPLIT_BRAIN.as_millis() as usize).await;
                self.servers[server].wake();
            }
            Fault::SplitBrain => {
                self.servers[server].suspend();
                // Mostly just beyond the lease, when the others have just taken over.
                let longest = [7_000, 9_000, LONGEST][self.random.below(3)];
                self.pause(SPLIT_BRAIN.as_millis() as usize, longest).await;
                self.servers[server].wake();
            }
            Fault::StopNats => {
                self.nats.stop();
                self.pause(500, 6_000).await;
                self.nats.resume();
            }
            Fault::PauseNats => {
                self.nats.suspend();
                self.pause(500, 6_000).await;
                self.nats.wake();
            }
            Fault::StopPostgres => {
                self.postgres.stop();
                self.pause(500, 3_000).await;
                self.postgres.resume();
            }
            Fault::PausePostgres => {
                self.postgres.suspend();
                self.pause(500, 6_000).await;
                self.postgres.wake();
            }
            Fault::CutConnections => self.surroundings.cuts.send_modify(|count| *count += 1),
        }
    }

    fn start_again(&mut self, server: usize, clock: i64) {
        let started = ServerProcess::start_at(&self.database, &self.nats.url(), clock);
        self.surroundings.servers.lock().unwrap()[server] = started.address;
        self.servers[server] = started;
    }
}
