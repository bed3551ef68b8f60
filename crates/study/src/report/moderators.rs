//! Moderators: whether the differences between the arms in d' depend on who participates, or on what is judged.

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::{Contrast, named, tested};
use super::covariates::{Covariate, Covariates, adjusted_for};
use super::factors::FactorHypothesis;
use super::input::{Comparison, Design, Grouping, Input, PlannedModerator};
use super::measure::Measure;
use super::messages::{Form, p_value, written};
use super::number::Number;
use super::outcomes::{Chosen, by_arm};
use super::scored::{Scored, d_prime_of};
use super::terms::{Language, Reason, Verdict};
use super::verdict::Hypothesis;
use super::why::Why;
use crate::definition::analysis::ModeratorRole;
use unmask_analysis::moderation::{
    Continuous, Grouped, Measured, Moderation, POINTS, Repeated, along, between, within,
};
use unmask_analysis::multiplicity::holm;
use unmask_analysis::regression::Errors;
use unmask_analysis::{AnalysisError, FTest, Level, Quantity, ancova};

/// A moderator.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportModerator)]
pub struct Moderator {
    /// Name in files.
    pub id: String,
    /// Name: the plan's, or in the report's language.
    pub label: String,
    /// What is compared, in a few sentences.
    pub meaning: String,
    /// Whether a hypothesis tests it.
    pub role: ModeratorRole,
    /// Name of the hypothesis of a confirmatory moderator; null of an exploratory one, and while the study is blinded.
    pub hypothesis: Option<String>,
    /// The hypothesis as a sentence; null without one.
    pub statement: Option<String>,
    /// The verdict on the hypothesis; null without one. It is `supported` only if `pHolm` is at most alpha and all
    /// primary hypotheses are supported.
    pub verdict: Option<Verdict>,
    /// The verdict in a sentence or two; null without a hypothesis.
    pub words: Option<String>,
    /// The groups of people, or of items; empty if the moderator is a number.
    pub groups: Vec<ModeratorGroup>,
    /// How the differences change along a moderator that is a number; null of groups.
    pub continuous: Option<ContinuousModerator>,
    /// Number of participants in the model.
    pub n: usize,
    /// F of the hypothesis that the differences between all arms are the same in all groups, or that the slope of the
    /// number is the same in all arms (HC3).
    pub f: Option<f64>,
    /// Its numerator degrees of freedom.
    pub numerator_df: Option<f64>,
    /// Its denominator degrees of freedom.
    pub denominator_df: Option<f64>,
    /// Its p value, not corrected for multiple testing.
    pub p: Option<f64>,
    /// Of a confirmatory moderator: the p value after Holm's correction over the confirmatory moderators.
    pub p_holm: Option<f64>,
    /// Why there is no test.
    #[schema(value_type = Option<String>)]
    pub why: Option<Why>,
}

/// A group of people by an answer, or of items by their kind.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportModeratorGroup)]
pub struct ModeratorGroup {
    /// Name: the plan's, that of the answer, or that of the kind of item in the report's language.
    pub label: String,
    /// Mean d' after the training, by arm.
    pub after: Vec<Number>,
    /// Differences between the arms of the primary comparisons, adjusted for d' before the training.
    pub contrasts: Vec<Contrast>,
}

/// How the differences between the arms change along a number.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportContinuousModerator)]
pub struct ContinuousModerator {
    /// Mean of the number, over the participants of all arms in the model; null without a model.
    pub mean: Option<f64>,
    /// Its standard deviation.
    pub sd: Option<f64>,
    /// Of each primary comparison: the change of the difference in d' for each unit of the number.
    pub slopes: Vec<Contrast>,
    /// The differences that the model predicts at the mean, and one standard deviation below and above it.
    pub points: Vec<ModeratorPoint>,
}

/// The differences that the model predicts at a value of the number.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportModeratorPoint)]
pub struct ModeratorPoint {
    /// Where it is, in the report's language, such as `Mean − 1 SD`.
    pub label: String,
    /// The value of the number; null without a model.
    pub value: Option<f64>,
    /// Differences between the arms of the primary comparisons.
    pub contrasts: Vec<Contrast>,
}

pub(super) fn moderators(language: Language, input: &Input, people: Chosen) -> Vec<Moderator> {
    let found = input.design.moderators.iter().map(|planned| match &planned.by {
        Grouping::Answer { variable, groups, .. } => {
            by_answer(&input.design, planned, people, (*variable, groups.len()))
        }
        Grouping::Modality(modalities) => {
            let items: Vec<&[usize]> = modalities.iter().map(|modality| modality.items.as_slice()).collect();
            by_items(&input.design, planned, people, &items)
        }
        Grouping::DPrimeBefore | Grouping::Score { .. } => by_number(&input.design, planned, people),
    });
    let mut found: Vec<Moderator> = found.collect();
    correct(&mut found);
    name(language, &input.design, &mut found);
    found
}

/// Writes the texts of moderators in a language.
pub(super) fn name(language: Language, design: &Design, found: &mut [Moderator]) {
    for (moderator, planned) in found.iter_mut().zip(&design.moderators) {
        let (meaning, groups): (_, Vec<String>) = match &planned.by {
            Grouping::Answer { groups, .. } => {
                let groups = groups.iter().map(|group| group.label.clone());
                (language.about_moderating_answer(), groups.collect())
            }
            Grouping::Modality(modalities) => {
                let groups = modalities.iter().map(|modality| language.modality(&modality.kind).to_owned());
                (language.about_modality(), groups.collect())
            }
            Grouping::DPrimeBefore | Grouping::Score { .. } => (language.about_moderating_number(), Vec::new()),
        };
        moderator.label = planned.named(language);
        moderator.meaning = format!("{}: {meaning}", language.role(planned.role));
        for (group, label) in moderator.groups.iter_mut().zip(groups) {
            group.label = label;
        }
        let points = moderator.continuous.iter_mut().flat_map(|along| &mut along.points);
        for (point, label) in points.zip(language.points()) {
            label.clone_into(&mut point.label);
        }
    }
}

impl PlannedModerator {
    /// Its name: the plan's, or that of what it is in the language.
    pub fn named(&self, language: Language) -> String {
        let own = match &self.by {
            Grouping::Answer { item, .. } => item,
            Grouping::Score { scale, .. } => scale,
            Grouping::Modality(_) => language.name_modality(),
            Grouping::DPrimeBefore => language.name_d_prime_before(),
        };
        self.label.clone().unwrap_or_else(|| own.to_owned())
    }

    /// The column of results/people.csv that has the participant's group or number; none of kinds of items.
    pub fn column(&self) -> Option<String> {
        (!matches!(self.by, Grouping::Modality(_))).then(|| format!("moderator_{}", self.id))
    }

    /// The label of a participant's group.
    pub fn group_of(&self, one: &Scored) -> Option<&str> {
        let Grouping::Answer { variable, groups, .. } = &self.by else { return None };
        Some(&groups[group(one, *variable, groups.len())?].label)
    }

    /// A participant's number.
    pub fn number_of(&self, one: &Scored) -> Option<f64> {
        match &self.by {
            Grouping::DPrimeBefore => one.before(Measure::DPrime),
            Grouping::Score { variable, .. } => one.value(*variable),
            Grouping::Answer { .. } | Grouping::Modality(_) => None,
        }
    }
}

/// A participant's group by an answer. Groups are stored as numbers.
fn group(one: &Scored, variable: usize, groups: usize) -> Option<usize> {
    let stored = one.value(variable)?;
    (0..groups).find(|group| (stored - *group as f64).abs() < 0.5)
}

/// Holm's correction over the confirmatory moderators that could be tested.
fn correct(found: &mut [Moderator]) {
    let family = || |one: &&mut Moderator| one.role == ModeratorRole::Confirmatory && one.p.is_some();
    let p: Vec<f64> = found.iter_mut().filter(family()).filter_map(|one| one.p).collect();
    let adjusted = holm(&p).unwrap_or_default();
    found.iter_mut().filter(family()).zip(adjusted).for_each(|(one, p)| one.p_holm = Some(p));
}

/// Decides the hypotheses on moderators, whose texts are in the language already. The primary hypotheses come first: as
/// a gate, all of them, also those about factors, must be supported, which keeps the error rate of both families
/// together at alpha (Bauer, Röhmel, Maurer and Hothorn 1998, *Statistics in Medicine* 17, 2133-2146).
pub(super) fn judge(
    language: Language,
    design: &Design,
    (hypotheses, effects): (&[Hypothesis], &[FactorHypothesis]),
    found: &mut [Moderator],
) {
    let primary = hypotheses.iter().take(design.comparisons.len());
    let mut verdicts = primary.map(|one| one.verdict).chain(effects.iter().map(|one| one.verdict));
    let is_open = !hypotheses.is_empty() && verdicts.all(|verdict| verdict == Verdict::Supported);
    for one in found.iter_mut().filter(|one| one.hypothesis.is_some()) {
        let (verdict, words) = decided(language, design.alpha, is_open, one);
        one.statement = Some(language.moderates(&one.label));
        (one.verdict, one.words) = (Some(verdict), Some(words));
    }
}

fn decided(language: Language, alpha: f64, is_open: bool, one: &Moderator) -> (Verdict, String) {
    let (Some(f), Some(numerator), Some(denominator), Some(p)) =
        (one.f, one.numerator_df, one.denominator_df, one.p_holm)
    else {
        let why = one.why.as_ref().map_or(language.lacks_data(), Why::sentence);
        return (Verdict::NotComputed, language.not_computed(why));
    };
    let numbers = language.f_test(numerator, denominator, &written(language, Form::Two, f), &p_value(language, p));
    match p <= alpha {
        true if is_open => (Verdict::Supported, language.does_moderate(&one.label, &numbers)),
        true => (Verdict::NotShown, language.gate_closed(&one.label, &numbers)),
        false => (Verdict::NotShown, language.no_moderation(&one.label, &numbers)),
    }
}

/// Who is compared, by arm: participants with d' afterwards, and before if the study tests it.
type Row = (usize, Covariates);

/// Groups with at least two participants in each arm that has two are compared.
fn by_answer(
    design: &Design,
    planned: &PlannedModerator,
    people: Chosen,
    (variable, groups): (usize, usize),
) -> Moderator {
    let group_of = |one: &Scored| group(one, variable, groups);
    let row = |one: &&Scored| {
        let group = group_of(one)?;
        let row = (one.arm, one.covariates(Measure::DPrime)?);
        Some((row, group, one.after(Measure::DPrime)?))
    };
    let rows: Vec<(Row, usize, f64)> = people.iter().filter_map(row).collect();
    let cell = |arm: usize, group: usize| rows.iter().filter(|row| (row.0.0, row.1) == (arm, group)).count();
    let arms = present(design, &rows.iter().map(|row| row.0.0).collect::<Vec<_>>());
    let compared: Vec<usize> = (0..groups).filter(|group| arms.iter().all(|arm| cell(*arm, *group) >= 2)).collect();
    let place = |list: &[usize], one: usize| list.iter().position(|known| *known == one);
    let present = rows.iter().filter_map(|((arm, covariates), group, outcome)| {
        Some(((place(&arms, *arm)?, *covariates), place(&compared, *group)?, *outcome))
    });
    let covariates = adjusted_for(&present.clone().map(|(row, ..)| row).collect::<Vec<_>>());
    let grouped: Vec<Grouped> = present
        .map(|((arm, known), group, outcome)| Grouped { arm, group, outcome, covariates: known.values(&covariates) })
        .collect();
    let fit = |reference: usize| match place(&arms, reference) {
        None => Err(Why::new(Reason::ArmTooSmall)),
        Some(_) if compared.len() < 2 => Err(Why::new(Reason::FewerThanTwoGroups)),
        Some(reference) => between(&grouped, reference, Errors::Hc3, Level::P95).map_err(Why::from),
    };
    let means = |group: usize| {
        by_arm(design, people, &|one| one.after(Measure::DPrime).filter(|_| group_of(one) == Some(group)))
    };
    let groups: Vec<(Vec<Number>, Option<usize>)> =
        (0..groups).map(|group| (means(group), place(&compared, group))).collect();
    moderator(design, planned, &arms, groups, &fit)
}

/// Participants with d' in each of these groups of items.
fn by_items(design: &Design, planned: &PlannedModerator, people: Chosen, groups: &[&[usize]]) -> Moderator {
    let values = |one: &Scored| groups.iter().map(|items| d_prime_of(design, one.person, items)).collect::<Vec<_>>();
    let scored: Vec<(usize, Option<Covariates>, Vec<Option<f64>>)> =
        people.iter().map(|one| (one.arm, one.covariates(Measure::DPrime), values(one))).collect();
    let row = |(arm, covariates, values): &(usize, Option<Covariates>, Vec<Option<f64>>)| {
        Some(((*arm, (*covariates)?), values.iter().copied().collect::<Option<Vec<f64>>>()?))
    };
    let rows: Vec<(Row, Vec<f64>)> = scored.iter().filter_map(row).collect();
    let arms = present(design, &rows.iter().map(|row| row.0.0).collect::<Vec<_>>());
    let place = |one: usize| arms.iter().position(|known| *known == one);
    let compared = rows.iter().filter_map(|((arm, known), outcomes)| Some(((place(*arm)?, *known), outcomes)));
    let covariates = adjusted_for(&compared.clone().map(|(row, _)| row).collect::<Vec<_>>());
    let repeated: Vec<Repeated> = compared
        .map(|((arm, known), outcomes)| Repeated {
            arm,
            outcomes: outcomes.clone(),
            covariates: known.values(&covariates),
        })
        .collect();
    let fit = |reference: usize| match place(reference) {
        None => Err(Why::new(Reason::ArmTooSmall)),
        Some(reference) => within(&repeated, reference, Level::P95).map_err(Why::from),
    };
    let means = |group: usize| {
        let of_arm = |arm: usize| {
            let values = scored.iter().filter(|one| one.0 == arm).filter_map(|one| one.2[group]);
            Number::mean(&values.collect::<Vec<_>>())
        };
        (0..design.arms.len()).map(of_arm).collect()
    };
    moderator(design, planned, &arms, (0..groups.len()).map(|group| (means(group), Some(group))).collect(), &fit)
}

/// Participants with the number. If it is d' before, the model adjusts for it already.
fn by_number(design: &Design, planned: &PlannedModerator, people: Chosen) -> Moderator {
    let row = |one: &&Scored| {
        let row = (one.arm, one.covariates(Measure::DPrime)?);
        Some((row, planned.number_of(one)?, one.after(Measure::DPrime)?))
    };
    let rows: Vec<(Row, f64, f64)> = people.iter().filter_map(row).collect();
    let arms = present(design, &rows.iter().map(|row| row.0.0).collect::<Vec<_>>());
    let place = |one: usize| arms.iter().position(|known| *known == one);
    let compared = rows.iter().filter_map(|((arm, known), number, after)| {
        let row: Row = (place(*arm)?, *known);
        Some((row, *number, *after))
    });
    let mut covariates = adjusted_for(&compared.clone().map(|(row, ..)| row).collect::<Vec<_>>());
    covariates.retain(|one| *one != Covariate::Before || planned.by != Grouping::DPrimeBefore);
    let measured: Vec<Measured> = compared
        .map(|((arm, known), moderator, outcome)| Measured {
            arm,
            moderator,
            outcome,
            covariates: known.values(&covariates),
        })
        .collect();
    let fits = fits(design, &|reference: usize| match place(reference) {
        None => Err(Why::new(Reason::ArmTooSmall)),
        Some(reference) => along(&measured, reference, Errors::Hc3, Level::P95).map_err(Why::from),
    });
    let contrasts = |of: &dyn Fn(&Continuous) -> &[ancova::Contrast]| {
        let contrast = |comparison| contrast(comparison, &fits, &arms, |fitted| (fitted.people, Some(of(fitted))));
        design.comparisons.iter().filter_map(contrast).collect()
    };
    let fitted = fits.first().and_then(|(_, fitted)| fitted.as_ref().ok());
    let (mean, sd) = fitted.map(|fitted| (fitted.mean, fitted.standard_deviation)).unzip();
    let point = |index: usize| ModeratorPoint {
        label: String::new(),
        value: mean.zip(sd).map(|(mean, sd)| mean + POINTS[index] * sd),
        contrasts: contrasts(&|fitted| &fitted.predicted[index]),
    };
    let slopes = contrasts(&|fitted| &fitted.slopes);
    let continuous = ContinuousModerator { mean, sd, slopes, points: (0..POINTS.len()).map(point).collect() };
    let n = fitted.map_or(0, |fitted| fitted.people);
    let test = first_test(design, fits, |fitted| fitted.interaction);
    Moderator { continuous: Some(continuous), ..tested_moderator(planned, n, test) }
}

/// A model for each arm that others are compared with, or why there is none.
type Fits<T> = Vec<(usize, Result<T, Why>)>;

fn fits<T>(design: &Design, fit: &dyn Fn(usize) -> Result<T, Why>) -> Fits<T> {
    let mut fits: Fits<T> = Vec::new();
    for Comparison { against, .. } in &design.comparisons {
        if !fits.iter().any(|(known, _)| known == against) {
            fits.push((*against, fit(*against)));
        }
    }
    fits
}

/// A comparison by the contrasts of its model, if these have it.
fn contrast<T>(
    comparison: &Comparison,
    fits: &Fits<T>,
    arms: &[usize],
    of: impl Fn(&T) -> (usize, Option<&[ancova::Contrast]>),
) -> Option<Contrast> {
    let named = named(comparison);
    let (_, fitted) = fits.iter().find(|(against, _)| *against == comparison.against)?;
    let (n, contrasts) = match fitted {
        Ok(fitted) => of(fitted),
        Err(why) => return Some(Contrast { why: Some(why.clone()), ..named }),
    };
    let of_arm = |one: &&ancova::Contrast| arms[one.arm] == comparison.arm;
    Some(match contrasts.and_then(|contrasts| contrasts.iter().find(of_arm)) {
        Some(found) => tested(named, n, &found.difference),
        None => Contrast { n, why: Some(Why::new(Reason::ArmTooSmall)), ..named },
    })
}

/// The test of all arms, which is the same in all models.
fn first_test<T>(
    design: &Design,
    fits: Fits<T>,
    interaction: impl Fn(T) -> Result<FTest, AnalysisError>,
) -> Result<FTest, Why> {
    match fits.into_iter().next() {
        Some((_, fitted)) => fitted.and_then(|fitted| interaction(fitted).map_err(Why::from)),
        None => Err(AnalysisError::TooFew { what: Quantity::Arms, needed: 2, given: design.arms.len() }.into()),
    }
}

/// A moderator with its test, without texts.
fn tested_moderator(planned: &PlannedModerator, n: usize, test: Result<FTest, Why>) -> Moderator {
    let (test, why): (Option<FTest>, _) = test.map_or_else(|why| (None, Some(why)), |test| (Some(test), None));
    Moderator {
        id: planned.id.clone(),
        label: String::new(),
        meaning: String::new(),
        role: planned.role,
        hypothesis: planned.hypothesis.clone(),
        statement: None,
        verdict: None,
        words: None,
        groups: Vec::new(),
        continuous: None,
        n,
        f: test.map(|test| test.f),
        numerator_df: test.map(|test| test.numerator_df),
        denominator_df: test.map(|test| test.denominator_df),
        p: test.map(|test| test.p),
        p_holm: None,
        why,
    }
}

/// The result of a model for each arm that others are compared with. `groups` are the means of each group, and its
/// index in the model if it is part of it.
fn moderator(
    design: &Design,
    planned: &PlannedModerator,
    arms: &[usize],
    groups: Vec<(Vec<Number>, Option<usize>)>,
    fit: &dyn Fn(usize) -> Result<Moderation, Why>,
) -> Moderator {
    let fits = fits(design, fit);
    let contrasts = |group: Option<usize>| {
        let contrast = |comparison| {
            contrast(comparison, &fits, arms, |fitted| (fitted.people, group.map(|group| &*fitted.contrasts[group])))
        };
        design.comparisons.iter().filter_map(contrast).collect()
    };
    let groups = groups.into_iter().map(|(after, group)| ModeratorGroup {
        label: String::new(),
        after,
        contrasts: contrasts(group),
    });
    let groups = groups.collect();
    let n = fits.first().and_then(|(_, fitted)| fitted.as_ref().ok()).map_or(0, |fitted| fitted.people);
    let test = first_test(design, fits, |fitted| fitted.interaction);
    Moderator { groups, ..tested_moderator(planned, n, test) }
}

/// Arms with at least two of these participants: others have no robust error.
fn present(design: &Design, arms: &[usize]) -> Vec<usize> {
    let size = |arm: usize| arms.iter().filter(|one| **one == arm).count();
    (0..design.arms.len()).filter(|arm| size(*arm) >= 2).collect()
}

#[cfg(test)]
#[path = "moderators_tests.rs"]
mod tests;
