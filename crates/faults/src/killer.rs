//! Kills servers at random moments and starts them again.

use std::time::Duration;

use anyhow::Result;
use tokio::time::{Instant, sleep, sleep_until};

use crate::cluster::Cluster;
use crate::fleet::Fleet;
use crate::random_stream::RandomStream;
use crate::run::Plan;

/// Maximum time for which a server is down, in milliseconds.
const AWAY: usize = 600;

/// With a cluster, one of this many kills is that of the primary.
const PRIMARY: u32 = 4;
/// How long the servers may need to find the new primary.
const TAKEOVER: Duration = Duration::from_secs(30);

/// How long an asynchronous standby lags.
const LAG: Duration = Duration::from_secs(1);

/// The end of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub server: usize,
    /// From the signal on.
    pub from: Instant,
    /// Until it had ended.
    pub until: Instant,
    /// By SIGTERM; otherwise by SIGKILL.
    pub asked: bool,
}

/// What the killer did.
#[derive(Clone, Debug, Default)]
pub struct Killed {
    pub kills: u32,
    pub terms: u32,
    /// Primaries of PostgreSQL, each with a promotion.
    pub promotions: u32,
    /// The ends of servers, in order.
    pub ends: Vec<End>,
    /// Failures of servers: stopped unexpectedly, did not stop on SIGTERM, or exited with an error.
    pub failures: Vec<String>,
    /// The longest time from a start to the first answer.
    pub slowest_start: Duration,
    /// The longest time from the death of a primary until every server found the new one.
    pub slowest_promotion: Duration,
}

/// Kills one server at a time, spread over the plan's time; two of three by SIGKILL.
pub async fn run(fleet: &mut Fleet, mut cluster: Option<&mut Cluster>, plan: &Plan) -> Result<Killed> {
    let mut chance = RandomStream::of(plan.seed, "killer");
    let mut killed = Killed::default();
    let (started, gap) = (Instant::now(), plan.time / plan.kills.max(1));
    for nth in 0..plan.kills {
        sleep_until(started + gap * nth + chance.milliseconds(usize::try_from(gap.as_millis())?)).await;
        if let Some(cluster) = cluster.as_deref_mut().filter(|_| nth % PRIMARY == 1) {
            take_over(cluster, fleet, &mut killed).await?;
            continue;
        }
        killed.one(fleet, &mut chance, plan.forget).await?;
    }
    sleep_until(started + plan.time).await;
    Ok(killed)
}

impl Killed {
    /// Ends a server and starts it again, two of three times after SIGKILL.
    pub async fn one(&mut self, fleet: &mut Fleet, chance: &mut RandomStream, forget: bool) -> Result<()> {
        let server = chance.below(fleet.servers.len());
        let (from, asked) = (Instant::now(), chance.one_in(3));
        let ended = if asked {
            self.terms += 1;
            fleet.terminate(server).await
        } else {
            self.kills += 1;
            fleet.kill(server).await
        };
        self.ends.push(End { server, from, until: Instant::now(), asked });
        self.failures.extend(ended.err().map(|error| error.to_string()));
        if forget {
            fleet.forget()?;
        }
        sleep(chance.milliseconds(AWAY)).await;
        self.slowest_start = self.slowest_start.max(fleet.revive(server).await?);
        Ok(())
    }
}

/// Kills the primary. Its standby takes over, and the servers have to find it.
async fn take_over(cluster: &mut Cluster, fleet: &mut Fleet, killed: &mut Killed) -> Result<()> {
    if cluster.is_lagging() {
        cluster.cut_off_standby()?;
        // The standby does not have writes that are acknowledged meanwhile.
        sleep(LAG).await;
    }
    let died = Instant::now();
    cluster.fail_over().await?;
    killed.promotions += 1;
    for server in &mut fleet.servers {
        killed.failures.extend(server.until_it_answers().await.err().map(|error| error.to_string()));
    }
    let took = died.elapsed();
    killed.slowest_promotion = killed.slowest_promotion.max(took);
    if took > TAKEOVER {
        killed.failures.push(format!("the servers needed {} s to find the new primary", took.as_secs()));
    }
    cluster.attach_follower().await
}
