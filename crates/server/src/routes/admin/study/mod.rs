//! The study: recruitment status, quotas, versions.

pub mod design;
pub mod folder;
pub mod get;
pub mod quotas;
pub mod status;
pub mod version;
