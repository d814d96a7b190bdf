//! Where a database is: a file, a PostgreSQL server or memory.

use std::fmt::{self, Debug, Display, Formatter};
use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;

/// The location of a database, as `--database` names it.
///
/// ```
/// use wgs_server::room_storage::DatabaseLocation;
///
/// let location: DatabaseLocation = "postgres://wgs:secret@db.example/rooms".parse()?;
/// assert_eq!(location.to_string(), "postgres://wgs@db.example/rooms");
/// # Ok::<(), wgs_server::room_storage::LocationError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseLocation {
    /// Memory: everything is lost when the server ends.
    Memory,
    /// A file of SQLite.
    File(PathBuf),
    /// A database of PostgreSQL, as a URL.
    Postgres(String),
}

/// Why a text is not the location of a database.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected a file, postgres://USER@HOST/DATABASE or :memory:, but found {found}")]
pub struct LocationError {
    found: String,
}

impl DatabaseLocation {
    const MEMORY: &str = ":memory:";
}

impl FromStr for DatabaseLocation {
    type Err = LocationError;

    fn from_str(text: &str) -> Result<Self, LocationError> {
        let error = |found: &str| LocationError {
            found: found.to_owned(),
        };
        match text.split_once("://") {
            _ if text.is_empty() => Err(error("nothing")),
            _ if text == Self::MEMORY => Ok(Self::Memory),
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres(text.to_owned())),
            // The rest might contain a password.
            Some((scheme, _)) => Err(error(&format!("an address with {scheme}://"))),
            None => Ok(Self::File(PathBuf::from(text))),
        }
    }
}

impl From<PathBuf> for DatabaseLocation {
    fn from(file: PathBuf) -> Self {
        Self::File(file)
    }
}

/// Writes the location without a password.
impl Display for DatabaseLocation {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => formatter.write_str(Self::MEMORY),
            Self::File(file) => write!(formatter, "{}", file.display()),
            Self::Postgres(url) => formatter.write_str(&without_password(url)),
        }
    }
}

/// Writes the location without a password.
impl Debug for DatabaseLocation {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "DatabaseLocation({self})")
    }
}

/// Returns a URL without its password and its parameters, one of which may be the password.
pub(super) fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let host_at = rest.rfind('@').map_or(0, |at| at + 1);
    let (login, host) = rest.split_at(host_at);
    match login.trim_end_matches('@').split(':').next() {
        Some(user) if !user.is_empty() => format!("{scheme}://{user}@{host}"),
        _ => format!("{scheme}://{host}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_is_a_file_a_url_or_memory() {
        for (text, location) in [
            (":memory:", DatabaseLocation::Memory),
            (
                "rooms.sqlite",
                DatabaseLocation::File("rooms.sqlite".into()),
            ),
            ("C:\\rooms", DatabaseLocation::File("C:\\rooms".into())),
            (
                "postgres:///rooms",
                DatabaseLocation::Postgres("postgres:///rooms".to_owned()),
            ),
            (
                "postgresql://localhost/a",
                DatabaseLocation::Postgres("postgresql://localhost/a".to_owned()),
            ),
        ] {
            assert_eq!(text.parse(), Ok(location.clone()));
            assert_eq!(location.to_string(), text);
        }
    }

    #[test]
    fn other_addresses_are_rejected_without_repeating_them() {
        for (text, found) in [
            ("", "nothing"),
            ("mysql://me:secret@host/a", "an address with mysql://"),
        ] {
            let error = text.parse::<DatabaseLocation>().unwrap_err().to_string();
            assert_eq!(
                error,
                format!(
                    "expected a file, postgres://USER@HOST/DATABASE or :memory:, but found {found}"
                )
            );
        }
    }

    #[test]
    fn a_password_is_never_shown() {
        for (url, shown) in [
            ("postgres://a:secret@h:5432/d", "postgres://a@h:5432/d"),
            ("postgres://a:sec@ret@h/d", "postgres://a@h/d"),
            ("postgres://h/d?user=a&password=secret", "postgres://h/d"),
            ("postgres://:secret@h/d", "postgres://h/d"),
            ("postgresql://a@h/d#secret", "postgresql://a@h/d"),
        ] {
            let location: DatabaseLocation = url.parse().unwrap();
            assert_eq!(location.to_string(), shown);
            assert!(!format!("{location:?}").contains("sec"), "{location:?}");
        }
    }
}
