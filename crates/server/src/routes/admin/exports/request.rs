//! `POST /api/admin/exports`

use axum::http::StatusCode;
use unmask_store::AuditAction;
use unmask_store::study::{self, Unblinding};
use unmask_study::definition::{ConsentStatement, Purpose};

use super::ticket::{Ticket, What};
use crate::routes::admin::{Act, reason};
use crate::routes::prelude::*;

/// A request for a data package.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, and all combinations occur")]
pub struct ExportRequest {
    /// Include simulated participants.
    pub simulated: bool,
    /// Also export the tables as XLSX. In it, text from participants is never executed as a formula.
    pub spreadsheet: bool,
    /// Only participants who agreed to publication, without times of day, free text, dates and usage events.
    pub public: bool,
    /// Blinded labels in the place of arms, other participant IDs, and nothing that differs between the arms by design.
    /// Requesting it unblinds nobody. It can't be combined with `public` and `identities`.
    pub blinded: bool,
    /// Also export accounts and recruitment IDs by participant code, as a separate file. Do not share it together with
    /// the data.
    pub identities: bool,
    /// Reason for the unblinding. Required if `byExport` of `GET /api/admin/unblinding` is true and `blinded` is not;
    /// otherwise ignored. Such a package names the arms, so requesting one unblinds the person who does. Others stay
    /// blinded.
    pub reason: String,
}

/// Addresses to download a data package.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportTickets {
    /// Address of the data package, a ZIP file.
    pub package: String,
    /// Address of the file of accounts and recruitment IDs; null if not requested.
    pub identities: Option<String>,
    /// When the addresses expire. They also expire with the session.
    pub until: String,
    /// Whether this request unblinded the person who made it.
    pub unblinded: bool,
}

/// Creates addresses to download a data package. The request and each download are recorded in the audit log. This
/// unblinds the person who makes the request, unless the package is blinded or only simulated participants have taken
/// part.
#[utoipa::path(post, path = "/api/admin/exports", operation_id = "admin_exports_request", tag = "admin", security(("bearer" = [])), request_body = ExportRequest,
    responses((status = 201, body = ExportTickets), WithBody, WithFields, Once, AdminOnly, Always))]
pub async fn request(
    State(app): State<App>,
    admin: Admin,
    Json(request): Json<ExportRequest>,
) -> Result<(StatusCode, Json<ExportTickets>)> {
    let act = Act::of(&app, &admin);
    let asks = |tick: &ConsentStatement| tick.purpose == Purpose::Publication;
    if request.public && !app.versions.active().study.consent.ticks.iter().any(asks) {
        return Err(ApiError::of(Code::PublicationNotAsked));
    }
    let ticket = |what| Ticket::new(&admin.family, what, &request, act.at);
    if request.blinded && (request.public || request.identities) {
        return Err(ApiError::of(Code::BlindedAlone));
    }
    let base = app.settings.site.base();
    let address =
        |what| ticket(what).address(&app.key, &base).ok_or_else(|| ApiError::internal("a session without an id"));
    let unblinds = !request.blinded && study::would_unblind(&app.store, &admin.person()).await?;
    if unblinds {
        admin.require_unblinding()?;
    }
    let why = unblinds.then(|| reason(&request.reason)).transpose()?;
    let unblinding =
        why.map(|reason| Unblinding { at: act.at, actor: act.actor.clone(), reason, person: Some(admin.person()) });
    let package = address(What::Package)?;
    let identities = request.identities.then(|| address(What::Identities)).transpose()?;
    let until = rfc3339(ticket(What::Package).until);
    let details = json!({
        "simulated": request.simulated, "spreadsheet": request.spreadsheet, "public": request.public,
        "identities": request.identities, "blinded": request.blinded,
    });
    let asked = app.store.write(async move |tx| {
        let unblinded = match &unblinding {
            Some(unblinding) => study::unblind(tx, unblinding).await?,
            None => false,
        };
        act.log(tx, AuditAction::AskForExport, details.clone()).await?;
        Ok::<_, StoreError>(unblinded)
    });
    let unblinded = asked.await?;
    if unblinded {
        app.console.outdate();
    }
    Ok((StatusCode::CREATED, Json(ExportTickets { package, identities, until, unblinded })))
}
