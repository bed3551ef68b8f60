//! `GET /api/users/completion`

use unmask_study::definition::Outcome;
use unmask_study::definition::screening::OutcomeCode;
use unmask_study::text::Locale;
use unmask_study::waves::WaveState;
use unmask_study::{Page, flow, public};

use crate::api::locale::RequestedLocale;
use crate::auth::{Registrant, answers_of};
use crate::routes::prelude::*;

/// How the participation ended, and the code that a recruitment service asks for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    /// Whether the participant has completed the present part of the study and all data are stored.
    pub complete: bool,
    /// The code of the outcome, after a later part the one of that part; null until then, and if there is none. If a
    /// later part was ended or missed and has no code for that, the code of the last part that was completed.
    pub code: Option<String>,
    /// URL that leads back to the recruitment service; null like the code.
    pub return_url: Option<String>,
    /// The codes of other parts that the participant completed, in order. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub others: Vec<PartCode>,
    /// Why the participant was turned away. Absent for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub turned_away: Option<Outcome>,
    /// The study's own text for participants who were turned away: HTML, sanitised. Absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub html: Option<String>,
    /// The present part, if it is a later one that the program ended. Absent for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub ended: Option<EndedPart>,
}

/// A later part of the study that the program ended before its last page. The earlier parts stay completed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndedPart {
    /// Why: `timed_out` or `failed`.
    pub outcome: Outcome,
    /// Name of the part in the participant's language.
    pub title: String,
    /// The study's own text: HTML, sanitised. Null if it has none.
    pub html: Option<String>,
}

impl EndedPart {
    fn of(registrant: &Registrant, locale: &Locale) -> Option<Self> {
        let (wave, outcome) = registrant.ended_part().filter(|_| !registrant.withdrawn)?;
        let study = &registrant.loaded.study;
        let title = &study.file.waves.get(wave.checked_sub(1)?)?.title.0;
        Some(Self {
            outcome,
            title: study.catalog.translate(locale, title).to_owned(),
            html: public::page_text(study, locale, &study.ending_page(wave, outcome)),
        })
    }
}

/// The code of a part of the study.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartCode {
    /// Name of the part in the participant's language; null for the first one.
    pub title: Option<String>,
    pub code: String,
    /// URL that leads back to the recruitment service; null if there is none.
    pub return_url: Option<String>,
}

/// The text for a participant who was turned away, as a file in `pages/` without `.md`: a rule may have its own.
async fn text_of(app: &App, registrant: &Registrant, outcome: Outcome) -> Result<String> {
    let usual = registrant.loaded.study.ending_page(0, outcome);
    if !matches!(outcome, Outcome::ScreenedOut | Outcome::Failed) {
        return Ok(usual);
    }
    let answers = answers_of(&app.store, &registrant.id).await?;
    Ok(registrant.loaded.study.screened_out_page(outcome, &answers).map_or(usual, str::to_owned))
}

/// The codes of the parts that the participant has completed, except for one whose code is shown anyway.
fn others(registrant: &Registrant, shown: Option<usize>, locale: &Locale) -> Vec<PartCode> {
    let study = &registrant.loaded.study;
    let later = registrant.waves.iter().filter(|own| own.state == WaveState::Completed).map(|own| own.number);
    let completed = std::iter::once(0).chain(later).filter(|wave| Some(*wave) != shown);
    let code = |wave: usize| {
        let title = wave.checked_sub(1).and_then(|later| study.file.waves.get(later)).map(|wave| &wave.title.0);
        let own = study.completion_code(wave)?;
        Some(PartCode {
            title: title.map(|title| study.catalog.translate(locale, title).to_owned()),
            return_url: own.link(),
            code: own.code,
        })
    };
    completed.filter_map(code).collect()
}

/// Returns the outcome with its code. Available only after everything is stored: at the end of the study, or once the
/// participant can't take part by their answers.
#[utoipa::path(get, path = "/api/users/completion", operation_id = "users_completion", tag = "users", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = Completion), SignedInOnly, Always))]
pub async fn completion(
    State(app): State<App>,
    registrant: Registrant,
    RequestedLocale(requested): RequestedLocale,
) -> Result<Json<Completion>> {
    let study = &registrant.loaded.study;
    let locale = registrant.loaded.locale(requested.as_deref().or(Some(&registrant.locale.0)));
    let (complete, code, others) = match registrant.turned_away {
        Some(outcome) if !registrant.withdrawn => (false, study.outcome_code(outcome), Vec::new()),
        _ => {
            let assigned = registrant.require_taking_part()?;
            let wave = flow::wave_of(study, &assigned, &registrant.progress);
            let is_at_end = registrant.progress.page == Page::End;
            let ended = registrant.ended_part().and_then(|(wave, outcome)| study.ending_code(wave, outcome));
            // Who missed a later part is at its end, too, and gets the code of the last part that they completed. So
            // does who was ended in it, unless that outcome has a code.
            let proven = registrant.completed_part(wave);
            let shown = ended.is_none().then_some(proven);
            let others = if is_at_end { others(&registrant, shown, &locale) } else { Vec::new() };
            let code = ended.or_else(|| study.completion_code(proven)).filter(|_| is_at_end);
            (is_at_end && proven == wave, code, others)
        }
    };
    let stem = match registrant.turned_away {
        None => None,
        Some(outcome) => Some(text_of(&app, &registrant, outcome).await?),
    };
    Ok(Json(Completion {
        complete,
        turned_away: registrant.turned_away,
        return_url: code.as_ref().and_then(OutcomeCode::link),
        code: code.map(|code| code.code),
        others,
        html: stem.and_then(|stem| public::page_text(study, &locale, &stem)),
        ended: EndedPart::of(&registrant, &locale),
    }))
}
