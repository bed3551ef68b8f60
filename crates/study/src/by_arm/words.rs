//! The words that not all arms see: they are what the arms differ in, so they are part of the plan.

use std::collections::BTreeMap;

use super::node::{Node, Value};
use super::resolve::{SHOW_IN, by};
use crate::check::is_text;

/// Fields that the plan has for each arm.
const OF_MEDIA: [&str; 2] = ["overlay", "stimulus"];

/// Names of entries of a list.
const NAMES: [&str; 2] = ["id", "persona"];

/// The texts under `by`, and those of entries with `show_in`, by their place: IDs, field, factor and level.
pub(super) fn words(file: &str, node: &Node, found: &mut BTreeMap<String, String>) {
    let mut words = Words { file, keys: Vec::new(), found };
    words.node(node, &format!("words[{file}]"), false);
}

struct Words<'a> {
    file: &'a str,
    keys: Vec<String>,
    found: &'a mut BTreeMap<String, String>,
}

impl Words<'_> {
    /// `is_own`: not all arms see what is here.
    fn node(&mut self, node: &Node, place: &str, is_own: bool) {
        match &node.value {
            Value::List(list) => {
                for (index, one) in list.iter().enumerate() {
                    let name = NAMES.iter().find_map(|name| one.get(name)?.text());
                    let name = name.map_or_else(|| (index + 1).to_string(), str::to_owned);
                    let is_own = is_own || one.get(SHOW_IN).is_some();
                    self.inside(one, index.to_string(), &format!("{place}[{name}]"), is_own);
                }
            }
            Value::Map(_) if let Some((factor, levels)) = by(node) => {
                for (level, text) in levels.entries() {
                    self.inside(text, String::new(), &format!("{place}.{}.{}", factor.name, level.name), true);
                }
            }
            Value::Map(entries) => {
                for (key, value) in entries.iter().filter(|(key, _)| !OF_MEDIA.contains(&key.name.as_str())) {
                    self.inside(value, key.name.clone(), &format!("{place}.{}", key.name), is_own);
                }
            }
            Value::Text(text) | Value::Plain(text) if is_own => {
                let keys: Vec<&str> = self.keys.iter().map(String::as_str).filter(|key| !key.is_empty()).collect();
                if is_text(self.file, &keys) {
                    self.found.insert(place.to_owned(), text.clone());
                }
            }
            _ => {}
        }
    }

    fn inside(&mut self, node: &Node, key: String, place: &str, is_own: bool) {
        self.keys.push(key);
        self.node(node, place, is_own);
        self.keys.pop();
    }
}
