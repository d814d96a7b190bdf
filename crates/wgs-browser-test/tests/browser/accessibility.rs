//! Checks that pages are accessible, much as axe-core does. The rules are in `accessibility.js`,
//! which runs in the page. The tests here show that the rules find every kind of violation, and
//! find none in a correct page.
//!
//! axe-core itself could replace these rules if it were available without Node. Neither
//! crates.io nor Debian has a package of it, and a machine with only Rust cannot install it from
//! npm; without rules of our own, nothing would be checked there.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::page::{Page, TREE, data_url};
use crate::window::Window;

const RULES: &str = include_str!("accessibility.js");

impl Page<'_> {
    /// The violations on the page in its current state, each a sentence that names the element.
    pub(crate) fn accessibility_violations(&self) -> Vec<String> {
        self.wait_for_animations();
        let violations = self.script(&format!("{TREE}\n{RULES}"), Vec::new());
        serde_json::from_value(violations).expect("violations are strings")
    }

    /// Fails the test if the page has violations. The description says what is being checked.
    pub(crate) fn assert_accessible(&self, what: &str) {
        let violations = self.accessibility_violations();
        assert!(
            violations.is_empty(),
            "{what}: {} accessibility violations:\n  {}",
            violations.len(),
            violations.join("\n  ")
        );
    }
}

/// A page that is correct except, perhaps, for the given part.
fn page_with(part: &str) -> String {
    data_url(&format!(
        "<!doctype html><html lang=en><title>A page</title><main><h1>A page</h1>{part}</main>"
    ))
}

#[requires(browser)]
#[test]
fn a_correct_page_has_no_violations() {
    let browser = Browser::start();
    let page = browser.open(
        &page_with(
            "<p>See <a href='#x' id=x>the rules</a> of it.</p>
             <label>Letters <input></label>
             <label><input type=radio style='color: white'> Spells</label>
             <label for=points>Points</label> <select id=points><option>1<option>2</select>
             <button aria-label='Random board'><svg aria-hidden=true></svg></button>
             <img alt='' src='data:,'><h2>Words</h2>
             <div role=grid aria-label=Board><div role=row>
             <div role=gridcell tabindex=0>A</div><div role=gridcell tabindex=-1>B</div></div></div>
             <table><caption>Words</caption><tr><th>Word<tr><td>PLONK</table>
             <div role=listbox aria-label=Words tabindex=0 aria-activedescendant=o1>
             <div role=option id=o1 aria-selected=true>PLONK</div></div>
             <p style='color: oklch(48% 0.02 260); background: oklch(98% 0.008 90)'>Soft ink</p>
             <p style='font-size: 24px; color: #888'>Large</p>",
        ),
        Window::DESKTOP,
    );
    page.assert_accessible("a correct page");
}

#[requires(browser)]
#[test]
fn every_kind_of_violation_is_found() {
    let browser = Browser::start();
    let page = browser.open("about:blank", Window::PHONE);
    for (part, expected) in [
        (
            "<button></button>",
            "<button> has no accessible name (role button)",
        ),
        (
            "<input id=a>",
            "<input#a> has no accessible name (role textbox)",
        ),
        (
            "<div role=grid aria-label=B><div role=row><div role=gridcell tabindex=0></div></div></div>",
            "<div> has no accessible name (role gridcell)",
        ),
        (
            "<img src='data:,' width=9 height=9>",
            "<img> is an image without alt",
        ),
        ("<i id=a></i><i id=a></i>", "the id \"a\" is used 2 times"),
        (
            "<label for=b>L</label>",
            "<label> is for \"b\", which does not exist",
        ),
        (
            "<div role=gird>x</div>",
            "<div> has the role \"gird\", which does not exist",
        ),
        (
            "<p aria-lable=x>x</p>",
            "<p> has the attribute aria-lable, which does not exist",
        ),
        (
            "<p aria-busy=yes>x</p>",
            "<p> has aria-busy=\"yes\", expected true or false",
        ),
        (
            "<p aria-describedby=c>x</p>",
            "<p> points with aria-describedby to \"c\", which does not exist",
        ),
        (
            "<span role=checkbox tabindex=0>Full words</span>",
            "<span> \"Full words\" has the role checkbox but no aria-checked",
        ),
        (
            "<div role=grid aria-label=Board><div role=gridcell>A</div></div>",
            "(role gridcell) is in a grid, which may contain only row, rowgroup",
        ),
        (
            "<div role=gridcell>A</div>",
            "<div> \"A\" is a gridcell that is not in row",
        ),
        (
            "<div role=grid aria-label=Board></div>",
            "<div> \"Board\" is an empty grid",
        ),
        (
            "<ul><p>x</p></ul>",
            "is in a list, which may contain only listitem",
        ),
        (
            "<h3>Deep</h3>",
            "<h3> \"Deep\" is a level 3 heading after a level 1 heading",
        ),
        (
            "<section role=main>x</section>",
            "the page has 2 main landmarks, expected 1",
        ),
        (
            "<nav>a</nav><nav>b</nav>",
            "two landmarks with the role navigation have the same name",
        ),
        (
            "<button tabindex=2>B</button>",
            "has the tabindex 2, which breaks the tab order",
        ),
        (
            "<div aria-hidden=true><button>B</button></div>",
            "can take the focus inside aria-hidden",
        ),
        (
            "<span role=button>B</span>",
            "<span> \"B\" has the role button but cannot take the focus",
        ),
        (
            "<button>B <a href='#'>L</a></button>",
            "<a> \"L\" is a control inside <button> \"B L\"",
        ),
        (
            "<div style='height:30px;overflow:auto'>a<br>b<br>c<br>d</div>",
            "cannot be scrolled by keyboard",
        ),
        (
            "<p style='color:#888'>Grey</p>",
            "<p> has text with a contrast of 3.54, expected 4.5",
        ),
        (
            "<p style='color:oklch(72% 0.12 250)'>Pale</p>",
            "<p> has text with a contrast of",
        ),
        (
            "<p style='opacity:0.4'>Faint</p>",
            "<p> has text with a contrast of",
        ),
        (
            "<div style='width:10px;font-size:9px;line-height:1'><span tabindex=0 role=button>A</span><br><span tabindex=0 role=button>B</span></div>",
            "expected 24 by 24 or enough space around it, but it is close to <span> \"B\"",
        ),
        (
            "<div style='width:400px'>wide</div>",
            "px wide, but the viewport is 320 px wide",
        ),
    ] {
        page.go(&data_url(&format!(
            "<!doctype html><html lang=en><meta name=viewport content='width=device-width'>\
             <title>A page</title><main><h1>A page</h1>{part}</main>"
        )));
        let violations = page.accessibility_violations();
        assert!(
            violations
                .iter()
                .any(|violation| violation.contains(expected)),
            "{part}\nexpected: {expected}\nfound: {violations:#?}"
        );
    }
}

#[requires(browser)]
#[test]
fn a_page_needs_a_language_a_title_a_main_landmark_and_a_heading() {
    let browser = Browser::start();
    let page = browser.open(&data_url("<p>x"), Window::DESKTOP);
    assert_eq!(
        page.accessibility_violations(),
        [
            "<html> has no lang",
            "the page has no title",
            "the page has 0 main landmarks, expected 1",
            "the page has no level 1 heading",
        ]
    );
}
