//! Tests of the public interface, in one binary. "The manual" is the user manual of *Word Game
//! Solver* (Robert Gamble, 2014).

mod catalogue;
mod draft;
mod embedded;
mod garbage;
mod manual;
mod problem;
mod reference;
mod schema;
mod share_link;
