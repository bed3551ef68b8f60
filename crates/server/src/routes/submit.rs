//! Handles every submission: check it, store it with the move that it causes, reply with a receipt.

use std::collections::BTreeMap;

use axum::extract::FromRequestParts;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use sha2::{Digest as _, Sha256};
use unmask_store::outcomes::{Screened, TurnedAway};
use unmask_store::submissions::{self, Advance, Saved, Submission as Row};
use unmask_store::{Stamp, consent, outcomes};
use unmask_study::definition::Outcome;
use unmask_study::ending::is_late;
use unmask_study::flow::{self, Accepted, FlowError, Record, Stage};
use unmask_study::progress::Progress;
use unmask_study::text::Locale;
use unmask_study::waves::WaveChange;
use unmask_study::{Page, Study, public, quality};

use super::dry_run;
use super::receipt::{Position, completed_personas};
use super::timing::{self, Timing};
use crate::api::json::to_text;
use crate::auth::{Participant, Registrant, answers_of};
use crate::base::ids;
use crate::routes::prelude::*;

/// Tries before a submission that conflicts with those of other tabs is given up.
const ATTEMPTS: usize = 5;

/// Who submits something, the language for the reply, and the browser's ID of the submission.
pub struct Submitter {
    app: App,
    who: SignedIn,
    locale: Locale,
    key: IdempotencyKey,
}

impl FromRequestParts<App> for Submitter {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let who = SignedIn::from_request_parts(parts, app).await?;
        let locale = who.locale(parts.headers.get(ACCEPT_LANGUAGE).and_then(|tag| tag.to_str().ok()));
        Ok(Self { app: app.clone(), who, locale, key: IdempotencyKey::from_request_parts(parts, app).await? })
    }
}

impl Submitter {
    /// The bundle's ID of an item, post or persona that the path names.
    pub fn id(&self, wire: &str) -> Result<String> {
        self.who.loaded().ids.bundle(wire).ok_or_else(ApiError::not_found)
    }

    /// Stores a submission with its timing, or returns the receipt that it got before.
    pub async fn submit(self, submission: Submission, timing: Option<Timing>) -> Result<Json<Reply>> {
        let Self { app, who, locale, key } = self;
        let mut registrant = match who {
            SignedIn::Admin(admin) => return dry_run::submit(&app, &admin, &locale, &submission).map(Json),
            SignedIn::Registrant(registrant) => *registrant,
        };
        let named = item(&registrant.loaded.study, &submission);
        let body = body_hash(&named, &submission);
        let stage = submission.stage();
        let mut attempt = Attempt { body, item: named, stage, key: key.0, locale, timing };
        for _ in 0..ATTEMPTS {
            let is_over = registrant.ended_as().is_some() && !registrant.withdrawn;
            let page = registrant.current_state();
            let participant = if is_over {
                match attempt.find_last(&app, registrant).await? {
                    Ok(reply) => return Ok(Json(reply)),
                    Err(late) => late,
                }
            } else {
                registrant.taking_part()?
            };
            let Participant { assigned, .. } = &participant;
            let judged = flow::submit(&participant.loaded.study, assigned, &participant.progress, submission.clone());
            let accepted = match judged {
                Ok(mut accepted) => {
                    // A copy of an earlier move can arrive after this submission.
                    accepted.progress.memory.moves.clone_from(&participant.progress.memory.moves);
                    accepted
                }
                // A repeat of what was accepted before meets a position that has moved on.
                Err(error) => match attempt.find(&app, &participant, &error).await? {
                    Some(reply) => return Ok(Json(reply)),
                    None if is_over && matches!(error, FlowError::WrongPage(_)) => {
                        return Err(ApiError::wrong_page(page));
                    }
                    None => return Err(invalid(&participant.loaded, &attempt.locale, &submission, error)),
                },
            };
            attempt.item.clone_from(&accepted.record.item);
            if let Some(reply) = attempt.store(&app, &participant, &accepted).await? {
                return Ok(Json(reply));
            }
            // Another tab or a concurrent repeat was first: load the new position.
            registrant = app.sessions.registrant(&participant).await?;
        }
        Err(ApiError::unavailable("a submission conflicted with others too often"))
    }
}

/// A submission to be stored.
struct Attempt {
    item: String,
    stage: Stage,
    body: [u8; 32],
    key: Option<String>,
    locale: Locale,
    timing: Option<Timing>,
}

impl Attempt {
    async fn store(&self, app: &App, participant: &Participant, accepted: &Accepted) -> Result<Option<Reply>> {
        let now = participant.moment(&app.clock);
        let receipt = Receipt {
            receipt: Some(ids::uuid(now.at)),
            stored_at: Some(rfc3339(now.at)),
            repeated: false,
            position: Position::at(&participant.loaded, &participant.assigned, &accepted.progress),
            verdict: self.verdict(participant, accepted),
            completed_personas: completed_personas(&participant.loaded, &participant.assigned, &accepted.progress),
            hears_sound: participant.loaded.study.hears_sound(&accepted.record.answers),
        };
        let stored = to_text(&receipt)?;
        let row = self.row(app, participant, accepted, &receipt, now)?;
        let advance = advance(participant, &accepted.progress, now)?;
        let ending = self.ending(app, participant, accepted, now).await?;
        let Some((screened, last)) = Self::screened(participant, accepted, ending, &receipt, now)? else {
            let saved = app.store.write(async move |tx| submissions::submit(tx, &row, &advance, &stored).await).await?;
            return Self::reply(app, participant, saved, receipt).await;
        };
        let saved =
            app.store.write(async move |tx| submissions::submit_screened(tx, &row, &advance, &stored, &screened).await);
        match saved.await? {
            Saved::TurnedAway => Ok(Some(Reply::Fresh(Box::new(last)))),
            saved => Self::reply(app, participant, saved, receipt).await,
        }
    }

    async fn reply(app: &App, participant: &Participant, saved: Saved, receipt: Receipt) -> Result<Option<Reply>> {
        match saved {
            Saved::Stored | Saved::TurnedAway => Ok(Some(Reply::Fresh(Box::new(receipt)))),
            Saved::Repeat(stored) => Ok(Some(Reply::repeated(&stored, &app.sessions.registrant(participant).await?)?)),
            Saved::Conflict => Err(conflict()),
            Saved::Stale => Ok(None),
        }
    }

    /// The outcome, if the submission ends the participation in any case. That of a rule comes first, because it says
    /// most about the participant. Simulated participants answer at random and in no time: nothing ends theirs.
    async fn ending(
        &self,
        app: &App,
        participant: &Participant,
        accepted: &Accepted,
        now: Stamp,
    ) -> Result<Option<Outcome>> {
        let study = &participant.loaded.study;
        if participant.simulated() {
            return Ok(None);
        }
        if let Some(excluded) = accepted.screening.excluded {
            return Ok(Some(excluded));
        }
        let wave = wave_of(participant);
        if study.ending_rules(wave).failed_checks.is_some() {
            let mut answers = answers_of(&app.store, &participant.id).await?;
            answers.extend(accepted.record.answers.clone());
            if study.ends_by_failed_checks(wave, &answers) {
                return Ok(Some(Outcome::Failed));
            }
        }
        let answered_after = self.timing.as_ref().map(|timing| timing.submit);
        let is_late = is_over_limit(app, participant, &accepted.progress, answered_after, now).await?;
        Ok(participant.ended_as().or_else(|| is_late.then_some(Outcome::TimedOut)))
    }

    /// What is stored if the answers end the participation, and the receipt then; none if they can't. Simulated
    /// participants count in no quota.
    fn screened(
        participant: &Participant,
        accepted: &Accepted,
        ending: Option<Outcome>,
        receipt: &Receipt,
        now: Stamp,
    ) -> Result<Option<(Screened, Receipt)>> {
        let quotas = &accepted.screening.quotas;
        let (outcome, quotas) = match ending {
            Some(outcome) => (outcome, Vec::new()),
            None if quotas.is_empty() || participant.simulated() => return Ok(None),
            None => (Outcome::QuotaFull, quotas.clone()),
        };
        let last = Receipt { position: Position::last(), verdict: None, ..receipt.clone() };
        let stay = advance(participant, &participant.progress, now)?;
        let wave = participant.loaded.study.wave_id(wave_of(participant));
        let turned_away = TurnedAway { wave, outcome, stay, receipt_json: to_text(&last)? };
        Ok(Some((Screened { quotas, turned_away }, last)))
    }

    /// The receipt of answers that are sent again by a participant whose part was ended. Otherwise the participant, if
    /// answers to the page on which the time ran out are still accepted: they may have been given in time. That holds
    /// for one submission.
    async fn find_last(&self, app: &App, registrant: Registrant) -> Result<std::result::Result<Reply, Participant>> {
        let page = registrant.current_state();
        let is_timed_out = registrant.ended_as() == Some(Outcome::TimedOut);
        let mut participant = registrant.where_it_ended();
        if participant.progress.step >= participant.loaded.study.steps_before_allocation() {
            // The slot was given back. As far as the participant came, the steps are those of any arm.
            let any = participant.loaded.study.steps.keys().next().copied();
            participant.assigned.arm = participant.assigned.arm.or(any);
        }
        match self.find(app, &participant, &FlowError::WrongPage(Page::End)).await? {
            Some(reply) => Ok(Ok(reply)),
            None if is_timed_out && !Self::is_followed(app, &participant).await? => Ok(Err(participant)),
            None => Err(ApiError::wrong_page(page)),
        }
    }

    /// Whether a submission was stored since the part was ended.
    async fn is_followed(app: &App, participant: &Participant) -> Result<bool> {
        let ended = outcomes::outcomes(&app.store, &participant.id).await?;
        let Some(last) = ended.iter().filter(|one| one.outcome == Outcome::TimedOut).map(|one| one.at).max() else {
            return Ok(false);
        };
        Ok(submissions::since(&app.store, &participant.id, last).await? > 0)
    }

    /// The receipt, if this was stored before. Without a key the last attempt at the item is meant.
    async fn find(&self, app: &App, participant: &Participant, error: &FlowError) -> Result<Option<Reply>> {
        if *error == FlowError::NotFound {
            return Ok(None);
        }
        let attempt = i64::try_from(participant.progress.memory.attempts).unwrap_or(i64::MAX).max(1);
        let attempt = (attempt, self.stage);
        let key = self.key.as_deref();
        let mut conflicts = false;
        for item in self.items(participant) {
            let found = submissions::find_repeat(&app.store, &participant.id, key, &item, attempt, &self.body).await?;
            match found {
                Some(Saved::Repeat(stored)) => return Reply::repeated(&stored, participant).map(Some),
                found => conflicts |= found.is_some(),
            }
        }
        // An invalid submission was never stored, so it can't conflict.
        if conflicts && matches!(error, FlowError::WrongPage(_)) { Err(conflict()) } else { Ok(None) }
    }

    /// What this may be stored as: in each block of its kind, the latest one first.
    fn items(&self, participant: &Participant) -> Vec<String> {
        let (usual, rest) = self.item.split_at(self.item.find('/').unwrap_or(self.item.len()));
        // Without a slot, the steps of any arm: they are the same as far as the participant came.
        let arm = participant.assigned.arm.or_else(|| participant.loaded.study.steps.keys().next().copied());
        let steps = participant.loaded.steps(arm).iter().rev();
        let own = steps.filter(|step| step.kind.block().name() == usual);
        own.map(|step| format!("{}{rest}", step.block)).collect()
    }

    fn verdict(&self, participant: &Participant, accepted: &Accepted) -> Option<public::PublicFeedback> {
        let verdict = accepted.feedback.as_ref()?;
        public::feedback(&participant.loaded.study, &participant.assigned, &self.locale, verdict)
    }

    fn row(
        &self,
        app: &App,
        participant: &Participant,
        accepted: &Accepted,
        receipt: &Receipt,
        now: Stamp,
    ) -> Result<Row> {
        let record = &accepted.record;
        let study = &participant.loaded.study;
        let page = flow::page_items(study, &participant.assigned, &record.item);
        let failed = |file: &str| app.deliveries.failed(&participant.family, participant.loaded.media.main(file));
        let longest = timing::longest(participant.on_page_for(now));
        let evidence = timing::evidence(self.timing.as_ref(), &page, &participant.loaded, longest, failed);
        let id = receipt.receipt.clone().unwrap_or_default();
        Ok(Row {
            verdict: receipt.verdict.as_ref().map(to_text).transpose()?,
            evidence: evidence.as_ref().map(to_text).transpose()?,
            key: self.key.clone(),
            body_hash: self.body,
            flags: quality::flags(study, record.into(), evidence.as_ref()),
            ..unmeasured(study, id, &participant.id, participant.progress.step, record, now)?
        })
    }
}

/// A record as it is stored, without what is known of a real submission alone.
pub fn unmeasured(
    study: &Study,
    id: String,
    participant: &str,
    step: usize,
    record: &Record,
    stamp: Stamp,
) -> Result<Row> {
    Ok(Row {
        id,
        participant: participant.to_owned(),
        item: record.item.clone(),
        attempt: i64::from(record.attempt),
        stage: record.stage,
        page: record.page.to_string(),
        step: i64::try_from(step).unwrap_or(i64::MAX),
        answers: to_text(&record.answers)?,
        correct: record.correct,
        scores: to_text(&record.scores)?,
        verdict: None,
        evidence: None,
        key: None,
        body_hash: [0; 32],
        study_version: study.hash.clone(),
        flags: Vec::new(),
        stamp,
    })
}

/// The part that the participant is in: 0 is the first one.
pub fn wave_of(participant: &Participant) -> usize {
    flow::wave_of(&participant.loaded.study, &participant.assigned, &participant.progress)
}

/// Whether the time limit of the part passed before an answer or a move that leads to this position, see
/// [`unmask_study::ending`]. `answered_after` is how long after the page was shown it was submitted, as the browser
/// measured it. Simulated participants have no limit.
pub async fn is_over_limit(
    app: &App,
    participant: &Participant,
    to: &Progress,
    answered_after: Option<f64>,
    now: Stamp,
) -> Result<bool> {
    let (study, wave) = (&participant.loaded.study, wave_of(participant));
    if participant.simulated() || study.ending_rules(wave).time_limit.is_none() {
        return Ok(false);
    }
    let began = if wave == 0 {
        consent::consents(&app.store, &participant.id).await?.first().map(|first| first.at)
    } else {
        participant.waves.iter().find(|own| own.number == wave).and_then(|own| own.course.started)
    };
    let on_page = now.measured.saturating_sub(participant.on_page_for(now));
    let is_late = |deadline| is_late(deadline, now.measured, to.page == Page::End, on_page, answered_after);
    Ok(began.and_then(|began| study.deadline(wave, began)).is_some_and(is_late))
}

/// The move from where the participant is.
pub fn advance(participant: &Participant, to: &Progress, now: Stamp) -> Result<Advance> {
    let study = &participant.loaded.study;
    let waves = WaveChange::of(study, &participant.assigned, &participant.progress, to, now.at);
    Ok(Advance {
        participant: participant.id.clone(),
        from_revision: participant.revision,
        step: i64::try_from(to.step).unwrap_or(i64::MAX),
        page: to.page.to_string(),
        memory: to_text(&to.memory)?,
        stamp: now,
        exposed: !participant.exposed && flow::is_exposed(study, &participant.assigned, to),
        completed: to.page == Page::End,
        waves: if participant.simulated() {
            waves.simulated(study, now.at, participant.fixed_days_earlier())
        } else {
            waves
        },
    })
}

/// The reply to a move that the page flow rejects.
pub fn rejected(loaded: &LoadedVersion, locale: &Locale, error: FlowError) -> ApiError {
    match error {
        FlowError::WrongPage(page) => ApiError::wrong_page(loaded.path(&page)),
        FlowError::NotFound => ApiError::not_found(),
        FlowError::Invalid(fields) => {
            let problem = |field| FieldProblem::of_answer(field, &loaded.study.catalog, locale);
            ApiError::invalid_answers(fields.into_iter().map(problem).collect())
        }
    }
}

/// The reply to a submission that the page flow rejects. A judgement is checked under its ID in the bundle, which must
/// not leave the server; the call names its fields `answer` and `confidence`. Other names are those of the request.
/// They are returned as given, because a change would tell which of them are IDs in the bundle.
pub fn invalid(loaded: &LoadedVersion, locale: &Locale, submission: &Submission, mut error: FlowError) -> ApiError {
    let judgement = match submission {
        Submission::Practice(_) => Some(&loaded.study.practice.id),
        Submission::Question(id, _) | Submission::Post(id, _) => Some(id),
        _ => None,
    };
    if let (FlowError::Invalid(fields), Some(id)) = (&mut error, judgement) {
        for field in fields {
            match field.item.strip_prefix(id.as_str()) {
                Some("") => field.item = "answer".into(),
                Some("_confidence") => field.item = "confidence".into(),
                _ => {}
            }
        }
    }
    rejected(loaded, locale, error)
}

fn conflict() -> ApiError {
    ApiError::of(Code::Conflict)
}

/// What is submitted, known before anything is judged: the natural key with the usual block in the place of the block.
fn item(study: &Study, submission: &Submission) -> String {
    let block = submission.step().block();
    match submission {
        Submission::Practice(_) => format!("{block}/{}", study.practice.id),
        Submission::Questionnaire { section: Some(section), .. } => format!("{block}/{}", Stage::split(section).0),
        Submission::Questionnaire { section: None, .. } => block.to_string(),
        Submission::Question(id, _) | Submission::Post(id, _) | Submission::Rating(id, _) => format!("{block}/{id}"),
        Submission::Followup(id, _) => format!("{block}/{id}/followup"),
        Submission::CompletePersona(id) => format!("{block}/persona/{id}"),
    }
}

/// What makes two submissions the same: what they answer, and their answers in any order, without the timing.
/// A key that comes again with another call must never pass for a repeat.
fn body_hash(item: &str, submission: &Submission) -> [u8; 32] {
    let judged = |judged: &flow::Judgement| serde_json::json!([judged.answer, judged.confidence]);
    let answers = match submission {
        Submission::Practice(given) | Submission::Question(_, given) | Submission::Post(_, given) => judged(given),
        Submission::Questionnaire { answers, .. }
        | Submission::Followup(_, answers)
        | Submission::Rating(_, answers) => {
            let sorted: BTreeMap<_, _> = answers.iter().collect();
            serde_json::json!(sorted)
        }
        Submission::CompletePersona(_) => Value::Null,
    };
    let what = match submission.stage() {
        Stage::Only => serde_json::json!([item, answers]),
        stage => serde_json::json!([item, answers, stage]),
    };
    Sha256::digest(what.to_string()).into()
}

#[cfg(test)]
mod tests {
    use unmask_study::answers::Answers;
    use unmask_study::page::QuestionnairePage;

    use super::*;

    #[test]
    fn the_same_words_on_another_item_are_no_repeat() {
        let judged = || flow::Judgement { answer: "original".into(), confidence: None };
        let practice = body_hash("practice/p", &Submission::Practice(judged()));
        let question = body_hash("flow-a/q", &Submission::Question("q".into(), judged()));
        assert_ne!(practice, question);
        let persona = |id: &str| body_hash(&format!("flow-b/persona/{id}"), &Submission::CompletePersona(id.into()));
        assert_ne!(persona("a"), persona("b"));
        let stage = |section: &str| {
            let (page, answers) = (QuestionnairePage::Pre, Answers::new());
            let submission = Submission::Questionnaire { page, section: Some(section.into()), answers };
            body_hash("pre/clips/c1", &submission)
        };
        assert_ne!(stage("clips/c1/initial"), stage("clips/c1/final"));
    }
}
