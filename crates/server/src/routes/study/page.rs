//! `GET /api/study/pages/{name}`

use unmask_study::{Page, public};

use crate::routes::prelude::*;

/// A page text.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageText {
    /// HTML, sanitised.
    pub html: String,
}

/// The text of a page that is open to the participant: what a verdict says is not there before the answer.
#[utoipa::path(get, path = "/api/study/pages/{name}", operation_id = "study_page", tag = "study", security(("bearer" = [])),
    params(("name" = String, Path, description = "Stem of the bundle's file, such as `flow-a-start`"), LocaleQuery),
    responses((status = 200, body = PageText), SignedInOnly, Here, Always))]
pub async fn page(viewer: Viewer, Path(name): Path) -> Result<Json<PageText>> {
    if let Some(page) = owner(&name) {
        viewer.on(&page)?;
    }
    let html = public::page_text(&viewer.loaded.study, &viewer.locale, &name).ok_or_else(ApiError::not_found)?;
    Ok(Json(PageText { html }))
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
