//! JSON Schema of the bundle's files, for editors.

use std::collections::BTreeSet;

use schemars::{Schema, schema_for};
use serde_json::{Value, json};

use crate::definition::factors::ShowIn;
use crate::definition::{Consent, ControlFlow, FlowA, FlowB, Persona, Practice, Questionnaire, Stimuli, StudyFile};
use crate::text::Translation;

/// One schema per file name.
pub fn schema() -> Value {
    json!({
        "study.yaml": schema_for!(StudyFile),
        "consent.yaml": schema_for!(Consent),
        "questionnaires/*.yaml": by_arm(schema_for!(Questionnaire)),
        "practice.yaml": by_arm(schema_for!(Practice)),
        "personas.yaml": by_arm(schema_for!(Vec<Persona>)),
        "flow-a.yaml": by_arm(schema_for!(FlowA)),
        "flow-b.yaml": by_arm(schema_for!(FlowB)),
        "control-flow.yaml": by_arm(schema_for!(ControlFlow)),
        "stimuli.yaml": schema_for!(Stimuli),
        "locales/*.yaml": schema_for!(Translation),
    })
}

/// The schema of a file whose content can differ by arm: `by` in the place of a text
/// or a medium, `show_in` in the entry of a list.
fn by_arm(schema: Schema) -> Value {
    let mut schema = schema.to_value();
    let mut entries = BTreeSet::new();
    lists(&schema, &mut entries);
    if let Some(definitions) = schema.get_mut("$defs").and_then(Value::as_object_mut) {
        // One of the kinds of item is called `Text`, too.
        let is_text = |name: &str, one: &Value| {
            (name.starts_with("Text") || ["Markdown", "ItemMedium", "ItemOverlay"].contains(&name))
                && one["type"].as_str() == Some("string")
        };
        for (_, usual) in definitions.iter_mut().filter(|(name, one)| is_text(name, one)) {
            *usual = json!({ "anyOf": [usual.take(), { "$ref": "#/$defs/ByArm" }] });
        }
        for entry in &entries {
            let fields = definitions.get_mut(entry).and_then(|entry| entry.get_mut("properties")?.as_object_mut());
            if let Some(fields) = fields {
                fields.insert("show_in".to_owned(), json!({ "$ref": "#/$defs/ShowIn" }));
            }
        }
        definitions.insert("ByArm".to_owned(), json!({
            "description": "A text, or the medium of an item, that differs by the level of a factor, or by `arm`: `by: { label: { none: …, shown: … } }`.",
            "type": "object",
            "properties": { "by": {
                "type": "object", "minProperties": 1, "maxProperties": 1,
                "additionalProperties": { "type": "object" },
            } },
            "required": ["by"],
            "additionalProperties": false,
        }));
        let mut who = schema_for!(ShowIn).to_value();
        if let Some(inside) = who.get("$defs").and_then(Value::as_object) {
            definitions.extend(inside.clone());
        }
        if let Some(fields) = who.as_object_mut() {
            fields.retain(|name, _| !["$schema", "$defs", "title"].contains(&name.as_str()));
        }
        definitions.insert("ShowIn".to_owned(), who);
    }
    schema
}

/// The names of the definitions of lists' entries.
fn lists(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            let entry = map.get("items").and_then(|entry| entry["$ref"].as_str()?.strip_prefix("#/$defs/"));
            found.extend(entry.map(str::to_owned));
            map.values().for_each(|inner| lists(inner, found));
        }
        Value::Array(all) => all.iter().for_each(|inner| lists(inner, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use super::*;

    #[test]
    fn the_generated_file_is_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/study.schema.json");
        let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
        if env::var_os("UPDATE").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &text).unwrap();
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == text, "docs/generated/study.schema.json is out of date; run: make generate");
    }

    /// Editors underline unknown keys as well. The kinds of an item are parts of one map, which is closed as a whole.
    fn open_maps(schema: &Value, closed: bool, path: &str, found: &mut Vec<String>) {
        match schema {
            Value::Object(map) => {
                let is_closed = |key: &str| map.get(key) == Some(&json!(false));
                let closed = closed || is_closed("additionalProperties") || is_closed("unevaluatedProperties");
                if map.contains_key("properties") && !closed {
                    found.push(path.to_owned());
                }
                for (key, inner) in map {
                    open_maps(inner, closed && key == "oneOf", &format!("{path}/{key}"), found);
                }
            }
            Value::Array(list) => list.iter().for_each(|inner| open_maps(inner, closed, path, found)),
            _ => {}
        }
    }

    #[test]
    fn no_map_is_open_to_unknown_keys() {
        let mut found = Vec::new();
        open_maps(&schema(), false, "", &mut found);
        assert_eq!(found, Vec::<String>::new());
    }
}
