//! What is parsed as dice or as a pool of letters is printed back.

use proptest::prelude::*;
use wgs_engine::{LetterDistribution, parse_dice, parse_pool};

use crate::cases;

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn parsing_never_panics_and_what_is_parsed_is_printed_back(text in "\\PC{0,30}") {
        if let Ok(dice) = parse_dice(&text) {
            let printed = LetterDistribution::Dice { dice: dice.clone(), shuffle: true }.to_string();
            prop_assert_eq!(parse_dice(&printed), Ok(dice));
        }
        if let Ok(faces) = parse_pool(&text) {
            let printed = LetterDistribution::Pool { faces: faces.clone(), without_replacement: true };
            prop_assert_eq!(parse_pool(&printed.to_string()), Ok(faces));
        }
    }

    #[test]
    fn dice_are_printed_back(text in "[A-D.?][a-d]?[A-D]?( ?, [A-DÉ?][a-dé]{0,2}){0,4}") {
        if let Ok(dice) = parse_dice(&text) {
            let printed = LetterDistribution::Dice { dice: dice.clone(), shuffle: true }.to_string();
            prop_assert_eq!(parse_dice(&printed), Ok(dice));
        }
    }
}
