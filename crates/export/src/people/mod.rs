//! Writes the participants' tables in one pass over all submissions, with one participant at a time in memory.

mod exposures;
mod person;
mod submissions;

pub use person::{quality, training};

use std::collections::HashMap;
use std::sync::Arc;

use unmask_store::export::{self as stored, Selection};
use unmask_store::{Millis, Snapshot, prefetch};
use unmask_study::exclusion::Exclusions;
use unmask_study::flow::PresentationOrder;
use unmask_study::missing::{self, Asked};

use crate::blinded::Blinded;
use crate::consort::Consort;
use crate::gathered::{Gathered, Quality, Read};
use crate::prelude::*;
use crate::publication::{Anonymity, Public};
use crate::report::Gathering;

/// The result of the pass.
pub struct Seen {
    /// The newest time in the data.
    pub newest: Millis,
    /// Of a public package.
    pub anonymity: Option<Anonymity>,
    pub later: LaterQuality,
}

/// How carefully participants took part in later waves, by participant and wave.
pub type LaterQuality = HashMap<(String, String), Quality>;

/// The outputs of a pass over the data.
pub struct Pass<'a, 'b> {
    pub package: &'a mut Package,
    pub versions: &'a Versions,
    pub tables: &'a Tables,
    pub consort: &'a mut Consort,
    pub gathering: &'a mut Gathering<'b>,
    pub simulated: bool,
}

/// The tables that are written in this pass.
struct Out<'a> {
    versions: &'a Versions,
    tables: &'a Tables,
    /// By version and column of the wide form: where the version asks for it, if it does.
    asked: HashMap<&'a str, Vec<Option<Asked<'a>>>>,
    /// The presentation orders of the current participant, by study version.
    orders: HashMap<&'a str, PresentationOrder<'a>>,
    exclusions: Exclusions,
    public: Option<Arc<Public>>,
    blinded: Option<Arc<Blinded>>,
    /// Published participants by their answers to the quasi-identifiers.
    combinations: HashMap<Vec<String>, i64>,
    participants: Writer<'a>,
    submissions: Writer<'a>,
    responses: Writer<'a>,
    exposures: Writer<'a>,
    events: Writer<'a>,
    questionnaires: Writer<'a>,
    later: LaterQuality,
    newest: Millis,
}

/// Writes the tables, and gathers the report's input in the same pass.
pub async fn write(mut snapshot: Snapshot, pass: &mut Pass<'_, '_>) -> Result<(Seen, Snapshot)> {
    let order = match &pass.package.blinded {
        None => None,
        Some(blinded) => {
            let codes = stored::ids(&mut snapshot, pass.simulated).await?.into_iter().map(|(code, _)| code);
            Some(blinded.order(codes.collect()))
        }
    };
    let Pass { package, versions, tables, consort, gathering, simulated } = pass;
    let mut out = Out::begin(package, versions, tables)?;
    let is_public = package.public.is_some();
    let blinded = package.blinded.clone();
    let published = |person| match &blinded {
        Some(blinded) => blinded.person(person),
        None if is_public => Public::person(person),
        None => person,
    };
    let mut present: Option<Gathered> = None;
    let mut count = |out: &mut Out<'_>, who: &mut Gathered| {
        if !out.has(who) {
            return Ok(());
        }
        out.unreported(who)?;
        out.person(who, consort)?;
        gathering.person(who)?;
        let study = &out.versions.get(&who.person.study_version)?.study;
        let later = who.quality.split_off(&1).into_iter();
        out.later.extend(later.map(|(wave, own)| ((who.person.code.clone(), study.wave_id(wave).to_string()), own)));
        Ok(())
    };
    let take = |read| match read {
        Read::Person(person) => {
            let before = present.replace(Gathered::of(published(*person)));
            before.map_or(Ok(()), |mut before| count(&mut out, &mut before))
        }
        Read::Shown(shown) => {
            out.note_times([shown.stamp.at, shown.stamp.measured]);
            present.as_mut().into_iter().for_each(|present| present.shown.push(shown.clone()));
            Ok(())
        }
        Read::Given(given) => present.as_mut().map_or(Ok(()), |present| out.submission(present, *given)),
    };
    let make = |passing| Read::of(passing, |_, _| true);
    let selection = Selection { simulated: *simulated, order };
    let snapshot = prefetch::submissions(snapshot, selection, make, take).await?;
    if let Some(last) = &mut present {
        count(&mut out, last)?;
    }
    Ok((out.end(package)?, snapshot))
}

impl<'a> Out<'a> {
    fn begin(package: &Package, versions: &'a Versions, tables: &'a Tables) -> Result<Self> {
        let asked = versions.all().iter().map(|version| {
            let all = missing::asked(&version.study);
            let of = |wide: &Wide| all.get(&wide.row.variable).cloned().filter(|_| version.has(wide));
            (version.study.hash.as_str(), tables.wide.iter().map(of).collect())
        });
        Ok(Self {
            versions,
            tables,
            asked: asked.collect(),
            orders: HashMap::new(),
            exclusions: Exclusions::of(&versions.active().study),
            public: package.public.clone(),
            blinded: package.blinded.clone(),
            combinations: HashMap::new(),
            participants: Writer::begin(package, &tables.participants)?,
            submissions: Writer::begin(package, &tables.submissions)?,
            responses: Writer::begin(package, &tables.responses)?,
            exposures: Writer::begin(package, &tables.exposures)?,
            events: Writer::begin(package, &tables.events)?,
            questionnaires: Writer::begin(package, &tables.questionnaires)?,
            later: LaterQuality::new(),
            newest: 0,
        })
    }

    fn end(self, package: &mut Package) -> Result<Seen> {
        let anonymity = self.public.as_ref().map(|public| public.anonymity(&self.combinations));
        let Self { participants, submissions, responses, exposures, events, questionnaires, later, newest, .. } = self;
        for writer in [participants, submissions, responses, exposures, events, questionnaires] {
            writer.end(package)?;
        }
        Ok(Seen { newest, anonymity, later })
    }

    /// Whether the package has data of this participant.
    fn has(&self, who: &Gathered) -> bool {
        self.public.as_ref().is_none_or(|public| public.has(&who.person.code))
    }

    fn note_times(&mut self, at: impl IntoIterator<Item = Millis>) {
        self.newest = at.into_iter().fold(self.newest, Millis::max);
    }
}
