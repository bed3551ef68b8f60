//! The factors whose combined levels are the strata.

use std::collections::HashSet;

use super::STUDY;
use crate::allocation::{DEVICES, LONGEST, LONGEST_LEVEL, OTHER, is_level};
use crate::check::{Check, numbered};
use crate::definition::allocation::{AnswerFactor, Factor, Factors, KnownFactor, LinkFactor};
use crate::definition::item::{Choice, Questionnaire};
use crate::items::values::Values;

/// How many factors make the strata at most.
const FACTORS: usize = 4;

/// How many factors are balanced at most.
const BALANCED: usize = 8;

/// How many strata a study has at most.
const STRATA: usize = 200;

pub(super) fn check(check: &mut Check) {
    let path = "allocation.strata";
    let Some(factors) = &check.study.file.allocation.strata else { return };
    self::factors(check, path, factors, FACTORS);
    sizes(check, path);
}

/// The factors of a minimisation.
pub(super) fn balanced(check: &mut Check, factors: &Factors) {
    let path = "allocation.factors";
    self::factors(check, path, factors, BALANCED);
    let study = check.study;
    let longest = |factor| study.levels(factor).into_iter().map(str::len).max().unwrap_or(0) + 1;
    let length: usize = factors.list().iter().map(longest).sum();
    if length > LONGEST + 1 {
        let message = format!("the levels of all factors have together up to {length} characters");
        check.error(STUDY, path, message, &format!("shorten them to {LONGEST}, including one between two levels"));
    }
}

/// The factors and their levels.
fn factors(check: &mut Check, path: &str, factors: &Factors, most: usize) {
    let list: Vec<(String, &Factor)> = match factors {
        Factors::One(factor) => vec![(path.to_owned(), factor)],
        Factors::Many(list) => numbered(list, path).collect(),
    };
    if list.is_empty() {
        check.error(STUDY, path, "no factor is listed", "list one, for example `[device]`, or remove the field");
    }
    if let Some((path, _)) = list.get(most) {
        let message = format!("{} factors are too many", list.len());
        check.error(STUDY, path, message, &format!("keep the {most} that are likely to change the outcome most"));
    }
    for (index, (path, factor)) in list.iter().enumerate() {
        if list[..index].iter().any(|(_, other)| name(other) == name(factor)) {
            check.error(STUDY, path, format!("`{}` is listed twice", name(factor)), "remove one of them");
        }
        match factor {
            Factor::Known(KnownFactor::Device) => {}
            Factor::Known(KnownFactor::Language) => languages(check, path, factor),
            Factor::Link(link) => of_link(check, path, link),
            Factor::Answer(factor) => of_answer(check, path, factor),
        }
    }
}

fn name(factor: &Factor) -> &str {
    match factor {
        Factor::Known(KnownFactor::Device) => "device",
        Factor::Known(KnownFactor::Language) => "language",
        Factor::Link(link) => &link.parameter,
        Factor::Answer(factor) => &factor.answer,
    }
}

fn languages(check: &mut Check, path: &str, factor: &Factor) {
    let study = check.study;
    let languages = study.levels(factor);
    if languages.len() == 1 {
        let message = "the study has one language, so nothing is balanced";
        check.warning(STUDY, path, message, "add a translation (`locales/de.yaml`), or remove `language`");
    }
    if let Some(tag) = languages.into_iter().find(|tag| !is_level(tag)) {
        let message = format!("the language `{tag}` can't be part of the name of a stratum");
        check.error(STUDY, path, message, "use a language tag such as `en` or `pt-BR`");
    }
}

fn of_link(check: &mut Check, path: &str, link: &LinkFactor) {
    let recruitment = check.study.file.recruitment.as_ref();
    let parameter = &link.parameter;
    if recruitment.is_none_or(|recruitment| !recruitment.parameters.contains(parameter)) {
        let message = format!("`{parameter}` is not among the parameters of the link");
        let help = "add it to `recruitment.parameters`, or correct its name";
        check.error(STUDY, &format!("{path}.parameter"), message, help);
    }
    if recruitment.is_some_and(|recruitment| recruitment.one_place_per.as_ref() == Some(parameter)) {
        let message = format!("`{parameter}` is different for each participant");
        let help = "use a parameter that groups have in common, such as a school";
        check.error(STUDY, &format!("{path}.parameter"), message, help);
    }
    if link.levels.is_empty() {
        let help = "list the values that the links have, for example `[north, south]`";
        check.error(STUDY, &format!("{path}.levels"), "no value is listed", help);
    }
    levels(check, path, &link.levels);
}

/// A factor from an answer: a choice that everybody makes before allocation.
fn of_answer(check: &mut Check, path: &str, factor: &AnswerFactor) {
    let study = check.study;
    let name = &factor.answer;
    let asked = study.questionnaires.iter().find_map(|(block, own)| Some((*block, own.variable(name)?)));
    let path_of_answer = format!("{path}.answer");
    let Some((block, variable)) = asked else {
        let message = format!("no questionnaire has the variable `{name}`");
        return check.error(STUDY, &path_of_answer, message, "correct its name, or add the item");
    };
    let before = &study.unallocated[..study.steps_before_allocation()];
    if study.file.allocation.at.is_none() {
        let message = format!("participants are allocated at registration, before they answer `{name}`");
        let help = "name the block at which they are allocated: `at: …` in `allocation`, a block after this answer";
        return check.error(STUDY, &path_of_answer, message, help);
    }
    if !before.iter().any(|step| step.questionnaire() == Some(block)) {
        let message = format!("participants answer `{name}` after they are allocated");
        let help = "ask it in a questionnaire before the block that `allocation.at` names, or name a later block there";
        return check.error(STUDY, &path_of_answer, message, help);
    }
    let is_judged = || study.questionnaires[&block].items().any(|item| item.id == *name && item.judgement().is_some());
    let Values::One(options) = variable.values.clone() else {
        return no_choice(check, &path_of_answer, name);
    };
    if is_judged() {
        return no_choice(check, &path_of_answer, name);
    }
    if factor.levels.is_empty() {
        let help = format!("list values of `{name}`, for example `[{}]`", values(options));
        check.error(STUDY, &format!("{path}.levels"), "no value is listed", &help);
    }
    for (path, level) in numbered(&factor.levels, &format!("{path}.levels")) {
        if level != OTHER && !options.iter().any(|option| option.value == *level) {
            let help = format!("use one of {}; all others have the level `{OTHER}`", values(options));
            check.error(STUDY, &path, format!("`{level}` is no option of `{name}`"), &help);
        }
    }
    levels(check, path, &factor.levels);
}

fn no_choice(check: &mut Check, path: &str, name: &str) {
    let message = format!("`{name}` is no choice of one option");
    let help = "use an item of kind `single`; ask numbers, such as the age, in groups";
    check.error(STUDY, path, message, help);
}

fn values(options: &[Choice]) -> String {
    options.iter().map(|option| option.value.as_str()).collect::<Vec<_>>().join(", ")
}

/// Names of levels.
fn levels(check: &mut Check, path: &str, levels: &[String]) {
    let mut known = HashSet::new();
    for (path, level) in numbered(levels, &format!("{path}.levels")) {
        if level == OTHER {
            let message = "`other` is the level of participants with another value";
            check.error(STUDY, &path, message, "remove it: it exists always");
        } else if !is_level(level) {
            let message = format!("`{level}` can't be part of the name of a stratum");
            let help =
                format!("use 1 to {LONGEST_LEVEL} letters (a to z), digits and `.-_`, wherever the value is used");
            check.error(STUDY, &path, message, &help);
        } else if DEVICES.contains(&level.as_str()) {
            check.error(STUDY, &path, format!("`{level}` is a level of `device`"), "name the value in another way");
        } else if !known.insert(level) {
            check.error(STUDY, &path, format!("`{level}` is listed twice"), "remove one of them");
        }
    }
}

/// Whether nobody can have the level `other`: an answer is required, and all options are levels.
fn is_complete(check: &Check, factor: &Factor) -> bool {
    let Factor::Answer(factor) = factor else { return false };
    let mut items = check.study.questionnaires.values().flat_map(Questionnaire::items);
    let Some(item) = items.find(|item| item.id == factor.answer) else { return false };
    let variables = item.variables();
    let Some(Values::One(options)) = variables.first().map(|variable| variable.values.clone()) else { return false };
    let listed = options.iter().all(|option| factor.levels.contains(&option.value));
    listed && item.required && item.show_if.is_none()
}

/// Blocks that many strata never fill balance nothing.
fn sizes(check: &mut Check, path: &str) {
    let study = check.study;
    let levels =
        study.factors().iter().map(|factor| study.levels(factor).len() - usize::from(is_complete(check, factor)));
    let strata = levels.fold(1, usize::saturating_mul);
    if strata > STRATA {
        let message = format!("{strata} strata are too many");
        let help = format!("keep no more than {STRATA}: list fewer factors or levels");
        return check.error(STUDY, path, message, &help);
    }
    let plan = &study.file.allocation;
    let Some((target, largest)) = plan.target.zip(plan.block_sizes.iter().max()) else { return };
    let needed = strata.saturating_mul(*largest as usize);
    if strata > 1 && needed > target as usize {
        let message = format!("`target: {target}` does not fill a block of {largest} in each of {strata} strata");
        let help = "list fewer factors or levels, or use smaller blocks: blocks that stay open leave the arms unequal";
        check.warning(STUDY, path, message, help);
    }
}
