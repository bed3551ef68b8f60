//! Common imports of the functions on a transaction.

pub(crate) use crate::engine::{Row, Snapshot, Store, Tx, bind, columns, read_column, value};
pub(crate) use crate::error::StoreError;
pub(crate) use crate::statement::{Statement, sql};
pub(crate) use crate::stored;
pub(crate) use crate::values::{Digest, Millis, Stamp};
