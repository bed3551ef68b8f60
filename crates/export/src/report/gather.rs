//! Gathers the input of the report from the participants' rows.

use std::collections::HashMap;
use std::num::NonZeroI32;

use unmask_store::export::{self as stored, Entered, People, PlannedWave};
use unmask_store::looks;
use unmask_store::participants::Status as Stored;
use unmask_store::rights::{self, Mode};
use unmask_store::study::JustifiedActivation;
use unmask_store::{Snapshot, Store, prefetch};
use unmask_study::Page;
use unmask_study::allocation::Stratum;
use unmask_study::plan::Plan;
use unmask_study::report::input::{
    Activation, Course, Design, Erased, Excluded, Input, Person, Status, UsedVersion, WatchedPart,
};
use unmask_study::report::{Reader, Submitted};
use unmask_study::watched::{self, WatchedInWave};

use crate::consort::course;
use crate::gathered::{Gathered, Read};
use crate::people::training;
use crate::prelude::*;

/// The input of a study's report, from one snapshot.
pub async fn report_input(store: &Store, simulated: bool) -> Result<Input> {
    let mut snapshot = store.snapshot().await?;
    let versions = Versions::read(&mut snapshot).await?;
    gather(snapshot, &versions, simulated).await
}

async fn gather(mut snapshot: Snapshot, versions: &Versions, simulated: bool) -> Result<Input> {
    let mut gathering = Gathering::new(versions, stored::people(&mut snapshot).await?, simulated);
    let mut present: Option<Gathered> = None;
    let take = |read| match read {
        Read::Person(person) => {
            let before = present.replace(Gathered::of(*person));
            before.map_or(Ok(()), |before| gathering.person(&before))
        }
        Read::Shown(_) => Ok(()),
        Read::Given(given) => {
            if let Some(present) = &mut present {
                present.count(&versions.get(&given.submission.study_version)?.study, &given);
                present.keep(*given);
            }
            Ok(())
        }
    };
    let blocks: Vec<String> = blocks_with_evidence(versions);
    let make = move |passing| Read::of(passing, |row, evidence| needs_evidence(&blocks, &row.item, evidence));
    let mut snapshot = prefetch::submissions(snapshot, simulated, make, take).await?;
    if let Some(last) = &present {
        gathering.person(last)?;
    }
    stored::consents(&mut snapshot, simulated, |consent| {
        gathering.consented(&consent.participant);
        Ok::<_, ExportError>(())
    })
    .await?;
    stored::steps(&mut snapshot, simulated, |entered| {
        gathering.entered(&entered.code, &entered);
        Ok::<_, ExportError>(())
    })
    .await?;
    stored::waves(&mut snapshot, simulated, |planned| {
        gathering.planned(&planned.code, &planned);
        Ok::<_, ExportError>(())
    })
    .await?;
    gathering.finish(&mut snapshot, simulated).await
}

/// Gathers participants for the report. Rows arrive sorted by the participant's ID in the data, or name it: first the
/// participants, then consents, steps and later waves in any order.
pub struct Gathering<'a> {
    versions: &'a Versions,
    design: Design,
    readers: HashMap<&'a str, Reader<'a>>,
    people: Vec<Person>,
    /// Number of simulated participants that are omitted.
    left_out: usize,
    /// Index of the last row's participant.
    last: usize,
    /// Steps of the longest arm.
    longest: usize,
    course: Course,
}

impl<'a> Gathering<'a> {
    /// For the active version's design, with room for this many people.
    pub fn new(versions: &'a Versions, people: People, simulated: bool) -> Self {
        let design = Design::of(&versions.active().study);
        let reader = |version: &'a Version| (version.study.hash.as_str(), Reader::new(&design, &version.study));
        let readers = versions.all().iter().map(reader).collect();
        let longest = design.arms.iter().map(|arm| arm.steps.len()).max().unwrap_or_default();
        let used = |version: &Version| UsedVersion {
            version: version.study.hash.clone(),
            activated_at: version.activated_at,
            people: 0,
            registered_before: 0,
            plan: Plan::of(&version.study),
        };
        let justified = |one: &JustifiedActivation| Activation {
            version: one.version.clone(),
            at: one.at,
            reason: one.reason.clone(),
        };
        let course = Course {
            registered: None,
            first_person: None,
            first_version: None,
            versions: versions.all().iter().map(used).collect(),
            activations: versions.activations().iter().map(justified).collect(),
        };
        let number = |n: i64| usize::try_from(n).unwrap_or_default();
        let left_out = if simulated { 0 } else { number(people.simulated) };
        Self {
            versions,
            readers,
            // Allocated once: growing would need twice the memory.
            people: Vec::with_capacity(number(people.all) - left_out),
            left_out,
            last: 0,
            longest,
            design,
            course,
        }
    }

    /// Adds a participant.
    pub fn person(&mut self, who: &Gathered) -> Result<()> {
        let row = &who.person;
        self.registered(row.created_at, &row.study_version, row.simulated);
        let version = self.versions.get(&row.study_version)?;
        let trained = training(version, row.group, &who.items).unwrap_or_default();
        let number = |n: i64| u32::try_from(n).unwrap_or_default();
        // The flags of later waves do not change the comparisons of the first one.
        let quality = who.quality.get(&0);
        let mut person = Person {
            code: row.code.clone(),
            form: row.form,
            on_phone: row.stratum == Stratum::PHONE,
            unit: row.unit.and_then(|unit| i32::try_from(unit).ok()).and_then(NonZeroI32::new),
            arm: row.group.and_then(|group| self.arm(group.name())),
            status: match row.status {
                Stored::Active => Status::Active,
                Stored::Completed => Status::Completed,
                Stored::Withdrawn => Status::Withdrawn,
            },
            simulated: row.simulated,
            exposed: row.exposed.is_some(),
            completed: row.completed.is_some(),
            turned_away: row.outcome.filter(|outcome| outcome.is_turned_away()),
            page: row.page.as_deref().map(step_page),
            training_items: number(trained.0),
            training_answered: number(trained.1),
            media_failed: quality.map_or(0, |own| own.media_failed),
            unseen_media: quality.map_or(0, |own| own.unseen_media),
            unchecked_posts: quality.map_or(0, |own| own.unchecked_posts),
            watched: self.watched(version, who),
            not_timed: quality.is_some_and(|own| own.not_timed),
            excluded: row.excluded.clone().map(Excluded::Decided),
            ..Person::default()
        };
        if let Some(reader) = self.readers.get(row.study_version.as_str()) {
            let submitted = Submitted { answers: &who.answers, initial: &who.initial, scores: &who.scores };
            reader.read(&mut person, row.shown_form(), submitted);
        }
        self.people.push(person);
        Ok(())
    }

    /// What a participant watched in each of the design's parts with recordings.
    fn watched(&self, version: &Version, who: &Gathered) -> Box<[Option<WatchedInWave>]> {
        let found = who.person.group.filter(|_| !self.design.watched.is_empty());
        let found = found.map(|arm| who.watched.by_wave(&version.study, arm)).unwrap_or_default();
        let part = |part: &WatchedPart| found.iter().find(|(wave, _)| wave.name() == part.wave).map(|(_, own)| *own);
        self.design.watched.iter().map(part).collect()
    }

    fn registered(&mut self, at: i64, version: &str, simulated: bool) {
        let (known, first_person) = (self.course.registered, self.course.first_person);
        let is_first = if simulated {
            first_person.is_none() && known.is_none_or(|(first, _)| at < first)
        } else {
            first_person.is_none_or(|first| at < first)
        };
        if is_first {
            self.course.first_version = Some(version.to_owned());
        }
        if !simulated {
            self.course.first_person = Some(first_person.map_or(at, |first| first.min(at)));
        }
        let (first, last) = known.unwrap_or((at, at));
        self.course.registered = Some((first.min(at), last.max(at)));
        for used in &mut self.course.versions {
            used.people += u32::from(used.version == version);
            used.registered_before += u32::from(!simulated && at < used.activated_at);
        }
    }

    /// Notes a consent of a participant, by their ID in the data.
    pub fn consented(&mut self, code: &str) {
        if let Some(person) = self.of(code) {
            person.consented = true;
        }
    }

    /// Notes an entry of a participant, by their ID in the data, into a step of the first part. Times between the parts
    /// are no times in a step.
    pub fn entered(&mut self, code: &str, entered: &Entered) {
        let longest = self.longest;
        let step = usize::try_from(entered.step.step).unwrap_or(usize::MAX);
        let version = self.versions.get(&entered.study_version).ok();
        if version.is_some_and(|own| entered.group.is_some() && step >= own.study.steps_in(entered.group, 0).len()) {
            return;
        }
        if let Some(person) = self.of(code) {
            if person.steps.is_empty() {
                person.steps.reserve_exact(longest);
            }
            person.steps.push((step, entered.step.stamp.measured));
        }
    }

    /// Notes a later wave that is planned for a participant, by their ID in the data. Returns their row.
    pub fn planned(&mut self, code: &str, planned: &PlannedWave) -> Option<&Person> {
        let wave = self.design.waves.iter().position(|wave| wave.id == planned.wave);
        let person = self.of(code)?;
        if let Some(part) = wave.and_then(|wave| person.later.get_mut(wave)) {
            let course = course(planned);
            part.closes = Some(course.ends());
            part.begun = course.started.is_some();
            part.completed = course.completed.is_some();
            part.ended = course.ended.map(|end| end.outcome).filter(|_| !part.completed);
        }
        Some(person)
    }

    fn of(&mut self, code: &str) -> Option<&mut Person> {
        // Rows are sorted by participant.
        if self.people.get(self.last).is_none_or(|known| known.code != code) {
            self.last = self.people.binary_search_by(|known| known.code.as_str().cmp(code)).ok()?;
        }
        self.people.get_mut(self.last)
    }

    fn arm(&self, name: &str) -> Option<usize> {
        self.design.arms.iter().position(|arm| arm.id == name)
    }

    /// Adds erased participants, of whom only a count is stored.
    pub async fn finish(self, snapshot: &mut Snapshot, simulated: bool) -> Result<Input> {
        let withdrawals = rights::withdrawals_in(snapshot).await?;
        let gone = withdrawals.iter().filter(|gone| gone.mode == Mode::Erase && (simulated || !gone.simulated));
        let erased = gone.map(|gone| Erased {
            arm: gone.arm.as_deref().and_then(|arm| self.arm(arm)),
            consented: gone.consented,
            exposed: gone.exposed,
            completed: gone.completed,
            simulated: gone.simulated,
            people: u32::try_from(gone.people).unwrap_or_default(),
        });
        let erased = erased.collect();
        let simulated_left_out = u32::try_from(self.left_out).unwrap_or_default();
        let seed_commitment = stored::seed_commitment(snapshot).await?;
        let looks = if self.design.interim.is_some() { looks::taken(snapshot).await? } else { Vec::new() };
        let (design, people, course) = (self.design, self.people, self.course);
        Ok(Input { design, people, erased, simulated_left_out, seed_commitment, course, looks })
    }
}

/// Whether the evidence of a submission may contain what the report needs: a medium that failed or was not played, or
/// that nothing of a post was opened, or how long a recording was watched. Everything else is not parsed.
fn needs_evidence(blocks: &[String], item: &str, evidence: &str) -> bool {
    let has = |text: &str| evidence.contains(text);
    let block = item.split('/').next().unwrap_or(item);
    blocks.iter().any(|own| own == block) || has("\"error\"") || has("\"plays\":0")
}

/// The blocks whose evidence the report needs: those with posts, and those with recordings without a question.
fn blocks_with_evidence(versions: &Versions) -> Vec<String> {
    let studies = || versions.all().iter().map(|version| &version.study);
    let posts = studies().flat_map(|study| &study.flow_b).map(|flow| flow.block.to_string());
    let arms = studies().flat_map(|study| study.file.arms.keys().map(move |arm| (study, *arm)));
    let mut blocks: Vec<String> = posts.chain(arms.flat_map(|(study, arm)| watched::blocks(study, arm))).collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks
}

/// The first page of the step that a page belongs to: participants are counted by step.
fn step_page(page: &str) -> String {
    let step = page.parse::<Page>().ok().and_then(|page| page.step());
    step.map_or_else(|| page.to_owned(), |step| step.first_page().to_string())
}
