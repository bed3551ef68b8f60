//! Webhooks: signed events for other programs, after the Standard Webhooks specification
//! (<https://www.standardwebhooks.com>).

mod body;
mod endpoint;
mod sender;
mod signature;

use serde::Serialize;
use unmask_store::webhooks::Logged;
use unmask_study::Study;
use unmask_study::definition::WaveId;
use utoipa::ToSchema;

pub use body::body;
pub use endpoint::{endpoint, require_outside};
pub use sender::{Request, Sender, TIMEOUT};
pub use signature::SigningSecret;

/// Whether an event about a part is not sent, because only some arms have the part: it would show who is in them.
pub fn is_withheld(study: &Study, wave: Option<WaveId>) -> bool {
    wave.is_some_and(|wave| study.wave_reveals_arms(wave))
}

/// How far a delivery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// It is sent soon, or waits for an earlier event of the same participant.
    Waiting,
    /// An attempt failed, and there will be another one.
    Retrying,
    /// The receiver accepted it.
    Delivered,
    /// It was given up.
    Failed,
}

impl DeliveryState {
    pub fn of(logged: &Logged) -> Self {
        match logged {
            Logged { delivered_at: Some(_), .. } => Self::Delivered,
            Logged { failed_at: Some(_), .. } => Self::Failed,
            Logged { attempts: 0, .. } => Self::Waiting,
            _ => Self::Retrying,
        }
    }
}
