//! The field for a key, by the kind of its value. An empty field leaves the key out. Text
//! goes into the draft as it was typed, if necessary as a string. The configuration reader
//! reports what it expected.

use leptos::prelude::*;
use serde_json::Value;
use wgs_config::{DefaultValue, Key, Section, ValueKind};

use super::dictionary_picker::DictionaryPicker;
use super::format_field::FormatField;
use super::letter_list::{DiceList, PoolList};
use super::number_map::{LengthBonuses, LetterValues};
use super::preview::users;
use super::problem_list::{Problems, problems};
use super::route::{EditorRoute, field_id};
use super::state::EditorState;
use crate::engine_text::tr_help;
use crate::text::{tr, tr_with};

/// The key of an entry that a field edits.
#[derive(Clone, Debug)]
pub struct EditedKey {
    /// The section.
    pub section: Section,
    /// The entry.
    pub entry: String,
    /// The key.
    pub key: &'static Key,
}

impl EditedKey {
    /// The value. The signal notifies only when it changes.
    pub fn value(&self, state: EditorState) -> Memo<Option<Value>> {
        state.value(self.section, self.entry.clone(), self.key.name)
    }

    /// Sets the value, or removes the key.
    pub fn set(&self, state: EditorState, value: Option<Value>) {
        state.set(self.section, &self.entry, self.key.name, value);
    }

    /// Whether the value is the path of a dictionary.
    fn is_dictionary_path(&self) -> bool {
        self.section == Section::Dictionaries && self.key.name == "Path"
    }

    /// The id of the field.
    pub fn id(&self) -> String {
        field_id(self.key.name)
    }

    /// The ids of its description and its problems.
    pub fn described_by(&self) -> String {
        let id = self.id();
        format!("{id}-doc {id}-problems")
    }

    /// Whether a member of the value has a problem, where the value is an object.
    pub fn is_member_wrong(&self, state: EditorState, member: &str) -> Memo<bool> {
        let edited = self.clone();
        let member = member.to_owned();
        Memo::new(move |_| {
            state.draft.with(|draft| {
                let mut all = draft.problems_at(edited.section, &edited.entry, edited.key.name);
                all.any(|problem| problem.path.member() == Some(&*member))
            })
        })
    }

    /// Whether the value has a problem.
    pub fn is_wrong(&self, state: EditorState) -> Memo<bool> {
        let edited = self.clone();
        Memo::new(move |_| {
            state.draft.with(|draft| {
                let mut all = draft.problems_at(edited.section, &edited.entry, edited.key.name);
                all.next().is_some()
            })
        })
    }
}

/// The name of a key in the current language.
pub fn key_label(key: &str) -> String {
    tr(&format!("key.{key}"))
}

/// A choice with its meaning in the current language.
fn choice_label(value: &str) -> String {
    let label = tr(&format!("choice.{value}"));
    tr_with("editor.choice", &[("value", value), ("label", &label)])
}

/// The default of a key, as a user would type it.
pub fn default_text(key: &Key) -> String {
    match key.default {
        Some(DefaultValue::Boolean(value)) => value.to_string(),
        Some(DefaultValue::Integer(value)) => value.to_string(),
        Some(DefaultValue::Text(value)) => value.to_owned(),
        None => String::new(),
    }
}

/// A key with its description, its input and its problems.
#[component]
pub fn Field(
    /// The key.
    edited: EditedKey,
) -> impl IntoView {
    let state = EditorState::here();
    let key = edited.key;
    let id = edited.id();
    let wrong = {
        let edited = edited.clone();
        problems(state, move |draft| {
            let all = draft.problems_at(edited.section, &edited.entry, edited.key.name);
            all.cloned().collect()
        })
    };
    let (label_id, doc_id) = (format!("{id}-label"), format!("{id}-doc"));
    let name = view! { {move || key_label(key.name)}" "<code class="key-code">{key.name}</code> };
    // A group of inputs is named by an element, because a label belongs to a single input.
    let label = match key.kind {
        ValueKind::LetterValues
        | ValueKind::LengthBonuses
        | ValueKind::Boolean
        | ValueKind::Switch => {
            view! { <span class="key-name" id=label_id>{name}</span> }.into_any()
        }
        _ => view! { <label class="key-name" id=label_id for=id.clone()>{name}</label> }.into_any(),
    };
    view! {
        <div class="key" class:is-wrong=move || wrong.with(|all| !all.is_empty())
            on:focusout=move |_| state.settle()>
            {label}
            <p class="hint" id=doc_id>{move || tr_help(key)}</p>
            <KeyInput edited/>
            <Problems id=format!("{id}-problems") of=wrong/>
        </div>
    }
}

/// The input for a kind of value.
#[component]
fn KeyInput(edited: EditedKey) -> impl IntoView {
    match edited.key.kind {
        ValueKind::Boolean | ValueKind::Switch => view! { <YesOrNo edited/> }.into_any(),
        ValueKind::Integer { .. } | ValueKind::Pixels => {
            view! { <TextInput edited read=read_number is_number=true/> }.into_any()
        }
        ValueKind::Text if edited.is_dictionary_path() => view! {
            <TextInput edited=edited.clone() read=read_text/>
            <DictionaryPicker entry=edited.entry/>
        }
        .into_any(),
        ValueKind::Text => view! { <TextInput edited read=read_text/> }.into_any(),
        ValueKind::Choice(_) | ValueKind::Name(_) => view! { <ChoiceInput edited/> }.into_any(),
        ValueKind::Template(format) => view! { <FormatField edited format/> }.into_any(),
        ValueKind::Dice => {
            view! { <TextInput edited=edited.clone() read=read_letters rows=4/><DiceList edited/> }
                .into_any()
        }
        ValueKind::Faces => {
            view! { <TextInput edited=edited.clone() read=read_letters rows=3/><PoolList edited/> }
                .into_any()
        }
        ValueKind::LetterValues => view! { <LetterValues edited/> }.into_any(),
        ValueKind::LengthBonuses => view! { <LengthBonuses edited/> }.into_any(),
        ValueKind::Places
        | ValueKind::Size
        | ValueKind::Lengths
        | ValueKind::Positions
        | ValueKind::PositionLists => view! { <TextInput edited read=read_json/> }.into_any(),
    }
}

/// Reads a typed text as the value of a key.
pub type ValueReader = fn(&str) -> Option<Value>;

/// Reads a text as a string.
pub fn read_text(text: &str) -> Option<Value> {
    (!text.is_empty()).then(|| Value::from(text))
}

/// Reads a text as a number if it is written exactly like one.
pub fn read_number(text: &str) -> Option<Value> {
    let number = serde_json::from_str::<Value>(text).ok();
    let number = number.filter(|value| value.is_number() && typed(value) == text);
    number.or_else(|| read_text(text))
}

/// Reads a text as JSON.
pub fn read_json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| read_text(text))
}

/// Reads faces in the notation of boards, or an array of them.
pub fn read_letters(text: &str) -> Option<Value> {
    let array = serde_json::from_str::<Value>(text).ok();
    array.filter(Value::is_array).or_else(|| read_text(text))
}

/// A value as a user would type it.
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

/// The text of an input. It changes with the value, unless it already stands for the new value.
pub fn follow(value: Memo<Option<Value>>, read: ValueReader) -> RwSignal<String> {
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

/// An input for text, of one line or several.
#[component]
pub fn TextInput(
    /// The key.
    edited: EditedKey,
    /// How the text is read.
    read: ValueReader,
    /// Whether it is for a number.
    #[prop(optional)]
    is_number: bool,
    /// The number of lines, if there are several.
    #[prop(optional)]
    rows: u32,
) -> impl IntoView {
    let state = EditorState::here();
    let text = follow(edited.value(state), read);
    let is_wrong = edited.is_wrong(state);
    let invalid = move || is_wrong.get().to_string();
    let (id, described, hint) = (edited.id(), edited.described_by(), default_text(edited.key));
    let changed = move |event: leptos::ev::Event| {
        let now = event_target_value(&event);
        text.set(now.clone());
        edited.set(state, read(&now));
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

/// A choice of yes, no or the default.
#[component]
fn YesOrNo(edited: EditedKey) -> impl IntoView {
    let state = EditorState::here();
    let value = edited.value(state);
    let (id, described) = (edited.id(), edited.described_by());
    let is_default = edited.key.default == Some(DefaultValue::Boolean(true));
    let default = move || {
        let word = if is_default {
            "editor.yes"
        } else {
            "editor.no"
        };
        tr_with("editor.default", &[("value", &tr(word))])
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
        let (edited, name) = (edited.clone(), name.clone());
        let words = move || match choice {
            None => default(),
            Some(true) => tr("editor.yes"),
            Some(false) => tr("editor.no"),
        };
        view! {
            <label class="choice">
                <input type="radio" id=id name=name prop:checked=move || chosen() == Some(choice)
                    on:change=move |_| edited.set(state, choice.map(Value::Bool))/>
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

/// A choice of strings, or of entries with a link to the chosen one.
#[component]
fn ChoiceInput(edited: EditedKey) -> impl IntoView {
    let state = EditorState::here();
    let value = edited.value(state);
    let is_wrong = edited.is_wrong(state);
    let (id, described) = (edited.id(), edited.described_by());
    let kind = edited.key.kind;
    let default = default_text(edited.key);
    let none = move || match default.is_empty() {
        true => tr("editor.none"),
        false => tr_with("editor.default", &[("value", &default)]),
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
        let value = choice.clone();
        let is_choice =
            matches!(kind, ValueKind::Choice(choices) if choices.contains(&choice.as_str()));
        let label = move || match is_choice {
            true => choice_label(&choice),
            false => choice.clone(),
        };
        view! { <option value=value prop:selected=move || chosen() == this>{label}</option> }
    };
    let link = move || {
        let ValueKind::Name(section) = kind else {
            return None;
        };
        let name = Some(chosen()).filter(|name| !name.is_empty())?;
        let label = tr_with("editor.edit", &[("name", &name)]);
        let address = EditorRoute::Entry(section, name).address();
        Some(view! { <a href=address aria-label=label>{move || tr("editor.edit-short")}</a> })
    };
    let changed = {
        let edited = edited.clone();
        move |event| edited.set(state, read_text(&event_target_value(&event)))
    };
    let copy = move || {
        let (
            EditedKey {
                section: Section::GameRules,
                entry: game,
                ..
            },
            ValueKind::Name(section),
        ) = (edited.clone(), kind)
        else {
            return None;
        };
        let name = Some(chosen()).filter(|name| !name.is_empty())?;
        let mut others = state.draft.with(|draft| users(draft, section, &name));
        others.retain(|other| *other != game);
        if others.is_empty() {
            return None;
        }
        let values = [("name", name.as_str()), ("games", &others.join(", "))];
        let help = tr_with("editor.copy-for-game-help", &values);
        let copy = move |_| state.copy_for_game(section, &name, &game);
        Some(view! {
            <button class="link" title=help on:click=copy>{move || tr("editor.copy-for-game")}</button>
        })
    };
    view! {
        <div class="with-link">
            <select id=id aria-describedby=described aria-invalid=move || is_wrong.get().to_string()
                on:change=changed>
                <option value="" prop:selected=move || chosen().is_empty()>{none}</option>
                {move || choices.get().into_iter().map(option).collect_view()}
            </select>
            {link}
            {copy}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::engine_text::help_text;
    use crate::text::PageLanguage;

    #[test]
    fn a_typed_text_is_shown_as_it_was_typed() {
        let readers: [(ValueReader, &[&str]); 4] = [
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
    fn every_key_and_choice_has_a_label_and_help_in_every_language() {
        for language in PageLanguage::all() {
            let texts = language.texts();
            for key in Section::ALL.iter().flat_map(|section| section.keys()) {
                assert!(
                    texts.contains_key(&format!("key.{}", key.name)),
                    "{}",
                    key.name
                );
                if let ValueKind::Choice(choices) = key.kind {
                    for choice in choices {
                        assert!(texts.contains_key(&format!("choice.{choice}")), "{choice}");
                    }
                }
                let is_translated = help_text(language, key) != format!("{}.", key.doc);
                assert_eq!(
                    is_translated,
                    language != PageLanguage::ENGLISH,
                    "{}",
                    key.name
                );
            }
        }
    }

    #[test]
    fn only_exact_numbers_are_read_as_numbers() {
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
