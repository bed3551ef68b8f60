//! Transcripts over the real router and a real database. One binary: linking is what takes time.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

mod support;

mod admin;
mod afterwards;
mod analytics;
mod at_a_block;
mod backup;
mod blocks;
mod bucket;
mod checks;
mod clock;
mod concealment;
mod docs;
mod doctor;
mod export;
mod full;
mod guessing;
mod hostile;
mod idempotency;
mod invitations;
mod journeys;
mod leaving;
mod ledger;
mod listening;
mod maintenance;
mod matrix;
mod media;
mod metrics;
mod minimisation;
mod moves;
mod openapi;
mod page_flow;
mod pages;
mod program;
mod registration;
mod rejections;
mod rights;
mod screening;
mod sessions;
mod simulate;
mod six_arms;
mod starting;
mod strata;
mod tickets;
mod timing;
mod transcripts;
mod two_waves;
mod unblinding;
mod unfinished;
mod unseen;
mod versions;
