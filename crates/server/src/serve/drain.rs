//! Shutdown: on SIGTERM or SIGINT, open requests are completed, up to a time limit.

use std::time::Duration;

use hyper_util::server::graceful::GracefulShutdown;
use tokio::signal::unix::{SignalKind, signal};

/// Timeout for open requests after the signal.
pub const DRAIN_LIMIT: Duration = Duration::from_secs(20);

/// Completes on SIGTERM or SIGINT.
pub fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Lets every connection finish its current request and closes it. Aborts the others after the timeout.
pub async fn finish(graceful: GracefulShutdown) {
    let open = graceful.count();
    tracing::info!(open, "stopping");
    if tokio::time::timeout(DRAIN_LIMIT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections did not close in time and are aborted");
    }
}
