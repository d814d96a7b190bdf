//! Temporary.
use crate::browser::Browser;
use crate::element::By;
use crate::window::Window;
use super::{COMMENTED, File, open_as_owner};

#[test]
fn look() {
    let Some(browser) = Browser::start() else { return };
    let file = File::new("look", COMMENTED);
    for (tag, w, h, phone) in [("desk", 1280, 900, false), ("phone", 390, 844, true)] {
        file.write(COMMENTED);
        let mut server = file.serve();
        let page = open_as_owner(&browser, &mut server, "ScoringRules/Home");
        page.allow_error("409");
        page.resize(Window { width: w, height: h, is_phone: phone });
        for colours in ["light", "dark"] {
            page.prefer("prefers-color-scheme", colours);
            page.visit("ScoringRules/Home");
            page.write_key("LengthBonuses-5", "ten");
            page.until("x", || !page.problems_beside("LengthBonuses").is_empty());
            page.screenshot(&format!("look-{tag}-problem-{colours}"));
            page.find(By::Css("#problem-summary summary")).click();
            page.screenshot(&format!("look-{tag}-summary-{colours}"));
            page.visit("text");
            page.screenshot(&format!("look-{tag}-wrongtext-{colours}"));
            page.visit("ScoringRules/Home");
            page.write_key("LengthBonuses-5", if colours == "light" { "8" } else { "9" });
            file.write(&format!("{COMMENTED} // {colours}"));
            page.save("The file was changed");
            page.screenshot(&format!("look-{tag}-conflict-{colours}"));
            page.find(By::Css("#conflict-overwrite")).click();
            page.wait_for_status("Saved");
            page.screenshot(&format!("look-{tag}-saved-{colours}"));
            page.visit("Grids/Square");
            page.hover(&page.find(By::Css("#cell-2-2")));
            page.screenshot(&format!("look-{tag}-hover-{colours}"));
            page.visit("Preferences");
            page.screenshot(&format!("look-{tag}-prefs-{colours}"));
        }
    }
}
