//! Tokens of programs.

use axum::http::StatusCode;
use unmask_store::control::people::StudyRole;
use unmask_store::control::programs;

use super::people::require_study;
use super::person::Person;
use crate::api::form::{FormCode, FormError};
use crate::installation::{Grant, Installation, LONGEST_DAYS, token_name};
use crate::routes::prelude::*;

/// Tokens of programs in the person's own studies.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProgramTokens {
    /// Newest first.
    pub tokens: Vec<ProgramToken>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgramToken {
    /// ID, which the audit logs record.
    pub id: String,
    /// What it is for.
    pub name: String,
    /// ID of the study, or `*` for all studies.
    pub study: String,
    /// What it may do.
    pub role: StudyRole,
    /// Whether it may unblind itself.
    pub may_unblind: bool,
    pub since: String,
    /// When it expires.
    pub until: String,
    /// When it was last used, to the minute; null if never.
    pub used: Option<String>,
    pub expired: bool,
    /// Who created it. It is valid as long as they own the study.
    pub by: String,
}

/// A token to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TokenToCreate {
    /// What it is for.
    pub name: String,
    /// ID of the study, or `*` for all studies.
    pub study: String,
    /// What it may do.
    pub role: StudyRole,
    /// Whether it may unblind itself, which an export needs once there are participants.
    #[serde(default)]
    pub may_unblind: bool,
    /// Days until it expires, 1 to 366.
    pub days: u32,
}

/// A new token, which is shown only now.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedToken {
    pub id: String,
    /// Sent as bearer token.
    pub token: String,
    /// When it expires.
    pub until: String,
}

/// Returns the tokens of programs in the person's own studies.
#[utoipa::path(get, path = "/api/installation/tokens", operation_id = "installation_tokens", tag = "installation", security(("bearer" = [])),
    responses((status = 200, body = ProgramTokens), PersonOnly, Always))]
pub async fn list(State(installation): State<Installation>, person: Person) -> Result<Json<ProgramTokens>> {
    shown(&installation, &person).await.map(Json)
}

async fn shown(installation: &Installation, person: &Person) -> Result<ProgramTokens> {
    let now = installation.clock().now();
    let names = installation.people().names().await?;
    let all = programs::tokens(installation.control()).await?;
    let own = all.into_iter().filter(|token| person.require_owner_of(&token.study).is_ok());
    let tokens = own.map(|token| ProgramToken {
        expired: token.until <= now,
        id: token.id,
        name: token.name,
        study: token.study,
        role: token.role,
        may_unblind: token.may_unblind,
        since: rfc3339(token.created_at),
        until: rfc3339(token.until),
        used: token.used_at.map(rfc3339),
        by: names.of(token.created_by),
    });
    Ok(ProgramTokens { tokens: tokens.collect() })
}

/// Creates a token for a program.
#[utoipa::path(post, path = "/api/installation/tokens", operation_id = "installation_create_token", tag = "installation", security(("bearer" = [])), request_body = TokenToCreate,
    responses((status = 201, body = CreatedToken), WithBody, WithFields, WithId, PersonOnly, Always))]
pub async fn create(
    State(installation): State<Installation>,
    person: Person,
    Json(new): Json<TokenToCreate>,
) -> Result<(StatusCode, Json<CreatedToken>)> {
    person.require_owner_of(&new.study)?;
    if new.may_unblind {
        person.require_unblinding(&new.study)?;
    }
    require_study(&installation, &new.study).await?;
    let name = token_name(&new.name);
    let mut problems: Vec<_> = name.clone().err().map(|error| FieldProblem::new("name", error)).into_iter().collect();
    if new.days == 0 || new.days > LONGEST_DAYS {
        problems.push(FieldProblem::new("days", FormError::from(FormCode::DaysRange).with("max", &LONGEST_DAYS)));
    }
    ApiError::require_valid(problems)?;
    let name = name.unwrap_or_default();
    let grant = Grant { control: installation.control(), actor: &person.actor, at: installation.clock().now() };
    let made = grant.token(name, (&new.study, new.role, new.may_unblind), new.days).await?;
    let created = CreatedToken { id: made.id, token: made.token, until: rfc3339(made.until) };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Revokes a token. It is invalid from the next call.
#[utoipa::path(delete, path = "/api/installation/tokens/{id}", operation_id = "installation_revoke_token", tag = "installation", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the token")),
    responses((status = 200, body = ProgramTokens), WithId, PersonOnly, Always))]
pub async fn revoke(
    State(installation): State<Installation>,
    person: Person,
    Path(id): Path,
) -> Result<Json<ProgramTokens>> {
    let all = programs::tokens(installation.control()).await?;
    match all.iter().find(|token| token.id == id) {
        Some(token) => person.require_owner_of(&token.study)?,
        None if person.owns_all() => return Err(ApiError::not_found()),
        // Whether it exists is not for them.
        None => return Err(ApiError::of(Code::RoleForbids)),
    }
    let grant = Grant { control: installation.control(), actor: &person.actor, at: installation.clock().now() };
    grant.revoke(&id).await?;
    shown(&installation, &person).await.map(Json)
}
