//! Outcomes that are derived from other answers than the judgements.

use serde_json::Value;

use super::input::{AnswerGroup, Baseline, Characteristic, DerivedOutcome, Grouping, Judged, PlannedModerator, Source};
use super::measure::Measure;
use crate::answers::{Earlier, same};
use crate::definition::item::Truth;
use crate::definition::{Item, Questionnaire, Study};
use crate::page::QuestionnaireBlock;
use crate::progress::Form;

/// How the value of a variable is computed from answers given under one version of a study.
pub(super) struct Derived<'a> {
    /// Index among the design's variables.
    pub variable: usize,
    from: From<'a>,
}

enum From<'a> {
    Sharing { signal: &'a [String], ratings: Vec<Rating<'a>> },
    Estimate { item: String, judgements: f64 },
    Group { item: String, groups: Vec<AnswerGroup> },
    Number { item: String },
}

/// A rating of an item that was authentic or manipulated.
struct Rating<'a> {
    item: &'a str,
    variable: String,
    truth: &'a Truth,
}

impl<'a> Derived<'a> {
    /// The values of an outcome. Items that the version does not have are ignored.
    pub fn of(outcome: &DerivedOutcome, study: &'a Study) -> Vec<Self> {
        let sharing =
            |items: &[String]| From::Sharing { signal: &study.file.analysis.signal, ratings: ratings(study, items) };
        let (before, after) = match &outcome.from {
            Source::Sharing { before, after } => (Some(sharing(before)), sharing(after)),
            Source::Estimate { item } => {
                let asked =
                    study.questionnaires.get(&QuestionnaireBlock::POST).into_iter().flat_map(Questionnaire::items);
                let judgements = asked.filter(|item| item.judgement().is_some()).count() as f64;
                (None, From::Estimate { item: item.clone(), judgements })
            }
        };
        let before = outcome.before.zip(before).map(|(variable, from)| Self { variable, from });
        before.into_iter().chain([Self { variable: outcome.after, from: after }]).collect()
    }

    /// The group of a moderator.
    pub fn group(moderator: &PlannedModerator) -> Option<Self> {
        let Grouping::Answer { item, variable, groups } = &moderator.by else { return None };
        Some(Self { variable: *variable, from: From::Group { item: item.clone(), groups: groups.clone() } })
    }

    /// An answer of the baseline table.
    pub fn characteristic(characteristic: &Characteristic) -> Option<Self> {
        let item = characteristic.id.clone();
        let (variable, from) = match &characteristic.from {
            Baseline::Answer { variable, answers } => (*variable, From::Group { item, groups: answers.clone() }),
            Baseline::Number { variable } => (*variable, From::Number { item }),
            Baseline::Measure(_) | Baseline::Score(_) => return None,
        };
        Some(Self { variable, from })
    }

    /// The value of a person with these judgements afterwards.
    pub fn value(&self, form: Form, answers: &Earlier, after: &[Judged]) -> Option<f64> {
        match &self.from {
            From::Sharing { signal, ratings } => discernment(signal, ratings, form, answers),
            From::Estimate { item, judgements } => {
                let answer = answers.get(item)?;
                let estimated = answer.as_f64().or_else(|| answer.as_str()?.parse().ok())?;
                Some(estimated / judgements - Measure::Accuracy.of(after)?)
            }
            From::Number { item } => answers.get(item)?.as_f64(),
            From::Group { item, groups } => {
                let answer = answers.get(item)?;
                let has = |group: &AnswerGroup| group.answers.iter().any(|value| same(answer, value));
                groups.iter().position(has).map(|group| group as f64)
            }
        }
    }
}

/// Mean rating of the authentic items minus that of the manipulated ones; none without a rating of both. Items that
/// were not judged are left out.
fn discernment(signal: &[String], ratings: &[Rating], form: Form, answers: &Earlier) -> Option<f64> {
    let mean = |manipulated: bool| {
        let judged = ratings.iter().filter(|rating| answers.contains_key(rating.item));
        let of_truth =
            judged.filter(|rating| signal.iter().any(|signal| signal == rating.truth.for_form(form)) == manipulated);
        let given = of_truth.filter_map(|rating| answers.get(&rating.variable).and_then(Value::as_f64));
        let (sum, n) = given.fold((0.0, 0_u32), |(sum, n), point| (sum + point, n + 1));
        (n > 0).then(|| sum / f64::from(n))
    };
    Some(mean(false)? - mean(true)?)
}

fn ratings<'a>(study: &'a Study, items: &[String]) -> Vec<Rating<'a>> {
    let asked = study.questionnaires.values().flat_map(Questionnaire::items).filter(|item| items.contains(&item.id));
    let rating = |item: &'a Item| {
        let judgement = item.judgement()?;
        Some(Rating { item: &item.id, variable: format!("{}_sharing", item.id), truth: &judgement.truth })
    };
    asked.filter_map(rating).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::super::input::{Design, Person};
    use super::super::{Reader, Submitted};
    use super::*;
    use crate::testing::example;

    /// The value of an outcome, or the group of a moderator, of a person who gave these answers.
    fn value(id: &str, form: Form, answers: &Value) -> Option<f64> {
        let study = example();
        let design = Design::of(&study);
        let mut person = Person::default();
        let answers: Earlier = serde_json::from_value(answers.clone()).unwrap();
        Reader::new(&design, &study).read(
            &mut person,
            form,
            Submitted { answers: &answers, initial: &Earlier::new(), scores: &Map::new() },
        );
        person.values.get(design.variable(id).unwrap())
    }

    /// Ratings of all eight posts of the example study, each judged.
    fn shared(ratings: [i64; 8]) -> Value {
        let each = (1..).zip(ratings).flat_map(|(post, rating)| {
            [(format!("post_p{post}"), json!("genuine")), (format!("post_p{post}_sharing"), json!(rating))]
        });
        Value::Object(each.collect())
    }

    /// In form X, the posts 1, 3, 6 and 8 are genuine; in form Y the others.
    #[test]
    fn sharing_of_genuine_posts_counts_against_that_of_misleading_ones() {
        let ratings = shared([5, 1, 4, 2, 2, 3, 1, 6]);
        assert_eq!(value("sharing:after", Form::X, &ratings), Some(4.5 - 1.5));
        assert_eq!(value("sharing:after", Form::Y, &ratings), Some(1.5 - 4.5));
    }

    #[test]
    fn sharing_needs_ratings_of_both() {
        let mut some = shared([5, 1, 4, 2, 2, 3, 1, 6]);
        for post in [2, 4, 5] {
            some.as_object_mut().unwrap().remove(&format!("post_p{post}_sharing"));
        }
        assert_eq!(value("sharing:after", Form::X, &some), Some(4.5 - 1.0), "one misleading post was rated");
        some.as_object_mut().unwrap().remove("post_p7");
        assert_eq!(value("sharing:after", Form::X, &some), None, "it was not judged");
        assert_eq!(value("sharing:after", Form::X, &json!({})), None);
    }

    /// All of the eight posts are called genuine, four of them rightly.
    #[test]
    fn the_estimate_counts_against_accuracy() {
        let mut given = shared([1; 8]);
        assert_eq!(value("estimate:after", Form::X, &given), None, "no estimate");
        given["estimate_right"] = json!(14);
        assert_eq!(value("estimate:after", Form::X, &given), Some(14.0 / 20.0 - 0.5));
        given["post_p1"] = json!("misleading");
        assert_eq!(value("estimate:after", Form::X, &given), Some(14.0 / 20.0 - 3.0 / 8.0));
        assert_eq!(value("estimate:after", Form::X, &json!({ "estimate_right": 14 })), None, "no judgement");
    }

    #[test]
    fn an_answer_has_one_group() {
        let groups = ["18_24", "25_34", "35_44", "75_up", "unknown"]
            .map(|age| value("age:group", Form::X, &json!({ "age_band": age })));
        assert_eq!(groups, [Some(0.0), Some(0.0), Some(1.0), Some(2.0), None]);
        assert_eq!(value("age:group", Form::X, &json!({})), None);
    }
}
