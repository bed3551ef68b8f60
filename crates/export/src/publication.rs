//! Consent to publication: who agreed, and the rows that a public package has of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use unmask_store::consent::NewConsent;
use unmask_store::{Millis, Snapshot, export as stored};
use unmask_study::codebook::Type;
use unmask_study::definition::{Purpose, Study};
use unmask_study::page::QuestionnaireBlock;
use unmask_study::{answers::Earlier, hex};

use crate::bundle::{Version, Versions};
use crate::cell::{Cell, plain};
use crate::error::{ExportError, Result};
use crate::schema::{Column, Table};

/// In place of the researcher's reason for an exclusion.
pub const EXCLUDED: &str = "decided by a researcher";

const DAY: Millis = 24 * 60 * 60 * 1000;

/// Who agreed to the publication of their answers.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    /// Whether any version asks for it.
    pub asked: bool,
    /// By participant code: the time of day of the first consent.
    agreed: HashMap<String, Millis>,
}

/// The rules of a public package.
#[derive(Clone, Debug)]
pub struct Public {
    agreed: HashMap<String, Millis>,
    /// Variables with free text or dates that were not chosen.
    withheld: BTreeSet<String>,
    quasi_identifiers: Vec<String>,
}

/// Who agreed, for the descriptions of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    /// Whether any version asks for consent to publication.
    pub asked: bool,
    /// Participants of the study who agreed; simulated ones count if the package includes them.
    pub agreed: i64,
    /// The other participants.
    pub not_agreed: i64,
    /// In a public package: how many participants have the same answers to the quasi-identifiers.
    pub anonymity: Option<Anonymity>,
}

/// How many participants have the same answers to the quasi-identifiers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Anonymity {
    pub variables: Vec<String>,
    /// Number of groups by their size.
    pub groups: BTreeMap<i64, i64>,
}

impl Agreement {
    /// Reads all consents. The last one of a participant counts.
    pub async fn read(snapshot: &mut Snapshot, versions: &Versions, simulated: bool) -> Result<Self> {
        let statements: BTreeSet<&str> = versions.all().iter().flat_map(|one| statements(&one.study)).collect();
        let (mut agreed, mut last) = (HashMap::new(), (String::new(), 0));
        let take = |consent: NewConsent| {
            if consent.participant != last.0 {
                last = (consent.participant.clone(), consent.at.rem_euclid(DAY));
            }
            let holds = |id: &&str| consent.ticks.get(*id).and_then(Value::as_bool) == Some(true);
            if statements.iter().any(holds) {
                agreed.insert(consent.participant, last.1);
            } else {
                agreed.remove(&consent.participant);
            }
            Ok::<_, ExportError>(())
        };
        stored::consents(snapshot, simulated, take).await?;
        // They took no part, and may be minors.
        for code in stored::turned_away(snapshot).await? {
            agreed.remove(&code);
        }
        Ok(Self { asked: !statements.is_empty(), agreed })
    }

    /// The counts of a study with that many participants.
    pub fn counts(&self, people: i64, anonymity: Option<Anonymity>) -> Publication {
        let agreed = i64::try_from(self.agreed.len()).unwrap_or(i64::MAX);
        Publication { asked: self.asked, agreed, not_agreed: people - agreed, anonymity }
    }

    /// The rules of a public package with the free text of these items.
    pub fn public(&self, versions: &Versions, chosen: &[String]) -> Result<Arc<Public>> {
        if !self.asked {
            return Err(ExportError::NotAsked);
        }
        let rows = versions.all().iter().flat_map(|version| &version.rows);
        let mut withheld: BTreeSet<String> =
            rows.filter(|row| matches!(row.kind, Type::Text | Type::Date)).map(|row| row.variable.clone()).collect();
        if let Some(unknown) = chosen.iter().find(|name| !withheld.contains(*name)) {
            return Err(ExportError::NoFreeText { name: unknown.clone(), known: withheld.into_iter().collect() });
        }
        withheld.retain(|name| !chosen.contains(name));
        let mut quasi_identifiers = quasi_identifiers(versions.active());
        quasi_identifiers.retain(|name| !withheld.contains(name));
        Ok(Arc::new(Public { agreed: self.agreed.clone(), withheld, quasi_identifiers }))
    }
}

/// The variables by which somebody could recognise a participant: as declared, or the questions with one choice in the
/// first section.
fn quasi_identifiers(version: &Version) -> Vec<String> {
    let study = &version.study;
    if let Some(declared) = &study.file.publication.quasi_identifiers {
        return declared.clone();
    }
    let first = study.questionnaires.get(&QuestionnaireBlock::PRE).and_then(|pre| pre.sections.first());
    let part = first.map(|section| format!("pre/{}", section.id));
    let asked = version.rows.iter().filter(|row| Some(&row.part) == part.as_ref() && row.kind == Type::Category);
    asked.map(|row| row.variable.clone()).collect()
}

/// The statements that permit publication.
fn statements(study: &Study) -> impl Iterator<Item = &str> {
    study.consent.ticks.iter().filter(|tick| tick.purpose == Purpose::Publication).map(|tick| tick.id.as_str())
}

impl Public {
    /// Whether the package has data of this participant.
    pub fn has(&self, code: &str) -> bool {
        self.agreed.contains_key(code)
    }

    /// A participant without the researcher's words about an exclusion: they may tell who it is.
    pub fn person(person: stored::Person) -> stored::Person {
        let excluded = person.excluded.as_ref().map(|_| EXCLUDED.to_owned());
        stored::Person { excluded, ..person }
    }

    /// Whether the package has answers to this variable.
    pub fn has_answers(&self, variable: &str) -> bool {
        !self.withheld.contains(variable)
    }

    /// The row as published; none if it is about a participant who did not agree, or about an erased one. The clock of
    /// each participant starts at midnight of the day of their consent. Receipts are hashed, because they contain the
    /// time.
    pub fn row<'a>(&self, table: &Table, cells: &[Cell<'a>]) -> Option<Vec<Cell<'a>>> {
        let of = table.columns.iter().position(|column| column.name == "participant_id");
        let time_of_day = match of.map(|of| &cells[of]) {
            Some(Cell::Text(code)) => *self.agreed.get(&**code)?,
            Some(_) => return None,
            None => 0,
        };
        let published = |(cell, column): (&Cell<'a>, &Column)| match cell {
            // What belongs to no participant, such as a unit, has the day alone.
            Cell::Time(at) if of.is_none() => Cell::Time(day(*at)),
            Cell::Time(at) => Cell::Time(at - time_of_day),
            Cell::Text(receipt) if column.name == "receipt" => Cell::text(hex(&Sha256::digest(&**receipt)[..16])),
            other => other.clone(),
        };
        Some(cells.iter().zip(&table.columns).map(published).collect())
    }

    /// The participant's answers to the quasi-identifiers, as text.
    pub fn combination(&self, answers: &Earlier) -> Vec<String> {
        let answer = |name: &String| answers.get(name).map(|value| plain(value).into_owned()).unwrap_or_default();
        self.quasi_identifiers.iter().map(answer).collect()
    }

    /// The sizes of the groups of participants with the same combination.
    pub fn anonymity(&self, combinations: &HashMap<Vec<String>, i64>) -> Anonymity {
        let mut groups = BTreeMap::new();
        for size in combinations.values() {
            *groups.entry(*size).or_default() += 1;
        }
        Anonymity { variables: self.quasi_identifiers.clone(), groups }
    }
}

/// The last midnight before, UTC.
pub fn day(at: Millis) -> Millis {
    at - at.rem_euclid(DAY)
}

impl Publication {
    /// A sentence for a public package.
    pub fn sentence(&self) -> Option<String> {
        let (agreed, all) = (self.agreed, self.agreed + self.not_agreed);
        self.anonymity.as_ref().map(|_| {
            format!(
                "It contains only the {agreed} of {all} participants who agreed to the publication of their answers."
            )
        })
    }

    /// For the manifest.
    pub fn described(&self) -> Value {
        let mut described = json!({
            "public": self.anonymity.is_some(), "asked": self.asked,
            "agreed": self.agreed, "notAgreed": self.not_agreed,
        });
        if let Some(anonymity) = &self.anonymity {
            let groups = anonymity.groups.iter().map(|(people, groups)| json!({ "people": people, "groups": groups }));
            described["quasiIdentifiers"] = json!({
                "variables": anonymity.variables,
                "smallestGroup": anonymity.groups.keys().next(),
                "groups": groups.collect::<Vec<_>>(),
            });
        }
        described
    }
}
