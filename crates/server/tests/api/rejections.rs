//! Rejections by the layers below the handlers have the same form as every other error.

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::Request;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::support::{PASSWORD, Server, consent, gzip};

#[tokio::test]
async fn paths_that_are_no_text_name_nothing() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    let paths = "
        /api/personas/%FF /api/personas/%C3%28/flow-b /api/questionnaires/%80 /api/study/pages/%FF
        /api/page-flow/group/%FF /api/media/%FF /study-media/%FF /assets/%FF";
    for path in paths.split_whitespace() {
        client.get(path).await.is(404, "not_found");
    }
    for path in ["/api/flow-a/questions/%FF/answer", "/api/users/complete-persona/%FF", "/api/flow-b/posts/%FF/answer"]
    {
        client.post(path, json!({ "answer": "altered" })).await.is(404, "not_found");
    }
}

#[tokio::test]
async fn content_encodings_that_we_do_not_take_are_named() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let login = json!({ "username": "heron", "password": PASSWORD }).to_string().into_bytes();
    for encoding in ["br", "zstd", "gzip, gzip", "rot13"] {
        let headers = [("content-type", "application/json"), ("content-encoding", encoding)];
        let reply = client.send("POST", "/api/auth/login", &headers, login.clone()).await;
        let problem = reply.is(415, "unsupported_encoding");
        assert!(problem["message"].as_str().unwrap().contains("gzip"), "{encoding}: {problem}");
    }
    let headers = [("content-type", "application/json"), ("content-encoding", "gzip")];
    client.send("POST", "/api/auth/login", &headers, login.clone()).await.is(400, "malformed");
    // Twice, as two headers: one layer is taken off, and what is left is no JSON.
    let twice = [("content-type", "application/json"), ("content-encoding", "gzip"), ("content-encoding", "gzip")];
    client.send("POST", "/api/auth/login", &twice, gzip(&gzip(&login))).await.is(400, "malformed");
    client.send("POST", "/api/auth/login", &headers, gzip(&login)).await.is(401, "login_failed");
}

/// A client that announces a body and never sends it.
struct Silence;

impl HttpBody for Silence {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Bytes>, Self::Error>>> {
        std::task::Poll::Pending
    }
}

#[tokio::test]
async fn a_body_that_stalls_is_a_timeout_of_the_client() {
    let server = Server::sqlite().await;
    // From here on nothing but the body is waited for; time jumps to the next limit.
    tokio::time::pause();
    for path in ["/api/auth/login", "/api/auth/refresh"] {
        let request = Request::post(path).header("content-type", "application/json").body(Body::new(Silence)).unwrap();
        let reply = server.router.clone().oneshot(request).await.unwrap();
        assert_eq!(reply.status(), 408, "{path}");
        assert_eq!(reply.headers()["content-type"], "application/problem+json");
        let problem: Value = serde_json::from_slice(&to_bytes(reply.into_body(), usize::MAX).await.unwrap()).unwrap();
        assert_eq!(problem["code"], "request_timeout");
    }
}

#[tokio::test]
async fn a_duplicate_key_is_rejected_and_named() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    let headers = [("content-type", "application/json")];
    let save = "/api/users/save-pre-questionnaire-answers";
    for (path, body, says) in [
        (save, r#"{"answers":{"age":30,"gender":"other","age":31}}"#, "answers: the key `age`"),
        (save, r#"{"answers":{},"section":"you","answers":{}}"#, "the key `answers`"),
        ("/api/auth/login", r#"{"username":"heron","username":"otter","password":"x"}"#, "the key `username`"),
        (
            "/api/users/consent",
            r#"{"version":"1","locale":"en","ticks":{"take_part":false,"take_part":true}}"#,
            "ticks: the key `take_part`",
        ),
    ] {
        let problem = client.send("POST", path, &headers, body.into()).await.is(400, "malformed");
        assert!(problem["message"].as_str().unwrap().contains(says), "{problem}");
    }
    assert_eq!(client.position().await, "/pre-questionnaire");
}

/// Otherwise a reply could be many times as long as what was sent for it.
#[tokio::test]
async fn a_reply_lists_few_of_many_unknown_fields() {
    let server = Server::sqlite().await;
    let mut admin = server.admin().await;
    let mut client = server.visitor();
    client.register(&[], json!({ "username": "heron", "password": PASSWORD })).await;
    let invented = |value: Value| -> Value { (0..9000).map(|n| (format!("made_up_{n}"), value.clone())).collect() };
    let mut ticks = consent();
    ticks["ticks"] = invented(json!(true));
    let mut listed = vec![
        client.post("/api/users/consent", ticks.clone()).await,
        client.post("/api/auth/register", json!({ "username": "otter", "password": PASSWORD, "consent": ticks })).await,
        admin.put("/api/admin/study/quotas", json!({ "arms": invented(json!(1)), "reason": "a pilot" })).await,
    ];
    client.post("/api/users/consent", consent()).await.ok();
    let save = "/api/users/save-pre-questionnaire-answers";
    listed.push(client.post(save, json!({ "section": "you", "answers": invented(json!(1)) })).await);
    for reply in &listed {
        assert_eq!(reply.status, 422, "{reply:?}");
        let problem = reply.json();
        let more = problem["moreFields"].as_u64().unwrap();
        assert_eq!(problem["fields"].as_array().unwrap().len(), 100, "{}", reply.call);
        assert!((8900..9000).contains(&more), "{}: {more}", reply.call);
        assert!(reply.body.len() < 16 * 1024, "{}: {} bytes", reply.call, reply.body.len());
    }
    // The study's own come first.
    assert_eq!(listed[3].json()["fields"][0]["item"], "age");
    for name in ["x".repeat(190_000), "\u{1b}[31m".repeat(20_000)] {
        let reply = client.post(save, json!({ "section": "you", "answers": { name: 1 } })).await;
        let problem = reply.is(422, "invalid_answers");
        let item = problem["fields"].as_array().unwrap().last().unwrap()["item"].as_str().unwrap();
        assert!(item.ends_with('…') && item.chars().count() == 65 && !item.contains('\u{1b}'), "{item}");
        assert_eq!(problem.get("moreFields"), None);
    }
}

/// The names of other submissions' judgements would come back changed if the server translated all that it knows.
#[tokio::test]
async fn errors_do_not_tell_which_names_are_ids_of_the_study() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    let names = ["fa_1", "fa_1_confidence", "fb_1", "maren", "nothing", "nothing_confidence"];
    let answers: Value = names.iter().map(|name| ((*name).to_owned(), json!("x"))).collect();
    let save = "/api/users/save-pre-questionnaire-answers";
    let problem = client.post(save, json!({ "section": "you", "answers": answers })).await.is(422, "invalid_answers");
    let items: Vec<_> = problem["fields"].as_array().unwrap().iter().map(|field| &field["item"]).collect();
    for name in names {
        assert!(items.contains(&&json!(name)), "{name} in {items:?}");
    }
    assert!(!items.contains(&&json!("answer")) && !items.contains(&&json!("confidence")), "{items:?}");
}

#[tokio::test]
async fn errors_of_answers_are_in_the_language_of_the_request() {
    let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered");
    let server = Server::over(&example).await;
    let mut consent = server.visitor().get("/api/study/consent").await.ok();
    let ticks: Value = consent["ticks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tick| (tick["id"].as_str().unwrap().to_owned(), json!(true)))
        .collect();
    let consent = json!({ "version": consent["version"].take(), "locale": "en", "ticks": ticks });
    let body = json!({ "username": "heron", "password": PASSWORD, "consent": consent });
    let mut client = server.register(body).await;
    let save = "/api/users/save-pre-questionnaire-answers";
    let mut message = async |tags: &[(&str, &str)]| {
        let headers = [&[("content-type", "application/json")], tags].concat();
        let problem =
            client.send("POST", save, &headers, br#"{"answers":{}}"#.to_vec()).await.is(422, "invalid_answers");
        problem["fields"][0]["message"].as_str().unwrap().to_owned()
    };
    let english = message(&[]).await;
    let german = message(&[("accept-language", "de")]).await;
    assert_ne!(english, german);
    assert_eq!(message(&[("accept-language", "DE")]).await, german);
    // What browsers send of their own accord, and what the study does not have.
    for other in ["de-DE,de;q=0.9", "fr", ""] {
        assert_eq!(message(&[("accept-language", other)]).await, english, "{other}");
    }
}

#[tokio::test]
async fn an_address_that_is_no_page_does_not_get_the_app() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let paths = "
        /metrics /.env /.git/config /.well-known/x /wp-login.php /index.html /a/b.map /data.json";
    for path in paths.split_whitespace() {
        client.get(path).await.is(404, "not_found");
    }
    let robots = client.get("/robots.txt").await;
    assert_eq!((robots.status, robots.header("content-type")), (200, "text/plain; charset=utf-8"));
    assert_eq!(robots.text(), "User-agent: *\nDisallow: /\n");
    let icon = client.get("/favicon.ico").await;
    assert!(icon.status == 204 || icon.header("content-type").starts_with("image/"), "{icon:?}");
    // Anything that could be a page is the app's to decide.
    for path in ["/somewhere", "/flow-a/question/none", "/profile/"] {
        let page = client.get(path).await;
        assert!(page.status == 503 || page.header("content-type").starts_with("text/html"), "{page:?}");
    }
    // The same applies to addresses that a browser opens, except the API and the assets.
    let opened = ("sec-fetch-dest", "document");
    for path in ["/index.html", "/.env", "/metrics"] {
        let page = client.send("GET", path, &[opened], Vec::new()).await;
        assert!(page.status == 503 || page.header("content-type").starts_with("text/html"), "{page:?}");
    }
    for path in ["/api/none", "/api/none.html"] {
        client.send("GET", path, &[opened], Vec::new()).await.is(404, "not_found");
    }
}

#[tokio::test]
async fn the_id_of_a_call_counts_nothing() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let mut ids = vec![];
    for _ in 0..8 {
        ids.push(client.get("/healthz").await.header("x-request-id").to_owned());
    }
    let alike = |a: &str, b: &str| a.bytes().zip(b.bytes()).filter(|(a, b)| a == b).count();
    for two in ids.windows(2) {
        assert_eq!(two[0].len(), 16);
        assert!(alike(&two[0], &two[1]) < 12, "{ids:?}");
    }
}
