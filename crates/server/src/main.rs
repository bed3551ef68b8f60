//! The program. Everything is in the library, so that tests run the same code.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    unmask_server::cli::main()
}
