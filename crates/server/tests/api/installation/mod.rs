//! Several studies in one process.

mod commands;
mod isolation;
mod people;
mod running;
mod sso;
