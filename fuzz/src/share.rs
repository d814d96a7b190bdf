//! Links that contain a board and its rules.

use wgs_config::share_link::{ShareLink, ShareLinkError};

/// A link that is read can be written as a link that reads the same, using only characters
/// that are allowed in URLs.
pub fn share(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(share) = ShareLink::decode(&text) else {
        return;
    };
    match share.encode() {
        Ok(fragment) => {
            assert!(
                fragment.bytes().all(|byte| byte.is_ascii_graphic()),
                "{fragment:?}"
            );
            assert_eq!(
                ShareLink::decode(&fragment),
                Ok(share),
                "{text:?}: {fragment:?}"
            );
        }
        // A character that was not encoded takes more characters when it is.
        Err(error) => assert!(
            matches!(error, ShareLinkError::TooLong { .. }),
            "{text:?}: {error}"
        ),
    }
}
