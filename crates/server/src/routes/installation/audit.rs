//! `GET /api/installation/audit`

use super::person::Person;
use crate::installation::Installation;
use crate::routes::admin::audit::list::{AuditLog, Entries, page};
use crate::routes::prelude::*;

/// Returns a page of the installation's audit log, and whether its hash chain is intact.
#[utoipa::path(get, path = "/api/installation/audit", operation_id = "installation_audit", tag = "installation", security(("bearer" = [])), params(Entries),
    responses((status = 200, body = AuditLog), WithQuery, PersonOnly, Always))]
pub async fn audit(
    State(installation): State<Installation>,
    _person: Person,
    Query(query): Query<Entries>,
) -> Result<Json<AuditLog>> {
    Ok(Json(page(installation.control(), query, |details| details).await?))
}
