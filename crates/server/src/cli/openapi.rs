//! `unmask openapi`

use std::process::ExitCode;

use crate::routes::openapi;

pub fn run() -> ExitCode {
    println!("{:#}", openapi());
    ExitCode::SUCCESS
}
