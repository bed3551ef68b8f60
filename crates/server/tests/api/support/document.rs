//! Every reply to every test is held against the OpenAPI document: a status or a type that it does not name fails.

use std::sync::LazyLock;

use serde_json::Value;
use unmask_server::routes::openapi;

use super::Reply;

static DOCUMENT: LazyLock<Value> = LazyLock::new(openapi);

/// Every call about a study in the document: method, path, and description.
pub fn operations() -> Vec<(String, String, &'static Value)> {
    all_operations().into_iter().filter(|(_, path, _)| !path.starts_with("/api/installation/")).collect()
}

/// Every call of the document, those about the installation too.
pub fn all_operations() -> Vec<(String, String, &'static Value)> {
    let paths = DOCUMENT["paths"].as_object().unwrap().iter();
    let calls = paths.flat_map(|(path, item)| item.as_object().unwrap().iter().map(move |call| (path, call)));
    calls.map(|(path, (method, operation))| (method.to_uppercase(), path.clone(), operation)).collect()
}

/// Asserts that the document names what was replied, if it names the call at all.
#[track_caller]
pub fn names(reply: &Reply) {
    let (method, path) = reply.call.split_once(' ').unwrap();
    let Some(operation) = operation(method, path) else { return };
    let Some(response) = operation["responses"].get(reply.status.to_string()) else {
        panic!("the document has no {} for {reply:?}", reply.status);
    };
    let response = resolved(response);
    let kind = reply.header("content-type").split(';').next().unwrap_or_default();
    match response["content"].as_object() {
        Some(kinds) => {
            let family = kind.split('/').next().unwrap_or_default();
            let named = kinds.contains_key(kind) || kinds.contains_key(&format!("{family}/*"));
            assert!(named, "the document has no '{kind}' for {reply:?}");
        }
        None => assert!(reply.body.is_empty(), "the document has no body for {reply:?}"),
    }
}

/// What a `$ref` refers to.
fn resolved(value: &'static Value) -> &'static Value {
    let pointer = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    pointer.map_or(value, |pointer| DOCUMENT.pointer(pointer).expect("the component exists"))
}

fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap_or_default();
    let path = if path.starts_with("/api/collect/") { path.trim_end_matches('/') } else { path };
    let same = |template: &str| {
        let (one, other): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
        one.len() == other.len()
            && one.iter().zip(&other).all(|(one, other)| one == other || (one.starts_with('{') && !other.is_empty()))
    };
    let (_, calls) = DOCUMENT["paths"].as_object()?.iter().find(|(template, _)| same(template))?;
    calls.get(method.to_lowercase())
}
