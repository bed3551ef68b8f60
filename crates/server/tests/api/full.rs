//! A database whose disk is full: nothing is acknowledged, reading continues, and writing resumes when there is space.
//! (SQLite, and a real full disk: `crates/faults/tests/machine.rs`.)

use serde_json::json;

use crate::support::Server;

const SAVE: &str = "/api/users/save-pre-questionnaire-answers";
/// Simulates PostgreSQL's error when a table can't grow (SQLSTATE 53100).
const FULL: &str = "create function full_disk() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on submission for each row execute function full_disk()";
const ROOM: &str = "drop trigger full_disk on submission";

#[tokio::test(flavor = "multi_thread")]
async fn postgres_on_a_full_disk_acknowledges_nothing_and_recovers() {
    let server = Server::postgres().await;
    let mut heron = server.participant("heron").await;
    server.database.run(FULL).await;
    let (key, body) = (
        "5c0a1f6e-7f43-4f0c-9d0e-0d1f6a1b2c3d",
        json!({ "section": "you", "answers": { "age": 30, "gender": "woman", "channels": ["paper"] } }),
    );
    for _ in 0..3 {
        let rejected = heron.post_once(key, SAVE, body.clone()).await;
        rejected.is(503, "unavailable");
        assert!(rejected.header("retry-after").parse::<u32>().unwrap() > 0);
        assert!(!rejected.text().contains("space"), "{rejected:?}");
    }
    heron.get("/api/users/profile").await.ok();
    assert_eq!(heron.position().await, "/pre-questionnaire");
    assert_eq!(server.database.number("select count(*) from submission").await, 0);

    server.database.run(ROOM).await;
    let stored = heron.post_once(key, SAVE, body.clone()).await.ok();
    assert_eq!(stored["repeated"], false);
    assert_eq!(heron.post_once(key, SAVE, body).await.ok()["receipt"], stored["receipt"]);
    assert_eq!(server.database.number("select count(*) from submission").await, 1);
}
