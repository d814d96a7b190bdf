//! The bonuses of word lengths, a row for each.

use leptos::prelude::*;
use serde_json::{Map, Value};

use super::field::{Place, TextInput, read_json, read_number, typed};
use super::state::EditorState;
use crate::text::{tr, tr_with};

/// The lengths in their order; what is none comes last.
fn lengths(value: Option<&Value>) -> Vec<String> {
    let values = value.and_then(Value::as_object);
    let mut lengths: Vec<String> = values.into_iter().flat_map(Map::keys).cloned().collect();
    lengths.sort_by_key(|length| (order(length), length.clone()));
    lengths
}

fn order(length: &str) -> u64 {
    length.trim_end_matches('+').parse().unwrap_or(u64::MAX)
}

/// The bonuses with another length in place of one, or in addition.
fn with_length(value: Option<&Value>, from: Option<&str>, to: &str) -> Option<Value> {
    let mut bonuses = value
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let bonus = from.and_then(|from| bonuses.remove(from));
    if !to.is_empty() && !bonuses.contains_key(to) {
        bonuses.insert(to.to_owned(), bonus.unwrap_or_else(|| Value::from(0)));
    }
    (!bonuses.is_empty()).then_some(Value::Object(bonuses))
}

/// The bonuses with another one for a length.
fn with_bonus(value: Option<&Value>, length: &str, bonus: Value) -> Value {
    let mut bonuses = value
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    bonuses.insert(length.to_owned(), bonus);
    Value::Object(bonuses)
}

/// The length that a further row is for.
fn next_length(value: Option<&Value>) -> String {
    let longest = lengths(value)
        .iter()
        .map(|length| order(length))
        .filter(|&it| it < 1_000)
        .max();
    (longest.unwrap_or(2) + 1).to_string()
}

/// The field of length bonuses.
#[component]
pub fn LengthBonuses(
    /// Which key.
    place: Place,
) -> impl IntoView {
    let state = EditorState::here();
    let value = place.value(state);
    let is_odd =
        Memo::new(move |_| value.with(|value| value.as_ref().is_some_and(|it| !it.is_object())));
    move || match is_odd.get() {
        true => view! { <TextInput place=place.clone() read=read_json/> }.into_any(),
        false => view! { <BonusRows place=place.clone() value/> }.into_any(),
    }
}

#[component]
fn BonusRows(place: Place, value: Memo<Option<Value>>) -> impl IntoView {
    let state = EditorState::here();
    let (id, described) = (place.id(), place.described_by());
    let label = format!("{id}-label");
    let rows = Memo::new(move |_| value.with(|value| lengths(value.as_ref())));
    let add = {
        let place = place.clone();
        let id = id.clone();
        move |_| {
            let length = value.with_untracked(|value| next_length(value.as_ref()));
            let new = value.with_untracked(|value| with_length(value.as_ref(), None, &length));
            state.settle();
            place.set(state, new);
            state.settle();
            let id = format!("{id}-{length}");
            set_timeout(
                move || crate::solver::keys::focus(&id),
                std::time::Duration::ZERO,
            );
        }
    };
    let row = {
        let id = id.clone();
        move |length: String| {
            let shown = {
                let length = length.clone();
                move || value.with(|value| value.as_ref()?.get(&length).map(typed))
            };
            let rename = {
                let (place, from) = (place.clone(), length.clone());
                move |event: leptos::ev::Event| {
                    let input: web_sys::HtmlInputElement = event_target(&event);
                    let to = input.value().trim().to_owned();
                    // Two bonuses of one length cannot be written, nor should one be lost.
                    if rows.with_untracked(|rows| rows.contains(&to)) {
                        return input.set_value(&from);
                    }
                    let new = value.with_untracked(|it| with_length(it.as_ref(), Some(&from), &to));
                    place.set(state, new);
                }
            };
            let change = {
                let (place, length) = (place.clone(), length.clone());
                move |event| {
                    let bonus = read_number(&event_target_value(&event));
                    let bonus = bonus.unwrap_or_else(|| Value::from(""));
                    let new = value.with_untracked(|it| with_bonus(it.as_ref(), &length, bonus));
                    place.set(state, Some(new));
                }
            };
            let remove = {
                let (place, length) = (place.clone(), length.clone());
                move |_| {
                    let new =
                        value.with_untracked(|it| with_length(it.as_ref(), Some(&length), ""));
                    state.settle();
                    place.set(state, new);
                    state.settle();
                }
            };
            let (of_bonus, of_remove) = (length.clone(), length.clone());
            let is_wrong = place.is_member_wrong(state, &length);
            view! {
                <li class="bonus">
                    <input class="number" type="text" autocomplete="off" aria-label=move || tr("editor.length")
                        prop:value=length.clone() on:change=rename/>
                    <span class="hint" aria-hidden="true">{move || tr("editor.letters-score")}</span>
                    <input class="number" type="text" inputmode="decimal" autocomplete="off"
                        id=format!("{id}-{length}")
                        aria-invalid=move || is_wrong.get().to_string()
                        aria-label=move || tr_with("editor.bonus", &[("length", &of_bonus)])
                        prop:value=move || shown().unwrap_or_default() on:input=change/>
                    <button class="quiet" on:click=remove
                        aria-label=move || tr_with("editor.bonus-remove", &[("length", &of_remove)])>
                        "✕"
                    </button>
                </li>
            }
        }
    };
    view! {
        <div class="bonuses" id=id.clone() tabindex="-1" role="group" aria-labelledby=label aria-describedby=described>
            <ul>
                <For each=move || rows.get() key=String::clone children=row/>
            </ul>
            <button id=format!("{id}-add") on:click=add>{move || tr("editor.bonus-add")}</button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lengths_are_listed_by_number() {
        let value = json!({ "10": 1, "8+": 11, "3": 1, "odd": 0 });
        assert_eq!(lengths(Some(&value)), ["3", "8+", "10", "odd"]);
        assert_eq!(next_length(Some(&value)), "11");
        assert_eq!(next_length(None), "3");
    }

    #[test]
    fn a_length_is_changed_with_its_bonus() {
        let value = json!({ "3": 1, "4": 2 });
        let changed = with_length(Some(&value), Some("4"), "4+");
        assert_eq!(changed, Some(json!({ "3": 1, "4+": 2 })));
        let removed = with_length(Some(&json!({ "3": 1 })), Some("3"), "");
        assert_eq!(removed, None);
        assert_eq!(with_bonus(None, "3", json!(1.5)), json!({ "3": 1.5 }));
    }
}
