//! `GET /api/admin/bonus/runs/{number}`

use axum::response::Response;
use sha2::{Digest as _, Sha256};
use unmask_store::bonus;
use unmask_study::hex;

use super::{file, is_withheld};
use crate::recruiters::bonus::{Act, List};
use crate::routes::prelude::*;

/// Returns the file of an earlier list once more. People whose data were erased since are not in it. The audit log
/// records it.
#[utoipa::path(get, path = "/api/admin/bonus/runs/{number}", operation_id = "admin_bonus_again", tag = "admin", security(("bearer" = [])),
    params(("number" = i64, Path, description = "The number of the list")),
    responses((status = 200, description = "Lines with ID and amount", body = String, content_type = "text/csv"),
        WithId, ListingBonuses, AdminOnly, Always))]
pub async fn again(State(app): State<App>, admin: Admin, Path(number): Path) -> Result<Response> {
    let act = Act { actor: &admin.username, at: app.clock.now() };
    let number: i64 = number.parse().map_err(|_| ApiError::not_found())?;
    let run = bonus::run(&app.store, number).await?.ok_or_else(ApiError::not_found)?;
    if is_withheld(&app, &admin, &app.versions.active().study).await? {
        return Err(ApiError::of(Code::BonusesWouldUnblind));
    }
    let list = List::repeated(&app.store, number, &run.parameter).await;
    let list = list.map_err(|error| ApiError::internal(format!("{error:#}")))?;
    let lines = list.lines();
    list.record_again(&app.store, act, number, &hex(&Sha256::digest(&lines))).await?;
    file(lines, number)
}
