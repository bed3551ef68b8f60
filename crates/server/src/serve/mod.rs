//! The accept loop. `axum::serve` has no time limit for headers, so one silent client could hold a restart up.

mod drain;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::Service as _;

pub use drain::{DRAIN_LIMIT, stop_signal};

/// A client has so long for its request line and headers, and so long between two requests.
const HEADER_LIMIT: Duration = Duration::from_secs(10);

/// Serves until `stop` completes, then finishes what is under way, at most for [`DRAIN_LIMIT`].
///
/// `stopping` is called first: readiness must turn before the listener closes.
///
/// # Panics
/// Never: the semaphore is not closed.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    connections: usize,
    stop: impl Future<Output = ()>,
    stopping: impl FnOnce(),
) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(connections));
    let mut stop = std::pin::pin!(stop);
    loop {
        // No place: new clients wait in the kernel's queue and nobody under way is slowed down.
        let place = tokio::select! {
            place = Arc::clone(&places).acquire_owned() => place.expect("never closed"),
            () = &mut stop => break,
        };
        let (stream, address) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => { pause_after(&error).await; continue }
            },
            () = &mut stop => break,
        };
        let watched = graceful.watch(connection(stream, address, router.clone()));
        tokio::spawn(async move {
            // An error here is a client that went away or was too slow: nothing to do about it.
            let _ = watched.await;
            drop(place);
        });
    }
    stopping();
    drop(listener);
    drain::finish(graceful).await;
}

fn connection(
    stream: TcpStream,
    address: SocketAddr,
    router: Router,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> + Send {
    // A reply is one write; waiting for more to send would only delay it.
    let _ = stream.set_nodelay(true);
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

/// Out of file descriptors, for example: trying again at once would only burn the processor.
async fn pause_after(error: &std::io::Error) {
    tracing::warn!("can't accept a connection: {error}");
    tokio::time::sleep(Duration::from_millis(100)).await;
}
