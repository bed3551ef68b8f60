//! The stream of the overview: what changes arrives, whichever server it was changed through, and it ends.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use unmask_server::app::App;
use unmask_server::routes;

use crate::support::{Client, Server, both, form};

both!(changes_arrive_whichever_server_made_them, a_stream_ends_with_the_session, a_stream_ends_when_the_server_does);

/// Long enough on a busy machine; nothing waits for it.
const PATIENCE: Duration = Duration::from_mins(1);

struct Listener(BodyDataStream, String);

impl Listener {
    async fn to(server: &Server, client: &Client) -> Self {
        let request = Request::get("/api/admin/live").header("authorization", format!("Bearer {}", client.token));
        let reply = server.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(reply.status(), 200);
        assert_eq!(reply.headers()["content-type"], "text/event-stream");
        assert_eq!(reply.headers()["cache-control"], "no-cache");
        Self(reply.into_body().into_data_stream(), String::new())
    }

    /// The next event's data; none at the end. Comments are passed over.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((event, rest)) = self.1.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let value = data.map(|data| serde_json::from_str(data).unwrap());
                self.1 = String::from(rest);
                if value.is_some() {
                    return value;
                }
                continue;
            }
            let part = tokio::time::timeout(PATIENCE, self.0.next()).await.expect("nothing comes")?;
            self.1.push_str(std::str::from_utf8(&part.unwrap()).unwrap());
        }
    }

    /// Until the count is so.
    async fn until(&mut self, registered: i64) {
        while self.next().await.expect("the stream goes on")["all"]["allocated"] != registered {}
    }
}

async fn changes_arrive_whichever_server_made_them(server: Server) {
    let admin = server.admin().await;
    let mut listener = Listener::to(&server, &admin).await;
    assert_eq!(listener.next().await.unwrap()["all"]["allocated"], 0, "the first one comes at once");
    server.participant("here").await;
    listener.until(1).await;
    // Another process on the same database.
    let second = App::open((*server.app.settings).clone(), server.clock.clone(), server.database.store.clone());
    let second = Client::new(routes::router(second.await.unwrap()));
    let mut admin_there = second.clone();
    admin_there.token.clone_from(&admin.token);
    second.clone().register(&[], form("there")).await;
    listener.until(2).await;
    let paused = json!({ "status": "paused", "reason": "lunch" });
    admin_there.put("/api/admin/study/status", paused).await.ok();
    assert_eq!(listener.next().await.unwrap()["status"], "paused");
}

async fn a_stream_ends_with_the_session(server: Server) {
    let mut admin = server.admin().await;
    let mut listener = Listener::to(&server, &admin).await;
    listener.next().await.unwrap();
    assert_eq!(admin.post("/api/auth/logout", json!({})).await.status, 204);
    assert_eq!(listener.next().await, None);
    let admin = server.admin().await;
    let mut listener = Listener::to(&server, &admin).await;
    listener.next().await.unwrap();
    server.clock.advance(Duration::from_mins(31));
    assert_eq!(listener.next().await, None, "the token has ended");
}

async fn a_stream_ends_when_the_server_does(server: Server) {
    let admin = server.admin().await;
    let mut listener = Listener::to(&server, &admin).await;
    listener.next().await.unwrap();
    server.app.drain();
    assert_eq!(listener.next().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn listeners_are_bounded_and_their_connections_are_released() {
    let server = Server::sqlite().await;
    let mut admin = server.admin().await;
    let mut listeners = Vec::new();
    for _ in 0..unmask_server::read_models::live::LISTENERS {
        listeners.push(Listener::to(&server, &admin).await);
    }
    admin.get("/api/admin/live").await.is(429, "too_many_requests");
    listeners.pop();
    Listener::to(&server, &admin).await.next().await.unwrap();
}
