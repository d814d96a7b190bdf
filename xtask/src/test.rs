//! `cargo xtask test`: the checks that must pass before a change is merged, from formatting to the
//! tests of the pages in a browser. `--slow` adds nothing to that: it runs the checks of a night or
//! a release. `.ci/run` runs both.
//!
//! Rust, git and access to a crate registry are enough. A step that needs a tool which is
//! missing is skipped, and the summary at the end says why.

mod slow;

use std::ffi::OsString;

use crate::debian_program::{IP, NATS_SERVER, NGINX};
use crate::step::Step;
use crate::summary::Summary;
use crate::{
    Failure, browser, network_namespace, npm_package, postgres, site, vulkan, wasm, workflow,
    workspace,
};

pub(crate) const HELP: &str = "\
Check formatting and lints, and run the tests.

Usage: cargo xtask test [--slow] [--strict]

Options:
  --slow      run what takes long instead: the documentation, the page as it is published and its
              size, packages and their sizes, more random inputs, AddressSanitizer, an
              emulated ARM processor
  --strict    fail if anything was skipped or ignored because a program is missing

In a clean clone, the tests take about twenty minutes on two cores, and as long again with
--slow. They need 10 GB of disk space. Compiler targets are added with rustup. On Debian, as root,
Chromium, iproute2, nats-server, nginx, PostgreSQL, Mesa's driver for Vulkan, QEMU and a
cross-compiler are installed with apt-get. axe-core is downloaded with npm, if that is installed.
Elsewhere, a step whose tools are missing is skipped, tests that need one of these programs are
reported as ignored, and the summary at the end gives the reasons. cargo-nextest is used where it is
installed.

To run the tests of one crate, use cargo itself: cargo test -p wgs-engine
";

/// The title of the tests of two machines.
const NETWORK_TESTS: &str = "tests in networks of their own";

/// All features of the program: the tests are of the full program.
pub(crate) const FULL: &str = "--workspace --features wgs/full";

/// The share of the usual number of random cases that the quick tests run. `--slow` runs more than
/// the usual number.
const EFFORT: &str = "0.5";

/// The arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Options {
    is_slow: bool,
    is_strict: bool,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Self, Failure> {
        let mut options = Self::default();
        for argument in arguments {
            match *argument {
                "--slow" => options.is_slow = true,
                "--strict" => options.is_strict = true,
                other => {
                    return Err(format!("expected --slow or --strict, found \"{other}\"").into());
                }
            }
        }
        Ok(options)
    }
}

pub(crate) fn run(arguments: &[&str]) -> Result<(), Failure> {
    let options = Options::parse(arguments)?;
    let mut summary = Summary::new();
    let outcome = match options.is_slow {
        true => slow::run_steps(&mut summary),
        false => run_steps(&mut summary),
    };
    println!("==> summary\n{summary}");
    outcome?;
    if options.is_strict {
        summary.fail_if_incomplete()?;
    }
    println!("==> all checks passed");
    Ok(())
}

fn run_steps(summary: &mut Summary) -> Result<(), Failure> {
    check_sources(summary)?;
    test_workspace(summary)
}

/// Formatting and lints.
fn check_sources(summary: &mut Summary) -> Result<(), Failure> {
    let format = Step::cargo("fmt --all --check");
    summary.run("formatting", &format)?;
    let lints = Step::cargo(&format!("clippy {FULL} --all-targets -- -D warnings"))
        .note("checks all crates and their dependencies: 2 to 4 minutes the first time");
    summary.run("lints", &lints)?;
    match workflow::lints() {
        Ok(lints) => summary.run("lints of the workflows", &lints),
        Err(reason) => {
            summary.skip("lints of the workflows", reason);
            Ok(())
        }
    }
}

/// All tests of the workspace, among them those in a browser if there is one.
fn test_workspace(summary: &mut Summary) -> Result<(), Failure> {
    for line in ignored_tests() {
        summary.note(line);
    }
    let page = wasm::prepare();
    let tests = Tests::prepare(summary, page.clone());
    summary.run("compilation of the tests", &tests.compile())?;
    for (title, step) in site::test_steps() {
        summary.run_if(page.clone(), title, &step)?;
    }
    if Step::cargo("nextest --version").succeeds() {
        let step = tests
            .step(&format!("nextest run {FULL} --no-fail-fast"))
            .variable("WGS_TEST_EFFORT", EFFORT)
            .argument("--filterset")
            .argument("not binary(browser)");
        // Tests of pages and of servers often wait, and leave the processor to the others.
        let beside = [
            (
                "tests in a browser",
                tests.step(&format!("test {FULL} --test browser")),
            ),
            (
                "examples in the documentation",
                tests.step(&format!("test {FULL} --doc")),
            ),
        ];
        return summary.run_beside(&beside, ("tests", &step));
    }
    let step = tests.step(&format!("test {FULL}"));
    summary.run("tests", &step.variable("WGS_TEST_EFFORT", EFFORT))
}

/// The programs that tests start, by the variables that name them. Tests whose variables are missing
/// are compiled as ignored, with the reason.
struct Tests {
    variables: Vec<(&'static str, OsString)>,
}

impl Tests {
    /// Finds or installs the programs. The page can be compiled, or not for a reason.
    fn prepare(summary: &mut Summary, page: Result<(), String>) -> Self {
        let variables = test_variables(summary, page);
        Self { variables }
    }

    /// Cargo with these variables. All steps name the same packages and features, so that Cargo
    /// compiles them once.
    fn step(&self, line: &str) -> Step {
        let variables = self.variables.iter().cloned();
        variables.fold(Step::cargo(line), |step, (name, value)| {
            step.variable(name, value)
        })
    }

    /// Compiles all crates and tests.
    fn compile(&self) -> Step {
        self.step(&format!("test {FULL} --no-run"))
            .note("compiles all crates and tests: 5 to 8 minutes the first time")
    }
}

/// Tests that are ignored because of the machine. Nothing can be installed to run them, so `--strict`
/// accepts that.
fn ignored_tests() -> Vec<&'static str> {
    let mut lines = Vec::new();
    if !workspace::root().join("../shared/data").is_dir() {
        lines.push("tests with published figures: ignored, ../shared/data does not exist");
    }
    #[cfg(target_arch = "x86_64")]
    let has_vector_engines =
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avx512vbmi");
    #[cfg(not(target_arch = "x86_64"))]
    let has_vector_engines = false;
    if !has_vector_engines {
        lines.push("tests of the vector engines: ignored, the processor lacks AVX2 or AVX-512");
    }
    lines
}

fn test_variables(
    summary: &mut Summary,
    page: Result<(), String>,
) -> Vec<(&'static str, OsString)> {
    let mut variables = vec![
        ("WGS_BINARY", workspace::binary("debug", "wgs").into()),
        ("WGS_SITE", site::test_folder().into()),
    ];
    match page.and_then(|()| browser::prepare()) {
        Ok(found) => variables.extend([
            ("WGS_BROWSER", found.browser.into()),
            ("WGS_CHROMEDRIVER", found.driver.into()),
        ]),
        Err(reason) => summary.ignore("tests in a browser", reason),
    }
    let vulkan = vulkan::prepare();
    if vulkan.is_ok() {
        // Without a part of Mesa that looks for a display, and complains if there is none.
        variables.push(("NODEVICE_SELECT", "1".into()));
    }
    for (title, variable, prepared) in [
        (
            "tests with axe-core",
            "WGS_AXE",
            npm_package::AXE_CORE.prepare(),
        ),
        ("tests with NATS", "WGS_NATS_SERVER", NATS_SERVER.prepare()),
        ("tests behind nginx", "WGS_NGINX", NGINX.prepare()),
        ("tests with PostgreSQL", "WGS_POSTGRES", postgres::prepare()),
        ("tests on a GPU", "WGS_VULKAN_DRIVER", vulkan),
        (NETWORK_TESTS, "WGS_IP", IP.prepare()),
    ] {
        match prepared {
            // Nothing can be installed to change that, so `--strict` accepts it.
            Ok(path) if title == NETWORK_TESTS && !network_namespace::are_permitted(&path) => {
                summary.note(&format!(
                    "{title}: ignored, this user may not make network namespaces here"
                ));
            }
            Ok(path) => variables.push((variable, path.into())),
            Err(reason) => summary.ignore(title, reason),
        }
    }
    variables
}
