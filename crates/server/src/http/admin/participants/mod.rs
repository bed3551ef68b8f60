//! Participants, one by one, under their pseudonyms.

pub mod exclusion;
pub mod get;
pub mod list;
pub mod withdrawal;

use crate::App;
use crate::console::Look;
use crate::console::list::{ParticipantRow, row};
use crate::http::error::{ApiError, Result};
use crate::http::json::Json;

/// A participant as they are after a change.
async fn one(app: &App, id: &str) -> Result<Json<ParticipantRow>> {
    app.console.outdate();
    let look = Look::at(app).await?;
    let person = look.picture.person(id).ok_or_else(ApiError::not_found)?;
    Ok(Json(row(&look, person)))
}
