//! The fault laboratory: simulated participants take part in a study over a network that loses, duplicates, delays and
//! cuts requests, on servers that are killed. Afterwards, export and database are compared with what the participants
//! received.
//!
//! Invariants: acknowledged ⊆ exported ⊆ attempted, each once and as it was sent; every participant's path is allowed
//! by the page flow; the allocation equals the schedule, exact by block.
//!
//! All random choices of the laboratory come from one seed: the simulated participants' choices, the fault of each
//! request, the kills. Not determined are the interleaving of threads and processes, and the servers' own random
//! numbers.
//!
//! Exported data are read from the package of `unmask export`, as a researcher reads them. The tables are read as well,
//! with the databases' command-line clients and not through `unmask-store`, so that an error of the storage layer is
//! found, and the export can be compared with the tables.

pub mod cluster;
pub mod database;
pub mod events;
pub mod exported;
pub mod fleet;
pub mod hook;
pub mod killer;
pub mod machine;
pub mod messages;
pub mod moved_clock;
pub mod nginx;
pub mod processes;
pub mod proxy;
pub mod relay;
pub mod report;
pub mod run;
pub mod s3;
pub mod study;
pub mod switch;
pub mod trace;
pub mod waves;
mod wire;

pub use unmask_simulation::{api_client, bundle, check, log, participant, random_stream, response_model, stored};
