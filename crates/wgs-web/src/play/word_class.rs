//! The class of a word by how common it is.

use wgs_config::commonness::Commonness;

use crate::text::tr;

/// How common a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WordClass {
    /// Most people know it.
    Common,
    /// Many people know it.
    Known,
    /// Few people know it.
    Rare,
}

impl From<Commonness> for WordClass {
    fn from(commonness: Commonness) -> Self {
        match commonness {
            Commonness::Size10 | Commonness::Size20 | Commonness::Size35 => Self::Common,
            Commonness::Size50 | Commonness::Size60 | Commonness::Size70 => Self::Known,
            Commonness::Rare => Self::Rare,
        }
    }
}

impl WordClass {
    /// Its name in the language of the page, as a reactive value.
    pub fn name(self) -> String {
        tr(match self {
            Self::Common => "play.review.common",
            Self::Known => "play.review.known",
            Self::Rare => "play.review.rare",
        })
    }
}
