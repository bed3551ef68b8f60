//! Exploratory moderators: whether the differences between the arms in d' depend on who participates, or on what is
//! judged.

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::{Contrast, named, tested};
use super::covariates::{Covariates, adjusted_for};
use super::input::{Comparison, Design, Grouping, Input, PlannedModerator};
use super::measure::Measure;
use super::number::Number;
use super::outcomes::{Chosen, by_arm};
use super::scored::{Scored, d_prime_of};
use super::terms::{Language, Reason};
use super::why::Why;
use crate::analysis::moderation::{Grouped, Moderation, Repeated, between, within};
use crate::analysis::regression::Errors;
use crate::analysis::{AnalysisError, FTest, Level, Quantity};

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
    /// The groups of people, or of items.
    pub groups: Vec<ModeratorGroup>,
    /// Number of participants in the model.
    pub n: usize,
    /// F of the hypothesis that the differences between all arms are the same in all groups (HC3).
    pub f: Option<f64>,
    /// Its numerator degrees of freedom.
    pub numerator_df: Option<f64>,
    /// Its denominator degrees of freedom.
    pub denominator_df: Option<f64>,
    /// Its p value, not corrected for multiple testing.
    pub p: Option<f64>,
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

pub(super) fn moderators(language: Language, input: &Input, people: Chosen) -> Vec<Moderator> {
    let found = input.design.moderators.iter().map(|planned| match &planned.by {
        Grouping::Answer { variable, groups, .. } => {
            by_answer(&input.design, planned, people, (*variable, groups.len()))
        }
        Grouping::Modality(modalities) => {
            let items: Vec<&[usize]> = modalities.iter().map(|modality| modality.items.as_slice()).collect();
            by_items(&input.design, planned, people, &items)
        }
    });
    let mut found: Vec<Moderator> = found.collect();
    name(language, &input.design, &mut found);
    found
}

/// Writes the texts of moderators in a language.
pub(super) fn name(language: Language, design: &Design, found: &mut [Moderator]) {
    for (moderator, planned) in found.iter_mut().zip(&design.moderators) {
        let (label, meaning, groups): (_, _, Vec<String>) = match &planned.by {
            Grouping::Answer { item, groups, .. } => {
                let groups = groups.iter().map(|group| group.label.clone());
                (item.as_str(), language.about_moderating_answer(), groups.collect())
            }
            Grouping::Modality(modalities) => {
                let groups = modalities.iter().map(|modality| language.modality(&modality.kind).to_owned());
                (language.name_modality(), language.about_modality(), groups.collect())
            }
        };
        moderator.label = planned.label.clone().unwrap_or_else(|| label.to_owned());
        meaning.clone_into(&mut moderator.meaning);
        for (group, label) in moderator.groups.iter_mut().zip(groups) {
            group.label = label;
        }
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
    // Groups are stored as numbers.
    let group_of = |one: &Scored| {
        let stored = one.value(variable)?;
        (0..groups).find(|group| (stored - *group as f64).abs() < 0.5)
    };
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

/// The result of a model for each arm that others are compared with. `groups` are the means of each group, and its
/// index in the model if it is part of it.
fn moderator(
    design: &Design,
    planned: &PlannedModerator,
    arms: &[usize],
    groups: Vec<(Vec<Number>, Option<usize>)>,
    fit: &dyn Fn(usize) -> Result<Moderation, Why>,
) -> Moderator {
    let mut fits: Vec<(usize, Result<Moderation, Why>)> = Vec::new();
    for Comparison { against, .. } in &design.comparisons {
        if !fits.iter().any(|(known, _)| known == against) {
            fits.push((*against, fit(*against)));
        }
    }
    let contrast = |comparison: &Comparison, group: Option<usize>| {
        let named = named(comparison);
        let (_, fitted) = fits.iter().find(|(against, _)| *against == comparison.against)?;
        let fitted = match fitted {
            Ok(fitted) => fitted,
            Err(why) => return Some(Contrast { why: Some(why.clone()), ..named }),
        };
        let of_arm = |one: &&crate::analysis::ancova::Contrast| arms[one.arm] == comparison.arm;
        Some(match group.and_then(|group| fitted.contrasts[group].iter().find(of_arm)) {
            Some(found) => tested(named, fitted.people, &found.difference),
            None => Contrast { n: fitted.people, why: Some(Why::new(Reason::ArmTooSmall)), ..named },
        })
    };
    let groups = groups.into_iter().map(|(after, group)| ModeratorGroup {
        label: String::new(),
        after,
        contrasts: design.comparisons.iter().filter_map(|comparison| contrast(comparison, group)).collect(),
    });
    let groups = groups.collect();
    let n = fits.first().and_then(|(_, fitted)| fitted.as_ref().ok()).map_or(0, |fitted| fitted.people);
    let test = match fits.into_iter().next() {
        Some((_, fitted)) => fitted.and_then(|fitted| fitted.interaction.map_err(Why::from)),
        None => Err(AnalysisError::TooFew { what: Quantity::Arms, needed: 2, given: design.arms.len() }.into()),
    };
    let (test, why): (Option<FTest>, _) = test.map_or_else(|why| (None, Some(why)), |test| (Some(test), None));
    Moderator {
        id: planned.id.clone(),
        label: String::new(),
        meaning: String::new(),
        groups,
        n,
        f: test.map(|test| test.f),
        numerator_df: test.map(|test| test.numerator_df),
        denominator_df: test.map(|test| test.denominator_df),
        p: test.map(|test| test.p),
        why,
    }
}

/// Arms with at least two of these participants: others have no robust error.
fn present(design: &Design, arms: &[usize]) -> Vec<usize> {
    let size = |arm: usize| arms.iter().filter(|one| **one == arm).count();
    (0..design.arms.len()).filter(|arm| size(*arm) >= 2).collect()
}

#[cfg(test)]
#[path = "moderators_tests.rs"]
mod tests;
