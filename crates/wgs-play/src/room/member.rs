//! A person in a room.

use serde::{Deserialize, Serialize};

/// The number of a member in a room. Numbers are never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct MemberId(pub u32);

/// A person in a room, as everyone in it sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MemberView {
    /// The member.
    pub member: MemberId,
    /// The name, which is unique in the room.
    pub name: String,
    /// The public id of the member's identity, if there is one.
    pub player: Option<String>,
    /// Whether the member only watches.
    pub is_spectator: bool,
    /// Whether the member is ready for the next round.
    pub is_ready: bool,
    /// Whether the member has an open connection.
    pub is_connected: bool,
    /// The points in this match.
    pub total: i64,
    /// The number of rounds won in this match.
    pub wins: u32,
}

/// A person in a room, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// What everyone sees.
    #[serde(rename = "view")]
    pub view: MemberView,
    /// The hash of the token with which the member comes back.
    pub token_hash: String,
    /// When the member's last connection was closed, in milliseconds since 1970.
    pub disconnected_at: Option<u64>,
    /// Whether the member has played a round in the room.
    pub has_played: bool,
}

/// The longest name of a member, in characters.
pub const MAX_NAME: usize = 24;

/// Returns a name without control characters and superfluous spaces, of at most [`MAX_NAME`]
/// characters. The result may be empty.
pub(super) fn clean_name(name: &str) -> String {
    let is_shown = |letter: &char| !letter.is_control() && !is_invisible(*letter);
    let words = name
        .split_whitespace()
        .map(|word| word.chars().filter(is_shown));
    let words: Vec<String> = words.map(Iterator::collect).collect();
    let name = words.join(" ");
    let name: String = name.trim().chars().take(MAX_NAME).collect();
    name.trim_end().to_owned()
}

/// Whether a character changes the direction of text or shows nothing. With it, a name could
/// look like another, or disturb the line it stands in.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{00AD}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{180E}' | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{E0000}'..='\u{E007F}')
}
