//! Dice and letter pools as lists: the faces of each die, and the number of each letter in the
//! pool.

use leptos::prelude::*;
use serde_json::Value;
use wgs_engine::{parse_dice, parse_pool};

use super::field::EditedKey;
use super::state::EditorState;
use crate::text::{tr_count, tr_with};

/// The faces of each die.
fn dice(value: &Value) -> Vec<Vec<String>> {
    let texts = |value: &Value| -> Vec<String> {
        let faces = value.as_array().into_iter().flatten();
        faces
            .filter_map(|face| Some(face.as_str()?.to_owned()))
            .collect()
    };
    match value {
        Value::String(text) => {
            let dice = parse_dice(text).unwrap_or_default();
            let faces = dice
                .iter()
                .map(|die| die.faces().iter().map(ToString::to_string).collect());
            faces.collect()
        }
        Value::Array(dice) => dice.iter().map(texts).collect(),
        _ => Vec::new(),
    }
}

/// The letters of a pool in alphabetical order, with the number of each.
fn pool(value: &Value) -> Vec<(String, usize)> {
    let faces: Vec<String> = match value {
        Value::String(text) => {
            let faces = parse_pool(text).unwrap_or_default();
            faces.iter().map(ToString::to_string).collect()
        }
        Value::Array(faces) => faces
            .iter()
            .filter_map(|it| Some(it.as_str()?.to_owned()))
            .collect(),
        _ => Vec::new(),
    };
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    for face in faces {
        *counts.entry(face).or_default() += 1;
    }
    counts.into_iter().collect()
}

/// The dice of a field.
#[component]
pub fn DiceList(
    /// The key.
    edited: EditedKey,
) -> impl IntoView {
    let value = edited.value(EditorState::here());
    let all = Memo::new(move |_| {
        value
            .with(|value| value.as_ref().map(dice))
            .unwrap_or_default()
    });
    let item = |(number, faces): (usize, Vec<String>)| {
        let count = tr_count("editor.faces", faces.len() as u64);
        let label = tr_with(
            "editor.die",
            &[("die", &number.to_string()), ("faces", &count)],
        );
        let face = |face: String| view! { <span class="face">{face}</span> };
        view! {
            <li>
                <span class="die-number" title=label>{number}</span>
                <span class="faces">{faces.into_iter().map(face).collect_view()}</span>
            </li>
        }
    };
    view! {
        <Show when=move || all.with(|all| !all.is_empty())>
            <p class="hint">{move || tr_count("editor.dice", all.with(Vec::len) as u64)}</p>
            <ol class="dice-list">
                {move || (1..).zip(all.get()).map(item).collect_view()}
            </ol>
        </Show>
    }
}

/// The letter pool of a field.
#[component]
pub fn PoolList(
    /// The key.
    edited: EditedKey,
) -> impl IntoView {
    let value = edited.value(EditorState::here());
    let all = Memo::new(move |_| {
        value
            .with(|value| value.as_ref().map(pool))
            .unwrap_or_default()
    });
    let total = move || all.with(|all| all.iter().map(|(_, count)| *count as u64).sum::<u64>());
    let item = |(face, count): (String, usize)| {
        view! { <li><span class="face">{face}</span>{format!("×{count}")}</li> }
    };
    view! {
        <Show when=move || all.with(|all| !all.is_empty())>
            <p class="hint">{move || tr_count("editor.pool", total())}</p>
            <ul class="pool-list">{move || all.get().into_iter().map(item).collect_view()}</ul>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn dice_and_pools_are_read_in_both_forms() {
        let expected = vec![vec!["A".to_owned(), "Qu".to_owned()], vec!["B".to_owned()]];
        assert_eq!(dice(&json!("AQu, B")), expected);
        assert_eq!(dice(&json!([["A", "Qu"], ["B"]])), expected);
        let expected = vec![("A".to_owned(), 2), ("Qu".to_owned(), 1)];
        assert_eq!(pool(&json!("AQuA")), expected);
        assert_eq!(pool(&json!(["A", "A", "Qu"])), expected);
        assert_eq!(pool(&json!(5)), vec![]);
    }
}
