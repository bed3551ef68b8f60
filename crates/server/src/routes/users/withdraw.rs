//! `POST /api/users/withdraw`

use unmask_store::audit::{self, AuditAction};
use unmask_store::rights::{self, Mode};
use unmask_study::definition::study::Withdrawal;

use crate::api::form::FormCode;
use crate::auth::Registrant;
use crate::base::ids;
use crate::routes::prelude::*;

/// What happens to what was given so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// It is kept.
    Keep,
    /// It is erased.
    Erase,
}

/// The wish to leave.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Withdraw {
    /// What happens to the data.
    pub mode: Scope,
}

/// Proof of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Withdrawn {
    /// Number to name in a letter.
    pub receipt: String,
    pub at: String,
    /// What happened to the data.
    pub mode: Scope,
}

/// Leaves the study; all sessions end.
#[utoipa::path(post, path = "/api/users/withdraw", operation_id = "users_withdraw", tag = "users", security(("bearer" = [])), request_body = Withdraw,
    responses((status = 200, body = Withdrawn), WithBody, SignedInOnly, WithFields, Always))]
pub async fn withdraw(
    State(app): State<App>,
    registrant: Registrant,
    Json(wish): Json<Withdraw>,
) -> Result<Json<Withdrawn>> {
    let offered = match registrant.loaded.study.file.withdrawal {
        Withdrawal::Choose => true,
        Withdrawal::Keep => wish.mode == Scope::Keep,
        Withdrawal::Erase => wish.mode == Scope::Erase,
    };
    if !offered {
        return Err(ApiError::invalid_fields(vec![FieldProblem::new(
            "mode",
            FormCode::WithdrawalModeUnavailable.into(),
        )]));
    }
    leave(&app, registrant.id, wish.mode, None).await.map(Json)
}

/// Who takes a participant out at their request, for the audit log.
#[derive(Clone, Debug)]
pub struct OnBehalf {
    pub actor: String,
    /// Whom, how and why.
    pub details: Value,
}

/// Takes a participant out of the study; all their sessions end.
pub async fn leave(app: &App, id: String, scope: Scope, on_behalf: Option<OnBehalf>) -> Result<Withdrawn> {
    let mode = match scope {
        Scope::Keep => Mode::Keep,
        Scope::Erase => Mode::Erase,
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
        // Another call was first, and its receipt is the one that counts.
        return Err(ApiError::of(Code::Withdrawn));
    }
    if let (Some(id), Some(collector)) = (erased, &app.collector)
        && let Err(error) = collector.store.erase(&id).await
    {
        // Upkeep finds whom it does not know any more and deletes them.
        tracing::warn!(%error, "analytics could not be erased yet and will be erased later");
    }
    Ok(Withdrawn { receipt, at: rfc3339(at), mode: scope })
}
