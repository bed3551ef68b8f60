//! `unmask openapi`

use std::process::ExitCode;

use crate::http::openapi;

pub fn run() -> ExitCode {
    println!("{:#}", openapi());
    ExitCode::SUCCESS
}
