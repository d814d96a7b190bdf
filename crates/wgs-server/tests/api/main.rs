//! Tests of the server as programs use it, in one binary and without sockets: requests in,
//! answers out.

mod answering;
mod asking;
mod config;
mod describing;
mod limit;
mod random;
mod safety;
