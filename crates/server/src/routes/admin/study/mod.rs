//! The study as a whole: whether it takes people, how many, in which version.

pub mod get;
pub mod quotas;
pub mod status;
