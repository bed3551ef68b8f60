//! Pages of other sites: a browser that has our participant's session may be sent anywhere by them.

use serde_json::json;

use crate::support::{Server, digest, operations};

const EVIL: (&str, &str) = ("origin", "https://evil.example");

/// No reply lets another site's script read it, and no preflight allows it to send JSON or a token.
#[tokio::test]
async fn other_sites_may_read_nothing_and_send_no_json() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    // Signing out comes last: the others are asked with a session.
    let (logout, others): (Vec<_>, Vec<_>) =
        operations().into_iter().partition(|(_, path, _)| path.ends_with("logout"));
    for (method, path, _) in others.into_iter().chain(logout) {
        let path = path.replace(['{', '}'], "");
        let asks =
            [EVIL, ("access-control-request-method", &method), ("access-control-request-headers", "authorization")];
        let preflight = client.send("OPTIONS", &path, &asks, vec![]).await;
        preflight.is(405, "method_not_allowed");
        let body = if method == "GET" { vec![] } else { json!({}).to_string().into_bytes() };
        let reply = client.send(&method, &path, &[EVIL], body).await;
        for reply in [preflight, reply] {
            let allows = |name: &axum::http::HeaderName| name.as_str().starts_with("access-control-");
            assert!(!reply.headers.keys().any(allows), "{reply:?}: {:?}", reply.headers);
        }
    }
}

/// What a form or a script of another site may send without asking first: nothing comes of it.
#[tokio::test]
async fn what_needs_no_preflight_changes_nothing() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    for (method, path, operation) in operations() {
        if operation.get("requestBody").is_none() {
            continue;
        }
        let path = path.replace(['{', '}'], "");
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""] {
            let reply = client.send(&method, &path, &[EVIL, ("content-type", kind)], b"{}".to_vec()).await;
            let rejected = if path.starts_with("/api/collect/import") {
                401
            } else if path.starts_with("/api/collect/") {
                403
            } else {
                415
            };
            // The console answers 403 before it looks at the body.
            assert!(reply.status == rejected || path.starts_with("/api/admin/"), "{kind}: {reply:?}");
            assert!(reply.status >= 400, "{kind}: {reply:?}");
        }
    }
    assert_eq!(client.position().await, "/pre-questionnaire");
}

/// Each call of the document that could change something, as a browser sends it for a page of another site: with
/// everything that would do, and the cookie that goes along. The same call from our own page is not rejected for that.
#[tokio::test(flavor = "multi_thread")]
async fn requests_that_another_site_triggers_are_rejected_before_they_are_read() {
    let server = Server::sqlite().await;
    let mut heron = server.participant("heron").await;
    let mut admin = server.admin().await;
    let before = digest(&server.database).await;
    let mut asked = 0;
    for (method, path, _) in operations() {
        if method == "GET" || path.starts_with("/api/collect/") {
            continue;
        }
        let path = path.replace(['{', '}'], "");
        for client in [&mut heron, &mut admin] {
            for site in ["cross-site", "same-site"] {
                let reply = client.send(&method, &path, &[("sec-fetch-site", site)], b"{}".to_vec()).await;
                let problem = reply.is(403, "other_site");
                assert_eq!(problem["message"], "Requests from other sites are not allowed.", "{reply:?}");
                asked += 1;
            }
        }
    }
    assert!(asked > 80, "{asked}");
    digest(&server.database).await.is_still(&before, "calls from other sites");
    for site in ["same-origin", "none"] {
        let names = json!({ "firstName": site }).to_string().into_bytes();
        heron.send("PATCH", "/api/users/profile", &[("sec-fetch-site", site)], names).await.ok();
    }
    // Links lead here from anywhere.
    heron.send("GET", "/api/users/profile", &[("sec-fetch-site", "cross-site")], vec![]).await.ok();
    let landed = heron.send("GET", "/", &[("sec-fetch-site", "cross-site")], vec![]).await;
    assert_eq!(landed.status, 200, "{landed:?}");
}
