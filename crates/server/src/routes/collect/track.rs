//! `POST /api/collect/track`: events.

use crate::collector::Intake;
use crate::collector::delivery::{ByAddress, Delivery};
use crate::collector::event::{self, Rejection};
use crate::collector::identity::{Owner, Owners};
use crate::collector::reply::Outcome;
use crate::routes::prelude::*;

/// Items of a delivery; the browser's client sends 50.
pub(super) const ITEMS: usize = 200;

/// Accepts events as the official clients of the analytics service send them: a form with `data` as JSON or
/// base64-encoded JSON (also as plain text, from `sendBeacon`), or a JSON body.
#[utoipa::path(post, path = "/api/collect/track", operation_id = "collect_track", tag = "analytics",
    request_body(content(
        (String = "application/x-www-form-urlencoded"),
        (Value = "application/json"),
        (String = "text/plain"),
    )),
    responses(Outcome, WithBody, CrossSite, Limited, WithId, Always))]
pub async fn track(State(intake): State<Intake>, delivery: Delivery) -> Result<Outcome> {
    store(&intake, delivery.in_parts(ITEMS)?, false).await
}

/// Accepts single events in the query, as the official Node client sends them. Browsers get 403.
#[utoipa::path(
    get,
    path = "/api/collect/track",
    operation_id = "collect_track_by_address",
    tag = "analytics",
    params(ByAddress),
    responses(Outcome, WithBody, CrossSite, Limited, WithId, Always)
)]
pub async fn track_by_address(intake: State<Intake>, delivery: Delivery) -> Result<Outcome> {
    track(intake, delivery).await
}

/// Stores the events of a delivery that are in order.
pub(super) async fn store(intake: &Intake, delivery: Delivery, imported: bool) -> Result<Outcome> {
    let Delivery { sent, session, now } = delivery;
    let collector = intake.require()?;
    let mut owners = Owners::new(intake, session);
    let (mut rows, mut sent_as, mut rejected) = (Vec::with_capacity(sent.items.len()), Vec::new(), Vec::new());
    let room_for_strangers = imported || collector.store.has_room_for_strangers().await?;
    let token = &intake.settings.analytics.analytics_token;
    for (index, item) in sent.items.iter().enumerate() {
        let mut reject = |message| rejected.push(Rejection { index, insert_id: insert_id(item), message });
        match event::read(&intake.key, token, imported, item, now) {
            Err(message) => reject(message),
            Ok(draft) => match owners.of(&draft.distinct_id).await? {
                Owner::OptedOut => reject("this participant does not take part in analytics".into()),
                Owner::Unproven if !room_for_strangers => return Err(collector.full(now)),
                whose => {
                    rows.push(draft.row(whose, now, imported));
                    sent_as.push(index);
                }
            },
        }
    }
    let mut accepted = rows.len();
    for (batch, sent_as) in rows.chunks(ITEMS).zip(sent_as.chunks(ITEMS)) {
        match collector.store.add(batch.to_vec()).await {
            Ok(added) => {
                accepted -= added.beyond.len();
                rejected.extend(added.beyond.into_iter().map(|position| beyond(&sent.items, sent_as[position])));
            }
            Err(StoreError::Full(_)) => return Err(collector.full(now)),
            Err(error) => return Err(error.into()),
        }
    }
    rejected.sort_by_key(|one| one.index);
    Ok(Outcome { accepted, rejected, style: sent.style })
}

/// Nothing that coming back later would change, so it is no 429.
fn beyond(items: &[Value], index: usize) -> Rejection {
    let message = "this participant's share of the analytics is used up".into();
    Rejection { index, insert_id: insert_id(&items[index]), message }
}

fn insert_id(item: &Value) -> Option<String> {
    item["properties"]["$insert_id"].as_str().map(|id| id.chars().take(128).collect())
}
