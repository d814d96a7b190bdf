//! `#[requires(…)]` for tests: where the machine lacks what a test needs, the test is
//! reported as ignored, with the reason, instead of passing without having checked anything.
//!
//! ```ignore
//! use wgs_test_requirement::requires;
//!
//! #[requires(shared_data)]
//! #[test]
//! fn the_boards_score_as_published() {}
//! ```
//!
//! Rust's test harness knows ignored tests only from an attribute, so this is decided when the
//! test is compiled. A test that is run anyway (`cargo test -- --ignored`), or whose
//! data or browser was removed after it was compiled, has to fail.
//!
//! This is a crate because attribute macros need one that holds nothing else. The `test-with`
//! crate has such conditions for files and variables, but none for processor features, and
//! has many dependencies.

use std::env;
use std::path::Path;

use proc_macro::TokenStream;

/// What a test can require.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Requirement {
    /// The test data in `shared/data` beside the repository.
    SharedData,
    /// Chromium and its driver, which `cargo xtask test` finds or installs.
    Browser,
    /// The browser, and axe-core, which `cargo xtask test` gets with npm.
    Axe,
    /// The message server of NATS, which `cargo xtask test` finds or installs.
    Nats,
    /// The reverse proxy nginx, which `cargo xtask test` finds or installs.
    Nginx,
    /// The programs of a PostgreSQL server, which `cargo xtask test` finds or installs.
    Postgres,
    /// What several servers need to form one service: NATS and PostgreSQL.
    Cluster,
    /// The browser, and the permission to make network namespaces with the program `ip`, which `cargo
    /// xtask test` finds or installs.
    NetworkNamespaces,
    /// A driver for Vulkan, for a GPU or for the processor, which `cargo xtask test` finds or installs.
    Vulkan,
    /// A processor with the vector instructions of the engine `avx2`.
    Avx2,
    /// The same for the engine `avx512`.
    Avx512,
}

impl Requirement {
    fn from_name(name: &str) -> Option<Self> {
        match name {
            "shared_data" => Some(Self::SharedData),
            "browser" => Some(Self::Browser),
            "axe" => Some(Self::Axe),
            "nats" => Some(Self::Nats),
            "nginx" => Some(Self::Nginx),
            "postgres" => Some(Self::Postgres),
            "cluster" => Some(Self::Cluster),
            "network_namespaces" => Some(Self::NetworkNamespaces),
            "vulkan" => Some(Self::Vulkan),
            "avx2" => Some(Self::Avx2),
            "avx512" => Some(Self::Avx512),
            _ => None,
        }
    }

    /// Whether this machine has it.
    fn is_met(self) -> bool {
        match self {
            Self::SharedData => Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../../../shared/data")
                .is_dir(),
            Self::Browser
            | Self::Axe
            | Self::Nats
            | Self::Nginx
            | Self::Postgres
            | Self::Cluster
            | Self::NetworkNamespaces
            | Self::Vulkan => self
                .variables()
                .iter()
                .all(|name| env::var_os(name).is_some()),
            Self::Avx2 | Self::Avx512 => self.is_met_by_processor(),
        }
    }

    /// The variables in which `cargo xtask test` passes the paths of programs and of axe-core to the
    /// tests.
    fn variables(self) -> &'static [&'static str] {
        match self {
            Self::Browser => &["WGS_BROWSER", "WGS_CHROMEDRIVER"],
            Self::Axe => &["WGS_BROWSER", "WGS_CHROMEDRIVER", "WGS_AXE"],
            Self::Nats => &["WGS_NATS_SERVER"],
            Self::Nginx => &["WGS_NGINX"],
            Self::Postgres => &["WGS_POSTGRES"],
            Self::Cluster => &["WGS_NATS_SERVER", "WGS_POSTGRES"],
            Self::NetworkNamespaces => &["WGS_BROWSER", "WGS_CHROMEDRIVER", "WGS_IP"],
            Self::Vulkan => &["WGS_VULKAN_DRIVER"],
            Self::SharedData | Self::Avx2 | Self::Avx512 => &[],
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn is_met_by_processor(self) -> bool {
        match self {
            Self::Avx512 => {
                is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
            _ => is_x86_feature_detected!("avx2"),
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn is_met_by_processor(self) -> bool {
        false
    }

    /// Why a test is ignored.
    fn reason(self) -> &'static str {
        match self {
            Self::SharedData => {
                "needs the test data in ../shared/data, and a rebuild once it exists"
            }
            Self::Browser => {
                "needs Chromium and its driver; `cargo xtask test` finds or installs them"
            }
            Self::Axe => {
                "needs Chromium, its driver and axe-core; `cargo xtask test` gets the latter with npm"
            }
            Self::Nats => "needs nats-server; `cargo xtask test` finds or installs it",
            Self::Nginx => "needs nginx; `cargo xtask test` finds or installs it",
            Self::Postgres => "needs PostgreSQL; `cargo xtask test` finds or installs it",
            Self::Cluster => {
                "needs nats-server and PostgreSQL; `cargo xtask test` finds or installs them"
            }
            Self::NetworkNamespaces => {
                "needs Chromium, its driver and the permission to make network namespaces; `cargo xtask test` checks for them"
            }
            Self::Vulkan => {
                "needs a driver for Vulkan; `cargo xtask test` finds or installs Mesa's"
            }
            Self::Avx2 => "needs a processor with AVX2",
            Self::Avx512 => "needs a processor with AVX-512, VBMI and VPOPCNTDQ",
        }
    }

    /// The code to insert before the test.
    fn attributes(self) -> String {
        let reason = self.reason();
        let ignore = match self.is_met() {
            false => format!("#[ignore = {reason:?}]"),
            // The test may be compiled here for another machine.
            true if matches!(self, Self::Avx2 | Self::Avx512) => {
                format!("#[cfg_attr(not(target_arch = \"x86_64\"), ignore = {reason:?})]")
            }
            true => String::new(),
        };
        // Makes Cargo compile the test again when the variables change.
        let variables: String = self
            .variables()
            .iter()
            .map(|name| format!("const _: Option<&str> = option_env!({name:?}); "))
            .collect();
        variables + &ignore
    }
}

/// Ignores a test where what it needs is missing: `shared_data`, `browser`, `axe`, `nats`, `nginx`,
/// `postgres`, `cluster`, `network_namespaces`, `vulkan`, `avx2` or `avx512`.
#[proc_macro_attribute]
pub fn requires(requirement: TokenStream, test: TokenStream) -> TokenStream {
    let name = requirement.to_string();
    let code = match Requirement::from_name(&name) {
        Some(requirement) => requirement.attributes(),
        None => format!(
            "compile_error!(\"expected shared_data, browser, axe, nats, nginx, postgres, cluster, network_namespaces, vulkan, avx2 or avx512, found `{}`\");",
            name.escape_default()
        ),
    };
    let mut output: TokenStream = code.parse().expect("the code is Rust");
    output.extend(test);
    output
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_ignored_with_its_reason_exactly_where_the_requirement_is_not_met() {
        for name in [
            "shared_data",
            "browser",
            "axe",
            "nats",
            "nginx",
            "postgres",
            "cluster",
            "network_namespaces",
            "vulkan",
            "avx2",
            "avx512",
        ] {
            let requirement = Requirement::from_name(name).unwrap();
            let ignored = format!("#[ignore = {:?}]", requirement.reason());
            let attributes = requirement.attributes();
            assert_eq!(
                attributes.contains(&ignored),
                !requirement.is_met(),
                "{name}: {attributes}"
            );
        }
    }

    #[test]
    fn other_names_are_rejected() {
        for name in ["", "data", "avx", "shared_data, browser"] {
            assert_eq!(Requirement::from_name(name), None);
        }
    }
}
