//! `unmask study`: the studies of an installation. Servers can be running; they follow within seconds.

use anyhow::anyhow;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use unmask_store::control::people::StudyRole;
use unmask_store::control::{self, HostedStudy};
use unmask_store::recruitment::{StatusChange, change_status};
use unmask_store::study::{OPERATOR, StudyStatus};
use unmask_study::scaffold::Template;

use super::new::title_of;
use super::person;
use crate::api::reason::reason;
use crate::base::site::{ROOT, Site};
use crate::cli::command::{open_control, visit_or_create};
use crate::cli::condition::Condition;
use crate::cli::prelude::*;
use crate::installation::{Grant, Manager, NewStudy, Source, folders};

#[derive(clap::Subcommand)]
pub enum Command {
    /// Add a study, which gets a database and secrets of its own.
    ///
    /// Its bundle is the folder of --study, or a new one from a template. It is served below /s/<ID>/, or under a host
    /// name of its own with --host.
    Add(AddArgs),
    /// Add a study with a copy of another one's bundle. No data are copied.
    Copy {
        /// ID of the study to copy.
        from: String,
        /// ID of the new study.
        id: String,
        /// Host name of the new study, for example study-b.example.org.
        #[arg(long, value_name = "NAME")]
        host: Option<String>,
    },
    /// Change the address of a study: a host name of its own, or one below /s/<ID>/.
    ///
    /// What participants have open at the old address can't send answers any more, and links to it stop working: pause
    /// the study before, and wait until nobody is under way.
    Address(AddressArgs),
    /// List the studies: ID, condition, address, title and folder.
    ///
    /// The condition is recruitment (open, paused or closed), that the study is archived or that no server has opened
    /// it yet, or why it can't be opened. No server needs to run.
    List,
    /// Pause recruitment in a study. Those who take part can continue.
    Pause(StatusArgs),
    /// Open recruitment in a study again.
    Resume(StatusArgs),
    /// Make a person the owner of a study. A new person gets a link with which they choose a password.
    HandOver {
        /// ID of the study.
        id: String,
        /// Username of the new owner.
        username: String,
    },
    /// End serving a study. Its data stay, and it can be reopened.
    Archive {
        /// ID of the study.
        id: String,
    },
    /// Serve an archived study again.
    Reopen {
        /// ID of the study.
        id: String,
    },
    /// Delete an archived study with all its data. Asks for confirmation, or needs --yes.
    ///
    /// Deletes its database, its secrets, and its bundle if that is in the data folder. This can't be undone: make a
    /// backup first.
    Remove {
        /// ID of the study.
        id: String,
        /// Don't ask for confirmation.
        #[arg(long)]
        yes: bool,
    },
}

#[derive(clap::Args)]
pub struct AddArgs {
    /// ID of the new study: lower-case letters, digits and hyphens. It is part of the address.
    id: String,
    /// Host name of its own, for example study-a.example.org.
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    /// Create the bundle from a template, in the data folder.
    #[arg(long, value_name = "NAME", value_parser = templates())]
    template: Option<Template>,
}

#[derive(clap::Args)]
pub struct AddressArgs {
    /// ID of the study.
    id: String,
    #[command(flatten)]
    address: NewAddress,
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
pub struct NewAddress {
    /// Its new host name, for example study-a.example.org.
    #[arg(long, value_name = "NAME")]
    host: Option<String>,
    /// No host name of its own: it is below /s/<ID>/.
    #[arg(long)]
    path: bool,
}

#[derive(clap::Args)]
pub struct StatusArgs {
    /// ID of the study.
    id: String,
    /// Reason, for the audit log.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

pub fn templates() -> impl clap::builder::TypedValueParser<Value = Template> {
    let named = Template::ALL.map(|template| PossibleValue::new(template.name()).help(template.about()));
    PossibleValuesParser::new(named)
        .map(|name| Template::ALL.into_iter().find(|template| template.name() == name).unwrap_or(Template::Training))
}

pub async fn run(settings: Settings, command: Command) -> Result<ExitCode> {
    prepare_data(&settings)?;
    let control = open_control(&settings).await?;
    let manager = Manager { settings: &settings, control: &control, actor: OPERATOR, at: Clock::system().now() };
    match command {
        Command::Add(args) => add(&manager, args).await?,
        Command::Copy { from, id, host } => {
            let source = Source::CopyOf(from);
            added(&settings, &manager.add(NewStudy { id, host, media_url: None, source }).await?);
        }
        Command::Address(args) => set_address(&manager, &args.id, args.address.host.as_deref()).await?,
        Command::List => list(&manager).await?,
        Command::Pause(args) => set_status(&manager, &args, StudyStatus::Paused).await?,
        Command::Resume(args) => set_status(&manager, &args, StudyStatus::Open).await?,
        Command::HandOver { id, username } => {
            if id != ROOT {
                manager.known(&id).await?;
            }
            let grant = Grant { control: &control, actor: OPERATOR, at: manager.at };
            person::invite(&settings, &grant, &username, (&id, StudyRole::Owner, true)).await?;
        }
        Command::Archive { id } => {
            manager.archive(&id).await?;
            print_line!("The study '{id}' is archived: servers stop serving it within seconds. Its data stay.");
        }
        Command::Reopen { id } => {
            manager.reopen(&id).await?;
            print_line!("The study '{id}' is served again within seconds.");
        }
        Command::Remove { id, yes } => remove(&manager, &id, yes).await?,
    }
    control.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn add(manager: &Manager<'_>, AddArgs { id, host, template }: AddArgs) -> Result<()> {
    let settings = manager.settings;
    let source = match template {
        Some(template) => Source::Template(template, title_of(&id)),
        None if settings.has_default_study() => {
            bail!("name the folder of its bundle with --study, or a template with --template (nothing was changed)")
        }
        None => Source::Folder(settings.study.clone()),
    };
    let media_url = settings.media_url.clone().filter(|_| template.is_none());
    let study = manager.add(NewStudy { id, host, media_url, source }).await?;
    added(settings, &study);
    // The folder of the study at the root is not known here: --study is that of the new one.
    let others = folders::others(None, control::studies(manager.control).await?, &study.id);
    if let Some(other) = folders::sharing(&settings.bundle_of(&study), &others) {
        print_line!(
            "Note: the study '{other}' has the same bundle, or one inside the other, so neither can be uploaded in the \
             console, and a change of the files is a change of both. To have a bundle of its own, remove this study and \
             copy the other one (unmask study copy)."
        );
    }
    Ok(())
}

fn added(settings: &Settings, study: &HostedStudy) {
    print_line!(
        "The study '{}' ({}) is added. Running servers serve it within seconds: {}",
        study.id,
        study.title,
        address(settings, study)
    );
    print_line!("Its bundle: {}", settings.bundle_of(study).display());
    print_line!("Commands about it need --study-id {}", study.id);
}

fn address(settings: &Settings, study: &HostedStudy) -> String {
    let whole =
        settings.mail.public_url.as_deref().map_or_else(|| format!("http://{}", settings.listen), str::to_owned);
    Site::of(&study.id, study.host.as_deref()).url(whole.trim_end_matches('/'))
}

async fn set_address(manager: &Manager<'_>, id: &str, host: Option<&str>) -> Result<()> {
    let former = manager.set_host(id, host).await?;
    let (was, is) = (address(manager.settings, &former), address(manager.settings, &manager.known(id).await?));
    if was == is {
        print_line!("The study '{id}' is already at {is} (nothing was changed).");
        return Ok(());
    }
    print_line!("The study '{id}' is at {is} within seconds, and no longer at {was}.");
    print_line!("Whoever took part there signs in again at the new address. Change links, also at your recruiter.");
    Ok(())
}

async fn list(manager: &Manager<'_>) -> Result<()> {
    let settings = manager.settings;
    let condition = Condition::of(Ok(settings.clone()), false).await;
    print_line!("{ROOT}  {condition}  at the root  folder {}", settings.study.display());
    for study in control::studies(manager.control).await? {
        let condition = Condition::of(settings.of_study(&study), study.archived_at.is_some()).await;
        let (address, folder) = (address(settings, &study), settings.bundle_of(&study));
        print_line!("{}  {condition}  {address}  {}  folder {}", study.id, study.title, folder.display());
    }
    Ok(())
}

async fn set_status(
    manager: &Manager<'_>,
    StatusArgs { id, reason: given }: &StatusArgs,
    to: StudyStatus,
) -> Result<()> {
    let reason = reason(given).map_err(|error| anyhow!("--reason: {}", error.message()))?;
    let settings = match id.as_str() {
        ROOT => manager.settings.clone(),
        _ => manager.settings.of_study(&manager.known(id).await?)?,
    };
    let store = visit_or_create(&settings).await?;
    let change = change_status(&store, to, &reason, manager.actor, manager.at).await;
    store.close().await;
    match change? {
        StatusChange::Done => {}
        StatusChange::Closed => {
            bail!("recruitment in '{id}' is closed, so it can't be paused; `unmask study resume` opens it again")
        }
        StatusChange::Anonymised => bail!("the study '{id}' was anonymised, so it can't be opened again"),
    }
    print_line!("Recruitment in '{id}' is {}.", if to == StudyStatus::Open { "open" } else { "paused" });
    Ok(())
}

async fn remove(manager: &Manager<'_>, id: &str, yes: bool) -> Result<()> {
    let study = manager.known(id).await?;
    let folder = manager.settings.folder_of(id);
    print_line!(
        "This deletes the study '{id}' ({}) with all its data, for ever: its database and '{}'.",
        study.title,
        folder.display()
    );
    agree(yes)?;
    manager.delete(id).await?;
    print_line!("The study '{id}' is deleted.");
    Ok(())
}

/// The settings of the study that a command is about: that of `--study-id`, or the only one there is. A command about
/// the installation (`of_installation`) is otherwise about the study at the root.
pub async fn chosen(settings: Settings, of_installation: bool) -> Result<Settings> {
    let url = control::control_url(&settings.database_url, &settings.data);
    let Some(id) = settings.study_id.clone() else {
        if of_installation {
            return Ok(settings);
        }
        // Without a reply of the database, the command itself says what is wrong.
        let Ok(Some(control)) = control::visit(&url).await else { return Ok(settings) };
        let others = control::studies(&control).await?;
        control.close().await;
        if others.is_empty() {
            return Ok(settings);
        }
        let ids: Vec<_> = others.iter().map(|study| study.id.as_str()).collect();
        bail!("this installation has several studies; choose one with --study-id: {ROOT}, {}", ids.join(", "));
    };
    if id == ROOT {
        return Ok(settings);
    }
    let control = control::visit(&url).await.context("can't open the control database of the installation")?;
    let studies = match control {
        Some(control) => {
            let studies = control::studies(&control).await?;
            control.close().await;
            studies
        }
        None => Vec::new(),
    };
    let study = studies.iter().find(|study| study.id == id);
    settings.of_study(study.with_context(|| format!("there is no study '{id}'; `unmask study list` shows all"))?)
}
