//! Suggests the name that a misspelt one was probably meant to be.

use wgs_engine::message::Message;

use crate::catalogue::letters_and_digits;
use crate::message;

/// Longer texts are not misspelt names, and the time to compare two texts is the product of their
/// lengths.
const LONGEST: usize = 100;

/// Returns the most similar name, if one is similar enough.
pub(crate) fn nearest<'n>(
    found: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    similar(found, names)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Returns the similar names with their distances. Case and punctuation do not matter, as in
/// `boggle-new` for `Boggle (New)`.
fn similar<'n>(
    found: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> impl Iterator<Item = (usize, &'n str)> {
    let typed = match found.len() <= LONGEST {
        true => letters_and_digits(found),
        false => String::new(),
    };
    let letters = typed.chars().count();
    let names = names.into_iter().filter(|name| name.len() <= LONGEST);
    names.filter_map(move |name| {
        let folded = letters_and_digits(name);
        if typed.is_empty() || folded.is_empty() {
            return None;
        }
        let distance = strsim::osa_distance(&typed, &folded);
        if distance <= letters.div_ceil(3) {
            return Some((distance, name));
        }
        // The user may have typed only the start of a name; a similar whole name is better.
        if letters < 4 {
            let is_start = letters == 3 && folded.starts_with(&typed);
            return is_start.then_some((letters, name));
        }
        let start = |length| match folded.char_indices().nth(length) {
            Some((end, _)) => &folded[..end],
            None => folded.as_str(),
        };
        let distance_to = |length| strsim::osa_distance(&typed, start(length));
        let mut distance = distance_to(letters);
        // A letter too many or too few in the text changes the length of the start.
        if distance == letters / 4 + 1 {
            distance = distance_to(letters - 1).min(distance_to(letters + 1));
        }
        (distance <= letters / 4).then_some((letters + distance, name))
    })
}

/// Returns the names that were probably meant: all that begin with the typed text, or else all that
/// contain it, or else the most similar ones.
pub(crate) fn likely<'n>(
    found: &str,
    names: impl IntoIterator<Item = &'n str> + Clone,
) -> Vec<&'n str> {
    const MOST: usize = 8;
    let typed = letters_and_digits(found);
    let with = |has: fn(&str, &str) -> bool| {
        let has = |name: &&str| typed.len() >= 3 && has(&letters_and_digits(name), &typed);
        let names = names.clone().into_iter().filter(has).take(MOST);
        names.collect::<Vec<&str>>()
    };
    for having in [
        with(|name, typed| name.starts_with(typed)),
        with(|name, typed| name.contains(typed)),
    ] {
        if !having.is_empty() {
            return having;
        }
    }
    let similar: Vec<(usize, &str)> = similar(found, names).collect();
    let least = similar.iter().map(|&(distance, _)| distance).min();
    let nearest = similar.into_iter().filter(|&(d, _)| Some(d) == least);
    nearest.map(|(_, name)| name).take(MOST).collect()
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
            ("bogle-new", &["Boggle (New)"]),
            ("boggle-nwe", &["Boggle (New)"]),
            ("bogle", &["Boggle (Old)", "Boggle (New)"]),
            ("rack", &["Scrabble Rack"]),
            ("zz", &[]),
            ("!", &[]),
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
