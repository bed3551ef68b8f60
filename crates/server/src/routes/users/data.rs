//! `GET /api/users/data`

mod conceal;

use unmask_store::rights;
use unmask_study::Page;

use self::conceal::conceal;
use super::user::User;
use crate::auth::Registrant;
use crate::routes::prelude::*;

/// Downloads all data stored about the participant.
#[utoipa::path(get, path = "/api/users/data", operation_id = "users_data", tag = "users", security(("bearer" = [])),
    responses((status = 200, body = Object), SignedInOnly, Always))]
pub async fn data(State(app): State<App>, registrant: Registrant) -> Result<Json<Value>> {
    let mut research = rights::everything(&app.store, &registrant.id).await?;
    if registrant.progress.page != Page::End || registrant.is_expected_again() {
        conceal(&mut research, &registrant.loaded);
    }
    let mut account = serde_json::to_value(User::registrant(&app, &registrant).await?).unwrap_or_default();
    if let Some(account) = account.as_object_mut() {
        account.remove("groupType");
    }
    let analytics = analytics(&app, &registrant).await?;
    Ok(Json(json!({ "account": account, "research": research, "analytics": analytics })))
}

/// What the browser sent about the participant's use of the program; null if analytics are off. So much that it fits
/// into memory: the analytics of a participant are limited, and events beyond the limit in an older database are only
/// counted.
async fn analytics(app: &App, registrant: &Registrant) -> Result<Value> {
    let Some(collector) = &app.collector else { return Ok(Value::Null) };
    let own = collector.store.events_of(&registrant.id).await?;
    let events = own.events.into_iter().map(|event| {
        json!({ "event": event.name, "at": rfc3339(event.happened_at), "receivedAt": rfc3339(event.received_at),
            "properties": event.properties })
    });
    let events: Vec<Value> = events.collect();
    let profiles = collector.store.profiles_of(&registrant.id).await?;
    let profiles: Vec<Value> = profiles.into_iter().map(|profile| profile.properties).collect();
    Ok(json!({ "events": events, "eventsLeftOut": own.left_out, "profiles": profiles }))
}
