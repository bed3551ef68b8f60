//! Addresses that are not the API's.

use serde_json::json;

use crate::support::{PASSWORD, Server};

#[tokio::test]
async fn pages_get_the_app_and_forms_sent_too_early_go_back() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let page = client.get("/flow-a/start").await;
    if page.status == 503 {
        assert!(page.text().contains("npm run build"), "{page:?}");
    } else {
        assert!(page.header("content-type").starts_with("text/html"), "{page:?}");
        let policy = page.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        let landing = client.get("/?locale=en").await;
        assert!(landing.text().contains("Seeing and judging"), "{landing:?}");
    }
    for path in ["/auth", "/consent"] {
        let headers = [("content-type", "application/x-www-form-urlencoded")];
        let form = client.send("POST", path, &headers, b"username=a&password=b".to_vec()).await;
        assert_eq!((form.status, form.header("location")), (303, path));
    }
    client.send("POST", "/home", &[], vec![]).await.is(405, "method_not_allowed");
    client.get("/assets/none.js").await.is(404, "not_found");
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    for path in ["/api/study", "/api/nothing", "/", "/healthz", "/default_profile.png"] {
        let reply = client.get(path).await;
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert!(reply.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(reply.header("strict-transport-security"), "", "only behind TLS");
    }
    assert_eq!(client.get("/api/study").await.header("cache-control"), "no-store");
    let mut participant = server.participant("heron").await;
    for path in
        ["/api/users/profile", "/api/users/data", "/api/questionnaires/pre", "/api/admin/overview", "/api/nothing"]
    {
        assert_eq!(participant.get(path).await.header("cache-control"), "no-store", "{path}");
    }
    let session = client.post("/api/auth/login", json!({ "username": "heron", "password": PASSWORD })).await;
    assert_eq!((session.status, session.header("cache-control")), (200, "no-store"));
}

#[tokio::test]
async fn health_and_readiness() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    assert_eq!(client.get("/healthz").await.status, 200);
    assert_eq!(client.get("/readyz").await.status, 200);
    server.app.drain();
    assert_eq!(client.get("/readyz").await.status, 503);
    assert_eq!(client.get("/healthz").await.status, 200);
}
