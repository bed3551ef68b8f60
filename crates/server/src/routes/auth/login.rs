//! `POST /api/auth/login`

use axum::http::HeaderMap;
use unmask_store::identity::{self, Account, Role};
use unmask_store::throttle::{self, Attempt, Gate};
use unmask_store::{AuditAction, audit, sessions};

use super::{Counted, Session, SignedInHere};
use crate::auth::people::record_failure;
use crate::auth::simulated::{self, SimulatedParticipant};
use crate::auth::{device, names, session};
use crate::routes::prelude::*;

/// Username and password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    pub username: String,
    pub password: String,
}

/// Signs in. A wrong username and a wrong password give the same error after the same time.
#[utoipa::path(post, path = "/api/auth/login", operation_id = "auth_login", tag = "auth", request_body = Credentials,
    responses((status = 200, body = Session), WithBody, SigningIn, CrossSite, Limited, Always))]
pub async fn login(
    State(app): State<App>,
    headers: HeaderMap,
    Counted(network, given): Counted<Credentials>,
) -> Result<SignedInHere> {
    let permit = simulated::calling(&app.key, &headers, app.clock.now())?;
    let attempt = device::attempt(&app.key, &headers, network, &given.username);
    let failures = pass_gate(&app, attempt.clone()).await?;
    let account = identity::account_by_key(&app.store, &names::key(&given.username)).await?;
    let hash = account.as_ref().filter(|account| account.has_password()).map(|account| account.password_hash.as_str());
    let right = app.passwords.verify(&given.password, hash).await?;
    let Some(account) = account.as_ref().filter(|_| right) else {
        let (at, of) = (app.clock.now(), account.as_ref().and_then(name_in_log));
        let count = app.store.write(async move |tx| {
            throttle::login_failed(tx, &attempt, at).await?;
            record_failure(tx, of.as_deref(), failures, at).await
        });
        count.await?;
        return Err(ApiError::of(Code::LoginFailed));
    };
    let session = open(&app, account, attempt, permit).await?;
    Ok(session.here(&app, &given.username))
}

/// What the audit log calls the holder of an account, if the account can see the data.
fn name_in_log(account: &Account) -> Option<String> {
    (account.role == Role::Admin).then(|| account.username.clone())
}

/// The throttle goes by the submitted name, whether or not an account has it. Returns how many failures there are in
/// succession, if the attempt fails.
async fn pass_gate(app: &App, attempt: Attempt) -> Result<i64> {
    let now = app.clock.now();
    let gate = app.store.write(async move |tx| {
        let gate = throttle::login_gate(tx, &attempt, now).await?;
        Ok::<_, StoreError>((gate, throttle::failures(tx, &attempt, now).await?))
    });
    match gate.await? {
        (Gate::Open, failures) => Ok(failures),
        (Gate::Wait(ms), _) => Err(ApiError::too_many_requests(u32::try_from((ms + 999) / 1000).unwrap_or(u32::MAX))),
    }
}

/// The audit log records every sign-in of an account that can see the data, in the transaction that opens the session.
async fn open(app: &App, account: &Account, attempt: Attempt, permit: Option<SimulatedParticipant>) -> Result<Session> {
    let at = app.clock.now();
    let admin = name_in_log(account);
    let (session, pair) = session::begin(&app.key, &account.id, at);
    app.store
        .write(async move |tx| {
            throttle::login_succeeded(tx, &attempt).await?;
            sessions::open_session(tx, &session).await?;
            if let Some(admin) = &admin {
                audit::audit(tx, at, admin, AuditAction::SignIn, &json!({})).await?;
            }
            Ok::<_, StoreError>(())
        })
        .await?;
    Session::of(app, pair, at, permit).await
}
