//! The chapters of the document. Each answers a question of OSF's template.

use unmask_study::plan::Plan;
use unmask_study::report::Language;

use super::Statement;
use super::sentences::Sentences;
use crate::paper::{Block, PaperTable, Words};

/// A question and its answer.
pub struct Chapter {
    /// Key of the question in OSF's template.
    pub key: &'static str,
    /// Heading of the section that begins here.
    section: Option<String>,
    heading: String,
    /// One paragraph each.
    pub answer: Vec<String>,
}

impl Chapter {
    pub fn blocks(&self) -> Vec<Block> {
        let section = self.section.iter().cloned().map(Block::Heading);
        let heading = [Block::Subheading(self.heading.clone())];
        section.chain(heading).chain(self.answer.iter().cloned().map(Block::Paragraph)).collect()
    }
}

/// What is missing, before all else.
pub fn front(statements: &[Statement], words: Words) -> Vec<Block> {
    let missing: Vec<&Statement> = statements.iter().filter(|one| one.stated.is_none()).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let head = words.pick(
        "To write before this is registered. Each place is marked with square brackets.",
        "Vor der Registrierung zu schreiben. Jede Stelle ist mit eckigen Klammern markiert.",
    );
    let rows = missing.iter().map(|one| vec![one.topic(words).to_owned(), format!("{} in study.yaml", one.field)]);
    let table = PaperTable {
        title: head.to_owned(),
        head: vec![words.pick("What", "Was").to_owned(), words.pick("Where", "Wo").to_owned()],
        rows: rows.collect(),
        note: String::new(),
        is_text: true,
    };
    vec![Block::Table(table)]
}

/// In the order of OSF's template.
pub fn chapters(of: &Sentences<'_>, statements: &[Statement], plan: &Plan) -> Vec<Chapter> {
    let words = of.words;
    let chapter = |key, section: Option<[&str; 2]>, heading: [&str; 2], answer: Vec<String>| Chapter {
        key,
        section: section.map(|[english, german]| words.pick(english, german).to_owned()),
        heading: words.pick(heading[0], heading[1]).to_owned(),
        answer,
    };
    let stated =
        |field: &str| statements.iter().find(|one| one.field == field).map(|one| one.text(words)).unwrap_or_default();
    let mut collection = of.collection();
    collection.extend(named(statements, &["setting", "payment", "timeline"], words));
    let mut other = vec![stated("reporting.background")];
    other.extend(named(
        statements,
        &["harms", "involvement", "funding", "conflicts", "registration", "protocol"],
        words,
    ));
    other.extend(of.deviations(plan));
    vec![
        chapter("q2", Some(["Study", "Studie"]), ["Hypotheses", "Hypothesen"], of.hypotheses()),
        chapter("q3", Some(["Design", "Design"]), ["Study type", "Art der Studie"], of.study_type()),
        chapter("q4", None, ["Blinding", "Verblindung"], of.blinding()),
        chapter("q5", None, ["Further blinding", "Weitere Verblindung"], of.more_blinding()),
        chapter("q6.question", None, ["Study design", "Studiendesign"], of.design()),
        chapter("q7", None, ["Randomisation", "Randomisierung"], of.randomisation()),
        chapter("q8", Some(["Sampling", "Stichprobe"]), ["Existing data", "Vorhandene Daten"], of.existing_data()),
        chapter("q10.question", None, ["Data collection", "Datenerhebung"], collection),
        chapter("q11", None, ["Sample size", "Stichprobengröße"], of.sample_size()),
        chapter("q12", None, ["Rationale of the sample size", "Begründung der Stichprobengröße"], of.rationale()),
        chapter("q13", None, ["Stopping rule and looks", "Abbruchregel und Zwischenauswertungen"], of.stopping()),
        chapter(
            "q14.question",
            Some(["Variables", "Variablen"]),
            ["Manipulated variables", "Manipulierte Variablen"],
            of.manipulated(),
        ),
        chapter("q15.question", None, ["Measured variables", "Gemessene Variablen"], of.measured()),
        chapter("q16.question", None, ["Indices", "Kennwerte"], of.indices()),
        chapter(
            "q17.question",
            Some(["Analysis", "Auswertung"]),
            ["Statistical models", "Statistische Modelle"],
            of.models(),
        ),
        chapter("q18", None, ["Transformations", "Transformationen"], of.transformations()),
        chapter("q19", None, ["Inference criteria", "Entscheidungskriterien"], of.inference()),
        chapter("q20", None, ["Exclusions and populations", "Ausschlüsse und Populationen"], of.exclusions()),
        chapter("q21", None, ["Missing data", "Fehlende Daten"], of.missing_data()),
        chapter("q22", None, ["Exploratory analyses", "Explorative Auswertungen"], of.exploratory()),
        chapter(
            "q23",
            Some(["Other", "Weiteres"]),
            ["Background, statements and deviations", "Hintergrund, Angaben und Abweichungen"],
            other,
        ),
    ]
}

/// Statements with their topics.
fn named(statements: &[Statement], fields: &[&str], words: Words) -> Vec<String> {
    let chosen = statements.iter().filter(|one| fields.iter().any(|field| one.field.ends_with(field)));
    let line = |one: &Statement| {
        let topic = one.topic(words);
        let first: String = topic.chars().take(1).flat_map(char::to_uppercase).collect();
        let rest: String = topic.chars().skip(1).collect();
        match (words.0, &one.stated) {
            (Language::English | Language::German, Some(text)) => format!("{first}{rest}: {text}"),
            (_, None) => one.text(words),
        }
    };
    chosen.map(line).collect()
}
