//! Guesses what a misspelt name was meant to be.

/// The name that was most likely meant, if any is near enough.
pub(crate) fn nearest<'n>(
    found: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    // Longer texts are no misspelt names, and comparing takes the product of the lengths.
    const LONGEST: usize = 100;
    if found.len() > LONGEST {
        return None;
    }
    let wanted = found.trim().to_lowercase();
    let letters = wanted.chars().count();
    names
        .into_iter()
        .filter(|name| name.len() <= LONGEST)
        .filter_map(|name| {
            let folded = name.to_lowercase();
            let distance = strsim::osa_distance(&wanted, &folded);
            if distance <= letters.div_ceil(3) {
                return Some((distance, name));
            }
            // The beginning of a name, for those who cut it short; the whole is nearer.
            let beginning: String = folded.chars().take(letters).collect();
            let distance = strsim::osa_distance(&wanted, &beginning);
            (letters >= 3 && distance <= letters / 4).then_some((letters + distance, name))
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// The names that were likely meant: all that have what was found in them, else the nearest.
pub(crate) fn likely<'n>(
    found: &str,
    names: impl IntoIterator<Item = &'n str> + Clone,
) -> Vec<&'n str> {
    const MOST: usize = 8;
    let wanted = found.trim().to_lowercase();
    let has = |name: &&str| wanted.len() >= 3 && name.to_lowercase().contains(&wanted);
    let having: Vec<&str> = names.clone().into_iter().filter(has).take(MOST).collect();
    if having.is_empty() {
        return nearest(found, names).into_iter().collect();
    }
    having
}

/// `; did you mean "Name"?`, or nothing.
pub(crate) fn did_you_mean<'n>(found: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    match nearest(found, names) {
        Some(name) => format!("; did you mean \"{name}\"?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_that_have_it_in_them_are_likely() {
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
    fn a_misspelt_name_is_recognised_and_a_strange_one_is_not() {
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
