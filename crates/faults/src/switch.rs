//! The stable address of a database, like a floating IP or a TCP proxy in production. After a failover, it forwards to
//! the new primary, and connections to the old one are closed.

use std::io::Result;
use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A running switch; it stops when this is dropped.
pub struct Switch {
    /// The stable address.
    pub address: SocketAddr,
    target: watch::Sender<SocketAddr>,
}

impl Switch {
    /// Listens, and forwards to `target`.
    pub async fn start(target: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (target, leads_to) = watch::channel(target);
        tokio::spawn(async move {
            let mut ended = leads_to.clone();
            loop {
                tokio::select! {
                    // Once the switch is dropped.
                    () = async { while ended.changed().await.is_ok() {} } => return,
                    Ok((stream, _)) = listener.accept() => drop(tokio::spawn(pass(stream, leads_to.clone()))),
                }
            }
        });
        Ok(Self { address, target })
    }

    /// Forwards to another database from now on.
    pub fn lead_to(&self, target: SocketAddr) {
        self.target.send_replace(target);
    }
}

async fn pass(mut client: TcpStream, mut target: watch::Receiver<SocketAddr>) -> Result<()> {
    let address = *target.borrow_and_update();
    let mut server = TcpStream::connect(address).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    tokio::select! {
        done = copy_bidirectional(&mut client, &mut server) => done.map(|_| ()),
        _ = target.changed() => Ok(()),
    }
}
