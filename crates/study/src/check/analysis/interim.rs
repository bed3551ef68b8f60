//! Planned looks before the target: shares of a planned number, in ascending order, that the report can test.

use super::STUDY;
use crate::check::{Check, numbered};
use crate::definition::analysis::PrimaryModel;

/// More looks would cost more than they are worth, and each needs new participants.
const MOST_LOOKS: usize = 9;

pub(super) fn check(check: &mut Check) {
    let plan = &check.study.file.analysis;
    let Some(interim) = &plan.interim else { return };
    if interim.looks.is_empty() || interim.looks.len() > MOST_LOOKS {
        let message = format!("{} looks are planned", interim.looks.len());
        let help = format!("list 1 to {MOST_LOOKS} shares of the planned number of participants, or remove `interim`");
        check.error(STUDY, "analysis.interim.looks", message, &help);
    }
    let mut before = 0.0;
    for (path, share) in numbered(&interim.looks, "analysis.interim.looks") {
        if !(*share > 0.0 && *share < 1.0) {
            let message = format!("a look at {share} of the planned participants is not before the end");
            check.error(STUDY, &path, message, "use a share between 0 and 1, such as 0.5");
        } else if *share <= before {
            let message = format!("the look at {share} is not later than the one at {before}");
            check.error(STUDY, &path, message, "list the looks in ascending order, each once");
        }
        before = *share;
    }
    if check.study.file.allocation.target.is_none() {
        let message = "without a target, there is no number of participants that looks can be a share of";
        check.error(STUDY, "analysis.interim", message, "add `allocation.target`, or remove `interim`");
    }
    if plan.model == PrimaryModel::ProbitMixed {
        let message = "the program can't test the mixed model at a look";
        let help = "use `model: ancova`, or remove `interim`";
        check.error(STUDY, "analysis.interim", message, help);
    }
}
