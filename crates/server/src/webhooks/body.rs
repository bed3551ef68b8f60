//! What is sent. It has no arm and no answers, and nothing of what a participant did except how a part ended.

use serde::Serialize;
use unmask_store::webhooks::Delivery;
use unmask_study::Study;
use unmask_study::definition::{Outcome, WaveId};

use crate::base::clock::rfc3339;
use crate::base::site::Site;
use crate::read_models::due::own_parameter;

#[derive(Serialize)]
struct Body<'a> {
    r#type: &'static str,
    timestamp: String,
    data: Data<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data<'a> {
    study: &'a str,
    recruitment_id: Option<&'a str>,
    participant: Option<&'a str>,
    wave: Option<WaveId>,
    outcome: Option<Outcome>,
}

/// The body of an event, JSON. `study` is the participant's version of the study, at `site`.
pub fn body(site: &Site, study: &Study, delivery: &Delivery) -> Vec<u8> {
    let participant = delivery.participant.as_ref();
    let recruitment = participant.and_then(|own| own.recruitment.as_ref());
    let id = recruitment.and_then(|given| given[own_parameter(study)?].as_str());
    let body = Body {
        r#type: delivery.kind.name(),
        timestamp: rfc3339(delivery.at),
        data: Data {
            // Two studies of an installation may have the same bundle.
            study: if site.is_root() { &study.file.id } else { site.id() },
            recruitment_id: id.filter(|id| !id.trim().is_empty()),
            participant: participant.map(|own| own.code.as_str()),
            wave: delivery.wave,
            outcome: delivery.kind.outcome(),
        },
    };
    // Its types have nothing that JSON lacks.
    serde_json::to_vec(&body).unwrap_or_default()
}
