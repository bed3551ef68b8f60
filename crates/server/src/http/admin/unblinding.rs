//! `GET` and `POST /api/admin/unblinding`

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use unmask_store::study::{self as stored, Unblinding};
use unmask_store::{StoreError, Tx};
use utoipa::ToSchema;

use super::{Act, reason};
use crate::App;
use crate::auth::Admin;
use crate::clock::rfc3339;
use crate::console::arms::{ArmName, Arms};
use crate::http::error::{ApiError, Code, Result};
use crate::http::json::Json;
use crate::http::responses::{AdminOnly, Always, Once, WithBody, WithFields};

/// Whether the arms have their names.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnblindingState {
    /// For ever, once it is true.
    pub unblinded: bool,
    /// Since when.
    pub at: Option<String>,
    /// Who did it.
    pub actor: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// The arms as they are shown now.
    pub arms: Vec<ArmName>,
}

/// The wish to unblind.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Unblind {
    /// Why, for the audit log.
    pub reason: String,
}

/// Whether the arms have their names.
#[utoipa::path(get, path = "/api/admin/unblinding", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = UnblindingState), AdminOnly, Always))]
pub async fn get(State(app): State<App>, _: Admin) -> Result<Json<UnblindingState>> {
    let done = stored::unblinding(&app.store).await?;
    Ok(Json(state(&app, done)))
}

/// Gives the arms their names, for everybody who uses the console. It can't be undone: what was seen stays seen.
#[utoipa::path(post, path = "/api/admin/unblinding", tag = "admin", security(("bearer" = [])), request_body = Unblind,
    responses((status = 200, body = UnblindingState), WithBody, WithFields, Once, AdminOnly, Always))]
pub async fn unblind(State(app): State<App>, admin: Admin, Json(wish): Json<Unblind>) -> Result<Json<UnblindingState>> {
    let (act, why) = (Act::of(&app, &admin), reason(&wish.reason)?);
    let done = Unblinding { at: act.at, actor: act.actor.clone(), reason: why.clone() };
    let first = app.store.write(async move |tx| record(tx, &act, &why).await);
    if !first.await? {
        return Err(ApiError::new(Code::Conflict, "The study is unblinded already."));
    }
    app.console.outdate();
    Ok(Json(state(&app, Some(done))))
}

/// Unblinds in a transaction that may do more, and logs it; false if the study was unblinded before.
pub(super) async fn record(tx: &mut Tx, act: &Act, why: &str) -> std::result::Result<bool, StoreError> {
    let unblinding = Unblinding { at: act.at, actor: act.actor.clone(), reason: why.to_owned() };
    let first = stored::unblind(tx, &unblinding).await?;
    if first {
        act.log(tx, "unblind", json!({ "reason": why })).await?;
    }
    Ok(first)
}

fn state(app: &App, done: Option<Unblinding>) -> UnblindingState {
    let arms = Arms::of(app, done.is_some());
    UnblindingState {
        unblinded: done.is_some(),
        at: done.as_ref().map(|done| rfc3339(done.at)),
        actor: done.as_ref().map(|done| done.actor.clone()),
        reason: done.map(|done| done.reason),
        arms: arms.all().into_iter().map(|group| arms.name(group)).collect(),
    }
}
