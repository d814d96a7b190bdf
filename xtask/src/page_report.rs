//! `cargo xtask page-report`: measures the page in a browser and prints a table, with the figures of
//! the last edition beside those of now.
//!
//! The measurements are tests of `crates/wgs-browser-test` that are ignored otherwise, because
//! they drive the page as the other tests do. Each prints lines with a name and a figure, which
//! are collected here. `docs/page-report.md` has the figures of each edition.

mod table;

use std::fs;

use crate::step::Step;
use crate::{Failure, browser, npm_package, site, workspace};

use table::{Figure, Table};

/// The figures of each edition, and how they were made.
const RECORDS: &str = "docs/page-report.md";

/// The start of the lines of the tests.
const PREFIX: &str = "page-report\t";

pub(crate) const HELP: &str = "\
Measure the page in Chromium, and print a table with the figures of the last edition beside it.

Usage: cargo xtask page-report [--record EDITION] [MEASUREMENT]

MEASUREMENT is one of load, typing, dragging, layout_shift and accessibility; the default is all of them.

  load             how long the solver takes to load, also on a slow phone: a Fast 3G connection and a
                   processor that is 4 and 6 times slower
  typing           the time from a key to its result
  dragging         how long the play page works for a move of a finger
  layout_shift     what moves although nobody moved it
  accessibility    the violations that axe-core finds in all states, windows, themes and languages

Options:
  --record EDITION    also add the figures to docs/page-report.md, in a column with this name

It builds the page and wgs, as `cargo xtask site` does, then measures for about five minutes. The
machine should be idle otherwise: times differ by a tenth from run to run, and by more on a busy
machine. Chromium is installed as for `cargo xtask test`. axe-core is downloaded with npm; without
npm, accessibility is left out.
";

/// The arguments.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options<'a> {
    edition: Option<&'a str>,
    measurement: Option<&'a str>,
}

const MEASUREMENTS: [&str; 5] = [
    "load",
    "typing",
    "dragging",
    "layout_shift",
    "accessibility",
];

fn parse<'a>(arguments: &[&'a str]) -> Result<Options<'a>, Failure> {
    let mut options = Options::default();
    let mut arguments = arguments.iter().copied();
    while let Some(argument) = arguments.next() {
        match argument {
            "--record" => match arguments.next() {
                Some(edition) if !edition.is_empty() && !edition.contains('|') => {
                    options.edition = Some(edition);
                }
                _ => return Err("expected the name of the edition after --record".into()),
            },
            name if MEASUREMENTS.contains(&name) && options.measurement.is_none() => {
                options.measurement = Some(name);
            }
            other => {
                let known = MEASUREMENTS.join(", ");
                return Err(
                    format!("expected --record or one of {known}, found \"{other}\"").into(),
                );
            }
        }
    }
    Ok(options)
}

pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let options = parse(arguments)?;
    let path = workspace::root().join(RECORDS);
    let document = fs::read_to_string(&path).map_err(|error| format!("{RECORDS}: {error}"))?;
    let recorded = Table::find(&document).map_err(|problem| format!("{RECORDS}: {problem}"))?;

    let browser = browser::prepare()?;
    site::build(&site::default_folder(), true)?;
    Step::cargo("build --package wgs --features full").run("server with the page")?;
    let filter = format!("report_{}", options.measurement.unwrap_or_default());
    let mut tests = Step::cargo("test --package wgs-browser-test")
        .argument(filter)
        .variable("WGS_BINARY", workspace::binary("debug", "wgs"))
        .variable("WGS_BROWSER", browser.browser)
        .variable("WGS_CHROMEDRIVER", browser.driver);
    match npm_package::AXE_CORE.prepare() {
        Ok(script) => tests = tests.variable("WGS_AXE", script),
        Err(reason) => println!("==> accessibility: left out, {reason}"),
    }
    let tests = ["--", "--ignored", "--nocapture", "--test-threads=1"]
        .into_iter()
        .fold(tests, Step::argument);
    println!("==> measurements: {tests}");
    println!("    drives the page in Chromium: about five minutes");
    let output = tests.capture()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("a measurement failed:\n{printed}\n{errors}").into());
    }
    let figures = figures(&printed);
    print!("{}", recorded.compared(&figures));
    let Some(edition) = options.edition else {
        return Ok(());
    };
    let document = recorded
        .with_edition(edition, &figures)
        .replace_in(&document);
    fs::write(&path, document).map_err(|error| format!("{RECORDS}: {error}"))?;
    println!("written to {RECORDS}");
    Ok(())
}

/// The figures among the lines that tests print.
fn figures(printed: &str) -> Vec<Figure> {
    let lines = printed.lines().filter_map(|line| line.strip_prefix(PREFIX));
    lines
        .filter_map(|line| line.split_once('\t'))
        .map(|(measured, value)| Figure {
            measured: measured.to_owned(),
            value: value.to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_an_edition_and_a_measurement_in_any_order() {
        let expected = Options {
            edition: Some("second edition"),
            measurement: Some("load"),
        };
        for arguments in [
            ["--record", "second edition", "load"],
            ["load", "--record", "second edition"],
        ] {
            assert_eq!(parse(&arguments).unwrap(), expected);
        }
        assert_eq!(parse(&[]).unwrap(), Options::default());
    }

    #[test]
    fn other_arguments_are_rejected() {
        for (arguments, problem) in [
            (
                ["--record"].as_slice(),
                "expected the name of the edition after --record",
            ),
            (
                &["size"],
                "expected --record or one of load, typing, dragging, layout_shift, accessibility, found \"size\"",
            ),
            (
                &["load", "typing"],
                "expected --record or one of load, typing, dragging, layout_shift, accessibility, found \"typing\"",
            ),
        ] {
            assert_eq!(parse(arguments).unwrap_err().to_string(), problem);
        }
    }

    #[test]
    fn figures_are_found_between_the_lines_of_the_test_harness() {
        let printed = "\nrunning 1 test\ntest report::load::report_load ... \n\
            page-report\tload, desktop: words\t812 ms\nok\n";
        let expected = Figure {
            measured: "load, desktop: words".to_owned(),
            value: "812 ms".to_owned(),
        };
        assert_eq!(figures(printed), [expected]);
    }

    #[test]
    fn the_recorded_figures_can_be_read() {
        let document = fs::read_to_string(workspace::root().join(RECORDS)).unwrap();
        let table = Table::find(&document).unwrap();
        assert_eq!(table.replace_in(&document), document);
    }
}
