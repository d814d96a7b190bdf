//! Compares the checks of random boards and words with the plain method: trying every die for
//! every tile. Checks within a budget give the same answers, or none.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use wgs_dice::{BoardChecker, Unspellable, WordChecker};
use wgs_engine::{Board, Budget, Face, Stopped};
use wgs_engine::{Die, LetterDistribution, parse_dice, parse_pool};

use crate::cases;

/// The reference implementation: dice as lists of faces, or letters that never run out.
struct PlainChecker {
    dice: Vec<Vec<Face>>,
    unlimited: bool,
    q_is_qu: bool,
}

impl PlainChecker {
    fn new(letters: &LetterDistribution, q_is_qu: bool) -> Self {
        let (dice, unlimited): (Vec<Vec<Face>>, bool) = match letters {
            LetterDistribution::Dice { dice, .. } => {
                let faces = |die: &Die| die.faces().iter().map(|tile| tile.face.clone()).collect();
                (dice.iter().map(faces).collect(), false)
            }
            LetterDistribution::Pool {
                faces,
                without_replacement,
            } => {
                let dice = faces.iter().map(|tile| vec![tile.face.clone()]);
                (dice.collect(), !without_replacement)
            }
            LetterDistribution::WordList { .. } => panic!("word lists cannot be checked"),
        };
        Self {
            dice,
            unlimited,
            q_is_qu,
        }
    }

    fn canonical(&self, face: &Face) -> Face {
        if self.q_is_qu && *face == Face::letters("q") {
            return Face::letters("qu");
        }
        face.clone()
    }

    /// Whether a face of a die is a tile.
    fn is_tile(&self, face: &Face, tile: &Face) -> bool {
        let mut faces = self.dice.iter().flatten();
        let has_wildcards = faces.any(|face| matches!(face, Face::Wildcard(_)));
        match (self.canonical(face), tile) {
            (Face::Letters(letters), Face::Wildcard(rest)) if !has_wildcards => {
                letters.len() > rest.len() && letters.ends_with(rest.as_str())
            }
            (face, tile) => face == self.canonical(tile),
        }
    }

    /// Whether unused dice can show some tiles.
    fn can_show(&self, tiles: &[Face], used: u32) -> bool {
        let Some((tile, rest)) = tiles.split_first() else {
            return true;
        };
        let has_dots = self.dice.iter().flatten().any(|face| *face == Face::Empty);
        if *tile == Face::Empty && !has_dots {
            return self.can_show(rest, used);
        }
        (0..self.dice.len()).any(|die| {
            let shows = |face: &Face| self.is_tile(face, tile);
            (self.unlimited || used & 1 << die == 0)
                && self.dice[die].iter().any(shows)
                && self.can_show(rest, used | 1 << die)
        })
    }

    /// Whether unused dice can spell a word.
    fn spells(&self, word: &str, used: u32) -> bool {
        if word.is_empty() {
            return true;
        }
        let after = |face: &Face| match self.canonical(face) {
            Face::Empty => None,
            Face::Letters(letters) => word.strip_prefix(letters.as_str()),
            Face::Wildcard(letters) => word[1..].strip_prefix(letters.as_str()),
        };
        (0..self.dice.len()).any(|die| {
            let spells = |face| after(face).is_some_and(|rest| self.spells(rest, used | 1 << die));
            (self.unlimited || used & 1 << die == 0) && self.dice[die].iter().any(spells)
        })
    }
}

/// A way to split a word: the position of each part, from 1, and its letters.
type Split<'w> = Vec<(usize, &'w str)>;

impl PlainChecker {
    /// Whether a die can show a part of a word.
    fn shows(&self, die: usize, part: &str) -> bool {
        self.dice[die]
            .iter()
            .any(|face| match self.canonical(face) {
                Face::Empty => false,
                Face::Letters(letters) => letters == part,
                Face::Wildcard(letters) => part.get(1..) == Some(letters.as_str()),
            })
    }

    /// How many dice can show any of these parts.
    fn dice_for(&self, parts: &[&str]) -> usize {
        let shows = |die: &usize| parts.iter().any(|part| self.shows(*die, part));
        (0..self.dice.len()).filter(shows).count()
    }

    /// Every way to split a word into parts that some die shows.
    fn splits<'w>(&self, word: &'w str, start: usize) -> Vec<Split<'w>> {
        if start == word.len() {
            return vec![Vec::new()];
        }
        let mut splits = Vec::new();
        for end in start + 1..=word.len() {
            let part = &word[start..end];
            if self.dice_for(&[part]) > 0 {
                for rest in self.splits(word, end) {
                    splits.push([vec![(start + 1, part)], rest].concat());
                }
            }
        }
        splits
    }

    /// Whether a reason is true for every way to split a word.
    fn agrees(&self, reason: &Unspellable, word: &str) -> bool {
        let splits = self.splits(word, 0);
        match reason {
            Unspellable::NoCover => !splits.is_empty(),
            Unspellable::NoSplit => splits.is_empty(),
            Unspellable::TooLong { letters, .. } => *letters == word.len(),
            Unspellable::TooManyTiles { tiles, dice } => {
                *dice == self.dice.len() as u64
                    && tiles > dice
                    && splits.iter().all(|split| split.len() as u64 >= *tiles)
            }
            Unspellable::TooFewDice {
                tiles, faces, dice, ..
            } => {
                let faces: Vec<String> = faces.iter().map(|face| face.to_lowercase()).collect();
                let faces: Vec<&str> = faces.iter().map(String::as_str).collect();
                let count =
                    |split: &Split<'_>| split.iter().filter(|(_, p)| faces.contains(p)).count();
                self.dice_for(&faces) as u64 <= *dice
                    && tiles > dice
                    && splits.iter().all(|split| count(split) as u64 >= *tiles)
            }
            Unspellable::Shortage(shortage) => {
                let faces: Vec<String> = shortage.faces.iter().map(|f| f.to_lowercase()).collect();
                let has = |split: &Split<'_>| {
                    shortage.positions.iter().all(|position| {
                        let part = split.iter().find(|(start, _)| start == position);
                        part.is_some_and(|(_, part)| faces.iter().any(|face| face == part))
                    })
                };
                let faces: Vec<&str> = faces.iter().map(String::as_str).collect();
                self.dice_for(&faces) == shortage.dice
                    && shortage.positions.len() > shortage.dice
                    && splits.iter().all(has)
            }
            _ => false,
        }
    }
}

fn face() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "A", "A", "B", "C", "Q", "Qu", "U", "Ab", "Ba", "Aab", "?", "?b", ".",
    ])
}

fn letters() -> impl Strategy<Value = LetterDistribution> {
    let die = prop::collection::vec(face(), 1..=3).prop_map(|faces| faces.concat());
    let dice = prop::collection::vec(die, 1..=6).prop_map(|dice| {
        let dice = parse_dice(&dice.join(", ")).unwrap();
        LetterDistribution::Dice {
            dice,
            shuffle: true,
        }
    });
    let faces = prop::collection::vec(face(), 1..=7);
    let pool = (faces, any::<bool>()).prop_map(|(faces, without_replacement)| {
        let faces = parse_pool(&faces.concat()).unwrap();
        LetterDistribution::Pool {
            faces,
            without_replacement,
        }
    });
    prop_oneof![3 => dice, 1 => pool]
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn a_board_passes_if_some_choice_of_dice_shows_it(
        letters in letters(),
        tiles in prop::collection::vec(face(), 0..=6),
        q_is_qu: bool,
    ) {
        let board: Board = tiles.concat().parse().unwrap();
        let plain = PlainChecker::new(&letters, q_is_qu);
        let faces: Vec<Face> = board.tiles().iter().map(|tile| tile.face.clone()).collect();
        let expected = plain.can_show(&faces, 0);
        let mut checker = BoardChecker::new(&letters, q_is_qu).unwrap();
        prop_assert_eq!(checker.check(&board), expected, "{}: {}", letters, board);
        match checker.explain(&board) {
            Ok(origins) => {
                prop_assert!(expected);
                let mut dice: Vec<usize> = origins.iter().flatten().filter_map(|o| o.die).collect();
                let count = dice.len();
                dice.sort_unstable();
                dice.dedup();
                prop_assert_eq!(dice.len(), count, "{}: {}", letters, board);
                for (face, origin) in faces.iter().zip(&origins) {
                    let Some(die) = origin.as_ref().and_then(|origin| origin.die) else { continue };
                    let shows = |shown: &Face| plain.is_tile(shown, face);
                    prop_assert!(plain.dice[die - 1].iter().any(shows));
                }
            }
            Err(shortage) => {
                prop_assert!(!expected);
                // These tiles cannot all be shown, but any smaller set of tiles can.
                let short = shortage.positions.len();
                for set in 0u32..1 << faces.len() {
                    let chosen = (0..faces.len()).filter(|tile| set & 1 << tile != 0);
                    let chosen: Vec<Face> = chosen.map(|tile| faces[tile].clone()).collect();
                    let contains = |position: &usize| set & 1 << (position - 1) != 0;
                    let is_named = shortage.positions.iter().all(contains);
                    if chosen.len() < short || chosen.len() == short && is_named {
                        let can_show = plain.can_show(&chosen, 0);
                        prop_assert_eq!(can_show, !is_named, "{}: {}: {}", letters, board, shortage);
                    }
                }
            }
        }
    }

    #[test]
    fn a_word_passes_if_some_choice_of_faces_spells_it(
        letters in letters(),
        word in "[abcqu]{0,3}(ab|ba|aab|qu|c|x){0,4}",
        q_is_qu: bool,
    ) {
        let plain = PlainChecker::new(&letters, q_is_qu);
        let expected = plain.spells(&word, 0);
        let mut checker = WordChecker::new(&letters, q_is_qu).unwrap();
        prop_assert_eq!(checker.check(&word), expected, "{}: {}", letters, word);
        match checker.explain(&word) {
            Ok(tiles) => {
                prop_assert!(expected);
                let spelled: String = tiles.iter().map(|tile| tile.face.to_lowercase()).collect();
                prop_assert_eq!(&spelled, &word);
                let mut dice: Vec<usize> = tiles.iter().filter_map(|tile| tile.origin.die).collect();
                let count = dice.len();
                dice.sort_unstable();
                dice.dedup();
                prop_assert_eq!(dice.len(), count);
                for tile in &tiles {
                    let Some(die) = tile.origin.die else { continue };
                    let dice = vec![plain.dice[die - 1].clone()];
                    let alone = PlainChecker { dice, unlimited: false, q_is_qu };
                    prop_assert!(alone.spells(&tile.face.to_lowercase(), 0));
                }
            }
            Err(reason) => {
                prop_assert!(!expected);
                prop_assert!(plain.agrees(&reason, &word), "{}: {}: {}", letters, word, reason);
            }
        }
    }

    #[test]
    fn long_words_of_two_letters_agree_too(
        dice in prop::collection::vec("(A|B|Aa|Ab|Ba|Bb|Aba|Bab|Aaab){1,2}", 3..=7),
        word in "[ab]{6,12}",
    ) {
        let dice = parse_dice(&dice.join(", ")).unwrap();
        let letters = LetterDistribution::Dice { dice, shuffle: true };
        let expected = PlainChecker::new(&letters, true).spells(&word, 0);
        let mut checker = WordChecker::new(&letters, true).unwrap();
        prop_assert_eq!(checker.check(&word), expected, "{}: {}", letters, word);
        if let Err(reason) = checker.explain(&word) {
            let plain = PlainChecker::new(&letters, true);
            prop_assert!(plain.agrees(&reason, &word), "{}: {}: {}", letters, word, reason);
        }
    }

    #[test]
    fn a_word_within_a_budget_gets_the_right_answer_or_the_reason_why_there_is_none(
        dice in prop::collection::vec("(A|B|Aa|Ab|Ba|Bb|Aba|Bab|Aaab){1,2}", 3..=7),
        word in "[ab]{6,12}",
        memory in prop_oneof![0..20_000usize, Just(usize::MAX)],
        is_over: bool,
    ) {
        let dice = parse_dice(&dice.join(", ")).unwrap();
        let letters = LetterDistribution::Dice { dice, shuffle: true };
        let plain = PlainChecker::new(&letters, true);
        let expected = plain.spells(&word, 0);
        let budget = Budget::new(move || is_over.then_some(Stopped::TimeLimit)).with_memory(memory);
        let mut checker = WordChecker::new(&letters, true).unwrap();
        let answer = checker.check_within(&word, &budget);
        match answer {
            Ok(is_spelled) => prop_assert_eq!(is_spelled, expected, "{}: {}", letters, word),
            Err(Stopped::TimeLimit) => prop_assert!(is_over),
            Err(Stopped::MemoryLimit) => prop_assert!(memory < usize::MAX),
            Err(other) => prop_assert!(false, "{}", other),
        }
        match checker.explain_within(&word, &budget) {
            Ok(Ok(_)) => prop_assert!(expected),
            Ok(Err(reason)) => prop_assert!(plain.agrees(&reason, &word), "{}: {}", word, reason),
            Err(stopped) => prop_assert_eq!(Err(stopped), answer),
        }
        let statistics = checker.statistics();
        prop_assert_eq!(statistics.undecided, 2 * u64::from(answer.is_err()));
        prop_assert_eq!(statistics.words, 2);
        prop_assert!(statistics.most_held <= memory.saturating_add(20_000));
        // The checker can still be used.
        prop_assert_eq!(checker.check(&word), expected, "{}: {}", letters, word);
    }
}

/// Sixty dice and a word of 120 letters for which no answer is known.
const CONTRIVED_DICE: &str = "CbAc, CcBc, Ccc, CbaCAb, Cc, CaAcC, Cb, AcCc, ABcAa, BbaAa, Cb, Ca, \
    AbCcaA, BcCaAac, CbBb, AaBca, BaaAc, BAcb, BabCac, Ca, Cc, Bbc, CbC, CB, Cc, Ab, Cba, Cc, \
    AbaAb, Aa, Bb, Ca, A, Ca, AbAbb, BbaCc, BaCa, A, AaaBa, A, BAccAa, BaBc, Ca, C, Aaa, BCaa, \
    CaAcb, BAbAc, Cc, Ba, BBa, AAa, AcB, C, ABa, AccAbCaa, C, Ca, CC, AaAc";
const CONTRIVED_WORD: &str = "cbccaacaaabbccacbccacbbaaaaccbccbbccabcabbacacbbaacbacbbbabbaaaaa\
    baaabccbbbaaccbbabcacabcbabaaacbacacaaccbabbababbabbabc";

fn contrived_checker() -> WordChecker {
    let dice = parse_dice(CONTRIVED_DICE).unwrap();
    let shuffle = true;
    WordChecker::new(&LetterDistribution::Dice { dice, shuffle }, true).unwrap()
}

#[test]
fn a_contrived_word_is_undecided_after_a_limited_number_of_steps() {
    for memory in [100_000, 1 << 20, 4 << 20] {
        let budget = Budget::UNLIMITED.with_memory(memory);
        let mut checker = contrived_checker();
        let answer = checker.check_within(CONTRIVED_WORD, &budget);
        assert_eq!(answer, Err(Stopped::StepLimit));
        let explained = checker.explain_within(CONTRIVED_WORD, &budget);
        assert_eq!(explained, Err(Stopped::StepLimit));
        let statistics = checker.statistics();
        assert!(statistics.most_held <= memory, "{statistics:?}");
        let counts = (statistics.words, statistics.spelled, statistics.undecided);
        assert_eq!((counts, statistics.unspelled()), ((2, 0, 2), 0));
        assert!(statistics.steps < 1_000_100, "{statistics:?}");
        assert!(checker.check("cba"));
    }
}

#[test]
fn a_contrived_word_is_stopped_at_the_next_check_of_the_budget() {
    for calls in [1, 2, 10, 100] {
        let count = Arc::new(AtomicU64::new(0));
        let counted = count.clone();
        let budget = Budget::new(move || {
            let call = counted.fetch_add(1, Ordering::Relaxed) + 1;
            (call == calls).then_some(Stopped::Cancelled)
        });
        let mut checker = contrived_checker();
        let answer = checker.check_within(CONTRIVED_WORD, &budget);
        assert_eq!(answer, Err(Stopped::Cancelled));
        assert_eq!(count.load(Ordering::Relaxed), calls);
        let steps = checker.statistics().steps;
        assert!(steps < 4_000 * calls, "{steps} steps in {calls} intervals");
    }
}

#[test]
fn a_large_board_is_checked_within_a_budget() {
    // Each die shows a letter and the next one, and the last letters are too many.
    let letter = |index: usize| char::from(b'A' + (index % 26) as u8);
    let dice: Vec<String> = (0..1000)
        .map(|n| format!("{}{}", letter(n), letter(n + 1 + n / 26)))
        .collect();
    let dice = parse_dice(&dice.join(", ")).unwrap();
    let letters = LetterDistribution::Dice {
        dice,
        shuffle: true,
    };
    let mut checker = BoardChecker::new(&letters, true).unwrap();
    let tiles: String = (0..1000).map(|n| letter(n * n)).collect();
    let board: Board = tiles.parse().unwrap();
    let is_valid = checker.check(&board);
    assert_eq!(
        checker.check_within(&board, &Budget::UNLIMITED),
        Ok(is_valid)
    );
    let shortage = checker.explain(&board).unwrap_err();
    let over = Budget::new(|| Some(Stopped::TimeLimit));
    match checker.explain_within(&board, &over) {
        Ok(Err(longer)) => assert!(longer.dice >= shortage.dice),
        other => assert_eq!(other, Err(Stopped::TimeLimit)),
    }
}

#[test]
fn words_that_cannot_be_spelled_have_a_short_reason() {
    for (dice, word, expected) in [
        ("Th, A, B", "athx", "1 tile shows X, but no die can"),
        (
            "QuA, B, A, Abab",
            "quaqub",
            "2 tiles show Qu, but only 1 die can",
        ),
        ("Th, A, B, Ba", "bathh", "1 tile shows H, but no die can"),
        (
            "Abc, Bcd, X",
            "abcd",
            "the word cannot be split into tiles of the game",
        ),
        (
            "AaA, AaB",
            "aaab",
            "the word needs at least 3 tiles, but there are only 2",
        ),
        (
            "AaA, AaA, C, C, C",
            "aaaaacc",
            "every way to split the word has at least 3 tiles that show A or Aa, but only 2 dice can",
        ),
        (
            "ThIn, ?, A",
            "thin",
            "no way to split the word into tiles has a die for each of them",
        ),
    ] {
        let letters = LetterDistribution::Dice {
            dice: parse_dice(dice).unwrap(),
            shuffle: true,
        };
        let mut checker = WordChecker::new(&letters, true).unwrap();
        let reason = checker.explain(word).unwrap_err();
        assert_eq!(reason.to_string(), expected, "{dice}: {word}");
        assert!(PlainChecker::new(&letters, true).agrees(&reason, word));
    }
}

/// A word known to be hard for simple searches, and some of the hardest cases of up to 40 dice
/// and 60 letters that hill climbing from random cases has found, with the answer where there is
/// one.
#[test]
fn hard_words_are_decided_or_undecided_within_a_limited_number_of_steps() {
    const MOST_STEPS: u64 = 500_100;
    let big = "AAAFRS, AAEEEE, AAFIRS, ADENNN, AEEEEM, AEEGMU, AEGMNN, AFIRSY, AnErHeInThQu, \
               BBJKXZ, CCENST, DDHNOT, DHHNOW, DHHLOR, DHLNOR, EIIITT, EIILST, EILPST, EMOTTT, \
               ENSSSU, GORRVW, CEIPST, IPRSYY, NOOTUW, OOOTTU";
    for (dice, word, spelled) in [
        (
            format!("{big}, AEIOUY"),
            "ETHYLENEDIAMINETETRAACETATE",
            Some(false),
        ),
        (
            "Aba, BabAaa, Aa, AbBba, AbBa, BbbA, BAb, AbBa, BA, BbB, BbAb, BbB, BA, BBa, A, \
             A, A, Aa, Aa, A, BBaa, A, Ab, A, Aab, A, AA, B, BaAa, A, BA, Aa, A, AaAaa"
                .to_owned(),
            "ababaabaabaaabbbaabbabbbaababbbaaababaabbabababbbbabaaa",
            None,
        ),
        (
            "Ba, BaaAb, AaaBbb, A, A, Ab, B, AaAbb, AAaa, Aa, AbB, BaAbb, B, AaA, AbBbb, \
             Aab, AaB, A, AAbb, Ba, Aa, AAbb, AbBbb, AAbb, AAaa, A, AAbb, A, A, Aa, A, AaB, \
             Aab, B"
                .to_owned(),
            "aaabaabbaababbaaabbabbbbbbabbbaabababbbaabbabbababbaabbbabb",
            None,
        ),
        (
            "ABa, Ba, AB, A, ?AbbBbb, BabBab, B, BBbBa, Baa, BaaBbb, ?BbbAb, AaaBaa?, Bbb, \
             Ab, AbbAA, AbBB, ?, BAbA, B, Bb, Bbb?, Bbb, BbBbbBbb, BbB, BBbBa, Bbb, BaaBbb, \
             B, Bbb, B, AB, ABa"
                .to_owned(),
            "bbbaaaababbabbabbabbaabaabbbabbbbaaabaabbabaaabaababaabbb",
            None,
        ),
        (
            "D, AaBcCcC, BAcCcBb, AdBd, ACBdbAa, Ab, Cda, D, CDAc, B, CcDADa, CCdb, CcAADa, \
             BddCBcDd, BDBd, A, AC, B, BDDDd, Aa, CbCCaAbb, DaDca, A, Aab, Dd, BCBC, A, Cd, \
             DacBdCA, A, CBCcBc, B, C"
                .to_owned(),
            "bccbdbddcabcdaaacdbcabdaccaaabddaaaadaabaaaadaababdddb",
            None,
        ),
        (
            "BAA, AbAbaBb, ABAaa, AaB, AAbbBab, A, AbAaAa, B, Bb, AaBBb, A, BaAaaaAab, \
             AaabAbaBbba, Aab?aba, BAaa, A, Bbb?abBaa, AAaBb, AaBb, BAab, BbaAaa, Bab, \
             AaBaA, AAb, ABabA"
                .to_owned(),
            "abaaaabaabaaaabaaabbaabaaaaaabaabaaaaabaaaaaabaabaaab",
            None,
        ),
        (
            "AA, AbAbaBb, ABAaaAba, AaB, AAbbBab, A, AbAa, B, Bb, AaBBb, A, BaAaaaAab, \
             AaabAaaab, Aab?aba, BAaa, A, Bbb?abBaa, AAaBb, AaBb, BAab, BbaAaa, Bab, AaBaA, \
             AAb, ABabA"
                .to_owned(),
            "abaaaabaabaaaabaaabbaabaaaaaabaabaaaaaabaaaaaabaabaaab",
            None,
        ),
        (
            "BAba, A, BaA, AaaA, BaAaa, ABbBbaBaa, ABaAbbA, Aa, B, AAaBB, BaAaba, Baaa, \
             BAa, B, BBA, AbbaAaAabAbb, AbAaa, BBaBaab, AabBAaab, AabAAaaba, Ba, A, Aba, \
             BbBaabAa"
                .to_owned(),
            "abbaabaababaabbbbabaabaaabaababaababbbabbbaaabaaabababb",
            None,
        ),
        (
            "CcAbaaa, BCbbcA, Ba, BAaA, AacbAbaBAc, CAAcb, AcaAbaaAb, A, Aaa, AaAc, \
             BCcBcaBBb, AAaCBC, Ca, CcaCab, BBabAAbb, CabBb, CaacAaAaacbB, CaBcc, CCaCbAb, \
             CBaAAabAA, C, CAc, CaB, AAc, B, A, A, A"
                .to_owned(),
            "bccabaabaaacbbabcabbcabccabaaababbbcccaaabbcccc",
            None,
        ),
        (
            "D, AaBcCcC, BAcCcBb, AdBd, ACBdbAa, Ab, Bd, D, Da, CBb, CcDaA, CCdb, CcAADa, \
             BddCBcDdCD, BDBd, BdAbDaa, AC, Cc, BDDDdBbB, AaDcabBcbaCa, CbCCaCddbaBdbad, \
             DaDca, A, Aab, Dd, A, A, Cd, DacAcdCA, A, CBCcBcCbbd, ABC, C, C, BddBBcb"
                .to_owned(),
            "bccccbdbddcabddaaacdbcbabdacddaabdabaaaadaabaaaadaabaccdada",
            None,
        ),
        (
            "BAA, AbAbaBbBbbba, ABAaa, AaBABba, AAbbBab, A, AbAa?a, B, Bb, AaB, A, \
             BaAaaaAab, Aaab?aaBbba, Aab?aba, BAaaBa, A, Bbb?abBaa, BbAa, AaBb, BAab, \
             BbaAaa, Bab, ABa, AAb, ABabA"
                .to_owned(),
            "abaaaabaabaaaabaaabbaabaaaaaabaabaaaaabaaaaaabaabaaab",
            None,
        ),
        (
            "BabaaAaaaa, BaAab, BaaaAaaa, B, AAaaaaAbbabA, AaaABb, AaaAAAaabaAaaab, \
             AaaAbAa, B, AB, A, BAaAaa, BaBBa, AabaA, AaBAba, Baa, AAaBaaaa, Ab, Aa, ABbb, \
             A, Bbaab"
                .to_owned(),
            "abbabaabbaaaaaabaaaaabaaaaaabaaabaaaabbaaaaababaabaaabaaaa",
            None,
        ),
        (
            "BAbaB, Ba, BaaA, BBabA, BaAaaA, ABbBbaBaa, ABaAbbA, Aa, AabA, BBabA, BaAaba, \
             BaaaAaabb, BAaBaaaa, B, Bb, AbbaAaAabAbb, AbAaaBaa, BBaBaab, AabBAaabB, \
             AabbbAAaaba, Abaa, A, Aba, Aaa"
                .to_owned(),
            "abbaaabaababbabbbbbaabaaabaaabaabababababbbabbbaaabaaabaabb",
            Some(true),
        ),
        (
            "BA, AbAbaBbBbbba, ABAaa, AaBABba, AAbbBab, A, AbBbba?a, B, Bb, AaB, A, \
             BaAaaaAab, Aaab?aaBbba, Aab?aba, BAaaBa?a, A, Bbb?abBaa, BbBbaaAa, AaBb, BAab, \
             BbaAaa, Bab, ABa, AAbA, AA"
                .to_owned(),
            "abaaaabaabaaaabaaaabbaabaaaaaabaabaaaaabaaaaabaabaaab",
            None,
        ),
        (
            "Ab, AbAbaBb, ABAaaAbaAabbB, AaBB, ABab, A, AbAa, B, Bb, AaBBb, A, BaAaaaAab, \
             AaabAaaab, Aab?aba, BAaaAa, ABab, Bbb?abBaa, AAaBb, AaBb, BAab, BbaAaa, ABabA, \
             AaBaA"
                .to_owned(),
            "abaaaabaabaaaabaaabbabaaaaaabaabaaaaaabaaaaaabaabaaab",
            None,
        ),
    ] {
        let dice = parse_dice(&dice).unwrap();
        let letters = LetterDistribution::Dice {
            dice,
            shuffle: true,
        };
        let mut checker = WordChecker::new(&letters, true).unwrap();
        let answer = checker.check_within(word, &Budget::UNLIMITED);
        assert_eq!(
            answer,
            spelled.ok_or(Stopped::StepLimit),
            "{letters}: {word}"
        );
        let steps = checker.statistics().steps;
        assert!(steps < MOST_STEPS, "{letters}: {word}: {steps}");
    }
}
