//! The messages of the page's own engine. Most messages come from the libraries; [`engine_text`]
//! words them in the language of the page.
//!
//! [`engine_text`]: crate::engine_text

use wgs_engine::messages;

messages! {
    pub(crate) fn no_round() => "web.no-round": "no round is being played";
    pub(crate) fn not_handled() => "web.not-handled":
        "this page does not answer requests of this kind";
    pub(crate) fn no_board() => "web.no-board": "no board was found";
    pub(crate) fn no_letters() => "web.no-letters": "this game has no dice or letters";
    pub(crate) fn small_boards() => "web.small-boards":
        "the boards of this game do not fill the grid";
    pub(crate) fn size(problem) => "web.size": "size: {problem}";
}
