//! The values of letters: a small field for each, the Latin ones first.

use leptos::prelude::*;
use serde_json::{Map, Value};

use super::field::{Place, TextInput, read_json, read_number, typed};
use super::state::EditorState;
use crate::text::{tr, tr_with};

/// The letters that are always shown.
const LATIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The member of a letter, in whichever case it is written.
fn member<'m>(values: &'m Map<String, Value>, letter: &str) -> Option<(&'m String, &'m Value)> {
    let folded = letter.to_lowercase();
    values
        .iter()
        .find(|(name, _)| name.to_lowercase() == folded)
}

/// Values with another one for a letter; [`None`] if no letter has one any more.
fn with_letter(values: Option<&Value>, letter: &str, value: Option<Value>) -> Option<Value> {
    let mut values = values
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let name = member(&values, letter).map_or_else(|| letter.to_owned(), |(name, _)| name.clone());
    match value {
        Some(value) => values.insert(name, value),
        None => values.remove(&name),
    };
    (!values.is_empty()).then_some(Value::Object(values))
}

/// The letters that have values besides the Latin ones.
fn others(values: Option<&Value>) -> Vec<String> {
    let values = values.and_then(Value::as_object);
    let names = values.into_iter().flat_map(Map::keys);
    let is_latin = |name: &str| name.chars().count() == 1 && LATIN.contains(name);
    let is_other = |name: &&String| !is_latin(&name.to_uppercase());
    names.filter(is_other).cloned().collect()
}

/// The field of letter values.
#[component]
pub fn LetterValues(
    /// Which key.
    place: Place,
) -> impl IntoView {
    let state = EditorState::here();
    let value = place.value(state);
    let is_odd =
        Memo::new(move |_| value.with(|value| value.as_ref().is_some_and(|it| !it.is_object())));
    move || match is_odd.get() {
        true => view! { <TextInput place=place.clone() read=read_json/> }.into_any(),
        false => view! { <LetterGrid place=place.clone() value/> }.into_any(),
    }
}

#[component]
fn LetterGrid(place: Place, value: Memo<Option<Value>>) -> impl IntoView {
    let state = EditorState::here();
    let (id, described) = (place.id(), place.described_by());
    let label = format!("{id}-label");
    let extra = RwSignal::new(Vec::<String>::new());
    let letters = Memo::new(move |_| {
        let mut letters: Vec<String> = LATIN.chars().map(String::from).collect();
        letters.extend(value.with(|value| others(value.as_ref())));
        let more = extra
            .get()
            .into_iter()
            .filter(|letter| !letters.contains(letter));
        let more: Vec<String> = more.collect();
        letters.extend(more);
        letters
    });
    let new_letter = {
        let id = id.clone();
        move |event: leptos::ev::Event| {
            let input: web_sys::HtmlInputElement = event_target(&event);
            let letter = input.value().trim().to_uppercase();
            input.set_value("");
            if letter.is_empty() {
                return;
            }
            if !letters.with_untracked(|letters| letters.contains(&letter)) {
                extra.update(|extra| extra.push(letter.clone()));
            }
            let id = format!("{id}-{letter}");
            set_timeout(
                move || crate::solver::keys::focus(&id),
                std::time::Duration::ZERO,
            );
        }
    };
    let cell = {
        let id = id.clone();
        move |letter: String| {
            let place = place.clone();
            let id = match letter.as_str() {
                "A" => id.clone(),
                letter => format!("{id}-{letter}"),
            };
            let this = letter.clone();
            let shown = move || {
                value.with(|value| {
                    let values = value.as_ref()?.as_object()?;
                    member(values, &this).map(|(_, value)| typed(value))
                })
            };
            let is_wrong = place.is_member_wrong(state, &letter);
            let name = letter.clone();
            let changed = move |event| {
                let number = read_number(&event_target_value(&event));
                let new = value.with_untracked(|value| with_letter(value.as_ref(), &name, number));
                place.set(state, new);
            };
            let label = letter.clone();
            view! {
                <label class="letter">
                    <span aria-hidden="true">{letter}</span>
                    <input id=id type="text" inputmode="numeric" placeholder="0" autocomplete="off"
                        aria-label=move || tr_with("editor.letter", &[("letter", &label)])
                        aria-invalid=move || is_wrong.get().to_string()
                        prop:value=move || shown().unwrap_or_default() on:input=changed/>
                </label>
            }
        }
    };
    view! {
        <div class="letters" role="group" aria-labelledby=label aria-describedby=described>
            <For each=move || letters.get() key=String::clone children=cell/>
            <label class="letter is-new">
                <span aria-hidden="true">"+"</span>
                <input type="text" maxlength="4" autocomplete="off" id=format!("{id}-new")
                    aria-label=move || tr("editor.letter-new") on:change=new_letter/>
            </label>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn letters_are_changed_one_by_one() {
        let values = json!({ "a": 1, "Ñ": 8 });
        let set = |letter, value| with_letter(Some(&values), letter, value);
        assert_eq!(set("A", Some(json!(2))), Some(json!({ "a": 2, "Ñ": 8 })));
        assert_eq!(
            set("B", Some(json!(3))),
            Some(json!({ "a": 1, "B": 3, "Ñ": 8 }))
        );
        assert_eq!(set("ñ", None), Some(json!({ "a": 1 })));
        assert_eq!(with_letter(Some(&json!({ "A": 1 })), "A", None), None);
        assert_eq!(
            with_letter(None, "A", Some(json!(1))),
            Some(json!({ "A": 1 }))
        );
        assert_eq!(others(Some(&values)), ["Ñ"]);
    }
}
