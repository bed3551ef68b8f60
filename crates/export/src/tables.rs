//! The tables of the package.

mod answers;
mod people;
mod results;
mod study;
mod usage;

use std::collections::BTreeSet;

use unmask_study::definition::Form;
use unmask_study::definition::wave::MAIN;

use crate::blinded::Blinded;
use crate::bundle::{Versions, Wide};
use crate::publication::Public;
use crate::schema::{Column, Kind, Reference, Table, column};
pub use usage::{FIELDS, Field};

/// The test forms of all versions, as the data name them, with their labels.
fn forms(versions: &Versions) -> Vec<(&'static str, String)> {
    let forms: BTreeSet<Form> = versions.all().iter().flat_map(|version| version.study.file.forms()).collect();
    let label = |form: Form| match form {
        Form::List(number) => format!("List {number}"),
        _ => format!("Form {}", form.name().to_uppercase()),
    };
    forms.into_iter().map(|form| (form.name(), label(form))).collect()
}

/// The column of a test form.
fn form(versions: &Versions, label: &'static str) -> Column {
    let forms = forms(versions);
    let forms: Vec<(&str, &str)> = forms.iter().map(|(form, label)| (*form, label.as_str())).collect();
    column("form", Kind::Text, label).of(&forms)
}

/// The condition of an item.
fn condition() -> Column {
    let label = "Condition within participants in which the item was, for an item with conditions";
    column("within_condition", Kind::Text, label)
}

/// Versions of a stimulus.
const VERSIONS: [(&str, &str); 2] = [("original", "Unaltered"), ("altered", "With one cue changed")];

pub struct Tables {
    /// One row for each participant.
    pub participants: Table,
    /// One row for each assigned slot.
    pub allocations: Table,
    /// One row for each unit that was allocated.
    pub units: Table,
    /// One row for each consent.
    pub consents: Table,
    /// One row for each receipt.
    pub submissions: Table,
    /// One row for each answer.
    pub responses: Table,
    /// One row for each medium on a page that was submitted.
    pub exposures: Table,
    /// One row for each timed moment.
    pub events: Table,
    /// One row for each participant, all questionnaires next to one another.
    pub questionnaires: Table,
    /// One row for each entry into a step.
    pub steps: Table,
    /// One row for each later part that is planned for a participant.
    pub waves: Table,
    /// One row for each usage event.
    pub usage: Table,
    /// One row for each variable.
    pub variables: Table,
    /// One row for each media file.
    pub stimuli: Table,
    /// One row for each judgement of a randomised person; a result.
    pub judgements: Table,
    /// One row for each randomised person, with their outcomes; a result.
    pub people: Table,
    /// One row for each number of the report; a result.
    pub numbers: Table,
    /// One row for each figure of the flow diagram; a result.
    pub consort: Table,
    /// One row for each column of the other tables.
    pub codebook: Table,
    /// The columns of the wide form.
    pub wide: Vec<Wide>,
    /// The statements of all consent texts.
    pub ticks: Vec<String>,
}

impl Tables {
    /// The tables of these versions. Those of a public or a blinded package have no columns for what it leaves out.
    pub fn of(versions: &Versions, public: Option<&Public>, blinded: Option<&Blinded>) -> Self {
        let mut tables = Self::of_whole(versions, public);
        if let Some(blinded) = blinded {
            tables.reduce(blinded);
        }
        tables
    }

    fn of_whole(versions: &Versions, public: Option<&Public>) -> Self {
        let mut wide = versions.wide();
        wide.retain(|wide| public.is_none_or(|public| public.has_answers(&wide.row.variable)));
        let mut ticks: Vec<(String, String)> = Vec::new();
        for tick in versions.all().iter().rev().flat_map(|version| &version.study.consent.ticks) {
            if ticks.iter().all(|(id, _)| *id != tick.id) {
                ticks.push((tick.id.clone(), tick.label.0.clone()));
            }
        }
        Self {
            participants: people::participants(versions),
            allocations: people::allocations(versions),
            units: people::units(versions),
            consents: people::consents(&ticks),
            submissions: answers::submissions(versions),
            responses: answers::responses(versions),
            exposures: answers::exposures(versions),
            events: answers::events(),
            questionnaires: answers::questionnaires(&wide),
            steps: people::steps(versions),
            waves: people::waves(versions),
            usage: usage::usage(),
            variables: study::variables(),
            stimuli: study::stimuli(),
            judgements: results::judgements(versions),
            people: results::people(versions),
            numbers: results::numbers(),
            consort: results::consort(),
            codebook: study::codebook(versions),
            ticks: ticks.into_iter().map(|(id, _)| id).collect(),
            wide,
        }
    }

    fn reduce(&mut self, blinded: &Blinded) {
        let all = self.each_mut();
        let mut left_out = Vec::new();
        for table in all {
            blinded.reduce(table);
            left_out.extend(table.is_left_out().then_some(table.name));
        }
        for table in self.each_mut() {
            let names: Vec<String> = table.columns.iter().map(|column| column.name.clone()).collect();
            let is_known = |of: &Reference| {
                !left_out.contains(&of.table) && of.columns.iter().all(|column| names.iter().any(|own| own == column))
            };
            table.references.retain(is_known);
        }
    }

    fn each_mut(&mut self) -> [&mut Table; 18] {
        [
            &mut self.participants,
            &mut self.allocations,
            &mut self.units,
            &mut self.consents,
            &mut self.submissions,
            &mut self.responses,
            &mut self.exposures,
            &mut self.events,
            &mut self.questionnaires,
            &mut self.steps,
            &mut self.waves,
            &mut self.usage,
            &mut self.variables,
            &mut self.stimuli,
            &mut self.people,
            &mut self.judgements,
            &mut self.numbers,
            &mut self.consort,
        ]
    }

    /// The tables in `data/`, in the order of the description.
    pub fn all(&self) -> Vec<&Table> {
        let all = [
            &self.participants,
            &self.allocations,
            &self.units,
            &self.consents,
            &self.submissions,
            &self.responses,
            &self.exposures,
            &self.events,
            &self.questionnaires,
            &self.steps,
            &self.waves,
            &self.usage,
            &self.variables,
            &self.stimuli,
        ];
        all.into_iter().filter(|table| !table.is_left_out()).collect()
    }

    /// The tables in `results/`: described like the others, but only as CSV.
    pub fn results(&self) -> Vec<&Table> {
        let all = [&self.people, &self.judgements, &self.numbers, &self.consort];
        all.into_iter().filter(|table| !table.is_left_out()).collect()
    }

    /// All tables that are described.
    pub fn described(&self) -> impl Iterator<Item = &Table> {
        self.all().into_iter().chain(self.results())
    }
}

fn table(name: &'static str, title: &'static str, description: &'static str, key: &[&'static str]) -> Table {
    Table {
        name,
        title,
        description,
        path: None,
        columns: Vec::new(),
        key: key.into(),
        references: Vec::new(),
        kept: None,
    }
}

impl Table {
    fn at(self, path: &'static str) -> Self {
        Self { path: Some(path), ..self }
    }

    fn with(mut self, columns: impl IntoIterator<Item = Column>) -> Self {
        self.columns.extend(columns);
        self
    }

    fn of_participants(self) -> Self {
        self.refers(&["participant_id"], "participants", &["participant_id"])
    }

    fn of_submissions(self) -> Self {
        self.of_participants().refers(&["receipt"], "submissions", &["receipt"])
    }
}

fn participant() -> Column {
    column("participant_id", Kind::Text, "Pseudonym of the participant").required()
}

fn block() -> Column {
    column("block", Kind::Text, "Block of the study that it belongs to").required()
}

fn wave(versions: &Versions) -> Column {
    let mut waves = vec![(MAIN.name(), "First part")];
    for wave in versions.all().iter().rev().flat_map(|version| &version.study.file.waves) {
        if waves.iter().all(|(name, _)| *name != wave.id.name()) {
            waves.push((wave.id.name(), &wave.title.0));
        }
    }
    column("wave", Kind::Text, "Part of the study, in time").required().of(&waves)
}

fn arm(versions: &Versions) -> Column {
    let mut arms: Vec<(&str, &str)> = Vec::new();
    for (group, arm) in versions.all().iter().rev().flat_map(|version| &version.study.file.arms) {
        if arms.iter().all(|(name, _)| *name != group.name()) {
            arms.push((group.name(), &arm.label));
        }
    }
    column("arm", Kind::Text, "Arm of the trial").of(&arms)
}

fn version() -> Column {
    let label = "SHA-256 of the study bundle under which the row was collected; see materials/";
    column("study_version", Kind::Text, label).required()
}

fn receipt() -> Column {
    column("receipt", Kind::Text, "Number of the receipt that the participant's browser got").required()
}

fn time(name: &str, label: &str) -> Column {
    column(name, Kind::Time, format!("{label} (UTC, the server's clock)"))
}

/// Milliseconds from the moment when the page was shown, by the browser's monotonic clock.
fn since_shown(name: &str, label: &str) -> Column {
    column(name, Kind::Number, format!("{label}, counted from the moment when the page was shown")).unit("ms")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use serde_json::json;
    use unmask_store::study::StudyVersion;
    use unmask_study::scaffold::{Template, scaffold};

    use super::*;

    /// The tests of the web app compare the console's texts and docs/EXPORT.md with this file.
    #[test]
    fn the_generated_names_of_tables_are_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/tables.json");
        let files: BTreeMap<String, String> = scaffold("small", "Small", Template::Training, || "CODE".to_owned())
            .into_iter()
            .filter_map(|(name, file)| Some((name, String::from_utf8(file).ok()?)))
            .collect();
        let bundle = serde_json::to_string(&files).unwrap();
        let version = StudyVersion { hash: "small".into(), bundle, activated_at: 0 };
        let tables = Tables::of(&Versions::parse(vec![version], None).unwrap(), None, None);
        let names = |tables: &[&Table]| tables.iter().map(|table| table.name).collect::<Vec<_>>();
        let all = json!({ "data": names(&tables.all()), "results": names(&tables.results()) });
        let now = serde_json::to_string_pretty(&all).unwrap() + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == now, "docs/generated/tables.json is out of date; run: make generate");
    }
}
