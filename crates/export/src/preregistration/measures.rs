//! The table of variables. It has no right answers: participants may read a public preregistration.

use unmask_study::Study;
use unmask_study::codebook::{Row, Type, codebook};
use unmask_study::page::QuestionnaireBlock;
use unmask_study::text::Locale;

use crate::paper::{Block, PaperTable, Words};

pub(super) fn tables(study: &Study, words: Words) -> Vec<Block> {
    let rows = codebook(study);
    let locale = Locale(words.pick("en", "de").to_owned());
    let pages = study.questionnaires.keys();
    let table = |page: &QuestionnaireBlock| {
        let asked = rows.iter().filter(|row| row.questionnaire == Some(*page) && row.kind != Type::Score);
        let rows = asked.map(|row| cells(study, row, &locale, words)).collect();
        let head =
            [words.pick("Variable", "Variable"), words.pick("Question", "Frage"), words.pick("Answers", "Antworten")];
        let title = format!("{} {}", words.pick("Questionnaire", "Fragebogen"), page.name());
        Block::Table(PaperTable {
            title,
            head: head.map(str::to_owned).into(),
            rows,
            note: String::new(),
            is_text: true,
        })
    };
    pages.map(table).collect()
}

fn cells(study: &Study, row: &Row, locale: &Locale, words: Words) -> Vec<String> {
    let translate = |text: &str| study.catalog.translate(locale, text).to_owned();
    vec![row.variable.clone(), row.title_in(locale, translate), answers(study, row, locale, words)]
}

fn answers(study: &Study, row: &Row, locale: &Locale, words: Words) -> String {
    let translate = |text: &str| study.catalog.translate(locale, text).to_owned();
    let labelled = row.words_in(locale, translate);
    let labelled: Vec<String> = labelled.iter().map(|(value, label)| format!("{value} = {label}")).collect();
    let range = row.min.zip(row.max).map(|(min, max)| format!("{min}–{max}"));
    match row.kind {
        Type::Text => words.pick("text", "Text").to_owned(),
        Type::Date => words.pick("date", "Datum").to_owned(),
        _ if labelled.is_empty() => range.unwrap_or_else(|| words.pick("number", "Zahl").to_owned()),
        _ => labelled.join("; "),
    }
}
