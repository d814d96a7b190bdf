//! Rooms on real sockets with a real database: matches, lost connections, forged tokens, limits, and
//! what a server does when it is stopped.

mod cluster;
mod fault;
mod jepsen;
mod limit;
mod play;
mod player;
mod route;
mod schema;
mod server_process;
mod suspended;
