//! The PostgreSQL of a test run, from Debian's binaries, on loopback, in a separate folder.
//!
//! Test runners start a process for each test, so the server is shared through a folder in the temporary directory: the
//! first process starts it, each holds a shared lock on `users` while it runs, and a watchdog stops and deletes it once
//! the lock has been free for a while. `UNMASK_TEST_POSTGRES` names another server to use, as
//! `postgres://user@host:port/database`.

use std::fs::{self, File, OpenOptions};
use std::net::{Ipv4Addr, TcpStream};
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::tools::{free_port, give_to_server, run, tool};

/// Seconds between the watchdog's looks.
const PATIENCE: u32 = 20;

struct Server {
    url: String,
    /// Held until the process ends.
    _users: Option<File>,
}

/// The URL of the server's own database.
pub(super) fn url() -> String {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(find_or_start).url.clone()
}

fn find_or_start() -> Server {
    if let Ok(url) = std::env::var("UNMASK_TEST_POSTGRES") {
        return Server { url, _users: None };
    }
    let folder = folder();
    let users = lock_file(&folder, "users");
    users.lock_shared().expect("a lock on the users of the test server");
    let starting = lock_file(&folder, "starting");
    starting.lock().expect("a lock to start the test server");
    let port = running(&folder).unwrap_or_else(|| start(&folder));
    Server { url: format!("postgres://postgres@127.0.0.1:{port}/postgres"), _users: Some(users) }
}

/// One for each user of the machine, because of the files' owners.
fn folder() -> PathBuf {
    let user = fs::metadata("/proc/self").map_or(0, |me| me.uid());
    let folder = std::env::temp_dir().join(format!("unmask-test-postgres-{user}"));
    fs::create_dir_all(&folder).expect("a folder for the test server");
    folder
}

fn lock_file(folder: &Path, name: &str) -> File {
    let file = OpenOptions::new().create(true).append(true).open(folder.join(name));
    file.unwrap_or_else(|e| panic!("can't open {name} in {}: {e}", folder.display()))
}

fn running(folder: &Path) -> Option<u16> {
    let port = fs::read_to_string(folder.join("port")).ok()?.trim().parse().ok()?;
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok().map(|_| port)
}

fn start(folder: &Path) -> u16 {
    let data = folder.join("data");
    let _ = fs::remove_dir_all(&data);
    fs::create_dir(&data).expect("a data folder for the test server");
    give_to_server(&data);
    let port = free_port();
    let log = data.join("log");
    run(tool("initdb").args(["--auth=trust", "--username=postgres", "--no-sync", "--pgdata"]).arg(&data));
    // Nothing here has to survive a power cut, and no database lives long enough to be tidied.
    let settings = format!(
        "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c full_page_writes=off \
         -c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off -c max_connections=400"
    );
    run(tool("pg_ctl").args(["start", "--wait", "--options", &settings, "--log"]).arg(log).arg("-D").arg(&data));
    fs::write(folder.join("port"), port.to_string()).expect("the port of the test server is noted");
    watch(folder, &tool("pg_ctl"));
    port
}

/// Stops the server and deletes its data when it is no longer used.
fn watch(folder: &Path, pg_ctl: &Command) {
    let mut stop = vec![pg_ctl.get_program().to_string_lossy().into_owned()];
    stop.extend(pg_ctl.get_args().map(|arg| arg.to_string_lossy().into_owned()));
    let script = format!(
        "(while sleep {PATIENCE}; do flock --exclusive --nonblock users sh -c \
         '{} stop --mode=immediate --pgdata=data; rm -rf data port' && exit; done) &",
        stop.join(" ")
    );
    // The shell runs the loop in the background, so that it outlives this process.
    let mut watchdog = Command::new("sh");
    watchdog.args(["-c", &script]).current_dir(folder).process_group(0);
    watchdog.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    watchdog.status().expect("the watchdog of the test server");
}
