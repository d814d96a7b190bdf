//! What a server takes from the requests of a reverse proxy: the path that it publishes the server
//! under, whether or not the proxy removes it, and the host and the scheme that clients ask for.
//! `nginx.rs` has tests with a real proxy.

use std::net::{IpAddr, Ipv4Addr};

use wgs_server::{Options, Server};

use crate::client::get;
use crate::socket::SocketServer;

fn server_below(path: &str) -> Server {
    let options = Options {
        base_path: path.parse().unwrap(),
        ..Options::default()
    };
    Server::new(options).unwrap()
}

#[tokio::test]
async fn requests_with_and_without_the_path_get_the_same_answers() {
    let server = server_below("/games/words/");
    for path in [
        "/",
        "/api/",
        "/api/api.css",
        "/api/v1/games",
        "/host.json",
        "/api/v1/none",
    ] {
        let plain = get(&server, path).await;
        let below = get(&server, &format!("/games/words{path}")).await;
        assert_eq!(below.status, plain.status, "{path}");
        assert_eq!(below.text(), plain.text(), "{path}");
        assert!(below.headers.contains_key("content-security-policy"));
    }
    for path in ["/games/", "/games/wordsmith/", "/words/"] {
        get(&server, path).await.problem(404, "not-found");
    }
}

#[tokio::test]
async fn redirects_and_links_stay_below_the_path() {
    let server = server_below("/games/words/");
    for (path, location) in [
        ("/games/words", "words/"),
        ("/games/words?game=Boggle", "words/?game=Boggle"),
        ("/games/words/api", "api/"),
    ] {
        let moved = get(&server, path).await;
        assert_eq!(moved.status, 308, "{path}");
        assert_eq!(moved.headers["location"], location);
        assert!(moved.headers.contains_key("content-security-policy"));
    }
    let page = get(&server, "/games/words/api/").await;
    let text = page.text();
    let example = "curl http://localhost/games/words/api/v1/solve";
    assert!(text.contains(example), "{text}");
    for link in text.split("href=\"").skip(1) {
        assert!(!link.starts_with('/'), "{link}");
    }
    let document = get(&server, "/games/words/api/v1/openapi.json").await.ok();
    assert_eq!(document["servers"][0]["url"], "../..");
}

#[tokio::test]
async fn only_a_proxy_names_the_public_host_and_scheme_and_only_an_allowed_host() {
    const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    for (proxies, forwarded, expected) in [
        (vec![LOCAL], "games.example", "https://games.example"),
        (
            vec![LOCAL],
            "Games.example:8443",
            "https://Games.example:8443",
        ),
        (vec![LOCAL], "games.example, inner", "https://games.example"),
        (vec![LOCAL], "evil.example", "https://127.0.0.1:"),
        (vec![LOCAL], "games.example:<b>", "https://127.0.0.1:7007"),
        (vec![], "games.example", "http://127.0.0.1:"),
    ] {
        let server = SocketServer::with_options(Options {
            host_names: vec!["games.example".to_owned()],
            proxies,
            ..Options::default()
        });
        let request = format!(
            "GET /api/ HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             x-forwarded-host: {forwarded}\r\nx-forwarded-proto: https\r\n\r\n",
            server.address,
        );
        let page = server.send(request.as_bytes()).await;
        assert_eq!(page.status(), "200", "{forwarded}");
        let text = page.text();
        let example = format!("curl {expected}");
        assert!(text.contains(&example), "{forwarded}: {text}");
    }
}
