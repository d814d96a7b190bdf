//! `wgs dictionary`: compiles and describes dictionaries.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use serde::Serialize;
use wgs_config::{Catalogue, DictionarySource};
use wgs_engine::lexicon::FILE_VERSION;

use crate::app::{App, ExitStatus};

/// Compile word lists, and describe dictionaries.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: DictionaryCommand,
}

#[derive(Debug, Subcommand)]
enum DictionaryCommand {
    /// Compile a word list into a file that loads in milliseconds.
    Compile(CompileArgs),
    /// Print the number of words, the letters and the size of a dictionary.
    Info {
        /// Name of a dictionary in the configuration, word list or compiled dictionary.
        #[arg(value_name = "NAME-OR-FILE")]
        dictionary: String,
        /// Print one JSON object.
        #[arg(short, long)]
        json: bool,
    },
}

#[derive(Debug, clap::Args)]
struct CompileArgs {
    /// Word list: words separated by white space, in any order, in upper or lower case.
    list: PathBuf,
    /// File to write, if not given with --output.
    #[arg(conflicts_with = "output")]
    file: Option<PathBuf>,
    /// File to write.
    #[arg(short, long, value_name = "FILE", required_unless_present = "file")]
    output: Option<PathBuf>,
    /// Has no effect. Earlier versions wrote a second, larger kind of file with it.
    #[arg(long, hide = true)]
    fast: bool,
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

pub(crate) fn run(args: Args, app: &App, out: &mut dyn Write) -> Result<ExitStatus> {
    match args.command {
        DictionaryCommand::Compile(args) => compile(&args, app, out)?,
        DictionaryCommand::Info { dictionary, json } => {
            let source = source(&dictionary, app.catalogue()?)?;
            info(&source, json, out)?;
        }
    }
    Ok(ExitStatus::Success)
}

fn compile(args: &CompileArgs, app: &App, out: &mut dyn Write) -> Result<()> {
    let list = &args.list;
    let file = args.file.as_ref().or(args.output.as_ref());
    let file = file.context("expected the name of a file to write")?;
    let is_list = |path: &Path| Some(path.canonicalize().ok()? == list.canonicalize().ok()?);
    if is_list(file) == Some(true) {
        bail!("{} would overwrite the word list", file.display());
    }
    let lexicon = DictionarySource::File(list.to_owned()).load()?;
    let bytes = lexicon.to_bytes();
    if !lexicon.is_openable(bytes.len()) {
        let (nodes, size) = (lexicon.node_count(), bytes.len());
        bail!(
            "{}: its {nodes} nodes would become a file of {size} bytes, which is too small to be \
             opened safely; use the word list itself",
            list.display()
        );
    }
    replace(file, &bytes).with_context(|| format!("cannot write {}", file.display()))?;
    if args.fast {
        app.note(
            "--fast is no longer needed: this is the compact file, which opens in milliseconds",
        );
    }
    let (words, size, file) = (lexicon.len(), bytes.len(), file.display());
    writeln!(out, "{file}: {words} words in {size} bytes")?;
    Ok(())
}

/// Writes a file. One that exists is replaced by a new file, so that programs that read it meanwhile
/// see the old content or the new, and never a part of it.
fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let metadata = fs::metadata(file);
    if metadata.is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(file, bytes);
    }
    // Follow a link, so that it stays one.
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let mut temporary = file.clone().into_os_string();
    temporary.push(format!(".{}.tmp", process::id()));
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, &file));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Returns the dictionary that a user asks for. A text that is neither a name in the configuration
/// nor a file that exists, but is written like one, is a file too.
fn source(name_or_file: &str, catalogue: &Catalogue) -> Result<DictionarySource> {
    let looks_like_file = Path::new(name_or_file).extension().is_some()
        || name_or_file.contains(std::path::is_separator);
    match catalogue.dictionary(name_or_file) {
        Err(_) if looks_like_file => Ok(DictionarySource::File(name_or_file.into())),
        found => Ok(found?),
    }
}

fn info(source: &DictionarySource, json: bool, out: &mut dyn Write) -> Result<()> {
    let lexicon = source.load()?;
    let file = source.file_info()?;
    let letters = lexicon.alphabet().letters().map(|(_, text)| text);
    let reply = InfoReply {
        file: source.to_string(),
        form: match (file.is_compiled, source.file()) {
            (_, None) => "embedded",
            (false, _) => "list",
            (true, _) => "compiled",
        },
        version: file.is_compiled.then_some(FILE_VERSION),
        words: lexicon.len(),
        longest: lexicon.longest(),
        letters: lexicon.alphabet().len(),
        alphabet: letters.collect(),
        nodes: lexicon.node_count(),
        bytes: file.bytes as u64,
    };
    if json {
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
        return Ok(());
    }
    let form = match (reply.form, reply.version) {
        ("embedded", _) => "embedded in the program".to_owned(),
        (_, Some(version)) => format!("compiled, version {version}"),
        (_, None) => "word list".to_owned(),
    };
    writeln!(out, "Form          {form}, {} bytes", reply.bytes)?;
    writeln!(out, "Words         {}", reply.words)?;
    writeln!(out, "Longest word  {} letters", reply.longest)?;
    writeln!(out, "Letters       {}: {}", reply.letters, reply.alphabet)?;
    writeln!(out, "Nodes         {} when loaded", reply.nodes)?;
    Ok(())
}
