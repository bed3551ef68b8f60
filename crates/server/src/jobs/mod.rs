//! Work that no request waits for.

pub mod invitations;
pub mod maintenance;
pub mod webhooks;
