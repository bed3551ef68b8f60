//! `bonus`: amounts of answers that exist, given before they are paid, to people whom a recruiter knows.

use super::context::did_you_mean;
use super::{Check, Severity, numbered};
use crate::definition::wave::MAIN;
use crate::definition::{Bonus, BonusAmount, Content};

const STUDY: &str = "study.yaml";

pub(super) fn check(check: &mut Check) {
    let Some(bonus) = &check.study.file.bonus else { return };
    if check.study.file.recruitment.is_none() {
        let help = "add `recruitment` with the parameter that has the ID, or remove `bonus`";
        check.error(STUDY, "bonus", "nobody can be paid: participants have no ID of a recruiter", help);
    }
    if bonus.currency.trim().is_empty() {
        check.error(
            STUDY,
            "bonus.currency",
            "the currency is missing",
            "write it as the recruiter does, such as `GBP`",
        );
    }
    if bonus.amounts.is_empty() {
        check.error(STUDY, "bonus.amounts", "there is no amount, so nobody would get a bonus", "list an amount");
    }
    let after = part(check, bonus);
    for (path, amount) in numbered(&bonus.amounts, "bonus.amounts") {
        one_amount(check, &path, amount, after);
    }
    if check.study.bonus_reveals_arms() {
        let message = "amounts depend on a block that differs between arms, so the list shows who is in which arm";
        let help = "`unmask bonus` unblinds the person who gets it; use a block that all arms have to avoid that";
        check.report(Severity::Note, STUDY, "bonus.amounts", message, help);
    }
}

/// The number of the part after which it is paid.
fn part(check: &mut Check, bonus: &Bonus) -> usize {
    let Some(after) = bonus.after.filter(|after| *after != MAIN) else { return 0 };
    let waves = &check.study.file.waves;
    if let Some(index) = waves.iter().position(|wave| wave.id == after) {
        return index + 1;
    }
    let names: Vec<String> = waves.iter().map(|wave| wave.id.to_string()).collect();
    let help = did_you_mean(after.name(), names.iter().map(String::as_str), "name a part of `waves`");
    check.error(STUDY, "bonus.after", format!("there is no wave `{after}`"), &help);
    usize::MAX
}

fn one_amount(check: &mut Check, path: &str, amount: &BonusAmount, after: usize) {
    let study = check.study;
    let block = amount.block.name();
    let Some(content) = study.content(block) else {
        let names: Vec<String> = study.blocks.keys().map(ToString::to_string).collect();
        let help = did_you_mean(block, names.iter().map(String::as_str), "name a block with answers");
        return check.error(STUDY, &format!("{path}.block"), format!("`{block}` is no block with answers"), &help);
    };
    match (content, &amount.score) {
        (Content::FlowA(_) | Content::FlowB(_), None) => {}
        (Content::Questionnaire(_, questionnaire), Some(score)) => {
            let names = questionnaire.scales.iter().map(|scale| scale.id.as_str());
            if !names.clone().any(|name| name == score) {
                let help = did_you_mean(score, names, "name a scale of that questionnaire");
                check.error(STUDY, &format!("{path}.score"), format!("`{block}` has no scale `{score}`"), &help);
            }
        }
        (Content::Questionnaire(..), None) => {
            let help = "name a scale as `score`, such as one with `method: correct`";
            check.error(STUDY, path, format!("it is not clear what the amount is for in `{block}`"), help);
        }
        (_, Some(_)) => {
            let help = "remove `score`, or name a questionnaire";
            check.error(STUDY, &format!("{path}.score"), format!("`{block}` has no scales"), help);
        }
        (Content::Practice(_) | Content::ControlFlow(_), None) => {
            check.error(STUDY, path, format!("no answer in `{block}` is scored"), "name another block");
        }
    }
    let first = study.steps.values().flatten().filter(|step| step.block == amount.block).map(|step| step.wave).min();
    if first.is_some_and(|wave| wave > after) {
        let help = "name the part with this block as `after`";
        check.error(STUDY, &format!("{path}.block"), format!("`{block}` is answered after the bonus is paid"), help);
    }
}
