//! The operations on user and group profiles.

use serde_json::{Map, Number, Value};
use unmask_store::analytics::Properties;

use super::clean;
use crate::base::secrets::ServerKey;

/// Members of a list in a profile, and bytes of the whole; anything larger is rejected.
const LIST: usize = 255;
const BYTES: usize = 64 * 1024;

#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// Changes each of the properties in the same way.
    Change(Change, Properties),
    Unset(Vec<String>),
    /// Deletes the whole profile.
    Delete,
}

/// An operation on a property.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    Set,
    /// Sets it if it is not there yet.
    SetOnce,
    /// Adds a number.
    Add,
    /// Adds one member to a list.
    Append,
    /// Adds the members that a list does not have yet.
    Union,
    /// Removes a member from a list.
    Remove,
}

/// The operations of an item. The error says what is wrong.
pub fn read(key: &ServerKey, item: &Map<String, Value>) -> Result<Vec<Operation>, String> {
    let named = item.iter().filter_map(|(name, value)| operation(key, name, value));
    let operations = named.collect::<Result<Vec<_>, _>>()?;
    if operations.is_empty() { Err("there is no operation such as $set".into()) } else { Ok(operations) }
}

fn operation(key: &ServerKey, name: &str, value: &Value) -> Option<Result<Operation, String>> {
    let change = match name {
        "$set" => Change::Set,
        "$set_once" => Change::SetOnce,
        "$add" => Change::Add,
        "$append" => Change::Append,
        "$union" => Change::Union,
        "$remove" => Change::Remove,
        "$unset" => return Some(names(value).map(Operation::Unset)),
        "$delete" => return Some(Ok(Operation::Delete)),
        _ => return None,
    };
    let properties = value.as_object().ok_or_else(|| format!("{name} is not an object"));
    Some(properties.and_then(|map| clean::properties(key, map.clone())).and_then(|properties| {
        let fit = properties.values().all(|value| fits(name, value));
        let changed = fit.then_some(Operation::Change(change, properties));
        changed.ok_or_else(|| format!("{name} does not take one of these values"))
    }))
}

fn fits(operation: &str, value: &Value) -> bool {
    match operation {
        "$add" => value.is_number(),
        "$union" => value.is_array(),
        _ => true,
    }
}

fn names(value: &Value) -> Result<Vec<String>, String> {
    let list = value.as_array().ok_or("$unset is not a list")?;
    list.iter().map(|name| name.as_str().map(str::to_owned).ok_or_else(|| "$unset takes names".to_owned())).collect()
}

/// The profile afterwards; none if it is deleted. The error is that it would become too large; it then stays unchanged.
pub fn apply(mut profile: Properties, operations: &[Operation]) -> Result<Option<Properties>, String> {
    for operation in operations {
        if *operation == Operation::Delete {
            return Ok(None);
        }
        apply_one(&mut profile, operation)?;
    }
    let bytes = serde_json::to_string(&profile).map_or(0, |text| text.len());
    if bytes > BYTES {
        Err(format!("the profile would be larger than {} KiB", BYTES / 1024))
    } else {
        Ok(Some(profile))
    }
}

fn apply_one(profile: &mut Properties, operation: &Operation) -> Result<(), String> {
    match operation {
        Operation::Change(change, new) => {
            for (name, value) in new {
                match change {
                    Change::Set => drop(profile.insert(name.clone(), value.clone())),
                    Change::SetOnce => _ = profile.entry(name).or_insert_with(|| value.clone()),
                    Change::Add => add(profile, name, value),
                    Change::Append => extend(profile, name, std::slice::from_ref(value), true)?,
                    Change::Union => extend(profile, name, value.as_array().map_or(&[][..], Vec::as_slice), false)?,
                    Change::Remove => {
                        if let Some(Value::Array(list)) = profile.get_mut(name) {
                            list.retain(|member| member != value);
                        }
                    }
                }
            }
        }
        Operation::Unset(names) => names.iter().for_each(|name| drop(profile.remove(name))),
        Operation::Delete => {}
    }
    Ok(())
}

/// A property that is not a number stays unchanged.
fn add(profile: &mut Properties, name: &str, value: &Value) {
    let before = profile.get(name).unwrap_or(&Value::Number(0.into())).clone();
    let whole = before.as_i64().zip(value.as_i64()).and_then(|(a, b)| a.checked_add(b)).map(Number::from);
    let sum = whole.or_else(|| Number::from_f64(before.as_f64()? + value.as_f64()?));
    if let Some(sum) = sum {
        profile.insert(name.to_owned(), Value::Number(sum));
    }
}

/// A property that is not a list stays unchanged.
fn extend(profile: &mut Properties, name: &str, values: &[Value], repeated: bool) -> Result<(), String> {
    let Value::Array(list) = profile.entry(name).or_insert_with(|| Value::Array(vec![])) else { return Ok(()) };
    for value in values {
        if repeated || !list.contains(value) {
            list.push(value.clone());
        }
    }
    if list.len() > LIST { Err(format!("a list would have more than {LIST} members")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn after(before: Value, items: &[Value]) -> Value {
        let Value::Object(mut profile) = before else { panic!("not an object") };
        for item in items {
            let operations = read(&ServerKey::new([1; 32]), item.as_object().unwrap()).unwrap();
            match apply(profile, &operations).unwrap() {
                Some(next) => profile = next,
                None => return Value::Null,
            }
        }
        Value::Object(profile)
    }

    #[test]
    fn each_operation_changes_the_profile_as_documented() {
        let before = json!({ "a": 1, "list": [1, 2, 1], "text": "x" });
        for (operation, expected) in [
            (json!({ "$set": { "a": 2, "b": 3 } }), json!({ "a": 2, "b": 3, "list": [1, 2, 1], "text": "x" })),
            (json!({ "$set_once": { "a": 2, "b": 3 } }), json!({ "a": 1, "b": 3, "list": [1, 2, 1], "text": "x" })),
            (
                json!({ "$add": { "a": 2, "b": -1.5, "text": 1 } }),
                json!({ "a": 3, "b": -1.5, "list": [1, 2, 1], "text": "x" }),
            ),
            (
                json!({ "$append": { "list": 1, "new": 5, "text": 1 } }),
                json!({ "a": 1, "list": [1, 2, 1, 1], "new": [5], "text": "x" }),
            ),
            (
                json!({ "$union": { "list": [2, 3], "new": [5, 5] } }),
                json!({ "a": 1, "list": [1, 2, 1, 3], "new": [5], "text": "x" }),
            ),
            (json!({ "$remove": { "list": 1, "none": 1, "text": "x" } }), json!({ "a": 1, "list": [2], "text": "x" })),
            (json!({ "$unset": ["a", "none"] }), json!({ "list": [1, 2, 1], "text": "x" })),
            (json!({ "$delete": "" }), Value::Null),
        ] {
            assert_eq!(after(before.clone(), std::slice::from_ref(&operation)), expected, "{operation}");
        }
        assert_eq!(after(json!({}), &[json!({ "$add": { "n": 1 }, "$set": { "a": 1 } })]), json!({ "n": 1, "a": 1 }));
    }

    #[test]
    fn invalid_operations_are_rejected() {
        for (item, says) in [
            (json!({}), "no operation"),
            (json!({ "$set": 1 }), "$set is not an object"),
            (json!({ "$add": { "a": "1" } }), "$add does not take"),
            (json!({ "$union": { "a": 1 } }), "$union does not take"),
            (json!({ "$unset": "a" }), "$unset is not a list"),
        ] {
            let error = read(&ServerKey::new([1; 32]), item.as_object().unwrap()).unwrap_err();
            assert!(error.contains(says), "{item}: {error}");
        }
    }

    #[test]
    fn a_profile_does_not_grow_without_end() {
        let grow = |name: &str, each: fn(usize) -> Value| {
            let mut profile = Properties::new();
            for number in 0..400 {
                let operation = json!({ name: each(number) });
                let operations = read(&ServerKey::new([1; 32]), operation.as_object().unwrap()).unwrap();
                match apply(profile.clone(), &operations) {
                    Ok(next) => profile = next.unwrap(),
                    Err(message) => return (profile, message),
                }
            }
            panic!("{name} never ends");
        };
        let (long, message) = grow("$append", |number| json!({ "list": number }));
        assert_eq!(
            (long["list"].as_array().unwrap().len(), message.contains("255 members")),
            (LIST, true),
            "{message}"
        );
        let (wide, message) = grow("$set", |number| json!({ number.to_string(): "x".repeat(250) }));
        assert!(message.contains("larger than 64 KiB"), "{message}");
        let bytes = serde_json::to_string(&wide).unwrap().len();
        assert!((BYTES - 300..=BYTES).contains(&bytes), "{bytes}");
    }
}
