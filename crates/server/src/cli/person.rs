//! `unmask person`: those who work with studies of the installation. Servers can be running.

use unmask_store::control::people::{self, ALL_STUDIES, Membership, StudyRole};
use unmask_store::control::{self, people::Person};
use unmask_store::identity;
use unmask_store::study::OPERATOR;

use crate::auth::names;
use crate::base::clock::rfc3339;
use crate::base::site::ROOT;
use crate::cli::command::open_control;
use crate::cli::prelude::*;
use crate::installation::{Grant, PasswordLink};

#[derive(clap::Subcommand)]
pub enum Command {
    /// Give a person a role in the study of --study-id, or in all studies with --all. A new person gets a link.
    Invite {
        /// Username, for example an e-mail address.
        username: String,
        /// What they may do.
        #[arg(long, value_name = "ROLE", value_parser = parse_role)]
        role: StudyRole,
        /// In all studies, present and future.
        #[arg(long)]
        all: bool,
        /// They may unblind themselves. Each unblinding is logged with its reason.
        #[arg(long)]
        may_unblind: bool,
    },
    /// Take the role in the study of --study-id, or in all studies with --all.
    Take {
        /// Username.
        username: String,
        /// The role for all studies.
        #[arg(long)]
        all: bool,
    },
    /// List people with their roles. With --study-id, only those with a role in this study or in all.
    List,
    /// Create a new link with which a person chooses a password. Earlier links are invalid.
    Link {
        /// Username.
        username: String,
    },
    /// Remove a person with their roles and sessions. The audit logs keep their ID.
    Remove {
        /// Username.
        username: String,
    },
}

/// The role with this name.
pub fn parse_role(name: &str) -> Result<StudyRole, String> {
    let names = StudyRole::ALL.map(StudyRole::name).join(", ");
    let found = StudyRole::ALL.into_iter().find(|role| role.name() == name);
    found.ok_or_else(|| format!("there is no role '{name}'; use one of {names}"))
}

pub async fn run(settings: Settings, command: Command) -> Result<ExitCode> {
    prepare_data(&settings)?;
    let control = open_control(&settings).await?;
    let grant = Grant { control: &control, actor: OPERATOR, at: Clock::system().now() };
    match command {
        Command::Invite { username, role, all, may_unblind } => {
            let study = study(&settings, &control, all).await?;
            invite(&settings, &grant, &username, (&study, role, may_unblind)).await?;
        }
        Command::Take { username, all } => {
            let (person, study) = (known(&control, &username).await?, study(&settings, &control, all).await?);
            if !grant.take(&person.id, &study).await? {
                let study = shown_study(&study);
                bail!("'{username}' has no role in {study}; `unmask person list` shows all roles");
            }
            print_line!("'{username}' has no role in {} any more.", shown_study(&study));
        }
        Command::List => list(&control, listed(&settings, &control).await?.as_deref()).await?,
        Command::Link { username } => {
            let person = known(&control, &username).await?;
            show(&settings, &username, &grant.link(&person.id).await?);
        }
        Command::Remove { username } => {
            grant.remove(&known(&control, &username).await?.id).await?;
            print_line!("'{username}' is removed; their sessions have ended.");
        }
    }
    control.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Gives a role, and prints the link of a new person.
pub async fn invite(
    settings: &Settings,
    grant: &Grant<'_>,
    username: &str,
    (study, role, may_unblind): (&str, StudyRole, bool),
) -> Result<()> {
    if names::is_reserved(username) {
        bail!("the audit logs use the name '{username}' for others; choose another one");
    }
    if let Some(error) = names::error(username) {
        bail!("'{username}' can't be a username: {}", error.message());
    }
    for taken in [OPERATOR, settings.admin_username.as_str()] {
        if names::look_alike(username, taken) {
            bail!("'{username}' looks like '{taken}'; choose another name");
        }
    }
    let before = role_in(grant.control, username, study).await?;
    let given = grant.give(username.trim(), (study, role, may_unblind)).await?;
    let (_, link) = given.context("another command has invited the same person; try again")?;
    let (study, role) = (shown_study(study), shown_role(role, may_unblind));
    match before {
        Some(before) if before != role => print_line!("'{username}' was {before} of {study}, and is now {role}."),
        _ => print_line!("'{username}' is {role} of {study}."),
    }
    if let Some(link) = link {
        show(settings, username, &link);
    }
    Ok(())
}

/// The role that a person has in a study, or for all of them, as [`shown_role`] gives it.
async fn role_in(control: &Store, username: &str, study: &str) -> Result<Option<String>> {
    let Some(account) = identity::account_by_key(control, &names::key(username)).await? else { return Ok(None) };
    let roles = people::memberships_of(control, &account.id).await?;
    let own = roles.iter().find(|role| role.study == study);
    Ok(own.map(|own| shown_role(own.role, own.may_unblind)))
}

fn shown_role(role: StudyRole, may_unblind: bool) -> String {
    let unblinds = if may_unblind { " (may unblind)" } else { "" };
    format!("{}{unblinds}", role.name())
}

fn show(settings: &Settings, username: &str, link: &PasswordLink) {
    let whole =
        settings.mail.public_url.as_deref().map_or_else(|| format!("http://{}", settings.listen), str::to_owned);
    let (whole, until) = (whole.trim_end_matches('/'), rfc3339(link.until));
    print_line!("With this link, '{username}' chooses a password. It works once, until {until}:");
    print_line!("{whole}/console/invitation?token={}", link.token);
}

/// The study that the settings name, or all of them.
pub async fn study(settings: &Settings, control: &Store, all: bool) -> Result<String> {
    let others = control::studies(control).await?;
    match &settings.study_id {
        _ if all => Ok(ALL_STUDIES.to_owned()),
        Some(id) if id == ROOT || others.iter().any(|study| study.id == *id) => Ok(id.clone()),
        Some(id) => bail!("there is no study '{id}'; `unmask study list` shows all"),
        None if others.is_empty() => Ok(ROOT.to_owned()),
        None => bail!("this installation has several studies: name one with --study-id, or add --all"),
    }
}

/// The study of --study-id, if a list is to be about one alone.
pub async fn listed(settings: &Settings, control: &Store) -> Result<Option<String>> {
    if settings.study_id.is_none() {
        return Ok(None);
    }
    study(settings, control, false).await.map(Some)
}

/// Whether a role or token for a study counts in the listed one.
pub fn counts_in(listed: Option<&str>, study: &str) -> bool {
    study == ALL_STUDIES || listed.is_none_or(|listed| listed == study)
}

/// What messages call a study, or all of them.
pub fn shown_study(study: &str) -> &str {
    if study == ALL_STUDIES { "all studies" } else { study }
}

async fn known(control: &Store, username: &str) -> Result<Person> {
    let key = names::key(username);
    let found = people::people(control).await?.into_iter().find(|person| person.username_key == key);
    found.with_context(|| format!("nobody is called '{username}'; `unmask person list` shows all"))
}

async fn list(control: &Store, listed: Option<&str>) -> Result<()> {
    let roles = people::memberships(control).await?;
    for person in people::people(control).await? {
        let own = |role: &&Membership| role.account == person.id && counts_in(listed, &role.study);
        if listed.is_some() && !roles.iter().any(|role| own(&role)) {
            continue;
        }
        let state = if person.has_password { "" } else { " (has not signed in yet)" };
        print_line!("{}{state}", person.username);
        for role in roles.iter().filter(own) {
            let unblinds = if role.may_unblind { ", may unblind" } else { "" };
            print_line!("  {}: {}{unblinds}", shown_study(&role.study), role.role.name());
        }
    }
    Ok(())
}
