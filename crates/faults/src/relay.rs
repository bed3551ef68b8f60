//! A mail server that takes messages, rejects some, and breaks off now and then. Each server of the study has an
//! address of its own here, so that it is known which one sent a message.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::moved_clock::{Moment, MovedClock};
use crate::random_stream::RandomStream;

/// What happens to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// The recipient is rejected for now.
    Deferred,
    /// The message is rejected, for a reason that is not the recipient's address.
    Policy,
    /// The recipient's address is permanently rejected, after the message was read.
    NoSuchRecipient,
    /// The connection breaks before the message was read.
    Dropped,
    /// The message is accepted, and the connection breaks before the reply.
    ReplyLost,
    /// The message is accepted, and the reply takes a while.
    Slow,
}

/// The longest time that a slow reply takes, in milliseconds.
const SLOW: usize = 600;

fn trouble(chance: &mut RandomStream) -> Option<Trouble> {
    match chance.below(100) {
        0..4 => Some(Trouble::Deferred),
        4..6 => Some(Trouble::Policy),
        6 => Some(Trouble::NoSuchRecipient),
        7..10 => Some(Trouble::Dropped),
        10..15 => Some(Trouble::ReplyLost),
        15..35 => Some(Trouble::Slow),
        _ => None,
    }
}

/// A message that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Its `Message-ID`.
    pub id: String,
    /// The recipient's address.
    pub to: String,
    /// The server that sent it.
    pub server: usize,
    /// When the server began to hand it over.
    pub begun: Moment,
    /// When it was accepted.
    pub accepted: Moment,
    /// Whether the server was told.
    pub replied: bool,
}

/// A message that was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub to: String,
    pub begun: Moment,
    /// The ID of a message that was permanently rejected.
    pub rejected: Option<String>,
}

/// What the mail server saw.
#[derive(Clone, Debug, Default)]
pub struct Post {
    pub deliveries: Vec<Delivery>,
    pub failed: Vec<Attempt>,
    pub troubles: BTreeMap<Trouble, u32>,
    /// The path that unsubscribes, by address.
    pub unsubscribe: BTreeMap<String, String>,
    /// How often a recipient was named, by address.
    tries: BTreeMap<String, u32>,
}

/// A running mail server.
pub struct Relay {
    /// Where the servers connect, one each.
    pub addresses: Vec<SocketAddr>,
    shared: Arc<Shared>,
    accepting: Vec<JoinHandle<()>>,
}

struct Shared {
    seed: u64,
    clock: MovedClock,
    post: Mutex<Post>,
    open: AtomicUsize,
}

impl Shared {
    fn post(&self) -> MutexGuard<'_, Post> {
        self.post.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Relay {
    pub async fn start(servers: usize, seed: u64, clock: MovedClock) -> Result<Self> {
        let shared = Arc::new(Shared { seed, clock, post: Mutex::default(), open: AtomicUsize::new(0) });
        let (mut addresses, mut accepting) = (Vec::new(), Vec::new());
        for server in 0..servers {
            let listener = TcpListener::bind("127.0.0.1:0").await?;
            addresses.push(listener.local_addr()?);
            let shared = shared.clone();
            accepting.push(tokio::spawn(async move {
                while let Ok((stream, _)) = listener.accept().await {
                    tokio::spawn(serve(stream, server, shared.clone()));
                }
            }));
        }
        Ok(Self { addresses, shared, accepting })
    }

    /// The path that unsubscribes somebody, from the last message to them.
    pub fn unsubscribe_path(&self, address: &str) -> Option<String> {
        self.shared.post().unsubscribe.get(address).cloned()
    }

    /// Waits until no message has been under way for a moment, at most for a while.
    pub async fn until_quiet(&self) {
        let (mut since, started) = (Instant::now(), Instant::now());
        while since.elapsed() < Duration::from_millis(150) && started.elapsed() < Duration::from_secs(3) {
            sleep(Duration::from_millis(10)).await;
            if self.shared.open.load(Ordering::SeqCst) > 0 {
                since = Instant::now();
            }
        }
    }

    /// Stops accepting connections.
    pub fn stop(self) -> Post {
        self.accepting.iter().for_each(JoinHandle::abort);
        self.shared.post().clone()
    }
}

async fn serve(stream: TcpStream, server: usize, shared: Arc<Shared>) -> std::io::Result<()> {
    let (read, write) = stream.into_split();
    let mut connection = Connection { lines: BufReader::new(read).lines(), write, server, shared, message: None };
    connection.reply("220 mail.example.org").await?;
    while let Some(line) = connection.lines.next_line().await? {
        if !connection.command(&line).await? {
            break;
        }
    }
    Ok(())
}

struct Connection {
    lines: Lines<BufReader<OwnedReadHalf>>,
    write: OwnedWriteHalf,
    server: usize,
    shared: Arc<Shared>,
    message: Option<UnderWay>,
}

/// A message that is being handed over. If it ends early, it has failed.
struct UnderWay {
    shared: Arc<Shared>,
    begun: Moment,
    to: String,
    trouble: Option<Trouble>,
    rejected: Option<String>,
    accepted: bool,
}

impl UnderWay {
    fn begin(shared: Arc<Shared>) -> Self {
        shared.open.fetch_add(1, Ordering::SeqCst);
        let begun = shared.clock.now();
        Self { shared, begun, to: String::new(), trouble: None, rejected: None, accepted: false }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.shared.open.fetch_sub(1, Ordering::SeqCst);
        if !self.accepted {
            let failed = Attempt { to: self.to.clone(), begun: self.begun, rejected: self.rejected.take() };
            self.shared.post().failed.push(failed);
        }
    }
}

impl Connection {
    async fn reply(&mut self, line: &str) -> std::io::Result<()> {
        self.write.write_all(format!("{line}\r\n").as_bytes()).await
    }

    /// Whether the connection stays open.
    async fn command(&mut self, line: &str) -> std::io::Result<bool> {
        let command = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        match command.as_str() {
            "EHLO" => self.reply("250-mail.example.org\r\n250 8BITMIME").await?,
            "MAIL" => {
                self.message = Some(UnderWay::begin(self.shared.clone()));
                self.reply("250 ok").await?;
            }
            "RCPT" => self.recipient(line).await?,
            "DATA" => return self.data().await,
            "QUIT" => {
                self.reply("221 bye").await?;
                return Ok(false);
            }
            _ => {
                self.message = None;
                self.reply("250 ok").await?;
            }
        }
        Ok(true)
    }

    async fn recipient(&mut self, line: &str) -> std::io::Result<()> {
        let to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
        let trouble = {
            let mut post = self.shared.post();
            let tries = post.tries.entry(to.clone()).or_default();
            *tries += 1;
            let trouble = trouble(&mut RandomStream::of(self.shared.seed, &format!("relay/{to}/{tries}")));
            if let Some(trouble) = trouble {
                *post.troubles.entry(trouble).or_default() += 1;
            }
            trouble
        };
        if let Some(message) = &mut self.message {
            (message.to, message.trouble) = (to, trouble);
        }
        match trouble {
            Some(Trouble::Deferred) => self.reply("451 4.3.0 later").await,
            Some(Trouble::Policy) => self.reply("554 5.7.1 not now").await,
            _ => self.reply("250 ok").await,
        }
    }

    async fn data(&mut self) -> std::io::Result<bool> {
        let Some(mut message) = self.message.take() else {
            self.reply("503 no recipient").await?;
            return Ok(true);
        };
        if message.trouble == Some(Trouble::Dropped) {
            return Ok(false);
        }
        self.reply("354 go on").await?;
        let mut letter = Vec::new();
        while let Some(line) = self.lines.next_line().await? {
            if line == "." {
                return self.read(message, &letter).await;
            }
            letter.push(line);
        }
        message.accepted = false;
        Ok(false)
    }

    async fn read(&mut self, mut message: UnderWay, letter: &[String]) -> std::io::Result<bool> {
        let header = |name: &str| letter.iter().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
        let id = header("Message-ID:").to_owned();
        if message.trouble == Some(Trouble::NoSuchRecipient) {
            message.rejected = Some(id);
            self.reply("550 5.1.1 no such user").await?;
            return Ok(true);
        }
        message.accepted = true;
        let replied = message.trouble != Some(Trouble::ReplyLost);
        {
            let mut post = self.shared.post();
            let url = header("List-Unsubscribe:").trim_matches(['<', '>']);
            if let Some(path) = url.splitn(4, '/').nth(3) {
                post.unsubscribe.insert(message.to.clone(), format!("/{path}"));
            }
            let accepted = self.shared.clock.now();
            let (to, begun) = (message.to.clone(), message.begun);
            post.deliveries.push(Delivery { id, to, server: self.server, begun, accepted, replied });
        }
        if message.trouble == Some(Trouble::Slow) {
            let name = format!("slow/{}/{:?}", message.to, message.begun.time);
            sleep(RandomStream::of(self.shared.seed, &name).milliseconds(SLOW)).await;
        }
        if !replied {
            return Ok(false);
        }
        self.reply("250 accepted").await?;
        Ok(true)
    }
}
