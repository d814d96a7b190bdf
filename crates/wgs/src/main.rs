//! The command line: reads arguments, runs one command, and says with its exit code how it
//! went. Each command is a file in [`command`].

mod app;
mod arguments;
mod command;
mod in_order;
mod progress;
mod question;
mod stream;

use std::io::{self, Write};
use std::process::ExitCode;

use app::{App, Outcome};

fn main() -> ExitCode {
    let cli = arguments::parse();
    let app = App::new(cli.config);
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = command::run(cli.command, &app, &mut out);
    let result = result.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match result {
        Ok(outcome) => outcome.into(),
        // Whoever read the output has had enough.
        Err(error) if is_closed_pipe(&error) => Outcome::Fine.into(),
        Err(error) => {
            let _ = out.flush();
            let _ = writeln!(anstream::stderr(), "{}: {error:#}", app::emphasis("wgs"));
            Outcome::BadInput.into()
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.downcast_ref::<io::Error>().is_some_and(closed)
}
