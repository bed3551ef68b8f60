//! `GET /api/study/pages/{name}`

use unmask_study::invitations::{INVITATION_TEXT, REMINDER_TEXT};
use unmask_study::{Page, Study, public};

use crate::routes::prelude::*;

/// Name of the text for participants who leave.
pub const LEAVING: &str = "withdrawn";

/// Names of the texts for participants whose participation was ended: they tell what the rules are about.
const TURNED_AWAY: [&str; 4] = ["screened-out", "quota-full", "failed", "timed-out"];

/// Names of the texts of e-mails, which tell of later parts.
const E_MAILS: [&str; 2] = [INVITATION_TEXT, REMINDER_TEXT];

/// Text of a page.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageText {
    /// HTML, sanitised.
    pub html: String,
}

/// Returns the text of a page that the participant may see now. The text of a feedback page is available only after the
/// answer, and the one for participants who leave only in the receipt of the withdrawal: it says what was made up.
#[utoipa::path(get, path = "/api/study/pages/{name}", operation_id = "study_page", tag = "study", security(("bearer" = [])),
    params(("name" = String, Path, description = "Name of the file in the bundle without its extension, such as `flow-a-start`"), LocaleQuery),
    responses((status = 200, body = PageText), SignedInOnly, InFlow, Always))]
pub async fn page(viewer: Viewer, Path(name): Path) -> Result<Json<PageText>> {
    if name == LEAVING || TURNED_AWAY.contains(&name.as_str()) || E_MAILS.contains(&name.as_str()) {
        return Err(ApiError::not_found());
    }
    let study = &viewer.loaded.study;
    let stem = match owner(&name) {
        Some(page) => study.page_stem(viewer.on(&page)?.step, &name),
        // Texts of blocks are shown under the usual name, those of rules to participants who were turned away.
        None if study.is_text_of_block(&name) || is_of_rule(study, &name) || is_of_part(study, &name) => {
            return Err(ApiError::not_found());
        }
        None => name,
    };
    let html = public::page_text(study, &viewer.locale, &stem).ok_or_else(ApiError::not_found)?;
    Ok(Json(PageText { html }))
}

/// Whether it is the text for participants whom a rule excludes.
fn is_of_rule(study: &Study, name: &str) -> bool {
    let mut rules = study.questionnaires.values().flat_map(|own| &own.screen_out);
    rules.any(|rule| rule.page.as_deref() == Some(name))
}

/// Whether it is the text for participants whose participation in a later part was ended.
fn is_of_part(study: &Study, name: &str) -> bool {
    study.file.waves.iter().flat_map(|wave| wave.outcomes.pages()).any(|page| page == name)
}

/// The page that a text belongs to; the others are shown outside of all steps.
fn owner(name: &str) -> Option<Page> {
    Some(match name {
        "home" => Page::Home,
        "home-right" => Page::HomeRight,
        "home-wrong" => Page::HomeWrong,
        "flow-a-start" => Page::FlowAStart,
        "flow-a-interim" => Page::FlowAInterim,
        "flow-a-end" => Page::FlowAEnd,
        "flow-b" => Page::Dashboard,
        "control-flow" => Page::ControlFlow,
        "end" => Page::End,
        _ => return None,
    })
}
