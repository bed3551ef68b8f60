//! An offline simulation: the participants of `unmask simulate` use the page flow directly, without server, database or
//! waiting. They submit what they would submit over HTTP (a test of the server compares both), so that hundreds of
//! simulations can show how often a report is right.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value};
use unmask_study::Study;
use unmask_study::answers::Answers;
use unmask_study::definition::training::PersonaPosts;
use unmask_study::definition::{ArmId, BlockId, FlowA};
use unmask_study::flow::{self, Accepted, Judgement, Record, Stage, Submission};
use unmask_study::page::{Page, QuestionnaireBlock, Step};
use unmask_study::progress::{Assignment, Form, Memory, Progress};
use unmask_study::public::{self, PublicItem};

use crate::response_model::person::{Person, World};
use crate::response_model::preset::Preset;
use crate::response_model::{Dropout, Question, ResponseModel as _};

/// A study, a preset and a seed, the same for all participants.
pub struct OfflineSimulation {
    world: World,
    shown: Arc<HashMap<(Option<ArmId>, Form), Shown>>,
}

/// What participants see, as the API shows it. The order is arbitrary: no answer depends on it.
struct Shown {
    /// Sections of the questionnaires: id and items.
    sections: BTreeMap<QuestionnaireBlock, Vec<(String, Vec<PublicItem>)>>,
    /// Ratings of each part of the control flow, by id.
    clips: HashMap<String, Vec<PublicItem>>,
    /// Practice, questions and posts, by id.
    questions: HashMap<String, Question>,
    /// The follow-up of each Flow A, by block.
    followups: HashMap<BlockId, Value>,
}

/// The result of a participant.
#[derive(Clone, Debug)]
pub struct Visit {
    /// All their submissions, in order.
    pub records: Vec<Record>,
    /// Their final position.
    pub progress: Progress,
    /// They have seen the first page that differs between the arms: randomised.
    pub exposed: bool,
    /// Whether they reached the end of the first part.
    pub finished: bool,
    /// The numbers of the later parts that they completed, from 1.
    pub completed: Vec<usize>,
}

impl OfflineSimulation {
    /// Of a preset on a study that has passed its checks.
    pub fn new(study: Arc<Study>, preset: Preset, seed: u64) -> Result<Self> {
        let world = World { ids: Arc::new(|id| Some(id.to_owned())), study, preset, seed };
        // Without an arm, or if content does not differ by arm, the study as a whole.
        let arms = std::iter::once(None).chain(world.study.by_arm.keys().copied().map(Some));
        let forms = world.study.file.forms();
        let all = arms.flat_map(|arm| forms.iter().map(move |form| (arm, *form)));
        let of_form = |(arm, form)| Ok(((arm, form), Shown::new(world.study.seen_by(arm), form)?));
        let shown = all.map(of_form).collect::<Result<_>>()?;
        Ok(Self { shown: Arc::new(shown), world })
    }

    fn shown(&self, who: &Assignment) -> &Shown {
        let arm = who.arm.filter(|arm| self.world.study.by_arm.contains_key(arm));
        &self.shown[&(arm, who.form)]
    }

    /// The same study with another preset and seed.
    #[must_use]
    pub fn again(&self, preset: Preset, seed: u64) -> Self {
        Self { world: World { preset, seed, ..self.world.clone() }, shown: Arc::clone(&self.shown) }
    }

    fn person(&self, number: usize, who: &Assignment) -> Person {
        let mut person = Person::new(self.world.clone(), number);
        if who.arm.is_some() {
            person.assign(who.arm, who.form);
        }
        person
    }

    /// Simulates the person with this number until the end or until they leave.
    ///
    /// # Errors
    /// If the page flow rejects a submission: never on a study that has passed its checks.
    pub fn visit(&self, number: usize, who: &Assignment) -> Result<Visit> {
        let study = self.world.study.seen_by(who.arm);
        let mut walk = Walk {
            study,
            shown: self.shown(who),
            who,
            person: self.person(number, who),
            at: flow::start(study, who),
            known: Map::new(),
            disabled: HashMap::new(),
            may_retry: false,
            records: Vec::new(),
            completed: Vec::new(),
        };
        walk.through()?;
        let finished = walk.at.page == Page::End;
        let exposed = flow::is_exposed(study, who, &walk.at);
        if finished {
            walk.later_parts()?;
        }
        Ok(Visit { records: walk.records, progress: walk.at, exposed, finished, completed: walk.completed })
    }

    /// The judgements of the person with this number in both tests and in the later parts for which they come back, if
    /// they never leave. Much faster than a complete [`Self::visit`].
    pub fn judgements(&self, number: usize, who: &Assignment) -> Result<Answers> {
        let mut person = self.person(number, who);
        let mut given = self.judged_in(0, &mut person, who)?;
        while let Some(part) = person.next_part() {
            if person.comes_back(true) {
                given.extend(self.judged_in(part, &mut person, who)?);
            }
        }
        Ok(given)
    }

    /// The judgements in a part of the study.
    fn judged_in(&self, part: usize, person: &mut Person, who: &Assignment) -> Result<Answers> {
        let study = self.world.study.seen_by(who.arm);
        let mut given = Answers::new();
        let is_own = |block: &QuestionnaireBlock| study.wave_of(who.arm, block.id.name()) == part;
        for (page, sections) in self.shown(who).sections.iter().filter(|(block, _)| is_own(block)) {
            person.dropout(&page.page.kind().first_page().to_string());
            for (name, items) in sections {
                let (_, stage) = Stage::split(name);
                for item in items.iter().filter(|item| item.kind.judgement().is_some()) {
                    let own = person.item(None, item)?;
                    given.extend(if stage == Stage::Final { person.advised(item, own) } else { own });
                }
            }
        }
        Ok(given)
    }
}

impl Shown {
    fn new(study: &Study, form: Form) -> Result<Self> {
        let locale = study.file.language.clone();
        let who = Assignment { arm: None, form, seed: 0, contact_again: false };
        let mut sections = BTreeMap::new();
        for page in study.questionnaires.keys() {
            let seen = public::questionnaire(study, &who, &locale, *page, &Memory::default());
            let seen = seen.into_iter().flat_map(|questionnaire| questionnaire.sections);
            sections.insert(*page, seen.map(|section| (section.id, section.items)).collect());
        }
        let clips = study.control_flow.iter().flat_map(|flow| public::clips(study, flow, &who, &locale));
        let clips = clips.map(|clip| (clip.id, clip.ratings)).collect();
        let posts_of = |flow| {
            let posts = |posts: &PersonaPosts| public::posts(study, flow, &who, &locale, &posts.persona);
            flow.personas.iter().filter_map(posts).flatten().collect::<Vec<_>>()
        };
        let questions = |flow| public::questions(study, flow, &who, &locale);
        let asked = [
            serde_json::to_value(public::practice(study, &locale))?,
            serde_json::to_value(study.flow_a.iter().flat_map(questions).collect::<Vec<_>>())?,
            serde_json::to_value(study.flow_b.iter().flat_map(posts_of).collect::<Vec<_>>())?,
        ];
        let asked = asked.iter().flat_map(|all| all.as_array().map_or(std::slice::from_ref(all), Vec::as_slice));
        let questions = asked.map(Question::of).map(|question| (question.id.clone(), question)).collect();
        let followup = |flow: &FlowA| Ok((flow.block, serde_json::to_value(public::followup(study, flow, &locale))?));
        let followups = study.flow_a.iter().map(followup).collect::<Result<_>>()?;
        Ok(Self { sections, clips, questions, followups })
    }
}

/// A participant in progress. The counterpart over HTTP is [`crate::participant::SimulatedParticipant`].
struct Walk<'a> {
    study: &'a Study,
    shown: &'a Shown,
    who: &'a Assignment,
    person: Person,
    at: Progress,
    /// Answers so far, which conditions read.
    known: Map<String, Value>,
    disabled: HashMap<String, Vec<String>>,
    may_retry: bool,
    records: Vec<Record>,
    /// Completed later parts.
    completed: Vec<usize>,
}

impl Walk<'_> {
    fn through(&mut self) -> Result<()> {
        while self.at.page != Page::End {
            match self.person.dropout(&self.at.page.to_string()) {
                Dropout::Stay => {}
                // A returning participant continues from the verdict page.
                Dropout::Return => self.may_retry = false,
                Dropout::Leave => break,
            }
            self.step()?;
        }
        Ok(())
    }

    /// The later parts for which the person comes back, in the order of the study: each one that follows a completed
    /// part.
    fn later_parts(&mut self) -> Result<()> {
        let study = self.study;
        for wave in 1..=study.file.waves.len() {
            let before = study.file.wave_before(wave);
            let begin = flow::begin_wave(study, self.who, &self.at, wave);
            let begin = begin.filter(|_| before == 0 || self.completed.contains(&before));
            let Some(begin) = begin.filter(|_| self.person.comes_back(true)) else { continue };
            self.at = begin;
            self.through()?;
            if self.at.page != Page::End {
                return Ok(());
            }
            self.completed.push(wave);
        }
        Ok(())
    }

    fn step(&mut self) -> Result<()> {
        let again = match &self.at.page {
            Page::FlowAIncorrect(id) => Some(Page::FlowAQuestion(id.clone())),
            Page::FlowBIncorrect(id) => Some(Page::FlowBQuestion(id.clone())),
            _ => None,
        };
        let again = again.filter(|_| self.may_retry && self.person.tries_again());
        if let Some(next) = again.or_else(|| flow::next_page(self.study, self.who, &self.at)) {
            self.may_retry = false;
            self.at = flow::visit(self.study, self.who, &self.at, &next)?;
            return Ok(());
        }
        let submission = self.submission()?;
        // Simulated participants answer at random, so that they are not screened out.
        let Accepted { record, progress, feedback, .. } = flow::submit(self.study, self.who, &self.at, submission)?;
        self.records.push(record);
        self.at = progress;
        self.may_retry = feedback.as_ref().is_some_and(|feedback| feedback.may_retry);
        if let Some(feedback) = feedback {
            self.disabled.insert(feedback.id, feedback.disabled);
        }
        Ok(())
    }

    fn submission(&mut self) -> Result<Submission> {
        Ok(match self.at.page.clone() {
            Page::PreQuestionnaire | Page::TreatmentQuestionnaire | Page::PostQuestionnaire => self.section()?,
            Page::Home => Submission::Practice(self.judge(&self.study.practice.id)?),
            Page::FlowAQuestion(id) => Submission::Question(id.clone(), self.judge(&id)?),
            Page::FlowBQuestion(id) => Submission::Post(id.clone(), self.judge(&id)?),
            Page::FlowAFollowup(id) => {
                let block = self.study.question(&id).context("a question")?.0.block;
                let given = self.person.followup(&id, &self.shown.followups[&block]);
                Submission::Followup(id, given)
            }
            Page::FlowBCorrect(_) | Page::FlowBIncorrect(_) => {
                Submission::CompletePersona(self.at.memory.persona.clone().context("a persona under way")?)
            }
            Page::ControlFlow => {
                let flow = self.study.control_flow(self.present().block).context("a control flow")?;
                let id = flow.part_at(self.who, self.at.memory.done).context("no clip is left")?;
                let mut given = Answers::new();
                for item in self.shown.clips.get(id).context("the clip was not shown")? {
                    given.extend(self.person.item(Some(id), item)?);
                }
                Submission::Rating(id.to_owned(), given)
            }
            other => bail!("no response is defined for {other}"),
        })
    }

    fn present(&self) -> Step {
        self.study.steps_of(self.who.arm)[self.at.step]
    }

    fn section(&mut self) -> Result<Submission> {
        let block = self.present().questionnaire().context("a questionnaire")?;
        let screens = self.study.questionnaires[&block].screens(block, self.who);
        let id = screens.get(self.at.memory.done).context("no section is left")?.name();
        let (_, items) = self.shown.sections[&block].iter().find(|(own, _)| *own == id).context("a section")?;
        let (_, stage) = Stage::split(&id);
        let mut given = Answers::new();
        for item in items {
            if item.is_shown(&self.known) {
                let own = self.person.item(None, item)?;
                let answers = if stage == Stage::Final { self.person.advised(item, own) } else { own };
                self.known.extend(answers.clone());
                given.extend(answers);
            }
        }
        Ok(Submission::Questionnaire { page: block.page, section: Some(id), answers: given })
    }

    fn judge(&mut self, id: &str) -> Result<Judgement> {
        if let Some(look) = self.study.look(id).filter(|_| self.at.memory.attempts > 0) {
            let signs: Vec<String> = look.options().map(|option| option.value.clone()).collect();
            return Ok(Judgement { answer: self.person.second_look(id, &signs), confidence: None });
        }
        let question = self.shown.questions.get(id).with_context(|| format!("{id} was not shown"))?;
        let before = self.disabled.get(id).map_or(&[][..], Vec::as_slice);
        let judged = self.person.judge(question, before);
        Ok(Judgement { answer: judged.answer, confidence: judged.confidence })
    }
}
