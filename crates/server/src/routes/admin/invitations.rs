//! `GET /api/admin/invitations`

use unmask_store::invitations::messages;
use unmask_store::study;
use unmask_study::definition::{Wave, WaveId};
use unmask_study::invitations::{MessageId, MessageState};

use crate::mail::FailureKind;
use crate::read_models::invitations::{MessageCounts, count};
use crate::read_models::times::When;
use crate::routes::prelude::*;

/// The e-mails about later parts of the study. It has no addresses, no names and no arms.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationsOverview {
    /// Whether this server has a mail server to which it hands them.
    pub sending: bool,
    /// The later parts about which e-mails are sent. For those who are blinded, without parts that only some arms have:
    /// their numbers would reveal the arms.
    pub waves: Vec<InvitedWave>,
}

/// A later part of the study with its e-mails.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitedWave {
    /// Its ID in the data.
    #[schema(value_type = String)]
    pub id: WaveId,
    /// Its name for participants, in the study's language.
    pub title: String,
    /// The invitation, then the reminders.
    pub messages: Vec<InvitationMessage>,
}

/// The messages of one kind about a part.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationMessage {
    /// `invitation`, `reminder_1`, …
    pub message: String,
    /// Number of participants by state; states of nobody are absent.
    pub people: Vec<PeopleInState>,
    /// When the next planned one is due. For those who are blinded, only the day: the moment would reveal how long a
    /// participant was in the arm-specific part.
    pub next_due: Option<When>,
    /// Why the last attempts failed.
    pub errors: Vec<InvitationError>,
}

/// Number of participants whose message has a state.
#[derive(Debug, Serialize, ToSchema)]
pub struct PeopleInState {
    pub state: MessageState,
    pub people: usize,
}

/// Why messages could not be sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationError {
    pub kind: FailureKind,
    /// In English; without the address.
    pub reason: String,
    /// Number of messages whose last attempt failed for this reason.
    pub messages: usize,
}

/// Returns how many e-mails about later parts are planned, due, sent and failed.
#[utoipa::path(get, path = "/api/admin/invitations", operation_id = "admin_invitations_get", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = InvitationsOverview), AdminOnly, Always))]
pub async fn invitations(State(app): State<App>, admin: Admin) -> Result<Json<InvitationsOverview>> {
    let counted = count(&messages(&app.store).await?, app.clock.now());
    let loaded = app.versions.active();
    let blinded = study::would_unblind(&app.store, &admin.person()).await?;
    let is_hidden = |wave: &Wave| blinded && loaded.study.wave_reveals_arms(wave.id);
    let waves = loaded.study.file.waves.iter().filter(|wave| !wave.reminders.is_empty() && !is_hidden(wave));
    let named = |wave: WaveId, message: MessageId| described(message, counted.get(&(wave, message)), blinded);
    let of = |wave: &Wave| InvitedWave {
        id: wave.id,
        title: wave.title.0.clone(),
        messages: (0..).zip(&wave.reminders).map(|(number, _)| named(wave.id, MessageId(number))).collect(),
    };
    let waves = waves.map(of).collect();
    Ok(Json(InvitationsOverview { sending: app.relay.is_some(), waves }))
}

fn described(message: MessageId, counts: Option<&MessageCounts>, blinded: bool) -> InvitationMessage {
    let counts = counts.cloned().unwrap_or_default();
    let people = counts.people.into_iter().map(|(state, people)| PeopleInState { state, people });
    let errors = counts.errors.into_iter();
    InvitationMessage {
        message: message.to_string(),
        people: people.collect(),
        next_due: counts.next_due.map(if blinded { When::day } else { When::At }),
        errors: errors
            .map(|(reason, messages)| InvitationError { kind: FailureKind::of(&reason), reason, messages })
            .collect(),
    }
}
