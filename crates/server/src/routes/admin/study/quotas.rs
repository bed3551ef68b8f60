//! `PUT /api/admin/study/quotas`

use std::collections::BTreeMap;

use unmask_store::AuditAction;
use unmask_store::study::{self as stored, Quotas};

use super::get::{StudyState, state};
use crate::api::form::{FormCode, FormError};
use crate::api::whole::{maybe_whole, named_whole};
use crate::routes::admin::{Act, reason};
use crate::routes::prelude::*;

/// New quotas. An omitted quota is removed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewQuotas {
    /// Quota of all arms together. It must not exceed the bundle's target.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub total: Option<u32>,
    /// Quota of each arm, by its ID.
    #[serde(default, deserialize_with = "named_whole")]
    pub arms: BTreeMap<String, u32>,
    /// Reason, for the audit log.
    pub reason: String,
}

/// Sets the quotas. A full arm gets no new participants: its slots are skipped. Current participants keep their slots.
#[utoipa::path(put, path = "/api/admin/study/quotas", operation_id = "admin_study_set_quotas", tag = "admin", security(("bearer" = [])), request_body = NewQuotas,
    responses((status = 200, body = StudyState), WithBody, WithFields, AdminOnly, Always))]
pub async fn quotas(State(app): State<App>, admin: Admin, Json(new): Json<NewQuotas>) -> Result<Json<StudyState>> {
    let (act, why) = (Act::of(&app, &admin), reason(&new.reason)?);
    let details = json!({ "total": new.total, "arms": new.arms, "reason": why });
    let quotas = checked(&app, &admin, new).await?;
    app.store
        .write(async move |tx| {
            stored::set_quotas(tx, &quotas).await?;
            act.log(tx, AuditAction::SetQuotas, details.clone()).await
        })
        .await?;
    app.console.outdate();
    state(&app, &admin).await.map(Json)
}

async fn checked(app: &App, admin: &Admin, new: NewQuotas) -> Result<Quotas> {
    let view = SnapshotView::at(&app.console, &admin.person()).await?;
    let mut errors = Vec::new();
    let target = app.versions.active().study.file.allocation.target;
    if let (Some(total), Some(target)) = (new.total, target)
        && total > target
    {
        errors.push(FieldProblem::new("total", FormError::from(FormCode::QuotaAboveTarget).with("target", &target)));
    }
    let mut arms = BTreeMap::new();
    for (id, quota) in new.arms {
        match view.arms.group(&id) {
            Some(group) => drop(arms.insert(group, quota)),
            None => errors.push(FieldProblem::new(format!("arms.{id}"), FormCode::UnknownArm.into())),
        }
    }
    if errors.is_empty() { Ok(Quotas { total: new.total, arms }) } else { Err(ApiError::invalid_fields(errors)) }
}
