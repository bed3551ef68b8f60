//! A row of the codebook.

use serde::Serialize;

use super::shown::shown;
use crate::items::Truth;
use crate::page::QuestionnairePage;
use crate::text::Locale;

/// One variable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its name.
    pub variable: String,
    /// Where it is asked: `pre/<section>`, `practice`, `flow-a`, `flow-b`, `control`; `pre` for a score.
    pub part: String,
    /// The questionnaire that it belongs to: it is a column of the wide form then.
    #[serde(skip)]
    pub questionnaire: Option<QuestionnairePage>,
    /// What was asked.
    pub label: String,
    /// The question above the label, for the rows of a matrix and the options of a ranking.
    pub stem: Option<String>,
    /// Which part of a compound item it is.
    pub aspect: Aspect,
    /// Its type in the data.
    pub kind: Type,
    /// Its values with their words, where there are any.
    pub values: Vec<(String, String)>,
    /// The words at both ends of a numbered scale, in the study's words; [`Row::words_in`] has those of judgements too.
    pub ends: Option<[String; 2]>,
    /// Smallest value.
    pub min: Option<f64>,
    /// Largest value.
    pub max: Option<f64>,
    /// Unit of a number, in the study's words.
    pub unit: Option<String>,
    /// Whether it must be answered when it is shown.
    pub required: bool,
    /// When it is shown, if not always.
    pub condition: Option<String>,
    /// The medium that is judged.
    pub stimulus: Option<String>,
    /// What is right, where something is.
    pub truth: Option<Truth>,
    /// Where the wording comes from.
    pub source: Option<String>,
    /// The scales that it is part of.
    pub scales: Vec<String>,
    /// How a score is made, or with which answers a check of attention is passed.
    pub scoring: Option<String>,
}

impl Row {
    /// What was asked, complete: the question over a matrix first, and which aspect of the answer it is. `say` gives a
    /// text of the bundle in that language.
    pub fn title_in(&self, language: &Locale, say: impl Fn(&str) -> String) -> String {
        let label = say(&self.label);
        let asked = self.stem.as_ref().map_or_else(|| label.clone(), |stem| format!("{} {label}", say(stem)));
        match self.aspect {
            Aspect::Answer | Aspect::Score => asked,
            Aspect::Confidence => format!("{asked} ({})", shown(language).confidence),
            Aspect::Sharing => format!("{asked} ({})", shown(language).sharing),
        }
    }

    /// The values that have words, with them: all of a closed list, the smallest and the largest of a numbered scale.
    /// `say` gives a text of the bundle in that language.
    pub fn words_in(&self, language: &Locale, say: impl Fn(&str) -> String) -> Vec<(String, String)> {
        if !self.values.is_empty() {
            return self.values.iter().map(|(value, words)| (value.clone(), say(words))).collect();
        }
        let ends = match self.aspect {
            Aspect::Confidence => Some(shown(language).confidence_ends.map(str::to_owned)),
            Aspect::Sharing => Some(shown(language).sharing_ends.map(str::to_owned)),
            Aspect::Answer | Aspect::Score => self.ends.as_ref().map(|ends| ends.each_ref().map(|end| say(end))),
        };
        let limits = [self.min, self.max].into_iter().flatten().map(|limit| limit.to_string());
        limits.zip(ends.into_iter().flatten()).collect()
    }
}

/// Which part of a compound item a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// The answer itself.
    Answer,
    /// How sure the participant is of it, from 50 to 100 per cent.
    Confidence,
    /// How likely the participant would share it, from 1 to 6.
    Sharing,
    /// Computed from answers.
    Score,
}

/// Types of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "plain words")]
pub enum Type {
    Category,
    Categories,
    Integer,
    Number,
    Text,
    Date,
    Score,
}
