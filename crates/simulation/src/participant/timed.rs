//! How long replies took.

use std::time::Duration;

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Call {
    /// A registration: a password is hashed.
    Register,
    /// Signing in, or new tokens.
    SignIn,
    /// A page's content.
    Read,
    Submit,
    /// A move without answers.
    Move,
}

#[derive(Clone, Copy, Debug)]
pub struct Timed {
    pub call: Call,
    /// From the first byte sent to the last one received.
    pub took: Duration,
}

impl Call {
    pub(super) fn of(method: &str, path: &str) -> Self {
        match (method, path) {
            ("GET", _) => Self::Read,
            ("PUT", _) => Self::Move,
            (_, "/api/auth/register") => Self::Register,
            (_, path) if path.starts_with("/api/auth/") => Self::SignIn,
            _ => Self::Submit,
        }
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Register => "registration",
            Self::SignIn => "signing in",
            Self::Read => "page content",
            Self::Submit => "answers",
            Self::Move => "moves",
        }
    }
}
