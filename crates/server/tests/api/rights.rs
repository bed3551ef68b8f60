//! What participants may ask for.

use serde_json::json;

use crate::support::{PASSWORD, Server, Walker, at_once, both, consent, form};

both!(
    withdrawing_keeps_or_erases,
    withdrawn_participants_see_what_they_were_shown,
    leaving_five_times_at_once_gives_one_receipt
);

async fn withdrawing_keeps_or_erases(server: Server) {
    for mode in ["keep", "erase"] {
        let mut walker = Walker::new(server.participant(mode).await).await;
        walker.step().await;
        let client = &mut walker.client;
        client.post("/api/users/withdraw", json!({ "mode": "forget" })).await.is(400, "malformed");
        // What it says would tell participants what was made up.
        client.get("/api/study/pages/withdrawn").await.is(404, "not_found");
        let receipt = client.post("/api/users/withdraw", json!({ "mode": mode })).await.ok();
        assert_eq!(receipt["mode"], mode);
        assert!(receipt["html"].as_str().unwrap().contains("You have left"), "{receipt}");
        assert_eq!(receipt["receipt"].as_str().unwrap().len(), 36);
        client.get("/api/users/profile").await.is(401, "not_authenticated");
        client.token.clear();
        let login = client.post("/api/auth/login", json!({ "username": mode, "password": PASSWORD })).await;
        if mode == "erase" {
            login.is(401, "login_failed");
            continue;
        }
        // A participant who kept their data can still see them and have them erased later. The study continues without
        // them.
        client.take_session(&login);
        assert_eq!(client.get("/api/users/profile").await.ok()["withdrawn"], true);
        client.get("/api/questionnaires/pre").await.is(403, "withdrawn");
        client.post("/api/practice/answer", json!({ "answer": "original" })).await.is(403, "withdrawn");
        assert_eq!(client.get("/api/users/data").await.ok()["research"]["submissions"].as_array().unwrap().len(), 1);
        // They belong on their profile, where they read what those read who leave.
        assert_eq!(client.position().await, "/profile");
        assert_eq!(client.get("/api/page-flow/correct-page?currentPath=/home").await.ok()["correctPage"], "/profile");
        let debrief = client.get("/api/debrief").await.ok();
        assert!(debrief["html"].as_str().unwrap().contains("You have left"), "{}", debrief["html"]);
        assert_eq!((&debrief["items"], &debrief["training"]), (&json!([]), &json!([])), "no clip was shown yet");
        client.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    }
}

async fn withdrawn_participants_see_what_they_were_shown(server: Server) {
    let mut walker = server.walker_in("treatment_0", |position| position.starts_with("/flow-a")).await;
    walker.step().await;
    walker.client.get("/api/debrief").await.is(409, "wrong_page");
    let name = walker.client.user["username"].as_str().unwrap().to_owned();
    walker.client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    let client = &mut walker.client;
    client.sign_in(&name).await;
    let debrief = client.get("/api/debrief").await.ok();
    let truths: Vec<_> = debrief["items"].as_array().unwrap().iter().map(|item| item["truth"].is_string()).collect();
    assert!(!truths.is_empty() && truths.iter().all(|told| *told), "{debrief}");
    assert_eq!(debrief["training"], json!([]), "and nothing that they were not shown");
    let path = "/api/page-flow/correct-page?groupType=treatment_0&currentPath=/flow-a/start";
    assert_eq!(client.get(path).await.ok()["correctPage"], "/profile");
}

#[tokio::test(flavor = "multi_thread")]
async fn own_data_contain_the_truth_only_after_the_debrief() {
    let server = Server::sqlite().await;
    let mut walker = server.walker_in("treatment_0", |position| position == "/post-questionnaire").await;
    let before = walker.client.get("/api/users/data").await.text();
    for word in ["\"correct\"", "\"group\"", "treatment_0", "explanation", "fa_1"] {
        assert!(!before.contains(word), "{word} in {before}");
    }
    assert!(before.contains("The edge."), "own words are there: {before}");
    walker.finish().await;
    let after = walker.client.get("/api/users/data").await.text();
    assert!(after.contains("\"correct\":true") && after.contains("treatment_0"), "{after}");
}

/// Otherwise a participant who guesses an ID of the bundle would learn that it is one, and whose; and their own words
/// would come back changed.
#[tokio::test(flavor = "multi_thread")]
async fn words_of_the_participant_come_back_as_they_were_sent() {
    let server = Server::sqlite().await;
    let mut number = 1;
    let (client, recruitment) = loop {
        let person = format!("fa_{number}");
        let recruitment =
            json!({ "PROLIFIC_PID": person, "STUDY_ID": "maren/fb_1", "SESSION_ID": "/flow-a/question/fa_2" });
        let mut body = form(&format!("person-{number}"));
        body["recruitment"] = recruitment.clone();
        let client = server.register(body).await;
        if client.user["groupType"] == "treatment_0" {
            break (client, recruitment);
        }
        number += 1;
    };
    let mut walker = Walker::new(client).await;
    walker.until(|position| position.ends_with("/followup")).await;
    let page = walker.position.clone();
    let id = page.split('/').nth(3).unwrap().to_owned();
    let words = "maren/fb_1 or fa_2_confidence";
    let answers = json!({ "reasons": ["face"], "mark": { "x": 0.5, "y": 0.25 }, "words": words });
    let guess = "fb_1/fb_1_source";
    let timing =
        json!({ "submit": 9.0, "changes": [{ "item": "fa_1", "at": 1.0 }], "opened": [{ "item": guess, "at": 2.0 }] });
    let path = format!("/api/flow-a/questions/{id}/followup");
    walker.client.post(&path, json!({ "answers": answers, "timing": timing })).await.ok();

    let own = walker.client.get("/api/users/data").await;
    let research = &own.ok()["research"];
    assert_eq!(research["participant"]["recruitment"], recruitment);
    let last = research["submissions"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["item"], &last["page"]), (&json!(format!("flow-a/{id}/followup")), &json!(page)));
    assert_eq!(last["answers"][format!("{id}_words")], words);
    assert_eq!(last["answers"][format!("{id}_mark_x")], 0.5);
    // Names that only the data have are not taken, whether the guess is right or wrong.
    assert_eq!((&last["timing"]["changes"], &last["timing"]["opened"]), (&json!([]), &json!([])));
    assert_eq!(last["timing"]["dropped"], json!({ "changes": 1, "opened": 1 }));
    let loaded = server.app.versions.active();
    for guessed in ["fb_1", "maren", guess] {
        let wire = loaded.ids.opaque(guessed).unwrap();
        assert!(!own.text().contains(&wire), "the id of {guessed} in {}", own.text());
    }
}

#[tokio::test]
async fn names_can_be_changed_and_removed() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    client.patch("/api/users/profile", json!({ "firstName": "Ada", "lastName": "Holt" })).await.ok();
    let user = client.patch("/api/users/profile", json!({ "lastName": "" })).await.ok();
    assert_eq!(user["profile"], json!({ "firstName": "Ada", "lastName": "" }));
    client.patch("/api/users/profile", json!({ "firstName": "x".repeat(101) })).await.is(422, "invalid_fields");
    client.patch("/api/users/profile", json!({ "role": "admin" })).await.is(400, "malformed");
}

async fn leaving_five_times_at_once_gives_one_receipt(server: Server) {
    let client = server.participant("heron").await;
    let statuses = at_once(5, |_| {
        let mut tab = client.clone();
        async move { tab.post("/api/users/withdraw", json!({ "mode": "keep" })).await.status }
    });
    assert_eq!(statuses.await.iter().filter(|status| **status == 200).count(), 1);
}

/// A new text asks newcomers again, and each consent stays on record under the version that was read.
#[tokio::test(flavor = "multi_thread")]
async fn consent_is_to_the_version_that_was_read_and_the_code_comes_with_the_last_answer() {
    let server = Server::sqlite().await;
    let mut old = consent();
    old["version"] = json!("0");
    let form = json!({ "username": "late", "password": PASSWORD, "consent": old });
    let rejected = server.visitor().post("/api/auth/register", form).await.is(422, "invalid_fields");
    assert!(rejected.to_string().contains("The consent text has changed"), "{rejected}");

    let mut walker = Walker::new(server.participant("heron").await).await;
    let before = walker.client.get("/api/users/completion").await.ok();
    assert_eq!((&before["complete"], &before["code"]), (&json!(false), &json!(null)));
    walker.until(|position| position == "/post-questionnaire").await;
    let before = walker.client.get("/api/users/completion").await.ok();
    assert_eq!(before["code"], json!(null), "not before the last answer");
    walker.finish().await;
    assert_eq!(walker.client.get("/api/users/completion").await.ok()["code"], "SMALL-DONE");
    let own = walker.client.get("/api/users/data").await.ok();
    let given = own["research"]["consents"].as_array().unwrap();
    assert_eq!((given.len(), &given[0]["version"], &given[0]["ticks"]["take_part"]), (1, &json!("1"), &json!(true)));
    assert_eq!(given[0]["textHash"].as_str().map(str::len), Some(64), "the very text");
}
