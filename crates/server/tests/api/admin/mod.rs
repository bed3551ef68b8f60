//! The admin: exempt from the page flow, and the only one who sees the console.

mod authority;
mod exempt;
mod participants;
mod results;
mod study;
