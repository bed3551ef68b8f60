//! A simulated person: judges as an observer, answers scales from traits, reads at a person's pace, and may leave.
//!
//! The truth about the items comes from the bundle, on the researcher's side; the API does not contain it.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value};
use unmask_study::Study;
use unmask_study::answers::Answers;
use unmask_study::definition::ArmId;
use unmask_study::progress::Form;
use unmask_study::public::PublicItem;

use super::observer::{Observer, Phase};
use super::pacing::{self, Diligence};
use super::preset::{Preset, people};
use super::scales::Scales;
use super::{Dropout, Judged, Question, ResponseModel, Seen, values};

/// Translates ids on the wire into the bundle's.
pub type Ids = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// Data that all people of a simulation share.
#[derive(Clone)]
pub struct World {
    pub study: Arc<Study>,
    /// Ids on the wire.
    pub ids: Ids,
    /// The correct answers.
    pub preset: Preset,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// The response model of a simulated participant. [`Person::assign`] must be called before it answers anything.
pub struct Person {
    world: World,
    number: usize,
    known: Option<Known>,
    page: String,
    /// Pages so far: all, and since the arms parted.
    pages: (usize, usize),
    /// The parts of the study that the person has begun, by number: 0 is the first one.
    begun: Vec<usize>,
    /// The later parts for which the person does not come back.
    declined: Vec<usize>,
    /// Whether the person agreed to be invited to later parts. All do, unless [`ResponseModel::agreed`] is called.
    agreed: bool,
}

/// The parts that depend on arm and test form.
struct Known {
    observer: Observer,
    form: Form,
    arm: Option<ArmId>,
    leaves_early: Option<usize>,
    leaves_late: Option<usize>,
    returns: Option<usize>,
}

/// A person who leaves does so on one of this many pages.
const PAGES: usize = 20;
/// Before the arms part there are fewer.
const EARLY_PAGES: usize = 9;

impl Person {
    /// The person of a number.
    #[must_use]
    pub fn new(world: World, number: usize) -> Self {
        Self {
            world,
            number,
            known: None,
            page: String::new(),
            pages: (0, 0),
            begun: vec![0],
            declined: Vec::new(),
            agreed: true,
        }
    }

    /// Sets test form and arm; without an arm, no effect of one is assumed yet.
    pub fn assign(&mut self, arm: Option<ArmId>, form: Form) {
        let expected = arm.map(|arm| self.world.study.file.expected(arm)).unwrap_or_default();
        let plan = &self.world.study.file.analysis;
        let observer = Observer::new(self.world.preset, self.world.seed, self.number, &expected, plan);
        let mut fate = observer.chance("fate");
        let mut at = |probability: f64, pages: usize| {
            let (happens, page) = (fate.happens(probability), fate.below(pages));
            happens.then_some(page + 1)
        };
        let leaves_early = at(people::LEAVING, EARLY_PAGES);
        let returns = at(people::RETURNING, PAGES);
        let leaves_late = at(observer.leaving(), PAGES);
        self.known = Some(Known { observer, form, arm, leaves_early, leaves_late, returns });
    }

    fn known(&self) -> &Known {
        self.known.as_ref().expect("a person gets a slot before they answer")
    }

    fn phase(&self) -> Phase {
        if let Some(later) = self.begun.last().filter(|part| **part > 0) {
            return Phase::Later(self.place(*later));
        }
        match self.page.trim_start_matches('/').split('/').next() {
            Some("post-questionnaire") => Phase::After,
            Some("flow-a" | "flow-b") => Phase::Training,
            _ => Phase::Before,
        }
    }

    /// The place of a later part among those of the arm, from 1.
    fn place(&self, part: usize) -> u8 {
        let has = |number: &usize| !self.world.study.steps_in(self.known().arm, *number).is_empty();
        u8::try_from((1..=part).filter(has).count()).unwrap_or(u8::MAX)
    }

    /// The number of the next later part that the person can have, once all that they began are completed.
    #[must_use]
    pub fn next_part(&self) -> Option<usize> {
        let (study, arm) = (&self.world.study, self.known().arm);
        let can_have = |number: &usize| {
            let needs_consent = study.file.waves[number - 1].consent.is_some();
            !self.begun.contains(number)
                && !self.declined.contains(number)
                && self.begun.contains(&study.file.wave_before(*number))
                && !study.steps_in(arm, *number).is_empty()
                && (self.agreed || !needs_consent)
        };
        (1..=study.file.waves.len()).find(can_have)
    }

    /// The bundle's ID and the correct answer.
    fn truth(&self, wire: &str) -> Option<(String, String)> {
        let (study, id) = (&self.world.study, (self.world.ids)(wire)?);
        let practice = (study.practice.id == id).then(|| study.practice.correct.clone());
        let truth = practice
            .or_else(|| Some(study.question(&id)?.1.show.value().to_owned()))
            .or_else(|| Some(study.post(&id)?.1.correct.clone()))?;
        Some((id, truth))
    }
}

impl ResponseModel for Person {
    fn allocated(&mut self, arm: ArmId, form: Form) {
        self.assign(Some(arm), form);
    }

    fn dropout(&mut self, page: &str) -> Dropout {
        page.clone_into(&mut self.page);
        let parted = ["/control-flow", "/treatment-questionnaire", "/flow-", "/dashboard", "/post-questionnaire"];
        self.pages.0 += 1;
        self.pages.1 += usize::from(parted.iter().any(|start| page.starts_with(start)));
        let (all, late) = self.pages;
        let known = self.known();
        if (late == 0 && known.leaves_early == Some(all)) || (late > 0 && known.leaves_late == Some(late)) {
            Dropout::Leave
        } else if known.returns == Some(all) {
            Dropout::Return
        } else {
            Dropout::Stay
        }
    }

    fn agreed(&mut self, contact_again: bool) {
        self.agreed = contact_again;
    }

    fn comes_back(&mut self, is_possible: bool) -> bool {
        let Some(next) = self.next_part() else { return false };
        let observer = &self.known().observer;
        let returning = observer.returning(self.world.study.wave_id(next));
        let comes = is_possible && observer.chance(&format!("part/{}", self.place(next))).happens(returning);
        if comes {
            self.begun.push(next);
        } else {
            self.declined.push(next);
        }
        comes
    }

    fn item(&mut self, about: Option<&str>, item: &PublicItem) -> Result<Answers> {
        let known = self.known();
        let scales = Scales { study: &self.world.study, observer: &known.observer, form: known.form, arm: known.arm };
        // The variables of a rating have the same names for every clip.
        let about = about.and_then(|wire| (self.world.ids)(wire)).unwrap_or_default();
        scales.answers(self.phase(), &about, item).with_context(|| format!("item {}", item.id))
    }

    fn advised(&mut self, item: &PublicItem, own: Answers) -> Answers {
        let known = self.known();
        let scales = Scales { study: &self.world.study, observer: &known.observer, form: known.form, arm: known.arm };
        scales.advised(&item.id, own)
    }

    fn judge(&mut self, question: &Question, before: &[String]) -> Judged {
        let (id, truth) = self.truth(&question.id).unwrap_or_default();
        self.known().observer.judge(self.phase(), &id, &truth, question, before)
    }

    fn second_look(&mut self, question: &str, signs: &[String]) -> String {
        let id = (self.world.ids)(question).unwrap_or_default();
        self.known().observer.chance(&format!("look/{id}")).pick(signs).clone()
    }

    fn followup(&mut self, question: &str, followup: &Value) -> Map<String, Value> {
        let id = (self.world.ids)(question).unwrap_or_default();
        let mut chance = self.known().observer.chance(&format!("followup/{id}"));
        let reasons = values(&followup["options"]);
        Map::from_iter([("reasons".to_owned(), Value::from(vec![chance.pick(&reasons).clone()]))])
    }

    fn tries_again(&mut self) -> bool {
        let page = (self.world.ids)(self.page.split('/').nth(3).unwrap_or_default()).unwrap_or_default();
        self.known().observer.chance(&format!("retry/{page}")).happens(people::RETRYING)
    }

    fn submits_whole(&mut self) -> bool {
        false
    }

    fn timing(&mut self, seen: Seen<'_>) -> Option<Value> {
        let what = (self.world.ids)(seen.what).unwrap_or_else(|| seen.what.to_owned());
        let observer = &self.known().observer;
        let mut chance = observer.chance(&format!("pace/{what}"));
        let diligence = if observer.chance("careless").happens(people::CARELESS) {
            // A separate stream, so that carelessness changes no other number.
            let mut skips = observer.chance(&format!("skip/{what}"));
            Diligence { plays: skips.happens(people::CARELESS_PLAYS), checks: false }
        } else {
            Diligence { plays: true, checks: true }
        };
        Some(pacing::timing(&mut chance, seen, diligence))
    }
}
