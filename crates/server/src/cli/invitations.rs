//! `unmask invitations`: which e-mails about later parts are due, sent and failed. It shows no addresses.

use std::collections::BTreeMap;

use serde::Serialize;
use unmask_store::export;
use unmask_store::invitations::{Message, messages};
use unmask_study::definition::WaveId;
use unmask_study::invitations::{MessageId, MessageState};

use crate::cli::prelude::*;
use crate::read_models::invitations::{MessageCounts, count};

#[derive(clap::Args)]
pub struct Args {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The messages of one kind about a part of the study.
#[derive(Serialize)]
struct Counted {
    wave: String,
    message: String,
    /// Number of participants by state.
    people: BTreeMap<MessageState, usize>,
    /// Why the last attempts failed, with the number of messages.
    errors: BTreeMap<String, usize>,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let store = visit_store(&settings).await?;
    let study = active_study(&store).await?;
    let counted = counted(&messages(&store).await?, Clock::system().now());
    let simulated = export::people(&mut store.snapshot().await?).await?.simulated;
    store.close().await;
    let has_reminders = study.file.waves.iter().any(|wave| !wave.reminders.is_empty());
    if args.json {
        println!("{}", serde_json::to_string_pretty(&counted)?);
    } else if !counted.is_empty() {
        print!("{}", text(&counted));
    } else if !has_reminders {
        println!("The study sends no e-mails: no wave has `reminders`.");
    } else {
        println!("No e-mails are planned yet: nobody has completed the part before.");
    }
    if simulated > 0 && has_reminders && !args.json {
        println!("Simulated participants ({simulated}) get no e-mails: they come back by themselves.");
    }
    Ok(ExitCode::SUCCESS)
}

fn counted(messages: &[Message], now: Millis) -> Vec<Counted> {
    let named = |((wave, message), MessageCounts { people, errors, .. }): ((WaveId, MessageId), _)| Counted {
        wave: wave.to_string(),
        message: message.to_string(),
        people,
        errors,
    };
    count(messages, now).into_iter().map(named).collect()
}

fn text(counted: &[Counted]) -> String {
    let mut lines = Vec::new();
    for one in counted {
        lines.push(format!("{}: {}", one.wave, one.message));
        lines.extend(one.people.iter().map(|(state, people)| format!("{people:>8}  {}", about(*state))));
        lines.extend(one.errors.iter().map(|(error, messages)| format!("{messages:>8}  last error: {error}")));
    }
    lines.join("\n") + "\n"
}

fn about(state: MessageState) -> &'static str {
    match state {
        MessageState::Planned => "planned",
        MessageState::Due => "due now",
        MessageState::Sent => "sent",
        MessageState::Failed => "rejected by the mail server",
        MessageState::NotNeeded => "not needed: the part is begun or completed",
        MessageState::Missed => "not sent in time",
        MessageState::NoAddress => "no address given",
        MessageState::Unsubscribed => "unsubscribed",
        MessageState::NotPermitted => "not permitted",
    }
}
