//! Who makes a call about the installation.

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use unmask_store::Store;
use unmask_store::control::people::{self as stored, ALL_STUDIES, Membership, StudyRole};

use crate::api::error::{ApiError, Code, Result};
use crate::auth::extract::bearer;
use crate::auth::handover::HandedOver;
use crate::auth::people::{self, Kind};
use crate::auth::rights::{self, LOG, Rights, Who};
use crate::auth::tokens;
use crate::base::clock::Millis;
use crate::base::site::ROOT;
use crate::installation::Installation;

/// How long after a sign-in a person may change the ways to sign in: half an hour.
const FRESH: Millis = 30 * 60_000;

const SIGN_OUT: &str = "/api/installation/logout";

/// A person who has signed in to the installation. Extracting one rejects those whose roles do not include the call.
pub struct Person {
    pub id: String,
    pub username: String,
    /// Whom the audit log records, see [`Found::actor`](crate::auth::people::Found::actor).
    pub actor: String,
    pub family: String,
    /// The database of the session.
    pub store: Store,
    /// Whether it is the administrator, who has no account in the control database.
    pub is_admin: bool,
    /// When they signed in; none for the administrator.
    since: Option<Millis>,
    now: Millis,
    roles: Vec<Membership>,
}

impl Person {
    /// What they may do in a study: the role for it, or else that for all studies.
    pub fn rights_in(&self, study: &str) -> Option<Rights> {
        if self.is_admin {
            return Some(Rights::ALL);
        }
        people::rights_in(&self.roles, study, self.now)
    }

    /// Whether they own the installation.
    pub fn owns_all(&self) -> bool {
        self.is_admin || self.roles.iter().any(|role| role.study == ALL_STUDIES && role.role == StudyRole::Owner)
    }

    /// Rejects those who do not own a study. Only owners of the installation own [`ALL_STUDIES`].
    pub fn require_owner_of(&self, study: &str) -> Result<()> {
        let owns =
            self.owns_all() || self.roles.iter().any(|role| role.study == study && role.role == StudyRole::Owner);
        if owns { Ok(()) } else { Err(ApiError::of(Code::RoleForbids)) }
    }

    /// Rejects those who give a right that they do not have.
    pub fn require_unblinding(&self, study: &str) -> Result<()> {
        let may = self.rights_in(study).is_some_and(|rights| rights.may_unblind);
        if may { Ok(()) } else { Err(ApiError::of(Code::UnblindingForbids)) }
    }

    /// Rejects a session that is too old for a change that would outlast it: whoever finds a browser signed in must not
    /// add a way to sign in.
    pub fn require_fresh(&self) -> Result<()> {
        let is_fresh = self.since.is_some_and(|since| self.now - since <= FRESH);
        if is_fresh { Ok(()) } else { Err(ApiError::of(Code::SignInAgain)) }
    }

    /// What they may read of the installation's log.
    pub fn readable_log(&self) -> ReadableLog {
        let roles = self.roles.iter().filter(|role| LOG.contains(&role.role));
        let studies: Vec<_> = roles.map(|role| role.study.clone()).collect();
        let is_whole = self.is_admin || studies.iter().any(|study| study == ALL_STUDIES);
        if is_whole { ReadableLog::All } else { ReadableLog::About(studies) }
    }

    fn owns_a_study(&self) -> bool {
        self.is_admin || self.roles.iter().any(|role| role.role == StudyRole::Owner)
    }
}

/// A part of the installation's log.
#[derive(Debug, PartialEq, Eq)]
pub enum ReadableLog {
    All,
    /// Only what is about these studies.
    About(Vec<String>),
}

impl ReadableLog {
    pub fn is_empty(&self) -> bool {
        *self == Self::About(Vec::new())
    }
}

impl FromRequestParts<Installation> for Person {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, installation: &Installation) -> Result<Self> {
        let token = bearer(parts).map(tokens::hash).ok_or_else(ApiError::not_authenticated)?;
        let people = installation.people();
        let found =
            people.find(ROOT, &token, installation.clock().now()).await?.ok_or_else(ApiError::not_authenticated)?;
        // Programs work with studies, and change no people.
        if found.kind == Kind::Program {
            return Err(ApiError::of(Code::RoleForbids));
        }
        let route = parts.extensions.get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
        // A session at the host name of a study is for that study alone.
        if HandedOver::of(&found.session.family).is_some() && route != SIGN_OUT {
            return Err(ApiError::of(Code::RoleForbids));
        }
        let actor = found.actor().to_owned();
        let (session, is_admin) = (found.session, found.kind == Kind::Admin);
        if !session.successor_used {
            let (family, generation) = (session.family.clone(), session.generation);
            let used = async move |tx: &mut unmask_store::Tx| {
                unmask_store::sessions::mark_successor_used(tx, &family, generation).await
            };
            found.store.write(used).await?;
        }
        let now = installation.clock().now();
        let mut roles = stored::memberships_of(installation.control(), &session.account_id).await?;
        roles.retain(|role| role.holds(now));
        let person = Self {
            id: session.account_id,
            username: session.username,
            actor,
            family: session.family,
            store: found.store,
            is_admin,
            since: found.since,
            now,
            roles,
        };
        let is_allowed = match rights::who(&parts.method, route) {
            Some(Who::Anyone | Who::Person) => true,
            Some(Who::StudyOwner) => person.owns_a_study(),
            Some(Who::LogReader) => !person.readable_log().is_empty(),
            Some(Who::InstallationOwner) => person.owns_all(),
            None => false,
        };
        if is_allowed { Ok(person) } else { Err(ApiError::of(Code::RoleForbids)) }
    }
}
