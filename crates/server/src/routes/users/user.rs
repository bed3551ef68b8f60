//! The user as all calls show them.

use std::collections::BTreeMap;

use axum::http::Method;
use unmask_store::consent;
use unmask_store::identity as accounts;
use unmask_store::invitations;
use unmask_store::stored::ValueLocation;
use unmask_store::submissions;
use unmask_study::definition::{Item, Outcome};
use unmask_study::flow::ProgressSummary;
use unmask_study::text::Locale;
use unmask_study::waves::WaveState;

use crate::auth::{PlannedWave, Registrant, rights};
use crate::base::config::Switch;
use crate::collector::identity;
use crate::mail::address;
use crate::routes::prelude::*;
use crate::routes::receipt::{Position, completed_personas};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// Username.
    pub username: String,
    /// Role of the account.
    pub role: Role,
    /// The participant's group; null for the admin and for participants without a slot.
    pub group_type: Option<ArmId>,
    /// First and last name.
    pub profile: Profile,
    /// Participant code, to quote in messages to the researcher.
    pub code: Option<String>,
    /// Path of the current page.
    pub current_state: String,
    /// IDs of the completed personas of Flow B.
    pub completed_personas: Vec<String>,
    /// The recorded consent; null before consent.
    pub consent: Option<GivenConsent>,
    /// The participant's progress through the study.
    pub progress: Option<ProgressSummary>,
    /// Whether the participant has withdrawn.
    pub withdrawn: bool,
    /// Why the participant was turned away: their answers do not fit, or enough people like them take part. Absent for
    /// all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub turned_away: Option<Outcome>,
    /// Whether the participant hears the sound, by the sound check. Null before it, and if the study has none.
    pub hears_sound: Option<bool>,
    /// The later parts of the study, once they are planned for the participant. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub waves: Vec<LaterPart>,
    /// The e-mails about later parts. Absent for participants who did not permit them, and if no later part with
    /// e-mails is to come.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub invitations: Option<Invitations>,
    /// The pages of the console that the person's role includes. Absent for participants.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub sections: Vec<&'static str>,
    /// The calls of the console that the person's role includes, as method and path. Absent for participants.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub calls: Vec<&'static str>,
    /// Whether the account has no password yet: a recruitment link opens it. Absent for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub passwordless: Option<bool>,
    /// ID for usage analytics; null if the user has not agreed to them.
    pub analytics_id: Option<String>,
}

/// The pages of the console, each with the call that it needs.
const SECTIONS: [(&str, &str); 9] = [
    ("overview", "/api/admin/overview"),
    ("consort", "/api/admin/consort"),
    ("results", "/api/admin/results"),
    ("participants", "/api/admin/participants"),
    ("recruiter", "/api/admin/recruiter"),
    ("study", "/api/admin/study"),
    ("export", "/api/admin/exports"),
    ("webhooks", "/api/admin/webhooks"),
    ("audit", "/api/admin/audit"),
];

/// Role of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Participant,
    Admin,
}

/// First and last name; empty if not provided.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    pub first_name: String,
    pub last_name: String,
}

/// A recorded consent.
#[derive(Debug, Serialize, ToSchema)]
pub struct GivenConsent {
    /// Version of the consent text.
    pub version: String,
    pub at: String,
    /// The consent statements that were accepted.
    pub ticks: BTreeMap<String, bool>,
}

/// A later part of the study for the participant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LaterPart {
    /// Its name in the participant's language.
    pub title: String,
    pub state: WaveState,
    /// When it opens.
    pub opens_at: String,
    /// When it is over.
    pub closes_at: String,
    /// Duration in minutes.
    pub minutes: u32,
}

/// The participant's address for e-mails about later parts.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invitations {
    /// The address; null if there is none.
    pub address: Option<String>,
    /// Whether the participant unsubscribed. Giving an address ends that.
    pub unsubscribed: bool,
}

impl Invitations {
    /// None for participants who are not asked for an address. One that they gave is shown as long as it is stored.
    pub async fn of(app: &App, registrant: &Registrant) -> Result<Option<Self>> {
        let waves = &registrant.loaded.study.file.waves;
        if registrant.withdrawn || waves.iter().all(|wave| wave.reminders.is_empty()) {
            return Ok(None);
        }
        let stored = invitations::address(&app.store, &registrant.account).await?;
        let is_to_come = |own: &&PlannedWave| {
            let has_messages = waves.get(own.number - 1).is_some_and(|wave| !wave.reminders.is_empty());
            has_messages && matches!(own.state, WaveState::Waiting | WaveState::Open)
        };
        if stored.is_none() {
            let consents = consent::consents(&app.store, &registrant.id).await?;
            let permitted = consents.last().is_some_and(|consent| consent::permits(&consent.ticks));
            if !permitted || !registrant.waves.iter().any(|own| is_to_come(&own)) {
                return Ok(None);
            }
        }
        let address = |sealed: &[u8]| address::open(&app.key, &registrant.account, sealed).map(|own| own.to_string());
        Ok(Some(Self {
            address: stored.as_ref().and_then(|own| address(&own.sealed)),
            unsubscribed: stored.is_some_and(|own| own.unsubscribed_at.is_some()),
        }))
    }
}

/// The later parts of the study that are planned for a participant; of one who has withdrawn, those that are not to
/// come.
pub fn later_parts(registrant: &Registrant, locale: &Locale) -> Vec<LaterPart> {
    let study = &registrant.loaded.study;
    let part = |planned: &PlannedWave| {
        let wave = study.file.waves.get(planned.number.checked_sub(1)?)?;
        Some(LaterPart {
            title: study.catalog.translate(locale, &wave.title.0).to_owned(),
            state: planned.state,
            opens_at: rfc3339(planned.course.window.opens),
            closes_at: rfc3339(planned.course.ends()),
            minutes: wave.minutes,
        })
    };
    let is_left = |planned: &&PlannedWave| !(registrant.withdrawn && planned.state.is_to_come());
    registrant.waves.iter().filter(is_left).filter_map(part).collect()
}

impl User {
    /// Anyone who is signed in.
    pub async fn of(app: &App, who: &SignedIn) -> Result<Self> {
        match who {
            SignedIn::Registrant(registrant) => Self::registrant(app, registrant).await,
            SignedIn::Admin(admin) => Self::admin(app, admin).await,
        }
    }

    async fn admin(app: &App, admin: &Admin) -> Result<Self> {
        let is_open = |call: &&str| rights::allows(admin.rights.role, &Method::GET, call);
        Ok(Self {
            sections: SECTIONS.iter().filter(|(_, call)| is_open(call)).map(|(section, _)| *section).collect(),
            calls: rights::console_calls(admin.rights).collect(),
            username: admin.username.clone(),
            role: Role::Admin,
            group_type: None,
            profile: profile(app, &admin.account).await?.0,
            code: None,
            current_state: "/dashboard".into(),
            completed_personas: vec![],
            consent: None,
            progress: None,
            withdrawn: false,
            turned_away: None,
            hears_sound: None,
            waves: vec![],
            invitations: None,
            passwordless: None,
            analytics_id: None,
        })
    }

    /// Anyone who has registered.
    pub async fn registrant(app: &App, registrant: &Registrant) -> Result<Self> {
        let Position { current_state, progress, .. } = Position::of(registrant);
        let (consent, agreed) = given(app, registrant).await?;
        let (profile, passwordless) = profile(app, &registrant.account).await?;
        let analytics = app.settings.analytics.analytics == Switch::On && agreed && !registrant.withdrawn;
        Ok(Self {
            username: registrant.username.clone(),
            role: Role::Participant,
            group_type: registrant.assigned.as_ref().and_then(|assigned| assigned.arm),
            profile,
            code: Some(registrant.code.clone()),
            current_state,
            completed_personas: registrant
                .assigned
                .as_ref()
                .map(|assigned| completed_personas(&registrant.loaded, assigned, &registrant.progress))
                .unwrap_or_default(),
            consent,
            progress,
            withdrawn: registrant.withdrawn,
            turned_away: registrant.turned_away,
            hears_sound: hears_sound(app, registrant).await?,
            waves: later_parts(registrant, &registrant.loaded.locale(Some(&registrant.locale.0))),
            invitations: Invitations::of(app, registrant).await?,
            sections: vec![],
            calls: vec![],
            passwordless: passwordless.then_some(true),
            analytics_id: analytics.then(|| identity::distinct_id(&app.key, &registrant.id)),
        })
    }
}

/// The names, and whether the account has no password.
async fn profile(app: &App, account: &str) -> Result<(Profile, bool)> {
    // People of the installation have no account in the study.
    let Some(account) = accounts::account_by_id(&app.store, account).await? else {
        return Ok((Profile { first_name: String::new(), last_name: String::new() }, false));
    };
    let passwordless = !account.has_password();
    let (first_name, last_name) = (account.first_name.unwrap_or_default(), account.last_name.unwrap_or_default());
    Ok((Profile { first_name, last_name }, passwordless))
}

/// The consent on record, and whether it agrees to analytics.
async fn given(app: &App, registrant: &Registrant) -> Result<(Option<GivenConsent>, bool)> {
    let Some(consent) = consent::consents(&app.store, &registrant.id).await?.pop() else { return Ok((None, false)) };
    let agreed = identity::agreed(&registrant.loaded, &consent.ticks);
    let at = ValueLocation { table: "consent", column: "ticks", row: &registrant.id };
    let ticks = serde_json::from_value(consent.ticks).map_err(|_| at.corrupt("it is not what was ticked"))?;
    Ok((Some(GivenConsent { version: consent.version, at: rfc3339(consent.at), ticks }), agreed))
}

/// Reads the stored answer to the sound check.
async fn hears_sound(app: &App, registrant: &Registrant) -> Result<Option<bool>> {
    let study = &registrant.loaded.study;
    let Some(check) = &study.file.sound_check else { return Ok(None) };
    let mut questionnaires = study.questionnaires.iter();
    let asks = |item: &Item| item.variables().iter().any(|variable| variable.name == check.item);
    let Some((page, _)) = questionnaires.find(|(_, questionnaire)| questionnaire.items().any(asks)) else {
        return Ok(None);
    };
    for row in submissions::submissions_of_item_prefix(&app.store, &registrant.id, page.name()).await? {
        let answers = ValueLocation { table: "submission", column: "answers", row: &row.id }.json(&row.answers)?;
        if let Some(hears) = study.hears_sound(&answers) {
            return Ok(Some(hears));
        }
    }
    Ok(None)
}
