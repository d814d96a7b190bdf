//! Suggests the name that a misspelt one was probably meant to be.

use wgs_engine::message::Message;

use crate::message;

/// Returns the most similar name, if one is similar enough.
pub(crate) fn nearest<'n>(
    found: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    // Longer texts are not misspelt names, and the time to compare two texts is the product of
    // their lengths.
    const LONGEST: usize = 100;
    if found.len() > LONGEST {
        return None;
    }
    let typed = found.trim().to_lowercase();
    let letters = typed.chars().count();
    names
        .into_iter()
        .filter(|name| name.len() <= LONGEST)
        .filter_map(|name| {
            let folded = name.to_lowercase();
            let distance = strsim::osa_distance(&typed, &folded);
            if distance <= letters.div_ceil(3) {
                return Some((distance, name));
            }
            // The user may have typed only the start of a name; a similar whole name is better.
            let beginning: String = folded.chars().take(letters).collect();
            let distance = strsim::osa_distance(&typed, &beginning);
            (letters >= 3 && distance <= letters / 4).then_some((letters + distance, name))
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Returns the names that were probably meant: all that contain the typed text, or else the
/// most similar one.
pub(crate) fn likely<'n>(
    found: &str,
    names: impl IntoIterator<Item = &'n str> + Clone,
) -> Vec<&'n str> {
    const MOST: usize = 8;
    let typed = found.trim().to_lowercase();
    let has = |name: &&str| typed.len() >= 3 && name.to_lowercase().contains(&typed);
    let having: Vec<&str> = names.clone().into_iter().filter(has).take(MOST).collect();
    if having.is_empty() {
        return nearest(found, names).into_iter().collect();
    }
    having
}

/// Returns `; did you mean "Name"?`, or nothing if no name is similar.
pub(crate) fn did_you_mean<'n>(
    found: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<Message> {
    let name = nearest(found, names)?;
    Some(message::did_you_mean(format!("\"{name}\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_that_contain_what_was_typed_are_suggested() {
        let names = ["Boggle (Old)", "Boggle (New)", "Scrabble Rack", "Scramble"];
        for (found, meant) in [
            ("boggle", &["Boggle (Old)", "Boggle (New)"][..]),
            ("Scrabble", &["Scrabble Rack"]),
            ("Bogle (New)", &["Boggle (New)"]),
            ("zz", &[]),
        ] {
            assert_eq!(likely(found, names), meant, "{found}");
        }
    }

    #[test]
    fn a_misspelt_name_is_recognised_and_an_unrelated_one_is_not() {
        let names = ["GridDesign", "ScoringRules", "Dictionary", "Preferences"];
        for (found, meant) in [
            ("Grid", Some("GridDesign")),
            ("Gird", Some("GridDesign")),
            ("griddesign", Some("GridDesign")),
            ("Dictionary ", Some("Dictionary")),
            ("Dictoinary", Some("Dictionary")),
            ("Dictionaries", Some("Dictionary")),
            ("Preference", Some("Preferences")),
            ("Colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(found, names), meant, "{found}");
        }
        assert_eq!(nearest(&"x".repeat(101), [&*"x".repeat(100)]), None);
    }
}
