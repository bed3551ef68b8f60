//! `GET /api/admin/events`

use crate::collector::kinds::Kind;
use crate::read_models::timeline::names;
use crate::read_models::usage::{UsageFunnel, funnel};
use crate::routes::prelude::*;

/// Usage, as reported by the browsers of those who agreed to it. It is no research data.
#[derive(Debug, Serialize, ToSchema)]
pub struct Usage {
    /// Whether usage is collected here.
    pub collected: bool,
    /// Whether what differs between the arms is left out, because the arms are blinded.
    pub masked: bool,
    /// By kind, in the order of the kinds.
    pub kinds: Vec<KindUsed>,
    /// Page views by page, the most viewed first.
    pub pages: Vec<PageUsed>,
    /// How far people come, by the pages that they saw.
    pub funnel: UsageFunnel,
}

/// How often something happened.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KindUsed {
    /// `flow_a_question`.
    pub kind: String,
    /// "Flow A Question Answered".
    pub name: String,
    pub events: i64,
    /// To how many people.
    pub people: i64,
}

/// How often a page was viewed.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PageUsed {
    /// Pattern of its address, such as `/flow-a/question/{questionId}`.
    pub page: String,
    pub views: i64,
    /// By how many people.
    pub people: i64,
}

/// How often each kind of event happened, and each page was viewed.
#[utoipa::path(get, path = "/api/admin/events", operation_id = "admin_events_get", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = Usage), AdminOnly, Always))]
pub async fn events(State(app): State<App>, _: Admin) -> Result<Json<Usage>> {
    Ok(Json(usage(&app).await?))
}

pub async fn usage(app: &App) -> Result<Usage> {
    let view = SnapshotView::at(&app.console).await?;
    let (kinds, views, first) = match &app.collector {
        Some(collector) => {
            let store = &collector.store;
            (store.by_kind().await?, store.by_page().await?, store.first_views().await?)
        }
        None => (vec![], vec![], vec![]),
    };
    let used = |kind: &Kind| {
        let found = kinds.iter().find(|used| used.what == kind.id());
        let (kind, name) = (kind.id().to_owned(), kind.name().to_owned());
        KindUsed {
            kind,
            name,
            events: found.map_or(0, |used| used.events),
            people: found.map_or(0, |used| used.people),
        }
    };
    let shows = |page: &str| page.parse().is_ok_and(|page| view.flow.shows(&page));
    let pages = views.into_iter().filter(|view| shows(&view.what));
    Ok(Usage {
        collected: app.collector.is_some(),
        masked: view.arms.blinded,
        kinds: Kind::ALL.iter().filter(|kind| names(&view.flow, kind.id())).map(used).collect(),
        pages: pages.map(|view| PageUsed { page: view.what, views: view.events, people: view.people }).collect(),
        funnel: funnel(&view, &first),
    })
}
