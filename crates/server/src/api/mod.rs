//! Common parts of the HTTP API: errors, bodies, queries, replies. It contains no routes.

pub mod body;
pub mod document;
pub mod error;
pub mod form;
pub mod idempotency;
pub mod json;
pub mod locale;
pub mod other_sites;
pub mod page_route;
pub mod path;
pub mod query;
pub mod reason;
pub mod request_id;
pub mod responses;
pub mod whole;
