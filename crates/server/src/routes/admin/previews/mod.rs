//! Previews: which pages there are, and how one page looks to a participant.

pub mod open;
pub mod views;

pub use open::LIFE;
