//! The OpenAPI document in the repository is the one that the handlers describe.

use std::path::Path;

use unmask_server::http::openapi;

#[test]
fn the_document_in_the_repository_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/openapi.json");
    let now = openapi().to_pretty_json().unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == now,
        "docs/generated/openapi.json is out of date; run: UPDATE=1 cargo nextest run -p unmask openapi"
    );
}

#[test]
fn every_call_under_api_documents_how_it_fails() {
    let document = serde_json::to_value(openapi()).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, call) in item.as_object().unwrap() {
            let responses = call["responses"].as_object().unwrap();
            assert!(responses.contains_key("500") && responses.contains_key("503"), "{method} {path}");
            let secured = call.get("security").is_some();
            assert_eq!(
                secured,
                responses.contains_key("401")
                    && !path.starts_with("/api/auth/refresh")
                    && !path.starts_with("/api/auth/login"),
                "{method} {path}"
            );
            if call.get("requestBody").is_some() {
                assert!(responses.contains_key("400"), "{method} {path}");
            }
        }
    }
}
