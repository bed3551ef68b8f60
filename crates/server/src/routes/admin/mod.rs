//! The researcher's console. Every call takes an [`Admin`](crate::auth::Admin). A call that changes something writes to
//! the audit log in the same transaction.

mod act;
pub mod audit;
pub mod bonus;
pub mod consort;
mod counting;
pub mod drawings;
pub mod due;
pub mod events;
pub mod exports;
pub mod invitations;
pub mod live;
pub mod overview;
pub mod participants;
pub mod previews;
pub mod recruiter;
pub mod results;
pub mod study;
pub mod unblinding;
pub mod webhooks;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use act::{Act, reason};
pub use counting::Counting;

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
        .routes(routes!(study::version::get, study::version::activate))
        .routes(routes!(study::folder::download, study::folder::upload))
        .routes(routes!(study::folder::restore))
        .routes(routes!(invitations::invitations))
        .routes(routes!(due::due))
        .routes(routes!(due::file))
        .routes(routes!(results::results))
        .routes(routes!(results::early))
        .routes(routes!(drawings::flow::flow))
        .routes(routes!(drawings::overview::overview))
        .routes(routes!(drawings::results::results))
        .routes(routes!(drawings::usage::usage))
        .routes(routes!(unblinding::get, unblinding::unblind))
        .routes(routes!(audit::list::audit))
        .routes(routes!(audit::file::file))
        .routes(routes!(previews::open::preview, previews::views::views))
        .routes(routes!(exports::request::request, exports::list::list))
        .routes(routes!(exports::fetch::fetch))
        .routes(routes!(recruiter::get::recruiter))
        .routes(routes!(recruiter::comparison::compare))
        .routes(routes!(bonus::get::bonus))
        .routes(routes!(bonus::list::list))
        .routes(routes!(bonus::again::again))
        .routes(routes!(webhooks::list::list, webhooks::add::add))
        .routes(routes!(webhooks::deliveries::deliveries))
        .routes(routes!(webhooks::redelivery::redeliver))
        .routes(routes!(webhooks::remove::remove))
        .routes(routes!(webhooks::test::test))
}
