//! The audit log: to read page by page, and as a file.

pub mod file;
pub mod list;

use indexmap::IndexSet;
use serde_json::Value;

/// Takes out of an entry's details what would tell the arms. `secrets` are their names.
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
