//! PostgreSQL's programs, for tests that start a server.

use std::fs::{self, File};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::iter::repeat_with;
use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// The ports that [`free_port`] chooses from. They lie below those that Linux gives to outgoing connections (32768 and
/// above), so that no connection of another test takes the port before its server starts.
const PORTS: Range<u16> = 10_000..32_000;

/// A port that is free and stays free until its server starts, if tests in other processes choose theirs here too: each
/// chooses at random.
///
/// # Panics
/// If there is none.
pub fn free_port() -> u16 {
    repeat_with(|| RandomState::new().build_hasher().finish())
        .take(1_000)
        .map(|number| PORTS.start + u16::try_from(number % PORTS.len() as u64).expect("below the number of ports"))
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .expect("a free port")
}

/// PostgreSQL does not run as root. Debian's package creates a user, who must own the folder.
///
/// # Panics
/// If the folder can't be given away.
pub fn give_to_server(folder: &Path) {
    if is_root() {
        run(Command::new("chown").arg("-R").arg("postgres:").arg(folder));
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0)
}

/// A program of the newest PostgreSQL that is installed, as a user who may run it.
///
/// # Panics
/// If there is none.
pub fn tool(name: &str) -> Command {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions
        .map(|version| version.path().join("bin").join(name))
        .filter(|program| program.exists())
        .max()
        .unwrap_or_else(|| panic!("{name} is not there: install Debian's package `postgresql`, the tests need it"));
    if !is_root() {
        return Command::new(newest);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(newest);
    command
}

/// Runs it to its end. Output goes to a file: a pipe would stay open as long as a server that it starts.
///
/// # Panics
/// If it does not succeed.
pub fn run(command: &mut Command) {
    let output = tempfile::tempfile().expect("a temporary file");
    let both = || Stdio::from(output.try_clone().expect("a second handle"));
    command.current_dir("/").stdin(Stdio::null()).stdout(both()).stderr(both());
    let status = command.status();
    let worked = status.as_ref().is_ok_and(ExitStatus::success);
    assert!(worked, "{command:?} failed ({status:?}): {}", said(output));
}

fn said(mut output: File) -> String {
    use std::io::{Read as _, Seek as _};
    let mut text = String::new();
    let _ = output.rewind();
    let _ = output.read_to_string(&mut text);
    text
}
