//! Compressed copies of the files, `.br` and `.gz`, for servers that can send them as they
//! are. Each content is compressed only once, so the slowest and best settings are used.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use brotli::enc::BrotliEncoderParams;
use flate2::write::GzEncoder;

use crate::Failure;
use crate::memo::Memo;
use crate::site::Site;

/// A file's contents, compressed with Brotli and with gzip.
#[derive(Debug)]
pub(crate) struct Compressed {
    pub(crate) br: Vec<u8>,
    pub(crate) gz: Vec<u8>,
}

/// The extensions of text, programs and the table of common words. Images are compressed already.
const COMPRESSIBLE: [&str; 9] = [
    ".bin",
    ".css",
    ".html",
    ".js",
    ".json",
    ".lexicon",
    ".svg",
    ".wasm",
    ".webmanifest",
];

/// Compresses all compressible files, and returns the results by name.
pub(crate) fn compress(
    site: &Site,
    memo: &mut Memo,
) -> Result<BTreeMap<String, Compressed>, Failure> {
    let mut all = BTreeMap::new();
    for (name, contents) in site.iter() {
        if COMPRESSIBLE.iter().any(|ending| name.ends_with(ending)) {
            let br = memo.result("br-11-24", contents, || brotli(contents))?;
            let gz = memo.result("gz-9", contents, || gzip(contents))?;
            all.insert(name.to_owned(), Compressed { br, gz });
        }
    }
    Ok(all)
}

/// The bytes that a file takes on its way to a browser.
pub(crate) fn transfer_size(
    name: &str,
    contents: &[u8],
    compressed: &BTreeMap<String, Compressed>,
) -> usize {
    compressed
        .get(name)
        .map_or(contents.len(), |it| it.br.len())
}

fn brotli(contents: &[u8]) -> Result<Vec<u8>, Failure> {
    let settings = BrotliEncoderParams {
        quality: 11,
        // A window of 16 MB covers the whole WebAssembly module.
        lgwin: 24,
        size_hint: contents.len(),
        ..Default::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut Cursor::new(contents), &mut compressed, &settings)?;
    Ok(compressed)
}

fn gzip(contents: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(contents)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn both_formats_decompress_to_the_contents() {
        let contents = "the same again, ".repeat(500).into_bytes();
        let mut back = Vec::new();
        let br = brotli(&contents).unwrap();
        brotli::BrotliDecompress(&mut Cursor::new(&br), &mut back).unwrap();
        assert_eq!(back, contents);
        assert!(br.len() < 100, "{}", br.len());

        let gz = gzip(&contents).unwrap();
        let mut back = Vec::new();
        flate2::read::GzDecoder::new(gz.as_slice())
            .read_to_end(&mut back)
            .unwrap();
        assert_eq!(back, contents);
    }
}
