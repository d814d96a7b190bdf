//! The `serde` feature for the types that are written as text or as a number. Structs of plain
//! fields derive their implementations where they are defined.
//!
//! | type | written as |
//! |---|---|
//! | [`Board`], [`Tile`], [`Face`] | text in the board [`notation`] |
//! | [`FoldedText`] | text, folded when read |
//! | [`Decimal`] | text, such as `"1.5"`, so that no precision is lost |
//! | [`Engine`] | its name |
//! | [`Cell`] | its index, from 0; in rules its position, from 1 |
//! | [`QuLength`] | a number, 1 or 2 |

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::Board;
use crate::decimal::Decimal;
use crate::grid::{Cell, Grid};
use crate::letter::FoldedText;
use crate::notation;
use crate::rules::QuLength;
use crate::solver::Engine;
use crate::tile::{Face, Tile};

fn parse<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

/// Implements both traits for a type with [`Display`] and [`FromStr`].
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                parse(deserializer)
            }
        }
    )*};
}

as_text!(Board, Decimal, Engine);

// A single tile may need a bar after it, which its `Display` does not write.
impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&notation::print(std::slice::from_ref(self)))
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parse(deserializer)
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Tile::plain(self.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tile = Tile::deserialize(deserializer)?;
        if tile != Tile::plain(tile.face.clone()) {
            let message = format!("expected a tile without multipliers, found {tile}");
            return Err(D::Error::custom(message));
        }
        Ok(tile.face)
    }
}

impl Serialize for FoldedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for FoldedText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(Self::new(&text))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.index() as u32)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let index = u32::deserialize(deserializer)? as usize;
        if index >= Grid::MAX_CELLS {
            let message = format!("cell {index} is beyond the largest grid");
            return Err(D::Error::custom(message));
        }
        Ok(Self::new(index))
    }
}

impl Serialize for QuLength {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.letters())
    }
}

impl<'de> Deserialize<'de> for QuLength {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let letters = u32::deserialize(deserializer)?;
        let message = || format!("a Qu tile counts as 1 letter or 2, not {letters}");
        Self::new(letters).ok_or_else(|| D::Error::custom(message()))
    }
}

/// Cells written as positions, from 1.
pub(crate) mod positions {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        cells: &[Cell],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(cells.iter().map(|cell| cell.position()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Cell>, D::Error> {
        let positions = Vec::<usize>::deserialize(deserializer)?.into_iter();
        let cells = positions.map(|position| {
            let message = || format!("there is no position {position} on any grid");
            Cell::at_position(position).ok_or_else(|| D::Error::custom(message()))
        });
        cells.collect()
    }
}
