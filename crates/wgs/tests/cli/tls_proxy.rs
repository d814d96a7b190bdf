//! An nginx that speaks TLS for a server, with a certificate that only its file vouches for.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use wgs_client::ServerAddress;

use crate::folder::Folder;

/// How long nginx may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// An nginx that ends when it is dropped.
pub(crate) struct TlsProxy {
    process: Child,
    /// The port on this machine.
    pub(crate) port: u16,
}

impl Drop for TlsProxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl TlsProxy {
    /// The file with the certificate, which is for localhost.
    pub(crate) const CERTIFICATE: &str = "proxy.pem";

    /// Starts nginx before a server.
    pub(crate) fn start(folder: &Folder, server: &ServerAddress) -> Self {
        make_certificate(folder, "proxy");
        for _ in 0..5 {
            if let Some(started) = Self::try_start(folder, server) {
                return started;
            }
        }
        panic!("nginx does not start");
    }

    /// Returns [`None`] if another program has taken the port.
    fn try_start(folder: &Folder, server: &ServerAddress) -> Option<Self> {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let temporary = temporary.map(|name| format!("{name}_temp_path {name};"));
        let temporary = temporary.join(" ");
        let text = format!(
            "pid nginx.pid; error_log error.log; events {{}}
            http {{ access_log off; {temporary}
              server {{ listen 127.0.0.1:{port} ssl;
                ssl_certificate {}; ssl_certificate_key proxy.key;
                location / {{ proxy_pass {server}; proxy_http_version 1.1;
                  proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade; }} }} }}",
            Self::CERTIFICATE
        );
        folder.write("nginx.conf", text);
        let mut nginx = Command::new(std::env::var_os("WGS_NGINX").unwrap());
        nginx
            .arg("-p")
            .arg(folder.path(""))
            .arg("-c")
            .arg(folder.path("nginx.conf"))
            .args(["-g", "daemon off; master_process off;"])
            .stdin(Stdio::null());
        let mut process = nginx.spawn().unwrap();
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            if process.try_wait().unwrap().is_some() {
                return None;
            }
            assert!(Instant::now() < deadline, "nginx does not listen");
            thread::sleep(Duration::from_millis(5));
        }
        Some(Self { process, port })
    }
}

/// Makes a key and a certificate for localhost, which is signed with the same key: the files NAME.key
/// and NAME.pem.
pub(crate) fn make_certificate(folder: &Folder, name: &str) {
    let made = Command::new("openssl")
        .args(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(' '),
        )
        .args(["-subj", "/CN=localhost"])
        .args(["-addext", "subjectAltName=DNS:localhost"])
        // It is the proxy's own certificate, not that of an authority.
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(folder.path(&format!("{name}.key")))
        .arg("-out")
        .arg(folder.path(&format!("{name}.pem")))
        .output()
        .unwrap();
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
}
