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

/// The app's router decodes a path and its guards don't: they never see an encoded one.
#[tokio::test]
async fn an_encoded_page_is_redirected_to_its_own_address() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let opened = ("sec-fetch-dest", "document");
    for (encoded, page) in [
        ("/%64ashboard", "/dashboard"),
        ("/dashboar%64/", "/dashboard"),
        ("/%44ASHBOARD", "/dashboard"),
        ("/pre%2dquestionnaire", "/pre-questionnaire"),
        ("/pre%2Dquestionnaire", "/pre-questionnaire"),
        ("/flow-a%2Fstart", "/flow-a/start"),
        ("/flow-a%2fquestion/%61bcdefgh2345/correct", "/flow-a/question/abcdefgh2345/correct"),
        ("/%63onsent?locale=de&x=%2F%2Fevil.example", "/consent?locale=de&x=%2F%2Fevil.example"),
        ("/%2F", "/"),
        ("/%2f%2F?a", "/?a"),
    ] {
        for headers in [&[][..], &[opened]] {
            let reply = client.send("GET", encoded, headers, vec![]).await;
            assert_eq!((reply.status, reply.header("location")), (308, page), "{encoded}");
        }
    }
    let encodeds = "
        /%2Fevil.example /%2F%2Fevil.example/%2e%2e /%2Fdashboard /%5Cevil.example /%5cdashboard /dashboard%5C
        /%2564ashboard /%252Fevil.example /dashboard%00 /%00 /dashboard%0d%0aset-cookie:a=b /dashboard%3Fa
        /dashboard%FF /dashboard% /dashboard%6 /dashboard%zz /flow-a/question/%2561bc
        /flow-a/question/%5C%5Cevil.example /flow-a/question/%2e%2e/correct /flow-a/question/%C3%A4
        /flow-a/question/a%00 /%2eenv /%6detrics /%61pi/users/profile /%61dmin/study /%C3%BCber";
    for encoded in encodeds.split_whitespace() {
        client.get(encoded).await.is(404, "not_found");
        // As from every unknown path, a browser continues to the first page.
        let reply = client.send("GET", encoded, &[opened], vec![]).await;
        assert_eq!((reply.status, reply.header("location")), (303, "/"), "{encoded}");
    }
    client.get("/api%2Fusers").await.is(404, "not_found");
    client.send("GET", "/api/%64ashboard", &[opened], vec![]).await.is(404, "not_found");
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    for path in ["/api/study", "/api/nothing", "/", "/healthz", "/default_profile.png"] {
        let reply = client.get(path).await;
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        let of_documents = [reply.header("referrer-policy"), reply.header("cross-origin-opener-policy")];
        assert_eq!(of_documents, if path == "/" { ["no-referrer", "same-origin"] } else { [""; 2] }, "{path}");
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
