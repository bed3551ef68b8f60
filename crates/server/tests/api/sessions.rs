//! Sessions: refreshing without losing a session, ending immediately, revealing nothing.

use std::time::Duration;

use serde_json::json;

use crate::support::{Client, PASSWORD, Reply, Server, at_once, both};

both!(
    ten_refreshes_at_once_agree,
    an_abandoned_refresh_can_be_repeated,
    a_lost_reply_does_no_harm,
    a_spent_token_ends_the_session,
    signing_out_is_at_once
);

async fn refresh(client: &mut Client, token: &str) -> Reply {
    client.post("/api/auth/refresh", json!({ "refresh_token": token })).await
}

async fn ten_refreshes_at_once_agree(server: Server) {
    let client = server.participant("heron").await;
    let pairs = at_once(10, |_| {
        let mut tab = client.clone();
        let token = tab.refresh_token.clone();
        async move { refresh(&mut tab, &token).await.ok() }
    });
    let pairs = pairs.await;
    assert!(pairs.windows(2).all(|two| two[0] == two[1]), "{pairs:?}");
    let mut client = client;
    client.token = pairs[0]["access_token"].as_str().unwrap().into();
    client.get("/api/users/profile").await.ok();
}

async fn a_lost_reply_does_no_harm(server: Server) {
    let mut client = server.participant("heron").await;
    let first = client.refresh_token.clone();
    let lost = refresh(&mut client, &first).await.ok();
    // An hour later the browser, which never saw the reply, tries again.
    server.clock.advance(Duration::from_hours(1));
    assert_eq!(refresh(&mut client, &first).await.ok(), lost);
}

/// The browser gives up before the reply, at any moment of the server's work, and again. It tries once more with the
/// token that it has. Moments are counted in turns and not in time, so that it is given up on any machine.
async fn an_abandoned_refresh_can_be_repeated(server: Server) {
    let (mut given_up, mut turns) = (0, 0);
    for number in 0..15 {
        let mut client = server.participant(&format!("heron-{number}")).await;
        let token = client.refresh_token.clone();
        for _ in 0..3 {
            let mut tab = client.clone();
            given_up += tokio::select! {
                biased;
                _ = refresh(&mut tab, &token) => 0,
                () = wait(turns) => 1,
            };
        }
        client.refresh().await;
        client.get("/api/users/profile").await.ok();
        turns = turns * 3 / 2 + 1;
    }
    assert!(given_up > 5, "it was given up {given_up} times");
    assert_eq!(server.database.number("select count(*) from session where revoked_at is null").await, 15);
}

async fn wait(turns: usize) {
    for _ in 0..turns {
        tokio::task::yield_now().await;
    }
}

async fn a_spent_token_ends_the_session(server: Server) {
    let mut client = server.participant("heron").await;
    let first = client.refresh_token.clone();
    let pair = refresh(&mut client, &first).await;
    client.take_session(&pair);
    client.get("/api/users/profile").await.ok();
    assert_eq!(refresh(&mut client, &first).await.ok(), pair.json(), "two tabs: within 30 seconds");
    server.clock.advance(Duration::from_secs(31));
    refresh(&mut client, &first).await.is(401, "refresh_failed");
    client.get("/api/users/profile").await.is(401, "not_authenticated");
    let current = client.refresh_token.clone();
    refresh(&mut client, &current).await.is(401, "refresh_failed");
}

async fn signing_out_is_at_once(server: Server) {
    let mut client = server.participant("heron").await;
    assert_eq!(client.send("POST", "/api/auth/logout", &[], vec![]).await.status, 204);
    client.get("/api/users/profile").await.is(401, "not_authenticated");
    let token = client.refresh_token.clone();
    refresh(&mut client, &token).await.is(401, "refresh_failed");
}

#[tokio::test]
async fn tokens_end_by_themselves() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    server.clock.advance(Duration::from_mins(31));
    client.get("/api/users/profile").await.is(401, "not_authenticated");
    client.refresh().await;
    server.clock.advance(Duration::from_hours(4 * 24));
    let token = client.refresh_token.clone();
    refresh(&mut client, &token).await.is(401, "refresh_failed");
}

#[tokio::test]
async fn a_wrong_name_and_a_wrong_password_look_the_same() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    client.token.clear();
    let wrong = client.post("/api/auth/login", json!({ "username": "heron", "password": "something else" })).await;
    let unknown = client.post("/api/auth/login", json!({ "username": "nobody", "password": "something else" })).await;
    wrong.is(401, "login_failed");
    assert_eq!((wrong.status, &wrong.body), (unknown.status, &unknown.body));
    assert_eq!(wrong.json()["message"], "Login failed");
}

#[tokio::test]
async fn guessing_has_to_wait_and_others_do_not() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    client.token.clear();
    for name in ["heron", "nobody"] {
        let body = json!({ "username": name, "password": "something else" });
        for _ in 0..5 {
            client.post("/api/auth/login", body.clone()).await.is(401, "login_failed");
        }
        let reply = client.post("/api/auth/login", body).await;
        reply.is(429, "too_many_requests");
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0);
    }
    server.participant("otter").await;
    client.post("/api/auth/login", json!({ "username": "otter", "password": PASSWORD })).await.ok();
    server.clock.advance(Duration::from_secs(31));
    client.post("/api/auth/login", json!({ "username": "heron", "password": PASSWORD })).await.ok();
}

#[tokio::test]
async fn no_token_is_no_entry() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    for path in
        ["/api/users/profile", "/api/personas", "/api/flow-a/questions", "/api/page-flow/config", "/api/debrief"]
    {
        let problem = client.get(path).await.is(401, "not_authenticated");
        assert_eq!(problem["message"], "Not authenticated");
    }
    client.token = "x".repeat(100_000);
    client.get("/api/users/profile").await.is(401, "not_authenticated");
}
