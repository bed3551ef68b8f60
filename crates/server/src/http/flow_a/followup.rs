//! `POST /api/flow-a/questions/{id}/followup`

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Map, Value};
use unmask_study::flow::Submission;
use utoipa::ToSchema;

use crate::App;
use crate::auth::SignedIn;
use crate::http::error::{ApiError, Result};
use crate::http::idempotency::IdempotencyKey;
use crate::http::json::Json;
use crate::http::path::Path;
use crate::http::receipt::{Receipt, Reply};
use crate::http::responses::{Always, SignedInOnly, Submitting};
use crate::http::submit::{Handed, submit};
use crate::http::timing::Timing;
use crate::http::whole::answers;

/// Answers by name.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedAnswers {
    /// By name.
    #[serde(deserialize_with = "answers")]
    #[schema(value_type = Object)]
    pub answers: Map<String, Value>,
    /// Timing.
    #[serde(default)]
    pub timing: Option<Timing>,
}

/// Says what made the participant decide; the verdict comes with the receipt.
#[utoipa::path(post, path = "/api/flow-a/questions/{id}/followup", operation_id = "flow_a_followup", tag = "flow-a", security(("bearer" = [])),
    params(("id" = String, Path, description = "The question")), request_body = NamedAnswers,
    responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn followup(
    State(app): State<App>,
    who: SignedIn,
    Path(id): Path,
    key: IdempotencyKey,
    Json(body): Json<NamedAnswers>,
) -> Result<Json<Reply>> {
    let id = who.loaded().ids.bundle(&id).ok_or_else(ApiError::not_found)?;
    let NamedAnswers { answers, timing } = body;
    submit(&app, who, Handed { submission: Submission::Followup(id, answers), timing, key }).await
}
