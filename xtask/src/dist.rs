//! `cargo xtask dist`: packages the crates as they are published, and installs the program from the
//! packages, as `cargo install` does: the default build, and the full one with the page.
//!
//! The packages lie in a workspace of their own, outside the repository, and cannot use
//! files that are not part of them. It has the profiles and the lock file of the repository.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process::Process;
use crate::step::Step;
use crate::summary::Summary;
use crate::{Failure, site, toolchain, workspace};

pub(crate) const HELP: &str = "\
Package the crates, install the program from the packages, and check its size.

Usage: cargo xtask dist

target/dist/default/bin has the default build then, and target/dist/full/bin the one with the
server, the page, PostgreSQL, NATS and GPUs. An archive with the latter is beside them. It takes
about eight minutes on two cores the first time.
";

/// The crates that are published, each after those that it needs.
const CRATES: [&str; 12] = [
    "wgs-engine",
    "wgs-config",
    "wgs-pattern",
    "wgs-dice",
    "wgs-records",
    "wgs-study",
    "wgs-play",
    "wgs-client",
    "wgs-app",
    "wgs-gpu",
    "wgs-server",
    "wgs",
];

/// A build of the program, and how large it may be.
struct Build {
    name: &'static str,
    features: &'static str,
    max_bytes: u64,
}

const BUILDS: [Build; 2] = [
    Build {
        name: "default",
        features: "",
        max_bytes: 8_000_000,
    },
    Build {
        name: "full",
        features: "full",
        max_bytes: 20_000_000,
    },
];

pub(crate) fn run(options: &[&str]) -> Result<(), Failure> {
    if let [first, ..] = options {
        return Err(format!("expected no arguments, but found \"{first}\"").into());
    }
    site::build(&site::default_folder(), true)?;
    let mut summary = Summary::new();
    let outcome = check(&mut summary).and_then(|()| archive(&mut summary));
    println!("==> summary\n{summary}");
    outcome
}

/// Packs the full program, which [`check`] installs, with its licences.
pub(crate) fn archive(summary: &mut Summary) -> Result<(), Failure> {
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("wgs-{version}-{}", toolchain::host()?);
    let folder = workspace::target().join("dist");
    let content = folder.join(&name);
    fs::create_dir_all(&content)?;
    let program = program_of("full");
    fs::copy(
        &program,
        content.join(program.file_name().expect("it is a file")),
    )?;
    for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(workspace::root().join(file), content.join(file))?;
    }
    let pack = Step::new("tar", ["-czf", &format!("{name}.tar.gz"), &name]).folder(folder);
    summary.run("archive", &pack)
}

/// The folder that a build is installed to.
fn folder_of(build: &str) -> PathBuf {
    workspace::target().join("dist").join(build)
}

/// The program of a build.
fn program_of(build: &str) -> PathBuf {
    let name = format!("wgs{}", std::env::consts::EXE_SUFFIX);
    folder_of(build).join("bin").join(name)
}

/// Packages, installs and checks. The page must have been built before.
pub(crate) fn check(summary: &mut Summary) -> Result<(), Failure> {
    let package = Step::cargo("package --no-verify --allow-dirty");
    let package = CRATES.iter().fold(package, |step, name| {
        step.argument("--package").argument(*name)
    });
    summary.run("packages", &package)?;
    let folder = unpack()?;
    // Brings the lock file up to date with the packages, without looking for newer dependencies.
    let lock = Step::cargo("update --workspace --quiet").folder(folder.clone());
    summary.run("lock file of the packages", &lock)?;
    let unpacked = files(&folder)?;
    for build in &BUILDS {
        let install = Step::cargo("install --locked --force --no-track --profile dist")
            .argument("--path")
            .argument(folder.join(package_name("wgs")))
            .argument("--root")
            .argument(folder_of(build.name))
            .argument("--target-dir")
            .argument(workspace::target())
            .argument("--features")
            .argument(build.features)
            .folder(folder.clone());
        summary.run(&format!("{} program", build.name), &install)?;
        let program = program_of(build.name);
        check_size(build, &program, summary)?;
        check_program(build, &program)?;
    }
    // Build scripts may write to their own folder in `target` only.
    if let Some(added) = files(&folder)?.difference(&unpacked).next() {
        return Err(format!("compiling the packages wrote {}", added.display()).into());
    }
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// All files below a folder.
fn files(folder: &Path) -> Result<BTreeSet<PathBuf>, Failure> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => found.append(&mut files(&entry.path())?),
            false => {
                found.insert(entry.path());
            }
        }
    }
    Ok(found)
}

fn package_name(name: &str) -> String {
    format!("{name}-{}", env!("CARGO_PKG_VERSION"))
}

/// Unpacks the packages into a new workspace.
fn unpack() -> Result<PathBuf, Failure> {
    let folder = std::env::temp_dir().join(format!("wgs-dist-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let packages = workspace::target().join("package");
    for name in CRATES {
        let file = packages.join(format!("{}.crate", package_name(name)));
        let unpack = Step::new("tar", ["-xzf"])
            .argument(file)
            .folder(folder.clone());
        unpack.run(&format!("unpacking {name}"))?;
        // The lock file of the workspace is the one that counts.
        let _ = fs::remove_file(folder.join(package_name(name)).join("Cargo.lock"));
    }
    let manifest = fs::read_to_string(workspace::root().join("Cargo.toml"))?;
    fs::write(folder.join("Cargo.toml"), workspace_of_packages(&manifest))?;
    fs::copy(
        workspace::root().join("Cargo.lock"),
        folder.join("Cargo.lock"),
    )?;
    Ok(folder)
}

/// The sections of the repository's manifest that the workspace of the packages takes over.
const PROFILES: [&str; 4] = [
    "[profile.release]",
    "[profile.release.package]",
    "[profile.dist]",
    "[profile.dist.package]",
];

/// Writes the manifest of a workspace of packages, with the profiles of the repository.
fn workspace_of_packages(manifest: &str) -> String {
    let patches: String = CRATES
        .iter()
        .map(|name| format!("{name} = {{ path = \"{}\" }}\n", package_name(name)))
        .collect();
    let mut is_taken_over = false;
    let profiles = manifest.lines().filter(|line| {
        if line.starts_with('[') {
            is_taken_over = PROFILES.contains(line);
        }
        is_taken_over
    });
    let profiles: String = profiles.map(|line| format!("{line}\n")).collect();
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"wgs*\"]\n\n\
         [patch.crates-io]\n{patches}\n{profiles}"
    )
}

fn check_size(build: &Build, program: &Path, summary: &mut Summary) -> Result<(), Failure> {
    let bytes = fs::metadata(program)?.len();
    let figure = format!(
        "{} program: {:.2} MB, at most {:.0} MB",
        build.name,
        bytes as f64 / 1e6,
        build.max_bytes as f64 / 1e6
    );
    summary.note(&figure);
    match bytes <= build.max_bytes {
        true => Ok(()),
        false => Err(format!("the {figure}").into()),
    }
}

/// Solves a board with the program, and loads the page from it if it has one.
fn check_program(build: &Build, program: &Path) -> Result<(), Failure> {
    let path = program.display();
    let output = Command::new(program)
        .args([
            "solve",
            "boggle-new",
            "%w%(, )",
            "--board",
            "STNDTEIELARSMRTO",
        ])
        .args(["--min-length", "10"])
        .output()?;
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() || words.is_empty() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{path} does not solve a board: {words}{errors}").into());
    }
    if build.features != "full" {
        return Ok(());
    }
    let mut serve = Command::new(program);
    serve.args(["serve", "--port", "0", "--database", ":memory:"]);
    let (_process, address) = Process::serve(serve)?;
    let mut connection = TcpStream::connect(address)?;
    connection.set_read_timeout(Some(Duration::from_secs(10)))?;
    write!(connection, "GET / HTTP/1.0\r\nhost: {address}\r\n\r\n")?;
    let mut page = String::new();
    connection.read_to_string(&mut page)?;
    match page.contains("<!doctype html>") && page.contains("wgs_play") {
        true => Ok(()),
        false => Err(format!("{path} serves no page at /, but: {page}").into()),
    }
}
