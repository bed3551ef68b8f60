//! The codebook: every variable of the future data set, from the same definition that checks the answers.

use serde::Serialize;

use crate::definition::item::{Choice, Method, Scale};
use crate::definition::training::Followup;
use crate::definition::{Item, Study};
use crate::text::Text;
use crate::variable::{CONFIDENCE, Values, Variable};

/// One variable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its name.
    pub variable: String,
    /// Where it is asked: `pre/<section>`, `practice`, `flow-a`, `flow-b`, `control`; `pre` for a score.
    pub part: String,
    /// What was asked.
    pub label: String,
    /// Its type in the data.
    pub kind: Type,
    /// Its values with their words, where there are any.
    pub values: Vec<(String, String)>,
    /// Smallest value.
    pub min: Option<f64>,
    /// Largest value.
    pub max: Option<f64>,
    /// Where the wording comes from.
    pub source: Option<String>,
    /// The scales that it is part of.
    pub scales: Vec<String>,
}

/// Types of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "plain words")]
pub enum Type {
    Category,
    Categories,
    Integer,
    Number,
    Text,
    Date,
    Score,
}

/// All rows, in the order in which participants meet them.
pub fn codebook(study: &Study) -> Vec<Row> {
    let mut rows = Vec::new();
    for (page, questionnaire) in &study.questionnaires {
        for section in &questionnaire.sections {
            let part = format!("{}/{}", page.name(), section.id);
            let variables = section.items.iter().flat_map(Item::variables);
            rows.extend(variables.map(|variable| row(&part, "", &variable, &questionnaire.scales)));
        }
        rows.extend(questionnaire.scales.iter().map(|scale| score(page.name(), scale)));
    }
    let practice = &study.practice;
    rows.push(judgement("practice", &practice.id, &practice.prompt, &practice.options));
    rows.extend(flow_a(study));
    rows.extend(flow_b(study));
    rows.extend(control(study));
    rows
}

fn flow_a(study: &Study) -> Vec<Row> {
    let Some(flow) = &study.flow_a else { return Vec::new() };
    let followup: Vec<Item> = flow.followup.iter().flat_map(Followup::items).collect();
    let mut rows = Vec::new();
    for question in &flow.questions {
        rows.push(judgement("flow-a", &question.id, &flow.prompt, &flow.options));
        rows.extend(flow.confidence.then(|| confidence("flow-a", &question.id, &flow.prompt)));
        let prefix = format!("{}_", question.id);
        rows.extend(followup.iter().flat_map(Item::variables).map(|variable| row("flow-a", &prefix, &variable, &[])));
    }
    rows
}

fn flow_b(study: &Study) -> Vec<Row> {
    let Some(flow) = &study.flow_b else { return Vec::new() };
    let mut rows = Vec::new();
    for post in flow.personas.iter().flat_map(|posts| &posts.posts) {
        rows.push(judgement("flow-b", &post.id, &post.prompt, &flow.options));
        rows.extend(flow.confidence.then(|| confidence("flow-b", &post.id, &post.prompt)));
    }
    rows
}

fn control(study: &Study) -> Vec<Row> {
    let Some(flow) = &study.control_flow else { return Vec::new() };
    let ratings = |prefix: String| {
        let variables = flow.ratings.iter().flat_map(Item::variables);
        variables.map(|variable| row("control", &prefix, &variable, &[])).collect::<Vec<_>>()
    };
    flow.clips.iter().flat_map(|clip| ratings(format!("{}_", clip.id))).collect()
}

fn judgement(part: &str, id: &str, label: &Text, options: &[Choice]) -> Row {
    let variable = Variable { name: id.to_owned(), label, values: Values::One(options), required: true, source: None };
    row(part, "", &variable, &[])
}

fn confidence(part: &str, id: &str, label: &Text) -> Row {
    let name = format!("{id}_confidence");
    row(part, "", &Variable { name, label, values: CONFIDENCE, required: true, source: None }, &[])
}

fn row(part: &str, prefix: &str, variable: &Variable, scales: &[Scale]) -> Row {
    let name = format!("{prefix}{}", variable.name);
    let member = |scale: &&Scale| scale.items.contains(&name);
    let (min, max) = variable.values.limits();
    Row {
        part: part.to_owned(),
        label: variable.label.0.clone(),
        kind: variable.values.kind(),
        values: variable.values.words(),
        min,
        max,
        source: variable.source.map(str::to_owned),
        scales: scales.iter().filter(member).map(|scale| scale.id.clone()).collect(),
        variable: name,
    }
}

fn score(part: &str, scale: &Scale) -> Row {
    let how = match scale.method {
        Method::Mean => "mean",
        Method::Sum => "prorated sum",
        Method::Correct => "number right",
    };
    Row {
        variable: scale.id.clone(),
        part: part.to_owned(),
        label: format!("{} ({how} of {})", scale.label.0, scale.items.join(", ")),
        kind: Type::Score,
        values: Vec::new(),
        min: None,
        max: None,
        source: scale.source.clone(),
        scales: Vec::new(),
    }
}

impl Values<'_> {
    fn kind(&self) -> Type {
        match self {
            Self::One(_) => Type::Category,
            Self::Many { .. } => Type::Categories,
            Self::Steps { .. } | Self::Number { integer: true, .. } => Type::Integer,
            Self::Number { .. } => Type::Number,
            Self::Words { .. } => Type::Text,
            Self::Day { .. } => Type::Date,
        }
    }

    fn words(&self) -> Vec<(String, String)> {
        match self {
            Self::One(options) | Self::Many { options, .. } => {
                options.iter().map(|option| (option.value.clone(), option.label.0.clone())).collect()
            }
            Self::Steps { first, labels, .. } => {
                (*first..).zip(*labels).map(|(value, label)| (value.to_string(), label.0.clone())).collect()
            }
            _ => Vec::new(),
        }
    }

    fn limits(&self) -> (Option<f64>, Option<f64>) {
        match self {
            Self::Steps { first, last, .. } => (Some(*first as f64), Some(*last as f64)),
            Self::Number { min, max, .. } => (*min, *max),
            _ => (None, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::small;

    #[test]
    fn every_variable_has_one_row_with_what_it_means() {
        let rows = codebook(&small());
        let find = |name: &str| rows.iter().find(|row| row.variable == name).unwrap_or_else(|| panic!("{name}"));
        let trust = find("trust_3");
        assert_eq!(
            (trust.part.as_str(), trust.kind, trust.min, trust.max),
            ("pre/views", Type::Integer, Some(1.0), Some(5.0))
        );
        assert_eq!(
            (trust.source.as_deref(), trust.scales.as_slice()),
            (Some("Example scale (2020)"), &["self_efficacy".to_owned()][..])
        );
        assert_eq!(find("often").values[2], ("3".to_owned(), "Often".to_owned()));
        assert_eq!(find("fa_2_reasons").kind, Type::Categories);
        assert_eq!(find("cf_2_clear").part, "control");
        assert_eq!(find("post_correct").kind, Type::Score);
        for name in ["practice_1", "fb_4_confidence", "pre_2_sharing", "fa_1_mark_x", "fa_1_words", "born"] {
            find(name);
        }
        let names: std::collections::BTreeSet<&str> = rows.iter().map(|row| row.variable.as_str()).collect();
        assert_eq!(names.len(), rows.len());
    }
}
