//! The engines: opening, reading, and the transaction that write closures see. The write queue is in [`write_queue`].

mod connection;
mod damage;
mod durability;
mod load;
mod options;
mod postgres;
mod row;
mod size;
mod snapshot;
mod sqlite;
mod tx;
mod write_queue;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::Connection;

use damage::Damage;
pub use load::{Load, SIZES};
pub use options::{Engine, Options, Purpose};
pub use row::{Param, Row, value};
pub(crate) use row::{bind, columns, read_column};
pub use snapshot::Snapshot;
pub use tx::Tx;
pub use write_queue::WriteFn;

use crate::StoreError;
use crate::statement::{Statement, sql};

/// The setting in the URL of a PostgreSQL database that names the schema.
const SCHEMA: &str = "options[search_path]=";

/// The URL of the same PostgreSQL database with another schema.
pub(crate) fn with_schema(url: &str, schema: &str) -> String {
    let sign = if url.contains('?') { '&' } else { '?' };
    format!("{url}{sign}{SCHEMA}{schema}")
}

/// The schema that [`with_schema`] has set.
pub(crate) fn schema_of(url: &str) -> Option<String> {
    let (_, rest) = url.rsplit_once(SCHEMA)?;
    Some(rest.split('&').next().unwrap_or_default().to_owned())
}

/// The database. Cheap to clone.
#[derive(Clone)]
pub struct Store(Kind, Damage);

#[derive(Clone)]
enum Kind {
    Sqlite(Arc<SqliteStore>),
    Postgres(connection::Pool),
}

struct SqliteStore {
    path: PathBuf,
    options: Options,
    writer: write_queue::Writer,
    readers: Vec<Mutex<Connection>>,
}

impl Store {
    /// Opens `sqlite:<path>` (the file is created) or `postgres://…`.
    pub async fn open(url: &str, options: Options) -> Result<Self, StoreError> {
        if Engine::of(url) == Engine::Postgres {
            let pool = postgres::connect(url, &options).await?;
            let name =
                options.schema.as_ref().or(schema_of(url).as_ref()).map(|schema| format!("PostgreSQL, {schema}"));
            let name = name.unwrap_or_else(|| "PostgreSQL".to_owned());
            return Ok(Self(Kind::Postgres(pool), Damage::of(Engine::Postgres, name, options.purpose)));
        }
        let path = url.strip_prefix("sqlite:").map(Path::new).filter(|path| !path.as_os_str().is_empty());
        let path = path.ok_or_else(|| {
            StoreError::Unavailable("the database URL must start with sqlite:<file> or postgres://".into())
        })?;
        let damage = Damage::of(Engine::Sqlite, path.display().to_string(), options.purpose);
        let connection = sqlite::open(path, &options).map_err(|e| damage.noted(e))?;
        let writer = write_queue::Writer::start(connection, options.busy_timeout, damage.clone())?;
        let readers = (0..options.readers.max(1))
            .map(|_| sqlite::open_reader(path, &options).map(Mutex::new))
            .collect::<Result<_, _>>()
            .map_err(|e| damage.noted(e))?;
        Ok(Self(Kind::Sqlite(Arc::new(SqliteStore { path: path.to_owned(), options, writer, readers })), damage))
    }

    /// The engine.
    pub fn engine(&self) -> Engine {
        match self.0 {
            Kind::Sqlite(_) => Engine::Sqlite,
            Kind::Postgres(_) => Engine::Postgres,
        }
    }

    /// Whether the database replies.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.optional(sql!("engine/ping"), &[], value::<i64>).await.map(|_| ())
    }

    /// Gives back the memory that the connections of SQLite keep: most of what opening a study reads is not needed
    /// again.
    pub async fn release_memory(&self) -> Result<(), StoreError> {
        let Kind::Sqlite(store) = &self.0 else { return Ok(()) };
        for reader in &store.readers {
            sqlite::release_memory(&reader.lock())?;
        }
        self.write(async |tx: &mut Tx| tx.release_memory()).await
    }

    /// Completes all queued writes, then closes. Later writes are rejected.
    pub async fn close(self) {
        match self.0 {
            Kind::Sqlite(store) => store.writer.stop().await,
            Kind::Postgres(pool) => pool.close().await,
        }
    }

    /// Prepares a statement without running it, for tests and `unmask doctor`.
    pub async fn prepare(&self, statement: Statement) -> Result<(), StoreError> {
        match &self.0 {
            Kind::Sqlite(store) => {
                let prepared = store.reader().prepare(statement.text).map(|_| ());
                prepared.map_err(|e| StoreError::sqlite(statement.name, &e))
            }
            Kind::Postgres(pool) => {
                use sqlx::{Executor as _, SqlSafeStr as _};
                let prepared = (&**pool).prepare(statement.text.into_sql_str()).await.map(|_| ());
                prepared.map_err(|e| StoreError::postgres(statement.name, &e))
            }
        }
    }

    /// The first row, read on the calling thread: for statements that take microseconds.
    pub(crate) async fn optional<T>(
        &self,
        statement: Statement,
        params: &[Param<'_>],
        read: impl Fn(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let found = match &self.0 {
            Kind::Sqlite(store) => sqlite::optional(&store.reader(), statement, params, read),
            Kind::Postgres(pool) => match pool.rows(statement, params).await {
                Ok(rows) => rows.first().map(|row| read(&Row::postgres(statement, row))).transpose(),
                Err(error) => Err(StoreError::postgres(statement.name, &error)),
            },
        };
        found.map_err(|e| self.1.noted(e))
    }

    /// The rows of one participant, read on the calling thread.
    pub(crate) async fn all<T>(
        &self,
        statement: Statement,
        params: &[Param<'_>],
        read: impl Fn(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let found = match &self.0 {
            Kind::Sqlite(store) => sqlite::all(&store.reader(), statement, params, read),
            Kind::Postgres(pool) => match pool.rows(statement, params).await {
                Ok(rows) => rows.iter().map(|row| read(&Row::postgres(statement, row))).collect(),
                Err(error) => Err(StoreError::postgres(statement.name, &error)),
            },
        };
        found.map_err(|e| self.1.noted(e))
    }

    /// Reads a whole table. On SQLite, it uses a separate thread and connection, so that other calls don't wait.
    pub(crate) async fn list<T: Send + 'static>(
        &self,
        statement: Statement,
        read: fn(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        self.list_of(statement, None, read).await
    }

    /// The same with one optional text parameter.
    pub(crate) async fn list_of<T: Send + 'static>(
        &self,
        statement: Statement,
        word: Option<&str>,
        read: fn(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let Kind::Sqlite(store) = &self.0 else {
            return self.all(statement, word.map(Param::from).as_slice(), read).await;
        };
        let (store, word) = (Arc::clone(store), word.map(str::to_owned));
        let reading = tokio::task::spawn_blocking(move || {
            let connection = sqlite::open_reader(&store.path, &store.options)?;
            sqlite::all(&connection, statement, word.as_deref().map(Param::from).as_slice(), read)
        });
        let found = reading.await.map_err(|e| StoreError::Internal(format!("{}: {e}", statement.name)))?;
        found.map_err(|e| self.1.noted(e))
    }
}

impl SqliteStore {
    /// A free reader, or the first one as soon as it is free.
    fn reader(&self) -> parking_lot::MutexGuard<'_, Connection> {
        let free = self.readers.iter().find_map(Mutex::try_lock);
        free.unwrap_or_else(|| self.readers[0].lock())
    }
}
