//! A program that plays in a room: it joins by the room's link, is ready whenever a round can start,
//! and guesses words of a list, one after the other, until the round ends.
//!
//!     cargo run -p wgs-server --example room_player -- LINK [NAME [SECONDS [WORDS [ROUNDS]]]]
//!
//! LINK is the link of the room, NAME the player's name (Robot by default), SECONDS the time between two
//! guesses (5 by default), WORDS a file with a word on each line (by default, the words of the embedded
//! dictionary), and ROUNDS the number of rounds after which the player leaves (by default, it stays).
//!
//! The player knows nothing that a person would not know. It sees the board, looks for words of its
//! list there, and has to wait for the server's verdict. `docs/rooms.md` describes the messages.

use std::error::Error;
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};
use wgs_app::{GameLoader, GameRequest};
use wgs_client::{ClientError, RoomClient, RoomLink};
use wgs_engine::{Budget, Lexicon, Solver};
use wgs_play::SolvedBoard;
use wgs_play::room::message::ServerMessage;
use wgs_play::room::{PhaseView, RoomAction, RoomAnswer, RoomEvent, RoomView, RunningRound};

/// The time after which the player connects again.
const PAUSE: Duration = Duration::from_secs(1);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run(&arguments).await
}

/// Plays with the arguments of the command line.
async fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let argument = |number: usize| arguments.get(number).map(String::as_str);
    let link = argument(0).ok_or("expected the link of a room")?;
    let RoomLink { server, room } = link.parse()?;
    let seconds: f64 = argument(2).unwrap_or("5").parse()?;
    let words = match argument(3) {
        None | Some("") => None,
        Some(file) => Some(Lexicon::from_text(&std::fs::read_to_string(file)?)?),
    };
    let rounds = argument(4).map(str::parse).transpose()?;
    let mut player = RoomPlayer {
        patience: Duration::from_secs_f64(seconds.max(0.1)),
        words,
        rounds,
        loader: GameLoader::default(),
        guesses: Vec::new(),
    };
    let name = argument(1).unwrap_or("Robot");
    let mut client = RoomClient::join(&server, room, name).await?;
    let token = client.token().to_owned();
    let view = client.view().expect("it is in the room");
    println!("in room {room} as {}", own_name(view));
    while let Next::Connect = player.play(&mut client).await? {
        // The server may be starting again.
        client = loop {
            sleep(PAUSE).await;
            match RoomClient::resume(&server, room, &token).await {
                Ok(client) => break client,
                Err(error) if error.is_temporary() => {}
                Err(error) => return Err(error.into()),
            }
        };
    }
    Ok(())
}

/// A player in a room.
struct RoomPlayer {
    /// The time between two guesses.
    patience: Duration,
    /// The words that the player knows; [`None`] for those of the game.
    words: Option<Lexicon>,
    /// The number of rounds that are left to play; [`None`] for any number.
    rounds: Option<u32>,
    loader: GameLoader,
    /// The words to guess in this round, the next one last.
    guesses: Vec<String>,
}

/// What to do after the end of a connection.
enum Next {
    Connect,
    End,
}

impl RoomPlayer {
    /// Plays until the connection ends.
    async fn play(&mut self, client: &mut RoomClient) -> Result<Next, Box<dyn Error>> {
        self.follow_view(client).await?;
        let mut next_guess = Instant::now() + self.patience;
        loop {
            tokio::select! {
                received = client.receive() => match received {
                    Ok(message) => {
                        if let Some(next) = self.follow(message, client).await? {
                            return Ok(next);
                        }
                    }
                    Err(error) => {
                        println!("closed: {error}");
                        return match (error.is_temporary(), error) {
                            (true, _) => Ok(Next::Connect),
                            (false, ClientError::Closed { .. }) => Ok(Next::End),
                            (false, error) => Err(error.into()),
                        };
                    }
                },
                () = sleep_until(next_guess) => {
                    next_guess = Instant::now() + self.patience;
                    if let Some(word) = self.guesses.pop() {
                        client.send(RoomAction::Guess(word)).await?;
                    }
                }
            }
        }
    }

    /// Does what a message asks for. Returns [`Next::End`] after the last round.
    async fn follow(
        &mut self,
        message: ServerMessage,
        client: &mut RoomClient,
    ) -> Result<Option<Next>, Box<dyn Error>> {
        match message {
            ServerMessage::Snapshot { .. } => self.follow_view(client).await?,
            ServerMessage::Answer {
                answer: RoomAnswer::Judged { guess, verdict, .. },
                ..
            } => println!("{guess} {verdict}"),
            ServerMessage::Refused { text, .. } => println!("refused: {text}"),
            ServerMessage::Event { event, .. } => match event {
                RoomEvent::Started { round } => self.look_for_words(&round)?,
                RoomEvent::Ended { report, .. } => {
                    self.guesses.clear();
                    for player in &report.players {
                        println!("{}: {} points", player.name, player.points);
                    }
                    self.rounds = self.rounds.map(|rounds| rounds.saturating_sub(1));
                    if self.rounds == Some(0) {
                        client.send(RoomAction::Leave).await?;
                        return Ok(Some(Next::End));
                    }
                    client.send(RoomAction::Ready(true)).await?;
                }
                RoomEvent::DealFailed { .. } | RoomEvent::CountdownStopped => {
                    client.send(RoomAction::Ready(true)).await?;
                }
                _ => {}
            },
            _ => {}
        }
        Ok(None)
    }

    /// Does what the state of the room asks for, after the player has entered it.
    async fn follow_view(&mut self, client: &mut RoomClient) -> Result<(), Box<dyn Error>> {
        let Some(view) = client.view() else {
            return Ok(());
        };
        match &view.phase {
            PhaseView::Waiting => drop(client.send(RoomAction::Ready(true)).await?),
            PhaseView::Playing { round } if view.seat.is_some() => {
                self.look_for_words(round)?;
                let found = |guess: &String| view.words.iter().any(|word| word.word == *guess);
                self.guesses.retain(|guess| !found(guess));
            }
            _ => {}
        }
        Ok(())
    }

    /// Finds the words of the player's list on the board of a round, to guess the short ones first.
    fn look_for_words(&mut self, round: &RunningRound) -> Result<(), Box<dyn Error>> {
        let game = self.loader.game(&GameRequest::named(&round.game), "play")?;
        let board = game.read(&round.board)?;
        let solved = match &self.words {
            Some(words) => {
                let solver = Solver::new(words, game.grid(), game.rules());
                SolvedBoard::new(board, &mut solver.worker())?
            }
            None => {
                game.with_worker(&Budget::UNLIMITED, |worker| SolvedBoard::new(board, worker))?
            }
        };
        println!("round {}: {}", round.number, round.board);
        let words = solved.words().iter().map(|word| word.text.clone());
        self.guesses = words.collect();
        self.guesses
            .sort_by_key(|word| std::cmp::Reverse(word.len()));
        Ok(())
    }
}

/// The name under which the room knows the player.
fn own_name(view: &RoomView) -> &str {
    let mut members = view.members.iter();
    let own = members.find(|member| member.member == view.member);
    own.map_or("?", |member| &member.name)
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use wgs_play::room::RoomSettings;
    use wgs_server::room_storage::DatabaseLocation;
    use wgs_server::{Listener, Options, RoomOptions};

    use super::*;

    /// The owner of the room plays by hand; the robot wins.
    #[tokio::test]
    async fn a_robot_joins_a_room_by_its_link_and_wins_a_round() {
        let options = Options {
            rooms: Some(RoomOptions::new(DatabaseLocation::Memory)),
            ..Options::default()
        };
        let listener = Listener::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, options).unwrap();
        let page = format!("http://{}/play.html", listener.address());
        let server = tokio::spawn(listener.serve(std::future::pending()));

        let settings = RoomSettings {
            seconds: 10,
            ..RoomSettings::default()
        };
        let owner = RoomClient::create(&page.parse().unwrap(), "Ann", settings).await;
        let mut owner = owner.unwrap();
        let room = owner.view().unwrap().code;
        let arguments = [format!("{page}#room={room}"), "Robot".into(), "0.3".into()];
        let arguments = [&arguments[..], &["".into(), "1".into()]].concat();
        let robot = tokio::task::LocalSet::new();
        let robot = robot.run_until(async {
            let robot = tokio::task::spawn_local(async move { run(&arguments).await.unwrap() });
            owner.send(RoomAction::Ready(true)).await.unwrap();
            let report = loop {
                if let ServerMessage::Event { event, .. } = owner.receive().await.unwrap() {
                    match event {
                        RoomEvent::Ended { report, .. } => break report,
                        // The robot has found enough.
                        RoomEvent::Seat { view, .. } if view.words == 5 => {
                            owner.send(RoomAction::EndRound).await.unwrap();
                        }
                        _ => {}
                    }
                }
            };
            robot.await.unwrap();
            report
        });
        let report = tokio::time::timeout(Duration::from_secs(60), robot)
            .await
            .unwrap();
        let names: Vec<&str> = report.players.iter().map(|player| &*player.name).collect();
        assert_eq!(names, ["Ann", "Robot"]);
        assert!(report.players[1].words >= 5, "{:?}", report.players);
        assert_eq!(report.players[0].words, 0);
        server.abort();
    }
}
