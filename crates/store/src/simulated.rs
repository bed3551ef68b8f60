//! What `unmask simulate` reads about its simulated participants: their slots, and afterwards all their stored data.

use serde::Serialize;
use unmask_study::definition::ArmId;
use unmask_study::progress::Form;

use crate::prelude::*;

/// A simulated participant as stored, with account, position and number of consents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "columns of the tables `participant`, `account` and `progress`")]
pub struct ParticipantRow {
    pub id: String,
    pub username: String,
    pub code: String,
    pub slot: Option<i64>,
    pub arm: Option<String>,
    pub form: Option<String>,
    pub seed: i64,
    pub status: String,
    pub exposed_at: Option<Millis>,
    pub completed_at: Option<Millis>,
    pub step: i64,
    pub page: String,
    pub memory: String,
    pub consents: i64,
    pub ticks: Option<String>,
}

/// A submission of a simulated participant, as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "columns of the table `submission`")]
pub struct SubmissionRow {
    pub id: String,
    pub participant: String,
    pub item: String,
    pub attempt: i64,
    pub stage: String,
    pub page: String,
    pub step: i64,
    pub answers: String,
    pub correct: Option<i64>,
    pub scores: String,
    pub key: Option<String>,
    pub at: Millis,
}

/// What a simulated participant was shown, as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "columns of the table `exposure`")]
pub struct ExposureRow {
    pub id: String,
    pub participant: String,
    pub item: String,
    pub file: String,
    pub key: String,
}

/// A later part of a simulated participant, as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "columns of the table `participant_wave`")]
pub struct PartRow {
    pub participant: String,
    pub wave: String,
    pub opens_at: Millis,
    pub closes_at: Millis,
    pub started_at: Option<Millis>,
    pub completed_at: Option<Millis>,
}

/// Arm and test form of the simulated participant with this code, as far as they are assigned; none if it does not
/// exist.
pub async fn slot(store: &Store, code: &str) -> Result<Option<(Option<ArmId>, Option<Form>)>, StoreError> {
    let at = |column| stored::ValueLocation { table: "participant", column, row: code };
    let read = |row: &Row<'_>| Ok((row.optional_word(at("arm"))?, row.optional_word(at("form"))?));
    store.optional(sql!("simulated/slot"), &bind![code], read).await
}

/// The simulated participants whose username starts with `names`.
pub async fn participants(snapshot: &mut Snapshot, names: &str) -> Result<Vec<ParticipantRow>, StoreError> {
    let read = |row: &Row<'_>| {
        Ok(
            columns!(row => ParticipantRow { id, username, code, slot, arm, form, seed, status, exposed_at, completed_at, step, page,
            memory, consents, ticks }),
        )
    };
    snapshot.all(sql!("simulated/participants"), &bind![&format!("{names}%")], read).await
}

/// Everything that these simulated participants submitted, in order.
pub async fn submissions(snapshot: &mut Snapshot, names: &str) -> Result<Vec<SubmissionRow>, StoreError> {
    let read = |row: &Row<'_>| {
        Ok(
            columns!(row => SubmissionRow { id, participant, item, attempt, stage, page, step, answers, correct, scores, key, at }),
        )
    };
    snapshot.all(sql!("simulated/submissions"), &bind![&format!("{names}%")], read).await
}

/// Everything that these simulated participants were shown, in order.
pub async fn exposures(snapshot: &mut Snapshot, names: &str) -> Result<Vec<ExposureRow>, StoreError> {
    let read = |row: &Row<'_>| Ok(columns!(row => ExposureRow { id, participant, item, file, key }));
    snapshot.all(sql!("simulated/exposures"), &bind![&format!("{names}%")], read).await
}

/// The later parts of these simulated participants, in the order of their opening.
pub async fn parts(snapshot: &mut Snapshot, names: &str) -> Result<Vec<PartRow>, StoreError> {
    let read = |row: &Row<'_>| {
        Ok(columns!(row => PartRow { participant, wave, opens_at, closes_at, started_at, completed_at }))
    };
    snapshot.all(sql!("simulated/parts"), &bind![&format!("{names}%")], read).await
}
