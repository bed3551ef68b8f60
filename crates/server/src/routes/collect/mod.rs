//! `/api/collect/`: deliveries of the analytics clients.

pub mod engage;
pub mod groups;
pub mod import;
pub mod track;
