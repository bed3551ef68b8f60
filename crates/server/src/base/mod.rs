//! The base of all other modules: clock, random numbers, secrets, settings, log. It imports no other module.

pub mod background;
pub mod clock;
pub mod config;
pub mod ids;
pub mod logging;
pub mod recorded;
pub mod secrets;
pub mod site;
pub mod text;
