//! A member of a room on a separate thread, for programs that also wait for keys. The connection
//! comes back by itself after it was lost, with the token of the member. What the messages mean is
//! [`RoomClient`]'s business.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};
use wgs_play::room::message::{ClientMessage, ServerMessage, VERSION};
use wgs_play::room::{PhaseView, RoomAction, RoomCode, RoomView, ServerClock};

use crate::client_error::ClientError;
use crate::room_client::RoomClient;
use crate::room_link::RoomLink;
use crate::server_address::ServerAddress;

/// How often the server is asked for its time.
const PING: Duration = Duration::from_secs(1);

/// A connection on which nothing came for this time is lost.
const SILENCE: Duration = Duration::from_secs(3);

/// The time in which a connection must be open, and the member in the room.
const CONNECTING: Duration = Duration::from_secs(10);

/// The time between two attempts to connect.
const PAUSE: Duration = Duration::from_secs(1);

/// The time in which the server confirms that the member has left.
const LEAVING: Duration = Duration::from_secs(1);

/// A member of a room on a thread of its own. Actions are sent in their order; guesses without an
/// answer are sent again when a lost connection is back.
///
/// ```no_run
/// use std::time::Duration;
/// use wgs_client::{RoomConnection, RoomEntry, RoomNews};
/// use wgs_play::room::RoomAction;
///
/// # fn play() -> Result<(), Box<dyn std::error::Error>> {
/// let link = "http://127.0.0.1:7007/play.html#room=BDFGHJKL".parse()?;
/// let ann = RoomEntry { name: "Ann".to_owned(), ..RoomEntry::default() };
/// let connection = RoomConnection::join(link, ann)?;
/// connection.act(RoomAction::Ready(true));
/// while let Some(news) = connection.news(Duration::from_secs(60)) {
///     if let RoomNews::Message { view, .. } = news {
///         println!("{:?}", view.phase);
///     }
/// }
/// connection.leave();
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct RoomConnection {
    actions: UnboundedSender<RoomAction>,
    news: mpsc::Receiver<RoomNews>,
    clock: Arc<Clock>,
    thread: JoinHandle<()>,
}

/// Who enters a room.
#[derive(Clone, Debug, Default)]
pub struct RoomEntry {
    /// The name of the person.
    pub name: String,
    /// The secret key of the person's identity, 64 hexadecimal digits; without one, rounds are not
    /// rated.
    pub identity: Option<String>,
    /// Whether the person only wants to watch.
    pub is_spectator: bool,
}

/// Something that happened to a member of a room.
#[derive(Debug)]
#[non_exhaustive]
pub enum RoomNews {
    /// The member is in the room, for the first time or again.
    Connected(Box<RoomView>),
    /// The server sent a message.
    Message {
        /// The message.
        message: Box<ServerMessage>,
        /// The room after it.
        view: Box<RoomView>,
    },
    /// The connection was lost. It comes back if it can.
    Lost,
    /// The member is not in the room any more. No more news follow.
    Ended(ClientError),
}

/// The server's clock.
#[derive(Debug)]
struct Clock {
    start: Instant,
    server: Mutex<ServerClock>,
}

impl Clock {
    /// The time since the start of this program's clock, in milliseconds.
    fn own(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    fn change(&self, change: impl FnOnce(&mut ServerClock)) {
        change(&mut self.server.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn now(&self) -> u64 {
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        server.now(self.own() as f64)
    }
}

impl RoomConnection {
    /// Joins a room, and waits until the member is in it. The first news is
    /// [`RoomNews::Connected`].
    pub fn join(link: RoomLink, entry: RoomEntry) -> Result<Self, ClientError> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (actions, receiver) = unbounded_channel();
        let (sender, news) = mpsc::channel();
        let clock = Arc::new(Clock {
            start: Instant::now(),
            server: Mutex::default(),
        });
        let mut member = Member {
            server: link.server,
            room: link.room,
            token: String::new(),
            actions: receiver,
            waiting: Vec::new(),
            guesses: Vec::new(),
            news: sender,
            clock: clock.clone(),
        };
        let join = ClientMessage::Join {
            version: VERSION,
            room: link.room,
            name: entry.name,
            identity: entry.identity,
            is_spectator: entry.is_spectator,
        };
        let client = runtime.block_on(member.enter(&join))?;
        Ok(Self {
            actions,
            news,
            clock,
            thread: thread::spawn(move || run(&runtime, member, client)),
        })
    }

    /// Does something in the room, as soon as there is a connection.
    pub fn act(&self, action: RoomAction) {
        // After the end, no task is left to do it.
        let _ = self.actions.send(action);
    }

    /// Waits for news, at most for some time. Returns [`None`] if there are none, or after the
    /// end.
    pub fn news(&self, wait: Duration) -> Option<RoomNews> {
        self.news.recv_timeout(wait).ok()
    }

    /// The server's time, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Leaves the room, and waits a moment for the server to confirm it.
    pub fn leave(self) {
        let Self {
            actions, thread, ..
        } = self;
        drop(actions);
        let end = Instant::now() + LEAVING;
        while !thread.is_finished() && Instant::now() < end {
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The member, on its thread.
struct Member {
    server: ServerAddress,
    room: RoomCode,
    token: String,
    actions: UnboundedReceiver<RoomAction>,
    /// Actions that came while there was no connection.
    waiting: Vec<RoomAction>,
    /// Guesses without an answer, with the ids of their messages.
    guesses: Vec<(u64, RoomAction)>,
    news: mpsc::Sender<RoomNews>,
    clock: Arc<Clock>,
}

/// The program has left the room.
struct Left;

/// What a connection has waited for.
enum Step {
    Received(Box<Result<ServerMessage, ClientError>>),
    /// An action; none if the program has left.
    Act(Option<RoomAction>),
    /// Some time has passed.
    Wait,
}

fn run(runtime: &Runtime, mut member: Member, client: RoomClient) {
    runtime.block_on(async {
        let mut client = client;
        loop {
            match member.follow(&mut client).await {
                Ok(Left) => return,
                Err(error) if error.is_temporary() => {}
                Err(error) => return member.tell(RoomNews::Ended(error)),
            }
            member.tell(RoomNews::Lost);
            client = match member.come_back().await {
                Ok(Some(client)) => client,
                Ok(None) => return,
                Err(error) => return member.tell(RoomNews::Ended(error)),
            };
        }
    });
}

impl Member {
    fn tell(&self, news: RoomNews) {
        // The program may have ended.
        let _ = self.news.send(news);
    }

    /// Connects and enters the room.
    async fn enter(&mut self, message: &ClientMessage) -> Result<RoomClient, ClientError> {
        let entered = timeout(CONNECTING, async {
            let mut client = RoomClient::connect(&self.server).await?;
            client.socket().send(message).await?;
            loop {
                if let ServerMessage::Welcome { now, view, .. } = client.receive().await? {
                    return Ok::<_, ClientError>((client, now, view));
                }
            }
        });
        let (client, now, view) = match entered.await {
            Ok(entered) => entered?,
            Err(_) => return Err(std::io::Error::from(std::io::ErrorKind::TimedOut).into()),
        };
        let received = self.clock.own() as f64;
        self.clock.change(|clock| clock.guess(received, now));
        client.token().clone_into(&mut self.token);
        match view.phase {
            PhaseView::Playing { .. } => {
                let is_counted = |guess: &RoomAction| match guess {
                    RoomAction::Guess(text) => {
                        let text = text.to_uppercase();
                        view.words.iter().any(|word| word.word == text)
                    }
                    _ => false,
                };
                self.guesses.retain(|(_, guess)| !is_counted(guess));
            }
            _ => self.guesses.clear(),
        }
        self.tell(RoomNews::Connected(view));
        Ok(client)
    }

    /// Connects again until the member is back in the room. Returns [`None`] if the program has
    /// left it meanwhile.
    async fn come_back(&mut self) -> Result<Option<RoomClient>, ClientError> {
        let resume = ClientMessage::Resume {
            version: VERSION,
            room: self.room,
            token: self.token.clone(),
        };
        loop {
            match self.enter(&resume).await {
                Ok(client) => return Ok(Some(client)),
                Err(error) if error.is_temporary() => {}
                Err(error) => return Err(error),
            }
            let mut pause = pin!(sleep(PAUSE));
            loop {
                match select(pin!(self.actions.recv()), pause.as_mut()).await {
                    Either::Left((Some(action), _)) => self.waiting.push(action),
                    Either::Left((None, _)) => return Ok(None),
                    Either::Right(_) => break,
                }
            }
        }
    }

    /// Passes messages between the program and the server until one of them ends the connection.
    async fn follow(&mut self, client: &mut RoomClient) -> Result<Left, ClientError> {
        for (_, guess) in std::mem::take(&mut self.guesses) {
            self.send(client, guess).await?;
        }
        for action in std::mem::take(&mut self.waiting) {
            self.send(client, action).await?;
        }
        let mut heard = Instant::now();
        let mut next_ping = heard;
        loop {
            let now = Instant::now();
            if now >= next_ping {
                next_ping = now + PING;
                let sent = self.clock.own();
                client.socket().send(&ClientMessage::Ping { sent }).await?;
            }
            if now.duration_since(heard) >= SILENCE {
                return Err(ClientError::Ended);
            }
            let wait = next_ping.saturating_duration_since(now);
            let step = {
                let (received, action) = (pin!(client.receive()), pin!(self.actions.recv()));
                match timeout(wait, select(received, action)).await {
                    Ok(Either::Left((received, _))) => Step::Received(Box::new(received)),
                    Ok(Either::Right((action, _))) => Step::Act(action),
                    Err(_) => Step::Wait,
                }
            };
            match step {
                Step::Received(received) => {
                    heard = Instant::now();
                    self.take(*received, client).await?;
                }
                Step::Act(Some(action)) => self.send(client, action).await?,
                Step::Act(None) => {
                    let left = async {
                        client.act(RoomAction::Leave).await?;
                        client.until(|_| false).await
                    };
                    let _ = timeout(LEAVING, left).await;
                    return Ok(Left);
                }
                Step::Wait => {}
            }
        }
    }

    async fn send(
        &mut self,
        client: &mut RoomClient,
        action: RoomAction,
    ) -> Result<(), ClientError> {
        let is_guess = matches!(action, RoomAction::Guess(_) | RoomAction::GuessPath(_));
        match client.send(action.clone()).await {
            Ok(id) if is_guess => self.guesses.push((id, action)),
            Ok(_) => {}
            Err(error) => {
                self.waiting.push(action);
                return Err(error);
            }
        }
        Ok(())
    }

    async fn take(
        &mut self,
        received: Result<ServerMessage, ClientError>,
        client: &mut RoomClient,
    ) -> Result<(), ClientError> {
        let message = match received {
            Ok(message) => message,
            Err(ClientError::MissingEvent(_)) => {
                return client.socket().send(&ClientMessage::Resync).await;
            }
            Err(error) => return Err(error),
        };
        match &message {
            ServerMessage::Pong { sent, now } => {
                let (sent, received) = (*sent as f64, self.clock.own() as f64);
                self.clock
                    .change(|clock| clock.measure(sent, received, *now));
                return Ok(());
            }
            ServerMessage::Answer { id, .. } | ServerMessage::Refused { id, .. } => {
                self.guesses.retain(|(guess, _)| guess != id);
            }
            _ => {}
        }
        if let Some(view) = client.view() {
            self.tell(RoomNews::Message {
                message: Box::new(message),
                view: Box::new(view.clone()),
            });
        }
        Ok(())
    }
}
