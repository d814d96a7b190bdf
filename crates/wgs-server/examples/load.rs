//! Measures how many requests per second a server handles. Clients on the loopback interface,
//! each with one connection, send boards of Boggle (New): first as fast as the server replies,
//! then at half that rate, then at 7,500 requests per second.
//!
//!     cargo run --release -p wgs-server --example load -- [CONNECTIONS [SECONDS [CALL]]]

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wgs_app::creator::{CreateOptions, Creator};
use wgs_config::Catalogue;
use wgs_server::{Listener, Options};

/// The number of different boards, which are sent over and over.
const BOARDS: u64 = 1_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let connections: usize = arguments.next().map_or(Ok(32), |text| text.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let path = arguments.next().unwrap_or_else(|| "solve".to_owned());

    let listener = Listener::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, Options::default())?;
    let address = listener.address();
    std::thread::spawn(move || listener.run(|_| ()).map_err(|error| error.to_string()));
    let requests = Arc::new(requests(address, &path)?);

    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let time = Duration::from_secs(seconds);
    let load = |rate: Option<f64>| {
        let requests = requests.clone();
        runtime.block_on(load(address, requests, connections, time, rate))
    };
    load(None)?; // Loads the game and warms up.
    let full = load(None)?;
    full.print("at full speed");
    load(Some(full.rate() / 2.0))?.print("at half that rate");
    load(Some(7_500.0))?.print("at 7,500 per second");
    Ok(())
}

/// Returns the bytes of requests, each with a random board.
fn requests(address: SocketAddr, path: &str) -> Result<Vec<Vec<u8>>, Box<dyn std::error::Error>> {
    let catalogue = Catalogue::embedded();
    let game = catalogue.game("Boggle (New)")?;
    let creator = Creator::new(game, CreateOptions::default())?;
    let mut boards = String::new();
    creator.write_boards(0..BOARDS, &mut boards)?;
    let request = |board: &str| {
        let body = format!(r#"{{"game":"Boggle (New)","board":"{board}"}}"#);
        let head = format!(
            "POST /api/v1/{path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        (head + &body).into_bytes()
    };
    Ok(boards.lines().map(request).collect())
}

/// The time of each request, and of all of them together.
struct Load {
    times: Vec<Duration>,
    bytes: u64,
    time: Duration,
}

impl Load {
    fn rate(&self) -> f64 {
        self.times.len() as f64 / self.time.as_secs_f64()
    }

    fn print(&self, name: &str) {
        let mut times = self.times.clone();
        times.sort_unstable();
        let part = |part: f64| {
            let place = (times.len() as f64 * part) as usize;
            times.get(place.min(times.len().saturating_sub(1)))
        };
        let part = |it: f64| part(it).map_or(0.0, |time| time.as_secs_f64() * 1e3);
        println!(
            "{name:20} {:8.0} requests/s  {:6.1} MB/s  p50 {:6.2} ms  p99 {:6.2} ms  max {:6.2} ms",
            self.rate(),
            self.bytes as f64 / self.time.as_secs_f64() / 1e6,
            part(0.5),
            part(0.99),
            part(1.0),
        );
    }
}

async fn load(
    address: SocketAddr,
    requests: Arc<Vec<Vec<u8>>>,
    connections: usize,
    time: Duration,
    rate: Option<f64>,
) -> Result<Load, Box<dyn std::error::Error>> {
    let start = Instant::now();
    let tasks: Vec<_> = (0..connections)
        .map(|number| {
            tokio::spawn(client(
                address,
                requests.clone(),
                number,
                connections,
                start,
                time,
                rate,
            ))
        })
        .collect();
    let mut load = Load {
        times: Vec::new(),
        bytes: 0,
        time,
    };
    for task in tasks {
        let (times, bytes) = task.await??;
        load.times.extend(times);
        load.bytes += bytes;
    }
    load.time = start.elapsed();
    Ok(load)
}

/// Sends requests over one connection. At a fixed rate, the time of a request counts from when
/// it was due, even if the reply to the previous one came later.
async fn client(
    address: SocketAddr,
    requests: Arc<Vec<Vec<u8>>>,
    number: usize,
    connections: usize,
    start: Instant,
    time: Duration,
    rate: Option<f64>,
) -> std::io::Result<(Vec<Duration>, u64)> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = vec![0; 1 << 18];
    let (mut times, mut bytes) = (Vec::new(), 0);
    for turn in 0.. {
        let mut begun = Instant::now();
        if let Some(rate) = rate {
            let turn = (turn * connections + number) as f64;
            let due = start + Duration::from_secs_f64(turn / rate);
            if due > begun {
                tokio::time::sleep_until(due.into()).await;
            }
            begun = due;
        }
        if start.elapsed() >= time {
            break;
        }
        let request = &requests[(number * 31 + turn) % requests.len()];
        stream.write_all(request).await?;
        bytes += read_response(&mut stream, &mut buffer).await? as u64;
        times.push(begun.elapsed());
    }
    Ok((times, bytes))
}

/// Reads one response and returns its length.
async fn read_response(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> std::io::Result<usize> {
    let mut filled = 0;
    let mut expected = None;
    loop {
        filled += match stream.read(&mut buffer[filled..]).await? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            read => read,
        };
        if expected.is_none()
            && let Some(end) = buffer[..filled].windows(4).position(|it| it == b"\r\n\r\n")
        {
            let head = String::from_utf8_lossy(&buffer[..end]).to_lowercase();
            if !head.starts_with("http/1.1 200") {
                return Err(std::io::Error::other(head));
            }
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            let length: Option<usize> = length.and_then(|length| length.parse().ok());
            let length = length.ok_or_else(|| std::io::Error::other(head.clone()))?;
            let whole = end + 4 + length;
            if whole > buffer.len() {
                buffer.resize(whole, 0);
            }
            expected = Some(whole);
        }
        if expected.is_some_and(|expected| filled >= expected) {
            return Ok(filled);
        }
    }
}
