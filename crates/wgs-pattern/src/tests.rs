//! Tests of patterns: a table for each part of the syntax, and a comparison with `fancy-regex`.

use proptest::prelude::*;
use wgs_engine::spelling::{Accents, Eszett, Language, Spelling};

use super::*;

/// Returns the words that match, separated by spaces.
fn matching(pattern: &str, words: &str) -> String {
    let pattern = Pattern::new(pattern).unwrap_or_else(|error| panic!("{error}"));
    let mut matcher = pattern.matcher();
    let words = words.split(' ');
    let words: Vec<&str> = words
        .filter(|word| matcher.is_match(word).unwrap())
        .collect();
    words.join(" ")
}

#[test]
fn every_part_of_the_syntax_matches_as_in_perl() {
    const WORDS: &str = "CAT CATS SCAT TACT TRESS GUM LEVEL TOOTH BANANA A";
    for (pattern, expected) in [
        // The examples of the manual.
        ("cat", "CAT CATS SCAT"),
        ("^cat", "CAT CATS"),
        ("cat$", "CAT SCAT"),
        (".....", "TRESS LEVEL TOOTH BANANA"),
        (".{5}", "TRESS LEVEL TOOTH BANANA"),
        ("^.{5}$", "TRESS LEVEL TOOTH"),
        ("^(..t|g.m)$", "CAT GUM"),
        ("^tr.?[scde]+$", "TRESS"),
        // Letters and lists of letters.
        ("", WORDS),
        ("CaT", "CAT CATS SCAT"),
        (r"\x43\x{41}", "CAT CATS SCAT"),
        ("^[a-c]+$", "A"),
        ("^[A-C]+$", "A"),
        (
            "^[^aeiou]",
            "CAT CATS SCAT TACT TRESS GUM LEVEL TOOTH BANANA",
        ),
        (r"^[]\]a\-]+$", "A"),
        (r"^[a-]$", "A"),
        (r"^[^\W]$", "A"),
        (r"[\d\s_.]", ""),
        (r"^\w\w\w$", "CAT GUM"),
        (r"\W|\d|\s|\.|-|}|]|~", ""),
        (r"^\S\D.$", "CAT GUM"),
        // Places.
        (r"\Aa\z", "A"),
        (r"\ba\b", "A"),
        (r"\Ba\B", "CAT CATS SCAT TACT BANANA"),
        (r"a^|$a", ""),
        // Quantifiers.
        ("^.{,3}$", "CAT GUM A"),
        ("^.{4,}$", "CATS SCAT TACT TRESS LEVEL TOOTH BANANA"),
        ("^.{3,4}$", "CAT CATS SCAT TACT GUM"),
        ("^(?:an|b|a){3,}$", "BANANA"),
        ("o{2}", "TOOTH"),
        ("^s?cat", "CAT CATS SCAT"),
        ("^.*?a$", "BANANA A"),
        ("^.*+a$", ""),
        ("^[^a]*+a$", "A"),
        ("^(?>b(?:an)*)a", "BANANA"),
        ("^(?>.*)a", ""),
        ("^(a?)*$", "A"),
        ("^(?:a{0}|b)+", WORDS),
        // Groups and references.
        (r"(.)\1", "TRESS TOOTH"),
        (r"^(.).*\1$", "TACT LEVEL"),
        (r"^(.)(.).\2\1$", "LEVEL"),
        (r"(?<pair>an)\k<pair>", "BANANA"),
        (r"(?'pair'an)\k{pair}", "BANANA"),
        (r"(?P<pair>an)(?P=pair)", "BANANA"),
        (r"(a)(n)\g{-2}\g2", "BANANA"),
        (r"(?<x>a)(n)\g{x}\g{2}", "BANANA"),
        (r"^(?i:cat)(?s)$", "CAT"),
        // A group that has matched nothing is not the same as one that has matched "".
        (r"^(?:(x)|.)*\1$", ""),
        (r"^(x?).*\1$", WORDS),
        // Look-around.
        ("^(?!.*a).*$", "TRESS GUM LEVEL TOOTH"),
        ("^(?=.*a)(?=.*s)", "CATS SCAT"),
        ("(?<=s)cat", "SCAT"),
        ("(?<!s)cat", "CAT CATS"),
        ("(?<=^.{1,2})t", "CAT CATS"),
        (r"(?=(an))\1\1", "BANANA"),
        (r"(?<=(a.))\1", "BANANA"),
        ("t(?=[^t]*$)(?!$)", "CATS TRESS TOOTH"),
        (r"(?!(x))\1", ""),
    ] {
        assert_eq!(matching(pattern, WORDS), expected, "{pattern}");
    }
}

#[test]
fn a_mistake_is_named_and_marked() {
    for (pattern, column, message) in [
        ("a(b", 2, "( is not closed; expected ) after the group"),
        ("a(?", 2, "( is not closed; expected ) after the group"),
        ("a(?:b(c)", 2, "( is not closed; expected ) after the group"),
        (
            "ab)c",
            3,
            r"found ) without a group; write \) for the character",
        ),
        ("x[a-", 2, "[ is not closed; expected ] after the letters"),
        ("[]", 1, "[ is not closed; expected ] after the letters"),
        ("[^]", 1, "[ is not closed; expected ] after the letters"),
        ("[az-x]", 3, "the range z-x is empty; expected x-z"),
        (
            "[[:alpha:]]",
            2,
            r"names such as [:alpha:] are not supported; write \w, \d or \s",
        ),
        (
            "*a",
            1,
            r"* has nothing to repeat; write \* for the character",
        ),
        (
            "a|+",
            3,
            r"+ has nothing to repeat; write \+ for the character",
        ),
        (
            "({2})",
            2,
            r"{ has nothing to repeat; write \{ for the character",
        ),
        (
            "a**",
            3,
            "* follows another quantifier; put the repeated part in (?: )",
        ),
        (
            "a{2}{3}",
            5,
            "{ follows another quantifier; put the repeated part in (?: )",
        ),
        (
            "a+++",
            4,
            "+ follows another quantifier; put the repeated part in (?: )",
        ),
        (
            "a{x}",
            2,
            r"expected {2}, {2,}, {,5} or {2,5} here; write \{ for the character",
        ),
        (
            "a{,}",
            2,
            r"expected {2}, {2,}, {,5} or {2,5} here; write \{ for the character",
        ),
        (
            "a{5,2}",
            2,
            "the minimum 5 is more than the maximum 2; expected {2,5}",
        ),
        ("a{1001}", 2, "expected at most 1000 repeats"),
        ("a{,99999999999}", 2, "expected at most 1000 repeats"),
        (
            "ab\\",
            3,
            r"\ ends the pattern; expected a character after it",
        ),
        (
            r"é\q",
            2,
            r"unknown escape \q; expected an escape such as \d, \w or \b, or a sign such as \.",
        ),
        (
            r"[\b]",
            2,
            r"unknown escape \b; expected an escape such as \d, \w or \b, or a sign such as \.",
        ),
        (
            r"\p{L}",
            1,
            r"unknown escape \p; expected an escape such as \d, \w or \b, or a sign such as \.",
        ),
        (
            r"\x4",
            1,
            r"expected the number of a character, such as \x41 or \x{e9}",
        ),
        (
            r"\x{110000}",
            1,
            r"expected the number of a character, such as \x41 or \x{e9}",
        ),
        (
            "(?#comment)a",
            2,
            "unknown kind of group; expected (?:, (?=, (?!, (?<=, (?<!, (?> or (?<name>",
        ),
        (
            "(a)(?(1)b)",
            5,
            "unknown kind of group; expected (?:, (?=, (?!, (?<=, (?<!, (?> or (?<name>",
        ),
        (
            "(?<1>a)",
            4,
            "expected the name of a group: letters and digits",
        ),
        ("(?<a>a)(?<a>b)", 11, "another group has the name a"),
        (r"(a)\2", 4, "there is no group 2"),
        (r"\k<x>", 1, "there is no group x"),
        (r"\g{-1}", 1, "there is no group -1"),
        (
            r"a\0",
            2,
            r"unknown escape \0; expected an escape such as \d, \w or \b, or a sign such as \.",
        ),
        (
            "(((a{100}){100}){100})",
            1,
            "the pattern is too large; use fewer or smaller repeats",
        ),
        (
            "(?:(?:(?:){1000}){1000}){1000}",
            1,
            "the pattern is too large; use fewer or smaller repeats",
        ),
    ] {
        let error = Pattern::new(pattern).unwrap_err();
        let mark = format!("{}^", " ".repeat(column - 1));
        let expected = format!("column {column}: {message}\n    {pattern}\n    {mark}");
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.column, column);
    }
    let deep = "(".repeat(60) + &")".repeat(60);
    let error = Pattern::new(&deep).unwrap_err();
    assert_eq!(error.problem, PatternProblem::TooDeep);
    assert_eq!(error.column, 51);
}

#[test]
fn a_mistake_in_a_long_pattern_is_shown_with_what_is_around_it() {
    let pattern = format!("{}({}", "ab".repeat(40), "\tc".repeat(40));
    let error = Pattern::new(&pattern).unwrap_err().to_string();
    let lines: Vec<&str> = error.lines().collect();
    assert!(lines[0].starts_with("column 81: "), "{error}");
    let around = format!("…{}({}\u{fffd}…", "ab".repeat(20), "\u{fffd}c".repeat(19));
    assert_eq!(lines[1].trim_start(), around);
    assert_eq!(lines[1].chars().position(|c| c == '('), lines[2].find('^'));
}

#[test]
fn a_letter_is_what_readers_perceive_as_one() {
    for (pattern, word, expected) in [
        ("^.{3}$", "ÉTÉ", true),
        ("^.{3}$", "E\u{301}TE\u{301}", true),
        ("^été$", "E\u{301}TE\u{301}", true),
        ("^e\u{301}t", "ÉTÉ", true),
        ("^e", "ÉTÉ", false),
        ("^[é]t[à-ü]$", "ÉTÉ", true),
        ("^[À-Ü]t", "ÉTÉ", true),
        // No single character is q with a tilde.
        ("^.q\u{303}.$", "AQ\u{303}A", true),
        ("^...$", "AQ\u{303}A", true),
        (r"^\w[q\u{303}]\w$", "AQ\u{303}A", true),
        ("^a[q]a$", "AQ\u{303}A", false),
        (r"^(.)\1$", "Q\u{303}q\u{303}", true),
        (r"^(.)\1$", "Q\u{303}X\u{303}", false),
        ("σας", "ΣΑΣ", true),
        ("straße", "STRASSE", true),
        ("^stra.{2}e$", "Straße", true),
    ] {
        let pattern = pattern.replace(r"\u{303}", "\u{303}");
        let compiled = Pattern::new(&pattern).unwrap();
        assert_eq!(
            compiled.matcher().is_match(word),
            Ok(expected),
            "{pattern} {word}"
        );
    }
    let error = Pattern::new("a[ß]").unwrap_err();
    assert_eq!(error.problem, PatternProblem::NotALetter("ß".to_owned()));
}

#[test]
fn the_spelling_of_the_dictionary_applies() {
    let folded = Spelling::default().with_accents(Accents::Folded);
    let turkish = Spelling::default().with_language(Language::Turkish);
    let german = Spelling::default().with_eszett(Eszett::Kept);
    for (spelling, pattern, word, expected) in [
        (&folded, "^é.e", "ETE", true),
        (&turkish, "^ı", "ILIK", true),
        (&turkish, "^i", "ILIK", false),
        (&turkish, "^i", "İLİK", true),
        (&german, "[ß]e$", "STRAẞE", true),
        (&german, "ss", "STRAẞE", false),
    ] {
        let compiled = Pattern::with_spelling(pattern, spelling).unwrap();
        assert_eq!(
            compiled.matcher().is_match(word),
            Ok(expected),
            "{pattern} {word}"
        );
    }
}

#[test]
fn a_search_ends_after_a_number_of_steps() {
    for pattern in [
        "^(.*)*(.*)*(.*)*(.*)*x",
        "(a|a)*(a|a)*(a|a)*(a|a)*b",
        "(?<=(?:a*)*a*a*a*b)c",
    ] {
        let pattern = Pattern::new(pattern).unwrap();
        let word = "a".repeat(60) + "c";
        let error = pattern.matcher().is_match(&word).unwrap_err();
        assert_eq!(error, TooManySteps { word });
    }
    // A long list of words must not stop the search.
    let pattern = Pattern::new("^(.*)(.*)x").unwrap();
    let mut matcher = pattern.matcher();
    for _ in 0..40_000 {
        assert_eq!(matcher.is_match("TRANSFORMATIONS"), Ok(false));
    }
}

/// Patterns with at least one group; `{,n}` is written as both know it.
fn patterns() -> impl Strategy<Value = String> {
    let part = |leaves: &'static [&'static str]| {
        let leaf = proptest::sample::select(leaves).prop_map(str::to_owned);
        leaf.prop_recursive(4, 24, 3, |inner| {
            let wrapped = (
                inner.clone(),
                proptest::sample::select(
                    &[
                        "(X)",
                        "(?:X)",
                        "(?=X)",
                        "(?!X)",
                        "(?>X)",
                        "(?:X)*",
                        "(?:X)+",
                        "(?:X)?",
                        "(?:X){2}",
                        "(?:X){1,2}",
                        "(?:X){0,2}",
                        "(?:X){2,}",
                        "(?:X)*?",
                        "(?:X)+?",
                        "(?:X)??",
                        "(?:X){1,3}?",
                        "(?:X)*+",
                        "(?:X)?+",
                    ][..],
                ),
            );
            prop_oneof![
                wrapped.prop_map(|(inner, wrapper)| wrapper.replace('X', &inner)),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| a + &b),
                (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| a + &b + &c),
                (part_of_choice(), part_of_choice()).prop_map(|(a, b)| format!("(?:{a}|{b})")),
                // It looks behind for plain letters only.
                part_of_choice().prop_map(|text| format!("(?<={text})")),
                part_of_choice().prop_map(|text| format!("(?<!{text})")),
            ]
        })
    };
    let first = part(&["a", "b", "B", ".", "[ab]", "[^a]", r"\w", "^", "$", r"\b"]);
    let rest = part(&[
        "a", "b", "C", ".", "[bc]", r"[^\d]", "^", "$", r"\B", r"\1", r"\1",
    ]);
    (first, rest).prop_map(|(first, rest)| format!("({first}){rest}"))
}

fn part_of_choice() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[abc.]{0,3}").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn fancy_regex_agrees(pattern in patterns(), words in proptest::collection::vec("[abcABC]{0,7}", 8)) {
        let ours = Pattern::new(&pattern.replace("{0,", "{,"));
        let ours = ours.unwrap_or_else(|error| panic!("{error}"));
        let theirs = fancy_regex::RegexBuilder::new(&pattern)
            .case_insensitive(true)
            .build();
        // It does not support every combination.
        let Ok(theirs) = theirs else { return Ok(()) };
        let mut matcher = ours.matcher();
        for word in words {
            let Ok(expected) = theirs.is_match(&word) else { continue };
            prop_assert_eq!(matcher.is_match(&word), Ok(expected), "{} {}", pattern, word);
        }
    }
}
