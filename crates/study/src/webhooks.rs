//! Events that are sent to other programs by webhooks, and when a delivery that failed is tried again.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::definition::Outcome;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;

/// The pauses between the attempts of a delivery, in milliseconds. After the tenth attempt, nearly three days after the
/// first one, a delivery is given up.
const PAUSES: [i64; 9] =
    [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR];

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A participant reached the end of a part.
    Completed,
    /// A rule of the questionnaire excluded a participant.
    ScreenedOut,
    /// A quota that a participant counts in was full.
    QuotaFull,
    /// The time limit of a part passed.
    TimedOut,
    /// A participant failed the attention checks of a part.
    Failed,
    /// A participant will not take part in a later part.
    Declined,
    /// A participant withdrew from the study.
    Withdrawn,
    /// A later part has opened for a participant, who has not begun it.
    WaveDue,
    /// The researcher tests the webhook.
    Test,
}

impl EventKind {
    /// The events that a webhook can be for. All webhooks get tests.
    pub const ALL: [Self; 8] = [
        Self::Completed,
        Self::ScreenedOut,
        Self::QuotaFull,
        Self::TimedOut,
        Self::Failed,
        Self::Declined,
        Self::Withdrawn,
        Self::WaveDue,
    ];

    /// Name in the data and in what is sent.
    pub fn name(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::ScreenedOut => "screened_out",
            Self::QuotaFull => "quota_full",
            Self::TimedOut => "timed_out",
            Self::Failed => "failed",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
            Self::WaveDue => "wave_due",
            Self::Test => "test",
        }
    }

    /// The outcome that the event reports; none if it reports something else.
    pub fn outcome(self) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| Self::from(*outcome) == self)
    }
}

impl From<Outcome> for EventKind {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Completed => Self::Completed,
            Outcome::ScreenedOut => Self::ScreenedOut,
            Outcome::QuotaFull => Self::QuotaFull,
            Outcome::Withdrawn => Self::Withdrawn,
            Outcome::TimedOut => Self::TimedOut,
            Outcome::Failed => Self::Failed,
            Outcome::Declined => Self::Declined,
        }
    }
}

impl FromStr for EventKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            format!("`{name}` is no event; the events are {known}")
        })
    }
}

/// Why the last attempt of a delivery failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryFailure {
    /// The reply has another status than one of success.
    Rejected,
    /// The receiver wants no more events (410).
    Gone,
    /// There was no reply in time.
    Late,
    /// There was no connection, it was not encrypted as it must be, or it broke.
    Unreachable,
    /// The server key can't read the webhook's secret, or the participant's study version can't be loaded.
    Unreadable,
    /// The webhook was disabled before the event was sent.
    Disabled,
}

/// The pause after this many failed attempts, in milliseconds; none if the delivery is given up.
pub fn pause(attempts: i64) -> Option<i64> {
    PAUSES.get(usize::try_from(attempts - 1).unwrap_or(0)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pauses_grow_until_the_delivery_is_given_up() {
        let pauses: Vec<_> = (1..=10).map(pause).collect();
        assert_eq!(pauses[..3], [Some(5_000), Some(60_000), Some(300_000)]);
        assert!(pauses[..9].is_sorted(), "{pauses:?}");
        assert_eq!((pauses[8], pauses[9]), (Some(24 * HOUR), None));
        let whole: i64 = PAUSES.iter().sum();
        assert!((60 * HOUR..=72 * HOUR).contains(&whole), "{whole}");
        assert_eq!((pause(0), pause(-1), pause(1000)), (Some(5_000), Some(5_000), None));
    }

    #[test]
    fn names_are_those_of_the_outcomes_and_are_read_again() {
        for kind in EventKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            assert_eq!(kind.outcome().map(Outcome::name), (kind != EventKind::WaveDue).then_some(kind.name()));
        }
        assert!(EventKind::from_str("test").is_err(), "a webhook can't be for tests alone");
        assert_eq!(EventKind::Test.outcome(), None);
    }
}
