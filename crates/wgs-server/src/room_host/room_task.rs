//! The task that owns a room. It takes commands one after the other, gives them to the room's
//! rules, stores the change, and then performs its effects, in order.
//!
//! While an input is being written, the room handles the next commands; only the effects of the
//! input wait. So no client learns of anything that could still be lost.

mod effect;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::AbortHandle;
use wgs_play::room::message::CloseReason;
use wgs_play::room::{
    DealProblem, DealtBoard, Entrance, MemberId, RatingChange, Room, RoomAction, RoomAnswer,
    RoomCode, RoomInput, RoomInputKind, RoomOutput, RoomSnapshot,
};

use effect::Effect;

use super::HostState;
use super::outgoing::{Closing, ConnectionId, Outgoing};
use super::room_board::LoadedRoom;
use super::room_list::{ListedRoom, RoomSummary, described};
use super::secret::token_hash;
use crate::address::Client;
use crate::cluster::{Claim, Lease};
use crate::metrics_text::count;
use crate::rate_limit::RateLimit;
use crate::room_storage::{PendingWrite, RoomWrite, StorageError, WriteAccess};
use crate::security::is_equal_secret;

/// The default time after which a room without connections leaves memory.
pub(super) const UNLOAD_AFTER: Duration = Duration::from_secs(60);

/// The number of inputs that wait until they are stored, after which a room takes no more
/// commands.
const MOST_WAITING: usize = 256;

/// The time between two boards that are dealt for a room, at least. An owner who starts and stops one
/// round after the other does not keep the server busy.
const DEAL_INTERVAL: Duration = Duration::from_secs(1);

/// The number of times that a member gets the whole room in [`VIEW_TIME`], which may have hundreds of
/// kilobytes: after coming back, or on demand. A single connection cannot ask for as many.
const MAX_VIEWS: u32 = 60;

/// See [`MAX_VIEWS`].
const VIEW_TIME: Duration = Duration::from_secs(10);

/// The time for which a round that has ended is rated after the room was loaded again.
const RATING_TIME: u64 = 24 * 60 * 60 * 1000;

/// A command to a task.
#[derive(Debug)]
pub(super) enum RoomCommand {
    /// Somebody enters or comes back.
    Enter(Box<Entry>),
    /// A member does something. `received` is when the message arrived.
    Act {
        connection: ConnectionId,
        id: u64,
        action: RoomAction,
        received: Instant,
    },
    /// A client asks for the whole room.
    Resync(ConnectionId),
    /// Somebody with the code asks what the room is like before entering it.
    Describe(oneshot::Sender<Result<ListedRoom, Closing>>),
    /// A connection has ended.
    Disconnect(ConnectionId),
    /// A board that the room asked for.
    Dealt { deal: u64, board: Box<DealtBoard> },
    /// A board that cannot be dealt.
    DealFailed { deal: u64, problem: DealProblem },
    /// The ratings after a round.
    Rated(Vec<RatingChange>),
}

/// Somebody who enters or comes back.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) kind: EntryKind,
    pub(super) outgoing: Outgoing,
}

#[derive(Debug)]
pub(super) enum EntryKind {
    /// Somebody enters, and gets this token.
    Join { entrance: Entrance, token: String },
    /// A member comes back with this token.
    Resume { token: String },
}

/// How a task begins.
#[derive(Debug)]
pub(super) enum RoomStart {
    /// With a new room, which is not stored yet, and the epoch of its owner.
    New { room: Box<Room>, epoch: u64 },
    /// With a room in the database.
    Stored,
}

/// The source of an input.
#[derive(Clone, Copy, Debug)]
enum Cause {
    /// The server itself: no client waits for an answer.
    Internal,
    /// An action of a member.
    Act {
        connection: ConnectionId,
        id: u64,
        received: Instant,
    },
}

/// The connection of a member.
#[derive(Debug)]
struct Connected {
    member: MemberId,
    outgoing: Outgoing,
    /// Whether the client has been told what the room is like, and so understands events.
    is_welcome: bool,
}

/// What follows from an input, which must be stored first.
#[derive(Debug)]
struct Step {
    stored: Option<PendingWrite>,
    effects: Vec<Effect>,
}

/// The task that owns a room.
pub(super) struct RoomTask {
    host: Arc<HostState>,
    code: RoomCode,
    room: Room,
    /// The epoch of this owner, which is larger than that of every earlier one.
    epoch: u64,
    /// Revoked when this ends.
    access: WriteAccess,
    mailbox: mpsc::Receiver<RoomCommand>,
    sender: mpsc::WeakSender<RoomCommand>,
    /// The client to which boards are charged.
    client: Client,
    summary: Arc<RoomSummary>,
    connections: Vec<Connected>,
    /// How often members have got the whole room, over all their connections.
    views: HashMap<MemberId, RateLimit>,
    waiting: VecDeque<Step>,
    /// When the last connection ended.
    empty_since: tokio::time::Instant,
    /// The board that is being dealt.
    dealing: Option<AbortHandle>,
    /// When the next board may be dealt.
    next_deal: tokio::time::Instant,
}

/// The initial state of a task.
pub(super) struct TaskSetup {
    pub(super) host: Arc<HostState>,
    pub(super) code: RoomCode,
    pub(super) mailbox: mpsc::Receiver<RoomCommand>,
    pub(super) sender: mpsc::WeakSender<RoomCommand>,
    pub(super) client: Client,
    pub(super) summary: Arc<RoomSummary>,
}

/// Removes a room whose task panics, so that it is loaded again from what is stored.
struct PanicGuard {
    host: Arc<HostState>,
    code: RoomCode,
}

impl Drop for PanicGuard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(room = %self.code, "internal error: the room's task panicked");
            self.host.forget(self.code);
        }
    }
}

/// Why a task ends.
enum TaskEnd {
    /// Nobody has been there for a while.
    Unloaded,
    /// The server is being stopped.
    Draining,
    /// The room cannot be stored.
    Storage(StorageError),
    /// Another server may own the room.
    LeaseLost,
}

impl TaskSetup {
    /// Runs the task until the room is unloaded.
    pub(super) async fn run(self, start: RoomStart) {
        let (host, code) = (self.host.clone(), self.code);
        let _guard = PanicGuard {
            host: host.clone(),
            code,
        };
        let is_new = matches!(start, RoomStart::New { .. });
        // A lease that ends while the room is loaded has ended for the room.
        let mut lease = host.relay.as_ref().map(|relay| relay.cluster().lease());
        let loaded = match start {
            RoomStart::New { room, epoch } => Ok((*room, epoch)),
            RoomStart::Stored => self.load(lease.as_ref()).await,
        };
        let (room, epoch) = match loaded {
            Ok(loaded) => loaded,
            Err(closing) => return self.refuse(&closing),
        };
        count(match is_new {
            true => &host.metrics.rooms_created,
            false => &host.metrics.rooms_loaded,
        });
        let mut task = RoomTask {
            host: host.clone(),
            code,
            room,
            epoch,
            access: WriteAccess::default(),
            mailbox: self.mailbox,
            sender: self.sender,
            client: self.client,
            summary: self.summary,
            connections: Vec::new(),
            views: HashMap::new(),
            waiting: VecDeque::new(),
            empty_since: tokio::time::Instant::now(),
            dealing: None,
            next_deal: tokio::time::Instant::now(),
        };
        let closing: Closing = match task.run(is_new, &mut lease).await {
            TaskEnd::Unloaded => {
                tracing::debug!(room = %code, "unloaded: the room is empty");
                count(&host.metrics.rooms_unloaded);
                return;
            }
            TaskEnd::Draining => {
                // Another server may own the room at once.
                if let Some(relay) = &host.relay
                    && let Err(error) = relay.cluster().release(code).await
                {
                    tracing::warn!(room = %code, "{error}");
                }
                CloseReason::Draining.into()
            }
            TaskEnd::LeaseLost => CloseReason::Restart.into(),
            TaskEnd::Storage(error) => {
                count(&host.metrics.rooms_failed);
                let error = wgs_config::error_chain(&error);
                tracing::error!(room = %code, "cannot store the room, which returns to its last stored state: {error}");
                Closing::new(CloseReason::Restart).with_text(
                    "the server could not store what happened in the room; connect again",
                )
            }
        };
        task.end(&closing);
    }

    /// Loads the room, and returns it with the epoch of this owner.
    async fn load(&self, lease: Option<&Lease>) -> Result<(Room, u64), Closing> {
        if lease.is_some_and(|lease| !lease.is_held()) {
            return Err(CloseReason::Restart.into());
        }
        let fail = |error: String| {
            count(&self.host.metrics.rooms_failed);
            tracing::error!(room = %self.code, "cannot load the room: {error}");
            Closing::new(CloseReason::Restart)
                .with_text("the server could not load the room; connect again")
        };
        let stored = self.host.storage.load_room(self.code.as_str()).await;
        let stored = stored.map_err(|error| fail(wgs_config::error_chain(&error)))?;
        let Some(stored) = stored else {
            return Err(CloseReason::NoSuchRoom.into());
        };
        // Asked for after the room was read, so a server that lost the room before does not take
        // it back. If it loses the room from here on, its first write has a number or an epoch that
        // the new owner has used.
        let claim = match &self.host.relay {
            None => 0,
            Some(relay) => match relay.cluster().claim(self.code).await {
                Ok(Claim::Ours(revision)) => revision,
                Ok(Claim::Theirs(_)) => return Err(CloseReason::Restart.into()),
                Err(error) => return Err(fail(error.to_string())),
            },
        };
        // The revisions begin anew if NATS loses what it stored; epochs never do.
        let epoch = claim.max(stored.epoch + 1);
        let restored = self.host.restore(self.code, stored).await;
        let restored = restored.map_err(|error| fail(error.to_string()))?;
        let LoadedRoom { room, unreadable } = restored.map_err(|error| {
            drop(fail(format!("its snapshot cannot be read: {error}")));
            // It stays as it is, for a person to look at. Coming back does not help.
            Closing::new(CloseReason::NoSuchRoom)
                .with_text("the room is damaged, and cannot be read")
        })?;
        let room_code = || self.code.to_string();
        let writes = unreadable.into_iter().map(|number| RoomWrite::SetAside {
            room: room_code(),
            number,
        });
        let writes: Vec<RoomWrite> = writes.collect();
        if !writes.is_empty() {
            let stored = self.host.queue.submit(writes).await;
            stored.map_err(|error| fail(wgs_config::error_chain(&error)))?;
        }
        Ok((room, epoch))
    }

    /// Ends the task without a room.
    fn refuse(mut self, closing: &Closing) {
        self.host.forget(self.code);
        refuse_all(&mut self.mailbox, closing);
    }
}

/// Takes no more commands, and tells everybody why who wanted to enter or asked.
fn refuse_all(mailbox: &mut mpsc::Receiver<RoomCommand>, closing: &Closing) {
    mailbox.close();
    while let Ok(command) = mailbox.try_recv() {
        match command {
            RoomCommand::Enter(entry) => entry.outgoing.close(closing.clone()),
            RoomCommand::Describe(reply) => {
                let _ = reply.send(Err(closing.clone()));
            }
            _ => {}
        }
    }
}

/// Waits until the first of the waiting steps is stored.
async fn first_stored(waiting: &mut VecDeque<Step>) -> Result<(), StorageError> {
    match waiting.front_mut() {
        Some(Step {
            stored: Some(stored),
            ..
        }) => stored.await,
        Some(_) => Ok(()),
        None => std::future::pending().await,
    }
}

impl RoomTask {
    async fn run(&mut self, is_new: bool, lease: &mut Option<Lease>) -> TaskEnd {
        match self.take_turns(is_new, lease).await {
            Ok(end) => end,
            Err(error) => TaskEnd::Storage(error),
        }
    }

    /// Handles commands until the room is unloaded or cannot be stored.
    async fn take_turns(
        &mut self,
        is_new: bool,
        lease: &mut Option<Lease>,
    ) -> Result<TaskEnd, StorageError> {
        let mut stop = self.host.stop.subscribe();
        match is_new {
            true => self.create().await?,
            false => {
                // From here on, the database rejects what earlier owners write.
                self.input(RoomInputKind::Load, Cause::Internal).await?;
                // Without inputs that could not be restored.
                if let Some(snapshot) = self.room.snapshot() {
                    let write = self.snapshot_write(&snapshot);
                    self.push(vec![write], Vec::new()).await?;
                }
                self.flush().await?;
                self.archive_last_round();
            }
        }
        loop {
            // This server may have been suspended, and not have noticed yet.
            if lease.as_ref().is_some_and(|lease| !lease.is_held()) {
                return Ok(TaskEnd::LeaseLost);
            }
            let time = self.room.next_time();
            let time = time.map(|time| self.host.clock.instant(time));
            let unload = self.host.options.unload_after;
            // A round that everyone has left still ends, and is stored.
            let is_idle = self.connections.is_empty() && !self.room.is_busy();
            let unload = is_idle.then(|| self.empty_since + unload);
            let wake = [time, unload].into_iter().flatten().min();
            tokio::select! {
                biased;
                stored = first_stored(&mut self.waiting) => {
                    stored?;
                    if let Some(step) = self.waiting.pop_front() {
                        self.carry_out(step.effects).await?;
                    }
                }
                command = self.mailbox.recv(), if self.waiting.len() < MOST_WAITING => {
                    match command {
                        Some(command) => self.handle(command).await?,
                        None => return Ok(TaskEnd::Unloaded),
                    }
                }
                () = is_stopped(&mut stop) => {
                    self.flush().await?;
                    return Ok(TaskEnd::Draining);
                }
                () = has_ended(lease.as_mut()) => return Ok(TaskEnd::LeaseLost),
                () = sleep_until(wake), if self.waiting.len() < MOST_WAITING => {
                    let now = tokio::time::Instant::now();
                    if time.is_some_and(|time| time <= now) {
                        self.input(RoomInputKind::Tick, Cause::Internal).await?;
                    }
                    if unload.is_some_and(|unload| unload <= now)
                        && let Some(end) = self.unload().await?
                    {
                        return Ok(end);
                    }
                }
            }
        }
    }

    /// Stores a new room.
    async fn create(&mut self) -> Result<(), StorageError> {
        let Some(snapshot) = self.room.snapshot() else {
            return Ok(());
        };
        let write = RoomWrite::CreateRoom {
            room: self.code.to_string(),
            number: snapshot.inputs,
            epoch: self.epoch,
            at: snapshot.at,
            body: json(&snapshot),
        };
        self.push(vec![write], Vec::new()).await
    }

    /// Rates a round that ended just before the server did.
    fn archive_last_round(&self) {
        let now = self.room.time();
        if let Some(report) = self.room.report()
            && now
                < report
                    .started_at
                    .saturating_add(report.played + RATING_TIME)
        {
            self.archive(Box::new(report.clone()));
        }
    }

    async fn handle(&mut self, command: RoomCommand) -> Result<(), StorageError> {
        match command {
            RoomCommand::Enter(entry) => self.enter(*entry).await,
            RoomCommand::Act {
                connection,
                id,
                action,
                received,
            } => {
                let Some(member) = self.member_of(connection) else {
                    return Ok(());
                };
                let cause = Cause::Act {
                    connection,
                    id,
                    received,
                };
                // The room itself knows no games.
                if let RoomAction::Settings(settings) = &action
                    && let Err(error) = self.host.check_settings(settings)
                {
                    let effect = Effect::Answer {
                        connection,
                        id,
                        received,
                        answer: Err(error),
                    };
                    return self.push(Vec::new(), vec![effect]).await;
                }
                self.input(RoomInputKind::Act(member, action), cause).await
            }
            RoomCommand::Resync(connection) => {
                let member = self.member_of(connection);
                if let Some(member) = member
                    && let Err(closing) = self.allow_view(member)
                {
                    return self.disconnect(connection, Some(closing)).await;
                }
                match member.and_then(|member| self.room.view(member)) {
                    Some(view) => {
                        let view = Box::new(view);
                        let effect = Effect::Snapshot { connection, view };
                        self.push(Vec::new(), vec![effect]).await
                    }
                    None => Ok(()),
                }
            }
            RoomCommand::Describe(reply) => {
                // Whoever asked may have gone.
                let _ = reply.send(Ok(described(&self.room)));
                Ok(())
            }
            RoomCommand::Disconnect(connection) => self.disconnect(connection, None).await,
            RoomCommand::Dealt { deal, board } => {
                self.input(RoomInputKind::Dealt { deal, board }, Cause::Internal)
                    .await
            }
            RoomCommand::DealFailed { deal, problem } => {
                count(&self.host.metrics.deals_failed);
                self.input(RoomInputKind::DealFailed { deal, problem }, Cause::Internal)
                    .await
            }
            RoomCommand::Rated(changes) => {
                self.input(RoomInputKind::Rated(changes), Cause::Internal)
                    .await
            }
        }
    }

    fn member_of(&self, connection: ConnectionId) -> Option<MemberId> {
        let mut connections = self.connections.iter();
        let found = connections.find(|it| it.outgoing.id == connection);
        found.map(|found| found.member)
    }

    /// Lets a member in, and closes another connection of the same member.
    async fn enter(&mut self, entry: Entry) -> Result<(), StorageError> {
        let Entry { kind, outgoing } = entry;
        // It may be back already, on a connection that this one must not replace.
        if outgoing.is_gone() {
            return Ok(());
        }
        let entered = match kind {
            EntryKind::Join { entrance, token } => {
                let answer = self.join(entrance).await?;
                answer.map(|member| (member, token))
            }
            EntryKind::Resume { token } => {
                let hash = token_hash(&token);
                let mut found = None;
                for member in self.room.members() {
                    if is_equal_secret(hash.as_bytes(), member.token_hash.as_bytes()) {
                        found = Some(member.view.member);
                    }
                }
                let found = found.ok_or_else(|| CloseReason::BadToken.into());
                found.and_then(|member| self.allow_view(member).map(|()| (member, token)))
            }
        };
        let (member, token) = match entered {
            Ok(entered) => entered,
            Err(closing) => {
                let effect = Effect::Refuse { outgoing, closing };
                return self.push(Vec::new(), vec![effect]).await;
            }
        };
        let connection = outgoing.id;
        tracing::debug!(room = %self.code, member = member.0, connection = connection.0, "connected");
        let other = self.connections.iter().position(|it| it.member == member);
        if let Some(other) = other {
            let other = self.connections.swap_remove(other);
            other.outgoing.close(CloseReason::Replaced);
        }
        self.connections.push(Connected {
            member,
            outgoing,
            is_welcome: false,
        });
        self.input(RoomInputKind::Connect(member), Cause::Internal)
            .await?;
        let Some(view) = self.room.view(member) else {
            return Ok(());
        };
        let view = Box::new(view);
        let effect = Effect::Welcome {
            connection,
            token,
            view,
        };
        self.push(Vec::new(), vec![effect]).await
    }

    /// Counts that a member gets the whole room, however often it connects.
    fn allow_view(&mut self, member: MemberId) -> Result<(), Closing> {
        let new = || RateLimit::new(MAX_VIEWS, VIEW_TIME);
        // Members who have left are forgotten.
        self.views.retain(|_, views| !views.is_over());
        match self.views.entry(member).or_insert_with(new).allows_one() {
            true => Ok(()),
            false => Err(Closing::new(CloseReason::TooMuch).with_text(format_args!(
                "expected at most {MAX_VIEWS} requests for the whole room in {} seconds",
                VIEW_TIME.as_secs()
            ))),
        }
    }

    /// Makes a client a member.
    async fn join(
        &mut self,
        entrance: Entrance,
    ) -> Result<Result<MemberId, Closing>, StorageError> {
        let outputs = self.room_input(RoomInputKind::Join(entrance));
        let answer = outputs.iter().find_map(|output| match output {
            RoomOutput::Answer(answer) => Some(answer.clone()),
            _ => None,
        });
        self.follow(outputs, Cause::Internal).await?;
        Ok(match answer {
            Some(Ok(RoomAnswer::Joined { member })) => Ok(member),
            Some(Err(error)) => Err(CloseReason::Room(error).into()),
            _ => Err(CloseReason::Internal.into()),
        })
    }

    /// Forgets a connection that has ended, or closes it.
    async fn disconnect(
        &mut self,
        connection: ConnectionId,
        closing: Option<Closing>,
    ) -> Result<(), StorageError> {
        let mut connections = self.connections.iter();
        let found = connections.position(|it| it.outgoing.id == connection);
        let Some(found) = found else {
            return Ok(());
        };
        let Connected {
            member, outgoing, ..
        } = self.connections.swap_remove(found);
        tracing::debug!(room = %self.code, member = member.0, connection = connection.0, "disconnected");
        if let Some(closing) = closing {
            outgoing.close(closing);
        }
        self.empty_since = tokio::time::Instant::now();
        self.input(RoomInputKind::Disconnect(member), Cause::Internal)
            .await
    }

    fn room_input(&mut self, kind: RoomInputKind) -> Vec<RoomOutput> {
        let at = self.host.clock.now();
        self.room.handle(RoomInput { at, kind })
    }

    /// Gives an input to the room, stores it, and remembers what follows.
    async fn input(&mut self, kind: RoomInputKind, cause: Cause) -> Result<(), StorageError> {
        let outputs = self.room_input(kind);
        self.follow(outputs, cause).await
    }

    /// Stores what the outputs of an input say, and remembers what follows.
    async fn follow(&mut self, outputs: Vec<RoomOutput>, cause: Cause) -> Result<(), StorageError> {
        let room = || self.code.to_string();
        let mut writes = Vec::new();
        let mut effects = Vec::new();
        for output in outputs {
            match output {
                RoomOutput::Store { number, input } => writes.push(RoomWrite::Input {
                    room: room(),
                    number,
                    epoch: self.epoch,
                    at: input.at,
                    body: json(&input),
                }),
                RoomOutput::Snapshot(snapshot) => writes.push(self.snapshot_write(&snapshot)),
                RoomOutput::Answer(answer) => {
                    if let Cause::Act {
                        connection,
                        id,
                        received,
                    } = cause
                    {
                        effects.push(Effect::Answer {
                            connection,
                            id,
                            received,
                            answer,
                        });
                    }
                }
                output => effects.push(Effect::Output(output)),
            }
        }
        self.push(writes, effects).await
    }

    /// Submits writes, and remembers what follows when they are stored.
    async fn push(
        &mut self,
        writes: Vec<RoomWrite>,
        effects: Vec<Effect>,
    ) -> Result<(), StorageError> {
        let stored = match writes.is_empty() {
            true => None,
            false => Some(self.host.queue.enqueue(writes, &self.access).await?),
        };
        if stored.is_some() || !effects.is_empty() {
            self.waiting.push_back(Step { stored, effects });
        }
        Ok(())
    }

    fn snapshot_write(&self, snapshot: &RoomSnapshot) -> RoomWrite {
        RoomWrite::Snapshot {
            room: self.code.to_string(),
            number: snapshot.inputs,
            epoch: self.epoch,
            at: snapshot.at,
            body: json(snapshot),
        }
    }

    /// Waits until everything is stored, and carries out what follows.
    async fn flush(&mut self) -> Result<(), StorageError> {
        while !self.waiting.is_empty() {
            first_stored(&mut self.waiting).await?;
            if let Some(step) = self.waiting.pop_front() {
                self.carry_out(step.effects).await?;
            }
        }
        Ok(())
    }

    /// Takes the room out of memory, unless a client is about to enter.
    async fn unload(&mut self) -> Result<Option<TaskEnd>, StorageError> {
        self.flush().await?;
        // A snapshot is faster to load than the inputs.
        if let Some(snapshot) = self.room.snapshot().filter(|it| it.inputs > 0) {
            let write = self.snapshot_write(&snapshot);
            self.push(vec![write], Vec::new()).await?;
            self.flush().await?;
        }
        let relay = self.host.relay.clone();
        if let Some(relay) = &relay
            && let Err(error) = relay.cluster().release(self.code).await
        {
            tracing::warn!(room = %self.code, "{error}");
        }
        if self.host.forget_if_unused(self.code, &self.mailbox) {
            return Ok(Some(TaskEnd::Unloaded));
        }
        self.empty_since = tokio::time::Instant::now();
        // Somebody enters after all.
        let Some(relay) = relay else {
            return Ok(None);
        };
        match relay.cluster().claim(self.code).await {
            Ok(Claim::Ours(_)) => Ok(None),
            Ok(Claim::Theirs(_)) | Err(_) => Ok(Some(TaskEnd::LeaseLost)),
        }
    }

    /// Closes all connections and takes no more commands.
    fn end(mut self, closing: &Closing) {
        self.host.forget(self.code);
        for connected in self.connections.drain(..) {
            connected.outgoing.close(closing.clone());
        }
        for effect in self.waiting.drain(..).flat_map(|step| step.effects) {
            if let Effect::Refuse { outgoing, closing } = effect {
                outgoing.close(closing);
            }
        }
        refuse_all(&mut self.mailbox, closing);
    }
}

impl Drop for RoomTask {
    fn drop(&mut self) {
        // Nobody waits any more for what is still in the queue.
        self.access.revoke();
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("what is stored can be written as JSON")
}

async fn is_stopped(stop: &mut watch::Receiver<bool>) {
    // If the sender is gone, so is the server.
    let _ = stop.wait_for(|is_stopped| *is_stopped).await;
}

/// Waits until the lease under which this server owns the room has ended.
async fn has_ended(lease: Option<&mut Lease>) {
    match lease {
        Some(lease) => lease.ended().await,
        None => std::future::pending().await,
    }
}

async fn sleep_until(wake: Option<tokio::time::Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake).await,
        None => std::future::pending().await,
    }
}
