//! `GET /api/admin/events`

use crate::collector::kinds::Kind;
use crate::read_models::timeline::names;
use crate::read_models::usage::{UsageFunnel, funnel};
use crate::routes::prelude::*;

/// Usage analytics of participants who agreed to them, as reported by their browsers. Not research data.
#[derive(Debug, Serialize, ToSchema)]
pub struct Usage {
    /// Whether this server collects usage analytics.
    pub collected: bool,
    /// Whether the person who asks is blinded. If so, the arm-specific part is omitted.
    pub blinded: bool,
    /// Events by kind.
    pub kinds: Vec<KindUsed>,
    /// Views by page, most viewed first.
    pub pages: Vec<PageUsed>,
    /// Funnel of page views.
    pub funnel: UsageFunnel,
}

/// Number of events of one kind.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KindUsed {
    /// Kind of event, such as `flow_a_question`.
    pub kind: String,
    /// Name of the event, such as "Flow A Question Answered".
    pub name: String,
    pub events: i64,
    /// Number of participants with this event.
    pub people: i64,
}

/// Number of views of a page.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PageUsed {
    /// Pattern of the page's path, such as `/flow-a/question/{questionId}`.
    pub page: String,
    pub views: i64,
    /// Number of participants who viewed it.
    pub people: i64,
}

/// Returns usage analytics: the number of events by kind and of views by page.
#[utoipa::path(get, path = "/api/admin/events", operation_id = "admin_events_get", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = Usage), AdminOnly, Always))]
pub async fn events(State(app): State<App>, admin: Admin) -> Result<Json<Usage>> {
    Ok(Json(usage(&app, &admin).await?))
}

pub async fn usage(app: &App, admin: &Admin) -> Result<Usage> {
    let view = SnapshotView::at(&app.console, &admin.person()).await?;
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
        blinded: view.arms.blinded,
        kinds: Kind::ALL.iter().filter(|kind| names(&view.flow, kind.id())).map(used).collect(),
        pages: pages.map(|view| PageUsed { page: view.what, views: view.events, people: view.people }).collect(),
        funnel: funnel(&view, &first),
    })
}
