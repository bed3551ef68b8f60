//! E-mails to participants about later parts of the study: addresses, links, letters, and the mail server.

pub mod address;
pub mod letter;
pub mod links;
mod relay;

pub use relay::{FailureKind, Relay, RelayError, address, origin};
