//! Gauges that are queried when the metrics are read: database and queues.

use std::sync::atomic::{AtomicU64, Ordering};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use unmask_store::allocation::{self, Count, SlotState};
use unmask_store::{Load, SIZES, StoreError, sessions};

use super::listener::Measured;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct State {
    state: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Closures {
    closures: &'static str,
}

/// Set whenever the metrics are read.
#[derive(Default)]
pub struct Gauges {
    up: Gauge,
    waiting: Gauge,
    commits: Family<Closures, Counter>,
    closures: Counter,
    connections: Family<State, Gauge>,
    passwords: Gauge,
    sessions: Gauge,
    slots: Family<State, Gauge>,
    slots_left: Gauge,
}

impl Gauges {
    pub fn register(registry: &mut Registry) -> Self {
        let it = Self::default();
        registry.register("database_up", "1 if the database answered and no damage was found in it", it.up.clone());
        registry.register("writer_waiting", "Writes that wait for the writer (SQLite)", it.waiting.clone());
        registry.register("writer_commits", "Commits by the number of writes in them (SQLite)", it.commits.clone());
        registry.register("writer_closures", "Writes committed or rejected (SQLite)", it.closures.clone());
        registry.register("database_connections", "Connections of the pool (PostgreSQL)", it.connections.clone());
        registry.register(
            "password_jobs",
            "Passwords to be hashed or checked, waiting or in progress",
            it.passwords.clone(),
        );
        registry.register("sessions", "Sessions that have not ended", it.sessions.clone());
        registry.register("allocation_slots", "Slots of the schedule, by state", it.slots.clone());
        registry.register(
            "allocation_slots_left",
            "Participants who can still be randomised: up to the study's target, or else to the schedule's end",
            it.slots_left.clone(),
        );
        it
    }

    /// Updates all gauges. If the database does not respond, its gauges keep their values and `database_up` is 0.
    pub async fn ask(&self, measured: &Measured) {
        self.passwords.set(number(measured.passwords.waiting()));
        self.load(measured.store.load());
        let answered = self.database(measured).await;
        if let Err(error) = &answered {
            tracing::warn!(%error, "the database did not respond to the metrics");
        }
        self.up.set(i64::from(answered.is_ok() && measured.store.damage().is_none()));
    }

    fn load(&self, load: Load) {
        match load {
            Load::Sqlite { waiting, commits, closures } => {
                self.waiting.set(number(waiting));
                for (closures, commits) in SIZES.into_iter().zip(commits) {
                    raise(&self.commits.get_or_create(&Closures { closures }), commits);
                }
                raise(&self.closures, closures);
            }
            Load::Postgres { busy, idle } => {
                for (state, connections) in [("busy", busy), ("idle", idle)] {
                    self.connections.get_or_create(&State { state }).set(number(connections));
                }
            }
        }
    }

    async fn database(&self, measured: &Measured) -> Result<(), StoreError> {
        self.sessions.set(sessions::open_sessions(&measured.store, measured.clock.now()).await?);
        let counts = allocation::counts(&measured.store).await?;
        for (state, word) in [
            (SlotState::Free, "free"),
            (SlotState::Reserved, "reserved"),
            (SlotState::Confirmed, "confirmed"),
            (SlotState::Withdrawn, "withdrawn"),
        ] {
            self.slots.get_or_create(&State { state: word }).set(sum(&counts, |found| found == state));
        }
        let version = measured.versions.active();
        let plan = &version.study.file.allocation;
        let taken = sum(&counts, |state| state != SlotState::Free);
        let free = sum(&counts, |state| state == SlotState::Free);
        // Slots that are drawn have no end; the free ones are those that were released.
        let unlimited = if plan.draws_slots() { i64::MAX } else { free };
        self.slots_left.set(plan.most().map_or(unlimited, |most| (i64::from(most) - taken).max(0)));
        Ok(())
    }
}

fn sum(counts: &[Count], which: impl Fn(SlotState) -> bool) -> i64 {
    counts.iter().filter(|count| which(count.state)).map(|count| count.slots).sum()
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Sets a counter whose value is counted elsewhere.
pub fn raise(counter: &Counter, to: u64) {
    let inner: &AtomicU64 = counter.inner();
    inner.store(to, Ordering::Relaxed);
}
