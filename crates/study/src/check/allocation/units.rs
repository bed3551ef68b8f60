//! The unit of allocation: its parameter, its codes, and how many units an analysis needs.

use super::STUDY;
use crate::allocation::{LONGEST_LEVEL, is_level};
use crate::check::Check;
use crate::definition::allocation::{AllocationKind, UnitPlan};
use crate::definition::analysis::PrimaryModel;

/// Units of each arm below which an analysis by unit finds hardly anything (Murray 1998).
const FEW: usize = 4;

pub(super) fn check(check: &mut Check) {
    let plan = &check.study.file.allocation;
    let Some(unit) = &plan.unit else { return };
    if plan.kind != AllocationKind::PermutedBlocks {
        let message = "units are allocated in permuted blocks only";
        check.error(STUDY, "allocation.kind", message, "remove `kind` and give `block_sizes`, or remove `unit`");
    }
    if plan.strata.is_some() {
        let message = "a unit has one stratum, but these strata are properties of participants";
        let help = "remove `strata`, and give each unit its `stratum` in `unit.codes`";
        check.error(STUDY, "allocation.strata", message, help);
    }
    let outline = check.outlines.get(STUDY);
    if outline.is_some_and(|outline| outline.value("allocation", "draw_among").is_some()) {
        let message = "each unit gets the next slot of its stratum: nothing is drawn among slots";
        let help = "remove `draw_among`; nobody can try out arms, because only the units in `unit.codes` are allocated";
        check.error(STUDY, "allocation.draw_among", message, help);
    }
    if check.study.file.analysis.model == PrimaryModel::ProbitMixed {
        let message = "the mixed model has no term for units, so its intervals would be too narrow";
        check.error(STUDY, "analysis.model", message, "remove `model`: units are compared by their means");
    }
    if check.study.file.analysis.interim.is_some() {
        let message = "planned looks count participants, but the information is in the units";
        check.error(
            STUDY,
            "analysis.interim",
            message,
            "remove `interim`: look at the end, when all units are complete",
        );
    }
    parameter(check, unit);
    codes(check, unit);
    if unit.limit == Some(0) {
        check.error(STUDY, "allocation.unit.limit", "no unit would have a member", "use at least 1, or remove it");
    }
}

fn parameter(check: &mut Check, unit: &UnitPlan) {
    let recruitment = check.study.file.recruitment.as_ref();
    if recruitment.is_none_or(|recruitment| !recruitment.parameters.contains(&unit.parameter)) {
        let message = format!("`{}` is not among the parameters of the link", unit.parameter);
        let help = "add it to `recruitment.parameters`, or correct its name";
        check.error(STUDY, "allocation.unit.parameter", message, help);
    } else if recruitment.is_some_and(|own| own.one_place_per.as_ref() == Some(&unit.parameter)) {
        let message = format!("`{}` identifies a person, so each unit would have one member", unit.parameter);
        let help = "name another parameter of the link that all members of a unit share";
        check.error(STUDY, "allocation.unit.parameter", message, help);
    }
}

fn codes(check: &mut Check, unit: &UnitPlan) {
    let path = |index: usize, field: &str| format!("allocation.unit.codes.{index}.{field}");
    let with_strata = unit.codes.iter().filter(|unit| unit.stratum.is_some()).count();
    for (index, own) in unit.codes.iter().enumerate() {
        let help = format!("use 1 to {LONGEST_LEVEL} letters without accents, digits, `.`, `-` or `_`");
        if !is_level(&own.code) {
            check.error(STUDY, &path(index, "code"), format!("`{}` can't be a code", own.code), &help);
        }
        if unit.codes[..index].iter().any(|other| other.code == own.code) {
            check.error(STUDY, &path(index, "code"), format!("`{}` is listed twice", own.code), "remove one of them");
        }
        match &own.stratum {
            Some(stratum) if !is_level(stratum) => {
                check.error(STUDY, &path(index, "stratum"), format!("`{stratum}` can't be a stratum"), &help);
            }
            None if with_strata > 0 => {
                let message = format!("`{}` has no stratum, but other units have one", own.code);
                let help = "give each unit a `stratum`, or none";
                check.error(STUDY, &path(index, "code"), message, help);
            }
            _ => {}
        }
    }
    let (units, arms) = (unit.codes.len(), check.study.file.arms.len());
    if units < arms {
        let message = format!("{units} units can't be allocated to {arms} arms");
        check.error(STUDY, "allocation.unit.codes", message, "list at least one unit for each arm, better ten");
    } else if units < FEW * arms {
        let message = format!("with {units} units and {arms} arms, differences between units look like effects");
        let help = format!("plan at least {} units; `unmask power` tells how many an effect needs", FEW * arms);
        check.warning(STUDY, "allocation.unit.codes", message, &help);
    }
}
