//! The example study: its second part is for those who agreed to it at registration. They get the debrief after it, all
//! others at the end of the first part.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::export::export;
use crate::support::{PASSWORD, Server, Walker};

const DAY: Duration = Duration::from_hours(24);
const DEBRIEF: &str = "What this study was about";
const EXPLAINED: &str = "What we wanted to know.";

/// Somebody at the end of the first part of the example.
async fn finished(server: &Server, name: &str, agrees: bool) -> Walker {
    let mut visitor = server.visitor();
    let consent = visitor.get("/api/study/consent").await.ok();
    let ticks = consent["ticks"].as_array().unwrap().iter().map(|tick| {
        let id = tick["id"].as_str().unwrap();
        (id.to_owned(), Value::from(tick["required"] == true || id == "contact_again" && agrees))
    });
    let ticks: serde_json::Map<String, Value> = ticks.collect();
    let consent = json!({ "version": consent["version"], "locale": "en", "ticks": ticks });
    server.next_in("control_0").await;
    let form = json!({ "username": name, "password": PASSWORD, "consent": consent });
    Walker::finished(server.register(form).await).await
}

/// The titles of the sections of the last questionnaire that was fetched.
fn sections(walker: &Walker) -> Vec<String> {
    let asked = walker.client.seen.iter().rfind(|reply| reply.call.starts_with("GET /api/questionnaires/post"));
    let questionnaire: Value = serde_json::from_slice(&asked.unwrap().body).unwrap();
    let sections = questionnaire["sections"].as_array().unwrap().iter();
    sections.map(|section| section["title"].as_str().unwrap().to_owned()).collect()
}

async fn debrief(walker: &mut Walker) -> (String, usize, usize) {
    let debrief = walker.client.get("/api/debrief").await.ok();
    let count = |name: &str| debrief[name].as_array().map_or(0, Vec::len);
    (debrief["html"].as_str().unwrap().to_owned(), count("items"), count("waves"))
}

#[tokio::test(flavor = "multi_thread")]
async fn who_agreed_gets_the_debrief_after_the_second_part_and_all_others_before() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered");
    let server = Server::over(&example).await;

    let mut alone = finished(&server, "alone", false).await;
    assert_eq!(sections(&alone).last().unwrap(), DEBRIEF);
    let (html, items, waves) = debrief(&mut alone).await;
    assert!(html.contains("You have reached the end of the study.") && !html.contains(EXPLAINED), "{html}");
    assert!(items > 28 && waves == 0, "{items} items, {waves} waves");

    let mut missing = finished(&server, "missing", true).await;
    let mut again = finished(&server, "again", true).await;
    for walker in [&mut missing, &mut again] {
        assert!(!sections(walker).iter().any(|title| title == DEBRIEF), "{:?}", sections(walker));
        let (html, items, waves) = debrief(walker).await;
        assert!(html.contains("That was the first part") && !html.contains(EXPLAINED), "{html}");
        assert_eq!((items, waves), (0, 1), "no answer is told before the second part");
        for (query, title) in [("", "Second part"), ("?locale=de", "Zweiter Teil")] {
            let user = walker.client.get(&format!("/api/users/profile{query}")).await.ok();
            assert_eq!(user["waves"][0]["title"], title);
        }
        assert!(!walker.client.seen.iter().any(|reply| reply.text().contains(EXPLAINED)));
    }

    server.clock.advance(DAY * 14);
    again.client.sign_in("again").await;
    again.client.put("/api/users/current-state", json!({ "currentState": "/post-questionnaire" })).await.ok();
    again.position = "/post-questionnaire".into();
    again.finish().await;
    assert_eq!(sections(&again).last().unwrap(), DEBRIEF);
    let (html, items, _) = debrief(&mut again).await;
    assert!(html.contains("both parts") && !html.contains(EXPLAINED), "{html}");
    assert!(items > 40, "{items} items, with the twelve of the second part");
    // The result compares the first part's tests alone.
    let told = again.client.get("/api/debrief").await.ok();
    let of = |part: &str| told["items"].as_array().unwrap().iter().filter(|item| item["part"] == part).count();
    assert_eq!((of("after"), of("later")), (20, 12));

    server.clock.advance(DAY * 8);
    missing.client.sign_in("missing").await;
    let (html, items, _) = debrief(&mut missing).await;
    assert!(html.contains("You have reached the end of the study.") && html.contains(EXPLAINED), "{html}");
    assert!(items > 28, "{items} items");

    let folder = tempfile::tempdir().unwrap();
    let (package, _) = export(&server, &folder.path().join("package")).await;
    let wide = package.table("questionnaires");
    let code = |walker: &Walker| walker.client.user["code"].as_str().unwrap().to_owned();
    let of = |walker: &Walker, variable: &str| {
        wide.iter().find(|row| row["participant_id"] == code(walker)).unwrap()[variable].clone()
    };
    assert_eq!([of(&alone, "later_c1"), of(&alone, "later_correct")], ["NA_not_shown", "NA_not_shown"]);
    assert_eq!([of(&again, "debrief_read"), of(&missing, "debrief_correct")], ["NA_not_shown", "NA_not_shown"]);
    assert_eq!([of(&missing, "later_c1"), of(&missing, "later_correct")], ["NA_not_reached", "NA_not_reached"]);
    assert!(!of(&again, "later_c1").starts_with("NA") && !of(&alone, "debrief_read").starts_with("NA"));
    let planned = package.table("waves");
    assert_eq!(planned.len(), 2, "{planned:?}");
}
