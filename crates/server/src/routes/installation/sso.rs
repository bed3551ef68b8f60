//! Single sign-on: the way to the provider and back, and the account that belongs to the person there.

use axum::http::{Extensions, HeaderMap, StatusCode};
use unmask_store::control::people::{self, GROUPS_HOLD, Membership};
use unmask_store::control::sign_in;
use unmask_store::identity::{self, Account, Role};
use unmask_store::{AuditAction, Store, Tx, audit, sessions};

use super::passkeys::{recall, remember};
use super::person::Person;
use super::session::{Opening, count};
use crate::auth::provider::{Begun, Identity, Provider, ProviderError, roles_of};
use crate::auth::session::Tokens;
use crate::auth::{names, passkeys};
use crate::base::ids;
use crate::installation::Installation;
use crate::routes::prelude::*;

const SIGN_IN: &str = "single sign-on";

/// How people can sign in.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaysToSignIn {
    /// What the button for single sign-on says; null without it.
    pub sso: Option<String>,
    /// Whether passkeys work at this address.
    pub passkeys: bool,
}

/// The way to the provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct WayToProvider {
    /// Secret for the call that completes the sign-in.
    pub attempt: String,
    /// Where to send the browser.
    pub location: String,
}

/// What comes back from the provider.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FromTheProvider {
    /// That of the way to the provider.
    pub attempt: String,
    /// Parameter of the address at which the browser came back.
    pub state: String,
    /// The same.
    pub code: String,
}

/// What is remembered until the person comes back.
#[derive(Deserialize, Serialize)]
struct Remembered {
    begun: Begun,
    /// Account and session of a person who connects their account.
    connects: Option<(String, String)>,
}

/// Returns how people can sign in.
#[utoipa::path(get, path = "/api/installation/sign-in", operation_id = "installation_ways_to_sign_in", tag = "installation",
    responses((status = 200, body = WaysToSignIn), Always))]
pub async fn ways(State(installation): State<Installation>, headers: HeaderMap) -> Result<Json<WaysToSignIn>> {
    let host = headers.get("host").and_then(|host| host.to_str().ok());
    Ok(Json(WaysToSignIn {
        sso: installation.provider().map(|provider| provider.name.clone()),
        passkeys: passkeys::verifier(installation.settings(), host).is_some(),
    }))
}

/// Begins to sign in at the provider.
#[utoipa::path(post, path = "/api/installation/sso", operation_id = "installation_sso", tag = "installation",
    responses((status = 200, body = WayToProvider), AtProvider, OtherSites, Limited, Always))]
pub async fn begin(
    State(installation): State<Installation>,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<Json<WayToProvider>> {
    count(&installation, &headers, &extensions)?;
    way(&installation, None).await.map(Json)
}

/// Begins to connect the person's account with the one at the provider.
#[utoipa::path(post, path = "/api/installation/me/sso", operation_id = "installation_connect_sso", tag = "installation", security(("bearer" = [])),
    responses((status = 200, body = WayToProvider), AtProvider, Limited, PersonOnly, Always))]
pub async fn connect(
    State(installation): State<Installation>,
    person: Person,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<Json<WayToProvider>> {
    if person.is_admin {
        return Err(ApiError::of(Code::RoleForbids));
    }
    count(&installation, &headers, &extensions)?;
    person.require_fresh()?;
    way(&installation, Some((person.id, person.family))).await.map(Json)
}

/// Removes the connection of the person's account with the one at the provider.
#[utoipa::path(delete, path = "/api/installation/me/sso", operation_id = "installation_disconnect_sso", tag = "installation", security(("bearer" = [])),
    responses((status = 204, description = "Removed"), WithId, Removing, PersonOnly, Always))]
pub async fn disconnect(State(installation): State<Installation>, person: Person) -> Result<StatusCode> {
    let at = installation.clock().now();
    let removed = installation.control().write(async move |tx| {
        if sign_in::ways(tx, &person.id).await? <= 1 {
            return Ok::<_, StoreError>(None);
        }
        let removed = sign_in::disconnect_provider(tx, &person.id).await?;
        if removed {
            audit::audit(tx, at, &person.id, AuditAction::DisconnectSingleSignOn, &json!({})).await?;
        }
        Ok(Some(removed))
    });
    match removed.await? {
        Some(true) => Ok(StatusCode::NO_CONTENT),
        Some(false) => Err(ApiError::not_found()),
        None => Err(ApiError::of(Code::OnlyWayIn)),
    }
}

/// Signs in with what comes back from the provider. The person's groups there give roles here.
#[utoipa::path(post, path = "/api/installation/sso/sign-in", operation_id = "installation_sso_sign_in", tag = "installation", request_body = FromTheProvider,
    responses((status = 200, body = Tokens), WithBody, AtProvider, FromProvider, Limited, Always))]
pub async fn sign_in(
    State(installation): State<Installation>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(given): Json<FromTheProvider>,
) -> Result<Json<Tokens>> {
    count(&installation, &headers, &extensions)?;
    let provider = installation.provider().ok_or_else(ApiError::not_found)?;
    let known = recall::<Remembered>(&installation, SIGN_IN, &given.attempt).await?;
    let Remembered { begun, connects } = known.ok_or_else(|| ApiError::of(Code::ProviderRejected))?;
    let identity = provider.complete(begun, &given.state, &given.code).await?;
    let at = installation.clock().now();
    let arrival = Arrival { provider, identity: &identity, at, admin: &installation.settings().admin_username };
    let connecting = connects.as_ref().map(|(own, _)| own.as_str());
    let (account, is_new) = arrival.account(installation.control(), connecting).await?;
    let (opening, tokens) = Opening::new(&installation, &account.id, &headers, at)?;
    let opening = opening.until(at + GROUPS_HOLD);
    let changes = arrival.changes(&people::memberships_of(installation.control(), &account.id).await?, &account.id);
    if changes.leaves_none {
        if !is_new {
            // Whoever has left the groups is out, also in other browsers.
            let out = installation.control().write(async move |tx| {
                changes.store(tx, &account.id, at).await?;
                people::sign_out(tx, &account.id, at).await
            });
            out.await?;
        }
        return Err(ApiError::of(Code::NoRole));
    }
    let (issuer, subject) = (provider.issuer.clone(), identity.subject.clone());
    let stored = installation.control().write(async move |tx| {
        // The session that asked for it may have been ended meanwhile, because it was stolen.
        if let Some((_, family)) = &connects
            && !people::is_signed_in(tx, family, at).await?
        {
            return Ok::<_, StoreError>(false);
        }
        let connected = match sign_in::account_of_provider(tx, &issuer, &subject).await? {
            Some(owner) => owner == account.id,
            // Another call may have taken the username meanwhile.
            None if is_new && !people::add_person(tx, &account).await? => false,
            None => connect_to(tx, (&issuer, &subject), &account.id, connects.is_some(), at).await?,
        };
        if !connected {
            return Ok(false);
        }
        changes.store(tx, &account.id, at).await?;
        if let Some((_, family)) = &connects {
            sessions::revoke_family(tx, family, at, "signed in again").await?;
        }
        opening.store(tx).await?;
        audit::audit(tx, at, &account.id, AuditAction::SignIn, &json!({ "by": "single sign-on" })).await?;
        Ok(true)
    });
    if stored.await? { Ok(Json(tokens)) } else { Err(ApiError::of(Code::ConnectedToOther)) }
}

async fn way(installation: &Installation, connects: Option<(String, String)>) -> Result<WayToProvider> {
    let provider = installation.provider().ok_or_else(ApiError::not_found)?;
    let (location, begun) = provider.begin().await?;
    let attempt = remember(installation, SIGN_IN, &Remembered { begun, connects }).await?;
    Ok(WayToProvider { attempt, location })
}

/// Connects a person with their account at the provider, because they `asked` for it or because they came from there;
/// false if another call was first.
async fn connect_to(
    tx: &mut Tx,
    (issuer, subject): (&str, &str),
    account: &str,
    asked: bool,
    at: Millis,
) -> Result<bool, StoreError> {
    if !sign_in::connect_provider(tx, issuer, subject, account).await? {
        return Ok(false);
    }
    people::forget_invitations(tx, account).await?;
    audit::audit(tx, at, account, AuditAction::ConnectSingleSignOn, &json!({ "asked": asked })).await?;
    Ok(true)
}

/// A person who has come back from the provider.
struct Arrival<'a> {
    provider: &'a Provider,
    identity: &'a Identity,
    at: Millis,
    /// The administrator's username.
    admin: &'a str,
}

/// A name from the provider, if it can be one here.
fn plain(name: Option<&str>) -> Option<String> {
    let is_plain = names::personal_problems(name, None).next().is_none();
    name.map(str::trim).filter(|name| is_plain && !name.is_empty()).map(str::to_owned)
}

/// What a person's groups change in their roles.
#[derive(Clone)]
struct RoleChanges {
    /// All that the groups give, also those that the person has: they hold from now.
    given: Vec<Membership>,
    /// IDs of the studies in which a role changes.
    new: Vec<String>,
    /// IDs of studies.
    taken: Vec<String>,
    /// Whether the person then has no role at all.
    leaves_none: bool,
}

impl Arrival<'_> {
    /// The account of the person, and whether it is new: the one that is connected; the one that they connect; an
    /// invited one with their verified e-mail address as its username, if it has no password yet; or else a new one.
    async fn account(&self, control: &Store, connects: Option<&str>) -> Result<(Account, bool)> {
        let (issuer, subject) = (self.provider.issuer.clone(), self.identity.subject.clone());
        let find = control.write(async move |tx| sign_in::account_of_provider(tx, &issuer, &subject).await);
        let known = match (find.await?, connects) {
            (Some(owner), Some(own)) if owner != own => return Err(ApiError::of(Code::ConnectedToOther)),
            (owner, own) => owner.or_else(|| own.map(str::to_owned)),
        };
        if let Some(id) = known {
            let account = identity::account_by_id(control, &id).await?;
            return Ok((account.ok_or_else(ApiError::not_authenticated)?, false));
        }
        if let Some(email) = &self.identity.verified_email
            && let Some(invited) = identity::account_by_key(control, &names::key(email)).await?
            && !invited.has_password()
            && !sign_in::is_connected(control, &invited.id).await?
            && sign_in::passkeys(control, &invited.id).await?.is_empty()
        {
            return Ok((invited, false));
        }
        self.new_account(control).await.map(|account| (account, true))
    }

    async fn new_account(&self, control: &Store) -> Result<Account> {
        // Before anything that would show who has an account.
        if roles_of(&self.provider.group_roles, &self.identity.groups).is_empty() {
            return Err(ApiError::of(Code::NoRole));
        }
        let username = self.identity.username.trim();
        if names::error(username).is_some() {
            tracing::warn!("the provider of single sign-on names a person in a way that can't be a username");
            return Err(ApiError::of(Code::ProviderRejected));
        }
        let is_taken = identity::account_by_key(control, &names::key(username)).await?.is_some()
            || names::is_reserved(username)
            || names::look_alike(username, self.admin);
        if is_taken {
            return Err(ApiError::of(Code::AccountExists));
        }
        Ok(Account {
            id: ids::uuid(self.at),
            username: username.to_owned(),
            username_key: names::key(username),
            password_hash: String::new(),
            role: Role::Admin,
            first_name: plain(self.identity.first_name.as_deref()),
            last_name: plain(self.identity.last_name.as_deref()),
            created_at: self.at,
        })
    }

    /// Roles that owners of studies gave stay. Those from groups are replaced.
    fn changes(&self, present: &[Membership], account: &str) -> RoleChanges {
        let given = roles_of(&self.provider.group_roles, &self.identity.groups).into_iter().map(|role| Membership {
            account: account.to_owned(),
            study: role.study.clone(),
            role: role.role,
            may_unblind: role.may_unblind,
            since: self.at,
            from_groups: true,
        });
        let is_by_hand = |study: &str| present.iter().any(|own| own.study == study && !own.from_groups);
        let given: Vec<_> = given.filter(|role| !is_by_hand(&role.study)).collect();
        let is_given = |study: &str| given.iter().any(|role| role.study == study);
        let taken = present.iter().filter(|own| own.from_groups && !is_given(&own.study));
        let taken: Vec<_> = taken.map(|own| own.study.clone()).collect();
        let leaves_none = given.is_empty() && present.len() == taken.len();
        let is_known = |role: &Membership| {
            present
                .iter()
                .any(|own| (&own.study, own.role, own.may_unblind) == (&role.study, role.role, role.may_unblind))
        };
        let new = given.iter().filter(|role| !is_known(role)).map(|role| role.study.clone()).collect();
        RoleChanges { given, new, taken, leaves_none }
    }
}

impl RoleChanges {
    async fn store(&self, tx: &mut Tx, account: &str, at: Millis) -> Result<(), StoreError> {
        for Membership { study, role, may_unblind, .. } in self.given.iter().filter(|one| self.new.contains(&one.study))
        {
            let details =
                json!({ "person": account, "study": study, "role": role, "unblinds": may_unblind, "by": "groups" });
            audit::audit(tx, at, account, AuditAction::GiveRole, &details).await?;
        }
        for role in &self.given {
            people::set_membership(tx, role).await?;
        }
        for study in &self.taken {
            people::remove_membership(tx, account, study).await?;
            let details = json!({ "person": account, "study": study, "by": "groups" });
            audit::audit(tx, at, account, AuditAction::TakeRole, &details).await?;
        }
        Ok(())
    }
}

impl From<ProviderError> for ApiError {
    fn from(error: ProviderError) -> Self {
        tracing::warn!("{error}");
        Self::of(match error {
            ProviderError::Unavailable(_) => Code::ProviderUnavailable,
            ProviderError::Rejected(_) => Code::ProviderRejected,
        })
    }
}
