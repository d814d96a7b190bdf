//! The field for a format string, with its placeholders and its output for a sample board.

use std::ops::ControlFlow;

use leptos::prelude::*;
use wgs_config::TemplateKind;
use wgs_config::template::{
    AnalysisTemplate, ListPosition, PlainText, ScoredWord, SolutionTemplate, ToolTipTemplate,
};
use wgs_engine::Analysis;
use wgs_engine::{Adjacency, Grid, Lexicon, Rules, Solver};

use super::field::{EditedKey, TextInput, default_text, follow, read_text};
use super::state::EditorState;
use crate::markup;
use crate::text::tr;

/// The sample board and its words, from the manual.
const BOARD: &str = "ABCDEFGHIJKLMNOP";
const WORDS: &str = "fie\nfin\nink\njin\nkin\nknife\nkoji\nlop\nplonk\nmink";

/// The number of sample words to show.
const SHOWN: usize = 3;

/// The key whose format is HTML.
const HTML: &str = "SolutionDetailFormat";

/// The position whose tooltip is shown, the K.
const TILE: usize = 11;

/// The placeholders of a format, with the text keys of their meanings.
fn placeholders(format: TemplateKind) -> &'static [(&'static str, &'static str)] {
    const SOLUTION: &[(&str, &str)] = &[
        ("%w", "editor.format.word"),
        ("%s", "editor.format.score"),
        ("%l", "editor.format.letters"),
        ("%m", "editor.format.multiplier"),
        ("%b", "editor.format.bonus"),
        ("%p,", "editor.format.positions"),
        ("%(, )", "editor.format.between"),
        ("%%", "editor.format.percent"),
    ];
    const ANALYSIS: &[(&str, &str)] = &[
        ("%B", "editor.format.board"),
        ("%W %S", "editor.format.all"),
        ("%5W %5S", "editor.format.at"),
        ("%5C %5P", "editor.format.length"),
        ("%5+C %5+P", "editor.format.longer"),
        ("%5X %5Y", "editor.format.best"),
        ("%%", "editor.format.percent"),
    ];
    const TOOL_TIP: &[(&str, &str)] = &[
        ("%*W %*S", "editor.format.here"),
        ("%W %S", "editor.format.all"),
        ("%5C %5P", "editor.format.length"),
        ("%%", "editor.format.percent"),
    ];
    match format {
        TemplateKind::Plain => &[],
        TemplateKind::Solution => SOLUTION,
        TemplateKind::Analysis => ANALYSIS,
        TemplateKind::ToolTip => TOOL_TIP,
    }
}

/// The output of a format for the first words of the sample; [`None`] if it is not valid.
fn rendered(format: TemplateKind, text: &str, words: usize) -> Option<String> {
    let lexicon = Lexicon::from_text(WORDS).ok()?;
    let grid = Grid::rectangle(4, 4, Adjacency::Diagonal);
    let rules = Rules::boggle();
    let solver = Solver::new(&lexicon, &grid, &rules);
    let board = BOARD.parse().ok()?;
    let mut out = String::new();
    match format {
        TemplateKind::Plain => out.push_str(PlainText::parse(text).ok()?.as_str()),
        TemplateKind::Solution => {
            let template = SolutionTemplate::parse(text).ok()?;
            let mut count = 0;
            let searched = solver.worker().solve(&board, |solution| {
                let word = solution.text();
                let scored = ScoredWord {
                    word: &word,
                    path: solution.path,
                    score: &solution.score,
                    commonness: None,
                };
                count += 1;
                let position = if count < words {
                    ListPosition::NotLast
                } else {
                    ListPosition::Last
                };
                template.render(&scored, position, &mut out);
                match count < words {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            searched.ok()?;
        }
        TemplateKind::Analysis => {
            let template = AnalysisTemplate::parse(text).ok()?;
            template.check_positions(grid.len()).ok()?;
            let analysis = Analysis::of(&mut solver.worker(), &board).ok()?;
            template.render(BOARD, &analysis, &lexicon, &mut out);
        }
        TemplateKind::ToolTip => {
            let template = ToolTipTemplate::parse(text).ok()?;
            template.check_positions(grid.len()).ok()?;
            let analysis = Analysis::of(&mut solver.worker(), &board).ok()?;
            template.render(TILE, BOARD, &analysis, &lexicon, &mut out);
        }
    }
    Some(out)
}

/// The field for a format.
#[component]
pub fn FormatField(
    /// The key.
    edited: EditedKey,
    /// The format.
    format: TemplateKind,
) -> impl IntoView {
    let state = EditorState::here();
    let value = edited.value(state);
    let text = follow(value, read_text);
    let default = default_text(edited.key);
    let is_html = edited.key.name == HTML;
    let sample = Memo::new(move |_| {
        let text = text.get();
        let text = if text.is_empty() {
            default.clone()
        } else {
            text
        };
        rendered(format, &text, if is_html { 1 } else { SHOWN })
    });
    let html = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        if let Some(html) = html.get() {
            markup::show(&sample.get().unwrap_or_default(), &html);
        }
    });
    let row = |&(placeholder, key): &(&'static str, &'static str)| {
        view! { <tr><th scope="row"><code>{placeholder}</code></th><td>{move || tr(key)}</td></tr> }
    };
    let has_sample = move || sample.with(|it| it.as_ref().is_some_and(|it| !it.trim().is_empty()));
    view! {
        <TextInput edited=edited read=read_text rows=if is_html { 5 } else { 2 }/>
        <Show when=has_sample>
            <div class="sample">
                <span class="hint">{move || tr("editor.sample")}</span>
                {match is_html {
                    true => view! { <div class="sample-html" node_ref=html></div> }.into_any(),
                    false => view! { <pre>{move || sample.get()}</pre> }.into_any(),
                }}
            </div>
        </Show>
        <details class="signs">
            <summary>{move || tr("editor.placeholders")}</summary>
            <table>
                <tbody>
                    {placeholders(format).iter().map(row).collect_view()}
                    {row(&("\\n \\t", "editor.format.escapes"))}
                </tbody>
            </table>
        </details>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_applied_to_a_sample() {
        for (format, text, shown) in [
            (TemplateKind::Plain, "a\\tb", Some("a\tb")),
            (TemplateKind::Analysis, "%B", Some(BOARD)),
            (TemplateKind::Analysis, "%q", None),
            (TemplateKind::Analysis, "%99W", None),
        ] {
            assert_eq!(rendered(format, text, SHOWN).as_deref(), shown, "{text}");
        }
        let solutions = rendered(TemplateKind::Solution, "%w%(, )", SHOWN).unwrap();
        assert_eq!(solutions.split(", ").count(), 3, "{solutions}");
        assert!(
            rendered(TemplateKind::ToolTip, "%*W words", SHOWN)
                .unwrap()
                .ends_with(" words")
        );
    }
}
