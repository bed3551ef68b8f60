//! The comparison of the messages that the mail server accepted with those that were due: each due message once, none
//! outside its time, none to people who left. It is pure, so that it can be tested by breaking what it compares.
//!
//! A message that was under way when somebody left is no violation, and is counted.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use tokio::time::Instant;
use unmask_study::definition::Wave;

use crate::check::{Kind, Violation};
use crate::killer::End;
use crate::moved_clock::{Millis, Moment};
use crate::relay::{Attempt, Delivery, Post};

const HOUR: Millis = 60 * 60 * 1000;
const DAY: Millis = 24 * HOUR;

/// How long a message is under way at most: from its reservation until the mail server knows of it, or from its reply
/// until the server has recorded it, on a busy machine.
const UNDER_WAY: Duration = Duration::from_secs(5);

/// How much later the mail server may read what a server had sent that is dead by then.
const UNREAD: Duration = Duration::from_secs(1);

/// The longest pause after a failure, after which a message is tried again.
const PAUSE: Millis = 6 * HOUR;

/// Something took place between two moments; when exactly, only the server knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub from: Moment,
    pub until: Moment,
}

/// What somebody does who leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leave {
    /// Withdraws; the data are kept.
    Keep,
    /// Withdraws; the data are erased.
    Erase,
    /// Opens the link in an e-mail.
    Unsubscribe,
    /// Removes the address in the profile.
    RemoveAddress,
}

/// What a simulated participant did.
#[derive(Clone, Debug)]
pub struct Course {
    pub username: String,
    pub address: String,
    /// When each part was completed; none if it was not.
    pub parts: Vec<Option<Span>>,
    /// When it left, if it did.
    pub left: Option<(Leave, Span)>,
}

/// The laboratory set the clock forward, and waited until every message that was due had been tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// When the clock was set.
    pub from: Instant,
    /// When no message was due any more, except those that wait for another attempt: the servers' time just before the
    /// database was asked, and the laboratory's just after.
    pub settled: Moment,
    /// Messages that were reserved then, without a result.
    pub in_hand: Vec<InHand>,
}

/// A message that a server reserved, and whose result it did not record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InHand {
    pub username: String,
    /// The number of the part, and of the message about it, both from 0.
    pub wave: usize,
    pub message: usize,
    /// When it was reserved.
    pub since: Instant,
}

/// What there is to compare with.
pub struct Comparison<'a> {
    /// The later parts.
    pub waves: &'a [Wave],
    pub courses: &'a [Course],
    pub post: &'a Post,
    /// The ends of servers.
    pub ends: &'a [End],
    /// When the clock was set forward, and by how much.
    pub steps: &'a [Step],
    pub jump: Duration,
    /// The end of the run.
    pub end: Moment,
}

/// The messages in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Messages that were due when every due message had been tried.
    pub due: usize,
    /// Of these, accepted.
    pub accepted: usize,
    /// Of these, permanently rejected.
    pub rejected: usize,
    /// Of these, neither: each attempt failed, or its server was killed.
    pub late: usize,
    /// Attempts whose server was killed before the mail server knew of them.
    pub killed: usize,
    /// Different messages that were accepted, also those that were due for a short time.
    pub messages: usize,
    /// Accepted again, because the mail server's reply was lost.
    pub again_without_reply: usize,
    /// Accepted again, because the server was killed before it recorded the reply.
    pub again_after_kill: usize,
    /// Accepted from people who had left while the message was under way.
    pub under_way: usize,
    /// People who left, by way.
    pub left: BTreeMap<Leave, usize>,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { due, accepted, rejected, late, killed, messages, .. } = self;
        writeln!(
            f,
            "messages: {due} due; of these {accepted} accepted, {rejected} permanently rejected, {late} late; {killed} \
             attempts ended by a kill; {messages} accepted in all"
        )?;
        writeln!(
            f,
            "accepted again under the same ID: {} after a lost reply, {} after a kill; under way when somebody left: {}",
            self.again_without_reply, self.again_after_kill, self.under_way
        )?;
        writeln!(f, "left: {:?}", self.left)
    }
}

/// A message of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Due {
    wave: usize,
    message: usize,
    /// From when on it is due: between these times.
    from: [Millis; 2],
    /// Until when: between these times.
    until: [Millis; 2],
}

/// Whether a failed attempt is why a message had not been accepted by then.
fn explains(attempt: &Attempt, step: &Step) -> bool {
    let is_over = step.settled.time - attempt.begun.time >= PAUSE;
    attempt.begun.at <= step.settled.at && (attempt.rejected.is_some() || !is_over)
}

impl Comparison<'_> {
    pub fn check(&self) -> (Counts, Vec<Violation>) {
        let (mut counts, mut found) = (Counts::default(), Vec::new());
        let mut to: BTreeMap<&str, Vec<&Delivery>> = BTreeMap::new();
        for delivery in &self.post.deliveries {
            to.entry(&delivery.to).or_default().push(delivery);
        }
        for course in self.courses {
            let own = to.remove(course.address.as_str()).unwrap_or_default();
            self.person(course, &own, &mut counts, &mut found);
        }
        self.steps.iter().for_each(|step| self.in_hand(step, &mut found));
        found.extend(to.keys().map(|to| Violation::new(Kind::Invented, format!("a message to {to}, who is nobody"))));
        (counts, found)
    }

    fn person(&self, course: &Course, own: &[&Delivery], counts: &mut Counts, found: &mut Vec<Violation>) {
        let mut by_id: BTreeMap<&str, Vec<&Delivery>> = BTreeMap::new();
        for delivery in own {
            by_id.entry(&delivery.id).or_default().push(delivery);
        }
        let due = self.due(course);
        let mut sent: BTreeMap<Due, Instant> = BTreeMap::new();
        counts.messages += by_id.len();
        // In the order in which they were sent.
        let mut ids: Vec<_> = by_id.values().collect();
        ids.sort_by_key(|deliveries| deliveries[0].accepted.at);
        for deliveries in ids {
            for pair in deliveries.windows(2) {
                self.again(course, pair[0], counts, found);
            }
            for delivery in deliveries {
                self.after_leaving(course, delivery, counts, found);
            }
            let first = deliveries[0];
            let fits: Vec<&Due> = due.iter().filter(|due| self.is_in_time(course, due, first)).collect();
            // Rather a message that is due now than one that was decided before the clock was set; the latest of them.
            let is_due = |due: &Due| (due.from[0]..due.until[1]).contains(&first.begun.time);
            match fits.iter().filter(|due| !sent.contains_key(**due)).max_by_key(|due| is_due(due)) {
                Some(due) => {
                    sent.insert(**due, first.accepted.at);
                }
                None if fits.is_empty() => {
                    found.push(self.violation(Kind::Invented, course, "outside its time", first));
                }
                None => found.push(self.violation(Kind::Duplicated, course, "under two IDs", first)),
            }
        }
        for due in due {
            self.expected(course, &due, sent.get(&due).copied(), counts, found);
        }
        if let Some((leave, _)) = course.left {
            *counts.left.entry(leave).or_default() += 1;
        }
    }

    /// All messages about the parts after those that the person completed.
    fn due(&self, course: &Course) -> Vec<Due> {
        let mut all = Vec::new();
        for (index, wave) in self.waves.iter().enumerate() {
            let Some(Some(before)) = course.parts.get(index) else { continue };
            let after = |days: Option<u32>| {
                [before.from.time, before.until.time].map(|time| time + i64::from(days.unwrap_or_default()) * DAY)
            };
            for (message, reminder) in wave.reminders.iter().enumerate() {
                let until = wave.reminders.get(message + 1).unwrap_or(&wave.closes);
                all.push(Due { wave: index + 1, message, from: after(reminder.days), until: after(until.days) });
            }
        }
        all
    }

    /// Whether the server can have decided in time to send this message. The clock may have been set since.
    fn is_in_time(&self, course: &Course, due: &Due, delivery: &Delivery) -> bool {
        let begun = delivery.begun;
        let earliest = begun.at.checked_sub(UNDER_WAY).unwrap_or(begun.at);
        let jumps = self.steps.iter().filter(|step| (earliest..=begun.at).contains(&step.from)).count();
        let slack = UNDER_WAY + self.jump * u32::try_from(jumps).unwrap_or(u32::MAX);
        let decided = begun.time - i64::try_from(slack.as_millis()).unwrap_or(i64::MAX);
        let is_begun = course.parts.get(due.wave).copied().flatten();
        let is_needed = is_begun.is_none_or(|span| earliest <= span.until.at);
        begun.time >= due.from[0] && decided < due.until[1] && is_needed
    }

    /// Each time that everything was settled, a message that was due had been accepted or tried.
    fn expected(
        &self,
        course: &Course,
        due: &Due,
        sent: Option<Instant>,
        counts: &mut Counts,
        found: &mut Vec<Violation>,
    ) {
        let begun = course.parts.get(due.wave).copied().flatten();
        let stops = [Some(due.until[0]), course.left.map(|(_, span)| span.from.time), begun.map(|span| span.from.time)];
        let stop = stops.into_iter().flatten().min().unwrap_or(self.end.time).min(self.end.time);
        let steps = self.steps.iter().filter(|step| (due.from[1]..stop).contains(&step.settled.time));
        let steps: Vec<&Step> = steps.collect();
        if steps.is_empty() {
            return;
        }
        counts.due += 1;
        let failed = self.post.failed.iter().filter(|attempt| attempt.to == course.address);
        let failed = failed.filter(|attempt| (due.from[0]..due.until[1]).contains(&attempt.begun.time));
        let failed: Vec<&Attempt> = failed.collect();
        let untried: Vec<&&Step> = steps
            .iter()
            .filter(|step| sent.is_none_or(|at| at > step.settled.at))
            .filter(|step| !failed.iter().any(|attempt| explains(attempt, step)))
            .collect();
        // Kills are frequent, so that there is one near everything; but they rarely meet the same message twice.
        let killed = untried.iter().filter(|step| self.was_killed(course, due, step)).count().min(1);
        counts.killed += killed;
        match () {
            () if killed < untried.len() => {
                let what = format!(
                    "{}: message {} about part {} was due {} times when the clock was set, but not tried {} times",
                    course.username,
                    due.message,
                    due.wave,
                    steps.len(),
                    untried.len() - killed
                );
                found.push(Violation::new(Kind::Lost, what));
            }
            () if sent.is_some() => counts.accepted += 1,
            () if failed.iter().any(|attempt| attempt.rejected.is_some()) => counts.rejected += 1,
            () => counts.late += 1,
        }
    }

    /// Whether a server was killed that had just reserved this message.
    fn was_killed(&self, course: &Course, due: &Due, step: &Step) -> bool {
        let is_it =
            |one: &&InHand| (one.username.as_str(), one.wave, one.message) == (&course.username, due.wave, due.message);
        step.in_hand.iter().find(is_it).is_some_and(|one| {
            let mut ends = self.ends.iter().filter(|end| !end.asked);
            ends.any(|end| end.until >= one.since && end.from <= one.since + UNDER_WAY)
        })
    }

    /// A server has one message in hand, so that each kill explains one.
    fn in_hand(&self, step: &Step, found: &mut Vec<Violation>) {
        let during = |end: &&End| !end.asked && end.until >= step.from && end.from <= step.settled.at;
        let kills = self.ends.iter().filter(during).count();
        if step.in_hand.len() > kills {
            let what = format!(
                "{} messages were reserved and had no result, but only {kills} servers were killed",
                step.in_hand.len()
            );
            found.push(Violation::new(Kind::Lost, what));
        }
    }

    /// A message that was accepted and then handed over again.
    fn again(&self, course: &Course, earlier: &Delivery, counts: &mut Counts, found: &mut Vec<Violation>) {
        let at = earlier.accepted.at;
        let mut ends = self.ends.iter().filter(|end| {
            let is_near = end.until + UNREAD >= at && end.from <= at + UNDER_WAY;
            !end.asked && end.server == earlier.server && is_near
        });
        if !earlier.replied {
            counts.again_without_reply += 1;
        } else if ends.next().is_some() {
            counts.again_after_kill += 1;
        } else {
            found.push(self.violation(Kind::Duplicated, course, "again under the same ID, without a cause", earlier));
        }
    }

    fn after_leaving(&self, course: &Course, delivery: &Delivery, counts: &mut Counts, found: &mut Vec<Violation>) {
        let Some((leave, span)) = course.left else { return };
        if delivery.begun.at > span.until.at + UNDER_WAY {
            found.push(self.violation(Kind::Invented, course, &format!("after {leave:?}"), delivery));
        } else if delivery.accepted.at > span.until.at {
            counts.under_way += 1;
        }
    }

    fn violation(&self, kind: Kind, course: &Course, what: &str, delivery: &Delivery) -> Violation {
        let before = |moment: Moment| (self.end.time - moment.time) / 1000;
        let parts: Vec<Option<i64>> = course.parts.iter().map(|part| part.map(|span| before(span.until))).collect();
        Violation::new(
            kind,
            format!(
                "{}: a message was accepted {what}: {} from server {}, {} s before the end; parts completed {parts:?} s \
                 before it",
                course.username,
                delivery.id,
                delivery.server,
                before(delivery.begun)
            ),
        )
    }
}
