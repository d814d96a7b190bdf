//! A NATS server with JetStream for a test, which ends with it.

use std::env;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long the server may take to start.
const START: Duration = Duration::from_secs(30);

/// A server that listens on a free port of this machine.
pub(crate) struct NatsServer {
    process: Child,
    port: u16,
    /// What JetStream stores.
    _folder: TempDir,
}

impl NatsServer {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = env::var_os("WGS_NATS_SERVER").expect("WGS_NATS_SERVER");
        let socket = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = socket.local_addr().unwrap().port();
        drop(socket);
        let process = Command::new(program)
            .args(["--jetstream", "--addr", "127.0.0.1", "--port"])
            .arg(port.to_string())
            .arg("--store_dir")
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let deadline = Instant::now() + START;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < deadline, "nats-server does not start");
            thread::sleep(Duration::from_millis(20));
        }
        Self {
            process,
            port,
            _folder: folder,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends the server at once.
    pub(crate) fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.stop();
    }
}
