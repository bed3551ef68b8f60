//! Factors: each with levels, each arm with one of each, and an arm for each combination.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::Check;
use super::arms::page_texts;
use super::names::is_name;
use crate::by_arm::{ByArm, Design};
use crate::definition::ArmId;
use crate::definition::factors::{ARM, MOST_ARMS, OneOrMore, ShowIn, cell_name, cells, count_of_cells};
use crate::outline::SourcePosition;
use crate::page::{QuestionnairePage, Step, StepKind};
use crate::problem::Severity;

const STUDY: &str = "study.yaml";

pub(super) fn check(check: &mut Check) {
    factors(check);
    levels_of_arms(check);
    full_factorial(check);
    shared_steps(check);
    pages(check);
    before_allocation(check);
    before_the_baseline(check);
}

fn factors(check: &mut Check) {
    const ID: &str = "use lower-case letters, digits and underscores, a letter first";
    let file = &check.study.file;
    let between = file.factors.iter().map(|factor| ("factors", factor));
    let within = file.within.iter().map(|factor| ("within", factor));
    for (field, (name, levels)) in between.chain(within) {
        let path = format!("{field}.{name}");
        if field == "within" && file.factors.contains_key(name) {
            let help = "what varies within persons has a name of its own: rename it";
            check.error(STUDY, &path, format!("`{name}` is a factor between the arms already"), help);
        }
        if name == ARM {
            let help = "choose another name: `by: { arm: … }` means the arm itself";
            check.error(STUDY, &path, "a factor can't be called `arm`", help);
        } else if !is_name(name, '_') {
            check.error(STUDY, &path, format!("`{name}` can't be the name of a factor"), ID);
        }
        let names = levels.names();
        if names.len() < 2 {
            let help = "name at least two, or delete the factor";
            check.error(STUDY, &path, format!("the factor `{name}` has fewer than two levels"), help);
        }
        let mut seen = BTreeSet::new();
        for level in names {
            if !is_name(level, '_') {
                check.error(STUDY, &path, format!("`{level}` can't be the name of a level"), ID);
            }
            if !seen.insert(level) {
                check.error(
                    STUDY,
                    &path,
                    format!("the factor `{name}` has the level `{level}` twice"),
                    "keep one of them",
                );
            }
        }
    }
}

fn levels_of_arms(check: &mut Check) {
    let file = &check.study.file;
    let factors = &file.factors;
    for (arm, own) in &file.arms {
        let path = format!("arms.{arm}.levels");
        for (factor, level) in &own.levels {
            let Some(levels) = factors.get(factor) else {
                let help = "add it to `factors`, or delete this line";
                check.error(STUDY, &format!("{path}.{factor}"), format!("the study has no factor `{factor}`"), help);
                continue;
            };
            if !levels.names().contains(&level.as_str()) {
                let message = format!("the factor `{factor}` has no level `{level}`");
                let all: Vec<String> = levels.names().iter().map(|level| format!("`{level}`")).collect();
                check.error(STUDY, &format!("{path}.{factor}"), message, &format!("name one of {}", all.join(", ")));
            }
        }
        let missing: Vec<_> = factors.keys().filter(|factor| !own.levels.contains_key(*factor)).collect();
        if let Some(factor) = missing.first() {
            let message = format!("arm {arm} has no level of the factor `{factor}`");
            let help = format!("add `levels: {{ {factor}: … }}` to this arm");
            check.error(STUDY, &path, message, &help);
        }
    }
    let mut seen: Vec<(&ArmId, &IndexMap<String, String>)> = Vec::new();
    for (arm, own) in file.arms.iter().filter(|(_, own)| !own.levels.is_empty()) {
        if let Some((other, _)) = seen.iter().find(|(_, levels)| **levels == own.levels) {
            let message = format!("arms {other} and {arm} have the same levels");
            let help = "what they differ in is no factor: add one, or correct a level";
            check.warning(STUDY, &format!("arms.{arm}.levels"), message, help);
        }
        seen.push((arm, &own.levels));
    }
    let missing: Vec<_> =
        cells(factors).into_iter().filter(|cell| !file.arms.values().any(|a| a.levels == *cell)).collect();
    if !factors.is_empty() && !missing.is_empty() && !file.arms.full_factorial {
        let words = |cell: &IndexMap<String, String>| {
            let levels = cell.iter().map(|(factor, level)| format!("{factor}: {level}"));
            format!("`{{ {} }}`", levels.collect::<Vec<_>>().join(", "))
        };
        let all: Vec<String> = missing.iter().map(words).collect();
        let message = match all.as_slice() {
            [one] => format!("no arm has the levels {one}"),
            many => format!("{} combinations of levels have no arm: {}", many.len(), many.join(", ")),
        };
        let help = "without all combinations, main effects and interactions can't be told apart: add an arm for each, \
                    write `arms: full_factorial`, or drop a factor";
        check.report(Severity::Warning, STUDY, "factors", message, help);
    }
}

fn full_factorial(check: &mut Check) {
    let file = &check.study.file;
    let count = count_of_cells(&file.factors);
    if count > MOST_ARMS {
        let message = format!("the factors have {count} combinations of levels");
        let help = format!("a study has up to {MOST_ARMS} arms: drop a factor or levels");
        check.error(STUDY, "factors", message, &help);
    }
    if !file.arms.full_factorial {
        return;
    }
    let mut names = BTreeSet::new();
    for name in cells(&file.factors).iter().map(cell_name) {
        if !names.insert(name.clone()) {
            let message = format!("two arms would be called `{name}`");
            check.error(STUDY, "factors", message, "rename a level");
        }
    }
    if file.factors.is_empty() {
        let help = "add `factors`, for example `factors: { label: [none, shown] }`, or list the arms";
        return check.error(STUDY, "arms", "`full_factorial` needs factors", help);
    }
    if file.steps.is_empty() {
        let help = "add `steps` to the study, with `show_in` for steps that some arms do not have";
        check.error(STUDY, "arms", "the arms of `full_factorial` have no steps", help);
    }
    for name in cells(&file.factors).iter().map(cell_name).filter(|name| name.parse::<ArmId>().is_err()) {
        let message = format!("an arm would be called `{name}`, which can't be the ID of an arm");
        let help = format!("{}: choose shorter levels, or list the arms", crate::ids::InvalidId);
        check.error(STUDY, "factors", message, &help);
    }
}

fn shared_steps(check: &mut Check) {
    let file = &check.study.file;
    let shared: Vec<&Vec<usize>> = file.arms.values().filter_map(|arm| arm.shared.as_ref()).collect();
    let conditional = file.steps.iter().enumerate().filter_map(|(index, step)| Some((index, step.show_in.as_ref()?)));
    for (index, who) in conditional {
        let path = format!("steps.{index}.show_in");
        for (message, help) in unknown(check, who) {
            check.error(STUDY, &path, message, &help);
        }
    }
    for index in 0..file.steps.len() {
        if !shared.iter().any(|places| places.contains(&index)) {
            let message = if shared.is_empty() { "every arm has steps of its own" } else { "no arm has this step" };
            let help = "delete it, or correct `show_in`";
            check.error(STUDY, &format!("steps.{index}"), message, help);
        }
    }
}

/// What `show_in` names and the study lacks, and what to do about it.
fn unknown(check: &Check, who: &ShowIn) -> Vec<(String, String)> {
    let file = &check.study.file;
    let one_of = |names: Vec<&str>| {
        let all: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        format!("name one of {}", all.join(", "))
    };
    match who {
        ShowIn::Arms(arms) => {
            let unknown = arms.iter().filter(|arm| !file.arms.contains_key(*arm));
            let help = || one_of(file.arms.keys().map(ArmId::name).collect());
            unknown.map(|arm| (format!("the study has no arm `{arm}`"), help())).collect()
        }
        ShowIn::Levels(factors) => {
            let of_factor = |(factor, wanted): (&String, &OneOrMore)| {
                let Some(levels) = file.factors.get(factor) else {
                    let help = one_of(file.factors.keys().map(String::as_str).collect());
                    return vec![(format!("the study has no factor `{factor}`"), help)];
                };
                let unknown = wanted.levels().iter().filter(|level| !levels.names().contains(&level.as_str()));
                let message = |level: &String| format!("the factor `{factor}` has no level `{level}`");
                unknown.map(|level| (message(level), one_of(levels.names()))).collect()
            };
            factors.iter().flat_map(of_factor).collect()
        }
    }
}

/// Page texts of some arms: for arms that there are, and in each language.
fn pages(check: &mut Check) {
    let (study, files) = (check.study, check.files);
    let Ok(by_arm) = ByArm::find(files, Design::new(&study.file)) else { return };
    for file in by_arm.unknown_pages(Design::new(&study.file)) {
        let help = "between the points is the ID of an arm, or a factor and its level with a hyphen: \
                    `end.video.md`, `end.label-shown.md`";
        check.error(file, "", "this page text is for no arm of the study", help);
    }
    let of_some = by_arm.files().filter_map(|file| file.strip_prefix("pages/"));
    let of_some: Vec<&str> = of_some.collect();
    for locale in study.catalog.translations.keys() {
        for name in &of_some {
            let file = format!("locales/{}/{name}", locale.0);
            if !files.contains_key(&file) {
                let message = format!("pages/{name} is not translated: this file is missing");
                check.warning(&file, "", message, "write the text of that page in this language");
            }
        }
    }
}

/// What is measured in a questionnaire before the training is a baseline only if the arms were the same until then.
fn before_the_baseline(check: &mut Check) {
    let (study, files) = (check.study, check.files);
    for questionnaire in study.questionnaires.keys().filter(|own| own.page == QuestionnairePage::Pre) {
        let until = |steps: &[Step]| -> Option<Vec<Step>> {
            let at = steps.iter().position(|step| step.block == questionnaire.id && step.wave == 0)?;
            Some(steps[..=at].to_vec())
        };
        let Some(of_arms) = study.steps.values().map(|steps| until(steps)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        // The first page of which arms see different words. Arms with other steps are different on purpose.
        let kinds = |steps: &[Step]| steps.iter().map(|step| step.block).collect::<Vec<_>>();
        let Some((first, others)) = of_arms.split_first() else { continue };
        if others.iter().any(|steps| kinds(steps) != kinds(first)) {
            continue;
        }
        let differs = |at: &usize| others.iter().any(|steps| steps[*at] != first[*at]);
        let Some(at) = (0..first.len()).find(differs) else { continue };
        let file = study.content_file(first[at].block);
        let place = files.get(&file).and_then(|text| by_arm_at(std::str::from_utf8(text).ok()?));
        let message = format!(
            "arms differ from here on, before `{}` is answered: its judgements and answers are no baseline",
            questionnaire.id
        );
        let help = "give all arms the same content until the training, or ask after it: what the arms see first can change \
                    the d′ before, covariates and strata";
        check.report_at(Severity::Warning, &file, place, message, help);
    }
}

/// Line and column of the first content by arm in a file.
fn by_arm_at(text: &str) -> Option<SourcePosition> {
    let first = |line: &str| ["show_in", "by:"].iter().filter_map(|key| line.find(key)).min();
    let mut found = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('#'));
    let (index, line, at) = found.find_map(|(index, line)| Some((index, line, first(line)?)))?;
    Some((index + 1, line[..at].chars().count() + 1))
}

/// Nobody has an arm yet in the blocks before allocation.
fn before_allocation(check: &mut Check) {
    let (study, files) = (check.study, check.files);
    let Ok(by_arm) = ByArm::find(files, Design::new(&study.file)) else { return };
    let early = &study.unallocated[..study.steps_before_allocation()];
    for step in early.iter().filter(|step| step.kind != StepKind::End) {
        let file = study.content_file(step.block);
        let texts: Vec<String> = page_texts(step.kind).iter().map(|usual| study.page_stem(*step, usual)).collect();
        let stem = |name: &str| name.strip_prefix("pages/").and_then(|name| name.split('.').next()).map(str::to_owned);
        let is_early = |name: &&str| stem(name).is_some_and(|stem| texts.contains(&stem));
        if let Some(text) = by_arm.files().find(is_early) {
            let message = "content by arm comes before participants have an arm";
            check.error(text, "", message, "delete this text: nobody sees it");
        }
        if by_arm.files().any(|name| name == file) {
            let message =
                format!("content by arm comes before participants have an arm, in the block `{}`", step.block);
            let help = "move the block behind `allocation.at`, or give all arms the same content";
            check.error(&file, ".", message, help);
        }
    }
}
