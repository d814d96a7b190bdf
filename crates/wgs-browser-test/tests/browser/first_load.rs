//! What a browser loads on a visit, until the page can be used. `cargo xtask site` limits the size of
//! these files; here, their list is compared with the requests that a server receives.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

/// The files that count, by the name of the visit.
const LISTED: &str = include_str!("../../../wgs-web/first-load.json");

/// Listed files that some browsers load for their own frame, and others never do.
const OPTIONAL: [&str; 3] = ["icon.svg", "icon-180.png", "manifest.webmanifest"];

/// How long a server must be left alone before a visit counts as complete.
const QUIET: Duration = Duration::from_secs(1);

/// The files of a visit.
fn listed(visit: &str) -> BTreeSet<String> {
    let mut lists: BTreeMap<String, BTreeSet<String>> =
        serde_json::from_str(LISTED).expect("the lists are JSON");
    lists.remove(visit).expect("the visit is listed")
}

/// Starts a server that logs each request.
fn start_server() -> Server {
    Server::start(&["--log", "debug", "--log-format", "json"])
}

/// Opens an address in a fresh profile, without the service worker, which loads all files of the
/// site for later.
fn open<'b>(browser: &'b Browser, url: &str) -> Page<'b> {
    let page = browser.open_first("about:blank", Window::PHONE);
    page.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": "delete Navigator.prototype.serviceWorker" }),
    );
    page.go(url);
    page
}

/// The files of the site that were requested, by the page or by its workers, once there are no more
/// requests.
fn requested(server: &mut Server) -> BTreeSet<String> {
    let mut paths = Vec::new();
    let mut last = Instant::now();
    while last.elapsed() < QUIET {
        let now: Vec<String> = server
            .output()
            .lines()
            .filter_map(path_of_request)
            .collect();
        if now.len() > paths.len() {
            (paths, last) = (now, Instant::now());
        }
        thread::sleep(Duration::from_millis(20));
    }
    let files = paths.iter().filter(|path| !path.starts_with("/api/"));
    files
        .map(|path| match path.trim_start_matches('/') {
            "" => "index.html".to_owned(),
            name => name.to_owned(),
        })
        .collect()
}

/// The path in a line of the log, if the line is about a request.
fn path_of_request(line: &str) -> Option<String> {
    let line: Value = serde_json::from_str(line).ok()?;
    let is_request = line["message"] == "answered a request";
    is_request.then(|| line["path"].as_str().map(str::to_owned))?
}

/// Checks that a visit requested the files that are listed for it.
fn assert_listed(visit: &str, requested: &BTreeSet<String>) {
    let listed = listed(visit);
    let missing: Vec<_> = requested.difference(&listed).collect();
    assert!(
        missing.is_empty(),
        "the {visit} requests files that are not listed: {missing:?}"
    );
    let unused: Vec<_> = listed
        .difference(requested)
        .filter(|name| !OPTIONAL.contains(&name.as_str()))
        .collect();
    assert!(
        unused.is_empty(),
        "the {visit} does not request files that are listed: {unused:?}"
    );
}

#[requires(browser)]
#[test]
fn a_first_visit_up_to_the_first_board_loads_what_is_listed_and_nothing_of_the_solver() {
    let browser = Browser::start();
    let mut server = start_server();
    let page = open(&browser, server.url());
    page.find(By::Css("#start")).click();
    page.find(By::Css(".round"));
    page.until("the tiles", || {
        page.faces().iter().filter(|face| !face.is_empty()).count() == 16
    });
    let requested = requested(&mut server);
    assert_listed("first visit", &requested);
    let of_solver = |name: &&String| name.contains("solver");
    assert_eq!(requested.iter().find(of_solver), None);
}

#[requires(browser)]
#[test]
fn the_solver_loads_what_is_listed() {
    let browser = Browser::start();
    let mut server = start_server();
    let page = open(&browser, &server.solver_url());
    page.wait_for_totals("831 words");
    assert_listed("solver", &requested(&mut server));
}

#[requires(browser)]
#[test]
fn an_old_link_to_the_solver_starts_nothing_of_the_games() {
    let browser = Browser::start();
    let mut server = start_server();
    let page = open(&browser, &format!("{}#board=CATSDOGS", server.url()));
    page.until("the board of the link", || page.notation() == "CATSDOGS");
    // Only the games load how common words are, when they start.
    let requested = requested(&mut server);
    assert!(!requested.contains("commonness.bin"), "{requested:?}");
}
