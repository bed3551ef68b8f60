//! Background work on low-priority threads: passwords, data packages, reports.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore, oneshot};

/// Runs it on a separate thread, which may block, and which [yields](yield_to_others) to all others. Inside, the
/// runtime is [`Handle::current`].
///
/// # Errors
/// If the thread can't be started, or if the work panics.
pub async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let (done, result) = oneshot::channel();
    let runtime = Handle::current();
    let work = move || {
        yield_to_others();
        let _runtime = runtime.enter();
        // The caller may have stopped waiting.
        let _ = done.send(work());
    };
    std::thread::Builder::new().name("background".into()).spawn(work).context("can't start a thread")?;
    result.await.context("the thread stopped unexpectedly")
}

/// Turns of work that would be too much at the same time: one runs, and one waits.
#[derive(Clone)]
pub struct Turns {
    places: Arc<Semaphore>,
    running: Arc<Mutex<()>>,
}

/// Others wait until it is dropped.
pub struct Turn {
    _running: OwnedMutexGuard<()>,
    _place: OwnedSemaphorePermit,
}

impl Default for Turns {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(2)), running: Arc::default() }
    }
}

impl Turns {
    /// Waits for the next turn; None if somebody waits already.
    pub async fn next(&self) -> Option<Turn> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        Some(Turn { _running: Arc::clone(&self.running).lock_owned().await, _place: place })
    }
}

/// The same as [`run`] in a turn, which lasts until the work is done, also if the caller stops waiting.
pub async fn run_in<T: Send + 'static>(turn: Turn, work: impl FnOnce() -> T + Send + 'static) -> Result<(Turn, T)> {
    run(move || {
        let result = work();
        (turn, result)
    })
    .await
}

/// Lowers the priority of this thread, and of those that it starts. On Linux the niceness belongs to the thread. If it
/// can't be changed, the work runs at normal priority.
pub fn yield_to_others() {
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 15);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn niceness() -> i32 {
        rustix::process::getpriority_process(Some(rustix::thread::gettid())).unwrap()
    }

    #[tokio::test]
    async fn a_background_thread_and_its_children_have_low_priority() {
        let here = niceness();
        let (there, below) = run(|| (niceness(), std::thread::spawn(niceness).join().unwrap())).await.unwrap();
        assert_eq!((there, below, niceness()), (15, 15, here));
    }

    #[tokio::test]
    async fn a_turn_lasts_as_long_as_the_work_that_nobody_waits_for() {
        let turns = Turns::default();
        let (begun, begins) = oneshot::channel();
        let (end, ends) = std::sync::mpsc::channel();
        let turn = turns.next().await.unwrap();
        let left = tokio::spawn(run_in(turn, move || {
            begun.send(()).unwrap();
            ends.recv().unwrap();
        }));
        begins.await.unwrap();
        left.abort();
        assert!(left.await.is_err());
        // One waits, and no other. Who stops waiting makes room.
        for _ in 0..2 {
            let mut waiting = Box::pin(turns.next());
            assert!(futures_util::poll!(&mut waiting).is_pending());
            assert!(turns.next().await.is_none());
        }
        let waiting = tokio::spawn({
            let turns = turns.clone();
            async move { turns.next().await.is_some() }
        });
        end.send(()).unwrap();
        assert!(waiting.await.unwrap());
        assert!(turns.next().await.is_some());
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_ends_nothing_else() {
        assert!(run(|| panic!("on purpose")).await.is_err());
    }
}
