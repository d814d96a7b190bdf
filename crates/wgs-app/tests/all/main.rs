//! Tests of the library as other programs use it, in one binary.

mod boggle;
mod catalogue;
mod embedded;
mod garbage;
mod manual;
mod problem;
mod schema;
mod spelling;
