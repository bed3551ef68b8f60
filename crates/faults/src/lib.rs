//! The fault laboratory: simulated participants take part in a study over a network that loses, duplicates, delays and
//! cuts requests, on servers that are killed. Afterwards, export and database are compared with what the participants
//! received.
//!
//! What must hold: acknowledged ⊆ exported ⊆ attempted, each once and as it was sent; every participant's path is
//! one that the page flow allows; the allocation is the schedule's, exact by block.
//!
//! All chance of the laboratory comes from one seed: the simulated participants' choices, the fault that each request
//! meets, the kills. What is left to the machine is how threads and processes interleave, and to the servers their own
//! dice.
//!
//! What is exported is read as a researcher reads it, from the package of `unmask export`. The tables behind it are
//! read too, with the databases' own command-line clients and not through `unmask-store`: a mistake of the storage
//! layer must not hide itself, and the export must be the tables.

pub mod cluster;
pub mod database;
pub mod exported;
pub mod fleet;
pub mod killer;
pub mod nginx;
pub mod processes;
pub mod proxy;
pub mod report;
pub mod run;
pub mod s3;
pub mod study;
pub mod switch;
pub mod trace;
mod wire;

pub use unmask_simulation::{api_client, bundle, chance, check, log, participant, response_model, stored};
