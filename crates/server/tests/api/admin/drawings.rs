//! `GET /api/admin/drawings/…`: what is drawn is what the console's other calls return, under the same labels.

use std::time::Duration;

use serde_json::{Value, json};

use self::drawing::{Axis, Shape};
use super::results::results;
use crate::analytics::{agreeing, tell, view};
use crate::support::{Server, Walker, both, items};

#[path = "../../../../export/src/report/every_number/drawing.rs"]
#[expect(dead_code, reason = "it also reads texts, and curves by their corners")]
mod drawing;

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

/// Read as a person reads them: from the distance of a mark to the ticks of the axis.
async fn charts_show_every_figure_of_their_tables(server: Server) {
    for number in 0..12 {
        let walker = Walker::new(server.participant(&format!("person-{number}")).await).await;
        finish(walker, number).await;
    }
    server.clock.advance(Duration::from_hours(25));
    for (name, paths) in [("ada", &["/pre-questionnaire", "/post-questionnaire"][..]), ("bob", &["/pre-questionnaire"])]
    {
        let (mut client, id) = agreeing(&server, name).await;
        let views = paths.iter().zip([0, 60]).map(|(path, seconds)| view(&id, seconds, path));
        tell(&mut client, views.collect()).await;
    }
    let mut admin = server.admin().await;
    let overview = admin.get("/api/admin/overview").await.ok();
    let usage = admin.get("/api/admin/events").await.ok();
    let report = results(&mut admin, false).await;
    let mut drawn = async |chart: &str| {
        let reply = admin.get(&format!("/api/admin/drawings/{chart}")).await.ok();
        reply["svg"].as_str().unwrap_or_else(|| panic!("{chart}: {reply}")).to_owned()
    };

    for (chart, rows, figure) in [
        ("overview?chart=funnel&width=500", list(&overview["steps"]).collect(), "entered"),
        ("usage?chart=funnel&width=500", list(&usage["funnel"]["all"]).collect(), "people"),
        ("usage?chart=kinds", list(&usage["kinds"]).filter(|kind| kind["events"] != 0).collect::<Vec<_>>(), "people"),
    ] {
        let svg = drawn(chart).await;
        let shapes = Shape::all(&svg);
        let bars = shapes.iter().filter(|shape| shape.is("bar")).map(|bar| bar.at("x") + bar.at("width"));
        let expected: Vec<&Value> = rows.iter().map(|row| &row[figure]).collect();
        stand_for(chart, (&Axis::read(&shapes, true), 1.0), bars, expected.iter().copied());
        assert_eq!(texts(&svg, "figure"), expected.iter().map(ToString::to_string).collect::<Vec<_>>(), "{chart}");
        assert!(expected.iter().any(|people| **people != json!(0)), "{chart}");
    }
    assert!(texts(&drawn("overview?chart=funnel").await, "row").contains(&"Arm-specific part".to_owned()));

    let enrolment = drawn("overview?chart=enrolment&width=1600").await;
    let (shapes, days) = (Shape::all(&enrolment), list(&overview["days"]).collect::<Vec<_>>());
    assert_eq!(days.len(), 2);
    for (tint, arm) in list(&overview["arms"]).enumerate() {
        let mut so_far = 0;
        let allocated = days.iter().map(|day| {
            let mine = list(&day["arms"]).find(|one| one["arm"] == arm["arm"]["id"]).unwrap();
            so_far += mine["allocated"].as_i64().unwrap();
            json!(so_far)
        });
        let up = marks(&shapes, tint).map(|(_, y)| y);
        stand_for("enrolment", (&Axis::read(&shapes, false), 1.0), up, &allocated.collect::<Vec<_>>());
    }
    assert_eq!(texts(&enrolment, "label"), ["Arm A", "Arm B", "Arm C"]);
    assert_eq!(texts(&drawn("overview?chart=enrolment&locale=de").await, "unit"), ["Personen"]);

    let mut held = [0; 4];
    for outcome in list(&report["outcomes"]) {
        let (id, unit) = (outcome["id"].as_str().unwrap(), if outcome["unit"] == "share" { PERCENT } else { 1.0 });
        let by_arm = |arm: usize| [&outcome["before"][arm], &outcome["after"][arm]].into_iter();
        let arms = list(&report["arms"]).count();
        if (0..arms).flat_map(by_arm).any(|number| number["value"].is_number()) {
            let means = drawn(&format!("results?chart=means&outcome={id}&width=1600")).await;
            held[0] += (0..arms).map(|arm| estimates(id, (&means, unit), arm, by_arm(arm))).sum::<usize>();
        }
        if list(&outcome["contrasts"]).any(|contrast| contrast["value"].is_number()) {
            let differences = drawn(&format!("results?chart=differences&outcome={id}&width=1600")).await;
            held[1] += estimates(id, (&differences, unit), 3, list(&outcome["contrasts"]));
        }
    }
    let populations = drawn("results?chart=populations&width=1600").await;
    for pair in 0..list(&report["populations"][0]["contrasts"]).count() {
        let contrasts = list(&report["populations"]).map(|population| &population["contrasts"][pair]);
        held[2] += estimates("populations", (&populations, 1.0), (pair + 1) % 4, contrasts);
    }
    for phase in ["before", "after"] {
        let items = drawn(&format!("results?chart=items&phase={phase}&sort=right&width=1600")).await;
        let right = list(&report["items"]).filter(|item| item["phase"] == phase).map(|item| &item["right"]);
        let mut right: Vec<&Value> = right.filter(|right| right["value"].is_number()).collect();
        right.sort_by(|one, other| one["value"].as_f64().unwrap().total_cmp(&other["value"].as_f64().unwrap()));
        held[3] += estimates("items", (&items, PERCENT), 1, right);

        let calibration = drawn(&format!("results?chart=calibration&phase={phase}&width=1600")).await;
        let shapes = Shape::all(&calibration);
        let axes = [Axis::read(&shapes, true), Axis::read(&shapes, false)];
        let [across, up] = axes.each_ref().map(|axis| (axis, PERCENT));
        for curve in list(&report["curves"]).filter(|curve| curve["phase"] == phase) {
            let arm = usize::try_from(curve["arm"].as_u64().unwrap()).unwrap();
            let points = || list(&curve["calibration"]);
            let ends = |key| ends(&shapes, arm, key);
            stand_for("accuracy", up, marks(&shapes, arm).map(|(_, y)| y), points().map(|point| &point["accuracy"]));
            stand_for("low end", up, ends("y1"), points().map(|point| &point["low"]));
            stand_for("high end", up, ends("y2"), points().map(|point| &point["high"]));
            // The marks of the arms are 7 pixels apart.
            let x = marks(&shapes, arm).map(|(x, _)| x - (arm as f64 - 1.0) * 7.0);
            stand_for("confidence", across, x, points().map(|point| &point["confidence"]));
        }
    }
    assert!(held.iter().all(|numbers| *numbers > 2), "{held:?}");
    // What cannot be drawn is null, and what does not exist is rejected.
    let nothing = admin.get("/api/admin/drawings/results?chart=means&outcome=none").await.ok();
    assert_eq!(nothing, json!({ "svg": null }));
    admin.get("/api/admin/drawings/results?chart=pie").await.is(400, "malformed");
    admin.get("/api/admin/drawings/overview?chart=funnel&width=-1").await.is(400, "malformed");
}

/// To the end. Items of the tests are judged by the digits of a binary number, so that people differ.
async fn finish(mut walker: Walker, number: usize) {
    while walker.position != "/end" {
        let Some(name) = ["pre", "post"].into_iter().find(|name| walker.position == format!("/{name}-questionnaire"))
        else {
            walker.step().await;
            continue;
        };
        let questionnaire = walker.client.get(&format!("/api/questionnaires/{name}")).await.ok();
        let section = &questionnaire["sections"][usize::try_from(questionnaire["done"].as_u64().unwrap()).unwrap()];
        let mut answers = items(&section["items"], &questionnaire["known"], 0);
        let judged = list(&section["items"]).filter(|item| item["kind"] == "judgement");
        // With one item per page, the number of the page.
        let first = section["counter"]["number"].as_u64().map_or(0, |number| usize::try_from(number).unwrap() - 1);
        for (nth, item) in (first..).zip(judged) {
            let id = item["id"].as_str().unwrap();
            answers.insert(id.to_owned(), item["options"][number >> nth & 1]["value"].clone());
            answers.entry(format!("{id}_confidence")).and_modify(|sure| *sure = json!(50 + 10 * ((number + nth) % 6)));
        }
        let body = json!({ "section": section["id"], "answers": answers });
        let reply = walker.client.post(&format!("/api/users/save-{name}-questionnaire-answers"), body).await.ok();
        reply["currentState"].as_str().unwrap().clone_into(&mut walker.position);
    }
}

/// Estimates with their intervals, in the colour of a series: how many numbers.
fn estimates<'a>(
    what: &str,
    (svg, unit): (&str, f64),
    tint: usize,
    numbers: impl IntoIterator<Item = &'a Value>,
) -> usize {
    let shapes = Shape::all(svg);
    let axis = (&Axis::read(&shapes, true), unit);
    let numbers: Vec<&Value> = numbers.into_iter().filter(|number| number["value"].is_number()).collect();
    let of = |key: &'static str| numbers.iter().map(move |number| &number[key]).filter(|end| end.is_number());
    stand_for(what, axis, marks(&shapes, tint).map(|(x, _)| x), of("value"));
    stand_for(what, axis, ends(&shapes, tint, "x1"), of("low"));
    stand_for(what, axis, ends(&shapes, tint, "x2"), of("high"));
    numbers.len() + of("low").count()
}

/// The middles of the marks in a colour.
fn marks(shapes: &[Shape], tint: usize) -> impl Iterator<Item = (f64, f64)> {
    shapes.iter().filter(move |shape| shape.is("mark") && shape.arm == tint).map(Shape::middle)
}

/// An end of each interval in a colour.
fn ends(shapes: &[Shape], tint: usize, attribute: &str) -> impl Iterator<Item = f64> {
    shapes.iter().filter(move |shape| shape.is("whisker") && shape.arm == tint).map(move |line| line.at(attribute))
}

/// What an axis of shares says of 1.
const PERCENT: f64 = 100.0;

/// Whether coordinates on an axis mean these numbers, to the tenth of a pixel to which coordinates are drawn. `unit` is
/// what the axis says of 1.
fn stand_for<'a>(
    what: &str,
    (axis, unit): (&Axis, f64),
    places: impl Iterator<Item = f64>,
    numbers: impl IntoIterator<Item = &'a Value>,
) {
    let shown: Vec<f64> = places.map(|place| axis.value(place)).collect();
    let numbers: Vec<f64> = numbers.into_iter().map(|number| number.as_f64().unwrap() * unit).collect();
    let is_near = |(one, other): (&f64, &f64)| (one - other).abs() <= 0.2 * axis.scale().abs();
    let all = shown.len() == numbers.len() && shown.iter().zip(&numbers).all(is_near);
    assert!(all, "{what}: {shown:?} is drawn, not {numbers:?}");
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().unwrap().iter()
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
