//! The storage layer: typed functions on a transaction, the same for SQLite and PostgreSQL. Only this crate contains
//! SQL.
//!
//! A write goes through one write queue, [`Store::write`], and is durable when it returns:
//!
//! ```ignore
//! let saved = store.write(async move |tx| submissions::submit(tx, &submission, &advance, &receipt).await).await?;
//! ```
//!
//! A read takes `&Store`. Every statement is one file in `sql/`, in the dialect that both engines share. The crate uses
//! neither clock nor random numbers: times (UTC milliseconds) and IDs are arguments.

#![warn(missing_docs)]

pub mod allocation;
pub mod analytics;
pub mod audit;
pub mod backup;
pub mod bonus;
pub mod comparison;
pub mod consent;
pub mod control;
mod engine;
mod error;
pub mod exclusion;
pub mod export;
pub mod exposures;
pub mod identity;
pub mod invitations;
pub mod links;
pub mod lock;
pub mod looks;
pub mod meta;
mod migrate;
pub mod outcomes;
pub mod participants;
pub mod prefetch;
mod prelude;
pub mod previews;
pub mod progress;
pub mod read_models;
pub mod recruitment;
pub mod rights;
pub mod sessions;
pub mod simulated;
pub mod statement;
pub mod stored;
pub mod study;
pub mod submissions;
#[cfg(feature = "testing")]
pub mod testing;
pub mod throttle;
pub mod unlink;
mod values;
pub mod waves;
pub mod webhooks;

pub use audit::AuditAction;
pub use engine::{Engine, Load, Options, Purpose, SIZES, Snapshot, Store, Tx, WriteFn};
pub use error::StoreError;
pub use values::{Digest, Millis, Stamp};
