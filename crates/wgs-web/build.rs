//! Tells the linker to keep the relocations of the module of the games: `xtask/site` needs them to
//! move the parts of the module that are loaded on demand to files of their own.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-bin=wgs_play=--emit-relocs");
    }
}
