//! Checks that pages are accessible, as axe-core does. The rules are in `accessibility.js`,
//! which runs in the page; the tests here show that they find what they should, and nothing
//! in a page without faults.
//!
//! axe-core itself would replace the rules if the tests could get it without Node: neither
//! the crate registry nor Debian has a package of it, npm's is not an option on a machine
//! with only Rust, and without the rules such a machine would check nothing at all.

use wgs_test_requirement::requires;

use crate::browser::Browser;
use crate::page::{Page, TREE, address};
use crate::window::Window;

const RULES: &str = include_str!("accessibility.js");

impl Page<'_> {
    /// The faults of the page as it stands, each a sentence that names its element.
    pub(crate) fn accessibility_faults(&self) -> Vec<String> {
        self.come_to_rest();
        let faults = self.script(&format!("{TREE}\n{RULES}"), Vec::new());
        serde_json::from_value(faults).expect("faults are sentences")
    }

    /// Fails the test if the page has faults.
    pub(crate) fn assert_accessible(&self, what: &str) {
        let faults = self.accessibility_faults();
        assert!(
            faults.is_empty(),
            "{what} has {} faults:\n  {}",
            faults.len(),
            faults.join("\n  ")
        );
    }
}

/// A page without faults around a part that may have some.
fn page_with(part: &str) -> String {
    address(&format!(
        "<!doctype html><html lang=en><title>A page</title><main><h1>A page</h1>{part}</main>"
    ))
}

#[requires(browser)]
#[test]
fn a_page_without_faults_has_none_told() {
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
        Window::DESK,
    );
    page.assert_accessible("a page without faults");
}

#[requires(browser)]
#[test]
fn every_fault_is_told() {
    let browser = Browser::start();
    let page = browser.open("about:blank", Window::PHONE);
    for (part, wanted) in [
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
            "<label> is for \"b\", which is not there",
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
            "<p> points with aria-describedby to \"c\", which is not there",
        ),
        (
            "<span role=checkbox tabindex=0>Full words</span>",
            "<span> \"Full words\" has the role checkbox and no aria-checked",
        ),
        (
            "<div role=grid aria-label=Board><div role=gridcell>A</div></div>",
            "(role gridcell) stands in a grid, which has row, rowgroup",
        ),
        (
            "<div role=gridcell>A</div>",
            "<div> \"A\" is a gridcell outside row",
        ),
        (
            "<div role=grid aria-label=Board></div>",
            "<div> \"Board\" is an empty grid",
        ),
        ("<ul><p>x</p></ul>", "stands in a list, which has listitem"),
        (
            "<h3>Deep</h3>",
            "<h3> \"Deep\" is a heading of level 3 after one of level 1",
        ),
        (
            "<section role=main>x</section>",
            "the page has 2 main landmarks, expected one",
        ),
        (
            "<nav>a</nav><nav>b</nav>",
            "two landmarks of the role navigation share a name",
        ),
        (
            "<button tabindex=2>B</button>",
            "has the tabindex 2, which breaks the order",
        ),
        (
            "<div aria-hidden=true><button>B</button></div>",
            "takes the focus inside aria-hidden",
        ),
        (
            "<span role=button>B</span>",
            "<span> \"B\" has the role button, but takes no focus",
        ),
        (
            "<button>B <a href='#'>L</a></button>",
            "<a> \"L\" is a control inside <button> \"B L\"",
        ),
        (
            "<div style='height:30px;overflow:auto'>a<br>b<br>c<br>d</div>",
            "scrolls, but not by keyboard",
        ),
        (
            "<p style='color:#888'>Grey</p>",
            "<p> has text of contrast 3.54, expected 4.5",
        ),
        (
            "<p style='color:oklch(72% 0.12 250)'>Pale</p>",
            "<p> has text of contrast",
        ),
        (
            "<p style='opacity:0.4'>Faint</p>",
            "<p> has text of contrast",
        ),
        (
            "<div style='width:10px;font-size:9px;line-height:1'><span tabindex=0 role=button>A</span><br><span tabindex=0 role=button>B</span></div>",
            "expected 24 by 24 or room, and is close to <span> \"B\"",
        ),
        (
            "<div style='width:400px'>wide</div>",
            "px wide, and is seen 320 px wide",
        ),
    ] {
        page.go(&address(&format!(
            "<!doctype html><html lang=en><meta name=viewport content='width=device-width'>\
             <title>A page</title><main><h1>A page</h1>{part}</main>"
        )));
        let faults = page.accessibility_faults();
        assert!(
            faults.iter().any(|fault| fault.contains(wanted)),
            "{part}\nwanted: {wanted}\nfound: {faults:#?}"
        );
    }
}

#[requires(browser)]
#[test]
fn a_page_without_language_title_main_or_heading_is_told() {
    let browser = Browser::start();
    let page = browser.open(&address("<p>x"), Window::DESK);
    assert_eq!(
        page.accessibility_faults(),
        [
            "<html> has no lang",
            "the page has no title",
            "the page has 0 main landmarks, expected one",
            "the page has no heading of level 1",
        ]
    );
}
