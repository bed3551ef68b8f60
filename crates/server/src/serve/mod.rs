//! The accept loop. `axum::serve` has no time limit for headers, so one silent client could delay a restart.

mod connection_limits;
mod drain;
mod paced;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown, Watcher};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;
use tower::Service as _;

pub use connection_limits::ConnectionLimits;
use connection_limits::Neighbours;
pub use drain::{DRAIN_LIMIT, stop_signal};
use paced::Paced;

/// Timeout for the request line and headers, and for the time between two requests.
const HEADER_LIMIT: Duration = Duration::from_secs(10);

/// Timeout for a client that reads nothing of its reply, so that such clients can't occupy all connections.
const READER_LIMIT: Duration = Duration::from_secs(30);

/// Timeout for a TLS handshake.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(10);

/// Where connections come from, and whether they use TLS.
pub struct Listener {
    socket: TcpListener,
    tls: Option<TlsAcceptor>,
}

impl Listener {
    pub fn with_tls(socket: TcpListener, tls: TlsAcceptor) -> Self {
        Self { socket, tls: Some(tls) }
    }
}

/// Without TLS.
impl From<TcpListener> for Listener {
    fn from(socket: TcpListener) -> Self {
        Self { socket, tls: None }
    }
}

/// Serves until `stop` completes, then finishes open requests, at most for [`DRAIN_LIMIT`].
///
/// `stopping` is called first: readiness must turn before the listener closes.
///
/// # Panics
/// Never: the semaphore is not closed.
pub async fn serve(
    listener: impl Into<Listener>,
    router: Router,
    limits: impl Into<ConnectionLimits>,
    stop: impl Future<Output = ()>,
    stopping: impl FnOnce(),
) {
    let Listener { socket, tls } = listener.into();
    let graceful = GracefulShutdown::new();
    let ConnectionLimits { all, per_address } = limits.into();
    let (slots, neighbours) = (Arc::new(Semaphore::new(all)), Neighbours::default());
    let (mut stop, mut said) = (std::pin::pin!(stop), false);
    loop {
        // At the limit, new clients wait in the kernel's queue, and open connections are not slowed down.
        let slot = tokio::select! {
            slot = Arc::clone(&slots).acquire_owned() => slot.expect("never closed"),
            () = &mut stop => break,
        };
        let (stream, address) = tokio::select! {
            accepted = socket.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => { pause_after(&error).await; continue }
            },
            () = &mut stop => break,
        };
        // Closed immediately: waiting would occupy the slot of another client.
        let Some(neighbour) = neighbours.admit(address.ip(), per_address) else {
            if !std::mem::replace(&mut said, true) {
                tracing::warn!("one address has reached --address-connections; if it is a proxy, set --address-header");
            }
            continue;
        };
        let stream = prepared(stream, READER_LIMIT);
        let (watcher, tls, router) = (graceful.watcher(), tls.clone(), router.clone());
        tokio::spawn(async move {
            match tls {
                Some(tls) => with_tls(tls, stream, address, router, watcher).await,
                None => finished(watcher, connection(stream, address, router)).await,
            }
            drop((slot, neighbour));
        });
    }
    stopping();
    drop(socket);
    drain::finish(graceful).await;
}

/// A connection whose reader may not be too slow.
fn prepared(stream: TcpStream, reader_limit: Duration) -> Paced<TcpStream> {
    // A reply is one write; waiting for more to send would only delay it.
    let _ = stream.set_nodelay(true);
    cut_stalled(&stream, reader_limit);
    Paced::new(stream)
}

/// Serves a connection after its TLS handshake. A shutdown waits for the handshake, too.
async fn with_tls(tls: TlsAcceptor, stream: Paced<TcpStream>, address: SocketAddr, router: Router, watcher: Watcher) {
    match tokio::time::timeout(HANDSHAKE_LIMIT, tls.accept(stream)).await {
        Ok(Ok(stream)) => finished(watcher, connection(stream, address, router)).await,
        // Scanners, and browsers that do not accept the certificate.
        Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
        Err(_) => tracing::debug!("a TLS handshake took too long"),
    }
}

async fn finished(watcher: Watcher, connection: impl GracefulConnection<Error = hyper::Error>) {
    // An error means that the client disconnected or was too slow.
    let _ = watcher.watch(connection).await;
}

fn connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    address: SocketAddr,
    router: Router,
) -> impl GracefulConnection<Error = hyper::Error> + Send {
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().call(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_LIMIT)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service)
}

/// Makes the kernel end a connection if nothing was acknowledged, or the client's window stayed closed, for this long
/// (RFC 5482; tcp(7), `TCP_USER_TIMEOUT`). A timer around writes would disconnect slow phones: a socket accepts more
/// only when a third of its buffer is free. With a buffer of megabytes and a few kilobytes per second, that takes
/// longer than the limit.
fn cut_stalled(stream: &TcpStream, limit: Duration) {
    let milliseconds = u32::try_from(limit.as_millis()).unwrap_or(u32::MAX);
    if let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(stream, milliseconds) {
        tracing::debug!(%error, "a connection has no limit on stalled readers");
    }
}

/// Waits after an error such as too many open files: an immediate retry would only use the processor.
async fn pause_after(error: &std::io::Error) {
    tracing::warn!(%error, "can't accept a connection");
    tokio::time::sleep(Duration::from_millis(100)).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpSocket;

    /// More than the buffers of both ends hold.
    const SIZE: usize = 12 << 20;

    /// A client with a small receive buffer that has asked for [`SIZE`] bytes, and the connection that serves it.
    async fn reader(limit: Duration) -> (TcpStream, tokio::task::JoinHandle<hyper::Result<()>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(64 * 1024).unwrap();
        let mut client = socket.connect(listener.local_addr().unwrap()).await.unwrap();
        client.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
        let (stream, address) = listener.accept().await.unwrap();
        let router = Router::new().route("/", axum::routing::get(async || vec![b'.'; SIZE]));
        let serving = connection(prepared(stream, limit), address, router);
        (client, tokio::spawn(async move { GracefulShutdown::new().watch(serving).await }))
    }

    #[tokio::test]
    async fn a_client_that_never_reads_is_disconnected() {
        let (_client, serving) = reader(Duration::from_secs(1)).await;
        let ended = tokio::time::timeout(Duration::from_secs(20), serving).await.expect("never disconnected");
        assert!(ended.unwrap().is_err());
    }

    #[tokio::test]
    async fn a_slow_reader_gets_everything() {
        let limit = Duration::from_secs(3);
        loop {
            let (client, serving) = reader(limit).await;
            let (read, rested) = read_slowly(client, limit * 2).await;
            match serving.await.unwrap() {
                Ok(()) => {
                    assert!(read.is_some_and(|read| read > SIZE), "{read:?}");
                    return;
                }
                // Disconnected: correct only if it paused this long, because the machine was busy.
                Err(error) => assert!(rested > limit / 2, "after a rest of {rested:?}: {error}"),
            }
        }
    }

    /// Reads a little now and then for this time, then the rest. Returns the number of bytes, and the longest pause
    /// between two reads.
    async fn read_slowly(mut client: TcpStream, time: Duration) -> (Option<usize>, Duration) {
        let (started, mut part, mut read) = (std::time::Instant::now(), vec![0; 16 * 1024], 0);
        let (mut last, mut longest) = (started, Duration::ZERO);
        while started.elapsed() < time {
            let Ok(more) = client.read(&mut part).await else { return (None, longest) };
            read += more;
            longest = longest.max(last.elapsed());
            last = std::time::Instant::now();
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert!(read < SIZE / 2, "slow: {read}");
        let mut rest = vec![];
        let all = client.read_to_end(&mut rest).await;
        (all.is_ok().then_some(read + rest.len()), longest.max(last.elapsed()))
    }
}
