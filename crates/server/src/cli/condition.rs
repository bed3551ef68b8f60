//! Whether a study can be opened, and recruitment in it, for `unmask study list`. Reads its folder, database and
//! secrets as a server does that opens it, needs no server, and changes nothing.

use std::fmt;

use unmask_store::Options;
use unmask_store::study::{self, StudyStatus};

use super::command::{connect, is_unopened};
use crate::base::recorded;
use crate::cli::prelude::*;
use crate::study_versions::from_stored;

/// What the list of studies shows of a study.
pub struct Condition {
    is_archived: bool,
    recruitment: Result<Recruitment>,
}

/// Recruitment in a study that can be opened.
struct Recruitment {
    status: StudyStatus,
    /// Whether a server has opened the study.
    is_opened: bool,
}

impl Condition {
    /// The condition of the study with these settings.
    pub async fn of(settings: Result<Settings>, is_archived: bool) -> Self {
        let recruitment = match settings {
            Ok(settings) => read(&settings).await,
            Err(error) => Err(error),
        };
        Self { is_archived, recruitment }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_opened = self.recruitment.as_ref().map_or(true, |recruitment| recruitment.is_opened);
        let word = match &self.recruitment {
            _ if self.is_archived => "archived",
            // A line for each study.
            Err(error) => return write!(f, "can't be opened ({})", format!("{error:#}").replace('\n', " ")),
            Ok(Recruitment { status: StudyStatus::Open, is_opened: false }) => return f.write_str("never served"),
            Ok(Recruitment { status: StudyStatus::Open, .. }) => "open",
            Ok(Recruitment { status: StudyStatus::Paused, .. }) => "paused",
            Ok(Recruitment { status: StudyStatus::Closed, .. }) => "closed",
        };
        f.write_str(word)?;
        if is_opened { Ok(()) } else { f.write_str(", never served") }
    }
}

async fn read(settings: &Settings) -> Result<Recruitment> {
    std::fs::read_dir(&settings.study)
        .with_context(|| format!("can't read the study folder '{}'", settings.study.display()))?;
    if is_unopened(settings).await {
        return Ok(Recruitment { status: StudyStatus::default(), is_opened: false });
    }
    let store = connect(settings, Options { visiting: true, ..Options::default() }).await?;
    let found = read_store(settings, &store).await;
    store.close().await;
    found
}

async fn read_store(settings: &Settings, store: &Store) -> Result<Recruitment> {
    match store.schema().await? {
        (0, _) => return Ok(Recruitment { status: StudyStatus::default(), is_opened: false }),
        (found, known) if found > known => return Err(StoreError::Newer { found, known }.into()),
        // A server migrates an older one.
        _ => {}
    }
    recorded::server_key(settings, store).await?;
    recorded::allocation_seed(settings, store).await?;
    let active = study::active_version(store).await?;
    if active.as_ref().is_some_and(|active| from_stored(&active.hash, &active.bundle).is_none()) {
        bail!("the stored study is damaged, or was written by another version of this program");
    }
    Ok(Recruitment { status: study::status(store).await?, is_opened: active.is_some() })
}
