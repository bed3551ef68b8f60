//! What an export reads, all of it from one snapshot, ordered by participant, row by row.

use serde_json::Value;
use unmask_study::allocation::Stratum;
use unmask_study::definition::Group;
use unmask_study::progress::Form;

use crate::allocation::{SlotRow, SlotState};
use crate::consent::NewConsent;
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
    /// A robot.
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

/// Something handed in. JSON stays text: it is read once, where it is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmissionRow {
    /// The receipt's number.
    pub receipt: String,
    /// What, see `unmask_study::flow::Record`.
    pub item: String,
    /// From 1.
    pub attempt: i64,
    /// The page it was handed in on.
    pub page: String,
    /// The step it was handed in on.
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
    /// When.
    pub stamp: Stamp,
}

/// What passes when all participants are read, in this order: one of them, then everything that they handed in, then the
/// next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passing {
    /// A participant begins.
    Person(Person),
    /// Something that this participant handed in.
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

/// A slot of the schedule that somebody took.
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
    /// All, robots too.
    pub all: i64,
    /// Robots.
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
    let read = |row: &Row<'_>| {
        let (people, moves, audited) = (row.next()?, row.next()?, row.next()?);
        Ok(Revision { people, moves, audited, withdrawals: row.next()?, consents: row.next()? })
    };
    Ok(store.optional(sql!("export/revision"), &[], read).await?.unwrap_or_default())
}

/// Every participant with everything handed in, in order; one row without anything for who handed in nothing.
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

/// The slots that are not free. Those that are would tell who comes next.
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
    let identity = |row: &Row<'_>| {
        Ok::<_, StoreError>(
            columns!(row => Identity { code, username, first_name, last_name, recruitment, created_at }),
        )
    };
    snapshot.each(sql!("export/identities"), &bind![simulated], |row| take(identity(row)?)).await
}

/// The pseudonym of every participant, with the id under which the analytics know them.
pub async fn ids(snapshot: &mut Snapshot, simulated: bool) -> Result<Vec<(String, String)>, StoreError> {
    let read = |row: &Row<'_>| Ok((row.next()?, row.next()?));
    snapshot.all(sql!("export/ids"), &bind![simulated], read).await
}

/// All versions of the study, the oldest first.
pub async fn versions(snapshot: &mut Snapshot) -> Result<Vec<StudyVersion>, StoreError> {
    let read = |row: &Row<'_>| Ok(StudyVersion { hash: row.next()?, bundle: row.next()?, activated_at: row.next()? });
    snapshot.all(sql!("export/versions"), &[], read).await
}

/// Hash of the version that new participants get.
pub async fn active_version(snapshot: &mut Snapshot) -> Result<Option<String>, StoreError> {
    let found = snapshot.all(sql!("meta/get"), &bind![study::ACTIVE], value).await?;
    Ok(found.into_iter().next())
}

/// How many people there are, whoever is exported.
pub async fn people(snapshot: &mut Snapshot) -> Result<People, StoreError> {
    let read = |row: &Row<'_>| Ok(People { all: row.next()?, simulated: row.next()? });
    let counted = snapshot.all(sql!("export/people"), &[], read).await?;
    counted.into_iter().next().ok_or_else(|| StoreError::Internal("a count without a row".into()))
}

/// Columns of a participant after the code.
const PERSON_COLUMNS: usize = 19;

/// The columns after the code.
fn person(row: &Row<'_>, code: String) -> Result<Person, StoreError> {
    let at = |column| stored::Place { table: "participant", column, row: &code };
    let group: Option<String> = row.next()?;
    let group = group.map(|arm| at("arm").word(&arm)).transpose()?;
    let form = at("form").word(&row.next::<String>()?)?;
    let slot = row.next()?;
    let stratum = at("stratum").word(&row.next::<String>()?)?;
    let (seed, study_version, locale) = (row.next()?, row.next()?, row.next()?);
    let status = at("status").word(&row.next::<String>()?)?;
    Ok(Person {
        group,
        form,
        slot,
        stratum,
        seed,
        study_version,
        locale,
        status,
        simulated: row.flag()?,
        created_at: row.next()?,
        exposed: row.optional_stamp()?,
        completed: row.optional_stamp()?,
        withdrawn_at: row.next()?,
        excluded: row.next()?,
        page: row.next()?,
        moved: row.optional_stamp()?,
        code,
    })
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
    let group: Option<String> = row.next()?;
    let at = stored::Place { table: "participant", column: "arm", row: &code };
    let group = group.map(|arm| at.word(&arm)).transpose()?;
    Ok(Entered { group, step: StepEvent { step: row.next()?, page: row.next()?, stamp: row.stamp()? }, code })
}

fn consent(row: &Row<'_>) -> Result<NewConsent, StoreError> {
    let participant: String = row.next()?;
    let (version, bundle_hash, locale) = (row.next()?, row.next()?, row.next()?);
    let ticks: String = row.next()?;
    let ticks: Value = stored::Place { table: "consent", column: "ticks", row: &participant }.json(&ticks)?;
    Ok(NewConsent { participant, version, bundle_hash, locale, ticks, text_hash: row.next()?, at: row.next()? })
}

fn slot(row: &Row<'_>) -> Result<TakenSlot, StoreError> {
    let number = row.next::<i64>()?;
    let key = number.to_string();
    let at = |column| stored::Place { table: "allocation", column, row: &key };
    let stratum = at("stratum").word(&row.next::<String>()?)?;
    let block = row.next()?;
    let group = at("arm").word(&row.next::<String>()?)?;
    let form = at("form").word(&row.next::<String>()?)?;
    Ok(TakenSlot {
        slot: SlotRow { number, stratum, block, group, form },
        state: at("state").word(&row.next::<String>()?)?,
        claimed_at: row.next()?,
        code: row.next()?,
    })
}
