//! Scores and reliability of questionnaire scales. A bundle's own scales are scored by
//! [`crate::scoring`]; here is what needs more than a mean or a sum.

use serde::Serialize;

use super::mean::Summary;
use super::{Result, at_least, degenerate, matched, within};

/// Cronbach's α of complete rows, one per person, one value per item, reverse items turned round
/// before: k/(k-1) × (1 - Σ item variances / variance of the sums). Without unit, at most 1.
///
/// Errors: fewer than two people or two items; rows of different lengths; all sums alike.
/// Cronbach (1951), *Psychometrika* 16, 297-334.
pub fn cronbach_alpha(rows: &[impl AsRef<[f64]>]) -> Result<f64> {
    at_least(2, "participants", rows.len())?;
    let items = rows[0].as_ref().len();
    at_least(2, "items", items)?;
    for row in rows {
        matched(items, row.as_ref().len())?;
    }
    let variance = |values: Vec<f64>| Summary::of(&values).map(|summary| summary.variance);
    let of_sums = variance(rows.iter().map(|row| row.as_ref().iter().sum()).collect())?;
    let of_item = |item: usize| variance(rows.iter().map(|row| row.as_ref()[item]).collect());
    let of_items: f64 = (0..items).map(of_item).sum::<Result<f64>>()?;
    if of_sums <= 10.0 * f64::EPSILON * of_items {
        return degenerate("all participants have the same score, so reliability is undefined");
    }
    Ok(items as f64 / (items - 1) as f64 * (1.0 - of_items / of_sums))
}

/// System Usability Scale of ten answers from 1 to 5, from 0 to 100: odd items count x - 1, even
/// ones 5 - x, the sum times 2.5. Brooke (1996), in *Usability Evaluation in Industry*, 189-194.
///
/// Errors: not ten answers, or one outside 1 to 5.
pub fn system_usability(answers: &[u8]) -> Result<f64> {
    matched(10, answers.len())?;
    answers.iter().try_for_each(|&answer| within(1.0, 5.0, "answer", answer.into()))?;
    let points = answers.iter().enumerate().map(|(index, &answer)| match index % 2 {
        0 => answer - 1,
        _ => 5 - answer,
    });
    Ok(2.5 * points.map(f64::from).sum::<f64>())
}

/// A judged headline of the Misinformation Susceptibility Test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headline {
    /// Whether the headline is real.
    pub real: bool,
    /// Whether it was called real.
    pub called_real: bool,
}

/// Scores of the Misinformation Susceptibility Test. Real is the signal here, unlike elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Susceptibility {
    /// Headlines judged rightly.
    pub right: usize,
    /// V: real detection + fake detection - 1, from -1 to 1; 0 is guessing.
    pub veracity: f64,
    /// r: share of real headlines called real.
    pub real_detection: f64,
    /// f: share of fake headlines called fake.
    pub fake_detection: f64,
    /// D/N: headlines called real minus real headlines; below 0 distrust, above 0 naivety.
    pub naivety: isize,
}

/// Scores of a complete MIST of any length. Errors: no real or no fake headlines. Maertens et al.
/// (2024), *Behavior Research Methods* 56, 1863-1899.
pub fn misinformation_susceptibility(headlines: &[Headline]) -> Result<Susceptibility> {
    let count = |chosen: &dyn Fn(&Headline) -> bool| headlines.iter().filter(|headline| chosen(headline)).count();
    let (real, fake) = (count(&|headline| headline.real), count(&|headline| !headline.real));
    for (what, number) in [("real headlines", real), ("fake headlines", fake)] {
        at_least(1, what, number)?;
    }
    let real_right = count(&|headline| headline.real && headline.called_real);
    let fake_right = count(&|headline| !headline.real && !headline.called_real);
    let (real_detection, fake_detection) = (real_right as f64 / real as f64, fake_right as f64 / fake as f64);
    Ok(Susceptibility {
        right: real_right + fake_right,
        veracity: real_detection + fake_detection - 1.0,
        real_detection,
        fake_detection,
        naivety: (fake - fake_right).cast_signed() - (real - real_right).cast_signed(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::assert_near;

    #[test]
    fn k27_system_usability() {
        assert_near(system_usability(&[4, 2, 4, 2, 4, 2, 4, 2, 4, 2]).unwrap(), 75.0, 0.0);
        assert_near(system_usability(&[3; 10]).unwrap(), 50.0, 0.0);
        assert_near(system_usability(&[3, 3, 4, 2, 5, 1, 4, 3, 2, 2]).unwrap(), 67.5, 0.0);
        assert!(system_usability(&[3; 9]).is_err());
        assert!(system_usability(&[0, 3, 3, 3, 3, 3, 3, 3, 3, 6]).is_err());
    }

    /// All fakes and nine of ten real headlines right, as the test's public page scores it.
    #[test]
    fn k28_misinformation_susceptibility() {
        let judged = |real, called_real, times| vec![Headline { real, called_real }; times];
        let headlines = [judged(false, false, 10), judged(true, true, 9), judged(true, false, 1)].concat();
        let found = misinformation_susceptibility(&headlines).unwrap();
        assert_eq!((found.right, found.naivety), (19, -1));
        assert_near(found.veracity, 0.9, 1e-12);
        assert_near(found.real_detection, 0.9, 1e-12);
        assert_near(found.fake_detection, 1.0, 0.0);
        let naive = [judged(false, true, 3), judged(true, true, 3)].concat();
        assert_eq!(misinformation_susceptibility(&naive).unwrap().naivety, 3);
        assert!(misinformation_susceptibility(&judged(true, true, 10)).is_err());
    }

    #[test]
    fn k30_cronbach_alpha() {
        let rows = [[4.0, 5.0, 4.0], [2.0, 3.0, 2.0], [5.0, 5.0, 4.0], [3.0, 3.0, 3.0], [1.0, 2.0, 2.0]];
        assert_near(cronbach_alpha(&rows).unwrap(), 0.962_838, 5.1e-7);
    }

    #[test]
    fn reliability_that_is_undefined_is_an_error() {
        assert!(cronbach_alpha(&[] as &[[f64; 2]]).is_err());
        assert!(cronbach_alpha(&[[1.0, 2.0]]).is_err());
        assert!(cronbach_alpha(&[[1.0], [2.0]]).is_err());
        assert!(cronbach_alpha(&[[1.0, 2.0], [2.0, 1.0]]).is_err());
        assert!(cronbach_alpha(&[vec![1.0, 2.0], vec![2.0]]).is_err());
        assert!(cronbach_alpha(&[[1.0, f64::NAN], [2.0, 1.0]]).is_err());
    }
}
