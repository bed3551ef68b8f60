//! What belongs to each method of allocation.

use super::{STUDY, strata};
use crate::check::Check;
use crate::definition::allocation::AllocationKind;

pub(super) fn check(check: &mut Check) {
    match check.study.file.allocation.kind {
        AllocationKind::PermutedBlocks => blocks(check),
        AllocationKind::Minimisation => minimisation(check),
    }
}

fn blocks(check: &mut Check) {
    let plan = &check.study.file.allocation;
    if plan.block_sizes.is_empty() {
        check.error(STUDY, "allocation.block_sizes", "at least one block size is needed", "for example `[3, 6]`");
    }
    let of_minimisation = [("factors", plan.factors.is_some()), ("probability", plan.probability.is_some())];
    foreign(check, "minimisation", "add `kind: minimisation`, or remove it", &of_minimisation);
    strata::check(check);
}

fn minimisation(check: &mut Check) {
    let file = &check.study.file;
    let plan = &file.allocation;
    let of_blocks = [("block_sizes", !plan.block_sizes.is_empty()), ("strata", plan.strata.is_some())];
    foreign(check, "permuted blocks", "remove it; minimisation balances `factors`", &of_blocks);
    let weights = file.arms.values().map(|arm| arm.weight);
    let chance = f64::from(weights.clone().min().unwrap_or(0)) / f64::from(weights.sum::<u32>().max(1));
    match plan.minimises() {
        Some(probability) if !(probability > chance && probability <= 1.0) => {
            let message = format!("with a probability of {probability}, the best arm is no more likely than by chance");
            let help = format!("use more than {chance:.2} and no more than 1, for example 0.8");
            check.error(STUDY, "allocation.probability", message, &help);
        }
        Some(1.0) => {
            let message = "with a probability of 1, the next allocation can be computed from the earlier ones";
            check.warning(STUDY, "allocation.probability", message, "use less, for example 0.8");
        }
        _ => {}
    }
    match &plan.factors {
        None => {
            let help = "add `factors`, for example `[device, language]`";
            check.error(STUDY, "allocation.kind", "minimisation has nothing to balance", help);
        }
        Some(factors) => strata::balanced(check, factors),
    }
}

/// Fields of another method.
fn foreign(check: &mut Check, method: &str, help: &str, fields: &[(&str, bool)]) {
    for (field, _) in fields.iter().filter(|(_, is_given)| *is_given) {
        check.error(STUDY, &format!("allocation.{field}"), format!("`{field}` belongs to {method}"), help);
    }
}
