//! `GET /api/study/pages/{name}`

use serde::Serialize;
use unmask_study::{Step, public};
use utoipa::ToSchema;

use crate::auth::Viewer;
use crate::http::error::{ApiError, Result};
use crate::http::json::Json;
use crate::http::locale::LocaleQuery;
use crate::http::path::Path;
use crate::http::responses::{Always, Here, SignedInOnly};

/// A page text.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageText {
    /// HTML, sanitised.
    pub html: String,
}

/// The text of a page of the participant's present step.
#[utoipa::path(get, path = "/api/study/pages/{name}", tag = "study", security(("bearer" = [])),
    params(("name" = String, Path, description = "Stem of the bundle's file, such as `flow-a-start`"), LocaleQuery),
    responses((status = 200, body = PageText), SignedInOnly, Here, Always))]
pub async fn page(viewer: Viewer, Path(name): Path) -> Result<Json<PageText>> {
    if let Some(step) = owner(&name) {
        viewer.at(step)?;
    }
    let html = public::page_text(&viewer.loaded.study, &viewer.locale, &name).ok_or_else(ApiError::not_found)?;
    Ok(Json(PageText { html }))
}

/// The step that a text belongs to; the others are shown outside of all steps.
fn owner(name: &str) -> Option<Step> {
    Some(match name {
        "home" | "home-right" | "home-wrong" => Step::Home,
        "flow-a-start" | "flow-a-interim" | "flow-a-end" => Step::FlowA,
        "flow-b" => Step::FlowB,
        "control-flow" => Step::ControlFlow,
        "end" => Step::End,
        _ => return None,
    })
}
