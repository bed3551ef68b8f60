//! Whom the plan leaves out of the analysis, and whom it sets apart for a second one: one rule for the report, the console
//! and the data package. Computed from what people answered whenever it is asked for, and stored nowhere.
//!
//! Only what everybody is asked before the arms differ [excludes](Exclusions::excludes): who passes a later check may
//! hang on the arm, and to leave people out by it would compare people who are no longer alike. What is asked later
//! [flags for sensitivity analysis](Exclusions::flags_for_sensitivity).

use std::collections::BTreeSet;

use serde_json::Value;

use crate::answers::Earlier;
use crate::answers::same;
use crate::definition::analysis::Keep;
use crate::definition::{Group, Item, Questionnaire, Study};

/// That somebody is left out of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excluded<'a> {
    /// By the plan; otherwise by the researcher's own decision.
    pub as_planned: bool,
    /// Why: the plan's words, or the researcher's.
    pub reason: &'a str,
}

/// The plan of a study.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exclusions {
    /// What leaves people out, in the plan's order.
    pub planned: Vec<Planned>,
    /// What sets people apart.
    pub apart: Vec<Apart>,
}

/// A question whose other answers leave people out.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Variable.
    pub item: String,
    /// Answers that keep people in.
    pub keep: Vec<Value>,
    /// Why the others are left out.
    pub reason: String,
}

/// A question whose other answers set people apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Apart {
    /// Variable.
    pub item: String,
    /// Answers that set nobody apart, by arm in the study's order.
    pub keep: Vec<Vec<Value>>,
}

impl Exclusions {
    /// Those of a study that has passed its checks.
    pub fn of(study: &Study) -> Self {
        let plan = &study.file.analysis;
        let question = |item: &str| {
            let variables = study.questionnaires.values().filter_map(|asked| Questionnaire::variable(asked, item));
            variables.map(|variable| format!("“{}”", variable.label.0)).next().unwrap_or_default()
        };
        let planned = plan.exclusions.iter().map(|one| Planned {
            item: one.item.clone(),
            keep: one.keep.clone(),
            reason: one.reason.clone().unwrap_or_else(|| question(&one.item)),
        });
        let by_arm = |arm: &Group, keep: &Keep| keep.of(*arm).to_vec();
        let apart = plan.sensitivity_analysis.iter().map(|one| Apart {
            item: one.item.clone(),
            keep: study.file.arms.keys().map(|arm| by_arm(arm, &one.keep)).collect(),
        });
        Self { planned: planned.collect(), apart: apart.collect() }
    }

    /// Whether somebody may be left out for their answer to this variable.
    pub fn ask(&self, variable: &str) -> bool {
        self.planned.iter().any(|one| one.item == variable)
    }

    /// The first exclusion of the plan for somebody with these answers, by its index. A question without an answer
    /// leaves nobody out.
    pub fn excludes(&self, answers: &Earlier) -> Option<usize> {
        self.planned.iter().position(|one| is_other(answers.get(&one.item), &one.keep))
    }

    /// Why somebody is left out: by the researcher's decision, or else by the plan's exclusion of this index.
    pub fn excluded<'a>(&'a self, decided: Option<&'a str>, planned: Option<usize>) -> Option<Excluded<'a>> {
        let decided = decided.map(|reason| Excluded { as_planned: false, reason });
        let reason = |index: usize| self.planned.get(index).map(|planned| planned.reason.as_str());
        decided.or_else(|| Some(Excluded { as_planned: true, reason: reason(planned?)? }))
    }

    /// Whether a participant of an arm (its index) with these answers is flagged for sensitivity analysis.
    pub fn flags_for_sensitivity(&self, arm: usize, answers: &Earlier) -> bool {
        let other = |one: &Apart| one.keep.get(arm).is_some_and(|keep| is_other(answers.get(&one.item), keep));
        self.apart.iter().any(other)
    }
}

/// What people hand in that has an answer to a question that may exclude, by its natural key: a section, or the whole
/// questionnaire.
pub fn handed_in(exclusions: &Exclusions, study: &Study) -> BTreeSet<String> {
    let asks = |item: &Item| item.variables().iter().any(|variable| exclusions.ask(&variable.name));
    let mut found = BTreeSet::new();
    for (page, questionnaire) in &study.questionnaires {
        for section in questionnaire.sections.iter().filter(|section| section.items.iter().any(asks)) {
            found.extend([page.name().to_owned(), format!("{}/{}", page.name(), section.id)]);
        }
    }
    found
}

/// Whether there is an answer, and it is none of these. What an earlier version asked as a multiple choice is judged by
/// each of the ticks: somebody who ticked nothing but what is kept stays.
fn is_other(answer: Option<&Value>, keep: &[Value]) -> bool {
    let other = |answer: &Value| !keep.iter().any(|value| same(answer, value));
    match answer {
        None | Some(Value::Null) => false,
        Some(Value::Array(ticked)) => ticked.iter().any(other),
        Some(answer) => other(answer),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testing::example;

    fn answers(given: Value) -> Earlier {
        serde_json::from_value(given).unwrap()
    }

    fn small() -> Exclusions {
        let planned = |item: &str, keep: Value, reason: &str| Planned {
            item: item.into(),
            keep: serde_json::from_value(keep).unwrap(),
            reason: reason.into(),
        };
        let apart = Apart { item: "did".into(), keep: vec![vec!["rate".into()], vec!["cues".into(), "posts".into()]] };
        Exclusions {
            planned: vec![planned("number", json!([47]), "audio check"), planned("way", json!(["yes", 3]), "way")],
            apart: vec![apart],
        }
    }

    #[test]
    fn who_answered_otherwise_is_left_out_and_who_did_not_answer_is_not() {
        let plan = small();
        for (given, found) in [
            (json!({}), None),
            (json!({ "number": null }), None),
            (json!({ "number": 47 }), None),
            (json!({ "number": 47.0, "way": 3 }), None),
            (json!({ "number": 74 }), Some(0)),
            (json!({ "number": 47, "way": "no" }), Some(1)),
            (json!({ "number": 1, "way": "no" }), Some(0)),
            (json!({ "number": [47] }), None),
            (json!({ "number": [] }), None),
            (json!({ "number": [47, 74] }), Some(0)),
        ] {
            assert_eq!(plan.excludes(&answers(given.clone())), found, "{given}");
        }
    }

    #[test]
    fn the_researchers_own_decision_stands_before_the_plan() {
        let plan = small();
        let audio = Excluded { as_planned: true, reason: "audio check" };
        let twice = Excluded { as_planned: false, reason: "took part twice" };
        assert_eq!(plan.excluded(None, Some(0)), Some(audio));
        assert_eq!(plan.excluded(Some("took part twice"), Some(0)), Some(twice));
        assert_eq!(plan.excluded(Some("took part twice"), None), Some(twice));
        assert_eq!(plan.excluded(None, None), None);
    }

    #[test]
    fn what_sets_apart_hangs_on_the_arm() {
        let (plan, cues) = (small(), answers(json!({ "did": "cues" })));
        assert_eq!([0, 1].map(|arm| plan.flags_for_sensitivity(arm, &cues)), [true, false]);
        assert!(!plan.flags_for_sensitivity(0, &Earlier::new()), "who has not answered is not set apart");
        assert!(!plan.flags_for_sensitivity(2, &cues), "no arm of the study");
    }

    /// What its README says: two attention checks and the audio check exclude; seriousness, what one did in the middle
    /// part and the debrief set apart.
    #[test]
    fn the_example_study_plans_what_its_readme_says() {
        let study = example();
        let plan = Exclusions::of(&study);
        let passes = json!({ "pre_agree_1": 3, "pre_agree_2": 2, "sound_number": 47, "sound_way": "read" });
        assert_eq!(plan.excludes(&answers(passes.clone())), None, "the transcript has the number too");
        for (item, wrong) in [("pre_agree_1", 4), ("pre_agree_2", 5), ("sound_number", 74)] {
            let mut given = answers(passes.clone());
            given.insert(item.into(), wrong.into());
            let found = plan.excludes(&given).map(|index| plan.planned[index].item.as_str());
            assert_eq!(found, Some(item));
        }
        let keys = ["pre", "pre/habits", "pre/pre_views", "pre/sound_check"].map(str::to_owned);
        assert_eq!(handed_in(&plan, &study), keys.into());
        let arm = |group| study.file.arms.get_index_of(&group).unwrap();
        let later = |did: &str, serious: &str, read: &str| {
            answers(json!({ "did_what": did, "serious": serious, "debrief_read": read }))
        };
        for (group, did) in [(Group::Control0, "rate"), (Group::Treatment0, "cues"), (Group::Treatment1, "context")] {
            assert!(!plan.flags_for_sensitivity(arm(group), &later(did, "yes", "yes")), "{did}");
            assert!(plan.flags_for_sensitivity(arm(group), &later("unsure", "yes", "yes")), "{did}");
            assert!(plan.flags_for_sensitivity(arm(group), &later(did, "no", "yes")), "{did}");
            assert!(plan.flags_for_sensitivity(arm(group), &later(did, "yes", "unclear")), "{did}");
        }
        assert!(plan.flags_for_sensitivity(arm(Group::Control0), &later("cues", "yes", "yes")));
    }
}
