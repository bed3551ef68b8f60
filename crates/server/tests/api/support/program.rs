//! The program itself, as a process.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use super::fixture;

/// Longer than any start takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_mins(1);
/// What makes a server of the program.
pub const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];

/// A command of the program in this folder, over the small study.
pub fn command(folder: &Path, args: &[&str]) -> Command {
    command_by(Command::new(env!("CARGO_BIN_EXE_unmask")), folder, args)
}

/// The same by another program, which runs it.
pub fn command_by(mut command: Command, folder: &Path, args: &[&str]) -> Command {
    command.args(args).current_dir(folder);
    command.env("UNMASK_STUDY", fixture()).env("NO_COLOR", "1").env("UNMASK_LOG", "error");
    command
}

pub fn unmask(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

#[track_caller]
pub fn works(output: &Output) -> String {
    assert!(output.status.success(), "{}", said(output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
pub fn fails(output: &Output, says: &[&str]) {
    assert!(!output.status.success(), "{output:?}");
    contains(&said(output), says);
}

/// Asserts that the output of a failed command contains all of these.
#[track_caller]
pub fn contains(said: &str, words: &[&str]) {
    for word in words {
        assert!(said.contains(word), "'{word}' is not in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Changes the text of a file.
pub fn rewrite(file: &Path, change: impl FnOnce(String) -> String) {
    let text = fs::read_to_string(file).unwrap();
    fs::write(file, change(text)).unwrap();
}

/// Everything that a command has written to its outputs.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Sends a request on a new connection; the whole reply.
pub fn exchange(address: impl ToSocketAddrs, request: &str, headers: &[&str], body: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).unwrap();
    let headers: String = headers.iter().flat_map(|line| [*line, "\r\n"]).collect();
    let length = body.len();
    let head = format!("{request} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}content-length: {length}");
    write!(stream, "{head}\r\n\r\n{body}").unwrap();
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).unwrap();
    reply
}

/// The running program. It is killed when this is dropped.
pub struct Program {
    pub child: Child,
    /// Where it serves.
    pub address: String,
    said: NamedTempFile,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    /// Starts a server; returns its output if it stops instead.
    pub fn start(folder: &Path, args: &[&str]) -> Result<Self, String> {
        Self::serve(command(folder, &[&SERVE, args].concat()))
    }

    /// The same by a command.
    pub fn serve(command: Command) -> Result<Self, String> {
        let mut program = Self::spawn(command);
        let started = Instant::now();
        loop {
            let ended = program.child.try_wait().unwrap().is_some();
            let said = program.said();
            if said.contains("Console: ") {
                let (_, rest) = said.split_once("on http://").unwrap();
                rest.lines().next().unwrap().clone_into(&mut program.address);
                return Ok(program);
            }
            if ended {
                return Err(said);
            }
            assert!(started.elapsed() < PATIENCE, "{said}");
            sleep(Duration::from_millis(20));
        }
    }

    /// Any command, which is not waited for.
    pub fn spawn(mut command: Command) -> Self {
        let said = NamedTempFile::new().unwrap();
        command.stdout(Stdio::null()).stderr(File::create(said.path()).unwrap());
        // Its own process group, so that a signal for the tests does not reach it.
        Self { child: command.process_group(0).spawn().unwrap(), address: String::new(), said }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Its log and messages so far.
    pub fn said(&self) -> String {
        fs::read_to_string(self.said.path()).unwrap()
    }

    /// Until something is there; no longer than a minute, in case it never is.
    #[track_caller]
    pub fn until<T>(&mut self, there: impl Fn() -> Option<T>) -> T {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if let Some(found) = there() {
                return found;
            }
            if let Some(status) = self.child.try_wait().unwrap() {
                panic!("it ended with {status}: {}", self.said());
            }
            sleep(Duration::from_millis(2));
        }
        panic!("it does not appear");
    }
}
