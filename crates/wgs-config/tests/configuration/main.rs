//! Tests of the public interface, in one binary.

mod catalogue;
mod draft;
mod embedded;
mod garbage;
mod manual;
mod problem;
mod reference;
mod schema;
mod share_link;
