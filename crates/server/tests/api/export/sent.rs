//! What a browser sent and got a receipt for, in the words of the data.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use unmask_study::Study;
use unmask_study::items::values::Values;

use super::package::Package;
use crate::support::Client;

/// What was sent under one receipt: the answers as they stood in the body.
pub struct Sent {
    code: String,
    call: String,
    body: Value,
    reply: Value,
}

/// Everything that a client has a receipt for.
pub fn answers(client: &Client) -> BTreeMap<String, Sent> {
    let code = client.user["code"].as_str().unwrap();
    let handed = client.seen.iter().filter(|reply| reply.status == 200 && reply.call.starts_with("POST /api/"));
    let handed = handed.filter_map(|reply| Some((reply.json()["receipt"].as_str()?.to_owned(), reply)));
    let handed = handed.filter(|(_, reply)| !reply.call.ends_with("/withdraw"));
    let sent = handed.map(|(receipt, reply)| {
        let body = serde_json::from_slice(&reply.sent).unwrap();
        (receipt, Sent { code: code.to_owned(), call: reply.call.clone(), body, reply: reply.json() })
    });
    sent.collect()
}

impl Sent {
    /// By the variables' names, which begin with the item's id in the training.
    fn by_variable(&self, submission: &str) -> BTreeMap<String, String> {
        let id = submission.split('/').nth(1).unwrap_or_default();
        let mut given = BTreeMap::new();
        if let Some(answer) = self.body["answer"].as_str() {
            given.insert(id.to_owned(), answer.to_owned());
        }
        if let Some(confidence) = self.body["confidence"].as_i64() {
            given.insert(format!("{id}_confidence"), confidence.to_string());
        }
        let training = self.call.contains("/flow-a/") || self.call.contains("/control-flow/");
        let prefix = if training { format!("{id}_") } else { String::new() };
        for (name, value) in self.body["answers"].as_object().unwrap_or(&Map::new()) {
            match value {
                Value::Object(mark) => {
                    given.extend(mark.iter().map(|(axis, share)| (format!("{prefix}{name}_{axis}"), plain(share))));
                }
                Value::Null => {}
                value => drop(given.insert(format!("{prefix}{name}"), plain(value))),
            }
        }
        given
    }
}

/// A value as it is in the data.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(words) => words.clone(),
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap().to_string(),
        other => other.to_string(),
    }
}

/// The data as a JSON value again.
pub fn read(study: &Study, variable: &str, text: &str) -> Value {
    let values =
        study.questionnaires.values().find_map(|questionnaire| questionnaire.variable(variable)).unwrap().values;
    match values {
        Values::One(_) | Values::Text { .. } | Values::Date { .. } => text.into(),
        Values::Many { .. } | Values::Steps { .. } | Values::Number { .. } => serde_json::from_str(text).unwrap(),
    }
}

/// The options of a variable with several answers.
pub fn options(study: &Study, variable: &str) -> Vec<String> {
    let values =
        study.questionnaires.values().find_map(|questionnaire| questionnaire.variable(variable)).unwrap().values;
    let Values::Many { options, .. } = values else { panic!("{variable} has one answer") };
    options.iter().map(|option| option.value.clone()).collect()
}

/// Every receipt is in the data once, with exactly its answers, and there is nothing else.
pub fn compare(package: &Package, expected: &BTreeMap<String, Sent>) {
    let submissions = package.table("submissions");
    let receipts: Vec<&str> = submissions.iter().map(|row| row["receipt"].as_str()).collect();
    assert_eq!(receipts.len(), expected.len(), "one row for each receipt");
    let responses = package.table("responses");
    let mut answers = 0;
    for submission in &submissions {
        let sent = expected.get(&submission["receipt"]).unwrap_or_else(|| panic!("no participant sent {submission:?}"));
        assert_eq!(submission["participant_id"], sent.code);
        let rows: Vec<_> = responses.iter().filter(|row| row["receipt"] == submission["receipt"]).collect();
        let given: BTreeMap<_, _> = rows.iter().map(|row| (row["variable"].clone(), row["value"].clone())).collect();
        let mut wanted = sent.by_variable(&submission["submission"]);
        // Several answers are in the order of the definition, not of the clicks.
        for (variable, value) in wanted.iter_mut().filter(|(_, value)| value.starts_with('[')) {
            let mut chosen: [Vec<String>; 2] =
                [value, &given[variable]].map(|list| serde_json::from_str(list).unwrap());
            for list in &mut chosen {
                list.sort();
            }
            assert_eq!(chosen[0], chosen[1]);
            value.clone_from(&given[variable]);
        }
        assert_eq!((rows.len(), &given), (wanted.len(), &wanted), "{submission:?}");
        assert_eq!(submission["answers"], rows.len().to_string());
        answers += rows.len();
        timing(&rows, submission, &sent.body);
        if let (Some(right), Some(judged)) = (sent.reply["verdict"]["correct"].as_bool(), sent.body["answer"].as_str())
        {
            let row = rows.iter().find(|row| row["truth"] != "NA_not_applicable").unwrap();
            assert_eq!((row["correct"] == "1", row["truth"] == judged), (right, right), "{row:?}");
        }
    }
    assert_eq!(answers, responses.len(), "no answer without a receipt");
    assert!(answers > 100, "{answers}");
}

fn timing(rows: &[&super::package::Row], submission: &super::package::Row, body: &Value) {
    let measured = |name: &str| body["timing"][name].as_f64().map_or("NA_not_recorded".to_owned(), |at| at.to_string());
    assert_eq!(submission["submit_ms"], measured("submit"));
    assert_eq!(submission["first_interaction_ms"], measured("firstInteraction"));
    for row in rows {
        assert_eq!(row["submit_ms"], measured("submit"));
        let changes = body["timing"]["changes"].as_array().into_iter().flatten();
        let own: Vec<f64> = changes
            .filter(|one| one["item"] == row["variable"].as_str())
            .map(|one| one["at"].as_f64().unwrap())
            .collect();
        let times = if own.is_empty() { "NA_not_recorded".to_owned() } else { own.len().to_string() };
        assert_eq!(row["changes"], times, "{row:?}");
    }
}
