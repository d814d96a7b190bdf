//! The engine behind the page: it runs in workers, so that no search ever holds up the page.
//!
//! | module | what it holds |
//! |---|---|
//! | [`message`] | what is asked and answered |
//! | [`clerk`] | who answers, inside a worker |
//! | `opened` | a game it keeps open |
//! | [`line`](mod@line) | how the page reaches a worker, and gives up on one |

pub mod clerk;
pub mod line;
pub mod message;
mod opened;
