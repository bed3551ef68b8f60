//! Authentication and authorization. Authority is a type: a handler that takes a [`Participant`] can only be called by
//! a participant, and calls to which all registered people are entitled take a [`Registrant`].

pub mod address_limit;
pub mod device;
pub mod dry_runs;
pub mod extract;
pub mod handover;
mod hasher;
pub mod names;
pub mod passkeys;
pub mod password;
pub mod people;
pub mod provider;
pub mod recruitment;
pub mod rights;
pub mod session;
pub mod simulated;
pub mod tokens;
mod viewer;

pub use extract::{Admin, Participant, PlannedWave, Registrant, Sessions, SignedIn, answers_of};
pub use viewer::{Place, Viewer, ViewerOrLeaver, preview, step_of};
