//! The permit that marks a participant as simulated. It can be created only with the server key.
//!
//! It is in a header and not in the form, so that it is known before the address limit counts. An invalid permit is
//! rejected: a simulated participant must never be counted as a person.
//!
//! Each call of a simulated participant can have a permit with the time on that participant's own clock: the later
//! parts of a study are days apart, and a simulation takes minutes. Sessions, permits and limits go by the server's
//! clock.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq as _;

use crate::api::error::{ApiError, Code, Result};
use crate::base::clock::Millis;
use crate::base::secrets::ServerKey;

pub const HEADER: &str = "unmask-simulated";

/// Long enough for a call that waits its turn; short, because an intercepted permit can be used until then.
const LASTS: Millis = 10 * 60_000;

/// A simulated participant that may register, and call with a clock of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulatedParticipant {
    /// Seed of all orders that it sees. People get theirs from the operating system; a simulation can be repeated. A
    /// permit is valid only for participants with this seed.
    pub seed: i64,
    /// How far the participant's own clock is behind the server's, in milliseconds; 0 without a clock of its own.
    pub behind: Millis,
    /// By how much the fixed days of later parts are earlier for the participant, in milliseconds: they may be still to
    /// come, and its own clock is behind the server's.
    pub earlier: Millis,
}

impl SimulatedParticipant {
    /// A simulated participant that goes by the server's clock.
    pub fn of(seed: i64) -> Self {
        Self { seed, behind: 0, earlier: 0 }
    }
}

/// The header's value for a simulated participant that calls now.
pub fn permit(key: &ServerKey, participant: SimulatedParticipant, now: Millis) -> String {
    let until = now + LASTS;
    let SimulatedParticipant { seed, behind, earlier } = participant;
    format!("{seed}.{behind}.{earlier}.{until}.{}", URL_SAFE_NO_PAD.encode(sign(key, participant, until)))
}

/// The simulated participant that calls; none for all others.
pub fn calling(key: &ServerKey, headers: &HeaderMap, now: Millis) -> Result<Option<SimulatedParticipant>> {
    let Some(value) = headers.get(HEADER) else { return Ok(None) };
    let participant = value.to_str().ok().and_then(|value| read(key, value, now));
    participant.map(Some).ok_or_else(|| ApiError::of(Code::InvalidPermit))
}

fn read(key: &ServerKey, value: &str, now: Millis) -> Option<SimulatedParticipant> {
    let mut parts = value.split('.');
    let mut number = || -> Option<i64> { parts.next()?.parse().ok() };
    let participant = SimulatedParticipant { seed: number()?, behind: number()?, earlier: number()? };
    let (until, tag) = (parts.next()?.parse().ok()?, parts.next()?);
    let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
    let is_signed = bool::from(sign(key, participant, until).ct_eq(&tag));
    // No clock is ahead of the server's or before 1970.
    let is_possible = parts.next().is_none() && (0..=now).contains(&participant.behind) && participant.earlier >= 0;
    (is_signed && is_possible && (now..=now + LASTS).contains(&until)).then_some(participant)
}

fn sign(key: &ServerKey, participant: SimulatedParticipant, until: Millis) -> [u8; 32] {
    let SimulatedParticipant { seed, behind, earlier } = participant;
    key.mac("simulated", &[seed, behind, earlier, until].map(i64::to_be_bytes).each_ref().map(|bytes| &bytes[..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = 1_790_000_000_000;

    fn called(key: &ServerKey, value: &str, now: Millis) -> Result<Option<SimulatedParticipant>> {
        calling(key, &HeaderMap::from_iter([(HEADER.parse().unwrap(), value.parse().unwrap())]), now)
    }

    #[test]
    fn a_permit_is_of_one_key_and_lasts_some_minutes() {
        let (key, other, participant) = (
            ServerKey::new([1; 32]),
            ServerKey::new([2; 32]),
            SimulatedParticipant { seed: -7, behind: 5_000, earlier: 9_000 },
        );
        let value = permit(&key, participant, NOW);
        assert_eq!(called(&key, &value, NOW).unwrap(), Some(participant));
        assert_eq!(called(&key, &value, NOW + LASTS).unwrap(), Some(participant));
        assert_eq!(calling(&key, &HeaderMap::new(), NOW).unwrap(), None);
        let longer = value.replace(&(NOW + LASTS).to_string(), &(NOW + LASTS + 1).to_string());
        for (key, value, now) in [
            (&other, value.as_str(), NOW),
            (&key, &value, NOW + LASTS + 1),
            (&key, &longer, NOW),
            (&key, &value.replace("-7", "-8"), NOW),
            (&key, &value.replace(".5000.", ".5001."), NOW),
            (&key, &value.replace(".5000.", "."), NOW),
            (&key, &value.replace(".9000.", ".9001."), NOW),
            (&key, &permit(&key, SimulatedParticipant { earlier: -1, ..participant }, NOW), NOW),
            (&key, &permit(&key, SimulatedParticipant { behind: -1, ..participant }, NOW), NOW),
            (&key, &permit(&key, SimulatedParticipant { behind: NOW + 1, ..participant }, NOW), NOW),
            (&key, &format!("{value}.1"), NOW),
            (&key, "1.2", NOW),
            (&key, "", NOW),
        ] {
            assert!(called(key, value, now).is_err(), "{value}");
        }
    }
}
