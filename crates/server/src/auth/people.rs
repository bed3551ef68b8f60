//! Those who use the consoles of an installation, beside accounts in a study's own database: people with roles, whose
//! accounts are in the control database, and the administrator, whose account is in the database of the study at the
//! root.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use serde_json::json;
use unmask_store::control::people::{self, ALL_STUDIES, Membership, StudyRole};
use unmask_store::control::programs::{self, ShownToken};
use unmask_store::control::{self, HostedStudy};
use unmask_store::identity::{self, Role};
use unmask_store::sessions::{self, Authenticated};
use unmask_store::study::OPERATOR;
use unmask_store::{AuditAction, Store, StoreError, Tx, audit, throttle};

use super::handover::HandedOver;
use super::rights::Rights;
use super::{names, tokens};
use crate::base::clock::Millis;

/// The people of an installation. Cheap to clone.
#[derive(Clone, Default)]
pub struct People(Arc<Parts>);

#[derive(Default)]
struct Parts {
    control: Option<Store>,
    /// The administrator's normalised username.
    admin: String,
    root: OnceLock<Store>,
}

/// A session, with what its user may do in the study, and the database that has it.
pub struct Found {
    pub session: Authenticated,
    /// None for participants, and for people without a role in the study.
    pub rights: Option<Rights>,
    pub store: Store,
    pub kind: Kind,
    /// When a person signed in; none for all others.
    pub since: Option<Millis>,
}

impl Found {
    /// Whom the audit logs record, and who is unblinded: the ID of a person or a program, because another person may
    /// get the same username later; for accounts in the database of a study, the username.
    pub fn actor(&self) -> &str {
        match self.kind {
            Kind::Person | Kind::Program => &self.session.account_id,
            Kind::Account | Kind::Admin => &self.session.username,
        }
    }
}

/// What to call those whom audit logs record by their ID.
#[derive(Default)]
pub struct Names(HashMap<String, String>);

impl Names {
    /// The username of a person, the name of a program; anybody else, or one who was removed, as recorded.
    pub fn of(&self, actor: String) -> String {
        self.0.get(&actor).cloned().unwrap_or(actor)
    }
}

/// What a person with these roles may do in a study: everything, if they own the installation; or else what the role
/// for it says, or else that for all studies.
pub fn rights_in(roles: &[Membership], study: &str, now: Millis) -> Option<Rights> {
    let role = |of: &str| roles.iter().find(|role| role.study == of && role.holds(now));
    let all = role(ALL_STUDIES);
    let found = all.filter(|role| role.role == StudyRole::Owner).or_else(|| role(study)).or(all)?;
    Some(Rights { role: found.role, may_unblind: found.may_unblind })
}

/// Whose session it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An account in the study's own database.
    Account,
    /// A person of the installation.
    Person,
    /// The administrator of the installation.
    Admin,
    /// A program.
    Program,
}

/// How often the use of a program's token is recorded, at most.
const USED: Millis = 60_000;

impl People {
    /// The people in a control database, and the administrator with this username.
    pub fn of(control: Store, admin: &str) -> Self {
        Self(Arc::new(Parts { control: Some(control), admin: names::key(admin), root: OnceLock::new() }))
    }

    /// Sets the database of the study at the root, as soon as it is open.
    pub fn are_in(&self, root: Store) {
        let _ = self.0.root.set(root);
    }

    /// The database of the study at the root, if it is open.
    pub fn root(&self) -> Option<&Store> {
        self.0.root.get()
    }

    /// Whether this is the administrator's username.
    pub fn is_admin(&self, username: &str) -> bool {
        names::key(username) == self.0.admin
    }

    /// The session of a person with this access token, with their rights in a study. One that was handed over has
    /// rights in its own study alone, and ends with the one that it comes from.
    pub async fn find(&self, study: &str, token: &tokens::Hash, now: Millis) -> Result<Option<Found>, StoreError> {
        let Some(found) = self.find_any(study, token, now).await? else { return Ok(None) };
        let Some(handed) = HandedOver::of(&found.session.family) else { return Ok(Some(found)) };
        let is_here = handed.study == study;
        let is_alive = sessions::is_alive(&found.store, handed.parent, now).await?;
        Ok(is_alive.then(|| Found { rights: found.rights.filter(|_| is_here), ..found }))
    }

    async fn find_any(&self, study: &str, token: &tokens::Hash, now: Millis) -> Result<Option<Found>, StoreError> {
        if let Some(control) = &self.0.control
            && let Some(found) = people::authenticate(control, token, study, now).await?
        {
            let session = Authenticated {
                family: found.family,
                generation: found.generation,
                successor_used: found.successor_used,
                account_id: found.account,
                role: Role::Admin,
                username: found.username,
                participant: None,
            };
            let rights = found.role.map(|(role, may_unblind)| Rights { role, may_unblind });
            let since = Some(found.created_at);
            return Ok(Some(Found { session, rights, store: control.clone(), kind: Kind::Person, since }));
        }
        if let Some(control) = &self.0.control
            && let Some(found) = program(control, &self.0.admin, study, token, now).await?
        {
            return Ok(Some(found));
        }
        let Some(root) = self.0.root.get() else { return Ok(None) };
        let session = sessions::authenticate(root, token, now).await?;
        // Researchers of the study at the root work with that study alone.
        let admin = session.filter(|session| session.role == Role::Admin && self.is_admin(&session.username));
        Ok(admin.map(|session| Found {
            session,
            rights: Some(Rights::ALL),
            store: root.clone(),
            kind: Kind::Admin,
            since: None,
        }))
    }

    /// Whom the audit logs record for a session of one of them, see [`Found::actor`], if it is valid.
    pub async fn actor(&self, family: &str, now: Millis) -> Result<Option<String>, StoreError> {
        match HandedOver::of(family) {
            Some(handed) if self.actor_of(handed.parent, now).await?.is_none() => Ok(None),
            _ => self.actor_of(family, now).await,
        }
    }

    async fn actor_of(&self, family: &str, now: Millis) -> Result<Option<String>, StoreError> {
        if let Some(control) = &self.0.control {
            if let Some(found) = people::signed_in(control, family, now).await? {
                return Ok(Some(found));
            }
            // The session of a program is its token.
            if programs::is_valid(control, family, now).await? {
                return Ok(Some(family.to_owned()));
            }
        }
        let Some(root) = self.0.root.get() else { return Ok(None) };
        sessions::username(root, family, now).await
    }

    /// The studies of the installation beside the one at the root.
    pub async fn studies(&self) -> Result<Vec<HostedStudy>, StoreError> {
        let Some(control) = &self.0.control else { return Ok(Vec::new()) };
        control::studies(control).await
    }

    /// Whether this is the ID of a person.
    pub async fn is_person(&self, actor: &str) -> Result<bool, StoreError> {
        let Some(control) = &self.0.control else { return Ok(false) };
        Ok(identity::account_by_id(control, actor).await?.is_some())
    }

    /// What a person may still do in a study; none if they have no role there.
    pub async fn rights(&self, study: &str, account: &str, now: Millis) -> Result<Option<Rights>, StoreError> {
        let Some(control) = &self.0.control else { return Ok(None) };
        Ok(rights_in(&people::memberships_of(control, account).await?, study, now))
    }

    /// The present names of people and programs.
    pub async fn names(&self) -> Result<Names, StoreError> {
        let Some(control) = &self.0.control else { return Ok(Names::default()) };
        let people = people::people(control).await?.into_iter().map(|one| (one.id, one.username));
        let programs = programs::tokens(control).await?.into_iter();
        Ok(Names(people.chain(programs.map(|one| (one.id, username_of_program(&one.name)))).collect()))
    }

    /// Ends a session of one of them, because they sign out. With one that was handed over, the one ends that it comes
    /// from, and so all that were handed over from it.
    pub async fn sign_out(&self, family: &str, actor: &str, at: Millis) -> Result<(), StoreError> {
        let family = HandedOver::of(family).map_or(family, |handed| handed.parent);
        for store in self.stores() {
            sign_out(store, family, Some(actor), at).await?;
        }
        Ok(())
    }

    fn stores(&self) -> impl Iterator<Item = &Store> {
        self.0.control.iter().chain(self.0.root.get())
    }
}

/// Ends a session. The audit log records it for those who can see data.
pub async fn sign_out(store: &Store, family: &str, actor: Option<&str>, at: Millis) -> Result<(), StoreError> {
    let (family, actor) = (family.to_owned(), actor.map(str::to_owned));
    let end = store.write(async move |tx| {
        let ended = sessions::revoke_family(tx, &family, at, "signed out").await?;
        match &actor {
            Some(actor) if ended => audit::audit(tx, at, actor, AuditAction::SignOut, &json!({})).await,
            _ => Ok(()),
        }
    });
    end.await
}

/// Records a failed sign-in to the account of `actor`, if it is one of those that are recorded.
pub async fn record_failure(tx: &mut Tx, actor: Option<&str>, failures: i64, at: Millis) -> Result<(), StoreError> {
    match actor {
        Some(actor) if throttle::is_recorded(failures) => {
            audit::audit(tx, at, actor, AuditAction::FailToSignIn, &json!({ "failures": failures })).await
        }
        _ => Ok(()),
    }
}

/// The program with this token.
async fn program(
    control: &Store,
    admin: &str,
    study: &str,
    token: &tokens::Hash,
    now: Millis,
) -> Result<Option<Found>, StoreError> {
    let shown = programs::token_by_hash(control, token).await?.filter(|token| token.until > now);
    let Some(token) = shown else { return Ok(None) };
    let Some(may_unblind) = owners_right(control, admin, &token, now).await? else { return Ok(None) };
    if token.used_at.is_none_or(|used| now - used >= USED) {
        let id = token.id.clone();
        control.write(async move |tx| programs::token_used(tx, &id, now).await).await?;
    }
    let is_here = token.study == ALL_STUDIES || token.study == study;
    let session = Authenticated {
        family: token.id.clone(),
        generation: 0,
        successor_used: true,
        account_id: token.id,
        role: Role::Admin,
        username: username_of_program(&token.name),
        participant: None,
    };
    let rights = is_here.then_some(Rights { role: token.role, may_unblind: token.may_unblind && may_unblind });
    Ok(Some(Found { session, rights, store: control.clone(), kind: Kind::Program, since: None }))
}

/// Whether the creator of a token may unblind themselves; none if they no longer own its study. A token may do no more
/// than the person who answers for it.
async fn owners_right(
    control: &Store,
    admin: &str,
    token: &ShownToken,
    now: Millis,
) -> Result<Option<bool>, StoreError> {
    if token.created_by == OPERATOR || names::key(&token.created_by) == admin {
        return Ok(Some(true));
    }
    let roles = people::memberships_of(control, &token.created_by).await?;
    let is_theirs = |role: &Membership| [ALL_STUDIES, token.study.as_str()].contains(&role.study.as_str());
    let own = roles.iter().filter(|role| role.role == StudyRole::Owner && role.holds(now) && is_theirs(role));
    Ok(own.map(|role| role.may_unblind).reduce(|one, other| one || other))
}

/// What a program is called.
fn username_of_program(name: &str) -> String {
    format!("{}{name}", names::PROGRAM)
}
