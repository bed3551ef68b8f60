//! Calls of the signed-in user: profile, position, submissions, rights.

pub mod address;
pub mod complete_persona;
pub mod completion;
pub mod consent;
pub mod current_state;
pub mod data;
pub mod decline_parts;
pub mod profile;
pub mod save_questionnaire;
pub mod set_current_state;
pub mod set_password;
pub mod update_profile;
pub mod user;
pub mod withdraw;
