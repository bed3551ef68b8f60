//! Validation of a single event.

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use unmask_store::Digest;
use unmask_store::analytics::Event;

use super::clean;
use super::identity::Owner;
use super::kinds::Kind;
use crate::api::page_route;
use crate::base::clock::Millis;
use crate::base::ids;
use crate::base::secrets::ServerKey;

/// Characters of an event's name and of ids.
const NAME: usize = 128;
const ID: usize = 255;
/// A client's clock may be this far ahead.
const AHEAD: Millis = 24 * 60 * 60 * 1000;
/// 2010. An earlier time comes from a clock that is not set.
const OLDEST: Millis = 1_262_304_000_000;
/// The property with the time as sent, if it can't be right.
const CLIENT_TIME: &str = "clientTime";

/// An item that is not stored, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Its index in the delivery.
    pub index: usize,
    /// The sender's ID of it, if any.
    pub insert_id: Option<String>,
    pub message: String,
}

/// A valid event whose owner is not known yet.
#[derive(Debug)]
pub struct Draft {
    name: String,
    /// The id as sent.
    pub distinct_id: String,
    /// The key by which repeats of one sender are recognised.
    own: String,
    happened_at: Option<Millis>,
    properties: Map<String, Value>,
}

/// Reads an event. The error says what is wrong with it. Imports need not name the project: their secret does.
pub fn read(key: &ServerKey, token: &str, imported: bool, item: &Value, now: Millis) -> Result<Draft, String> {
    let item = item.as_object().ok_or("not an object")?;
    let name = clean::text("event", item.get("event").unwrap_or(&Value::Null), NAME)?;
    let sent = item.get("properties").and_then(Value::as_object).ok_or("properties is missing or not an object")?;
    let get = |name: &str| sent.get(name).unwrap_or(&Value::Null);
    let project = get("token");
    if project != token && !(imported && project.is_null()) {
        return Err("the token is not this project's".into());
    }
    let distinct_id = match get("distinct_id") {
        // A `$merge` has its IDs in another property.
        Value::Null if name.starts_with('$') => String::new(),
        // An event without a user, as our own export writes it.
        Value::String(none) if none.is_empty() => String::new(),
        id => clean::text("distinct_id", id, ID)?,
    };
    let happened_at = time(get("time"), now)?;
    let own = own(&name, sent, now)?;
    let mut properties = clean::properties(key, sent.clone())?;
    let sent_time = properties.remove("time");
    let happened_at = match happened_at {
        Time::Off if imported => return Err("time is before 2010 or in the future".into()),
        Time::Off => {
            properties.extend(sent_time.map(|time| (CLIENT_TIME.to_owned(), time)));
            None
        }
        Time::At(at) => Some(at),
        Time::None => None,
    };
    Ok(Draft { name, distinct_id, own, happened_at, properties })
}

/// The sender's time.
#[derive(Debug, PartialEq)]
enum Time {
    None,
    /// When it happened.
    At(Millis),
    /// An impossible time. The device's clock is wrong, but the event is valid.
    Off,
}

/// Seconds, with or without a fraction, or milliseconds.
#[expect(clippy::cast_possible_truncation, reason = "within the bounds checked")]
fn time(value: &Value, now: Millis) -> Result<Time, String> {
    if value.is_null() {
        return Ok(Time::None);
    }
    let number = value.as_f64().ok_or("time is not a number")?;
    let millis = if number.abs() > 1e11 { number } else { number * 1000.0 };
    let bounds = OLDEST as f64..=(now + AHEAD) as f64;
    Ok(if bounds.contains(&millis) { Time::At(millis.round() as Millis) } else { Time::Off })
}

/// A repeat of an event has the same ID, name and time. Without an ID, a repeat can't be distinguished from a second
/// event, and both are stored.
fn own(name: &str, sent: &Map<String, Value>, now: Millis) -> Result<String, String> {
    let get = |name: &str| sent.get(name).filter(|value| !value.is_null());
    let Some(id) = get("$insert_id") else { return Ok(format!("once\0{}", ids::uuid(now))) };
    let time = get("time").map(Value::to_string).unwrap_or_default();
    Ok(format!("id\0{name}\0{time}\0{}", clean::text("$insert_id", id, NAME)?))
}

/// Two events with the same digest are repeats of one event. The digest includes the owner: otherwise a sender who
/// guesses a participant's IDs could send an event first, and the participant's would be dropped as a repeat.
fn sameness(participant: Option<&str>, distinct_id: &str, own: &str) -> Digest {
    let whose = if participant.is_some() { "participant" } else { "unproven" };
    let mut digest = Sha256::new();
    for part in [whose, participant.unwrap_or_default(), distinct_id, own] {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    digest.finalize().into()
}

impl Draft {
    /// The row. It has the server's time and the client's; if the client sent none, the server's replaces it.
    pub fn row(self, owner: Owner, now: Millis, imported: bool) -> Event {
        let participant = match owner {
            Owner::Participant(participant) => Some(participant),
            Owner::Unproven | Owner::OptedOut => None,
        };
        let text = |name: &str| {
            let text = self.properties.get(name)?.as_str()?;
            (!text.contains('\0')).then(|| text.to_owned())
        };
        let kind = Kind::of(&self.name, &self.properties);
        Event {
            id: ids::uuid(now),
            same: sameness(participant.as_deref(), &self.distinct_id, &self.own),
            page: text("path").filter(|_| kind == Some(Kind::PageViewed)).as_deref().and_then(page_route::route),
            kind: kind.map(Kind::id),
            distinct_id: participant.clone().unwrap_or(self.distinct_id),
            participant,
            device: text("$device_id"),
            session: text("sessionId"),
            happened_at: self.happened_at.unwrap_or(now),
            received_at: now,
            imported,
            properties: Value::Object(self.properties).to_string(),
            name: self.name,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: Millis = 1_795_168_800_000;

    fn of(item: &Value) -> Result<Draft, String> {
        read(&ServerKey::new([1; 32]), "unmask", false, item, NOW)
    }

    fn event(properties: &Value) -> Value {
        let mut all = json!({ "token": "unmask", "distinct_id": "d", "time": 1_795_168_000.25 });
        all.as_object_mut().unwrap().extend(properties.as_object().unwrap().clone());
        json!({ "event": "Clicked", "properties": all })
    }

    #[test]
    fn times_are_seconds_or_milliseconds() {
        let at = |time: Value| of(&event(&json!({ "time": time }))).map(|draft| draft.happened_at);
        let odd = |time: Value| of(&event(&json!({ "time": time }))).map(|draft| draft.properties[CLIENT_TIME].clone());
        assert_eq!(at(json!(1_795_168_000.25)), Ok(Some(1_795_168_000_250)));
        assert_eq!(at(json!(1_795_168_000)), Ok(Some(1_795_168_000_000)));
        assert_eq!(at(json!(1_795_168_000_250_i64)), Ok(Some(1_795_168_000_250)));
        assert_eq!(at(Value::Null), Ok(None));
        assert!(at(json!("now")).is_err());
        for wrong in [json!(1), json!(-5), json!(4_000_000_000_i64), json!(1e300)] {
            assert_eq!(
                (at(wrong.clone()), odd(wrong.clone())),
                (Ok(None), Ok(wrong.clone())),
                "the server's time instead"
            );
            let item = event(&json!({ "time": wrong }));
            let imported = read(&ServerKey::new([1; 32]), "unmask", true, &item, NOW);
            assert!(imported.unwrap_err().contains("before 2010"), "who imports can mend it");
        }
    }

    #[test]
    fn repeats_are_known_by_their_id_and_time() {
        let same = |properties| of(&event(&properties)).unwrap().row(Owner::Unproven, NOW, false).same;
        let id = json!({ "$insert_id": "1", "a": 1 });
        assert_eq!(same(id.clone()), same(json!({ "$insert_id": "1", "a": 2 })), "the id says it");
        assert_ne!(same(id.clone()), same(json!({ "$insert_id": "1", "time": 1_795_160_000 })), "another event's id");
        assert_ne!(same(id.clone()), same(json!({ "$insert_id": "2" })));
        assert_ne!(same(id), same(json!({ "$insert_id": "1", "distinct_id": "e" })));
        assert_ne!(
            same(json!({ "a": 1 })),
            same(json!({ "a": 1 })),
            "done twice within a second, as far as anybody knows"
        );
        let whose = |whose| of(&event(&json!({ "$insert_id": "1" }))).unwrap().row(whose, NOW, false).same;
        let [ada, bob] = ["ada", "bob"].map(|name| whose(Owner::Participant(name.into())));
        assert!(ada != bob && ada != whose(Owner::Unproven), "nobody's event is the repeat of another's");
    }

    #[test]
    fn invalid_events_are_rejected() {
        for (item, says) in [
            (json!(1), "not an object"),
            (json!({ "properties": {} }), "event is missing"),
            (json!({ "event": "", "properties": {} }), "event is empty"),
            (json!({ "event": "a\0", "properties": {} }), "U+0000"),
            (json!({ "event": "x".repeat(129), "properties": {} }), "longer than 128"),
            (json!({ "event": "a" }), "properties is missing"),
            (json!({ "event": "a", "properties": { "token": "other", "distinct_id": "d" } }), "token"),
            (json!({ "event": "a", "properties": { "token": "unmask" } }), "distinct_id is missing"),
            (event(&json!({ "distinct_id": {} })), "distinct_id is not a text"),
            (event(&json!({ "$insert_id": "x".repeat(129) })), "$insert_id is longer"),
        ] {
            assert!(of(&item).unwrap_err().contains(says), "{item}: {:?}", of(&item));
        }
    }
}
