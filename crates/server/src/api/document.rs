//! The OpenAPI document: the declarations of the handlers, and what applies to all calls.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use unmask_store::AuditAction;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Server};

use super::error::{Code, Problem};
use super::form::FieldProblem;
use super::responses;

/// Fields of replies that are absent if they do not apply, so that replies about studies without later parts and
/// screening are as before.
const ABSENT_FIELDS: [(&str, &[&str]); 17] = [
    ("PublicMedia", &["overlay"]),
    ("GroupViews", &["lists"]),
    ("Report", &["factors", "waves", "advice", "clusters"]),
    ("ReportFactorial", &["hypotheses"]),
    ("ReportHypothesis", &["wave"]),
    ("ReportWave", &["hypothesis", "part"]),
    ("ReportCompliance", &["watched"]),
    ("ReportTrial", &["activations"]),
    ("User", &["waves", "invitations", "turnedAway", "passwordless", "sections", "calls"]),
    ("Invited", &["passwordless"]),
    ("StudyInfo", &["linkAccount"]),
    ("StudyState", &["units", "answerQuotas"]),
    ("PublicSection", &["stage", "advice"]),
    ("Submitted", &["stage"]),
    ("Debrief", &["waves"]),
    ("PublicConsent", &["declinedCode"]),
    ("Completion", &["others", "turnedAway", "html", "ended"]),
];

/// Replies that leave out a field instead of writing null.
const WITH_OPTIONAL_FIELDS: [&str; 3] = ["FlowConfig", "Problem", "FieldProblem"];

/// The document before any handler has been added.
pub fn frame() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Unmask")
        .version(env!("CARGO_PKG_VERSION"))
        .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build()))
        .description(Some("Randomised studies of deepfake interventions. Rules and reasons: docs/API-DESIGN.md."));
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    let components = ComponentsBuilder::new()
        .security_scheme("bearer", bearer)
        .security_scheme("basic", SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Basic).build()))
        .schema_from::<Problem>()
        .schema_from::<Code>()
        .schema_from::<FieldProblem>()
        .schema_from::<AuditAction>()
        .responses_from_iter(responses::components())
        .build();
    let servers = Some([Server::new("/")]);
    OpenApiBuilder::new().info(info.build()).servers(servers).components(Some(components)).build()
}

/// Adds to `collected` what no handler declares:
/// - a description of each successful response, which OpenAPI requires;
/// - that calls without `security` are open to everyone;
/// - that all fields of a reply are required, because the server writes an absent value as null, except for a few.
///   `make conform` compares replies with this.
pub fn complete(collected: &OpenApi) -> Value {
    let mut document = serde_json::to_value(collected).unwrap_or_default();
    let replies: Vec<String> = schemas_of(&document, "responses")
        .difference(&schemas_of(&document, "requestBody"))
        .filter(|name| !WITH_OPTIONAL_FIELDS.contains(&name.as_str()))
        .cloned()
        .collect();
    for name in replies {
        require_all_fields(&mut document["components"]["schemas"][name]);
    }
    for (name, absent) in ABSENT_FIELDS {
        if let Some(required) = document["components"]["schemas"][name]["required"].as_array_mut() {
            required.retain(|field| absent.iter().all(|name| field != name));
        }
    }
    for operation in operations_mut(&mut document) {
        describe_successes(&mut operation["responses"]);
        if operation.get("security").is_none() {
            operation["security"] = json!([]);
        }
    }
    document
}

fn operations_mut(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut)
}

fn describe_successes(responses: &mut Value) {
    for (status, response) in responses.as_object_mut().into_iter().flatten() {
        let described = response.get("description").or_else(|| response.get("$ref")).is_some();
        if !described {
            let title = match status.as_str() {
                "201" => "Created",
                "202" => "Accepted",
                "204" => "No content",
                _ => "OK",
            };
            response["description"] = json!(title);
        }
    }
}

/// The schemas that the member `part` of the operations refers to, directly or through another schema.
fn schemas_of(document: &Value, part: &str) -> BTreeSet<String> {
    let paths = document["paths"].as_object().into_iter().flat_map(Map::values);
    let operations = paths.filter_map(Value::as_object).flat_map(Map::values);
    let mut found = BTreeSet::new();
    let mut open: Vec<&Value> = operations.filter_map(|operation| operation.get(part)).collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                let name =
                    map.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix("#/components/schemas/"));
                if let Some(name) = name.filter(|name| found.insert((*name).to_owned())) {
                    open.push(&document["components"]["schemas"][name]);
                }
                open.extend(map.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    found
}

fn require_all_fields(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::Object(fields)) = map.get("properties") {
                let names: Vec<&String> = fields.keys().collect();
                let required = json!(names);
                map.insert("required".to_owned(), required);
            }
            map.values_mut().for_each(require_all_fields);
        }
        Value::Array(items) => items.iter_mut().for_each(require_all_fields),
        _ => {}
    }
}
