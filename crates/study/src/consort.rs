//! The boxes of the flow diagram (CONSORT 2025, items 22a and 22b): one definition for the console, the data package
//! and the report.

use crate::definition::Outcome;
use crate::waves::{Course, WaveState};

/// The properties of a participant that determine the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Disposition {
    /// Saw the first page that differs between the arms: randomised.
    pub exposed: bool,
    /// Reached the end, including those who withdrew afterwards.
    pub completed: bool,
    /// Withdrew, before the end or after it.
    pub withdrew: Option<Withdrew>,
    /// Why the program ended the participation before the end, if it did.
    pub turned_away: Option<Outcome>,
    /// Excluded from the analysis, [as planned](crate::exclusion) or by the researcher.
    pub excluded: bool,
}

/// How a participant withdrew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrew {
    /// Their data are kept.
    Kept,
    /// Their data were erased, except for a count.
    Erased,
}

/// Participants by box.
///
/// Participants who reached the end stay counted as completed if they withdraw later, because they were followed up to
/// the end. So each is in exactly one of `completed`, `under_way`, `screened_out`, `quota_full`,
/// `timed_out`, `failed`, `withdrawn_kept_before_end` and `withdrawn_erased_before_end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DispositionCounts {
    /// All, erased ones counted.
    pub people: u32,
    /// Randomised.
    pub exposed: u32,
    /// Reached the end.
    pub completed: u32,
    /// In progress: neither completed, nor withdrawn, nor turned away.
    pub under_way: u32,
    /// Screened out by their answers, and not withdrawn.
    pub screened_out: u32,
    /// Turned away because a quota was full, and not withdrawn.
    pub quota_full: u32,
    /// The time limit passed, and they have not withdrawn. Those who were exposed are lost after allocation.
    pub timed_out: u32,
    /// Failed checks, and not withdrawn. Those who were exposed are lost after allocation.
    pub failed: u32,
    /// Withdrew, and their data are kept.
    pub withdrawn_kept: u32,
    /// Of these, withdrew before the end.
    pub withdrawn_kept_before_end: u32,
    /// Withdrew, and their data were erased.
    pub withdrawn_erased: u32,
    /// Of these, withdrew before the end.
    pub withdrawn_erased_before_end: u32,
    /// Excluded from the analysis, by the plan or by the researcher.
    pub excluded: u32,
    /// Reached the end, are not excluded, and their data were not erased.
    pub analysable: u32,
}

impl DispositionCounts {
    /// Counts participants with this disposition.
    pub fn add(&mut self, disposition: Disposition, people: u32) {
        let Disposition { exposed, completed, withdrew, turned_away, excluded } = disposition;
        let ended_as = turned_away.filter(|_| !completed && withdrew.is_none());
        let (kept, erased) = (withdrew == Some(Withdrew::Kept), withdrew == Some(Withdrew::Erased));
        for (figure, is_counted) in [
            (&mut self.people, true),
            (&mut self.exposed, exposed),
            (&mut self.completed, completed),
            (&mut self.under_way, !completed && withdrew.is_none() && ended_as.is_none()),
            (&mut self.screened_out, ended_as == Some(Outcome::ScreenedOut)),
            (&mut self.quota_full, ended_as == Some(Outcome::QuotaFull)),
            (&mut self.timed_out, ended_as == Some(Outcome::TimedOut)),
            (&mut self.failed, ended_as == Some(Outcome::Failed)),
            (&mut self.withdrawn_kept, kept),
            (&mut self.withdrawn_kept_before_end, kept && !completed),
            (&mut self.withdrawn_erased, erased),
            (&mut self.withdrawn_erased_before_end, erased && !completed),
            (&mut self.excluded, excluded),
            (&mut self.analysable, completed && !excluded && !erased),
        ] {
            if is_counted {
                *figure += people;
            }
        }
    }

    /// Counts all.
    #[must_use]
    pub fn of(all: impl IntoIterator<Item = (Disposition, u32)>) -> Self {
        let mut counts = Self::default();
        all.into_iter().for_each(|(disposition, people)| counts.add(disposition, people));
        counts
    }
}

/// The properties of a participant for whom a later part is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartDisposition {
    /// What has happened in the part.
    pub course: Course,
    /// Withdrew, and their data are kept. Of erased participants nothing is known about the part.
    pub withdrew: bool,
    /// Excluded from the analysis, as planned or by the researcher.
    pub excluded: bool,
}

/// Participants of a later part.
///
/// Each is in exactly one of `completed`, `under_way`, `missed`, `declined`, `timed_out`, `failed` and `withdrawn`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartCounts {
    /// Those for whom it is planned, because they completed the part before.
    pub due: u32,
    /// It has opened for them. Participants who withdrew are counted only if they started it.
    pub opened: u32,
    /// Entered its first step.
    pub started: u32,
    /// Reached its end, including those who withdrew afterwards.
    pub completed: u32,
    /// Can still complete it: it opens later, is open, or is started.
    pub under_way: u32,
    /// It is over for them, and they did not complete it.
    pub missed: u32,
    /// Said that they will not take part in it, and have not withdrawn.
    pub declined: u32,
    /// Its time limit passed, and they have not withdrawn.
    pub timed_out: u32,
    /// Failed checks in it, and have not withdrawn.
    pub failed: u32,
    /// Withdrew before they completed it.
    pub withdrawn: u32,
    /// Of all for whom it is planned, excluded from the analysis.
    pub excluded: u32,
    /// Completed it, and are not excluded.
    pub analysable: u32,
}

impl PartCounts {
    /// Counts a participant at a time (UTC milliseconds).
    pub fn add(&mut self, PartDisposition { course, withdrew, excluded }: PartDisposition, now: i64) {
        let state = course.state(now);
        let (started, completed) = (course.started.is_some(), state == WaveState::Completed);
        let has_left = withdrew && !completed;
        let is_lost = |as_state| state == as_state && !has_left;
        for (figure, is_counted) in [
            (&mut self.due, true),
            (&mut self.opened, started || (!has_left && course.has_opened(now))),
            (&mut self.started, started),
            (&mut self.completed, completed),
            (&mut self.under_way, !completed && !has_left && !state.is_lost()),
            (&mut self.missed, is_lost(WaveState::Missed)),
            (&mut self.declined, is_lost(WaveState::Declined)),
            (&mut self.timed_out, is_lost(WaveState::TimedOut)),
            (&mut self.failed, is_lost(WaveState::Failed)),
            (&mut self.withdrawn, has_left),
            (&mut self.excluded, excluded),
            (&mut self.analysable, completed && !excluded),
        ] {
            *figure += u32::from(is_counted);
        }
    }

    /// The figures with their names in the data package.
    pub fn figures(&self) -> [(&'static str, u32); 12] {
        [
            ("due", self.due),
            ("opened", self.opened),
            ("started", self.started),
            ("completed", self.completed),
            ("underWay", self.under_way),
            ("missed", self.missed),
            ("declined", self.declined),
            ("timedOut", self.timed_out),
            ("failed", self.failed),
            ("withdrawn", self.withdrawn),
            ("excluded", self.excluded),
            ("analysable", self.analysable),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waves::{Ending, Window};

    /// All combinations of times before and after now (day 10), withdrawal and exclusion. The expected sums are counted
    /// by hand.
    #[test]
    fn who_is_due_completed_can_still_do_so_missed_it_or_withdrew() {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let mut counts = PartCounts::default();
        let mut all = 0;
        let [timed_out, failed, declined] = [Outcome::TimedOut, Outcome::Failed, Outcome::Declined].map(Some);
        for (opens, closes, started, completed, outcome) in [
            (12, 20, None, None, None),        // waiting
            (5, 20, None, None, None),         // open
            (5, 20, Some(6), None, None),      // started
            (5, 20, Some(6), Some(7), None),   // completed
            (2, 9, None, None, None),          // missed
            (2, 9, Some(3), None, None),       // missed, although started
            (2, 10, Some(3), None, None),      // started, and the day of grace is not over
            (2, 9, Some(3), Some(4), None),    // completed
            (5, 20, Some(6), None, timed_out), // timed out while it is open
            (2, 9, Some(3), None, timed_out),  // timed out, and over since
            (5, 20, Some(6), None, failed),    // failed
            (5, 20, None, None, declined),     // declined after it opened
            (9, 20, None, None, declined),     // declined before it opened
        ] {
            for withdrew in [false, true] {
                for excluded in [false, true] {
                    let window = Window { opens: opens * DAY, closes: closes * DAY };
                    let [started, completed] = [started, completed].map(|day: Option<i64>| day.map(|day| day * DAY));
                    let ended = outcome.map(|outcome| Ending { outcome, at: 7 * DAY });
                    let course = Course { window, started, completed, ended };
                    counts.add(PartDisposition { course, withdrew, excluded }, 10 * DAY);
                    all += 1;
                    let PartCounts { due, opened, started, completed, under_way, missed, withdrawn, .. } = counts;
                    let ended = counts.timed_out + counts.failed + counts.declined;
                    assert_eq!((due, completed + under_way + missed + ended + withdrawn), (all, all));
                    assert!(opened <= due && started <= opened && completed <= started);
                    assert!(counts.analysable + counts.excluded <= due && counts.analysable <= completed);
                }
            }
        }
        let expected = PartCounts {
            due: 52,
            opened: 38,
            started: 32,
            completed: 8,
            under_way: 8,
            missed: 4,
            declined: 4,
            timed_out: 4,
            failed: 2,
            withdrawn: 22,
            excluded: 26,
            analysable: 4,
        };
        assert_eq!(counts, expected);
    }

    #[test]
    fn everybody_completed_is_under_way_or_left_before_the_end() {
        let mut all = Vec::new();
        for completed in [false, true] {
            for withdrew in [None, Some(Withdrew::Kept), Some(Withdrew::Erased)] {
                for excluded in [false, true] {
                    let disposition = Disposition { exposed: true, completed, withdrew, excluded, turned_away: None };
                    all.push((disposition, 1 << all.len()));
                }
            }
        }
        let counts = DispositionCounts::of(all.iter().copied());
        let left = counts.withdrawn_kept_before_end + counts.withdrawn_erased_before_end;
        assert_eq!(counts.people, counts.completed + counts.under_way + left);
        // Six of the twelve reached the end, including those who withdrew afterwards.
        assert_eq!(counts.completed, 0b1111_1100_0000);
        assert_eq!((counts.withdrawn_kept, counts.withdrawn_kept_before_end), (0b0011_0000_1100, 0b1100));
        assert_eq!((counts.withdrawn_erased, counts.withdrawn_erased_before_end), (0b1100_0011_0000, 0b11_0000));
        assert_eq!((counts.excluded, counts.analysable), (0b1010_1010_1010, 0b0001_0100_0000));
    }

    #[test]
    fn who_is_turned_away_is_not_under_way() {
        let turned_away =
            |outcome, withdrew| Disposition { turned_away: Some(outcome), withdrew, ..Disposition::default() };
        let counts = DispositionCounts::of([
            (turned_away(Outcome::ScreenedOut, None), 2),
            (turned_away(Outcome::QuotaFull, None), 3),
            (turned_away(Outcome::ScreenedOut, Some(Withdrew::Kept)), 5),
            (turned_away(Outcome::TimedOut, None), 11),
            (turned_away(Outcome::Failed, None), 13),
            (Disposition::default(), 7),
        ]);
        assert_eq!((counts.people, counts.under_way, counts.exposed), (41, 7, 0));
        assert_eq!((counts.timed_out, counts.failed), (11, 13));
        assert_eq!((counts.screened_out, counts.quota_full, counts.withdrawn_kept_before_end), (2, 3, 5));
    }
}
