//! The study through the eyes of a participant who does not exist: what there is to see, and a look at it.

pub mod open;
pub mod views;

pub use open::LIFE;
