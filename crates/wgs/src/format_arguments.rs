//! Formats, prefixes and suffixes that begin with `-`, for the commands that take a format.
//!
//! The original program had no options, so every argument after the game was text. Here, such an
//! argument is text unless it is an option or has the form of one; `-%w` and `---` are text. The
//! argument `--` before the format ends the options if an argument after it begins with `-`; after
//! the format, or if there is nothing to protect, it is text too.

use std::borrow::Cow;
use std::ffi::OsString;

use clap::Command;

use crate::arguments::definitions;
use crate::game_args::is_format;

/// The commands that take a format.
const COMMANDS: [&str; 3] = ["solve", "solve-dups", "analyze"];

/// The options of a command.
struct Options<'c> {
    command: &'c Command,
}

/// The form of an argument that begins with `-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// An option. Its value is the next argument, if it has one that is not attached.
    Option { takes_next: bool },
    /// The form of an option that does not exist.
    UnknownOption,
    /// Anything else.
    Text,
}

impl Options<'_> {
    fn form(&self, argument: &str) -> Form {
        if let Some(long) = argument.strip_prefix("--") {
            return self.long_form(long);
        }
        match argument.strip_prefix('-') {
            Some(letters) if !letters.is_empty() => self.short_form(letters),
            _ => Form::Text,
        }
    }

    fn long_form(&self, long: &str) -> Form {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (long, None),
        };
        let is_named = |option: &&clap::Arg| {
            let aliases = option.get_all_aliases().unwrap_or_default();
            option.get_long() == Some(name) || aliases.contains(&name)
        };
        match self.command.get_arguments().find(is_named) {
            Some(option) => Form::Option {
                takes_next: option.get_action().takes_values() && value.is_none(),
            },
            None if is_name(name) => Form::UnknownOption,
            None => Form::Text,
        }
    }

    /// The form of one or more letters after a hyphen, such as `j`, `qj`, `n5` or `d` with a value.
    fn short_form(&self, letters: &str) -> Form {
        for (at, letter) in letters.char_indices() {
            let is_named = |option: &&clap::Arg| option.get_short() == Some(letter);
            let Some(option) = self.command.get_arguments().find(is_named) else {
                return match is_name(letters) {
                    true => Form::UnknownOption,
                    false => Form::Text,
                };
            };
            if option.get_action().takes_values() {
                let value = &letters[at + letter.len_utf8()..];
                return match value.contains('%') {
                    true => Form::Text,
                    false => Form::Option {
                        takes_next: value.is_empty(),
                    },
                };
            }
        }
        Form::Option { takes_next: false }
    }
}

/// Returns whether a text could be the name of an option.
fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && !text.ends_with('-')
        && text.chars().all(is_part)
}

/// Moves formats that begin with `-` behind the argument `--`, where the parser takes them as they
/// are.
pub(crate) fn with_format_arguments(arguments: Vec<OsString>) -> Vec<OsString> {
    let may_take_format = |argument: &OsString| COMMANDS.iter().any(|name| argument == name);
    if !arguments.iter().any(may_take_format) || !arguments.iter().any(begins_with_hyphen) {
        return arguments;
    }
    let mut definitions = definitions();
    // Global options become options of the commands.
    definitions.build();
    let global = Options {
        command: &definitions,
    };
    let mut at = 1;
    while let Some(Form::Option { takes_next }) = arguments.get(at).map(|a| global.form(&text(a))) {
        at += 1 + usize::from(takes_next);
    }
    let name = arguments.get(at).map(text);
    let name = name.filter(|name| COMMANDS.contains(&&**name));
    let Some(command) = name.and_then(|name| definitions.find_subcommand(&*name)) else {
        return arguments;
    };
    let options = Options { command };
    let (mut rewritten, mut texts) = (arguments[..=at].to_vec(), Vec::new());
    let mut is_rewritten = false;
    let mut rest = &arguments[at + 1..];
    while let Some((argument, after)) = rest.split_first() {
        rest = after;
        let shown = text(argument);
        if shown == "--" {
            let has_format = texts.iter().any(|t: &OsString| is_format(&text(t)));
            if ends_options(has_format, rest, &options) {
                texts.extend_from_slice(rest);
                break;
            }
            is_rewritten = true;
            texts.push(argument.clone());
            continue;
        }
        match options.form(&shown) {
            Form::Option { takes_next } => {
                rewritten.push(argument.clone());
                if let (true, Some((value, after))) = (takes_next, rest.split_first()) {
                    rest = after;
                    rewritten.push(value.clone());
                }
            }
            // The parser reports it.
            Form::UnknownOption => return arguments,
            Form::Text => {
                is_rewritten |= begins_with_hyphen(argument);
                texts.push(argument.clone());
            }
        }
    }
    if !is_rewritten {
        return arguments;
    }
    rewritten.push("--".into());
    rewritten.extend(texts);
    rewritten
}

/// Returns whether the argument `--` ends the options.
fn ends_options(has_format: bool, after: &[OsString], options: &Options<'_>) -> bool {
    let is_unknown = |argument: &OsString| options.form(&text(argument)) == Form::UnknownOption;
    match has_format {
        true => after.iter().any(is_unknown),
        false => after.iter().any(begins_with_hyphen),
    }
}

fn begins_with_hyphen(argument: &OsString) -> bool {
    let text = text(argument);
    text.starts_with('-') && text != "-"
}

fn text(argument: &OsString) -> Cow<'_, str> {
    argument.to_string_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_that_begins_with_a_hyphen_is_text() {
        for (given, meant) in [
            ("wgs solve G %w", "wgs solve G %w"),
            ("wgs solve G -%w", "wgs solve -- G -%w"),
            ("wgs -q solve G -%w -j", "wgs -q solve -j -- G -%w"),
            (
                "wgs --timeout 3 solve G --%w",
                "wgs --timeout 3 solve -- G --%w",
            ),
            ("wgs solve -d words G -s%w", "wgs solve -d words -- G -s%w"),
            ("wgs solve G -b A -n5 ---", "wgs solve -b A -n5 -- G ---"),
            (
                "wgs solve G --min-length=3 -1",
                "wgs solve --min-length=3 -- G -1",
            ),
            ("wgs analyze G -%B", "wgs analyze -- G -%B"),
            // An argument that has the form of an option is one.
            ("wgs solve G -j", "wgs solve G -j"),
            ("wgs solve G -%w --bord A", "wgs solve G -%w --bord A"),
            ("wgs solve G -%w -x", "wgs solve G -%w -x"),
            ("wgs solve G -%w -h", "wgs solve -h -- G -%w"),
            // The argument -- before a format ends the options if there is something to protect.
            ("wgs solve G -- -%w", "wgs solve G -- -%w"),
            ("wgs solve G -- -j", "wgs solve G -- -j"),
            ("wgs solve G -- %w -- -j", "wgs solve G -- %w -- -j"),
            ("wgs solve G --", "wgs solve -- G --"),
            ("wgs solve G -- %w", "wgs solve -- G -- %w"),
            // After a format it is text, unless an unknown option follows.
            ("wgs solve G %w --", "wgs solve -- G %w --"),
            ("wgs solve G %w -- -- -b A", "wgs solve -b A -- G %w -- --"),
            ("wgs solve G %w -- --begin", "wgs solve G %w -- --begin"),
            // Other commands take no formats.
            ("wgs score G -%w", "wgs score G -%w"),
            ("wgs create G -- -1", "wgs create G -- -1"),
            ("wgs", "wgs"),
        ] {
            let arguments = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
            let found = with_format_arguments(arguments(given));
            assert_eq!(found, arguments(meant), "{given}");
        }
    }
}
