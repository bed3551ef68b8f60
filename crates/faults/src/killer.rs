//! Ends servers at random moments and starts them again.

use std::time::Duration;

use anyhow::Result;
use tokio::time::{Instant, sleep, sleep_until};

use crate::chance::Chance;
use crate::fleet::Fleet;
use crate::run::Plan;

/// The most that a server stays away, in milliseconds.
const AWAY: usize = 600;

/// What was done.
#[derive(Clone, Debug, Default)]
pub struct Killed {
    /// SIGKILLs.
    pub kills: u32,
    /// SIGTERMs.
    pub terms: u32,
    /// Servers that did not behave: ended by themselves, did not end when asked, ended without success.
    pub failures: Vec<String>,
    /// The longest time from a start to the first answer.
    pub slowest_start: Duration,
}

/// Ends one server at a time, spread over the plan's time; two of three by SIGKILL.
pub async fn run(fleet: &mut Fleet, plan: &Plan) -> Result<Killed> {
    let mut chance = Chance::of(plan.seed, "killer");
    let mut killed = Killed::default();
    let (started, gap) = (Instant::now(), plan.time / plan.kills.max(1));
    for nth in 0..plan.kills {
        sleep_until(started + gap * nth + chance.milliseconds(usize::try_from(gap.as_millis())?)).await;
        let number = chance.below(fleet.servers.len());
        let ended = if chance.one_in(3) {
            killed.terms += 1;
            fleet.terminate(number).await
        } else {
            killed.kills += 1;
            fleet.kill(number).await
        };
        killed.failures.extend(ended.err().map(|error| error.to_string()));
        if plan.forget {
            fleet.forget()?;
        }
        sleep(chance.milliseconds(AWAY)).await;
        killed.slowest_start = killed.slowest_start.max(fleet.revive(number).await?);
    }
    sleep_until(started + plan.time).await;
    Ok(killed)
}
