//! The rows of the usage events, which are stored in a separate database (SQLite: a file, PostgreSQL: a schema with its
//! own pool). One transaction can't cover both databases. The events are read one participant at a time while the
//! package is written. Events that arrived after the request are omitted, so that they end where the answers end.
//! Participants who are erased meanwhile have no events in the package.

use std::collections::HashSet;

use chrono::DateTime;
use unmask_store::analytics::{Analytics, StoredEvent};
use unmask_store::export as stored;
use unmask_store::{Millis, Snapshot};

use crate::prelude::*;
use crate::tables::FIELDS;

/// IDs of browsers and deliveries: they could identify people, or have no meaning.
const IDS: [&str; 5] = ["$device_id", "$user_id", "$anon_distinct_id", "$identified_id", "$insert_id"];

/// Writes the events of all exported participants, by pseudonym.
pub async fn write(
    snapshot: &mut Snapshot,
    package: &mut Package,
    tables: &Tables,
    usage: Option<&Analytics>,
    simulated: bool,
    until: Millis,
) -> Result<()> {
    let mut writer = Writer::begin(package, &tables.usage)?;
    if let Some(usage) = usage {
        // In most studies and all simulations, many participants have no events.
        let agreed: HashSet<String> = usage.participants().await?.into_iter().collect();
        for (code, id) in stored::ids(snapshot, simulated).await?.into_iter().filter(|(_, id)| agreed.contains(id)) {
            let events = usage.events_of(&id).await?.events.into_iter();
            for (event, number) in events.filter(|event| event.received_at <= until).zip(1..) {
                writer.row(&row(&code, &id, number, event))?;
            }
        }
    }
    writer.end(package)
}

fn row<'a>(code: &'a str, id: &str, number: i64, event: StoredEvent) -> Vec<Cell<'a>> {
    let mut rest = match event.properties {
        Value::Object(properties) => properties,
        _ => Map::new(),
    };
    rest.retain(|name, value| !IDS.contains(&name.as_str()) && value.as_str() != Some(id));
    let mut row = vec![
        Cell::from(code),
        number.into(),
        words(event.name),
        Cell::or(event.kind.map(Cell::text), Missing::NotApplicable),
        Cell::Time(event.happened_at),
        Cell::Time(event.received_at),
        event.imported.into(),
    ];
    for field in FIELDS {
        let cell = rest.get(field.sent).and_then(|value| cell(field.kind, value));
        // A value that does not fit its column stays with the other properties, as sent.
        if cell.is_some() {
            rest.remove(field.sent);
        }
        row.push(cell.unwrap_or(Cell::Missing(Missing::NotApplicable)));
    }
    let other = (!rest.is_empty()).then(|| words(Value::Object(rest).to_string()));
    row.push(other.unwrap_or(Cell::Missing(Missing::NotApplicable)));
    row
}

/// The value in a column of this type, if it is one.
fn cell(kind: Kind, value: &Value) -> Option<Cell<'static>> {
    match kind {
        Kind::Text if value.is_null() => None,
        Kind::Text => Some(words(plain(value).into_owned())),
        Kind::Integer => value.as_i64().map(Cell::Integer),
        Kind::Number => value.as_f64().map(Cell::Number),
        Kind::Flag => value.as_bool().map(Cell::Flag),
        Kind::Time => DateTime::parse_from_rfc3339(value.as_str()?).ok().map(|at| Cell::Time(at.timestamp_millis())),
        Kind::Day => None,
    }
}

/// Clients can send values that no table can hold.
fn words(text: String) -> Cell<'static> {
    Cell::text(if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fitting_values_get_a_column_and_others_stay_as_sent() {
        let sent = json!({ "questionNumber": 3, "isCorrect": true, "timeSpent": 1.5, "answer": "a\0b", "page": null,
            "timestamp": "2026-11-20T10:00:00.000Z", "totalQuestions": "many", "$browser": "Chrome",
            "$device_id": "d", "$user_id": "id-1", "named": "id-1", "fieldsUpdated": ["firstName"] });
        let event = StoredEvent {
            id: "e".into(),
            name: "X".into(),
            participant: Some("id-1".into()),
            distinct_id: "id-1".into(),
            happened_at: 1,
            received_at: 2,
            properties: sent,
            ..StoredEvent::default()
        };
        let row = row("code", "id-1", 7, event);
        let of = |name: &str| &row[7 + FIELDS.iter().position(|field| field.sent == name).unwrap()];
        assert_eq!(row[..2], [Cell::from("code"), Cell::Integer(7)]);
        assert_eq!(row[3], Cell::Missing(Missing::NotApplicable));
        assert_eq!((of("questionNumber"), of("isCorrect")), (&Cell::Integer(3), &Cell::Flag(true)));
        assert_eq!((of("timeSpent"), of("timestamp")), (&Cell::Number(1.5), &Cell::Time(1_795_168_800_000)));
        assert_eq!((of("answer"), of("fieldsUpdated")), (&"a\u{fffd}b".into(), &"[\"firstName\"]".into()));
        assert_eq!(of("totalQuestions"), &Cell::Missing(Missing::NotApplicable));
        let other = json!({ "page": null, "totalQuestions": "many", "$browser": "Chrome" });
        assert_eq!(serde_json::from_str::<Value>(row.last().unwrap().words(&mut String::new())).unwrap(), other);
    }
}
