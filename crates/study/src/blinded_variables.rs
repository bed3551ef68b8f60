//! Which answers blinded data have: those of which neither the value nor the absence says in which arm somebody is,
//! as far as the design tells.
//!
//! **Before the arms differ**, everybody is asked the same: all answers are kept but free text. **Afterwards**, only
//! what all arms are asked and the plan analyses: judgements, the items and scores of scales, attention checks, and
//! items of which the plan makes outcomes. Any other question may ask what the participant did in between.

use std::collections::{BTreeMap, BTreeSet};

use crate::blinding::in_same_order;
use crate::codebook::{Row, Type, codebook};
use crate::definition::{BlockId, Item, Study};
use crate::page::{Step, StepKind};

/// Why blinded data do not have a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Withheld {
    /// Not all arms are asked it.
    ArmSpecific,
    /// It is asked after the arms differ, and the plan does not analyse it.
    NotInPlan,
    /// Free text may say anything.
    FreeText,
    /// Whether it is asked, or its score computed, depends on a variable that is withheld.
    Dependent,
    /// Versions of the study have different arms, and not all of them have it.
    NotInAllVersions,
}

impl Withheld {
    /// All reasons.
    pub const ALL: [Self; 5] =
        [Self::ArmSpecific, Self::NotInPlan, Self::FreeText, Self::Dependent, Self::NotInAllVersions];

    /// The reason in words, for the documents of the data.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::ArmSpecific => "not all arms are asked it, so an answer would show the arm",
            Self::NotInPlan => {
                "asked after the arms differ and not analysed by the plan; the answer may say what the participant did"
            }
            Self::FreeText => "free text, in which participants may say what they did",
            Self::Dependent => "it is asked, or computed, by a variable that is left out",
            Self::NotInAllVersions => "versions of the study have different arms, and not all of them have it",
        }
    }
}

/// All variables of some versions of a study; those that blinded data have are not withheld.
#[must_use]
pub fn blinded_variables(versions: &[&Study]) -> BTreeMap<String, Option<Withheld>> {
    let mut all: BTreeMap<String, Option<Withheld>> = BTreeMap::new();
    let each: Vec<_> = versions.iter().map(|study| of_version(study)).collect();
    for (variable, withheld) in each.iter().flatten() {
        let known = all.entry(variable.clone()).or_insert(*withheld);
        *known = known.or(*withheld);
    }
    // Whoever takes part in a version without some arm is not in that arm.
    if !has_same_arms(versions) {
        let is_in_all = |variable: &String| each.iter().all(|version| version.contains_key(variable));
        for (_, withheld) in all.iter_mut().filter(|(variable, _)| !is_in_all(variable)) {
            *withheld = withheld.or(Some(Withheld::NotInAllVersions));
        }
    }
    all
}

/// Whether all versions have the same arms in the same proportions.
fn has_same_arms(versions: &[&Study]) -> bool {
    let arms = |study: &Study| -> BTreeSet<_> { study.file.arms.iter().map(|(id, arm)| (*id, arm.weight)).collect() };
    versions.windows(2).all(|two| arms(two[0]) == arms(two[1]))
}

fn of_version(study: &Study) -> BTreeMap<String, Option<Withheld>> {
    let arms: Vec<&[Step]> = study.steps.values().map(Vec::as_slice).collect();
    let blocks: Vec<Vec<BlockId>> = arms.iter().map(|steps| blocks(steps)).collect();
    let in_all = in_same_order(&blocks.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let before = blocks_before_arms_differ(&arms);
    let of_arms: Vec<BTreeSet<String>> =
        study.by_arm.values().map(|seen| codebook(seen).into_iter().map(|row| row.variable).collect()).collect();
    let planned = planned(study);
    let withheld = |row: &Row| {
        let block = row.part.split('/').next().unwrap_or_default();
        let is_in = |blocks: &[BlockId]| blocks.iter().any(|own| own.name() == block);
        if !is_in(&in_all) || of_arms.iter().any(|own| !own.contains(&row.variable)) {
            Some(Withheld::ArmSpecific)
        } else if row.kind == Type::Text {
            Some(Withheld::FreeText)
        } else {
            (!is_in(&before) && !planned.contains(&row.variable)).then_some(Withheld::NotInPlan)
        }
    };
    let mut all = codebook(study).iter().map(|row| (row.variable.clone(), withheld(row))).collect();
    withhold_dependent(study, &mut all);
    all
}

/// The blocks in which something is asked, in the order of an arm.
fn blocks(steps: &[Step]) -> Vec<BlockId> {
    steps.iter().filter(|step| step.kind != StepKind::End).map(|step| step.block).collect()
}

/// The blocks that come first in all arms, with the same contents.
fn blocks_before_arms_differ(arms: &[&[Step]]) -> Vec<BlockId> {
    let Some((first, others)) = arms.split_first() else { return Vec::new() };
    let is_same = |(number, step): &(usize, &Step)| others.iter().all(|steps| steps.get(*number) == Some(*step));
    let same: Vec<Step> = first.iter().enumerate().take_while(is_same).map(|(_, step)| *step).collect();
    blocks(&same)
}

/// What the plan analyses, whenever it is asked.
fn planned(study: &Study) -> BTreeSet<String> {
    let mut planned = BTreeSet::new();
    for questionnaire in study.questionnaires.values() {
        let is_analysed = |item: &&Item| item.judgement().is_some() || item.passing_points().is_some();
        planned.extend(questionnaire.items().filter(is_analysed).flat_map(names));
        for scale in &questionnaire.scales {
            planned.extend(scale.items.iter().chain([&scale.id]).cloned());
        }
    }
    let outcomes = study.file.analysis.outcomes.iter().filter_map(|outcome| outcome.item.clone());
    planned.extend(outcomes.chain(study.file.result.as_ref().map(|result| result.estimate.clone())));
    planned
}

fn names(item: &Item) -> Vec<String> {
    item.variables().into_iter().map(|variable| variable.name).collect()
}

/// Withholds what depends on something withheld: items with a condition, and scores.
fn withhold_dependent(study: &Study, all: &mut BTreeMap<String, Option<Withheld>>) {
    let mut depend: Vec<(String, Vec<String>)> = Vec::new();
    for seen in [study].into_iter().chain(study.by_arm.values().map(AsRef::as_ref)) {
        for questionnaire in seen.questionnaires.values() {
            let conditions = questionnaire.items().filter_map(|item| Some((item, item.show_if.as_ref()?)));
            depend.extend(conditions.flat_map(|(item, condition)| {
                names(item).into_iter().map(|name| (name, vec![condition.item.clone()])).collect::<Vec<_>>()
            }));
            depend.extend(questionnaire.scales.iter().map(|scale| (scale.id.clone(), scale.items.clone())));
        }
    }
    loop {
        let is_withheld = |name: &String| all.get(name).is_some_and(Option::is_some);
        let mut found = depend.iter().filter(|(name, on)| !is_withheld(name) && on.iter().any(is_withheld));
        let Some((name, _)) = found.next() else { return };
        all.insert(name.clone(), Some(Withheld::Dependent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::reload;
    use crate::testing::{example, small, small_files};

    fn of(all: &BTreeMap<String, Option<Withheld>>, name: &str) -> Option<Withheld> {
        *all.get(name).unwrap_or_else(|| panic!("{name} is not in {all:?}"))
    }

    #[test]
    fn answers_before_the_arms_differ_and_planned_ones_afterwards_are_kept() {
        let all = blinded_variables(&[&small()]);
        for kept in ["gender", "pre_1", "pre_1_confidence", "self_efficacy", "post_1", "post_4"] {
            assert_eq!(of(&all, kept), None, "{kept}");
        }
        for (name, why) in [
            ("fa_1", Withheld::ArmSpecific),
            ("fb_1", Withheld::ArmSpecific),
            ("gender_words", Withheld::FreeText),
            ("remarks", Withheld::FreeText),
            ("sure_overall", Withheld::NotInPlan),
        ] {
            assert_eq!(of(&all, name), Some(why), "{name}");
        }
    }

    #[test]
    fn a_questionnaire_that_some_arms_lack_is_withheld() {
        let study = example();
        let all = blinded_variables(&[&study]);
        let of_block = |block: &str| -> Vec<Option<Withheld>> {
            let rows = codebook(&study).into_iter().filter(|row| row.part.split('/').next() == Some(block));
            rows.map(|row| of(&all, &row.variable)).collect()
        };
        assert!(of_block("treatment").iter().all(|one| *one == Some(Withheld::ArmSpecific)));
        assert!(of_block("post").contains(&None) && of_block("pre").contains(&None));
    }

    /// Otherwise the absence of the answer would tell the answer that is withheld.
    #[test]
    fn what_depends_on_a_withheld_answer_is_withheld() {
        let mut files = small_files();
        let path = "questionnaires/post.yaml";
        let text = String::from_utf8(files[path].clone()).unwrap();
        let check = "      - id: alert\n        kind: attention\n        label: Choose the second.\n        \
                     numbers: 3\n        ends: [None, Much]\n        expect: [2]\n        show_if: {item: sure_overall, at_least: 50}\n";
        let text = text.replacen("      - id: remarks\n", &format!("{check}      - id: remarks\n"), 1);
        files.insert(path.into(), text.into_bytes());
        let study = reload(&files, "version").unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(of(&blinded_variables(&[&study]), "alert"), Some(Withheld::Dependent));
    }

    /// In a version without it, nobody is in the arm that came later.
    #[test]
    fn versions_with_other_arms_share_only_what_all_have() {
        let (one, mut other) = (small(), small());
        let removed = *other.file.arms.keys().last().unwrap();
        other.file.arms.shift_remove(&removed);
        other.questionnaires.values_mut().for_each(|own| {
            own.sections.iter_mut().for_each(|section| {
                section.items.retain(|item| item.id != "post_4");
            });
        });
        let all = blinded_variables(&[&one, &other]);
        assert_eq!(of(&all, "post_4"), Some(Withheld::NotInAllVersions));
        assert_eq!(of(&all, "post_1"), None);
    }
}
