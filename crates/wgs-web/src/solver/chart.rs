//! The number of words of each length: a bar chart that is also a table for screen readers.

use leptos::prelude::*;

use super::state::SolverState;
use crate::text::{number, tr};

/// The chart of words by length.
#[component]
pub fn Chart() -> impl IntoView {
    let solver = SolverState::here();
    let lengths = move || solver.result.summary(|summary| summary.lengths.clone());
    let bars = move || {
        let lengths = lengths();
        let most = lengths
            .iter()
            .map(|(_, totals)| totals.words)
            .max()
            .unwrap_or(1);
        lengths
            .into_iter()
            .map(|(length, totals)| {
                let share = totals.words as f64 / most as f64;
                view! {
                    <tr>
                        <th scope="row">{length}</th>
                        <td class="bar-cell">
                            <span class="bar-line" style:--share=share.to_string()></span>
                            <span>{number(totals.words)}</span>
                        </td>
                        <td>{number(totals.points)}</td>
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
