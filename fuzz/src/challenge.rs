//! Links that challenge others to a round.

use wgs_config::share_link::{ShareLink, ShareLinkError};
use wgs_play::{Challenge, ChallengeError};

/// A challenge that is read can be written as a link that reads the same, using only characters
/// that are allowed in URLs, and the rest of it is a link to a board.
pub fn challenge(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(challenge) = Challenge::decode(&text) else {
        return;
    };
    assert!(Challenge::is_challenge(&text), "{text:?}");
    assert_eq!(
        ShareLink::decode(&text).as_ref(),
        Ok(&challenge.share),
        "{text:?}"
    );
    match challenge.encode() {
        Ok(fragment) => {
            assert!(
                fragment.bytes().all(|byte| byte.is_ascii_graphic()),
                "{fragment:?}"
            );
            assert_eq!(
                Challenge::decode(&fragment),
                Ok(challenge),
                "{text:?}: {fragment:?}"
            );
        }
        // A character that was not encoded takes more characters when it is.
        Err(error) => assert!(
            matches!(error, ChallengeError::Link(ShareLinkError::TooLong { .. })),
            "{text:?}: {error}"
        ),
    }
}
