//! `POST /api/admin/recruiter/comparison`

use axum::http::StatusCode;
use unmask_store::{AuditAction, comparison};

use super::get::{ComparisonState, state};
use crate::recruiters::PROLIFIC;
use crate::routes::admin::Act;
use crate::routes::prelude::*;

/// Compares the participants with the submissions at Prolific now: within seconds, a server begins. One that is being
/// made goes on.
#[utoipa::path(post, path = "/api/admin/recruiter/comparison", operation_id = "admin_recruiter_compare", tag = "admin", security(("bearer" = [])),
    responses((status = 204, description = "It begins within seconds"), OfRecruiter, AdminOnly, Always))]
pub async fn compare(State(app): State<App>, admin: Admin) -> Result<StatusCode> {
    let act = Act::of(&app, &admin);
    let stored = comparison::comparison(&app.store, PROLIFIC).await?;
    let (state, _) = state(&app, &app.versions.active().study, stored.as_ref()).await?;
    if matches!(state, ComparisonState::NotInStudy | ComparisonState::NoToken | ComparisonState::Ended) {
        return Err(ApiError::of(Code::RecruiterNotConfigured));
    }
    let work = app.store.write(async move |tx| {
        if comparison::plan(tx, PROLIFIC, act.at).await? {
            act.log(tx, AuditAction::Reconcile, json!({ "recruiter": PROLIFIC })).await?;
        }
        Ok::<_, StoreError>(())
    });
    work.await?;
    Ok(StatusCode::NO_CONTENT)
}
