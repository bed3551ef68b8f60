//! The person who has signed in: names, password, recovery codes, sessions.

use std::collections::HashSet;

use axum::http::{Extensions, HeaderMap, StatusCode};
use unmask_store::control::people;
use unmask_store::control::sign_in::is_connected;
use unmask_store::{AuditAction, audit, identity};

use super::person::{Person, ReadableLog};
use super::session::{Gated, code_hash, require_password};
use crate::api::form::FormCode;
use crate::auth::handover::HandedOver;
use crate::base::ids;
use crate::installation::Installation;
use crate::routes::prelude::*;
use crate::routes::users::update_profile::ProfileChange;

/// Recovery codes that a person gets at once.
const CODES: usize = 10;

/// The person who has signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact about the person")]
pub struct Me {
    /// ID, which the audit logs record.
    pub id: String,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    /// Whether they own the installation: they may add and delete studies.
    pub owner: bool,
    /// Whether they own a study, and so may invite people to it.
    pub invites: bool,
    pub reads_log: LogPart,
    /// Whether it is the administrator, whose password is set on the command line.
    pub admin: bool,
    /// Whether they have chosen a password.
    pub password: bool,
    /// Whether the account is connected with one at the provider of single sign-on.
    pub sso: bool,
    /// Recovery codes that are left.
    pub recovery_codes: i64,
}

/// How much of the installation's audit log a person may read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LogPart {
    All,
    /// What is about the studies of which they are owner or auditor.
    Part,
    None,
}

impl LogPart {
    fn of(log: &ReadableLog) -> Self {
        match log {
            ReadableLog::All => Self::All,
            part if part.is_empty() => Self::None,
            ReadableLog::About(_) => Self::Part,
        }
    }
}

/// A new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordChange {
    /// The present password.
    pub password: String,
    /// At least 12 characters.
    pub new_password: String,
}

/// New recovery codes. They are shown only now.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryCodes {
    pub codes: Vec<String>,
}

/// An open session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenSession {
    pub id: String,
    /// The browser, as it describes itself.
    pub agent: Option<String>,
    /// When they signed in.
    pub since: String,
    /// When it was last used, to a quarter of an hour.
    pub used: String,
    /// ID of the study at whose host name it is; null at the installation's address.
    pub study: Option<String>,
    /// Whether it is the session of this call.
    pub current: bool,
}

/// Open sessions.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpenSessions {
    /// The last used first.
    pub sessions: Vec<OpenSession>,
}

/// Returns the person who has signed in.
#[utoipa::path(get, path = "/api/installation/me", operation_id = "installation_me", tag = "installation", security(("bearer" = [])),
    responses((status = 200, body = Me), PersonOnly, Always))]
pub async fn me(State(installation): State<Installation>, person: Person) -> Result<Json<Me>> {
    shown(&installation, &person).await.map(Json)
}

async fn shown(installation: &Installation, person: &Person) -> Result<Me> {
    let account = identity::account_by_id(&person.store, &person.id).await?.ok_or_else(ApiError::not_authenticated)?;
    let roles = people::memberships_of(installation.control(), &person.id).await?;
    Ok(Me {
        password: account.has_password(),
        sso: is_connected(installation.control(), &person.id).await?,
        id: person.id.clone(),
        username: account.username,
        first_name: account.first_name.unwrap_or_default(),
        last_name: account.last_name.unwrap_or_default(),
        owner: person.owns_all(),
        invites: person.owns_all() || roles.iter().any(|role| role.role == people::StudyRole::Owner),
        reads_log: LogPart::of(&person.readable_log()),
        admin: person.is_admin,
        recovery_codes: people::count_recovery_codes(installation.control(), &person.id).await?,
    })
}

/// Changes first and last name.
#[utoipa::path(patch, path = "/api/installation/me", operation_id = "installation_update_me", tag = "installation", security(("bearer" = [])), request_body = ProfileChange,
    responses((status = 200, body = Me), WithBody, WithFields, PersonOnly, Always))]
pub async fn update(
    State(installation): State<Installation>,
    person: Person,
    Json(change): Json<ProfileChange>,
) -> Result<Json<Me>> {
    ApiError::require_valid(change.errors())?;
    let account = identity::account_by_id(&person.store, &person.id).await?.ok_or_else(ApiError::not_authenticated)?;
    let keep =
        |new: Option<String>, old| new.or(old).map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let (first, last) = (keep(change.first_name, account.first_name), keep(change.last_name, account.last_name));
    let (id, actor, at) = (person.id.clone(), person.actor.clone(), installation.clock().now());
    let set = person.store.write(async move |tx| {
        identity::set_names(tx, &id, first.as_deref(), last.as_deref()).await?;
        audit::audit(tx, at, &actor, AuditAction::UpdateProfile, &json!({})).await
    });
    set.await?;
    shown(&installation, &person).await.map(Json)
}

/// Changes the password. All sessions end, this one too.
#[utoipa::path(put, path = "/api/installation/me/password", operation_id = "installation_set_password", tag = "installation", security(("bearer" = [])), request_body = PasswordChange,
    responses((status = 204, description = "Changed"), WithBody, WithFields, Limited, PersonOnly, Always))]
pub async fn password(
    State(installation): State<Installation>,
    person: Person,
    headers: HeaderMap,
    extensions: Extensions,
    Json(change): Json<PasswordChange>,
) -> Result<StatusCode> {
    if person.is_admin {
        return Err(ApiError::of(Code::RoleForbids));
    }
    let account = identity::account_by_id(&person.store, &person.id).await?.ok_or_else(ApiError::not_authenticated)?;
    let passwords = &installation.common().passwords;
    let gate = Gated::pass(&installation, &headers, &extensions, &person.username).await?;
    if !passwords.verify(&change.password, Some(&account.password_hash)).await? {
        gate.failed(&installation, Some(&account)).await?;
        let problem = FieldProblem::new("password", FormCode::PasswordWrong.into());
        return Err(ApiError::invalid_fields(vec![problem]));
    }
    require_password(&installation, "newPassword", &change.new_password, &person.username).await?;
    let (hash, id, at) = (passwords.hash(&change.new_password).await?, person.id.clone(), installation.clock().now());
    let set = installation.control().write(async move |tx| {
        identity::set_password(tx, &id, &hash, at).await?;
        audit::audit(tx, at, &id, AuditAction::SetPassword, &json!({})).await
    });
    set.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Replaces the recovery codes. Each of them signs in once, in place of a password that is lost.
#[utoipa::path(post, path = "/api/installation/me/recovery-codes", operation_id = "installation_recovery_codes", tag = "installation", security(("bearer" = [])),
    responses((status = 200, body = RecoveryCodes), PersonOnly, Always))]
pub async fn recovery_codes(State(installation): State<Installation>, person: Person) -> Result<Json<RecoveryCodes>> {
    // Without a password there is none to lose, and codes would outlast the account at the provider.
    if person.is_admin || !person.has_password().await? {
        return Err(ApiError::of(Code::RoleForbids));
    }
    person.require_fresh()?;
    let codes: Vec<String> = std::iter::repeat_with(ids::password).take(CODES).collect();
    let hashes: Vec<_> = codes.iter().map(|code| code_hash(code)).collect();
    let (id, at) = (person.id, installation.clock().now());
    let set = installation.control().write(async move |tx| {
        people::set_recovery_codes(tx, &id, &hashes).await?;
        audit::audit(tx, at, &id, AuditAction::SetRecoveryCodes, &json!({})).await
    });
    set.await?;
    Ok(Json(RecoveryCodes { codes }))
}

/// Returns the person's open sessions.
#[utoipa::path(get, path = "/api/installation/me/sessions", operation_id = "installation_sessions", tag = "installation", security(("bearer" = [])),
    responses((status = 200, body = OpenSessions), PersonOnly, Always))]
pub async fn sessions(State(installation): State<Installation>, person: Person) -> Result<Json<OpenSessions>> {
    let mut found = people::sessions(installation.control(), &person.id, installation.clock().now()).await?;
    let own: HashSet<String> = found.iter().map(|session| session.family.clone()).collect();
    found.retain(|session| HandedOver::of(&session.family).is_none_or(|handed| own.contains(handed.parent)));
    let sessions = found.into_iter().map(|session| OpenSession {
        current: session.family == person.family,
        study: HandedOver::of(&session.family).map(|handed| handed.study.to_owned()),
        id: session.family,
        agent: session.agent,
        since: rfc3339(session.created_at),
        used: rfc3339(session.used_at),
    });
    Ok(Json(OpenSessions { sessions: sessions.collect() }))
}

/// Ends one of the person's sessions.
#[utoipa::path(delete, path = "/api/installation/me/sessions/{id}", operation_id = "installation_end_session", tag = "installation", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the session")),
    responses((status = 204, description = "Ended"), WithId, PersonOnly, Always))]
pub async fn end_session(
    State(installation): State<Installation>,
    person: Person,
    Path(id): Path,
) -> Result<StatusCode> {
    let at = installation.clock().now();
    let ended = installation.control().write(async move |tx| {
        let ended = people::revoke_own(tx, &id, &person.id, at).await?;
        if ended {
            audit::audit(tx, at, &person.id, AuditAction::EndSession, &json!({})).await?;
        }
        Ok::<_, StoreError>(ended)
    });
    if ended.await? { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::not_found()) }
}
