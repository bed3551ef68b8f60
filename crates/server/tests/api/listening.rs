//! The accept loop over real sockets.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use unmask_server::serve::{ConnectionLimits, serve};

use crate::support::Server;

#[tokio::test(flavor = "multi_thread")]
async fn a_request_in_progress_is_finished_and_a_half_sent_one_delays_nothing() {
    let server = Server::sqlite().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let app = server.app.clone();
    let serving =
        tokio::spawn(serve(listener, server.router.clone(), 8, async { drop(stopped.await) }, move || app.drain()));

    // Under way: the server has the head and waits for the rest of the body.
    let mut client = TcpStream::connect(address).await.unwrap();
    let head =
        "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{";
    client.write_all(head.as_bytes()).await.unwrap();
    let mut slow = TcpStream::connect(address).await.unwrap();
    slow.write_all(b"GET /healthz HTTP/1.1\r\nho").await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let started = Instant::now();
    stop.send(()).unwrap();
    while !server.app.is_draining() {
        tokio::task::yield_now().await;
    }
    client.write_all(b"}").await.unwrap();
    let mut answer = [0; 12];
    client.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 400", "{}", String::from_utf8_lossy(&answer));
    serving.await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(15), "{:?}", started.elapsed());
    assert!(server.app.is_draining());
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_client_is_cut() {
    let server = Server::sqlite().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = tokio::spawn(serve(listener, server.router.clone(), 8, std::future::pending(), || {}));
    let mut silent = TcpStream::connect(address).await.unwrap();
    let mut nothing = [0; 1];
    let read = tokio::time::timeout(Duration::from_secs(14), silent.read(&mut nothing)).await;
    assert!(matches!(read, Ok(Ok(0) | Err(_))), "{read:?}");
    serving.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_so_many_connections_and_gets_them_back() {
    let server = Server::sqlite().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let places = ConnectionLimits { all: 8, per_address: 2 };
    let serving = tokio::spawn(serve(listener, server.router.clone(), places, std::future::pending(), || {}));
    let alive = async |stream: &mut TcpStream| {
        let sent = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
        let mut answer = [0; 12];
        sent.is_ok() && stream.read_exact(&mut answer).await.is_ok() && &answer == b"HTTP/1.1 200"
    };
    let mut here = vec![];
    for expected in [true, true, false] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        assert_eq!(alive(&mut stream).await, expected, "after {}", here.len());
        here.push(stream);
    }
    drop(here);
    // The server hears of the closed ones in its own time.
    while !alive(&mut TcpStream::connect(address).await.unwrap()).await {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    serving.abort();
}
