//! Screening, quotas and outcomes: every rule can hold before the arms differ, and every outcome has its own code.

use std::collections::BTreeSet;

use super::analysis::comes_before_the_arms_differ;
use super::context::did_you_mean;
use super::items::one_test;
use super::order::must_come_first;
use super::{Check, numbered};
use crate::definition::item::{Condition, Item, Questionnaire};
use crate::definition::screening::{Outcome, Quota, ScreenOut};
use crate::items::values::{Values, Variable};
use crate::page::{QuestionnaireBlock, Step};
use crate::problem::Severity;
use crate::screening::asks;

const STUDY: &str = "study.yaml";

/// The code of visitors who decline. It is no outcome of a participation.
const NO_CONSENT: &str = "no_consent";

pub(super) fn check(check: &mut Check) {
    let study = check.study;
    for (&block, questionnaire) in &study.questionnaires {
        if !check.repeats(block.id) {
            rules(check, block, questionnaire);
            age(check, block, questionnaire);
        }
    }
    quotas(check);
    for wave in 0..=study.file.waves.len() {
        checks(check, wave);
        time_limit(check, wave);
    }
    codes(check);
    later_outcomes(check);
}

/// What the fields of a part have before their names: nothing in the first part.
fn prefix(wave: usize) -> String {
    wave.checked_sub(1).map_or_else(String::new, |later| format!("waves.{later}."))
}

/// The part in messages.
fn part(check: &Check, wave: usize) -> String {
    if wave == 0 { "the first part".into() } else { format!("wave `{}`", check.study.wave_id(wave)) }
}

fn rules(check: &mut Check, block: QuestionnaireBlock, questionnaire: &Questionnaire) {
    let file = check.file(block.id);
    if !questionnaire.screen_out.is_empty() && !comes_before_the_arms_differ(check, block.id) {
        let message = "participants have seen what differs between the arms before they answer this questionnaire: \
             whoever is screened out here would be lost to the trial";
        let help = "move the question and its rule to a questionnaire before the arms differ, or exclude these \
             participants in the analysis (`analysis.exclusions`)";
        check.error(&file, "screen_out", message, help);
    }
    if !questionnaire.screen_out.is_empty() && is_later(check, block) {
        let message = "this questionnaire is in a later part of the study, where nobody can be screened out";
        let help = "screen in the first part, or exclude these participants in the analysis (`analysis.exclusions`)";
        check.error(&file, "screen_out", message, help);
    }
    for (path, rule) in numbered(&questionnaire.screen_out, "screen_out") {
        if let Some(page) = rule.page.as_ref().filter(|page| !check.study.pages.contains_key(*page)) {
            let message = format!("pages/{page}.md is missing");
            let usual = Outcome::from(rule.outcome).name().replace('_', "-");
            let help = format!("add the file, or remove this line: then participants read `pages/{usual}.md`");
            check.error(&file, &format!("{path}.page"), message, &help);
        }
        let named = rule.when.as_ref().map(|when| &when.item).or(rule.below_minimum_age.as_ref());
        if let Some(item) = named {
            must_be_answered(check, &file, &path, block, item);
            must_come_first(check, (&file, &path), questionnaire, item);
        }
        match rule {
            ScreenOut { when: Some(when), below_minimum_age: None, .. } => {
                let path = format!("{path}.when");
                if let Some(variable) = questionnaire.variable(&when.item) {
                    condition(check, &file, &path, when, &variable);
                } else {
                    unknown(check, &file, &format!("{path}.item"), &when.item, "this questionnaire");
                }
            }
            ScreenOut { when: None, below_minimum_age: Some(item), .. } => {
                below(check, &file, &format!("{path}.below_minimum_age"), item, questionnaire);
            }
            _ => {
                let message = "a rule has either `when` or `below_minimum_age`";
                check.error(&file, &path, message, "keep one of them, and write two rules if you need both");
            }
        }
    }
}

fn is_later(check: &Check, block: QuestionnaireBlock) -> bool {
    check.study.steps.values().flatten().any(|step| step.block == block.id && step.wave > 0)
}

/// Whoever leaves the question open would pass every rule.
fn must_be_answered(check: &mut Check, file: &str, path: &str, block: QuestionnaireBlock, item: &str) {
    let items = check.items();
    let Some(asked) = items.iter().find(|placed| placed.page == block && asks(placed.item, item)) else { return };
    if !asked.item.required {
        let message = format!("`{item}` can be left open, and then this never holds");
        check.error(file, path, message, "remove `required: false` from the item");
    } else if asked.item.show_if.is_some() {
        let message = format!("for participants to whom `{item}` is not shown, this never holds");
        check.warning(file, path, message, "remove `show_if` from the item, or check that all others may take part");
    }
}

fn below(check: &mut Check, file: &str, path: &str, item: &str, questionnaire: &Questionnaire) {
    let minimum = check.study.file.minimum_age;
    match questionnaire.variable(item).map(|variable| variable.values) {
        None => unknown(check, file, path, item, "this questionnaire"),
        Some(Values::Number { min, .. }) if min.is_some_and(|min| min >= f64::from(minimum)) => {
            let message = format!("this can never hold: `{item}` accepts no number below {minimum}");
            let help = "lower or remove `min` of the item, so that younger participants can answer truthfully";
            check.error(file, path, message, help);
        }
        Some(Values::Number { .. }) => {}
        Some(_) => {
            let message = format!("`{item}` does not ask for a number of years");
            check.error(file, path, message, "name an item of kind `number`, or write a rule with `when`");
        }
    }
}

/// Items that ask for the age and accept numbers below the minimum age, without a rule that excludes all of them: an
/// error for `age`, and a warning for others whose name ends with `_age`. If `age` has options instead of numbers, a
/// rule has to name them. After the arms differ nobody can be excluded any more.
fn age(check: &mut Check, block: QuestionnaireBlock, questionnaire: &Questionnaire) {
    const AGE: &str = "age";
    let minimum = check.study.file.minimum_age;
    let variables = questionnaire.items().flat_map(Item::variables);
    for variable in variables.filter(|variable| variable.name == AGE || variable.name.ends_with("_age")) {
        let name = variable.name.as_str();
        let named = |rule: &&ScreenOut| rule.when.as_ref().is_some_and(|when| when.item == name);
        let (message, is_certain) = match variable.values {
            Values::Number { min, .. } => {
                let is_accepted = |age: &u32| min.is_none_or(|min| min <= f64::from(*age));
                let excludes = |rule: &ScreenOut, age: u32| {
                    let meets = |rule: &ScreenOut| rule.when.as_ref().is_some_and(|when| when.meets(Some(&age.into())));
                    rule.below_minimum_age.as_deref() == Some(name) || (named(&rule) && meets(rule))
                };
                let is_excluded = |age: u32| questionnaire.screen_out.iter().any(|rule| excludes(rule, age));
                if (0..minimum).filter(is_accepted).all(is_excluded) {
                    continue;
                }
                let message = format!("participants who answer that they are younger than {minimum} can take part");
                (message, name == AGE)
            }
            Values::One(_)
                if name == AGE && minimum > 0 && !questionnaire.screen_out.iter().any(|rule| named(&rule)) =>
            {
                let message = format!(
                    "no rule excludes an answer to `{name}`: if one means younger than {minimum}, its participants can \
                     take part"
                );
                (message, false)
            }
            _ => continue,
        };
        let is_early = comes_before_the_arms_differ(check, block.id) && !is_later(check, block);
        let severity = if is_early && is_certain { Severity::Error } else { Severity::Warning };
        let rule = match variable.values {
            Values::Number { .. } => format!("screen_out: [{{ below_minimum_age: {name} }}]"),
            _ => format!("screen_out: [{{ when: {{ item: {name}, is: [<answer>] }} }}]"),
        };
        let help = if is_early {
            format!("add `{rule}` to the questionnaire; see Screening in the study format")
        } else {
            format!("ask the age before the arms differ, with `{rule}`")
        };
        let items = check.items();
        let placed = items.iter().find(|placed| placed.page == block && asks(placed.item, name));
        let path = placed.map_or_else(String::new, |placed| placed.path.clone());
        check.report(severity, &check.file(block.id), &format!("{path}.id"), message, &help);
    }
}

fn quotas(check: &mut Check) {
    let study = check.study;
    let mut seen = BTreeSet::new();
    for (path, quota) in numbered(&study.file.quotas, "quotas") {
        if !super::names::is_name(&quota.id, '_') {
            let message = format!("`{}` can't be a name in the data", quota.id);
            check.error(STUDY, &format!("{path}.id"), message, "use lower-case letters, digits and underscores");
        } else if !seen.insert(&quota.id) {
            let message = format!("there are two quotas `{}`", quota.id);
            check.error(STUDY, &format!("{path}.id"), message, "rename one of them");
        }
        if quota.when.is_empty() {
            let message = "this quota is for everybody";
            check.error(STUDY, &path, message, "add a condition, or use `allocation.target` for all participants");
        }
        if quota.limit == 0 {
            let message = "nobody could take part in this quota";
            check.error(STUDY, &format!("{path}.limit"), message, "raise it, or use `screen_out` in the questionnaire");
        }
        conditions(check, &path, quota);
    }
}

fn conditions(check: &mut Check, path: &str, quota: &Quota) {
    let study = check.study;
    let mut blocks = BTreeSet::new();
    for (path, when) in numbered(&quota.when, &format!("{path}.when")) {
        let asked = study.questionnaires.iter().find_map(|(block, own)| Some((*block, own.variable(&when.item)?)));
        let Some((block, variable)) = asked else {
            unknown(check, STUDY, &format!("{path}.item"), &when.item, "a questionnaire");
            continue;
        };
        condition(check, STUDY, &path, when, &variable);
        must_be_answered(check, STUDY, &path, block, &when.item);
        must_come_first(check, (STUDY, &path), &study.questionnaires[&block], &when.item);
        blocks.insert(block);
        if is_later(check, block) {
            let message = format!("`{}` is asked in a later part of the study, where no quota counts", when.item);
            check.error(STUDY, &format!("{path}.item"), message, "ask it in the first part, or remove the quota");
        }
        if !comes_before_the_arms_differ(check, block.id) {
            let message = format!("`{}` is asked after the arms differ, when the participant has a place", when.item);
            let help = "ask it in a questionnaire before the arms differ, or remove the quota";
            check.error(STUDY, &format!("{path}.item"), message, help);
        }
    }
    if blocks.len() > 1 {
        let message = "a quota reads the answers to one questionnaire";
        check.error(STUDY, &format!("{path}.when"), message, "ask all of them in the same questionnaire");
    }
}

/// Failed attention checks that end the participation in a part.
fn checks(check: &mut Check, wave: usize) {
    let study = check.study;
    let (path, part) = (format!("{}failed_checks", prefix(wave)), part(check, wave));
    let Some(limit) = study.ending_rules(wave).failed_checks else { return };
    if limit == 0 {
        let message = "this would end every participation";
        check.error(STUDY, &path, message, "raise it, or remove it: then failed attention checks end no participation");
    }
    let of_arm = |steps: &Vec<Step>| {
        let own = steps.iter().filter(|step| step.wave == wave).filter_map(|step| step.questionnaire());
        let items = own.filter_map(|block| study.questionnaires.get(&block)).flat_map(Questionnaire::items);
        items.filter(|item| item.passing_points().is_some()).count()
    };
    let most = study.steps.values().map(of_arm).max().unwrap_or(0);
    if u32::try_from(most).is_ok_and(|most| most < limit) {
        let message = format!("this can never hold: {part} has {most} attention checks");
        check.error(STUDY, &path, message, "lower it, or add items of kind `attention`");
    }
    let is_late = |(block, own): (&QuestionnaireBlock, &Questionnaire)| {
        let is_own = study.steps.values().flatten().any(|step| step.block == block.id && step.wave == wave);
        let has_checks = own.items().any(|item| item.passing_points().is_some());
        is_own && has_checks && !comes_before_the_arms_differ(check, block.id)
    };
    if !study.questionnaires.iter().any(is_late) {
        return;
    }
    if wave == 0 {
        let message =
            "attention checks after the arms differ end randomised participations, which are lost to the analysis";
        let help = "ask the checks before the arms differ, or leave this out and plan `analysis.sensitivity_analysis`: \
             whether a check is passed may depend on the arm";
        check.warning(STUDY, &path, message, help);
    } else {
        let message = format!("those who fail checks are lost to the analysis of {part}");
        let help = "leave this out and plan `analysis.sensitivity_analysis`, or report the loss by arm: whether a check \
             is passed may depend on the arm";
        check.warning(STUDY, &path, message, help);
    }
}

/// A limit that is shorter than 20 hours needs a reason (WCAG 2.2, success criterion 2.2.1).
fn time_limit(check: &mut Check, wave: usize) {
    const WITHOUT_REASON: u32 = 20 * 60;
    let path = &format!("{}time_limit", prefix(wave));
    let whole = if wave == 0 { "the study".into() } else { part(check, wave) };
    let (rules, minutes) = (check.study.ending_rules(wave), check.study.minutes(wave));
    let reason = rules.time_limit_reason.map(str::trim);
    let Some(limit) = rules.time_limit else {
        if reason.is_some() {
            let help = "add `time_limit`, or remove this line";
            check.warning(STUDY, &format!("{path}_reason"), format!("{whole} has no time limit"), help);
        }
        return;
    };
    if limit < minutes {
        let message = format!("the limit is shorter than {whole}, for which participants are told {minutes} minutes");
        check.error(STUDY, path, message, "raise it: slow readers and people with assistive technology need longer");
    }
    if limit < WITHOUT_REASON && reason.is_none_or(str::is_empty) {
        let message =
            "a time limit below 20 hours excludes people who need more time (WCAG 2.2, success criterion 2.2.1)";
        let help = "raise it to 1200 minutes, or say in `time_limit_reason` why the limit is essential";
        check.error(STUDY, path, message, help);
    }
    let message = "participants learn of the time limit only from the texts of the study";
    let help = if wave == 0 {
        "state it in `consent.yaml` or on the landing page"
    } else {
        "state it on a page that they read before they begin, such as `pages/waiting.md`"
    };
    check.report(Severity::Note, STUDY, path, message, help);
}

fn unknown(check: &mut Check, file: &str, path: &str, name: &str, of: &str) {
    let message = format!("`{name}` is not a variable of {of}");
    let all = check.study.questionnaires.values().flat_map(Questionnaire::items).flat_map(Item::variables);
    let all: Vec<String> = all.map(|variable| variable.name).collect();
    let help = did_you_mean(name, all.iter().map(String::as_str), "correct the name, or add the item");
    check.error(file, path, message, &help);
}

fn condition(check: &mut Check, file: &str, path: &str, when: &Condition, variable: &Variable) {
    let before = check.problems.len();
    one_test(check, file, path, when, variable);
    if check.problems.len() == before && !can_hold(when, &variable.values) {
        let message = format!("this can never hold for an answer to `{}`", when.item);
        check.error(file, path, message, "compare with the answers that the item accepts");
    }
}

/// Whether a valid answer can meet the condition.
fn can_hold(when: &Condition, values: &Values) -> bool {
    let Condition { is, is_not, at_least, at_most, .. } = when;
    let all_named = |options: &[crate::items::Choice]| {
        let named = |value: &str| is_not.iter().flatten().any(|one| one.as_str() == Some(value));
        is_not.is_some() && options.iter().all(|option| named(&option.value))
    };
    let (first, last) = match values {
        Values::One(options) => return at_least.is_none() && at_most.is_none() && !all_named(options),
        Values::Many { .. } | Values::Text { .. } | Values::Date { .. } => return at_least.or(*at_most).is_none(),
        Values::Steps { first, last, .. } => (Some(*first as f64), Some(*last as f64)),
        Values::Number { min, max, .. } => (*min, *max),
    };
    at_least.is_none_or(|least| last.is_none_or(|last| least <= last))
        && at_most.is_none_or(|most| first.is_none_or(|first| most >= first))
        && is.as_ref().is_none_or(|values_named| values_named.iter().any(|value| values.contains(value)))
}

fn codes(check: &mut Check) {
    let study = check.study;
    let outcomes = &study.file.outcomes;
    let recruitment = study.file.recruitment.as_ref();
    if outcomes.completed.is_some() && recruitment.is_some_and(|own| own.completion_code.is_some()) {
        let message = "the completion code is written twice";
        let help = "remove `completion_code` and `return_url` from `recruitment`";
        check.error(STUDY, "recruitment.completion_code", message, help);
    }
    let rules = study.questionnaires.values().any(|own| !own.screen_out.is_empty());
    let is_once = recruitment.is_some_and(|own| own.one_place_per.is_some() && own.link_required);
    if (rules || !study.file.quotas.is_empty()) && !is_once {
        let message = "whoever is turned away can register again and answer differently";
        let help = match recruitment {
            Some(own) if own.one_place_per.is_some() => {
                "set `link_required: true`, so that nobody registers without an ID"
            }
            _ => "with a recruitment service, set `one_place_per` and `link_required: true`",
        };
        check.report(Severity::Note, STUDY, "recruitment", message, help);
    }
    // A link that only names the unit, such as a class, comes from no service.
    let unit = study.file.allocation.unit.as_ref().map(|unit| &unit.parameter);
    let has_service = recruitment.is_some_and(|own| own.parameters.iter().any(|name| Some(name) != unit));
    // Whoever arrives too late at the block of allocation has this outcome, too.
    let is_full = !study.file.quotas.is_empty() || study.file.allocation.at.is_some();
    let mut seen: Vec<(String, &str)> = Vec::new();
    let of = |outcome: Outcome, occurs| (outcome.name(), study.outcome_code(outcome), occurs);
    let has_rule = |outcome: Outcome| {
        let mut rules = study.questionnaires.values().flat_map(|own| &own.screen_out);
        rules.any(|rule| Outcome::from(rule.outcome) == outcome)
    };
    let stored = [
        of(Outcome::Completed, true),
        of(Outcome::ScreenedOut, has_rule(Outcome::ScreenedOut)),
        of(Outcome::QuotaFull, is_full),
        of(Outcome::Failed, has_rule(Outcome::Failed) || study.file.failed_checks.is_some()),
        of(Outcome::TimedOut, study.file.time_limit.is_some()),
    ];
    for (name, code, occurs) in stored.into_iter().chain([(NO_CONSENT, outcomes.no_consent.clone(), true)]) {
        let path = format!("outcomes.{name}");
        let is_own = name != Outcome::Completed.name() || outcomes.completed.is_some();
        let Some(code) = code else {
            // Services have a code for visitors who decline, but do not need one.
            if occurs && has_service && name != NO_CONSENT {
                missing(check, name);
            }
            continue;
        };
        if !occurs {
            let help = "remove it, or add the rule: `screen_out` in a questionnaire, `quotas`, `failed_checks` or `time_limit`";
            check.warning(STUDY, &path, "no rule leads to this outcome", help);
        }
        if code.return_url.as_ref().is_some_and(|url| !super::context::is_web_page(url)) && is_own {
            let path = format!("{path}.return_url");
            check.error(STUDY, &path, super::context::NO_WEB_PAGE, "start it with `https://`");
        }
        let own = if is_own { format!("{path}.code") } else { "recruitment.completion_code".into() };
        in_a_link(check, &own, &code.code);
        if let Some((_, other)) = seen.iter().find(|(known, _)| known.eq_ignore_ascii_case(&code.code)) {
            let message = format!("`{other}` and `{name}` have the same code: the service could not tell them apart");
            check.error(STUDY, &format!("{path}.code"), message, "use a code of its own for each outcome");
        }
        seen.push((code.code, name));
    }
    // Those of the completed parts are compared with each other in `waves`.
    seen.retain(|(_, name)| *name != Outcome::Completed.name());
    for (path, wave) in numbered(&study.file.waves, "waves") {
        let (path, Some(code)) = (format!("{path}.completion_code"), &wave.completion_code) else { continue };
        in_a_link(check, &path, code);
        if let Some((_, other)) = seen.iter().find(|(known, _)| known.eq_ignore_ascii_case(code)) {
            let message =
                format!("`{other}` and wave `{}` have the same code: the service could not tell them apart", wave.id);
            check.error(STUDY, &path, message, "use a code of its own for each outcome and part");
        }
    }
}

/// Codes, links and texts of what ends the participation in a later part.
fn later_outcomes(check: &mut Check) {
    let study = check.study;
    let mut seen: Vec<(String, String)> = Vec::new();
    for outcome in Outcome::ALL {
        seen.extend(study.outcome_code(outcome).map(|own| (own.code, format!("`{}`", outcome.name()))));
    }
    seen.extend(study.file.outcomes.no_consent.iter().map(|own| (own.code.clone(), format!("`{NO_CONSENT}`"))));
    for wave in &study.file.waves {
        seen.extend(wave.completion_code.iter().map(|code| (code.clone(), format!("wave `{}`", wave.id))));
    }
    for (number, (path, wave)) in (1..).zip(numbered(&study.file.waves, "waves")) {
        let rules = study.ending_rules(number);
        let stored = [
            (Outcome::Failed, rules.failed_checks.is_some(), "failed_checks"),
            (Outcome::TimedOut, rules.time_limit.is_some(), "time_limit"),
        ];
        for (outcome, occurs, rule) in stored {
            let name = outcome.name();
            let Some(own) = wave.outcomes.of(outcome) else {
                // Who pays for the part has to know how it ended.
                if occurs && study.file.recruitment.is_some() && wave.completion_code.is_some() {
                    let message = format!(
                        "participants with the outcome `{name}` in wave `{}` would get no code for the recruitment \
                         service",
                        wave.id
                    );
                    let help = format!(
                        "add `outcomes: {{ {name}: {{ code: … }} }}` to the wave, with the code of the service"
                    );
                    check.error(STUDY, &format!("{path}.{rule}"), message, &help);
                }
                continue;
            };
            let path = format!("{path}.outcomes.{name}");
            if !occurs {
                let help = format!("remove it, or add `{rule}` to the wave");
                check.warning(STUDY, &path, "no rule leads to this outcome", &help);
            }
            if let Some(page) = own.page.as_ref().filter(|page| !study.pages.contains_key(*page)) {
                let message = format!("pages/{page}.md is missing");
                let help = format!(
                    "add the file, or remove this line: then participants read `pages/{}.md`, or a text of the program",
                    name.replace('_', "-")
                );
                check.error(STUDY, &format!("{path}.page"), message, &help);
            }
            if own.return_url.as_ref().is_some_and(|url| !super::context::is_web_page(url)) {
                let path = format!("{path}.return_url");
                check.error(STUDY, &path, super::context::NO_WEB_PAGE, "start it with `https://`");
            }
            let Some(code) = &own.code else {
                if own.return_url.is_some() {
                    let help = "add `code`, or remove this line";
                    check.error(STUDY, &format!("{path}.return_url"), "the link is shown with a code only", help);
                }
                continue;
            };
            let path = format!("{path}.code");
            in_a_link(check, &path, code);
            let link = study.ending_code(number, outcome).and_then(|own| own.return_url);
            if own.return_url.is_none() && link.is_some_and(|link| !link.contains("{code}")) {
                let message =
                    "the way back to the recruitment service is the same for each part, and each has a code of its own";
                let help = "write `{code}` in `return_url` where the service expects the code, or a `return_url` here";
                check.error(STUDY, &path, message, help);
            }
            let this = format!("`{name}` of wave `{}`", wave.id);
            if let Some((_, other)) = seen.iter().find(|(known, _)| known.eq_ignore_ascii_case(code)) {
                let message = format!("{other} and {this} have the same code: the service could not tell them apart");
                check.error(STUDY, &path, message, "use a code of its own for each outcome and part");
            }
            seen.push((code.clone(), this));
        }
    }
}

/// The code is in the address that leads back to the service.
fn in_a_link(check: &mut Check, path: &str, code: &str) {
    if code.is_empty() || code.chars().any(|one| !one.is_ascii_alphanumeric() && !"-._~".contains(one)) {
        check.error(STUDY, path, format!("`{code}` can't be a code in a link"), "use letters, digits and hyphens");
    }
}

fn missing(check: &mut Check, name: &str) {
    let message = format!("participants with the outcome `{name}` would get no code for the recruitment service");
    let help = format!("add `outcomes: {{ {name}: {{ code: …, return_url: … }} }}`, with the code of the service");
    check.error(STUDY, "recruitment", message, &help);
}
