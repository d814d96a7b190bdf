//! A person in a room.

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

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

/// A person whom the owner removed, and who cannot come back until the owner readmits them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(from = "StoredRemoved")]
pub struct RemovedPerson {
    /// The public id of the person's identity.
    pub player: String,
    /// The name that the person had last; empty if it is not known.
    pub name: String,
}

/// A removed person as it is stored. The first rooms stored only the public id.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredRemoved {
    Player(String),
    Person { player: String, name: String },
}

impl From<StoredRemoved> for RemovedPerson {
    fn from(stored: StoredRemoved) -> Self {
        let (player, name) = match stored {
            StoredRemoved::Player(player) => (player, String::new()),
            StoredRemoved::Person { player, name } => (player, name),
        };
        Self { player, name }
    }
}

impl RemovedPerson {
    /// The largest number of removed people that a room remembers.
    const MOST: usize = 200;

    /// Adds a member whom the owner removed to the others, if there is space. A person without an
    /// identity cannot be recognised.
    pub(super) fn remember(removed: &mut Vec<Self>, member: &MemberView) {
        if let Some(player) = member.player.clone()
            && removed.len() < Self::MOST
        {
            let name = member.name.clone();
            removed.push(Self { player, name });
        }
    }
}

/// Returns a name without control characters, piles of marks and superfluous spaces, of at most [`MAX_NAME`]
/// characters. The result may be empty.
pub(super) fn clean_name(name: &str) -> String {
    let words = name.split_whitespace().map(|word| {
        let letters = word.graphemes(true).flat_map(shown_characters);
        letters.collect::<String>()
    });
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let name = words.join(" ");
    shortened_name(&name, MAX_NAME).to_owned()
}

/// Returns the beginning of a name with at most this number of characters. An emoji of several
/// characters is kept as a whole or left out.
pub(super) fn shortened_name(name: &str, most: usize) -> &str {
    let mut characters = 0;
    let end = name.grapheme_indices(true).find_map(|(start, letter)| {
        characters += letter.chars().count();
        (characters > most).then_some(start)
    });
    name[..end.unwrap_or(name.len())].trim_end()
}

/// The zero-width joiner, which joins several emoji into one.
const JOINER: char = '\u{200D}';

/// The black flag, which the tag characters after it make the flag of a region.
const FLAG: char = '\u{1F3F4}';

/// The characters of a grapheme cluster without those that show nothing. A joiner is kept where it
/// joins two parts of one cluster.
fn shown_characters(letter: &str) -> impl Iterator<Item = char> {
    // After a joiner, only the next part of an emoji or of a conjunct begins a cluster when it
    // stands alone.
    let is_part = |next: Option<char>| {
        next.is_some_and(|next| !is_hidden(next) && format!("a{next}").graphemes(true).count() == 2)
    };
    let mut marks = 0;
    letter.char_indices().filter_map(move |(index, character)| {
        marks = match is_mark(character) {
            true => marks + 1,
            false => 0,
        };
        let rest = &letter[index + character.len_utf8()..];
        let is_shown = match character {
            JOINER => index > 0 && is_part(rest.chars().next()),
            '\u{E0020}'..='\u{E007F}' => letter.starts_with(FLAG),
            _ => !is_hidden(character) && marks <= MAX_MARKS,
        };
        is_shown.then_some(character)
    })
}

/// The largest number of marks of a character. No language needs more, and a pile of them would cover
/// the lines around the name.
const MAX_MARKS: usize = 3;

/// Whether a character is drawn on the one before it: an accent, a vowel sign, a tone of skin.
fn is_mark(character: char) -> bool {
    character != JOINER
        && !character.is_ascii()
        && format!("a{character}").graphemes(true).count() == 1
}

/// Whether a character controls a terminal, changes the direction of text or shows nothing. With
/// it, a name could look like another, or disturb the line it stands in.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
        '\u{00AD}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{180E}' | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_the_marks_of_its_language_and_no_piles_of_them() {
        for name in [
            "Việt",
            "שָׁלוֹם",
            "हिन्दी",
            "ทั้งนี้",
            "👩🏽‍🚀",
            "é",
            "n\u{330}\u{301}\u{323}",
        ] {
            assert_eq!(clean_name(name), name);
        }
        let pile = "\u{300}".repeat(50);
        assert_eq!(clean_name(&format!("A{pile}b")), "A\u{300}\u{300}\u{300}b");
        assert_eq!(clean_name(&pile).chars().count(), 3);
    }
}
