//! The report of a study: its input from the database, and its output for people.

#[cfg(test)]
mod every_number;
pub mod format;
mod gather;
mod html;
mod scripts;
mod tabled;
mod text;
mod write;

pub use gather::{Gathering, report_input};
#[cfg(test)]
pub use html::Page;
pub use html::html;
pub use text::text;
pub use write::{Looked, write};

#[cfg(test)]
pub use every_number::made_up;
