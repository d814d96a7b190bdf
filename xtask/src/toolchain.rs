//! The needs of the steps besides Rust itself: compiler targets, and programs of the system.
//! Both are installed automatically if that needs no confirmation.

use std::env;
use std::path::{Path, PathBuf};

use crate::Failure;
use crate::step::Step;

/// Makes sure that the compiler has a target, with rustup's help if needed; or says what is
/// missing.
pub(crate) fn add_target(target: &str) -> Result<(), String> {
    if has_target(target) {
        return Ok(());
    }
    let added = Step::new("rustup", ["target", "add", target]).run("compiler target");
    match added {
        Ok(_) if has_target(target) => Ok(()),
        Ok(_) => Err(format!(
            "the compiler does not use rustup's target {target}"
        )),
        Err(failure) => Err(format!(
            "the compiler target {target} is missing: {failure}"
        )),
    }
}

/// Asks the compiler, which works for a Rust without rustup too.
fn has_target(target: &str) -> bool {
    Step::new("rustc", ["--print", "target-libdir", "--target", target])
        .capture()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

/// Returns the target of this machine.
pub(crate) fn host() -> Result<String, Failure> {
    let output = Step::new("rustc", ["--print", "host-tuple"]).capture()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Installs Debian packages if that needs no confirmation, or says how to do it. Where systemd does
/// not run, as in a container, the services of the packages are not started.
pub(crate) fn install(packages: &str) -> Result<(), String> {
    let Some(program) = installer() else {
        return Err(format!(
            "on Debian, run `apt-get install {packages}` as root"
        ));
    };
    let apt_get = |arguments: &str| {
        let step = match program {
            Installer::AptGet => Step::new("apt-get", arguments.split(' ')),
            Installer::Sudo => {
                let line = format!("-n --preserve-env apt-get {arguments}");
                Step::new("sudo", line.split(' '))
            }
        };
        step.variable("DEBIAN_FRONTEND", "noninteractive")
            .variable("RUNLEVEL", "1")
    };
    apt_get("update -q")
        .run("list of Debian packages")
        .and_then(|_| {
            apt_get(&format!("install -q -y --no-install-recommends {packages}"))
                .run("Debian packages")
        })
        .map_err(|failure| failure.to_string())?;
    Ok(())
}

/// Where Debian installs servers. The `PATH` of other users than root often lacks it.
const SERVER_FOLDER: &str = "/usr/sbin";

/// Finds a program in the folders of `PATH`, or among the servers of the system.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .chain([PathBuf::from(SERVER_FOLDER)])
        .map(|folder| folder.join(&name))
        .find(|path| path.is_file())
}

/// A way to install Debian packages.
#[derive(Clone, Copy)]
enum Installer {
    /// The user is root.
    AptGet,
    /// The machine of a continuous integration, whose user may become root.
    Sudo,
}

/// Returns the way to install Debian packages without a confirmation.
fn installer() -> Option<Installer> {
    find_program("apt-get")?;
    let is_root = Step::new("id", ["-u"])
        .capture()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let may_become_root = || {
        env::var_os("CI").is_some()
            && find_program("sudo").is_some()
            && Step::new("sudo", ["-n", "true"]).succeeds()
    };
    match is_root {
        true => Some(Installer::AptGet),
        false => may_become_root().then_some(Installer::Sudo),
    }
}
