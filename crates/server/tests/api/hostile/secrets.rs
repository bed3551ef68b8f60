//! Data at rest: files, backups and the log contain no password, no token and no address.

use std::path::Path;

use serde_json::json;

use crate::backup::backup;
use crate::support::{Client, Log, PASSWORD, Reply, Server, works};

const ADDRESS: &str = "203.0.113.77";
const MISTYPED: &str = "lanterns over the harbor";

async fn post(client: &mut Client, path: &str, body: serde_json::Value) -> Reply {
    let headers = [("x-client", ADDRESS), ("content-type", "application/json"), ("user-agent", "Teapot/4.18")];
    client.send("POST", path, &headers, body.to_string().into_bytes()).await
}

fn files(folder: &Path, into: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, into);
        } else {
            into.push((path.display().to_string(), std::fs::read(path).unwrap()));
        }
    }
}

#[tokio::test]
async fn nothing_at_rest_opens_anything() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    let _guard = tracing::subscriber::set_default(subscriber.finish());
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let registered =
        post(&mut client, "/api/auth/register", json!({ "username": "heron", "password": PASSWORD })).await;
    client.take_session(&registered);
    let mut secrets = vec![PASSWORD.to_owned(), MISTYPED.to_owned(), ADDRESS.to_owned(), "Teapot/4.18".to_owned()];
    secrets.extend([client.token.clone(), client.refresh_token.clone()]);
    let mistyped = json!({ "username": "heron", "password": MISTYPED });
    post(&mut client, "/api/auth/login", mistyped).await.is(401, "login_failed");
    post(&mut client, "/api/auth/login", json!({ "username": "nobody-at-all", "password": MISTYPED })).await;
    let again = post(&mut client, "/api/auth/login", json!({ "username": "heron", "password": PASSWORD })).await;
    client.take_session(&again);
    let token = client.refresh_token.clone();
    let pair = post(&mut client, "/api/auth/refresh", json!({ "refresh_token": token })).await;
    client.take_session(&pair);
    for reply in [&registered, &again] {
        let cookie = reply.header("set-cookie").split(['=', ';']).nth(1).unwrap();
        secrets.push(cookie.to_owned());
    }
    secrets.extend([client.token.clone(), client.refresh_token.clone(), token.clone()]);
    // A thief shows the spent token: the session ends, and log and database say why.
    client.get("/api/users/profile").await.ok();
    server.clock.advance(std::time::Duration::from_secs(31));
    post(&mut client, "/api/auth/refresh", json!({ "refresh_token": token })).await.is(401, "refresh_failed");
    let ended = server.database.texts("select revoked_reason from session where revoked_reason is not null").await;
    assert_eq!(ended, ["reuse"]);

    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("backup");
    works(&backup(&server, &copy, &[]));
    let mut at_rest = vec![];
    files(&copy, &mut at_rest);
    assert!(at_rest.iter().any(|(_, bytes)| has(bytes, "heron")), "the backup is one");
    let database = server.database.url.trim_start_matches("sqlite:");
    files(Path::new(database).parent().unwrap(), &mut at_rest);
    files(&server.app.settings.data, &mut at_rest);
    assert!(at_rest.iter().any(|(_, bytes)| has(bytes, "heron")), "the files are the right ones");
    let said = log.text().into_bytes();
    assert!(has(&said, "/api/auth/refresh"), "the log is the right one");
    assert!(has(&said, "a used refresh token was presented"), "the theft is in the log");
    assert!(!has(&said, "heron") && !has(&said, "nobody-at-all"), "a name is in the log");
    at_rest.push(("the log".into(), said));
    for (file, bytes) in &at_rest {
        for secret in &secrets {
            assert!(!has(bytes, secret), "'{secret}' is in {file}");
        }
    }
    // OWASP's least parameters (Password Storage Cheat Sheet): 19 MiB, two passes.
    let hashes = server.database.texts("select password_hash from account").await;
    assert!(hashes.iter().all(|hash| hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$")), "{hashes:?}");
}

fn has(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}
