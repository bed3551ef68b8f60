//! The practice item of `/home`.

pub mod answer;
pub mod get;
