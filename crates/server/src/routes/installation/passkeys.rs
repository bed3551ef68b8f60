//! Passkeys: adding and removing them, and signing in with one.

use axum::http::{Extensions, HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use unmask_store::control::sign_in::{self, Ceremony, Passkey as Stored};
use unmask_store::{AuditAction, audit, identity};
use webauthn_rs::Webauthn;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential, RegisterPublicKeyCredential, Uuid,
};
use webauthn_rs_proto::ResidentKeyRequirement;

use super::person::Person;
use super::session::{Opening, count};
use crate::api::form::{FormCode, FormError};
use crate::auth::session::Tokens;
use crate::auth::{passkeys, tokens};
use crate::base::ids;
use crate::installation::Installation;
use crate::routes::prelude::*;

/// How long a browser may take between the two calls: ten minutes.
const CEREMONY: Millis = 10 * 60_000;
const ADD: &str = "add passkey";
const SIGN_IN: &str = "passkey";
/// Longest name of a passkey, in characters.
const NAME: usize = 60;

/// The person's passkeys.
#[derive(Debug, Serialize, ToSchema)]
pub struct Passkeys {
    /// Oldest first.
    pub passkeys: Vec<PasskeyEntry>,
}

/// A passkey.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyEntry {
    pub id: String,
    /// What the person calls it.
    pub name: String,
    pub since: String,
    /// When it last signed in.
    pub used: Option<String>,
}

/// What a browser needs to create or to use a passkey.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyOptions {
    /// Secret for the second call, which completes the first.
    pub attempt: String,
    /// `publicKey` of the browser's call, with bytes in URL-safe base64 (Web Authentication, Level 3, sections 5.4 and
    /// 5.5).
    #[schema(value_type = Object)]
    pub options: Value,
}

/// A new passkey.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasskeyToAdd {
    /// That of the options.
    pub attempt: String,
    /// What the person calls it, for example the device.
    pub name: String,
    /// What the browser has created, as its `toJSON()` writes it.
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// A passkey that signs in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasskeySignIn {
    /// That of the options.
    pub attempt: String,
    /// What the browser has signed, as its `toJSON()` writes it.
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// Returns the person's passkeys.
#[utoipa::path(get, path = "/api/installation/me/passkeys", operation_id = "installation_passkeys", tag = "installation", security(("bearer" = [])),
    responses((status = 200, body = Passkeys), PersonOnly, Always))]
pub async fn list(State(installation): State<Installation>, person: Person) -> Result<Json<Passkeys>> {
    shown(&installation, &person).await.map(Json)
}

async fn shown(installation: &Installation, person: &Person) -> Result<Passkeys> {
    let entry = |one: Stored| PasskeyEntry {
        id: one.id,
        name: one.name,
        since: rfc3339(one.created_at),
        used: one.used_at.map(rfc3339),
    };
    let passkeys = sign_in::passkeys(installation.control(), &person.id).await?;
    Ok(Passkeys { passkeys: passkeys.into_iter().map(entry).collect() })
}

/// Begins to add a passkey.
#[utoipa::path(post, path = "/api/installation/me/passkeys/options", operation_id = "installation_passkey_to_add", tag = "installation", security(("bearer" = [])),
    responses((status = 200, body = PasskeyOptions), WithId, Limited, PersonOnly, Always))]
pub async fn begin_adding(
    State(installation): State<Installation>,
    person: Person,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<Json<PasskeyOptions>> {
    count(&installation, &headers, &extensions)?;
    person.require_fresh()?;
    let verifier = verifier(&installation, &headers)?;
    let user = user(&person)?;
    let known = sign_in::passkeys(installation.control(), &person.id).await?;
    let known: Vec<_> = known.iter().filter_map(|one| Some(credential(one)?.cred_id().clone())).collect();
    let begun = verifier.start_passkey_registration(user, &person.username, &person.username, Some(known));
    let (mut options, state) = begun.map_err(|error| ApiError::internal(error.to_string()))?;
    // Signing in asks for no username: the device has to keep the key.
    if let Some(selection) = &mut options.public_key.authenticator_selection {
        selection.resident_key = Some(ResidentKeyRequirement::Required);
        selection.require_resident_key = true;
    }
    let attempt = remember(&installation, ADD, &(&person.id, state)).await?;
    Ok(Json(PasskeyOptions { attempt, options: json!(options.public_key) }))
}

/// Adds a passkey.
#[utoipa::path(post, path = "/api/installation/me/passkeys", operation_id = "installation_add_passkey", tag = "installation", security(("bearer" = [])), request_body = PasskeyToAdd,
    responses((status = 201, body = Passkeys), WithBody, WithFields, AddingPasskey, PersonOnly, Always))]
pub async fn add(
    State(installation): State<Installation>,
    person: Person,
    headers: HeaderMap,
    Json(new): Json<PasskeyToAdd>,
) -> Result<(StatusCode, Json<Passkeys>)> {
    let verifier = verifier(&installation, &headers)?;
    let name = new.name.trim().to_owned();
    let problem = match name.chars().count() {
        0 => Some(FormCode::FieldRequired.into()),
        1..=NAME => None,
        _ => Some(FormError::from(FormCode::TooLong).with("max", &NAME)),
    };
    ApiError::require_valid(problem.map(|problem| FieldProblem::new("name", problem)).into_iter().collect())?;
    let created: RegisterPublicKeyCredential = read(new.credential)?;
    let begun = recall::<(String, PasskeyRegistration)>(&installation, ADD, &new.attempt).await?;
    let state = begun.filter(|(account, _)| *account == person.id).map(|(_, state)| state);
    let state = state.ok_or_else(ApiError::not_found)?;
    let passkey = verifier.finish_passkey_registration(&created, &state).map_err(|error| {
        tracing::info!(%error, "a new passkey was rejected");
        ApiError::malformed("The new passkey is not valid. Please begin again.")
    })?;
    let at = installation.clock().now();
    let stored = Stored {
        id: URL_SAFE_NO_PAD.encode(passkey.cred_id()),
        name,
        credential: json!(passkey).to_string(),
        created_at: at,
        used_at: None,
    };
    let id = person.id.clone();
    let added = installation.control().write(async move |tx| {
        let added = sign_in::add_passkey(tx, &id, &stored).await?;
        if added {
            audit::audit(tx, at, &id, AuditAction::AddPasskey, &json!({ "passkey": stored.name })).await?;
        }
        Ok::<_, StoreError>(added)
    });
    if !added.await? {
        return Err(ApiError::of(Code::PasskeyKnown));
    }
    Ok((StatusCode::CREATED, Json(shown(&installation, &person).await?)))
}

/// Removes a passkey of the person.
#[utoipa::path(delete, path = "/api/installation/me/passkeys/{id}", operation_id = "installation_remove_passkey", tag = "installation", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the passkey")),
    responses((status = 200, body = Passkeys), WithId, Removing, PersonOnly, Always))]
pub async fn remove(
    State(installation): State<Installation>,
    person: Person,
    Path(id): Path,
) -> Result<Json<Passkeys>> {
    let control = installation.control();
    let known = sign_in::passkeys(control, &person.id).await?;
    let Some(removed) = known.iter().find(|one| one.id == id) else { return Err(ApiError::not_found()) };
    let (own, at, details) = (person.id.clone(), installation.clock().now(), json!({ "passkey": removed.name }));
    let removed = control.write(async move |tx| {
        if sign_in::ways(tx, &own).await? <= 1 {
            return Ok::<_, StoreError>(false);
        }
        if sign_in::remove_passkey(tx, &id, &own).await? {
            audit::audit(tx, at, &own, AuditAction::RemovePasskey, &details).await?;
        }
        Ok(true)
    });
    if !removed.await? {
        return Err(ApiError::of(Code::OnlyWayIn));
    }
    shown(&installation, &person).await.map(Json)
}

/// Begins to sign in with a passkey. Which person it is, the passkey says.
#[utoipa::path(post, path = "/api/installation/passkey/options", operation_id = "installation_passkey_options", tag = "installation",
    responses((status = 200, body = PasskeyOptions), WithId, OtherSites, Limited, Always))]
pub async fn begin(
    State(installation): State<Installation>,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<Json<PasskeyOptions>> {
    count(&installation, &headers, &extensions)?;
    let begun = verifier(&installation, &headers)?.start_discoverable_authentication();
    let (options, state) = begun.map_err(|error| ApiError::internal(error.to_string()))?;
    let attempt = remember(&installation, SIGN_IN, &state).await?;
    Ok(Json(PasskeyOptions { attempt, options: json!(options.public_key) }))
}

/// Signs in with a passkey.
#[utoipa::path(post, path = "/api/installation/passkey", operation_id = "installation_passkey", tag = "installation", request_body = PasskeySignIn,
    responses((status = 200, body = Tokens), WithBody, WithPasskey, WithId, OtherSites, Limited, Always))]
pub async fn sign_in(
    State(installation): State<Installation>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(given): Json<PasskeySignIn>,
) -> Result<Json<Tokens>> {
    count(&installation, &headers, &extensions)?;
    let verifier = verifier(&installation, &headers)?;
    let signed: PublicKeyCredential = read(given.credential)?;
    let failed = || ApiError::of(Code::PasskeyFailed);
    let state = recall::<DiscoverableAuthentication>(&installation, SIGN_IN, &given.attempt).await?;
    let state = state.ok_or_else(failed)?;
    let (user, id) = verifier.identify_discoverable_authentication(&signed).map_err(|_| failed())?;
    let (account, id) = (user.hyphenated().to_string(), URL_SAFE_NO_PAD.encode(id));
    let known = sign_in::passkeys(installation.control(), &account).await?;
    let own = known.iter().find(|one| one.id == id).and_then(credential);
    let mut own = own.ok_or_else(failed)?;
    let used = verifier.finish_discoverable_authentication_v2(&signed, state, &own).map_err(|error| {
        tracing::warn!(%error, "a passkey was rejected");
        failed()
    })?;
    own.update_credential(&used);
    let (at, credential) = (installation.clock().now(), json!(own).to_string());
    let (opening, tokens) = Opening::new(&installation, &account, &headers, at)?;
    let opened = installation.control().write(async move |tx| {
        // It may have been removed meanwhile.
        let is_own = sign_in::passkey_used(tx, &id, &account, &credential, at).await?;
        if is_own {
            opening.store(tx).await?;
            audit::audit(tx, at, &account, AuditAction::SignIn, &json!({ "by": "passkey" })).await?;
        }
        Ok::<_, StoreError>(is_own)
    });
    if opened.await? { Ok(Json(tokens)) } else { Err(failed()) }
}

impl Person {
    /// Whether they have chosen a password.
    pub async fn has_password(&self) -> Result<bool> {
        let account = identity::account_by_id(&self.store, &self.id).await?;
        Ok(account.is_some_and(|account| account.has_password()))
    }
}

/// 404 where browsers offer no passkeys.
fn verifier(installation: &Installation, headers: &HeaderMap) -> Result<Webauthn> {
    let host = headers.get("host").and_then(|host| host.to_str().ok());
    passkeys::verifier(installation.settings(), host).ok_or_else(ApiError::not_found)
}

/// The ID that the passkey keeps. The administrator signs in with a password, which is set on the command line.
fn user(person: &Person) -> Result<Uuid> {
    let id = Uuid::parse_str(&person.id).ok().filter(|_| !person.is_admin);
    id.ok_or_else(|| ApiError::of(Code::RoleForbids))
}

fn credential(stored: &Stored) -> Option<Passkey> {
    serde_json::from_str(&stored.credential).ok()
}

fn read<T: serde::de::DeserializeOwned>(credential: Value) -> Result<T> {
    serde_json::from_value(credential).map_err(|error| ApiError::malformed(format!("credential: {error}")))
}

/// Remembers what the second call needs. Returns the secret that it has to show.
pub async fn remember(installation: &Installation, kind: &'static str, state: &impl Serialize) -> Result<String> {
    let (attempt, now) = (URL_SAFE_NO_PAD.encode(ids::random::<32>()), installation.clock().now());
    let state = serde_json::to_string(state).map_err(|error| ApiError::internal(error.to_string()))?;
    let new = Ceremony { id: tokens::hash(&attempt), kind, state, until: now + CEREMONY };
    installation.control().write(async move |tx| sign_in::begin_ceremony(tx, &new, now).await).await?;
    Ok(attempt)
}

/// What was remembered for this secret. It can be used once.
pub async fn recall<T: serde::de::DeserializeOwned>(
    installation: &Installation,
    kind: &'static str,
    attempt: &str,
) -> Result<Option<T>> {
    let (id, now) = (tokens::hash(attempt), installation.clock().now());
    let state = installation.control().write(async move |tx| sign_in::end_ceremony(tx, &id, kind, now).await).await?;
    Ok(state.and_then(|state| serde_json::from_str(&state).ok()))
}
