//! The OpenAPI document in the repository is the one that the handlers describe.

use std::collections::BTreeSet;
use std::path::Path;

use unmask_server::routes::openapi;

#[test]
fn the_generated_document_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/openapi.json");
    let now = serde_json::to_string_pretty(&openapi()).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "docs/generated/openapi.json is out of date; run: make generate");
}

#[test]
fn every_call_under_api_documents_how_it_fails() {
    let document = openapi();
    assert_eq!(document["openapi"], "3.1.0");
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, call) in item.as_object().unwrap() {
            let responses = call["responses"].as_object().unwrap();
            assert!(responses.contains_key("500") && responses.contains_key("503"), "{method} {path}");
            let secured = !call["security"].as_array().unwrap().is_empty();
            let ends = ["/login", "/refresh", "/recovery", "/passkey", "/sso/sign-in", "/hand-over/session"];
            let signs_in = ends.iter().any(|end| path.ends_with(end));
            assert_eq!(secured, responses.contains_key("401") && !signs_in, "{method} {path}");
            if call.get("requestBody").is_some() {
                assert!(responses.contains_key("400"), "{method} {path}");
            }
        }
    }
}

#[test]
fn each_call_has_an_operation_id_of_its_own() {
    let document = openapi();
    let paths = document["paths"].as_object().unwrap();
    let calls = paths.values().flat_map(|item| item.as_object().unwrap().values());
    let ids: Vec<&str> = calls.map(|call| call["operationId"].as_str().unwrap()).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "{ids:?}");
    assert!(ids.iter().all(|id| id.contains('_')), "area_action: {ids:?}");
}

#[test]
fn errors_are_shared_components() {
    let document = openapi();
    let shared = document["components"]["responses"].as_object().unwrap();
    assert!(shared.len() > 10 && shared.len() < 45, "{}", shared.len());
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, call) in item.as_object().unwrap() {
            for (status, response) in call["responses"].as_object().unwrap() {
                let name = response["$ref"].as_str().and_then(|r| r.strip_prefix("#/components/responses/"));
                // A range that a medium does not have, and an import's 400, have separate replies.
                let is_own = status == "416" || (path == "/api/collect/import" && method == "post" && status == "400");
                let is_shared = status.as_str() >= "400" && !is_own;
                assert_eq!(name.is_some_and(|name| shared.contains_key(name)), is_shared, "{method} {path} {status}");
            }
        }
    }
}
