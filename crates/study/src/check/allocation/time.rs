//! When participants are allocated: at a block that all arms reach in the same way.

use super::STUDY;
use crate::check::Check;
use crate::check::analysis::comes_before_the_arms_differ;
use crate::definition::BlockId;
use crate::page::StepKind;

const AT: &str = "allocation.at";

pub(super) fn check(check: &mut Check) {
    let study = check.study;
    let Some(at) = study.file.allocation.at else { return };
    let Some(block) = study.blocks.get(&at) else {
        let first = study.steps.values().next().and_then(|steps| steps.first()).map(|step| step.block);
        let possible = |id: &&BlockId| Some(**id) != first && **id != StepKind::End.block();
        let same = study.blocks.keys().filter(possible).filter(|id| comes_before_the_arms_differ(check, **id));
        let known = same.map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
        let help = format!("use one of {known}, or `registration`");
        return check.error(STUDY, AT, format!("the study has no block `{at}`"), &help);
    };
    if !comes_before_the_arms_differ(check, at) {
        let message = format!("the arms differ before `{at}`, so participants need an arm earlier");
        let help = "name a block that all arms have, with the same steps before it";
        return check.error(STUDY, AT, message, help);
    }
    if study.unallocated.last().is_some_and(|step| step.wave > 0) {
        let message = format!("`{at}` is in a later part of the study");
        check.error(STUDY, AT, message, "name a block of the first part: all comparisons begin there");
    } else if block.kind == StepKind::End {
        let message = "participants would be allocated when they have nothing left to do";
        check.error(STUDY, AT, message, "name the last block before the arms differ");
    } else if study.steps_before_allocation() == 0 {
        let message = format!("`{at}` is the first block");
        let help = "remove `at`: participants are allocated at registration; or name a later block";
        check.error(STUDY, AT, message, help);
    }
}
