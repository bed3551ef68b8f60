//! Calls about a single participant, by participant code.

pub mod exclusion;
pub mod get;
pub mod list;
pub mod withdrawal;

use unmask_store::read_models;

use crate::base::ids;
use crate::read_models::list::{ParticipantRow, row};
use crate::routes::prelude::*;

/// The ID of the participant with the code in the path, and the code in its canonical form.
async fn find(app: &App, typed: &str) -> Result<(String, String)> {
    let code = ids::code_of(typed);
    let id = read_models::by_code(&app.store, &code).await?.ok_or_else(ApiError::not_found)?;
    Ok((id, code))
}

/// The row of a participant after a change.
async fn one(app: &App, admin: &Admin, id: &str) -> Result<Json<ParticipantRow>> {
    app.console.outdate();
    let view = SnapshotView::at(&app.console, &admin.person()).await?;
    let person = view.snapshot.person(id).ok_or_else(ApiError::not_found)?;
    Ok(Json(row(&view, person)))
}
