//! `cargo xtask jepsen`: starts PostgreSQL, NATS and three servers on this machine, lets everything
//! go wrong while thousands of guesses are made, and checks what the players were told. The players,
//! the faults and the checker are in the tests of `wgs-server`.

use crate::debian_program::NATS_SERVER;
use crate::step::Step;
use crate::test::FULL;
use crate::{Failure, postgres};

pub(crate) const HELP: &str = "\
Play in rooms of three servers while servers, NATS and PostgreSQL fail.

Usage: cargo xtask jepsen [OPTIONS]

Options:
  --rooms N      number of rooms, with three players each; 24 by default
  --at-once N    number of rooms at the same time; 24 by default
  --seconds N    duration of the faults for each group of --at-once rooms; 45 by default
  --seed N       chooses the faults, their times and the guesses; 1 by default

The rooms are of all scorings. Servers are killed, terminated, suspended for up to 20 seconds and
started again with a clock that is wrong; NATS and PostgreSQL are killed and suspended; connections
are cut. Then the faults stop, each round is ended, and its report is compared with the words that
the players sent and the replies that they received. The command fails if a confirmed word is lost,
if one counts twice or without a guess, if two servers owned a room at the same time, or if a player
did not come back.
";

/// The names of the options, and of the variables in which the test reads them.
const OPTIONS: [(&str, &str); 4] = [
    ("--rooms", "WGS_JEPSEN_ROOMS"),
    ("--at-once", "WGS_JEPSEN_AT_ONCE"),
    ("--seconds", "WGS_JEPSEN_SECONDS"),
    ("--seed", "WGS_JEPSEN_SEED"),
];

/// The arguments of the test.
const TEST: [&str; 5] = [
    "--",
    "--exact",
    "room::jepsen::rooms_survive_whatever_happens_to_the_servers",
    "--ignored",
    "--nocapture",
];

/// The line of Cargo that compiles the test.
pub(crate) fn cargo_line() -> String {
    format!("test {FULL} --test api")
}

/// Adds what follows that line.
pub(crate) fn with_arguments(step: Step) -> Step {
    let step = step.note("plays in rooms while servers, NATS and PostgreSQL fail for a minute");
    TEST.into_iter().fold(step, Step::argument)
}

/// Whether the programs are there.
pub(crate) fn prepare() -> Result<(), String> {
    NATS_SERVER.prepare().and(postgres::prepare()).map(drop)
}

pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let mut step = Step::cargo(&cargo_line())
        .variable("WGS_NATS_SERVER", NATS_SERVER.prepare()?)
        .variable("WGS_POSTGRES", postgres::prepare()?);
    for (variable, value) in parse(arguments)? {
        step = step.variable(variable, value.to_string());
    }
    with_arguments(step).run("rooms while everything fails")?;
    Ok(())
}

/// Reads the options as variables.
fn parse(arguments: &[&str]) -> Result<Vec<(&'static str, u64)>, Failure> {
    let mut variables = Vec::new();
    for pair in arguments.chunks(2) {
        let [name, value] = pair else {
            return Err(format!("{}: expected a value", pair[0]).into());
        };
        let found = OPTIONS.iter().find(|(option, _)| option == name);
        let (_, variable) = found.ok_or_else(|| format!("unknown option: {name:?}"))?;
        let number = value.parse::<u64>().ok().filter(|&number| number > 0);
        let number =
            number.ok_or_else(|| format!("{name}: expected a whole number, found {value:?}"))?;
        variables.push((*variable, number));
    }
    Ok(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_become_variables_of_the_test() {
        let found = parse(&["--seed", "7", "--rooms", "1000"]).unwrap();
        let expected = [("WGS_JEPSEN_SEED", 7), ("WGS_JEPSEN_ROOMS", 1000)];
        assert_eq!(found, expected);
        for (wrong, message) in [
            (&["--seed"][..], "--seed: expected a value"),
            (
                &["--seed", "0"],
                "--seed: expected a whole number, found \"0\"",
            ),
            (&["--servers", "5"], "unknown option: \"--servers\""),
        ] {
            assert_eq!(parse(wrong).unwrap_err().to_string(), message);
        }
    }
}
