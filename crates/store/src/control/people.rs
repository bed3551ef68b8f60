//! Those who use the consoles of an installation: accounts, roles, invitations, recovery codes, sessions.
//!
//! Accounts, sessions and the throttle have the same columns as in a study's database, so [`crate::identity`],
//! [`crate::sessions`] and [`crate::throttle`] also work on the control database.

use serde::{Deserialize, Serialize};

use crate::identity::{self, Account};
use crate::prelude::*;
use crate::stored::ValueLocation;

/// All studies of the installation, in a [`Membership`].
pub const ALL_STUDIES: &str = "*";

/// What a person is in a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StudyRole {
    /// May do everything.
    Owner,
    /// Changes texts and design, and sees no data.
    Editor,
    /// Sees blinded progress, and no answers.
    Monitor,
    /// Sees blinded results and exports.
    Analyst,
    /// Reads everything that is logged, and changes nothing.
    Auditor,
}

impl StudyRole {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Owner, Self::Editor, Self::Monitor, Self::Analyst, Self::Auditor];

    /// Its word on the command line and in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Editor => "editor",
            Self::Monitor => "monitor",
            Self::Analyst => "analyst",
            Self::Auditor => "auditor",
        }
    }
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// ID, which the audit logs record.
    pub id: String,
    /// Username as typed.
    pub username: String,
    /// The normalised username; unique.
    pub username_key: String,
    /// Optional.
    pub first_name: Option<String>,
    /// Optional.
    pub last_name: Option<String>,
    /// When they were invited.
    pub created_at: Millis,
    /// Whether they have chosen a password.
    pub has_password: bool,
}

/// The role of a person in a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    /// ID of the person.
    pub account: String,
    /// ID of the study, or [`ALL_STUDIES`].
    pub study: String,
    /// The role.
    pub role: StudyRole,
    /// Whether they may unblind themselves.
    pub may_unblind: bool,
    /// When it was given. For a role from groups, when the person last signed in at the provider.
    pub since: Millis,
    /// Whether it comes from the person's groups at the provider of single sign-on.
    pub from_groups: bool,
}

/// How long roles from groups hold after a sign-in at the provider: half a day. Whoever leaves the groups, or may no
/// longer sign in there, has lost them by then, whichever way they sign in here.
pub const GROUPS_HOLD: Millis = 12 * 60 * 60_000;

impl Membership {
    /// Whether it counts at a time.
    pub fn holds(&self, now: Millis) -> bool {
        !self.from_groups || self.since > now - GROUPS_HOLD
    }
}

/// A person with a valid session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonSession {
    /// Session.
    pub family: String,
    /// Generation of its tokens.
    pub generation: i64,
    /// Whether the current tokens are known to have arrived.
    pub successor_used: bool,
    /// When they signed in.
    pub created_at: Millis,
    /// ID of the person.
    pub account: String,
    /// Username as typed.
    pub username: String,
    /// The role in the study, and whether they may unblind themselves; none if they have none.
    pub role: Option<(StudyRole, bool)>,
}

/// An open session, for its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// Session.
    pub family: String,
    /// The browser, as it describes itself.
    pub agent: Option<String>,
    /// When they signed in.
    pub created_at: Millis,
    /// When it was last used, to the quarter of an hour.
    pub used_at: Millis,
}

fn role(account: &str) -> ValueLocation<'_> {
    ValueLocation { table: "membership", column: "role", row: account }
}

/// The person with this access token, with their role in a study: owner, if they own the installation; or else the one
/// for that study, or else for all.
pub async fn authenticate(
    store: &Store,
    access_hash: &Digest,
    study: &str,
    now: Millis,
) -> Result<Option<PersonSession>, StoreError> {
    let read = |row: &Row<'_>| {
        let (family, generation, successor_used, created_at) = (row.next()?, row.next()?, row.flag()?, row.next()?);
        let (account, username): (String, String) = (row.next()?, row.next()?);
        let own = row.optional_word::<StudyRole>(role(&account))?;
        let may_unblind = row.next::<Option<i64>>()? == Some(1);
        let role = own.map(|own| (own, may_unblind));
        Ok(PersonSession { family, generation, successor_used, created_at, account, username, role })
    };
    store.optional(sql!("control/authenticate"), &bind![access_hash, now, study, now - GROUPS_HOLD], read).await
}

/// All people.
pub async fn people(store: &Store) -> Result<Vec<Person>, StoreError> {
    let read = |row: &Row<'_>| {
        Ok(
            columns!(row => Person { id, username, username_key, first_name, last_name, created_at, has_password: flag }),
        )
    };
    store.all(sql!("control/people"), &[], read).await
}

fn membership(row: &Row<'_>) -> Result<Membership, StoreError> {
    let account: String = row.next()?;
    Ok(
        columns!(row => Membership { study, role: word(role(&account)), may_unblind: flag, since, from_groups: flag; account }),
    )
}

/// The roles of all people.
pub async fn memberships(store: &Store) -> Result<Vec<Membership>, StoreError> {
    store.all(sql!("control/memberships"), &[], membership).await
}

/// The roles of a person, also those that no longer [hold](Membership::holds).
pub async fn memberships_of(store: &Store, account: &str) -> Result<Vec<Membership>, StoreError> {
    store.all(sql!("control/memberships_of"), &bind![account], membership).await
}

/// Ends all sessions of a person.
pub async fn sign_out(tx: &mut Tx, account: &str, at: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("control/sign_out"), &bind![account, at]).await.map(|_| ())
}

/// Whether a session is valid, in a transaction.
pub async fn is_signed_in(tx: &mut Tx, family: &str, now: Millis) -> Result<bool, StoreError> {
    let found: Option<String> = tx.optional(sql!("control/signed_in"), &bind![family, now], value).await?;
    Ok(found.is_some())
}

/// Deletes expired links.
pub async fn prune_invitations(tx: &mut Tx, now: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("control/prune_invitations"), &bind![now]).await.map(|_| ())
}

/// Gives a person a role in a study, in place of the one that they have there.
pub async fn set_membership(tx: &mut Tx, new: &Membership) -> Result<(), StoreError> {
    let params = bind![&new.account, &new.study, new.role.name(), new.may_unblind, new.since, new.from_groups];
    tx.execute(sql!("control/set_membership"), &params).await.map(|_| ())
}

/// Takes the role in a study from a person; false if they have none.
pub async fn remove_membership(tx: &mut Tx, account: &str, study: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("control/remove_membership"), &bind![account, study]).await? == 1)
}

/// Takes all roles in a study, which was deleted.
pub async fn remove_memberships_of_study(tx: &mut Tx, study: &str) -> Result<(), StoreError> {
    tx.execute(sql!("control/remove_memberships_of_study"), &bind![study]).await.map(|_| ())
}

/// Deletes a person with their roles and sessions; false if there is none with this ID.
pub async fn remove_person(tx: &mut Tx, account: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("control/remove_person"), &bind![account]).await? == 1)
}

/// Adds a person without a password; false if the username is taken.
pub async fn add_person(tx: &mut Tx, new: &Account) -> Result<bool, StoreError> {
    identity::insert(tx, new).await
}

/// Makes a link for choosing a password the only one of a person. `token` is its hash.
pub async fn invite(tx: &mut Tx, account: &str, token: &Digest, until: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("control/forget_invitations"), &bind![account]).await?;
    tx.execute(sql!("control/invite"), &bind![token, account, until]).await.map(|_| ())
}

/// Deletes the links of a person.
pub async fn forget_invitations(tx: &mut Tx, account: &str) -> Result<(), StoreError> {
    tx.execute(sql!("control/forget_invitations"), &bind![account]).await.map(|_| ())
}

/// ID and username of the person who was invited with this token, and until when it is valid.
pub async fn invited(tx: &mut Tx, token: &Digest) -> Result<Option<(String, String, Millis)>, StoreError> {
    tx.optional(sql!("control/invited"), &bind![token], |row| Ok((row.next()?, row.next()?, row.next()?))).await
}

/// The same without a transaction.
pub async fn find_invited(store: &Store, token: &Digest) -> Result<Option<(String, String, Millis)>, StoreError> {
    store.optional(sql!("control/invited"), &bind![token], |row| Ok((row.next()?, row.next()?, row.next()?))).await
}

/// Replaces the recovery codes of a person, which are hashes.
pub async fn set_recovery_codes(tx: &mut Tx, account: &str, codes: &[Digest]) -> Result<(), StoreError> {
    tx.execute(sql!("control/forget_recovery_codes"), &bind![account]).await?;
    for code in codes {
        tx.execute(sql!("control/add_recovery_code"), &bind![account, code]).await?;
    }
    Ok(())
}

/// Uses up a recovery code; false if the person has no such code.
pub async fn use_recovery_code(tx: &mut Tx, account: &str, code: &Digest) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("control/use_recovery_code"), &bind![account, code]).await? == 1)
}

/// How many recovery codes a person has left.
pub async fn count_recovery_codes(store: &Store, account: &str) -> Result<i64, StoreError> {
    Ok(store.optional(sql!("control/count_recovery_codes"), &bind![account], value).await?.unwrap_or(0))
}

/// Records the browser of a session, as it describes itself.
pub async fn set_agent(tx: &mut Tx, family: &str, agent: &str) -> Result<(), StoreError> {
    tx.execute(sql!("control/set_agent"), &bind![family, agent]).await.map(|_| ())
}

/// The open sessions of a person, the last used first.
pub async fn sessions(store: &Store, account: &str, now: Millis) -> Result<Vec<OpenSession>, StoreError> {
    let read = |row: &Row<'_>| Ok(columns!(row => OpenSession { family, agent, created_at, used_at }));
    store.all(sql!("control/sessions"), &bind![account, now], read).await
}

/// ID of the person whose session it is, if the session is valid.
pub async fn signed_in(store: &Store, family: &str, now: Millis) -> Result<Option<String>, StoreError> {
    store.optional(sql!("control/signed_in"), &bind![family, now], value).await
}

/// Ends one session of a person; false if they have no such session.
pub async fn revoke_own(tx: &mut Tx, family: &str, account: &str, at: Millis) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("control/revoke_own"), &bind![family, account, at]).await? == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stored::word;

    #[test]
    fn the_words_of_roles_are_those_that_are_stored() {
        for role in StudyRole::ALL {
            assert_eq!(word(role).unwrap(), role.name());
        }
    }
}
