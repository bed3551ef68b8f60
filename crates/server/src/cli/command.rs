//! Steps that several commands share: open the database, find the active study, prepare the data folder.

use std::fs::DirBuilder;
use std::io::{self, IsTerminal as _};
use std::os::unix::fs::DirBuilderExt as _;

use anyhow::anyhow;
use unmask_store::{Engine, Options, control, study};

use crate::cli::prelude::*;
use crate::study_versions::from_stored;

/// Opens the database and brings its schema up to date.
pub async fn open_store(settings: &Settings) -> Result<Store> {
    let store = connect(settings, Options::default()).await?;
    store.migrate().await.context("can't migrate the database")?;
    Ok(store)
}

/// Opens the control database of the installation, and creates it if it does not exist.
pub async fn open_control(settings: &Settings) -> Result<Store> {
    match control::open(&control::control_url(&settings.database_url, &settings.data)).await {
        Ok(control) => Ok(control),
        Err(error @ StoreError::Unavailable(_)) => Err(not_opened(settings, error)),
        Err(error) => Err(anyhow!(error)).context(
            "can't open the control database of the installation; on PostgreSQL, the role needs the right to create the \
             schema 'control', or somebody else creates it (docs/STUDIES-AND-PEOPLE.md)",
        ),
    }
}

/// Whether no server has opened the study yet: there is neither a database nor a secret (PostgreSQL: no schema).
pub async fn is_unopened(settings: &Settings) -> bool {
    let url = &settings.database_url;
    if Engine::of(url) == Engine::Sqlite {
        let has_secret = Secret::ALL.iter().any(|secret| settings.data.join(secret.file()).exists());
        return control::is_missing_file(url) && !has_secret;
    }
    let Ok(store) = connect(settings, Options { visiting: true, ..Options::default() }).await else { return false };
    let is_empty = store.schema().await.is_ok_and(|(found, _)| found == 0);
    store.close().await;
    is_empty
}

/// Opens the database of a study next to a server. That of a further study is created if no server has opened it yet.
pub async fn visit_or_create(settings: &Settings) -> Result<Store> {
    if settings.site.is_root() || !is_unopened(settings).await {
        return visit_store(settings).await;
    }
    prepare_data(settings)?;
    open_store(settings).await
}

/// Opens an existing database for reading while a server may be running. Nothing is created or changed.
pub async fn visit_store(settings: &Settings) -> Result<Store> {
    // The settings name only the database of the study at the root, so that only that one can be the wrong one.
    if !settings.site.is_root() && is_unopened(settings).await {
        bail!(
            "no server has opened the study '{}' yet, so it has no data; start the server once (unmask serve)",
            settings.site.id()
        );
    }
    let store = connect(settings, Options { visiting: true, ..Options::default() }).await?;
    match store.schema().await? {
        (found, known) if found == known => Ok(store),
        (found, known) if found > known => Err(StoreError::Newer { found, known }.into()),
        (0, _) => bail!(
            "no study was ever started with the database '{}'; check --database-url, or start the server once",
            shown(&settings.database_url)
        ),
        (found, known) => bail!(
            "the database has schema {found}, but this newer program has {known}; make a backup, then start this \
             version's server once to migrate the database"
        ),
    }
}

/// Opens the database; the error names the setting.
pub async fn connect(settings: &Settings, options: Options) -> Result<Store> {
    Store::open(&settings.database_url, options).await.map_err(|error| not_opened(settings, error))
}

/// Why the database could not be opened, and what to do.
pub fn not_opened(settings: &Settings, error: StoreError) -> anyhow::Error {
    let url = &settings.database_url;
    let (is_root, remedy) = (settings.site.is_root(), Engine::of(url).remedy());
    let check = if is_root { "; check --database-url" } else { "" };
    let (why, remedy) = match error {
        StoreError::Unavailable(why) => (why, String::new()),
        StoreError::Damaged(why) if is_root => (why, format!("; if it is the right one: {remedy}")),
        StoreError::Damaged(why) => (why, format!("; {remedy}")),
        other => (other.to_string(), String::new()),
    };
    anyhow!("can't open the database '{}': {why}{check}{remedy}", shown(url))
}

/// The active version, as stored in the database.
pub async fn active_study(store: &Store) -> Result<Study> {
    let version =
        study::active_version(store).await?.context("the database has no study yet; start the server once")?;
    from_stored(&version.hash, &version.bundle)
        .context("the stored study is damaged, or was written by another version of this program")
}

/// The address of a database without its password.
pub fn shown(url: &str) -> &str {
    // The password can contain an `@`, and can also be in the query.
    let host = url.rsplit_once('@').map_or(url, |(_, host)| host);
    host.split('?').next().unwrap_or_default()
}

/// Asks for confirmation, unless --yes was given. Anything but a yes is an error.
pub fn agree(yes: bool) -> Result<()> {
    if yes {
        return Ok(());
    }
    if !io::stdin().is_terminal() {
        bail!("nothing was changed; add --yes to continue");
    }
    print_line!("Type yes to continue:");
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    if answer.trim() != "yes" {
        bail!("nothing was changed");
    }
    Ok(())
}

/// What became of writing to standard output. A reader of only the beginning (`| head`) has what they want.
pub fn printed(done: io::Result<()>, what: &str) -> Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.with_context(|| format!("can't print {what}")),
    }
}

/// Files that the process creates from now on are readable only by its user.
pub fn for_owner_alone() {
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Creates the data folder, accessible only to its owner.
pub fn prepare_data(settings: &Settings) -> Result<()> {
    // The database may be in another folder.
    for_owner_alone();
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&settings.data)
        .with_context(|| format!("can't create the data folder '{}'", settings.data.display()))
}
