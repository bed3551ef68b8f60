//! The contract of the store: each behaviour by name, on both engines.
#![expect(clippy::unwrap_used, reason = "a test that can not go on fails")]

mod accounts;
mod allocation;
mod analytics;
mod audit;
mod damage;
mod export;
mod exposures;
mod failover;
mod invitations;
mod migrations;
mod outcomes;
mod read_models;
mod registration;
mod rights;
mod sessions;
mod submissions;
mod support;
mod throttle;
mod upgrade;
mod webhooks;
mod write_queue;

/// Makes a test of each behaviour on each engine, in modules of their names.
macro_rules! contract {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name(&unmask_store::testing::sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name(&unmask_store::testing::postgres().await).await;
            })*
        }
    };
}
pub(crate) use contract;
