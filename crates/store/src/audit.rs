//! The audit log: append-only, each entry hashed together with the one before.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::engine::{Row, bind, value};
use crate::statement::sql;
use crate::{Digest, Millis, Snapshot, Store, StoreError, Tx};

/// Each failed try means that somebody else added an entry.
const TRIES: usize = 1000;

/// An entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// From 1, without a gap.
    pub number: i64,
    /// When.
    pub at: Millis,
    /// Who.
    pub actor: String,
    /// What.
    pub action: String,
    /// Its details.
    pub details: Value,
}

/// What checking the chain found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// All entries follow from one another; so many.
    Whole(i64),
    /// The first entry that does not.
    Broken(i64),
}

/// The end of the chain: who keeps it can tell later that entries up to there are missing or others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Number of the last entry; 0 for none.
    pub entries: i64,
    /// Its hash, which covers all before it; zeros for none.
    pub hash: Digest,
}

struct Stored {
    number: i64,
    at: Millis,
    actor: String,
    action: String,
    details: String,
    previous: Digest,
    hash: Digest,
}

/// Adds an entry.
pub async fn audit(tx: &mut Tx, at: Millis, actor: &str, action: &str, details: &Value) -> Result<(), StoreError> {
    let details = details.to_string();
    for _ in 0..TRIES {
        let last = |row: &Row<'_>| Ok((row.next::<i64>()?, row.digest()?));
        let (last, previous) = tx.optional(sql!("audit/last"), &[], last).await?.unwrap_or((0, [0; 32]));
        let number = last + 1;
        let hash = hash(number, at, [actor, action, &details], &previous);
        let params = bind![number, at, actor, action, &details, &previous, &hash];
        if tx.execute(sql!("audit/insert"), &params).await? == 1 {
            return Ok(());
        }
    }
    Err(tx.lost_race("add to the audit log"))
}

impl From<Stored> for Entry {
    /// Details that are no JSON any more stay as they are: the log has to be readable above all when it was changed.
    fn from(stored: Stored) -> Self {
        let Stored { number, at, actor, action, details, .. } = stored;
        let details = serde_json::from_str(&details).unwrap_or(Value::String(details));
        Self { number, at, actor, action, details }
    }
}

/// All entries, the oldest first.
pub async fn entries(store: &Store) -> Result<Vec<Entry>, StoreError> {
    Ok(store.list(sql!("audit/all"), read).await?.into_iter().map(Entry::from).collect())
}

/// At most so many entries before a number, the newest first.
pub async fn page(store: &Store, before: i64, limit: i64) -> Result<Vec<Entry>, StoreError> {
    Ok(store.all(sql!("audit/page"), &bind![before, limit], read).await?.into_iter().map(Entry::from).collect())
}

/// The last hundred entries of an action, the newest first.
pub async fn of_action(store: &Store, action: &str) -> Result<Vec<Entry>, StoreError> {
    Ok(store.all(sql!("audit/of_action"), &bind![action], read).await?.into_iter().map(Entry::from).collect())
}

/// Number of the last entry.
pub async fn size(store: &Store) -> Result<i64, StoreError> {
    Ok(store.optional(sql!("audit/last"), &[], value::<i64>).await?.unwrap_or(0))
}

/// The end of the log as of a moment.
pub async fn head(snapshot: &mut Snapshot) -> Result<Head, StoreError> {
    let read = |row: &Row<'_>| Ok(Head { entries: row.next()?, hash: row.digest()? });
    Ok(snapshot.all(sql!("audit/last"), &[], read).await?.pop().unwrap_or_default())
}

/// Checks the whole chain. A changed, removed or inserted entry breaks it; that entries are missing
/// at the end can only be seen against a copy of its [`Head`]: every data package has it in its manifest.
pub async fn verify(store: &Store) -> Result<Chain, StoreError> {
    let mut previous = [0; 32];
    let mut expected = 0;
    for entry in store.list(sql!("audit/all"), read).await? {
        expected += 1;
        let texts = [entry.actor.as_str(), &entry.action, &entry.details];
        let follows = entry.number == expected && entry.previous == previous;
        if !follows || entry.hash != hash(entry.number, entry.at, texts, &previous) {
            return Ok(Chain::Broken(expected));
        }
        previous = entry.hash;
    }
    Ok(Chain::Whole(expected))
}

/// Lengths are part of what is hashed, so that nothing can move from one field to the next.
fn hash(number: i64, at: Millis, texts: [&str; 3], previous: &Digest) -> Digest {
    let mut hasher = Sha256::new();
    hasher.update(previous);
    hasher.update(number.to_be_bytes());
    hasher.update(at.to_be_bytes());
    for text in texts {
        hasher.update((text.len() as u64).to_be_bytes());
        hasher.update(text);
    }
    hasher.finalize().into()
}

fn read(row: &Row<'_>) -> Result<Stored, StoreError> {
    Ok(Stored {
        number: row.next()?,
        at: row.next()?,
        actor: row.next()?,
        action: row.next()?,
        details: row.next()?,
        previous: row.digest()?,
        hash: row.digest()?,
    })
}
