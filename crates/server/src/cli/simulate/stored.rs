//! Everything that is stored of a run's robots, from one moment of the database.

use unmask_robots::stored::{Person, Row, Stored};
use unmask_store::rehearsal::{self, HandedRow, RobotRow};

use crate::cli::prelude::*;

/// Reads it. `names` is what the robots' names begin with.
pub(super) async fn read(store: &Store, names: &str) -> Result<Stored, StoreError> {
    let mut snapshot = store.snapshot().await?;
    let people = rehearsal::robots(&mut snapshot, names).await?;
    let rows = rehearsal::handed_in_by_robots(&mut snapshot, names).await?;
    Ok(Stored {
        people: people.into_iter().map(person).collect(),
        rows: rows.into_iter().map(row).collect(),
        ..Stored::default()
    })
}

fn person(row: RobotRow) -> Person {
    Person {
        id: row.id,
        username: row.username,
        code: row.code,
        slot: row.slot,
        arm: row.arm,
        form: row.form,
        seed: row.seed,
        status: row.status,
        exposed_at: row.exposed_at,
        completed_at: row.completed_at,
        step: usize::try_from(row.step).unwrap_or(usize::MAX),
        page: row.page,
        memory: row.memory,
        consents: u32::try_from(row.consents).unwrap_or(u32::MAX),
    }
}

fn row(row: HandedRow) -> Row {
    Row {
        id: row.id,
        participant: row.participant,
        item: row.item,
        attempt: u32::try_from(row.attempt).unwrap_or(u32::MAX),
        page: row.page,
        step: usize::try_from(row.step).unwrap_or(usize::MAX),
        answers: row.answers,
        correct: row.correct.map(|flag| u8::from(flag != 0)),
        scores: row.scores,
        key: row.key,
        at: row.at,
    }
}
