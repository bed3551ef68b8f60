//! Judged unseen or unchecked: in the database, the console, the data package and the report.

use serde_json::json;

use crate::export::export;
use crate::support::{Server, both, find};

both!(what_was_judged_unseen_is_flagged_and_counted_everywhere);

async fn what_was_judged_unseen_is_flagged_and_counted_everywhere(server: Server) {
    let is_question = |position: &str| position.starts_with("/flow-a/question/") && position.split('/').count() == 4;
    let mut unseen = server.walker_in("treatment_0", is_question).await;
    let questions = unseen.client.get("/api/flow-a/questions").await.ok();
    let id = unseen.position.split('/').nth(3).unwrap().to_owned();
    let url = find(&questions, &id)["media"]["sources"][0]["url"].clone();
    // It was ready, and neither played nor shown.
    let timing = json!({ "submit": 9_000, "opened": [{ "item": "reminder", "at": 8_000 }],
        "media": [{ "url": url, "canPlay": 5, "plays": 0 }] });
    let judged = json!({ "answer": "original", "confidence": 60, "timing": timing });
    unseen.client.post(&format!("/api/flow-a/questions/{id}/answer"), judged).await.ok();

    let is_post = |position: &str| position.starts_with("/flow-b/question/") && position.split('/').count() == 4;
    let mut unchecked = server.walker_in("treatment_1", is_post).await;
    let id = unchecked.position.split('/').nth(3).unwrap().to_owned();
    let judged = json!({ "answer": "genuine", "confidence": 60, "timing": { "submit": 9_000 } });
    unchecked.client.post(&format!("/api/flow-b/posts/{id}/answer"), judged).await.ok();

    let kinds = server.database.texts("select kind from flag where kind like 'answered%' order by kind").await;
    assert_eq!(kinds, ["answered_unchecked", "answered_unseen"]);
    let mut admin = server.admin().await;
    let hidden = admin.get("/api/admin/overview").await.ok();
    assert_eq!(hidden["flags"]["answeredUnseen"], 0, "while the study is blinded, the arm-specific part is hidden");
    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let overview = admin.get("/api/admin/overview").await.ok();
    assert_eq!((&overview["flags"]["answeredUnseen"], &overview["flags"]["answeredUnchecked"]), (&json!(1), &json!(1)));
    for (walker, flag) in [(&unseen, "answered_unseen"), (&unchecked, "answered_unchecked")] {
        let listed = admin.get(&format!("/api/admin/participants?flag={flag}")).await.ok();
        let codes: Vec<&str> =
            listed["participants"].as_array().unwrap().iter().map(|row| row["code"].as_str().unwrap()).collect();
        assert_eq!(codes, [walker.client.user["code"].as_str().unwrap()]);
    }

    let folder = tempfile::tempdir().unwrap();
    let (package, _) = export(&server, &folder.path().join("package")).await;
    let people = package.table("participants");
    let columns = ["flag_answered_unseen", "unseen_media", "flag_answered_unchecked", "unchecked_posts"];
    for (walker, expected) in [(&unseen, ["1", "1", "0", "0"]), (&unchecked, ["0", "0", "1", "1"])] {
        let code = walker.client.user["code"].as_str().unwrap();
        let row = people.iter().find(|row| row["participant_id"] == code).unwrap();
        assert_eq!(columns.map(|column| row[column].as_str()), expected);
    }
    let submissions = package.table("submissions");
    let of = |start: &str| {
        let row = submissions.iter().find(|row| row["submission"].starts_with(start) && row["submit_ms"] == "9000");
        let row = row.unwrap();
        ["unseen_media", "evidence_opened", "dropped"].map(|column| row[column].clone())
    };
    assert_eq!(of("flow-a/"), ["1", "NA_not_applicable", "0"]);
    assert_eq!(of("flow-b/"), ["0", "0", "0"]);
    let events = package.table("events");
    assert!(events.iter().any(|row| row["item"] == "reminder" && row["kind"] == "opened"), "{events:?}");
}
