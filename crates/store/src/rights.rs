//! Rights of participants: access to their data, withdrawal, erasure.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unmask_study::allocation::Stratum;
use unmask_study::definition::wave::MAIN;
use unmask_study::flow::Stage;
use unmask_study::webhooks::EventKind;

use crate::outcomes::{self, Ended};
use crate::participants::{self, Participant};
use crate::prelude::*;
use crate::sessions::revoke_account_sessions;
use crate::submissions::Submission;
use crate::{
    allocation, bonus, comparison, consent, exposures, invitations, previews, progress, submissions, waves, webhooks,
};

/// What happens to the data of a participant who withdraws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Nothing more is collected, and the stored data are kept.
    Keep,
    /// Everything is deleted; a count remains.
    Erase,
}

/// How many people withdrew in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact, as in a person")]
pub struct Withdrawals {
    /// Whether the answers were kept or erased.
    pub mode: Mode,
    /// Arm, as stored; none if their slot was released.
    pub arm: Option<String>,
    /// They had consented.
    pub consented: bool,
    /// They had seen what differs between the arms.
    pub exposed: bool,
    /// They had reached the end.
    pub completed: bool,
    /// Simulated participants.
    pub simulated: bool,
    /// Number of participants.
    pub people: i64,
}

/// In the order that foreign keys require. The account is deleted afterwards.
const ERASE: [Statement; 18] = [
    sql!("rights/erase_comparison_case"),
    sql!("rights/erase_webhook_delivery"),
    sql!("rights/erase_address"),
    sql!("rights/erase_message"),
    sql!("rights/erase_outcome"),
    sql!("rights/erase_quota_member"),
    sql!("rights/erase_wave"),
    sql!("rights/erase_flag"),
    sql!("rights/erase_exclusion"),
    sql!("rights/erase_exposure"),
    sql!("rights/erase_submission"),
    sql!("rights/erase_step_event"),
    sql!("rights/erase_consent"),
    sql!("rights/erase_progress"),
    sql!("rights/erase_link"),
    sql!("rights/forget_withdrawal"),
    sql!("rights/forget_bonus"),
    sql!("rights/erase_participant"),
];

/// Everything that research knows about a participant; null if there is no such participant.
pub async fn everything(store: &Store, participant: &str) -> Result<Value, StoreError> {
    let Some(who) = participants::participant(store, participant).await? else {
        return Ok(Value::Null);
    };
    let consents = consent::consents(store, participant).await?;
    let consents = consents.into_iter().map(
        |c| json!({ "version": c.version, "locale": c.locale, "ticks": c.ticks, "textHash": c.text_hash, "at": c.at }),
    );
    let steps = progress::steps(store, participant).await?;
    let steps = steps
        .into_iter()
        .map(|s| json!({ "step": s.step, "page": s.page, "at": s.stamp.at, "measuredAt": s.stamp.measured }));
    let submitted = submissions::submissions(store, participant).await?;
    let waves = waves::waves(store, participant).await?.into_iter().map(|(wave, course)| {
        let mut own = json!({ "wave": wave, "opensAt": course.window.opens, "closesAt": course.window.closes,
            "startedAt": course.started, "completedAt": course.completed });
        if let Some(end) = course.ended {
            own["ended"] = json!({ "outcome": end.outcome, "at": end.at });
        }
        own
    });
    // The status tells the other outcomes.
    let is_end = |end: &Ended| end.wave == MAIN && end.outcome.is_turned_away();
    let ended = outcomes::outcomes(store, participant).await?.into_iter().find(is_end);
    let mut all = json!({
        "participant": described(&who)?,
        "consents": consents.collect::<Vec<_>>(),
        "steps": steps.collect::<Vec<_>>(),
        "submissions": submitted.iter().map(submission).collect::<Result<Vec<_>, _>>()?,
    });
    let exposures = exposures::exposures(store, participant).await?.into_iter().map(|shown| {
        json!({ "item": shown.item, "medium": shown.file, "shown": shown.shown, "at": shown.stamp.at,
            "measuredAt": shown.stamp.measured })
    });
    if exposures.len() > 0 {
        all["exposures"] = exposures.collect();
    }
    if waves.len() > 0 {
        all["waves"] = waves.collect();
    }
    if let Some((run, cents)) = bonus::of_participant(store, participant).await? {
        all["bonus"] = json!({ "run": run, "cents": cents });
    }
    let messages = invitations::of_participant(store, participant).await?;
    if !messages.is_empty() {
        let own = messages.into_iter().map(|own| {
            json!({ "wave": own.wave, "message": own.message.to_string(), "dueAt": own.due, "sentAt": own.sent,
                "failedAt": own.failed })
        });
        all["messages"] = own.collect();
    }
    let events = webhooks::of_participant(store, participant).await?;
    if !events.is_empty() {
        let own = events.into_iter().map(|own| {
            json!({ "event": own.kind, "wave": own.wave, "at": own.at, "deliveredAt": own.delivered_at,
                "receiver": own.receiver })
        });
        all["webhooks"] = own.collect();
    }
    if let Some(unit) = allocation::unit_of(store, participant).await? {
        all["unit"] = unit.into();
    }
    let cases = comparison::of_participant(store, participant).await?;
    if !cases.is_empty() {
        let own = cases.into_iter();
        let own = own.map(|(wave, finding, status)| json!({ "wave": wave, "finding": finding, "status": status }));
        all["comparison"] = own.collect();
    }
    let quotas = outcomes::quotas(store, participant).await?;
    if !quotas.is_empty() {
        all["quotas"] = quotas.into();
    }
    if let Some(end) = ended {
        all["turnedAway"] = json!({ "outcome": end.outcome, "at": end.at });
    }
    Ok(all)
}

fn described(who: &Participant) -> Result<Value, StoreError> {
    Ok(json!({
        "code": who.code,
        "group": who.group,
        "form": who.form,
        "stratum": (who.stratum != Stratum::WHOLE).then(|| who.stratum.name()),
        "studyVersion": who.study_version,
        "locale": who.locale,
        "status": stored::word(who.status)?,
        "recruitment": who.recruitment,
        "createdAt": who.created_at,
        "exposedAt": who.exposed.map(|stamp| stamp.at),
        "exposedMeasuredAt": who.exposed.map(|stamp| stamp.measured),
        "completedAt": who.completed.map(|stamp| stamp.at),
        "completedMeasuredAt": who.completed.map(|stamp| stamp.measured),
    }))
}

fn submission(s: &Submission) -> Result<Value, StoreError> {
    let json = |column, text: &str| -> Result<Value, StoreError> {
        stored::ValueLocation { table: "submission", column, row: &s.id }.json(text)
    };
    let optional = |column, text: &Option<String>| text.as_deref().map(|text| json(column, text)).transpose();
    let mut own = json!({
        "id": s.id,
        "item": s.item,
        "attempt": s.attempt,
        "page": s.page,
        "answers": json("answers", &s.answers)?,
        "correct": s.correct,
        "scores": json("scores", &s.scores)?,
        "verdict": optional("verdict", &s.verdict)?,
        "timing": optional("evidence", &s.evidence)?,
        "at": s.stamp.at,
        "measuredAt": s.stamp.measured,
    });
    if s.stage != Stage::Only {
        own["stage"] = s.stage.name().into();
    }
    Ok(own)
}

/// Withdraws a participant and ends their sessions; false if there is no such participant, or (for `Keep`) they have
/// withdrawn before. Data that were kept can be erased later. The slot of an exposed participant counts as withdrawn
/// and is not assigned again. Otherwise it is released, so that registering and leaving can't use up the schedule.
pub async fn withdraw(
    tx: &mut Tx,
    participant: &str,
    mode: Mode,
    receipt: &str,
    at: Millis,
) -> Result<bool, StoreError> {
    tx.erases();
    // A concurrent submission on another server becomes stale.
    tx.execute(sql!("progress/outdate"), &bind![participant]).await?;
    let account = tx.optional(sql!("participant/account"), &bind![participant], value::<String>).await?;
    if previews::is_one(tx, participant).await? {
        // A preview leaves no withdrawal.
        erase(tx, participant, account.as_deref()).await?;
        return Ok(true);
    }
    let first = tx.execute(sql!("rights/set_withdrawn"), &bind![participant, at]).await? == 1;
    if mode == Mode::Keep && !first {
        return Ok(false);
    }
    // First, so that the count has the arm only of participants who keep their slot.
    allocation::leave(tx, participant).await?;
    tx.execute(sql!("outcome/insert_withdrawn"), &bind![participant, at]).await?;
    if first {
        // One event, and of no part: the withdrawal ends all of them.
        webhooks::queue(tx, participant, EventKind::Withdrawn, None, at).await?;
    }
    let kept = (mode == Mode::Keep).then_some(participant);
    let mode_word = stored::word(mode)?;
    let params = bind![receipt, &mode_word, kept, participant, at];
    if tx.execute(sql!("rights/tombstone"), &params).await? == 0 {
        return Ok(false);
    }
    for statement in [sql!("rights/erase_address"), sql!("rights/erase_message")] {
        tx.execute(statement, &bind![participant]).await?;
    }
    match mode {
        Mode::Keep => end_sessions(tx, account.as_deref(), at).await?,
        Mode::Erase => {
            // That somebody withdrew is reported, but no more who.
            tx.execute(sql!("rights/unname_withdrawn_event"), &bind![participant]).await?;
            erase(tx, participant, account.as_deref()).await?;
        }
    }
    Ok(true)
}

async fn end_sessions(tx: &mut Tx, account: Option<&str>, at: Millis) -> Result<(), StoreError> {
    match account {
        Some(account) => revoke_account_sessions(tx, account, at, "withdrawn").await,
        None => Ok(()),
    }
}

pub(crate) async fn erase(tx: &mut Tx, participant: &str, account: Option<&str>) -> Result<(), StoreError> {
    for statement in ERASE {
        tx.execute(statement, &bind![participant]).await?;
    }
    if let Some(account) = account {
        tx.execute(sql!("session/delete_account"), &bind![account]).await?;
        tx.execute(sql!("account/delete"), &bind![account]).await?;
    }
    Ok(())
}

/// How many people withdrew, in each way.
pub async fn withdrawals(store: &Store) -> Result<Vec<Withdrawals>, StoreError> {
    store.list(sql!("rights/withdrawals"), counted).await
}

/// The same, in an export.
pub async fn withdrawals_in(snapshot: &mut Snapshot) -> Result<Vec<Withdrawals>, StoreError> {
    snapshot.all(sql!("rights/withdrawals"), &[], counted).await
}

fn counted(row: &Row<'_>) -> Result<Withdrawals, StoreError> {
    let mode = stored::ValueLocation { table: "withdrawal", column: "mode", row: "(count)" };
    Ok(columns!(row => Withdrawals { mode: word(mode), arm, consented: flag, exposed: flag, completed: flag,
        simulated: flag, people }))
}
