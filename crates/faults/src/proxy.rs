//! The bad network between participants and servers.
//!
//! The fault of a request depends on the seed and on the label that its simulated participant gave it (participant,
//! call, attempt), not on its time, so that a run can be replayed.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Result};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::participant::LABEL;
use crate::random_stream::RandomStream;
use crate::wire::{Link, Message, connect, exchange};

/// What happens to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The request does not reach a server.
    RequestLost,
    /// Half of the request reaches a server.
    RequestCut,
    /// The request is handled, but the reply is lost.
    ResponseLost,
    /// The request is handled, but only half of the reply arrives.
    ResponseCut,
    /// The request is delayed.
    Delayed,
    /// Two copies of the request arrive at the same time.
    Doubled,
    /// A copy of the request arrives late, when the participant has moved on. Only for requests with an
    /// `Idempotency-Key`.
    Echoed,
}

/// Maximum delay of a request, in milliseconds.
const DELAY: usize = 400;
/// Maximum delay of a late copy, in milliseconds.
const ECHO: usize = 3000;

fn fault(chance: &mut RandomStream, request: &Message) -> Option<Fault> {
    match chance.below(100) {
        0..3 => Some(Fault::RequestLost),
        3..5 => Some(Fault::RequestCut),
        5..8 => Some(Fault::ResponseLost),
        8..10 => Some(Fault::ResponseCut),
        10..13 => Some(Fault::Delayed),
        13..15 => Some(Fault::Doubled),
        15..17 => request.header("idempotency-key").map(|_| Fault::Echoed),
        _ => None,
    }
}

/// How often each fault happened.
pub type Counts = BTreeMap<Fault, u32>;

/// A running proxy.
pub struct Proxy {
    /// Where simulated participants connect.
    pub address: SocketAddr,
    shared: Arc<Shared>,
    accepting: JoinHandle<()>,
}

struct Shared {
    servers: Vec<SocketAddr>,
    seed: u64,
    counts: Mutex<Counts>,
}

impl Proxy {
    /// Listens, and passes requests on to one of the servers.
    pub async fn start(servers: Vec<SocketAddr>, seed: u64) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let shared = Arc::new(Shared { servers, seed, counts: Mutex::default() });
        let address = listener.local_addr()?;
        let accepting = tokio::spawn({
            let shared = shared.clone();
            async move {
                while let Ok((stream, _)) = listener.accept().await {
                    let connection = Connection { links: Vec::new(), shared: shared.clone() };
                    tokio::spawn(connection.serve(stream));
                }
            }
        });
        Ok(Self { address, shared, accepting })
    }

    /// Stops accepting connections; returns the number of faults.
    pub fn stop(self) -> Counts {
        self.accepting.abort();
        self.shared.counts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A simulated participant's connection, with one kept connection to each server.
struct Connection {
    links: Vec<Option<Link>>,
    shared: Arc<Shared>,
}

impl Connection {
    /// An error on either side ends the connection: that is what the other side sees of it.
    async fn serve(mut self, stream: TcpStream) -> Result<()> {
        stream.set_nodelay(true)?;
        let mut participant = BufReader::new(stream);
        while let Some(request) = Message::read(&mut participant).await? {
            let purpose = format!("fault/{}", request.header(LABEL).unwrap_or_default());
            let mut chance = RandomStream::of(self.shared.seed, &purpose);
            let fault = fault(&mut chance, &request);
            if let Some(fault) = fault {
                *self.shared.counts.lock().unwrap_or_else(PoisonError::into_inner).entry(fault).or_default() += 1;
            }
            let reply = self.pass(&request, fault, &mut chance).await?;
            participant.get_mut().write_all(&reply).await?;
            if fault == Some(Fault::ResponseCut) {
                break;
            }
        }
        Ok(())
    }

    /// The bytes that the participant gets; an error if it gets none.
    async fn pass(&mut self, request: &Message, fault: Option<Fault>, chance: &mut RandomStream) -> Result<Vec<u8>> {
        let first = chance.below(self.shared.servers.len());
        let lost = || Err(ErrorKind::ConnectionAborted.into());
        match fault {
            Some(Fault::RequestLost) => return lost(),
            Some(Fault::RequestCut) => {
                let bytes = request.bytes();
                let half = &bytes[..chance.below(bytes.len())];
                self.link(first).await?.0.get_mut().write_all(half).await?;
                return lost();
            }
            Some(Fault::Delayed) => tokio::time::sleep(chance.milliseconds(DELAY)).await,
            Some(Fault::Echoed) => {
                let (copy, wait) = (self.copy(request, chance), chance.milliseconds(ECHO));
                tokio::spawn(async move {
                    tokio::time::sleep(wait).await;
                    copy.await
                });
            }
            _ => {}
        }
        let reply = if fault == Some(Fault::Doubled) {
            // It waits for both: a late move would undo a later one.
            let copy = self.copy(request, chance);
            tokio::join!(self.forward(request, first), copy).0?.bytes()
        } else {
            self.forward(request, first).await?.bytes()
        };
        match fault {
            Some(Fault::ResponseLost) => lost(),
            Some(Fault::ResponseCut) => Ok(reply[..chance.below(reply.len())].to_vec()),
            _ => Ok(reply),
        }
    }

    async fn forward(&mut self, request: &Message, first: usize) -> Result<Message> {
        let (link, server) = self.link(first).await?;
        let reply = exchange(link, request).await;
        if reply.is_err() {
            self.links[server] = None;
        }
        reply
    }

    /// A connection to the server, or to the next one if it does not take connections.
    async fn link(&mut self, first: usize) -> Result<(&mut Link, usize)> {
        let servers = &self.shared.servers;
        self.links.resize_with(servers.len(), || None);
        let mut chosen = first;
        for step in 0..servers.len() {
            chosen = (first + step) % servers.len();
            if self.links[chosen].is_none() {
                self.links[chosen] = connect(servers[chosen]).await.ok();
            }
            if self.links[chosen].is_some() {
                break;
            }
        }
        let link = self.links[chosen].as_mut().ok_or(ErrorKind::ConnectionRefused)?;
        Ok((link, chosen))
    }

    /// Sends a copy on a separate connection, to any server; its reply is discarded.
    fn copy(&self, request: &Message, chance: &mut RandomStream) -> impl Future<Output = Result<()>> + Send + use<> {
        let (server, request) = (*chance.pick(&self.shared.servers), request.clone());
        async move { exchange(&mut connect(server).await?, &request).await.map(|_| ()) }
    }
}
