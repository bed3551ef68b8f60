//! `POST /api/collect/groups`: properties of groups. Our own app has none; other clients may.

use super::engage::{About, change};
use crate::collector::Intake;
use crate::collector::clean;
use crate::collector::delivery::{ByAddress, Delivery};
use crate::collector::reply::Outcome;
use crate::routes::prelude::*;

/// Changes group profiles, with the same operations as user profiles.
#[utoipa::path(post, path = "/api/collect/groups", operation_id = "collect_groups", tag = "analytics",
    request_body(content(
        (String = "application/x-www-form-urlencoded"),
        (Value = "application/json"),
        (String = "text/plain"),
    )),
    responses(Outcome, WithBody, CrossSite, Limited, WithId, Always))]
pub async fn groups(State(intake): State<Intake>, delivery: Delivery) -> Result<Outcome> {
    change(&intake, delivery, group).await
}

/// Accepts the same data in the query, as the official Node client sends it. Browsers get 403.
#[utoipa::path(
    get,
    path = "/api/collect/groups",
    operation_id = "collect_groups_by_address",
    tag = "analytics",
    params(ByAddress),
    responses(Outcome, WithBody, CrossSite, Limited, WithId, Always)
)]
pub async fn groups_by_address(intake: State<Intake>, delivery: Delivery) -> Result<Outcome> {
    groups(intake, delivery).await
}

fn group(item: &Map<String, Value>) -> Result<About, String> {
    let named = |name: &str, longest| clean::text(name, item.get(name).unwrap_or(&Value::Null), longest);
    // The prefix keeps a group called "people" apart from people.
    Ok(About { kind: format!("group:{}", named("$group_key", 128)?), id: named("$group_id", 255)? })
}
