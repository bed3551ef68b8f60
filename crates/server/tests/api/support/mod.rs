//! A server for one test, and people who use it.

mod client;
mod digest;
mod document;
mod lab;
mod log;
mod mail;
mod program;
mod prolific;
mod provider;
mod receiver;
mod server;
mod walk;

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

pub use client::{Client, Reply};
pub use digest::digest;
pub use document::{all_operations, operations};
pub use lab::Lab;
pub(crate) use lab::both_labs;
pub use log::Log;
pub use mail::{MailServer, Mode};
pub use program::{
    PATIENCE, Program, SERVE, command, command_by, contains, copy, exchange, fails, rewrite, said, unmask, works,
};
pub use prolific::{PROLIFIC_TOKEN, ProlificServer, submission};
pub use provider::{Back, TestProvider, sign_otherwise, unsigned};
pub use receiver::{Answer, Received, Receiver};
pub use server::{PASSWORD, Server, allocating, consent, edited, fixture, form, package, settings};
pub use walk::{Walker, find, items};

/// Runs tasks concurrently; their results in the order of their numbers.
pub async fn at_once<T, F>(count: usize, task: impl FnMut(usize) -> F) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let mut results = vec![];
    for running in (0..count).map(task).map(tokio::spawn).collect::<Vec<_>>() {
        results.push(running.await.unwrap());
    }
    results
}

/// Packed as a client may send it.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

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
