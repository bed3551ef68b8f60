//! Public information about the study.

pub mod consent;
pub mod get;
pub mod page;
pub mod picture;
