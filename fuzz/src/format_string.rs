//! Format strings.

use wgs_config::template::{
    AnalysisTemplate, ListPosition, PlainText, ScoredWord, SolutionTemplate, TemplateError,
    ToolTipTemplate,
};
use wgs_engine::Analysis;
use wgs_engine::{Adjacency, Board, Cell, Decimal, Grid, Lexicon, Rules, Solver, WordScore};

const BOARD: &str = "CATS";

/// A format string that is read can always be printed, and one without specifiers prints
/// unchanged. An error names a column of the text.
pub fn format_string(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let is_literal = !text.contains(['%', '\\']);
    for printed in [
        in_solution(&text),
        in_analysis(&text),
        in_tool_tip(&text),
        plain(&text),
    ] {
        match printed {
            Ok(printed) if is_literal => assert_eq!(printed, text),
            Ok(_) => {}
            Err(error) => {
                let columns = text.chars().count();
                assert!(
                    (1..=columns).contains(&error.column),
                    "{text:?} has {columns} columns, but: {error}"
                );
            }
        }
    }
}

fn in_solution(text: &str) -> Result<String, TemplateError> {
    let template = SolutionTemplate::parse(text)?;
    let mut score = WordScore::default();
    score.letter_points = u64::MAX;
    score.word_multiplier = 3;
    score.length_bonus = Decimal::ONE;
    score.pangram_bonus = 7;
    score.length = 4;
    let line = ScoredWord {
        word: "CATS",
        path: &[0, 1, 2, 3].map(Cell::new),
        score: &score,
        commonness: None,
    };
    let (mut followed, mut last) = (String::new(), String::new());
    template.render(&line, ListPosition::NotLast, &mut followed);
    template.render(&line, ListPosition::Last, &mut last);
    // Only %(…) tells the last word from the others.
    assert!(text.contains("%(") || followed == last, "{text:?}");
    Ok(followed)
}

fn in_analysis(text: &str) -> Result<String, TemplateError> {
    let template = AnalysisTemplate::parse(text)?;
    template.check_positions(BOARD.len())?;
    Ok(analysed(|analysis, lexicon, out| {
        template.render(BOARD, analysis, lexicon, out)
    }))
}

fn in_tool_tip(text: &str) -> Result<String, TemplateError> {
    let template = ToolTipTemplate::parse(text)?;
    template.check_positions(BOARD.len())?;
    Ok(analysed(|analysis, lexicon, out| {
        template.render(1, BOARD, analysis, lexicon, out)
    }))
}

fn plain(text: &str) -> Result<String, TemplateError> {
    Ok(PlainText::parse(text)?.as_str().to_owned())
}

/// Prints a small board with the format.
fn analysed(print: impl FnOnce(&Analysis, &Lexicon, &mut String)) -> String {
    let lexicon = Lexicon::from_text("act cat cats scat").expect("words");
    let grid = Grid::rectangle(2, 2, Adjacency::Diagonal);
    let rules = Rules::boggle();
    let solver = Solver::new(&lexicon, &grid, &rules);
    let board: Board = BOARD.parse().expect("a board");
    let analysis = Analysis::of(&mut solver.worker(), &board).unwrap();
    let mut out = String::new();
    print(&analysis, &lexicon, &mut out);
    out
}
