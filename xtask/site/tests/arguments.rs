//! The arguments of the program, which `cargo xtask` passes.
//!
//! With this test, Cargo compiles the program together with all tests, and `cargo xtask test` runs
//! it without compiling its dependencies once more with other features.

use std::process::Command;

#[test]
fn a_call_without_modules_says_what_is_expected() {
    let folder = std::env::temp_dir().join("xtask-site-arguments");
    for arguments in [vec![], vec!["--quick".as_ref(), folder.as_os_str()]] {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask-site"))
            .args(&arguments)
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        assert!(
            errors.starts_with("site: expected the folder to write"),
            "{arguments:?}: {errors}"
        );
    }
    assert!(!folder.exists());
}
