//! The parts with which the solver, the games and the editor show a board.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game_view`] | a game as the page shows it |
//! | [`cell_view`] | what a cell shows |
//! | [`tile`] | a cell with its tile, and the rows of a board |
//! | [`path`] | the line of a word behind the letters |
//! | [`pointer`](mod@pointer) | what a finger or the mouse does on a board |
//! | [`sorted_rows`] | solutions in an order |
//! | `summary_label` | a board's words and points as text |

pub mod cell_view;
pub mod game_view;
pub mod path;
pub mod pointer;
pub mod sorted_rows;
mod summary_label;
pub mod tile;
