//! A YAML file as a tree with the source position of each value.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;

use crate::outline::{SourcePosition, position};
use crate::problem::Problem;
use crate::yaml;

/// A value and its position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub position: SourcePosition,
    pub value: Value,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    /// A number or a truth value, as YAML writes it.
    Plain(String),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Key, Node)>),
}

/// A key and its position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    pub name: String,
    pub position: SourcePosition,
}

impl Node {
    /// Reads a file. Errors: it is not YAML, or has keys that are no texts.
    pub fn read(file: &str, text: &str) -> Result<Self, Problem> {
        let mut node: Self = yaml::read::<Spanned<Value>>(file, text)?.into();
        node.spell(&text.lines().collect::<Vec<_>>());
        Ok(node)
    }

    /// Gives numbers and truth values the spelling of the file: `1.50` can be the text of an option.
    fn spell(&mut self, lines: &[&str]) {
        match &mut self.value {
            Value::List(list) => list.iter_mut().for_each(|one| one.spell(lines)),
            Value::Map(entries) => entries.iter_mut().for_each(|(_, value)| value.spell(lines)),
            Value::Plain(plain) => {
                let (line, column) = self.position;
                let line = lines.get(line - 1).copied().unwrap_or_default();
                let from = line.char_indices().nth(column - 1).map_or("", |(start, _)| &line[start..]);
                let word = from.split([',', ']', '}', ' ', '#']).next().unwrap_or_default();
                if word.starts_with(|c: char| c.is_ascii_alphanumeric() || "+-.".contains(c)) {
                    word.clone_into(plain);
                }
            }
            Value::Null | Value::Text(_) => {}
        }
    }

    /// The value of a key, if this is a map.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.entries().iter().find(|(key, _)| key.name == name).map(|(_, value)| value)
    }

    /// The entries, if this is a map.
    pub fn entries(&self) -> &[(Key, Self)] {
        if let Value::Map(entries) = &self.value { entries } else { &[] }
    }

    /// The text, if this is one.
    pub fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The texts of a list, or the text.
    pub fn texts(&self) -> Option<Vec<(&str, SourcePosition)>> {
        match &self.value {
            Value::Text(text) => Some(vec![(text, self.position)]),
            Value::List(list) => list.iter().map(|one| Some((one.text()?, one.position))).collect(),
            _ => None,
        }
    }

    /// YAML with each value in its line, as far as values do not change places.
    pub fn write(&self) -> String {
        let mut writer = Writer { text: String::new(), line: 1, column: 1 };
        writer.node(self);
        writer.text.push('\n');
        writer.text
    }
}

impl From<Spanned<Value>> for Node {
    fn from(spanned: Spanned<Value>) -> Self {
        Self { position: position(&spanned), value: spanned.value }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Walk)
    }
}

struct Walk;

impl<'de> Visitor<'de> for Walk {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((key, value)) = map.next_entry::<Spanned<String>, Spanned<Value>>()? {
            entries.push((Key { position: position(&key), name: key.value }, value.into()));
        }
        Ok(Value::Map(entries))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = seq.next_element::<Spanned<Value>>()? {
            list.push(value.into());
        }
        Ok(Value::List(list))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Plain(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Plain(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Plain(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Plain(format!("{value:?}")))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Writes flow style: spaces and line breaks between its parts mean nothing.
struct Writer {
    text: String,
    line: usize,
    column: usize,
}

impl Writer {
    fn put(&mut self, part: &str) {
        self.text.push_str(part);
        self.column += part.chars().count();
    }

    /// Goes forward to a position, if it is further on.
    fn go_to(&mut self, (line, column): SourcePosition) {
        while self.line < line {
            self.text.push('\n');
            (self.line, self.column) = (self.line + 1, 1);
        }
        if self.line == line && self.column < column {
            self.text.extend(std::iter::repeat_n(' ', column - self.column));
            self.column = column;
        }
    }

    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::Null => self.at(node.position, "null"),
            Value::Plain(plain) => self.at(node.position, plain),
            Value::Text(text) => self.at(node.position, &quoted(text)),
            Value::List(list) => {
                self.put("[");
                for (index, one) in list.iter().enumerate() {
                    self.put(if index > 0 { ", " } else { "" });
                    self.node(one);
                }
                self.put("]");
            }
            Value::Map(entries) => {
                self.put("{");
                for (index, (key, value)) in entries.iter().enumerate() {
                    self.put(if index > 0 { ", " } else { "" });
                    self.at(key.position, &quoted_key(&key.name));
                    self.put(": ");
                    self.node(value);
                }
                self.put("}");
            }
        }
    }

    fn at(&mut self, position: SourcePosition, part: &str) {
        self.go_to(position);
        self.put(part);
    }
}

/// A string in JSON is one in YAML, too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn quoted_key(name: &str) -> String {
    let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !["null", "true", "false", "yes", "no", "y", "n", "on", "off"].contains(&name);
    if is_plain { name.to_owned() } else { quoted(name) }
}
