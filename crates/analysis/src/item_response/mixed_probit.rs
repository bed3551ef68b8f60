//! Probit regression with crossed random effects of people and items: the item response model of signal detection.
//!
//! With truth coded −½ (authentic) and +½ (manipulated), η = Φ⁻¹(P("altered")) is linear in truth: the slope is d′ and
//! the intercept −c (DeCarlo 1998, *Psychological Methods* 3, 186-205). Each person has a deviation of intercept and
//! slope, and items have deviations for each [`Term`] (De Boeck 2008, *Psychometrika* 73, 533-559). Laplace's
//! approximation of the likelihood with the observed information, maximised over coefficients and spreads at once
//! (Tierney & Kadane 1986, *Journal of the American Statistical Association* 81, 82-86; the gradient is that of
//! Kristensen et al. 2016, *Journal of Statistical Software* 70(5)).
//!
//! Deviations are standard normal u times spreads. Their Hessian has a 2 × 2 block A for each person, a dense block C
//! of items, and B between them; so everything goes through S = C − Σ Bᵀ A⁻¹ B.

use std::f64::consts::{PI, SQRT_2};
use std::ops::Range;

use nalgebra::{Cholesky, DMatrix, DVector, Dyn, Matrix2, Matrix2xX, Vector2};

use super::minimise::{Minimum, minimise};

/// The answers of all people, those of one person in succession.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// The range of each person's answers.
    pub people: Vec<Range<usize>>,
    /// Whether the answer is "altered".
    pub altered: Vec<bool>,
    /// −½ for an authentic and +½ for a manipulated item.
    pub truth: Vec<f64>,
    /// The columns of the coefficients, each with a value for each answer.
    pub fixed: Vec<Vec<f64>>,
    /// The random effects of items.
    pub terms: Vec<Term>,
}

/// A random effect: deviation of the answer's level, times the answer's value. All levels have one spread.
#[derive(Clone, Debug)]
pub struct Term {
    /// The number of levels, for example of items.
    pub levels: usize,
    /// Each answer's level.
    pub level: Vec<usize>,
    /// What the deviation is multiplied with: 1 for an intercept, truth for a slope.
    pub value: Vec<f64>,
}

/// A deviation with its standard error, which takes the coefficients and the spreads as known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// The most likely deviation given the answers.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// A fitted model.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Laplace's approximation of the log-likelihood.
    pub log_likelihood: f64,
    /// In the order of the columns.
    pub coefficients: Vec<f64>,
    /// SD of the people's intercepts.
    pub person_intercept: f64,
    /// SD of the people's slopes of truth, that is of d′.
    pub person_slope: f64,
    /// Correlation of the two, from -1 to 1; 0 if one of them does not vary.
    pub person_correlation: f64,
    /// SD of each term.
    pub spreads: Vec<f64>,
    /// The deviations of each term's levels.
    pub deviations: Vec<Vec<Deviation>>,
}

/// Largest number of Newton steps for the deviations.
const STEPS: usize = 100;
/// Coefficients beyond this show that a group of answers is all alike.
const SEPARATED: f64 = 4.0;
/// SDs at the start.
const START: f64 = 0.4;

/// Parameters of the people's spreads: intercept, slope on the intercept's u, slope on its own.
const PERSON: usize = 3;

impl Answers {
    /// Fits the model; none if the likelihood has no maximum that can be found, for example when all answers are equal.
    /// A coefficient larger than 4 counts as that: Φ(4) is 0.99997.
    pub fn fit(&self) -> Option<Fit> {
        let (k, t) = (self.fixed.len(), self.terms.len());
        let mut start = vec![0.0; k];
        start.extend([START, 0.0, START]);
        start.extend(vec![START; t]);
        let people = self.people.len() as f64;
        let mut scale: Vec<f64> = self.fixed.iter().map(|x| 2.0 / x.iter().map(|v| v * v).sum::<f64>()).collect();
        scale.extend([1.0 / people; PERSON]);
        scale.extend(self.terms.iter().map(|term| 1.0 / term.levels as f64));
        let mut modes = Modes::zero(self);
        let Minimum { at, value } = minimise(&start, &scale, |at| {
            let point = self.point(at, &modes)?;
            let found = (point.value, self.gradient(at, &point));
            modes = point.state.modes;
            Some(found)
        })?;
        let point = self.point(&at, &modes)?;
        if at[..k].iter().any(|coefficient| coefficient.abs() > SEPARATED) {
            return None;
        }
        Some(self.described(&at, &point, -value))
    }

    fn described(&self, at: &[f64], point: &Point, log_likelihood: f64) -> Fit {
        let (coefficients, spread) = at.split_at(self.fixed.len());
        let (intercept, shared, own) = (spread[0], spread[1], spread[2]);
        let slope = shared.hypot(own);
        let correlation = if intercept == 0.0 || slope == 0.0 { 0.0 } else { intercept.signum() * shared / slope };
        let spreads: Vec<f64> = spread[PERSON..].iter().map(|one| one.abs()).collect();
        let inverse = point.items.inverse();
        let mut first = 0;
        let deviations = self.terms.iter().zip(&spread[PERSON..]).map(|(term, spread)| {
            let range = first..first + term.levels;
            first = range.end;
            let deviation = |i| Deviation {
                value: spread * point.state.modes.items[i],
                error: (inverse[(i, i)]).sqrt() * spread.abs(),
            };
            range.map(deviation).collect()
        });
        Fit {
            log_likelihood,
            coefficients: coefficients.to_vec(),
            person_intercept: intercept.abs(),
            person_slope: slope,
            person_correlation: correlation,
            deviations: deviations.collect(),
            spreads,
        }
    }

    /// Where a term's levels begin among the deviations of items.
    fn firsts(&self) -> Vec<usize> {
        let sum = |sum: &mut usize, term: &Term| Some(std::mem::replace(sum, *sum + term.levels));
        self.terms.iter().scan(0, sum).collect()
    }

    /// The modes of the deviations, by Newton's method from those of a point nearby; none if there are none.
    fn point(&self, at: &[f64], near: &Modes) -> Option<Point> {
        let mut state = self.state(at, near.clone());
        for _ in 0..STEPS {
            let step = self.system(at, &state).step()?;
            let next = self.shortened(at, &state, &step);
            let gain = state.height - next.height;
            state = next;
            if gain.abs() < 1e-12 * (1.0 + state.height.abs()) {
                return self.laplace(at, state);
            }
        }
        None
    }

    /// A step's end, or a nearer one if the height rises.
    fn shortened(&self, at: &[f64], from: &State, step: &Modes) -> State {
        let mut length = 1.0;
        loop {
            let next = self.state(at, from.modes.plus(step, length));
            if next.height <= from.height + 1e-12 * from.height.abs() || length < 1e-6 {
                return next;
            }
            length /= 2.0;
        }
    }

    fn laplace(&self, at: &[f64], state: State) -> Option<Point> {
        let System { schur, people, .. } = self.system(at, &state);
        let items = Cholesky::new(schur)?;
        // The factor's diagonal has the root of the determinant.
        let of_items: f64 = items.l_dirty().diagonal().iter().map(|one| one.ln()).sum();
        let of_people: f64 = people.iter().map(|one| one.information.determinant().ln() / 2.0).sum();
        let value = state.height + of_items + of_people;
        value.is_finite().then_some(Point { value, state, people, items })
    }

    fn state(&self, at: &[f64], modes: Modes) -> State {
        let linear = self.linear(at, &modes);
        State { height: self.height(&linear, &modes), linear, modes }
    }

    /// The linear predictor η of each answer.
    fn linear(&self, at: &[f64], modes: &Modes) -> Vec<f64> {
        let (coefficients, spread) = at.split_at(self.fixed.len());
        let mut linear = vec![0.0; self.altered.len()];
        for (column, coefficient) in self.fixed.iter().zip(coefficients) {
            for (sum, value) in linear.iter_mut().zip(column) {
                *sum += coefficient * value;
            }
        }
        let firsts = self.firsts();
        for (person, range) in self.people.iter().enumerate() {
            for i in range.clone() {
                linear[i] += self.of_person(i, spread).dot(&modes.people[person]);
                for ((term, first), spread) in self.terms.iter().zip(&firsts).zip(&spread[PERSON..]) {
                    linear[i] += spread * term.value[i] * modes.items[first + term.level[i]];
                }
            }
        }
        linear
    }

    /// What a person's two u count in an answer.
    fn of_person(&self, answer: usize, spread: &[f64]) -> Vector2<f64> {
        let truth = self.truth[answer];
        Vector2::new(spread[0] + spread[1] * truth, spread[2] * truth)
    }

    /// −log of the joint density of answers and u, without constants.
    fn height(&self, linear: &[f64], modes: &Modes) -> f64 {
        let answers: f64 = linear.iter().zip(&self.altered).map(|(eta, altered)| log_phi(signed(*eta, *altered))).sum();
        let squares = modes.people.iter().map(Vector2::norm_squared).sum::<f64>() + modes.items.norm_squared();
        squares / 2.0 - answers
    }

    /// Gradient and Hessian of the height by u.
    fn system(&self, at: &[f64], state: &State) -> System {
        let spread = &at[self.fixed.len()..];
        let firsts = self.firsts();
        let q = state.modes.items.len();
        let mut schur = DMatrix::identity(q, q);
        let mut gradient = state.modes.items.clone();
        let mut people = Vec::with_capacity(self.people.len());
        let mut between = Matrix2xX::zeros(q);
        for (range, u) in self.people.iter().zip(&state.modes.people) {
            let mut person = Person { gradient: *u, information: Matrix2::identity(), ..Person::default() };
            for i in range.clone() {
                let Slope { score, weight, .. } = Slope::at(state.linear[i], self.altered[i]);
                let own = self.of_person(i, spread);
                person.gradient -= own * score;
                person.information += own * own.transpose() * weight;
                let entries = self.entries(i, &firsts, spread);
                for (n, &(j, value)) in entries.iter().enumerate() {
                    gradient[j] -= value * score;
                    let mut column = between.column_mut(j);
                    column += own * (weight * value);
                    for &(other, by) in &entries[..=n] {
                        schur[(j.max(other), j.min(other))] += weight * value * by;
                    }
                    person.touched.push(j);
                }
            }
            person.take(&mut between);
            for (n, &j) in person.touched.iter().enumerate() {
                let column = person.between.column(n);
                gradient[j] -= person.solved.column(n).dot(&person.gradient);
                for (m, &other) in person.touched[..=n].iter().enumerate() {
                    schur[(j, other)] -= column.dot(&person.solved.column(m));
                }
            }
            people.push(person);
        }
        System { schur, gradient, people }
    }

    /// The deviations of items in an answer: index and factor.
    fn entries(&self, answer: usize, firsts: &[usize], spread: &[f64]) -> Vec<(usize, f64)> {
        let terms = self.terms.iter().zip(firsts).zip(&spread[PERSON..]);
        terms.map(|((term, first), spread)| (first + term.level[answer], spread * term.value[answer])).collect()
    }

    /// The gradient of the value of a point by coefficients and spreads. The determinant changes with the spreads, and
    /// with the weights of the answers, which follow η; and η also moves because the modes do.
    fn gradient(&self, at: &[f64], point: &Point) -> Vec<f64> {
        let slopes: Vec<Slope> =
            point.state.linear.iter().zip(&self.altered).map(|(eta, altered)| Slope::at(*eta, *altered)).collect();
        let (mut found, by_eta) = self.by_determinant(at, point, &slopes);
        let spread = &at[self.fixed.len()..];
        let firsts = self.firsts();
        let s = self.solved(spread, point, &by_eta);
        let u = &point.state.modes;
        for (person, range) in self.people.iter().enumerate() {
            for i in range.clone() {
                let Slope { score, weight, .. } = slopes[i];
                let entries = self.entries(i, &firsts, spread);
                let items: f64 = entries.iter().map(|&(j, value)| value * s.items[j]).sum();
                let r = by_eta[i] - score - weight * (self.of_person(i, spread).dot(&s.people[person]) + items);
                for (sum, column) in found.iter_mut().zip(&self.fixed) {
                    *sum += r * column[i];
                }
                let of = &mut found[self.fixed.len()..];
                let by = u.people[person] * r + s.people[person] * score;
                of[0] += by[0];
                of[1] += self.truth[i] * by[0];
                of[2] += self.truth[i] * by[1];
                for (k, &(j, _)) in entries.iter().enumerate() {
                    of[PERSON + k] += self.terms[k].value[i] * (r * u.items[j] + score * s.items[j]);
                }
            }
        }
        found
    }

    /// The gradient of half the log-determinant: by the parameters at fixed weights, and by the η of each answer.
    fn by_determinant(&self, at: &[f64], point: &Point, slopes: &[Slope]) -> (Vec<f64>, Vec<f64>) {
        let spread = &at[self.fixed.len()..];
        let firsts = self.firsts();
        let inverse = point.items.inverse();
        let (mut found, mut by_eta) = (vec![0.0; at.len()], vec![0.0; slopes.len()]);
        for (range, person) in self.people.iter().zip(&point.people) {
            let m = person.touched.len();
            let part = DMatrix::from_fn(m, m, |a, b| inverse[(person.touched[a], person.touched[b])]);
            let across = &person.solved * &part;
            let own_inverse = person.inverse + &across * person.solved.transpose();
            let place = |j: usize| person.touched.binary_search(&j).expect("the items of an answer are touched");
            for i in range.clone() {
                let own = self.of_person(i, spread);
                let entries = self.entries(i, &firsts, spread).into_iter();
                let entries: Vec<(usize, f64)> = entries.map(|(j, value)| (place(j), value)).collect();
                // H⁻¹ times the answer's factors, for the person and for its items.
                let mut by_person = own_inverse * own;
                for &(n, value) in &entries {
                    by_person -= across.column(n) * value;
                }
                let by_item = |n: usize| {
                    let items: f64 = entries.iter().map(|&(other, value)| part[(n, other)] * value).sum();
                    items - across.column(n).dot(&own)
                };
                let Slope { weight, change, .. } = slopes[i];
                let of = &mut found[self.fixed.len()..];
                of[0] += weight * by_person[0];
                of[1] += weight * self.truth[i] * by_person[0];
                of[2] += weight * self.truth[i] * by_person[1];
                let mut leverage = own.dot(&by_person);
                for (k, &(n, value)) in entries.iter().enumerate() {
                    let y = by_item(n);
                    leverage += value * y;
                    of[PERSON + k] += weight * self.terms[k].value[i] * y;
                }
                by_eta[i] = leverage * change / 2.0;
            }
        }
        (found, by_eta)
    }

    /// H⁻¹ times the sum of the answers' factors, each times its number.
    fn solved(&self, spread: &[f64], point: &Point, numbers: &[f64]) -> Modes {
        let firsts = self.firsts();
        let mut sums = Modes::zero(self);
        for (range, sum) in self.people.iter().zip(&mut sums.people) {
            for i in range.clone() {
                *sum += self.of_person(i, spread) * numbers[i];
                for (j, value) in self.entries(i, &firsts, spread) {
                    sums.items[j] += value * numbers[i];
                }
            }
        }
        for (person, sum) in point.people.iter().zip(&sums.people) {
            for (n, &j) in person.touched.iter().enumerate() {
                sums.items[j] -= person.solved.column(n).dot(sum);
            }
        }
        point.items.solve_mut(&mut sums.items);
        for (person, sum) in point.people.iter().zip(&mut sums.people) {
            *sum = person.back(sum, &sums.items);
        }
        sums
    }
}

/// The most likely u.
#[derive(Clone, Debug)]
struct Modes {
    people: Vec<Vector2<f64>>,
    items: DVector<f64>,
}

impl Modes {
    fn zero(answers: &Answers) -> Self {
        let items = answers.terms.iter().map(|term| term.levels).sum();
        Self { people: vec![Vector2::zeros(); answers.people.len()], items: DVector::zeros(items) }
    }

    fn plus(&self, step: &Self, length: f64) -> Self {
        let people = self.people.iter().zip(&step.people).map(|(at, by)| at + by * length).collect();
        Self { people, items: &self.items + &step.items * length }
    }
}

/// One person's part of the system.
#[derive(Clone, Debug, Default)]
struct Person {
    gradient: Vector2<f64>,
    /// A.
    information: Matrix2<f64>,
    /// A⁻¹.
    inverse: Matrix2<f64>,
    /// The deviations of items in the person's answers, in order.
    touched: Vec<usize>,
    /// B, its touched columns.
    between: Matrix2xX<f64>,
    /// A⁻¹ B.
    solved: Matrix2xX<f64>,
}

impl Person {
    /// Takes B from the columns that the person's answers filled, and leaves them empty.
    fn take(&mut self, between: &mut Matrix2xX<f64>) {
        self.touched.sort_unstable();
        self.touched.dedup();
        self.between = Matrix2xX::from_fn(self.touched.len(), |row, n| between[(row, self.touched[n])]);
        for &j in &self.touched {
            between.column_mut(j).fill(0.0);
        }
        self.inverse = self.information.try_inverse().expect("1 or more on the diagonal");
        self.solved = self.inverse * &self.between;
    }

    /// The person's part of a solution: A⁻¹ (sum − B items).
    fn back(&self, sum: &Vector2<f64>, items: &DVector<f64>) -> Vector2<f64> {
        let mut found = self.inverse * sum;
        for (n, &j) in self.touched.iter().enumerate() {
            found -= self.solved.column(n) * items[j];
        }
        found
    }
}

/// Newton's system: S and the gradient of items, without the people's part.
struct System {
    schur: DMatrix<f64>,
    gradient: DVector<f64>,
    people: Vec<Person>,
}

impl System {
    fn step(self) -> Option<Modes> {
        let items = Cholesky::new(self.schur)?.solve(&-self.gradient);
        let people = self.people.iter().map(|person| person.back(&-person.gradient, &items)).collect();
        Some(Modes { people, items })
    }
}

/// Values of u, with what follows from them.
struct State {
    modes: Modes,
    linear: Vec<f64>,
    height: f64,
}

/// Laplace's approximation at given coefficients and spreads.
struct Point {
    /// −log-likelihood.
    value: f64,
    state: State,
    people: Vec<Person>,
    items: Cholesky<f64, Dyn>,
}

/// Derivatives of an answer's log-probability by η.
struct Slope {
    /// The first.
    score: f64,
    /// Minus the second: the observed information.
    weight: f64,
    /// The derivative of the weight.
    change: f64,
}

impl Slope {
    fn at(eta: f64, altered: bool) -> Self {
        let x = signed(eta, altered);
        let ratio = (-x * x / 2.0 - log_phi(x)).exp() / (2.0 * PI).sqrt();
        let weight = ratio * (ratio + x);
        let change = ratio - weight * (2.0 * ratio + x);
        Self { score: signed(ratio, altered), weight, change: signed(change, altered) }
    }
}

fn signed(value: f64, positive: bool) -> f64 {
    if positive { value } else { -value }
}

/// log Φ(x); far below 0 by the asymptotic series (Abramowitz & Stegun 26.2.12).
fn log_phi(x: f64) -> f64 {
    if x > -30.0 {
        return (libm::erfc(-x / SQRT_2) / 2.0).ln();
    }
    let square = x * x;
    -square / 2.0 - (-x * (2.0 * PI).sqrt()).ln() + (1.0 / (square * square)).mul_add(3.0, -1.0 / square).ln_1p()
}
