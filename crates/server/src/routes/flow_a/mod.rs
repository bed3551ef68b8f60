//! Flow A: questions about personas.

pub mod answer;
pub mod config;
pub mod followup;
pub mod questions;
