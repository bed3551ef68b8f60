//! Signing in to the installation, and out.

use axum::http::{Extensions, HeaderMap, StatusCode, header};
use unmask_store::control::people;
use unmask_store::identity::{self, Account, Role};
use unmask_store::sessions::{self, NewSession};
use unmask_store::throttle::{self, Attempt, Gate};
use unmask_store::{AuditAction, Store, Tx, audit};

use super::person::Person;
use crate::auth::address_limit::address;
use crate::auth::handover::HandedOver;
use crate::auth::people::record_failure;
use crate::auth::session::{self, Refreshed, Tokens};
use crate::auth::{device, names, tokens};
use crate::base::ids;
use crate::base::site::ROOT;
use crate::installation::Installation;
use crate::routes::auth::login::Credentials;
use crate::routes::auth::refresh::Refresh;
use crate::routes::prelude::*;
use sha2::{Digest as _, Sha256};

/// Shortest password of a person who can see data, in characters.
const SHORTEST: usize = 12;
/// Maximum number of attempts when refreshes of one session run concurrently.
const ATTEMPTS: usize = 5;
/// Longest description of a browser that is stored, in characters.
const AGENT: usize = 200;

/// A person who has lost the password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Recovery {
    pub username: String,
    /// One of the recovery codes. It can't be used again.
    pub code: String,
    pub new_password: String,
}

/// Signs in to the installation. A wrong username and a wrong password give the same error after the same time.
#[utoipa::path(post, path = "/api/installation/login", operation_id = "installation_login", tag = "installation", request_body = Credentials,
    responses((status = 200, body = Tokens), WithBody, SigningIn, OtherSites, Limited, Always))]
pub async fn login(
    State(installation): State<Installation>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(given): Json<Credentials>,
) -> Result<Json<Tokens>> {
    let gate = Gated::pass(&installation, &headers, &extensions, &given.username).await?;
    let account = identity::account_by_key(&gate.store, &names::key(&given.username)).await?;
    let hash = account.as_ref().filter(|account| account.has_password()).map(|account| account.password_hash.as_str());
    let is_right = installation.common().passwords.verify(&given.password, hash).await?;
    match account.as_ref().filter(|account| is_right && account.role == Role::Admin) {
        Some(account) => open(&installation, &gate, account, &headers).await.map(Json),
        None => Err(gate.failed(&installation, account.as_ref()).await?),
    }
}

/// Signs in with a recovery code, and sets a new password. All other sessions end.
#[utoipa::path(post, path = "/api/installation/recovery", operation_id = "installation_recovery", tag = "installation", request_body = Recovery,
    responses((status = 200, body = Tokens), WithBody, WithFields, SigningIn, OtherSites, Limited, Always))]
pub async fn recovery(
    State(installation): State<Installation>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(given): Json<Recovery>,
) -> Result<Json<Tokens>> {
    require_password(&installation, "newPassword", &given.new_password, &given.username).await?;
    let gate = Gated::pass(&installation, &headers, &extensions, &given.username).await?;
    let account = identity::account_by_key(&gate.store, &names::key(&given.username)).await?;
    // The administrator's password is set on the command line.
    let account = account.filter(|_| gate.is_of_people);
    let hash = installation.common().passwords.hash(&given.new_password).await?;
    let Some(account) = account else { return Err(gate.failed(&installation, None).await?) };
    let (code, id, at) = (code_hash(&given.code), account.id.clone(), installation.clock().now());
    let is_right = gate.store.write(async move |tx| {
        let is_right = people::use_recovery_code(tx, &id, &code).await?;
        if is_right {
            identity::set_password(tx, &id, &hash, at).await?;
            audit::audit(tx, at, &id, AuditAction::RecoverAccount, &json!({})).await?;
        }
        Ok::<_, StoreError>(is_right)
    });
    if is_right.await? {
        open(&installation, &gate, &account, &headers).await.map(Json)
    } else {
        Err(gate.failed(&installation, Some(&account)).await?)
    }
}

/// Exchanges a refresh token for a new pair of tokens. A repeated request returns the same pair.
#[utoipa::path(post, path = "/api/installation/refresh", operation_id = "installation_refresh", tag = "installation", request_body = Refresh,
    responses((status = 200, body = Tokens), WithBody, Refreshing, OtherSites, Limited, Always))]
pub async fn refresh(
    State(installation): State<Installation>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(given): Json<Refresh>,
) -> Result<Json<Tokens>> {
    count(&installation, &headers, &extensions)?;
    let (token, key) = (tokens::hash(&given.refresh_token), installation.key()?);
    let people = installation.people();
    for store in [Some(installation.control()), people.root()].into_iter().flatten() {
        for _ in 0..ATTEMPTS {
            let (key, now) = (key.clone(), installation.clock().now());
            match store.write(async move |tx| session::refresh(tx, &key, token, now).await).await? {
                // One that was handed over ends with the session that it comes from.
                Refreshed::Pair(pair) if people.find(ROOT, &tokens::hash(&pair.access), now).await?.is_none() => break,
                Refreshed::Pair(pair) => return Ok(Json(pair.into())),
                Refreshed::Superseded => {}
                Refreshed::Reused => {
                    tracing::warn!("a used refresh token was presented; its session was ended");
                    return Err(ApiError::of(Code::RefreshFailed));
                }
                Refreshed::Ended => break,
            }
        }
    }
    Err(ApiError::of(Code::RefreshFailed))
}

/// Ends the session. It becomes invalid on all servers immediately.
#[utoipa::path(post, path = "/api/installation/logout", operation_id = "installation_logout", tag = "installation", security(("bearer" = [])),
    responses((status = 204, description = "Signed out"), PersonOnly, Always))]
pub async fn logout(State(installation): State<Installation>, person: Person) -> Result<StatusCode> {
    installation.people().sign_out(&person.family, &person.actor, installation.clock().now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The attempt to sign in with a name, in the database that has it.
pub struct Gated {
    store: Store,
    attempt: Attempt,
    /// Whether it is not the administrator's name, so that it is looked for in the control database.
    is_of_people: bool,
    /// How many failures there are in succession, if it fails.
    failures: i64,
}

impl Gated {
    /// Lets the attempt through, unless earlier ones make it wait.
    pub async fn pass(
        installation: &Installation,
        headers: &HeaderMap,
        extensions: &Extensions,
        username: &str,
    ) -> Result<Self> {
        count(installation, headers, extensions)?;
        let people = installation.people();
        let store = if people.is_admin(username) {
            people.root().ok_or_else(|| ApiError::unavailable("the study at the root is not open"))?
        } else {
            installation.control()
        };
        let (settings, key) = (installation.settings(), installation.key()?);
        let attempt = device::attempt(&key, headers, address(settings, headers, extensions), username);
        let (own, now) = (attempt.clone(), installation.clock().now());
        let gate = store.write(async move |tx| {
            Ok::<_, StoreError>((throttle::login_gate(tx, &own, now).await?, throttle::failures(tx, &own, now).await?))
        });
        match gate.await? {
            (Gate::Open, failures) => {
                Ok(Self { store: store.clone(), attempt, is_of_people: !people.is_admin(username), failures })
            }
            (Gate::Wait(ms), _) => {
                Err(ApiError::too_many_requests(u32::try_from((ms + 999) / 1000).unwrap_or(u32::MAX)))
            }
        }
    }

    /// Counts it as failed. The audit log records it if it was about an account.
    pub async fn failed(self, installation: &Installation, account: Option<&Account>) -> Result<ApiError> {
        let (attempt, failures, at) = (self.attempt, self.failures, installation.clock().now());
        let known = account.filter(|account| account.role == Role::Admin);
        let actor = known.map(|account| if self.is_of_people { account.id.clone() } else { account.username.clone() });
        let count = self.store.write(async move |tx| {
            throttle::login_failed(tx, &attempt, at).await?;
            record_failure(tx, actor.as_deref(), failures, at).await
        });
        count.await?;
        Ok(ApiError::of(Code::LoginFailed))
    }
}

/// Counts an attempt to sign in from an address, and rejects it if there are too many.
pub fn count(installation: &Installation, headers: &HeaderMap, extensions: &Extensions) -> Result<()> {
    let settings = installation.settings();
    let network = address(settings, headers, extensions);
    installation.addresses().count(settings, network, installation.clock().now())
}

async fn open(installation: &Installation, gate: &Gated, account: &Account, headers: &HeaderMap) -> Result<Tokens> {
    let at = installation.clock().now();
    let (opening, tokens) = Opening::new(installation, &account.id, headers, at)?;
    let attempt = gate.attempt.clone();
    let actor = if gate.is_of_people { account.id.clone() } else { account.username.clone() };
    let opening = if gate.is_of_people { opening } else { opening.without_agent() };
    let opened = gate.store.write(async move |tx| {
        throttle::login_succeeded(tx, &attempt).await?;
        opening.store(tx).await?;
        audit::audit(tx, at, &actor, AuditAction::SignIn, &json!({})).await
    });
    opened.await?;
    Ok(tokens)
}

/// A session that is being opened, to be stored together with the reason for it.
#[derive(Clone)]
pub struct Opening {
    session: NewSession,
    agent: Option<String>,
}

impl Opening {
    /// A session of an account, and its tokens.
    pub fn new(installation: &Installation, account: &str, headers: &HeaderMap, at: Millis) -> Result<(Self, Tokens)> {
        let (session, pair) = session::begin(&installation.key()?, account, at);
        Ok((Self { session, agent: agent(headers) }, pair.into()))
    }

    /// A session of an account at the host name of a study, which was handed over from another one.
    pub fn of_handed_over(
        installation: &Installation,
        account: &str,
        handed: HandedOver<'_>,
        headers: &HeaderMap,
        at: Millis,
    ) -> Result<(Self, Tokens)> {
        let family = format!("{}{}", handed.prefix(), ids::uuid(at));
        let (session, pair) = session::begin_as(&installation.key()?, family, account, at);
        Ok((Self { session, agent: agent(headers) }, pair.into()))
    }

    /// For the administrator, whose database does not record browsers.
    pub fn without_agent(self) -> Self {
        Self { agent: None, ..self }
    }

    /// Ends at this time at the latest.
    pub fn until(mut self, end: Millis) -> Self {
        let end = end.min(self.session.until);
        self.session.until = end;
        self.session.idle_until = self.session.idle_until.min(end);
        self
    }

    /// Stores it.
    pub async fn store(&self, tx: &mut Tx) -> Result<(), StoreError> {
        sessions::open_session(tx, &self.session).await?;
        match &self.agent {
            Some(agent) => people::set_agent(tx, &self.session.family, agent).await,
            None => Ok(()),
        }
    }
}

/// How the browser describes itself.
fn agent(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(header::USER_AGENT)?.to_str().ok()?;
    Some(text.chars().take(AGENT).collect())
}

/// Rejects a new password that is short or easy to guess.
pub async fn require_password(
    installation: &Installation,
    field: &'static str,
    password: &str,
    username: &str,
) -> Result<()> {
    let error = if password.chars().count() < SHORTEST {
        Some(crate::api::form::FormError::length(&(SHORTEST..=256)))
    } else {
        installation.common().passwords.error(password, vec![username.to_owned()]).await?
    };
    ApiError::require_valid(error.map(|error| FieldProblem::new(field, error)).into_iter().collect())
}

/// The hash under which a recovery code is stored. Codes have 80 random bits.
pub fn code_hash(code: &str) -> [u8; 32] {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    Sha256::digest(plain.as_bytes()).into()
}

/// The hash under which the token of an invitation is stored.
pub fn token_hash(token: &str) -> [u8; 32] {
    tokens::hash(token)
}
