//! `POST /api/auth/login`

use axum::http::HeaderMap;
use unmask_store::identity::{self, Account, Role};
use unmask_store::throttle::{self, Attempt, Gate};
use unmask_store::{AuditAction, audit, sessions};

use super::{Counted, Session, SignedInHere};
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
    pass_gate(&app, attempt.clone()).await?;
    let account = identity::account_by_key(&app.store, &names::key(&given.username)).await?;
    let hash = account.as_ref().filter(|account| account.has_password()).map(|account| account.password_hash.as_str());
    let right = app.passwords.verify(&given.password, hash).await?;
    let Some(account) = account.filter(|_| right) else {
        let at = app.clock.now();
        app.store.write(async move |tx| throttle::login_failed(tx, &attempt, at).await).await?;
        return Err(ApiError::of(Code::LoginFailed));
    };
    let session = open(&app, &account, attempt, permit).await?;
    Ok(session.here(&app, &given.username))
}

/// The throttle goes by the submitted name, whether or not an account has it.
async fn pass_gate(app: &App, attempt: Attempt) -> Result<()> {
    let now = app.clock.now();
    match app.store.write(async move |tx| throttle::login_gate(tx, &attempt, now).await).await? {
        Gate::Open => Ok(()),
        Gate::Wait(ms) => Err(ApiError::too_many_requests(u32::try_from((ms + 999) / 1000).unwrap_or(u32::MAX))),
    }
}

/// The audit log records every sign-in of an account that can see the data, in the transaction that opens the session.
async fn open(app: &App, account: &Account, attempt: Attempt, permit: Option<SimulatedParticipant>) -> Result<Session> {
    let at = app.clock.now();
    let admin = (account.role == Role::Admin).then(|| account.username.clone());
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
