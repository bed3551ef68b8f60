//! Two thousand clients who take their time, as an attack or a very bad network: participants notice nothing,
//! the memory stays bounded, and the slow clients lose their connections.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

mod common;

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use unmask_faults::api_client::ApiClient;
use unmask_faults::fleet::{Fleet, Setting};
use unmask_faults::participant::{Call, Manner, Pacing, SimulatedParticipant};
use unmask_faults::response_model::Random;

use common::{program, small};

/// What a slow client does until it is cut.
#[derive(Clone, Copy)]
enum Slow {
    /// Connects and says nothing.
    Silent,
    /// Sends a byte of its headers a second.
    Header,
    /// Sends a byte of its body a second.
    Body,
    /// Asks for more than the buffers of both ends hold, and never reads.
    Reader,
}

/// How many come.
const CROWD: usize = 2000;
const MANNERS: [Slow; 4] = [Slow::Silent, Slow::Header, Slow::Body, Slow::Reader];
/// What a connection's buffer may take (`crates/server/src/serve/mod.rs`), in KiB.
const BUFFER: u64 = 64;
/// Until all slow clients have lost their connection: the longest deadline is 30 s, and the machine may be busy.
const PATIENCE: Duration = Duration::from_mins(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_thousand_slow_clients_are_dropped_without_effect_on_others() {
    // As most systems begin: the program has to ask for more.
    let (_folder, fleet) = server("ulimit -Sn 1024").await;
    let process = Process::of(&fleet);
    let (address, before) = (fleet.servers[0].address, process.memory());
    let (files, started, came) = (process.files(), Instant::now(), Arc::new(AtomicUsize::new(0)));
    let mut slow = crowd(address, CROWD, &came).await;
    let (gone, over) = watch::channel(false);
    let participants = tokio::spawn(participants(address, over));
    let mut most = 0;
    let all_gone = || {
        most = most.max(process.files());
        came.load(Ordering::Relaxed) == CROWD && process.files() < files + 50
    };
    until(all_gone, "slow clients keep their connections").await;
    println!("{most} files at once; the last one was disconnected after {:?}", started.elapsed());
    gone.send_replace(true);
    let mut answers = participants.await.unwrap();
    slow.abort_all();

    let grown = process.memory().saturating_sub(before);
    answers.sort();
    let (p95, last) = (answers[answers.len() * 95 / 100], answers.last().unwrap());
    println!("{} answers meanwhile, p95 {p95:?}, slowest {last:?}; memory grew by {grown} KiB at most", answers.len());
    assert!(answers.len() > 20, "too few answers went through: {}", answers.len());
    assert!(most > 1024, "only {most} at once: were they not let in?");
    assert!(grown < CROWD as u64 * BUFFER, "memory grew by {grown} KiB");
    fleet.stop().await.unwrap();
}

/// A process that may open 256 files can't accept all of them. It must not stop, and must serve again when they are
/// gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_with_256_files_recovers_from_slow_clients() {
    let (folder, fleet) = server("ulimit -n 256").await;
    let (address, process) = (fleet.servers[0].address, Process::of(&fleet));
    let files = process.files();
    let mut slow = crowd(address, 400, &Arc::default()).await;
    until(|| process.files() > 250, "there was always room").await;
    until(|| process.files() < files + 20, "slow clients keep their connections").await;
    slow.abort_all();
    one(address, 0).await;
    let log = fs::read_to_string(folder.path().join("server-0.log")).unwrap();
    assert!(log.contains("can't accept a connection"), "the limit was never met: {log}");
    fleet.stop().await.unwrap();
}

/// A server, started by a shell that has set its limits.
async fn server(limits: &str) -> (TempDir, Fleet) {
    let folder = tempfile::tempdir().unwrap();
    let wrapper = ["sh", "-c", &format!("{limits}; exec \"$@\""), "sh"].map(String::from).to_vec();
    let setting = Setting { wrapper, ..Setting::new(program(), small(), folder.path().to_owned()) };
    (folder, Fleet::start(setting, 1).await.expect("the server starts"))
}

/// Starts slow clients, each slow in one of the ways. They keep their end of the connection open even if the server
/// closes.
async fn crowd(address: SocketAddr, count: usize, came: &Arc<AtomicUsize>) -> JoinSet<()> {
    let (mut slow, code) = (JoinSet::new(), code(address).await);
    for (_, manner) in (0..count).zip(MANNERS.into_iter().cycle()) {
        let (code, came) = (code.clone(), came.clone());
        slow.spawn(async move {
            let stream = behave(manner, address, &code, &came).await;
            std::future::pending::<()>().await;
            drop(stream);
        });
    }
    slow
}

fn client(address: SocketAddr) -> ApiClient {
    ApiClient::new(&format!("http://{address}")).unwrap()
}

/// Where the web app's code is, which is public.
async fn code(address: SocketAddr) -> String {
    let page = client(address).get("/").await.unwrap().text().await.unwrap();
    let mut addresses = page
        .split(['"', '\''])
        .filter(|part| part.starts_with("/assets/") && Path::new(part).extension().is_some_and(|kind| kind == "js"));
    addresses.next().expect("the first page names its code").to_owned()
}

/// Until the connection is cut; an error says that it was.
async fn behave(manner: Slow, address: SocketAddr, code: &str, came: &AtomicUsize) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(8 * 1024).unwrap();
    let mut stream = socket.connect(address).await.expect("it connects");
    came.fetch_add(1, Ordering::Relaxed);
    let (at_once, slowly) = match manner {
        Slow::Silent => (String::new(), String::new()),
        Slow::Header => (String::new(), "GET / HTTP/1.1\r\nhost: x\r\n".repeat(5)),
        Slow::Body => {
            let head = "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
            (format!("{head}content-length: 100\r\n\r\n"), "{".repeat(100))
        }
        Slow::Reader => (format!("GET {code} HTTP/1.1\r\nhost: x\r\n\r\n").repeat(400), String::new()),
    };
    stream.write_all(at_once.as_bytes()).await.ok()?;
    for byte in slowly.bytes() {
        sleep(Duration::from_secs(1)).await;
        stream.write_all(&[byte]).await.ok()?;
    }
    Some(stream)
}

/// Participants, four at a time, until it is over. How long each receipt took.
async fn participants(address: SocketAddr, over: watch::Receiver<bool>) -> Vec<Duration> {
    let mut side_by_side = JoinSet::new();
    for slot in 0..4 {
        let over = over.clone();
        side_by_side.spawn(async move {
            let mut took = Vec::new();
            for turn in 0.. {
                if turn > 0 && *over.borrow() {
                    break;
                }
                took.extend(one(address, turn * 4 + slot).await);
            }
            took
        });
    }
    side_by_side.join_all().await.concat()
}

/// One participant, from the registration to the end.
async fn one(address: SocketAddr, number: usize) -> Vec<Duration> {
    let manner = Manner::persistent(client(address), 1, Pacing::AtMost(60));
    let mut participant = SimulatedParticipant::new(manner, number, format!("robot-{number}"), Random::new(1, number));
    participant.take_part().await.expect("no participant is rejected");
    participant.timed.iter().filter(|timed| timed.call == Call::Submit).map(|timed| timed.took).collect()
}

async fn until(mut there: impl FnMut() -> bool, otherwise: &str) {
    let started = Instant::now();
    while !there() {
        assert!(started.elapsed() < PATIENCE, "{otherwise}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// The server, as the operating system sees it.
struct Process(PathBuf);

impl Process {
    fn of(fleet: &Fleet) -> Self {
        Self(Path::new("/proc").join(fleet.servers[0].id().unwrap().to_string()))
    }

    /// Open files, connections among them.
    fn files(&self) -> usize {
        fs::read_dir(self.0.join("fd")).expect("the server runs").count()
    }

    /// The most memory that it has had, in KiB.
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(self.0.join("status")).expect("the server runs");
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}
