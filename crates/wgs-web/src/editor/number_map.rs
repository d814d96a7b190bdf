//! The fields for numbers by name: letter values and length bonuses, with an input for each
//! number. A value of any other form is edited as JSON.

use std::time::Duration;

use leptos::prelude::*;
use serde_json::{Map, Value};

use super::field::{EditedKey, TextInput, read_json, read_number, typed};
use super::state::EditorState;
use crate::keyboard;
use crate::text::{tr, tr_with};

/// The letters that are always shown.
const LATIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The kind of names that have numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameKind {
    /// Letters, in upper or lower case. A letter without a number is left out.
    Letter,
    /// Word lengths, as `8` or `8+`.
    Length,
}

impl NameKind {
    /// The names to show, in their order.
    fn names(self, value: Option<&Value>) -> Vec<String> {
        let members = value.and_then(Value::as_object);
        let names = members.into_iter().flat_map(Map::keys).cloned();
        match self {
            Self::Letter => {
                let is_latin = |name: &str| name.chars().count() == 1 && LATIN.contains(name);
                let others = names.filter(|name| !is_latin(&name.to_uppercase()));
                LATIN.chars().map(String::from).chain(others).collect()
            }
            Self::Length => {
                let mut names: Vec<String> = names.collect();
                names.sort_by_cached_key(|name| (length(name), name.clone()));
                names
            }
        }
    }

    /// A member by name. Letters are found in either case.
    fn find<'m>(self, members: &'m Map<String, Value>, name: &str) -> Option<(&'m str, &'m Value)> {
        let is_same = |found: &str| match self {
            Self::Letter => found.to_lowercase() == name.to_lowercase(),
            Self::Length => found == name,
        };
        let members = members.iter().map(|(name, value)| (name.as_str(), value));
        members.into_iter().find(|(found, _)| is_same(found))
    }

    /// The value of an input without text.
    fn empty(self) -> Option<Value> {
        match self {
            Self::Letter => None,
            // The row stays, with an error, until it gets a number.
            Self::Length => Some(Value::from("")),
        }
    }

    /// The object with another number for a name; [`None`] if no number is left.
    fn with(self, value: Option<&Value>, name: &str, number: Option<Value>) -> Option<Value> {
        let mut members = members(value);
        let found = self.find(&members, name);
        let name = found.map_or(name, |(found, _)| found).to_owned();
        match number {
            Some(number) => members.insert(name, number),
            None => members.remove(&name),
        };
        (!members.is_empty()).then_some(Value::Object(members))
    }
}

fn members(value: Option<&Value>) -> Map<String, Value> {
    let members = value.and_then(Value::as_object);
    members.cloned().unwrap_or_default()
}

/// The number in a length; names that are not lengths sort last.
fn length(name: &str) -> u64 {
    name.trim_end_matches('+').parse().unwrap_or(u64::MAX)
}

/// The bonuses with a length renamed. An empty name removes it.
fn renamed(value: Option<&Value>, from: &str, to: &str) -> Option<Value> {
    let mut members = members(value);
    let bonus = members.remove(from);
    if let Some(bonus) = bonus
        && !to.is_empty()
    {
        members.entry(to).or_insert(bonus);
    }
    (!members.is_empty()).then_some(Value::Object(members))
}

/// The length of a new bonus.
fn next_length(names: &[String]) -> String {
    let lengths = names.iter().map(|name| length(name));
    let longest = lengths.filter(|&length| length < 1_000).max();
    (longest.unwrap_or(2) + 1).to_string()
}

/// The letter values of scoring rules.
#[component]
pub fn LetterValues(
    /// The key.
    edited: EditedKey,
) -> impl IntoView {
    view! { <NumberMap edited kind=NameKind::Letter/> }
}

/// The length bonuses of scoring rules.
#[component]
pub fn LengthBonuses(
    /// The key.
    edited: EditedKey,
) -> impl IntoView {
    view! { <NumberMap edited kind=NameKind::Length/> }
}

#[component]
fn NumberMap(edited: EditedKey, kind: NameKind) -> impl IntoView {
    let value = edited.value(EditorState::here());
    let is_object =
        Memo::new(move |_| value.with(|value| value.as_ref().is_none_or(Value::is_object)));
    move || {
        let numbers = Numbers {
            edited: edited.clone(),
            kind,
            value,
        };
        match (is_object.get(), kind) {
            (false, _) => view! { <TextInput edited=edited.clone() read=read_json/> }.into_any(),
            (true, NameKind::Letter) => view! { <LetterGrid numbers/> }.into_any(),
            (true, NameKind::Length) => view! { <BonusRows numbers/> }.into_any(),
        }
    }
}

/// The numbers of a key.
#[derive(Clone)]
struct Numbers {
    edited: EditedKey,
    kind: NameKind,
    value: Memo<Option<Value>>,
}

impl Numbers {
    fn names(&self) -> Vec<String> {
        self.value.with(|value| self.kind.names(value.as_ref()))
    }

    /// The number of a name as it was typed.
    fn text(&self, name: &str) -> String {
        let number = self.value.with(|value| {
            let (_, number) = self.kind.find(value.as_ref()?.as_object()?, name)?;
            Some(typed(number))
        });
        number.unwrap_or_default()
    }

    fn set(&self, state: EditorState, name: &str, number: Option<Value>) {
        let new = |value: &Option<Value>| self.kind.with(value.as_ref(), name, number);
        self.edited.set(state, self.value.with_untracked(new));
    }

    fn rename(&self, state: EditorState, from: &str, to: &str) {
        let new = |value: &Option<Value>| renamed(value.as_ref(), from, to);
        self.edited.set(state, self.value.with_untracked(new));
    }
}

/// Moves the focus to an input that was just added.
fn focus_soon(id: String) {
    set_timeout(move || keyboard::focus(&id), Duration::ZERO);
}

/// The input for the number of a name.
#[component]
fn NumberInput(
    numbers: Numbers,
    name: String,
    id: String,
    /// The text key of the label, which has the name for `{name}`.
    label: &'static str,
) -> impl IntoView {
    let state = EditorState::here();
    let is_wrong = numbers.edited.is_member_wrong(state, &name);
    let kind = numbers.kind;
    let is_bonus = kind == NameKind::Length;
    let text = {
        let (numbers, name) = (numbers.clone(), name.clone());
        move || numbers.text(&name)
    };
    let labelled = name.clone();
    let changed = move |event| {
        let number = read_number(&event_target_value(&event));
        numbers.set(state, &name, number.or_else(|| kind.empty()));
    };
    view! {
        <input id=id type="text" autocomplete="off" class:number=is_bonus
            inputmode=if is_bonus { "decimal" } else { "numeric" }
            placeholder=(!is_bonus).then_some("0")
            aria-label=move || tr_with(label, &[("name", &labelled)])
            aria-invalid=move || is_wrong.get().to_string()
            prop:value=text on:input=changed/>
    }
}

#[component]
fn LetterGrid(numbers: Numbers) -> impl IntoView {
    let (id, described) = (numbers.edited.id(), numbers.edited.described_by());
    let label = format!("{id}-label");
    // Letters that were added here and have no value yet.
    let added = RwSignal::new(Vec::<String>::new());
    let letters = {
        let numbers = numbers.clone();
        Memo::new(move |_| {
            let mut letters = numbers.names();
            for letter in added.get() {
                if !letters.contains(&letter) {
                    letters.push(letter);
                }
            }
            letters
        })
    };
    let add = {
        let id = id.clone();
        move |event: leptos::ev::Event| {
            let input: web_sys::HtmlInputElement = event_target(&event);
            let letter = input.value().trim().to_uppercase();
            input.set_value("");
            if letter.is_empty() {
                return;
            }
            if !letters.with_untracked(|letters| letters.contains(&letter)) {
                added.update(|added| added.push(letter.clone()));
            }
            focus_soon(format!("{id}-{letter}"));
        }
    };
    let cell = {
        let id = id.clone();
        move |letter: String| {
            // Problems of the key lead to the first input.
            let id = match letter.as_str() {
                "A" => id.clone(),
                letter => format!("{id}-{letter}"),
            };
            view! {
                <label class="letter">
                    <span aria-hidden="true">{letter.clone()}</span>
                    <NumberInput numbers=numbers.clone() name=letter id label="editor.letter"/>
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
                    aria-label=move || tr("editor.letter-new") on:change=add/>
            </label>
        </div>
    }
}

#[component]
fn BonusRows(numbers: Numbers) -> impl IntoView {
    let state = EditorState::here();
    let (id, described) = (numbers.edited.id(), numbers.edited.described_by());
    let label = format!("{id}-label");
    let names = {
        let numbers = numbers.clone();
        Memo::new(move |_| numbers.names())
    };
    let add = {
        let (numbers, id) = (numbers.clone(), id.clone());
        move |_| {
            let name = names.with_untracked(|names| next_length(names));
            state.settle();
            numbers.set(state, &name, Some(Value::from(0)));
            state.settle();
            focus_soon(format!("{id}-{name}"));
        }
    };
    let row = {
        let id = id.clone();
        move |name: String| {
            let rename = {
                let (numbers, from) = (numbers.clone(), name.clone());
                move |event: leptos::ev::Event| {
                    let input: web_sys::HtmlInputElement = event_target(&event);
                    let to = input.value().trim().to_owned();
                    // A length can have only one bonus.
                    if names.with_untracked(|names| names.contains(&to)) {
                        return input.set_value(&from);
                    }
                    numbers.rename(state, &from, &to);
                }
            };
            let remove = {
                let (numbers, name) = (numbers.clone(), name.clone());
                move |_| {
                    state.settle();
                    numbers.set(state, &name, None);
                    state.settle();
                }
            };
            let removed = name.clone();
            let id = format!("{id}-{name}");
            view! {
                <li class="bonus">
                    <input class="number" type="text" autocomplete="off" aria-label=move || tr("editor.length")
                        prop:value=name.clone() on:change=rename/>
                    <span class="hint" aria-hidden="true">{move || tr("editor.letters-score")}</span>
                    <NumberInput numbers=numbers.clone() name id label="editor.bonus"/>
                    <button class="quiet" on:click=remove
                        aria-label=move || tr_with("editor.bonus-remove", &[("name", &removed)])>
                        "✕"
                    </button>
                </li>
            }
        }
    };
    view! {
        <div class="bonuses" id=id.clone() tabindex="-1" role="group" aria-labelledby=label aria-describedby=described>
            <ul>
                <For each=move || names.get() key=String::clone children=row/>
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
    fn letters_are_changed_one_by_one_in_either_case() {
        let values = json!({ "a": 1, "Ñ": 8 });
        let set = |letter, value| NameKind::Letter.with(Some(&values), letter, value);
        assert_eq!(set("A", Some(json!(2))), Some(json!({ "a": 2, "Ñ": 8 })));
        assert_eq!(
            set("B", Some(json!(3))),
            Some(json!({ "a": 1, "B": 3, "Ñ": 8 }))
        );
        assert_eq!(set("ñ", None), Some(json!({ "a": 1 })));
        let only = json!({ "A": 1 });
        assert_eq!(NameKind::Letter.with(Some(&only), "A", None), None);
        assert_eq!(
            NameKind::Letter.with(None, "A", Some(json!(1))),
            Some(json!({ "A": 1 }))
        );
    }

    #[test]
    fn the_latin_letters_come_first() {
        let names = NameKind::Letter.names(Some(&json!({ "a": 1, "Ñ": 8 })));
        assert_eq!(names.len(), 27);
        assert_eq!((names[0].as_str(), names[26].as_str()), ("A", "Ñ"));
    }

    #[test]
    fn lengths_are_listed_by_number() {
        let value = json!({ "10": 1, "8+": 11, "3": 1, "odd": 0 });
        let names = NameKind::Length.names(Some(&value));
        assert_eq!(names, ["3", "8+", "10", "odd"]);
        assert_eq!(next_length(&names), "11");
        assert_eq!(next_length(&[]), "3");
    }

    #[test]
    fn a_renamed_length_keeps_its_bonus() {
        let value = json!({ "3": 1, "4": 2 });
        let changed = renamed(Some(&value), "4", "4+");
        assert_eq!(changed, Some(json!({ "3": 1, "4+": 2 })));
        assert_eq!(renamed(Some(&json!({ "3": 1 })), "3", ""), None);
    }
}
