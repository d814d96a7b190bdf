//! The field of a key, whatever its kind. A field that is left empty is a key that is not
//! written. What is typed is kept as typed: what cannot be meant goes into the draft as a
//! string, so that the checker says what was wanted.

use leptos::prelude::*;
use serde_json::Value;
use wgs_config::{DefaultValue, Key, Section, ValueKind};

use super::format_field::FormatField;
use super::length_bonuses::LengthBonuses;
use super::letter_values::LetterValues;
use super::letters::{DiceList, PoolList};
use super::problem_list::{Problems, problems};
use super::state::EditorState;
use super::way::{Way, field_id};
use crate::text::{tr, tr_with};

/// Which key of which entry a field is for.
#[derive(Clone, Debug)]
pub struct Place {
    /// The section.
    pub section: Section,
    /// The entry.
    pub entry: String,
    /// The key.
    pub key: &'static Key,
}

impl Place {
    /// The value, which only tells of its own changes.
    pub fn value(&self, state: EditorState) -> Memo<Option<Value>> {
        state.value(self.section, self.entry.clone(), self.key.name)
    }

    /// Gives it another value.
    pub fn set(&self, state: EditorState, value: Option<Value>) {
        state.set(self.section, &self.entry, self.key.name, value);
    }

    /// The id of the field.
    pub fn id(&self) -> String {
        field_id(self.key.name)
    }

    /// The ids of what is said of it.
    pub fn described_by(&self) -> String {
        let id = self.id();
        format!("{id}-doc {id}-problems")
    }

    /// Whether something is wrong with a member of its value, which is an object.
    pub fn is_member_wrong(&self, state: EditorState, member: &str) -> Memo<bool> {
        let place = self.clone();
        let member = member.to_owned();
        Memo::new(move |_| {
            state.draft.with(|draft| {
                let mut all = draft.problems_at(place.section, &place.entry, place.key.name);
                all.any(|problem| problem.path.member() == Some(&*member))
            })
        })
    }

    /// Whether something is wrong with it.
    pub fn is_wrong(&self, state: EditorState) -> Memo<bool> {
        let place = self.clone();
        Memo::new(move |_| {
            state.draft.with(|draft| {
                let mut all = draft.problems_at(place.section, &place.entry, place.key.name);
                all.next().is_some()
            })
        })
    }
}

/// The default of a key as it would be typed.
pub fn default_text(key: &Key) -> String {
    match key.default {
        Some(DefaultValue::Boolean(value)) => value.to_string(),
        Some(DefaultValue::Integer(value)) => value.to_string(),
        Some(DefaultValue::Text(value)) => value.to_owned(),
        None => String::new(),
    }
}

/// A key with its field, what it means and what is wrong with it.
#[component]
pub fn Field(
    /// Which key.
    place: Place,
) -> impl IntoView {
    let state = EditorState::here();
    let key = place.key;
    let id = place.id();
    let wrong = {
        let place = place.clone();
        problems(state, move |draft| {
            let all = draft.problems_at(place.section, &place.entry, place.key.name);
            all.cloned().collect()
        })
    };
    let (label_id, doc_id) = (format!("{id}-label"), format!("{id}-doc"));
    // A group of inputs has a name of its own; a label would only point at one of them.
    let label = match key.kind {
        ValueKind::LetterValues
        | ValueKind::LengthBonuses
        | ValueKind::Boolean
        | ValueKind::Switch => {
            view! { <span class="key-name" id=label_id>{key.name}</span> }.into_any()
        }
        _ => view! { <label class="key-name" id=label_id for=id.clone()>{key.name}</label> }
            .into_any(),
    };
    view! {
        <div class="key" class:is-wrong=move || wrong.with(|all| !all.is_empty())
            on:focusout=move |_| state.settle()>
            {label}
            <p class="hint" id=doc_id lang="en">{key.doc}"."</p>
            <Input place/>
            <Problems id=format!("{id}-problems") of=wrong/>
        </div>
    }
}

/// The input for a kind of value.
#[component]
fn Input(place: Place) -> impl IntoView {
    match place.key.kind {
        ValueKind::Boolean | ValueKind::Switch => view! { <YesOrNo place/> }.into_any(),
        ValueKind::Integer { .. } | ValueKind::Pixels => {
            view! { <TextInput place read=read_number is_number=true/> }.into_any()
        }
        ValueKind::Text => view! { <TextInput place read=read_text/> }.into_any(),
        ValueKind::Choice(_) | ValueKind::Name(_) => view! { <ChoiceInput place/> }.into_any(),
        ValueKind::Template(format) => view! { <FormatField place format/> }.into_any(),
        ValueKind::Dice => {
            view! { <TextInput place=place.clone() read=read_letters rows=4/><DiceList place/> }
                .into_any()
        }
        ValueKind::Faces => {
            view! { <TextInput place=place.clone() read=read_letters rows=3/><PoolList place/> }
                .into_any()
        }
        ValueKind::LetterValues => view! { <LetterValues place/> }.into_any(),
        ValueKind::LengthBonuses => view! { <LengthBonuses place/> }.into_any(),
        ValueKind::Places | ValueKind::Size | ValueKind::Positions | ValueKind::PositionLists => {
            view! { <TextInput place read=read_json/> }.into_any()
        }
    }
}

/// What a text means as the value of a key.
pub type Read = fn(&str) -> Option<Value>;

/// A string as it stands.
pub fn read_text(text: &str) -> Option<Value> {
    (!text.is_empty()).then(|| Value::from(text))
}

/// A number where it is one to the letter.
pub fn read_number(text: &str) -> Option<Value> {
    let number = serde_json::from_str::<Value>(text).ok();
    let number = number.filter(|value| value.is_number() && typed(value) == text);
    number.or_else(|| read_text(text))
}

/// Any value.
pub fn read_json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| read_text(text))
}

/// Faces in the notation of boards, or an array of them.
pub fn read_letters(text: &str) -> Option<Value> {
    let array = serde_json::from_str::<Value>(text).ok();
    array.filter(Value::is_array).or_else(|| read_text(text))
}

/// A value as it is typed.
pub fn typed(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(written).collect();
            format!("[{}]", values.join(", "))
        }
        other => other.to_string(),
    }
}

fn written(value: &Value) -> String {
    match value {
        Value::Array(_) => typed(value),
        other => other.to_string(),
    }
}

/// A text that follows the draft, unless it means what the draft has already.
pub fn follow(value: Memo<Option<Value>>, read: Read) -> RwSignal<String> {
    let text = RwSignal::new(
        value
            .get_untracked()
            .as_ref()
            .map(typed)
            .unwrap_or_default(),
    );
    Effect::new(move |_| {
        let value = value.get();
        if read(&text.get_untracked()) != value {
            text.set(value.as_ref().map(typed).unwrap_or_default());
        }
    });
    text
}

/// A line of text, or several.
#[component]
pub fn TextInput(
    /// Which key.
    place: Place,
    /// What a text means.
    read: Read,
    /// Whether digits are typed.
    #[prop(optional)]
    is_number: bool,
    /// How many lines it has, if it is not a single one.
    #[prop(optional)]
    rows: u32,
) -> impl IntoView {
    let state = EditorState::here();
    let text = follow(place.value(state), read);
    let is_wrong = place.is_wrong(state);
    let invalid = move || is_wrong.get().to_string();
    let (id, described, hint) = (place.id(), place.described_by(), default_text(place.key));
    let changed = move |event: leptos::ev::Event| {
        let now = event_target_value(&event);
        text.set(now.clone());
        place.set(state, read(&now));
    };
    match rows {
        0 => view! {
            <input id=id type="text" class:number=is_number placeholder=hint autocomplete="off"
                inputmode=is_number.then_some("numeric") spellcheck="false"
                aria-describedby=described aria-invalid=invalid
                prop:value=text on:input=changed/>
        }
        .into_any(),
        rows => view! {
            <textarea id=id class="notation" rows=rows placeholder=hint spellcheck="false"
                aria-describedby=described aria-invalid=invalid
                prop:value=text on:input=changed></textarea>
        }
        .into_any(),
    }
}

/// Yes, no, or as usual.
#[component]
fn YesOrNo(place: Place) -> impl IntoView {
    let state = EditorState::here();
    let value = place.value(state);
    let (id, described) = (place.id(), place.described_by());
    let is_default = place.key.default == Some(DefaultValue::Boolean(true));
    let usual = move || {
        let word = if is_default {
            "editor.yes"
        } else {
            "editor.no"
        };
        tr_with("editor.usual", &[("value", &tr(word))])
    };
    let chosen = move || match value.get() {
        None => Some(None),
        Some(Value::Bool(value)) => Some(Some(value)),
        Some(Value::String(text)) => text.parse().ok().map(Some),
        Some(_) => None,
    };
    let label = format!("{id}-label");
    let name = id.clone();
    let option = move |choice: Option<bool>, id: Option<String>| {
        let (place, name) = (place.clone(), name.clone());
        let words = move || match choice {
            None => usual(),
            Some(true) => tr("editor.yes"),
            Some(false) => tr("editor.no"),
        };
        view! {
            <label class="choice">
                <input type="radio" id=id name=name prop:checked=move || chosen() == Some(choice)
                    on:change=move |_| place.set(state, choice.map(Value::Bool))/>
                <span>{words}</span>
            </label>
        }
    };
    view! {
        <div class="choices" role="radiogroup" aria-labelledby=label aria-describedby=described>
            {option(None, Some(id))}
            {option(Some(true), None)}
            {option(Some(false), None)}
        </div>
    }
}

/// One of some strings, or the name of an entry with the way to it.
#[component]
fn ChoiceInput(place: Place) -> impl IntoView {
    let state = EditorState::here();
    let value = place.value(state);
    let is_wrong = place.is_wrong(state);
    let (id, described) = (place.id(), place.described_by());
    let kind = place.key.kind;
    let default = default_text(place.key);
    let none = move || match default.is_empty() {
        true => tr("editor.none"),
        false => tr_with("editor.usual", &[("value", &default)]),
    };
    let chosen = move || value.get().as_ref().map(typed).unwrap_or_default();
    let choices = Memo::new(move |_| {
        let mut choices: Vec<String> = match kind {
            ValueKind::Name(section) => state
                .draft
                .with(|draft| draft.entries(section).map(str::to_owned).collect()),
            ValueKind::Choice(choices) => choices.iter().map(|&choice| choice.to_owned()).collect(),
            _ => Vec::new(),
        };
        let chosen = chosen();
        if !chosen.is_empty() && !choices.contains(&chosen) {
            choices.push(chosen);
        }
        choices
    });
    let option = move |choice: String| {
        let this = choice.clone();
        view! { <option value=choice.clone() selected=move || chosen() == this>{choice.clone()}</option> }
    };
    let link = move || {
        let ValueKind::Name(section) = kind else {
            return None;
        };
        let name = Some(chosen()).filter(|name| !name.is_empty())?;
        let label = tr_with("editor.edit", &[("name", &name)]);
        let address = Way::Entry(section, name).address();
        Some(view! { <a href=address aria-label=label>{move || tr("editor.edit-short")}</a> })
    };
    let changed = move |event| place.set(state, read_text(&event_target_value(&event)));
    view! {
        <div class="with-link">
            <select id=id aria-describedby=described aria-invalid=move || is_wrong.get().to_string()
                on:change=changed>
                <option value="" selected=move || chosen().is_empty()>{none}</option>
                {move || choices.get().into_iter().map(option).collect_view()}
            </select>
            {link}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_typed_comes_back_as_typed() {
        let readers: [(Read, &[&str]); 4] = [
            (read_text, &["", "a", " "]),
            (
                read_number,
                &["", "5", "05", "1.5", "1.", "1e9", "ten", "-1"],
            ),
            (read_json, &["", "[1, 2]", "[1, 2", "[[2, 3], [1]]"]),
            (read_letters, &["ABQu, DEF", r#"["Qu", "E"]"#]),
        ];
        for (read, texts) in readers {
            for text in texts {
                assert_eq!(read(text).as_ref().map(typed).unwrap_or_default(), *text);
            }
        }
    }

    #[test]
    fn numbers_are_numbers_and_all_else_is_text() {
        for (text, value) in [
            ("5", json!(5)),
            ("1.5", json!(1.5)),
            ("05", json!("05")),
            ("1.", json!("1.")),
        ] {
            assert_eq!(read_number(text), Some(value));
        }
    }
}
