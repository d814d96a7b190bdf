//! Who sends a request. Limits and turns are counted for each client, so that one client with
//! many connections gets no more than one with a single connection.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;

/// The header in which a proxy names the client.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The sender of a request: an IPv4 address, or an IPv6 network of 64 bits, which is what a
/// provider gives to one customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Client {
    /// An IPv4 address, or the first address of an IPv6 network.
    Network(IpAddr),
    /// The request did not come through a socket.
    Unknown,
    /// The rooms of this server, which need boards.
    Rooms,
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(address) => address.fmt(f),
            Self::Unknown => f.write_str("unknown"),
            Self::Rooms => f.write_str("rooms"),
        }
    }
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Self::Network(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !u128::from(u64::MAX);
                Ipv6Addr::from_bits(network).into()
            }
            address => address,
        })
    }
}

/// The address of the peer, which the listener attaches to every request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(pub(crate) SocketAddr);

/// The reverse proxies of the owner. What they say about their clients is believed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxies(Vec<IpAddr>);

impl Proxies {
    pub(crate) fn new(addresses: &[IpAddr]) -> Self {
        Self(addresses.iter().map(IpAddr::to_canonical).collect())
    }

    /// Returns whether an address is that of a proxy.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// Returns the client of a request. Only if the peer is a proxy, the X-Forwarded-For header
    /// counts: its last address that is not a proxy itself. Each proxy appends the address that it
    /// has seen, so everything to the left of that one may be made up by the client.
    pub(crate) fn client(&self, peer: Option<PeerAddress>, headers: &HeaderMap) -> Client {
        let Some(PeerAddress(peer)) = peer else {
            return Client::Unknown;
        };
        if !self.contains(peer.ip()) {
            return peer.ip().into();
        }
        let lines = headers.get_all(FORWARDED_FOR).iter();
        let lines = lines.map(|line| line.to_str().unwrap_or_default());
        let named: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
        for text in named.iter().rev() {
            match read_address(text.trim()) {
                Some(address) if self.contains(address) => {}
                Some(address) => return address.into(),
                None => break,
            }
        }
        peer.ip().into()
    }
}

/// Reads an address, with or without a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    let in_brackets = || {
        let address = text.strip_prefix('[')?.strip_suffix(']')?;
        address.parse().ok().map(IpAddr::V6)
    };
    text.parse().ok().or_else(with_port).or_else(in_brackets)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client(address: &str) -> Client {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_client_is_an_ipv4_address_or_an_ipv6_network() {
        assert_eq!(client("10.1.2.3"), client("::ffff:10.1.2.3"));
        assert_ne!(client("10.1.2.3"), client("10.1.2.4"));
        assert_eq!(client("2001:db8:1:2::3"), client("2001:db8:1:2:ff::4"));
        assert_ne!(client("2001:db8:1:2::3"), client("2001:db8:1:3::3"));
    }

    #[test]
    fn only_a_proxy_may_name_the_client() {
        let proxies = Proxies::new(&["127.0.0.1".parse().unwrap(), "10.0.0.9".parse().unwrap()]);
        for (peer, lines, expected) in [
            ("192.0.2.1:5", &["10.0.0.1"][..], "192.0.2.1"),
            ("127.0.0.1:5", &["10.0.0.1"], "10.0.0.1"),
            ("[::ffff:127.0.0.1]:5", &["10.0.0.1"], "10.0.0.1"),
            ("127.0.0.1:5", &["1.1.1.1, 10.0.0.1"], "10.0.0.1"),
            ("127.0.0.1:5", &["1.1.1.1", "10.0.0.1"], "10.0.0.1"),
            ("127.0.0.1:5", &["10.0.0.1, 10.0.0.9"], "10.0.0.1"),
            ("127.0.0.1:5", &["10.0.0.1:8080"], "10.0.0.1"),
            ("127.0.0.1:5", &["[2001:db8::1]:80"], "2001:db8::1"),
            ("127.0.0.1:5", &["[2001:db8::1]"], "2001:db8::1"),
            ("127.0.0.1:5", &["10.0.0.1, unknown"], "127.0.0.1"),
            ("127.0.0.1:5", &[], "127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(FORWARDED_FOR, HeaderValue::from_static(line));
            }
            let peer = PeerAddress(peer.parse().unwrap());
            let found = proxies.client(Some(peer), &headers);
            assert_eq!(found, client(expected), "{lines:?}");
        }
    }
}
