//! The stage of a study: whether its outcomes may be shown by arm yet. Until the target is reached, the report has the
//! flow, the attrition, the data quality and the spread of the outcome over all arms, and nothing that compares arms.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Report;
use super::compare;
use super::compliance::Compliance;
use super::imputation::Imputation;
use super::input::{Design, Input, Item, Person, TakenLook};
use super::interim::{Sequential, z_values};
use super::measure::Measure;
use super::terms::Language;
use super::waves::WaveResult;
use unmask_analysis::mean::Summary;

/// What the rows don't tell about the state of the study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recruitment {
    /// Recruitment is closed.
    pub closed: bool,
    /// Results are shown before the target, for a recorded reason.
    pub shown_early: bool,
    /// Number of participants with the primary outcome when results by arm were first read, except at planned looks.
    pub first_read_with: Option<u32>,
}

/// The stage of the study, and its progress towards the target. Simulated participants are not counted.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportStage)]
pub struct Stage {
    /// The stage.
    pub kind: StageKind,
    /// Number of participants with the primary outcome who are not excluded.
    pub n: u32,
    /// Number of randomised participants, including erased ones.
    pub randomised: u32,
    /// Number of participants to be randomised; null without a target.
    pub target: Option<u32>,
    /// Standard deviation of the primary outcome after the training, over all arms together. Only in an interim report.
    pub outcome_sd: Option<f64>,
    /// The planned looks before the target, with the one that this report takes. For the audit log, also while the
    /// study is blinded.
    #[serde(skip)]
    pub sequential: Option<Sequential>,
    /// Number of participants with the primary outcome when results by arm were first read, if others have followed.
    #[serde(skip)]
    pub read_with: Option<u32>,
}

/// Whether outcomes are shown by arm, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportStageKind)]
pub enum StageKind {
    /// They are shown, because the study has no target, or because all randomised participants are simulated.
    Unrestricted,
    /// They are withheld, because the target is not reached and recruitment is not closed.
    Interim,
    /// They are withheld, but this report takes a planned look: it tests the primary hypotheses with the look's bound.
    PlannedLook,
    /// They are shown before the target, for a reason that the audit log records.
    Early,
    /// They are shown, because the target is reached or recruitment is closed.
    Final,
}

impl StageKind {
    /// Whether the report has nothing that compares arms, except for planned looks.
    pub fn withholds(self) -> bool {
        matches!(self, Self::Interim | Self::PlannedLook)
    }
}

impl Stage {
    /// Of these rows, before they are blinded: a planned look tests the hypotheses of the plan.
    pub fn of(input: &Input, recruitment: Recruitment) -> Self {
        let real: Vec<&Person> = input.people.iter().filter(|person| person.exposed && !person.simulated).collect();
        let erased: u32 =
            input.erased.iter().filter(|gone| gone.exposed && !gone.simulated).map(|gone| gone.people).sum();
        let randomised = count(real.len()) + erased;
        let outcomes: Vec<f64> = real.iter().filter_map(|person| outcome(&input.design, person)).collect();
        let kind = match input.design.target {
            None => StageKind::Unrestricted,
            Some(_) if randomised == 0 => StageKind::Unrestricted,
            Some(target) if randomised >= target || recruitment.closed => StageKind::Final,
            Some(_) if recruitment.shown_early => StageKind::Early,
            Some(_) => StageKind::Interim,
        };
        let n = count(outcomes.len());
        let mut sequential = input.sequential();
        let due = sequential.as_mut().filter(|looks| kind == StageKind::Interim && looks.is_due(n));
        let kind = match due {
            Some(looks) => {
                let z = z_values(&super::primary_of(&input.design, real.iter().copied()));
                looks.take(&input.design, &TakenLook { n, z }, false);
                StageKind::PlannedLook
            }
            None => kind,
        };
        let sd = Summary::of(&outcomes).ok().map(|summary| summary.standard_deviation());
        Self {
            kind,
            n,
            randomised,
            target: input.design.target,
            outcome_sd: sd.filter(|_| kind.withholds()),
            sequential,
            read_with: recruitment.first_read_with.filter(|before| *before < n),
        }
    }

    /// The same stage of a report that takes no look, such as that of a data package.
    #[must_use]
    pub fn without_look(self, input: &Input) -> Self {
        match self.kind {
            StageKind::PlannedLook => Self { kind: StageKind::Interim, sequential: input.sequential(), ..self },
            _ => self,
        }
    }

    fn looks_for(&self, blinded: bool) -> Option<Sequential> {
        let looks = self.sequential.clone();
        if blinded { looks.map(Sequential::blinded) } else { looks }
    }

    /// Whether the report shows outcomes of participants by arm, so that reading it is a look.
    pub fn is_look(&self) -> bool {
        self.kind != StageKind::Interim && self.n > 0
    }
}

fn count(people: usize) -> u32 {
    u32::try_from(people).unwrap_or(u32::MAX)
}

/// d' after the training, of participants who are analysed.
fn outcome(design: &Design, person: &Person) -> Option<f64> {
    let d_prime = |judged, items: &[Item]| design.measured(Measure::DPrime, judged, items.len());
    let is_known_before = design.before.is_empty() || d_prime(&person.before, &design.before).is_some();
    if person.excluded.is_some() || !is_known_before {
        return None;
    }
    d_prime(&person.after, &design.after)
}

impl Report {
    /// The same report at a stage of the study, in the language of its sentences: an interim report loses everything
    /// that compares arms.
    #[must_use]
    pub fn at(mut self, stage: Stage, language: Language) -> Self {
        if let Some(before) = stage.read_with {
            self.cautions.insert(0, language.read_before(before));
        }
        match stage.kind {
            StageKind::Unrestricted | StageKind::Final => Self { stage, ..self },
            StageKind::Early => {
                let mut cautions = self.cautions;
                cautions.insert(0, language.shown_early(stage.randomised, stage.target.unwrap_or_default()));
                if stage.sequential.is_some() {
                    cautions.insert(1, language.no_planned_look().to_owned());
                }
                Self { sequential: stage.looks_for(self.about.blinded), stage, cautions, ..self }
            }
            StageKind::Interim | StageKind::PlannedLook => Self {
                headline: language.withheld(stage.randomised, stage.target.unwrap_or_default())
                    + &stage.looks_for(self.about.blinded).map_or_else(String::new, |looks| looks.words(language)),
                sequential: stage.looks_for(self.about.blinded),
                cautions: self.cautions.into_iter().filter(|caution| caution != language.secondary()).collect(),
                hypotheses: Vec::new(),
                dropouts: Vec::new(),
                outcomes: Vec::new(),
                model: compare::Model::default(),
                factors: None,
                populations: Vec::new(),
                specifications: Vec::new(),
                compliance: Compliance::default(),
                bounds: Vec::new(),
                imputation: Imputation::default(),
                moderators: Vec::new(),
                curves: Vec::new(),
                item_response: Vec::new(),
                scales: Vec::new(),
                advice: Vec::new(),
                waves: self.waves.into_iter().map(WaveResult::withheld).collect(),
                stage,
                ..self
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::{WORKS, simulate};
    use crate::report::{Language, report};

    const OPEN: Recruitment = Recruitment { closed: false, shown_early: false, first_read_with: None };

    /// 90 randomised participants.
    fn input(target: Option<u32>) -> Input {
        let mut input = simulate(&WORKS, 30, 7);
        input.design.target = target;
        input
    }

    fn kind(input: &Input, recruitment: Recruitment) -> StageKind {
        Stage::of(input, recruitment).kind
    }

    #[test]
    fn results_are_withheld_until_the_target_is_reached_or_recruitment_is_closed() {
        let early = Recruitment { shown_early: true, ..OPEN };
        let closed = Recruitment { closed: true, ..OPEN };
        assert_eq!(kind(&input(Some(91)), OPEN), StageKind::Interim);
        assert_eq!(kind(&input(Some(91)), early), StageKind::Early);
        assert_eq!(kind(&input(Some(91)), closed), StageKind::Final);
        assert_eq!(kind(&input(Some(90)), OPEN), StageKind::Final);
        assert_eq!(kind(&input(Some(90)), early), StageKind::Final);
        assert_eq!(kind(&input(None), OPEN), StageKind::Unrestricted);
    }

    /// Also after recruitment was closed, results were read, and it was opened again.
    #[test]
    fn a_report_says_that_results_were_read_before() {
        let cautions = |first_read_with| {
            let stage = Stage::of(&input(Some(90)), Recruitment { first_read_with, ..OPEN });
            report(&input(Some(90))).at(stage, Language::English).cautions
        };
        assert!(cautions(Some(60))[0].starts_with("Results by arm were first read with 60 participants, before"));
        let plain = cautions(None);
        assert_eq!([cautions(Some(90)), cautions(Some(91))], [plain.clone(), plain], "nobody has followed");
    }

    #[test]
    fn simulated_participants_are_not_counted() {
        let mut input = input(Some(91));
        let simulated = simulate(&WORKS, 30, 8).people.into_iter().map(|person| Person { simulated: true, ..person });
        input.people.extend(simulated);
        let stage = Stage::of(&input, OPEN);
        assert_eq!((stage.kind, stage.n, stage.randomised), (StageKind::Interim, 90, 90));
        input.people.retain(|person| person.simulated);
        let stage = Stage::of(&input, OPEN);
        assert_eq!((stage.kind, stage.n, stage.is_look()), (StageKind::Unrestricted, 0, false));
    }

    #[test]
    fn an_interim_report_compares_no_arms() {
        let mut input = input(Some(91));
        input.people[5].after = Box::default();
        for language in Language::ALL {
            let full = report(&input).in_language(&input, language);
            let interim = full.clone().at(Stage::of(&input, OPEN), language);
            assert_eq!((&interim.flow, &interim.loss, &interim.items), (&full.flow, &full.loss, &full.items));
            assert_eq!((&interim.times, &interim.flags), (&full.times, &full.flags));
            let value = serde_json::to_value(&interim).unwrap();
            for part in [
                "hypotheses",
                "dropouts",
                "outcomes",
                "populations",
                "specifications",
                "bounds",
                "moderators",
                "curves",
                "scales",
            ] {
                assert_ne!(serde_json::to_value(&full).unwrap()[part], serde_json::json!([]), "{part}");
                assert_eq!(value[part], serde_json::json!([]), "{part}");
            }
            assert_eq!((interim.model, interim.headline == full.headline), (compare::Model::default(), false));
            assert_ne!(full.imputation, Imputation::default());
            assert_eq!(interim.imputation, Imputation::default());
            assert_ne!(full.compliance, Compliance::default());
            assert_eq!(interim.compliance, Compliance::default());
        }
    }

    #[test]
    fn the_spread_is_of_all_arms_together() {
        let input = input(Some(91));
        let all: Vec<f64> = input.people.iter().filter_map(|person| outcome(&input.design, person)).collect();
        let mean = all.iter().sum::<f64>() / 90.0;
        let variance = all.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / 89.0;
        let stage = Stage::of(&input, OPEN);
        assert!((stage.outcome_sd.unwrap() - variance.sqrt()).abs() < 1e-12);
        assert_eq!(Stage::of(&input, Recruitment { closed: true, ..OPEN }).outcome_sd, None);
    }

    #[test]
    fn reading_is_a_look_only_where_outcomes_are_shown_by_arm() {
        let is_look = |input: &Input, recruitment| Stage::of(input, recruitment).is_look();
        assert!(!is_look(&input(Some(91)), OPEN));
        assert!(is_look(&input(Some(91)), Recruitment { shown_early: true, ..OPEN }));
        assert!(is_look(&input(Some(90)), OPEN) && is_look(&input(None), OPEN));
        let mut nobody = input(None);
        nobody.people.iter_mut().for_each(|person| person.after = Box::default());
        assert!(!is_look(&nobody, OPEN));
    }
}
