//! A server for one test, and people who use it.

mod client;
mod digest;
mod document;
mod program;
mod server;
mod walk;

pub use client::{Client, Reply};
pub use digest::digest;
pub use document::operations;
pub use program::{PATIENCE, Program, SERVE, command, command_by, contains, copy, exchange, fails, unmask, works};
pub use server::{PASSWORD, Server, allocating, consent, fixture, settings};
pub use walk::{Walker, items};

/// The same test on both engines.
macro_rules! both {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                super::$name(crate::support::Server::sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                super::$name(crate::support::Server::postgres().await).await;
            }
        }
    )+};
}
pub(crate) use both;
