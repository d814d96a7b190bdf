//! Certificates for servers of the tests that speak TLS.

use std::path::Path;
use std::process::Command;

/// Makes a key and a certificate for a host, which is signed with the same key.
pub(crate) fn make_certificate(host: &str, key: &Path, certificate: &Path) {
    let made = Command::new("openssl")
        .args(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(' '),
        )
        .args(["-subj", &format!("/CN={host}")])
        .args(["-addext", &format!("subjectAltName=DNS:{host}")])
        // It is the server's own certificate, not that of an authority.
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(key)
        .arg("-out")
        .arg(certificate)
        .output()
        .unwrap();
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
}
