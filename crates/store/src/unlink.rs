//! Anonymising and erasing a study: what `unmask anonymise` and `unmask retention` do after it has ended.

use unmask_study::definition::{Outcome, WaveId};

use crate::audit::AuditAction;
use crate::prelude::*;
use crate::study::{StudyStatus, set_status};
use crate::{allocation, audit, rights};

/// The data that identify participants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Identified {
    /// Participants, linked or not.
    pub participants: i64,
    /// Simulated participants and previews.
    pub others: i64,
    /// Participants with an account, including simulated ones.
    pub links: i64,
    /// Accounts of participants, including simulated ones.
    pub accounts: i64,
    /// Participants with recruitment IDs.
    pub recruited: i64,
}

/// A participant with a recruitment ID.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recruited {
    /// Participant code.
    pub code: String,
    /// Hash of their study version.
    pub version: String,
    /// Ids from the recruitment link, JSON.
    pub recruitment: serde_json::Value,
    /// Whether they have withdrawn.
    pub withdrawn: bool,
    /// Whether they reached the end.
    pub completed: bool,
    /// How the first part of the study ended, if it did.
    pub outcome: Option<Outcome>,
    /// Whether they have begun a later part that is not over.
    pub in_later_part: bool,
}

/// Counts the identifying data.
pub async fn identified(store: &Store) -> Result<Identified, StoreError> {
    let read = |row: &Row<'_>| Ok(columns!(row => Identified { participants, others, links, accounts, recruited }));
    Ok(store.optional(sql!("rights/identified"), &[], read).await?.unwrap_or_default())
}

/// Actions in the audit log that end the study.
const ENDINGS: [AuditAction; 2] = [AuditAction::Anonymise, AuditAction::Retention];

/// Deletes the accounts, sessions, links, recruitment IDs and events for webhooks of all participants, and ends the
/// study. Afterwards, no participant can be contacted or sign in.
pub async fn anonymise(tx: &mut Tx) -> Result<(), StoreError> {
    tx.erases();
    for statement in [
        sql!("rights/unlink_addresses"),
        sql!("rights/unlink_messages"),
        sql!("rights/unlink_webhook_deliveries"),
        sql!("rights/unlink_sessions"),
        sql!("rights/unlink_links"),
        sql!("rights/unlink_accounts"),
        sql!("rights/unlink_recruitment"),
    ] {
        tx.execute(statement, &[]).await?;
    }
    end(tx).await
}

/// Closes the study and deletes the codes of units, and the keyed hashes of recruitment IDs and visits, because an ID
/// can be tested against them with the server key. Without them, a person could take part twice, so the study can't be
/// reopened ([`ended_at`]).
pub async fn end(tx: &mut Tx) -> Result<(), StoreError> {
    set_status(tx, StudyStatus::Closed).await?;
    tx.execute(sql!("rights/unlink_recruited"), &[]).await?;
    tx.execute(sql!("rights/unlink_visits"), &[]).await?;
    tx.execute(sql!("rights/unlink_bonus"), &[]).await?;
    tx.execute(sql!("rights/unlink_comparison_cases"), &[]).await?;
    tx.execute(sql!("rights/unlink_units"), &[]).await?;
    Ok(())
}

/// When the study was last anonymised or erased, from the audit log.
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
/// the study is over. Their slot becomes withdrawn or free as with a withdrawal, so that no slot is reserved without a
/// participant.
pub async fn erase(tx: &mut Tx, participant: &str) -> Result<(), StoreError> {
    tx.erases();
    allocation::leave(tx, participant).await?;
    let account = tx.optional(sql!("participant/account"), &bind![participant], value::<String>).await?;
    rights::erase(tx, participant, account.as_deref()).await
}

/// The later parts that the program ended, of participants with a recruitment ID: participant code, wave and outcome.
pub async fn ended_parts(store: &Store) -> Result<Vec<(String, WaveId, Outcome)>, StoreError> {
    let read = |row: &Row<'_>| {
        let code: String = row.next()?;
        let at = |column| stored::ValueLocation { table: "outcome", column, row: &code };
        let (wave, outcome) = (row.word(at("wave"))?, row.word(at("outcome"))?);
        Ok((code, wave, outcome))
    };
    store.list(sql!("export/ended_parts"), read).await
}

/// All participants with a recruitment ID, except simulated ones.
pub async fn recruited(store: &Store, now: Millis) -> Result<Vec<Recruited>, StoreError> {
    store.all(sql!("export/recruited"), &bind![now], recruited_row).await
}

/// The same about a later part: whether they completed it, whether and how it ended, and whether they are in it.
pub async fn recruited_to(store: &Store, wave: WaveId, now: Millis) -> Result<Vec<Recruited>, StoreError> {
    store.all(sql!("export/recruited_to"), &bind![now, wave.name()], recruited_row).await
}

fn recruited_row(row: &Row<'_>) -> Result<Recruited, StoreError> {
    let (code, version): (String, String) = (row.next()?, row.next()?);
    let recruitment = row.json(stored::ValueLocation { table: "participant", column: "recruitment", row: &code })?;
    let withdrawn = row.next::<String>()? == "withdrawn";
    let completed = row.next::<Option<i64>>()?.is_some();
    let outcome = row.optional_word(stored::ValueLocation { table: "outcome", column: "outcome", row: &code })?;
    let in_later_part = row.flag()?;
    Ok(Recruited { code, version, recruitment, withdrawn, completed, outcome, in_later_part })
}
