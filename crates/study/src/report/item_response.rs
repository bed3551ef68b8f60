//! Item response: sensitivity and criterion of each item, where arms differ on an item, and what each answer tells
//! about a participant. People and items are effects of one crossed probit model, fitted to the single answers of a
//! test.

use serde::Serialize;
use unmask_analysis::item_response::{Answers, Deviation, Fit, Term};
use utoipa::ToSchema;

use super::input::Phase;
use super::input::{Design, Input, Item, Judged};
use super::number::Number;
use super::scored::Scored;
use super::terms::Reason;
use super::why::Why;
use crate::progress::Form;
use unmask_analysis::detection::probit_information;

/// Fewer participants tell too little about the differences between people.
const PEOPLE: usize = 30;
/// Fewer items tell too little about the differences between items.
const ITEMS: usize = 4;
/// With more participants, the computation takes too long for a page: `analysis/item_response.py` fits the model.
const MOST: usize = 2_000;
/// Standard errors below this come from a spread that is 0 but for rounding.
const NO_SPREAD: f64 = 5e-3;
/// The 97.5% quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The items and people of one test in one model. The average participant is one with the mean d' and the mean
/// criterion of the arms.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportItemResponse)]
pub struct ItemResponse {
    /// `before` or `after`.
    pub phase: Phase,
    /// Number of participants.
    pub people: usize,
    /// Number of answers.
    pub answers: usize,
    /// Why no model was fitted.
    #[schema(value_type = Option<String>)]
    pub why: Option<Why>,
    /// d' of the average participant on the average item.
    pub sensitivity: Option<f64>,
    /// Their criterion c; above 0, "altered" is said less often than "authentic".
    pub criterion: Option<f64>,
    /// SD of d' between participants, without the error of measurement.
    pub person_sensitivity_sd: Option<f64>,
    /// SD of c between participants, without the error of measurement.
    pub person_criterion_sd: Option<f64>,
    /// SD of d' between items.
    pub item_sensitivity_sd: Option<f64>,
    /// SD of c between items; null if each item has one truth for everybody.
    pub item_criterion_sd: Option<f64>,
    /// SD between items of what an arm changes in d'; null before the training.
    pub item_arm_sd: Option<f64>,
    /// Standard error of the d' of the average participant who answers the whole test.
    pub error: Option<f64>,
    /// Reliability of d' in this test, 0 to 1: the variance of d' between participants, divided by itself plus the
    /// squared standard error.
    pub reliability: Option<f64>,
    /// The items.
    pub items: Vec<ItemParameters>,
}

/// An item's parameters, with 95% intervals that take the spreads as known.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportItemParameters)]
pub struct ItemParameters {
    /// Variable.
    pub id: String,
    /// d' of the average participant on this item.
    pub sensitivity: Number,
    /// Their criterion on this item: above 0, the item looks less altered than it is.
    pub criterion: Number,
    /// Fisher's information of one answer on a participant's d', at the average participant, mean over the forms.
    pub information: f64,
    /// Of each arm, by which its d' on this item is above what the arm has on the average item, and this item in the
    /// average arm: differential item functioning. Empty before the training.
    pub arms: Vec<Number>,
}

/// Both tests; that before the training only if the study has it.
pub(super) fn item_response(input: &Input, randomised: &[Scored]) -> Vec<ItemResponse> {
    let people: Vec<&Scored> = randomised.iter().filter(|one| !one.excluded()).collect();
    let tests = [(Phase::Before, &input.design.before), (Phase::After, &input.design.after)];
    let tests = tests.into_iter().filter(|(_, items)| !items.is_empty());
    tests.map(|(phase, items)| Test::of(&input.design, items, &people, phase).result()).collect()
}

/// The answers of one test.
struct Test<'a> {
    phase: Phase,
    items: &'a [Item],
    people: Vec<(usize, Option<Form>, &'a [Judged])>,
    /// Number of arms; 1 before the training.
    arms: usize,
}

impl<'a> Test<'a> {
    fn of(design: &Design, items: &'a [Item], people: &[&'a Scored], phase: Phase) -> Self {
        let judged = |one: &&'a Scored| match phase {
            Phase::Before => (0, one.person.form, &*one.person.before),
            Phase::After => (one.arm, one.person.form, &*one.person.after),
        };
        let people = people.iter().map(judged).filter(|(.., judged)| !judged.is_empty()).collect();
        Self { phase, items, people, arms: if phase == Phase::After { design.arms.len() } else { 1 } }
    }

    fn result(&self) -> ItemResponse {
        let answers = self.people.iter().map(|(.., judged)| judged.len()).sum();
        let result = ItemResponse { phase: self.phase, people: self.people.len(), answers, ..ItemResponse::default() };
        match self.fit() {
            Ok(found) => ItemResponse { people: result.people, answers, phase: self.phase, ..found },
            Err(reason) => ItemResponse { why: Some(Why::new(reason)), ..result },
        }
    }

    fn fit(&self) -> Result<ItemResponse, Reason> {
        if self.people.len() < PEOPLE || self.items.len() < ITEMS {
            return Err(Reason::TooFewForItems { people: PEOPLE, items: ITEMS });
        }
        if self.people.len() > MOST {
            return Err(Reason::TooManyPeople { most: MOST });
        }
        // Some items are manipulated for some participants and authentic for others.
        let is_crossed = self.seen().contains(&[true; 2]);
        let fit = self.answers(is_crossed).fit().ok_or(Reason::NotFitted)?;
        Ok(self.described(&fit, is_crossed))
    }

    /// Of each item, whether it was authentic for somebody, and whether it was manipulated for somebody.
    fn seen(&self) -> Vec<[bool; 2]> {
        let mut seen = vec![[false; 2]; self.items.len()];
        for one in self.people.iter().flat_map(|(.., judged)| judged.iter()) {
            seen[usize::from(one.item)][usize::from(one.manipulated)] = true;
        }
        seen
    }

    /// The arms that have answers; the others have no coefficient.
    fn present(&self) -> Vec<usize> {
        (0..self.arms).filter(|arm| self.people.iter().any(|(of, ..)| of == arm)).collect()
    }

    /// `altered ~ truth * arm + form + (truth | person) + (truth || item) + (truth || item:arm)`, with arms and forms
    /// coded as deviations from their mean. Where an item has one truth for everybody, its intercept and its slope are
    /// the same, and it has the former.
    fn answers(&self, is_crossed: bool) -> Answers {
        let present = self.present();
        let mut found = Answers::default();
        let (mut item, mut both, mut forms) = (Vec::new(), Vec::new(), Vec::new());
        let mut of_arms = vec![Vec::new(); present.len() - 1];
        for (arm, form, judged) in &self.people {
            let first = found.altered.len();
            found.people.push(first..first + judged.len());
            for one in *judged {
                found.altered.push(one.called_altered);
                found.truth.push(if one.manipulated { 0.5 } else { -0.5 });
                item.push(usize::from(one.item));
                both.push(usize::from(one.item) * self.arms + arm);
                forms.push(*form);
                for (column, of) in of_arms.iter_mut().zip(&present) {
                    column.push(deviation(*arm, *of, present[present.len() - 1]));
                }
            }
        }
        let ones = vec![1.0; found.altered.len()];
        let by_truth = |column: &[f64]| column.iter().zip(&found.truth).map(|(value, truth)| value * truth).collect();
        found.fixed = vec![ones.clone(), found.truth.clone()];
        for column in of_arms {
            let slope = by_truth(&column);
            found.fixed.extend([column, slope]);
        }
        // Lists of a Latin square are no such contrast.
        let in_form_y: Vec<bool> = forms.iter().map(|form| *form == Some(Form::Y)).collect();
        if is_crossed && in_form_y.iter().any(|own| *own != in_form_y[0]) {
            found.fixed.push(in_form_y.into_iter().map(|own| if own { 0.5 } else { -0.5 }).collect());
        }
        let mut add = |levels, level: &Vec<usize>| {
            let values = if is_crossed { vec![&ones, &found.truth] } else { vec![&ones] };
            let terms = values.into_iter().map(|value| Term { levels, level: level.clone(), value: value.clone() });
            found.terms.extend(terms);
        };
        add(self.items.len(), &item);
        if present.len() > 1 {
            add(self.items.len() * self.arms, &both);
        }
        found
    }

    fn described(&self, fit: &Fit, is_crossed: bool) -> ItemResponse {
        let (intercept, slope) = (fit.coefficients[0], fit.coefficients[1]);
        let truths = self.truths();
        let kinds = if is_crossed { 2 } else { 1 };
        // A term's deviation in d': twice the intercept's, with the sign of the item's only truth, or the slope's.
        let in_sensitivity = |term: usize, item: usize, at: usize| -> Deviation {
            let factor = if is_crossed { 1.0 } else { 4.0 * truths[item][0] };
            let one = fit.deviations[term * kinds + kinds - 1][at];
            Deviation { value: factor * one.value, error: factor.abs() * one.error }
        };
        let has_arms = fit.deviations.len() > kinds;
        let factor = if is_crossed { 1.0 } else { 2.0 };
        let mut information = [[0.0; 2]; 2];
        let items = self.items.iter().enumerate().map(|(index, item)| {
            let own = in_sensitivity(0, index, index);
            let answers = self.answers_to(index);
            let location = if is_crossed { fit.deviations[0][index] } else { Deviation { value: 0.0, error: 0.0 } };
            let mut of_answer = 0.0;
            for truth in &truths[index] {
                let eta = intercept + location.value + truth * (slope + own.value);
                let weight = probit_information(eta) / truths[index].len() as f64;
                of_answer += truth * truth * weight;
                information[0][0] += weight;
                information[0][1] += truth * weight;
                information[1][1] += truth * truth * weight;
            }
            let arm = |arm: usize| {
                let n = self.answers_in(index, arm);
                if n == 0 { nobody() } else { interval(n, 0.0, in_sensitivity(1, index, index * self.arms + arm)) }
            };
            ItemParameters {
                id: item.id.clone(),
                sensitivity: interval(answers, slope, own),
                criterion: if is_crossed {
                    interval(answers, -intercept, Deviation { value: -location.value, ..location })
                } else {
                    Number { n: answers, why: Some(Why::new(Reason::OneTruth)), ..Number::default() }
                },
                information: of_answer,
                arms: if has_arms { (0..self.arms).map(arm).collect() } else { Vec::new() },
            }
        });
        let items: Vec<ItemParameters> = items.collect();
        let [[a, b], [_, c]] = information;
        let variance = a / (a * c - b * b);
        let between = fit.person_slope.powi(2);
        ItemResponse {
            sensitivity: Some(slope),
            criterion: Some(-intercept),
            person_sensitivity_sd: Some(fit.person_slope),
            person_criterion_sd: Some(fit.person_intercept),
            item_sensitivity_sd: Some(factor * fit.spreads[kinds - 1]),
            item_criterion_sd: is_crossed.then(|| fit.spreads[0]),
            item_arm_sd: has_arms.then(|| factor * fit.spreads[2 * kinds - 1]),
            error: Some(variance.sqrt()),
            reliability: Some(between / (between + variance)),
            items,
            ..ItemResponse::default()
        }
    }

    /// The truths that each item has in these answers; both if it has none.
    fn truths(&self) -> Vec<Vec<f64>> {
        let of = |seen: [bool; 2]| match seen {
            [true, false] => vec![-0.5],
            [false, true] => vec![0.5],
            _ => vec![-0.5, 0.5],
        };
        self.seen().into_iter().map(of).collect()
    }

    fn answers_to(&self, item: usize) -> usize {
        self.people.iter().flat_map(|(.., judged)| judged.iter()).filter(|one| usize::from(one.item) == item).count()
    }

    fn answers_in(&self, item: usize, arm: usize) -> usize {
        let people = self.people.iter().filter(|(of, ..)| *of == arm);
        people.flat_map(|(.., judged)| judged.iter()).filter(|one| usize::from(one.item) == item).count()
    }
}

/// The code of an arm in the column of another: the last one is -1 in all columns.
fn deviation(arm: usize, of: usize, last: usize) -> f64 {
    f64::from(i8::from(arm == of) - i8::from(arm == last))
}

/// Without an interval if the spread of these deviations is 0: all items are alike as far as the data tell, and an
/// error of 0 would claim that they are exactly.
fn interval(n: usize, mean: f64, one: Deviation) -> Number {
    let value = mean + one.value;
    if one.error < NO_SPREAD {
        return Number { n, value: Some(value), why: Some(Why::new(Reason::NoItemSpread)), ..Number::default() };
    }
    let [low, high] = [value - Z * one.error, value + Z * one.error].map(Some);
    Number { n, value: Some(value), low, high, ..Number::default() }
}

fn nobody() -> Number {
    Number { why: Some(Why::new(Reason::Nobody)), ..Number::default() }
}
