//! The only place that knows SQL: typed functions on a transaction, the same on SQLite and PostgreSQL.
//!
//! A write goes through one door, [`Store::write`], and is durable when it returns:
//!
//! ```ignore
//! let saved = store.write(async move |tx| submissions::submit(tx, &submission, &advance, &receipt).await).await?;
//! ```
//!
//! A read takes `&Store`. Every statement is one file in `sql/`, in the dialect that both engines
//! share. There is no clock and no randomness here: times (UTC milliseconds) and ids are arguments.

pub mod ahead;
pub mod allocation;
pub mod analytics;
pub mod audit;
pub mod backup;
pub mod consent;
pub mod console;
mod engine;
mod error;
pub mod exclusion;
pub mod export;
pub mod identity;
pub mod lock;
pub mod meta;
mod migrate;
pub mod participants;
pub mod previews;
pub mod progress;
pub mod rehearsal;
pub mod rights;
pub mod sessions;
pub mod statement;
pub mod stored;
pub mod study;
pub mod submissions;
#[cfg(feature = "testing")]
pub mod testing;
pub mod throttle;
pub mod unlink;

pub use engine::{Engine, Load, Options, Purpose, SIZES, Snapshot, Store, Tx, WriteFn};
pub use error::StoreError;

/// Milliseconds since 1970, UTC.
pub type Millis = i64;

/// When a participant did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Never before what the same participant did earlier: for the order.
    pub at: Millis,
    /// What the server's clock said: for durations, and for people to read.
    pub measured: Millis,
}

impl From<Millis> for Stamp {
    fn from(at: Millis) -> Self {
        Self { at, measured: at }
    }
}

/// SHA-256 of a token or of a request's body.
pub type Digest = [u8; 32];
