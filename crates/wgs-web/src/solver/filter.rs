//! The choice and the order of the solutions to list.

use leptos::prelude::*;

use crate::board::sorted_rows::{Column, Order};
use crate::engine::request::CommonnessFilter;

/// The choice and the order of the listed solutions. The filters of tiles belong to the board.
/// Copies refer to the same filter.
#[derive(Clone, Copy)]
pub struct ListFilter {
    /// Whether to list every path of a word.
    pub duplicates: RwSignal<bool>,
    /// Whether to show solutions.
    pub is_shown: RwSignal<bool>,
    /// The regular expression that listed words match.
    pub pattern: RwSignal<String>,
    /// How common listed words are; [`None`] if that does not matter.
    pub commonness: RwSignal<Option<CommonnessFilter>>,
    /// The order of the list.
    pub order: RwSignal<Order>,
}

impl ListFilter {
    /// Lists all words, those with the highest scores first.
    pub fn new() -> Self {
        Self {
            duplicates: RwSignal::new(false),
            is_shown: RwSignal::new(true),
            pattern: RwSignal::new(String::new()),
            commonness: RwSignal::new(None),
            order: RwSignal::new(Order {
                column: Column::Score,
                descending: true,
            }),
        }
    }
}

impl Default for ListFilter {
    fn default() -> Self {
        Self::new()
    }
}
