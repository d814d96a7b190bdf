//! A PostgreSQL server for the tests, with an empty schema for each, which is quicker to create than a
//! database. The first test starts the server, and it ends with the last one that uses it.

use std::env;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnection;
use sqlx::{Connection, Executor};
use tempfile::TempDir;

use crate::certificate::make_certificate;

/// How long the server may take to start.
const START: Duration = Duration::from_secs(60);

/// A server that listens on a socket in a temporary folder, and perhaps on a port with TLS.
pub(crate) struct PostgresServer {
    folder: TempDir,
    /// The port on which it speaks TLS, with the certificate `server.crt` in its folder.
    tls_port: Option<u16>,
    /// Dropped to end the server.
    end: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl PostgresServer {
    /// Returns the server that the tests share.
    pub(crate) fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<PostgresServer>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let server = Arc::new(Self::start());
            *shared = Arc::downgrade(&server);
            server
        })
    }

    /// Starts a server.
    pub(crate) fn start() -> Self {
        Self::start_with(None)
    }

    /// Starts a server that speaks TLS on a port too, with a certificate for `localhost`.
    pub(crate) fn start_with_tls() -> Self {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        Self::start_with(Some(port))
    }

    fn start_with(tls_port: Option<u16>) -> Self {
        let folder = tempfile::Builder::new().prefix("wgs-pg-").tempdir();
        let folder = folder.unwrap();
        let account = Account::for_server();
        account.give(folder.path());
        let data = folder.path().join("data");
        let made = account
            .command("initdb")
            .arg("-D")
            .arg(&data)
            .args("-U wgs -A trust -E UTF8 --locale=C --no-sync".split(' '))
            .output()
            .unwrap();
        assert!(made.status.success(), "{made:?}");
        if tls_port.is_some() {
            let (key, certificate) = ("server.key", "server.crt");
            make_certificate(
                "localhost",
                &folder.path().join(key),
                &folder.path().join(certificate),
            );
            account.give(&folder.path().join("server.key"));
        }
        let mut server = Self {
            folder,
            tls_port,
            end: None,
            thread: None,
        };
        server.resume();
        server
    }

    /// Starts the server with the data that it has.
    pub(crate) fn resume(&mut self) {
        let account = Account::for_server();
        let mut command = account.command("postgres");
        command
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .arg("-k")
            .arg(self.folder.path())
            // Loss of power is not tested.
            .args(["-F", "-c", "log_min_messages=fatal"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Some(port) = self.tls_port {
            let certificate = self.certificate();
            command
                .args(["-c", "listen_addresses=127.0.0.1", "-c", "ssl=on", "-p"])
                .arg(port.to_string())
                .arg("-c")
                .arg(format!("ssl_cert_file={}", certificate.display()))
                .arg("-c")
                .arg(format!(
                    "ssl_key_file={}",
                    certificate.with_extension("key").display()
                ));
        } else {
            command.args(["-c", "listen_addresses="]);
        }
        let (end, ended) = mpsc::channel();
        let (started, start) = mpsc::channel();
        // The system ends the server when the thread that started it ends. So that is not a test's
        // thread.
        let thread = thread::spawn(move || {
            let child = command.spawn().unwrap();
            started.send(()).unwrap();
            let _ = ended.recv();
            stop(child);
        });
        start.recv().unwrap();
        (self.end, self.thread) = (Some(end), Some(thread));
        let deadline = Instant::now() + START;
        while let Err(error) = self.execute("SELECT 1") {
            assert!(Instant::now() < deadline, "{error}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Stops the server at once, as in a crash.
    pub(crate) fn stop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }

    /// Suspends the server with all its processes.
    pub(crate) fn suspend(&self) {
        self.signal("-STOP");
    }

    /// Lets the suspended server go on.
    pub(crate) fn wake(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let file = self.folder.path().join("data/postmaster.pid");
        let file = fs::read_to_string(file).unwrap();
        let id = file.lines().next().unwrap();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        // The first process starts no others while it is suspended; one that ends meanwhile is no
        // fault.
        let ids = std::iter::once(id).chain(children.split_whitespace());
        let _ = Command::new("kill").arg(signal).args(ids).status();
    }

    /// Returns the address of a database.
    pub(crate) fn url(&self, database: &str) -> String {
        let folder = self.folder.path().display();
        let port = self
            .tls_port
            .map_or(String::new(), |port| format!("&port={port}"));
        format!("postgres:///{database}?user=wgs&host={folder}{port}")
    }

    /// Returns the address of the database on the port with TLS, with `sslmode` and what follows it.
    pub(crate) fn tls_url(&self, mode: &str) -> String {
        let port = self.tls_port.expect("the server was started with TLS");
        format!("postgres://wgs@localhost:{port}/postgres?sslmode={mode}")
    }

    /// The certificate of the server.
    pub(crate) fn certificate(&self) -> PathBuf {
        self.folder.path().join("server.crt")
    }

    /// Creates an empty schema, and returns the address of the database with this schema.
    pub(crate) fn create_schema(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.execute(&format!("CREATE SCHEMA {name}")).unwrap();
        self.url("postgres") + "&options=-csearch_path%3D" + &name
    }

    fn execute(&self, statement: &str) -> Result<(), sqlx::Error> {
        let url = self.url("postgres");
        let run = async {
            let mut connection = PgConnection::connect(&url).await?;
            connection.execute(statement).await?;
            connection.close().await
        };
        // Tests call this in a runtime of their own.
        thread::scope(|scope| {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            scope.spawn(move || runtime.block_on(run)).join().unwrap()
        })
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Ends a server without waiting for its clients.
fn stop(mut child: Child) {
    let id = child.id().to_string();
    let told = Command::new("kill").args(["-QUIT", &id]).status();
    if !told.is_ok_and(|status| status.success()) {
        let _ = child.kill();
    }
    let _ = child.wait();
}

/// The user that the server runs as: PostgreSQL refuses to run as root.
struct Account {
    user_and_group: Option<(String, String)>,
}

impl Account {
    fn for_server() -> Self {
        if id(&["-u"]).as_deref() != Some("0") {
            return Self {
                user_and_group: None,
            };
        }
        let names = ["postgres", "nobody"];
        let found = names
            .iter()
            .find_map(|name| Some((id(&["-u", name])?, id(&["-g", name])?)));
        Self {
            user_and_group: Some(found.expect("root needs a user for PostgreSQL")),
        }
    }

    /// Makes the user the owner of a folder.
    fn give(&self, folder: &Path) {
        if let Some((user, group)) = &self.user_and_group {
            let owner = format!("{user}:{group}");
            let given = Command::new("chown").arg(owner).arg(folder).status();
            assert!(given.unwrap().success());
        }
    }

    /// Returns a command that runs a program of PostgreSQL, and that ends if the tests are killed.
    fn command(&self, program: &str) -> Command {
        let folder = env::var_os("WGS_POSTGRES").expect("WGS_POSTGRES names the folder");
        let program = Path::new(&folder).join(program);
        if !cfg!(target_os = "linux") {
            return Command::new(program);
        }
        let mut command = Command::new("setpriv");
        command.arg("--pdeathsig=QUIT");
        if let Some((user, group)) = &self.user_and_group {
            command.args([
                format!("--reuid={user}"),
                format!("--regid={group}"),
                "--clear-groups".to_owned(),
            ]);
        }
        command.arg("--").arg(program);
        // The folder of the tests may be closed to other users.
        command.current_dir("/");
        command
    }
}

/// Asks the system who a user is.
fn id(arguments: &[&str]) -> Option<String> {
    let output = Command::new("id").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
