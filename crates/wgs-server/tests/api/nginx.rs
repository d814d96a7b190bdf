//! The server behind a real nginx, with the configurations of `docs/deployment.md`.

use std::fs;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use wgs_play::room::message::{ClientMessage, ServerMessage, VERSION};
use wgs_play::room::{RoomAction, RoomCode, RoomEvent, RoomSettings};
use wgs_server::room_storage::DatabaseLocation;
use wgs_server::{Options, RoomOptions};
use wgs_test_requirement::requires;

use crate::certificate::make_certificate;
use crate::client::TestFolder;
use crate::socket::{PATIENCE, RawResponse, SocketServer, endless, small};

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/deployment.md");
const NAME: &str = "games.example";
const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Returns the configuration of the document whose first line is this comment.
fn example(title: &str) -> String {
    let document = fs::read_to_string(DOCUMENT).unwrap();
    let start = format!("```nginx\n# {title}\n");
    let (_, rest) = document.split_once(&start).expect(title);
    rest.split_once("```").expect(title).0.to_owned()
}

/// Which of the document's examples nginx runs with.
#[derive(Clone, Copy, Debug)]
enum Site {
    /// A domain, with TLS.
    Domain,
    /// A location below a path.
    Location(&'static str),
}

/// A free port of this machine.
fn free_port() -> u16 {
    let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    socket.local_addr().unwrap().port()
}

/// An nginx that ends when it is dropped.
struct Nginx {
    process: Child,
    folder: TestFolder,
    site: Site,
    /// The port of the site.
    port: u16,
    /// The port that only redirects, for a domain.
    plain_port: u16,
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Nginx {
    /// Starts nginx before a server.
    fn start(site: Site, server: &SocketServer) -> Self {
        for _ in 0..5 {
            if let Some(started) = Self::try_start(site, server.address.port()) {
                return started;
            }
        }
        panic!("nginx does not start");
    }

    /// Returns [`None`] if another program has taken a port.
    fn try_start(site: Site, server_port: u16) -> Option<Self> {
        let folder = TestFolder::new();
        let (port, plain_port) = (free_port(), free_port());
        write_configuration(&folder, site, server_port, [port, plain_port]);
        let test = nginx(&folder).arg("-t").output().unwrap();
        assert!(
            test.status.success(),
            "{}",
            String::from_utf8_lossy(&test.stderr)
        );
        let process = nginx(&folder).spawn().unwrap();
        let mut nginx = Self {
            process,
            folder,
            site,
            port,
            plain_port,
        };
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            if nginx.process.try_wait().unwrap().is_some() {
                return None;
            }
            assert!(Instant::now() < deadline, "nginx does not listen");
            thread::sleep(Duration::from_millis(5));
        }
        Some(nginx)
    }

    /// The host as a browser names it.
    fn host(&self) -> String {
        format!("{NAME}:{}", self.port)
    }

    fn scheme(&self) -> &'static str {
        match self.site {
            Site::Domain => "https",
            Site::Location(_) => "http",
        }
    }

    /// Sends a request and reads the response. `head` is its first line without the version, and
    /// further headers.
    async fn send(&self, head: &[&str], body: &str) -> RawResponse {
        let (line, headers) = head.split_first().unwrap();
        let headers: String = headers.iter().map(|it| format!("{it}\r\n")).collect();
        let request = format!(
            "{line} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n\
             content-type: application/json\r\n{headers}\r\n{body}",
            self.host(),
            body.len(),
        );
        let (port, site) = (self.port, self.site);
        let certificate = self.folder.path("certificate.pem");
        let exchange = move || match site {
            Site::Location(_) => plain_exchange(port, &request),
            Site::Domain => tls_exchange(port, &certificate, &request),
        };
        RawResponse::parse(tokio::task::spawn_blocking(exchange).await.unwrap())
    }

    async fn get(&self, path: &str) -> RawResponse {
        self.send(&[&format!("GET {path}")], "").await
    }
}

/// The command that runs nginx in a folder, as one process.
fn nginx(folder: &TestFolder) -> Command {
    let mut command = Command::new(std::env::var_os("WGS_NGINX").unwrap());
    command
        .arg("-p")
        .arg(folder.path(""))
        .arg("-c")
        .arg(folder.path("nginx.conf"))
        .args(["-g", "daemon off; master_process off;"])
        .stdin(Stdio::null());
    command
}

/// Writes the examples of the document with ports and files of the test.
fn write_configuration(folder: &TestFolder, site: Site, server_port: u16, ports: [u16; 2]) {
    let server = format!("127.0.0.1:{server_port}");
    let with_ports = |text: String| {
        let [port, plain_port] = ports.map(|port| format!("listen 127.0.0.1:{port}"));
        text.replace("127.0.0.1:7007", &server)
            .replace("listen 80", &plain_port)
            .replace("listen 443", &port)
            // A machine may have no IPv6.
            .replace("listen [::]:80;", "")
            .replace("listen [::]:443 ssl;", "")
            .replace(
                "/etc/letsencrypt/live/games.example/fullchain.pem",
                "certificate.pem",
            )
            .replace("/etc/letsencrypt/live/games.example/privkey.pem", "key.pem")
    };
    fs::create_dir(folder.path("snippets")).unwrap();
    folder.write(
        "snippets/wgs.conf",
        &example("/etc/nginx/snippets/wgs.conf"),
    );
    let domain = example("/etc/nginx/conf.d/wgs.conf");
    let sites = match site {
        Site::Domain => {
            make_certificate(
                NAME,
                &folder.path("key.pem"),
                &folder.path("certificate.pem"),
            );
            with_ports(domain)
        }
        Site::Location(title) => {
            let (map, _) = domain.split_once("server {").unwrap();
            let (location, private) = (example(title), example("location, private"));
            let site = format!("{map}server {{\nlisten 443;\n{location}{private}}}\n");
            with_ports(site)
        }
    };
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path temporary/{name};\n"))
        .concat();
    fs::create_dir(folder.path("temporary")).unwrap();
    let text = format!(
        "pid nginx.pid;\nerror_log error.log;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{sites}}}\n"
    );
    folder.write("nginx.conf", &text);
}

fn plain_exchange(port: u16, request: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    answer
}

/// OpenSSL's client, which speaks TLS and checks the certificate and its name.
fn tls_client(port: u16, certificate: &Path) -> Command {
    let mut client = Command::new("openssl");
    client
        .args(["s_client", "-quiet", "-verify_return_error"])
        .args(["-connect", &format!("127.0.0.1:{port}")])
        .args(["-servername", NAME, "-verify_hostname", NAME])
        .arg("-CAfile")
        .arg(certificate)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    client
}

fn tls_exchange(port: u16, certificate: &Path, request: &str) -> Vec<u8> {
    let mut client = tls_client(port, certificate).spawn().unwrap();
    let mut input = client.stdin.take().unwrap();
    input.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    client
        .stdout
        .take()
        .unwrap()
        .read_to_end(&mut answer)
        .unwrap();
    drop(input);
    client.wait().unwrap();
    answer
}

/// The options for a server behind a proxy on this machine.
fn options(base_path: &str) -> Options {
    Options {
        host_names: vec![NAME.to_owned()],
        proxies: vec![IpAddr::V4(Ipv4Addr::LOCALHOST)],
        base_path: base_path.parse().unwrap(),
        ..Options::default()
    }
}

#[requires(nginx)]
#[tokio::test(flavor = "multi_thread")]
async fn a_domain_with_tls_has_the_page_the_api_and_links_with_its_address() {
    let server = SocketServer::with_options(options("/"));
    let nginx = Nginx::start(Site::Domain, &server);
    assert_eq!(nginx.get("/").await.status(), "200");
    assert_eq!(nginx.get("/host.json").await.ok()["api"], "api/v1/");
    let board = small().to_string();
    let scored = nginx.send(&["POST /api/v1/score"], &board).await;
    assert_eq!(scored.ok()["words"], 831);
    let page = nginx.get("/api/").await.text();
    let example = format!("curl https://{}/api/v1/solve", nginx.host());
    assert!(page.contains(&example), "{page}");

    let request = format!("GET /play.html?a=b HTTP/1.0\r\nhost: {NAME}\r\n\r\n");
    let moved = RawResponse::parse(plain_exchange(nginx.plain_port, &request));
    assert_eq!(moved.status(), "301");
    let location = "location: https://games.example/play.html?a=b\r\n";
    assert!(moved.head.contains(location), "{}", moved.head);
}

#[requires(nginx)]
#[tokio::test(flavor = "multi_thread")]
async fn a_site_below_a_path_works_whether_or_not_the_path_is_removed() {
    for (title, base_path) in [
        ("location", "/words/"),
        ("location, path removed", "/words/"),
        // Only the links in the description of the API need to know the path.
        ("location, path removed", "/"),
    ] {
        let server = SocketServer::with_options(options(base_path));
        let nginx = Nginx::start(Site::Location(title), &server);
        for (path, status) in [
            ("/words/", "200"),
            ("/words/host.json", "200"),
            ("/words/api/", "200"),
            ("/words/api/api.css", "200"),
            ("/words/api/v1/openapi.json", "200"),
            ("/words/none", "404"),
            ("/words/metrics", "404"),
            ("/metrics", "404"),
            ("/none", "404"),
        ] {
            assert_eq!(nginx.get(path).await.status(), status, "{title}: {path}");
        }
        let host = nginx.get("/words/host.json").await.ok();
        let score = format!("POST /words/{}score", host["api"].as_str().unwrap());
        let scored = nginx.send(&[&score], &small().to_string()).await.ok();
        assert_eq!(scored["words"], 831);
        let moved = nginx.get("/words/api").await;
        assert!(moved.head.contains("location: api/\r\n"), "{}", moved.head);
        let page = nginx.get("/words/api/").await.text();
        let example = format!("curl http://{}{base_path}api/v1/solve", nginx.host());
        assert!(page.contains(&example), "{page}");
    }
}

#[requires(nginx)]
#[tokio::test(flavor = "multi_thread")]
async fn the_origin_of_the_public_address_may_save_and_others_may_not() {
    let folder = TestFolder::new();
    let config = folder.write("wgs.json", "{}");
    for site in [Site::Domain, Site::Location("location")] {
        let server = SocketServer::with_options(Options {
            config: Some(config.clone()),
            token: Some(TOKEN.to_owned()),
            ..options("/words/")
        });
        let nginx = Nginx::start(site, &server);
        let own = format!("origin: {}://{}", nginx.scheme(), nginx.host());
        let token = format!("authorization: Bearer {TOKEN}");
        let version = nginx.get("/words/api/v1/config").await.ok()["version"].clone();
        let body = json!({"text": "{}", "version": version}).to_string();
        let line = "PUT /words/api/v1/config";
        for origin in ["origin: https://evil.example", "origin: null"] {
            let saved = nginx.send(&[line, origin, &token], &body).await;
            saved.problem(403, "origin");
            // A client cannot name the host for the proxy.
            let forged = "x-forwarded-host: evil.example";
            let saved = nginx.send(&[line, origin, forged, &token], &body).await;
            saved.problem(403, "origin");
        }
        let saved = nginx.send(&[line, &own, &token], &body).await;
        assert_eq!(saved.status(), "200", "{}", saved.text());
    }
}

/// Begins a request from an address of this machine, and does not read the response.
fn begin(nginx: &Nginx, source: [u8; 4], name: &str, body: &Value) -> TcpStream {
    let (domain, kind) = (socket2::Domain::IPV4, socket2::Type::STREAM);
    let socket = socket2::Socket::new(domain, kind, None).unwrap();
    let source = SocketAddr::from((source, 0));
    socket.bind(&source.into()).unwrap();
    let target = SocketAddr::from((Ipv4Addr::LOCALHOST, nginx.port));
    socket.connect(&target.into()).unwrap();
    let mut stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let body = body.to_string();
    let request = format!(
        "POST /words/api/v1/{name} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         x-forwarded-for: 192.0.2.7\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        nginx.host(),
        body.len(),
    );
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

fn finish(mut stream: TcpStream) -> RawResponse {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    RawResponse::parse(answer)
}

/// All addresses that begin with 127 are addresses of this machine on Linux only.
#[cfg(target_os = "linux")]
#[requires(nginx)]
#[tokio::test(flavor = "multi_thread")]
async fn the_limits_of_a_client_count_by_the_address_that_the_proxy_has_seen() {
    let mut options = options("/words/");
    options.limits.requests_per_client = 1;
    options.limits.time = Duration::from_secs(60);
    let server = SocketServer::with_options(options);
    let nginx = Nginx::start(Site::Location("location"), &server);
    let _running = begin(&nginx, [127, 0, 0, 2], "create", &endless());
    server.until("a search", |now| now.running == 1).await;
    let (same, other) = tokio::task::spawn_blocking(move || {
        let same = finish(begin(&nginx, [127, 0, 0, 2], "score", &small()));
        let other = finish(begin(&nginx, [127, 0, 0, 3], "score", &small()));
        (same, other)
    })
    .await
    .unwrap();
    same.problem(429, "client");
    assert_eq!(other.ok()["words"], 831);
}

/// A stream through nginx, plain or with TLS.
trait ProxyStream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> ProxyStream for S {}

/// A player behind nginx.
struct ProxiedPlayer {
    socket: WebSocketStream<Box<dyn ProxyStream>>,
    /// The client that speaks TLS, which ends with the player.
    _tls: Option<tokio::process::Child>,
}

impl ProxiedPlayer {
    /// Connects as a page with this origin.
    async fn connect(nginx: &Nginx, origin: &str) -> Result<Self, SocketError> {
        let mut tls = None;
        let stream: Box<dyn ProxyStream> = match nginx.site {
            Site::Location(_) => {
                let address = (Ipv4Addr::LOCALHOST, nginx.port);
                Box::new(tokio::net::TcpStream::connect(address).await?)
            }
            Site::Domain => {
                let certificate = nginx.folder.path("certificate.pem");
                let client = tls_client(nginx.port, &certificate);
                let mut client = tokio::process::Command::from(client);
                let mut client = client.kill_on_drop(true).spawn()?;
                let output = client.stdout.take().unwrap();
                let stream = tokio::io::join(output, client.stdin.take().unwrap());
                tls = Some(client);
                Box::new(stream)
            }
        };
        let address = format!("ws://{}/words/api/v1/rooms/socket", nginx.host());
        let mut request = address.into_client_request()?;
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
        let connected = tokio::time::timeout(PATIENCE, client_async(request, stream)).await;
        let (socket, _) = connected.unwrap()?;
        Ok(Self { socket, _tls: tls })
    }

    async fn send(&mut self, message: &ClientMessage) {
        let text = Message::Text(message.to_json().into());
        self.socket.send(text).await.unwrap();
    }

    /// Waits for a message of a kind.
    async fn wait_for<T>(&mut self, pick: impl Fn(ServerMessage) -> Option<T>) -> T {
        let wait = async {
            loop {
                let message = self.socket.next().await.unwrap().unwrap();
                if let Message::Text(text) = message
                    && let Some(picked) = pick(ServerMessage::from_json(&text).unwrap())
                {
                    return picked;
                }
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.unwrap()
    }

    /// Enters a room and returns its code.
    async fn enter(&mut self, first: &ClientMessage) -> RoomCode {
        self.send(first).await;
        self.wait_for(|message| match message {
            ServerMessage::Welcome { room, .. } => Some(room),
            _ => None,
        })
        .await
    }
}

#[requires(nginx)]
#[tokio::test(flavor = "multi_thread")]
async fn people_meet_in_a_room_through_the_proxy() {
    for site in [
        Site::Domain,
        Site::Location("location"),
        Site::Location("location, path removed"),
    ] {
        let server = SocketServer::with_options(Options {
            rooms: Some(RoomOptions::new(DatabaseLocation::Memory)),
            ..options("/words/")
        });
        let nginx = Nginx::start(site, &server);
        let origin = format!("{}://{}", nginx.scheme(), nginx.host());
        let mut ann = ProxiedPlayer::connect(&nginx, &origin).await.unwrap();
        let room = ann
            .enter(&ClientMessage::Create {
                version: VERSION,
                name: "Ann".to_owned(),
                identity: None,
                settings: Box::new(RoomSettings::default()),
            })
            .await;
        let mut bob = ProxiedPlayer::connect(&nginx, &origin).await.unwrap();
        let join = ClientMessage::Join {
            version: VERSION,
            room,
            name: "Bob".to_owned(),
            identity: None,
            is_spectator: false,
        };
        assert_eq!(bob.enter(&join).await, room);
        let action = RoomAction::Chat("hello".to_owned());
        bob.send(&ClientMessage::Act { id: 1, action }).await;
        let line = ann.wait_for(|message| match message {
            ServerMessage::Event {
                event: RoomEvent::Chat { line },
                ..
            } => Some((line.name, line.text)),
            _ => None,
        });
        assert_eq!(line.await, ("Bob".to_owned(), "hello".to_owned()));
        let other = ProxiedPlayer::connect(&nginx, "https://evil.example").await;
        match other.map(|_| ()).unwrap_err() {
            SocketError::Http(response) => assert_eq!(response.status(), 403, "{site:?}"),
            error => panic!("{site:?}: {error}"),
        }
    }
}
