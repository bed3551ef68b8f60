//! Findings about a bundle: for people with the line underlined, for programs as data.

use std::collections::BTreeMap;
use std::fmt;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use serde::Serialize;

use crate::excerpt::Excerpt;
use crate::ids::ArmId;
use crate::outline::SourcePosition;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The study can't run.
    Error,
    /// The study can run, but this is probably a mistake.
    Warning,
    /// Worth knowing.
    Note,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Its severity.
    pub severity: Severity,
    /// Path below the bundle's folder.
    pub file: String,
    /// From 1; absent if the whole file is meant.
    pub line: Option<usize>,
    /// From 1, in characters.
    pub column: Option<usize>,
    /// The finding.
    pub message: String,
    /// How to correct it.
    pub help: Option<String>,
}

impl Problem {
    pub(crate) fn new(
        severity: Severity,
        file: &str,
        position: Option<SourcePosition>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let (line, column) = position.unzip();
        Self { severity, file: file.to_owned(), line, column, message: message.into(), help: Some(help.into()) }
    }

    /// The same problem, found in what some arms see.
    pub(crate) fn in_arms(self, arms: &[ArmId]) -> Self {
        let names: Vec<&str> = arms.iter().map(ArmId::name).collect();
        let whose = if arms.len() == 1 { "arm" } else { "arms" };
        Self { message: format!("for {whose} {}: {}", names.join(", "), self.message), ..self }
    }

    /// Whether both say the same about the same line.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        (&self.file, self.line, &self.message) == (&other.file, other.line, &other.message)
    }
}

/// All findings of a bundle, worst first, then by file and line.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    /// The findings.
    pub list: Vec<Problem>,
    sources: BTreeMap<String, String>,
}

impl Problems {
    pub(crate) fn new(mut list: Vec<Problem>, sources: BTreeMap<String, String>) -> Self {
        list.sort_by(|a, b| (a.severity, &a.file, a.line, a.column).cmp(&(b.severity, &b.file, b.line, b.column)));
        list.dedup();
        Self { list, sources }
    }

    /// Whether there are errors.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// The number of findings of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|problem| problem.severity == severity).count()
    }

    /// For a terminal: each finding with its line underlined, optionally in colour.
    pub fn render(&self, colour: bool) -> String {
        let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_context_lines(1);
        let mut text = String::new();
        for problem in &self.list {
            // Lines that are to be pasted stay as they are.
            let lists_lines = problem.help.as_ref().is_some_and(|help| help.contains('\n'));
            let handler = handler.clone().with_wrap_lines(!lists_lines);
            let report = Report::new(problem, self.sources.get(&problem.file));
            // Writing to a string can't fail.
            let _ = handler.render_report(&mut text, &report);
            text.push('\n');
        }
        text
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Problems {}

/// A finding with its excerpt, for miette.
#[derive(Debug)]
struct Report<'a> {
    problem: &'a Problem,
    source: Option<Excerpt>,
}

impl<'a> Report<'a> {
    fn new(problem: &'a Problem, text: Option<&String>) -> Self {
        let source = text
            .zip(problem.line)
            .map(|(text, line)| Excerpt::new(&problem.file, text, line, problem.column.unwrap_or(1)));
        Self { problem, source }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = self.problem;
        write!(f, "{}", problem.file)?;
        if let (Some(line), Some(column)) = (problem.line, problem.column) {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", problem.message)
    }
}

impl std::error::Error for Report<'_> {}

impl Diagnostic for Report<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.problem.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.problem.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (start, length) = self.source.as_ref()?.position();
        let label = LabeledSpan::new(Some("here".to_owned()), start, length);
        Some(Box::new(std::iter::once(label)))
    }
}
