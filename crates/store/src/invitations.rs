//! E-mails to participants about later parts of the study, and the addresses for them.
//!
//! Before a message is handed to the mail server it is reserved, and afterwards recorded as sent. If the program ends
//! in between, it is not known whether the mail server has the message: it is sent again when the reservation is over,
//! with the same message ID. Two servers never send the same message, because only one of them can reserve it.

use serde_json::Value;
use unmask_study::definition::WaveId;
use unmask_study::invitations::{Facts, MessageId, MessageState};

use crate::prelude::*;
use crate::waves;

/// An address as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Sealed with the server key.
    pub sealed: Vec<u8>,
    /// When it was given.
    pub given_at: Millis,
    /// When the person unsubscribed, if they did.
    pub unsubscribed_at: Option<Millis>,
}

/// What identifies a message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MessageKey {
    /// Participant ID.
    pub participant: String,
    /// The part that the message is about.
    pub wave: WaveId,
    /// Which one it is.
    pub message: MessageId,
}

/// A message with everything on which its state depends.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Its key.
    pub key: MessageKey,
    /// Due, sent, the part's times, and what the person permits.
    pub facts: Facts,
    /// Until when a server is sending it, or when it is tried again.
    pub reserved_until: Option<Millis>,
    /// When it was handed to the mail server.
    pub sent_at: Option<Millis>,
    /// How often it was reserved.
    pub attempts: i64,
    /// Why the last attempt failed; without the address.
    pub last_error: Option<String>,
    /// Hash of the participant's study version.
    pub study_version: String,
    /// Language.
    pub locale: String,
    /// The account; none after anonymisation.
    pub account: Option<String>,
    /// The address, sealed.
    pub sealed: Option<Vec<u8>>,
}

/// Stores an address in place of an earlier one, and ends an earlier unsubscription. Messages that could
/// not be sent are tried again at once: the earlier address may have been mistyped. Returns false, and stores nothing,
/// if the participant has withdrawn or declined the later parts.
pub async fn set_address(
    tx: &mut Tx,
    participant: &str,
    account: &str,
    sealed: &[u8],
    at: Millis,
) -> Result<bool, StoreError> {
    // Withdrawing and declining on another server begin with the same row: they are complete, or find the address.
    tx.execute(sql!("progress/hold"), &bind![participant]).await?;
    if tx.execute(sql!("address/put"), &bind![participant, sealed, at]).await? == 0 {
        return Ok(false);
    }
    tx.erases();
    tx.execute(sql!("message/forgive"), &bind![account]).await?;
    Ok(true)
}

/// Deletes an address.
pub async fn remove_address(tx: &mut Tx, account: &str) -> Result<(), StoreError> {
    tx.erases();
    tx.execute(sql!("address/delete"), &bind![account]).await.map(|_| ())
}

/// The address of an account.
pub async fn address(store: &Store, account: &str) -> Result<Option<Address>, StoreError> {
    let read = |row: &Row<'_>| Ok(columns!(row => Address { sealed, given_at, unsubscribed_at }));
    store.optional(sql!("address/get"), &bind![account], read).await
}

/// Ends the messages to an account. Unsubscribing again changes nothing.
pub async fn unsubscribe(tx: &mut Tx, account: &str, at: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("address/unsubscribe"), &bind![account, at]).await.map(|_| ())
}

/// Deletes the address of a participant who has declined the later parts, and the messages about these that are still
/// to be sent. A message that is being handed to the mail server stays, so that it is counted once it is sent.
pub(crate) async fn stop(tx: &mut Tx, participant: &str, now: Millis) -> Result<(), StoreError> {
    tx.erases();
    tx.execute(sql!("rights/erase_address"), &bind![participant]).await?;
    tx.execute(sql!("message/delete_unsent"), &bind![participant, now]).await.map(|_| ())
}

pub(crate) async fn plan(tx: &mut Tx, key: &MessageKey, due: Millis) -> Result<(), StoreError> {
    let name = key.message.to_string();
    tx.execute(sql!("message/plan"), &bind![&key.participant, key.wave.name(), &name, due]).await.map(|_| ())
}

/// Messages that may be due at `now`, the earliest first. [`reserve`] decides.
pub async fn waiting(store: &Store, now: Millis) -> Result<Vec<MessageKey>, StoreError> {
    store.all(sql!("message/waiting"), &bind![now], key).await
}

/// All messages to people who take part, by wave.
pub async fn messages(store: &Store) -> Result<Vec<Message>, StoreError> {
    store.list(sql!("message/all"), message).await
}

/// Reserves a message until a time, if it is due and nobody else is sending it. Everything that can stop it is read in
/// this transaction. Closing the study does not: it ends recruitment, and whoever takes part can come back.
pub async fn reserve(tx: &mut Tx, key: &MessageKey, now: Millis, until: Millis) -> Result<Option<Message>, StoreError> {
    let name = key.message.to_string();
    let (participant, wave) = (&key.participant, key.wave.name());
    let found = tx.optional(sql!("message/one"), &bind![participant, wave, &name], message).await?;
    let Some(found) = found.filter(|message| message.facts.state(now) == MessageState::Due) else { return Ok(None) };
    let reserved = tx.execute(sql!("message/reserve"), &bind![participant, wave, &name, now, until]).await?;
    Ok((reserved == 1).then_some(found))
}

/// Records that the mail server has accepted a message.
pub async fn record_sent(tx: &mut Tx, key: &MessageKey, at: Millis) -> Result<(), StoreError> {
    let name = key.message.to_string();
    tx.execute(sql!("message/sent"), &bind![&key.participant, key.wave.name(), &name, at]).await.map(|_| ())
}

/// What happens to a message that could not be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It is tried again at this time.
    Again(Millis),
    /// It is not tried again; since when.
    Permanent(Millis),
}

/// Records why a message could not be sent. `error` must not contain the address.
pub async fn record_failure(tx: &mut Tx, key: &MessageKey, error: &str, then: Failure) -> Result<(), StoreError> {
    let name = key.message.to_string();
    let (again, failed) = match then {
        Failure::Again(at) => (Some(at), None),
        Failure::Permanent(at) => (None, Some(at)),
    };
    let params = bind![&key.participant, key.wave.name(), &name, error, again, failed];
    tx.execute(sql!("message/failed"), &params).await.map(|_| ())
}

/// A message as participants read of it in their own data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMessage {
    /// The part.
    pub wave: WaveId,
    /// Which message.
    pub message: MessageId,
    /// When it is due.
    pub due: Millis,
    /// When it was sent.
    pub sent: Option<Millis>,
    /// When it was given up.
    pub failed: Option<Millis>,
}

/// The messages to a participant.
pub async fn of_participant(store: &Store, participant: &str) -> Result<Vec<OwnMessage>, StoreError> {
    let read = |row: &Row<'_>| {
        let (wave, message) = (row.word(location("wave", participant))?, name(row, participant)?);
        Ok(columns!(row => OwnMessage { due, sent, failed; wave, message }))
    };
    store.all(sql!("message/of_participant"), &bind![participant], read).await
}

fn location<'a>(column: &'static str, participant: &'a str) -> stored::ValueLocation<'a> {
    stored::ValueLocation { table: "message", column, row: participant }
}

fn name(row: &Row<'_>, participant: &str) -> Result<MessageId, StoreError> {
    let name: String = row.next()?;
    name.parse().map_err(|error: String| location("message", participant).corrupt(&error))
}

fn key(row: &Row<'_>) -> Result<MessageKey, StoreError> {
    let participant: String = row.next()?;
    let wave = row.word(location("wave", &participant))?;
    let message = name(row, &participant)?;
    Ok(MessageKey { participant, wave, message })
}

fn message(row: &Row<'_>) -> Result<Message, StoreError> {
    let key = key(row)?;
    let (due, reserved_until): (Millis, Option<Millis>) = (row.next()?, row.next()?);
    let (sent_at, failed_at): (Option<Millis>, Option<Millis>) = (row.next()?, row.next()?);
    let (attempts, last_error, next_due) = (row.next()?, row.next()?, row.next()?);
    let course = waves::course(row, &key.participant)?;
    let ticks = stored::ValueLocation { table: "consent", column: "ticks", row: &key.participant };
    let withdrawn = row.next::<String>()? == "withdrawn";
    let (study_version, locale, account) = (row.next()?, row.next()?, row.next()?);
    let ticks: Option<Value> = row.optional_json(ticks)?;
    let (sealed, unsubscribed_at): (Option<Vec<u8>>, Option<Millis>) = (row.next()?, row.next()?);
    let facts = Facts {
        due,
        next_due,
        sent: sent_at.is_some(),
        failed: failed_at.is_some(),
        course,
        withdrawn,
        permitted: ticks.is_some_and(|ticks| crate::consent::permits(&ticks)),
        has_address: sealed.is_some(),
        unsubscribed: unsubscribed_at.is_some(),
    };
    Ok(Message { key, facts, reserved_until, sent_at, attempts, last_error, study_version, locale, account, sealed })
}
