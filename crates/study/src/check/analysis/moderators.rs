//! Moderators: each has groups or a number that can be compared, and a hypothesis if it is confirmatory.

use serde_json::Value;

use super::{STUDY, asked, comes_before_the_arms_differ};
use crate::answers::same;
use crate::check::{Check, numbered};
use crate::definition::analysis::{ModeratorKind, ModeratorRole, PlannedModerator, PrimaryModel};
use crate::items::values::Variable;
use crate::page::QuestionnaireBlock;
use crate::report::input::{Design, Grouping, MIXED};

/// More groups would have too few participants of each arm.
const MOST_GROUPS: usize = 8;

pub(super) fn check(check: &mut Check) {
    let design = Design::of(check.study);
    let planned = numbered(&check.study.file.analysis.moderators, "analysis.moderators");
    for ((path, moderator), designed) in planned.zip(&design.moderators) {
        fields(check, &path, moderator);
        hypothesis(check, &path, moderator);
        match &designed.by {
            Grouping::Answer { groups, .. } => item(check, &path, moderator, groups.len()),
            Grouping::Modality(modalities) => modality(check, &path, moderator, &design, modalities.len()),
            Grouping::DPrimeBefore => d_prime_before(check, &path, moderator, design.before.is_empty()),
            Grouping::Score { .. } => scale(check, &path, moderator),
        }
    }
}

fn fields(check: &mut Check, path: &str, moderator: &PlannedModerator) {
    let (kind, known): (_, &[&str]) = match moderator.kind {
        ModeratorKind::Item => ("item", &["item", "groups"]),
        ModeratorKind::Modality => ("modality", &[]),
        ModeratorKind::DPrimeBefore => ("d_prime_before", &[]),
        ModeratorKind::Scale => ("scale", &["scale"]),
    };
    let given = [
        (moderator.item.is_some(), "item"),
        (!moderator.groups.is_empty(), "groups"),
        (moderator.scale.is_some(), "scale"),
    ];
    for (_, field) in given.iter().filter(|(is_given, field)| *is_given && !known.contains(field)) {
        let message = format!("`{field}` has no meaning for a moderator of kind `{kind}`");
        check.error(STUDY, &format!("{path}.{field}"), message, &format!("remove `{field}`"));
    }
}

/// A confirmatory moderator has a hypothesis, which is tested only after the primary ones. That its name is unique is
/// checked with all other hypotheses.
fn hypothesis(check: &mut Check, path: &str, moderator: &PlannedModerator) {
    let id = &moderator.id;
    match (moderator.role, &moderator.hypothesis) {
        (ModeratorRole::Confirmatory, None) => {
            let message = format!("`{id}` is confirmatory, but no hypothesis is named");
            let help = "add `hypothesis`, such as `H8`, or use `role: exploratory`";
            check.error(STUDY, &format!("{path}.role"), message, help);
        }
        (ModeratorRole::Exploratory, Some(name)) => {
            let message = format!("`{id}` is exploratory, so `{name}` can't be tested with it");
            let help = "remove `hypothesis`, or use `role: confirmatory`";
            check.error(STUDY, &format!("{path}.hypothesis"), message, help);
        }
        _ => {}
    }
    let plan = &check.study.file.analysis;
    if moderator.role == ModeratorRole::Confirmatory && plan.model == PrimaryModel::ProbitMixed {
        let message =
            format!("`{id}` is confirmatory, but `model: probit_mixed` decides the hypotheses that come first");
        let help = "use `model: ancova`, or `role: exploratory`";
        check.error(STUDY, &format!("{path}.role"), message, help);
    }
    if moderator.role == ModeratorRole::Confirmatory && plan.primary.is_empty() {
        let message = format!("`{id}` is confirmatory, but the plan names no primary hypothesis");
        let help = "list the primary hypotheses under `analysis.primary`, which are tested first, or use \
                    `role: exploratory`";
        check.error(STUDY, &format!("{path}.role"), message, help);
    }
}

fn d_prime_before(check: &mut Check, path: &str, moderator: &PlannedModerator, is_not_judged: bool) {
    let id = &moderator.id;
    let path = format!("{path}.kind");
    if is_not_judged {
        let message = format!("`{id}` can't be computed: nothing is judged before the training");
        let help = "add judgements to questionnaires/pre.yaml, or use another `kind`";
        check.error(STUDY, &path, message, help);
    } else if !comes_before_the_arms_differ(check, QuestionnaireBlock::PRE.id) {
        let message =
            format!("`{id}` can't be used: pre.yaml is asked after the arms differ, so d' may depend on the arm");
        let help = "ask pre.yaml in all arms before they differ, or use another `kind`";
        check.error(STUDY, &path, message, help);
    }
}

fn scale(check: &mut Check, path: &str, moderator: &PlannedModerator) {
    let Some(name) = &moderator.scale else {
        let message = format!("`{}` can't be computed: no scale is named", moderator.id);
        return check.error(STUDY, path, message, "add `scale`, a score of a questionnaire before the arms differ");
    };
    let path = format!("{path}.scale");
    let mut questionnaires = check.study.questionnaires.iter();
    let found = questionnaires.find(|(_, asked)| asked.scales.iter().any(|scale| scale.id == *name));
    let Some((page, _)) = found else {
        let message = format!("no questionnaire has a scale `{name}`");
        return check.error(STUDY, &path, message, "name one of the `scales` of a questionnaire");
    };
    if !comes_before_the_arms_differ(check, page.id) {
        let message = format!("`{name}` is scored after the arms differ: the score may depend on the arm");
        check.error(STUDY, &path, message, "name a scale whose items are asked before the arms differ");
    }
}

fn modality(check: &mut Check, path: &str, moderator: &PlannedModerator, design: &Design, kinds: usize) {
    if let Some(mixed) = design.after.iter().find(|item| item.kind == MIXED) {
        let message = format!(
            "`{}` can't be computed: `{}` is of another kind in another condition or arm",
            moderator.id, mixed.id
        );
        let help =
            "remove the moderator; compare the conditions with the column `within_condition` of the data package";
        check.error(STUDY, path, message, help);
    } else if kinds < 2 {
        let message = format!(
            "`{}` can't be computed: {kinds} of the kinds image, audio, video and post have authentic and manipulated \
             items in each test form",
            moderator.id
        );
        let help = "add such judgements of a second kind to questionnaires/post.yaml, or remove the moderator";
        check.error(STUDY, path, message, help);
    }
}

fn item(check: &mut Check, path: &str, moderator: &PlannedModerator, groups: usize) {
    let Some(item) = &moderator.item else {
        let message = format!("`{}` can't be computed: no item is named", moderator.id);
        return check.error(STUDY, path, message, "add `item`, a variable of a questionnaire before the arms differ");
    };
    let Some((page, variable)) = asked(check, path, item) else { return };
    if !comes_before_the_arms_differ(check, page.id) {
        let message = format!("`{item}` is asked after the arms differ: the answer may depend on the arm");
        let help = "name an item that is asked before the arms differ";
        check.error(STUDY, &format!("{path}.item"), message, help);
    }
    if !(2..=MOST_GROUPS).contains(&groups) {
        let at = if moderator.groups.is_empty() { format!("{path}.item") } else { format!("{path}.groups") };
        let message = format!("`{}` has {groups} groups", moderator.id);
        let help = format!("use 2 to {MOST_GROUPS} `groups`, each with a `label` and its `answers`");
        check.error(STUDY, &at, message, &help);
    }
    let mut seen: Vec<&Value> = Vec::new();
    for (path, group) in numbered(&moderator.groups, &format!("{path}.groups")) {
        if group.answers.is_empty() {
            check.error(STUDY, &format!("{path}.answers"), "nobody is in this group", "list its answers");
        }
        for (path, answer) in numbered(&group.answers, &format!("{path}.answers")) {
            self::answer(check, &path, &variable, answer, &seen);
            seen.push(answer);
        }
    }
}

fn answer(check: &mut Check, path: &str, variable: &Variable, answer: &Value, seen: &[&Value]) {
    if !variable.values.contains(answer) {
        let message = format!("{answer} is not an answer to `{}`", variable.name);
        let help = "name the value of an option, in quotes if it looks like a number, or a number within its limits";
        check.error(STUDY, path, message, help);
    } else if seen.iter().any(|earlier| same(earlier, answer)) {
        check.error(STUDY, path, format!("{answer} is in two groups"), "keep one of them");
    }
}
