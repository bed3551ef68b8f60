//! Databases for tests: migrated, empty, and separate for each test.

mod server;
pub mod tools;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Deref;
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::Connection;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _};
use tempfile::TempDir;

use crate::analytics::{Analytics, analytics_url};
use crate::{Engine, Options, Store};

/// A database of one test. It is thrown away afterwards.
pub struct Database {
    /// The open store.
    pub store: Store,
    /// Opens it again, for example by a second server.
    pub url: String,
    /// Goes with the database.
    _folder: Option<TempDir>,
}

/// The analytics' database next to a study's.
pub struct AnalyticsDatabase {
    /// The analytics.
    pub analytics: Analytics,
    /// The same database, to look behind the analytics' back.
    pub raw: Database,
}

/// Opens the analytics that belong to a database of a test.
///
/// # Panics
/// If they can't be opened.
pub async fn analytics(study: &Database, quota: i64) -> AnalyticsDatabase {
    let analytics = Analytics::open(&study.url, quota).await.expect("the analytics open");
    let url = match study.engine() {
        Engine::Sqlite => analytics_url(&study.url),
        Engine::Postgres => format!("{}?options[search_path]=analytics", study.url),
    };
    let store = Store::open(&url, Options { connections: 2, ..Options::default() }).await.expect("they open again");
    AnalyticsDatabase { analytics, raw: Database { store, url, _folder: None } }
}

/// The control database of an installation whose study at the root has this database.
///
/// # Panics
/// If it can't be opened.
pub async fn control(root: &Database) -> Database {
    let folder = TempDir::new().expect("a temporary folder");
    let url = crate::control::control_url(&root.url, folder.path());
    let store = crate::control::open(&url).await.expect("the control database opens");
    Database { store, url, _folder: Some(folder) }
}

impl Deref for Database {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// A new SQLite file.
///
/// # Panics
/// If it can't be made.
pub async fn sqlite() -> Database {
    sqlite_with(Options::default()).await
}

/// A new SQLite file with options.
///
/// # Panics
/// If it can't be made.
pub async fn sqlite_with(options: Options) -> Database {
    migrated(sqlite_file(options).await).await
}

/// A new SQLite file without any table.
///
/// # Panics
/// If it can't be made.
pub async fn empty_sqlite() -> Database {
    sqlite_file(Options::default()).await
}

async fn sqlite_file(options: Options) -> Database {
    let folder = TempDir::new().expect("a temporary folder");
    let url = format!("sqlite:{}", folder.path().join("test.db").display());
    open(url, options, Some(folder)).await
}

/// A new PostgreSQL database on a server that all tests of a run share (see [`server`]).
///
/// # Panics
/// If there is no PostgreSQL: what is not tested on both engines is not tested.
pub async fn postgres() -> Database {
    let url = new_database(&server::url(), Some(&template())).await;
    open(url, Options { connections: 8, ..Options::default() }, None).await
}

/// A new PostgreSQL database without any table.
///
/// # Panics
/// If there is no PostgreSQL.
pub async fn empty_postgres() -> Database {
    let url = new_database(&server::url(), None).await;
    // tests of all processes share one server, so that each takes few connections
    open(url, Options { connections: 8, ..Options::default() }, None).await
}

/// A database that is there, to look at it.
///
/// # Panics
/// If it can't be opened.
pub async fn reopen(url: &str) -> Database {
    let options = Options { visiting: true, ..Options::default() };
    let store = Store::open(url, options).await.expect("the database opens again");
    Database { store, url: url.to_owned(), _folder: None }
}

async fn open(url: String, options: Options, folder: Option<TempDir>) -> Database {
    let store = Store::open(&url, options).await.expect("the test database opens");
    Database { store, url, _folder: folder }
}

async fn migrated(database: Database) -> Database {
    database.store.migrate().await.expect("the test database migrates");
    database
}

/// The name of the migrated database that others are copies of: migrating each takes half of the time of a test. Other
/// migrations have another one.
fn template() -> String {
    let mut hasher = DefaultHasher::new();
    Store::postgres_statements().for_each(|statements| statements.hash(&mut hasher));
    format!("unmask_migrated_{:x}", hasher.finish())
}

/// Creates a separate database, empty or a copy of the template; returns its URL.
async fn new_database(admin: &str, template: Option<&str>) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let mut connection = PgConnection::connect(admin).await.expect("the test server answers");
    loop {
        let name = format!("unmask_test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let from = template.map(|template| format!(" template {template}")).unwrap_or_default();
        let create = AssertSqlSafe(format!("create database {name}{from}"));
        match (sqlx::raw_sql(create).execute(&mut connection).await, template) {
            (Ok(_), _) => return in_server(admin, &name),
            (Err(error), Some(template)) if error.to_string().contains("does not exist") => {
                make_template(&mut connection, admin, template).await;
            }
            // left by an earlier process with the same id
            (Err(error), _) if error.to_string().contains("already exists") => {}
            (Err(error), _) => panic!("the test database could not be created: {error}"),
        }
    }
}

fn in_server(admin: &str, database: &str) -> String {
    let (server, _) = admin.rsplit_once('/').expect("a URL that ends with a database");
    format!("{server}/{database}")
}

/// Several processes may do it at once; one of them is first.
async fn make_template(connection: &mut PgConnection, admin: &str, template: &str) {
    let url = Box::pin(new_database(admin, None)).await;
    let store = Store::open(&url, Options { connections: 1, ..Options::default() }).await.expect("the template opens");
    store.migrate().await.expect("the template migrates");
    store.close().await;
    let (_, name) = url.rsplit_once('/').expect("a URL that ends with a database");
    let rename = AssertSqlSafe(format!("alter database {name} rename to {template}"));
    match sqlx::raw_sql(rename).execute(connection).await {
        Ok(_) => {}
        Err(error) if error.to_string().contains("already exists") => {}
        Err(error) => panic!("the template of the test databases could not be made: {error}"),
    }
}

impl Database {
    /// Runs statements behind the store's back, to damage something.
    ///
    /// # Panics
    /// If one fails.
    pub async fn run(&self, sql: &str) {
        self.attempt(sql).await.expect(sql);
    }

    /// The same if the statement may fail; returns the database's error.
    ///
    /// # Errors
    /// If one fails.
    pub async fn attempt(&self, sql: &str) -> Result<(), String> {
        if self.engine() == Engine::Sqlite {
            return self.sqlite().execute_batch(sql).map_err(|error| error.to_string());
        }
        let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut self.postgres().await).await;
        done.map(drop).map_err(|error| error.to_string())
    }

    /// Takes away what keeps entries of the audit log as they are, as an attacker would who wants to change them.
    ///
    /// # Panics
    /// If it is not there.
    pub async fn take_guards_of_the_audit_log(&self) {
        let drop = match self.engine() {
            Engine::Sqlite => {
                "drop trigger audit_keeps_what_is_written; drop trigger audit_keeps_all; drop trigger audit_replaces_nothing"
            }
            Engine::Postgres => "drop function audit_is_append_only cascade",
        };
        self.run(drop).await;
    }

    /// Asks for one number behind the store's back.
    ///
    /// # Panics
    /// If the statement fails.
    pub async fn number(&self, sql: &str) -> i64 {
        if self.engine() == Engine::Sqlite {
            return self.sqlite().query_row(sql, [], |row| row.get(0)).expect(sql);
        }
        sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut self.postgres().await).await.expect(sql).get(0)
    }

    /// Asks for texts behind the store's back, one from each row.
    ///
    /// # Panics
    /// If the statement fails.
    pub async fn texts(&self, sql: &str) -> Vec<String> {
        if self.engine() == Engine::Sqlite {
            let connection = self.sqlite();
            let mut statement = connection.prepare(sql).expect(sql);
            let rows = statement.query_map([], |row| row.get(0)).expect(sql);
            return rows.collect::<Result<_, _>>().expect(sql);
        }
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut self.postgres().await).await.expect(sql);
        rows.iter().map(|row| row.get(0)).collect()
    }

    /// Closes it, and drops it on PostgreSQL: for tests that need very many.
    ///
    /// # Panics
    /// If it can't be dropped.
    pub async fn dispose(self) {
        let is_postgres = self.engine() == Engine::Postgres;
        self.store.close().await;
        let Some((_, name)) = self.url.rsplit_once('/').filter(|_| is_postgres) else { return };
        let mut connection = PgConnection::connect(&server::url()).await.expect("the test server answers");
        let drop = AssertSqlSafe(format!("drop database {name} with (force)"));
        sqlx::raw_sql(drop).execute(&mut connection).await.expect("the test database is dropped");
    }

    fn sqlite(&self) -> Connection {
        Connection::open(self.url.trim_start_matches("sqlite:")).expect("the test database opens again")
    }

    async fn postgres(&self) -> PgConnection {
        PgConnection::connect(&self.url).await.expect("the test database answers")
    }
}
