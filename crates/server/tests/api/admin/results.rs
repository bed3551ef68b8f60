//! `GET /api/admin/results`: the report, blinded until unblinding, and never older than an exclusion or unblinding.

use std::time::Duration;

use serde_json::{Value, json};
use unmask_export::report_input;
use unmask_study::report::{Recruitment, Stage, blind, report};

use crate::support::{Client, Server, Walker, both};

both!(the_results_are_the_report_of_the_data);

async fn the_results_are_the_report_of_the_data(server: Server) {
    let mut admin = server.admin().await;
    let mut people = Vec::new();
    for number in 0..4 {
        let mut walker = Walker::new(server.participant(&format!("person-{number}")).await).await;
        walker.choice = number % 2;
        walker.finish().await;
        people.push(walker);
    }
    server.participant("fresh").await;
    let blinded = results(&mut admin, false).await;
    let input = report_input(&server.app.store, false).await.unwrap();
    let input = blind(&input, server.app.schedule.seed());
    let stage = Stage::of(&input, Recruitment::default());
    let expected = report(&input).with_item_response(&input, &stage);
    assert_eq!(blinded, serde_json::to_value(&expected).unwrap());
    // The German report is ready at the same time.
    let german = admin.get("/api/admin/results?locale=de").await.ok();
    let said = german["report"]["headline"].as_str().unwrap();
    assert!(said.starts_with("Dieser Bericht ist verblindet.") || said.starts_with("Für ein Ergebnis"), "{said}");
    let mut losses = [german["report"]["loss"].clone(), blinded["loss"].clone()];
    losses.iter_mut().for_each(without_sentences);
    assert_eq!(losses[0], losses[1]);
    let flow = &blinded["flow"];
    assert_eq!([&flow["registered"], &flow["consented"], &flow["randomised"]], [5, 5, 4], "{flow}");
    assert_eq!(sum(flow, "testCompleted"), 4);
    assert_eq!(sum(flow, "analysed"), 4);
    assert_eq!(blinded["arms"][0]["label"], "Arm A");

    // What a researcher decides shows at once, however fresh the last report is.
    let code = people[0].client.user["code"].as_str().unwrap();
    let address = format!("/api/admin/participants/{code}/exclusion");
    admin.post(&address, json!({ "reason": "a test run" })).await.ok();
    let without = results(&mut admin, false).await;
    assert_eq!((sum(&without["flow"], "excluded"), sum(&without["flow"], "analysed")), (1, 3), "{}", without["flow"]);
    let populations = |report: &Value| report["populations"].as_array().unwrap().len();
    assert_eq!(populations(&without), 2, "with the excluded as well; who trained, or has a flag, would tell the arms");
    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let open = results(&mut admin, false).await;
    assert_eq!((&open["about"]["masked"], populations(&open)), (&json!(false), 4));
    let labels: Vec<&Value> = open["arms"].as_array().unwrap().iter().map(|arm| &arm["id"]).collect();
    assert_eq!(labels, ["control_0", "treatment_0", "treatment_1"]);
    assert_eq!(open["hypotheses"][0]["id"], "H1");
    admin.get("/api/admin/results?nonsense=1").await.is(400, "malformed");
}

/// Only the numbers: the reason for a missing one is translated.
fn without_sentences(value: &mut Value) {
    match value {
        Value::String(_) => *value = Value::Null,
        Value::Array(all) => all.iter_mut().for_each(without_sentences),
        Value::Object(all) => all.values_mut().for_each(without_sentences),
        _ => {}
    }
}

/// The newest results, as the console gets them: it asks again while they are being computed.
pub async fn results(admin: &mut Client, simulated: bool) -> Value {
    for _ in 0..600 {
        let mut reply = admin.get(&format!("/api/admin/results?simulated={simulated}")).await.ok();
        if reply["computing"] == false {
            assert!(reply["asOf"].is_string(), "{}", reply["asOf"]);
            return reply["report"].take();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the results are never done");
}

fn sum(flow: &Value, figure: &str) -> i64 {
    flow["arms"].as_array().unwrap().iter().map(|arm| arm[figure].as_i64().unwrap()).sum()
}
