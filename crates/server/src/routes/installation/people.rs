//! People of the installation: invitations and roles.

use axum::extract::Path as Parameters;
use axum::http::StatusCode;
use unmask_store::control::people::{self as stored, ALL_STUDIES, Membership, StudyRole};
use unmask_store::identity::{self, Account};

use super::person::Person;
use super::studies::exists;
use crate::api::form::FormCode;
use crate::auth::names;
use crate::installation::{Grant, Installation, PasswordLink};
use crate::routes::prelude::*;

/// People, as far as the caller may see them.
#[derive(Debug, Serialize, ToSchema)]
pub struct People {
    pub people: Vec<PersonEntry>,
}

/// A person, with their roles in the caller's studies.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonEntry {
    /// ID, which the audit logs record.
    pub id: String,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    /// Whether they have not chosen a password yet.
    pub invited: bool,
    pub roles: Vec<RoleEntry>,
}

/// The role of a person in a study.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleEntry {
    /// ID of the study, or `*` for all studies.
    pub study: String,
    pub role: StudyRole,
    /// Whether they may unblind themselves.
    pub may_unblind: bool,
    pub since: String,
}

/// A person to invite.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PersonToInvite {
    /// Their username, for example their e-mail address.
    pub username: String,
    /// ID of the study, or `*` for all studies.
    pub study: String,
    pub role: StudyRole,
    /// Whether they may unblind themselves.
    #[serde(default)]
    pub may_unblind: bool,
}

/// A role to give.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoleToGive {
    pub role: StudyRole,
    /// Whether they may unblind themselves.
    #[serde(default)]
    pub may_unblind: bool,
}

/// An invited person, and the token of their link, which is shown only now. The link is `/console/invitation?token=…`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invitation {
    pub id: String,
    /// The token; null if the person has an account already.
    pub token: Option<String>,
    /// Until when the link is valid.
    pub until: Option<String>,
}

/// Returns the people with a role in the caller's studies; for owners of the installation, all people.
#[utoipa::path(get, path = "/api/installation/people", operation_id = "installation_people", tag = "installation", security(("bearer" = [])),
    responses((status = 200, body = People), PersonOnly, Always))]
pub async fn list(State(installation): State<Installation>, person: Person) -> Result<Json<People>> {
    shown(&installation, &person).await.map(Json)
}

async fn shown(installation: &Installation, person: &Person) -> Result<People> {
    let roles = stored::memberships(installation.control()).await?;
    let is_shown = |role: &Membership| person.require_owner_of(&role.study).is_ok();
    let mut people = Vec::new();
    for one in stored::people(installation.control()).await? {
        let own = roles.iter().filter(|role| role.account == one.id && is_shown(role));
        let roles: Vec<_> = own
            .map(|role| RoleEntry {
                study: role.study.clone(),
                role: role.role,
                may_unblind: role.may_unblind,
                since: rfc3339(role.since),
            })
            .collect();
        if roles.is_empty() && !person.owns_all() {
            continue;
        }
        people.push(PersonEntry {
            id: one.id,
            username: one.username,
            first_name: one.first_name.unwrap_or_default(),
            last_name: one.last_name.unwrap_or_default(),
            invited: !one.has_password,
            roles,
        });
    }
    Ok(People { people })
}

/// Gives a person a role in a study. A new person gets a link with which they choose a password.
#[utoipa::path(post, path = "/api/installation/people", operation_id = "installation_invite", tag = "installation", security(("bearer" = [])), request_body = PersonToInvite,
    responses((status = 201, body = Invitation), WithBody, WithFields, WithId, ChangingOwners, PersonOnly, Always))]
pub async fn invite(
    State(installation): State<Installation>,
    person: Person,
    Json(new): Json<PersonToInvite>,
) -> Result<(StatusCode, Json<Invitation>)> {
    person.require_owner_of(&new.study)?;
    if new.may_unblind {
        person.require_unblinding(&new.study)?;
    }
    require_study(&installation, &new.study).await?;
    let username = new.username.trim().to_owned();
    let problem = names::error(&username).map(|error| FieldProblem::new("username", error));
    ApiError::require_valid(problem.into_iter().collect())?;
    if names::is_reserved(&username) || names::look_alike(&username, &installation.settings().admin_username) {
        let problem = FieldProblem::new("username", FormCode::UsernameReserved.into());
        return Err(ApiError::invalid_fields(vec![problem]));
    }
    if new.study == ALL_STUDIES
        && new.role != StudyRole::Owner
        && let Some(known) = identity::account_by_key(installation.control(), &names::key(&username)).await?
    {
        require_another_owner(&installation, &person, &known.id).await?;
    }
    let given = grant(&installation, &person).give(&username, (&new.study, new.role, new.may_unblind)).await?;
    let given = given.ok_or_else(|| ApiError::unavailable("another call has invited the same person"))?;
    let (id, link) = given;
    Ok((StatusCode::CREATED, Json(Invitation::of(id, link))))
}

fn grant<'a>(installation: &'a Installation, person: &'a Person) -> Grant<'a> {
    Grant { control: installation.control(), actor: &person.actor, at: installation.clock().now() }
}

impl Invitation {
    fn of(id: String, link: Option<PasswordLink>) -> Self {
        let until = link.as_ref().map(|link| rfc3339(link.until));
        Self { id, token: link.map(|link| link.token), until }
    }
}

/// Gives a person a role in a study, in place of the one that they have there.
#[utoipa::path(put, path = "/api/installation/people/{id}/roles/{study}", operation_id = "installation_give_role", tag = "installation", security(("bearer" = [])), request_body = RoleToGive,
    params(("id" = String, Path, description = "ID of the person"), ("study" = String, Path, description = "ID of the study, or `*`")),
    responses((status = 200, body = People), WithBody, WithId, ChangingOwners, PersonOnly, Always))]
pub async fn give_role(
    State(installation): State<Installation>,
    person: Person,
    Parameters((id, study)): Parameters<(String, String)>,
    Json(new): Json<RoleToGive>,
) -> Result<Json<People>> {
    person.require_owner_of(&study)?;
    if new.may_unblind {
        person.require_unblinding(&study)?;
    }
    require_study(&installation, &study).await?;
    if study == ALL_STUDIES && new.role != StudyRole::Owner {
        require_another_owner(&installation, &person, &id).await?;
    }
    let account = account(&installation, &id).await?;
    let username = account.username;
    grant(&installation, &person).give(&username, (&study, new.role, new.may_unblind)).await?;
    shown(&installation, &person).await.map(Json)
}

/// Takes the role in a study from a person. It has effect with their next call.
#[utoipa::path(delete, path = "/api/installation/people/{id}/roles/{study}", operation_id = "installation_take_role", tag = "installation", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the person"), ("study" = String, Path, description = "ID of the study, or `*`")),
    responses((status = 200, body = People), WithId, ChangingOwners, PersonOnly, Always))]
pub async fn take_role(
    State(installation): State<Installation>,
    person: Person,
    Parameters((id, study)): Parameters<(String, String)>,
) -> Result<Json<People>> {
    person.require_owner_of(&study)?;
    if study == ALL_STUDIES {
        require_another_owner(&installation, &person, &id).await?;
    }
    require(grant(&installation, &person).take(&id, &study).await?)?;
    shown(&installation, &person).await.map(Json)
}

/// Creates a new link with which a person chooses a password. Earlier links are invalid.
#[utoipa::path(post, path = "/api/installation/people/{id}/invitation", operation_id = "installation_invite_again", tag = "installation", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the person")),
    responses((status = 201, body = Invitation), WithId, PersonOnly, Always))]
pub async fn invite_again(
    State(installation): State<Installation>,
    person: Person,
    Path(id): Path,
) -> Result<(StatusCode, Json<Invitation>)> {
    account(&installation, &id).await?;
    let link = grant(&installation, &person).link(&id).await?;
    Ok((StatusCode::CREATED, Json(Invitation::of(id, Some(link)))))
}

/// Deletes a person with their roles and sessions. The audit logs keep their ID.
#[utoipa::path(delete, path = "/api/installation/people/{id}", operation_id = "installation_remove_person", tag = "installation", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the person")),
    responses((status = 200, body = People), WithId, ChangingOwners, PersonOnly, Always))]
pub async fn remove(State(installation): State<Installation>, person: Person, Path(id): Path) -> Result<Json<People>> {
    require_another_owner(&installation, &person, &id).await?;
    require(grant(&installation, &person).remove(&id).await?)?;
    shown(&installation, &person).await.map(Json)
}

/// Rejects the only owner of the installation who takes this role from themselves by mistake. The administrator may do
/// it, who owns the installation in any case.
async fn require_another_owner(installation: &Installation, person: &Person, id: &str) -> Result<()> {
    if person.is_admin || person.id != id {
        return Ok(());
    }
    let now = installation.clock().now();
    let roles = stored::memberships(installation.control()).await?;
    let mut owners =
        roles.iter().filter(|role| role.study == ALL_STUDIES && role.role == StudyRole::Owner && role.holds(now));
    if owners.any(|role| role.account != id) { Ok(()) } else { Err(ApiError::of(Code::LastOwner)) }
}

/// 404 if there was nothing to change.
fn require(changed: bool) -> Result<()> {
    if changed { Ok(()) } else { Err(ApiError::not_found()) }
}

async fn account(installation: &Installation, id: &str) -> Result<Account> {
    identity::account_by_id(installation.control(), id).await?.ok_or_else(ApiError::not_found)
}

pub(super) async fn require_study(installation: &Installation, id: &str) -> Result<()> {
    if id == ALL_STUDIES || exists(installation, id).await? { Ok(()) } else { Err(ApiError::of(Code::NotFound)) }
}
