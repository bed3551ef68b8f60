//! Work that no request waits for.

pub mod comparison;
pub mod invitations;
pub mod maintenance;
pub mod webhooks;
