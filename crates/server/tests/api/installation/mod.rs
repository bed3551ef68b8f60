//! Several studies in one process.

mod commands;
mod handover;
mod isolation;
mod log;
mod people;
mod running;
mod sso;
