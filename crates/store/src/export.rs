//! The rows that an export reads, from one snapshot, ordered by participant.

use std::collections::HashMap;

use unmask_study::allocation::Stratum;
use unmask_study::definition::{ArmId, Outcome};
use unmask_study::flow::Stage;
use unmask_study::progress::Form;

use crate::allocation::{self, RecordedUnit, SlotRow, SlotState, slot_row};
use crate::consent::{NewConsent, consent};
use crate::participants::Status;
use crate::prelude::*;
use crate::progress::StepEvent;
use crate::study::{self, StudyVersion};

/// A participant in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Participant code.
    pub code: String,
    /// Arm; none while the participant has no slot.
    pub group: Option<ArmId>,
    /// Test form; none before the first slot, unless answers before it depend on the form.
    pub form: Option<Form>,
    /// Number of the slot in the schedule.
    pub slot: Option<i64>,
    /// Number of their unit, such as a class, if units are allocated.
    pub unit: Option<i64>,
    /// Stratum of all their slots.
    pub stratum: Stratum,
    /// Order seed.
    pub seed: i64,
    /// Hash of the participant's study version.
    pub study_version: String,
    /// Language.
    pub locale: String,
    /// Participant status.
    pub status: Status,
    /// Whether this is a simulated participant.
    pub simulated: bool,
    /// Registration.
    pub created_at: Millis,
    /// First page that differs between the arms.
    pub exposed: Option<Stamp>,
    /// The end.
    pub completed: Option<Stamp>,
    /// When they withdrew.
    pub withdrawn_at: Option<Millis>,
    /// How the first part of the study ended, if it did.
    pub outcome: Option<Outcome>,
    /// Reason for the exclusion from the analysis; null if not excluded.
    pub excluded: Option<String>,
    /// At registration, they agreed to be invited to later parts.
    pub contact_again: bool,
    /// Their current or last page.
    pub page: Option<String>,
    /// When they arrived there.
    pub moved: Option<Stamp>,
}

impl Person {
    /// The test form by which everything was shown. Nothing depends on it before it is drawn.
    pub fn shown_form(&self) -> Form {
        self.form.unwrap_or(Form::X)
    }
}

/// A submission. JSON is kept as text and parsed where it is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmissionRow {
    /// The receipt's number.
    pub receipt: String,
    /// What, see `unmask_study::flow::Record`.
    pub item: String,
    /// From 1.
    pub attempt: i64,
    /// Of a judgement with advice.
    pub stage: Stage,
    /// The page it was submitted on.
    pub page: String,
    /// The step it was submitted on.
    pub step: i64,
    /// Answers by variable, JSON.
    pub answers: String,
    /// Whether a judgement is correct; null for other items.
    pub correct: Option<bool>,
    /// Scores by scale, JSON.
    pub scores: String,
    /// Times and exposure as the browser measured them, JSON.
    pub evidence: Option<String>,
    /// Hash of the bundle.
    pub study_version: String,
    /// Ordered and measured time.
    pub stamp: Stamp,
}

/// What a participant was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExposureRow {
    /// What, see `unmask_study::flow::Record`.
    pub item: String,
    /// The medium; empty for a post without one.
    pub file: String,
    /// When it was first visible, in milliseconds since the page was shown.
    pub shown: Option<Millis>,
    /// Hash of the bundle.
    pub study_version: String,
    /// Ordered and measured time.
    pub stamp: Stamp,
}

/// An element of the stream of all participants: a participant, then all that they were shown, then all their
/// submissions, then the next participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passing {
    /// A participant.
    Person(Box<Person>),
    /// What this participant was shown.
    ExposureRow(ExposureRow),
    /// A submission of this participant.
    SubmissionRow(SubmissionRow),
}

/// An entry into a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// Participant code.
    pub code: String,
    /// Current arm.
    pub group: Option<ArmId>,
    /// Hash of the participant's study version.
    pub study_version: String,
    /// The step.
    pub step: StepEvent,
}

/// A later part of the study, planned for a participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedWave {
    /// Participant code.
    pub code: String,
    /// Current arm.
    pub group: Option<ArmId>,
    /// ID of the wave.
    pub wave: String,
    /// When it opens.
    pub opens_at: Millis,
    /// When it is over.
    pub closes_at: Millis,
    /// When its first step was entered.
    pub started_at: Option<Millis>,
    /// When its end was reached.
    pub completed_at: Option<Millis>,
    /// How the participation in it ended, if it has.
    pub outcome: Option<Outcome>,
    /// When.
    pub outcome_at: Option<Millis>,
}

/// An assigned slot of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenSlot {
    /// The slot as scheduled.
    pub slot: SlotRow,
    /// The state.
    pub state: SlotState,
    /// When it was last claimed.
    pub claimed_at: Option<Millis>,
    /// Number of the unit, such as a class, if units are allocated.
    pub unit: Option<i64>,
    /// Participant code of the holder; none if erased.
    pub code: Option<String>,
}

/// The identity of a participant; never part of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Participant code.
    pub code: String,
    /// Name of the account; none once the link is destroyed.
    pub username: Option<String>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Ids from the recruitment link, JSON.
    pub recruitment: Option<String>,
    /// When the account was made.
    pub created_at: Option<Millis>,
}

/// Number of participants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct People {
    /// All, including simulated participants.
    pub all: i64,
    /// Simulated participants.
    pub simulated: i64,
}

/// A revision that changes whenever the data behind the results change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    /// Participants.
    pub people: i64,
    /// Moves of all participants.
    pub moves: i64,
    /// Entries of the audit log that affect results: versions, exclusions, unblinding.
    pub audited: i64,
    /// Withdrawals.
    pub withdrawals: i64,
    /// Consents.
    pub consents: i64,
}

/// The current revision. With ten thousand participants, this takes some milliseconds.
pub async fn revision(store: &Store) -> Result<Revision, StoreError> {
    let read = |row: &Row<'_>| Ok(columns!(row => Revision { people, moves, audited, withdrawals, consents }));
    Ok(store.optional(sql!("export/revision"), &[], read).await?.unwrap_or_default())
}

/// Participants that are read together: the exposures of so many are in memory.
const TOGETHER: usize = 500;

/// Which participants are read, and in which order.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Include simulated participants.
    pub simulated: bool,
    /// These codes in this order, each read alone; none for all in the order of their codes.
    pub order: Option<Vec<String>>,
}

impl From<bool> for Selection {
    fn from(simulated: bool) -> Self {
        Self { simulated, order: None }
    }
}

/// All participants with their exposures and their submissions, in order.
pub async fn submissions<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    selection: impl Into<Selection>,
    mut take: impl FnMut(Passing) -> Result<(), E>,
) -> Result<(), E> {
    let Selection { simulated, order } = selection.into();
    if let Some(codes) = order {
        for code in &codes {
            submissions_of(snapshot, simulated, (code, code), &mut take).await?;
        }
        return Ok(());
    }
    let codes: Vec<String> = ids(snapshot, simulated).await?.into_iter().map(|(code, _)| code).collect();
    for together in codes.chunks(TOGETHER) {
        if let (Some(first), Some(last)) = (together.first(), together.last()) {
            submissions_of(snapshot, simulated, (first, last), &mut take).await?;
        }
    }
    Ok(())
}

/// The same for the participants from one code to another one.
async fn submissions_of<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    simulated: bool,
    (first, last): (&str, &str),
    take: &mut impl FnMut(Passing) -> Result<(), E>,
) -> Result<(), E> {
    let codes = bind![simulated, first, last];
    let mut people = snapshot.all(sql!("export/participants"), &codes, person).await?.into_iter();
    let mut exposures: HashMap<String, Vec<ExposureRow>> = HashMap::new();
    let keep = |row: &Row<'_>| -> Result<(), StoreError> {
        exposures.entry(row.next()?).or_default().push(exposure(row)?);
        Ok(())
    };
    snapshot.each(sql!("export/exposures"), &codes, keep).await?;
    let mut present = String::new();
    let pass = |row: &Row<'_>| {
        let code: String = row.next()?;
        // Those before this participant have no submissions.
        while present != code
            && let Some(person) = people.next()
        {
            present.clone_from(&person.code);
            enter(person, &mut exposures, take)?;
        }
        take(Passing::SubmissionRow(submission(row)?))
    };
    snapshot.each(sql!("export/submissions"), &codes, pass).await?;
    people.try_for_each(|person| enter(person, &mut exposures, take))
}

/// A participant, then all that they were shown.
fn enter<E>(
    person: Person,
    exposures: &mut HashMap<String, Vec<ExposureRow>>,
    take: &mut impl FnMut(Passing) -> Result<(), E>,
) -> Result<(), E> {
    let shown = exposures.remove(&person.code).unwrap_or_default();
    take(Passing::Person(person.into()))?;
    shown.into_iter().try_for_each(|row| take(Passing::ExposureRow(row)))
}

/// All consents.
pub async fn consents<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    simulated: bool,
    mut take: impl FnMut(NewConsent) -> Result<(), E>,
) -> Result<(), E> {
    snapshot.each(sql!("export/consents"), &bind![simulated], |row| take(consent(row)?)).await
}

/// All entries into steps.
pub async fn steps<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    simulated: bool,
    mut take: impl FnMut(Entered) -> Result<(), E>,
) -> Result<(), E> {
    snapshot.each(sql!("export/steps"), &bind![simulated], |row| take(entered(row)?)).await
}

/// The later parts of the study of all participants.
pub async fn waves<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    simulated: bool,
    mut take: impl FnMut(PlannedWave) -> Result<(), E>,
) -> Result<(), E> {
    snapshot.each(sql!("export/waves"), &bind![simulated], |row| take(wave(row)?)).await
}

/// The assigned slots. Free ones would reveal the next assignments.
pub async fn slots<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    simulated: bool,
    mut take: impl FnMut(TakenSlot) -> Result<(), E>,
) -> Result<(), E> {
    snapshot.each(sql!("export/slots"), &bind![simulated], |row| take(slot(row)?)).await
}

/// The units that were allocated.
pub async fn units<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    simulated: bool,
    mut take: impl FnMut(RecordedUnit) -> Result<(), E>,
) -> Result<(), E> {
    snapshot.each(sql!("unit/all"), &bind![i64::from(simulated)], |row| take(allocation::recorded_unit(row)?)).await
}

/// The identities of participants.
pub async fn identities<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    simulated: bool,
    mut take: impl FnMut(Identity) -> Result<(), E>,
) -> Result<(), E> {
    let take = |row: &Row<'_>| {
        take(columns!(row => Identity { code, username, first_name, last_name, recruitment, created_at }))
    };
    snapshot.each(sql!("export/identities"), &bind![simulated], take).await
}

/// The code of every participant, with the ID in the analytics database.
pub async fn ids(snapshot: &mut Snapshot, simulated: bool) -> Result<Vec<(String, String)>, StoreError> {
    let read = |row: &Row<'_>| Ok((row.next()?, row.next()?));
    snapshot.all(sql!("export/ids"), &bind![simulated], read).await
}

/// The codes of participants who were turned away by their answers.
pub async fn turned_away(snapshot: &mut Snapshot) -> Result<Vec<String>, StoreError> {
    snapshot.all(sql!("export/turned_away"), &[], value).await
}

/// All study versions, oldest first.
pub async fn versions(snapshot: &mut Snapshot) -> Result<Vec<StudyVersion>, StoreError> {
    snapshot.all(sql!("export/versions"), &[], study::version_row).await
}

/// Hash of the version that new participants get.
pub async fn active_version(snapshot: &mut Snapshot) -> Result<Option<String>, StoreError> {
    Ok(snapshot.all(sql!("meta/get"), &bind![study::ACTIVE], value).await?.pop())
}

/// The commitment that was recorded with the allocation schedule.
pub async fn seed_commitment(snapshot: &mut Snapshot) -> Result<Option<String>, StoreError> {
    Ok(snapshot.all(sql!("allocation/seed_commitment"), &[], value).await?.pop())
}

/// Number of participants, exported or not.
pub async fn people(snapshot: &mut Snapshot) -> Result<People, StoreError> {
    let read = |row: &Row<'_>| Ok(People { all: row.next()?, simulated: row.next()? });
    let counted = snapshot.all(sql!("export/people"), &[], read).await?.pop();
    counted.ok_or_else(|| StoreError::Internal("a count without a row".into()))
}

fn person(row: &Row<'_>) -> Result<Person, StoreError> {
    let code: String = row.next()?;
    let of = code.clone();
    let at = |column| stored::ValueLocation { table: "participant", column, row: &of };
    let outcome = stored::ValueLocation { table: "outcome", column: "outcome", row: &of };
    let consent = stored::ValueLocation { table: "consent", column: "ticks", row: &of };
    Ok(columns!(row => Person { group: optional_word(at("arm")), form: optional_word(at("form")), slot, unit,
        stratum: word(at("stratum")), seed, study_version, locale, status: word(at("status")), simulated: flag, created_at,
        exposed: optional_stamp, completed: optional_stamp, withdrawn_at, outcome: optional_word(outcome), excluded,
        contact_again: permits(consent), page, moved: optional_stamp; code }))
}

fn submission(row: &Row<'_>) -> Result<SubmissionRow, StoreError> {
    let receipt: String = row.next()?;
    let id = receipt.clone();
    let stage = stored::ValueLocation { table: "submission", column: "stage", row: &id };
    Ok(columns!(row => SubmissionRow { item, attempt, stage: word(stage), page, step, answers, correct: optional_flag,
        scores, evidence, study_version, stamp: stamp; receipt }))
}

fn exposure(row: &Row<'_>) -> Result<ExposureRow, StoreError> {
    Ok(columns!(row => ExposureRow { item, file, shown, study_version, stamp: stamp }))
}

fn entered(row: &Row<'_>) -> Result<Entered, StoreError> {
    let code: String = row.next()?;
    let group = row.optional_word(stored::ValueLocation { table: "participant", column: "arm", row: &code })?;
    let study_version = row.next()?;
    Ok(Entered { group, study_version, step: columns!(row => StepEvent { step, page, stamp: stamp }), code })
}

fn wave(row: &Row<'_>) -> Result<PlannedWave, StoreError> {
    let code: String = row.next()?;
    let group = row.optional_word(stored::ValueLocation { table: "participant", column: "arm", row: &code })?;
    let outcome = stored::ValueLocation { table: "outcome", column: "outcome", row: &code };
    Ok(columns!(row => PlannedWave { wave, opens_at, closes_at, started_at, completed_at,
        outcome: optional_word(outcome), outcome_at; code, group }))
}

fn slot(row: &Row<'_>) -> Result<TakenSlot, StoreError> {
    let slot = slot_row(row)?;
    let state = row.word(allocation::at("state", &slot.number.to_string()))?;
    Ok(columns!(row => TakenSlot { claimed_at, unit, code; slot, state }))
}
