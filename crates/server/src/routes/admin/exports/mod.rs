//! Data packages: asked for with the bearer token, fetched by an address that carries its own narrow right, because a
//! download is a navigation of the browser and can't send a token.

pub mod ask;
pub mod fetch;
pub mod list;
mod progress;
pub mod ticket;
