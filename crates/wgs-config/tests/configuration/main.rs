//! Tests of the library as other programs use it, in one binary.

mod catalogue;
mod draft;
mod embedded;
mod garbage;
mod manual;
mod problem;
mod schema;
mod share_link;
