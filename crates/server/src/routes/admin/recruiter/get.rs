//! `GET /api/admin/recruiter`

use std::collections::BTreeMap;

use unmask_store::comparison::{self, Case, Comparison};
use unmask_store::{study, unlink};
use unmask_study::Study;
use unmask_study::definition::WaveId;
use unmask_study::definition::wave::MAIN;

use crate::recruiters::compare::Finding;
use crate::recruiters::prolific::{Failure, FailureKind, Prolific};
use crate::recruiters::{GroupChange, PROLIFIC, PartSummary, ProlificResult};
use crate::routes::prelude::*;

/// The comparison with the submissions at Prolific.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecruiterComparison {
    pub state: ComparisonState,
    /// When it is made next; null if it never is.
    pub next_at: Option<String>,
    /// When the last one succeeded; null if none did.
    pub compared_at: Option<String>,
    /// When the last one failed; null if it did not.
    pub failed_at: Option<String>,
    /// Why it failed; null if it did not.
    pub failure: Option<Failure>,
    /// The parts of the study, by the last one that succeeded. For those who are blinded, without parts that only some
    /// arms have.
    pub parts: Vec<ComparedPart>,
    /// The participant groups of later parts.
    pub groups: Vec<KeptGroup>,
    /// The cases to check, by participant. Those without one are only counted.
    pub cases: Vec<ComparisonCase>,
}

/// How far the comparison is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ComparisonState {
    /// The study has no `recruitment.prolific`.
    NotInStudy,
    /// The server has no token of Prolific's API.
    NoToken,
    /// The recruitment IDs are deleted.
    Ended,
    /// None was made yet.
    Never,
    /// A server makes it now, or will within seconds.
    Running,
    /// The last one succeeded.
    Compared,
    /// The last one failed.
    Failed,
}

/// A part of the study.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparedPart {
    /// Its ID in the data; `main` for the first part.
    pub wave: String,
    /// Its name for participants; null for the first part.
    pub title: Option<String>,
    /// Number of submissions at Prolific.
    pub submissions: usize,
    /// Number of submissions with a status that the server does not know, by status. They count neither as completed
    /// nor as ended.
    pub unknown: BTreeMap<String, usize>,
    /// The findings that occurred.
    pub findings: Vec<FindingCount>,
}

/// A kind of difference.
#[derive(Debug, Serialize, ToSchema)]
pub struct FindingCount {
    pub finding: Finding,
    pub count: usize,
}

/// The participant group of a later part.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptGroup {
    /// The ID of the part in the data.
    pub wave: String,
    /// Its name for participants.
    pub title: Option<String>,
    /// People added by the last comparison.
    pub added: usize,
    /// People removed by the last comparison.
    pub removed: usize,
    /// Members afterwards.
    pub members: usize,
}

/// A case to check.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComparisonCase {
    /// Participant code.
    pub participant: String,
    /// The ID of the part in the data.
    pub wave: String,
    pub finding: Finding,
    /// The status at Prolific; empty without a submission.
    pub status: String,
}

/// Returns when the participants were last compared with the submissions at Prolific, and what was found, without
/// recruitment IDs.
#[utoipa::path(get, path = "/api/admin/recruiter", operation_id = "admin_recruiter", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = RecruiterComparison), AdminOnly, Always))]
pub async fn recruiter(State(app): State<App>, admin: Admin) -> Result<Json<RecruiterComparison>> {
    let version = app.versions.active();
    let definition = &version.study;
    let stored = comparison::comparison(&app.store, PROLIFIC).await?;
    let (state, failure) = state(&app, definition, stored.as_ref()).await?;
    let blinded = study::would_unblind(&app.store, &admin.person()).await?;
    let is_shown = |wave: WaveId| !(blinded && definition.wave_reveals_arms(wave));
    let result = stored.as_ref().and_then(|own| own.result.clone());
    let result: ProlificResult = result.and_then(|own| serde_json::from_value(own).ok()).unwrap_or_default();
    let cases = comparison::cases(&app.store).await?;
    let failed_at = stored.as_ref().and_then(|own| own.failed_at);
    let is_active = !matches!(state, ComparisonState::NotInStudy | ComparisonState::NoToken | ComparisonState::Ended);
    let next_at = stored.as_ref().map(|own| own.next_at).filter(|_| is_active);
    Ok(Json(RecruiterComparison {
        state,
        next_at: next_at.map(rfc3339),
        compared_at: stored.and_then(|own| own.compared_at).map(rfc3339),
        failed_at: failed_at.map(rfc3339),
        failure,
        parts: result.parts.into_iter().filter(|own| is_shown(own.wave)).map(|own| part(definition, own)).collect(),
        groups: result.groups.into_iter().filter(|own| is_shown(own.wave)).map(|own| group(definition, own)).collect(),
        cases: cases.into_iter().filter(|own| is_shown(own.wave)).filter_map(case).collect(),
    }))
}

/// How far it is, and why it failed.
pub(super) async fn state(
    app: &App,
    definition: &Study,
    stored: Option<&Comparison>,
) -> Result<(ComparisonState, Option<Failure>)> {
    let now = app.clock.now();
    if definition.file.recruitment.as_ref().is_none_or(|own| own.prolific.is_none()) {
        return Ok((ComparisonState::NotInStudy, None));
    }
    if unlink::ended_at(&app.store).await?.is_some() {
        return Ok((ComparisonState::Ended, None));
    }
    // A file that can't be read is reported by the comparison.
    if matches!(Prolific::open(&app.settings), Ok(None)) {
        return Ok((ComparisonState::NoToken, None));
    }
    let Some(own) = stored else { return Ok((ComparisonState::Never, None)) };
    if own.reserved_until.is_some_and(|until| until > now) || own.next_at <= now {
        return Ok((ComparisonState::Running, None));
    }
    let failure = own
        .failure
        .clone()
        .map(|failure| serde_json::from_value(failure).unwrap_or_else(|_| Failure::of(FailureKind::Internal)));
    Ok(match (failure, own.compared_at) {
        (Some(failure), _) => (ComparisonState::Failed, Some(failure)),
        (None, Some(_)) => (ComparisonState::Compared, None),
        (None, None) => (ComparisonState::Never, None),
    })
}

fn part(definition: &Study, own: PartSummary) -> ComparedPart {
    let findings = own.findings.into_iter().map(|(finding, count)| FindingCount { finding, count });
    ComparedPart {
        wave: own.wave.to_string(),
        title: title(definition, own.wave),
        submissions: own.submissions,
        unknown: own.unknown,
        findings: findings.collect(),
    }
}

fn group(definition: &Study, own: GroupChange) -> KeptGroup {
    let GroupChange { wave, added, removed, members } = own;
    KeptGroup { wave: wave.to_string(), title: title(definition, wave), added, removed, members }
}

fn title(definition: &Study, wave: WaveId) -> Option<String> {
    let own = definition.file.waves.iter().find(|own| own.id == wave && wave != MAIN)?;
    Some(own.title.0.clone())
}

/// None if an earlier program found something that this one does not know.
fn case(own: Case) -> Option<ComparisonCase> {
    let finding = serde_json::from_value(Value::String(own.finding)).ok()?;
    Some(ComparisonCase { participant: own.code, wave: own.wave.to_string(), finding, status: own.status })
}
