//! The program: HTTP API, sign-in, media, the embedded web app, command line.
//!
//! A request is answered by one handler in [`routes`]: extract, load, decide (`unmask-study`), write
//! (`unmask-store`), reply. Rules are in `unmask-study`, SQL is in `unmask-store`.
//!
//! The modules form layers: `tests/layers.rs` has their order and fails on an import that runs upwards.

pub mod allocation;
pub mod api;
pub mod app;
pub mod auth;
pub mod base;
pub mod cli;
pub mod collector;
pub mod https;
pub mod installation;
pub mod jobs;
pub mod mail;
pub mod media;
pub mod metrics;
pub mod read_models;
pub mod recruiters;
pub mod reports;
pub mod routes;
pub mod serve;
pub mod study_versions;
pub mod web_app;
pub mod webhooks;
