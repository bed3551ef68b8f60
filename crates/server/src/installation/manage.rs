//! Changes to the list of studies, for the command line and the console. They change the control database and the data
//! folder; running servers follow ([`super::Installation::follow`]).

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use axum::http::Uri;
use serde_json::json;
use unmask_export::staging::Staging;
use unmask_store::control::{self, HostedStudy, study_url};
use unmask_store::lock::{self, Missing};
use unmask_store::{AuditAction, Engine, Store, StoreError, audit, backup};
use unmask_study::load::Files;
use unmask_study::scaffold::{Template, scaffold};

use crate::base::background;
use crate::base::clock::Millis;
use crate::base::config::Settings;
use crate::base::ids;
use crate::base::site::{PREFIX, ROOT, check_host, check_id};
use crate::study_versions::{BundleError, read_bundle, read_folder};

/// How long to wait for a server to close an archived study.
const CLOSING: Duration = Duration::from_secs(30);

/// Changes the list of studies on behalf of someone.
pub struct Manager<'a> {
    /// The settings of the study at the root.
    pub settings: &'a Settings,
    pub control: &'a Store,
    /// Whose name the audit log records.
    pub actor: &'a str,
    pub at: Millis,
}

/// A study to add.
pub struct NewStudy {
    pub id: String,
    /// Its host name; without one, it is below `/s/`.
    pub host: Option<String>,
    /// Where its media are, if not in its folder.
    pub media_url: Option<String>,
    pub source: Source,
}

/// Where the bundle of a new study comes from.
pub enum Source {
    /// A folder that stays where it is.
    Folder(PathBuf),
    /// A template with this title; its folder is created in the data folder.
    Template(Template, String),
    /// Another study's bundle, with a copy of its folder in the data folder. No data are copied.
    CopyOf(String),
}

/// Why the list of studies was not changed.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The ID can't be one.
    #[error("{0:#}")]
    Id(anyhow::Error),
    /// The host name can't be one.
    #[error("{0:#}")]
    Host(anyhow::Error),
    /// The host name is the installation's: a study there would take the place of the one at the root.
    #[error(
        "'{0}' is how the installation itself is reached, so a study there would hide the one at the root; choose a name \
         of its own, or none for an address below /s/"
    )]
    OwnHost(String),
    /// Another study has the ID or the host name.
    #[error("another study of this installation has the ID '{0}' or the same host name; choose another one")]
    Taken(String),
    /// The folder of the study has things in it that this would overwrite.
    #[error("'{}' exists already; move it away, or choose another ID (nothing was changed)", .0.display())]
    Exists(PathBuf),
    #[error("there is no study '{0}'; `unmask study list` shows all")]
    Unknown(String),
    /// It is the one at the root, which the settings name.
    #[error(
        "the study at the root belongs to the installation: it can be paused or closed, and not archived or deleted"
    )]
    Root,
    #[error("the study '{0}' is archived already")]
    Archived(String),
    #[error("the study '{0}' is not archived; archive it first")]
    NotArchived(String),
    #[error("the study '{0}' is not archived, so it can't be reopened")]
    NotToReopen(String),
    /// A server has not closed it yet.
    #[error("a server still uses the database of '{0}'; try again in a moment (nothing was deleted)")]
    InUse(String),
    #[error(transparent)]
    Bundle(#[from] BundleError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

type Result<T> = std::result::Result<T, StudyError>;

impl Manager<'_> {
    /// Adds a study, after all checks of its bundle. Servers serve it within seconds.
    ///
    /// # Errors
    /// If its ID or host name is not valid or taken, or its bundle has errors. Then nothing was changed.
    pub async fn add(&self, new: NewStudy) -> Result<HostedStudy> {
        check_id(&new.id).map_err(StudyError::Id)?;
        let host = new.host.as_deref().map(check_host).transpose().map_err(StudyError::Host)?;
        if let Some(host) = &host {
            self.require_foreign(host)?;
        }
        let known = control::studies(self.control).await?;
        if known.iter().any(|study| study.id == new.id || (host.is_some() && study.host == host)) {
            return Err(StudyError::Taken(new.id));
        }
        let folder = self.settings.folder_of(&new.id);
        // A database that is left over there would be served with the participants in it.
        if folder.exists() {
            return Err(StudyError::Exists(folder));
        }
        let media_url = match &new.source {
            Source::CopyOf(from) => new.media_url.or(self.source_of(from, &known)?.1),
            _ => new.media_url,
        };
        let bundle = self.bundle(&new.id, new.source, &known).await?;
        let stored = bundle.strip_prefix(&folder).unwrap_or(&bundle).to_owned();
        let read = bundle;
        let study = background::run(move || read_bundle(&read)).await.map_err(StudyError::Other)?;
        let study = study.inspect_err(|_| drop(fs::remove_dir_all(&folder)))?;
        let row = HostedStudy {
            id: new.id,
            title: study.file.title.0.clone(),
            folder: stored.display().to_string(),
            media_url,
            host,
            created_at: self.at,
            archived_at: None,
        };
        let details = json!({ "study": row.id, "title": row.title, "folder": row.folder, "host": row.host });
        let (at, actor, added) = (self.at, self.actor.to_owned(), row.clone());
        let is_new = self.control.write(async move |tx| {
            let is_new = control::add_study(tx, &added).await?;
            if is_new {
                audit::audit(tx, at, &actor, AuditAction::AddStudy, &details).await?;
            }
            Ok::<_, StoreError>(is_new)
        });
        if is_new.await? {
            return Ok(row);
        }
        // Another call was first, with the same host name or the same ID; the folder is of the one with the ID.
        if !control::studies(self.control).await?.iter().any(|study| study.id == row.id) {
            drop(fs::remove_dir_all(self.settings.folder_of(&row.id)));
        }
        Err(StudyError::Taken(row.id))
    }

    /// Rejects the installation's own names.
    fn require_foreign(&self, host: &str) -> Result<()> {
        let public = self.settings.mail.public_url.as_deref().and_then(|url| Uri::try_from(url).ok());
        let own = public.as_ref().and_then(Uri::host).map(str::to_ascii_lowercase);
        let is_address = host.parse::<std::net::Ipv4Addr>().is_ok();
        if host == "localhost" || is_address || own.as_deref() == Some(host) {
            return Err(StudyError::OwnHost(host.to_owned()));
        }
        Ok(())
    }

    /// Rejects a bundle inside another study's folder, with which it would be deleted.
    fn require_own_folder(&self, folder: &Path) -> anyhow::Result<()> {
        let studies = fs::canonicalize(self.settings.data.join("studies"));
        if studies.is_ok_and(|studies| folder.starts_with(studies)) {
            bail!(
                "'{}' belongs to another study of this installation; copy that one (unmask study copy), or move the \
                 bundle elsewhere",
                folder.display()
            );
        }
        Ok(())
    }

    /// The folder of a new study's bundle, created unless it is elsewhere.
    async fn bundle(&self, id: &str, source: Source, known: &[HostedStudy]) -> Result<PathBuf> {
        let files = match source {
            Source::Folder(folder) => {
                let whole = fs::canonicalize(&folder);
                let whole = whole.with_context(|| format!("can't read the study folder '{}'", folder.display()))?;
                self.require_own_folder(&whole)?;
                return Ok(whole);
            }
            Source::Template(template, title) => scaffold(id, &title, template, ids::code),
            Source::CopyOf(from) => {
                let (folder, _) = self.source_of(&from, known)?;
                let id = id.to_owned();
                let copied = background::run(move || read_folder(&folder).map(|files| renamed(files, &id)));
                copied.await.map_err(StudyError::Other)??
            }
        };
        let folder = self.settings.folder_of(id);
        let written = background::run(move || write(&folder, &files).map(|()| folder.join("study")));
        Ok(written.await.map_err(StudyError::Other)??)
    }

    /// The folder and the media of a study that is copied.
    fn source_of(&self, id: &str, known: &[HostedStudy]) -> Result<(PathBuf, Option<String>)> {
        if id == ROOT {
            return Ok((self.settings.study.clone(), self.settings.media_url.clone()));
        }
        let found = known.iter().find(|study| study.id == id).ok_or_else(|| StudyError::Unknown(id.to_owned()))?;
        Ok((self.settings.bundle_of(found), found.media_url.clone()))
    }

    /// Gives a study another address: a host name, or one below `/s/` (`None`). Servers follow within seconds. Returns
    /// the study with its former address.
    ///
    /// # Errors
    /// If there is no such study, or the host name is not valid, the installation's own or another study's.
    pub async fn set_host(&self, id: &str, host: Option<&str>) -> Result<HostedStudy> {
        let study = self.known(id).await?;
        let host = host.map(check_host).transpose().map_err(StudyError::Host)?;
        if let Some(host) = &host {
            self.require_foreign(host)?;
        }
        if host == study.host {
            return Ok(study);
        }
        let (own, at, actor) = (id.to_owned(), self.at, self.actor.to_owned());
        let address = |host: &Option<String>| host.clone().unwrap_or_else(|| format!("{PREFIX}{id}/"));
        let details = json!({ "study": id, "from": address(&study.host), "to": address(&host) });
        let changed = self.control.write(async move |tx| {
            let changed = control::set_host(tx, &own, host.as_deref()).await?;
            if changed {
                audit::audit(tx, at, &actor, AuditAction::ChangeAddressOfStudy, &details).await?;
            }
            Ok::<_, StoreError>(changed)
        });
        if changed.await? { Ok(study) } else { Err(StudyError::Taken(id.to_owned())) }
    }

    /// Ends serving a study; its data stay.
    ///
    /// # Errors
    /// If there is no such study, or it is archived.
    pub async fn archive(&self, id: &str) -> Result<()> {
        self.known(id).await?;
        if self.set_archived(id, Some(self.at), AuditAction::ArchiveStudy).await? {
            Ok(())
        } else {
            Err(StudyError::Archived(id.to_owned()))
        }
    }

    /// Serves an archived study again.
    ///
    /// # Errors
    /// If there is no such study, or it is not archived.
    pub async fn reopen(&self, id: &str) -> Result<()> {
        self.known(id).await?;
        if self.set_archived(id, None, AuditAction::ReopenStudy).await? {
            Ok(())
        } else {
            Err(StudyError::NotToReopen(id.to_owned()))
        }
    }

    async fn set_archived(&self, id: &str, archived: Option<Millis>, action: AuditAction) -> Result<bool> {
        let (id, at, actor, details) = (id.to_owned(), self.at, self.actor.to_owned(), json!({ "study": id }));
        let changed = self.control.write(async move |tx| {
            let changed = control::set_archived(tx, &id, archived).await?;
            if changed {
                audit::audit(tx, at, &actor, action, &details).await?;
            }
            Ok::<_, StoreError>(changed)
        });
        Ok(changed.await?)
    }

    /// A study beside the one at the root.
    ///
    /// # Errors
    /// If there is none.
    pub async fn known(&self, id: &str) -> Result<HostedStudy> {
        if id == ROOT {
            return Err(StudyError::Root);
        }
        let found = control::studies(self.control).await?.into_iter().find(|study| study.id == id);
        found.ok_or_else(|| StudyError::Unknown(id.to_owned()))
    }

    /// Deletes an archived study with its data. A bundle that is elsewhere stays. If it is interrupted, the study is
    /// still listed, and deleting it again completes it.
    ///
    /// # Errors
    /// If it is not archived, or a server has not closed it yet.
    pub async fn delete(&self, id: &str) -> Result<()> {
        let study = self.known(id).await?;
        if study.archived_at.is_none() {
            return Err(StudyError::NotArchived(id.to_owned()));
        }
        let folder = self.settings.folder_of(id);
        let url = study_url(&self.settings.database_url, &folder, id);
        // Held until the folder is gone, so that no server opens the database meanwhile.
        let mut held = Vec::new();
        if let Some(files) = backup::databases(&url).filter(|files| files.study.exists()) {
            let own = lock::lock(&files.study, Missing::Leave, CLOSING).await?;
            held.push(own.ok_or_else(|| StudyError::InUse(id.to_owned()))?);
        }
        if Engine::of(&url) == Engine::Postgres {
            self.control.drop_study(id).await?;
        }
        if folder.exists() {
            let gone = folder.clone();
            let removed = background::run(move || fs::remove_dir_all(&gone)).await.map_err(StudyError::Other)?;
            removed.with_context(|| format!("can't delete '{}'", folder.display()))?;
        }
        drop(held);
        let (id, at, actor) = (id.to_owned(), self.at, self.actor.to_owned());
        let details = json!({ "study": id, "title": study.title });
        let removed = self.control.write(async move |tx| {
            if control::remove_study(tx, &id).await? {
                control::people::remove_memberships_of_study(tx, &id).await?;
                control::programs::remove_tokens_of_study(tx, &id).await?;
                audit::audit(tx, at, &actor, AuditAction::DeleteStudy, &details).await?;
            }
            Ok::<_, StoreError>(())
        });
        Ok(removed.await?)
    }
}

/// The files of a bundle under another ID.
fn renamed(mut files: Files, id: &str) -> Files {
    if let Some(study) = files.get_mut("study.yaml") {
        let text = String::from_utf8_lossy(study);
        let lines = text.split_inclusive('\n').map(|line| match line.strip_prefix("id:") {
            Some(_) => format!("id: {id}\n"),
            None => line.to_owned(),
        });
        *study = lines.collect::<String>().into_bytes();
    }
    files
}

/// Writes the files of a bundle to `study/` in a new folder, which exists completely or not at all.
fn write(folder: &Path, files: &Files) -> anyhow::Result<()> {
    let parent = folder.parent().ok_or_else(|| anyhow!("the folder needs a parent"))?;
    let failed = || format!("can't create '{}'", folder.display());
    DirBuilder::new().recursive(true).mode(0o700).create(parent).with_context(failed)?;
    let staging = Staging::next_to(folder).with_context(failed)?;
    for (name, data) in files {
        let path = staging.content().join("study").join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder)).with_context(failed)?;
        fs::write(&path, data).with_context(failed)?;
    }
    staging.publish().with_context(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_its_own_id() {
        let text = b"title: A\nid: old # here\nlater:\n  id: stays\n".to_vec();
        let files = renamed(Files::from([("study.yaml".to_owned(), text)]), "new");
        assert_eq!(files["study.yaml"], b"title: A\nid: new\nlater:\n  id: stays\n");
    }
}
