//! Whole rounds, and properties that hold for any sequence of inputs.

mod assignment;
mod every_game;
mod plain_round;
mod room;
mod room_property;
mod room_table;
mod round;
mod round_property;
