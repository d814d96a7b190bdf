//! Whole rounds, and properties that hold for any sequence of inputs.

mod assignment;
mod every_game;
mod plain_round;
mod round;
mod round_property;
