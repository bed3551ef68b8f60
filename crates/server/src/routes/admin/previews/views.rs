//! `GET /api/admin/previews`

use std::sync::Arc;

use unmask_study::Step;
use unmask_study::flow::{self, Shown, View, ViewKind};
use unmask_study::progress::{Assignment, Form};
use unmask_study::text::Locale;

use crate::api::locale::RequestedLocale;
use crate::routes::prelude::*;

/// The pages that participants of a group can see.
#[derive(Debug, Serialize, ToSchema)]
pub struct GroupViews {
    pub group: ArmId,
    /// The lists of a study with conditions within persons. Absent: forms X and Y.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<Form>,
    /// In order.
    pub steps: Vec<StepViews>,
}

/// The pages of a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct StepViews {
    /// Path of the first page of the step.
    pub step: String,
    /// Items in the order of the bundle's files.
    pub shown: Vec<ShownViews>,
}

/// The pages of one item, such as a question with its follow-up and feedback.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShownViews {
    /// Title from the bundle; null if the kind of page is sufficient.
    pub title: Option<String>,
    /// Number among items of the same kind, from 1; null if there is only one.
    pub number: Option<usize>,
    /// Pages in the order in which participants see them.
    pub views: Vec<PageView>,
}

/// A page that can be previewed. Pass `page`, `block` and `part` to `POST /api/admin/previews`.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageView {
    /// What the page shows.
    pub kind: ViewKind,
    pub page: String,
    /// The block, if the step has a file of its own; otherwise null.
    pub block: Option<String>,
    /// Part of the page, from 1; null if the page has one part.
    pub part: Option<usize>,
}

/// Returns all pages that can be previewed, by group.
#[utoipa::path(get, path = "/api/admin/previews", operation_id = "admin_previews_pages", tag = "admin", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = Vec<GroupViews>), AdminOnly, Always))]
pub async fn views(admin: Admin, RequestedLocale(requested): RequestedLocale) -> Json<Vec<GroupViews>> {
    let (loaded, locale) = (&admin.loaded, admin.loaded.locale(requested.as_deref()));
    let of_group = |group: &ArmId| {
        let assigned = Assignment { arm: Some(*group), form: Form::X, seed: 0, contact_again: false };
        let loaded = &Arc::clone(loaded).seen_by(Some(*group));
        let steps = flow::views(&loaded.study, &assigned).into_iter().map(|(step, shown)| StepViews {
            step: step.to_string(),
            shown: shown.into_iter().map(|shown| in_words(loaded, &locale, step, shown)).collect(),
        });
        let lists = if loaded.study.file.within.is_empty() { Vec::new() } else { loaded.study.file.forms() };
        GroupViews { group: *group, lists, steps: steps.collect() }
    };
    Json(loaded.study.file.arms.keys().map(of_group).collect())
}

fn in_words(loaded: &LoadedVersion, locale: &Locale, step: Step, shown: Shown) -> ShownViews {
    let block = (step.block != step.kind.block()).then(|| step.block.to_string());
    let view =
        |view: View| PageView { kind: view.kind, page: loaded.path(&view.page), block: block.clone(), part: view.part };
    ShownViews {
        title: shown.title.map(|title| loaded.study.catalog.translate(locale, &title.0).to_owned()),
        number: shown.number,
        views: shown.views.into_iter().map(view).collect(),
    }
}
