//! What the documents claim about the code is true of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn architecture_has_a_row_for_each_member_of_the_workspace() {
    let workspace: toml::Table = read("Cargo.toml").parse().unwrap();
    let members = workspace["workspace"]["members"].as_array().unwrap();
    let text = read("ARCHITECTURE.md");
    for member in members.iter().map(|member| member.as_str().unwrap()) {
        assert!(text.contains(&format!("| `{member}` |")), "ARCHITECTURE.md has no row for {member}");
    }
}

/// `{a, b: [{c}]}` has the names `a` and `b`.
fn names(shape: &str) -> BTreeSet<String> {
    let (mut depth, mut names, mut current) = (0, BTreeSet::new(), String::new());
    for letter in shape.chars() {
        match letter {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 1 && letter != '{' && letter != ',' {
            current.push(letter);
        } else if depth == 0 || (depth == 1 && letter == ',') {
            let name = current.split(':').next().unwrap_or_default().trim();
            names.extend((!name.is_empty()).then(|| name.to_owned()));
            current.clear();
        }
    }
    names
}

/// The fields of the object that a call replies with.
fn reply_fields(document: &Value, path: &str) -> Option<BTreeSet<String>> {
    let schema = &document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
    let name = schema["$ref"].as_str()?.rsplit('/').next()?;
    let fields = document["components"]["schemas"][name]["properties"].as_object()?;
    Some(fields.keys().cloned().collect())
}

#[test]
fn api_design_names_each_field_of_a_reply() {
    let document: Value = serde_json::from_str(&read("docs/generated/openapi.json")).unwrap();
    let text = read("docs/API-DESIGN.md");
    let mut compared = BTreeMap::new();
    for row in text.lines().filter_map(|line| line.strip_prefix("| `GET /api/")) {
        let Some((call, rest)) = row.split_once("` |") else { continue };
        let path = format!("/api/{}", call.split('?').next().unwrap());
        let spans = rest.split('`').skip(1).step_by(2).filter(|span| span.starts_with('{'));
        let documented: BTreeSet<String> = spans.flat_map(names).collect();
        if let Some(fields) = reply_fields(&document, &path).filter(|_| !documented.is_empty()) {
            compared.insert(path, (documented, fields));
        }
    }
    assert!(compared.len() > 10, "{compared:?}");
    for (path, (documented, fields)) in compared {
        assert_eq!(documented, fields, "GET {path}: API-DESIGN.md (left) and the OpenAPI document (right)");
    }
}
