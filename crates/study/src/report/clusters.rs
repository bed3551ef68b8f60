//! Trials that allocate units, such as classes: comparisons of the means of units, and how alike their members are.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::{Contrast, Row, named, tested};
use super::input::{Comparison, Design};
use unmask_analysis::Level;
use unmask_analysis::ancova::Term;
use unmask_analysis::clusters::{Intraclass, difference, intraclass, size_variation};
use unmask_analysis::mean::average;

/// The units of a trial that allocates units, of the analysed participants with the primary outcome.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportClusters)]
pub struct Clusters {
    /// By arm.
    pub arms: Vec<ClusterArm>,
    /// Intraclass correlation of the primary outcome within arms; null with too few units.
    pub intraclass: Option<f64>,
    /// How many times greater units make the variance of an arm's mean; null with too few units.
    pub design_effect: Option<f64>,
    /// The same if all units had the mean size; null with too few units.
    pub equal_design_effect: Option<f64>,
    /// Coefficient of variation of the numbers of participants of the units; null without units.
    pub size_variation: Option<f64>,
}

/// The units of an arm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportClusterArm)]
pub struct ClusterArm {
    /// Index of the arm.
    pub arm: usize,
    /// Number of units.
    pub clusters: usize,
    /// Number of participants.
    pub people: usize,
}

/// The values of the units of an arm, in the order of their numbers.
fn values_of(arm: usize, rows: &[Row]) -> Vec<Vec<f64>> {
    let mut units: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.arm == arm) {
        if let Some(unit) = row.covariates.unit {
            units.entry(unit).or_default().push(row.after);
        }
    }
    units.into_values().collect()
}

/// The means of the units of an arm, in the order of their numbers.
pub(super) fn means_of(arm: usize, rows: &[Row]) -> Vec<f64> {
    values_of(arm, rows).iter().map(|values| average(values)).collect()
}

/// Arm against arm by the means of their units.
pub(super) fn contrast(comparison: &Comparison, rows: &[Row]) -> Contrast {
    let pair = [comparison.arm, comparison.against];
    let n = pair.iter().flat_map(|arm| values_of(*arm, rows)).map(|values| values.len()).sum();
    let [own, others] = pair.map(|arm| means_of(arm, rows));
    let found = difference(&own, &others, Level::P95);
    let value = found.as_ref().map_or(f64::NAN, |estimate| estimate.value);
    tested(named(comparison), n, &Term { value, tested: found })
}

/// The units of these rows of the primary outcome; none if the trial allocates participants.
pub(super) fn clusters(design: &Design, rows: &[Row]) -> Option<Clusters> {
    if !design.by_unit {
        return None;
    }
    let units: Vec<Vec<Vec<f64>>> = (0..design.arms.len()).map(|arm| values_of(arm, rows)).collect();
    let found = intraclass(&units).ok();
    let arm = |(arm, own): (usize, &Vec<Vec<f64>>)| ClusterArm {
        arm,
        clusters: own.len(),
        people: own.iter().map(Vec::len).sum(),
    };
    Some(Clusters {
        arms: units.iter().enumerate().map(arm).collect(),
        intraclass: found.map(|Intraclass { correlation, .. }| correlation),
        design_effect: found.map(|Intraclass { design_effect, .. }| design_effect),
        equal_design_effect: found.map(|Intraclass { equal_design_effect, .. }| equal_design_effect),
        size_variation: size_variation(&units.iter().flatten().map(Vec::len).collect::<Vec<_>>()),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{WORKS, simulate};
    use std::num::NonZeroI32;

    use super::super::{Language, report};

    #[test]
    fn outcomes_are_compared_by_the_means_of_units() {
        let mut input = simulate(&WORKS, 30, 7);
        let by_person = report(&input);
        assert!(serde_json::to_value(&by_person).unwrap().get("clusters").is_none());
        input.design.by_unit = true;
        let unit = |number: usize| i32::try_from(number + 1).ok().and_then(NonZeroI32::new);
        for (number, person) in (0..).zip(&mut input.people) {
            person.unit = person.arm.and_then(|arm| unit(arm * 5 + number % 5));
        }
        let found = report(&input);
        let clusters = found.clusters.clone().unwrap();
        assert!(clusters.arms.iter().all(|arm| (arm.clusters, arm.people) == (5, 30)), "{clusters:?}");
        let tested: Vec<_> = found.outcomes.iter().flat_map(|one| &one.contrasts).filter_map(|one| one.df).collect();
        assert!(!tested.is_empty() && tested.iter().all(|df| (*df - 8.0).abs() < 1e-9), "{tested:?}");
        let primary = |report: &super::super::Report| report.outcomes[0].contrasts[0].clone();
        assert_ne!(primary(&found).p, primary(&by_person).p);
        assert!(primary(&found).p_holm.is_some() && primary(&found).standardised.is_some());
        assert!(found.method.contains("means of units"), "{}", found.method);
        assert_eq!(clusters.size_variation, Some(0.0));
        assert_eq!(clusters.design_effect, clusters.equal_design_effect);
        assert!(!found.cautions.iter().any(|caution| caution.contains("different sizes")), "{:?}", found.cautions);
        assert!(
            found.cautions[0].contains("Active control: 5 with 6.00 participants on average"),
            "{:?}",
            found.cautions
        );
        assert!(found.cautions[1].contains("ignore units"), "{:?}", found.cautions);
        let german = found.in_language(&input, Language::German);
        assert!(german.cautions[0].starts_with("Zugeteilt wurden Einheiten"), "{:?}", german.cautions);
        // The first unit of each arm loses all but one member: sizes of 1, 6, 6, 6 and 6.
        let mut unequal = input.clone();
        let first = |person: &super::super::input::Person| person.arm.and_then(|arm| unit(arm * 5));
        for arm in 0..3 {
            let own = unequal.people.iter_mut().filter(|person| person.arm == Some(arm));
            own.filter(|person| person.unit.is_some() && person.unit == first(person))
                .skip(1)
                .for_each(|person| person.after = Box::default());
        }
        let found = report(&unequal);
        let clusters = found.clusters.clone().unwrap();
        // Mean 5, variance 4.
        assert!((clusters.size_variation.unwrap() - 0.4).abs() < 1e-12, "{clusters:?}");
        assert!(clusters.design_effect >= clusters.equal_design_effect);
        let caution = found.cautions.iter().find(|caution| caution.contains("different sizes"));
        assert!(caution.is_some_and(|caution| caution.contains("0.40")), "{:?}", found.cautions);
        // One unit of each arm can not be compared.
        for person in &mut input.people {
            person.unit = person.arm.and_then(unit);
        }
        let found = report(&input);
        assert_eq!((primary(&found).value, found.clusters.clone().unwrap().intraclass), (None, None));
        let why = serde_json::to_string(&found.outcomes[0].contrasts[0].why).unwrap();
        assert!(why.contains("units in one of the arms"), "{why}");
    }
}
