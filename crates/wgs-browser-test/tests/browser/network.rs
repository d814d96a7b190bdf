//! A network of two machines that a test makes: two network namespaces of Linux with a cable between
//! them. Each has its own address, and neither sees other networks. `cargo xtask test` checks
//! whether this machine permits them, and passes the path of the program `ip`.

use std::env;
use std::fs::File;
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{self, Command};

use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

/// The network of the calling thread.
const OWN: &str = "/proc/thread-self/ns/net";

/// The folder in which `ip netns` names namespaces.
const NAMED: &str = "/run/netns";

/// A machine of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Machine {
    /// The first one.
    Host,
    /// The other one.
    Guest,
}

impl Machine {
    const ALL: [Self; 2] = [Self::Host, Self::Guest];

    /// The address of the machine in the network.
    pub(crate) fn address(self) -> &'static str {
        match self {
            Self::Host => "10.77.0.1",
            Self::Guest => "10.77.0.2",
        }
    }

    /// The name of its namespace. Several processes may test at the same time.
    fn namespace(self) -> String {
        format!("wgs-{}-{}", process::id(), self as u8)
    }
}

/// A network of two machines. Dropping it removes it, and brings the thread back.
#[derive(Debug)]
pub(crate) struct Network {
    own: File,
}

impl Network {
    /// Makes the network. Tests that call this are marked with `#[requires(network_namespaces)]`.
    pub(crate) fn new() -> Self {
        let own = File::open(OWN).unwrap_or_else(|error| panic!("{OWN}: {error}"));
        // From here on, whatever fails, the namespaces are removed.
        let network = Self { own };
        for machine in Machine::ALL {
            ip(&format!("netns add {}", machine.namespace()));
        }
        let [host, guest] = Machine::ALL.map(Machine::namespace);
        ip(&format!(
            "-n {host} link add eth0 type veth peer name eth0 netns {guest}"
        ));
        for machine in Machine::ALL {
            let (name, address) = (machine.namespace(), machine.address());
            ip(&format!("-n {name} address add {address}/24 dev eth0"));
            ip(&format!("-n {name} link set lo up"));
            ip(&format!("-n {name} link set eth0 up"));
        }
        network
    }

    /// Moves the calling thread to a machine. It opens connections there, and so do the programs that
    /// it starts from now on.
    pub(crate) fn go_to(&self, machine: Machine) {
        let path = Path::new(NAMED).join(machine.namespace());
        let there = File::open(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        enter(&there).unwrap_or_else(|error| panic!("cannot enter {path:?}: {error}"));
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // The next test of this thread is in the network of all others again.
        if let Err(error) = enter(&self.own) {
            eprintln!("cannot leave the network of the test: {error}");
        }
        for machine in Machine::ALL {
            let name = machine.namespace();
            let removed = program().args(["netns", "delete", &name]).output();
            if !removed.is_ok_and(|it| it.status.success()) {
                eprintln!("cannot remove the network namespace {name}");
            }
        }
    }
}

fn enter(network: &File) -> rustix::io::Result<()> {
    move_into_link_name_space(network.as_fd(), Some(LinkNameSpaceType::Network))
}

fn program() -> Command {
    let ip = env::var_os("WGS_IP");
    Command::new(ip.expect("WGS_IP is set; `cargo xtask test` finds the program and sets it"))
}

fn ip(arguments: &str) {
    let output = program().args(arguments.split(' ')).output();
    let output = output.unwrap_or_else(|error| panic!("cannot run ip: {error}"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "ip {arguments}: {error}");
}
