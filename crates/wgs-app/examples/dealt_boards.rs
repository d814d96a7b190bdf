//! Prints how many words the boards of each game have, created without a window and dealt in it,
//! how many boards it takes to deal one, and for how long. The table is in docs/play.md.
//!
//! ```text
//! cargo run --release -p wgs-app --example dealt_boards [BOARDS [GAME]]
//! ```

use std::error::Error;
use std::time::Instant;

use wgs_app::creator::{CreateOptions, Creator};
use wgs_app::round_board::{DealtBoardOptions, deal_board};
use wgs_app::{GameLoader, GameRequest};
use wgs_engine::Budget;
use wgs_play::{DealRule, Difficulty, SolvedBoard};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let boards: u64 = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let only = arguments.next();
    println!("| game | created | dealt | common words | longest | boards for one | milliseconds |");
    println!("|---|---|---|---|---|---|---|");
    let loader = GameLoader::default();
    for game in loader.catalogue().games() {
        if only.as_ref().is_some_and(|only| only != game.name()) {
            continue;
        }
        // The dictionaries of other languages need not be installed.
        let Ok(loaded) = loader.game(&GameRequest::named(game.name()), "play") else {
            continue;
        };
        let commonness = loaded.dictionary().commonness()?;
        let created = |seed| {
            let options = CreateOptions {
                seed,
                ..CreateOptions::default()
            };
            Creator::with_loader(game, options, &loader)
        };
        let mut columns = <[Vec<u64>; 6]>::default();
        let mut worker = loaded.solver().worker();
        for seed in 0..boards {
            let random = SolvedBoard::new(created(seed)?.board(0)?, &mut worker)?;
            let options = DealtBoardOptions {
                seed,
                ..DealtBoardOptions::default()
            };
            let start = Instant::now();
            let board = deal_board(&loaded, options, &loader, &Budget::UNLIMITED)?;
            let time = start.elapsed().as_millis() as u64;
            let words = board.words().iter();
            let common = words.filter(|word| commonness.of(word.word) <= Difficulty::COMMON);
            let common: Vec<u64> = common
                .map(|word| word.text.chars().count() as u64)
                .collect();
            let creator = created(seed)?;
            let is_dealt = |number: &u64| {
                let board_of = creator.board(*number);
                board_of.is_ok_and(|created| created == *board.board())
            };
            let tries = (0..DealRule::MAX_BOARDS)
                .find(is_dealt)
                .map(|number| number + 1);
            for (column, number) in columns.iter_mut().zip([
                Some(random.words().len() as u64),
                Some(board.words().len() as u64),
                Some(common.len() as u64),
                common.iter().max().copied(),
                tries,
                Some(time),
            ]) {
                column.extend(number);
            }
        }
        let columns = columns.map(figures);
        println!("| {} | {} |", game.name(), columns.join(" | "));
    }
    Ok(())
}

/// The smallest number, the one in the middle, and the largest.
fn figures(mut numbers: Vec<u64>) -> String {
    numbers.sort_unstable();
    match numbers.as_slice() {
        [] => String::new(),
        [least, ..] => {
            let (middle, most) = (numbers[numbers.len() / 2], numbers[numbers.len() - 1]);
            format!("{least}, {middle}, {most}")
        }
    }
}
