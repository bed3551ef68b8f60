//! The admin: exempt from the page flow, and the only one who sees the console.

mod audit;
pub mod authority;
mod blinding;
mod drawings;
mod exempt;
mod exports;
mod figures;
mod live;
mod logged;
mod looks;
mod participants;
mod previews;
mod researchers;
pub mod results;
mod study;
