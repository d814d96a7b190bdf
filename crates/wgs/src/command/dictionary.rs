//! `wgs dictionary`: compiles and describes dictionaries.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use serde::Serialize;
use wgs_config::DictionarySource;
use wgs_core::lexicon::{FILE_VERSION, is_lexicon_file};

use crate::app::ExitStatus;

/// Compile word lists, and describe dictionaries.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: DictionaryCommand,
}

#[derive(Debug, Subcommand)]
enum DictionaryCommand {
    /// Compile a word list into a compact file that loads in milliseconds.
    Compile {
        /// Word list: words separated by white space, in any order, in upper or lower case.
        list: PathBuf,
        /// File to write.
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Print the number of words, the letters and the size of a dictionary.
    Info {
        /// Word list or compiled dictionary.
        file: PathBuf,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Serialize)]
struct InfoReply {
    file: String,
    form: &'static str,
    version: Option<u32>,
    words: usize,
    longest: usize,
    letters: usize,
    alphabet: String,
    nodes: usize,
    bytes: u64,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> Result<ExitStatus> {
    match args.command {
        DictionaryCommand::Compile { list, output } => compile(&list, &output, out)?,
        DictionaryCommand::Info { file, json } => info(&file, json, out)?,
    }
    Ok(ExitStatus::Success)
}

fn compile(list: &Path, output: &Path, out: &mut dyn Write) -> Result<()> {
    let is_list = |path: &Path| Some(path.canonicalize().ok()? == list.canonicalize().ok()?);
    if is_list(output) == Some(true) {
        bail!("{} would overwrite the word list", output.display());
    }
    let lexicon = DictionarySource::File(list.to_owned()).load()?;
    let bytes = lexicon.to_bytes();
    fs::write(output, &bytes).with_context(|| format!("cannot write {}", output.display()))?;
    let (words, size, output) = (lexicon.len(), bytes.len(), output.display());
    writeln!(out, "{output}: {words} words in {size} bytes")?;
    Ok(())
}

fn info(file: &Path, json: bool, out: &mut dyn Write) -> Result<()> {
    let lexicon = DictionarySource::File(file.to_owned()).load()?;
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let compiled = is_lexicon_file(&bytes);
    let letters = lexicon.alphabet().letters().map(|(_, text)| text);
    let reply = InfoReply {
        file: file.display().to_string(),
        form: if compiled { "compiled" } else { "list" },
        version: compiled.then_some(FILE_VERSION),
        words: lexicon.len(),
        longest: lexicon.longest(),
        letters: lexicon.alphabet().len(),
        alphabet: letters.collect(),
        nodes: lexicon.node_count(),
        bytes: bytes.len() as u64,
    };
    if json {
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        return Ok(());
    }
    let form = match reply.version {
        Some(version) => format!("compiled, version {version}"),
        None => "word list".to_owned(),
    };
    writeln!(out, "Form          {form}, {} bytes", reply.bytes)?;
    writeln!(out, "Words         {}", reply.words)?;
    writeln!(out, "Longest word  {} letters", reply.longest)?;
    writeln!(out, "Letters       {}: {}", reply.letters, reply.alphabet)?;
    writeln!(out, "Nodes         {} when loaded", reply.nodes)?;
    Ok(())
}
