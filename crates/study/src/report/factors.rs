//! Factorial designs: the mean of each cell, the main effects of the factors, and their interactions.

use serde::Serialize;
use utoipa::ToSchema;

use super::clusters::means_of;
use super::compare::{Contrast, Modelled, Row, modelled};
use super::input::{Design, Factor, FactorLevel, PlannedEffect};
use super::number::Number;
use super::terms::{Reason, Verdict};
use super::why::Why;
use unmask_analysis::ancova::{Means, Observation, Term};
use unmask_analysis::multiplicity::holm;
use unmask_analysis::regression::Errors;
use unmask_analysis::{Estimate, FTest, Level};

/// Interactions of more factors are not computed.
pub const MOST_IN_AN_EFFECT: usize = 3;

/// The factors of a factorial design, and what they do to d'. All cells count equally, whatever their numbers of
/// participants are. Only p values of hypotheses are corrected.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportFactorial)]
pub struct Factorial {
    /// Number of participants in the model.
    pub n: usize,
    /// The factors with the mean of each level.
    pub factors: Vec<FactorMeans>,
    /// Adjusted mean of each arm with its levels; if units are allocated, the mean of the means of its units.
    pub cells: Vec<FactorCell>,
    /// The main effects, then the interactions of two and of three factors.
    pub effects: Vec<FactorEffect>,
    /// The planned hypotheses about main effects and interactions; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hypotheses: Vec<FactorHypothesis>,
    /// Why there is no model.
    #[schema(value_type = Option<String>)]
    pub why: Option<Why>,
}

/// A factor with the mean of each level.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportFactor)]
pub struct FactorMeans {
    /// ID in the study.
    pub id: String,
    /// The levels; the first is the one that the others are compared with.
    pub levels: Vec<LevelMean>,
}

/// A level of a factor.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportFactorLevel)]
pub struct LevelMean {
    /// ID in the study.
    pub id: String,
    /// Name for researchers.
    pub label: String,
    /// Mean of the adjusted means of its cells.
    pub mean: Number,
}

/// A cell of the design.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportFactorCell)]
pub struct FactorCell {
    /// Index of the arm.
    pub arm: usize,
    /// Index of its level of each factor.
    pub levels: Vec<usize>,
    /// Adjusted mean.
    pub mean: Number,
}

/// A main effect or an interaction.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportFactorEffect)]
pub struct FactorEffect {
    /// Indices of its factors: one for a main effect, several for their interaction.
    pub factors: Vec<usize>,
    /// The contrasts that it consists of.
    pub contrasts: Vec<FactorContrast>,
    /// Wald F of "all contrasts are 0" (HC3; with the pooled variance of the means of units, if these are allocated).
    /// Null if one of them can't be computed.
    pub f: Option<f64>,
    /// Degrees of freedom of the contrasts.
    pub numerator_df: Option<f64>,
    /// Degrees of freedom of the residuals.
    pub denominator_df: Option<f64>,
    /// p value of this test.
    pub p: Option<f64>,
    /// Why there is no test.
    #[schema(value_type = Option<String>)]
    pub why: Option<Why>,
}

/// A level against the first one of its factor; for interactions the difference of such differences, and so on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportFactorContrast)]
pub struct FactorContrast {
    /// Index of the level of each factor of the effect.
    pub levels: Vec<usize>,
    /// Number of participants in the model.
    pub n: usize,
    /// The contrast, in units of d'. Null if it can't be computed; `why` gives the reason.
    pub value: Option<f64>,
    /// Lower end of its 95% interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// Standard error, as of the test of the effect.
    pub standard_error: Option<f64>,
    /// t statistic.
    pub t: Option<f64>,
    /// Degrees of freedom.
    pub df: Option<f64>,
    /// Two-sided p value, not corrected.
    pub p: Option<f64>,
    /// Why there is no contrast.
    #[schema(value_type = Option<String>)]
    pub why: Option<Why>,
}

/// A hypothesis about a main effect or an interaction, with its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportFactorHypothesis)]
pub struct FactorHypothesis {
    /// Name of the hypothesis in the plan.
    pub id: String,
    /// Indices of its factors.
    pub factors: Vec<usize>,
    /// Index of the level of each factor that is subtracted.
    pub references: Vec<usize>,
    /// The hypothesis as a sentence.
    pub statement: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict in a sentence.
    pub words: String,
    /// The levels that are expected to be higher, less the references.
    pub contrast: FactorContrast,
    /// p value after Holm's correction over the primary comparisons and the hypotheses about factors.
    pub p_holm: Option<f64>,
}

impl FactorHypothesis {
    /// `Shown − None`, or `(Shown − None) × (High − Low)` for an interaction.
    pub fn name(&self, of: &Factorial) -> String {
        joined(&self.pairs(of))
    }

    pub(super) fn pairs(&self, of: &Factorial) -> Vec<String> {
        let label = |at: usize, level: usize| of.factors[at].levels[level].label.as_str();
        let levels = self.factors.iter().zip(self.contrast.levels.iter().zip(&self.references));
        levels.map(|(at, (level, reference))| format!("{} − {}", label(*at, *level), label(*at, *reference))).collect()
    }
}

/// Differences between levels as one contrast.
pub(super) fn joined(pairs: &[String]) -> String {
    if let [one] = pairs { one.clone() } else { format!("({})", pairs.join(") × (")) }
}

impl FactorEffect {
    /// `label`, or `label × load` for an interaction.
    pub fn name(&self, of: &Factorial) -> String {
        self.factors.iter().map(|at| of.factors[*at].id.as_str()).collect::<Vec<_>>().join(" × ")
    }
}

impl FactorContrast {
    /// `Shown − None`, or `(Shown − None) × (High − Low)` for an interaction.
    pub fn name(&self, of: &Factorial, effect: &FactorEffect) -> String {
        let pair = |(at, level): (&usize, &usize)| {
            let levels = &of.factors[*at].levels;
            format!("{} − {}", levels[*level].label, levels[0].label)
        };
        joined(&effect.factors.iter().zip(&self.levels).map(pair).collect::<Vec<_>>())
    }
}

/// The factors of a design that has some. `rows` are those of the primary model, `primary` its comparisons.
pub(super) fn factorial(design: &Design, rows: &[Row], primary: &[Contrast]) -> Option<Factorial> {
    if design.factors.is_empty() {
        return None;
    }
    let fitted = Fitted::of(design, rows);
    let hypotheses = hypotheses(design, primary, planned(design, &fitted));
    Some(match fitted {
        Ok(fitted) => Factorial { hypotheses, ..fitted.factorial(rows) },
        Err(why) => {
            let level = |level: &FactorLevel| LevelMean::new(level, Number::default());
            let factor =
                |one: &Factor| FactorMeans { id: one.id.clone(), levels: one.levels.iter().map(level).collect() };
            let factors = design.factors.iter().map(factor).collect();
            Factorial { n: 0, factors, cells: Vec::new(), effects: Vec::new(), hypotheses, why: Some(why) }
        }
    })
}

/// The p values of the hypotheses about factors that can be computed with these rows.
pub(super) fn tests(design: &Design, rows: &[Row]) -> Vec<f64> {
    if design.effects.is_empty() {
        return Vec::new();
    }
    planned(design, &Fitted::of(design, rows)).iter().filter_map(|contrast| contrast.p).collect()
}

/// The contrast of each hypothesis about factors.
fn planned(design: &Design, fitted: &Result<Fitted, Why>) -> Vec<FactorContrast> {
    let contrast = |one: &PlannedEffect| match fitted {
        Ok(fitted) => {
            let levels = one.levels.iter().map(|[_, level]| *level).collect();
            fitted.contrast(levels, fitted.difference(&one.factors, &one.levels))
        }
        Err(why) => FactorContrast { why: Some(why.clone()), ..FactorContrast::default() },
    };
    design.effects.iter().map(contrast).collect()
}

/// The hypotheses with the correction of all primary tests. Their sentences follow (`effect_verdict`).
fn hypotheses(design: &Design, primary: &[Contrast], contrasts: Vec<FactorContrast>) -> Vec<FactorHypothesis> {
    let family = contrasts.iter().map(|one| one.p).chain(primary.iter().map(|one| one.p));
    let mut adjusted = holm(&family.flatten().collect::<Vec<_>>()).unwrap_or_default().into_iter();
    let hypothesis = |(one, contrast): (&PlannedEffect, FactorContrast)| FactorHypothesis {
        id: one.hypothesis.clone(),
        factors: one.factors.clone(),
        references: one.levels.iter().map(|[reference, _]| *reference).collect(),
        statement: String::new(),
        verdict: Verdict::NotComputed,
        words: String::new(),
        p_holm: contrast.p.and_then(|_| adjusted.next()),
        contrast: FactorContrast { levels: one.levels.iter().map(|[_, level]| *level).collect(), ..contrast },
    };
    design.effects.iter().zip(contrasts).map(hypothesis).collect()
}

/// Writes the names of the levels in the language of the design.
pub(super) fn name(design: &Design, factorial: &mut Factorial) {
    for (found, factor) in factorial.factors.iter_mut().zip(&design.factors) {
        for (level, known) in found.levels.iter_mut().zip(&factor.levels) {
            level.label.clone_from(&known.label);
        }
    }
}

impl LevelMean {
    fn new(level: &FactorLevel, mean: Number) -> Self {
        Self { id: level.id.clone(), label: level.label.clone(), mean }
    }
}

impl Factorial {
    /// All reasons for missing numbers.
    pub(super) fn reasons(&mut self) -> impl Iterator<Item = &mut Option<Why>> {
        let levels = self.factors.iter_mut().flat_map(|factor| &mut factor.levels).map(|level| &mut level.mean.why);
        let cells = self.cells.iter_mut().map(|cell| &mut cell.mean.why);
        let effects = self.effects.iter_mut();
        let effects =
            effects.flat_map(|one| one.contrasts.iter_mut().map(|contrast| &mut contrast.why).chain([&mut one.why]));
        let hypotheses = self.hypotheses.iter_mut().map(|one| &mut one.contrast.why);
        levels.chain(cells).chain(effects).chain(hypotheses).chain([&mut self.why])
    }
}

/// The model of the adjusted means of a factorial design.
struct Fitted<'a> {
    design: &'a Design,
    means: Means,
    n: usize,
    /// Which of the design's arms its arms are.
    arms: Vec<usize>,
}

impl<'a> Fitted<'a> {
    /// Errors: why there is no model.
    fn of(design: &'a Design, rows: &[Row]) -> Result<Self, Why> {
        if design.by_unit {
            return Self::of_units(design, rows);
        }
        let size = |arm: usize| rows.iter().filter(|row| row.arm == arm).count();
        // Sums of means are the same whichever arm the model compares the others with.
        let reference = (0..design.arms.len()).find(|arm| size(*arm) >= 2).unwrap_or_default();
        let Modelled { arms, reference, people, .. } = modelled(design, rows, reference)?;
        Ok(Self { design, means: Means::new(&people, reference, Errors::Hc3)?, n: people.len(), arms })
    }

    /// The model of the means of units, each with the same weight, with their pooled variance and the number of units
    /// less that of the arms as degrees of freedom (Donner and Klar 2000). Arms with fewer than two units stay out of
    /// it.
    fn of_units(design: &'a Design, rows: &[Row]) -> Result<Self, Why> {
        let means: Vec<Vec<f64>> = (0..design.arms.len()).map(|arm| means_of(arm, rows)).collect();
        let arms: Vec<usize> = (0..means.len()).filter(|arm| means[*arm].len() >= 2).collect();
        let unit = |(arm, own): (usize, &usize)| {
            let units = means[*own].iter();
            units.map(move |outcome| Observation { arm, outcome: *outcome, covariates: Vec::new() }).collect::<Vec<_>>()
        };
        let units: Vec<Observation> = arms.iter().enumerate().flat_map(unit).collect();
        let n = rows.iter().filter(|row| row.covariates.unit.is_some() && arms.contains(&row.arm)).count();
        Ok(Self { design, means: Means::new(&units, 0, Errors::Classic)?, n, arms })
    }

    fn factorial(&self, rows: &[Row]) -> Factorial {
        let factors = &self.design.factors;
        let people = |arms: &[usize]| rows.iter().filter(|row| arms.contains(&row.arm)).count();
        let mean = |arms: &[usize], weights: Result<Vec<f64>, Why>| {
            let n = people(arms);
            match weights.and_then(|weights| self.sum(&weights)) {
                Ok(Term { value, tested }) => Number::estimated(n, value, tested.map(|tested| tested.interval)),
                Err(why) => Number { n, why: Some(why), ..Number::default() },
            }
        };
        let cell = |arm: usize| {
            let levels: Vec<usize> = factors.iter().map(|factor| factor.of_arms[arm]).collect();
            let weights = self.alone(arm).ok_or_else(|| Why::new(Reason::FewerThanTwo));
            FactorCell { arm, levels, mean: mean(&[arm], weights) }
        };
        let level = |factor: usize, level: usize| {
            let is_of_level = |arm: &usize| factors[factor].of_arms[*arm] == level;
            let arms: Vec<usize> = (0..self.design.arms.len()).filter(is_of_level).collect();
            let weights = self.weights(|at, own| if at == factor { indicator(own == level) } else { self.equal(at) });
            LevelMean::new(&factors[factor].levels[level], mean(&arms, weights))
        };
        let means = |(at, factor): (usize, &Factor)| FactorMeans {
            id: factor.id.clone(),
            levels: (0..factor.levels.len()).map(|own| level(at, own)).collect(),
        };
        Factorial {
            n: self.n,
            factors: factors.iter().enumerate().map(means).collect(),
            cells: (0..self.design.arms.len()).map(cell).collect(),
            effects: effects(factors.len()).into_iter().map(|effect| self.effect(effect)).collect(),
            hypotheses: Vec::new(),
            why: None,
        }
    }

    fn effect(&self, effect: Vec<usize>) -> FactorEffect {
        let others: Vec<Vec<usize>> =
            effect.iter().map(|at| (1..self.design.factors[*at].levels.len()).collect()).collect();
        let weights = |levels: &Vec<usize>| {
            let pairs: Vec<[usize; 2]> = levels.iter().map(|level| [0, *level]).collect();
            self.difference(&effect, &pairs)
        };
        let contrasts: Vec<_> = product(&others).into_iter().map(|levels| (levels.clone(), weights(&levels))).collect();
        let all: Result<Vec<Vec<f64>>, Why> = contrasts.iter().map(|(_, weights)| weights.clone()).collect();
        let test = all.and_then(|all| self.means.test(&all).map_err(Why::from));
        let contrasts = contrasts.into_iter().map(|(levels, weights)| self.contrast(levels, weights)).collect();
        let (test, why) = test.map_or_else(|why| (None, Some(why)), |test| (Some(test), None));
        FactorEffect {
            factors: effect,
            contrasts,
            f: test.map(|FTest { f, .. }| f),
            numerator_df: test.map(|test| test.numerator_df),
            denominator_df: test.map(|test| test.denominator_df),
            p: test.map(|test| test.p),
            why,
        }
    }

    /// The weights of a difference between two levels of each factor of an effect.
    fn difference(&self, effect: &[usize], levels: &[[usize; 2]]) -> Result<Vec<f64>, Why> {
        self.weights(|at, own| match effect.iter().position(|known| *known == at) {
            Some(place) => indicator(own == levels[place][1]) - indicator(own == levels[place][0]),
            None => self.equal(at),
        })
    }

    fn contrast(&self, levels: Vec<usize>, weights: Result<Vec<f64>, Why>) -> FactorContrast {
        let named = FactorContrast { levels, n: self.n, ..FactorContrast::default() };
        let tested = weights.and_then(|weights| self.sum(&weights)).and_then(|term| term.tested.map_err(Why::from));
        match tested {
            Ok(Estimate { value, standard_error, t, df, p, interval }) => FactorContrast {
                value: Some(value),
                low: Some(interval.low),
                high: Some(interval.high),
                standard_error: Some(standard_error),
                t: Some(t),
                df: Some(df),
                p: Some(p),
                ..named
            },
            Err(why) => FactorContrast { why: Some(why), ..named },
        }
    }

    fn sum(&self, weights: &[f64]) -> Result<Term, Why> {
        self.means.sum(weights, Level::P95).map_err(Why::from)
    }

    /// One divided by the number of levels of a factor: the cells count equally.
    fn equal(&self, factor: usize) -> f64 {
        1.0 / self.design.factors[factor].levels.len() as f64
    }

    /// The weights of a single arm.
    fn alone(&self, arm: usize) -> Option<Vec<f64>> {
        self.arms.contains(&arm).then(|| self.arms.iter().map(|known| indicator(*known == arm)).collect())
    }

    /// The weight of each arm of the model, from a number for each factor and level whose product is the weight of the
    /// cell. Arms with the same levels share that of their cell. Errors: a cell that counts has no arm in the model.
    fn weights(&self, of: impl Fn(usize, usize) -> f64) -> Result<Vec<f64>, Why> {
        let factors = &self.design.factors;
        let all: Vec<Vec<usize>> = factors.iter().map(|factor| (0..factor.levels.len()).collect()).collect();
        let (mut weights, mut missing, mut has_arms) = (vec![0.0; self.arms.len()], Vec::new(), true);
        for cell in product(&all) {
            let weight: f64 = cell.iter().enumerate().map(|(at, level)| of(at, *level)).product();
            let is_own = |arm: usize| factors.iter().zip(&cell).all(|(factor, level)| factor.of_arms[arm] == *level);
            let own: Vec<usize> = (0..self.arms.len()).filter(|index| is_own(self.arms[*index])).collect();
            for index in &own {
                weights[*index] = weight / own.len() as f64;
            }
            if weight != 0.0 && own.is_empty() {
                has_arms &= (0..self.design.arms.len()).any(is_own);
                let levels = factors.iter().zip(&cell);
                let levels = levels.map(|(factor, level)| format!("{}: {}", factor.id, factor.levels[*level].id));
                missing.push(levels.collect::<Vec<_>>().join(", "));
            }
        }
        if missing.is_empty() {
            return Ok(weights);
        }
        let cells = missing.join("; ");
        Err(Why::new(if has_arms { Reason::CellsTooSmall { cells } } else { Reason::NoSuchCells { cells } }))
    }
}

/// The factors of each effect, main effects first.
pub(super) fn effects(factors: usize) -> Vec<Vec<usize>> {
    let of = |size: usize| {
        let chosen = (0..1_usize << factors).map(move |bits| (0..factors).filter(move |at| bits >> at & 1 == 1));
        let mut chosen: Vec<Vec<usize>> =
            chosen.map(Iterator::collect).filter(|one: &Vec<_>| one.len() == size).collect();
        chosen.sort();
        chosen
    };
    (1..=MOST_IN_AN_EFFECT).flat_map(of).collect()
}

/// Every choice of one of each list; the last list changes fastest.
fn product(lists: &[Vec<usize>]) -> Vec<Vec<usize>> {
    lists.iter().fold(vec![Vec::new()], |chosen, list| {
        chosen.iter().flat_map(|before| list.iter().map(move |one| [before.as_slice(), &[*one]].concat())).collect()
    })
}

fn indicator(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}
