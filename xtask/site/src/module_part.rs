//! The parts of a module that the page loads on demand: what only functions marked with
//! `#[wasm_split]` need. `wasm_split_cli_support` moves each part to a separate file; the module
//! must have been linked with its relocations.

use std::path::Path;

use wasm_split_cli_support::Options;
use xxhash_rust::xxh3::xxh3_64;

use crate::Failure;
use crate::site::{files_in, read};

/// How the names of the parts begin: those of a function, and those that several of them share.
const PREFIXES: [&str; 2] = ["split_", "chunk_"];

/// What `#[wasm_split]` imports.
const MARK: &[u8] = b"__wasm_split_load_";

/// A module without its parts, and the files of these.
pub(crate) struct SplitModule {
    pub(crate) module: Vec<u8>,
    pub(crate) parts: Vec<(String, Vec<u8>)>,
}

/// Splits a module, if it has parts. The folder is for temporary files.
pub(crate) fn split(name: &str, compiled: &[u8], folder: &Path) -> Result<SplitModule, Failure> {
    if !compiled.windows(MARK.len()).any(|bytes| bytes == MARK) {
        return Ok(SplitModule {
            module: compiled.to_vec(),
            parts: Vec::new(),
        });
    }
    let module = folder.join("module.wasm");
    let files = folder.join("parts");
    let (link, main) = (format!("./{name}_parts.js"), format!("./{name}.js"));
    let mut options = Options::new(compiled);
    options.output_dir = &files;
    options.main_out_path = &module;
    options.link_name = &link;
    options.main_module = &main;
    std::fs::create_dir_all(&files)?;
    let split = wasm_split_cli_support::transform(options);
    split.map_err(|error| format!("cannot split {name}: {error:#}"))?;
    // A page that is open while its site is replaced must not load parts of the new one, so their
    // names differ.
    let version = format!("{:08x}", xxh3_64(compiled) as u32);
    let files = files_in(&files)?.into_iter();
    let parts = files.map(|(file, path)| renamed(name, &version, &file, read(&path)?));
    Ok(SplitModule {
        module: read(&module)?,
        parts: parts.collect::<Result<_, _>>()?,
    })
}

/// A file with its name on the site: a part, or the script that loads the parts.
fn renamed(
    name: &str,
    version: &str,
    file: &str,
    contents: Vec<u8>,
) -> Result<(String, Vec<u8>), Failure> {
    let prefix = format!("{name}-{version}-");
    match file.strip_suffix(".wasm") {
        Some(_) => Ok((
            format!("{prefix}{file}"),
            without_custom_sections(&contents)?,
        )),
        None => {
            let script = String::from_utf8(contents)?;
            let script = PREFIXES.iter().fold(script, |script, part| {
                script.replace(&format!("\"./{part}"), &format!("\"./{prefix}{part}"))
            });
            Ok((file.to_owned(), script.into_bytes()))
        }
    }
}

/// A module without the names of its functions, which take a quarter of a part.
fn without_custom_sections(module: &[u8]) -> Result<Vec<u8>, Failure> {
    const HEADER: usize = 8;
    const CUSTOM: u8 = 0;
    let damaged = "a part of a module is damaged";
    let (header, mut rest) = module.split_at_checked(HEADER).ok_or(damaged)?;
    let mut kept = header.to_vec();
    while let Some((&id, after)) = rest.split_first() {
        let (length, bytes) = length(after).ok_or(damaged)?;
        let end = 1 + bytes + length;
        let (section, others) = rest.split_at_checked(end).ok_or(damaged)?;
        if id != CUSTOM {
            kept.extend(section);
        }
        rest = others;
    }
    Ok(kept)
}

/// The number at the start of some bytes, in LEB128, and how many bytes it takes.
fn length(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut number = 0_usize;
    for (index, &byte) in bytes.iter().take(5).enumerate() {
        number |= usize::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return Some((number, index + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_sections_are_left_out() {
        let header = *b"\0asm\x01\0\0\0";
        let module = [&header[..], &[0, 2, 1, b'a', 1, 0x81, 0, 9, 0, 1, 0]].concat();
        let short = [&header[..], &[1, 0x81, 0, 9]].concat();
        assert_eq!(without_custom_sections(&module).unwrap(), short);
        for length in (0..8).chain([9, 10, 13]) {
            assert!(
                without_custom_sections(&module[..length]).is_err(),
                "{length}"
            );
        }
    }

    #[test]
    fn the_script_names_the_files_of_the_parts() {
        let script = b"fetch(new URL(\"./split_rooms.wasm\")), \"./wgs_play.js\"".to_vec();
        let (name, script) = renamed("wgs_play", "0a", "wgs_play_parts.js", script).unwrap();
        assert_eq!(name, "wgs_play_parts.js");
        let expected = "fetch(new URL(\"./wgs_play-0a-split_rooms.wasm\")), \"./wgs_play.js\"";
        assert_eq!(String::from_utf8(script).unwrap(), expected);
        let part = b"\0asm\x01\0\0\0".to_vec();
        let (name, _) = renamed("wgs_play", "0a", "split_rooms.wasm", part).unwrap();
        assert_eq!(name, "wgs_play-0a-split_rooms.wasm");
    }
}
