//! Whom the plan excludes from the analysis, and whom it flags for sensitivity analysis: one rule for the report, the
//! console and the data package. It is evaluated on the answers each time and stored nowhere.
//!
//! Only answers given before the arms differ [exclude](Exclusions::excludes): whether a participant passes a later
//! check may depend on the arm, and excluding by it would bias the comparison. Later answers [flag for sensitivity
//! analysis](Exclusions::flags_for_sensitivity).

use std::collections::BTreeSet;

use serde_json::Value;

use crate::answers::Earlier;
use crate::answers::same;
use crate::definition::analysis::Keep;
use crate::definition::{ArmId, Item, Questionnaire, Study};

/// A participant is excluded from the analysis.
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
    /// Rules that exclude, in the plan's order.
    pub planned: Vec<Planned>,
    /// Rules that flag for sensitivity analysis.
    pub sensitivity: Vec<SensitivityQuestion>,
}

/// A question whose other answers exclude.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Variable.
    pub item: String,
    /// Answers that do not exclude.
    pub keep: Vec<Value>,
    /// Why the other answers exclude.
    pub reason: String,
}

/// A question whose other answers flag for sensitivity analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct SensitivityQuestion {
    /// Variable.
    pub item: String,
    /// Answers that do not flag, by arm in the study's order.
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
        let by_arm = |arm: &ArmId, keep: &Keep| keep.of(*arm).to_vec();
        let sensitivity = plan.sensitivity_analysis.iter().map(|one| SensitivityQuestion {
            item: one.item.clone(),
            keep: study.file.arms.keys().map(|arm| by_arm(arm, &one.keep)).collect(),
        });
        Self { planned: planned.collect(), sensitivity: sensitivity.collect() }
    }

    /// Whether an answer to this variable can exclude.
    pub fn ask(&self, variable: &str) -> bool {
        self.planned.iter().any(|one| one.item == variable)
    }

    /// The first exclusion of the plan that applies to these answers, by its index. Unanswered questions
    /// exclude no participant.
    pub fn excludes(&self, answers: &Earlier) -> Option<usize> {
        self.planned.iter().position(|one| is_other(answers.get(&one.item), &one.keep))
    }

    /// Why a participant is excluded: by the researcher's decision, or else by the plan's exclusion of this index.
    pub fn excluded<'a>(&'a self, decided: Option<&'a str>, planned: Option<usize>) -> Option<Excluded<'a>> {
        let decided = decided.map(|reason| Excluded { as_planned: false, reason });
        let reason = |index: usize| self.planned.get(index).map(|planned| planned.reason.as_str());
        decided.or_else(|| Some(Excluded { as_planned: true, reason: reason(planned?)? }))
    }

    /// Whether a participant of an arm (its index) with these answers is flagged for sensitivity analysis.
    pub fn flags_for_sensitivity(&self, arm: usize, answers: &Earlier) -> bool {
        self.sensitivity.iter().any(|one| one.keep.get(arm).is_some_and(|keep| is_other(answers.get(&one.item), keep)))
    }
}

/// The natural keys of submissions that answer a question that can exclude: a screen, or the whole questionnaire.
pub fn submissions_asking(exclusions: &Exclusions, study: &Study) -> BTreeSet<String> {
    let asks = |item: &Item| item.variables().iter().any(|variable| exclusions.ask(&variable.name));
    let mut found = BTreeSet::new();
    for (page, questionnaire) in &study.questionnaires {
        for section in &questionnaire.sections {
            for item in section.items.iter().filter(|item| asks(item)) {
                found.extend([page.name().to_owned(), format!("{}/{}", page.name(), section.screen_of(item))]);
            }
        }
    }
    found
}

/// Whether there is an answer, and it is none of these. If an earlier version asked a multiple choice, every selected
/// option must be one of these.
fn is_other(answer: Option<&Value>, keep: &[Value]) -> bool {
    let other = |answer: &Value| !keep.iter().any(|value| same(answer, value));
    match answer {
        None | Some(Value::Null) => false,
        Some(Value::Array(selected)) => selected.iter().any(other),
        Some(answer) => other(answer),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testing::{CONTROL_0, TREATMENT_0, TREATMENT_1, example};

    fn answers(given: Value) -> Earlier {
        serde_json::from_value(given).unwrap()
    }

    fn small() -> Exclusions {
        let planned = |item: &str, keep: Value, reason: &str| Planned {
            item: item.into(),
            keep: serde_json::from_value(keep).unwrap(),
            reason: reason.into(),
        };
        let keep = vec![vec!["rate".into()], vec!["cues".into(), "posts".into()]];
        Exclusions {
            planned: vec![planned("number", json!([47]), "audio check"), planned("way", json!(["yes", 3]), "way")],
            sensitivity: vec![SensitivityQuestion { item: "did".into(), keep }],
        }
    }

    #[test]
    fn another_answer_excludes_and_no_answer_does_not() {
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
    fn the_researchers_decision_takes_precedence_over_the_plan() {
        let plan = small();
        let audio = Excluded { as_planned: true, reason: "audio check" };
        let twice = Excluded { as_planned: false, reason: "took part twice" };
        assert_eq!(plan.excluded(None, Some(0)), Some(audio));
        assert_eq!(plan.excluded(Some("took part twice"), Some(0)), Some(twice));
        assert_eq!(plan.excluded(Some("took part twice"), None), Some(twice));
        assert_eq!(plan.excluded(None, None), None);
    }

    #[test]
    fn what_flags_for_sensitivity_analysis_depends_on_the_arm() {
        let (plan, cues) = (small(), answers(json!({ "did": "cues" })));
        assert_eq!([0, 1].map(|arm| plan.flags_for_sensitivity(arm, &cues)), [true, false]);
        assert!(!plan.flags_for_sensitivity(0, &Earlier::new()), "a missing answer flags no participant");
        assert!(!plan.flags_for_sensitivity(2, &cues), "no arm of the study");
    }

    /// What its README says: two attention checks and the audio check exclude; seriousness, the task of the middle part
    /// and the debrief flag for sensitivity analysis.
    #[test]
    fn the_example_study_plans_what_its_readme_says() {
        let study = example();
        let plan = Exclusions::of(&study);
        let passes = json!({ "pre_agree_1": 3, "pre_agree_2": 2, "sound_number": 47, "sound_way": "read" });
        assert_eq!(plan.excludes(&answers(passes.clone())), None, "the transcript has the number too");
        let wrong = [
            ("pre_agree_1", json!(4)),
            ("pre_agree_2", json!(5)),
            ("sound_number", json!(74)),
            ("sound_way", json!("neither")),
        ];
        for (item, wrong) in wrong {
            let mut given = answers(passes.clone());
            given.insert(item.into(), wrong);
            let found = plan.excludes(&given).map(|index| plan.planned[index].item.as_str());
            assert_eq!(found, Some(item));
        }
        let keys = ["pre", "pre/habits", "pre/pre_views", "pre/sound_check"].map(str::to_owned);
        assert_eq!(submissions_asking(&plan, &study), keys.into());
        let arm = |group| study.file.arms.get_index_of(&group).unwrap();
        let later = |did: &str, serious: &str, read: &str| {
            answers(json!({ "did_what": did, "serious": serious, "debrief_read": read }))
        };
        for (group, did) in [(CONTROL_0, "rate"), (TREATMENT_0, "cues"), (TREATMENT_1, "context")] {
            assert!(!plan.flags_for_sensitivity(arm(group), &later(did, "yes", "yes")), "{did}");
            assert!(plan.flags_for_sensitivity(arm(group), &later("unsure", "yes", "yes")), "{did}");
            assert!(plan.flags_for_sensitivity(arm(group), &later(did, "no", "yes")), "{did}");
            assert!(plan.flags_for_sensitivity(arm(group), &later(did, "yes", "unclear")), "{did}");
        }
        assert!(plan.flags_for_sensitivity(arm(CONTROL_0), &later("cues", "yes", "yes")));
    }
}
