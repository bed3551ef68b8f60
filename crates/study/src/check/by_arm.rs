//! Content by arm: the study as an arm sees it is in order, and measures the same as in the others.

use super::Check;
use crate::definition::{ArmId, Study};
use crate::plan::{Plan, is_medium};

/// What an arm sees differs from the others in words, and in what it has at all.
pub(super) fn check(check: &mut Check, all: &Study, arm: ArmId) {
    for (block, asked) in &check.study.questionnaires {
        let has_block = check.study.steps_of(Some(arm)).iter().any(|step| step.block == block.id);
        if asked.items().next().is_none() && has_block {
            let help = "let this arm see a section with an item, or give the step `show_in`, too";
            check.error(&check.file(block.id), "sections", "nothing is asked in this questionnaire", help);
        }
    }
    let (seen, usual) = (Plan::of(check.study), Plan::of(all));
    let differs = |(place, value): &(&String, _)| {
        !is_medium(place) && usual.values().get(*place).is_some_and(|usual| usual != *value)
    };
    for (place, _) in seen.values().iter().filter(differs) {
        let message = format!("`{place}` differs from that of other arms");
        let help =
            "`by` is for texts: what is measured must be the same; two items with `show_in` can differ in everything";
        check.error("study.yaml", &format!("arms.{arm}"), message, help);
    }
}
