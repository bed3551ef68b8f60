//! The design of a study, from its bundle.

use std::sync::Arc;

use super::covariates::Covariate;
use super::input::Phase;
use super::input::{
    AdvisedTest, AnswerGroup, Arm, Baseline, Characteristic, Coding, ComparedScale, Comparison, DerivedOutcome, Design,
    Factor, FactorLevel, Grouping, Item, Judged, LaterWave, MIXED, Modality, Part, PlannedEffect, PlannedModerator,
    Scale, Secondary, Source, WatchedPart,
};
use super::measure::Measure;
use super::outcomes::Unit;
use super::terms::Language;
use crate::definition::analysis::{
    self, Expected, ModeratorKind, ModeratorRole, OutcomeKind, PlannedComparison, PlannedOutcome,
};
use crate::definition::factors::Levels;
use crate::definition::item::{Choice, Item as Asked, Method, Scale as Written};
use crate::definition::stimulus::{MediaKind, Stimulus};
use crate::definition::wave::MAIN;
use crate::definition::{ArmId, Questionnaire, Study};
use crate::exclusion::Exclusions;
use crate::items::values::Values;
use crate::page::{QuestionnaireBlock, Step};
use crate::plan::baseline_of;
use crate::text::Locale;
use crate::watched::Watched;

impl Design {
    /// The design of a bundle that has passed its checks. References to what it does not have are ignored.
    pub fn of(study: &Study) -> Self {
        let plan = &study.file.analysis;
        let groups: Vec<ArmId> = study.file.arms.keys().copied().collect();
        let index = |group: ArmId| groups.iter().position(|known| *known == group);
        let against = plan.control.and_then(index).unwrap_or(0);
        let after = items(study, QuestionnaireBlock::POST);
        let (mut variables, scales) = scales(study);
        let variable = |score: &String| variables.iter().position(|name| name == score);
        let compared = plan.scales.iter().filter_map(|scale| {
            let (id, label) = (scale.id.clone(), scale.label.clone());
            let (hypothesis, margin, expect) = (scale.hypothesis.clone(), scale.margin, scale.expect);
            let before = scale.before.as_ref().and_then(variable);
            Some(ComparedScale { id, label, before, after: variable(&scale.after)?, expect, hypothesis, margin })
        });
        let compared = compared.collect();
        let derived = plan.outcomes.iter().map(|outcome| derived(study, outcome, &mut variables)).collect();
        let moderators = plan.moderators.iter().map(|one| moderator(study, one, &after, &mut variables)).collect();
        let baseline =
            baseline_of(study).iter().filter_map(|name| characteristic(study, name, &mut variables)).collect();
        let part = |part: &analysis::Part| Part {
            id: part.id.clone(),
            label: part.label.clone(),
            hypothesis: part.hypothesis.clone(),
            items: part.items.iter().filter_map(|id| after.iter().position(|item| item.id == *id)).collect(),
        };
        let planned: Vec<(String, usize)> = plan
            .primary
            .iter()
            .filter_map(|primary| Some((primary.hypothesis.clone(), index(primary.arm)?)))
            .filter(|(_, arm)| *arm != against)
            .collect();
        let secondary = |one: &PlannedComparison| {
            let pair = Comparison { id: one.hypothesis.clone(), arm: index(one.arm)?, against: index(one.reference)? };
            Some(Secondary { pair, kind: one.kind, outcome: one.outcome.clone(), margin: one.margin })
        };
        let factors = factors(study);
        let effects: Vec<PlannedEffect> = plan.effects.iter().filter_map(|one| effect(&factors, one)).collect();
        let others = (0..groups.len()).filter(|arm| *arm != against);
        let planned = if planned.is_empty() {
            others.zip(1..).map(|(arm, number)| (format!("H{number}"), arm)).collect()
        } else {
            planned
        };
        Self {
            title: study.file.title.0.clone(),
            catalog: Arc::new(study.catalog.clone()),
            version: study.hash.clone(),
            arms: study
                .file
                .arms
                .iter()
                .map(|(group, arm)| Arm::of(*group, arm, study.steps_in(Some(*group), 0)))
                .collect(),
            by_unit: study.file.allocation.unit.is_some(),
            signal: plan.signal.clone(),
            attention: attention(study),
            exclusions: Exclusions::of(study),
            before: items(study, QuestionnaireBlock::PRE),
            waves: (1..=study.file.waves.len()).map(|wave| later_wave(study, &groups, wave)).collect(),
            advised: advised(study, &groups),
            watched: watched(study, &groups),
            parts: plan.parts.iter().map(part).collect(),
            compared,
            derived,
            moderators,
            baseline,
            reporting: study.file.reporting.clone(),
            secondary: plan.comparisons.iter().filter_map(secondary).collect(),
            planned_comparisons: planned.len() + effects.len(),
            comparisons: planned.into_iter().map(|(id, arm)| Comparison { id, arm, against }).collect(),
            model: plan.model,
            alpha: plan.alpha,
            smallest_effect: plan.smallest_effect,
            false_alarm_margin: plan.false_alarms.margin,
            false_alarm_hypothesis: plan.false_alarms.hypothesis.clone(),
            confidence_hypothesis: plan.confidence.clone(),
            smallest_share: smallest_share(study.file.arms.values().map(|arm| arm.weight)),
            minimum_judged: plan.minimum_judged,
            per_protocol: plan.per_protocol,
            sample: plan.sample,
            target: study.file.allocation.target,
            interim: plan.interim.clone().filter(|_| study.file.allocation.target.is_some()),
            blinded: false,
            factors,
            effects,
            after,
            variables,
            scales,
        }
    }

    /// IDs of all outcomes, in the order of the report.
    pub fn outcomes(&self) -> impl Iterator<Item = String> {
        let measures = Measure::ALL.iter().map(|measure| measure.name().to_owned());
        let parts = self.parts.iter().map(Part::outcome);
        let scales = self.compared.iter().map(ComparedScale::outcome);
        measures.chain(parts).chain(scales).chain(self.derived.iter().map(DerivedOutcome::outcome))
    }

    /// The primary analysis as it is planned, of a study whose allocation has strata or not: the report names the
    /// covariates that were used.
    pub fn planned_method(&self, has_strata: bool, language: Language) -> String {
        let before = (!self.before.is_empty()).then_some(Covariate::Before);
        let stratum = has_strata.then_some(Covariate::Stratum);
        let covariates: Vec<Covariate> = before.into_iter().chain([Covariate::Form]).chain(stratum).collect();
        language.method(self, &covariates)
    }

    /// The same with the names that the study gives (title, arms, parts, scales, outcomes, moderators, characteristics
    /// and their answers) in a language, where the bundle has a translation.
    pub(super) fn in_language(&self, language: Language) -> Self {
        let mut design = self.clone();
        let catalog = Arc::clone(&self.catalog);
        let locale = Locale(language.tag().to_owned());
        let translate = |text: &mut String| {
            if let Some(translation) = catalog.translation(&locale, text) {
                *text = translation.to_owned();
            }
        };
        translate(&mut design.title);
        design.waves.iter_mut().for_each(|wave| translate(&mut wave.title));
        design.arms.iter_mut().for_each(|arm| translate(&mut arm.label));
        let levels = design.factors.iter_mut().flat_map(|factor| &mut factor.levels);
        levels.for_each(|level| translate(&mut level.label));
        design.parts.iter_mut().for_each(|part| translate(&mut part.label));
        design.compared.iter_mut().for_each(|scale| translate(&mut scale.label));
        design.scales.iter_mut().for_each(|scale| translate(&mut scale.label));
        design.derived.iter_mut().filter_map(|one| one.label.as_mut()).for_each(translate);
        for moderator in &mut design.moderators {
            moderator.label.as_mut().into_iter().for_each(translate);
            if let Grouping::Answer { groups, .. } = &mut moderator.by {
                groups.iter_mut().map(|group| &mut group.label).for_each(translate);
            }
        }
        for one in &mut design.baseline {
            one.label.as_mut().into_iter().for_each(translate);
            if let Baseline::Answer { answers, .. } = &mut one.from {
                answers.iter_mut().map(|answer| &mut answer.label).for_each(translate);
            }
        }
        design
    }

    /// Number of judged items that an outcome is computed from; none for outcomes that are no judgements.
    pub(super) fn judged_in(&self, outcome: &str) -> Option<usize> {
        let is_measure = Measure::ALL.iter().any(|measure| measure.name() == outcome);
        let part = self.parts.iter().find(|part| part.outcome() == outcome).map(|part| part.items.len());
        let derived = self.derived.iter().find(|derived| derived.outcome() == outcome);
        let derived = derived.map(|derived| match &derived.from {
            Source::Sharing { after, .. } => after.len(),
            Source::Estimate { .. } => self.after.len(),
        });
        is_measure.then_some(self.after.len()).or(part).or(derived)
    }

    /// Whether higher values of an outcome are hoped for or feared.
    pub fn expected(&self, outcome: &str) -> Expected {
        let measure = Measure::ALL.iter().find(|measure| measure.name() == outcome);
        let scale = self.compared.iter().find(|scale| scale.outcome() == outcome);
        let derived = self.derived.iter().find(|derived| derived.outcome() == outcome);
        let stated = scale.map(|scale| scale.expect).or_else(|| derived.map(|derived| derived.expect));
        // Parts are compared in d'.
        measure.map(|measure| measure.expected()).or(stated).unwrap_or(Expected::Rise)
    }

    /// A measure of a person's judgements of a test, or part of one, with so many items; none if they give none, or are
    /// too few for d' and criterion.
    pub(super) fn measured(&self, measure: Measure, judged: &[Judged], items: usize) -> Option<f64> {
        let needs_enough = matches!(measure, Measure::DPrime | Measure::Criterion);
        measure.of(judged).filter(|_| !needs_enough || self.is_enough(judged.len(), items))
    }

    /// Whether all arms have the same weight.
    pub fn has_equal_arms(&self) -> bool {
        self.smallest_share * self.arms.len() as f64 > 1.0 - 1e-9
    }

    /// Whether so many judgements of so many items are enough for d' and criterion.
    pub(super) fn is_enough(&self, judged: usize, items: usize) -> bool {
        judged as f64 >= self.minimum_judged * items as f64 - 1e-9
    }

    /// Index of a variable in the values of a person.
    pub fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|known| known == name)
    }
}

impl Part {
    /// ID of its outcome.
    pub fn outcome(&self) -> String {
        format!("d_prime_{}", self.id)
    }
}

impl ComparedScale {
    /// ID of its outcome.
    pub fn outcome(&self) -> String {
        format!("scale_{}", self.id)
    }
}

impl DerivedOutcome {
    /// ID of its outcome.
    pub fn outcome(&self) -> String {
        format!("outcome_{}", self.id)
    }

    /// Its label, in English if it is that of its kind.
    pub fn name(&self) -> String {
        self.named(Language::English)
    }

    /// Its label: the plan's, or that of its kind.
    pub(super) fn named(&self, language: Language) -> String {
        self.label.clone().unwrap_or_else(|| language.derived(&self.from).to_owned())
    }

    /// Its meaning, in one English sentence.
    pub fn meaning(&self) -> &'static str {
        Language::English.derived_meaning(&self.from)
    }

    /// Unit of its values.
    pub(super) fn unit(&self) -> Unit {
        match self.from {
            Source::Sharing { .. } => Unit::Points,
            Source::Estimate { .. } => Unit::Share,
        }
    }

    /// The ends between which its values lie.
    pub fn range(&self) -> (f64, f64) {
        match self.from {
            // 1 to 6 minus 1 to 6.
            Source::Sharing { .. } => (-5.0, 5.0),
            Source::Estimate { .. } => (-1.0, 1.0),
        }
    }
}

/// A planned outcome, whose values become variables.
fn derived(study: &Study, outcome: &PlannedOutcome, variables: &mut Vec<String>) -> DerivedOutcome {
    // No variable of a study has a colon in its name.
    let mut value = |phase: &str| {
        variables.push(format!("{}:{phase}", outcome.id));
        variables.len() - 1
    };
    let (from, before) = match outcome.kind {
        OutcomeKind::SharingDiscernment => {
            let all = |named: &Option<Vec<String>>, page| named.clone().unwrap_or_else(|| shared(study, page));
            let before = all(&outcome.before, QuestionnaireBlock::PRE);
            let is_adjusted = !before.is_empty();
            let after = all(&outcome.items, QuestionnaireBlock::POST);
            (Source::Sharing { before, after }, is_adjusted.then(|| value("before")))
        }
        OutcomeKind::Estimate => {
            let shown = study.file.result.as_ref().map(|result| &result.estimate);
            (Source::Estimate { item: outcome.item.as_ref().or(shown).cloned().unwrap_or_default() }, None)
        }
    };
    DerivedOutcome {
        id: outcome.id.clone(),
        label: outcome.label.clone(),
        from,
        role: outcome.role,
        before,
        after: value("after"),
        expect: outcome.expect,
    }
}

/// A moderator; the group of a person by an answer becomes a variable.
fn moderator(
    study: &Study,
    planned: &analysis::PlannedModerator,
    after: &[Item],
    variables: &mut Vec<String>,
) -> PlannedModerator {
    let (label, by) = match planned.kind {
        ModeratorKind::Modality => (None, Grouping::Modality(modalities(study, after))),
        ModeratorKind::DPrimeBefore => (None, Grouping::DPrimeBefore),
        ModeratorKind::Scale => {
            let scale = planned.scale.clone().unwrap_or_default();
            // An unknown scale, which the checks reject, has no value for anybody.
            let variable = variables.iter().position(|known| *known == scale).unwrap_or(usize::MAX);
            let mut scales = study.questionnaires.values().flat_map(|questionnaire| &questionnaire.scales);
            let label = scales.find(|known| known.id == scale).map(|known| known.label.0.clone());
            (label, Grouping::Score { scale, variable })
        }
        ModeratorKind::Item => {
            let item = planned.item.clone().unwrap_or_default();
            let asked = study.questionnaires.values().find_map(|questionnaire| questionnaire.variable(&item));
            let stated = planned.groups.iter();
            let stated = stated.map(|group| AnswerGroup { label: group.label.clone(), answers: group.answers.clone() });
            let mut groups: Vec<AnswerGroup> = stated.collect();
            if let Some(asked) = asked.as_ref().filter(|_| groups.is_empty()) {
                groups = each_answer(&asked.values);
            }
            variables.push(format!("{}:group", planned.id));
            let label = asked.map(|asked| asked.label.0.clone());
            (label, Grouping::Answer { item, variable: variables.len() - 1, groups })
        }
    };
    let hypothesis = planned.hypothesis.clone().filter(|_| planned.role == ModeratorRole::Confirmatory);
    let (id, label, role) = (planned.id.clone(), planned.label.clone().or(label), planned.role);
    PlannedModerator { id, label, role, hypothesis, by }
}

/// A characteristic; answers become a variable. None if the study has no such measure, score or item.
fn characteristic(study: &Study, name: &str, variables: &mut Vec<String>) -> Option<Characteristic> {
    let of =
        |label: Option<&str>, from| Some(Characteristic { id: name.to_owned(), label: label.map(str::to_owned), from });
    if let Some(measure) = Measure::ALL.iter().find(|measure| measure.name() == name) {
        return of(None, Baseline::Measure(*measure));
    }
    let mut scales = study.questionnaires.values().flat_map(|questionnaire| &questionnaire.scales);
    if let Some(scale) = scales.find(|scale| scale.id == name) {
        let score = variables.iter().position(|known| known == name)?;
        return of(Some(&scale.label.0), Baseline::Score(score));
    }
    let asked = study.questionnaires.values().find_map(|questionnaire| questionnaire.variable(name))?;
    let variable = variables.len();
    let from = match &asked.values {
        Values::One(_) => Baseline::Answer { variable, answers: each_answer(&asked.values) },
        Values::Steps { .. } | Values::Number { .. } => Baseline::Number { variable },
        _ => return None,
    };
    variables.push(format!("{name}:baseline"));
    of(Some(&asked.label.0), from)
}

/// A group for each answer.
fn each_answer(values: &Values) -> Vec<AnswerGroup> {
    match values {
        Values::One(options) => {
            let group = |option: &Choice| AnswerGroup {
                label: option.label.0.clone(),
                answers: vec![option.value.as_str().into()],
            };
            options.iter().map(group).collect()
        }
        Values::Steps { first, last, step, .. } => {
            let points = (*first..=*last).step_by(usize::try_from(*step).unwrap_or(1).max(1));
            points.map(|point| AnswerGroup { label: point.to_string(), answers: vec![point.into()] }).collect()
        }
        _ => Vec::new(),
    }
}

/// Kinds of items afterwards of which each test form has an authentic and a manipulated one: others have no d'. An item
/// that is of another kind in another condition or arm belongs to none.
fn modalities(study: &Study, after: &[Item]) -> Vec<Modality> {
    let mut found: Vec<Modality> = Vec::new();
    for (index, item) in after.iter().enumerate().filter(|(_, item)| item.kind != MIXED) {
        match found.iter_mut().find(|known| known.kind == item.kind) {
            Some(known) => known.items.push(index),
            None => found.push(Modality { kind: item.kind.clone(), items: vec![index] }),
        }
    }
    let plan = &study.file.analysis;
    let asked: Vec<&Asked> =
        study.questionnaires.get(&QuestionnaireBlock::POST).into_iter().flat_map(Questionnaire::items).collect();
    let has_both = |modality: &Modality| {
        study.file.forms().into_iter().all(|form| {
            let is_manipulated = |index: &usize| {
                let item = asked.iter().find(|item| item.id == after[*index].id)?;
                let truth = item.judgement()?.truth.for_form(form);
                Some(plan.is_signal(truth))
            };
            let truths: Vec<bool> = modality.items.iter().filter_map(is_manipulated).collect();
            truths.contains(&true) && truths.contains(&false)
        })
    };
    found.retain(has_both);
    found
}

/// Judgement items of a questionnaire that ask for the likelihood of sharing.
fn shared(study: &Study, page: QuestionnaireBlock) -> Vec<String> {
    let asked = study.questionnaires.get(&page).into_iter().flat_map(Questionnaire::items);
    let is_shared = |item: &&Asked| item.judgement().is_some_and(|judgement| judgement.sharing);
    asked.filter(is_shared).map(|item| item.id.clone()).collect()
}

impl Arm {
    fn of(group: ArmId, arm: &crate::definition::Arm, steps: &[Step]) -> Self {
        let steps = steps.iter().map(Step::to_string);
        Self { id: group.name().to_owned(), label: arm.label.clone(), steps: steps.collect() }
    }
}

/// The factors of which each arm has a level: all of a bundle that has passed its checks.
fn factors(study: &Study) -> Vec<Factor> {
    let factor = |(id, levels): (&String, &Levels)| {
        let names = levels.names();
        let of_arm = |arm: &crate::definition::Arm| {
            let own = arm.levels.get(id)?;
            names.iter().position(|name| name == own)
        };
        let of_arms = study.file.arms.values().map(of_arm).collect::<Option<_>>()?;
        let level = |name: &&str| FactorLevel { id: (*name).to_owned(), label: levels.label(name).to_owned() };
        Some(Factor { id: id.clone(), levels: names.iter().map(level).collect(), of_arms })
    };
    study.file.factors.iter().filter_map(factor).collect()
}

/// A hypothesis about factors that the design has.
fn effect(factors: &[Factor], planned: &analysis::PlannedEffect) -> Option<PlannedEffect> {
    let pair = |(id, levels): (&String, &[String; 2])| {
        let at = factors.iter().position(|factor| factor.id == *id)?;
        let level = |name: &String| factors[at].levels.iter().position(|level| level.id == *name);
        Some((at, [level(&levels[0])?, level(&levels[1])?]))
    };
    let (own, levels) = planned.levels.iter().map(pair).collect::<Option<_>>()?;
    Some(PlannedEffect { hypothesis: planned.hypothesis.clone(), factors: own, levels })
}

/// A later wave: 1 is the first of `waves`. What some of its arms judge and others do not is no test.
fn later_wave(study: &Study, groups: &[ArmId], wave: usize) -> LaterWave {
    let steps = |arm: &usize| study.steps_in(Some(groups[*arm]), wave);
    let arms: Vec<usize> = (0..groups.len()).filter(|arm| !steps(arm).is_empty()).collect();
    let first = arms.first().map_or(&[][..], steps);
    let in_all =
        first.iter().filter(|step| arms.iter().all(|arm| steps(arm).iter().any(|own| own.block == step.block)));
    let blocks = in_all.filter_map(|step| study.questionnaires.keys().find(|block| block.id == step.block));
    // Those of the first part's tests belong to the first part.
    let blocks = blocks.filter(|block| ![QuestionnaireBlock::PRE, QuestionnaireBlock::POST].contains(block));
    let plan = &study.file.analysis;
    let planned = plan.waves.iter().find(|planned| planned.wave == study.wave_id(wave));
    let part = planned.and_then(|planned| planned.part.as_ref());
    LaterWave {
        hypothesis: planned.map(|planned| planned.hypothesis.clone()),
        part: part.and_then(|id| plan.parts.iter().position(|part| part.id == *id)),
        id: study.wave_id(wave).to_string(),
        title: study.file.waves[wave - 1].title.0.clone(),
        after: study.wave_id(study.file.wave_before(wave)).to_string(),
        items: blocks.flat_map(|block| items(study, *block)).collect(),
        arms,
    }
}

/// The parts of the study in which some arm is shown recordings without a question.
fn watched(study: &Study, groups: &[ArmId]) -> Vec<WatchedPart> {
    let none = Watched::default();
    let by_arm: Vec<_> = groups.iter().map(|arm| none.by_wave(study, *arm)).collect();
    let part = |wave: usize| {
        let id = study.wave_id(wave);
        let own = by_arm.iter().enumerate().filter_map(|(arm, waves)| Some((arm, waves.get(&id)?.of)));
        let arms: Vec<(usize, f64)> = own.collect();
        (!arms.is_empty()).then(|| WatchedPart { wave: id.to_string(), arms })
    };
    (0..=study.file.waves.len()).filter_map(part).collect()
}

/// The tests with judgements that some arm makes before and after advice.
fn advised(study: &Study, groups: &[ArmId]) -> Vec<AdvisedTest> {
    let ids = |items: Vec<Item>| items.into_iter().map(|item| item.id).collect::<Vec<_>>();
    let main = MAIN.to_string();
    let later = (1..=study.file.waves.len()).map(|wave| {
        let later = later_wave(study, groups, wave);
        (later.id, Phase::After, ids(later.items))
    });
    let first = [(Phase::Before, QuestionnaireBlock::PRE), (Phase::After, QuestionnaireBlock::POST)];
    let first = first.map(|(phase, page)| (main.clone(), phase, ids(items(study, page))));
    let test = |(wave, phase, all): (String, Phase, Vec<String>)| {
        let has = |arm: &usize, id: &String| is_advised(study.seen_by(Some(groups[*arm])), id);
        let items: Vec<String> = all.into_iter().filter(|id| (0..groups.len()).any(|arm| has(&arm, id))).collect();
        let arms: Vec<usize> = (0..groups.len()).filter(|arm| items.iter().any(|id| has(arm, id))).collect();
        (!items.is_empty()).then_some(AdvisedTest { wave, phase, arms, items })
    };
    first.into_iter().chain(later).filter_map(test).collect()
}

/// Whether a judgement gets advice in a study as the participants of an arm see it.
fn is_advised(study: &Study, id: &str) -> bool {
    let sections = study.questionnaires.values().flat_map(|questionnaire| &questionnaire.sections);
    let mut asked = sections.flat_map(|section| section.items.iter().map(move |item| (section, item)));
    let forms = study.file.forms();
    asked.any(|(section, item)| item.id == id && forms.iter().any(|form| section.advice_on(item, *form).is_some()))
}

fn items(study: &Study, page: QuestionnaireBlock) -> Vec<Item> {
    let asked = study.questionnaires.get(&page).into_iter().flat_map(Questionnaire::items);
    asked.filter_map(|asked| item(study, asked)).collect()
}

fn item(study: &Study, asked: &Asked) -> Option<Item> {
    let post = asked.judgement()?.post.as_ref();
    let shown = media(study, &asked.id);
    let stimulus = same(shown.iter().copied()).flatten();
    let medium = |id: &str| study.stimuli.get(id);
    let kind = |stimulus: Option<&str>| match (post, stimulus.and_then(medium).map(|medium| medium.kind)) {
        (Some(_), _) | (None, None) => "post",
        (None, Some(MediaKind::Image)) => "image",
        (None, Some(MediaKind::Audio)) => "audio",
        (None, Some(MediaKind::Video)) => "video",
    };
    let cue = |stimulus: Option<&str>| Some(medium(stimulus?)?.altered.as_ref()?.cue.as_ref()?.id.clone());
    // A text by which people recognise it: what they read or heard, or what the image shows.
    let words = |medium: &Stimulus| medium.transcript.as_ref().unwrap_or(&medium.alt).0.clone();
    let spoken = same(shown.iter().map(|id| id.and_then(medium).map(words))).flatten();
    let title = post.map(|post| post.text.0.clone()).or(spoken);
    Some(Item {
        id: asked.id.clone(),
        title: title.unwrap_or_else(|| asked.label.0.clone()),
        stimulus: stimulus.map(str::to_owned),
        kind: same(shown.iter().map(|id| kind(*id))).unwrap_or(MIXED).to_owned(),
        cue: same(shown.iter().map(|id| cue(*id))).flatten(),
    })
}

/// The medium of an item, or none, in each arm and on each list.
fn media<'a>(study: &'a Study, item: &str) -> Vec<Option<&'a str>> {
    let arms = study.by_arm.values().map(AsRef::as_ref);
    let seen = if study.by_arm.is_empty() { vec![study] } else { arms.collect() };
    let of_arm = |seen: &'a Study| {
        let asked = seen.questionnaires.values().flat_map(Questionnaire::items).find(|asked| asked.id == item);
        let forms = seen.file.forms();
        asked.into_iter().flat_map(move |asked| forms.clone().into_iter().map(|form| asked.stimulus_in(form)))
    };
    seen.into_iter().flat_map(of_arm).collect()
}

/// What all of them are; none if they differ.
fn same<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|one| one == first).then_some(first)
}

fn attention(study: &Study) -> Vec<(String, Vec<i64>)> {
    let first = study.questionnaires.iter().filter(|(page, _)| study.is_in_first_part(page.name()));
    let items = first.flat_map(|(_, questionnaire)| questionnaire.items());
    items.filter_map(|item| Some((item.id.clone(), item.passing_points()?.to_vec()))).collect()
}

/// What an answer counts in a scale.
fn coding(questionnaire: &Questionnaire, scale: &Written, name: &str) -> Coding {
    if let Some(right) = scale.key.get(name).filter(|_| scale.method == Method::Correct) {
        return Coding::Right(right.as_str().map_or_else(|| right.to_string(), str::to_owned));
    }
    let reversed = scale.reverse.iter().any(|reverse| reverse == name);
    let range = questionnaire.variable(name).filter(|_| reversed).and_then(|variable| variable.values.range());
    range.map_or(Coding::Plain, |(first, last)| Coding::Reverse(first + last))
}

/// Variables and scales of all questionnaires. Counts of right judgements are no scale: they are the test itself.
fn scales(study: &Study) -> (Vec<String>, Vec<Scale>) {
    let mut variables: Vec<String> = Vec::new();
    let mut index = |name: &String| {
        variables.iter().position(|known| known == name).unwrap_or_else(|| {
            variables.push(name.clone());
            variables.len() - 1
        })
    };
    let mut scales = Vec::new();
    for (page, questionnaire) in &study.questionnaires {
        for scale in &questionnaire.scales {
            let judged =
                |name: &String| questionnaire.items().any(|item| item.id == *name && item.judgement().is_some());
            let test = scale.method == Method::Correct && scale.items.iter().any(judged);
            let (score, items) =
                (index(&scale.id), if test { Vec::new() } else { scale.items.iter().map(&mut index).collect() });
            if !test {
                let (id, label) = (scale.id.clone(), scale.label.0.clone());
                let coding = scale.items.iter().map(|name| coding(questionnaire, scale, name)).collect();
                scales.push(Scale {
                    id,
                    label,
                    questionnaire: page.name().to_owned(),
                    score,
                    items,
                    coding,
                    formative: scale.formative,
                });
            }
        }
    }
    (variables, scales)
}

/// Of these weights; 0 without arms.
fn smallest_share(weights: impl Iterator<Item = u32> + Clone) -> f64 {
    let all: u32 = weights.clone().sum();
    weights.min().map_or(0.0, |least| f64::from(least) / f64::from(all.max(1)))
}
