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
pub(super) fn blinded(mut details: Value, secrets: &IndexSet<&str>) -> Value {
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
        Value::String(text) if secrets.iter().any(|secret| mentions(text, secret)) => "(blinded)".clone_into(text),
        Value::Array(all) => all.iter_mut().for_each(|one| conceal(one, secrets)),
        Value::Object(map) => map.values_mut().for_each(|one| conceal(one, secrets)),
        _ => {}
    }
}

/// Whether a text has an arm's name as a whole word, in capitals or not: an ID such as `a` is part of many words.
fn mentions(text: &str, name: &str) -> bool {
    let (text, name) = (text.to_lowercase(), name.to_lowercase());
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let splits_word = |before: &str, after: &str| before.ends_with(is_letter) && after.starts_with(is_letter);
    text.char_indices().any(|(start, _)| {
        let (before, rest) = text.split_at(start);
        rest.strip_prefix(&name).is_some_and(|after| !splits_word(before, &name) && !splits_word(&name, after))
    })
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

    #[test]
    fn a_text_mentions_an_arm_by_a_whole_word() {
        for (text, name) in [
            ("too many in a", "a"),
            ("a", "a"),
            ("Too many in LABEL.", "label"),
            ("(label)", "label"),
            ("the label-group", "label"),
            ("xa a a", "a a"),
            ("group(A)", "(A)"),
            ("in Prüfen und Ändern", "Prüfen und ändern"),
        ] {
            assert!(mentions(text, name), "{text}, {name}");
        }
        for (text, name) in [
            ("a mislabelled clip was labelled again", "label"),
            ("label_ai", "label"),
            ("the 2 labels", "label"),
            ("by mistake", "a"),
            ("Prüfen", "pr"),
            ("", "a"),
        ] {
            assert!(!mentions(text, name), "{text}, {name}");
        }
    }
}
