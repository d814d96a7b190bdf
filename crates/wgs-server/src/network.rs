//! The addresses and names of this machine in its networks: where other machines reach a server, and
//! the host names that it answers to. Which requests are accepted is decided in [`security`].
//!
//! [`security`]: crate::security

use std::cmp::Reverse;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// How the names of interfaces begin that connect to no other machine in the house: containers,
/// virtual machines and tunnels.
const VIRTUAL: [&str; 24] = [
    "awdl",
    "br-",
    "bridge",
    "cni",
    "docker",
    "flannel",
    "llw",
    "lxc",
    "lxd",
    "podman",
    "ppp",
    "tailscale",
    "tap",
    "tun",
    "utun",
    "vboxnet",
    "vethernet",
    "veth",
    "virbr",
    "vmnet",
    "vnet",
    "wg",
    "wsl",
    "zt",
];

/// An address elsewhere, of those for documentation. The system says which of its own addresses it
/// would use to send something there: that of the network with the router.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// Returns the hosts, with ports, at which other machines reach a server: addresses, the most useful
/// one first, and then names. They are looked up each time, because a portable computer changes its
/// networks.
pub(crate) fn hosts_for_others(listening: SocketAddr) -> Vec<String> {
    let (own, port) = (listening.ip(), listening.port());
    if own.is_loopback() {
        return Vec::new();
    }
    if !own.is_unspecified() {
        return vec![listening.to_string()];
    }
    let addresses = own_addresses().into_iter();
    let addresses = addresses.filter(|it| it.is_ipv4() || own.is_ipv6());
    let addresses = addresses.map(|it| SocketAddr::new(it, port).to_string());
    let mut hosts: Vec<String> = addresses.collect();
    // Without a network, names lead nowhere.
    if !hosts.is_empty() {
        hosts.extend(own_names().into_iter().map(|name| format!("{name}:{port}")));
    }
    hosts
}

/// Returns the addresses of this machine in its networks, those of the local network first.
fn own_addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::warn!("cannot list the addresses of this machine: {error}");
        Vec::new()
    });
    let interfaces = interfaces.into_iter().map(|it| (it.ip(), it.name));
    ordered(interfaces.collect(), address_beside_the_router())
}

/// Returns this machine's address in the network that leads to all others, if there is one. Nothing
/// is sent.
fn address_beside_the_router() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Orders addresses, each with the name of its interface, and removes those that other machines
/// cannot use.
fn ordered(interfaces: Vec<(IpAddr, String)>, beside_the_router: Option<IpAddr>) -> Vec<IpAddr> {
    let mut usable: Vec<_> = interfaces
        .into_iter()
        .filter(|(address, _)| is_usable(*address))
        .collect();
    usable.sort_by_key(|(address, interface)| {
        let interface = interface.to_lowercase();
        (
            VIRTUAL.iter().any(|start| interface.starts_with(start)),
            Reverse(beside_the_router == Some(*address)),
            Reverse(matches!(address, IpAddr::V4(address) if address.is_private())),
            address.is_ipv6(),
        )
    });
    let mut addresses = Vec::new();
    for (address, _) in usable {
        if !addresses.contains(&address) {
            addresses.push(address);
        }
    }
    addresses
}

/// Whether other machines can use an address. One that is valid on a single cable or radio only needs
/// the name of an interface, which differs between machines.
fn is_usable(address: IpAddr) -> bool {
    let is_link_local = match address {
        IpAddr::V4(address) => address.is_link_local(),
        IpAddr::V6(address) => address.is_unicast_link_local(),
    };
    !address.is_loopback() && !address.is_unspecified() && !is_link_local
}

/// Returns the names of this machine: the one that it has, without its domain too, and that of
/// multicast DNS, which needs no server for names.
pub(crate) fn own_names() -> Vec<String> {
    names(&gethostname::gethostname().to_string_lossy())
}

fn names(host: &str) -> Vec<String> {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '.' | '_');
    let first = host.split('.').next().unwrap_or_default();
    // Every machine calls itself that, and addresses are no names.
    if matches!(first, "" | "localhost")
        || !host.chars().all(is_part)
        || host.parse::<IpAddr>().is_ok()
    {
        return Vec::new();
    }
    let mut names = vec![format!("{first}.local"), first.to_owned()];
    if !names.contains(&host) {
        names.push(host);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn addresses_of_the_local_network_come_first_and_unusable_ones_not_at_all() {
        let interfaces = [
            ("lo", "127.0.0.1"),
            ("docker0", "172.17.0.1"),
            ("tun0", "10.8.0.2"),
            ("wlan0", "fe80::1"),
            ("wlan0", "2001:db8::5"),
            ("wlan0", "192.168.178.20"),
            ("eth1", "10.0.0.7"),
            ("eth0", "203.0.113.9"),
            ("eth2", "169.254.3.4"),
            ("lo", "::1"),
        ];
        let interfaces = interfaces.map(|(name, text)| (address(text), name.to_owned()));
        for (beside_the_router, expected) in [
            (
                Some("192.168.178.20"),
                "192.168.178.20 10.0.0.7 203.0.113.9 2001:db8::5 172.17.0.1 10.8.0.2",
            ),
            (
                // A tunnel for everything does not lead to the other machines in the house.
                Some("10.8.0.2"),
                "192.168.178.20 10.0.0.7 203.0.113.9 2001:db8::5 10.8.0.2 172.17.0.1",
            ),
            (
                Some("203.0.113.9"),
                "203.0.113.9 192.168.178.20 10.0.0.7 2001:db8::5 172.17.0.1 10.8.0.2",
            ),
            (
                None,
                "192.168.178.20 10.0.0.7 203.0.113.9 2001:db8::5 172.17.0.1 10.8.0.2",
            ),
        ] {
            let found = ordered(interfaces.to_vec(), beside_the_router.map(address));
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            assert_eq!(found.join(" "), expected, "{beside_the_router:?}");
        }
    }

    #[test]
    fn a_server_for_this_machine_only_has_no_hosts_for_others() {
        for (listening, expected) in [
            ("127.0.0.1:7007", None),
            ("[::1]:7007", None),
            ("192.168.1.5:7007", Some("192.168.1.5:7007")),
            ("[2001:db8::5]:7007", Some("[2001:db8::5]:7007")),
        ] {
            let found = hosts_for_others(listening.parse().unwrap());
            assert_eq!(found, Vec::from_iter(expected), "{listening}");
        }
        for host in hosts_for_others("0.0.0.0:7007".parse().unwrap()) {
            assert!(
                host.ends_with(":7007") && !host.starts_with("127."),
                "{host}"
            );
        }
    }

    #[test]
    fn a_machine_is_known_by_its_name_without_its_domain_and_by_multicast_dns() {
        for (host, expected) in [
            ("laptop", &["laptop.local", "laptop"][..]),
            ("Laptop.local", &["laptop.local", "laptop"]),
            (
                "laptop.home.example.",
                &["laptop.local", "laptop", "laptop.home.example"],
            ),
            ("localhost", &[]),
            ("localhost.localdomain", &[]),
            ("192.168.1.5", &[]),
            ("a name", &[]),
            ("", &[]),
        ] {
            assert_eq!(names(host), expected, "{host:?}");
        }
    }
}
