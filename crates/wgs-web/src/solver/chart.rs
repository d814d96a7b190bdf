//! How many words there are of each length, as bars and as a table for those who hear it.

use leptos::prelude::*;

use super::state::Solver;
use crate::text::{number, tr};

/// Words by length.
#[component]
pub fn Chart() -> impl IntoView {
    let solver = Solver::here();
    let lengths = move || solver.said(|found| found.lengths.clone());
    let bars = move || {
        let lengths = lengths();
        let most = lengths
            .iter()
            .map(|(_, words, _)| *words)
            .max()
            .unwrap_or(1);
        lengths
            .into_iter()
            .map(|(length, words, points)| {
                let share = words as f64 / most as f64;
                view! {
                    <tr>
                        <th scope="row">{length}</th>
                        <td class="bar-cell">
                            <span class="bar-line" style:--share=share.to_string()></span>
                            <span>{number(words)}</span>
                        </td>
                        <td>{number(points)}</td>
                    </tr>
                }
            })
            .collect_view()
    };
    view! {
        <details class="chart">
            <summary>{move || tr("chart.label")}</summary>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{move || tr("list.length")}</th>
                        <th scope="col">{move || tr("chart.words")}</th>
                        <th scope="col">{move || tr("chart.points")}</th>
                    </tr>
                </thead>
                <tbody>{bars}</tbody>
            </table>
        </details>
    }
}
