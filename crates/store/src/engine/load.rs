//! The load of the database, for metrics.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Kind, Store};

/// Upper bounds of the classes of commits.
const ENDS: [usize; 5] = [1, 7, 31, 127, usize::MAX];
/// The names of the classes: the number of write closures in a commit.
pub const SIZES: [&str; 5] = ["1", "2-7", "8-31", "32-127", "128+"];

/// Counters of the writer.
#[derive(Default)]
pub(super) struct Counts {
    commits: [AtomicU64; 5],
    closures: AtomicU64,
}

impl Counts {
    pub(super) fn commit(&self, closures: usize) {
        let class = ENDS.iter().position(|end| closures <= *end).unwrap_or(ENDS.len() - 1);
        self.commits[class].fetch_add(1, Ordering::Relaxed);
        self.closures.fetch_add(closures as u64, Ordering::Relaxed);
    }
}

/// The load of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// One writer that commits many closures together.
    Sqlite {
        /// Closures in the queue.
        waiting: usize,
        /// Commits so far, by the classes of [`SIZES`].
        commits: [u64; 5],
        /// Closures so far.
        closures: u64,
    },
    /// A pool of connections.
    Postgres {
        /// Connections in use.
        busy: usize,
        /// Idle connections.
        idle: usize,
    },
}

impl Store {
    /// The current load.
    pub fn load(&self) -> Load {
        match &self.0 {
            Kind::Sqlite(store) => {
                let counts = store.writer.counts();
                Load::Sqlite {
                    waiting: store.writer.waiting(),
                    commits: std::array::from_fn(|class| counts.commits[class].load(Ordering::Relaxed)),
                    closures: counts.closures.load(Ordering::Relaxed),
                }
            }
            Kind::Postgres(pool) => {
                let idle = pool.num_idle();
                Load::Postgres { busy: (pool.size() as usize).saturating_sub(idle), idle }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_counted_in_its_class() {
        let counts = Counts::default();
        for closures in [1, 2, 7, 8, 31, 32, 127, 128, 256] {
            counts.commit(closures);
        }
        let commits: Vec<u64> = counts.commits.iter().map(|class| class.load(Ordering::Relaxed)).collect();
        assert_eq!(commits, [1, 2, 2, 2, 2]);
        assert_eq!(counts.closures.load(Ordering::Relaxed), 592);
    }
}
