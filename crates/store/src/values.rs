//! Common values of rows.

/// Milliseconds since 1970, UTC.
pub type Millis = i64;

/// When a participant did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The time that defines the order: never before an earlier event of the participant.
    pub at: Millis,
    /// The time of the server's clock, for durations and display.
    pub measured: Millis,
}

impl From<Millis> for Stamp {
    fn from(at: Millis) -> Self {
        Self { at, measured: at }
    }
}

/// SHA-256 of a token or of a request's body.
pub type Digest = [u8; 32];
