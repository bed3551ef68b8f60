use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;

pub const PROLIFIC_TOKEN: &str = "a-token-of-prolific";

/// Prolific's API, by its OpenAPI document 1.0.0 (<https://docs.prolific.com/openapi.yaml>): `get-submissions`,
/// `get-submission`, `get-study`, `get-user`, `get-study-jwks`, `get-participant-group-participants`,
/// `add-to-participant-group`, `remove-from-participant-group`.
#[derive(Clone)]
pub struct ProlificServer {
    pub url: String,
    state: Arc<Mutex<Prolific>>,
}

#[derive(Default)]
pub struct Prolific {
    /// Submissions by study (`SubmissionShort`).
    pub studies: BTreeMap<String, Vec<Value>>,
    /// Members by group.
    pub groups: BTreeMap<String, Vec<String>>,
    /// Statuses of the next replies, with their `Retry-After`, instead of what is asked for.
    pub failures: VecDeque<(u16, Option<&'static str>)>,
    /// A body instead of what is asked for.
    pub body: Option<&'static str>,
    /// The most submissions of a page, whatever is asked for.
    pub page: Option<usize>,
    /// Whether a list has `_links` and `meta`, as the client of Prolific's own reads them.
    pub links: bool,
    /// Behind the last page: 404 instead of an empty list.
    pub ends_with_404: bool,
    /// Before each reply.
    pub delay: Duration,
    /// Public keys (`JWKSResponse`).
    pub keys: Vec<Value>,
    /// Methods and paths of all calls.
    pub calls: Vec<String>,
}

/// A submission that the document allows.
pub fn submission(number: usize, participant: &str, status: &str, code: Option<&str>) -> Value {
    json!({ "id": format!("submission-{number}"), "participant_id": participant, "status": status,
        "started_at": "2026-11-20T10:00:00.000Z", "has_siblings": false, "completed_at": null, "study_code": code,
        "return_requested": null })
}

impl ProlificServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state: Arc<Mutex<Prolific>> = Arc::default();
        let router = Router::new()
            .route("/api/v1/submissions/", get(submissions))
            .route("/api/v1/submissions/{id}/", get(one_submission))
            .route("/api/v1/studies/{id}/", get(study))
            .route("/api/v1/users/me/", get(account))
            .route("/.well-known/study/jwks.json", get(keys))
            .route("/api/v1/participant-groups/{id}/participants/", get(members).post(add).delete(remove))
            .layer(from_fn_with_state(Arc::clone(&state), guard))
            .with_state(Arc::clone(&state));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, state }
    }

    pub fn now(&self) -> MutexGuard<'_, Prolific> {
        self.state.lock().unwrap()
    }

    /// The submissions of a study: participant, status, code.
    pub fn set(&self, study: &str, list: &[(&str, &str, Option<&str>)]) {
        let list = (0..).zip(list).map(|(number, (participant, status, code))| {
            let mut one = submission(number, participant, status, *code);
            one["id"] = json!(format!("{study}-{number}"));
            one
        });
        self.now().studies.insert(study.into(), list.collect());
    }

    /// How often one submission was asked for.
    pub fn lookups(&self) -> usize {
        let is_one = |call: &&String| call.starts_with("GET /api/v1/submissions/") && !call.ends_with("/submissions/");
        self.now().calls.iter().filter(is_one).count()
    }

    pub fn group(&self, id: &str) -> Vec<String> {
        self.now().groups[id].clone()
    }
}

type Shared = State<Arc<Mutex<Prolific>>>;

/// The document's `Error`.
fn error(status: u16) -> Response {
    let detail = json!({ "status": status, "error_code": 140_100, "title": "Error", "detail": "It is not possible." });
    (StatusCode::from_u16(status).unwrap(), Json(json!({ "error": detail }))).into_response()
}

async fn guard(State(state): Shared, headers: HeaderMap, request: Request, next: Next) -> Response {
    let (failure, body, delay) = {
        let mut state = state.lock().unwrap();
        state.calls.push(format!("{} {}", request.method(), request.uri().path()));
        (state.failures.pop_front(), state.body, state.delay)
    };
    tokio::time::sleep(delay).await;
    if let Some((status, wait)) = failure {
        let mut reply = error(status);
        if let Some(wait) = wait {
            reply.headers_mut().insert("retry-after", wait.parse().unwrap());
        }
        return reply;
    }
    let is_public = request.uri().path().starts_with("/.well-known/");
    if !is_public && headers.get("authorization").is_none_or(|value| value != &format!("Token {PROLIFIC_TOKEN}")) {
        return error(401);
    }
    match body {
        Some(body) => body.into_response(),
        None => next.run(request).await,
    }
}

#[derive(Deserialize)]
struct Asked {
    study: String,
    page: Option<usize>,
    page_size: Option<usize>,
}

async fn submissions(State(state): Shared, Query(asked): Query<Asked>) -> Response {
    let state = state.lock().unwrap();
    let Some(all) = state.studies.get(&asked.study) else { return error(404) };
    let size = asked.page_size.unwrap_or(20).min(state.page.unwrap_or(usize::MAX));
    let page = asked.page.unwrap_or(1);
    let results: Vec<_> = all.iter().skip((page - 1) * size).take(size).cloned().collect();
    if page > 1 && results.is_empty() && state.ends_with_404 {
        return error(404);
    }
    let mut reply = json!({ "results": results });
    if state.links {
        let next = (page * size < all.len()).then(|| format!("/api/v1/submissions/?page={}", page + 1));
        reply["_links"] = json!({ "next": { "href": next, "title": "Next" } });
        reply["meta"] = json!({ "count": all.len() });
    }
    Json(reply).into_response()
}

/// `SubmissionDetail`.
async fn one_submission(State(state): Shared, Path(id): Path<String>) -> Response {
    let state = state.lock().unwrap();
    let found = state.studies.iter().find_map(|(study, all)| Some((study, all.iter().find(|one| one["id"] == *id)?)));
    let Some((study, one)) = found else { return error(404) };
    Json(json!({ "id": id, "participant": one["participant_id"], "study_id": study, "status": one["status"],
        "started_at": one["started_at"], "entered_code": one["study_code"], "bonus_payments": [] }))
    .into_response()
}

/// Some fields of `Study`.
async fn study(State(state): Shared, Path(id): Path<String>) -> Response {
    let is_known = state.lock().unwrap().studies.contains_key(&id);
    let found = json!({ "id": id, "name": "A study on pictures", "internal_name": format!("wave of {id}") });
    if is_known { Json(found).into_response() } else { error(404) }
}

async fn account() -> Response {
    Json(json!({ "id": "60000c1d2e3f4a5b6c7d8e9f", "email": "lab@example.org" })).into_response()
}

async fn keys(State(state): Shared) -> Response {
    Json(json!({ "keys": state.lock().unwrap().keys })).into_response()
}

fn list(members: &[String]) -> Response {
    let results = members.iter().map(|id| json!({ "participant_id": id, "datetime_created": "2026-11-20T10:00:00Z" }));
    Json(json!({ "results": results.collect::<Vec<_>>() })).into_response()
}

async fn members(State(state): Shared, Path(id): Path<String>) -> Response {
    state.lock().unwrap().groups.get(&id).map_or_else(|| error(404), |members| list(members))
}

#[derive(Deserialize)]
struct Ids {
    participant_ids: Vec<String>,
}

/// Somebody without a submission is nobody of Prolific: the whole call is rejected.
async fn add(State(state): Shared, Path(id): Path<String>, Json(ids): Json<Ids>) -> Response {
    let mut state = state.lock().unwrap();
    let is_known = |id: &String| state.studies.values().flatten().any(|one| one["participant_id"] == **id);
    if !ids.participant_ids.iter().all(is_known) {
        return error(400);
    }
    let Some(members) = state.groups.get_mut(&id) else { return error(404) };
    for one in ids.participant_ids {
        if !members.contains(&one) {
            members.push(one);
        }
    }
    list(members)
}

async fn remove(State(state): Shared, Path(id): Path<String>, Json(ids): Json<Ids>) -> Response {
    let mut state = state.lock().unwrap();
    let Some(members) = state.groups.get_mut(&id) else { return error(404) };
    members.retain(|member| !ids.participant_ids.contains(member));
    list(members)
}
