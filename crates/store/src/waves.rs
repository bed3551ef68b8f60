//! The later parts of the study: when each is open for a participant, started and completed.

use unmask_study::definition::WaveId;
pub use unmask_study::waves::WaveChange;
use unmask_study::waves::{Course, Ending, Window};

use crate::invitations::{self, MessageKey};
use crate::prelude::*;

pub(crate) async fn change(tx: &mut Tx, participant: &str, change: &WaveChange, at: Millis) -> Result<(), StoreError> {
    if let Some(wave) = &change.starts {
        tx.execute(sql!("wave/start"), &bind![participant, wave.name(), at]).await?;
    }
    if let Some(wave) = &change.completes {
        tx.execute(sql!("wave/complete"), &bind![participant, wave.name(), at]).await?;
    }
    for (wave, window) in &change.plans {
        tx.execute(sql!("wave/plan"), &bind![participant, wave.name(), window.opens, window.closes]).await?;
    }
    for (wave, message, due) in &change.messages {
        let key = MessageKey { participant: participant.to_owned(), wave: *wave, message: *message };
        invitations::plan(tx, &key, *due).await?;
    }
    Ok(())
}

/// The waves of a participant, in the order of their opening.
pub async fn waves(store: &Store, participant: &str) -> Result<Vec<(WaveId, Course)>, StoreError> {
    store.all(sql!("wave/of_participant"), &bind![participant], |row| planned(row, participant)).await
}

/// The same, with the [revision](crate::progress::ProgressRow::revision) of the position that they belong to; without
/// waves, none.
pub async fn waves_at(store: &Store, participant: &str) -> Result<(Option<i64>, Vec<(WaveId, Course)>), StoreError> {
    let read = |row: &Row<'_>| Ok((planned(row, participant)?, row.next::<i64>()?));
    let rows = store.all(sql!("wave/with_revision"), &bind![participant], read).await?;
    Ok((rows.first().map(|(_, revision)| *revision), rows.into_iter().map(|(wave, _)| wave).collect()))
}

/// The waves of all participants, also of simulated ones, by the participant's ID.
pub async fn all_waves(store: &Store) -> Result<Vec<(String, (WaveId, Course))>, StoreError> {
    let read = |row: &Row<'_>| {
        let participant: String = row.next()?;
        let wave = planned(row, &participant)?;
        Ok((participant, wave))
    };
    store.list(sql!("read_models/waves"), read).await
}

/// The waves of a participant, in a transaction.
pub(crate) async fn of_participant(tx: &mut Tx, participant: &str) -> Result<Vec<(WaveId, Course)>, StoreError> {
    tx.all(sql!("wave/of_participant"), &bind![participant], |row| planned(row, participant)).await
}

fn planned(row: &Row<'_>, participant: &str) -> Result<(WaveId, Course), StoreError> {
    let wave = row.word(stored::ValueLocation { table: "participant_wave", column: "wave", row: participant })?;
    Ok((wave, course(row, participant)?))
}

/// The next six columns: when it opens, closes, was started and completed, and its outcome, if that ended it, with the
/// time.
pub(crate) fn course(row: &Row<'_>, participant: &str) -> Result<Course, StoreError> {
    let window = Window { opens: row.next()?, closes: row.next()? };
    let (started, completed) = (row.next()?, row.next()?);
    let outcome = row.optional_word(stored::ValueLocation { table: "outcome", column: "outcome", row: participant })?;
    let at: Option<Millis> = row.next()?;
    let ended = outcome.zip(at).map(|(outcome, at)| Ending { outcome, at });
    Ok(Course { window, started, completed, ended })
}

/// A later part of a person, with the parameters of their recruitment link.
#[derive(Clone, Debug, PartialEq)]
pub struct RecruitedPart {
    /// The wave.
    pub wave: WaveId,
    /// When it is open for the person, and begun.
    pub course: Course,
    /// Parameters of the link; null if there are none.
    pub recruitment: serde_json::Value,
}

/// The later parts that people who have not withdrawn have not completed, by wave and opening.
pub async fn uncompleted(store: &Store) -> Result<Vec<RecruitedPart>, StoreError> {
    store.list(sql!("export/due"), of_recruited).await
}

/// A later part of those who have not withdrawn, and have completed the part before it.
pub async fn invited_to(store: &Store, wave: WaveId) -> Result<Vec<RecruitedPart>, StoreError> {
    store.all(sql!("export/invited_to"), &bind![wave.name()], of_recruited).await
}

fn of_recruited(row: &Row<'_>) -> Result<RecruitedPart, StoreError> {
    let participant: String = row.next()?;
    let (wave, course) = planned(row, &participant)?;
    let at = stored::ValueLocation { table: "participant", column: "recruitment", row: &participant };
    let recruitment: Option<String> = row.next()?;
    let recruitment = recruitment.map(|text| at.json(&text)).transpose()?.unwrap_or_default();
    Ok(RecruitedPart { wave, course, recruitment })
}
