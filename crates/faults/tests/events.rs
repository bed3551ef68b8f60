//! The comparison of events finds what is wrong: each test breaks a right history in one place.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;
use unmask_faults::check::Kind;
use unmask_faults::events::{Comparison, Counts};
use unmask_faults::hook::Arrival;
use unmask_faults::messages::{Course, Leave, Span};
use unmask_faults::moved_clock::Moment;

/// Somebody who completed the first part and the second one, and did not come back for the third one.
struct Run {
    start: Instant,
    course: Course,
    arrivals: Vec<Arrival>,
}

impl Run {
    fn new() -> Self {
        let start = Instant::now();
        let course = Course { username: "robot".into(), address: String::new(), parts: vec![None; 3], left: None };
        let mut run = Self { start, course, arrivals: vec![] };
        run.course.parts[0] = Some(run.span(1));
        run.course.parts[1] = Some(run.span(3));
        for (second, (kind, wave)) in
            (2..).zip([("completed", "main"), ("wave_due", "second"), ("completed", "second"), ("wave_due", "third")])
        {
            run.arrive(&format!("{kind}-{wave}"), kind, Some(wave), second);
        }
        run
    }

    fn moment(&self, second: u64) -> Moment {
        Moment { at: self.start + Duration::from_secs(second), time: 0 }
    }

    fn span(&self, second: u64) -> Span {
        Span { from: self.moment(second), until: self.moment(second) }
    }

    fn arrive(&mut self, id: &str, kind: &str, wave: Option<&str>, second: u64) {
        self.arrive_of(id, kind, wave, second, Some("CODE"));
    }

    fn arrive_of(&mut self, id: &str, kind: &str, wave: Option<&str>, second: u64, code: Option<&str>) {
        let data = json!({ "participant": code, "wave": wave });
        let body = json!({ "type": kind, "data": data }).to_string();
        let at = self.moment(second).at;
        self.arrivals.push(Arrival { id: id.into(), body, signed: true, taken: true, replied: true, at });
    }

    /// Withdraws at this second.
    fn leave(&mut self, way: Leave, second: u64) {
        self.course.left = Some((way, self.span(second)));
    }

    fn check(&self) -> (Counts, Vec<Kind>) {
        let parts = ["main", "second", "third"].map(str::to_owned);
        let courses = [(Some("CODE".to_owned()), &self.course)];
        let comparison = Comparison { parts: &parts, courses: &courses, arrivals: &self.arrivals };
        let (counts, found) = comparison.check();
        (counts, found.into_iter().map(|violation| violation.kind).collect())
    }
}

#[test]
fn each_event_once_and_in_order_is_right() {
    let (counts, found) = Run::new().check();
    assert_eq!((counts.events, counts.types["completed"], found), (4, 2, vec![]));
}

#[test]
fn a_missing_event_is_lost_unless_only_the_server_knows_of_it() {
    for (missing, found) in [(0, vec![Kind::Lost]), (1, vec![]), (2, vec![Kind::Lost]), (3, vec![Kind::Lost])] {
        let mut run = Run::new();
        run.arrivals.remove(missing);
        assert_eq!(run.check().1, found, "{missing}");
        let mut run = Run::new();
        run.arrivals[missing].taken = false;
        let later = if missing == 3 { vec![] } else { vec![Kind::Path; 3 - missing] };
        assert_eq!(run.check().1, [later, found].concat(), "{missing} was rejected, and later ones arrived");
    }
}

#[test]
fn an_event_that_overtakes_another_one_is_found() {
    let mut run = Run::new();
    run.arrivals.swap(2, 3);
    for (arrival, second) in run.arrivals.iter_mut().zip(2..) {
        arrival.at = run.start + Duration::from_secs(second);
    }
    assert_eq!(run.check().1, [Kind::Path]);
    // Taken by a receiver that lost its reply: it is sent again, and the next one may have arrived since.
    let mut run = Run::new();
    let again = Arrival { at: run.moment(9).at, ..run.arrivals[0].clone() };
    run.arrivals[0].replied = false;
    run.arrivals.push(again);
    let (counts, found) = run.check();
    assert_eq!((counts.again_without_reply, counts.again_after_reply, found), (1, 0, vec![]));
}

#[test]
fn an_event_under_two_ids_or_with_two_bodies_is_found() {
    let mut run = Run::new();
    run.arrive("other", "wave_due", Some("third"), 9);
    assert_eq!(run.check().1, [Kind::Duplicated]);
    let mut run = Run::new();
    run.arrive("wave_due-third", "completed", Some("second"), 9);
    assert_eq!(run.check().1, [Kind::Altered, Kind::Duplicated]);
    let mut run = Run::new();
    run.arrivals[1].signed = false;
    assert_eq!(run.check().1, [Kind::Altered]);
}

#[test]
fn what_did_not_happen_is_invented() {
    for (kind, wave) in [
        ("completed", Some("third")),
        ("withdrawn", None),
        ("failed", Some("main")),
        ("wave_due", Some("main")),
        ("completed", Some("other")),
    ] {
        let mut run = Run::new();
        run.arrive("other", kind, wave, 9);
        assert_eq!(run.check().1, [Kind::Invented], "{kind}");
    }
    let mut run = Run::new();
    run.arrive_of("other", "completed", Some("main"), 9, Some("WHO"));
    assert_eq!(run.check().1, [Kind::Invented], "of somebody else");
    let mut run = Run::new();
    run.arrive_of("other", "completed", Some("main"), 9, None);
    assert_eq!(run.check().1, [Kind::Invented], "of nobody");
}

#[test]
fn a_withdrawal_is_reported_with_or_without_the_code() {
    let mut run = Run::new();
    run.leave(Leave::Keep, 8);
    assert_eq!(run.check().1, [Kind::Lost]);
    run.arrive("left", "withdrawn", None, 9);
    assert_eq!(run.check().1, []);
    run.arrivals.remove(3);
    assert_eq!(run.check().1, [], "withdrawn before the part opened");

    let mut run = Run::new();
    run.leave(Leave::Erase, 8);
    assert_eq!(run.check().1, [Kind::Lost]);
    run.arrive_of("left", "withdrawn", None, 9, None);
    assert_eq!(run.check().1, []);
    run.arrivals.remove(3);
    assert_eq!(run.check().1, [], "deleted before it was sent");
    run.arrive("completed-second", "completed", Some("second"), 13);
    assert_eq!(run.check().1, [], "under way");
    run.arrive("completed-second", "completed", Some("second"), 14);
    assert_eq!(run.check().1, [Kind::Invented]);
    run.arrivals.pop();
    run.arrive("named", "withdrawn", None, 9);
    assert_eq!(run.check().1, [Kind::Invented], "who erased their data");
    run.arrivals.pop();
    run.arrive_of("twice", "withdrawn", None, 9, None);
    assert_eq!(run.check().1, [Kind::Invented]);
}

#[test]
fn a_repeat_after_a_reply_is_counted() {
    let mut run = Run::new();
    let again = Arrival { at: run.moment(3).at, ..run.arrivals[0].clone() };
    run.arrivals.insert(1, again);
    run.arrivals.insert(0, Arrival { taken: false, replied: false, ..run.arrivals[0].clone() });
    let (counts, found) = run.check();
    assert_eq!((counts.events, counts.rejected, counts.again_after_reply, found), (4, 1, 1, vec![]));
    assert!(counts.to_string().contains("events: 4 taken"));
}
