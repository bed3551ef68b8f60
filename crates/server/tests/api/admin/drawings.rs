//! `GET /api/admin/drawings/…`: what is drawn is what the console's other calls return, under the same labels.

use serde_json::{Value, json};

use super::results::results;
use crate::support::{Server, Walker, both};

both!(drawings_show_the_figures_under_the_labels_of_the_console);

async fn drawings_show_the_figures_under_the_labels_of_the_console(server: Server) {
    let mut admin = server.admin().await;
    for number in 0..4 {
        let mut walker = Walker::new(server.participant(&format!("person-{number}")).await).await;
        walker.choice = number % 2;
        walker.finish().await;
    }
    let report = results(&mut admin, false).await;
    let flow = admin.get("/api/admin/drawings/flow").await.ok();
    let figure = |what: &str| {
        let rows = flow["rows"].as_array().unwrap();
        rows.iter().find(|row| row["what"] == what).unwrap_or_else(|| panic!("{what} in {rows:?}"))["people"].clone()
    };
    assert_eq!(figure("Registered"), report["flow"]["registered"]);
    assert_eq!(figure("Randomised to Arm A"), report["flow"]["arms"][0]["randomised"]);
    assert!(svg(&flow).contains("Randomised to Arm A"), "{flow}");
    let german = admin.get("/api/admin/drawings/flow?locale=de").await.ok();
    assert!(svg(&german).contains("Randomisiert zu Arm A"), "{german}");

    let labels: Vec<Value> = {
        admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
        let open = results(&mut admin, false).await;
        open["arms"].as_array().unwrap().iter().map(|arm| arm["label"].clone()).collect()
    };
    for blinded in [&flow, &german] {
        assert!(labels.iter().all(|label| !blinded.to_string().contains(label.as_str().unwrap())), "{blinded}");
    }
    let open = admin.get("/api/admin/drawings/flow").await.ok();
    let named = open["rows"].as_array().unwrap();
    assert!(labels.iter().all(|label| named.iter().any(|row| row["arm"] == *label)), "{open}");
}

both!(charts_show_every_figure_of_their_tables);

async fn charts_show_every_figure_of_their_tables(server: Server) {
    let mut admin = server.admin().await;
    for number in 0..3 {
        let mut walker = Walker::new(server.participant(&format!("person-{number}")).await).await;
        walker.choice = number % 2;
        walker.finish().await;
    }
    server.participant("fresh").await;
    let overview = admin.get("/api/admin/overview").await.ok();
    let report = results(&mut admin, false).await;
    let (arms, none) = (overview["arms"].as_array().unwrap().len(), Vec::new());
    let mut drawn = async |chart: &str| {
        let reply = admin.get(&format!("/api/admin/drawings/{chart}")).await.ok();
        reply["svg"].as_str().unwrap_or_else(|| panic!("{chart}: {reply}")).to_owned()
    };
    // Each bar has its figure at its end.
    let funnel = drawn("overview?chart=funnel&width=500").await;
    let entered: Vec<String> =
        overview["steps"].as_array().unwrap().iter().map(|step| step["entered"].to_string()).collect();
    assert_eq!(texts(&funnel, "figure"), entered);
    assert!(texts(&funnel, "row").contains(&"Arm-specific part".to_owned()), "{funnel}");
    let days = overview["days"].as_array().unwrap().len();
    let enrolment = drawn("overview?chart=enrolment").await;
    assert_eq!(marks(&enrolment), days * arms);
    assert_eq!(texts(&enrolment, "label"), ["Arm A", "Arm B", "Arm C"]);
    assert_eq!(texts(&drawn("overview?chart=enrolment&locale=de").await, "unit"), ["Personen"]);
    // A mark for each number that there is.
    let numbers =
        |list: &Value| list.as_array().unwrap_or(&none).iter().filter(|number| number["value"].is_number()).count();
    for outcome in report["outcomes"].as_array().unwrap() {
        let means = numbers(&outcome["before"]) + numbers(&outcome["after"]);
        let id = outcome["id"].as_str().unwrap();
        if means > 0 {
            let chart = drawn(&format!("results?chart=means&outcome={id}")).await;
            assert_eq!(marks(&chart), means, "{id}");
        }
    }
    for phase in ["before", "after"] {
        let items = report["items"].as_array().unwrap().iter().filter(|item| item["phase"] == phase);
        let items = items.filter(|item| item["right"]["value"].is_number()).count();
        assert_eq!(marks(&drawn(&format!("results?chart=items&phase={phase}&sort=right")).await), items);
        let curves = report["curves"].as_array().unwrap().iter().filter(|curve| curve["phase"] == phase);
        let points: usize = curves.map(|curve| curve["calibration"].as_array().unwrap().len()).sum();
        assert_eq!(marks(&drawn(&format!("results?chart=calibration&phase={phase}")).await), points);
    }
    // What cannot be drawn is null, and what does not exist is rejected.
    let nothing = admin.get("/api/admin/drawings/results?chart=means&outcome=none").await.ok();
    assert_eq!(nothing, json!({ "svg": null }));
    admin.get("/api/admin/drawings/results?chart=pie").await.is(400, "malformed");
    admin.get("/api/admin/drawings/overview?chart=funnel&width=-1").await.is(400, "malformed");
}

fn marks(svg: &str) -> usize {
    svg.matches("<path class=\"mark\"").count()
}

/// The texts of a class.
fn texts(svg: &str, class: &str) -> Vec<String> {
    let opening = format!("<text class=\"{class}\"");
    let all = svg.split(&opening).skip(1);
    all.map(|text| text.split_once('>').unwrap().1.split_once('<').unwrap().0.to_owned()).collect()
}

fn svg(drawing: &Value) -> &str {
    drawing["svg"].as_str().unwrap()
}
