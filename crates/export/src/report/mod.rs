//! The report of a study: its input from the database, and its output for people.

#[cfg(test)]
mod every_number;
mod gather;
mod html;
pub mod say;
mod scripts;
mod tabled;
mod text;
mod write;

pub use gather::{Gathering, report_input};
pub use html::html;
pub use text::text;
pub use write::write;
