//! `POST /api/admin/bonus/runs`

use axum::response::Response;
use sha2::{Digest as _, Sha256};
use unmask_study::hex;

use super::{file, is_withheld, rule};
use crate::recruiters::bonus::{Act, List, RunOf};
use crate::routes::prelude::*;

/// What the person has seen and agreed to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BonusAgreement {
    /// The number of people in `next` of `GET /api/admin/bonus`.
    pub people: usize,
    /// Their `cents`.
    pub cents: i64,
}

/// Records a new list of bonuses and returns its file for the recruiter's bulk payment: lines with recruitment ID and
/// amount, without a header. Nobody is listed twice. The audit log records it; no money is moved.
#[utoipa::path(post, path = "/api/admin/bonus/runs", operation_id = "admin_bonus_list", tag = "admin", security(("bearer" = [])),
    request_body = BonusAgreement,
    responses((status = 200, description = "Lines with ID and amount", body = String, content_type = "text/csv"),
        WithBody, WithId, ListingBonuses, AdminOnly, Always))]
pub async fn list(State(app): State<App>, admin: Admin, Json(agreed): Json<BonusAgreement>) -> Result<Response> {
    let act = Act { actor: &admin.username, at: app.clock.now() };
    let version = app.versions.active();
    let definition = &version.study;
    let (own, parameter) = rule(&app, definition).await?.ok_or_else(ApiError::not_found)?;
    if is_withheld(&app, &admin, definition).await? {
        return Err(ApiError::of(Code::BonusesWouldUnblind));
    }
    let list = List::new(&app.store, &app.key, definition, own, parameter).await;
    let list = list.map_err(|error| ApiError::internal(format!("{error:#}")))?;
    let changed = || ApiError::of(Code::BonusesChanged);
    if list.payees.is_empty() || (list.payees.len(), list.total()) != (agreed.people, agreed.cents) {
        return Err(changed());
    }
    let lines = list.lines();
    let sha256 = hex(&Sha256::digest(&lines));
    let run = RunOf { parameter, currency: &own.currency, sha256: &sha256 };
    let number = list.record(&app.store, act, run).await?.ok_or_else(changed)?;
    file(lines, number)
}
