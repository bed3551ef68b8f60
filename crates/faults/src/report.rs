//! The report of a run, as text and as a row of the table in `docs/RELIABILITY.md`.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::check::Violation;
use crate::database::Engine;
use crate::events;
use crate::killer::Killed;
use crate::log::{Outcome, Remembered};
use crate::messages;
use crate::proxy::Counts;
use crate::relay::Trouble;

/// Maximum number of listed violations; one error often affects hundreds of rows.
const LISTED: usize = 30;

/// A finished run.
pub struct Report {
    /// The seed with which the run can be repeated.
    pub seed: u64,
    pub engine: Engine,
    /// The study's id.
    pub study: String,
    /// How long it took.
    pub time: Duration,
    /// What the simulated participants remember.
    pub participants: Vec<Remembered>,
    pub rows: usize,
    /// What the network did.
    pub faults: Counts,
    /// What the killer did.
    pub killed: Killed,
    /// The messages about later parts, in a run with them.
    pub messages: Option<MessageReport>,
    pub violations: Vec<Violation>,
}

/// The messages of a run with later parts.
pub struct MessageReport {
    pub counts: messages::Counts,
    /// What the receiver of the webhook got.
    pub events: events::Counts,
    /// What the mail server did.
    pub troubles: BTreeMap<Trouble, u32>,
    /// Participants who completed each part.
    pub completed: Vec<usize>,
    /// How often the clock was set forward.
    pub jumps: usize,
}

impl fmt::Display for MessageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "completed, by part: {:?}; the clock was set forward {} times", self.completed, self.jumps)?;
        write!(f, "{}", self.counts)?;
        writeln!(f, "mail server: {:?}", self.troubles)?;
        write!(f, "{}", self.events)
    }
}

impl Report {
    /// The number of submissions with this outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        let all = self.participants.iter().flat_map(|participant| &participant.submissions);
        all.filter(|attempted| attempted.outcome() == outcome).count()
    }

    fn finished(&self) -> usize {
        self.participants.iter().filter(|participant| participant.finished).count()
    }

    fn repeats(&self) -> u32 {
        let all = self.participants.iter().flat_map(|participant| &participant.submissions);
        all.map(|attempted| attempted.tries.saturating_sub(1)).sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Killed { kills, terms, promotions, slowest_start, slowest_promotion, .. } = &self.killed;
        let (acknowledged, rejected) = (self.count(Outcome::Acknowledged), self.count(Outcome::Rejected));
        let unknown = self.count(Outcome::Unknown);
        writeln!(f, "seed {}, {:?}, study '{}', {} s", self.seed, self.engine, self.study, self.time.as_secs())?;
        writeln!(f, "participants: {}, at the end: {}", self.participants.len(), self.finished())?;
        writeln!(
            f,
            "submissions: {acknowledged} acknowledged, {rejected} rejected, {unknown} unknown; {} sent again",
            self.repeats()
        )?;
        writeln!(f, "rows exported: {}", self.rows)?;
        writeln!(f, "network: {:?}", self.faults)?;
        writeln!(f, "servers: {kills} SIGKILL, {terms} SIGTERM, slowest start {} ms", slowest_start.as_millis())?;
        writeln!(
            f,
            "primaries: {promotions} SIGKILL with promotion, slowest until all servers are ready {} ms",
            slowest_promotion.as_millis()
        )?;
        if let Some(messages) = &self.messages {
            write!(f, "{messages}")?;
        }
        writeln!(
            f,
            "\n| engine | study | seed | participants | kills (KILL + TERM + primaries) | network faults | acknowledged | exported | violations |"
        )?;
        writeln!(f, "|---|---|---|---|---|---|---|---|---|")?;
        let faults: u32 = self.faults.values().sum();
        writeln!(
            f,
            "| {:?} | {} | {} | {} | {kills} + {terms} + {promotions} | {faults} | {acknowledged} | {} | {} |",
            self.engine,
            self.study,
            self.seed,
            self.participants.len(),
            self.rows,
            self.violations.len()
        )?;
        for violation in self.violations.iter().take(LISTED) {
            writeln!(f, "\nVIOLATION {violation}")?;
        }
        match self.violations.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => writeln!(f, "\n… and {more} more"),
        }
    }
}
