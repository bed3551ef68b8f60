//! PostgreSQL: the pool, and queries with bound parameters.

use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions};
use sqlx::query::Query;
use sqlx::{ConnectOptions, Postgres};

use super::Options;
use super::connection::Pool;
use super::row::Param;
use crate::StoreError;
use crate::statement::Statement;

/// Connects. The ping that sqlx sends on every acquire is off: it costs a round trip, and a broken connection fails at
/// `begin`, where a retry is safe.
pub(super) async fn connect(url: &str, options: &Options) -> Result<Pool, StoreError> {
    let connect: PgConnectOptions =
        url.parse().map_err(|e| StoreError::Unavailable(format!("the database URL is not valid: {e}")))?;
    let settings = settings(options);
    let connect = connect.disable_statement_logging();
    let pool = PgPoolOptions::new()
        .max_connections(options.connections)
        .acquire_timeout(options.acquire_timeout)
        .test_before_acquire(false)
        .after_connect(move |connection, _| {
            let settings = settings.clone();
            Box::pin(async move {
                sqlx::raw_sql(sqlx::AssertSqlSafe(settings)).execute(connection).await?;
                Ok(())
            })
        })
        .connect_with(connect.clone())
        .await;
    match pool {
        Ok(pool) => Ok(Pool::new(pool, options)),
        // The pool retries until its timeout and reports only the timeout; a single attempt gives the reason.
        Err(late @ sqlx::Error::PoolTimedOut) => {
            let once = tokio::time::timeout(options.acquire_timeout, connect.connect()).await;
            let cause = once.ok().and_then(Result::err).unwrap_or(late);
            Err(StoreError::postgres("connect", &cause))
        }
        Err(error) => Err(StoreError::postgres("connect", &error)),
    }
}

/// Limits statements, so that participants don't wait forever, and abandoned transactions, so that they don't hold
/// rows. A commit is durable, independently of the server's default.
fn settings(options: &Options) -> String {
    let ms = options.statement_timeout.as_millis();
    let commit = if options.durable { "on" } else { "off" };
    let path = options.schema.as_ref().map(|schema| format!("; set search_path = {schema}")).unwrap_or_default();
    format!(
        "set statement_timeout = {ms}; set idle_in_transaction_session_timeout = {}; \
         set synchronous_commit = {commit}{path}",
        2 * ms
    )
}

pub(super) fn query<'q>(statement: Statement, params: &[Param<'q>]) -> Query<'q, Postgres, PgArguments> {
    params.iter().fold(sqlx::query(statement.text), |query, param| match *param {
        Param::Text(text) => query.bind(text),
        Param::Int(number) => query.bind(number),
        Param::Bytes(bytes) => query.bind(bytes),
    })
}
