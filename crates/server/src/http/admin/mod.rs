//! The researcher's console. Every call takes an [`Admin`](crate::auth::Admin), which nobody else can be.

pub mod results;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The calls.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(results::results))
}
