//! The write queue. SQLite: one writer thread that runs many closures in one commit. PostgreSQL: a transaction for each
//! closure, run again after a serialization failure.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};
use tracing::Instrument as _;

use super::connection::{Pool, is_broken};
use super::damage::Damage;
use super::load::Counts;
use super::tx::{Link, Tx};
use super::{Kind, Store};
use crate::StoreError;
use crate::error::is_conflict;

/// Maximum number of closures in one commit.
const BATCH: usize = 256;
/// Capacity of the queue. Further callers wait until it has room.
const QUEUE: usize = 4096;
/// Maximum number of runs of a closure on PostgreSQL.
const ATTEMPTS: usize = 5;
/// A closure that takes longer delays all behind it and is logged.
const SLOW: Duration = Duration::from_millis(20);

/// Time until the next attempt to empty the write-ahead log.
const EMPTY_AGAIN: Duration = Duration::from_secs(1);

/// A write closure; call sites do not name it. `AsyncFnOnce` allows closures without types; this adds the `Send` bound
/// that it can't express. `Clone` is for running again.
pub trait WriteFn<'t, T, E>: FnOnce(&'t mut Tx) -> Self::Fut + Clone + Send {
    /// The closure's future.
    type Fut: Future<Output = Result<T, E>> + Send + 't;
}

impl<'t, T, E, F, Fut> WriteFn<'t, T, E> for F
where
    F: FnOnce(&'t mut Tx) -> Fut + Clone + Send,
    Fut: Future<Output = Result<T, E>> + Send + 't,
{
    type Fut = Fut;
}

/// With a transaction: runs the closure and returns how to reply after the commit. Without: rejects.
type Job = Box<dyn FnOnce(Result<&mut Tx, StoreError>) -> (bool, Answer) + Send>;
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

impl Store {
    /// Runs a closure in a transaction. Its result is returned only after the commit; on an error, nothing is stored.
    /// It runs to its end even if the caller disconnects, can run again (PostgreSQL), must wait only for the database,
    /// and should not compute.
    pub async fn write<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: AsyncFnOnce(&mut Tx) -> Result<T, E> + for<'t> WriteFn<'t, T, E> + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.0 {
            Kind::Sqlite(store) => store.writer.run(f).await,
            Kind::Postgres(pool) => {
                // in a separate task: as on SQLite, a client that disconnects does not undo the write
                let task = tokio::spawn(in_own_transaction(pool.clone(), self.1.clone(), f).in_current_span());
                task.await.unwrap_or_else(|_| Err(panicked().into()))
            }
        }
    }
}

fn panicked() -> StoreError {
    StoreError::Internal("a write closure panicked".into())
}

/// The thread with the only connection that writes.
pub(super) struct Writer {
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    counts: Arc<Counts>,
}

impl Writer {
    /// `usual` is the connection's busy timeout.
    pub(super) fn start(connection: Connection, usual: Duration, damage: Damage) -> Result<Self, StoreError> {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let counts = Arc::<Counts>::default();
        let thread = std::thread::Builder::new().name("writer".into()).spawn({
            let counts = Arc::clone(&counts);
            move || work(connection, usual, &damage, jobs, &counts)
        });
        let thread = thread.map_err(|e| StoreError::Unavailable(format!("can't start the writer: {e}")))?;
        Ok(Self { queue: Mutex::new(Some(queue)), thread: Mutex::new(Some(thread)), counts })
    }

    async fn run<T, E, F>(&self, f: F) -> Result<T, E>
    where
        F: for<'t> WriteFn<'t, T, E> + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let closed = || StoreError::Unavailable("the server is shutting down".into());
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move |tx| {
            let result = tx.map_err(E::from).and_then(|tx| guarded(tx, f));
            let worked = result.is_ok();
            (worked, Box::new(move |durable| drop(reply.send(durable.map_err(E::from).and(result)))))
        });
        let queue = self.queue.lock().clone().ok_or_else(closed)?;
        queue.send(job).await.map_err(|_| closed())?;
        drop(queue);
        answer.await.map_err(|_| StoreError::Internal("the writer is gone".into()))?
    }

    /// The counters.
    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Number of closures in the queue.
    pub(super) fn waiting(&self) -> usize {
        self.queue.lock().as_ref().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// Lets the thread complete the queue and waits for its end.
    pub(super) async fn stop(&self) {
        drop(self.queue.lock().take());
        let thread = self.thread.lock().take();
        if let Some(thread) = thread {
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }
}

/// Runs one closure on SQLite. It catches panics and hidden errors of statements.
fn guarded<T, E, F>(tx: &mut Tx, f: F) -> Result<T, E>
where
    F: for<'t> WriteFn<'t, T, E>,
    E: From<StoreError>,
{
    let started = Instant::now();
    let result = std::panic::catch_unwind(AssertUnwindSafe(|| at_once(f(tx))));
    let took = started.elapsed();
    if took > SLOW {
        tracing::warn!(?took, "a write closure was slow");
    }
    let result = result.unwrap_or_else(|_| Err(panicked().into()));
    match &tx.failed {
        Some(error) if result.is_ok() => Err(error.clone().into()),
        _ => result,
    }
}

/// On SQLite, statements complete synchronously, so a closure that is not done after one poll waited for something
/// other than the database.
fn at_once<T, E: From<StoreError>>(future: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(StoreError::Internal("a write closure may wait for the database only".into()).into()),
    }
}

fn work(connection: Connection, usual: Duration, damage: &Damage, mut queue: mpsc::Receiver<Job>, counts: &Counts) {
    let mut erased = Erased::default();
    let mut tx = Tx::new(Link::Sqlite(connection), damage.clone());
    let mut waiting = Vec::with_capacity(BATCH);
    while queue.blocking_recv_many(&mut waiting, BATCH) > 0 {
        counts.commit(waiting.len());
        let mut jobs = waiting.drain(..);
        let mut answers = Vec::with_capacity(jobs.len());
        let durable = commit_together(&mut tx, &mut jobs, &mut answers).map_err(|e| damage.noted(e));
        if let Err(error) = &durable {
            tracing::error!(%error, closures = answers.len() + jobs.len(), "a commit failed; all its transactions are rejected");
            if in_transaction(&tx) {
                let _ = step(&tx, "rollback");
            }
            answers.extend(jobs.map(|job| job(Err(error.clone())).1));
        }
        erased.after_commit(&mut tx, usual);
        for answer in answers {
            answer(durable.clone());
        }
    }
    let Link::Sqlite(connection) = &tx.link else { return };
    super::sqlite::checkpoint(connection);
}

/// Personal data that were deleted, and are still in the write-ahead log.
#[derive(Default)]
struct Erased {
    is_in_log: bool,
    /// When the log could not be emptied, because of a reader.
    tried: Option<Instant>,
}

impl Erased {
    /// Empties the log after a commit that deleted personal data. While a reader needs the log, it is tried again after
    /// a later commit: the maintenance jobs commit every minute.
    fn after_commit(&mut self, tx: &mut Tx, usual: Duration) {
        if std::mem::take(&mut tx.erases) {
            (self.is_in_log, self.tried) = (true, None);
        }
        let is_due = self.is_in_log && self.tried.is_none_or(|tried| tried.elapsed() >= EMPTY_AGAIN);
        if let Link::Sqlite(connection) = &tx.link
            && is_due
        {
            self.is_in_log = !super::sqlite::empty_log(connection, usual);
            self.tried = Some(Instant::now());
        }
    }
}

/// One transaction for all, a savepoint for each.
fn commit_together(
    tx: &mut Tx,
    jobs: &mut impl Iterator<Item = Job>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    step(tx, "begin immediate")?;
    for job in jobs {
        tx.failed = None;
        let open = step(tx, "savepoint job");
        let (worked, answer) = job(open.clone().map(|()| &mut *tx));
        answers.push(answer);
        open?;
        // A full disk ends the whole transaction. Continuing would open a new one: earlier closures of this commit
        // would be lost and later ones stored.
        if !in_transaction(tx) {
            let cause = tx.failed.take();
            return Err(cause.unwrap_or_else(|| StoreError::Internal("the transaction was lost".into())));
        }
        if !worked {
            step(tx, "rollback to job")?;
        }
        step(tx, "release job")?;
    }
    step(tx, "commit")
}

fn step(tx: &Tx, text: &str) -> Result<(), StoreError> {
    let Link::Sqlite(connection) = &tx.link else { return Ok(()) };
    let done = connection.prepare_cached(text).and_then(|mut statement| statement.execute([]));
    done.map(|_| ()).map_err(|e| StoreError::sqlite(text, &e))
}

fn in_transaction(tx: &Tx) -> bool {
    matches!(&tx.link, Link::Sqlite(connection) if !connection.is_autocommit())
}

async fn in_own_transaction<T, E, F>(pool: Pool, damage: Damage, f: F) -> Result<T, E>
where
    F: for<'t> WriteFn<'t, T, E>,
    E: From<StoreError>,
{
    let (mut races, mut breaks, mut race) = (0, 0, None);
    while races < ATTEMPTS && breaks < pool.tries() {
        match attempt(&pool, &damage, f.clone()).await.map_err(|e| damage.noted(e))? {
            Attempt::Done(result) => return result,
            Attempt::Raced(error) => {
                races += 1;
                race = error;
            }
            Attempt::Broken => breaks += 1,
        }
    }
    let why = if races == ATTEMPTS { "others were first, too often" } else { "no connection lasts" };
    Err(race.filter(|_| races == ATTEMPTS).unwrap_or_else(|| StoreError::Unavailable(why.into())).into())
}

/// The result of one run of a closure. With all except `Done`, nothing is stored for certain, so that it can run again.
enum Attempt<R> {
    /// It completed, or returned its own error.
    Done(R),
    /// A concurrent transaction came first: PostgreSQL reported it (`is_conflict`), or the closure detected it.
    /// Contains the error of the statement, if any.
    Raced(Option<StoreError>),
    /// The connection had broken before anything was sent.
    Broken,
}

/// Runs the closure once. An error, especially an unconfirmed commit, is returned and not retried: only the caller
/// knows whether a retry is safe.
async fn attempt<T, E, F>(pool: &Pool, damage: &Damage, f: F) -> Result<Attempt<Result<T, E>>, StoreError>
where
    F: for<'t> WriteFn<'t, T, E>,
    E: From<StoreError>,
{
    let mut transaction = pool.connect().await.map_err(|e| StoreError::postgres("connect", &e))?;
    match transaction.begin().await {
        Ok(()) => {}
        Err(error) if is_broken(&error) => return Ok(Attempt::Broken),
        Err(error) => return Err(StoreError::postgres("begin", &error)),
    }
    let started = Instant::now();
    let mut tx = Tx::new(Link::Postgres(transaction), damage.clone());
    let result = f(&mut tx).await;
    let took = started.elapsed();
    if took > SLOW * 10 {
        tracing::warn!(?took, "a transaction was slow");
    }
    let Tx { link: Link::Postgres(transaction), failed, conflict, .. } = tx else { return Ok(Attempt::Raced(None)) };
    if conflict {
        transaction.rollback().await;
        return Ok(Attempt::Raced(failed));
    }
    if failed.is_some() || result.is_err() {
        match failed {
            // The connection may be broken or read-only: the next run gets another one.
            Some(StoreError::Unavailable(_)) => drop(transaction),
            _ => transaction.rollback().await,
        }
        return match failed {
            Some(error) if result.is_ok() => Err(error),
            _ => Ok(Attempt::Done(result)),
        };
    }
    match transaction.commit().await {
        Ok(()) => Ok(Attempt::Done(result)),
        Err(error) if is_conflict(&error) => Ok(Attempt::Raced(Some(StoreError::postgres("commit", &error)))),
        Err(error) => Err(StoreError::postgres("commit", &error)),
    }
}
