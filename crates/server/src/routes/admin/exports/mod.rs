//! Data packages. They are requested with the bearer token and downloaded from an address with a ticket, because a
//! browser can't send a token with a download.

pub mod fetch;
pub mod list;
mod progress;
pub mod request;
pub mod ticket;
