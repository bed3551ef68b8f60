//! Bonuses: the rule, who would be listed now, and the files for the recruiter's bulk payment.

pub mod again;
pub mod get;
pub mod list;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use unmask_store::{study, unlink};
use unmask_study::Study;
use unmask_study::definition::Bonus;

use crate::read_models::due::own_parameter;
use crate::routes::prelude::*;

/// The rule, and the parameter with the recruitment IDs; none if nobody can be paid.
async fn rule<'a>(app: &App, definition: &'a Study) -> Result<Option<(&'a Bonus, &'a str)>> {
    let is_deleted = unlink::ended_at(&app.store).await?.is_some();
    Ok(definition.file.bonus.as_ref().zip(own_parameter(definition)).filter(|_| !is_deleted))
}

/// Whether the amounts would show this person who is in which arm.
async fn is_withheld(app: &App, admin: &Admin, definition: &Study) -> Result<bool> {
    Ok(definition.bonus_reveals_arms() && study::would_unblind(&app.store, &admin.person()).await?)
}

/// A file for the recruiter: lines with ID and amount.
fn file(lines: Vec<u8>, number: i64) -> Result<Response> {
    let name = format!("attachment; filename=\"bonus-{number}.csv\"");
    let name = HeaderValue::from_str(&name).map_err(|error| ApiError::internal(error.to_string()))?;
    let mut response = lines.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}
