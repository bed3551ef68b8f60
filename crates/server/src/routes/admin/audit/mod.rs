//! The audit log, by page and as a file.

pub mod file;
pub mod list;

use indexmap::IndexSet;
use serde_json::Value;
use unmask_study::blinding::{BLINDED, mentions};

/// Replaces what would reveal the arms in an entry's details. `secrets` are the names of the arms.
///
/// Row counts of an export include participants: if one took part between two exports, the difference reveals the arm.
/// The tests of a planned look name the hypotheses, and so the arms that differ.
pub(super) fn blinded(mut details: Value, secrets: &IndexSet<&str>) -> Value {
    for counts in ["/rows", "/events", "/look/z"] {
        if let Some(counts) = details.pointer_mut(counts) {
            *counts = Value::String(BLINDED.into());
        }
    }
    conceal(&mut details, secrets);
    details
}

fn conceal(details: &mut Value, secrets: &IndexSet<&str>) {
    match details {
        Value::String(text) if secrets.iter().any(|secret| mentions(text, secret)) => BLINDED.clone_into(text),
        Value::Array(all) => all.iter_mut().for_each(|one| conceal(one, secrets)),
        Value::Object(map) => map.values_mut().for_each(|one| conceal(one, secrets)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn row_counts_and_tests_of_a_planned_look_are_concealed() {
        let details = json!({
            "rows": { "submissions": 9 }, "look": { "n": 90, "stage": "planned_look", "z": { "H1": 2.1 } }
        });
        let expected = json!({ "rows": "(blinded)", "look": { "n": 90, "stage": "planned_look", "z": "(blinded)" } });
        assert_eq!(blinded(details, &IndexSet::new()), expected);
        assert_eq!(blinded(json!({ "events": 7 }), &IndexSet::new()), json!({ "events": "(blinded)" }));
    }

    #[test]
    fn names_of_arms_are_concealed_wherever_they_are() {
        let mut details = json!({ "reason": "too many in control_0", "deeper": { "list": ["x", "control_0"] } });
        conceal(&mut details, &["control_0"].into_iter().collect());
        assert_eq!(details, json!({ "reason": "(blinded)", "deeper": { "list": ["x", "(blinded)"] } }));
    }

    #[test]
    fn names_of_fields_are_not_those_of_arms() {
        let details = json!({ "reason": "by mistake", "arms": { "a": 5 }, "look": { "n": 90 } });
        let mut shown = details.clone();
        conceal(&mut shown, &["reason", "arms", "a", "look", "n"].into_iter().collect());
        assert_eq!(shown, details);
    }
}
