//! Events as JSON Lines, in the form that the hosted service's importer takes.

use std::collections::HashMap;
use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};
use unmask_store::Store;
use unmask_store::analytics::{Analytics, StoredEvent};
use unmask_store::participants;

use crate::clock::rfc3339;

/// Writes every event, a page at a time; how many there were. Robots are left out unless they are asked for.
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
    json!({ "event": event.name, "properties": properties })
}

/// What the importer takes as an id of an event.
fn is_insert_id(id: &str) -> bool {
    (1..=36).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
