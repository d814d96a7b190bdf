//! Which page an address shows. The site's own address shows the games; it used to show the solver,
//! and old links still lead to it.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::element::By;
use crate::page::Page;
use crate::server::Server;
use crate::window::Window;

fn wait_for_url(page: &Page<'_>, url: &str) {
    page.until(url, || page.url() == url);
}

#[requires(browser)]
#[test]
fn a_visit_begins_with_a_game_or_where_the_last_one_ended() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open_first(server.url(), Window::PHONE);
    page.find(By::Css("#start"));
    page.follow_link("Solver");
    page.wait_for_totals("831 words");
    page.go(server.url());
    page.wait_for_totals("831 words");
    assert_eq!(page.url(), server.solver_url());
    page.follow_link("Play");
    page.find(By::Css("#start"));
    page.go(server.url());
    page.find(By::Css("#start"));
}

#[requires(browser)]
#[test]
fn going_back_from_the_solver_leads_to_the_games() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open_first(server.url(), Window::DESKTOP);
    page.find(By::Css("#start"));
    page.follow_link("Solver");
    page.wait_for_totals("831 words");
    page.script("history.back()", vec![]);
    page.find(By::Css("#start"));
    page.reload();
    page.find(By::Css("#start"));
}

#[requires(browser)]
#[test]
fn old_links_to_the_solver_still_lead_to_it() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    for (link, element, shown) in [
        (
            "#board=CATSDOGS",
            ".board",
            "#game=Boggle%20(New)&board=CATSDOGS",
        ),
        (
            "#/settings/GameRules",
            "#page-title",
            "#/settings/GameRules",
        ),
        // The solver removes what it does not need from the address.
        ("#/solver", ".board", ""),
        ("?a=b#/solver", ".board", "?a=b"),
        ("#token=abc", ".board", ""),
    ] {
        let page = browser.open_first(&format!("{}{link}", server.url()), Window::DESKTOP);
        page.find(By::Css(element));
        wait_for_url(&page, &format!("{}{shown}", server.solver_url()));
    }
}

#[requires(browser)]
#[test]
fn links_to_games_do_not_lead_to_the_solver() {
    let browser = Browser::start();
    let server = Server::start(&[]);
    let page = browser.open_first(&server.solver_url(), Window::DESKTOP);
    // The server has no room with the code of the link.
    page.allow_error("api/v1/rooms/BCDFGHJK");
    page.wait_for_totals("831 words");
    for fragment in [
        "#/statistics",
        "#/records",
        "#room=BCDFGHJK",
        "#challenge=1&game=Boggle%20(New)&board=STNDTEIELARSMRTO",
        "#game=Boggle%20(New)&board=STNDTEIELARSMRTO&challenge=1",
    ] {
        page.script("localStorage.setItem('wgs.part', 'solver')", vec![]);
        page.go("about:blank");
        page.go(&format!("{}{fragment}", server.url()));
        wait_for_url(&page, &format!("{}play.html{fragment}", server.url()));
        page.until("the play page", || {
            page.count("#loading") == 0 && page.count("main h1, main h2") > 0
        });
    }
}
