//! The rows from which the console's read models are computed: small rows of all participants, read on connections that
//! no participant waits for.

use unmask_study::allocation::Stratum;
use unmask_study::answers::Earlier;
use unmask_study::definition::{ArmId, Outcome};
use unmask_study::quality::Flag;

use crate::participants::Status;
use crate::prelude::*;

/// A participant, as far as lists and counts need them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Id inside the program.
    pub id: String,
    /// Pseudonym.
    pub code: String,
    /// Arm; none if the slot was released.
    pub group: Option<ArmId>,
    /// Stratum.
    pub stratum: Stratum,
    /// Participant status.
    pub status: Status,
    /// Whether this is a simulated participant.
    pub simulated: bool,
    /// Language.
    pub locale: String,
    /// Hash of the participant's study version.
    pub study_version: String,
    /// Registration.
    pub created_at: Millis,
    /// First page that differs between the arms.
    pub exposed: Option<Stamp>,
    /// The end.
    pub completed: Option<Stamp>,
    /// When they left.
    pub withdrawn_at: Option<Millis>,
    /// The step that they are on.
    pub step: i64,
    /// The page that they are on.
    pub page: String,
    /// When they reached it.
    pub moved: Stamp,
    /// Why and since when they are excluded from the analysis, if they are.
    pub excluded: Option<(String, Millis)>,
    /// Whether they have consented.
    pub consented: bool,
    /// How the first part of the study ended, if it did.
    pub outcome: Option<Outcome>,
}

/// An entry into a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// Id inside the program.
    pub participant: String,
    /// The step.
    pub step: i64,
    /// First page of the step.
    pub page: String,
    /// Ordered and measured time.
    pub stamp: Stamp,
}

/// Something about a participant that was flagged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flagged {
    /// Id inside the program.
    pub participant: String,
    /// The quality flag.
    pub flag: Flag,
    /// In what they submitted, by its natural key.
    pub item: String,
}

/// One flag of a participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagAt {
    /// The quality flag.
    pub flag: Flag,
    /// The submission that shows it, by its natural key's item.
    pub item: String,
    /// UTC milliseconds.
    pub at: Millis,
}

/// All participants, the newest first; simulated participants too, previews not.
pub async fn people(store: &Store) -> Result<Vec<Person>, StoreError> {
    store.list(sql!("read_models/people"), person).await
}

/// All entries into steps, by participant and step.
pub async fn steps(store: &Store) -> Result<Vec<Entered>, StoreError> {
    let read = |row: &Row<'_>| Ok(columns!(row => Entered { participant, step, page, stamp: stamp }));
    store.list(sql!("read_models/steps"), read).await
}

/// The flags of all participants, by participant.
pub async fn flags(store: &Store) -> Result<Vec<Flagged>, StoreError> {
    let read = |row: &Row<'_>| {
        let participant: String = row.next()?;
        Ok(columns!(row => Flagged { flag: word(flag(&participant)), item; participant }))
    };
    store.list(sql!("read_models/flags"), read).await
}

/// What all participants answered in their first submission of an item, by participant.
pub async fn answers(store: &Store, item: &str) -> Result<Vec<(String, Earlier)>, StoreError> {
    let read = |row: &Row<'_>| {
        let participant: String = row.next()?;
        let answers = row.json(stored::ValueLocation { table: "submission", column: "answers", row: &participant })?;
        Ok((participant, answers))
    };
    // SQLite keeps the order of a cross join: from each person to the submission by its key, and not through all of
    // them.
    store.list_of(sql!("read_models/answers"), Some(item), read).await
}

/// The flags of one participant.
pub async fn flags_of(store: &Store, participant: &str) -> Result<Vec<FlagAt>, StoreError> {
    let read = |row: &Row<'_>| Ok(columns!(row => FlagAt { flag: word(flag(participant)), item, at }));
    store.all(sql!("read_models/flags_of"), &bind![participant], read).await
}

/// How many previews there are.
pub async fn previews(store: &Store) -> Result<i64, StoreError> {
    Ok(store.optional(sql!("read_models/previews"), &[], value).await?.unwrap_or(0))
}

/// The ID of the participant with this code.
pub async fn by_code(store: &Store, code: &str) -> Result<Option<String>, StoreError> {
    // PostgreSQL texts can't contain this character, so no code does.
    if code.contains('\0') {
        return Ok(None);
    }
    store.optional(sql!("read_models/by_code"), &bind![code], value).await
}

/// The participants whose recruitment link had exactly this value, in any parameter.
pub async fn recruited_as(store: &Store, id: &str) -> Result<Vec<String>, StoreError> {
    // As it is in the stored JSON, with the wildcards of `like` escaped.
    let quoted = serde_json::Value::from(id).to_string();
    let literal = quoted.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    store.all(sql!("read_models/recruited_as"), &bind![&format!("%:{literal}%")], value).await
}

fn flag(participant: &str) -> stored::ValueLocation<'_> {
    stored::ValueLocation { table: "flag", column: "kind", row: participant }
}

fn person(row: &Row<'_>) -> Result<Person, StoreError> {
    let (id, code): (String, String) = (row.next()?, row.next()?);
    let at = |column| stored::ValueLocation { table: "participant", column, row: &id };
    Ok(Person {
        group: row.optional_word(at("arm"))?,
        stratum: row.word(at("stratum"))?,
        status: row.word(at("status"))?,
        simulated: row.flag()?,
        locale: row.next()?,
        study_version: row.next()?,
        created_at: row.next()?,
        exposed: row.optional_stamp()?,
        completed: row.optional_stamp()?,
        withdrawn_at: row.next()?,
        step: row.next::<Option<i64>>()?.unwrap_or(0),
        page: row.next::<Option<String>>()?.unwrap_or_default(),
        moved: row.optional_stamp()?.unwrap_or(Stamp::from(0)),
        excluded: row.next::<Option<String>>()?.zip(row.next::<Option<i64>>()?),
        consented: row.next::<i64>()? > 0,
        outcome: row.optional_word(stored::ValueLocation { table: "outcome", column: "outcome", row: &id })?,
        id,
        code,
    })
}
