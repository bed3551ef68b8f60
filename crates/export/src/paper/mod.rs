//! A draft of the methods and results for a journal article: what the report knows, in the order of CONSORT 2025, with
//! the statistics of each comparison in the style of the American Psychological Association (7th edition). What the
//! report can't know is in square brackets.

mod docx;
mod html;
mod margins;
#[cfg(test)]
mod tests;
mod words;
mod write;

pub(crate) use margins::margin_tests;
pub(crate) use words::Words;

use unmask_study::Study;
use unmask_study::definition::allocation::Factor;
use unmask_study::report::{Language, Report};

/// A document, as HTML or as DOCX.
pub struct Paper {
    title: String,
    language: Language,
    blocks: Vec<Block>,
}

/// A piece of the document.
pub(crate) enum Block {
    /// A section.
    Heading(String),
    /// A subsection.
    Subheading(String),
    Paragraph(String),
    /// For the authors; not part of the article.
    Note(String),
    Table(PaperTable),
}

/// A table with a number, a title and a note below it.
pub(crate) struct PaperTable {
    pub title: String,
    pub head: Vec<String>,
    /// The first cell of a row is its heading.
    pub rows: Vec<Vec<String>>,
    pub note: String,
    /// The cells are sentences, not numbers.
    pub is_text: bool,
}

/// How participants are allocated, by the active version of the study.
#[derive(Clone, Debug, PartialEq)]
pub struct AllocationMethod {
    /// The probability of the best arm, if the study minimises.
    pub minimises: Option<f64>,
    /// The arms come from a fixed list.
    pub is_list: bool,
    /// Units such as classes are allocated, in place of participants.
    pub by_unit: bool,
    /// Possible block sizes.
    pub block_sizes: Vec<u32>,
    /// Weights of the arms.
    pub weights: Vec<u32>,
    /// What makes the strata, or what minimisation balances.
    pub factors: Vec<Factor>,
    /// The block at which participants are allocated; none at registration.
    pub at: Option<String>,
    /// A participant's arm is drawn among this many nearest free slots.
    pub draw_among: u32,
}

/// What the study states and plans, in sentences in the language of the paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedMethods {
    /// Who could take part, setting and payment; what is not stated, in square brackets.
    pub participants: Vec<String>,
    /// Approval by an ethics board.
    pub ethics: Vec<String>,
    /// Why this number of participants.
    pub sample_size: Vec<String>,
    /// How answers become outcomes.
    pub scoring: Vec<String>,
    /// Judgements before and after advice; none if the study has no advice.
    pub advice: Vec<String>,
    /// Rules of exclusion, and populations.
    pub exclusions: Vec<String>,
    /// What happens to missing outcomes.
    pub missing: Vec<String>,
}

impl AllocationMethod {
    /// Of this study.
    pub fn of(study: &Study) -> Self {
        let file = &study.file;
        Self {
            minimises: file.allocation.minimises(),
            is_list: file.allocation.is_list(),
            by_unit: file.allocation.unit.is_some(),
            block_sizes: file.allocation.block_sizes.clone(),
            weights: file.arms.values().map(|arm| arm.weight).collect(),
            factors: study.factors().to_vec(),
            at: file.allocation.at.map(|at| at.name().to_owned()),
            draw_among: file.allocation.draw_among,
        }
    }
}

impl Paper {
    /// A document with this content.
    pub(crate) fn from_blocks(title: String, language: Language, blocks: Vec<Block>) -> Self {
        Self { title, language, blocks }
    }

    /// Its content.
    #[cfg(test)]
    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The draft from a report in this language.
    pub fn of(report: &Report, allocation: &AllocationMethod, planned: &PlannedMethods, language: Language) -> Self {
        let blocks = write::blocks(report, allocation, planned, language);
        Self { title: report.about.title.clone(), language, blocks }
    }
}
