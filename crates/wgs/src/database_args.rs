//! The choice of the database of rooms: by `--database`, by `WGS_DATABASE`, or the file in the
//! user's data folder.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};
use wgs_server::room_storage::DatabaseLocation;

use crate::app;
use crate::feature::Feature;

/// The variable that names the database.
const VARIABLE: &str = "WGS_DATABASE";

/// The flag for the database.
#[derive(Debug, clap::Args)]
pub(crate) struct DatabaseArgs {
    /// Database of the rooms: a file, postgres://USER@HOST/DATABASE, or :memory: [default: the value of
    /// WGS_DATABASE, or rooms.sqlite in the folder wgs of your data folder].
    #[arg(long, value_name = "FILE-OR-URL")]
    database: Option<DatabaseLocation>,
}

impl DatabaseArgs {
    /// Returns the location that was given, or else that of the variable, or else the default.
    pub(crate) fn location(&self) -> Result<DatabaseLocation> {
        let location = self.named()?;
        if let DatabaseLocation::Postgres(_) = location {
            Feature::Cluster.require()?;
        }
        Ok(location)
    }

    fn named(&self) -> Result<DatabaseLocation> {
        if let Some(given) = &self.database {
            return Ok(given.clone());
        }
        match env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
            Some(value) => match value.to_str() {
                Some(text) => text.parse().context(VARIABLE),
                None => Ok(PathBuf::from(value).into()),
            },
            None => Ok(default_file()?.into()),
        }
    }
}

fn default_file() -> Result<PathBuf> {
    let folder = app::data_folder();
    let folder = folder.context("there is no data folder; name a file with --database")?;
    Ok(folder.join("rooms.sqlite"))
}
