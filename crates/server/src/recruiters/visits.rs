//! Whether a recruiter confirms that it has sent the participant of a link: Prolific, by the submission that the link
//! names or by the token in it.

use std::time::Duration;

use unmask_study::definition::study::Recruitment;

use super::compare::is_same_status;
use super::prolific::{Failure, FailureKind, Prolific, SubmissionDetail};
use super::signed_links::{SignedLinks, TokenError};
use crate::api::form::{FieldProblem, FormCode};
use crate::auth::recruitment::{Ids, plain_id};
use crate::base::clock::Millis;
use crate::base::config::Settings;

/// How long a participant waits for Prolific.
const PATIENCE: Duration = Duration::from_secs(4);

/// The most characters of a submission's ID.
const LONGEST: usize = 64;

/// Statuses of those who take part at the moment.
const UNDER_WAY: [&str; 2] = ["RESERVED", "ACTIVE"];
/// Statuses of those who do so no more, and have not completed.
const OVER: [&str; 4] = ["RETURNED", "TIMED-OUT", "REJECTED", "SCREENED OUT"];
/// Statuses of those who have completed.
const COMPLETED: [&str; 3] = ["AWAITING REVIEW", "APPROVED", "PARTIALLY APPROVED"];

/// What is known about a visit that is not rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The recruiter has sent this participant, or the study trusts visits.
    Confirmed,
    /// Nothing can confirm it: no signature, and no token of Prolific's API.
    Unconfirmed,
    /// Prolific can't be asked at the moment.
    Unavailable,
}

/// What the visit is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Begin,
    Resume,
}

/// A link, and the server that it opens.
pub struct Arrival<'a> {
    pub recruitment: &'a Recruitment,
    /// The parameters of the link.
    pub ids: &'a Ids,
    /// The host name in the browser's address bar.
    pub host: Option<&'a str>,
    pub now: Millis,
}

/// What the recruiter says of a visit by a complete link, whose own signature is valid.
///
/// # Errors
/// If Prolific does not know the link, or the submission is over.
pub async fn confirm(
    settings: &Settings,
    keys: &SignedLinks,
    arrival: &Arrival<'_>,
    purpose: Purpose,
) -> Result<Confirmation, FieldProblem> {
    let recruitment = arrival.recruitment;
    if recruitment.signature.is_some() {
        return Ok(Confirmation::Confirmed);
    }
    if let Some(parameter) = recruitment.signed_links() {
        let verified = tokio::time::timeout(PATIENCE, keys.verify(&settings.prolific.prolific_url, arrival, parameter));
        return match verified.await.unwrap_or_else(|_| Err(Failure::of(FailureKind::Late).into())) {
            Ok(()) => Ok(Confirmation::Confirmed),
            Err(TokenError::Invalid(why)) => {
                tracing::info!(why, "a link without a valid token of Prolific was rejected");
                Err(rejected(FormCode::LinkNotSigned))
            }
            Err(TokenError::NoKeys(failure)) => Ok(unavailable(&failure)),
        };
    }
    match (&recruitment.visit, recruitment.confirming_prolific()) {
        (None, _) => Ok(Confirmation::Confirmed),
        (Some(_), None) if recruitment.trust_visits => Ok(Confirmation::Confirmed),
        (Some(_), None) => Ok(Confirmation::Unconfirmed),
        (Some(visit), Some(_)) => match Prolific::open(settings) {
            Ok(None) => Ok(Confirmation::Unconfirmed),
            Ok(Some(prolific)) => by_submission(&prolific, arrival, visit, purpose).await,
            Err(failure) => Ok(unavailable(&failure)),
        },
    }
}

/// Asks Prolific for the submission that the link names.
async fn by_submission(
    prolific: &Prolific,
    arrival: &Arrival<'_>,
    visit: &str,
    purpose: Purpose,
) -> Result<Confirmation, FieldProblem> {
    let id = arrival.ids.get(visit).and_then(|id| plain_id(id)).filter(|id| is_submission_id(id));
    let Some(id) = id else { return Err(rejected(FormCode::LinkUnknown)) };
    let asked = tokio::time::timeout(PATIENCE, prolific.submission(&id)).await;
    match asked.unwrap_or_else(|_| Err(Failure::of(FailureKind::Late))) {
        Ok(submission) if !is_of(&submission, arrival, &id) => Err(rejected(FormCode::LinkUnknown)),
        Ok(submission) if !allows(&submission.status, purpose) => Err(rejected(FormCode::LinkOver)),
        Ok(_) => Ok(Confirmation::Confirmed),
        Err(failure) if means_unknown(&failure) => Err(rejected(FormCode::LinkUnknown)),
        Err(failure) => Ok(unavailable(&failure)),
    }
}

fn rejected(code: FormCode) -> FieldProblem {
    FieldProblem::new("recruitment", code.into())
}

fn unavailable(failure: &Failure) -> Confirmation {
    tracing::warn!(error = %failure, "Prolific could not confirm a visit; the comparison will check it");
    Confirmation::Unavailable
}

/// It becomes a part of an address.
fn is_submission_id(id: &str) -> bool {
    id.len() <= LONGEST && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// The document lists 400 as the error of this call; an ID that can't exist gets it, too.
fn means_unknown(failure: &Failure) -> bool {
    failure.kind == FailureKind::NotFound || failure.status == Some(400)
}

/// Whether the submission is this participant's, in a study at Prolific that belongs to this one.
fn is_of(submission: &SubmissionDetail, arrival: &Arrival<'_>, id: &str) -> bool {
    let recruitment = arrival.recruitment;
    let person = recruitment.one_place_per.as_ref().and_then(|name| plain_id(arrival.ids.get(name)?));
    let own = submission.participant.as_deref().and_then(plain_id);
    let studies = [Some(&submission.study_id), submission.parent_study_id.as_ref()];
    let belongs =
        recruitment.confirming_prolific().is_some_and(|own| studies.into_iter().flatten().any(|id| own.has_study(id)));
    submission.id == id && own.is_some() && own == person && belongs
}

/// Whether taking part makes sense with this status. One that this program does not know is no reason to reject.
fn allows(status: &str, purpose: Purpose) -> bool {
    let is_one_of = |known: &[&str]| known.iter().any(|known| is_same_status(known, status));
    match purpose {
        _ if is_one_of(&UNDER_WAY) => true,
        Purpose::Begin => !is_one_of(&OVER) && !is_one_of(&COMPLETED),
        Purpose::Resume => !is_one_of(&OVER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_decides_what_a_submission_allows() {
        for (status, begin, resume) in [
            ("RESERVED", true, true),
            ("ACTIVE", true, true),
            ("active", true, true),
            ("AWAITING REVIEW", false, true),
            ("AWAITING_REVIEW", false, true),
            ("APPROVED", false, true),
            ("PARTIALLY APPROVED", false, true),
            ("RETURNED", false, false),
            ("TIMED-OUT", false, false),
            ("REJECTED", false, false),
            ("SCREENED OUT", false, false),
            ("UNKNOWN", true, true),
        ] {
            assert_eq!([allows(status, Purpose::Begin), allows(status, Purpose::Resume)], [begin, resume], "{status}");
        }
    }

    #[test]
    fn an_id_that_leads_elsewhere_is_not_asked_for() {
        assert!(is_submission_id("65f0c1d2e3f4a5b6c7d8e9f0") && is_submission_id("a-1"));
        for id in ["../studies/1", "a/b", "a?b", "a b", "a%2f", "ä", &"a".repeat(65)] {
            assert!(!is_submission_id(id), "{id}");
        }
    }
}
