//! Lexicons against a sorted set of words, and against their own files.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use wgs_engine::letter::upper;
use wgs_engine::lexicon::is_lexicon_file;
use wgs_engine::{Lexicon, Word};

use crate::cases;
use crate::oracle::{WordLetters, letters_of};

/// The case in which a word is written.
#[derive(Clone, Copy, Debug)]
enum Case {
    Lower,
    Upper,
    First,
}

impl Case {
    fn write(self, word: &str) -> String {
        match self {
            Self::Lower => word.to_lowercase(),
            Self::Upper => word.to_uppercase(),
            Self::First => {
                let mut chars = word.chars();
                let first = chars.next().into_iter().flat_map(char::to_uppercase);
                first.chain(chars).collect()
            }
        }
    }
}

/// A text that lists words, and the words.
#[derive(Clone, Debug)]
struct ListedWords {
    text: String,
    words: Vec<String>,
}

fn alphabets() -> impl Strategy<Value = Vec<String>> {
    let each = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
    let range = |from: u32, count: u32| -> Vec<String> {
        (from..from + count)
            .filter_map(char::from_u32)
            .map(String::from)
            .collect()
    };
    select(vec![
        each("ab"),
        each("aeinrst"),
        each("abcdefghijklmnopqrstuvwxyz'-"),
        // Accented letters as single code points and as letters with combining marks.
        [
            "e",
            "é",
            "e\u{301}",
            "n",
            "ñ",
            "n\u{303}",
            "n\u{323}\u{308}",
        ]
        .map(String::from)
        .to_vec(),
        each("abcdefghijklmnopqrstuvwxyzàâæçéèêëîïôœùûüÿ"),
        // Folding turns the first into two letters, and both sigmas into one.
        each("ßsσςẞ"),
        range(0x4e00, 32),
        range(0x4e00, 1500),
    ])
}

fn lists() -> impl Strategy<Value = ListedWords> {
    let case = select(vec![Case::Lower, Case::Upper, Case::First]);
    let gap = select(vec![
        "\n", "\r\n", " ", "\t", "\n\n", " \r\n ", "\u{a0}", "\u{2003}",
    ]);
    let word = vec(any::<u16>(), 1..9);
    let words = vec((word, case, gap, 1usize..3), 0..60);
    (alphabets(), words, any::<bool>()).prop_map(|(letters, written, mark)| {
        let mut text = String::from(if mark { "\u{feff}" } else { "" });
        let mut words = Vec::new();
        for (numbers, case, gap, times) in written {
            let letter = |&number: &u16| letters[usize::from(number) % letters.len()].as_str();
            let word = case.write(&numbers.iter().map(letter).collect::<String>());
            for _ in 0..times {
                text += &word;
                text += gap;
            }
            words.push(word);
        }
        ListedWords { text, words }
    })
}

proptest! {
    #![proptest_config(cases(800))]

    #[test]
    fn a_lexicon_is_the_sorted_set_of_its_words(list in lists()) {
        let set: BTreeSet<WordLetters> = list.words.iter().map(|word| letters_of(word)).collect();
        let lexicon = Lexicon::from_text(&list.text).unwrap();
        prop_assert_eq!(lexicon.len(), set.len());
        prop_assert_eq!(lexicon.is_empty(), set.is_empty());
        let longest = set.iter().map(Vec::len).max();
        prop_assert_eq!(lexicon.longest(), longest.unwrap_or(0));
        let letters: BTreeSet<&String> = set.iter().flatten().collect();
        let known: Vec<String> = lexicon.alphabet().letters().map(|(_, it)| it.to_owned()).collect();
        prop_assert!(known.iter().eq(letters));

        let shown = |word: &WordLetters| word.iter().map(|it| upper(it)).collect::<String>();
        let texts: Vec<String> = set.iter().map(shown).collect();
        prop_assert_eq!(&lexicon.words().collect::<Vec<_>>(), &texts);
        for (rank, (word, text)) in set.iter().zip(&texts).enumerate() {
            let found = lexicon.find(&word.concat()).unwrap();
            prop_assert_eq!(found.rank(), rank);
            prop_assert_eq!(&lexicon.text(found), text);
            let letters: Vec<&str> = lexicon.letters(found).into_iter()
                .map(|letter| lexicon.alphabet().text(letter))
                .collect();
            prop_assert_eq!(&letters, word);
            // A word without its last letter, or with another one, is a different word.
            let shorter = word[..word.len() - 1].concat();
            let longer = word.concat() + &word[0];
            for other in [shorter, longer] {
                prop_assert_eq!(lexicon.contains(&other), set.contains(&letters_of(&other)));
            }
        }
        for word in &list.words {
            prop_assert!(lexicon.contains(word), "{}", word);
        }
        let found: Vec<Word> = texts.iter().filter_map(|text| lexicon.find(text)).collect();
        prop_assert!(found.is_sorted());
        for other in ["", "zzz", "\u{1f600}", "e\u{302}"] {
            prop_assert_eq!(lexicon.contains(other), set.contains(&letters_of(other)));
        }
    }

    #[test]
    fn prefix_queries_agree_with_a_filter_over_all_words(
        list in lists(),
        picks in vec((any::<u16>(), 0usize..5), 1..6),
    ) {
        let lexicon = Lexicon::from_text(&list.text).unwrap();
        let set: BTreeSet<WordLetters> = list.words.iter().map(|word| letters_of(word)).collect();
        let beginning = |&(word, length): &(u16, usize)| {
            let letters = list.words.get(usize::from(word) % (list.words.len() + 1));
            let letters = letters.map(|word| letters_of(word)).unwrap_or_default();
            letters[..length.min(letters.len())].concat()
        };
        let mut prefixes: Vec<String> = picks.iter().map(beginning).collect();
        prefixes.extend(list.words.iter().take(3).map(|word| word.to_uppercase()));
        prefixes.extend(["", "zq", "\u{1f600}"].map(str::to_owned));
        for prefix in prefixes {
            let folded = letters_of(&prefix);
            let expected: Vec<String> = set
                .iter()
                .filter(|word| word.starts_with(&folded))
                .map(|word| word.iter().map(|letter| upper(letter)).collect())
                .collect();
            let found: Vec<String> = lexicon.words_with_prefix(&prefix).collect();
            prop_assert_eq!(&found, &expected, "{}", prefix);
            prop_assert_eq!(lexicon.has_prefix(&prefix), !expected.is_empty(), "{}", prefix);
        }
    }

    #[test]
    fn the_order_of_words_and_repetitions_do_not_matter(
        list in lists(),
        seed in any::<u64>(),
    ) {
        let mut words = list.words.clone();
        let mut rng = crate::rng(seed);
        for index in (1..words.len()).rev() {
            words.swap(index, rng.random_range(0..index + 1));
        }
        let shuffled = Lexicon::from_words(&words).unwrap();
        let listed = Lexicon::from_text(&list.text).unwrap();
        prop_assert!(shuffled.words().eq(listed.words()));
    }

    #[test]
    fn opening_a_saved_lexicon_restores_it(list in lists(), damage in any::<(u32, u8)>()) {
        let lexicon = Lexicon::from_text(&list.text).unwrap();
        let mut bytes = lexicon.to_bytes();
        prop_assert!(is_lexicon_file(&bytes));
        let opened = Lexicon::from_bytes(&bytes).unwrap();
        prop_assert_eq!(&opened, &lexicon);
        prop_assert!(opened.words().eq(lexicon.words()));
        prop_assert_eq!(opened.longest(), lexicon.longest());
        prop_assert_eq!(opened.to_bytes(), bytes.clone());

        // A damaged or shortened file is an error.
        let (at, change) = damage;
        let at = at as usize % bytes.len();
        prop_assert!(Lexicon::from_bytes(&bytes[..at]).is_err(), "{} bytes", at);
        bytes[at] ^= change.max(1);
        prop_assert!(Lexicon::from_bytes(&bytes).is_err(), "byte {}", at);
    }
}
