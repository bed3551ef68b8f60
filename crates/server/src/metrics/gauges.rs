//! Gauges that are queried when the metrics are read: database and queues.

use std::sync::atomic::{AtomicU64, Ordering};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use unmask_store::allocation::{self, Count, SlotState};
use unmask_store::{Load, SIZES, StoreError, sessions};

use super::listener::{Measured, MeasuredStudy, OpenStudy};

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Of {
    study: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct State {
    study: String,
    state: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Closures {
    study: String,
    closures: &'static str,
}

/// Set whenever the metrics are read, by study.
#[derive(Default)]
pub struct Gauges {
    up: Family<Of, Gauge>,
    waiting: Family<Of, Gauge>,
    commits: Family<Closures, Counter>,
    closures: Family<Of, Counter>,
    connections: Family<State, Gauge>,
    passwords: Gauge,
    sessions: Family<Of, Gauge>,
    slots: Family<State, Gauge>,
    slots_left: Family<Of, Gauge>,
}

impl Gauges {
    pub fn register(registry: &mut Registry) -> Self {
        let it = Self::default();
        registry.register(
            "database_up",
            "1 if the study is open, its database answered and no damage was found in it",
            it.up.clone(),
        );
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

    /// Updates all gauges. If the database of a study does not respond, its other gauges are missing and `database_up`
    /// is 0.
    pub async fn ask(&self, measured: &Measured) {
        self.forget();
        self.passwords.set(number(measured.passwords.waiting()));
        for MeasuredStudy { id, open } in (measured.studies)() {
            let of = Of { study: id };
            let Some(open) = open else {
                self.up.get_or_create(&of).set(0);
                continue;
            };
            self.load(&of, open.store.load());
            let answered = self.database(&of, &open).await;
            if let Err(error) = &answered {
                tracing::warn!(%error, study = of.study, "the database did not respond to the metrics");
            }
            self.up.get_or_create(&of).set(i64::from(answered.is_ok() && open.store.damage().is_none()));
        }
    }

    /// Studies come and go.
    fn forget(&self) {
        for gauges in [&self.up, &self.waiting, &self.sessions, &self.slots_left] {
            gauges.clear();
        }
        self.connections.clear();
        self.slots.clear();
        self.commits.clear();
        self.closures.clear();
    }

    fn load(&self, of: &Of, load: Load) {
        match load {
            Load::Sqlite { waiting, commits, closures: all } => {
                self.waiting.get_or_create(of).set(number(waiting));
                for (closures, commits) in SIZES.into_iter().zip(commits) {
                    let closures = Closures { study: of.study.clone(), closures };
                    raise(&self.commits.get_or_create(&closures), commits);
                }
                raise(&self.closures.get_or_create(of), all);
            }
            Load::Postgres { busy, idle } => {
                for (state, connections) in [("busy", busy), ("idle", idle)] {
                    let state = State { study: of.study.clone(), state };
                    self.connections.get_or_create(&state).set(number(connections));
                }
            }
        }
    }

    async fn database(&self, of: &Of, open: &OpenStudy) -> Result<(), StoreError> {
        let open_sessions = sessions::open_sessions(&open.store, open.clock.now()).await?;
        self.sessions.get_or_create(of).set(open_sessions);
        let counts = allocation::counts(&open.store).await?;
        for (state, word) in [
            (SlotState::Free, "free"),
            (SlotState::Reserved, "reserved"),
            (SlotState::Confirmed, "confirmed"),
            (SlotState::Withdrawn, "withdrawn"),
        ] {
            let label = State { study: of.study.clone(), state: word };
            self.slots.get_or_create(&label).set(sum(&counts, |found| found == state));
        }
        let version = open.versions.active();
        let plan = &version.study.file.allocation;
        let taken = sum(&counts, |state| state != SlotState::Free);
        let free = sum(&counts, |state| state == SlotState::Free);
        // Slots that are drawn have no end; the free ones are those that were released.
        let unlimited = if plan.draws_slots() { i64::MAX } else { free };
        let left = plan.most().map_or(unlimited, |most| (i64::from(most) - taken).max(0));
        self.slots_left.get_or_create(of).set(left);
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
