//! The report for the console. It is computed on a separate thread and cached until the data change. With ten thousand
//! participants this takes seconds; until then, replies contain the last report.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::runtime::Handle;
use tokio::sync::watch;
use unmask_store::audit::{self, AuditAction};
use unmask_store::export::{Revision, revision};
use unmask_store::looks::{self, Look};
use unmask_store::{Millis, Store, StoreError};
use unmask_study::report::{Language, Recruitment, Report, Stage, StageKind, blind, report};

use crate::api::error::ApiError;
use crate::base::background;

/// At most one part in this many of the time is spent on computing.
const SHARE: u32 = 10;

/// How long a reply waits for a report that is being computed.
const PATIENCE: Duration = Duration::from_millis(120);

/// Which report: with or without simulated participants, and blinded or not, as the person who asks is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Which {
    pub simulated: bool,
    pub blinded: bool,
}

/// The last report of each kind.
#[derive(Clone, Default)]
pub struct Results {
    reports: Arc<Mutex<HashMap<Which, CachedReport>>>,
    /// Looks that the audit log has: actor, number of participants with the primary outcome, stage.
    looked: Arc<tokio::sync::Mutex<HashSet<(String, u32, StageKind)>>>,
}

/// The current state.
pub struct Present {
    /// The last report and when its data were read; none while the first one is being computed.
    pub report: Option<(Millis, Written)>,
    /// Whether a newer one is being computed, or will be at the next call.
    pub computing: bool,
}

#[derive(Default)]
struct CachedReport {
    last: Option<Last>,
    /// Closed when the computation has ended.
    computing: Option<watch::Receiver<()>>,
    /// The error of the last computation. It is returned once; then the computation is tried again.
    failed: Option<ApiError>,
}

struct Last {
    revision: Revision,
    recruitment: Recruitment,
    at: Millis,
    since: Instant,
    took: Duration,
    /// In each language, in the order of [`Language::ALL`].
    written: [Written; Language::ALL.len()],
}

/// A report in one language.
#[derive(Clone)]
pub struct Written {
    pub report: Arc<Report>,
    /// The same as JSON.
    pub json: Arc<str>,
}

impl Last {
    /// Whether it is current. While the data change continuously, it may be as old as ten times its computing time.
    fn holds(&self, now: &Revision, recruitment: Recruitment) -> bool {
        let recent = self.since.elapsed() < self.took * SHARE && self.is_allowed(now, recruitment);
        (recent || self.revision == *now) && self.recruitment == recruitment
    }

    /// Whether no exclusion or change of stage has happened since. The first look at the report itself
    /// changes only what the report says about looks.
    fn is_allowed(&self, now: &Revision, recruitment: Recruitment) -> bool {
        let unread = |recruitment| Recruitment { first_read_with: None, ..recruitment };
        self.revision.audited == now.audited && unread(self.recruitment) == unread(recruitment)
    }
}

impl Results {
    /// The report as JSON, without comparisons until the target is reached. After an exclusion or a change of stage, an
    /// older report is no longer returned: there is none until the new one is computed.
    pub async fn at(
        &self,
        at: Millis,
        store: &Store,
        seed: &[u8; 32],
        (which, language): (Which, Language),
    ) -> Result<Present, ApiError> {
        let (now, recruitment) = (revision(store).await?, looks::recruitment(store, at).await?);
        if let Some(mut computing) = self.begin((now, recruitment), at, store, seed, which) {
            // Closed means done. If it takes longer, the caller asks again.
            let _ = tokio::time::timeout(PATIENCE, computing.changed()).await;
        }
        let mut kept = self.lock();
        let kept = kept.entry(which).or_default();
        if let Some(failed) = kept.failed.take() {
            return Err(failed);
        }
        let last = kept.last.as_ref().filter(|last| last.is_allowed(&now, recruitment));
        let written = |last: &Last| {
            let mut written = Language::ALL.into_iter().zip(&last.written);
            written.find(|(known, _)| *known == language).map(|(_, written)| (last.at, written.clone()))
        };
        // The computation that this reply waited for may be older than the last change: the next call begins another.
        let holds = last.is_some_and(|last| last.holds(&now, recruitment));
        Ok(Present { report: last.and_then(written), computing: kept.computing.is_some() || !holds })
    }

    /// Starts a computation if the last report is not current. Returns the running computation.
    fn begin(
        &self,
        (now, recruitment): (Revision, Recruitment),
        at: Millis,
        store: &Store,
        seed: &[u8; 32],
        which: Which,
    ) -> Option<watch::Receiver<()>> {
        let mut all = self.lock();
        let kept = all.entry(which).or_default();
        let holds = kept.last.as_ref().is_some_and(|last| last.holds(&now, recruitment));
        if kept.computing.is_some() || kept.failed.is_some() || holds {
            return kept.computing.clone();
        }
        let (done, computing) = watch::channel(());
        kept.computing = Some(computing.clone());
        let (results, store, seed, since) = (self.clone(), store.clone(), *seed, Instant::now());
        // In a separate task: if the client disconnects, the next request gets the report.
        tokio::spawn(async move {
            let written = compute(store, seed, which, recruitment).await;
            let mut all = results.lock();
            let kept = all.entry(which).or_default();
            kept.computing = None;
            match written {
                Ok(written) => {
                    let took = since.elapsed();
                    kept.last = Some(Last { revision: now, recruitment, at, since: Instant::now(), took, written });
                }
                Err(error) => kept.failed = Some(error),
            }
            drop(done);
        });
        Some(computing)
    }

    /// Records in the audit log that someone sees outcomes by arm: once for each number of participants.
    pub async fn look(&self, store: &Store, actor: &str, at: Millis, report: &Report) -> Result<(), StoreError> {
        let Some(look) = Look::of(&report.stage, at) else { return Ok(()) };
        let key = (actor.to_owned(), look.n, look.stage);
        // Held until the entry is written, so that two requests at once make one.
        let mut known = self.looked.lock().await;
        if known.contains(&key) {
            return Ok(());
        }
        if !looks::has_looked(store, actor, &look).await? {
            let (actor, details) =
                (actor.to_owned(), json!({ "look": look.details(), "blinded": report.about.blinded }));
            store.write(async move |tx| audit::audit(tx, at, &actor, AuditAction::ReadReport, &details).await).await?;
        }
        known.insert(key);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Which, CachedReport>> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Computes the report on a separate thread, because reading from SQLite and computing block a thread.
async fn compute(
    store: Store,
    seed: [u8; 32],
    which: Which,
    recruitment: Recruitment,
) -> Result<[Written; Language::ALL.len()], ApiError> {
    let computing = background::run(move || {
        let input = Handle::current().block_on(unmask_export::report_input(&store, which.simulated))?;
        let stage = Stage::of(&input, recruitment);
        let input = if which.blinded { blind(&input, &seed) } else { input };
        let report = report(&input).with_item_response(&input, &stage);
        let written = |language| {
            let report = report.in_language(&input, language).at(stage.clone(), language);
            let json = serde_json::to_string(&report);
            let json = json.map_err(|error| ApiError::internal(format!("can't write the report: {error}")))?;
            Ok::<_, ApiError>(Written { report: Arc::new(report), json: json.into() })
        };
        let [english, german] = Language::ALL.map(written);
        Ok([english?, german?])
    });
    computing.await.map_err(|error| ApiError::internal(format!("the report was not computed: {error:#}")))?
}
