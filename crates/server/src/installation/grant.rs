//! Gives people and programs access, for the command line and the console.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use unmask_store::control::people::{self, Membership, StudyRole};
use unmask_store::control::programs::{self, NewToken};
use unmask_store::identity::{self, Account, Role};
use unmask_store::{AuditAction, Store, StoreError, audit};

use crate::api::form::{FormCode, FormError};
use crate::auth::{names, tokens};
use crate::base::clock::Millis;
use crate::base::ids;
use crate::base::text::is_invisible;

/// How long a link for choosing a password is valid: a week.
const VALID: Millis = 7 * DAY;
const DAY: Millis = 24 * 60 * 60_000;

/// What a program's token begins with, so that scanners of code and logs recognise it.
const PREFIX: &str = "unmask_";

/// The most days for which a program's token is valid.
pub const LONGEST_DAYS: u32 = 366;

/// Maximum number of characters of a token's name.
const LONGEST_NAME: usize = 100;

/// The name of a token as stored, or the validation error.
pub fn token_name(given: &str) -> Result<&str, FormError> {
    let name = given.trim();
    if name.chars().any(is_invisible) {
        Err(FormCode::InvisibleCharacters.into())
    } else if name.is_empty() {
        Err(FormCode::FieldRequired.into())
    } else if name.chars().count() > LONGEST_NAME {
        Err(FormError::from(FormCode::TooLong).with("max", &LONGEST_NAME))
    } else {
        Ok(name)
    }
}

/// A token of a program, which is shown once.
pub struct MadeToken {
    pub id: String,
    pub token: String,
    pub until: Millis,
}

/// Gives people and programs access on behalf of someone.
pub struct Grant<'a> {
    pub control: &'a Store,
    /// Whose name or ID the audit log records.
    pub actor: &'a str,
    pub at: Millis,
}

/// A link with which a person chooses a password.
pub struct PasswordLink {
    /// The token, which is stored only as a hash.
    pub token: String,
    /// Until when it is valid.
    pub until: Millis,
}

impl Grant<'_> {
    /// Gives a person a role in a study, in place of the one that they have there. Returns their ID, and a link if they
    /// are new: with a link for somebody who is known, an owner of one study could take over an account with rights in
    /// others. None if another call has added them meanwhile.
    pub async fn give(
        &self,
        username: &str,
        (study, role, may_unblind): (&str, StudyRole, bool),
    ) -> Result<Option<(String, Option<PasswordLink>)>, StoreError> {
        let (at, key) = (self.at, names::key(username));
        let known = identity::account_by_key(self.control, &key).await?;
        let is_new = known.is_none();
        let account = known.unwrap_or_else(|| Account {
            id: ids::uuid(at),
            username: username.to_owned(),
            username_key: key,
            password_hash: String::new(),
            role: Role::Admin,
            first_name: None,
            last_name: None,
            created_at: at,
        });
        let link = is_new.then(|| PasswordLink { token: ids::password(), until: at + VALID });
        let id = account.id.clone();
        let details = json!({ "person": id, "study": study, "role": role, "unblinds": may_unblind });
        let membership = Membership {
            account: id.clone(),
            study: study.to_owned(),
            role,
            may_unblind,
            since: at,
            from_groups: false,
        };
        let (actor, hash) = (self.actor.to_owned(), link.as_ref().map(|link| tokens::hash(&link.token)));
        let added = self.control.write(async move |tx| {
            if is_new && !people::add_person(tx, &account).await? {
                return Ok::<_, StoreError>(false);
            }
            if let Some(hash) = &hash {
                people::invite(tx, &account.id, hash, at + VALID).await?;
            }
            people::set_membership(tx, &membership).await?;
            audit::audit(tx, at, &actor, AuditAction::GiveRole, &details).await?;
            Ok(true)
        });
        Ok(added.await?.then_some((id, link)))
    }

    /// Takes the role in a study from a person; false if they have none.
    pub async fn take(&self, id: &str, study: &str) -> Result<bool, StoreError> {
        let (own, study, details) = (id.to_owned(), study.to_owned(), json!({ "person": id, "study": study }));
        let (actor, at) = (self.actor.to_owned(), self.at);
        let taken = self.control.write(async move |tx| {
            let taken = people::remove_membership(tx, &own, &study).await?;
            if taken {
                audit::audit(tx, at, &actor, AuditAction::TakeRole, &details).await?;
            }
            Ok::<_, StoreError>(taken)
        });
        taken.await
    }

    /// A new link for a person. Earlier ones are invalid.
    pub async fn link(&self, id: &str) -> Result<PasswordLink, StoreError> {
        let link = PasswordLink { token: ids::password(), until: self.at + VALID };
        let (own, hash, until) = (id.to_owned(), tokens::hash(&link.token), link.until);
        let (actor, at, details) = (self.actor.to_owned(), self.at, json!({ "person": id }));
        let invited = self.control.write(async move |tx| {
            people::invite(tx, &own, &hash, until).await?;
            audit::audit(tx, at, &actor, AuditAction::InvitePerson, &details).await
        });
        invited.await?;
        Ok(link)
    }

    /// Deletes a person with their roles and sessions; false if there is none with this ID.
    pub async fn remove(&self, id: &str) -> Result<bool, StoreError> {
        let (own, actor, at) = (id.to_owned(), self.actor.to_owned(), self.at);
        let roles = people::memberships_of(self.control, id).await?;
        let studies: Vec<_> = roles.into_iter().map(|role| role.study).collect();
        let details = json!({ "person": id, "studies": studies });
        let removed = self.control.write(async move |tx| {
            let removed = people::remove_person(tx, &own).await?;
            if removed {
                audit::audit(tx, at, &actor, AuditAction::RemovePerson, &details).await?;
            }
            Ok::<_, StoreError>(removed)
        });
        removed.await
    }

    /// Creates a token with which a program acts with a role in a study for so many days.
    pub async fn token(
        &self,
        name: &str,
        (study, role, may_unblind): (&str, StudyRole, bool),
        days: u32,
    ) -> Result<MadeToken, StoreError> {
        let until = self.at + i64::from(days) * DAY;
        let token = format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(ids::random::<32>()));
        let new = NewToken {
            id: ids::uuid(self.at),
            name: name.to_owned(),
            study: study.to_owned(),
            role,
            may_unblind,
            hash: tokens::hash(&token),
            created_by: self.actor.to_owned(),
            at: self.at,
            until,
        };
        let made = MadeToken { id: new.id.clone(), token, until };
        let (actor, at) = (self.actor.to_owned(), self.at);
        let details = json!({ "token": new.id, "name": name, "study": study, "role": role, "unblinds": may_unblind, "days": days });
        let added = self.control.write(async move |tx| {
            programs::add_token(tx, &new).await?;
            audit::audit(tx, at, &actor, AuditAction::AddToken, &details).await
        });
        added.await?;
        Ok(made)
    }

    /// Revokes the token of a program; false if there is none with this ID.
    pub async fn revoke(&self, id: &str) -> Result<bool, StoreError> {
        let (own, actor, at) = (id.to_owned(), self.actor.to_owned(), self.at);
        let known = programs::tokens(self.control).await?.into_iter().find(|token| token.id == id);
        let details = json!({ "token": id, "study": known.map(|token| token.study) });
        let revoked = self.control.write(async move |tx| {
            let revoked = programs::revoke_token(tx, &own).await?;
            if revoked {
                audit::audit(tx, at, &actor, AuditAction::RevokeToken, &details).await?;
            }
            Ok::<_, StoreError>(revoked)
        });
        revoked.await
    }
}
