//! Long work that nobody's answer waits for: passwords, packages, reports. It gets the time that participants leave.

use anyhow::{Context as _, Result};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// Does it on a thread of its own, which may be kept busy, and which [yields](yield_to_others) to all others. Inside,
/// the runtime is [`Handle::current`].
///
/// # Errors
/// If the thread can't be started, or if the work panics.
pub async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let (done, result) = oneshot::channel();
    let runtime = Handle::current();
    let work = move || {
        yield_to_others();
        let _runtime = runtime.enter();
        // Anyone who asked may be gone.
        let _ = done.send(work());
    };
    std::thread::Builder::new().name("apart".into()).spawn(work).context("can't start a thread")?;
    result.await.context("the thread stopped unexpectedly")
}

/// Lowers the priority of this thread, and of those that it starts. On Linux the niceness belongs to the thread. If it
/// can't be changed, the work is merely less polite.
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
    async fn a_thread_apart_yields_and_so_do_its_own() {
        let here = niceness();
        let (there, below) = apart(|| (niceness(), std::thread::spawn(niceness).join().unwrap())).await.unwrap();
        assert_eq!((there, below, niceness()), (15, 15, here));
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_ends_nothing_else() {
        assert!(apart(|| panic!("on purpose")).await.is_err());
    }
}
