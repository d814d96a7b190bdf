//! The `Dictionaries` section, chapter 5.3 of the manual: names and paths.

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;

use super::problem::{At, Place, Problems};
use super::reader;
use crate::dictionary::{BUILTIN, DictionarySource};

/// A dictionary as it is written.
pub(crate) struct DictionaryEntry {
    path: At<String>,
}

impl DictionaryEntry {
    pub(super) fn read(
        value: &Value<'_>,
        place: &Place,
        problems: &mut Problems<'_>,
    ) -> Option<Self> {
        let text = reader::text(value, place, problems)?;
        let at = value.start();
        let place = Place {
            at,
            ..place.clone()
        };
        Some(Self {
            path: At {
                place,
                value: text.to_owned(),
            },
        })
    }

    /// The source that is meant.
    pub(crate) fn understand(&self, problems: &mut Problems<'_>) -> Option<DictionarySource> {
        let path = &self.path.value;
        if path.is_empty() {
            problems.error(
                &self.path.place,
                "the path is empty; wanted the path of a word list",
            );
            return None;
        }
        let source = DictionarySource::from_path(path);
        if source.is_none() {
            let message =
                format!("there is no embedded dictionary {path:?}; did you mean {BUILTIN:?}?");
            problems.error(&self.path.place, message);
        }
        source
    }
}
