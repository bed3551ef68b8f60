//! Robots take part in a study through its real HTTP API, from the registration to the last page, and remember what
//! they sent and what they were told. The fault laboratory lets them meet a bad network and servers that are killed;
//! `unmask simulate` lets them rehearse a study before the first person.
//!
//! What a robot answers is its [`response_model::ResponseModel`]'s business: at random in the laboratory, from a signal-detection model in a
//! rehearsal. All chance comes from one seed. The same minds can rehearse on [`paper`], without a server.

pub mod api_client;
pub mod bundle;
pub mod chance;
pub mod check;
pub mod exported;
pub mod log;
pub mod offline;
pub mod response_model;
pub mod robot;
pub mod stored;
