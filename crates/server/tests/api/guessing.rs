//! Guessing passwords: what it costs whom.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::base::config::By;

use crate::support::{Client, PASSWORD, Reply, Server, at_once, both};

both!(
    a_class_behind_one_address_signs_in_concurrently,
    guessing_delays_only_the_guesser,
    guessing_cannot_lock_the_admin_out,
    many_addresses_are_slow_together_and_the_owner_is_in_soon
);

const LOGIN: &str = "/api/auth/login";
const WRONG: &str = "guess after guess";

fn body(name: &str, password: &str) -> Value {
    json!({ "username": name, "password": password })
}

/// Signs in from an address, as a browser that has these cookies.
async fn login(client: &mut Client, from: &str, cookie: &str, body: &Value) -> Reply {
    let headers = [("x-client", from), ("cookie", cookie), ("content-type", "application/json")];
    client.send("POST", LOGIN, &headers, body.to_string().into_bytes()).await
}

async fn register(client: &mut Client, from: &str, name: &str) -> Reply {
    let headers = [("x-client", from), ("content-type", "application/json")];
    client.send("POST", "/api/auth/register", &headers, body(name, PASSWORD).to_string().into_bytes()).await
}

/// The cookie that a reply sets, as the browser sends it back.
fn cookie(reply: &Reply) -> String {
    reply.header("set-cookie").split(';').next().unwrap().to_owned()
}

async fn guessing_delays_only_the_guesser(server: Server) {
    server.participant("heron").await;
    server.admin().await;
    let mut anybody = server.visitor();
    for name in ["heron", "admin@example.org", "nobody"] {
        let mut looked_at = 0;
        for _ in 0..60 {
            looked_at += i32::from(login(&mut anybody, "192.0.2.1", "", &body(name, WRONG)).await.status == 401);
        }
        assert_eq!(looked_at, 5, "{name}");
    }
    for name in ["heron", "admin@example.org"] {
        assert_eq!(login(&mut anybody, "192.0.2.2", "", &body(name, PASSWORD)).await.status, 200, "{name} elsewhere");
    }
}

/// Two hundred addresses guess once each: how many guesses are looked at.
async fn guesses(server: &Server, name: &str) -> i32 {
    let (mut anybody, mut looked_at) = (server.visitor(), 0);
    for number in 0..200 {
        let from = format!("198.51.100.{number}");
        looked_at += i32::from(login(&mut anybody, &from, "", &body(name, WRONG)).await.status == 401);
    }
    looked_at
}

async fn many_addresses_are_slow_together_and_the_owner_is_in_soon(server: Server) {
    let mut owner = server.visitor();
    let registered = owner.post("/api/auth/register", body("heron", PASSWORD)).await;
    let known = cookie(&registered);
    assert_eq!(guesses(&server, "heron").await, 25);
    // On the device that the name has been on, none of it matters, wherever the device is now.
    assert_eq!(login(&mut owner, "198.51.100.7", &known, &body("heron", PASSWORD)).await.status, 200);
    owner_is_in_after_a_minute(&server, "heron").await;
}

/// While many addresses guess, the owner waits for a minute on a new device, independently of the guessers.
async fn owner_is_in_after_a_minute(server: &Server, name: &str) {
    let (mut owner, mut anybody) = (server.visitor(), server.visitor());
    let wait = login(&mut owner, "192.0.2.9", "", &body(name, PASSWORD)).await;
    wait.is(429, "too_many_requests");
    assert_eq!(wait.header("retry-after"), "60");
    server.clock.advance(Duration::from_mins(1));
    for number in 0..10 {
        login(&mut anybody, &format!("198.51.100.{number}"), "", &body(name, WRONG)).await;
    }
    assert_eq!(login(&mut owner, "192.0.2.9", "", &body(name, PASSWORD)).await.status, 200);
}

async fn guessing_cannot_lock_the_admin_out(server: Server) {
    const ADMIN: &str = "admin@example.org";
    server.admin().await;
    let looked_at = guesses(&server, ADMIN).await;
    assert!((1..=30).contains(&looked_at), "{looked_at}");
    owner_is_in_after_a_minute(&server, ADMIN).await;
}

/// Sixty concurrently: none is rejected, and all are signed in.
async fn a_class_behind_one_address_signs_in_concurrently(server: Server) {
    const SCHOOL: &str = "192.0.2.1";
    let codes = at_once(60, |number| {
        let mut person = server.visitor();
        async move {
            let name = format!("person-{number}");
            let registered = register(&mut person, SCHOOL, &name).await;
            assert_eq!(registered.status, 201, "{registered:?}");
            // One in ten mistypes twice.
            for _ in 0..if number % 10 == 0 { 2 } else { 0 } {
                login(&mut person, SCHOOL, "", &body(&name, WRONG)).await.is(401, "login_failed");
            }
            let reply = login(&mut person, SCHOOL, "", &body(&name, PASSWORD)).await;
            assert_eq!(reply.status, 200, "{reply:?}");
            person.take_session(&reply);
            person.get("/api/users/profile").await.ok()["code"].to_string()
        }
    });
    assert_eq!(codes.await.into_iter().collect::<BTreeSet<_>>().len(), 60);
}

#[tokio::test]
async fn a_known_device_has_a_count_of_its_own_and_the_cookie_opens_nothing() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let known = cookie(&client.post("/api/auth/register", body("heron", PASSWORD)).await);
    server.participant("otter").await;
    for _ in 0..5 {
        login(&mut client, "192.0.2.1", &known, &body("heron", WRONG)).await.is(401, "login_failed");
    }
    login(&mut client, "192.0.2.2", &known, &body("heron", PASSWORD)).await.is(429, "too_many_requests");
    assert_eq!(login(&mut client, "192.0.2.1", "", &body("heron", PASSWORD)).await.status, 200, "another browser");
    // For another name it is unknown.
    for _ in 0..5 {
        login(&mut client, "192.0.2.3", &known, &body("otter", WRONG)).await.is(401, "login_failed");
    }
    login(&mut client, "192.0.2.3", "", &body("otter", PASSWORD)).await.is(429, "too_many_requests");
    let headers = [("cookie", known.as_str())];
    client.send("GET", "/api/users/profile", &headers, vec![]).await.is(401, "not_authenticated");
}

#[tokio::test]
async fn an_unknown_name_costs_the_same_work_as_a_known_one() {
    let server = Server::sqlite().await;
    server.participant("heron").await;
    let mut client = server.visitor();
    let mut replies = vec![];
    for name in ["heron", "nobody"] {
        let before = server.app.passwords.computed();
        replies.push(client.post(LOGIN, body(name, WRONG)).await);
        assert_eq!(server.app.passwords.computed() - before, 1, "{name}");
    }
    assert_eq!((replies[0].status, &replies[0].body), (replies[1].status, &replies[1].body));
    assert!(replies[0].headers.keys().eq(replies[1].headers.keys()));
}

/// Also for those who have to wait, and for any name: a participant's, the admin's, an unknown one.
#[tokio::test]
async fn replies_and_work_reveal_nothing_about_a_name_at_any_number_of_tries() {
    let server = Server::sqlite().await;
    server.participant("heron").await;
    server.admin().await;
    let mut client = server.visitor();
    for number in 0..40 {
        let (mut replies, mut work) = (vec![], vec![]);
        for name in ["heron", "admin@example.org", "nobody", "h\u{e9}ron"] {
            let before = server.app.passwords.computed();
            replies.push(login(&mut client, "192.0.2.1", "", &body(name, WRONG)).await);
            work.push(server.app.passwords.computed() - before);
        }
        let told = |reply: &Reply| (reply.status, reply.body.clone(), reply.header("retry-after").to_owned());
        assert!(replies.iter().all(|reply| told(reply) == told(&replies[0])), "{number}: {replies:?}");
        assert!(work.iter().all(|hashes| *hashes == work[0]), "{number}: {work:?}");
        // Some are let in, some have to wait.
        server.clock.advance(Duration::from_secs(number % 7));
    }
}

/// Two hundred wrong passwords, each as soon as it is let in, within an hour and a half.
#[tokio::test]
async fn one_network_has_a_hundred_guesses_and_then_waits_for_an_hour() {
    let server = Server::sqlite().await;
    server.participant("heron").await;
    let mut client = server.visitor();
    let (mut tries, mut looked_at) = (0, 0);
    let begun = server.clock.now();
    while tries < 200 && server.clock.now() - begun < 100 * 60 * 1000 {
        tries += 1;
        let reply = login(&mut client, "192.0.2.1", "", &body("heron", WRONG)).await;
        if reply.status == 401 {
            looked_at += 1;
        } else {
            server.clock.advance(Duration::from_secs(reply.header("retry-after").parse().unwrap()));
        }
    }
    assert!((90..=100).contains(&looked_at), "{looked_at} of {tries}");
    // The owner on a new device in another network waits for a minute, independently of the guesser.
    let asked = login(&mut client, "192.0.2.9", "", &body("heron", PASSWORD)).await;
    asked.is(429, "too_many_requests");
    let seconds = asked.header("retry-after").parse().unwrap();
    assert!(seconds <= 60, "{seconds}");
    server.clock.advance(Duration::from_secs(seconds));
    assert_eq!(login(&mut client, "192.0.2.9", "", &body("heron", PASSWORD)).await.status, 200);
}

/// Without a proxy, a header does not choose the address.
#[tokio::test]
async fn forged_forwarding_headers_move_no_limit() {
    let server = Server::with(|settings| {
        settings.address_limit = 2;
        settings.address_header = None;
    })
    .await;
    let peer: std::net::SocketAddr = "192.0.2.1:4000".parse().unwrap();
    let mut client = Client::new(server.router.clone().layer(axum::Extension(axum::extract::ConnectInfo(peer))));
    let mut statuses = vec![];
    for number in 0..4 {
        let (one, forwarded) = (format!("198.51.100.{number}"), format!("for=198.51.100.{number}"));
        let headers = [
            ("x-forwarded-for", one.as_str()),
            ("x-real-ip", &one),
            ("x-client", &one),
            ("cf-connecting-ip", &one),
            ("true-client-ip", &one),
            ("forwarded", &forwarded),
            ("content-type", "application/json"),
        ];
        let body = body(&format!("nobody-{number}"), WRONG).to_string().into_bytes();
        statuses.push(client.send("POST", LOGIN, &headers, body).await.status);
    }
    assert_eq!(statuses, [401, 401, 429, 429]);
}

#[tokio::test]
async fn an_address_has_so_many_sign_ins_and_registrations_a_minute() {
    let server = Server::with(|settings| settings.address_limit = 4).await;
    let mut client = server.visitor();
    for name in ["heron", "otter"] {
        assert_eq!(register(&mut client, "192.0.2.1", name).await.status, 201);
        assert_eq!(login(&mut client, "192.0.2.1", "", &body(name, PASSWORD)).await.status, 200);
    }
    let rejected = register(&mut client, "192.0.2.1", "finch").await;
    rejected.is(429, "too_many_requests");
    assert!((1..=60).contains(&rejected.header("retry-after").parse::<u32>().unwrap()));
    login(&mut client, "192.0.2.1", "", &body("heron", PASSWORD)).await.is(429, "too_many_requests");
    // Entries before the proxy's come from the client and are not trusted.
    login(&mut client, "203.0.113.5, 192.0.2.1", "", &body("heron", PASSWORD)).await.is(429, "too_many_requests");
    assert_eq!(register(&mut client, "192.0.2.2", "finch").await.status, 201, "another address");
    server.clock.advance(Duration::from_mins(1));
    assert_eq!(register(&mut client, "192.0.2.1", "robin").await.status, 201, "the next minute");
}

/// Each refresh leaves a row, so that a program with one session could fill the disk.
#[tokio::test]
async fn refreshes_count_as_well() {
    let server = Server::with(|settings| settings.address_limit = 3).await;
    let mut client = server.visitor();
    let session = register(&mut client, "192.0.2.1", "heron").await.json();
    let mut token = session["refresh_token"].clone();
    for _ in 0..2 {
        let body = json!({ "refresh_token": token }).to_string().into_bytes();
        token = client.send("POST", "/api/auth/refresh", &FROM_ONE, body).await.ok()["refresh_token"].clone();
    }
    let body = json!({ "refresh_token": token }).to_string().into_bytes();
    client.send("POST", "/api/auth/refresh", &FROM_ONE, body.clone()).await.is(429, "too_many_requests");
    server.clock.advance(Duration::from_mins(1));
    client.send("POST", "/api/auth/refresh", &FROM_ONE, body).await.ok();
}

const FROM_ONE: [(&str, &str); 2] = [("x-client", "192.0.2.1"), ("content-type", "application/json")];

#[tokio::test]
async fn what_is_no_attempt_does_not_use_up_the_minute() {
    let server = Server::with(|settings| settings.address_limit = 2).await;
    let mut client = server.visitor();
    let mut send = async |path: &str, kind: &str, body: &str| {
        let headers = [("x-client", "192.0.2.1"), ("content-type", kind)];
        client.send("POST", path, &headers, body.as_bytes().to_vec()).await
    };
    for path in [LOGIN, "/api/auth/register"] {
        for _ in 0..5 {
            send(path, "text/plain", "heron").await.is(415, "unsupported_media_type");
            send(path, "application/json", "{").await.is(400, "malformed");
            send(path, "application/json", r#"{"username":"heron"}"#).await.is(400, "malformed");
        }
    }
    let heron = body("heron", PASSWORD).to_string();
    assert_eq!(send("/api/auth/register", "application/json", &heron).await.status, 201);
    assert_eq!(send(LOGIN, "application/json", &heron).await.status, 200);
    send(LOGIN, "application/json", &heron).await.is(429, "too_many_requests");
    send(LOGIN, "text/plain", "heron").await.is(429, "too_many_requests");
}

#[tokio::test]
async fn hosts_of_one_ipv6_network_count_as_one() {
    let server = Server::with(|settings| settings.address_limit = 1).await;
    let mut client = server.visitor();
    assert_eq!(register(&mut client, "2001:db8:1:2::a", "heron").await.status, 201);
    register(&mut client, "2001:db8:1:ffff::b", "otter").await.is(429, "too_many_requests");
    assert_eq!(register(&mut client, "2001:db8:2:2::a", "otter").await.status, 201);
}

#[tokio::test]
async fn behind_tls_there_is_hsts_and_the_cookie_is_secure() {
    for https in [true, false] {
        let server =
            Server::with(|settings| settings.https.https = vec![if https { By::Proxy } else { By::Nobody }]).await;
        let mut client = server.visitor();
        let reply = client.post("/api/auth/register", body("heron", PASSWORD)).await;
        assert_eq!(reply.header("set-cookie").contains("; Secure"), https, "{reply:?}");
        assert!(reply.header("set-cookie").contains("HttpOnly; SameSite=Strict"), "{reply:?}");
        let policy = if https { "max-age=31536000; includeSubDomains" } else { "" };
        for path in ["/api/study", "/", "/healthz", "/assets/none.js", "/api/none"] {
            assert_eq!(client.get(path).await.header("strict-transport-security"), policy, "{path}");
        }
    }
}
