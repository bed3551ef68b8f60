//! What ends the participation in a part after it has begun: failed attention checks, and the time limit of the part.
//!
//! Neither loses an answer. The submission with which a participant is over the limit is stored, and so is one that
//! arrives after the participation was ended for its time. Both are stored with the outcome, and nothing follows them.

use crate::answers::Answers;
use crate::definition::{Item, Study};
use crate::quality;

const MINUTE: i64 = 60_000;

/// How long answers are waited for that were given within the limit, in milliseconds: a browser that is offline keeps
/// them, and sends them later.
pub const GRACE: i64 = 60 * MINUTE;

/// The rules that end the participation in a part of the study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndingRules<'a> {
    /// So many failed attention checks end it.
    pub failed_checks: Option<u32>,
    /// Minutes after which it ends.
    pub time_limit: Option<u32>,
    /// Why a short limit is essential.
    pub time_limit_reason: Option<&'a str>,
}

impl Study {
    /// The rules of a part: 0 is the first part, 1 the first of `waves`.
    pub fn ending_rules(&self, wave: usize) -> EndingRules<'_> {
        let (failed_checks, time_limit, reason) = match wave.checked_sub(1) {
            None => (self.file.failed_checks, self.file.time_limit, &self.file.time_limit_reason),
            Some(later) => match self.file.waves.get(later) {
                Some(later) => (later.failed_checks, later.time_limit, &later.time_limit_reason),
                None => return EndingRules::default(),
            },
        };
        EndingRules { failed_checks, time_limit, time_limit_reason: reason.as_deref() }
    }

    /// Whether these answers have as many failed attention checks of a part as end the participation in it.
    pub fn ends_by_failed_checks(&self, wave: usize, answers: &Answers) -> bool {
        let Some(limit) = self.ending_rules(wave).failed_checks else { return false };
        let failed = self.attention_checks(wave).filter(|item| quality::failed(item, answers)).count();
        limit > 0 && u32::try_from(failed).is_ok_and(|failed| failed >= limit)
    }

    /// The attention checks of the questionnaires of a part.
    pub(crate) fn attention_checks(&self, wave: usize) -> impl Iterator<Item = &Item> {
        let is_own = move |block| self.steps.values().flatten().any(|step| step.block == block && step.wave == wave);
        let questionnaires = self.questionnaires.iter().filter(move |(block, _)| is_own(block.id));
        questionnaires.flat_map(|(_, own)| own.items()).filter(|item| item.passing_points().is_some())
    }

    /// When a part ends for a participant who began it at this time, in UTC milliseconds: the first part begins with
    /// the consent, a later one with its first page.
    pub fn deadline(&self, wave: usize, began: i64) -> Option<i64> {
        Some(began + i64::from(self.ending_rules(wave).time_limit?) * MINUTE)
    }
}

/// Whether a submission that arrives now ends the participation because of its deadline. One that completes the part
/// counts by the time at which it was answered: `on_page` is when the participant came to the page, and
/// `answered_after` how long after the page was shown it was submitted, as the browser measured it. All times are in
/// milliseconds.
pub fn is_late(deadline: i64, now: i64, completes: bool, on_page: i64, answered_after: Option<f64>) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "milliseconds of a study")]
    let is_in_time = |after: f64| after <= (deadline - on_page) as f64;
    now > deadline && !(completes && now <= deadline + GRACE && answered_after.is_some_and(is_in_time))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::definition::Outcome;
    use crate::load::{Files, load};
    use crate::testing::{files, fixtures, small, small_files};

    #[test]
    fn as_many_failed_checks_as_declared_end_the_participation() {
        let mut study = small();
        let checks = study.attention_checks(0).count();
        assert_eq!(checks, 1, "the small study has `views_1`");
        let answers = |value: i64| json!({ "views_1": value }).as_object().unwrap().clone();
        assert!(!study.ends_by_failed_checks(0, &answers(1)), "not declared");
        study.file.failed_checks = Some(1);
        assert!(study.ends_by_failed_checks(0, &answers(1)));
        assert!(!study.ends_by_failed_checks(0, &answers(2)) && !study.ends_by_failed_checks(0, &Answers::new()));
        study.file.failed_checks = Some(2);
        assert!(!study.ends_by_failed_checks(0, &answers(1)));
    }

    #[test]
    fn the_limit_counts_from_the_consent() {
        let mut study = small();
        assert_eq!(study.deadline(0, 5), None);
        study.file.time_limit = Some(90);
        assert_eq!(study.deadline(0, 5), Some(5 + 90 * 60_000));
        assert_eq!(study.deadline(1, 5), None, "a part that the study does not have");
    }

    /// The first part has a check and an hour, the later one a check and half an hour.
    fn two_parts() -> Study {
        let mut all: Files = small_files();
        all.extend(files(&fixtures().join("later-endings")));
        load(&all).unwrap_or_else(|problems| panic!("{problems}"))
    }

    #[test]
    fn each_part_has_its_own_checks_and_limit() {
        let study = two_parts();
        let ids = |wave| study.attention_checks(wave).map(|item| item.id.as_str()).collect::<Vec<_>>();
        assert_eq!((ids(0), ids(1), ids(2)), (vec!["views_1"], vec!["later_agree"], vec![]));
        let answers = |json: serde_json::Value| json.as_object().unwrap().clone();
        let of_first = answers(json!({ "views_1": 5, "later_agree": 2 }));
        assert!(study.ends_by_failed_checks(0, &of_first) && !study.ends_by_failed_checks(1, &of_first));
        let of_later = answers(json!({ "views_1": 2, "later_agree": 5 }));
        assert!(!study.ends_by_failed_checks(0, &of_later) && study.ends_by_failed_checks(1, &of_later));
        assert_eq!((study.deadline(0, 0), study.deadline(1, 0)), (Some(60 * MINUTE), Some(30 * MINUTE)));
    }

    #[test]
    fn each_part_has_its_own_codes_and_texts() {
        let study = two_parts();
        let code = |outcome| study.ending_code(1, outcome).map(|own| (own.link(), own.code));
        let link = |code: &str| Some((Some(format!("https://example.org/complete?cc={code}")), code.to_owned()));
        assert_eq!(code(Outcome::Failed), link("LATER-FAILED"), "with the link of the first part");
        assert_eq!(code(Outcome::TimedOut), link("LATER-LATE"));
        assert_eq!((code(Outcome::Completed), study.ending_code(0, Outcome::Failed)), (None, None));
        let page = |wave, outcome| study.ending_page(wave, outcome);
        assert_eq!((page(1, Outcome::TimedOut), page(1, Outcome::Failed)), ("later-time-over".into(), "failed".into()));
        assert_eq!(page(0, Outcome::TimedOut), "timed-out");
    }

    #[test]
    fn what_was_answered_in_time_completes_the_part_within_the_grace() {
        let (deadline, on_page) = (1_000_000, 900_000);
        let late = |now, completes, after| is_late(deadline, now, completes, on_page, after);
        assert!(!late(deadline, false, None) && !late(deadline, true, None));
        assert!(late(deadline + 1, false, Some(50.0)), "nothing may follow it");
        assert!(!late(deadline + GRACE, true, Some(100_000.0)));
        assert!(late(deadline + GRACE, true, Some(100_001.0)), "answered too late");
        assert!(late(deadline + GRACE + 1, true, Some(50.0)), "after the grace");
        assert!(late(deadline + 1, true, None), "no time is known");
    }
}
