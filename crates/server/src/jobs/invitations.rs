//! Sends the invitations to later parts and their reminders. Every server runs this job; a message is reserved before
//! it is handed over, so that only one of them sends it.

use std::time::Duration;

use anyhow::Context as _;
use unmask_store::StoreError;
use unmask_store::invitations::{self, Failure, Message, MessageKey};

use crate::app::App;
use crate::base::clock::Millis;
use crate::mail::letter::{self, Recipient};
use crate::mail::{Relay, RelayError, address};

const EVERY: Duration = Duration::from_mins(1);
const MINUTE: Millis = 60_000;

/// How long a message stays reserved: longer than handing it over can take. If the program ends meanwhile, it is sent
/// again afterwards.
const RESERVED: Millis = 15 * MINUTE;

/// Runs until the server ends.
pub async fn run(app: App) {
    let Some(relay) = &app.relay else { return };
    loop {
        if let Err(error) = once(&app, relay).await {
            tracing::warn!(%error, "invitations could not be sent and will be retried");
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Waits until the message that is being handed over is recorded, so that it is not sent again after a restart. A
/// server that is draining begins no other one.
pub async fn finish(relay: &Relay, limit: Duration) {
    if tokio::time::timeout(limit, relay.in_hand.lock()).await.is_err() {
        tracing::warn!("the mail server did not reply in time; the message is sent again, with the same message ID");
    }
}

/// Sends what is due, one after the other. Returns how many messages the mail server accepted.
pub async fn once(app: &App, relay: &Relay) -> Result<usize, StoreError> {
    let mut sent = 0;
    for key in invitations::waiting(&app.store, app.clock.now()).await? {
        let _in_hand = relay.in_hand.lock().await;
        if app.is_draining() {
            break;
        }
        let Some(message) = reserve(app, &key).await? else { continue };
        match hand_over(app, relay, &message).await {
            Ok(()) => {
                sent += 1;
                let at = app.clock.now();
                app.store.write(async move |tx| invitations::record_sent(tx, &message.key, at).await).await?;
            }
            Err(error) => {
                let unusable = error.unusable;
                fail(app, message, error).await?;
                if unusable {
                    break;
                }
            }
        }
    }
    if sent > 0 {
        tracing::info!(messages = sent, "invitations sent");
    }
    Ok(sent)
}

async fn reserve(app: &App, key: &MessageKey) -> Result<Option<Message>, StoreError> {
    let (key, now) = (key.clone(), app.clock.now());
    app.store.write(async move |tx| invitations::reserve(tx, &key, now, now + RESERVED).await).await
}

async fn hand_over(app: &App, relay: &Relay, message: &Message) -> Result<(), RelayError> {
    let letter = write(app, relay, message).await.map_err(|error| RelayError {
        reason: format!("{error:#}"),
        permanent: false,
        unusable: false,
    })?;
    relay.send(letter).await
}

async fn write(app: &App, relay: &Relay, message: &Message) -> anyhow::Result<lettre::Message> {
    // Another server may have activated it since.
    let loaded = app.versions.load(&message.study_version).await.context("the study version can't be read")?;
    let (account, sealed) = message.account.as_deref().zip(message.sealed.as_deref()).context("there is no address")?;
    let to = Recipient {
        key: &message.key,
        account,
        address: address::open(&app.key, account, sealed).context("the server key can't read the address")?,
        locale: &loaded.locale(Some(&message.locale)),
        closes: message.facts.course.window.closes,
    };
    letter::write(&loaded.study, &app.key, &relay.sender, to, app.clock.now())
}

async fn fail(app: &App, message: Message, error: RelayError) -> Result<(), StoreError> {
    let now = app.clock.now();
    let RelayError { reason, permanent, .. } = error;
    // The first failure of an attempt was counted when it was reserved.
    let then = if permanent { Failure::Permanent(now) } else { Failure::Again(now + pause(message.attempts + 1)) };
    tracing::warn!(wave = %message.key.wave, message = %message.key.message, reason, permanent, "an invitation could not be sent");
    app.store.write(async move |tx| invitations::record_failure(tx, &message.key, &reason, then).await).await
}

/// Until the next attempt: five minutes, doubled each time up to six hours.
fn pause(attempts: i64) -> Millis {
    ((5 * MINUTE) << (attempts - 1).clamp(0, 10)).min(360 * MINUTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_grows_up_to_six_hours() {
        let pauses: Vec<_> = [0, 1, 2, 3, 7, 8, 1000].map(|attempts| pause(attempts) / MINUTE).into();
        assert_eq!(pauses, [5, 5, 10, 20, 320, 360, 360]);
    }
}
