//! Media: tickets and ranges.

use std::time::Duration;

use serde_json::json;
use unmask_server::metrics;
use unmask_store::testing;

use crate::export::export;
use crate::support::{Client, Log, Server, Walker, edited, find};

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_opens_one_file_by_ranges_and_ends() {
    let server = Server::sqlite().await;
    let mut walker = server.walker_in("treatment_0", |position| position == "/flow-a/start").await;
    let questions = walker.client.get("/api/flow-a/questions").await.ok();
    let url = questions[0]["media"]["sources"][0]["url"].as_str().unwrap().to_owned();
    assert!(url.starts_with("/api/media/"), "{url}");

    let mut browser = server.visitor();
    let whole = browser.get(&url).await;
    assert_eq!((whole.status, whole.header("accept-ranges")), (200, "bytes"));
    assert_eq!(whole.header("content-type"), questions[0]["media"]["sources"][0]["mediaType"].as_str().unwrap());
    assert_eq!(whole.header("content-disposition"), "inline");
    assert_eq!(whole.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!(whole.header("x-content-type-options"), "nosniff");
    assert!(whole.header("cache-control").starts_with("private"), "{}", whole.header("cache-control"));
    assert!(whole.headers.get("last-modified").is_none() && whole.headers.get("etag").is_none());

    let part = browser.send("GET", &url, &[("range", "bytes=2-5")], vec![]).await;
    assert_eq!((part.status, &part.body[..]), (206, &whole.body[2..6]));
    assert_eq!(part.header("content-range"), format!("bytes 2-5/{}", whole.body.len()));
    let beyond = browser.send("GET", &url, &[("range", "bytes=99999999-")], vec![]).await;
    assert_eq!(beyond.status, 416);

    // Evaluating a condition would reveal the file's date.
    for (condition, value) in [
        ("if-match", "\"1-1\""),
        ("if-none-match", "*"),
        ("if-modified-since", "Fri, 20 Nov 2099 10:00:00 GMT"),
        ("if-unmodified-since", "Mon, 01 Jan 2001 10:00:00 GMT"),
    ] {
        let same = browser.send("GET", &url, &[(condition, value)], vec![]).await;
        assert_eq!((same.status, &same.body), (200, &whole.body), "{condition}");
    }
    let headers = [("range", "bytes=2-5"), ("if-range", "Mon, 01 Jan 2001 10:00:00 GMT")];
    assert_eq!(browser.send("GET", &url, &headers, vec![]).await.status, 206);

    let changed = format!("{}{}", &url[..url.len() - 1], if url.ends_with('A') { 'B' } else { 'A' });
    browser.get(&changed).await.is(404, "not_found");
    browser.get("/api/media/../../../Cargo.toml").await.is(404, "not_found");
    server.clock.advance(Duration::from_hours(5));
    browser.get(&url).await.is(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn portraits_and_landing_pictures() {
    let server = Server::sqlite().await;
    let mut walker = server.walker_in("treatment_1", |position| position == "/dashboard").await;
    let personas = walker.client.get("/api/personas").await.ok();
    let id = personas[0]["id"].as_str().unwrap();
    let portrait = walker.client.get(&format!("/api/personas/{id}/profile-picture")).await;
    assert_eq!((portrait.status, portrait.header("content-type")), (200, "image/png"));
    let mut visitor = server.visitor();
    visitor.get(&format!("/api/personas/{id}/profile-picture")).await.is(401, "not_authenticated");
    assert_eq!(visitor.get("/study-media/step.svg").await.header("content-type"), "image/svg+xml");
    visitor.get("/study-media/m01a.png").await.is(404, "not_found");
    assert_eq!(visitor.get("/default_profile.png").await.header("content-type"), "image/png");
}

/// What the log has of media that could not be delivered.
fn lines(log: &Log) -> Vec<String> {
    log.text().lines().filter(|line| line.contains("could not be delivered")).map(str::to_owned).collect()
}

/// A file is removed under a running server: log, metrics and the data of the judgement contain it, independently of
/// the browser's report. A restored file is delivered again.
#[tokio::test]
async fn a_medium_that_vanishes_is_in_the_log_the_metrics_and_the_data() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone());
    let _guard = tracing::subscriber::set_default(subscriber.finish());
    let folder = tempfile::tempdir().unwrap();
    let study = edited(folder.path(), |text| text);
    let server = Server::on(testing::sqlite().await, &study).await;
    let mut walker = server.walker_in("treatment_0", |position| position.starts_with("/flow-a/question/")).await;
    let file = |url: &str| {
        let ticket = url.rsplit('/').next().unwrap();
        server.app.versions.active().media.read(ticket).unwrap().file
    };
    let questions = walker.client.get("/api/flow-a/questions").await.ok();
    let url_of = |walker: &Walker| {
        let id = walker.position.split('/').nth(3).unwrap();
        find(&questions, id)["media"]["sources"][0]["url"].as_str().unwrap().to_owned()
    };
    let mut browser = server.visitor();

    let url = url_of(&walker);
    let path = study.join("media").join(file(&url));
    let content = std::fs::read(&path).unwrap();
    assert_eq!(browser.get(&url).await.status, 200);
    std::fs::remove_file(&path).unwrap();
    for _ in 0..3 {
        browser.get(&url).await.is(404, "not_found");
    }
    let lines = lines(&log);
    assert_eq!(lines.len(), 1, "once, and no flood: {lines:?}");
    assert!(lines[0].contains("WARN") && lines[0].contains(&file(&url)) && lines[0].contains("missing"), "{lines:?}");
    server.clock.advance(Duration::from_mins(6));
    browser.get(&url).await.is(404, "not_found");
    assert!(self::lines(&log)[1].contains("failures=3"), "{:?}", self::lines(&log));
    let told = Client::new(metrics::router(server.app.measured().unwrap())).get("/metrics").await.text();
    assert!(told.contains("unmask_media_failures_total{reason=\"missing\"} 4"), "{told}");

    // The browser says nothing of it, not even how long it took.
    let judge = json!({ "answer": "original", "confidence": 60 });
    let address =
        |walker: &Walker| format!("/api/flow-a/questions/{}/answer", walker.position.split('/').nth(3).unwrap());
    walker.client.post(&address(&walker), judge.clone()).await.ok();
    let question = walker.position.split('/').nth(3).unwrap();
    let failed = format!("flow-a/{}", server.app.versions.active().ids.bundle(question).unwrap());
    let flagged = server.database.texts("select item from flag where kind = 'media_failed'").await;
    assert_eq!(flagged, [failed.as_str()]);

    // It is there again before the next question, which shows what it has.
    std::fs::write(&path, content).unwrap();
    assert_eq!(browser.get(&url).await.status, 200);
    walker.position = walker.client.position().await;
    let before = walker.position.clone();
    let is_question = |position: &str| position.starts_with("/flow-a/question/") && position.split('/').count() == 4;
    walker.until(|position| is_question(position) && position != before).await;
    assert_eq!(browser.get(&url_of(&walker)).await.status, 200);
    walker.client.post(&address(&walker), judge).await.ok();
    assert_eq!(server.database.number("select count(*) from flag where kind = 'media_failed'").await, 1);

    let (package, _) = export(&server, &folder.path().join("package")).await;
    let exposures = package.table("exposures");
    let rows: Vec<_> = exposures.iter().filter(|row| row["error"] != "NA_not_applicable").collect();
    assert_eq!(rows.len(), 1, "{rows:?}");
    let row = ["submission", "error", "file"].map(|column| rows[0][column].as_str());
    assert_eq!(row, [failed.as_str(), "not delivered", file(&url).as_str()]);
    let code = walker.client.user["code"].as_str().unwrap();
    let people = package.table("participants");
    let flagged: Vec<&str> =
        people.iter().filter(|row| row["flag_media_failed"] == "1").map(|row| row["participant_id"].as_str()).collect();
    assert_eq!(flagged, [code]);
}

/// Emptied, cut short or replaced under a running server: it is not delivered, in no part, and once it is itself again
/// it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_medium_with_other_contents_is_not_delivered_and_the_judgement_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let study = edited(folder.path(), |text| text);
    let server = Server::on(testing::sqlite().await, &study).await;
    let mut walker = server.walker_in("treatment_0", |position| position.starts_with("/flow-a/question/")).await;
    let questions = walker.client.get("/api/flow-a/questions").await.ok();
    let id = walker.position.split('/').nth(3).unwrap().to_owned();
    let media = &find(&questions, &id)["media"];
    let url = media["sources"][0]["url"].as_str().unwrap();
    let file = |url: &str| {
        let ticket = url.rsplit('/').next().unwrap();
        study.join("media").join(server.app.versions.active().media.read(ticket).unwrap().file)
    };
    let mut browser = server.visitor();
    let whole = std::fs::read(file(url)).unwrap();
    assert_eq!(browser.get(url).await.status, 200);
    let (mut other, mut longer) = (whole.clone(), whole.clone());
    other[whole.len() / 2] ^= 1;
    longer.push(0);
    for changed in [&[][..], &whole[..whole.len() / 2], &other, &longer] {
        std::fs::write(file(url), changed).unwrap();
        browser.get(url).await.is(503, "medium_unavailable");
        browser.send("GET", url, &[("range", "bytes=0-3")], vec![]).await.is(503, "medium_unavailable");
        std::fs::write(file(url), &whole).unwrap();
        assert_eq!(browser.get(url).await.status, 200);
    }
    let told = Client::new(metrics::router(server.app.measured().unwrap())).get("/metrics").await.text();
    assert!(told.contains("unmask_media_failures_total{reason=\"changed\"} 8"), "{told}");

    // The still and the captions belong to what is judged.
    let mut parts: Vec<&str> =
        media["captions"].as_array().unwrap().iter().filter_map(|one| one["url"].as_str()).collect();
    parts.extend(media["poster"].as_str());
    let part = parts.first().copied().unwrap_or(url);
    std::fs::write(file(part), "").unwrap();
    browser.get(part).await.is(503, "medium_unavailable");
    assert_eq!(browser.get(url).await.status, if part == url { 503 } else { 200 });
    let judge = json!({ "answer": "original", "confidence": 60 });
    walker.client.post(&format!("/api/flow-a/questions/{id}/answer"), judge).await.ok();
    assert_eq!(server.database.number("select count(*) from flag where kind = 'media_failed'").await, 1);
}
