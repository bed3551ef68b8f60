//! The ID of the request that is being handled, for the log and for replies about internal errors.

tokio::task_local! {
    static CURRENT: String;
}

/// The current ID; none outside a request.
pub fn current() -> Option<String> {
    CURRENT.try_with(Clone::clone).ok()
}

/// Runs `handler` as the request with this ID.
pub async fn scope<T>(id: String, handler: impl Future<Output = T>) -> T {
    CURRENT.scope(id, handler).await
}
