//! What a browser measures: nothing but the names of the page is stored of it, and so much at most.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use crate::export::export;
use crate::support::{Server, Walker, both};

both!(stored_hostile_timing_is_bounded_and_of_the_page, the_answer_is_stored_without_impossible_times);

/// Words that a hostile client puts wherever there is room for them.
const FREE: &str = "my own words, which nobody asked for";

/// As large as a body may be, almost.
fn large(mut body: Value, moment: impl Fn(usize) -> Value) -> Value {
    let room = 250 * 1024 - body.to_string().len();
    let mut changes = Vec::new();
    let mut used = 0;
    for number in 0.. {
        let one = moment(number);
        used += one.to_string().len() + 1;
        if used > room {
            break;
        }
        changes.push(one);
    }
    assert!(changes.len() > 2_000, "{}", changes.len());
    body["timing"]["changes"] = changes.into();
    body
}

async fn stored_hostile_timing_is_bounded_and_of_the_page(server: Server) {
    let mut walker = Walker::new(server.participant("heron").await).await;
    let you = json!({ "section": "you", "answers": { "age": 30, "gender": "woman", "channels": ["paper"] },
        "timing": { "submit": 9, "opened": [{ "item": FREE, "at": 1 }, { "item": "zoom-2", "at": 1 }] } });
    let you = large(you, |number| match number % 3 {
        0 => json!({ "item": "pre_1", "at": number }),
        1 => json!({ "item": FREE, "at": number }),
        _ => json!({ "item": "age", "at": number }),
    });
    walker.client.post("/api/users/save-pre-questionnaire-answers", you.clone()).await.ok();
    walker.until(|position| position == "/home").await;
    let practice = walker.client.get("/api/practice").await.ok();
    let url = &practice["practice"]["media"]["sources"][0]["url"];
    let failed = json!({ "url": url, "error": FREE, "watched": vec![[0.1, 1.234_567_890_123_4]; 500], "plays": 1 });
    let other = json!({ "url": format!("/api/media/{FREE}"), "error": FREE });
    let file = json!({ "url": "m03a.png" });
    let opened: Vec<Value> =
        (0..300).map(|at| json!({ "item": (["zoom-2", "transcript", FREE][at % 3]), "at": at })).collect();
    let judged = json!({ "answer": "original", "timing": { "submit": 9, "opened": opened,
        "media": [failed.clone(), other, failed.clone(), file] } });
    let judged = large(judged, |number| json!({ "item": "answer", "at": number }));
    walker.client.post("/api/practice/answer", judged.clone()).await.ok();

    let count = |list: &Value, item: &str| {
        i64::try_from(list.as_array().unwrap().iter().filter(|one| one["item"] == item).count()).unwrap()
    };
    // Stated in docs/API-DESIGN.md.
    assert!(server.database.number("select cast(max(length(evidence)) as bigint) from submission").await <= 24 * 1024);
    let stored = server.database.texts("select evidence from submission where evidence is not null").await.join("\n");
    assert!(!stored.contains("my own") && !stored.contains("pre_1"), "{stored}");

    let folder = tempfile::tempdir().unwrap();
    let (package, _) = export(&server, &folder.path().join("package")).await;
    for (name, file) in &package.files {
        let holds = file.windows(6).any(|six| six == b"my own");
        assert!(!holds, "{name}");
    }
    let (submissions, events) = (package.table("submissions"), package.table("events"));
    let of = |item: &str| {
        let receipt = submissions.iter().find(|row| row["submission"] == item).unwrap()["receipt"].clone();
        events.iter().filter(|row| row["receipt"] == receipt).collect::<Vec<_>>()
    };
    for (page, changed, sent, opened) in [("pre/you", "age", &you, 0), ("practice/practice_1", "answer", &judged, 40)] {
        let rows = of(page);
        let named: BTreeSet<&str> = rows.iter().map(|row| row["item"].as_str()).collect();
        assert!(named.is_subset(&[changed, "zoom-2", "transcript"].into()), "{named:?}");
        let changes: Vec<_> = rows.iter().filter(|row| row["kind"] == "changed").collect();
        assert_eq!((changes.len(), rows.len() - changes.len()), (20, opened));
        // Where it is cut, and by how many: none is lost from the count, nor the first and the last one.
        let omitted: i64 = changes.iter().map(|row| row["omitted"].parse::<i64>().unwrap()).sum();
        let all = count(&sent["timing"]["changes"], changed);
        assert_eq!(omitted + 20, all);
        let responses = package.table("responses");
        let given = responses
            .iter()
            .find(|row| row["receipt"] == changes[0]["receipt"] && row["first_change_ms"] != "NA_not_recorded");
        let given = given.unwrap();
        let times: Vec<f64> = sent["timing"]["changes"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["item"] == changed)
            .map(|one| one["at"].as_f64().unwrap())
            .collect();
        assert_eq!(given["changes"], all.to_string());
        assert_eq!(given["first_change_ms"], times[0].to_string());
        assert_eq!(given["last_change_ms"], times[times.len() - 1].to_string());
    }
    let dropped = |item: &str| submissions.iter().find(|row| row["submission"] == item).unwrap()["dropped"].clone();
    let foreign = count(&you["timing"]["changes"], "pre_1") + count(&you["timing"]["changes"], FREE);
    // A section without a medium has nothing that can be enlarged.
    assert_eq!(dropped("pre/you"), (foreign + 2).to_string());
    assert_eq!(dropped("practice/practice_1"), (100 + 2).to_string());
    let exposures = package.table("exposures");
    assert_eq!(exposures.len(), 1, "{exposures:?}");
    let medium = &exposures[0];
    let cells = ["file", "error", "plays", "watched_omitted"].map(|column| medium[column].as_str());
    assert_eq!(cells, ["m03a.png", "other", "2", "950"]);
}

async fn the_answer_is_stored_without_impossible_times(server: Server) {
    // Two minutes, and less than the tolerance more.
    let (later, long) = (Duration::from_mins(2), 150_000);
    for (name, timing) in [
        ("heron", json!({ "submit": -1 })),
        ("stork", json!({ "submit": 900, "hidden": 5_000 })),
        ("crane", json!({ "submit": 900, "changes": [{ "item": "age", "at": 1e300 }] })),
        // Longer than since the page was opened.
        ("egret", json!({ "submit": long })),
        ("raven", Value::Null),
    ] {
        let mut client = server.participant(name).await;
        let you = json!({ "section": "you", "answers": { "age": 30, "gender": "woman", "channels": ["paper"] },
            "timing": timing });
        client.post("/api/users/save-pre-questionnaire-answers", you).await.ok();
    }
    let count = async |what: &str| server.database.number(&format!("select count(*) from {what}")).await;
    assert_eq!(count("submission where item = 'pre/you' and evidence is null").await, 5);
    assert_eq!(count("flag where item = 'pre/you' and kind = 'not_timed'").await, 5);
    assert_eq!(count("flag where kind <> 'not_timed'").await, 0);

    let mut client = server.participant("finch").await;
    server.clock.advance(later);
    let you = json!({ "section": "you", "answers": { "age": 30, "gender": "woman", "channels": ["paper"] },
        "timing": { "submit": long } });
    client.post("/api/users/save-pre-questionnaire-answers", you).await.ok();
    assert_eq!(count("submission where item = 'pre/you' and evidence is not null").await, 1);
    assert_eq!(count("flag where item = 'pre/you'").await, 5);
}
