//! The comparison of messages finds what is wrong: each test breaks a right history in one place.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;
use unmask_faults::check::Kind;
use unmask_faults::killer::End;
use unmask_faults::messages::{Comparison, Counts, Course, Leave, Span};
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
    jumps: Vec<Instant>,
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
            jumps: vec![],
        };
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
            jumps: &self.jumps,
            jump: Duration::from_hours(2),
            end: self.moment(200),
        };
        let (counts, found) = comparison.check();
        (counts, found.into_iter().map(|violation| violation.kind).collect())
    }
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
    let failed = |run: &Run, rejected| Attempt { to: run.course.address.clone(), begun: run.moment(73), rejected };
    // It was due for a day, and the clock is set every two hours.
    run.post.failed = vec![failed(&run, None); 5];
    assert_eq!(run.check().1, [Kind::Lost]);
    run.post.failed = vec![failed(&run, None); 6];
    assert_eq!((run.check().0.late, run.check().1), (1, vec![]));
    run.post.failed = vec![failed(&run, Some("id-1".to_owned()))];
    assert_eq!((run.check().0.rejected, run.check().1), (1, vec![]));
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
    run.jumps = vec![run.moment(121).at];
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
