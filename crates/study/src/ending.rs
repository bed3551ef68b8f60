//! What ends a participation after it has begun: failed attention checks, and the time limit of the first part.
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

impl Study {
    /// Whether these answers to the first part have as many failed attention checks as end the participation.
    pub fn ends_by_failed_checks(&self, answers: &Answers) -> bool {
        let Some(limit) = self.file.failed_checks else { return false };
        let failed = self.attention_checks().filter(|item| quality::failed(item, answers)).count();
        limit > 0 && u32::try_from(failed).is_ok_and(|failed| failed >= limit)
    }

    /// The attention checks of the questionnaires of the first part.
    pub(crate) fn attention_checks(&self) -> impl Iterator<Item = &Item> {
        let first = |block| self.steps.values().flatten().any(|step| step.block == block && step.wave == 0);
        let questionnaires = self.questionnaires.iter().filter(move |(block, _)| first(block.id));
        questionnaires.flat_map(|(_, own)| own.items()).filter(|item| item.passing_points().is_some())
    }

    /// When the first part ends for a participant who consented at this time, in UTC milliseconds.
    pub fn deadline(&self, consented: i64) -> Option<i64> {
        Some(consented + i64::from(self.file.time_limit?) * MINUTE)
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
    use crate::testing::small;

    #[test]
    fn as_many_failed_checks_as_declared_end_the_participation() {
        let mut study = small();
        let checks = study.attention_checks().count();
        assert_eq!(checks, 1, "the small study has `views_1`");
        let answers = |value: i64| json!({ "views_1": value }).as_object().unwrap().clone();
        assert!(!study.ends_by_failed_checks(&answers(1)), "not declared");
        study.file.failed_checks = Some(1);
        assert!(study.ends_by_failed_checks(&answers(1)));
        assert!(!study.ends_by_failed_checks(&answers(2)) && !study.ends_by_failed_checks(&Answers::new()));
        study.file.failed_checks = Some(2);
        assert!(!study.ends_by_failed_checks(&answers(1)));
    }

    #[test]
    fn the_limit_counts_from_the_consent() {
        let mut study = small();
        assert_eq!(study.deadline(5), None);
        study.file.time_limit = Some(90);
        assert_eq!(study.deadline(5), Some(5 + 90 * 60_000));
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
