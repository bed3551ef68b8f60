//! The report of the study for the console: computed beside the threads that serve participants, and kept while
//! nothing changes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::runtime::Handle;
use tokio::sync::Mutex;
use unmask_export::ExportError;
use unmask_store::export::{Revision, revision};
use unmask_store::{Store, study};
use unmask_study::report::{Report, mask, report};

use crate::http::error::ApiError;

/// At most one part in so many of the time goes into computing.
const SHARE: u32 = 10;

/// The last reports, with and without robots.
#[derive(Default)]
pub struct Results(Arc<Mutex<HashMap<bool, Kept>>>);

struct Kept {
    revision: Revision,
    at: Instant,
    took: Duration,
    json: Bytes,
}

impl Results {
    /// The report as JSON; the arms have masks until the study is unblinded. While the data change all the time, it
    /// may be as old as ten times what it takes to compute; a change of masks shows at once.
    pub async fn json(&self, store: &Store, seed: &[u8; 32], simulated: bool) -> Result<Bytes, ApiError> {
        let mut kept = Arc::clone(&self.0).lock_owned().await;
        let now = revision(store).await?;
        if let Some(last) = kept.get(&simulated) {
            let recent = last.at.elapsed() < last.took * SHARE && last.revision.audited == now.audited;
            if recent || last.revision == now {
                return Ok(last.json.clone());
            }
        }
        let (begun, store, seed) = (Instant::now(), store.clone(), *seed);
        // A task of its own: whoever asked may be gone, or cut, before it is done. The next one finds it.
        let computing = tokio::spawn(async move {
            let json = Bytes::from(apart(store, seed, simulated).await?);
            let took = begun.elapsed();
            kept.insert(simulated, Kept { revision: now, at: Instant::now(), took, json: json.clone() });
            Ok(json)
        });
        computing.await.map_err(|error| ApiError::internal(format!("the report was not computed: {error}")))?
    }
}

/// On a thread of its own: reading all data keeps it busy on SQLite, computing always.
async fn apart(store: Store, seed: [u8; 32], simulated: bool) -> Result<Vec<u8>, ApiError> {
    let computing = tokio::task::spawn_blocking(move || {
        let report = Handle::current().block_on(compute(&store, &seed, simulated))?;
        serde_json::to_vec(&report).map_err(|error| ApiError::internal(format!("can't write the report: {error}")))
    });
    computing.await.map_err(|error| ApiError::internal(format!("the report was not computed: {error}")))?
}

/// The report as of now.
pub async fn compute(store: &Store, seed: &[u8; 32], simulated: bool) -> Result<Report, ExportError> {
    // Before the data: who unblinds meanwhile sees it at the next look.
    let unblinded = is_unblinded(store).await?;
    let input = unmask_export::report_input(store, simulated).await?;
    Ok(report(&if unblinded { input } else { mask(&input, seed) }))
}

/// Whether a researcher has unblinded the study.
pub async fn is_unblinded(store: &Store) -> Result<bool, ExportError> {
    Ok(study::unblinding(store).await?.is_some())
}
