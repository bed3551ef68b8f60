//! What an export reads, all of it from one snapshot, ordered by participant, row by row.

use unmask_study::allocation::Stratum;
use unmask_study::definition::Group;
use unmask_study::progress::Form;

use crate::allocation::{self, SlotRow, SlotState, slot_row};
use crate::consent::{NewConsent, consent};
use crate::participants::Status;
use crate::prelude::*;
use crate::progress::StepEvent;
use crate::study::{self, StudyVersion};

/// A participant under the pseudonym.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Pseudonym.
    pub code: String,
    /// Arm; none while the slot is given back.
    pub group: Option<Group>,
    /// Test form.
    pub form: Form,
    /// Number of the slot in the schedule.
    pub slot: Option<i64>,
    /// Stratum of every slot that they get.
    pub stratum: Stratum,
    /// Seed of all orders that they saw.
    pub seed: i64,
    /// Hash of the bundle that they take part in.
    pub study_version: String,
    /// Language.
    pub locale: String,
    /// Where they are in their life in the study.
    pub status: Status,
    /// A simulated participant.
    pub simulated: bool,
    /// Registration.
    pub created_at: Millis,
    /// First page that differs between the arms.
    pub exposed: Option<Stamp>,
    /// The end.
    pub completed: Option<Stamp>,
    /// When they left.
    pub withdrawn_at: Option<Millis>,
    /// Why they are left out of the analysis, if they are.
    pub excluded: Option<String>,
    /// The page that they are on, or were on last.
    pub page: Option<String>,
    /// When they came there.
    pub moved: Option<Stamp>,
}

/// Something submitted. JSON stays text: it is read once, where it is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmissionRow {
    /// The receipt's number.
    pub receipt: String,
    /// What, see `unmask_study::flow::Record`.
    pub item: String,
    /// From 1.
    pub attempt: i64,
    /// The page it was submitted on.
    pub page: String,
    /// The step it was submitted on.
    pub step: i64,
    /// Answers by variable, JSON.
    pub answers: String,
    /// Whether a judgement was right.
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

/// What passes when all participants are read, in this order: one of them, then everything that they submitted, then
/// the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passing {
    /// A participant begins.
    Person(Person),
    /// Something that this participant submitted.
    SubmissionRow(SubmissionRow),
}

/// An entry into a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// Pseudonym.
    pub code: String,
    /// Arm at present.
    pub group: Option<Group>,
    /// The step.
    pub step: StepEvent,
}

/// A slot of the schedule that a participant took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenSlot {
    /// The slot as scheduled.
    pub slot: SlotRow,
    /// What became of it.
    pub state: SlotState,
    /// When it was last taken.
    pub claimed_at: Option<Millis>,
    /// Pseudonym of the holder; none if erased.
    pub code: Option<String>,
}

/// Who a participant is: never part of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Pseudonym.
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

/// How many people there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct People {
    /// All, simulated participants too.
    pub all: i64,
    /// Simulated participants.
    pub simulated: i64,
}

/// Changes whenever anything does that results depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    /// People.
    pub people: i64,
    /// Moves of all of them.
    pub moves: i64,
    /// Entries of the audit log that decide something: versions, exclusions, unblinding. Looking decides nothing.
    pub audited: i64,
    /// Withdrawals.
    pub withdrawals: i64,
    /// Consents.
    pub consents: i64,
}

/// The present revision; some milliseconds at ten thousand participants.
pub async fn revision(store: &Store) -> Result<Revision, StoreError> {
    let read = |row: &Row<'_>| Ok(columns!(row => Revision { people, moves, audited, withdrawals, consents }));
    Ok(store.optional(sql!("export/revision"), &[], read).await?.unwrap_or_default())
}

/// Every participant with everything submitted, in order; one row without anything for who submitted nothing.
pub async fn handed_in<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    simulated: bool,
    mut take: impl FnMut(Passing) -> Result<(), E>,
) -> Result<(), E> {
    let mut present = String::new();
    let pass = |row: &Row<'_>| {
        let code: String = row.next()?;
        if code == present {
            row.skip(PERSON_COLUMNS);
        } else {
            present.clone_from(&code);
            take(Passing::Person(person(row, code)?))?;
        }
        handed(row)?.map_or(Ok(()), |handed| take(Passing::SubmissionRow(handed)))
    };
    snapshot.each(sql!("export/handed_in"), &bind![simulated], pass).await
}

/// Every consent as it was given.
pub async fn consents<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    simulated: bool,
    mut take: impl FnMut(NewConsent) -> Result<(), E>,
) -> Result<(), E> {
    snapshot.each(sql!("export/consents"), &bind![simulated], |row| take(consent(row)?)).await
}

/// Every entry into a step.
pub async fn steps<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    simulated: bool,
    mut take: impl FnMut(Entered) -> Result<(), E>,
) -> Result<(), E> {
    snapshot.each(sql!("export/steps"), &bind![simulated], |row| take(entered(row)?)).await
}

/// The slots that are not free. Those that are would reveal who comes next.
pub async fn slots<E: From<StoreError>>(
    snapshot: &mut Snapshot,
    simulated: bool,
    mut take: impl FnMut(TakenSlot) -> Result<(), E>,
) -> Result<(), E> {
    snapshot.each(sql!("export/slots"), &bind![simulated], |row| take(slot(row)?)).await
}

/// Who the participants are.
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

/// The pseudonym of every participant, with the id under which the analytics know them.
pub async fn ids(snapshot: &mut Snapshot, simulated: bool) -> Result<Vec<(String, String)>, StoreError> {
    let read = |row: &Row<'_>| Ok((row.next()?, row.next()?));
    snapshot.all(sql!("export/ids"), &bind![simulated], read).await
}

/// All versions of the study, the oldest first.
pub async fn versions(snapshot: &mut Snapshot) -> Result<Vec<StudyVersion>, StoreError> {
    snapshot.all(sql!("export/versions"), &[], study::version_row).await
}

/// Hash of the version that new participants get.
pub async fn active_version(snapshot: &mut Snapshot) -> Result<Option<String>, StoreError> {
    Ok(snapshot.all(sql!("meta/get"), &bind![study::ACTIVE], value).await?.pop())
}

/// How many people there are, exported or not.
pub async fn people(snapshot: &mut Snapshot) -> Result<People, StoreError> {
    let read = |row: &Row<'_>| Ok(People { all: row.next()?, simulated: row.next()? });
    let counted = snapshot.all(sql!("export/people"), &[], read).await?.pop();
    counted.ok_or_else(|| StoreError::Internal("a count without a row".into()))
}

/// Columns of a participant after the code.
const PERSON_COLUMNS: usize = 19;

/// The columns after the code.
fn person(row: &Row<'_>, code: String) -> Result<Person, StoreError> {
    let at = |column| stored::Place { table: "participant", column, row: &code };
    Ok(columns!(row => Person { group: optional_word(at("arm")), form: word(at("form")), slot,
        stratum: word(at("stratum")), seed, study_version, locale, status: word(at("status")), simulated: flag, created_at,
        exposed: optional_stamp, completed: optional_stamp, withdrawn_at, excluded, page, moved: optional_stamp; code }))
}

/// The columns after the person's; nothing if there is no submission.
fn handed(row: &Row<'_>) -> Result<Option<SubmissionRow>, StoreError> {
    let Some(receipt) = row.next()? else { return Ok(None) };
    Ok(Some(
        columns!(row => SubmissionRow { item, attempt, page, step, answers, correct: optional_flag, scores, evidence,
        study_version, stamp: stamp; receipt }),
    ))
}

fn entered(row: &Row<'_>) -> Result<Entered, StoreError> {
    let code: String = row.next()?;
    let group = row.optional_word(stored::Place { table: "participant", column: "arm", row: &code })?;
    Ok(Entered { group, step: columns!(row => StepEvent { step, page, stamp: stamp }), code })
}

fn slot(row: &Row<'_>) -> Result<TakenSlot, StoreError> {
    let slot = slot_row(row)?;
    let state = row.word(allocation::at("state", &slot.number.to_string()))?;
    Ok(columns!(row => TakenSlot { claimed_at, code; slot, state }))
}
