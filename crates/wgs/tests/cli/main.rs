//! Tests of the program as people and scripts use it: arguments and input, output and exit
//! codes.

mod api;
mod argument;
mod bench;
mod boggle;
mod budget;
mod check;
mod config;
mod create;
mod device;
mod dictionary;
mod embedded;
mod figure;
mod filter;
mod folder;
mod format;
mod help;
mod hunt;
#[cfg(unix)]
mod interrupt;
mod join;
mod levels;
mod manual;
mod notation;
mod play;
#[cfg(unix)]
mod play_screen;
mod prove;
#[cfg(unix)]
mod pseudo_terminal;
mod readme;
mod records;
mod reply;
mod room;
mod scrabblet;
#[cfg(unix)]
mod screen_game;
mod serve_process;
mod server;
mod spelling;
mod stream;
mod study;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod terminal_layout;
#[cfg(unix)]
mod terminal_svg;
mod tls_proxy;
mod worker;
