//! Exploratory moderators: each has groups that can be compared.

use serde_json::Value;

use super::{STUDY, asked, comes_before_the_arms_differ};
use crate::answers::same;
use crate::check::{Check, numbered};
use crate::definition::analysis::{ModeratorKind, PlannedModerator};
use crate::items::values::Variable;
use crate::report::input::{Design, Grouping};

/// More groups would have too few participants of each arm.
const MOST_GROUPS: usize = 8;

pub(super) fn check(check: &mut Check) {
    let design = Design::of(check.study);
    let planned = numbered(&check.study.file.analysis.moderators, "analysis.moderators");
    for ((path, moderator), designed) in planned.zip(&design.moderators) {
        match (&moderator.kind, &designed.by) {
            (ModeratorKind::Item, Grouping::Answer { groups, .. }) => item(check, &path, moderator, groups.len()),
            (_, Grouping::Modality(modalities)) => modality(check, &path, moderator, modalities.len()),
            _ => {}
        }
    }
}

fn modality(check: &mut Check, path: &str, moderator: &PlannedModerator, kinds: usize) {
    let given = [(moderator.item.is_some(), "item"), (!moderator.groups.is_empty(), "groups")];
    for (_, field) in given.iter().filter(|(is_given, _)| *is_given) {
        let message = format!("`{field}` has no meaning for a moderator of kind `modality`");
        check.error(STUDY, &format!("{path}.{field}"), message, &format!("remove `{field}`"));
    }
    if kinds < 2 {
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
    if !comes_before_the_arms_differ(check, page.step()) {
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
