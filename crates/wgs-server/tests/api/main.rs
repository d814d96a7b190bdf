//! Tests of the server's HTTP interface, in one binary, most of them without sockets.

mod call;
mod certificate;
mod client;
mod config;
mod json_schema;
mod limit;
mod nats_server;
mod nginx;
mod openapi;
mod postgres_server;
mod proxy;
mod random_body;
mod record;
mod room;
mod room_storage;
mod security;
mod socket;
