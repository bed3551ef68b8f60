//! From registration to analysis: the figures of the CONSORT 2025 flow diagram, and loss by arm.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::durations::count;
use super::input::{Design, Erased, Excluded, Input, Person, Status};
use super::number::Number;
use super::scored::Scored;
use super::terms::Language;
use crate::consort::{Disposition, DispositionCounts, Withdrew};
use crate::definition::Outcome;
use unmask_analysis::proportion::{Proportion, equal_proportions};
use unmask_analysis::{ChiSquareTest, Level};

/// The participant flow (CONSORT 2025, items 22a and 22b). All counts include erased participants.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportFlow)]
pub struct Flow {
    /// Number of registered participants.
    pub registered: u32,
    /// Of these, participants who gave consent, including erased ones.
    pub consented: u32,
    /// Not randomised: participants who have not seen the first page that differs between the arms.
    pub not_randomised: u32,
    /// Their current page, or why they left.
    pub not_randomised_reasons: Vec<Reason>,
    /// Number of participants randomised.
    pub randomised: u32,
    /// Flow of the randomised participants, by arm.
    pub arms: Vec<ArmFlow>,
}

/// The flow through an arm.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportArmFlow)]
pub struct ArmFlow {
    /// Index of the arm.
    pub arm: usize,
    /// Participants randomised to the arm.
    pub randomised: u32,
    /// Answered at least one training item. Null if the arm has no training items, and while the study is blinded.
    pub training_started: Option<u32>,
    /// Answered all training items. Null if the arm has none, and while the study is blinded.
    pub training_completed: Option<u32>,
    /// Answered at least one item of the post-test. Erased participants are not counted.
    pub test_started: u32,
    /// Answered all items of the post-test. Erased participants are not counted.
    pub test_completed: u32,
    /// Reached the end, including those who withdrew afterwards.
    pub completed: u32,
    /// Neither completed nor withdrawn: in progress, or ended by the time limit or by failed checks.
    pub unfinished: u32,
    /// Of these, ended by the time limit or by failed checks.
    #[serde(skip)]
    pub ended: u32,
    /// Pages of participants who have not completed the study, or what ended their participation. Empty while the study
    /// is blinded: pages would reveal the arms.
    pub unfinished_at: Vec<Reason>,
    /// Withdrew; their data are kept.
    pub withdrew: u32,
    /// Of these, withdrew before the end.
    pub withdrew_before_end: u32,
    /// Withdrew; their data are erased.
    pub erased: u32,
    /// Of these, withdrew before the end.
    pub erased_before_end: u32,
    /// Excluded from the analysis, by the plan or by the researcher.
    pub excluded: u32,
    /// Reasons for exclusion. A participant with several reasons is counted under the first.
    pub excluded_reasons: Vec<Reason>,
    /// Analysed for the primary outcome.
    pub analysed: u32,
}

impl ArmFlow {
    /// Did not reach the end.
    pub fn not_finished(&self) -> u32 {
        self.randomised - self.completed
    }

    /// Reached the end, and had everything erased later.
    pub fn erased_after_end(&self) -> u32 {
        self.erased - self.erased_before_end
    }

    /// Neither analysed, nor excluded, nor erased after the end: of these the primary outcome is missing.
    pub fn without_outcome(&self) -> u32 {
        self.randomised - self.analysed - self.excluded - self.erased_after_end()
    }
}

/// A reason, and how many participants have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportReason)]
pub struct Reason {
    /// The reason.
    pub reason: String,
    /// Number of participants.
    pub people: u32,
}

/// Loss of the primary outcome, by arm.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportLoss)]
pub struct Loss {
    /// By arm.
    pub arms: Vec<ArmLoss>,
    /// Share of participants lost in all arms together, with Wilson's interval.
    pub share: Number,
    /// The largest difference between the shares of two arms. Null if an arm has no participants.
    pub spread: Option<f64>,
    /// How much the loss is a reason for concern.
    pub concern: Concern,
    /// Chi-square statistic for equal loss in all arms. Null if no participant was lost, or all were.
    pub chi_square: Option<f64>,
    /// Degrees of freedom.
    pub df: Option<f64>,
    /// p value.
    pub p: Option<f64>,
}

/// How much a loss is a reason for concern, by its size (Schulz and Grimes 2002, *Lancet* 359, 781-785) and by its
/// difference between arms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportConcern)]
pub enum Concern {
    /// Less than 5% are lost, and less than 5 percentage points more in one arm than in another.
    #[default]
    Little,
    /// More, but less than 20%, and less than 10 percentage points.
    Some,
    /// 20% or more, or 10 percentage points or more.
    Serious,
}

impl Concern {
    /// Of a share lost, and the largest difference between arms.
    pub(super) fn of(share: f64, spread: f64) -> Self {
        let grade = |value: f64, [some, serious]: [f64; 2]| match value + ROUNDING {
            value if value < some => Self::Little,
            value if value < serious => Self::Some,
            _ => Self::Serious,
        };
        grade(share, [0.05, 0.20]).max(grade(spread, [0.05, 0.10]))
    }
}

/// So that 1/10 − 1/20 is 5 percentage points.
const ROUNDING: f64 = 1e-9;

/// Loss of the primary outcome in an arm.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportArmLoss)]
pub struct ArmLoss {
    /// Index of the arm.
    pub arm: usize,
    /// Number of participants randomised.
    pub randomised: u32,
    /// Of these, participants without the primary outcome, for any reason.
    pub lost: u32,
    /// Share of participants lost, with Wilson's interval.
    pub share: Number,
    /// Difference to the share in the control arm, with Newcombe's interval.
    pub difference: Option<Number>,
}

pub(super) fn flow(language: Language, input: &Input, people: &[Scored]) -> Flow {
    let gone: u32 = input.erased.iter().map(|gone| gone.people).sum();
    let here = input.people.iter().filter(|person| person.consented).count();
    let gone_with_consent: u32 = input.erased.iter().filter(|gone| gone.consented).map(|gone| gone.people).sum();
    let waiting = input.people.iter().filter(|person| !person.exposed).count();
    let arms: Vec<ArmFlow> = (0..input.design.arms.len()).map(|arm| of_arm(language, input, people, arm)).collect();
    Flow {
        registered: count(input.people.len()) + gone,
        consented: count(here) + gone_with_consent,
        not_randomised: count(waiting) + gone_before(input),
        not_randomised_reasons: not_randomised(language, input),
        randomised: arms.iter().map(|arm| arm.randomised).sum(),
        arms,
    }
}

/// People who had everything erased before they were randomised.
fn gone_before(input: &Input) -> u32 {
    input.erased.iter().filter(|gone| !gone.exposed).map(|gone| gone.people).sum()
}

/// Why people are not randomised.
pub(super) fn not_randomised(language: Language, input: &Input) -> Vec<Reason> {
    let waiting = input.people.iter().filter(|person| !person.exposed);
    let mut reasons = reasons(waiting.map(|person| before_reason(language, &input.design, person)));
    let people = gone_before(input);
    if people > 0 {
        reasons.push(Reason { reason: language.withdrew_erased().into(), people });
    }
    reasons
}

fn before_reason(language: Language, design: &Design, person: &Person) -> String {
    match (&person.excluded, person.status, &person.page) {
        _ if person.turned_away == Some(Outcome::ScreenedOut) => language.screened_out().into(),
        _ if person.turned_away == Some(Outcome::QuotaFull) => language.quota_full().into(),
        _ if person.turned_away.is_some() => ended(language, person).unwrap_or_default().into(),
        (Some(excluded), _, _) => language.excluded_because(&excluded.reason(language, design)),
        (None, Status::Withdrawn, _) => language.withdrew().into(),
        (None, _, _) if !person.consented => language.no_consent().into(),
        (None, _, Some(page)) => language.on_page(page),
        (None, _, None) => language.under_way().into(),
    }
}

/// What ended a participation that was not turned away by a rule or a quota.
fn ended(language: Language, person: &Person) -> Option<&'static str> {
    match person.turned_away? {
        Outcome::TimedOut => Some(language.timed_out()),
        Outcome::Failed => Some(language.failed_checks()),
        Outcome::Completed | Outcome::ScreenedOut | Outcome::QuotaFull | Outcome::Withdrawn | Outcome::Declined => None,
    }
}

/// People by reason, the most frequent first.
fn reasons(all: impl Iterator<Item = String>) -> Vec<Reason> {
    let mut counted: BTreeMap<String, u32> = BTreeMap::new();
    all.for_each(|reason| *counted.entry(reason).or_default() += 1);
    let mut list: Vec<Reason> = counted.into_iter().map(|(reason, people)| Reason { reason, people }).collect();
    list.sort_by_key(|reason| std::cmp::Reverse(reason.people));
    list
}

/// Why randomised participants of an arm are excluded.
pub(super) fn excluded_reasons(language: Language, input: &Input, arm: usize) -> Vec<Reason> {
    let mine = input.people.iter().filter(|person| person.exposed && person.arm == Some(arm));
    let excluded = mine.filter_map(|person| person.excluded.as_ref());
    reasons(excluded.map(|excluded| excluded.reason(language, &input.design)))
}

impl Excluded {
    /// The reason as text. That of the plan is in the study's language.
    fn reason(&self, language: Language, design: &Design) -> String {
        match self {
            Self::Planned(index) => {
                let planned = design.exclusions.planned.get(*index);
                language.as_planned(planned.map_or("", |planned| &planned.reason))
            }
            Self::Decided(reason) => reason.clone(),
        }
    }
}

fn of_arm(language: Language, input: &Input, people: &[Scored], arm: usize) -> ArmFlow {
    let mine = || people.iter().filter(move |one| one.arm == arm);
    let number = |holds: &dyn Fn(&Scored) -> bool| count(mine().filter(|one| holds(one)).count());
    let gone = input.erased.iter().filter(|gone| gone.exposed && gone.arm == Some(arm));
    let tally = DispositionCounts::of(
        mine().map(|one| (one.person.disposition(), 1)).chain(gone.map(|gone| (gone.disposition(), gone.people))),
    );
    let unfinished = |one: &&Scored| one.person.status == Status::Active && !one.person.completed;
    let page = |one: &Scored| {
        let page = || one.person.page.clone().unwrap_or_else(|| "no page".into());
        ended(language, one.person).map_or_else(page, str::to_owned)
    };
    let ended = tally.timed_out + tally.failed;
    let has_training = !input.design.blinded && mine().any(|one| one.person.training_items > 0);
    let training = |holds: &dyn Fn(&Person) -> bool| has_training.then(|| number(&|one| holds(one.person)));
    ArmFlow {
        arm,
        randomised: tally.people,
        training_started: training(&|person| person.training_answered > 0),
        training_completed: training(&|person| {
            person.training_items > 0 && person.training_answered >= person.training_items
        }),
        // By the version of each participant: a later one may rename or replace items.
        test_started: number(&|one| one.person.test_answered > 0),
        test_completed: number(&|one| one.person.test_items > 0 && one.person.test_answered >= one.person.test_items),
        completed: tally.completed,
        unfinished: tally.under_way + ended,
        ended,
        unfinished_at: if input.design.blinded { Vec::new() } else { reasons(mine().filter(unfinished).map(page)) },
        withdrew: tally.withdrawn_kept,
        withdrew_before_end: tally.withdrawn_kept_before_end,
        erased: tally.withdrawn_erased,
        erased_before_end: tally.withdrawn_erased_before_end,
        excluded: tally.excluded,
        excluded_reasons: excluded_reasons(language, input, arm),
        analysed: number(&|one| one.has_outcome() && !one.excluded()),
    }
}

impl Person {
    fn disposition(&self) -> Disposition {
        Disposition {
            exposed: self.exposed,
            completed: self.completed,
            withdrew: (self.status == Status::Withdrawn).then_some(Withdrew::Kept),
            turned_away: self.turned_away,
            excluded: self.excluded.is_some(),
        }
    }
}

impl Erased {
    fn disposition(&self) -> Disposition {
        let withdrew = Some(Withdrew::Erased);
        Disposition { exposed: self.exposed, completed: self.completed, withdrew, ..Disposition::default() }
    }
}

/// Randomised people of an arm who had everything erased.
pub(super) fn gone(input: &Input, arm: usize) -> u32 {
    input.erased.iter().filter(|gone| gone.exposed && gone.arm == Some(arm)).map(|gone| gone.people).sum()
}

pub(super) fn loss(input: &Input, people: &[Scored]) -> Loss {
    let counts = |arm: usize| {
        let mine: Vec<&Scored> = people.iter().filter(|one| one.arm == arm).collect();
        let lost = mine.iter().filter(|one| !one.has_outcome()).count();
        (count(lost) + gone(input, arm), count(mine.len()) + gone(input, arm))
    };
    let counts: Vec<(u32, u32)> = (0..input.design.arms.len()).map(counts).collect();
    let Shares { arms, all, spread, test } = Shares::of(&counts, reference(&input.design));
    let compared = counts.iter().zip(arms).enumerate();
    let arms = compared.map(|(arm, (&(lost, randomised), ArmShare { share, difference }))| ArmLoss {
        arm,
        randomised,
        lost,
        share,
        difference,
    });
    Loss {
        arms: arms.collect(),
        concern: Concern::of(all.value.unwrap_or_default(), spread.unwrap_or_default()),
        share: all,
        spread,
        chi_square: test.map(|ChiSquareTest { statistic, .. }| statistic),
        df: test.map(|test| test.df),
        p: test.map(|test| test.p),
    }
}

/// A share of the participants of an arm.
pub(super) struct ArmShare {
    /// With Wilson's interval.
    pub share: Number,
    /// Difference to the reference, with Newcombe's interval; none of the reference itself.
    pub difference: Option<Number>,
}

/// Shares of participants of several arms, compared.
pub(super) struct Shares {
    /// By arm.
    pub arms: Vec<ArmShare>,
    /// Of all arms together.
    pub all: Number,
    /// The largest difference between two arms; none if an arm has no participants.
    pub spread: Option<f64>,
    /// Whether all arms have the same; none if an arm has no participants.
    pub test: Option<ChiSquareTest>,
}

impl Shares {
    /// Of counts by arm: so many out of so many.
    pub fn of(counts: &[(u32, u32)], reference: usize) -> Self {
        let shares = counts.iter().map(|&(lost, of)| Proportion::new(lost, of).ok()).collect::<Option<Vec<_>>>();
        let arm = |(arm, &(lost, of)): (usize, &(u32, u32))| {
            let others = shares.as_ref().filter(|_| arm != reference);
            let difference = others
                .and_then(|shares| Some(shares[arm].minus(*shares.get(reference)?, Level::P95)))
                .map(|from| Number::estimated(of as usize, from.value, Ok(from.interval)));
            ArmShare { share: Number::share(lost, of), difference }
        };
        let (lost, of) = counts.iter().fold((0, 0), |(lost, of), one| (lost + one.0, of + one.1));
        Self {
            arms: counts.iter().enumerate().map(arm).collect(),
            all: Number::share(lost, of),
            spread: shares.as_ref().map(|shares| spread(shares)),
            test: shares.as_ref().and_then(|shares| equal_proportions(shares).ok()),
        }
    }
}

/// The largest difference between two of them.
fn spread(shares: &[Proportion]) -> f64 {
    let values = shares.iter().map(|share| share.value());
    values.clone().fold(0.0, f64::max) - values.fold(1.0, f64::min)
}

/// The arm that the others are compared with.
pub(super) fn reference(design: &Design) -> usize {
    design.comparisons.first().map_or(0, |comparison| comparison.against)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limits of Schulz and Grimes (2002) are 5 and 20%.
    #[test]
    fn concern_grows_with_the_loss_and_with_its_difference() {
        use Concern::{Little, Serious, Some};
        for (share, spread, concern) in [
            (0.049, 0.049, Little),
            (0.05, 0.0, Some),
            (0.199, 0.099, Some),
            (0.2, 0.0, Serious),
            (0.01, 1.0 / 10.0 - 1.0 / 20.0, Some),
            (0.01, 0.1, Serious),
        ] {
            assert_eq!(Concern::of(share, spread), concern, "{share}, {spread}");
        }
    }
}
