//! The comparison of messages finds what is wrong: each test breaks a right history in one place.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;
use unmask_faults::check::Kind;
use unmask_faults::killer::End;
use unmask_faults::messages::{Comparison, Counts, Course, InHand, Leave, Span, Step};
use unmask_faults::moved_clock::{Millis, Moment};
use unmask_faults::relay::{Attempt, Delivery, Post};
use unmask_study::definition::Wave;

const HOUR: Millis = 60 * 60 * 1000;

/// A part with three messages, and somebody who completed the part before at the beginning.
struct Run {
    start: Instant,
    waves: Vec<Wave>,
    course: Course,
    post: Post,
    ends: Vec<End>,
    steps: Vec<Step>,
}

impl Run {
    fn new() -> Self {
        let wave = json!({ "id": "later", "title": "Later", "opens": { "days": 2 }, "closes": { "days": 5 },
            "reminders": [{ "days": 2 }, { "days": 3 }, { "days": 4 }], "minutes": 5, "steps": ["/end"] });
        let start = Instant::now();
        let mut run = Self {
            start,
            waves: vec![serde_json::from_value(wave).unwrap()],
            course: Course { username: "robot".into(), address: "robot@example.org".into(), parts: vec![], left: None },
            post: Post::default(),
            ends: vec![],
            steps: vec![],
        };
        // Each six hours, a little later than the messages.
        run.steps = (1..33).map(|nth| run.step(6 * nth + 2)).collect();
        run.course.parts = vec![Some(run.span(0)), None];
        for (nth, hour) in [49, 73, 97].into_iter().enumerate() {
            run.deliver(&format!("id-{nth}"), hour);
        }
        run
    }

    /// An hour of the servers' clock is a minute of the laboratory's.
    fn moment(&self, hour: u64) -> Moment {
        Moment { at: self.start + Duration::from_secs(60 * hour), time: i64::try_from(hour).unwrap() * HOUR }
    }

    fn span(&self, hour: u64) -> Span {
        Span { from: self.moment(hour), until: self.moment(hour) }
    }

    /// Everything was settled at this hour; the clock was set half an hour before.
    fn step(&self, hour: u64) -> Step {
        let settled = self.moment(hour);
        Step { from: settled.at - Duration::from_secs(30), settled, in_hand: vec![] }
    }

    /// The second message is missing; at the step of this hour, it was reserved half an hour before.
    fn in_hand(&mut self, hour: u64) -> Instant {
        let step = self.steps.iter_mut().find(|step| step.settled.at == self.start + Duration::from_secs(60 * hour));
        let step = step.unwrap();
        let since = step.settled.at - Duration::from_secs(10);
        step.in_hand.push(InHand { username: "robot".into(), wave: 1, message: 1, since });
        since
    }

    fn deliver(&mut self, id: &str, hour: u64) {
        let moment = self.moment(hour);
        let to = "robot@example.org".to_owned();
        self.post.deliveries.push(Delivery {
            id: id.to_owned(),
            to,
            server: 0,
            begun: moment,
            accepted: moment,
            replied: true,
        });
    }

    fn check(&self) -> (Counts, Vec<Kind>) {
        let comparison = Comparison {
            waves: &self.waves,
            courses: std::slice::from_ref(&self.course),
            post: &self.post,
            ends: &self.ends,
            steps: &self.steps,
            jump: Duration::from_hours(6),
            end: self.moment(200),
        };
        let (counts, found) = comparison.check();
        (counts, found.into_iter().map(|violation| violation.kind).collect())
    }
}

fn failed(run: &Run, hour: u64, rejected: Option<String>) -> Attempt {
    Attempt { to: run.course.address.clone(), begun: run.moment(hour), rejected }
}

#[test]
fn each_due_message_once_is_right() {
    let (counts, found) = Run::new().check();
    assert_eq!((counts.due, counts.accepted, counts.messages, found), (3, 3, 3, vec![]));
}

#[test]
fn a_missing_message_is_lost_unless_it_failed() {
    let mut run = Run::new();
    run.post.deliveries.remove(1);
    assert_eq!(run.check().1, [Kind::Lost]);
    // It was due from hour 72 to 96, and everything was settled at 74, 80, 86 and 92.
    run.post.failed = [73, 79, 85].map(|hour| failed(&run, hour, None)).into();
    assert_eq!(run.check().1, [Kind::Lost]);
    run.post.failed.push(failed(&run, 91, None));
    assert_eq!((run.check().0.late, run.check().1), (1, vec![]));
    run.post.failed = vec![failed(&run, 73, Some("id-1".to_owned()))];
    assert_eq!((run.check().0.rejected, run.check().1), (1, vec![]));
}

#[test]
fn a_message_that_is_late_without_a_cause_is_found() {
    let mut run = Run::new();
    run.post.deliveries.remove(1);
    run.deliver("id-1", 81);
    assert_eq!(run.check().1, [Kind::Lost]);
    run.post.failed = [73, 79].map(|hour| failed(&run, hour, None)).into();
    assert_eq!((run.check().0.accepted, run.check().1), (3, vec![]));
}

#[test]
fn a_message_that_is_sent_late_is_not_taken_for_an_earlier_one() {
    let mut run = Run::new();
    run.post.deliveries.drain(..2);
    run.post.failed = vec![failed(&run, 49, Some("id-0".to_owned())), failed(&run, 73, None)];
    // Right after the clock was set: the first message could have been decided before.
    run.deliver("id-1", 78);
    run.steps[12].from = run.moment(78).at;
    let (counts, found) = run.check();
    assert_eq!((counts.accepted, counts.rejected, found), (2, 1, vec![]));
}

#[test]
fn a_kill_explains_one_message() {
    let mut run = Run::new();
    run.post.deliveries.remove(1);
    run.deliver("id-1", 75);
    assert_eq!(run.check().1, [Kind::Lost]);
    let since = run.in_hand(74);
    assert_eq!(run.check().1, [Kind::Lost, Kind::Lost], "nobody was killed");
    let end = |asked| End { server: 0, from: since, until: since, asked };
    run.ends = vec![end(true)];
    assert_eq!(run.check().1, [Kind::Lost, Kind::Lost], "a server that is asked to end finishes");
    run.ends = vec![end(false)];
    assert_eq!((run.check().0.killed, run.check().0.accepted, run.check().1), (1, 3, vec![]));
    let mut twice = Run::new();
    twice.post.deliveries.remove(1);
    twice.deliver("id-1", 81);
    twice.ends =
        [74, 80].map(|hour| twice.in_hand(hour)).map(|since| End { from: since, until: since, ..end(false) }).into();
    assert_eq!(twice.check().1, [Kind::Lost], "the same message each time");
    run.in_hand(74);
    assert_eq!(run.check().1, [Kind::Lost], "one kill, two messages");
    run.ends[0].from -= Duration::from_mins(1);
    run.ends[0].until -= Duration::from_mins(1);
    assert_eq!(run.check().1, [Kind::Lost, Kind::Lost], "before it was reserved");
}

#[test]
fn a_message_outside_its_time_or_under_two_ids_is_found() {
    for hour in [47, 121] {
        let mut run = Run::new();
        run.deliver("other", hour);
        assert_eq!(run.check().1, [Kind::Invented], "{hour}");
    }
    let mut run = Run::new();
    run.deliver("other", 74);
    assert_eq!(run.check().1, [Kind::Duplicated]);
    let mut run = Run::new();
    run.course.parts[1] = Some(run.span(72));
    assert_eq!(run.check().1, [Kind::Invented, Kind::Invented], "two after the part was completed");
}

#[test]
fn a_message_that_was_decided_before_the_clock_was_set_is_in_time() {
    let mut run = Run::new();
    run.post.deliveries.remove(2);
    run.deliver("id-2", 121);
    assert_eq!(run.check().1, [Kind::Invented, Kind::Lost]);
    // The clock was set while it was under way.
    run.steps.push(run.step(121));
    run.steps.last_mut().unwrap().from = run.moment(121).at;
    run.post.failed = [97, 103, 109, 115].map(|hour| failed(&run, hour, None)).into();
    assert_eq!(run.check().1, []);
}

#[test]
fn a_repeat_needs_a_cause() {
    let mut run = Run::new();
    run.deliver("id-1", 75);
    assert_eq!(run.check().1, [Kind::Duplicated]);
    let at = run.moment(73).at;
    let end = |asked| End { server: 0, from: at, until: at, asked };
    run.ends = vec![end(true)];
    assert_eq!(run.check().1, [Kind::Duplicated], "who is asked to end finishes");
    run.ends = vec![End { server: 1, ..end(false) }];
    assert_eq!(run.check().1, [Kind::Duplicated], "another server");
    run.ends = vec![end(false)];
    assert_eq!((run.check().0.again_after_kill, run.check().1), (1, vec![]));
    let before = |time| vec![End { from: at - time, until: at - time, ..end(false) }];
    run.ends = before(Duration::from_millis(500));
    assert_eq!(run.check().1, [], "the mail server had not read it yet");
    run.ends = before(Duration::from_millis(1500));
    assert_eq!(run.check().1, [Kind::Duplicated], "another process of this server");
    run.ends = vec![];
    run.post.deliveries[1].replied = false;
    assert_eq!((run.check().0.again_without_reply, run.check().1), (1, vec![]));
}

#[test]
fn a_message_to_somebody_who_left_is_found() {
    for leave in [Leave::Keep, Leave::Erase, Leave::Unsubscribe, Leave::RemoveAddress] {
        let mut run = Run::new();
        run.course.left = Some((leave, run.span(72)));
        assert_eq!(run.check().1, [Kind::Invented, Kind::Invented], "{leave:?}");
        run.post.deliveries.truncate(1);
        assert_eq!((run.check().0.due, run.check().1), (1, vec![]));
        // Reserved before, and handed over afterwards.
        let mut span = run.span(49);
        span.until.at -= Duration::from_secs(1);
        run.post.deliveries[0].begun.at -= Duration::from_secs(2);
        run.course.left = Some((leave, span));
        assert_eq!((run.check().0.under_way, run.check().1), (1, vec![]));
    }
}

#[test]
fn a_message_to_nobody_is_found() {
    let mut run = Run::new();
    run.post.deliveries[0].to = "other@example.org".to_owned();
    assert_eq!(run.check().1, [Kind::Lost, Kind::Invented]);
}
