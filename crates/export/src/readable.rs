//! `codebook.html`: the questions in all languages of the study, for people.

use unmask_study::codebook::{Aspect, Row};
use unmask_study::definition::item::{Truth, TruthByForm};
use unmask_study::definition::{Content, Study};
use unmask_study::progress::Form;
use unmask_study::text::Locale;
use unmask_study::{Step, StepKind};

use crate::codebook::listed;
use crate::prelude::*;
use crate::rest::kind;

const TEMPLATE: &str = include_str!("templates/codebook.html");

pub fn write(package: &mut Package, versions: &Versions, tables: &Tables, contents: &Contents) -> Result<()> {
    package.render("codebook.html", TEMPLATE, facts(versions, tables, contents))
}

fn facts(versions: &Versions, tables: &Tables, contents: &Contents) -> Value {
    let newest = versions.active();
    let arms = newest.study.file.arms.iter().filter(|_| contents.blinded.is_none()).map(|(group, arm)| {
        let steps: Vec<String> = newest.study.steps_of(Some(*group)).iter().map(Step::to_string).collect();
        json!({ "name": group.name(), "label": arm.label, "steps": steps })
    });
    json!({
        "language": newest.study.file.language.0,
        "title": contents.title,
        "contact": contents.contact,
        "institution": contents.institution,
        "version": contents.version,
        "warning": contents.warning(),
        "older": versions.all().len() > 1,
        "arms": arms.collect::<Vec<_>>(),
        "parts": parts(newest),
        "tables": tables.described().map(table).collect::<Vec<_>>(),
        "missing": Missing::ALL.map(|why| json!({ "code": why.code(), "meaning": why.meaning() })),
    })
}

/// The variables by section, in the order of the study.
fn parts(version: &Version) -> Vec<Value> {
    let mut parts: Vec<(&str, Vec<Value>)> = Vec::new();
    for row in &version.rows {
        let row_facts = asked(version, row);
        match parts.iter_mut().find(|(part, _)| *part == row.part) {
            Some((_, rows)) => rows.push(row_facts),
            None => parts.push((&row.part, vec![row_facts])),
        }
    }
    let part = |(part, rows): (&str, Vec<Value>)| {
        json!({
            "id": format!("part-{}", part.replace('/', "-")),
            "name": part,
            "title": part_title(&version.study, part),
            "rows": rows,
        })
    };
    parts.into_iter().map(part).collect()
}

/// The heading of a part, with the section's title: `Pre-questionnaire: About you` for `pre/about_you`.
fn part_title(study: &Study, part: &str) -> String {
    let (id, section) = part.split_once('/').map_or((part, None), |(id, section)| (id, Some(section)));
    let Some((block, kind)) = study.blocks.iter().find(|(own, _)| own.name() == id).map(|(own, one)| (*own, one.kind))
    else {
        return part.to_owned();
    };
    let name = match kind {
        StepKind::PreQuestionnaire => "Pre-questionnaire",
        StepKind::TreatmentQuestionnaire => "Treatment questionnaire",
        StepKind::PostQuestionnaire => "Post-questionnaire",
        StepKind::Home => "Practice item",
        StepKind::FlowA => "Flow A",
        StepKind::FlowB => "Flow B",
        StepKind::ControlFlow => "Control task",
        StepKind::End => "End",
    };
    let own = if block == kind.block() { String::new() } else { format!(" ({block})") };
    let Some(Content::Questionnaire(_, questionnaire)) = study.content(id) else { return format!("{name}{own}") };
    let title = questionnaire.sections.iter().find(|one| Some(one.id.as_str()) == section);
    format!("{name}{own}: {}", title.map_or("scores", |one| one.title.0.as_str()))
}

/// The study's languages, the source language first.
fn languages(version: &Version) -> Vec<&Locale> {
    std::iter::once(&version.study.file.language).chain(version.study.catalog.translations.keys()).collect()
}

fn asked(version: &Version, row: &Row) -> Value {
    let translate = |locale: &Locale, text: &str| version.study.catalog.translate(locale, text).to_owned();
    let languages = languages(version);
    let texts: Vec<Value> = languages
        .iter()
        .map(|locale| json!({ "language": locale.0, "title": row.title_in(locale, |text| translate(locale, text)) }))
        .collect();
    let words: Vec<_> = languages.iter().map(|locale| row.words_in(locale, |text| translate(locale, text))).collect();
    let values = words[0].iter().enumerate().map(|(index, (value, _))| {
        let texts = languages.iter().zip(&words);
        let texts = texts.map(|(locale, words)| json!({ "language": locale.0, "text": words[index].1 }));
        json!({ "value": value, "words": texts.collect::<Vec<_>>() })
    });
    json!({
        "variable": row.variable,
        "texts": texts,
        "values": values.collect::<Vec<_>>(),
        "facts": about(row),
    })
}

/// The known properties of a variable; unknown ones are omitted.
fn about(row: &Row) -> Vec<Value> {
    let limits = match (row.min, row.max) {
        (Some(min), Some(max)) => Some(format!("{min} to {max}")),
        (Some(min), None) => Some(format!("at least {min}")),
        (None, Some(max)) => Some(format!("at most {max}")),
        (None, None) => None,
    };
    let truth = row.truth.as_ref().map(|truth| match truth {
        Truth::Fixed(value) => value.clone(),
        Truth::ByForm(TruthByForm { x, y }) if x == y => x.clone(),
        Truth::ByForm(TruthByForm { x, y }) => format!("{x} in form X, {y} in form Y"),
        Truth::ByList(truths) => on_lists(truths),
    });
    let facts = [
        ("Type", Some(kind(row.kind).to_owned())),
        ("Range", limits),
        ("Unit", row.unit.clone()),
        (
            "Answer",
            Some(if row.required { "required" } else { "optional" }.to_owned()).filter(|_| row.aspect != Aspect::Score),
        ),
        ("Shown if", row.condition.clone()),
        ("Medium", if row.stimuli.is_empty() { row.stimulus.clone() } else { Some(on_lists(&media(row))) }),
        ("Condition within participants", Some(on_lists(&row.conditions)).filter(|words| !words.is_empty())),
        ("Correct answer", truth),
        ("Part of", Some(row.scales.join(", ")).filter(|scales| !scales.is_empty())),
        ("Scoring", row.scoring.clone()),
        ("Source", row.source.clone()),
    ];
    facts.into_iter().filter_map(|(name, text)| Some(json!({ "name": name, "text": text? }))).collect()
}

/// The medium on each list.
fn media(row: &Row) -> Vec<String> {
    row.stimuli.iter().map(|own| own.clone().unwrap_or_else(|| "none".to_owned())).collect()
}

/// `none on list 1, shown on list 2`.
fn on_lists(values: &[String]) -> String {
    let on_list = |(value, form): (&String, Form)| format!("{value} on {form}");
    values.iter().zip(Form::lists(values.len())).map(on_list).collect::<Vec<_>>().join(", ")
}

fn table(table: &Table) -> Value {
    let columns = table.columns.iter().map(|column| {
        json!({ "name": column.name, "type": column.kind.name(), "unit": column.unit, "label": column.label,
            "values": listed(column.words().cloned()) })
    });
    json!({ "name": table.name, "description": table.description, "file": table.file(), "key": table.key,
        "columns": columns.collect::<Vec<_>>() })
}
