//! The comparison of the events that the receiver of a webhook got with what participants did: each event at least once
//! under one ID, in order for each participant, and nothing of those who erased their data. It is pure, so that it can
//! be tested by breaking what it compares.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use crate::check::{Kind, Violation};
use crate::hook::{Arrival, HookTrouble};
use crate::messages::{Course, Leave};

/// How long an event is under way at most: from its reservation until the receiver has it, on a busy machine.
const UNDER_WAY: Duration = Duration::from_secs(5);

/// The events in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Different events that were taken.
    pub events: usize,
    /// By type.
    pub types: BTreeMap<String, usize>,
    /// Arrivals that were not taken.
    pub rejected: usize,
    /// Taken again, because the reply was lost.
    pub again_without_reply: usize,
    /// Taken again after a reply, because the server was killed before it recorded it.
    pub again_after_reply: usize,
    /// What the receiver did.
    pub troubles: BTreeMap<HookTrouble, u32>,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "events: {} taken {:?}; {} arrivals rejected", self.events, self.types, self.rejected)?;
        writeln!(
            f,
            "taken again under the same ID: {} after a lost reply, {} after a reply that was not recorded; receiver: {:?}",
            self.again_without_reply, self.again_after_reply, self.troubles
        )
    }
}

/// What there is to compare with.
pub struct Comparison<'a> {
    /// The IDs of the parts, the first one first.
    pub parts: &'a [String],
    /// What each participant did, with the code that the server gave them.
    pub courses: &'a [(Option<String>, &'a Course)],
    /// What the receiver got, in order.
    pub arrivals: &'a [Arrival],
}

/// What an event of a participant is about, in the order in which they happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A part opened; 1 is the first later one.
    Part(usize, Step),
    Withdrawn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Due,
    Completed,
}

impl Comparison<'_> {
    pub fn check(&self) -> (Counts, Vec<Violation>) {
        let (mut counts, mut found) = (Counts::default(), Vec::new());
        let mut of: BTreeMap<String, Vec<&Arrival>> = BTreeMap::new();
        for arrival in self.arrivals {
            of.entry(arrival.field("participant")).or_default().push(arrival);
        }
        self.repeats(&mut counts, &mut found);
        let erased = self.courses.iter().filter(|(_, course)| has_left(course, Leave::Erase)).count();
        of_nobody(&of.remove("").unwrap_or_default(), erased, &mut found);
        for (code, course) in self.courses {
            let own = code.as_ref().and_then(|code| of.remove(code)).unwrap_or_default();
            self.person(course, &own, &mut found);
        }
        found
            .extend(of.keys().map(|code| Violation::new(Kind::Invented, format!("an event of {code}, who is nobody"))));
        (counts, found)
    }

    /// The same ID is the same event, and is signed each time.
    fn repeats(&self, counts: &mut Counts, found: &mut Vec<Violation>) {
        let mut first: BTreeMap<&str, &Arrival> = BTreeMap::new();
        let mut taken: BTreeMap<&str, &Arrival> = BTreeMap::new();
        for arrival in self.arrivals {
            if !arrival.signed {
                found.push(Violation::new(Kind::Altered, format!("{} has a wrong signature", arrival.id)));
            }
            let one = first.entry(&arrival.id).or_insert(arrival);
            if one.body != arrival.body {
                found.push(Violation::new(Kind::Altered, format!("{} has two bodies", arrival.id)));
            }
            if !arrival.taken {
                counts.rejected += 1;
                continue;
            }
            match taken.insert(&arrival.id, arrival) {
                None => {
                    counts.events += 1;
                    *counts.types.entry(arrival.field("type")).or_default() += 1;
                }
                Some(before) if before.replied => counts.again_after_reply += 1,
                Some(_) => counts.again_without_reply += 1,
            }
        }
    }

    fn person(&self, course: &Course, own: &[&Arrival], found: &mut Vec<Violation>) {
        let violation = |kind, what: &str| Violation::new(kind, format!("{}: {what}", course.username));
        let mut seen: BTreeMap<Event, Vec<&Arrival>> = BTreeMap::new();
        for arrival in own {
            match self.event(arrival) {
                Some(event) if is_possible(course, event) => seen.entry(event).or_default().push(arrival),
                _ => found.push(violation(Kind::Invented, &arrival.body)),
            }
        }
        for (event, arrivals) in &seen {
            if ids(arrivals.iter()).len() > 1 {
                found.push(violation(Kind::Duplicated, &format!("{event:?} under two IDs")));
            }
            // What was before has been taken when this arrives.
            let before: Vec<_> = seen.range(..*event).map(|(_, earlier)| earlier).collect();
            for arrival in arrivals {
                if before.iter().any(|earlier| !earlier.iter().any(|one| one.taken && one.at <= arrival.at)) {
                    found.push(violation(Kind::Path, &format!("{event:?} overtakes an earlier event")));
                    break;
                }
            }
        }
        if let Some((Leave::Erase, span)) = course.left {
            if own.iter().any(|arrival| arrival.at > span.until.at + UNDER_WAY) {
                found.push(violation(Kind::Invented, "an event after erasure"));
            }
            // Which events were deleted before they were sent, only the server knows.
            return;
        }
        for event in required(course) {
            if !seen.get(&event).is_some_and(|arrivals| arrivals.iter().any(|arrival| arrival.taken)) {
                found.push(violation(Kind::Lost, &format!("{event:?} was not reported")));
            }
        }
    }

    fn event(&self, arrival: &Arrival) -> Option<Event> {
        let part = |arrival: &Arrival| self.parts.iter().position(|part| *part == arrival.field("wave"));
        match arrival.field("type").as_str() {
            "completed" => part(arrival).map(|part| Event::Part(part, Step::Completed)),
            "wave_due" => part(arrival).filter(|part| *part > 0).map(|part| Event::Part(part, Step::Due)),
            "withdrawn" => Some(Event::Withdrawn),
            _ => None,
        }
    }
}

/// Whoever erased their data has withdrawn, and nothing names them.
fn of_nobody(arrivals: &[&Arrival], erased: usize, found: &mut Vec<Violation>) {
    let is_named = |arrival: &Arrival| !arrival.field("recruitmentId").is_empty();
    for arrival in arrivals.iter().filter(|one| one.field("type") != "withdrawn" || is_named(one)) {
        found.push(Violation::new(Kind::Invented, format!("an event without a code: {}", arrival.body)));
    }
    let withdrawn = ids(arrivals.iter().filter(|one| one.field("type") == "withdrawn" && one.taken)).len();
    if withdrawn != erased {
        let kind = if withdrawn < erased { Kind::Lost } else { Kind::Invented };
        found.push(Violation::new(kind, format!("{withdrawn} of {erased} withdrawals with erasure were reported")));
    }
}

/// What must be reported of a participant. Whether a part was due before they began it, only the server knows; if
/// they never came back, it was.
fn required(course: &Course) -> Vec<Event> {
    let mut events = Vec::new();
    let has_withdrawn = has_left(course, Leave::Keep);
    for (part, span) in course.parts.iter().enumerate() {
        let follows = part > 0 && course.parts[part - 1].is_some();
        match span {
            Some(_) => events.push(Event::Part(part, Step::Completed)),
            None if follows && !has_withdrawn => events.push(Event::Part(part, Step::Due)),
            None => {}
        }
    }
    events.extend(has_withdrawn.then_some(Event::Withdrawn));
    events
}

/// Whether an event can be one of a participant who did this.
fn is_possible(course: &Course, event: Event) -> bool {
    let is_completed = |part: usize| course.parts.get(part).is_some_and(Option::is_some);
    match event {
        Event::Part(part, Step::Completed) => is_completed(part),
        Event::Part(part, Step::Due) => part > 0 && is_completed(part - 1),
        Event::Withdrawn => has_left(course, Leave::Keep),
    }
}

fn has_left(course: &Course, way: Leave) -> bool {
    course.left.is_some_and(|(left, _)| left == way)
}

fn ids<'a>(arrivals: impl Iterator<Item = &'a &'a Arrival>) -> BTreeSet<&'a str> {
    arrivals.map(|arrival| arrival.id.as_str()).collect()
}
