//! The page's WebAssembly modules and the JavaScript that binds them to the browser, generated
//! by wasm-bindgen's library. The workspace pins it to the version the page is built with.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::Failure;
use crate::memo::Memo;
use crate::module_part::{self, SplitModule};
use crate::site::{Site, files_in, read};

/// A name and contents.
type File<'p> = (&'p str, &'p [u8]);

/// Adds the module `NAME.wasm` as `NAME.js`, `NAME_bg.wasm`, its parts and the scripts that crates
/// bring with them.
pub(crate) fn add_bindings(site: &mut Site, memo: &mut Memo, wasm: &Path) -> Result<(), Failure> {
    let name = wasm.file_stem().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| format!("{} is not the name of a module", wasm.display()))?;
    let compiled = read(wasm)?;
    let packed = memo.result(name, &compiled, || pack(&generate(name, &compiled)?))?;
    for (name, contents) in unpack(&packed)? {
        site.add(name, contents.to_vec())?;
    }
    Ok(())
}

fn generate(name: &str, compiled: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let temporary = std::env::temp_dir().join(format!("xtask-site-{}", std::process::id()));
    let files = generate_in(&temporary, name, compiled);
    // A folder that cannot be removed does no harm.
    let _ = std::fs::remove_dir_all(&temporary);
    files
}

fn generate_in(
    temporary: &Path,
    name: &str,
    compiled: &[u8],
) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let SplitModule { module, mut parts } = module_part::split(name, compiled, temporary)?;
    let folder = temporary.join("bindings");
    Bindgen::new()
        .input_bytes(name, module)
        .web(true)
        .and_then(|bindgen| {
            bindgen
                .typescript(false)
                .remove_name_section(true)
                .remove_producers_section(true)
                // The engine.js sends workers the module; boot.js loads the file beside it.
                .omit_default_module_path(false)
                // The parts use the module's memory and functions.
                .keep_lld_exports(!parts.is_empty())
                .generate(&folder)
        })
        .map_err(|error| format!("cannot generate the bindings: {error:#}"))?;
    for (name, path) in files_in(&folder)? {
        parts.push((name, read(&path)?));
    }
    Ok(parts)
}

/// Several files as one result: name and length on a line, then the contents.
fn pack(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, Failure> {
    let mut packed = Vec::new();
    for (name, contents) in files {
        packed.extend(format!("{} {name}\n", contents.len()).into_bytes());
        packed.extend(contents);
    }
    Ok(packed)
}

fn unpack(mut packed: &[u8]) -> Result<Vec<File<'_>>, Failure> {
    let mut files = Vec::new();
    while !packed.is_empty() {
        let (file, rest) =
            unpack_first(packed).ok_or("target/site-memo is damaged; delete it and try again")?;
        files.push(file);
        packed = rest;
    }
    Ok(files)
}

/// The first file, and the files after it.
fn unpack_first(packed: &[u8]) -> Option<(File<'_>, &[u8])> {
    let end = packed.iter().position(|&byte| byte == b'\n')?;
    let (length, name) = str::from_utf8(&packed[..end]).ok()?.split_once(' ')?;
    let (contents, rest) = packed[end + 1..].split_at_checked(length.parse().ok()?)?;
    Some(((name, contents), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_are_unpacked_as_they_were() {
        let files = [
            ("a.js".to_owned(), b"1 2\n".to_vec()),
            ("deep/b c.js".to_owned(), vec![]),
        ];
        let packed = pack(&files).unwrap();
        let unpacked: Vec<_> = unpack(&packed)
            .unwrap()
            .into_iter()
            .map(|(name, contents)| (name.to_owned(), contents.to_vec()))
            .collect();
        assert_eq!(unpacked, files);
        assert!(unpack(&packed[1..packed.len() - 1]).is_err());
    }
}
