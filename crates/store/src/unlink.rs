//! Destroying the link between people and data, and deleting the data themselves: what `unmask anonymise` and
//! `unmask retention` do once a study is over.

use crate::audit::AuditAction;
use crate::prelude::*;
use crate::study::{StudyStatus, set_status};
use crate::{allocation, audit, rights};

/// What leads from data to people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Identified {
    /// People who take part, linked or not.
    pub participants: i64,
    /// Simulated participants and the researcher's previews.
    pub others: i64,
    /// Participants with an account, simulated participants too.
    pub links: i64,
    /// Accounts of participants: names and passwords, simulated participants' too.
    pub accounts: i64,
    /// People with ids of a recruiter.
    pub recruited: i64,
}

/// A participant whom a recruiter sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recruited {
    /// Pseudonym.
    pub code: String,
    /// Hash of their version of the study.
    pub version: String,
    /// Ids from the recruitment link, JSON.
    pub recruitment: serde_json::Value,
    /// Whether they have withdrawn.
    pub withdrawn: bool,
    /// Whether they reached the end.
    pub completed: bool,
}

/// How much there is.
pub async fn identified(store: &Store) -> Result<Identified, StoreError> {
    let read = |row: &Row<'_>| Ok(columns!(row => Identified { participants, others, links, accounts, recruited }));
    Ok(store.optional(sql!("rights/identified"), &[], read).await?.unwrap_or_default())
}

/// Who writes into the audit log that the link is gone, or everything with it.
const ENDINGS: [AuditAction; 2] = [AuditAction::Anonymise, AuditAction::Retention];

/// Deletes accounts with their sessions, links, and the recruiter's ids of all participants, and ends the study. Nobody
/// can be asked, and nobody can sign in, afterwards.
pub async fn anonymise(tx: &mut Tx) -> Result<(), StoreError> {
    for statement in [
        sql!("rights/unlink_sessions"),
        sql!("rights/unlink_links"),
        sql!("rights/unlink_accounts"),
        sql!("rights/unlink_recruitment"),
    ] {
        tx.execute(statement, &[]).await?;
    }
    end(tx).await
}

/// Closes the study and forgets whom the recruiter sent: who has the server's key can test an id against the keyed
/// hashes. Without them a participant could take part twice, so that the study is not opened again ([`ended_at`]).
pub async fn end(tx: &mut Tx) -> Result<(), StoreError> {
    set_status(tx, StudyStatus::Closed).await?;
    tx.execute(sql!("rights/unlink_recruited"), &[]).await?;
    Ok(())
}

/// When the link was destroyed, or everything erased, last, by the audit log.
pub async fn ended_at(store: &Store) -> Result<Option<Millis>, StoreError> {
    let mut last = None;
    for action in ENDINGS {
        last = last.max(audit::of_action(store, action).await?.first().map(|entry| entry.at));
    }
    Ok(last)
}

/// Ids of all participants.
pub async fn participants(store: &Store) -> Result<Vec<String>, StoreError> {
    store.list(sql!("participant/ids"), value).await
}

/// Deletes everything about a participant, account included. Unlike a participant who withdraws they leave no count:
/// the study is over. Their place ends as with a withdrawal, so that the schedule has no slot that is taken by nobody.
pub async fn erase(tx: &mut Tx, participant: &str) -> Result<(), StoreError> {
    allocation::leave(tx, participant).await?;
    let account = tx.optional(sql!("participant/account"), &bind![participant], value::<String>).await?;
    rights::erase(tx, participant, account.as_deref()).await
}

/// Everybody whom a recruiter sent, simulated participants apart.
pub async fn recruited(store: &Store) -> Result<Vec<Recruited>, StoreError> {
    let read = |row: &Row<'_>| {
        let (code, version): (String, String) = (row.next()?, row.next()?);
        let recruitment = row.json(stored::Place { table: "participant", column: "recruitment", row: &code })?;
        let withdrawn = row.next::<String>()? == "withdrawn";
        let completed = row.next::<Option<i64>>()?.is_some();
        Ok(Recruited { code, version, recruitment, withdrawn, completed })
    };
    store.list(sql!("export/recruited"), read).await
}
