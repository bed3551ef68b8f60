//! Values that many rows have.

/// Milliseconds since 1970, UTC.
pub type Millis = i64;

/// When a participant did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Never before what the same participant did earlier: for the order.
    pub at: Millis,
    /// What the server's clock said: for durations, and for people to read.
    pub measured: Millis,
}

impl From<Millis> for Stamp {
    fn from(at: Millis) -> Self {
        Self { at, measured: at }
    }
}

/// SHA-256 of a token or of a request's body.
pub type Digest = [u8; 32];
