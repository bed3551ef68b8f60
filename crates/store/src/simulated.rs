//! What `unmask simulate` reads about its simulated participants: their slots, and afterwards everything stored of
//! them.

use serde::Serialize;
use unmask_study::definition::Group;
use unmask_study::progress::Form;

use crate::prelude::*;

/// A simulated participant as stored, with account, position and number of consents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "columns of the tables `participant`, `account` and `progress`")]
pub struct RobotRow {
    pub id: String,
    pub username: String,
    pub code: String,
    pub slot: Option<i64>,
    pub arm: Option<String>,
    pub form: String,
    pub seed: i64,
    pub status: String,
    pub exposed_at: Option<Millis>,
    pub completed_at: Option<Millis>,
    pub step: i64,
    pub page: String,
    pub memory: String,
    pub consents: i64,
}

/// Something that a simulated participant submitted, as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "columns of the table `submission`")]
pub struct HandedRow {
    pub id: String,
    pub participant: String,
    pub item: String,
    pub attempt: i64,
    pub page: String,
    pub step: i64,
    pub answers: String,
    pub correct: Option<i64>,
    pub scores: String,
    pub key: Option<String>,
    pub at: Millis,
}

/// Arm and test form of the simulated participant with this pseudonym; none if there is no such simulated participant,
/// or it has no slot.
pub async fn slot_of_robot(store: &Store, code: &str) -> Result<Option<(Group, Form)>, StoreError> {
    let at = |column| stored::Place { table: "participant", column, row: code };
    let read = |row: &Row<'_>| Ok((row.optional_word(at("arm"))?, row.word(at("form"))?));
    let found = store.optional(sql!("simulated/slot"), &bind![code], read).await?;
    Ok(found.and_then(|(arm, form)| Some((arm?, form))))
}

/// The simulated participants whose names begin so.
pub async fn robots(snapshot: &mut Snapshot, names: &str) -> Result<Vec<RobotRow>, StoreError> {
    let read = |row: &Row<'_>| {
        Ok(
            columns!(row => RobotRow { id, username, code, slot, arm, form, seed, status, exposed_at, completed_at, step, page,
            memory, consents }),
        )
    };
    snapshot.all(sql!("simulated/people"), &bind![&format!("{names}%")], read).await
}

/// Everything that they submitted, in order.
pub async fn handed_in_by_robots(snapshot: &mut Snapshot, names: &str) -> Result<Vec<HandedRow>, StoreError> {
    let read = |row: &Row<'_>| {
        Ok(columns!(row => HandedRow { id, participant, item, attempt, page, step, answers, correct, scores, key, at }))
    };
    snapshot.all(sql!("simulated/handed_in"), &bind![&format!("{names}%")], read).await
}
