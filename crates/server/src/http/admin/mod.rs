//! The researcher's console. Every call takes an [`Admin`](crate::auth::Admin), which nobody else can be; what changes
//! something writes into the audit log in the same transaction.

pub mod audit;
pub mod consort;
pub mod drawings;
pub mod events;
pub mod exports;
pub mod live;
pub mod overview;
pub mod participants;
pub mod previews;
pub mod results;
pub mod study;
pub mod unblinding;

use serde::Deserialize;
use serde_json::Value;
use unmask_store::{StoreError, Tx, audit as log};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::{ApiError, Result};
use super::form::FieldProblem;
use crate::App;
use crate::auth::Admin;
use crate::clock::Millis;

/// The calls.
#[rustfmt::skip]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(overview::overview))
        .routes(routes!(live::live))
        .routes(routes!(consort::consort))
        .routes(routes!(events::events))
        .routes(routes!(participants::list::list))
        .routes(routes!(participants::get::get))
        .routes(routes!(participants::exclusion::exclude, participants::exclusion::include))
        .routes(routes!(participants::withdrawal::withdraw))
        .routes(routes!(study::get::get))
        .routes(routes!(study::status::status))
        .routes(routes!(study::quotas::quotas))
        .routes(routes!(results::results))
        .routes(routes!(drawings::flow::flow))
        .routes(routes!(drawings::overview::overview))
        .routes(routes!(drawings::results::results))
        .routes(routes!(drawings::usage::usage))
        .routes(routes!(unblinding::get, unblinding::unblind))
        .routes(routes!(audit::list::audit))
        .routes(routes!(audit::file::file))
        .routes(routes!(previews::open::preview, previews::views::views))
        .routes(routes!(exports::ask::ask, exports::list::list))
        .routes(routes!(exports::fetch::fetch))
}

/// Whether robots are counted.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Counting {
    /// Robots of a rehearsal too.
    #[serde(default)]
    #[param(required = false)]
    pub simulated: bool,
}

/// Which entries.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Entries {
    /// Only entries before this number: `next` of the page before.
    #[param(nullable = false)]
    pub before: Option<i64>,
    /// Entries, 50 if it is not said, 200 at most.
    #[param(nullable = false)]
    pub limit: Option<i64>,
}

/// The field `reason` of a form, see [`reason::reason`](crate::reason::reason).
fn reason(given: &str) -> Result<String> {
    crate::reason::reason(given).map_err(|error| ApiError::invalid_fields(vec![FieldProblem::new("reason", error)]))
}

/// Who does something, and when: what every change starts with.
#[derive(Clone, Debug)]
struct Act {
    actor: String,
    at: Millis,
}

impl Act {
    fn of(app: &App, admin: &Admin) -> Self {
        Self { actor: admin.username.clone(), at: app.clock.now() }
    }

    /// Writes it into the audit log, in the transaction of the change.
    async fn log(&self, tx: &mut Tx, action: &str, details: Value) -> Result<(), StoreError> {
        log::audit(tx, self.at, &self.actor, action, &details).await
    }
}
