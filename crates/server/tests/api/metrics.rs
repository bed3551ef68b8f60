//! `--metrics`: what an operator sees, without anything about a participant.

use serde_json::json;
use unmask_server::metrics;

use crate::support::{Client, PASSWORD, Server, Walker, both};

both!(everything_is_counted_without_names);

async fn scraped(server: &Server) -> String {
    let reply = Client::new(metrics::router(server.app.measured().unwrap())).get("/metrics").await;
    assert_eq!(reply.status, 200, "{reply:?}");
    assert!(reply.header("content-type").starts_with("application/openmetrics-text"), "{reply:?}");
    reply.text()
}

#[track_caller]
fn says(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.lines().any(|found| found == *line), "'{line}' is not in:\n{text}");
    }
}

async fn everything_is_counted_without_names(server: Server) {
    says(
        &scraped(&server).await,
        &["unmask_sessions{study=\"main\"} 0", "unmask_database_up{study=\"main\"} 1", "unmask_password_jobs 0"],
    );
    let client = server.participant("quiet-otter").await;
    let code = client.user["code"].as_str().unwrap_or("quiet-otter").to_owned();
    let mut walker = Walker::new(client).await;
    walker.until(|position| position == "/home").await;
    let judged = json!({ "answer": "altered" });
    let practice = walker.client.get("/api/practice").await.ok();
    let body = if practice["practice"]["confidence"] == true {
        json!({ "answer": "altered", "confidence": 60 })
    } else {
        judged
    };
    for _ in 0..2 {
        walker
            .client
            .post_once("0195d3c4-8f00-7000-8000-000000000001", "/api/practice/answer", body.clone())
            .await
            .ok();
    }
    let wrong = json!({ "username": "quiet-otter", "password": PASSWORD.to_uppercase() });
    assert_eq!(server.visitor().post("/api/auth/login", wrong).await.status, 401);
    let outside = json!([{ "event": "No such event", "properties": { "token": "unmask" } }]);
    server.visitor().post("/api/collect/track", outside).await;

    let text = scraped(&server).await;
    says(
        &text,
        &[
            "unmask_http_requests_total{route=\"/api/auth/register\",status=\"2xx\"} 1",
            "unmask_http_requests_total{route=\"/api/auth/login\",status=\"4xx\"} 1",
            "unmask_http_request_seconds_count{route=\"/api/practice/answer\"} 2",
            "unmask_submissions_repeated_total 1",
            "unmask_analytics_dropped_total 1",
            "unmask_sessions{study=\"main\"} 1",
            "unmask_allocation_slots{study=\"main\",state=\"reserved\"} 1",
            "# EOF",
        ],
    );
    let engine = server.app.settings.database_url.starts_with("sqlite:");
    let line = if engine {
        "unmask_writer_commits_total{study=\"main\",closures=\"1\"}"
    } else {
        "unmask_database_connections{study=\"main\",state=\"idle\"}"
    };
    assert!(text.contains(line), "'{line}' is not in:\n{text}");
    for secret in ["quiet-otter", &code, "control_0", "treatment_", "0195d3c4-8f00-7000-8000-000000000001"] {
        assert!(!text.contains(secret), "'{secret}' is in:\n{text}");
    }
    let mut visitor = server.visitor();
    assert!(!visitor.get("/metrics").await.text().contains("unmask_sessions"), "participants' address has none");
}
