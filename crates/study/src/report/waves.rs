//! The later waves: who came back, what they judged, and how much of a difference is retained.

use chrono::DateTime;
use serde::Serialize;
use utoipa::ToSchema;

use super::compare::{Contrast, Row, between, modelled};
use super::durations::count;
use super::flow::{ArmShare, Shares, gone, reference};
use super::input::{Comparison, Design, Input, LaterPart, LaterWave, Status};
use super::measure::Measure;
use super::number::Number;
use super::outcomes::{Chosen, Unit, by_arm, unit};
use super::scored::{LATER, Scored};
use super::terms::{Language, Reason};
use super::why::Why;
use crate::definition::Outcome;
use unmask_analysis::ancova::differences_in_two;
use unmask_analysis::ratio::Pair;
use unmask_analysis::{ChiSquareTest, Interval, Level, Result};

/// A wave after the first one.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportWave)]
pub struct WaveResult {
    /// Name in the data.
    pub id: String,
    /// Name for participants.
    pub title: String,
    /// Name in the data of the wave that must be completed first.
    pub after: String,
    /// Name of the hypothesis that d' in it is higher in the primary arms. Absent if the wave is exploratory.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub hypothesis: Option<String>,
    /// Name of the part of the test afterwards with which retained differences are computed. Absent: all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub part: Option<String>,
    /// Who came back.
    pub loss: WaveLoss,
    /// Number of judgement items that all arms have in the wave.
    pub items: usize,
    /// d' and criterion; empty without judgement items, and in an interim report.
    pub outcomes: Vec<WaveOutcome>,
    /// How much of each primary difference is retained; empty without judgement items, and in an interim report.
    pub retained: Vec<RetainedDifference>,
}

/// Who came back for a wave. Erased participants are only counted among all who were randomised.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportWaveLoss)]
pub struct WaveLoss {
    /// By arm; only arms that have the wave.
    pub arms: Vec<ArmWaveLoss>,
    /// Share of participants who have not completed the wave, in all arms together, with Wilson's interval.
    pub share: Number,
    /// The largest difference between the shares of two arms. Null if an arm has no participants.
    pub spread: Option<f64>,
    /// Chi-square statistic for equal loss in all arms. Null if no participant was lost, or all were.
    pub chi_square: Option<f64>,
    /// Degrees of freedom.
    pub df: Option<f64>,
    /// p value.
    pub p: Option<f64>,
    /// Share of all randomised participants of these arms who have not completed the wave, with Wilson's interval.
    pub share_of_randomised: Number,
    /// The day, `YYYY-MM-DD`, on which the wave closes for the last of those who have not completed it. Null if all
    /// have.
    pub closes: Option<String>,
}

/// Who came back for a wave in an arm.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportArmWaveLoss)]
pub struct ArmWaveLoss {
    /// Index of the arm.
    pub arm: usize,
    /// Number of randomised participants who completed the earlier wave.
    pub completed_before: u32,
    /// Number of randomised participants for whom the wave was planned when they completed the earlier one.
    pub planned: u32,
    /// Of these, participants who have begun the wave.
    pub begun: u32,
    /// Of these, participants who have completed it.
    pub completed: u32,
    /// Of the planned, participants who have not completed it: they missed or declined it, it was ended, or it is
    /// not over for them.
    pub not_completed: u32,
    /// Of these, participants who withdrew; their data are kept.
    pub withdrew: u32,
    /// Of those who have not completed it and not withdrawn, participants for whom its time limit or failed checks
    /// ended it. None if there are no such participants in any arm.
    #[serde(skip)]
    pub ended: Option<u32>,
    /// Of those who have not completed it and not withdrawn, participants who said that they will not take part in it.
    /// None if there are no such participants in any arm.
    #[serde(skip)]
    pub declined: Option<u32>,
    /// Of the planned, participants who are excluded from the analysis.
    pub excluded: u32,
    /// Participants who are analysed: they have d' in it and are not excluded.
    /// Null without judgement items.
    pub analysed: Option<u32>,
    /// Share of participants who have not completed it, with Wilson's interval.
    pub share: Number,
    /// Difference to the share in the control arm, with Newcombe's interval.
    pub difference: Option<Number>,
    /// Share of all randomised participants of the arm, erased ones included, who have not completed it: with those for
    /// whom it was never planned, because they left before or did not agree to it. Wilson's interval.
    pub share_of_randomised: Number,
}

impl ArmWaveLoss {
    /// Missed it, or it is not over for them.
    pub fn missed_or_open(&self) -> u32 {
        self.not_completed - self.withdrew - self.ended.unwrap_or_default() - self.declined.unwrap_or_default()
    }
}

/// A measure in a wave.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportWaveOutcome)]
pub struct WaveOutcome {
    /// ID of the outcome.
    pub id: String,
    /// Name.
    pub label: String,
    /// Unit.
    pub unit: Unit,
    /// Mean of each arm.
    pub means: Vec<Number>,
    /// The primary comparisons of arms that have the wave, adjusted as in the first wave. No p value is
    /// corrected; they are exploratory unless the wave has a hypothesis.
    pub contrasts: Vec<Contrast>,
}

/// How much of a difference in d' is retained in a later wave, among the participants who have d' in both waves.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportRetainedDifference)]
pub struct RetainedDifference {
    /// Name of the comparison.
    pub comparison: String,
    /// Index of the arm.
    pub arm: usize,
    /// Index of the arm that is subtracted.
    pub against: usize,
    /// The difference after the training in the first wave.
    pub first: Number,
    /// The difference in the later wave.
    pub later: Number,
    /// The later difference divided by the first one, with Fieller's interval. Null if the interval of the first
    /// difference includes 0, and if both tests have different numbers of items.
    pub share: Number,
}

/// All later waves. `randomised` are all randomised participants, `analysed` those of the primary population.
pub(super) fn waves(language: Language, input: &Input, randomised: &[Scored], analysed: Chosen) -> Vec<WaveResult> {
    let design = &input.design;
    let wave = |(index, wave): (usize, &LaterWave)| {
        let is_judged = !wave.items.is_empty();
        let measures = LATER.iter().filter(|_| is_judged);
        let retained = wave.compared(design).filter(|_| is_judged);
        let retained = retained.map(|pair| retained_of(design, index, analysed, pair));
        WaveResult {
            id: wave.id.clone(),
            title: wave.title.clone(),
            after: wave.after.clone(),
            hypothesis: wave.hypothesis.clone(),
            part: wave.part.and_then(|part| Some(design.parts.get(part)?.label.clone())),
            loss: loss(input, index, randomised),
            items: wave.items.len(),
            outcomes: measures.map(|measure| outcome(language, design, index, analysed, *measure)).collect(),
            retained: retained.collect(),
        }
    };
    design.waves.iter().enumerate().map(wave).collect()
}

/// Writes the names of the waves in the language of the design.
pub(super) fn name(language: Language, design: &Design, waves: &mut [WaveResult]) {
    for (found, wave) in waves.iter_mut().zip(&design.waves) {
        found.title.clone_from(&wave.title);
        found.part = wave.part.and_then(|part| Some(design.parts.get(part)?.label.clone()));
        for (outcome, measure) in found.outcomes.iter_mut().zip(LATER) {
            language.measure(measure).clone_into(&mut outcome.label);
        }
    }
}

impl LaterWave {
    /// The primary comparisons of arms that have the wave.
    fn compared<'a>(&'a self, design: &'a Design) -> impl Iterator<Item = &'a Comparison> {
        let has_both = |pair: &&Comparison| [pair.arm, pair.against].iter().all(|arm| self.arms.contains(arm));
        design.comparisons.iter().filter(has_both)
    }
}

impl WaveResult {
    /// The same without what compares outcomes of arms.
    #[must_use]
    pub(super) fn withheld(self) -> Self {
        Self { outcomes: Vec::new(), retained: Vec::new(), ..self }
    }

    /// All reasons for missing numbers.
    pub(super) fn reasons(&mut self) -> impl Iterator<Item = &mut Option<Why>> {
        let loss = self
            .loss
            .arms
            .iter_mut()
            .flat_map(|arm| [&mut arm.share, &mut arm.share_of_randomised].into_iter().chain(&mut arm.difference));
        let loss = loss.chain([&mut self.loss.share, &mut self.loss.share_of_randomised]);
        let (means, contrasts): (Vec<_>, Vec<_>) =
            self.outcomes.iter_mut().map(|one| (&mut one.means, &mut one.contrasts)).unzip();
        let retained = self.retained.iter_mut().flat_map(|one| [&mut one.first, &mut one.later, &mut one.share]);
        let numbers = loss.chain(means.into_iter().flatten()).chain(retained).map(|number| &mut number.why);
        numbers.chain(contrasts.into_iter().flatten().map(|contrast| &mut contrast.why))
    }
}

fn loss(input: &Input, wave: usize, randomised: &[Scored]) -> WaveLoss {
    let design = &input.design;
    let arms = &design.waves[wave].arms;
    let of = |arm: usize| randomised.iter().filter(move |one| one.arm == arm);
    let planned = |arm: usize| {
        let parts = of(arm).filter_map(|one| Some((one, one.person.later.get(wave)?)));
        parts.filter(|(_, part)| part.closes.is_some())
    };
    let earlier = design.waves.iter().position(|one| one.id == design.waves[wave].after);
    let has_completed_earlier = |one: &&Scored| match earlier {
        Some(earlier) => one.person.later.get(earlier).is_some_and(|part| part.completed),
        None => one.person.completed,
    };
    let is_judged = !design.waves[wave].items.is_empty();
    let outcome = |one: &Scored, part: &LaterPart| part.ended.filter(|_| one.person.status != Status::Withdrawn);
    let is_declined = |one: &Scored, part: &LaterPart| outcome(one, part) == Some(Outcome::Declined);
    let is_ended = |one: &Scored, part: &LaterPart| outcome(one, part).is_some() && !is_declined(one, part);
    let any = |holds: &dyn Fn(&Scored, &LaterPart) -> bool| {
        arms.iter().flat_map(|arm| planned(*arm)).any(|(one, part)| holds(one, part))
    };
    let [any_ended, any_declined] = [any(&is_ended), any(&is_declined)];
    let of_arm = |arm: &usize| {
        let number = |holds: &dyn Fn(&Scored, &LaterPart) -> bool| {
            count(planned(*arm).filter(|(one, part)| holds(one, part)).count())
        };
        let [planned, completed] = [number(&|_, _| true), number(&|_, part| part.completed)];
        ArmWaveLoss {
            arm: *arm,
            completed_before: count(of(*arm).filter(&has_completed_earlier).count()),
            planned,
            begun: number(&|_, part| part.begun),
            completed,
            not_completed: planned - completed,
            withdrew: number(&|one, part| one.person.status == Status::Withdrawn && !part.completed),
            ended: any_ended.then(|| number(&is_ended)),
            declined: any_declined.then(|| number(&is_declined)),
            excluded: number(&|one, _| one.excluded()),
            analysed: is_judged
                .then(|| number(&|one, _| !one.excluded() && one.later(wave, Measure::DPrime).is_some())),
            share: Number::default(),
            difference: None,
            share_of_randomised: Number::default(),
        }
    };
    let counted: Vec<ArmWaveLoss> = arms.iter().map(of_arm).collect();
    let lost: Vec<(u32, u32)> = counted.iter().map(|arm| (arm.not_completed, arm.planned)).collect();
    // Without the control arm, no arm is the reference.
    let reference = arms.iter().position(|arm| *arm == reference(design)).unwrap_or(usize::MAX);
    let Shares { arms: shares, all, spread, test } = Shares::of(&lost, reference);
    let of_randomised = |one: &ArmWaveLoss| {
        let all = count(of(one.arm).count()) + gone(input, one.arm);
        (all - one.completed, all)
    };
    let of_randomised = Shares::of(&counted.iter().map(of_randomised).collect::<Vec<_>>(), usize::MAX);
    let compared = counted.into_iter().zip(shares).zip(of_randomised.arms);
    let compared =
        compared.map(|((arm, ArmShare { share, difference }), ArmShare { share: share_of_randomised, .. })| {
            ArmWaveLoss { share, difference, share_of_randomised, ..arm }
        });
    let open = arms.iter().flat_map(|arm| planned(*arm)).filter(|(_, part)| !part.completed && part.ended.is_none());
    let closes = open.filter_map(|(_, part)| part.closes).max();
    // They can take part until before this time.
    let closes = closes.and_then(|at| DateTime::from_timestamp_millis(at - 1));
    WaveLoss {
        arms: compared.collect(),
        share: all,
        spread,
        chi_square: test.map(|ChiSquareTest { statistic, .. }| statistic),
        df: test.map(|test| test.df),
        p: test.map(|test| test.p),
        share_of_randomised: of_randomised.all,
        closes: closes.map(|at| at.date_naive().to_string()),
    }
}

fn outcome(language: Language, design: &Design, wave: usize, people: Chosen, measure: Measure) -> WaveOutcome {
    let row = |one: &&Scored| {
        Some(Row { arm: one.arm, covariates: one.covariates(measure)?, after: one.later(wave, measure)? })
    };
    let rows: Vec<Row> = people.iter().filter_map(row).collect();
    WaveOutcome {
        id: measure.name().to_owned(),
        label: language.measure(measure).to_owned(),
        unit: unit(measure),
        means: by_arm(design, people, &|one| one.later(wave, measure)),
        contrasts: between(design, design.waves[wave].compared(design), &rows),
    }
}

/// Both differences are those of one model: the same participants and covariates, with one outcome or the other. The
/// model is about participants, so a study that allocates units has a reason instead.
fn retained_of(design: &Design, wave: usize, people: Chosen, pair: &Comparison) -> RetainedDifference {
    let Comparison { id, arm, against } = pair;
    if design.by_unit {
        let [first, later, share] = without(0, &Why::new(Reason::NotOfUnits));
        return RetainedDifference { comparison: id.clone(), arm: *arm, against: *against, first, later, share };
    }
    let part = design.waves[wave].part;
    let first = |one: &Scored| part.map_or_else(|| one.after(Measure::DPrime), |part| *one.parts.get(part)?);
    let length = part.and_then(|part| design.parts.get(part)).map_or(design.after.len(), |part| part.items.len());
    let row = |one: &&Scored| {
        let covariates = one.covariates(Measure::DPrime)?;
        let row = Row { arm: one.arm, covariates, after: first(one)? };
        Some((row, one.later(wave, Measure::DPrime)?))
    };
    let (rows, later): (Vec<Row>, Vec<f64>) = people.iter().filter_map(row).unzip();
    let (n, found) = differences(design, &rows, &later, pair);
    let [first, second, share] = match found {
        Ok(Some(found)) => numbers(n, &found, design.waves[wave].items.len() == length),
        Ok(None) => without(n, &Why::new(Reason::ArmTooSmall)),
        Err(error) => without(n, &error.into()),
    };
    RetainedDifference { comparison: id.clone(), arm: *arm, against: *against, first, later: second, share }
}

/// The number of people in the model, and the differences of a pair; none if its arm is too small.
fn differences(design: &Design, rows: &[Row], later: &[f64], pair: &Comparison) -> (usize, Result<Option<Pair>>) {
    let model = match modelled(design, rows, pair.against) {
        Ok(model) => model,
        Err(error) => return (0, Err(error)),
    };
    let present = rows.iter().zip(later).filter(|(row, _)| model.arms.contains(&row.arm));
    let later: Vec<f64> = present.map(|(_, later)| *later).collect();
    let found = differences_in_two(&model.people, &later, model.reference).and_then(|found| {
        let own = found.into_iter().find(|(arm, _)| model.arms[*arm] == pair.arm);
        own.map(|(_, difference)| difference).transpose()
    });
    (later.len(), found)
}

/// Both differences, and the share of the first that is retained. The correction of extreme rates draws d' of fewer
/// items closer to 0, so tests of different lengths (`is_alike` is false) give no share.
fn numbers(n: usize, found: &Pair, is_alike: bool) -> [Number; 3] {
    let [first, later] = [0, 1].map(|at| Number::estimated(n, found.values[at], Ok(found.interval(at, Level::P95))));
    let share = match found.ratio(Level::P95) {
        _ if !is_alike => Number { n, why: Some(Why::new(Reason::OtherLength)), ..Number::default() },
        Some(Interval { low, high }) => {
            let value = found.values[1] / found.values[0];
            Number { n, value: Some(value), low: Some(low), high: Some(high), ..Number::default() }
        }
        None => Number { n, why: Some(Why::new(Reason::NothingToRetain)), ..Number::default() },
    };
    [first, later, share]
}

fn without(n: usize, why: &Why) -> [Number; 3] {
    [(); 3].map(|()| Number { n, why: Some(why.clone()), ..Number::default() })
}
