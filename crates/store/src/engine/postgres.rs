//! PostgreSQL: the pool, and queries with bound parameters.

use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions};
use sqlx::query::Query;
use sqlx::{ConnectOptions, Postgres};

use super::Options;
use super::lease::Pool;
use super::row::Param;
use crate::StoreError;
use crate::statement::Statement;

/// Connects. The ping that sqlx sends on every acquire is off: it costs a round trip, and a broken
/// connection shows itself at `begin`, where trying again is safe.
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
        // The pool tries again until its time is over and then only says so; one try by itself says why.
        Err(late @ sqlx::Error::PoolTimedOut) => {
            let once = tokio::time::timeout(options.acquire_timeout, connect.connect()).await;
            let cause = once.ok().and_then(Result::err).unwrap_or(late);
            Err(StoreError::postgres("connect", &cause))
        }
        Err(error) => Err(StoreError::postgres("connect", &error)),
    }
}

/// No statement may hold a participant for ever, and no abandoned transaction may hold a row.
/// A commit is durable whatever the server's default is.
fn settings(options: &Options) -> String {
    let ms = options.statement_timeout.as_millis();
    let commit = if options.durable { "on" } else { "off" };
    let path = options.schema.map(|schema| format!("; set search_path = {schema}")).unwrap_or_default();
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
