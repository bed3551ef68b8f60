//! `POST /api/collect/engage`: properties of people.

use unmask_store::analytics::{PEOPLE, ProfileKey};

use super::track::ITEMS;
use crate::collector::Intake;
use crate::collector::clean;
use crate::collector::delivery::{ByAddress, Delivery};
use crate::collector::event::Rejection;
use crate::collector::identity::{Owner, Owners};
use crate::collector::people::{self, Operation};
use crate::collector::reply::Outcome;
use crate::routes::prelude::*;

/// Changes user profiles: `$set`, `$set_once`, `$add`, `$append`, `$union`, `$remove`, `$unset`, `$delete`.
#[utoipa::path(post, path = "/api/collect/engage", operation_id = "collect_engage", tag = "analytics",
    request_body(content(
        (String = "application/x-www-form-urlencoded"),
        (Value = "application/json"),
        (String = "text/plain"),
    )),
    responses(Outcome, WithBody, CrossSite, Limited, WithId, Always))]
pub async fn engage(State(intake): State<Intake>, delivery: Delivery) -> Result<Outcome> {
    change(&intake, delivery, person).await
}

/// Accepts the same data in the query, as the official Node client sends it. Browsers get 403.
#[utoipa::path(
    get,
    path = "/api/collect/engage",
    operation_id = "collect_engage_by_address",
    tag = "analytics",
    params(ByAddress),
    responses(Outcome, WithBody, CrossSite, Limited, WithId, Always)
)]
pub async fn engage_by_address(intake: State<Intake>, delivery: Delivery) -> Result<Outcome> {
    engage(intake, delivery).await
}

/// Which profile an item is about, as it says.
pub(super) struct About {
    pub kind: String,
    pub id: String,
}

fn person(item: &Map<String, Value>) -> Result<About, String> {
    let id = clean::text("$distinct_id", item.get("$distinct_id").unwrap_or(&Value::Null), 255)?;
    Ok(About { kind: PEOPLE.into(), id })
}

/// Applies the items of a delivery, one after the other.
pub(super) async fn change(
    intake: &Intake,
    delivery: Delivery,
    about: fn(&Map<String, Value>) -> Result<About, String>,
) -> Result<Outcome> {
    let mut delivery = delivery.in_parts(ITEMS)?;
    let mut owners = Owners::new(intake, delivery.session.take());
    let mut rejected = Vec::new();
    for (index, item) in delivery.sent.items.iter().enumerate() {
        let done = match read(intake, item, about) {
            Ok((about, operations)) => apply(intake, &mut owners, about, operations, delivery.now).await?,
            Err(message) => Err(message),
        };
        if let Err(message) = done {
            rejected.push(Rejection { index, insert_id: None, message });
        }
    }
    let accepted = delivery.sent.items.len() - rejected.len();
    Ok(Outcome { accepted, rejected, style: delivery.sent.style })
}

fn read(
    intake: &Intake,
    item: &Value,
    about: fn(&Map<String, Value>) -> Result<About, String>,
) -> Result<(About, Vec<Operation>), String> {
    let item = item.as_object().ok_or("not an object")?;
    if item.get("$token").and_then(Value::as_str) != Some(&intake.settings.analytics.analytics_token) {
        return Err("$token is not this project's".into());
    }
    Ok((about(item)?, people::read(&intake.key, item)?))
}

async fn apply(
    intake: &Intake,
    owners: &mut Owners<'_>,
    about: About,
    operations: Vec<Operation>,
    now: i64,
) -> Result<Result<(), String>> {
    let collector = intake.require()?;
    let key = match owners.of(&about.id).await? {
        _ if about.kind != PEOPLE => ProfileKey { kind: about.kind, id: about.id, participant: None },
        Owner::OptedOut => return Ok(Err("this participant does not take part in analytics".into())),
        Owner::Participant(id) => ProfileKey { kind: about.kind, id: id.clone(), participant: Some(id) },
        Owner::Unproven => ProfileKey { kind: about.kind, id: about.id, participant: None },
    };
    if key.participant.is_none() && !collector.store.has_room_for_strangers().await? {
        return Err(collector.full(now));
    }
    let changed = collector.store.change_profile(key, now, move |before| people::apply(before, &operations)).await;
    match changed {
        Err(StoreError::Full(_)) => Err(collector.full(now)),
        other => Ok(other?),
    }
}
