//! What there is to be seen from outside: nothing but the product.

use crate::support::Server;

#[tokio::test]
async fn files_listings_and_tools_are_not_there() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let paths = "
        /.git/HEAD /.git/config /.env /.well-known/security.txt /data/unmask.db /unmask.db /data/server.key
        /study.yaml /studies/_fixtures/small/study.yaml /Cargo.toml /metrics /assets/../index.html
        /assets/index.js.map /study-media/../study.yaml /study-media/%2e%2e/study.yaml /study-media/..%2fstudy.yaml
        /api/metrics /api/docs/ /api/admin/ /wp-login.php";
    for path in paths.split_whitespace() {
        let reply = client.get(path).await;
        reply.is(404, "not_found");
    }
    // What could be a page gets the app, as any other page that there is not.
    let none = client.get("/no-such-page").await;
    for path in ["/assets/", "/study-media/", "/study-media//etc/passwd", "/assets//etc/passwd", "/data/"] {
        let reply = client.get(path).await;
        assert!(reply.status == 404 || reply.body == none.body, "{reply:?}");
    }
}

#[tokio::test]
async fn unused_methods_are_rejected() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    for path in ["/api/study", "/api/users/profile", "/", "/healthz", "/assets/x.js"] {
        for method in ["TRACE", "CONNECT", "DELETE", "PROPFIND"] {
            let reply = client.send(method, path, &[("x-secret", "echo")], vec![]).await;
            assert_eq!(reply.status, 405, "{reply:?}");
            assert!(!reply.text().contains("echo"), "{reply:?}");
        }
    }
}

#[tokio::test]
async fn no_reply_names_the_software() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    for path in ["/", "/api/study", "/api/users/profile", "/healthz", "/readyz", "/none.php", "/default_profile.png"] {
        let reply = client.get(path).await;
        for header in ["server", "x-powered-by", "via", "x-runtime"] {
            assert!(reply.headers.get(header).is_none(), "{header}: {reply:?}");
        }
        assert!(!reply.text().contains(env!("CARGO_PKG_VERSION")) || path == "/", "{reply:?}");
    }
}

/// A fault of ours says that it is one, and by which name the log has it. Nothing else.
#[tokio::test]
async fn internal_errors_reveal_only_their_id() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    server.database.run("alter table consent rename to consent_lost").await;
    let reply = client.get("/api/users/data").await;
    let problem = reply.is(500, "internal");
    assert_eq!(problem["message"], "An unexpected error occurred");
    assert_eq!(problem["requestId"].as_str().unwrap(), reply.header("x-request-id"));
    for word in ["consent", "select", "sqlite", "table", ".rs"] {
        assert!(!reply.text().contains(word), "{word} in {reply:?}");
    }
}
