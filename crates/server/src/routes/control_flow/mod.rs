//! The active control.

pub mod get;
pub mod rate;
