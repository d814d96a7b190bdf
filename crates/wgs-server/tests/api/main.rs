//! Tests of the server's HTTP interface, in one binary, most of them without sockets.

mod call;
mod client;
mod config;
mod limit;
mod openapi;
mod random_body;
mod room_storage;
mod security;
mod socket;
