//! The content of share links, and links that are damaged or hostile.

use proptest::prelude::*;
use serde_json::json;
use wgs_config::catalogue::EMBEDDED;
use wgs_config::share_link::{
    Fingerprint, ShareLink, SharedDictionary, SharedSort, configuration_to_carry,
};
use wgs_config::{Catalogue, DictionarySource, Draft, Section, SortOrder, error_chain};
use wgs_engine::Lexicon;

#[test]
fn a_link_can_be_read_and_written_by_hand() {
    for (fragment, share) in [
        ("", ShareLink::default()),
        (
            "game=Boggle%20(New)&board=C:A;;T?.Qu",
            ShareLink {
                game: "Boggle (New)".to_owned(),
                board: "C:A;;T?.Qu".to_owned(),
                ..ShareLink::default()
            },
        ),
        (
            "game=Mine&board=CATS&dictionary=Ours&words=3&hash=00000000000000ff&sort=-score\
             &pattern=%5ES.%2A&starts=1,2&contains=4&duplicates=yes",
            ShareLink {
                game: "Mine".to_owned(),
                board: "CATS".to_owned(),
                dictionary: SharedDictionary::Named {
                    name: "Ours".to_owned(),
                    fingerprint: Some(Fingerprint {
                        words: 3,
                        hash: 255,
                    }),
                },
                sort: Some(SharedSort {
                    by: SortOrder::Score,
                    reversed: true,
                }),
                pattern: Some("^S.*".to_owned()),
                starts: vec![1, 2],
                contains: vec![4],
                duplicates: true,
                ..ShareLink::default()
            },
        ),
    ] {
        assert_eq!(share.encode().as_deref(), Ok(fragment));
        assert_eq!(ShareLink::decode(fragment).as_ref(), Ok(&share));
        assert_eq!(ShareLink::decode(&format!("#{fragment}")), Ok(share));
    }
}

#[test]
fn links_written_by_hand_are_read() {
    let cats = ShareLink {
        game: "My game".to_owned(),
        board: "CAÇ".to_owned(),
        ..ShareLink::default()
    };
    for fragment in [
        "#game=My game&board=CAÇ",
        "board=CA%c3%87&game=My%20game&",
        "&&game=My%20game&board=CAÇ&colour=%zz&theme",
        "1&game=My%20game&board=CAÇ&duplicates=no&starts=",
    ] {
        assert_eq!(
            ShareLink::decode(fragment).as_ref(),
            Ok(&cats),
            "{fragment}"
        );
    }
    let named = ShareLink::decode("dictionary=Ours").unwrap();
    let name = "Ours".to_owned();
    let fingerprint = None;
    assert_eq!(
        named.dictionary,
        SharedDictionary::Named { name, fingerprint }
    );
}

#[test]
fn invalid_links_are_rejected_with_a_reason() {
    let zeros = ShareLink {
        configuration: Some(" ".repeat(1 << 20)),
        ..ShareLink::default()
    };
    let bomb = zeros.encode().unwrap().replace("rules=", "list=");
    let long = "x".repeat(70_000);
    for (fragment, message) in [
        (
            "2&game=X",
            "the link begins with \"2\"; this program reads version 1, as game=... or 1&game=...",
        ),
        (
            "17",
            "the link begins with \"17\"; this program reads version 1, as game=... or 1&game=...",
        ),
        (
            "board=100%",
            "board: expected two hexadecimal digits after the percent sign, found \"%\"",
        ),
        (
            "board=%é1",
            "board: expected two hexadecimal digits after the percent sign, found \"%é1\"",
        ),
        (
            "game=%ff",
            "game: the value is not UTF-8 text: invalid utf-8 sequence of 1 bytes from index 0",
        ),
        ("game=A&game=B", "game occurs twice; expected it only once"),
        (
            "sort=size",
            "sort: expected word, score or length, found \"size\"",
        ),
        (
            "starts=0",
            "starts: expected positions from 1, separated by commas, found \"0\"",
        ),
        (
            "hash=+00000000000000f",
            "hash: expected 16 hexadecimal digits, found \"+00000000000000f\"",
        ),
        (
            "duplicates=perhaps",
            "duplicates: expected yes or no, found \"perhaps\"",
        ),
        (
            "rules=",
            "rules: expected a packed value that starts with 1, found \"\" at its start",
        ),
        (
            "rules=2abc",
            "rules: expected a packed value that starts with 1, found \"2\" at its start",
        ),
        (
            "rules=1a+b",
            "rules: the packed value is not base64url: Invalid symbol 43, offset 1.",
        ),
        (
            "list=1q1Yq",
            "list: the packed value is damaged or cut short",
        ),
        ("list=1", "list: the packed value is damaged or cut short"),
        (&bomb, "list: the text has more than 131072 bytes"),
        (
            &long,
            "the link has 70000 characters; at most 65536 are allowed",
        ),
    ] {
        let error = ShareLink::decode(fragment).unwrap_err();
        let start: String = fragment.chars().take(40).collect();
        assert_eq!(error_chain(&error), message, "{start}");
    }
    let large = ShareLink {
        configuration: Some(" ".repeat((1 << 20) + 1)),
        ..ShareLink::default()
    };
    let error = error_chain(&large.encode().unwrap_err());
    assert_eq!(error, "rules: the text has more than 1048576 bytes");
}

#[test]
fn a_link_that_is_cut_short_is_not_read_as_a_different_one() {
    let share = ShareLink {
        configuration: Some(Draft::new(EMBEDDED).game_only("Ruzzle").unwrap()),
        ..ShareLink::default()
    };
    let fragment = share.encode().unwrap();
    for end in "rules=1".len()..fragment.len() {
        assert!(ShareLink::decode(&fragment[..end]).is_err(), "{end}");
    }
}

#[test]
fn short_word_lists_are_carried_and_long_ones_are_named() {
    let file = DictionarySource::File("words.txt".into());
    let embedded = DictionarySource::Embedded.load().unwrap();
    let few = Lexicon::from_text("cat act tac").unwrap();
    let shared = SharedDictionary::new("Ours", &file, &few);
    let SharedDictionary::Carried { name, words } = &shared else {
        panic!("{shared:?}");
    };
    assert_eq!(name, "Ours");
    let received = Lexicon::from_text(words).unwrap();
    assert_eq!(Fingerprint::of(&received), Fingerprint::of(&few));
    assert_eq!(
        SharedDictionary::new("Ours", &file, &embedded),
        SharedDictionary::Named {
            name: "Ours".to_owned(),
            fingerprint: Some(Fingerprint::of(&embedded)),
        }
    );
    assert_eq!(
        SharedDictionary::new("Ours", &DictionarySource::Embedded, &embedded),
        SharedDictionary::OfTheGame
    );
    // About as many words as fit.
    let some: Vec<String> = embedded.words().step_by(220).collect();
    let some = Lexicon::from_words(&some).unwrap();
    let shared = SharedDictionary::new("Some", &file, &some);
    let carried = matches!(shared, SharedDictionary::Carried { .. });
    let share = ShareLink {
        dictionary: shared,
        ..ShareLink::default()
    };
    assert!(carried && share.encode().unwrap().len() < 8300);
}

#[test]
fn links_to_embedded_games_carry_no_rules_and_other_links_reveal_no_folders() {
    let mut draft = Draft::new(EMBEDDED);
    for game in Catalogue::embedded().games() {
        assert_eq!(configuration_to_carry(&draft, game.name()), Ok(None));
    }
    draft.add(Section::GameRules, "Mine").unwrap();
    draft.add(Section::Dictionaries, "Ours").unwrap();
    let set = |draft: &mut Draft, section, entry, key, value: &str| {
        draft.set(section, entry, key, Some(json!(value))).unwrap();
    };
    let path = "/home/ann/lists/words.txt";
    set(&mut draft, Section::Dictionaries, "Ours", "Path", path);
    set(&mut draft, Section::GameRules, "Mine", "Dictionary", "Ours");
    let rules = configuration_to_carry(&draft, "Mine").unwrap().unwrap();
    assert!(rules.contains(r#""Ours": "words.txt""#), "{rules}");
    assert!(Catalogue::parse(&rules).is_ok());
    // Formatting makes no difference.
    let spaced = EMBEDDED.replace("[4, 4]", "[4,/* rows */ 4]");
    assert_eq!(
        configuration_to_carry(&Draft::new(spaced), "Ruzzle"),
        Ok(None)
    );
}

fn dictionary() -> impl Strategy<Value = SharedDictionary> {
    prop_oneof![
        Just(SharedDictionary::OfTheGame),
        (".{0,9}", ".{0,99}").prop_map(|(name, words)| SharedDictionary::Carried { name, words }),
        (".{0,9}", prop::option::of(any::<(u64, u64)>())).prop_map(|(name, numbers)| {
            let fingerprint = numbers.map(|(words, hash)| Fingerprint { words, hash });
            SharedDictionary::Named { name, fingerprint }
        }),
    ]
}

fn share() -> impl Strategy<Value = ShareLink> {
    let sort = prop::sample::select(vec![SortOrder::Word, SortOrder::Score, SortOrder::Length]);
    let sort = (sort, any::<bool>()).prop_map(|(by, reversed)| SharedSort { by, reversed });
    let positions = || prop::collection::vec(1..usize::MAX, 0..4);
    (
        (
            ".{0,9}",
            "[A-Za-z?.:;|é]{0,20}",
            prop::option::of(".{0,99}"),
            dictionary(),
        ),
        (prop::option::of(sort), prop::option::of(".{0,9}")),
        (
            positions(),
            positions(),
            any::<bool>(),
            prop::option::of("[0-9x]{1,5}"),
        ),
    )
        .prop_map(
            |((game, board, configuration, dictionary), (sort, pattern), rest)| ShareLink {
                game,
                board,
                configuration,
                dictionary,
                sort,
                pattern,
                starts: rest.0,
                contains: rest.1,
                duplicates: rest.2,
                size: rest.3,
            },
        )
}

proptest! {
    #[test]
    fn encoding_and_decoding_a_link_changes_nothing(share in share()) {
        let fragment = share.encode().unwrap();
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~!(),;:@/?%&=".contains(c);
        prop_assert!(fragment.chars().all(allowed), "{}", fragment);
        prop_assert!(!fragment.ends_with(|c: char| !c.is_ascii_alphanumeric() && c != '='));
        prop_assert_eq!(ShareLink::decode(&fragment), Ok(share));
    }

    #[test]
    fn no_link_makes_the_reader_panic(
        text in "#?(1&)?((game|board|rules|list|words|hash|sort|starts)=(1|%|%4|[A-Za-z0-9_-]{0,9}|é){0,4}&){0,5}",
    ) {
        if let Ok(share) = ShareLink::decode(&text) {
            prop_assert_eq!(ShareLink::decode(&share.encode().unwrap()), Ok(share));
        }
    }
}
