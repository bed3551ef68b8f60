//! `POST /api/admin/exports`

use axum::http::StatusCode;
use unmask_store::AuditAction;
use unmask_store::study::{self, Unblinding};

use super::ticket::{Ticket, What};
use crate::routes::admin::{Act, reason};
use crate::routes::prelude::*;

/// What to export.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Ask {
    /// Simulated participants too.
    pub simulated: bool,
    /// The tables as XLSX too: where a spreadsheet has to be, it runs nothing that a participant typed.
    pub spreadsheet: bool,
    /// Accounts and recruiters' ids by pseudonym, as a file of its own. Never share it with the data.
    pub identities: bool,
    /// Why the study is unblinded. A package names the arms, and even without their names the pages in it would reveal
    /// them: so long as people's arms are blinded, asking for one unblinds the study, and wants a reason. Else it is
    /// not read.
    pub reason: String,
}

/// Where to fetch it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportTickets {
    /// Address of the package, a ZIP file.
    pub package: String,
    /// Address of the file of accounts and recruiters' ids, if it was asked for.
    pub identities: Option<String>,
    /// The addresses are good until then, and no longer than the session.
    pub until: String,
    /// This was the study's unblinding.
    pub unblinded: bool,
}

/// Makes addresses to download a data package from. That it was asked for is in the audit log, and each download
/// with the package's hash. Before unblinding it unblinds the study, unless only simulated participants have taken
/// part.
#[utoipa::path(post, path = "/api/admin/exports", operation_id = "admin_exports_request", tag = "admin", security(("bearer" = [])), request_body = Ask,
    responses((status = 201, body = ExportTickets), WithBody, WithFields, AdminOnly, Always))]
pub async fn ask(
    State(app): State<App>,
    admin: Admin,
    Json(ask): Json<Ask>,
) -> Result<(StatusCode, Json<ExportTickets>)> {
    let act = Act::of(&app, &admin);
    let ticket = |what| Ticket::new(&admin.family, what, ask.simulated, ask.spreadsheet, act.at);
    let address = |what| ticket(what).address(&app.key).ok_or_else(|| ApiError::internal("a session without an id"));
    let blinded = study::has_participants_to_unblind(&app.store).await?;
    let why = blinded.then(|| reason(&ask.reason)).transpose()?;
    let unblinding = why.map(|reason| Unblinding { at: act.at, actor: act.actor.clone(), reason });
    let package = address(What::Package)?;
    let identities = ask.identities.then(|| address(What::Identities)).transpose()?;
    let until = rfc3339(ticket(What::Package).until);
    let details = json!({ "simulated": ask.simulated, "spreadsheet": ask.spreadsheet, "identities": ask.identities });
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
