//! `unmask webhook`: the webhooks of the study, and the log of what was sent to them.

use std::collections::HashMap;

use unmask_store::study::{self, OPERATOR};
use unmask_store::webhooks::{self, Logged, Webhook};
use unmask_store::{AuditAction, meta};
use unmask_study::webhooks::{DeliveryFailure, EventKind};

use crate::base::clock::rfc3339;
use crate::base::ids;
use crate::base::recorded::KEY_FINGERPRINT;
use crate::base::secrets::ServerKey;
use crate::cli::prelude::*;
use crate::read_models::times::day_of;
use crate::study_versions::from_stored;
use crate::webhooks::{DeliveryState, SigningSecret, endpoint, is_withheld};

/// How many events the log shows.
const MOST: i64 = 1000;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Add a webhook and print its secret, which is shown only now.
    ///
    /// The receiver gets the events from now on. It learns when each participant completes a part. Together with the
    /// console, that can reveal how long somebody was in the part that differs between the arms: whoever is blinded
    /// must not read what the receiver stores (docs/WEBHOOKS.md).
    Add {
        /// Where events are sent: `https://…`, or `http://…` on this machine.
        url: String,
        /// The events to be sent, separated by commas. Default: all.
        #[arg(long, value_delimiter = ',', value_name = "EVENTS")]
        events: Vec<EventKind>,
    },
    /// List the webhooks.
    List,
    /// Delete a webhook with its events, also those that are still to be sent.
    Remove {
        /// ID of the webhook.
        id: String,
    },
    /// List the last 1000 events with the result of their delivery.
    Deliveries {
        /// Only events whose last attempt failed.
        #[arg(long)]
        failed: bool,
    },
    /// Send an event again, under the same ID.
    Redeliver {
        /// ID of the event.
        id: String,
    },
    /// Send a test to a webhook. The running server sends it; `deliveries` shows the result.
    Test {
        /// ID of the webhook.
        id: String,
    },
}

pub async fn run(settings: Settings, command: Command) -> Result<ExitCode> {
    let store = visit_store(&settings).await?;
    match command {
        Command::Add { url, events } => add(&settings, &store, &url, events).await?,
        Command::List => list(&store).await?,
        Command::Remove { id } => remove(&store, id).await?,
        Command::Deliveries { failed } => deliveries(&store, failed).await?,
        Command::Redeliver { id } => redeliver(&store, id).await?,
        Command::Test { id } => test(&store, id).await?,
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn add(settings: &Settings, store: &Store, url: &str, mut events: Vec<EventKind>) -> Result<()> {
    let url = endpoint(url).map_err(|error| anyhow::anyhow!("'{url}': {}", error.message()))?.to_string();
    if events.is_empty() {
        events = EventKind::ALL.into();
    }
    events.sort_unstable();
    events.dedup();
    let (key, at, secret) = (key(settings, store).await?, Clock::system().now(), SigningSecret::random());
    let webhook = Webhook { id: ids::uuid(at), url, events, outside: false, created_at: at, disabled_at: None };
    let sealed = secret.seal(&key, &webhook.id);
    let details = json!({ "webhook": webhook.id, "url": webhook.url, "events": webhook.events });
    let id = webhook.id.clone();
    store
        .write(async move |tx| {
            webhooks::add(tx, &webhook, &sealed).await?;
            audit::audit(tx, at, OPERATOR, AuditAction::AddWebhook, &details).await
        })
        .await?;
    print_line!("Webhook {id}\nSecret, shown only now: {}", secret.text());
    Ok(())
}

/// The server's key, which seals the secret. It is never created here: the server could not read the secret.
async fn key(settings: &Settings, store: &Store) -> Result<ServerKey> {
    let location = Secret::ServerKey.location(settings);
    let key = Secret::ServerKey
        .read(settings)?
        .map(ServerKey::new)
        .with_context(|| format!("there is no {location}: give the server's --data folder, or its --server-key"))?;
    let begun_with = meta::meta_get(store, KEY_FINGERPRINT).await?;
    if begun_with.is_some_and(|mark| mark != key.mark()) {
        bail!(
            "the database was created with another server key than {location}; give the server's --data folder, or its \
             --server-key"
        );
    }
    Ok(key)
}

async fn list(store: &Store) -> Result<()> {
    for Webhook { id, url, events, disabled_at, .. } in webhooks::webhooks(store).await? {
        let events = events.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(",");
        let state = disabled_at.map(|at| format!("  disabled by its receiver at {}", rfc3339(at))).unwrap_or_default();
        print_line!("{id}  {url}  {events}{state}");
    }
    Ok(())
}

async fn remove(store: &Store, id: String) -> Result<()> {
    let (at, webhook) = (Clock::system().now(), id.clone());
    let removed = store.write(async move |tx| {
        let removed = webhooks::remove(tx, &webhook).await?;
        if removed {
            audit::audit(tx, at, OPERATOR, AuditAction::RemoveWebhook, &json!({ "webhook": webhook })).await?;
        }
        Ok::<_, StoreError>(removed)
    });
    if !removed.await? {
        bail!("there is no webhook '{id}'; `unmask webhook list` shows them");
    }
    print_line!("Webhook {id} is removed, with its events.");
    Ok(())
}

async fn deliveries(store: &Store, failed: bool) -> Result<()> {
    // The moment would show how long a participant was in the part that differs between the arms.
    let blinded = study::would_unblind(store, OPERATOR).await?;
    let mut versions = HashMap::new();
    for event in webhooks::log(store, failed, MOST).await? {
        if let Some(hash) = &event.study_version
            && !versions.contains_key(hash)
        {
            let version = study::version(store, hash).await?.context("a study version is missing")?;
            let study = from_stored(hash, &version.bundle).context("a stored study version can't be read")?;
            versions.insert(hash.clone(), study);
        }
        let study = event.study_version.as_ref().and_then(|hash| versions.get(hash));
        if !study.is_some_and(|study| is_withheld(study, event.wave)) {
            print_line!("{}", line(&event, blinded));
        }
    }
    Ok(())
}

fn line(event: &Logged, blinded: bool) -> String {
    let shown = |at| if blinded { day_of(at) } else { rfc3339(at) };
    let result = match (DeliveryState::of(event), event.delivered_at, event.next_at) {
        (DeliveryState::Delivered, Some(at), _) => format!("delivered {}", shown(at)),
        (DeliveryState::Retrying, _, Some(at)) => format!("next attempt {}", shown(at)),
        (DeliveryState::Failed, ..) => "given up".to_owned(),
        _ => "waiting".to_owned(),
    };
    let status = event.last_status.map(|status| format!(" ({status})")).unwrap_or_default();
    let error = event.last_error.map(|error| format!("; {}{status}", about(error))).unwrap_or_default();
    let words = [Some(event.kind.name().to_owned()), event.wave.map(|wave| wave.to_string()), event.code.clone()];
    let about = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
    format!("{}  {}  {about}  {result}; attempts: {}{error}", event.id, shown(event.at), event.attempts)
}

fn about(error: DeliveryFailure) -> &'static str {
    match error {
        DeliveryFailure::Rejected => "the receiver rejected it",
        DeliveryFailure::Gone => "the receiver wants no more events",
        DeliveryFailure::Late => "the receiver did not reply within 10 seconds",
        DeliveryFailure::Unreachable => "the receiver could not be reached",
        DeliveryFailure::Unreadable => "the event could not be signed; see the server's log",
        DeliveryFailure::Disabled => "the webhook was disabled before",
    }
}

async fn redeliver(store: &Store, id: String) -> Result<()> {
    let (at, event) = (Clock::system().now(), id.clone());
    let again = store.write(async move |tx| {
        let again = webhooks::redeliver(tx, &event, at).await?;
        if again {
            audit::audit(tx, at, OPERATOR, AuditAction::RedeliverEvent, &json!({ "event": event })).await?;
        }
        Ok::<_, StoreError>(again)
    });
    if !again.await? {
        bail!(
            "there is no event '{id}' that can be sent again: it is being sent, its webhook is disabled, or it does not \
             exist. `unmask webhook deliveries` shows all"
        );
    }
    print_line!("The server sends event {id} again; `unmask webhook deliveries` shows the result.");
    Ok(())
}

async fn test(store: &Store, id: String) -> Result<()> {
    let (at, webhook) = (Clock::system().now(), id.clone());
    let event = format!("msg_{}", ids::uuid(at));
    let new = event.clone();
    let queued = store.write(async move |tx| {
        let queued = webhooks::queue_test(tx, &new, &webhook, at).await?;
        if queued {
            audit::audit(tx, at, OPERATOR, AuditAction::TestWebhook, &json!({ "webhook": webhook })).await?;
        }
        Ok::<_, StoreError>(queued)
    });
    if !queued.await? {
        bail!("there is no webhook '{id}', or it is disabled; `unmask webhook list` shows them");
    }
    print_line!("The server sends the test {event}; `unmask webhook deliveries` shows the result.");
    Ok(())
}
