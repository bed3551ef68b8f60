//! What belongs to each method of allocation.

use super::{STUDY, strata};
use crate::allocation::minimisation::least_common_multiple;
use crate::check::Check;
use crate::definition::ArmId;
use crate::definition::allocation::AllocationKind;
use crate::problem::Severity;

/// Numbers of participants times this one must be exact, and their squares.
const MULTIPLE: u128 = 1_000_000;

pub(super) fn check(check: &mut Check) {
    match check.study.file.allocation.kind {
        AllocationKind::PermutedBlocks => blocks(check),
        AllocationKind::Minimisation => {
            minimisation(check);
            several_accounts(check);
        }
        AllocationKind::List => list(check),
    }
}

/// Accounts of one person count in the balance, so the next arm could be guessed, and steered.
fn several_accounts(check: &mut Check) {
    let recruitment = check.study.file.recruitment.as_ref();
    if recruitment.is_none_or(|recruitment| recruitment.one_place_per.is_none()) {
        let message = "somebody who registers several times can guess the next arm of a minimisation";
        let help = "name the parameter of the link that identifies a person (`recruitment.one_place_per`), or use \
                    permuted blocks";
        check.warning(STUDY, "allocation.kind", message, help);
    }
}

fn list(check: &mut Check) {
    let study = check.study;
    let plan = &study.file.allocation;
    let of_blocks = [("block_sizes", !plan.block_sizes.is_empty())];
    foreign(check, "permuted blocks", "remove it; a list has no blocks", &of_blocks);
    let of_minimisation = [("factors", plan.factors.is_some()), ("probability", plan.probability.is_some())];
    foreign(check, "minimisation", "remove it; a list has its order", &of_minimisation);
    strata::check(check);
    let Some(file) = &plan.file else {
        let help = "add `file`, for example `allocation.csv`";
        return check.error(STUDY, "allocation.kind", "the list has no file", help);
    };
    if !check.files.contains_key(file) {
        return check.error(
            STUDY,
            "allocation.file",
            format!("{file} is missing"),
            "add the file, or correct its name",
        );
    }
    let strata = study.strata();
    for row in &plan.rows {
        let position = Some((row.line, 1));
        if !study.file.arms.contains_key(&row.arm) {
            let help = format!("use one of {}", study.file.arms.keys().map(ArmId::name).collect::<Vec<_>>().join(", "));
            check.report_at(Severity::Error, file, position, format!("no arm has the ID `{}`", row.arm), &help);
        }
        if strata.iter().all(|stratum| stratum.name() != row.stratum) {
            let known = strata.iter().take(12).map(|stratum| format!("`{stratum}`")).collect::<Vec<_>>().join(", ");
            let message = format!("`{}` is not a stratum of the study", row.stratum);
            let help = format!("use one of {known} in the column `stratum`; without strata, leave the column out");
            check.report_at(Severity::Error, file, position, message, &help);
        }
    }
    lengths(check, file);
    let message = "whoever can read this file knows the next arm";
    let help = "keep the study folder from everybody who recruits or sees participants, or use permuted blocks";
    check.warning(STUDY, "allocation.kind", message, help);
}

/// A list that ends before the target.
fn lengths(check: &mut Check, file: &str) {
    let plan = &check.study.file.allocation;
    let Some(last) = plan.rows.last() else {
        let position = Some((1, 1));
        let help = "add a line with the ID of an arm for each participant";
        return check.report_at(Severity::Error, file, position, "the list has no rows", help);
    };
    if let Some(target) = plan.target.filter(|target| plan.rows.len() < *target as usize) {
        let message = format!("the list ends after {} rows, and `target` is {target}", plan.rows.len());
        let position = Some((last.line, 1));
        check.report_at(Severity::Error, file, position, message, "add rows, or lower the target");
    }
}

fn blocks(check: &mut Check) {
    let plan = &check.study.file.allocation;
    if plan.block_sizes.is_empty() {
        check.error(STUDY, "allocation.block_sizes", "at least one block size is needed", "for example `[3, 6]`");
    }
    let of_minimisation = [("factors", plan.factors.is_some()), ("probability", plan.probability.is_some())];
    foreign(check, "minimisation", "add `kind: minimisation`, or remove it", &of_minimisation);
    of_list(check);
    strata::check(check);
}

/// Another method has no file.
fn of_list(check: &mut Check) {
    let of_list = [("file", check.study.file.allocation.file.is_some())];
    foreign(check, "a list", "add `kind: list`, or remove it", &of_list);
}

fn minimisation(check: &mut Check) {
    let file = &check.study.file;
    let plan = &file.allocation;
    let of_blocks = [("block_sizes", !plan.block_sizes.is_empty()), ("strata", plan.strata.is_some())];
    foreign(check, "permuted blocks", "remove it; minimisation balances `factors`", &of_blocks);
    of_list(check);
    let weights = file.arms.values().map(|arm| arm.weight);
    if least_common_multiple(&weights.clone().collect::<Vec<_>>()) > MULTIPLE {
        let message = "the arms' weights have no small common multiple, as minimisation needs it";
        check.error(STUDY, "arms", message, "use small weights, such as 1, 2 and 3");
    }
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
