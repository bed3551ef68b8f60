//! Item statistics: difficulty and discrimination.

use serde::Serialize;
use utoipa::ToSchema;

use super::input::{Input, Item, Judged, Phase};
use super::measure::flag;
use super::number::Number;
use super::scored::Scored;
use super::terms::Reason;
use super::why::Why;

/// An item of a test.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportItem)]
pub struct ItemResult {
    /// Variable.
    pub id: String,
    /// Title in the language of the bundle: the text of the post, the person who speaks, or what the picture shows.
    pub title: String,
    /// The medium.
    pub stimulus: Option<String>,
    /// `image`, `audio`, `video` or `post`; `mixed` if it is another one in another condition or arm.
    pub kind: String,
    /// Family of the cue.
    pub cue: Option<String>,
    /// `before` or `after`.
    pub phase: Phase,
    /// Share of correct judgements, with Wilson's interval: the item's easiness.
    pub right: Number,
    /// Hits: share of "altered" answers in the form in which the item is manipulated.
    pub hits: Number,
    /// False alarms: share of "altered" answers in the form in which the item is authentic.
    pub false_alarms: Number,
    /// Correlation of a correct answer here with the share correct on all other items of the same test, from -1 to 1. A
    /// value near 0 or below means that the item measures something else.
    pub discrimination: Number,
}

/// The items of both tests, answered by randomised people who were not excluded.
pub(super) fn items(input: &Input, people: &[&Scored]) -> Vec<ItemResult> {
    let before: Vec<&[Judged]> = people.iter().map(|one| &*one.person.before).collect();
    let after: Vec<&[Judged]> = people.iter().map(|one| &*one.person.after).collect();
    let design = &input.design;
    let all = |items: &[Item], answered: &[&[Judged]], phase| -> Vec<ItemResult> {
        items.iter().enumerate().map(|(index, item)| result(index, item, answered, phase)).collect()
    };
    [all(&design.before, &before, Phase::Before), all(&design.after, &after, Phase::After)].concat()
}

fn result(index: usize, item: &Item, people: &[&[Judged]], phase: Phase) -> ItemResult {
    let answers: Vec<&Judged> =
        people.iter().flat_map(|judged| judged.iter().filter(|one| usize::from(one.item) == index)).collect();
    let share = |of: &dyn Fn(&Judged) -> bool, yes: &dyn Fn(&Judged) -> bool| {
        let chosen = answers.iter().filter(|one| of(one));
        let number = |n: usize| super::durations::count(n);
        Number::share(number(chosen.clone().filter(|one| yes(one)).count()), number(chosen.count()))
    };
    ItemResult {
        id: item.id.clone(),
        title: item.title.clone(),
        stimulus: item.stimulus.clone(),
        kind: item.kind.clone(),
        cue: item.cue.clone(),
        phase,
        right: share(&|_| true, &Judged::right),
        hits: share(&|one| one.manipulated, &|one| one.called_altered),
        false_alarms: share(&|one| !one.manipulated, &|one| one.called_altered),
        discrimination: discrimination(index, people),
    }
}

/// Item-rest correlation (Pearson), over people who answered the item and another one.
fn discrimination(index: usize, people: &[&[Judged]]) -> Number {
    let pairs: Vec<(f64, f64)> = people
        .iter()
        .filter_map(|judged| {
            let own = judged.iter().find(|one| usize::from(one.item) == index)?.right();
            let rest = judged.iter().filter(|one| usize::from(one.item) != index);
            let (right, of) = rest.fold((0.0, 0_u32), |(right, of), one| (right + flag(one.right()), of + 1));
            (of > 0).then(|| (flag(own), right / f64::from(of)))
        })
        .collect();
    let n = pairs.len();
    if let Some(r) = correlation(&pairs) {
        return Number { n, value: Some(r), ..Number::default() };
    }
    Number { n, why: Some(Why::new(Reason::NoSpread)), ..Number::default() }
}

/// Pearson's r; none without spread.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let n = pairs.len() as f64;
    let (mean_x, mean_y) = (pairs.iter().map(|p| p.0).sum::<f64>() / n, pairs.iter().map(|p| p.1).sum::<f64>() / n);
    let sum = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum::<f64>();
    let (xx, yy, xy) = (sum(&|x, _| x * x), sum(&|_, y| y * y), sum(&|x, y| x * y));
    (pairs.len() > 2 && xx > 1e-12 && yy > 1e-12).then(|| xy / (xx * yy).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: x = 0, 0, 1, 1 and y = 1, 2, 2, 3 have covariance sum 1, squares 1 and 2, so r = 1 / √2.
    #[test]
    fn correlation_by_hand() {
        let r = correlation(&[(0.0, 1.0), (0.0, 2.0), (1.0, 2.0), (1.0, 3.0)]).unwrap();
        assert!((r - 0.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!(correlation(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
    }
}
