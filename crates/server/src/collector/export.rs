//! Events as JSON Lines, in the form that the hosted service's importer takes.

use std::collections::HashMap;
use std::io::Write;

use anyhow::Result;
use serde_json::{Map, Value, json};
use unmask_store::Store;
use unmask_store::analytics::{Analytics, StoredEvent};
use unmask_store::participants;

use crate::base::clock::rfc3339;

/// Writes every event, a page at a time; how many there were. Simulated participants are left out unless they are asked
/// for.
pub async fn events(study: &Store, analytics: &Analytics, simulated: bool, out: &mut impl Write) -> Result<u64> {
    let mut names = Names { study, simulated, known: HashMap::new() };
    let (mut after, mut count) = (String::new(), 0);
    loop {
        let page = analytics.events_after(&after).await?;
        let Some(last) = page.last() else { return Ok(count) };
        after.clone_from(&last.id);
        for event in page {
            let Some(name) = names.of(&event).await? else { continue };
            serde_json::to_writer(&mut *out, &line(event, name))?;
            out.write_all(b"\n")?;
            count += 1;
        }
    }
}

/// Who is meant, in exported data.
#[derive(Clone)]
enum Name {
    /// The participant's code.
    Code(String),
    /// Nobody proved who it is.
    Unproven,
}

/// Participants' codes, each looked up once.
struct Names<'a> {
    study: &'a Store,
    simulated: bool,
    known: HashMap<String, Option<Name>>,
}

impl Names<'_> {
    /// Nothing for those who are left out, and for who was erased a moment ago.
    async fn of(&mut self, event: &StoredEvent) -> Result<Option<Name>> {
        let Some(id) = &event.participant else { return Ok(Some(Name::Unproven)) };
        if let Some(name) = self.known.get(id) {
            return Ok(name.clone());
        }
        let row = participants::participant(self.study, id).await?;
        let name = row.filter(|row| self.simulated || !row.simulated).map(|row| Name::Code(row.code));
        self.known.insert(id.clone(), name.clone());
        Ok(name)
    }
}

/// The participant's code stands for the participant, as everywhere in the exported data.
fn line(event: StoredEvent, name: Name) -> Value {
    let mut properties = event.properties;
    let own = properties["$insert_id"].as_str().filter(|id| is_insert_id(id)).map(str::to_owned);
    let (distinct_id, proven) = match name {
        // An event of nobody in particular is taken; one of a participant called "null" is not.
        Name::Unproven if stands_for_nobody(&event.distinct_id) => (String::new(), false),
        Name::Unproven => (event.distinct_id, false),
        Name::Code(code) => {
            // Whatever else names the participant names them by the code.
            let id = event.participant.as_deref();
            let named = properties.as_object_mut().into_iter().flat_map(|map| map.values_mut());
            named.filter(|value| value.as_str() == id).for_each(|value| *value = json!(code));
            (code, true)
        }
    };
    properties["time"] = json!(event.happened_at);
    properties["distinct_id"] = json!(distinct_id);
    properties["$insert_id"] = json!(own.unwrap_or(event.id));
    properties["received_at"] = json!(rfc3339(event.received_at));
    properties["proven"] = json!(proven);
    properties["imported"] = json!(event.imported);
    properties["kind"] = json!(event.kind);
    if let Some(properties) = properties.as_object_mut() {
        fold(properties);
    }
    json!({ "event": event.name, "properties": properties })
}

/// Properties that the importer takes of an event: fewer than 255, and some are added here.
const PROPERTIES: usize = 254;
/// What is always written by its own name.
const OURS: [&str; 7] = ["time", "distinct_id", "$insert_id", "received_at", "proven", "imported", "kind"];

/// What is too much for the importer becomes one property with the rest as JSON.
fn fold(properties: &mut Map<String, Value>) {
    if properties.len() <= PROPERTIES {
        return;
    }
    // One less, for the property that the surplus becomes.
    let room = PROPERTIES - 1 - OURS.len();
    let names = properties.keys().filter(|name| !OURS.contains(&name.as_str()));
    let surplus: Vec<String> = names.skip(room).cloned().collect();
    let rest: Map<String, Value> = surplus.iter().filter_map(|name| properties.remove_entry(name)).collect();
    properties.insert("more_properties".into(), Value::String(Value::Object(rest).to_string()));
}

/// What the importer takes as an id of an event.
fn is_insert_id(id: &str) -> bool {
    (1..=36).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !stands_for_nobody(id)
}

/// Ids that stand for none; the importer rejects them (docs.mixpanel.com, troubleshooting, error 400).
const NOBODY: [&str; 17] = [
    "00000000-0000-0000-0000-000000000000",
    "anon",
    "anonymous",
    "nil",
    "none",
    "null",
    "n/a",
    "na",
    "undefined",
    "unknown",
    "<nil>",
    "0",
    "-1",
    "true",
    "false",
    "[]",
    "{}",
];

fn stands_for_nobody(id: &str) -> bool {
    NOBODY.iter().any(|none| none.eq_ignore_ascii_case(id.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exported(distinct_id: &str, properties: Value) -> Value {
        let event = StoredEvent {
            id: "own".into(),
            name: "X".into(),
            distinct_id: distinct_id.into(),
            happened_at: 1,
            received_at: 2,
            properties,
            ..StoredEvent::default()
        };
        line(event, Name::Unproven)["properties"].clone()
    }

    #[test]
    fn ids_that_stand_for_none_are_left_out() {
        for none in ["null", "Anonymous", "00000000-0000-0000-0000-000000000000"] {
            let line = exported(none, json!({ "$insert_id": none }));
            assert_eq!((&line["distinct_id"], &line["$insert_id"]), (&json!(""), &json!("own")), "{none}");
        }
        let line = exported("lab-7", json!({ "$insert_id": "nullable" }));
        assert_eq!((&line["distinct_id"], &line["$insert_id"]), (&json!("lab-7"), &json!("nullable")));
    }

    #[test]
    fn no_event_has_more_properties_than_the_importer_takes_and_none_is_lost() {
        for many in [240_usize, 247, 248, 255] {
            let sent: Map<String, Value> = (0..many).map(|n| (format!("p{n:03}"), json!(n))).collect();
            let line = exported("lab-7", Value::Object(sent.clone()));
            let line = line.as_object().unwrap();
            assert!(line.len() < 255, "{many}: {}", line.len());
            let more = line.get("more_properties").map(|text| serde_json::from_str(text.as_str().unwrap()).unwrap());
            let more: Map<String, Value> = more.unwrap_or_default();
            assert!(sent.keys().all(|name| line.contains_key(name) != more.contains_key(name)), "{many}");
            assert!(OURS.iter().all(|name| line.contains_key(*name)), "{many}");
        }
    }
}
