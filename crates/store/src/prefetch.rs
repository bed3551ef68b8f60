//! Prefetch: a separate thread reads the submissions before the export needs them, so that reading and writing use two
//! processors.

use std::mem;
use std::panic::resume_unwind;
use std::thread;

use futures_executor::block_on;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::oneshot;

use crate::export::{self, Passing, Selection};
use crate::{Snapshot, StoreError};

/// What passes together.
const BATCH: usize = 64;
/// Batches that wait to be taken. With those in both hands, half a megabyte.
const WAITING: usize = 2;

/// Like [`export::submissions`], but prefetched: `make` runs on the reading thread. Returns the snapshot for further
/// reads.
pub async fn submissions<T: Send + 'static, E: From<StoreError> + Send + 'static>(
    snapshot: Snapshot,
    selection: impl Into<Selection>,
    make: impl Fn(Passing) -> Result<T, E> + Send + 'static,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<Snapshot, E> {
    let (batches, mut coming) = channel(WAITING);
    let (back, returned) = oneshot::channel();
    let (runtime, selection) = (Handle::current(), selection.into());
    let reading = thread::spawn(move || {
        // PostgreSQL's connection belongs to the runtime, and can be dropped nowhere else: outside of it that would end
        // the whole program. So it is not the thread's result, which is dropped outside if no caller waits for it.
        let _runtime = runtime.enter();
        let mut snapshot = snapshot;
        let read = block_on(read(&mut snapshot, selection, make, batches));
        drop(back.send((snapshot, read)));
    });
    while let Some(batch) = coming.recv().await {
        for made in batch {
            take(made)?;
        }
    }
    match returned.await {
        Ok((snapshot, read)) => read.map(|()| snapshot),
        Err(_) => resume_unwind(reading.join().err().unwrap_or_else(|| Box::new("reading stopped without an error"))),
    }
}

/// Reads until the end, or until the receiver is dropped; the receiving side knows the reason.
async fn read<T, E: From<StoreError>>(
    snapshot: &mut Snapshot,
    selection: Selection,
    make: impl Fn(Passing) -> Result<T, E>,
    batches: Sender<Vec<T>>,
) -> Result<(), E> {
    let mut batch = Vec::with_capacity(BATCH);
    let fill = |passing| {
        batch.push(make(passing).map_err(Ended::Failed)?);
        if batch.len() < BATCH {
            return Ok(());
        }
        let full = mem::replace(&mut batch, Vec::with_capacity(BATCH));
        batches.blocking_send(full).map_err(|_| Ended::Left)
    };
    match export::submissions(snapshot, selection, fill).await {
        Ok(()) => drop(batches.blocking_send(batch)),
        Err(Ended::Left) => {}
        Err(Ended::Failed(error)) => return Err(error),
    }
    Ok(())
}

/// Why reading ended early.
enum Ended<E> {
    Left,
    Failed(E),
}

impl<E: From<StoreError>> From<StoreError> for Ended<E> {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}
