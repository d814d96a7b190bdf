//! What the checkers say of random boards and words, against the plain way to find out: try
//! every die for every tile.

use proptest::prelude::*;
use wgs_core::{Board, Face};
use wgs_lab::{BoardChecker, LetterDistribution, Unspellable, WordChecker, parse_dice, parse_pool};

/// The plain twin: dice as lists of faces, or letters that never run out.
struct Plain {
    dice: Vec<Vec<Face>>,
    unlimited: bool,
    q_is_qu: bool,
}

impl Plain {
    fn new(letters: &LetterDistribution, q_is_qu: bool) -> Self {
        let (dice, unlimited): (Vec<Vec<Face>>, bool) = match letters {
            LetterDistribution::Dice { dice, .. } => {
                (dice.iter().map(|die| die.faces.clone()).collect(), false)
            }
            LetterDistribution::Pool {
                faces,
                without_replacement,
            } => {
                let dice = faces.iter().map(|face| vec![face.clone()]);
                (dice.collect(), !without_replacement)
            }
            LetterDistribution::WordList { .. } => panic!("no such tests"),
        };
        Self {
            dice,
            unlimited,
            q_is_qu,
        }
    }

    fn meant(&self, face: &Face) -> Face {
        if self.q_is_qu && *face == Face::letters("q") {
            return Face::letters("qu");
        }
        face.clone()
    }

    fn lays(&self, tiles: &[Face], used: u32) -> bool {
        let Some((tile, rest)) = tiles.split_first() else {
            return true;
        };
        let has_dots = self.dice.iter().flatten().any(|face| *face == Face::Empty);
        if *tile == Face::Empty && !has_dots {
            return self.lays(rest, used);
        }
        (0..self.dice.len()).any(|die| {
            let shows = |face: &Face| self.meant(face) == self.meant(tile);
            (self.unlimited || used & 1 << die == 0)
                && self.dice[die].iter().any(shows)
                && self.lays(rest, used | 1 << die)
        })
    }

    fn spells(&self, word: &str, used: u32) -> bool {
        if word.is_empty() {
            return true;
        }
        let after = |face: &Face| match self.meant(face) {
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
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_board_is_laid_if_some_choice_of_dice_lays_it(
        letters in letters(),
        tiles in prop::collection::vec(face(), 0..=6),
        q_is_qu: bool,
    ) {
        let board: Board = tiles.concat().parse().unwrap();
        let plain = Plain::new(&letters, q_is_qu);
        let faces: Vec<Face> = board.tiles().iter().map(|tile| tile.face.clone()).collect();
        let expected = plain.lays(&faces, 0);
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
                    let shows = |shown: &Face| plain.meant(shown) == plain.meant(face);
                    prop_assert!(plain.dice[die - 1].iter().any(shows));
                }
            }
            Err(shortage) => {
                prop_assert!(!expected);
                // All of them are too many, and all but one are not.
                let mut short: Vec<Face> =
                    shortage.positions.iter().map(|p| faces[p - 1].clone()).collect();
                prop_assert!(!plain.lays(&short, 0), "{}: {}: {}", letters, board, shortage);
                short.pop();
                prop_assert!(plain.lays(&short, 0), "{}: {}: {}", letters, board, shortage);
            }
        }
    }

    #[test]
    fn a_word_is_spelled_if_some_choice_of_faces_spells_it(
        letters in letters(),
        word in "[abcqu]{0,3}(ab|ba|aab|qu|c|x){0,4}",
        q_is_qu: bool,
    ) {
        let plain = Plain::new(&letters, q_is_qu);
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
                    let alone = Plain { dice, unlimited: false, q_is_qu };
                    prop_assert!(alone.spells(&tile.face.to_lowercase(), 0));
                }
            }
            Err(Unspellable::Shortage(shortage)) => {
                prop_assert!(!expected);
                prop_assert!(!shortage.positions.is_empty());
            }
            Err(_) => prop_assert!(!expected),
        }
    }

    #[test]
    fn long_words_of_few_letters_agree_too(
        dice in prop::collection::vec("(A|B|Aa|Ab|Ba|Bb|Aba|Bab|Aaab){1,2}", 3..=7),
        word in "[ab]{6,12}",
    ) {
        let dice = parse_dice(&dice.join(", ")).unwrap();
        let letters = LetterDistribution::Dice { dice, shuffle: true };
        let expected = Plain::new(&letters, true).spells(&word, 0);
        let mut checker = WordChecker::new(&letters, true).unwrap();
        prop_assert_eq!(checker.check(&word), expected, "{}: {}", letters, word);
    }
}

/// The manual's hard word, and the hardest of some 800,000 random cases within 40 dice and 60
/// letters. They took 3, 225,000 and 350,000 steps or so.
#[test]
fn the_worst_words_take_a_bounded_number_of_steps() {
    let big = "AAAFRS, AAEEEE, AAFIRS, ADENNN, AEEEEM, AEEGMU, AEGMNN, AFIRSY, AnErHeInThQu, \
               BBJKXZ, CCENST, DDHNOT, DHHNOW, DHHLOR, DHLNOR, EIIITT, EIILST, EILPST, EMOTTT, \
               ENSSSU, GORRVW, CEIPST, IPRSYY, NOOTUW, OOOTTU";
    for (dice, word, most) in [
        (format!("{big}, AEIOUY"), "ETHYLENEDIAMINETETRAACETATE", 100),
        (
            "Ba, BaaAb, AaaBbb, A, A, Ab, B, AaAbb, AAaa, Aa, AbB, BaAbb, B, AaA, AbBbb, Aab, \
             AaB, A, AAbb, Ba, Aa, AAbb, AbBbb, AAbb, AAaa, A, AAbb, A, A, Aa, A, AaB, Aab, B"
                .to_owned(),
            "aaabaabbaababbaaabbabbbbbbabbbaabababbbaabbabbababbaabbbabb",
            1_000_000,
        ),
        (
            "ABa, Ba, AB, A, ?AbbBbb, BabBab, B, BBbBa, Baa, BaaBbb, ?BbbAb, AaaBaa?, Bbb, Ab, \
             AbbAA, AbBB, ?, BAbA, B, Bb, Bbb?, Bbb, BbBbbBbb, BbB, BBbBa, Bbb, BaaBbb, B, Bbb, \
             B, AB, ABa"
                .to_owned(),
            "bbbaaaababbabbabbabbaabaabbbabbbbaaabaabbabaaabaababaabbb",
            1_000_000,
        ),
    ] {
        let dice = parse_dice(&dice).unwrap();
        let letters = LetterDistribution::Dice {
            dice,
            shuffle: true,
        };
        let mut checker = WordChecker::new(&letters, true).unwrap();
        assert!(!checker.check(word), "{letters}: {word}");
        let steps = checker.statistics().steps;
        assert!(steps < most, "{letters}: {word}: {steps}");
    }
}
