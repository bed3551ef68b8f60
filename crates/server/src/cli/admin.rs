//! `unmask admin`: creates the admin account, sets its password, or transfers the role to another username.

use std::io::{IsTerminal as _, Write as _};

use unmask_store::backup;
use unmask_store::identity::{self, Account, Role};
use unmask_store::{AuditAction, audit};

use crate::app::App;
use crate::auth::names;
use crate::auth::password::Passwords;
use crate::base::ids;
use crate::cli::prelude::*;

#[derive(clap::Args)]
pub struct Args {
    /// Read the new password from standard input. Without this, a password is generated and printed.
    #[arg(long)]
    password_stdin: bool,
}

/// Minimum length of a chosen admin password, in characters.
const SHORTEST: usize = 15;

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    if !settings.site.is_root() {
        bail!(
            "the administrator belongs to the installation, not to the study '{}': run this without --study-id. To give \
             somebody access to the study: unmask person invite",
            settings.site.id()
        );
    }
    prepare_data(&settings)?;
    require_name(&settings)?;
    let new = backup::databases(&settings.database_url).filter(|files| !files.study.exists());
    let store = open_store(&settings).await?;
    if let Some(files) = new {
        eprintln!(
            "There was no database; '{}' was created. If a study is already running, check --database-url.",
            files.study.display()
        );
    }
    let chosen = args.password_stdin.then(read_password).transpose()?;
    let password = chosen.clone().unwrap_or_else(ids::password);
    require_long(&password)?;
    let passwords = Passwords::start(1)?;
    set(&store, &settings.admin_username, &password, &passwords, Clock::system().now(), AuditAction::SetAdminPassword)
        .await?;
    store.close().await;
    if chosen.is_some() {
        print_line!("The password of '{}' is changed; its sessions have ended.", settings.admin_username);
        return Ok(ExitCode::SUCCESS);
    }
    let text = format!("Admin '{}', password: {password}", settings.admin_username);
    // The password is set and shown only now.
    if writeln!(std::io::stdout(), "{text}").is_err() {
        eprintln!("{text}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Creates the admin at the first start, and prints the password once.
pub async fn ensure(app: &App) -> Result<()> {
    let settings = &app.settings;
    require_name(settings)?;
    if let [other, ..] = &identity::other_admins(&app.store, &names::key(&settings.admin_username)).await?[..] {
        bail!(
            "the admin of this study is '{}', and there is only one: start with --admin-username {0}, or give the role to \
             '{}' with `unmask admin --admin-username {1}`",
            other.username,
            settings.admin_username
        );
    }
    if let Some(account) = identity::account_by_key(&app.store, &names::key(&settings.admin_username)).await? {
        if account.role != Role::Admin {
            bail!("a participant has the admin's name '{}'; choose another with --admin-username", account.username);
        }
        return Ok(());
    }
    let password = settings.admin_password.clone().unwrap_or_else(ids::password);
    require_long(&password)?;
    set(&app.store, &settings.admin_username, &password, &app.passwords, app.clock.now(), AuditAction::CreateAdmin)
        .await?;
    if settings.admin_password.is_none() {
        eprintln!("Password of the admin '{}', shown only now: {password}", settings.admin_username);
    }
    Ok(())
}

fn require_name(settings: &Settings) -> Result<()> {
    if settings.admin_username.trim().is_empty() {
        bail!("the admin needs a name: --admin-username");
    }
    Ok(())
}

pub(super) fn require_long(password: &str) -> Result<()> {
    if password.chars().count() < SHORTEST {
        bail!("the password needs at least {SHORTEST} characters");
    }
    Ok(())
}

async fn set(
    store: &Store,
    name: &str,
    password: &str,
    passwords: &Passwords,
    at: Millis,
    action: AuditAction,
) -> Result<()> {
    let hash = passwords.hash(password).await.map_err(|error| anyhow::anyhow!("can't hash the password: {error:?}"))?;
    let account = Account {
        id: ids::uuid(at),
        username: name.to_owned(),
        username_key: names::key(name),
        password_hash: hash,
        role: Role::Admin,
        first_name: None,
        last_name: None,
        created_at: at,
    };
    store
        .write(async move |tx| {
            identity::upsert_admin(tx, &account).await?;
            audit::audit(tx, at, "operator", action, &json!({})).await
        })
        .await?;
    Ok(())
}

pub(super) fn read_password() -> Result<String> {
    if std::io::stdin().is_terminal() {
        eprintln!("Type the new password and press Enter (it is shown while you type):");
    }
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
