//! The comparison with the recruiter's submissions.

pub mod comparison;
pub mod get;
