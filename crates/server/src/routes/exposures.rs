//! `POST /api/exposures`

use unmask_store::Stamp;
use unmask_store::exposures::{self, Exposure, Noted};
use unmask_study::evidence::LONGEST_PAGE;
use unmask_study::flow;
use unmask_study::page::StepKind;

use crate::api::form::FormCode;
use crate::auth::Participant;
use crate::base::ids;
use crate::routes::prelude::*;

/// The most exposures of a call: more than a page shows.
const MOST: usize = 50;

/// The item of the practice page, which has only one.
const PRACTICE: &str = "practice";

/// What was visible for the first time.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Exposures {
    /// At most 50.
    pub exposures: Vec<Shown>,
}

/// A medium, or a text without one, that was visible for the first time.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the name on the wire")]
pub struct Shown {
    /// UUID, new for each exposure. A repeat with the same key gets the same receipt.
    pub key: String,
    /// ID of the question, post or clip; in a questionnaire the section, or with `one_per_page` one of its pages:
    /// `<section>/<item>`, or `<section>/<item>/initial`; there `<section>/<item>` for a post or text without a medium;
    /// `practice` for the practice item.
    pub item: String,
    /// Address of the medium; null for a text without one.
    #[serde(default)]
    pub medium: Option<String>,
    /// When it was first visible: milliseconds since the page was shown, by the browser's monotonic clock.
    #[serde(default)]
    pub shown: Option<f64>,
}

/// The receipts, in the order of the exposures.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExposureReceipts {
    pub receipts: Vec<ExposureReceipt>,
}

/// The receipt of a stored exposure.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExposureReceipt {
    /// The key that was sent.
    pub key: String,
    /// Its number.
    pub receipt: String,
    pub stored_at: String,
    /// Whether it was stored before: by an earlier call with this key, or by another tab.
    pub repeated: bool,
}

/// Stores what was visible on the participant's pages, with or without an answer. Each medium and each post counts
/// once. Stores nothing if one of the exposures is not valid.
#[utoipa::path(post, path = "/api/exposures", operation_id = "exposures_record", tag = "exposures", security(("bearer" = [])),
    request_body = Exposures, responses((status = 200, body = ExposureReceipts), WithBody, SignedInOnly, WithFields, Always))]
pub async fn exposures(
    State(app): State<App>,
    participant: Participant,
    Json(Exposures { exposures: sent }): Json<Exposures>,
) -> Result<Json<ExposureReceipts>> {
    if sent.len() > MOST {
        return Err(ApiError::malformed(format!("exposures: send at most {MOST} at once.")));
    }
    let now = participant.moment(&app.clock);
    let (mut rows, mut errors) = (Vec::new(), Vec::new());
    for (index, shown) in sent.iter().enumerate() {
        match shown.row(&participant, now) {
            Ok(row) => rows.push(row),
            Err((field, code)) => errors.push(problem(index, field, code)),
        }
    }
    ApiError::require_valid(errors)?;
    let stored = rows.clone();
    let noted = app.store.write(async move |tx| exposures::record(tx, &stored).await).await?;
    let receipts = noted.into_iter().zip(rows).enumerate().map(|(index, (noted, row))| receipt(index, noted, row));
    Ok(Json(ExposureReceipts { receipts: receipts.collect::<Result<_>>()? }))
}

impl Shown {
    /// The row to store, or what is wrong in which field.
    fn row(&self, participant: &Participant, now: Stamp) -> Result<Exposure, (&'static str, FormCode)> {
        if !ids::is_uuid(&self.key) {
            return Err(("key", FormCode::ExposureKey));
        }
        let (item, file) = self.find(participant).ok_or(("item", FormCode::ExposureUnknown))?;
        Ok(Exposure {
            id: ids::uuid(now.at),
            participant: participant.id.clone(),
            item,
            file,
            shown: self.shown.and_then(whole),
            key: self.key.to_ascii_lowercase(),
            study_version: participant.loaded.study.hash.clone(),
            stamp: now,
        })
    }

    /// The natural key of the item, and the file: on a page of a block that the participant has reached. An ID of the
    /// bundle, a later block and an unknown name all find nothing.
    fn find(&self, participant: &Participant) -> Option<(String, String)> {
        let Participant { assigned, .. } = participant;
        let loaded = &participant.loaded;
        let reached = loaded.steps(assigned.arm).iter().take(participant.progress.step + 1);
        reached.rev().find_map(|step| {
            let id = match step.kind {
                StepKind::Home => (self.item == PRACTICE).then(|| loaded.study.practice.id.clone()),
                _ if step.questionnaire().is_some() => Some(self.item.clone()),
                _ => loaded.ids.bundle(&self.item),
            };
            let (item, page) = flow::shown_on(&loaded.study, assigned, *step, &id?)?;
            let Some(address) = &self.medium else { return page.text.then_some((item, String::new())) };
            let ticket = loaded.media.read(address.rsplit('/').next().unwrap_or_default())?;
            let main = loaded.media.main(&ticket.file);
            let is_shown = page.media.iter().any(|version| version.files.first().is_some_and(|own| own.file == main));
            is_shown.then(|| (item, main.to_owned()))
        })
    }
}

/// Whole milliseconds; none for a time that no page has.
fn whole(shown: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "below the limit")]
    (shown.abs() <= LONGEST_PAGE).then(|| shown.round() as i64)
}

fn problem(index: usize, field: &str, code: FormCode) -> FieldProblem {
    FieldProblem::new(format!("exposures[{index}].{field}"), code.into())
}

fn receipt(index: usize, noted: Noted, row: Exposure) -> Result<ExposureReceipt> {
    let (receipt, at, repeated) = match noted {
        Noted::Stored => (row.id, row.stamp.at, false),
        Noted::Repeat(id, at) => (id, at, true),
        Noted::Conflict => return Err(ApiError::invalid_fields(vec![problem(index, "key", FormCode::ExposureKey)])),
        Noted::Left => return Err(ApiError::of(Code::Withdrawn)),
    };
    Ok(ExposureReceipt { key: row.key, receipt, stored_at: rfc3339(at), repeated })
}
