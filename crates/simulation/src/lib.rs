//! Simulated participants take part in a study over its HTTP API, from the registration to the last page, and log what
//! they sent and received. The fault laboratory uses them with a bad network and servers that are killed; `unmask
//! simulate` uses them to try out a study before the first person.
//!
//! A [`response_model::ResponseModel`] decides what a simulated participant answers: at random in the laboratory, by a
//! signal detection model in a simulation. All random numbers come from one seed. [`offline`] runs the same models
//! without a server.

pub mod api_client;
pub mod bundle;
pub mod check;
pub mod exported;
pub mod log;
pub mod offline;
pub mod participant;
pub mod power;
pub mod random_stream;
pub mod response_model;
pub mod stored;
