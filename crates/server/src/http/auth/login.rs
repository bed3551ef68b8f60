//! `POST /api/auth/login`

use axum::extract::State;
use serde::Deserialize;
use unmask_store::identity::{self, Account};
use unmask_store::throttle::{self, Gate};
use unmask_store::{StoreError, sessions};
use utoipa::ToSchema;

use super::{Counted, Session};
use crate::App;
use crate::auth::names;
use crate::auth::session;
use crate::http::error::{ApiError, Code, Result};
use crate::http::json::Json;
use crate::http::responses::{Always, Limited, SigningIn, WithBody};

/// Name and password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "two plain words")]
pub struct Credentials {
    pub username: String,
    pub password: String,
}

/// Signs in. A wrong name and a wrong password look the same and take the same time.
#[utoipa::path(post, path = "/api/auth/login", tag = "auth", request_body = Credentials,
    responses((status = 200, body = Session), WithBody, SigningIn, Limited, Always))]
pub async fn login(State(app): State<App>, _: Counted, Json(given): Json<Credentials>) -> Result<Json<Session>> {
    let throttle = names::throttle_key(&app.key, &given.username);
    pass_gate(&app, &throttle).await?;
    let account = identity::account_by_key(&app.store, &names::key(&given.username)).await?;
    let hash = account.as_ref().map(|account| account.password_hash.as_str());
    let right = app.passwords.verify(&given.password, hash).await?;
    let Some(account) = account.filter(|_| right) else {
        let at = app.clock.now();
        app.store.write(async move |tx| throttle::login_failed(tx, &throttle, at).await).await?;
        return Err(ApiError::new(Code::LoginFailed, "Login failed"));
    };
    open(&app, &account, throttle).await.map(Json)
}

/// The throttle goes by the submitted name, whether somebody has it or not.
async fn pass_gate(app: &App, key: &str) -> Result<()> {
    let (key, now) = (key.to_owned(), app.clock.now());
    match app.store.write(async move |tx| throttle::login_gate(tx, &key, now).await).await? {
        Gate::Open => Ok(()),
        Gate::Wait(ms) => Err(ApiError::too_many_requests(u32::try_from(ms / 1000 + 1).unwrap_or(u32::MAX))),
    }
}

async fn open(app: &App, account: &Account, throttle: String) -> Result<Session> {
    let (session, pair) = session::begin(&app.key, &account.id, app.clock.now());
    app.store
        .write(async move |tx| {
            throttle::login_succeeded(tx, &throttle).await?;
            sessions::open_session(tx, &session).await?;
            Ok::<_, StoreError>(())
        })
        .await?;
    Session::of(app, pair).await
}
