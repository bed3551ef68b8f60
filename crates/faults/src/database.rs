//! The stored data: the other side of the comparison.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::ValueEnum;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use unmask_simulation::stored::Stored;
use unmask_store::testing;

use crate::cluster::Cluster;
use crate::moved_clock::Millis;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// One file, one server.
    Sqlite,
    /// A PostgreSQL started for the run, with two servers.
    Postgres,
    /// A PostgreSQL primary with a synchronous standby, and two servers behind nginx.
    Cluster,
}

const ROWS: &str = "select id, participant, item, attempt, stage, page, step, answers, correct, scores, \
    idempotency_key as key, at from submission order by at, id";
const EXPOSURES: &str = "select id, participant, item, file, idempotency_key as key from exposure order by at, id";
const PEOPLE: &str = "select p.id, a.username, p.code, p.slot, p.arm, p.form, p.seed, p.status, p.exposed_at, \
    p.completed_at, g.step, g.page, g.memory, \
    (select count(*) from consent c where c.participant = p.id) as consents, \
    (select c.ticks from consent c where c.participant = p.id order by c.at limit 1) as ticks \
    from participant p join link l on l.participant = p.id join account a on a.id = l.account \
    join progress g on g.participant = p.id";
const SLOTS: &str = "select number, stratum, block, arm, form, state from allocation order by number";
const STRAYS: &str = "select abs(people - joined) + abs(accounts - joined) + abs(positions - joined) as n from (select \
    (select count(*) from participant) as people, (select count(*) from progress) as positions, \
    (select count(*) from account where role = 'participant') as accounts, \
    (select count(*) from participant p join link l on l.participant = p.id join account a on a.id = l.account \
    join progress g on g.participant = p.id) as joined) as counts";

/// Messages that are due at a time: the program's rule, written a second time.
const DUE: &str = "select a.username, m.wave, m.message, m.reserved_until, m.last_error from message m \
    join participant_wave w on w.participant = m.participant and w.wave = m.wave \
    join participant p on p.id = m.participant join link l on l.participant = m.participant \
    join account a on a.id = l.account join address d on d.account = a.id \
    where m.due_at <= {now} and w.opens_at <= {now} and w.closes_at > {now} \
    and m.sent_at is null and m.failed_at is null and w.started_at is null and w.completed_at is null \
    and p.status <> 'withdrawn' and d.unsubscribed_at is null and not exists (select 1 from message n \
    where n.participant = m.participant and n.wave = m.wave and n.due_at > m.due_at and n.due_at <= {now})";

/// A message that is due and not sent.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Unsent {
    pub username: String,
    pub wave: String,
    pub message: String,
    /// A server is sending it, was killed while it did, or waits until then after a failure.
    pub reserved_until: Option<Millis>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
}

/// A database of one run.
pub struct Database {
    engine: Engine,
    /// The URL that the program gets.
    pub url: String,
}

impl Database {
    /// A new one. SQLite's file is made by the program itself.
    pub async fn new(engine: Engine, folder: &Path, cluster: Option<&Cluster>) -> Self {
        let url = match (engine, cluster) {
            (_, Some(cluster)) => cluster.url(),
            (Engine::Sqlite, _) => format!("sqlite:{}", folder.join("unmask.db").display()),
            (Engine::Postgres | Engine::Cluster, _) => {
                let testing::Database { store, url, .. } = testing::postgres().await;
                store.close().await;
                url
            }
        };
        Self { engine, url }
    }

    /// Reads everything. The servers must have ended.
    pub fn read(&self) -> Result<Stored> {
        #[derive(Deserialize)]
        struct Count {
            n: i64,
        }
        self.require_sound()?;
        let strays = self.ask::<Count>(STRAYS)?.first().context("a count")?.n;
        Ok(Stored {
            rows: self.ask(ROWS)?,
            exposures: self.ask(EXPOSURES)?,
            people: self.ask(PEOPLE)?,
            // Participants of the laboratory have no clocks of their own.
            parts: Vec::new(),
            slots: self.ask(SLOTS)?,
            strays,
        })
    }

    /// The messages that are due at a time, while servers run.
    pub fn unsent(&self, now: Millis) -> Result<Vec<Unsent>> {
        self.ask(&DUE.replace("{now}", &now.to_string()))
    }

    /// The number of events that are still to be sent to webhooks, while servers run.
    pub fn unsent_events(&self) -> Result<i64> {
        #[derive(Deserialize)]
        struct Count {
            n: i64,
        }
        let found = self.ask::<Count>("select count(*) as n from webhook_delivery where next_at is not null")?;
        Ok(found.first().context("a count")?.n)
    }

    /// SQLite's own check of the file. PostgreSQL has checksums and no such question.
    fn require_sound(&self) -> Result<()> {
        if self.engine == Engine::Sqlite {
            let said = output(Command::new("sqlite3").arg(self.file()).arg("pragma integrity_check"))?;
            ensure!(said.trim() == "ok", "the integrity check of the database reports: {said}");
        }
        Ok(())
    }

    fn ask<T: DeserializeOwned>(&self, sql: &str) -> Result<Vec<T>> {
        let said = match self.engine {
            Engine::Sqlite => output(Command::new("sqlite3").args(["-readonly", "-json"]).arg(self.file()).arg(sql))?,
            Engine::Postgres | Engine::Cluster => {
                let json = format!("select coalesce(json_agg(found), '[]') from ({sql}) as found");
                output(Command::new("psql").arg(&self.url).args(["-XAtqc", &json]))?
            }
        };
        // sqlite3 says nothing at all where there are no rows.
        let said = if said.trim().is_empty() { "[]" } else { &said };
        serde_json::from_str(said).with_context(|| format!("the database's reply to: {sql}"))
    }

    fn file(&self) -> &str {
        self.url.trim_start_matches("sqlite:")
    }
}

fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("can't run {command:?}"))?;
    ensure!(output.status.success(), "{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).context("the database's reply is not text")
}
