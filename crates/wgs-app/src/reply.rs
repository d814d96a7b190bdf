//! Replies as JSON, printed by `--json` and returned by the API. The fields are stable.
//!
//! ```
//! use wgs_app::reply::ScoreReply;
//!
//! let reply = ScoreReply { board: "ABCD".to_owned(), words: 18, points: 20 };
//! assert_eq!(
//!     serde_json::to_string(&reply)?,
//!     r#"{"board":"ABCD","words":18,"points":20}"#
//! );
//! # Ok::<(), serde_json::Error>(())
//! ```

mod analysis;
mod boggle;
mod check;
mod create;
mod game;
mod hunt;
mod record;
mod record_list;
mod round;
mod scrabblet;
mod solution;

pub use analysis::{AnalyzeReply, BestReply, LengthReply, PositionReply};
pub use boggle::BoggleReply;
pub use check::{CheckBoardReply, CheckWordReply, CheckedTileReply, CountReply};
pub use create::CreateReply;
pub use game::GameReply;
pub use hunt::{HuntBoardReply, HuntReply};
pub use record::{RecordReply, RecordSource};
pub use record_list::RecordListReply;
pub use round::{FoundWordReply, PlayerReply, RoundReply};
pub use scrabblet::{
    AnagramsReply, DealReply, GuessReply, RejectedHandReply, ScrabbletReply, WordReply,
};
pub use solution::{ScoreReply, SolutionReply, SolveReply};
