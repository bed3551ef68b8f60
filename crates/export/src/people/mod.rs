//! What participants submitted: one pass over all of it, one participant at a time in memory.

mod handed;
mod person;

pub use person::training;

use std::collections::HashMap;

use unmask_store::{Millis, Snapshot, prefetch};
use unmask_study::exclusion::Exclusions;
use unmask_study::flow::PresentationOrder;
use unmask_study::missing::{self, Asked};

use crate::consort::Consort;
use crate::gathered::{Gathered, Read};
use crate::prelude::*;
use crate::report::Gathering;

/// What is known after the pass.
pub struct Seen {
    /// The newest thing in the data.
    pub newest: Millis,
}

/// What a pass over the data writes to, and what counts the rows that pass.
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
    /// By version and column of the wide form: where it is asked, if it is one of the version.
    asked: HashMap<&'a str, Vec<Option<Asked<'a>>>>,
    /// Of the participant whose rows pass, by version: where everything came in their own order.
    places: HashMap<&'a str, PresentationOrder<'a>>,
    exclusions: Exclusions,
    participants: Writer<'a>,
    submissions: Writer<'a>,
    responses: Writer<'a>,
    exposures: Writer<'a>,
    events: Writer<'a>,
    questionnaires: Writer<'a>,
    newest: Millis,
}

/// Writes the tables. What the report wants of a participant is gathered in the same pass.
pub async fn write(snapshot: Snapshot, pass: &mut Pass<'_, '_>) -> Result<(Seen, Snapshot)> {
    let Pass { package, versions, tables, consort, gathering, simulated } = pass;
    let mut out = Out::begin(package, versions, tables)?;
    let mut present: Option<Gathered> = None;
    let mut count = |out: &mut Out<'_>, who: &Gathered| {
        out.person(who, consort)?;
        gathering.person(who)
    };
    let take = |read| match read {
        Read::Person(person) => {
            let before = present.replace(Gathered::of(*person));
            before.map_or(Ok(()), |before| count(&mut out, &before))
        }
        Read::Given(given) => present.as_mut().map_or(Ok(()), |present| out.handed(present, *given)),
    };
    let make = |passing| Read::of(passing, |_| true);
    let snapshot = prefetch::handed_in(snapshot, *simulated, make, take).await?;
    if let Some(last) = &present {
        count(&mut out, last)?;
    }
    Ok((out.end(package)?, snapshot))
}

impl<'a> Out<'a> {
    fn begin(package: &Package, versions: &'a Versions, tables: &'a Tables) -> Result<Self> {
        let asked = versions.all().iter().map(|version| {
            let all = missing::asked(&version.study);
            let of = |wide: &Wide| all.get(&wide.row.variable).copied().filter(|_| version.has(wide));
            (version.study.hash.as_str(), tables.wide.iter().map(of).collect())
        });
        Ok(Self {
            versions,
            tables,
            asked: asked.collect(),
            places: HashMap::new(),
            exclusions: Exclusions::of(&versions.active().study),
            participants: Writer::begin(package, &tables.participants)?,
            submissions: Writer::begin(package, &tables.submissions)?,
            responses: Writer::begin(package, &tables.responses)?,
            exposures: Writer::begin(package, &tables.exposures)?,
            events: Writer::begin(package, &tables.events)?,
            questionnaires: Writer::begin(package, &tables.questionnaires)?,
            newest: 0,
        })
    }

    fn end(self, package: &mut Package) -> Result<Seen> {
        let Self { participants, submissions, responses, exposures, events, questionnaires, newest, .. } = self;
        for writer in [participants, submissions, responses, exposures, events, questionnaires] {
            writer.end(package)?;
        }
        Ok(Seen { newest })
    }

    fn saw(&mut self, at: impl IntoIterator<Item = Millis>) {
        self.newest = at.into_iter().fold(self.newest, Millis::max);
    }
}
