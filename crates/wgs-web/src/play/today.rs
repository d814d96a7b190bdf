//! The current day. The address may name another one, as in `?today=2026-05-17`, for tests and for
//! players who want the board of another day.

use leptos::prelude::*;
use wgs_play::Date;

use crate::text::language;

/// The day at the player's place.
pub fn today() -> Date {
    let named = window().location().search().ok();
    let named = named.and_then(|search| day_in(&search));
    named.unwrap_or_else(|| {
        let now = js_sys::Date::new_0();
        let date = Date::new(now.get_full_year(), now.get_month() + 1, now.get_date());
        date.unwrap_or_default()
    })
}

/// The day that the query of an address names.
fn day_in(search: &str) -> Option<Date> {
    let mut fields = search.trim_start_matches('?').split('&');
    fields.find_map(|field| field.strip_prefix("today=")?.parse().ok())
}

/// A date in words, in the language of the page.
pub fn date_text(date: Date) -> String {
    let (year, month, day) = date.parts();
    let date = js_sys::Date::new_with_year_month_day(year, month as i32 - 1, day as i32);
    let options = js_sys::Object::new();
    for (key, value) in [("year", "numeric"), ("month", "long"), ("day", "numeric")] {
        let _ = js_sys::Reflect::set(&options, &key.into(), &value.into());
    }
    date.to_locale_date_string(language().locale(), &options)
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_may_name_a_day() {
        for (search, day) in [
            ("", None),
            ("?x=1", None),
            ("?today=soon", None),
            ("?today=2026-11-20", Some("2026-11-20")),
            ("?x=1&today=2026-11-20&y=2", Some("2026-11-20")),
        ] {
            let found = day_in(search).map(|date| date.to_string());
            assert_eq!(found.as_deref(), day, "{search}");
        }
    }
}
