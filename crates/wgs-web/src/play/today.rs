//! The current day. The address may name another one, as in `?today=2026-05-17`, for tests and for
//! players who want the board of another day.

use std::time::Duration;

use leptos::prelude::*;
use wgs_play::Date;

use crate::text::language;

/// Milliseconds.
const MINUTE: f64 = 60_000.0;

thread_local! {
    static DAY: ArcRwSignal<Date> = ArcRwSignal::new(now().0);
    /// The milliseconds that are left of it.
    static LEFT: ArcRwSignal<u64> = ArcRwSignal::new(now().1);
}

/// The day at the player's place, as a reactive value.
pub fn today() -> Date {
    DAY.with(|day| day.get())
}

/// The time until the next day in milliseconds, to the minute, as a reactive value. [`None`] if the
/// address names a day, which does not end.
pub fn until_tomorrow() -> Option<u64> {
    let left = LEFT.with(|left| left.get());
    named_day().is_none().then_some(left)
}

/// Keeps the day up to date: each minute, and when a hidden page is shown again, whose timers may
/// have stood still.
pub fn watch() {
    let shown = window_event_listener_untyped("visibilitychange", |_| update());
    on_cleanup(move || shown.remove());
    tick();
}

fn tick() {
    update();
    // Midnight is at the end of a minute everywhere.
    let left = MINUTE - js_sys::Date::now() % MINUTE;
    set_timeout(tick, Duration::from_millis(left as u64 + 1));
}

fn update() {
    let (day, left) = now();
    LEFT.with(|shown| shown.set(left));
    DAY.with(|shown| {
        if shown.get_untracked() != day {
            shown.set(day);
        }
    });
}

fn now() -> (Date, u64) {
    let now = js_sys::Date::new_0();
    let (year, month, day) = (now.get_full_year(), now.get_month(), now.get_date());
    // On days on which clocks are changed, this is not 24 hours after the last midnight.
    let midnight = js_sys::Date::new_with_year_month_day(year, month as i32, day as i32 + 1);
    let left = (midnight.get_time() - now.get_time()) / MINUTE;
    let date = named_day().or_else(|| Date::new(year, month + 1, day));
    (date.unwrap_or_default(), (left.ceil() * MINUTE) as u64)
}

/// The day that the address names.
fn named_day() -> Option<Date> {
    day_in(&window().location().search().ok()?)
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
