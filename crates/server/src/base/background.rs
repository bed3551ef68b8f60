//! Background work on low-priority threads: passwords, data packages, reports.

use anyhow::{Context as _, Result};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

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
    async fn a_panic_is_an_error_and_ends_nothing_else() {
        assert!(run(|| panic!("on purpose")).await.is_err());
    }
}
