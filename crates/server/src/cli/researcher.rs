//! `unmask researcher`: accounts for those who use the console beside the administrator.

use unmask_store::AuditAction;
use unmask_store::audit::SERVER;
use unmask_store::identity::{self, Account, Role};
use unmask_store::study::{self, OPERATOR};

use super::admin::{read_password, require_long};
use crate::auth::names;
use crate::auth::password::Passwords;
use crate::base::ids;
use crate::cli::prelude::*;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Add a researcher, or set the password of one, which ends their sessions.
    Add {
        /// Username, with which they sign in on `/auth`.
        username: String,
        /// Read the password from standard input. Without this, a password is generated and printed.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Delete a researcher's account, which ends their sessions. It stays recorded that they are unblinded.
    Remove {
        /// Username.
        username: String,
    },
    /// List the researchers, and whether each of them is blinded.
    List,
}

pub async fn run(settings: Settings, command: Command) -> Result<ExitCode> {
    let store = visit_store(&settings).await?;
    match command {
        Command::Add { username, password_stdin } => add(&settings, &store, username, password_stdin).await?,
        Command::Remove { username } => remove(&store, &username).await?,
        Command::List => list(&settings, &store).await?,
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn add(settings: &Settings, store: &Store, username: String, password_stdin: bool) -> Result<()> {
    if let Some(error) = names::error(&username) {
        bail!("'{username}' can't be a username: {}", error.message());
    }
    // The audit log calls the person at the command line so, and the server.
    for taken in [OPERATOR, SERVER, settings.admin_username.as_str()] {
        if names::look_alike(&username, taken) {
            bail!("'{username}' looks like '{taken}'; choose another name");
        }
    }
    let chosen = password_stdin.then(read_password).transpose()?;
    let password = chosen.clone().unwrap_or_else(ids::password);
    require_long(&password)?;
    let at = Clock::system().now();
    let hash = Passwords::start(1)?.hash(&password).await;
    let account = Account {
        id: ids::uuid(at),
        username_key: names::key(&username),
        username: username.clone(),
        password_hash: hash.map_err(|error| anyhow::anyhow!("can't hash the password: {error:?}"))?,
        role: Role::Admin,
        first_name: None,
        last_name: None,
        created_at: at,
    };
    let details = json!({ "username": username });
    let added = store.write(async move |tx| {
        let added = identity::upsert_researcher(tx, &account).await?;
        if added {
            audit::audit(tx, at, OPERATOR, AuditAction::AddResearcher, &details).await?;
        }
        Ok::<_, StoreError>(added)
    });
    if !added.await? {
        bail!("'{username}' is the name of the administrator or a participant; choose another one");
    }
    match chosen {
        Some(_) => print_line!("Researcher '{username}' can sign in; their earlier sessions have ended."),
        None => print_line!("Researcher '{username}', password: {password}"),
    }
    Ok(())
}

async fn remove(store: &Store, username: &str) -> Result<()> {
    let (key, at, details) = (names::key(username), Clock::system().now(), json!({ "username": username }));
    let removed = store.write(async move |tx| {
        let removed = identity::remove_researcher(tx, &key).await?;
        if removed {
            audit::audit(tx, at, OPERATOR, AuditAction::RemoveResearcher, &details).await?;
        }
        Ok::<_, StoreError>(removed)
    });
    if !removed.await? {
        bail!("no researcher is called '{username}'; `unmask researcher list` shows them");
    }
    print_line!("Researcher '{username}' is removed; their sessions have ended.");
    Ok(())
}

async fn list(settings: &Settings, store: &Store) -> Result<()> {
    let unblindings = study::unblindings(store).await?;
    let line = |username: &str, key: &str, is: &str| {
        let blinded = if unblindings.of(key).is_some() { "unblinded" } else { "blinded" };
        print_line!("{blinded:<9}  {username} ({is})");
    };
    line(&settings.admin_username, &names::key(&settings.admin_username), "administrator");
    for one in identity::researchers(store).await? {
        line(&one.username, &one.username_key, "researcher");
    }
    line(OPERATOR, OPERATOR, "command line");
    Ok(())
}
