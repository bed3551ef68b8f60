//! The steps of the study as the console names them. For those who are blinded, steps that only some arms have are one
//! step for all arms. The [rule](unmask_study::blinding) is the same as in the report.

use std::collections::HashMap;

use serde::{Serialize, Serializer};
use unmask_store::read_models::Person;
use unmask_study::blinding::{ARM_SPECIFIC_PART, named};
use unmask_study::definition::ArmId;
use unmask_study::page::{Step, StepKind};
use unmask_study::{Page, Study};

use super::arms::Arms;
use crate::auth::step_of;
use crate::study_versions::Versions;

/// A step as the console names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Registered, but no consent yet.
    #[default]
    Consent,
    /// A step with its own name.
    Own(Step),
    /// The arm-specific part, for those who are blinded.
    ArmSpecificPart,
}

impl Stage {
    /// The name: the path of the first page, `/consent`, or `/group-part`.
    pub fn path(self) -> String {
        match self {
            Self::Consent => Page::Consent.to_string(),
            Self::Own(step) => step.to_string(),
            Self::ArmSpecificPart => ARM_SPECIFIC_PART.into(),
        }
    }

    /// Whether it is the end of a part of the study, where participants have nothing to do.
    pub fn is_end(self) -> bool {
        matches!(self, Self::Own(Step { kind: StepKind::End, .. }))
    }
}

impl Serialize for Stage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.path())
    }
}

/// The steps of each arm.
type Ways = Vec<(ArmId, Vec<Step>)>;

/// The steps of the arms of the active version, and which of them are named.
#[derive(Clone, Debug)]
pub struct Flow {
    arms: Ways,
    /// The steps of each version, by its hash.
    versions: HashMap<String, Ways>,
    /// The own arm of simulated participants, by the one in which they are [counted](Arms::counted).
    simulated: HashMap<ArmId, ArmId>,
    /// Steps that keep their names for those who are blinded.
    named: Vec<Step>,
    /// Whether the arm-specific part is hidden.
    pub blinded: bool,
}

impl Flow {
    /// The steps of the active version. A step that an arm of any version lacks has no name for those who are blinded:
    /// it would reveal the arm of participants of that version.
    pub fn of(versions: &Versions, arms: &Arms) -> Self {
        let active = ways(&versions.active().study);
        let all = versions.all().iter().map(|version| (version.study.hash.clone(), ways(&version.study))).collect();
        let simulated = arms.all().into_iter().map(|own| (arms.counted(own, true), own)).collect();
        Self::new(active, all, simulated, arms.blinded)
    }

    fn new(arms: Ways, versions: HashMap<String, Ways>, simulated: HashMap<ArmId, ArmId>, blinded: bool) -> Self {
        let all: Vec<&[Step]> =
            arms.iter().chain(versions.values().flatten()).map(|(_, steps)| steps.as_slice()).collect();
        let named = named(&all);
        Self { arms, versions, simulated, named, blinded }
    }

    /// The stage of a step.
    pub fn stage(&self, step: Step) -> Stage {
        if self.blinded && !self.named.contains(&step) {
            Stage::ArmSpecificPart
        } else {
            Stage::Own(Step { words: 0, ..step })
        }
    }

    /// Whether replies may name a page.
    pub fn shows(&self, page: &Page) -> bool {
        step_of(page).is_none_or(|kind| self.stage_of_kind(kind) != Stage::ArmSpecificPart)
    }

    /// The stage of a stored page.
    pub fn stage_of(&self, page: &str) -> Option<Stage> {
        step_of(&page.parse().ok()?).map(|kind| self.stage_of_kind(kind))
    }

    /// The stage of a kind of step: of the first step of that kind. For those who are blinded, no step of a kind is
    /// named if one of them is in the arm-specific part.
    pub fn stage_of_kind(&self, kind: StepKind) -> Stage {
        let mut steps = self.arms.iter().flat_map(|(_, steps)| steps).filter(|step| step.kind == kind);
        let hidden = steps.clone().map(|step| self.stage(*step)).find(|stage| *stage == Stage::ArmSpecificPart);
        hidden.unwrap_or_else(|| self.stage(steps.next().copied().unwrap_or_else(|| kind.into())))
    }

    /// The stage of a step of a participant, by its number in their own arm of their own version: arms differ in how
    /// many steps come before. If the active version has no such block, the stage of the kind.
    pub fn stage_at(&self, person: &Person, number: i64, kind: StepKind) -> Stage {
        let arm = person.group.map(|arm| if person.simulated { self.simulated.get(&arm).copied() } else { Some(arm) });
        let own = self.steps_of(&person.study_version, arm.flatten());
        let step = usize::try_from(number).ok().and_then(|number| own.get(number)).filter(|step| step.kind == kind);
        let is_present = |step: &&Step| {
            let mut steps = self.arms.iter().flat_map(|(_, steps)| steps);
            steps.any(|own| (own.kind, own.block) == (step.kind, step.block))
        };
        step.filter(is_present).map_or_else(|| self.stage_of_kind(kind), |step| self.stage(*step))
    }

    /// The steps of an arm in a version. None if the participant has no arm.
    fn steps_of(&self, version: &str, arm: Option<ArmId>) -> &[Step] {
        let ways = self.versions.get(version).into_iter().flatten();
        ways.filter(|(own, _)| Some(*own) == arm).map(|(_, steps)| steps.as_slice()).next().unwrap_or_default()
    }

    /// The stage of a submission, by its natural key (`pre/habits`, `flow-a/<question>`).
    pub fn stage_of_item(&self, item: &str) -> Option<Stage> {
        let block = item.split('/').next()?;
        let mut steps = self.arms.iter().flat_map(|(_, steps)| steps);
        let usual = || StepKind::ALL.into_iter().find(|kind| kind.block().name() == block).map(Step::from);
        Some(self.stage(steps.find(|step| step.block.name() == block).copied().or_else(usual)?))
    }

    /// The stage where a participant is.
    pub fn stage_of_person(&self, person: &Person) -> Stage {
        if !person.consented {
            return Stage::Consent;
        }
        let kind = person.page.parse().ok().as_ref().and_then(step_of);
        kind.map_or(Stage::Consent, |kind| self.stage_at(person, person.step, kind))
    }

    /// All stages in order, of one arm or of all arms.
    pub fn stages(&self, group: Option<ArmId>) -> Vec<Stage> {
        let own = self.arms.iter().filter(|(arm, _)| group.is_none_or(|group| *arm == group));
        let own: Vec<Vec<Stage>> = own.map(|(_, steps)| self.stages_of(steps)).collect();
        [vec![Stage::Consent], in_one_order(&own)].concat()
    }

    /// The stages of steps.
    pub fn stages_of(&self, steps: &[Step]) -> Vec<Stage> {
        let mut stages: Vec<Stage> = steps.iter().map(|step| self.stage(Step { wave: 0, ..*step })).collect();
        stages.dedup();
        stages
    }
}

/// The stages of several arms, each once: a new one goes before the next one that is already in the list.
pub fn in_one_order(arms: &[Vec<Stage>]) -> Vec<Stage> {
    let mut stages = Vec::new();
    for own in arms {
        let mut at = stages.len();
        for stage in own.iter().rev() {
            match stages.iter().position(|known| known == stage) {
                Some(known) => at = known,
                None => stages.insert(at, *stage),
            }
        }
    }
    stages
}

/// The steps of each arm. A block is the same stage in whichever wave an arm has it.
fn ways(study: &Study) -> Ways {
    let stages = |steps: &[Step]| steps.iter().map(|step| Step { wave: 0, ..*step }).collect();
    study.steps.iter().map(|(arm, steps)| (*arm, stages(steps))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: ArmId = ArmId::literal("control_0");
    const CUES: ArmId = ArmId::literal("treatment_0");
    const CONTEXT: ArmId = ArmId::literal("treatment_1");

    fn usual(kinds: &[StepKind]) -> Vec<Step> {
        kinds.iter().map(|kind| (*kind).into()).collect()
    }

    fn flow(blinded: bool) -> Flow {
        let arm = |middle: &[StepKind]| {
            usual(&[&[StepKind::PreQuestionnaire], middle, &[StepKind::PostQuestionnaire, StepKind::End]].concat())
        };
        let arms = vec![
            (CONTROL, arm(&[StepKind::ControlFlow])),
            (CUES, arm(&[StepKind::TreatmentQuestionnaire, StepKind::FlowA])),
            (CONTEXT, arm(&[StepKind::FlowB])),
        ];
        Flow::new(arms, HashMap::new(), HashMap::new(), blinded)
    }

    #[test]
    fn a_step_that_an_arm_of_another_version_lacks_has_no_name() {
        let whole =
            usual(&[StepKind::PreQuestionnaire, StepKind::TreatmentQuestionnaire, StepKind::FlowA, StepKind::End]);
        let without = usual(&[StepKind::PreQuestionnaire, StepKind::ControlFlow, StepKind::End]);
        let arms = vec![(CONTROL, whole.clone()), (CUES, whole)];
        let stage = |others: Vec<Vec<Step>>, step| {
            let other = others.into_iter().map(|steps| (CONTROL, steps)).collect();
            let versions = HashMap::from([("other".into(), other)]);
            Flow::new(arms.clone(), versions, HashMap::new(), true).stage(Step::from(step))
        };
        assert_eq!(stage(vec![], StepKind::FlowA), Stage::Own(StepKind::FlowA.into()));
        assert_eq!(stage(vec![without.clone()], StepKind::FlowA), Stage::ArmSpecificPart);
        assert_eq!(stage(vec![without], StepKind::End), Stage::Own(StepKind::End.into()));
    }

    #[test]
    fn a_submission_belongs_to_its_step() {
        let stage = |item| flow(true).stage_of_item(item);
        for hidden in ["treatment/expectancy", "flow-a/q_1/followup", "flow-b/persona/maren", "control/clip_2"] {
            assert_eq!(stage(hidden), Some(Stage::ArmSpecificPart), "{hidden}");
        }
        assert_eq!(stage("pre/habits"), Some(Stage::Own(StepKind::PreQuestionnaire.into())));
        assert_eq!(stage("post"), Some(Stage::Own(StepKind::PostQuestionnaire.into())));
        assert_eq!(flow(false).stage_of_item("flow-a/q_1"), Some(Stage::Own(StepKind::FlowA.into())));
    }

    fn paths(stages: &[Stage]) -> Vec<String> {
        stages.iter().map(|stage| stage.path()).collect()
    }

    #[test]
    fn blinded_arms_have_the_same_steps() {
        let way = ["/consent", "/pre-questionnaire", "/group-part", "/post-questionnaire", "/end"];
        for group in [None, Some(CONTROL), Some(CUES), Some(CONTEXT)] {
            assert_eq!(paths(&flow(true).stages(group)), way);
        }
        assert!(!flow(true).shows(&Page::FlowAQuestion("q".into())) && !flow(true).shows(&Page::Dashboard));
        assert!(flow(true).shows(&Page::End) && flow(false).shows(&Page::FlowAStart));
    }

    #[test]
    fn arms_that_are_not_blinded_have_their_own_way_and_all_of_them_an_order() {
        let own = paths(&flow(false).stages(Some(CUES)));
        let way =
            ["/consent", "/pre-questionnaire", "/treatment-questionnaire", "/flow-a/start", "/post-questionnaire"];
        assert_eq!(own[..5], way);
        let all = paths(&flow(false).stages(None));
        assert_eq!(all.len(), 8);
        assert_eq!((&all[1][..], &all[6][..], &all[7][..]), ("/pre-questionnaire", "/post-questionnaire", "/end"));
    }
}
