//! A row of the codebook.

use indexmap::IndexMap;
use serde::Serialize;

use super::shown::shown;
use crate::items::Truth;
use crate::page::QuestionnaireBlock;
use crate::progress::Form;
use crate::text::Locale;

/// A variable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Name in the data.
    pub variable: String,
    /// The part of the study: `pre/<section>`, `practice`, `flow-a`, `flow-b`, `control`; `pre` for a score.
    pub part: String,
    /// Its questionnaire, if it has one. Then it is a column of the wide form.
    #[serde(skip)]
    pub questionnaire: Option<QuestionnaireBlock>,
    /// The question.
    pub label: String,
    /// The question above the label, for the rows of a matrix and the options of a ranking.
    pub stem: Option<String>,
    /// Which variable of its item it is.
    pub aspect: Aspect,
    /// Type in the data.
    pub kind: Type,
    /// Values with their labels, if they have labels.
    pub values: Vec<(String, String)>,
    /// Labels of both ends of a numbered scale, from the study. [`Row::words_in`] also has those of judgements.
    pub ends: Option<[String; 2]>,
    /// Smallest value.
    pub min: Option<f64>,
    /// Largest value.
    pub max: Option<f64>,
    /// Unit of a number.
    pub unit: Option<String>,
    /// An answer is required if the item is shown.
    pub required: bool,
    /// The condition under which it is shown, if there is one.
    pub condition: Option<String>,
    /// The medium that is judged.
    pub stimulus: Option<String>,
    /// The medium on each list, if it differs.
    #[serde(skip)]
    pub stimuli: Vec<Option<String>>,
    /// The correct answer, if there is one.
    pub truth: Option<Truth>,
    /// The condition of its item on each list, if it differs.
    #[serde(skip)]
    pub conditions: Vec<String>,
    /// Source of the wording.
    pub source: Option<String>,
    /// The scales that contain it.
    pub scales: Vec<String>,
    /// How a score is computed, or which answers pass an attention check.
    pub scoring: Option<String>,
    /// What the arms read, if they read different texts.
    #[serde(skip)]
    pub wordings: Vec<Wording>,
}

/// The texts that some arms read.
#[derive(Clone, Debug, PartialEq)]
pub struct Wording {
    /// IDs of the arms.
    pub arms: Vec<String>,
    /// The row as they have it.
    pub row: Box<Row>,
}

impl Row {
    /// The medium for participants with this test form.
    pub fn stimulus_in(&self, form: Form) -> Option<&String> {
        self.stimuli.get(form.index()).unwrap_or(&self.stimulus).as_ref()
    }

    /// The media that any participant sees.
    pub fn all_stimuli(&self) -> impl Iterator<Item = &str> {
        let usual = Some(&self.stimulus).filter(|_| self.stimuli.is_empty());
        usual.into_iter().chain(&self.stimuli).filter_map(Option::as_deref)
    }

    /// The whole question: with the question of a matrix, and the aspect of the answer; if arms read different ones,
    /// each with its arms. `translate` takes a text of the bundle.
    pub fn title_in(&self, language: &Locale, translate: impl Fn(&str) -> String) -> String {
        self.in_each_wording(|row| row.own_title_in(language, &translate))
    }

    /// A text; if arms read different ones, each with its arms.
    fn in_each_wording(&self, text: impl Fn(&Self) -> String) -> String {
        let mut texts: IndexMap<String, Vec<&str>> = IndexMap::new();
        for wording in &self.wordings {
            texts.entry(text(&wording.row)).or_default().extend(wording.arms.iter().map(String::as_str));
        }
        if texts.len() < 2 {
            return text(self);
        }
        let each = texts.into_iter().map(|(text, arms)| format!("{text} ({})", arms.join(", ")));
        each.collect::<Vec<_>>().join(" / ")
    }

    fn own_title_in(&self, language: &Locale, translate: impl Fn(&str) -> String) -> String {
        let label = translate(&self.label);
        let asked = self.stem.as_ref().map_or_else(|| label.clone(), |stem| format!("{} {label}", translate(stem)));
        match self.aspect {
            Aspect::Answer | Aspect::Score => asked,
            Aspect::Confidence => format!("{asked} ({})", shown(language).confidence),
            Aspect::Sharing => format!("{asked} ({})", shown(language).sharing),
        }
    }

    /// The values that have labels, with them: all of a closed list, the smallest and the largest of a numbered scale;
    /// if arms read different ones, each with its arms. `translate` takes a text of the bundle.
    pub fn words_in(&self, language: &Locale, translate: impl Fn(&str) -> String) -> Vec<(String, String)> {
        let words = |row: &Self| row.own_words_in(language, &translate);
        let label = |row: &Self, value: &str| {
            words(row).into_iter().find(|(own, _)| own == value).map_or_else(String::new, |(_, label)| label)
        };
        let each = words(self).into_iter().map(|(value, _)| {
            let label = self.in_each_wording(|row| label(row, &value));
            (value, label)
        });
        each.collect()
    }

    fn own_words_in(&self, language: &Locale, translate: impl Fn(&str) -> String) -> Vec<(String, String)> {
        if !self.values.is_empty() {
            return self.values.iter().map(|(value, words)| (value.clone(), translate(words))).collect();
        }
        let ends = match self.aspect {
            Aspect::Confidence => Some(shown(language).confidence_ends.map(str::to_owned)),
            Aspect::Sharing => Some(shown(language).sharing_ends.map(str::to_owned)),
            Aspect::Answer | Aspect::Score => self.ends.as_ref().map(|ends| ends.each_ref().map(|end| translate(end))),
        };
        let limits = [self.min, self.max].into_iter().flatten().map(|limit| limit.to_string());
        limits.zip(ends.into_iter().flatten()).collect()
    }
}

/// Which variable of its item a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// The answer itself.
    Answer,
    /// The confidence in it, from 50 to 100 per cent.
    Confidence,
    /// The likelihood of sharing, from 1 to 6.
    Sharing,
    /// A score.
    Score,
}

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are sufficient")]
pub enum Type {
    Category,
    Categories,
    Integer,
    Number,
    Text,
    Date,
    Score,
}
