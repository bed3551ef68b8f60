//! A receiver of webhooks that takes events, rejects some, loses replies, and is slow.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha256;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::random_stream::RandomStream;

/// What happens to an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HookTrouble {
    /// It is rejected with an error of the server.
    Rejected,
    /// The connection breaks before the event was taken.
    Dropped,
    /// It is taken, and the connection breaks before the reply.
    ReplyLost,
    /// It is taken, and the reply takes a while.
    Slow,
}

/// The longest time that a slow reply takes, in milliseconds.
const SLOW: usize = 600;

fn trouble(chance: &mut RandomStream) -> Option<HookTrouble> {
    match chance.below(100) {
        0..8 => Some(HookTrouble::Rejected),
        8..12 => Some(HookTrouble::Dropped),
        12..24 => Some(HookTrouble::ReplyLost),
        24..40 => Some(HookTrouble::Slow),
        _ => None,
    }
}

/// An event that arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Its `webhook-id`.
    pub id: String,
    /// Its body, as it was sent.
    pub body: String,
    /// Whether the signature is right.
    pub signed: bool,
    /// Whether it was taken.
    pub taken: bool,
    /// Whether the server was told so.
    pub replied: bool,
    pub at: Instant,
}

impl Arrival {
    /// A field of the event, or of its data; empty if it is null.
    pub fn field(&self, name: &str) -> String {
        let json: Value = serde_json::from_str(&self.body).unwrap_or_default();
        let found = json["data"].get(name).or_else(|| json.get(name));
        found.and_then(Value::as_str).unwrap_or_default().to_owned()
    }
}

/// A running receiver.
pub struct Hook {
    pub address: SocketAddr,
    shared: Arc<Shared>,
    accepting: JoinHandle<()>,
}

struct Shared {
    seed: u64,
    state: Mutex<State>,
    open: AtomicUsize,
}

#[derive(Default)]
struct State {
    /// The key of the signatures.
    secret: Vec<u8>,
    arrivals: Vec<Arrival>,
    troubles: BTreeMap<HookTrouble, u32>,
    /// How often each event arrived.
    tries: BTreeMap<String, u32>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hook {
    pub async fn start(seed: u64) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared { seed, state: Mutex::default(), open: AtomicUsize::new(0) });
        let own = shared.clone();
        let accepting = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, own.clone()));
            }
        });
        Ok(Self { address, shared, accepting })
    }

    /// Takes the secret as the program printed it.
    pub fn expect(&self, secret: &str) -> Result<()> {
        self.shared.state().secret = STANDARD.decode(secret.trim().trim_start_matches("whsec_"))?;
        Ok(())
    }

    /// Waits until no event has been under way for a moment, at most for a while.
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
    pub fn stop(self) -> (Vec<Arrival>, BTreeMap<HookTrouble, u32>) {
        self.accepting.abort();
        let mut state = self.shared.state();
        (std::mem::take(&mut state.arrivals), std::mem::take(&mut state.troubles))
    }
}

async fn serve(stream: TcpStream, shared: Arc<Shared>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut read = BufReader::new(read);
    loop {
        let mut headers = BTreeMap::new();
        loop {
            let mut line = String::new();
            if read.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                if line.trim_end().is_empty() {
                    break;
                }
                continue;
            };
            headers.insert(name.to_ascii_lowercase(), value.to_owned());
        }
        let header = |name: &str| headers.get(name).cloned().unwrap_or_default();
        let mut body = vec![0; header("content-length").parse().unwrap_or_default()];
        read.read_exact(&mut body).await?;
        let id = header("webhook-id");
        let signed = format!("{id}.{}.{}", header("webhook-timestamp"), String::from_utf8_lossy(&body));
        shared.open.fetch_add(1, Ordering::SeqCst);
        let trouble = take(&shared, &id, &signed, &header("webhook-signature"), &body);
        if trouble == Some(HookTrouble::Slow) {
            sleep(RandomStream::of(shared.seed, &format!("slow/{id}")).milliseconds(SLOW)).await;
        }
        shared.open.fetch_sub(1, Ordering::SeqCst);
        let status = match trouble {
            Some(HookTrouble::Dropped | HookTrouble::ReplyLost) => return Ok(()),
            Some(HookTrouble::Rejected) => "503 Service Unavailable",
            Some(HookTrouble::Slow) | None => "200 OK",
        };
        write.write_all(format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n").as_bytes()).await?;
    }
}

/// Decides what happens to an event, and keeps it.
fn take(shared: &Shared, id: &str, signed: &str, signature: &str, body: &[u8]) -> Option<HookTrouble> {
    let mut state = shared.state();
    let tries = state.tries.entry(id.to_owned()).or_default();
    *tries += 1;
    let trouble = trouble(&mut RandomStream::of(shared.seed, &format!("hook/{id}/{tries}")));
    if let Some(trouble) = trouble {
        *state.troubles.entry(trouble).or_default() += 1;
    }
    let mac = Hmac::<Sha256>::new_from_slice(&state.secret).ok().map(|mut mac| {
        mac.update(signed.as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    });
    let taken = !matches!(trouble, Some(HookTrouble::Rejected | HookTrouble::Dropped));
    state.arrivals.push(Arrival {
        id: id.to_owned(),
        body: String::from_utf8_lossy(body).into_owned(),
        signed: mac.is_some_and(|mac| mac == signature),
        taken,
        replied: taken && trouble != Some(HookTrouble::ReplyLost),
        at: Instant::now(),
    });
    trouble
}
