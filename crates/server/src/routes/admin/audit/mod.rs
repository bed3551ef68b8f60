//! The audit log, by page and as a file.

pub mod file;
pub mod list;

use indexmap::IndexSet;
use serde_json::Value;

/// Whether an export was made before unblinding, as that of a simulation is. Its row counts include participants: if
/// one took part between two simulations, the difference reveals the arm.
pub(super) fn has_revealing_rows(details: &Value) -> bool {
    details["before unblinding"] == Value::Bool(true)
}

/// Replaces what would reveal the arms in an entry's details. `secrets` are the names of the arms.
fn blinded(mut details: Value, secrets: &IndexSet<&str>) -> Value {
    if has_revealing_rows(&details)
        && let Some(rows) = details.get_mut("rows")
    {
        *rows = Value::String("(blinded)".into());
    }
    // The tests of a planned look name the hypotheses, and so the arms that differ.
    if let Some(z) = details.get_mut("look").and_then(|look| look.get_mut("z")) {
        *z = Value::String("(blinded)".into());
    }
    conceal(&mut details, secrets);
    details
}

fn conceal(details: &mut Value, secrets: &IndexSet<&str>) {
    match details {
        Value::String(text) if secrets.iter().any(|secret| text.contains(secret)) => "(blinded)".clone_into(text),
        Value::Array(all) => all.iter_mut().for_each(|one| conceal(one, secrets)),
        Value::Object(map) => {
            map.retain(|name, _| !secrets.contains(name.as_str()));
            map.values_mut().for_each(|one| conceal(one, secrets));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tests_of_a_planned_look_are_concealed() {
        let details = json!({ "look": { "n": 90, "stage": "planned_look", "z": { "H1": 2.1 } } });
        let expected = json!({ "look": { "n": 90, "stage": "planned_look", "z": "(blinded)" } });
        assert_eq!(blinded(details, &IndexSet::new()), expected);
    }

    #[test]
    fn names_of_arms_are_concealed_wherever_they_are() {
        let mut details =
            json!({ "reason": "too many in control_0", "arms": { "control_0": 5, "a": 1 }, "list": ["x"] });
        conceal(&mut details, &["control_0"].into_iter().collect());
        assert_eq!(details, json!({ "reason": "(blinded)", "arms": { "a": 1 }, "list": ["x"] }));
    }
}
