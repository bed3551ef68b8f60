//! `unmask token`: tokens of programs. Servers can be running.

use anyhow::anyhow;
use unmask_store::control::people::StudyRole;
use unmask_store::control::programs;
use unmask_store::study::OPERATOR;

use super::person::{counts_in, listed, parse_role, shown_study, study};
use crate::base::clock::rfc3339;
use crate::cli::command::open_control;
use crate::cli::prelude::*;
use crate::installation::{Grant, LONGEST_DAYS, token_name};

#[derive(clap::Subcommand)]
pub enum Command {
    /// Create a token with which a program acts in the study of --study-id, or in all studies with --all.
    ///
    /// It is printed once. A program can't change people.
    Add {
        /// What it is for.
        name: String,
        /// What it may do: the role of a person.
        #[arg(long, value_name = "ROLE", value_parser = parse_role)]
        role: StudyRole,
        /// May unblind itself, which an export needs once there are participants. Whoever reads what it exports is
        /// unblinded, too.
        #[arg(long)]
        unblind: bool,
        /// Days until it expires.
        #[arg(long, default_value_t = 90, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=i64::from(LONGEST_DAYS)))]
        days: u32,
        /// In all studies, present and future.
        #[arg(long)]
        all: bool,
    },
    /// List the tokens, with their last use. With --study-id, only those for this study or for all.
    List,
    /// Revoke a token. It is invalid from the next call.
    Revoke {
        /// Its ID.
        id: String,
    },
}

pub async fn run(settings: Settings, command: Command) -> Result<ExitCode> {
    prepare_data(&settings)?;
    let control = open_control(&settings).await?;
    let now = Clock::system().now();
    let grant = Grant { control: &control, actor: OPERATOR, at: now };
    match command {
        Command::Add { name, role, unblind, days, all } => {
            let study = study(&settings, &control, all).await?;
            let name = token_name(&name).map_err(|error| anyhow!("NAME: {}", error.message()))?;
            let made = grant.token(name, (&study, role, unblind), days).await?;
            print_line!("Token '{name}' ({}), shown only now, valid until {}:", made.id, rfc3339(made.until));
            print_line!("{}", made.token);
        }
        Command::List => {
            let listed = listed(&settings, &control).await?;
            let tokens = programs::tokens(&control).await?;
            for token in tokens.into_iter().filter(|token| counts_in(listed.as_deref(), &token.study)) {
                let study = shown_study(&token.study);
                let used =
                    token.used_at.map_or_else(|| "never used".to_owned(), |at| format!("last used {}", rfc3339(at)));
                let until =
                    if token.until <= now { "expired".to_owned() } else { format!("until {}", rfc3339(token.until)) };
                let unblinds = if token.may_unblind { ", may unblind itself" } else { "" };
                print_line!(
                    "{}  {}: {} of {study}{unblinds}, {until}, {used}",
                    token.id,
                    token.name,
                    token.role.name()
                );
            }
        }
        Command::Revoke { id } => {
            if !grant.revoke(&id).await? {
                bail!("there is no token '{id}'; `unmask token list` shows all");
            }
            print_line!("The token '{id}' is revoked.");
        }
    }
    control.close().await;
    Ok(ExitCode::SUCCESS)
}
