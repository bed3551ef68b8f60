//! `unmask openapi`

use std::process::ExitCode;

use anyhow::Result;

use crate::http::openapi;

pub fn run() -> Result<ExitCode> {
    println!("{}", openapi().to_pretty_json()?);
    Ok(ExitCode::SUCCESS)
}
