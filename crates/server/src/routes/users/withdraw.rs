//! `POST /api/users/withdraw`

use unmask_store::audit::{self, AuditAction};
use unmask_store::rights::{self, Mode};
use unmask_study::definition::study::Withdrawal;
use unmask_study::public;

use crate::api::form::FormCode;
use crate::api::locale::RequestedLocale;
use crate::auth::Registrant;
use crate::base::ids;
use crate::routes::prelude::*;
use crate::routes::study::page::LEAVING;

/// What happens to the participant's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WithdrawalMode {
    /// The data are kept.
    Keep,
    /// The data are erased.
    Erase,
}

/// A request to withdraw.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawalRequest {
    /// What happens to the data. Rejected if the study does not offer this choice.
    pub mode: WithdrawalMode,
}

/// Confirmation of a withdrawal.
#[derive(Debug, Serialize, ToSchema)]
pub struct WithdrawalReceipt {
    /// Number of the withdrawal, to quote in messages to the researcher.
    pub receipt: String,
    pub at: String,
    /// What happened to the data.
    pub mode: WithdrawalMode,
}

/// The participant's own withdrawal.
#[derive(Debug, Serialize, ToSchema)]
pub struct WithdrawalReply {
    #[serde(flatten)]
    pub receipt: WithdrawalReceipt,
    /// The study's text for participants who leave: HTML, sanitised. Empty if it has none.
    pub html: String,
}

/// Withdraws the participant and ends all sessions.
#[utoipa::path(post, path = "/api/users/withdraw", operation_id = "users_withdraw", tag = "users", security(("bearer" = [])), params(LocaleQuery),
    request_body = WithdrawalRequest,
    responses((status = 200, body = WithdrawalReply), WithBody, SignedInOnly, WithFields, Always))]
pub async fn withdraw(
    State(app): State<App>,
    registrant: Registrant,
    RequestedLocale(requested): RequestedLocale,
    Json(request): Json<WithdrawalRequest>,
) -> Result<Json<WithdrawalReply>> {
    let offered = match registrant.loaded.study.file.withdrawal {
        Withdrawal::Choose => true,
        Withdrawal::Keep => request.mode == WithdrawalMode::Keep,
        Withdrawal::Erase => request.mode == WithdrawalMode::Erase,
    };
    if !offered {
        return Err(ApiError::invalid_fields(vec![FieldProblem::new(
            "mode",
            FormCode::WithdrawalModeUnavailable.into(),
        )]));
    }
    let locale = registrant.loaded.locale(requested.as_deref().or(Some(&registrant.locale.0)));
    let html = public::page_text(&registrant.loaded.study, &locale, LEAVING).unwrap_or_default();
    let receipt = leave(&app, registrant.id, request.mode, None).await?;
    Ok(Json(WithdrawalReply { receipt, html }))
}

/// A withdrawal by the researcher on a participant's behalf, for the audit log.
#[derive(Clone, Debug)]
pub struct OnBehalf {
    pub actor: String,
    /// Participant, mode and reason.
    pub details: Value,
}

/// Withdraws a participant and ends all their sessions.
pub async fn leave(
    app: &App,
    id: String,
    scope: WithdrawalMode,
    on_behalf: Option<OnBehalf>,
) -> Result<WithdrawalReceipt> {
    let mode = match scope {
        WithdrawalMode::Keep => Mode::Keep,
        WithdrawalMode::Erase => Mode::Erase,
    };
    let at = app.clock.now();
    let receipt = ids::uuid(at);
    let (proof, erased) = (receipt.clone(), (mode == Mode::Erase).then(|| id.clone()));
    let first = app.store.write(async move |tx| {
        let first = rights::withdraw(tx, &id, mode, &proof, at).await?;
        if let Some(OnBehalf { actor, details }) = on_behalf.as_ref().filter(|_| first) {
            audit::audit(tx, at, actor, AuditAction::WithdrawParticipant, details).await?;
        }
        Ok::<_, StoreError>(first)
    });
    if !first.await? {
        // Another request withdrew first, and its receipt is valid.
        return Err(ApiError::of(Code::Withdrawn));
    }
    if let (Some(id), Some(collector)) = (erased, &app.collector)
        && let Err(error) = collector.store.erase(&id).await
    {
        // A maintenance job deletes the analytics of unknown participants later.
        tracing::warn!(%error, "analytics could not be erased yet and will be erased later");
    }
    Ok(WithdrawalReceipt { receipt, at: rfc3339(at), mode: scope })
}
