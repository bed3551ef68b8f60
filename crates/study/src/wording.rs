//! Whether two versions of a study differ only in their words: not in IDs, keys, scales, order, media or steps.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::definition::{BlockId, Study};
use crate::schema::schema;
use crate::yaml;

/// Files of a version by their path, as text.
pub type Texts = BTreeMap<String, String>;

/// What differs besides words, as file and place in it. Participants have agreed to the words of the consent, so that
/// these may not differ either.
pub fn other_differences((before, old): (&Study, &Texts), (after, new): (&Study, &Texts)) -> Vec<String> {
    let schema = schema();
    let mut found = Vec::new();
    if before.file.id != after.file.id {
        found.push("study.yaml: id".to_owned());
    }
    for name in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
        match (old.get(name), new.get(name)) {
            (Some(old), Some(new)) if old == new || is_prose(name) => {}
            (Some(old), Some(new)) => match schema_of(before, name).and_then(|of_file| schema.get(of_file)) {
                Some(root) => compare(root, old, new, name, &mut found),
                None => found.push(name.clone()),
            },
            _ => found.push(format!("{name} is in one version only")),
        }
    }
    found
}

/// Files that have only words.
fn is_prose(name: &str) -> bool {
    has_ending(name, "md") || (name.starts_with("locales/") && has_ending(name, "yaml"))
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|own| own == ending)
}

/// The name of a file's schema, if its texts may differ.
fn schema_of(study: &Study, name: &str) -> Option<&'static str> {
    const WHOLE: [&str; 4] = ["study.yaml", "practice.yaml", "personas.yaml", "stimuli.yaml"];
    if let Some(name) = WHOLE.into_iter().find(|known| *known == name) {
        return Some(name);
    }
    let is_here = |(_, block): &(&BlockId, &crate::definition::Block)| block.file.as_deref() == Some(name);
    let content = study.blocks.iter().find(is_here)?.1.kind.content_file()?;
    Some(if content.starts_with("questionnaires/") { "questionnaires/*.yaml" } else { content })
}

fn compare(root: &Value, old: &str, new: &str, name: &str, found: &mut Vec<String>) {
    match (yaml::read::<Value>(name, old), yaml::read::<Value>(name, new)) {
        (Ok(old), Ok(new)) => Place { root, schemas: vec![root] }.walk(&old, &new, &format!("{name}: "), found),
        _ => found.push(name.to_owned()),
    }
}

/// A place in a file, with the schemas that it can have.
struct Place<'a> {
    root: &'a Value,
    schemas: Vec<&'a Value>,
}

impl<'a> Place<'a> {
    fn walk(&self, old: &Value, new: &Value, path: &str, found: &mut Vec<String>) {
        let next = |name: &str| if path.ends_with(' ') { format!("{path}{name}") } else { format!("{path}.{name}") };
        match (old, new) {
            _ if old == new => {}
            (Value::String(_), Value::String(_)) if self.is_text() => {}
            (Value::Object(before), Value::Object(after)) => {
                for key in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
                    let (old, new) = (before.get(key), after.get(key));
                    self.child(key).walk(old.unwrap_or(&Value::Null), new.unwrap_or(&Value::Null), &next(key), found);
                }
            }
            (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
                for (index, (old, new)) in before.iter().zip(after).enumerate() {
                    self.entries().walk(old, new, &next(&index.to_string()), found);
                }
            }
            _ => found.push(path.trim_end().to_owned()),
        }
    }

    /// Whether whatever may be here is a text for people.
    fn is_text(&self) -> bool {
        let is_text = |schema: &&Value| {
            let name = schema.get("$ref").and_then(Value::as_str).unwrap_or_default();
            name.ends_with("/Text") || name.ends_with("/Markdown")
        };
        let all = self.expanded();
        let texts = all.iter().filter(|schema| is_text(schema)).count();
        let others = all.iter().filter(|schema| schema.get("type").is_some_and(|kind| *kind != "null")).count();
        texts > 0 && others == 0
    }

    /// The schemas here, with all alternatives; a text for people keeps its name.
    fn expanded(&self) -> Vec<&'a Value> {
        let (mut found, mut open) = (Vec::new(), self.schemas.clone());
        while let Some(schema) = open.pop() {
            let name = schema.get("$ref").and_then(Value::as_str).unwrap_or_default();
            let target = name.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            open.extend(target.filter(|_| !name.ends_with("/Text") && !name.ends_with("/Markdown")));
            for parts in ["anyOf", "oneOf", "allOf"] {
                open.extend(schema.get(parts).and_then(Value::as_array).into_iter().flatten());
            }
            found.push(schema);
        }
        found
    }

    fn child(&self, key: &str) -> Self {
        let all = self.expanded().into_iter();
        let of_key = |schema: &'a Value| schema.get("properties").and_then(|properties| properties.get(key));
        let of_any = |schema: &'a Value| schema.get("additionalProperties").filter(|value| value.is_object());
        Self { root: self.root, schemas: all.filter_map(|schema| of_key(schema).or_else(|| of_any(schema))).collect() }
    }

    fn entries(&self) -> Self {
        let all = self.expanded().into_iter();
        Self { root: self.root, schemas: all.filter_map(|schema| schema.get("items")).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{Files, inspect, load};
    use crate::testing::{files, fixtures, small_files};

    fn texts(files: &Files) -> Texts {
        let texts = files.iter().filter(|(name, _)| !name.starts_with("media/"));
        texts.map(|(name, text)| (name.clone(), String::from_utf8(text.clone()).unwrap())).collect()
    }

    fn after(files: &Files, file: &str, from: &str, to: &str) -> Vec<String> {
        let mut changed = files.clone();
        let text = String::from_utf8(files[file].clone()).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        changed.insert(file.into(), text.replacen(from, to, 1).into_bytes());
        let (Some(old), (Some(new), _)) = (load(files).ok(), inspect(&changed)) else { panic!("{file}: {to}") };
        other_differences((&old, &texts(files)), (&new, &texts(&changed)))
    }

    #[test]
    fn words_may_differ_and_nothing_else() {
        let small = small_files();
        let words = [
            ("study.yaml", "title: Seeing", "title: Looking"),
            ("questionnaires/pre.yaml", "title: About you", "title: You"),
            ("questionnaires/pre.yaml", "label: ", "label: Please say - "),
            ("pages/closed.md", "e", "ee"),
            ("stimuli.yaml", "alt: A woman", "alt: One woman"),
            ("flow-a.yaml", "explanation: ", "explanation: Look - "),
        ];
        for (file, from, to) in words {
            assert_eq!(after(&small, file, from, to), Vec::<String>::new(), "{file}: {to}");
        }
        let others = [
            ("study.yaml", "hold_minutes: ", "hold_minutes: 1", "study.yaml: allocation.hold_minutes"),
            ("stimuli.yaml", "width: 8", "width: 9", "stimuli.yaml: portrait-maren.width"),
            ("consent.yaml", "\n", "\n# the same\n", "consent.yaml"),
            ("questionnaires/pre.yaml", "required: false", "required: true", "questionnaires/pre.yaml: sections."),
        ];
        for (file, from, to, at) in others {
            let mut small = small.clone();
            if !String::from_utf8_lossy(&small[file]).contains(from) {
                let text = String::from_utf8(small[file].clone()).unwrap();
                small.insert(
                    file.into(),
                    text.replacen("allocation:\n", "allocation:\n  hold_minutes: 30\n", 1).into_bytes(),
                );
            }
            let found = after(&small, file, from, to);
            assert!(found.len() == 1 && found[0].starts_with(at), "{file}: {to}: {found:?}");
        }
    }

    #[test]
    fn a_label_on_a_medium_is_no_word() {
        let mut labelled = small_files();
        let text = String::from_utf8(labelled["questionnaires/post.yaml"].clone()).unwrap();
        let new = text.replacen("stimulus: post-1\n", "stimulus: post-1\n        overlay: Made with AI\n", 1);
        labelled.insert("questionnaires/post.yaml".into(), new.into_bytes());
        let found = after(&labelled, "questionnaires/post.yaml", "overlay: Made with AI", "overlay: Checked by us");
        assert!(found.len() == 1 && found[0].ends_with(".overlay"), "{found:?}");
    }

    /// Every text of the example study that is shown may differ: the words of a study are found by its schema.
    #[test]
    fn all_labels_and_options_of_the_example_are_words() {
        let example = files(&fixtures().join("../original-or-altered"));
        let study = load(&example).unwrap();
        let mut changed = texts(&example);
        for (name, text) in &mut changed {
            let is_content =
                name.starts_with("questionnaires/") || name.starts_with("flow-") || *name == "control-flow.yaml";
            if is_content {
                *text = text.replace("label: \"", "label: \"New ").replace("text: \"", "text: \"New ");
            }
        }
        assert_ne!(changed, texts(&example));
        assert_eq!(other_differences((&study, &texts(&example)), (&study, &changed)), Vec::<String>::new());
    }
}
