//! JSON Schema of the bundle's files, for editors.

use schemars::schema_for;
use serde_json::{Value, json};

use crate::definition::{Consent, ControlFlow, FlowA, FlowB, Persona, Practice, Questionnaire, Stimuli, StudyFile};
use crate::text::Translation;

/// One schema per file name.
pub fn schema() -> Value {
    json!({
        "study.yaml": schema_for!(StudyFile),
        "consent.yaml": schema_for!(Consent),
        "questionnaires/*.yaml": schema_for!(Questionnaire),
        "practice.yaml": schema_for!(Practice),
        "personas.yaml": schema_for!(Vec<Persona>),
        "flow-a.yaml": schema_for!(FlowA),
        "flow-b.yaml": schema_for!(FlowB),
        "control-flow.yaml": schema_for!(ControlFlow),
        "stimuli.yaml": schema_for!(Stimuli),
        "locales/*.yaml": schema_for!(Translation),
    })
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
