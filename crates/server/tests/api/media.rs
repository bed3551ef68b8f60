//! Media: tickets and ranges.

use std::time::Duration;

use crate::support::{Server, Walker};

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_opens_one_file_by_ranges_and_ends() {
    let server = Server::sqlite().await;
    let mut walker = Walker::new(server.participant_in("treatment_0").await).await;
    walker.until(|place| place == "/flow-a/start").await;
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

    // A condition that were looked at would tell the file's date.
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
    let mut walker = Walker::new(server.participant_in("treatment_1").await).await;
    walker.until(|place| place == "/dashboard").await;
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
