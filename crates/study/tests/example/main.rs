//! The example study, read as plain YAML and counted here by hand: what `unmask check` can't know, because it is about
//! the meaning of words. German comes from the locale file, which names the English letter by letter.

mod definitions;
mod hints;
mod order;
mod surface;
mod typography;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// A file of the example study.
fn file(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered");
    let text = fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn words(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// German by its English.
fn german() -> BTreeMap<String, String> {
    serde_json::from_value(file("locales/de.yaml")["texts"].clone()).expect("texts")
}
