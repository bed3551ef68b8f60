//! The versions of the study that people took part in.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};
use unmask_store::export as stored;
use unmask_store::study::{self, JustifiedActivation, StudyVersion};
use unmask_store::{Millis, Snapshot};
use unmask_study::codebook::{self, Row, Type};
use unmask_study::definition::stimulus::StimulusVersion;
use unmask_study::definition::stimulus::{self, MediaFile, Stimulus};
use unmask_study::definition::{ArmId, Form};
use unmask_study::text::Locale;
use unmask_study::{Study, load};

use crate::cell::time;
use crate::schema::{Column, Kind, column};
use crate::{ExportError, Result};

/// All versions; at least one.
pub struct Versions {
    /// The oldest first.
    all: Vec<Version>,
    /// Index of the version that new participants get.
    active: usize,
    activations: Vec<JustifiedActivation>,
}

pub struct Version {
    pub study: Study,
    /// Its files by path, without media.
    pub files: BTreeMap<String, String>,
    /// When it was first activated.
    pub activated_at: Millis,
    pub rows: Vec<Row>,
    by_name: HashMap<String, usize>,
    /// The rows as an arm has them, if content differs by arm.
    by_arm: HashMap<ArmId, Vec<Row>>,
    by_file: HashMap<String, (String, StimulusVersion)>,
}

/// A column of the wide form.
pub struct Wide {
    /// The variable in the active version, or else in the newest one that has it.
    pub row: Row,
    /// For an item with several answers: the option that the column is about.
    pub option: Option<String>,
    /// Its description.
    pub column: Column,
}

impl Versions {
    /// Reads the stored versions.
    pub async fn read(snapshot: &mut Snapshot) -> Result<Self> {
        let stored = stored::versions(snapshot).await?;
        let read = Self::parse(stored, stored::active_version(snapshot).await?.as_deref())?;
        Ok(Self { activations: study::justified_activations(snapshot).await?, ..read })
    }

    pub(crate) fn parse(stored: Vec<StudyVersion>, active: Option<&str>) -> Result<Self> {
        let all: Vec<Version> = stored.into_iter().map(Version::parse).collect::<Result<_>>()?;
        let newest = all.len().checked_sub(1).ok_or(ExportError::Nothing)?;
        let active = all.iter().position(|version| Some(version.study.hash.as_str()) == active).unwrap_or(newest);
        Ok(Self { all, active, activations: Vec::new() })
    }

    /// Only these variables. Where arms have other texts or media, with the text of the first one and without media.
    pub fn keep(&mut self, has: &impl Fn(&str) -> bool) {
        for version in &mut self.all {
            version.rows.retain(|row| has(&row.variable));
            for row in version.rows.iter_mut().filter(|_| !version.by_arm.is_empty()) {
                (row.stimulus, row.stimuli) = (None, Vec::new());
                row.wordings.clear();
            }
            version.by_name = by_name(&version.rows);
        }
    }

    /// All of them.
    pub fn all(&self) -> &[Version] {
        &self.all
    }

    /// The active version, which gives title, contact, languages and plan. It is not always the newest: the researcher
    /// can return to an earlier one.
    pub fn active(&self) -> &Version {
        &self.all[self.active]
    }

    /// Activations while people took part, with their reasons.
    pub fn activations(&self) -> &[JustifiedActivation] {
        &self.activations
    }

    /// The version of a hash.
    pub fn get(&self, hash: &str) -> Result<&Version> {
        let found = self.all.iter().find(|version| version.study.hash == hash);
        found.ok_or_else(|| ExportError::Damaged { what: format!("study version {hash}"), why: "it is gone".into() })
    }

    /// Hash and first activation of each, for the manifest.
    pub fn summary(&self) -> Value {
        let one = |version: &Version| json!({ "hash": version.study.hash, "activatedAt": time(version.activated_at) });
        self.all.iter().map(one).collect()
    }

    /// The columns of the wide form: every variable and score of the questionnaires that any version has, in the
    /// active one's order.
    pub fn wide(&self) -> Vec<Wide> {
        let mut wide: Vec<Wide> = Vec::new();
        let others = self.all.iter().rev().filter(|version| version.study.hash != self.active().study.hash);
        for version in [self.active()].into_iter().chain(others) {
            for row in version.rows.iter().filter(|row| row.questionnaire.is_some()) {
                for (column, option) in columns(row, &version.study.file.language) {
                    match wide.iter_mut().find(|known| known.column.name == column.name) {
                        None => wide.push(Wide { column, row: row.clone(), option }),
                        Some(known) => known.column.merge(column),
                    }
                }
            }
        }
        wide
    }
}

/// The columns of a variable: one, or one for each option where several can be chosen.
fn columns(row: &Row, language: &Locale) -> Vec<(Column, Option<String>)> {
    if row.kind != Type::Categories {
        return vec![(described(row, language), None)];
    }
    let mut columns: Vec<(Column, Option<String>)> = Vec::new();
    for (value, words) in &row.values {
        let mut name = format!("{}.{}", row.variable, plain_name(value));
        if columns.iter().any(|(column, _)| column.name == name) {
            name = format!("{name}_{}", columns.len() + 1);
        }
        let label = format!("{} {words}", row.title_in(language, str::to_owned));
        columns.push((column(name, Kind::Flag, label), Some(value.clone())));
    }
    columns
}

/// Names of columns are letters, digits, underscores and the dot before an option.
fn plain_name(value: &str) -> String {
    value.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

fn described(row: &Row, language: &Locale) -> Column {
    let kind = match row.kind {
        Type::Integer => Kind::Integer,
        Type::Number | Type::Score => Kind::Number,
        Type::Date => Kind::Day,
        Type::Category | Type::Categories | Type::Text => Kind::Text,
    };
    Column {
        values: row.values.clone(),
        ends: if row.values.is_empty() { row.words_in(language, str::to_owned) } else { Vec::new() },
        ordered: row.kind == Type::Integer && !row.values.is_empty(),
        min: row.min,
        max: row.max,
        unit: row.unit.clone(),
        ..column(row.variable.clone(), kind, row.title_in(language, str::to_owned))
    }
}

impl Column {
    /// The common part of two versions' columns with the same name.
    fn merge(&mut self, other: Self) {
        if self.kind != other.kind {
            self.kind = match (self.kind, other.kind) {
                (Kind::Integer | Kind::Number, Kind::Integer | Kind::Number) => Kind::Number,
                _ => Kind::Text,
            };
            self.values.clear();
        }
        if self.values.is_empty() || other.values.is_empty() {
            self.values.clear();
        } else {
            let known: Vec<String> = self.values.iter().map(|(value, _)| value.clone()).collect();
            self.values.extend(other.values.into_iter().filter(|(value, _)| !known.contains(value)));
        }
        if (self.min, self.max) != (other.min, other.max) {
            // A number has another meaning on a longer scale. The table of variables has the labels of each version.
            self.ends.clear();
        }
        self.min = self.min.zip(other.min).map(|(a, b)| a.min(b));
        self.max = self.max.zip(other.max).map(|(a, b)| a.max(b));
    }
}

impl Version {
    fn parse(stored: StudyVersion) -> Result<Self> {
        let StudyVersion { hash, bundle, activated_at } = stored;
        let damaged = |why: String| ExportError::Damaged { what: format!("study version {hash}"), why };
        let files: BTreeMap<String, String> = serde_json::from_str(&bundle).map_err(|e| damaged(e.to_string()))?;
        let bytes = files.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes())).collect();
        // Checked when it was activated. The media are not available for another check.
        let (study, _) = load::inspect(&bytes);
        let study = study.ok_or_else(|| damaged("its files can't be read".into()))?;
        let study = Study { hash, ..study };
        let rows = codebook::codebook(&study);
        let by_name = by_name(&rows);
        let by_file = files_of(&study).map(|file| (file.file.file.clone(), (file.stimulus.to_owned(), file.shown)));
        let by_file = by_file.collect();
        let by_arm = study.by_arm.iter().map(|(arm, seen)| (*arm, codebook::codebook(seen))).collect();
        Ok(Self { study, files, activated_at, rows, by_name, by_arm, by_file })
    }

    /// The stimulus and the version of it that a media file belongs to: that of the item that showed it, if known.
    pub fn medium<'a>(&'a self, file: &str, by: Option<&'a Row>, form: Form) -> Option<(&'a str, StimulusVersion)> {
        let of_item = by.and_then(|row| {
            let stimulus = row.stimulus_in(form)?;
            Some((stimulus.as_str(), self.version_with(stimulus, file)?))
        });
        of_item.or_else(|| self.by_file.get(file).map(|(stimulus, shown)| (stimulus.as_str(), *shown)))
    }

    /// The version of a stimulus that has a file.
    fn version_with(&self, stimulus: &str, file: &str) -> Option<StimulusVersion> {
        let stimulus = self.study.stimuli.get(stimulus)?;
        let has = |version: &stimulus::Version| version.files.iter().any(|one| one.file == file);
        if has(&stimulus.original) {
            return Some(StimulusVersion::Original);
        }
        stimulus.altered.as_ref().filter(|altered| has(altered)).map(|_| StimulusVersion::Altered)
    }

    /// The item that showed a file or a post to a participant, if it has conditions or arms differ; by the natural key
    /// of what was on the page: an item, or a section.
    pub fn shown_by(&self, key: &str, file: &str, arm: Option<ArmId>, form: Form) -> Option<&Row> {
        let own = self.rows_of(arm);
        let is_shown = |row: &&Row| {
            let is_item = key.rsplit('/').next() == Some(row.variable.as_str());
            let is_here = key == row.part || key.strip_prefix(&row.part).is_some_and(|rest| rest.starts_with('/'));
            let has = || row.stimulus_in(form).is_some_and(|own| self.version_with(own, file).is_some());
            is_here && (is_item || has())
        };
        own.iter().filter(|row| !row.conditions.is_empty() || !self.by_arm.is_empty()).find(is_shown)
    }

    /// The rows of the codebook as an arm has them.
    fn rows_of(&self, arm: Option<ArmId>) -> &[Row] {
        arm.and_then(|arm| self.by_arm.get(&arm)).unwrap_or(&self.rows)
    }

    /// The medium that a participant judged with an item.
    pub fn judged_medium<'a>(&'a self, row: &'a Row, arm: Option<ArmId>, form: Form) -> Option<&'a String> {
        let of_arm = arm.and_then(|arm| self.by_arm.get(&arm)).map(|rows| rows.iter());
        let own = of_arm.map_or(Some(row), |mut rows| rows.find(|own| own.variable == row.variable));
        own?.stimulus_in(form)
    }

    /// Whether a column of the wide form is one of this version.
    pub fn has(&self, column: &Wide) -> bool {
        let row = self.row(&column.row.variable);
        let several = row.is_some_and(|row| row.kind == Type::Categories);
        match &column.option {
            // A question with one choice in one version and several in another has columns of both kinds.
            None => !several,
            Some(option) => several && row.is_some_and(|row| row.values.iter().any(|(value, _)| value == option)),
        }
    }

    /// The part of the study that something submitted or asked belongs to: what its block has in common with other
    /// blocks on the same pages.
    pub fn phase<'a>(&self, item: &'a str) -> Cow<'a, str> {
        let id = item.split('/').next().unwrap_or(item);
        let own = self.study.blocks.iter().find(|(own, _)| own.name() == id);
        own.map_or(Cow::Borrowed(id), |(_, block)| Cow::Owned(block.kind.block().to_string()))
    }

    /// What a variable is.
    pub fn row(&self, variable: &str) -> Option<&Row> {
        self.by_name.get(variable).map(|&index| &self.rows[index])
    }
}

fn by_name(rows: &[Row]) -> HashMap<String, usize> {
    rows.iter().enumerate().map(|(index, row)| (row.variable.clone(), index)).collect()
}

/// A file of a stimulus.
pub struct StimulusFile<'a> {
    /// Name of the stimulus.
    pub stimulus: &'a str,
    pub of: &'a Stimulus,
    /// Which version of it.
    pub shown: StimulusVersion,
    /// What the file is: `medium`, `poster` or `captions`.
    pub role: &'static str,
    pub file: &'a MediaFile,
    /// The version's definition.
    pub version: &'a stimulus::Version,
}

/// All media files of a study.
pub fn files_of(study: &Study) -> impl Iterator<Item = StimulusFile<'_>> {
    study.stimuli.iter().flat_map(|(stimulus, of)| {
        let original = Some((StimulusVersion::Original, &of.original));
        let versions =
            original.into_iter().chain(of.altered.as_ref().map(|altered| (StimulusVersion::Altered, altered)));
        versions.flat_map(move |(shown, version)| {
            let media = version.files.iter().map(|file| ("medium", file));
            let poster = version.poster.iter().map(|file| ("poster", file));
            let captions = version.captions.values().map(|file| ("captions", file));
            let all = media.chain(poster).chain(captions);
            all.map(move |(role, file)| StimulusFile { stimulus, of, shown, role, file, version })
        })
    })
}
