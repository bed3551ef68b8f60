//! Events as JSON Lines, in the format of the hosted service's importer.

use std::collections::HashMap;
use std::io::Write;

use anyhow::Result;
use serde_json::{Map, Value, json};
use unmask_store::Store;
use unmask_store::analytics::{Analytics, StoredEvent};
use unmask_store::participants;

use crate::base::clock::rfc3339;

/// Writes all events page by page, and returns their number. Simulated participants are omitted unless requested.
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

/// The user of an event, in exported data.
#[derive(Clone)]
enum Name {
    /// The participant's code.
    Code(String),
    /// The ID is not proven.
    Unproven,
}

/// Participants' codes, each looked up once.
struct Names<'a> {
    study: &'a Store,
    simulated: bool,
    known: HashMap<String, Option<Name>>,
}

impl Names<'_> {
    /// None if the participant is omitted, or was erased meanwhile.
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

/// Replaces the participant's ID by the participant code, as in the rest of the data package.
fn line(event: StoredEvent, name: Name) -> Value {
    let mut properties = event.properties;
    let own = properties["$insert_id"].as_str().filter(|id| is_insert_id(id)).map(str::to_owned);
    let (distinct_id, proven) = match name {
        // The importer accepts an event without a user, but not one of a user called "null".
        Name::Unproven if means_no_user(&event.distinct_id) => (String::new(), false),
        Name::Unproven => (event.distinct_id, false),
        Name::Code(code) => {
            // Other properties with the ID get the code, too.
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

/// Maximum number of properties of an event: the importer accepts fewer than 255.
const PROPERTIES: usize = 254;
/// Properties that are always written under their own names.
const OURS: [&str; 7] = ["time", "distinct_id", "$insert_id", "received_at", "proven", "imported", "kind"];

/// Moves properties beyond the importer's limit into one property, as JSON.
fn fold(properties: &mut Map<String, Value>) {
    if properties.len() <= PROPERTIES {
        return;
    }
    // One less, for the property with the surplus.
    let room = PROPERTIES - 1 - OURS.len();
    let names = properties.keys().filter(|name| !OURS.contains(&name.as_str()));
    let surplus: Vec<String> = names.skip(room).cloned().collect();
    let rest: Map<String, Value> = surplus.iter().filter_map(|name| properties.remove_entry(name)).collect();
    properties.insert("more_properties".into(), Value::String(Value::Object(rest).to_string()));
}

/// Whether the importer accepts the ID of an event.
fn is_insert_id(id: &str) -> bool {
    (1..=36).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !means_no_user(id)
}

/// IDs that mean "no user"; the importer rejects them (docs.mixpanel.com, troubleshooting, error 400).
const NO_USER: [&str; 17] = [
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

fn means_no_user(id: &str) -> bool {
    NO_USER.iter().any(|none| none.eq_ignore_ascii_case(id.trim()))
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
    fn ids_that_mean_no_user_are_omitted() {
        for none in ["null", "Anonymous", "00000000-0000-0000-0000-000000000000"] {
            let line = exported(none, json!({ "$insert_id": none }));
            assert_eq!((&line["distinct_id"], &line["$insert_id"]), (&json!(""), &json!("own")), "{none}");
        }
        let line = exported("lab-7", json!({ "$insert_id": "nullable" }));
        assert_eq!((&line["distinct_id"], &line["$insert_id"]), (&json!("lab-7"), &json!("nullable")));
    }

    #[test]
    fn surplus_properties_are_moved_and_none_is_lost() {
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
