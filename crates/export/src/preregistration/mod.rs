//! A preregistration of a study, from its bundle alone: a document for people, the answers to the questions of OSF's
//! template, and the plan with its hash.

mod chapters;
mod measures;
mod methods;
mod osf;
mod rationale;
mod sentences;
mod spirit;
#[cfg(test)]
mod tests;

use unmask_study::Study;
use unmask_study::definition::Reporting;
use unmask_study::definition::reporting::Registration;
use unmask_study::plan::{FORMAT, Plan};
use unmask_study::report::Language;

use crate::paper::{Block, Paper, Words};
use crate::prelude::*;
pub use methods::planned_methods;
use sentences::Sentences;

/// A preregistration in one language.
pub struct Preregistration {
    /// The document.
    pub document: Paper,
    /// The answers in OSF's template.
    pub osf: Value,
    /// The plan with its hash.
    pub plan: Value,
    /// What the bundle does not state: the field of `study.yaml`, and what belongs there.
    pub missing: Vec<(String, String)>,
}

/// A statement that only the researchers can make.
struct Statement {
    /// Field of `study.yaml`.
    field: &'static str,
    topic: [&'static str; 2],
    stated: Option<String>,
}

impl Statement {
    fn topic(&self, words: Words) -> &'static str {
        words.pick(self.topic[0], self.topic[1])
    }

    /// The statement, or a mark that it is missing.
    fn text(&self, words: Words) -> String {
        self.stated.clone().unwrap_or_else(|| {
            let (topic, field) = (self.topic(words), self.field);
            match words.0 {
                Language::English => format!("[To write: {topic} ({field} in study.yaml)]"),
                Language::German => format!("[Zu schreiben: {topic} ({field} in study.yaml)]"),
            }
        })
    }
}

/// All statements, in the order of the document.
fn statements(reporting: &Reporting) -> Vec<Statement> {
    let statement = |field, english, german, stated: Option<&String>| Statement {
        field,
        topic: [english, german],
        stated: stated.map(|text| text.trim().to_owned()),
    };
    let registration = reporting.registration.as_ref().map(Registration::in_words);
    let of = reporting;
    vec![
        statement(
            "reporting.background",
            "research question and background",
            "Fragestellung und Hintergrund",
            of.background.as_ref(),
        ),
        statement("reporting.setting", "setting and recruitment", "Ort und Rekrutierung", of.setting.as_ref()),
        statement(
            "reporting.payment",
            "payment of the participants",
            "Vergütung der Teilnehmenden",
            of.payment.as_ref(),
        ),
        statement("reporting.timeline", "time of recruitment", "Zeitraum der Rekrutierung", of.timeline.as_ref()),
        statement(
            "reporting.harms",
            "expected harms and how they are assessed",
            "erwartete Schäden und ihre Erfassung",
            of.harms.as_ref(),
        ),
        statement(
            "reporting.involvement",
            "involvement of the public",
            "Beteiligung der Öffentlichkeit",
            of.involvement.as_ref(),
        ),
        statement("reporting.funding", "funding", "Finanzierung", of.funding.as_ref()),
        statement("reporting.conflicts", "conflicts of interest", "Interessenkonflikte", of.conflicts.as_ref()),
        statement("reporting.registration", "register and number", "Register und Nummer", registration.as_ref()),
        statement(
            "reporting.protocol",
            "web address of the protocol",
            "Webadresse des Studienprotokolls",
            of.protocol.as_ref(),
        ),
    ]
}

/// What the study's database has when a preregistration is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// SHA-256 of the allocation seed, which the server records at its first start.
    pub commitment: String,
    /// Number of participants who are neither simulated nor previews.
    pub participants: i64,
}

impl Preregistration {
    /// Of a bundle that has passed its checks.
    pub fn of(study: &Study, recorded: Option<&Recorded>, language: Language) -> Self {
        let words = Words(language);
        let statements = statements(&study.file.reporting);
        let plan = Plan::of(study);
        let sentences = Sentences::of(study, recorded, language);
        let chapters = chapters::chapters(&sentences, &statements, &plan);
        let mut blocks = chapters::front(&statements, words);
        blocks.extend(chapters.iter().flat_map(chapters::Chapter::blocks));
        blocks.push(Block::Heading(words.pick("Appendix A: measures", "Anhang A: Maße").to_owned()));
        blocks.extend(measures::tables(study, words));
        blocks.push(Block::Heading(words.pick("Appendix B: SPIRIT 2025", "Anhang B: SPIRIT 2025").to_owned()));
        blocks.push(spirit::table(study, words));
        let left = statements.iter().filter(|one| one.stated.is_none());
        Self {
            document: Paper::from_blocks(sentences.title(), language, blocks),
            osf: osf::answers(&chapters, recorded.map_or(0, |recorded| recorded.participants), language),
            plan: json!({
                "format": FORMAT, "study": study.file.id, "version": study.hash,
                "program": env!("CARGO_PKG_VERSION"), "hash": plan.hash(), "plan": plan.values(),
            }),
            missing: left.map(|one| (one.field.to_owned(), one.topic(words).to_owned())).collect(),
        }
    }
}
