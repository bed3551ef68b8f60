//! Waves: the parts of a study after the first one, each with its own time.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::block::StepEntry;
use super::screening::WaveOutcomes;
use super::shape::map_or;
use crate::ids::{ArmId, WaveId};
use crate::text::Text;

/// The ID of the first wave, which consists of the steps of the arms.
pub const MAIN: WaveId = WaveId::literal("main");

/// A later part of the study. Participants take part in it again, days after they completed an earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wave {
    /// Name in the data: lower-case letters, digits and underscores.
    pub id: WaveId,
    /// Name for participants, for example "Second part".
    pub title: Text,
    /// The steps, for all arms or by arm. The last one is `/end`.
    pub steps: WaveSteps,
    /// The consent statement that participants ticked at registration if they have this wave: `contact_again`.
    /// Default: all participants have it.
    pub consent: Option<String>,
    /// The wave from whose completion days are counted. Default: the one before.
    pub after: Option<WaveId>,
    /// When it opens.
    pub opens: When,
    /// When it closes. Who has not completed it by then has missed it.
    pub closes: When,
    /// When e-mails are sent to those who gave an address and have not begun: first the invitation
    /// (`pages/email-invitation.md`), then reminders (`pages/email-reminder.md`). The wave is open then. Default: none.
    #[serde(default)]
    pub reminders: Vec<When>,
    /// Duration in minutes.
    pub minutes: u32,
    /// The code that participants see at the end of this wave, as proof for a recruitment service. Default: none.
    pub completion_code: Option<String>,
    /// This many failed attention checks in this wave end the participation in it. Default: they end none.
    pub failed_checks: Option<u32>,
    /// Minutes from the beginning of this wave after which it ends for a participant who has not completed it. Default:
    /// no limit; it ends when it closes.
    pub time_limit: Option<u32>,
    /// Why a time limit below 20 hours is essential (WCAG 2.2, success criterion 2.2.1).
    pub time_limit_reason: Option<String>,
    /// Codes, links and texts for participants whose participation in this wave is ended. Default: none.
    #[serde(default)]
    pub outcomes: WaveOutcomes,
}

impl Wave {
    /// Whether it opens or closes on a fixed day.
    pub fn is_dated(&self) -> bool {
        self.opens.date.is_some() || self.closes.date.is_some()
    }
}

/// A point in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// Days of 24 hours after the completion of the earlier wave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
    /// A day, `YYYY-MM-DD`: its beginning in UTC if something opens, its end if something closes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// The steps of a wave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum WaveSteps {
    /// The same for all arms.
    Same(Vec<StepEntry>),
    /// By arm.
    ByArm(IndexMap<ArmId, Vec<StepEntry>>),
}

impl<'de> Deserialize<'de> for WaveSteps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        map_or(deserializer, "a list of steps", Self::ByArm, Self::Same)
    }
}

impl WaveSteps {
    /// The steps of an arm; none if the wave is not for this arm.
    pub fn of(&self, arm: ArmId) -> &[StepEntry] {
        match self {
            Self::Same(steps) => steps,
            Self::ByArm(arms) => arms.get(&arm).map_or(&[], Vec::as_slice),
        }
    }

    /// All lists of steps.
    pub fn lists(&self) -> Vec<&[StepEntry]> {
        match self {
            Self::Same(steps) => vec![steps],
            Self::ByArm(arms) => arms.values().map(Vec::as_slice).collect(),
        }
    }
}
