//! The audit log: to read page by page, and as a file.

pub mod file;
pub mod list;

use indexmap::IndexSet;
use serde_json::Value;

/// Whether an export was made before unblinding, as a simulation's is: people's rows are counted in it too, and of one
/// who took part between two simulations the number of rows reveals the arm.
pub(super) fn tells_rows(details: &Value) -> bool {
    details["before unblinding"] == Value::Bool(true)
}

/// Takes out of an entry's details what would reveal the arms. `secrets` are their names.
fn masked(mut details: Value, secrets: &IndexSet<&str>) -> Value {
    if tells_rows(&details)
        && let Some(rows) = details.get_mut("rows")
    {
        *rows = Value::String("(masked)".into());
    }
    conceal(&mut details, secrets);
    details
}

fn conceal(details: &mut Value, secrets: &IndexSet<&str>) {
    match details {
        Value::String(text) if secrets.iter().any(|secret| text.contains(secret)) => "(masked)".clone_into(text),
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
    fn names_of_arms_are_concealed_wherever_they_are() {
        let mut details =
            json!({ "reason": "too many in control_0", "arms": { "control_0": 5, "a": 1 }, "list": ["x"] });
        conceal(&mut details, &["control_0"].into_iter().collect());
        assert_eq!(details, json!({ "reason": "(masked)", "arms": { "a": 1 }, "list": ["x"] }));
    }
}
