//! Which properties of an item may be stored.

use serde_json::{Map, Value};

use super::identity;
use crate::base::secrets::ServerKey;

/// Characters of a text.
const TEXT: usize = 255;
/// Properties of an item, and members of anything inside it.
const MEMBERS: usize = 255;
/// Objects and lists inside each other.
const DEPTH: usize = 8;
/// Bytes of an item.
const BYTES: usize = 16 * 1024;

/// Never stored: network addresses of participants, and credentials.
const DROPPED: [&str; 5] = ["token", "$token", "ip", "$ip", "distinct_id"];

/// Cuts long texts, drops forbidden properties, and rejects items that are too large. The error is the reason.
pub fn properties(key: &ServerKey, mut properties: Map<String, Value>) -> Result<Map<String, Value>, String> {
    properties.retain(|name, _| !DROPPED.contains(&name.as_str()));
    for (name, value) in &mut properties {
        if name.chars().count() > TEXT {
            return Err(format!("the name of a property is longer than {TEXT} characters"));
        }
        if let Value::String(text) = value
            && is_address(name)
        {
            text.truncate(text.find(['?', '#']).unwrap_or(text.len()));
        }
        clean(key, value, 1)?;
    }
    if properties.len() > MEMBERS {
        return Err(format!("more than {MEMBERS} properties"));
    }
    let bytes = serde_json::to_string(&properties).map_or(0, |text| text.len());
    if bytes > BYTES { Err(format!("larger than {} KiB", BYTES / 1024)) } else { Ok(properties) }
}

/// Removes the query of addresses, which may contain recruitment parameters.
fn is_address(name: &str) -> bool {
    name == "url" || name.ends_with("url") || name.ends_with("referrer")
}

fn clean(key: &ServerKey, value: &mut Value, depth: usize) -> Result<(), String> {
    if depth > DEPTH {
        return Err(format!("nested more than {DEPTH} times"));
    }
    let count = match value {
        Value::String(text) => {
            if let Some(participant) = identity::proven(key, text) {
                *text = participant;
            }
            if let Some((end, _)) = text.char_indices().nth(TEXT) {
                text.truncate(end);
            }
            0
        }
        Value::Array(items) => {
            items.iter_mut().try_for_each(|item| clean(key, item, depth + 1))?;
            items.len()
        }
        Value::Object(map) => {
            map.values_mut().try_for_each(|item| clean(key, item, depth + 1))?;
            map.len()
        }
        _ => 0,
    };
    if count > MEMBERS { Err(format!("a list with more than {MEMBERS} members")) } else { Ok(()) }
}

/// A text that can be stored on both engines and is not too long.
pub fn text(what: &str, value: &Value, longest: usize) -> Result<String, String> {
    match value {
        Value::String(text) if text.is_empty() => Err(format!("{what} is empty")),
        Value::String(text) if text.contains('\0') => Err(format!("{what} contains U+0000")),
        Value::String(text) if text.chars().count() > longest => {
            Err(format!("{what} is longer than {longest} characters"))
        }
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Null => Err(format!("{what} is missing")),
        _ => Err(format!("{what} is not a text")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn cleaned(value: Value) -> Result<Value, String> {
        let Value::Object(map) = value else { panic!("not an object") };
        properties(&ServerKey::new([1; 32]), map).map(Value::Object)
    }

    #[test]
    fn forbidden_properties_are_dropped_and_addresses_lose_their_query() {
        let proof = identity::distinct_id(&ServerKey::new([1; 32]), "p-1");
        let sent = json!({ "token": "t", "ip": "192.0.2.1", "distinct_id": proof, "$user_id": proof, "list": [proof],
            "$current_url": "https://study.org/auth?PROLIFIC_PID=5#x", "page": "What?" });
        let kept =
            json!({ "$user_id": "p-1", "list": ["p-1"], "$current_url": "https://study.org/auth", "page": "What?" });
        assert_eq!(cleaned(sent), Ok(kept));
    }

    #[test]
    fn long_texts_are_cut_and_large_items_rejected() {
        assert_eq!(cleaned(json!({ "a": "é".repeat(300) })), Ok(json!({ "a": "é".repeat(255) })));
        let mut deep = json!(1);
        for _ in 0..9 {
            deep = json!([deep]);
        }
        assert!(cleaned(json!({ "a": deep })).unwrap_err().contains("nested"));
        assert!(cleaned(json!({ "a": vec![0; 256] })).unwrap_err().contains("list"));
        let many: Map<_, _> = (0..256).map(|n| (n.to_string(), json!(0))).collect();
        assert!(cleaned(Value::Object(many)).unwrap_err().contains("properties"));
        let large: Map<_, _> = (0..100).map(|n| (n.to_string(), json!("x".repeat(250)))).collect();
        assert!(cleaned(Value::Object(large)).unwrap_err().contains("KiB"));
    }
}
