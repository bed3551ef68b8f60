//! `GET /api/admin/previews`

use unmask_study::flow::{self, Shown, View, ViewKind};
use unmask_study::progress::{Assignment, Form};
use unmask_study::text::Locale;

use crate::api::locale::Wanted;
use crate::routes::prelude::*;

/// What there is to see for a participant in a group.
#[derive(Debug, Serialize, ToSchema)]
pub struct GroupViews {
    pub group: Group,
    /// In order.
    pub steps: Vec<StepViews>,
}

/// Of one step.
#[derive(Debug, Serialize, ToSchema)]
pub struct StepViews {
    /// Path of its first page.
    pub step: String,
    /// In the order of the study's files.
    pub shown: Vec<ShownViews>,
}

/// One thing, such as a question with its follow-up and its verdicts.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShownViews {
    /// In the study's words; null where the kind of page says everything.
    pub title: Option<String>,
    /// From 1, among things of its kind; null for what there is once.
    pub number: Option<usize>,
    /// In the order in which they are seen.
    pub views: Vec<PageView>,
}

/// One look of a page. `page` and `part` are what `POST /api/admin/previews` wants.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageView {
    /// What it shows.
    pub kind: ViewKind,
    pub page: String,
    /// Which section or part, from 1; null where the path says everything.
    pub part: Option<usize>,
}

/// Every page of every group.
#[utoipa::path(get, path = "/api/admin/previews", operation_id = "admin_previews_pages", tag = "admin", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = Vec<GroupViews>), AdminOnly, Always))]
pub async fn views(admin: Admin, Wanted(wanted): Wanted) -> Json<Vec<GroupViews>> {
    let (loaded, locale) = (&admin.loaded, admin.loaded.locale(wanted.as_deref()));
    let of_group = |group: &Group| {
        let assigned = Assignment { group: *group, form: Form::X, seed: 0 };
        let steps = flow::views(&loaded.study, &assigned).into_iter().map(|(step, shown)| StepViews {
            step: step.first_page().to_string(),
            shown: shown.into_iter().map(|shown| in_words(loaded, &locale, shown)).collect(),
        });
        GroupViews { group: *group, steps: steps.collect() }
    };
    Json(loaded.study.file.arms.keys().map(of_group).collect())
}

fn in_words(loaded: &LoadedVersion, locale: &Locale, shown: Shown) -> ShownViews {
    let view = |view: View| PageView { kind: view.kind, page: loaded.path(&view.page), part: view.part };
    ShownViews {
        title: shown.title.map(|title| loaded.study.catalog.translate(locale, &title.0).to_owned()),
        number: shown.number,
        views: shown.views.into_iter().map(view).collect(),
    }
}
