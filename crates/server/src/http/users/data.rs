//! `GET /api/users/data`

use axum::extract::State;
use serde_json::{Map, Value, json};
use unmask_store::rights;
use unmask_study::Page;

use super::user::User;
use crate::App;
use crate::auth::Participant;
use crate::clock::rfc3339;
use crate::content::Loaded;
use crate::http::error::Result;
use crate::http::json::Json;
use crate::http::responses::{Always, SignedInOnly};

/// What would tell the arm or the right answers before the debrief.
const AFTER_THE_DEBRIEF: [&str; 7] = ["correct", "verdict", "scores", "group", "form", "exposedAt", "media"];

/// Everything stored about the participant, to keep.
#[utoipa::path(get, path = "/api/users/data", tag = "users", security(("bearer" = [])),
    responses((status = 200, body = Object), SignedInOnly, Always))]
pub async fn data(State(app): State<App>, participant: Participant) -> Result<Json<Value>> {
    let mut research = rights::everything(&app.store, &participant.id).await?;
    if participant.progress.page != Page::End {
        conceal(&mut research, &participant.loaded);
    }
    let mut account = serde_json::to_value(User::participant(&app, &participant).await?).unwrap_or_default();
    if let Some(account) = account.as_object_mut() {
        account.remove("groupType");
    }
    let analytics = analytics(&app, &participant).await?;
    Ok(Json(json!({ "account": account, "research": research, "analytics": analytics })))
}

/// What the browser told about the participant's use of the program; null if analytics are off.
async fn analytics(app: &App, participant: &Participant) -> Result<Value> {
    let Some(collector) = &app.collector else { return Ok(Value::Null) };
    let events = collector.store.events_of(&participant.id).await?.into_iter().map(|event| {
        json!({ "event": event.name, "at": rfc3339(event.happened_at), "receivedAt": rfc3339(event.received_at),
            "properties": event.properties })
    });
    let events: Vec<Value> = events.collect();
    let profiles = collector.store.profiles_of(&participant.id).await?;
    let profiles: Vec<Value> = profiles.into_iter().map(|profile| profile.properties).collect();
    Ok(json!({ "events": events, "profiles": profiles }))
}

/// Removes what may only be known after the debrief, and exchanges the bundle's ids.
fn conceal(value: &mut Value, loaded: &Loaded) {
    match value {
        Value::Object(map) => {
            let known = std::mem::take(map).into_iter().filter(|(key, _)| !AFTER_THE_DEBRIEF.contains(&key.as_str()));
            *map = known
                .map(|(key, mut value)| {
                    conceal(&mut value, loaded);
                    (exchange(&key, loaded), value)
                })
                .collect::<Map<_, _>>();
        }
        Value::Array(items) => items.iter_mut().for_each(|item| conceal(item, loaded)),
        Value::String(text) => *text = exchange(text, loaded),
        _ => {}
    }
}

/// `flow-a/<id>/followup`, `<id>_confidence`, `<id>_reasons`, `/flow-a/question/<id>`: whatever names a bundle id.
fn exchange(text: &str, loaded: &Loaded) -> String {
    let part = |part: &str| {
        let ends = part.rmatch_indices('_').map(|(end, _)| end);
        std::iter::once(part.len())
            .chain(ends)
            .find_map(|end| Some(loaded.ids.opaque(&part[..end])? + &part[end..]))
            .unwrap_or_else(|| part.to_owned())
    };
    text.split('/').map(part).collect::<Vec<_>>().join("/")
}
