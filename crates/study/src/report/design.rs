//! The design of a study, from its bundle.

use super::input::{Arm, Coding, ComparedScale, Comparison, Design, Item, Part, Scale};
use crate::definition::item::{Item as Asked, Kind, Method, Scale as Written};
use crate::definition::stimulus::MediaKind;
use crate::definition::{Group, Questionnaire, Study};
use crate::exclusion::Exclusions;
use crate::items::{Attention, Judgement};
use crate::page::QuestionnairePage;

impl Design {
    /// The design of a bundle that has passed its checks. References to what it does not have are ignored.
    pub fn of(study: &Study) -> Self {
        let plan = &study.file.analysis;
        let groups: Vec<Group> = study.file.arms.keys().copied().collect();
        let index = |group: Group| groups.iter().position(|known| *known == group);
        let against = plan.control.and_then(index).unwrap_or(0);
        let after = items(study, QuestionnairePage::Post);
        let (variables, scales) = scales(study);
        let place = |score: &String| variables.iter().position(|name| name == score);
        let compared = plan.scales.iter().filter_map(|scale| {
            let (id, label) = (scale.id.clone(), scale.label.clone());
            let (hypothesis, margin, expect) = (scale.hypothesis.clone(), scale.margin, scale.expect);
            let before = scale.before.as_ref().and_then(place);
            Some(ComparedScale { id, label, before, after: place(&scale.after)?, expect, hypothesis, margin })
        });
        let part = |part: &crate::definition::analysis::Part| Part {
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
        let others = (0..groups.len()).filter(|arm| *arm != against);
        let planned = if planned.is_empty() {
            others.zip(1..).map(|(arm, number)| (format!("H{number}"), arm)).collect()
        } else {
            planned
        };
        Self {
            title: study.file.title.0.clone(),
            version: study.hash.clone(),
            arms: study.file.arms.iter().map(|(group, arm)| Arm::of(*group, arm)).collect(),
            signal: plan.signal.clone(),
            attention: attention(study),
            exclusions: Exclusions::of(study),
            before: items(study, QuestionnairePage::Pre),
            parts: plan.parts.iter().map(part).collect(),
            compared: compared.collect(),
            planned_comparisons: planned.len(),
            comparisons: planned.into_iter().map(|(id, arm)| Comparison { id, arm, against }).collect(),
            alpha: plan.alpha,
            false_alarm_margin: plan.false_alarms.margin,
            false_alarm_hypothesis: plan.false_alarms.hypothesis.clone(),
            confidence_hypothesis: plan.confidence.clone(),
            per_protocol: plan.per_protocol,
            sample: plan.sample,
            target: study.file.allocation.target,
            blinded: false,
            after,
            variables,
            scales,
        }
    }

    /// Place of a variable among the values of a person.
    pub fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|known| known == name)
    }
}

impl Arm {
    fn of(group: Group, arm: &crate::definition::Arm) -> Self {
        let steps = arm.steps.iter().map(|step| step.first_page().to_string());
        Self { id: group.name().to_owned(), label: arm.label.clone(), steps: steps.collect() }
    }
}

fn items(study: &Study, page: QuestionnairePage) -> Vec<Item> {
    let asked = study.questionnaires.get(&page).into_iter().flat_map(Questionnaire::items);
    asked.filter_map(|asked| item(study, asked)).collect()
}

fn item(study: &Study, asked: &Asked) -> Option<Item> {
    let Kind::Judgement(Judgement { stimulus, post, .. }) = &asked.kind else { return None };
    let medium = stimulus.as_ref().and_then(|id| study.stimuli.get(id));
    let kind = match (post, medium.map(|medium| medium.kind)) {
        (Some(_), _) | (None, None) => "post",
        (None, Some(MediaKind::Image)) => "image",
        (None, Some(MediaKind::Audio)) => "audio",
        (None, Some(MediaKind::Video)) => "video",
    };
    // A text by which people recognise it: what they read or heard, or what the image shows.
    let words = post.as_ref().map(|post| &post.text);
    let words = words.or_else(|| medium.map(|medium| medium.transcript.as_ref().unwrap_or(&medium.alt)));
    let cue = medium.and_then(|medium| medium.altered.as_ref()?.cue.as_ref()).map(|cue| cue.id.clone());
    let title = words.unwrap_or(&asked.label).0.clone();
    Some(Item { id: asked.id.clone(), title, stimulus: stimulus.clone(), kind: kind.to_owned(), cue })
}

fn attention(study: &Study) -> Vec<(String, Vec<i64>)> {
    let all = study.questionnaires.values().flat_map(Questionnaire::items);
    let checks = all.filter_map(|item| match &item.kind {
        Kind::Attention(Attention { expect, .. }) => Some((item.id.clone(), expect.clone())),
        _ => None,
    });
    checks.collect()
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
    let mut place = |name: &String| {
        variables.iter().position(|known| known == name).unwrap_or_else(|| {
            variables.push(name.clone());
            variables.len() - 1
        })
    };
    let mut scales = Vec::new();
    for (page, questionnaire) in &study.questionnaires {
        for scale in &questionnaire.scales {
            let judged = |name: &String| questionnaire.items().any(|item| item.id == *name && is_judgement(item));
            let test = scale.method == Method::Correct && scale.items.iter().any(judged);
            let (score, items) =
                (place(&scale.id), if test { Vec::new() } else { scale.items.iter().map(&mut place).collect() });
            if !test {
                let (id, label) = (scale.id.clone(), scale.label.0.clone());
                let coding = scale.items.iter().map(|name| coding(questionnaire, scale, name)).collect();
                scales.push(Scale { id, label, questionnaire: page.name().to_owned(), score, items, coding });
            }
        }
    }
    (variables, scales)
}

fn is_judgement(item: &Asked) -> bool {
    matches!(item.kind, Kind::Judgement(_))
}
