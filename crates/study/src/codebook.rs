//! The codebook: every variable of the data set, derived from the definition that validates the answers.

mod row;
mod shown;
mod words;

use std::collections::BTreeMap;

pub use row::{Aspect, Row, Type, Wording};

use crate::definition::consent::CONTACT_AGAIN;
use crate::definition::item::{Choice, Condition, Scale, Truth};
use crate::definition::training::Followup;
use crate::definition::{ArmId, ControlFlow, FlowA, FlowB, Item, Study};
use crate::items::values::{CONFIDENCE, Values, Variable};
use crate::page::{QuestionnaireBlock, StepKind};
use crate::second_look::{Look, look_variable};
use crate::text::Text;

/// All rows, in the order of the study.
pub fn codebook(study: &Study) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut questionnaires: Vec<_> = study.questionnaires.iter().collect();
    questionnaires.sort_by_key(|(block, _)| (block.page, study.blocks.get_index_of(&block.id)));
    for (page, questionnaire) in questionnaires {
        for section in &questionnaire.sections {
            let part = format!("{}/{}", page.name(), section.id);
            for item in &section.items {
                rows.extend(item_rows(&part, "", item, &questionnaire.scales));
            }
        }
        rows.extend(questionnaire.scales.iter().map(|scale| score(page.name(), scale)));
        let is_own = |row: &&mut Row| row.part.split('/').next() == Some(page.name());
        rows.iter_mut().filter(is_own).for_each(|row| row.questionnaire = Some(*page));
    }
    let practice = &study.practice;
    let truth = Truth::Fixed(practice.correct.clone());
    let row = judgement(
        StepKind::Home.block().name(),
        &practice.id,
        &practice.prompt,
        &practice.options,
        truth,
        Some(&practice.stimulus),
    );
    rows.push(Row { source: practice.source.clone(), ..row });
    rows.extend(study.flow_a.iter().flat_map(flow_a));
    rows.extend(study.flow_b.iter().flat_map(flow_b));
    rows.extend(study.control_flow.iter().flat_map(|flow| control(study, flow)));
    by_consent(study, &mut rows);
    by_arm(study, &mut rows);
    rows
}

/// Adds to the conditions of rows that only participants have who agreed to later parts, or only those who did not.
fn by_consent(study: &Study, rows: &mut [Row]) {
    let steps = || study.steps.values().flatten();
    let later = |block: &str| steps().find(|step| step.block.name() == block)?.wave.checked_sub(1);
    let is_debrief = |part: &str, of: &QuestionnaireBlock| {
        let mut sections = study.questionnaires.get(of).into_iter().flat_map(|own| &own.sections);
        sections.any(|section| section.debrief && part == format!("{}/{}", of.name(), section.id))
    };
    let is_answer = |row: &Row, of: &QuestionnaireBlock| row.aspect != Aspect::Score && is_debrief(&row.part, of);
    // Only what is asked in the debrief is in the score, so that nobody else has it.
    let scored = |score: &Row, of: &QuestionnaireBlock, rows: &[Row]| {
        let mut items = rows.iter().filter(|row| row.scales.contains(&score.variable)).peekable();
        score.aspect == Aspect::Score && items.peek().is_some() && items.all(|row| is_answer(row, of))
    };
    let in_debrief: Vec<bool> = rows
        .iter()
        .map(|row| row.questionnaire.is_some_and(|of| is_answer(row, &of) || scored(row, &of, rows)))
        .collect();
    for (row, in_debrief) in rows.iter_mut().zip(in_debrief) {
        let block = row.part.split('/').next().unwrap_or_default();
        let agreed = if in_debrief {
            Some("not ticked")
        } else {
            later(block).and_then(|wave| study.file.waves.get(wave)?.consent.as_ref()).map(|_| "ticked")
        };
        if let Some(agreed) = agreed {
            let condition = format!("consent {CONTACT_AGAIN} {agreed}");
            let both = |other: String| format!("{condition}; {other}");
            row.condition = Some(row.condition.take().map_or_else(|| condition.clone(), both));
        }
    }
}

/// Adds to the conditions of rows that some arms lack although they have the block, and what each arm reads.
fn by_arm(study: &Study, rows: &mut [Row]) {
    let own = |arm: &ArmId| {
        let rows = codebook(study.by_arm.get(arm)?).into_iter().map(|row| (row.variable.clone(), row));
        Some((*arm, rows.collect()))
    };
    let arms: Vec<(ArmId, BTreeMap<String, Row>)> = study.file.arms.keys().filter_map(own).collect();
    for row in rows {
        let (has, lacks): (Vec<_>, Vec<_>) = arms.iter().partition(|(_, own)| own.contains_key(&row.variable));
        if !lacks.is_empty() {
            let arms: Vec<&str> = has.iter().map(|(arm, _)| arm.name()).collect();
            let arms = format!("arm is {}", arms.join(" or "));
            row.condition = Some(row.condition.take().map_or_else(|| arms.clone(), |other| format!("{arms}; {other}")));
        }
        let mut wordings: Vec<Wording> = Vec::new();
        for (arm, own) in has.iter().filter_map(|(arm, own)| Some((arm, own.get(&row.variable)?))) {
            let reads_same = |other: &&mut Wording| {
                let texts = |row: &Row| (row.label.clone(), row.stem.clone(), row.values.clone(), row.ends.clone());
                texts(&other.row) == texts(own)
            };
            match wordings.iter_mut().find(reads_same) {
                Some(wording) => wording.arms.push(arm.name().to_owned()),
                None => wordings.push(Wording { arms: vec![arm.name().to_owned()], row: own.clone().into() }),
            }
        }
        if wordings.len() > 1 {
            row.wordings = wordings;
        }
    }
}

fn flow_a(flow: &FlowA) -> Vec<Row> {
    let part = flow.block.name();
    let followup: Vec<Item> = flow.followup.iter().flat_map(Followup::items).collect();
    let mut rows = Vec::new();
    for question in &flow.questions {
        let truth = Truth::Fixed(question.show.value().to_owned());
        let row = judgement(part, &question.id, &flow.prompt, &flow.options, truth, Some(&question.stimulus));
        rows.extend(with_confidence(row, flow.confidence));
        rows.extend(flow.look(question).map(|look| look_row(part, &question.id, look, Some(&question.stimulus))));
        let prefix = format!("{}_", question.id);
        let asked = followup.iter().flat_map(|item| item_rows(part, &prefix, item, &[]));
        rows.extend(asked.map(|row| Row { stimulus: Some(question.stimulus.clone()), ..row }));
    }
    for row in &mut rows {
        row.source.clone_from(&flow.source);
    }
    rows
}

fn flow_b(flow: &FlowB) -> Vec<Row> {
    let part = flow.block.name();
    let rows = flow.all_posts().flat_map(|post| {
        let truth = Truth::Fixed(post.correct.clone());
        let row = judgement(part, &post.id, &post.prompt, &flow.options, truth, post.stimulus.as_ref());
        let look = flow.look(post).map(|look| look_row(part, &post.id, look, post.stimulus.as_ref()));
        with_confidence(row, flow.confidence).chain(look)
    });
    rows.map(|row| Row { source: flow.source.clone(), ..row }).collect()
}

fn control(study: &Study, flow: &ControlFlow) -> Vec<Row> {
    let part = flow.block.name();
    let asked = flow.opening.iter().flat_map(|opening| &opening.items);
    let mut rows: Vec<Row> = asked.flat_map(|item| item_rows(part, "", item, &[])).collect();
    for clip in &flow.clips {
        let prefix = format!("{}_", clip.id);
        let rated = flow.ratings(&study.stimuli, clip).iter().flat_map(|item| item_rows(part, &prefix, item, &[]));
        rows.extend(rated.map(|row| Row { stimulus: Some(clip.stimulus.clone()), ..row }));
    }
    rows
}

fn judgement(part: &str, id: &str, label: &Text, options: &[Choice], truth: Truth, stimulus: Option<&String>) -> Row {
    let variable = Variable { name: id.to_owned(), label, values: Values::One(options), required: true, source: None };
    Row { truth: Some(truth), stimulus: stimulus.cloned(), ..row(part, "", &variable, &[]) }
}

/// A judgement, followed by the confidence in it if it is asked.
/// The second look. It is asked only after an incorrect first answer.
fn look_row(part: &str, id: &str, look: Look<'_>, stimulus: Option<&String>) -> Row {
    let options: Vec<Choice> = look.options().cloned().collect();
    let variable = Variable {
        name: look_variable(id),
        label: &look.asked.prompt,
        values: Values::One(&options),
        required: false,
        source: None,
    };
    let correct: Vec<&str> = look.correct().map(|option| option.value.as_str()).collect();
    Row {
        stimulus: stimulus.cloned(),
        condition: Some(format!("first answer to {id} incorrect")),
        scoring: Some(format!("correct with {}", correct.join(" or "))),
        ..row(part, "", &variable, &[])
    }
}

fn with_confidence(judgement: Row, asked: bool) -> impl Iterator<Item = Row> {
    let confidence = asked.then(|| {
        let label = Text(judgement.label.clone());
        let name = format!("{}_confidence", judgement.variable);
        let variable = Variable { name, label: &label, values: CONFIDENCE, required: true, source: None };
        let row = row(&judgement.part, "", &variable, &[]);
        Row { stimulus: judgement.stimulus.clone(), aspect: Aspect::Confidence, ..row }
    });
    std::iter::once(judgement).chain(confidence)
}

/// The variables of an item.
fn item_rows(part: &str, prefix: &str, item: &Item, scales: &[Scale]) -> Vec<Row> {
    let condition = item.show_if.as_ref().map(Condition::words);
    let complete = |variable: Variable<'_>| {
        let mut row = Row { condition: condition.clone(), ..row(part, prefix, &variable, scales) };
        item.describe(&variable.name, &mut row);
        row
    };
    item.variables().into_iter().map(complete).collect()
}

fn row(part: &str, prefix: &str, variable: &Variable, scales: &[Scale]) -> Row {
    let name = format!("{prefix}{}", variable.name);
    let member = |scale: &&Scale| scale.items.contains(&name);
    let (min, max) = variable.values.limits();
    Row {
        part: part.to_owned(),
        questionnaire: None,
        label: variable.label.0.clone(),
        stem: None,
        aspect: Aspect::Answer,
        kind: variable.values.codebook_type(),
        values: variable.values.labelled(),
        ends: None,
        min,
        max,
        unit: None,
        required: variable.required,
        condition: None,
        stimulus: None,
        stimuli: Vec::new(),
        truth: None,
        conditions: Vec::new(),
        source: variable.source.map(str::to_owned),
        scales: scales.iter().filter(member).map(|scale| scale.id.clone()).collect(),
        scoring: None,
        wordings: Vec::new(),
        variable: name,
    }
}

fn score(part: &str, scale: &Scale) -> Row {
    let variable = Variable {
        name: scale.id.clone(),
        label: &scale.label,
        values: Values::Number { min: None, max: None, integer: false },
        required: false,
        source: scale.source.as_deref(),
    };
    let scoring = Some(words::scoring(scale));
    Row { kind: Type::Score, aspect: Aspect::Score, scoring, ..row(part, "", &variable, &[]) }
}

#[cfg(test)]
mod tests;
