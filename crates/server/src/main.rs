//! The program. Everything is in the library, so that tests run the same code.

use std::process::ExitCode;

fn main() -> ExitCode {
    unmask_server::cli::main()
}
