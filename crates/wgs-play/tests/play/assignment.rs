//! The boards of the Boggle assignment with its dictionaries, and the scores that another
//! solver computed. They are beside the repository, in `../shared/data`.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use wgs_engine::Lexicon;
use wgs_play::boggle::BoggleBoard;
use wgs_test_requirement::requires;

#[requires(shared_data)]
#[test]
fn every_board_of_the_assignment_has_the_expected_words_and_score() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let read = |name: &str| {
        let path = data.join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let table = read("boards/expected.tsv");
    let mut lines = table.lines().map(|line| line.split('\t'));
    let header: Vec<&str> = lines.next().unwrap().collect();
    let boards: Vec<(Vec<&str>, BoggleBoard)> = lines
        .map(|line| {
            let line: Vec<&str> = line.collect();
            let board: BoggleBoard = read(&format!("boards/{}", line[0])).parse().unwrap();
            let size = [board.rows().to_string(), board.columns().to_string()];
            assert_eq!(line[1..3], size, "{}", line[0]);
            assert_eq!(board.to_string().parse(), Ok(board.clone()));
            (line, board)
        })
        .collect();
    let dictionaries = (3..header.len()).step_by(2);
    assert_eq!((boards.len(), dictionaries.len()), (41, 10));
    for column in dictionaries {
        let dictionary = header[column].strip_suffix("_words").unwrap();
        let list = read(&format!("wordlists/dictionary-{dictionary}.txt"));
        let lexicon = Lexicon::from_text(&list).unwrap();
        for (line, board) in &boards {
            let solver = board.solver(&lexicon);
            let (mut words, mut score) = (0, 0);
            let searched = solver.worker().solve(board.tiles(), |solution| {
                words += 1;
                score += solution.score.total;
                ControlFlow::Continue(())
            });
            assert_eq!(searched, Ok(()));
            let found = [words.to_string(), score.to_string()];
            let name = line[0];
            assert_eq!(
                found,
                line[column..column + 2],
                "{dictionary}, {name}:\n{board}"
            );
            assert_eq!(
                solver.score(board.tiles()).points,
                score,
                "{name}:\n{board}"
            );
        }
    }
}
