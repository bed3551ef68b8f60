//! The figures of the flow diagram (CONSORT 2025, items 22a and 22b), counted in the pass over the data.

use std::collections::BTreeMap;

use unmask_store::Millis;
use unmask_store::export::{Person, PlannedWave};
use unmask_store::participants::Status;
use unmask_store::rights::{Mode, Withdrawals};
use unmask_study::consort::{Disposition, DispositionCounts, PartCounts, PartDisposition, Withdrew};
use unmask_study::definition::wave::MAIN;
use unmask_study::definition::{ArmId, Outcome, Study, WaveId};
use unmask_study::exclusion::Excluded;
use unmask_study::waves::{Course, Ending, Window};

use crate::package::written;
use crate::prelude::*;

/// What is counted about one participant.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// Arm; none without a slot.
    pub group: Option<ArmId>,
    /// Has seen the first page that differs between the arms.
    pub exposed: bool,
    /// Has reached the end.
    pub completed: bool,
    /// Status.
    pub status: Status,
    /// Why the program ended the participation before the end, if it did.
    pub turned_away: Option<Outcome>,
    /// A simulated participant.
    pub simulated: bool,
    /// The page that they are on, or were on last.
    pub page: Option<&'a str>,
    /// Why they are excluded from the analysis, if they are.
    pub excluded: Option<Excluded<'a>>,
}

impl<'a> Counted<'a> {
    /// A participant of the database, excluded or not.
    pub fn of(person: &'a Person, excluded: Option<Excluded<'a>>) -> Self {
        Self {
            group: person.group,
            exposed: person.exposed.is_some(),
            completed: person.completed.is_some(),
            status: person.status,
            turned_away: person.outcome.filter(|outcome| outcome.is_turned_away()),
            simulated: person.simulated,
            page: person.page.as_deref(),
            excluded,
        }
    }

    /// The participant's line in the diagram.
    pub fn disposition(&self) -> Disposition {
        Disposition {
            exposed: self.exposed,
            completed: self.completed,
            withdrew: (self.status == Status::Withdrawn).then_some(Withdrew::Kept),
            turned_away: self.turned_away,
            excluded: self.excluded.is_some(),
        }
    }
}

/// The line of an erased participant, of whom only a count is stored.
pub fn erased(gone: &Withdrawals) -> Disposition {
    let withdrew = Some(Withdrew::Erased);
    Disposition { exposed: gone.exposed, completed: gone.completed, withdrew, ..Disposition::default() }
}

/// What has happened in a later part that is planned for a participant.
pub fn course(planned: &PlannedWave) -> Course {
    let window = Window { opens: planned.opens_at, closes: planned.closes_at };
    let outcome = planned.outcome.filter(|outcome| outcome.ends_later_part());
    let ended = outcome.zip(planned.outcome_at).map(|(outcome, at)| Ending { outcome, at });
    Course { window, started: planned.started_at, completed: planned.completed_at, ended }
}

/// The figures so far.
#[derive(Clone, Debug, Default)]
pub struct Consort {
    /// All registered participants, including those whose data are erased.
    pub registered: i64,
    /// All who consented.
    pub consented: i64,
    /// Simulated participants among the registered.
    pub simulated: i64,
    last_consent: Option<String>,
    /// By the arm's name; `none` without a slot.
    pub arms: BTreeMap<String, Arm>,
}

/// The figures of one arm.
#[derive(Clone, Debug, Default)]
pub struct Arm {
    /// Participants with a slot in the arm, by disposition.
    pub tally: DispositionCounts,
    /// Excluded participants, by the plan or the researcher, and by reason.
    pub excluded: BTreeMap<(bool, String), i64>,
    /// By number and first page of the step.
    pub entered: BTreeMap<(i64, String), i64>,
    /// The pages of participants who have not completed.
    pub stopped: BTreeMap<String, i64>,
    /// Participants of the later parts, by the part's ID.
    pub parts: BTreeMap<String, PartCounts>,
}

const NO_ARM: &str = "none";

impl Consort {
    /// Counts a participant.
    pub fn person(&mut self, person: Counted<'_>) {
        self.registered += 1;
        self.simulated += i64::from(person.simulated);
        let arm = self.arm(person.group.as_ref().map(ArmId::name));
        arm.tally.add(person.disposition(), 1);
        if let Some(Excluded { as_planned, reason }) = person.excluded {
            *arm.excluded.entry((as_planned, reason.to_owned())).or_default() += 1;
        }
        if let (false, Some(page)) = (person.completed, person.page) {
            *arm.stopped.entry(page.to_owned()).or_default() += 1;
        }
    }

    /// Counts a consent. Consents arrive sorted by participant.
    pub fn consented(&mut self, code: &str) {
        if self.last_consent.as_deref() != Some(code) {
            self.consented += 1;
            self.last_consent = Some(code.to_owned());
        }
    }

    /// Counts an entry into a step.
    pub fn entered(&mut self, group: Option<ArmId>, step: i64, page: &str) {
        let arm = self.arm(group.as_ref().map(ArmId::name));
        *arm.entered.entry((step, page.to_owned())).or_default() += 1;
    }

    /// Counts a participant for whom a later part is planned, as of a time.
    pub fn planned(&mut self, group: Option<ArmId>, wave: &str, part: PartDisposition, now: Millis) {
        let arm = self.arm(group.as_ref().map(ArmId::name));
        arm.parts.entry(wave.to_owned()).or_default().add(part, now);
    }

    /// Adds erased participants, who are no longer in any table.
    pub fn withdrawn(&mut self, withdrawals: &[Withdrawals], simulated: bool) {
        for gone in withdrawals.iter().filter(|gone| gone.mode == Mode::Erase && (simulated || !gone.simulated)) {
            self.registered += gone.people;
            self.consented += if gone.consented { gone.people } else { 0 };
            self.simulated += if gone.simulated { gone.people } else { 0 };
            self.arm(gone.arm.as_deref()).tally.add(erased(gone), u32::try_from(gone.people).unwrap_or(u32::MAX));
        }
    }

    fn arm(&mut self, name: Option<&str>) -> &mut Arm {
        self.arms.entry(name.unwrap_or(NO_ARM).to_owned()).or_default()
    }

    /// Writes the figures, for programs and for people. Those of later parts are `until` the newest time in the data.
    pub fn write(&self, package: &mut Package, versions: &Versions, until: Millis) -> Result<()> {
        let study = &versions.active().study;
        let arms: Vec<Value> = self.arms.iter().map(|(name, arm)| arm.figures(name, study)).collect();
        let figures = json!({
            "registered": self.registered,
            "consented": self.consented,
            "simulated": self.simulated,
            "partsUntil": (!study.file.waves.is_empty() && until > 0).then(|| time(until)),
            "arms": arms,
            "meaning": {
                "simulated": "Simulated participants among the registered",
                "allocated": "Registered with a slot in the arm; erased participants are counted",
                "exposed": "Randomised: saw the first page that differs between the arms; erased participants are counted",
                "completed": "Reached the end, whether or not they withdrew afterwards",
                "analysable": "Completed the study, not excluded, and not erased",
                "excluded": "Excluded from the analysis, by the plan or by a researcher, by reason; their data are in the tables",
                "underWay": "Neither reached the end, nor withdrew, nor were turned away",
                "screenedOut": "Turned away because an answer meets a rule of screen_out; not randomised",
                "quotaFull": "Turned away because a quota on answers was full; not randomised",
                "timedOut": "The time limit passed before the end; in an arm, lost after allocation",
                "failed": "Failed checks; in an arm, lost after allocation",
                "withdrawnKept": "Withdrew; their data are kept",
                "withdrawnKeptBeforeEnd": "Of these, before they reached the end",
                "withdrawnErased": "Withdrew; everything was erased, so that they are in no table and no step",
                "withdrawnErasedBeforeEnd": "Of these, before they reached the end",
                "parts": "The later parts that the arm has. Erased participants are not counted. Each participant who is due is in \
                          exactly one of completed, underWay, missed, declined, timedOut, failed and withdrawn",
                "partsUntil": "The newest time in the data, as of which the figures of later parts are counted",
                "due": "The part is planned for them, because they completed the part before in time and agreed to it if \
                        it asks for consent",
                "opened": "It has opened for them; of those who withdrew, only if they started it",
                "started": "Entered the first step of the part",
                "missed": "The part is over for them, and they did not complete it",
                "declined": "Said before they began the part that they will not take part in it",
                "withdrawn": "Withdrew before they completed the part; their data are kept",
                "none": "Registered and never exposed; the slot was released, or they were turned away",
            },
        });
        package.write("results/consort.json", pretty(&figures))?;
        let table = self.table(study).map_err(|error| ExportError::write("results/consort.csv".as_ref(), error))?;
        package.write_table("results/consort.csv", &table)
    }

    fn table(&self, study: &Study) -> csv::Result<String> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        let main = MAIN.name();
        csv.write_record(["arm", "figure", "wave", "step", "page", "people"])?;
        let all = [("registered", self.registered), ("consented", self.consented), ("simulated", self.simulated)];
        for (figure, people) in all {
            csv.write_record(["all", figure, main, "", "", &people.to_string()])?;
        }
        for (name, arm) in &self.arms {
            for (figure, people) in arm.counts() {
                csv.write_record([name, figure, main, "", "", &people.to_string()])?;
            }
            for ((as_planned, reason), people) in &arm.excluded {
                let figure = if *as_planned { "excluded as planned" } else { "excluded" };
                csv.write_record([name, &format!("{figure}: {reason}"), main, "", "", &people.to_string()])?;
            }
            for ((step, page), people) in &arm.entered {
                let wave = wave_of(study, name, *step);
                csv.write_record([name, "entered", wave.name(), &step.to_string(), page, &people.to_string()])?;
            }
            for (page, people) in &arm.stopped {
                csv.write_record([name, "stopped", main, "", page, &people.to_string()])?;
            }
            for (wave, counts) in arm.all_parts(name, study) {
                for (figure, people) in counts.figures() {
                    csv.write_record([name, figure, &wave, "", "", &people.to_string()])?;
                }
            }
        }
        written(csv)
    }
}

/// The arm with this name in a version; none for participants without a slot.
fn arm_of(study: &Study, name: &str) -> Option<ArmId> {
    study.file.arms.keys().find(|arm| arm.name() == name).copied()
}

/// The wave of a step of an arm, by its number in the active version.
fn wave_of(study: &Study, arm: &str, step: i64) -> WaveId {
    let steps = study.steps_of(arm_of(study, arm));
    let own = usize::try_from(step).ok().and_then(|step| steps.get(step));
    study.wave_id(own.map_or(0, |own| own.wave))
}

impl Arm {
    /// The later parts that an arm has in the active version, in its order, then those of other versions.
    pub fn all_parts(&self, name: &str, study: &Study) -> Vec<(String, PartCounts)> {
        let arm = arm_of(study, name);
        let has = |number: usize| arm.is_some() && !study.steps_in(arm, number).is_empty();
        let own = (1..).zip(&study.file.waves).filter(|(number, _)| has(*number)).map(|(_, wave)| wave.id.name());
        let own: Vec<&str> = own.collect();
        let others = self.parts.keys().map(String::as_str).filter(|wave| !own.contains(wave));
        let of = |wave: &str| (wave.to_owned(), self.parts.get(wave).copied().unwrap_or_default());
        own.iter().copied().chain(others).map(of).collect()
    }

    fn counts(&self) -> [(&'static str, u32); 13] {
        let DispositionCounts { people, exposed, completed, under_way, screened_out, quota_full, analysable, .. } =
            self.tally;
        [
            ("allocated", people),
            ("exposed", exposed),
            ("completed", completed),
            ("underWay", under_way),
            ("screenedOut", screened_out),
            ("quotaFull", quota_full),
            ("timedOut", self.tally.timed_out),
            ("failed", self.tally.failed),
            ("withdrawnKept", self.tally.withdrawn_kept),
            ("withdrawnKeptBeforeEnd", self.tally.withdrawn_kept_before_end),
            ("withdrawnErased", self.tally.withdrawn_erased),
            ("withdrawnErasedBeforeEnd", self.tally.withdrawn_erased_before_end),
            ("analysable", analysable),
        ]
    }

    fn figures(&self, name: &str, study: &Study) -> Value {
        let known = arm_of(study, name).and_then(|arm| study.file.arms.get(&arm));
        let mut figures = json!({ "arm": name, "label": known.map(|arm| &arm.label) });
        for (figure, people) in self.counts() {
            figures[figure] = people.into();
        }
        let excluded = |((as_planned, reason), people): (&(bool, String), &i64)| json!({ "reason": reason, "asPlanned": as_planned, "people": people });
        figures["excluded"] = self.excluded.iter().map(excluded).collect();
        let step =
            |((step, page), people): (&(i64, String), &i64)| json!({ "step": step, "page": page, "people": people });
        figures["entered"] = self.entered.iter().map(step).collect();
        figures["stopped"] =
            self.stopped.iter().map(|(page, people)| json!({ "page": page, "people": people })).collect();
        let part = |(wave, counts): (String, PartCounts)| {
            let mut part = json!({ "wave": wave });
            for (figure, people) in counts.figures() {
                part[figure] = people.into();
            }
            part
        };
        figures["parts"] = self.all_parts(name, study).into_iter().map(part).collect();
        figures
    }
}
