//! When the waves of a participant are open. A wave's times are fixed when the wave is completed from which its days
//! are counted, and stored then: later versions of the study do not move them.

use chrono::NaiveTime;
use serde::{Deserialize, Serialize};

use crate::answers::parse_day;
use crate::definition::wave::When;
use crate::definition::{Outcome, Wave};
use crate::definition::{Study, WaveId};
use crate::flow::wave_of;
use crate::invitations::MessageId;
use crate::page::Page;
use crate::progress::{Assignment, Progress};

/// Milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// How long a participant can go on after a wave has closed, in milliseconds, if they began it before: answers that
/// were given in time are not lost because they arrive late.
pub const GRACE: i64 = DAY;

/// When a participant can take part in a wave, in UTC milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// From this time on.
    pub opens: i64,
    /// Until before this time.
    pub closes: i64,
}

/// What has happened in a wave so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// When it is open.
    pub window: Window,
    /// When its first step was entered.
    pub started: Option<i64>,
    /// When its end was reached.
    pub completed: Option<i64>,
    /// How and when it was over before its end, if it was.
    pub ended: Option<Ending>,
}

/// The end of a part before its last page: `timed_out`, `failed` or `declined`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why.
    pub outcome: Outcome,
    /// When, in UTC milliseconds.
    pub at: i64,
}

/// The state of a wave for a participant who takes part in the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaveState {
    /// It opens later.
    Waiting,
    /// It is open and not started.
    Open,
    /// It is started and open.
    Started,
    /// Its end was reached.
    Completed,
    /// It is over, and its end was not reached. Who began it before it closed has a day more.
    Missed,
    /// Its time limit passed before its end was reached.
    TimedOut,
    /// Attention checks in it were failed, which ended it.
    Failed,
    /// The participant said that they will not take part in it.
    Declined,
}

impl WaveState {
    /// Whether the participant can still complete the part.
    pub fn is_to_come(self) -> bool {
        matches!(self, Self::Waiting | Self::Open | Self::Started)
    }

    /// Whether the part is over for a participant who did not reach its end.
    pub fn is_lost(self) -> bool {
        matches!(self, Self::Missed | Self::TimedOut | Self::Failed | Self::Declined)
    }
}

/// When simulated participants with clocks of their own take part, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulatedTimes {
    /// How long ago they register.
    pub behind: i64,
    /// By how much the fixed days of parts are earlier for them: whole days, 0 if all of these days are over.
    pub earlier: i64,
}

impl SimulatedTimes {
    /// The times at which every part of everybody is over now, with the day more of who began it before it closed.
    /// Registrations come before the fixed days, early enough that parts of which the days are counted are over by
    /// then. The first part takes at most `first_part`. None in a study without later parts.
    pub fn of(study: &Study, now: i64, first_part: i64) -> Option<Self> {
        let waves = || (1..).zip(&study.file.waves).map(|(number, wave)| (study.file.wave_before(number), wave));
        let days = |when: &When| i64::from(when.days.unwrap_or(0)) * DAY;
        // The longest time from the registration to the end of each part; none after a part with fixed days.
        let mut longest = vec![Some(first_part)];
        let mut registered: Option<i64> = None;
        for (before, wave) in waves() {
            let before = longest[before];
            let latest = match (fixed_day(&wave.opens), fixed_day(&wave.closes)) {
                (Some(opens), _) => before.map(|before| opens - before),
                (None, Some(closes)) => before.map(|before| closes - before - days(&wave.opens)),
                (None, None) => None,
            };
            registered = registered.into_iter().chain(latest).min();
            longest.push(before.filter(|_| !wave.is_dated()).map(|before| before + days(&wave.closes) + GRACE));
        }
        let longest = longest.into_iter().flatten().max().filter(|_| !study.file.waves.is_empty())?;
        let registered = registered.unwrap_or(now - longest);
        let mut ends = vec![registered + first_part];
        for (before, wave) in waves() {
            ends.push(at(&wave.closes, ends[before], 1) + GRACE);
        }
        let over = ends.into_iter().max().unwrap_or(registered);
        // Whole days, so that parts open and close at the beginning of a day.
        let earlier = ((over - now).max(0) + DAY - 1) / DAY * DAY;
        Some(Self { behind: now - registered + earlier, earlier })
    }

    /// By how many days the fixed days of parts are earlier.
    pub fn days_earlier(self) -> i64 {
        self.earlier / DAY
    }
}

impl Window {
    /// The window of a wave whose earlier wave was completed at this time.
    pub fn of(wave: &Wave, completed: i64) -> Self {
        Self { opens: at(&wave.opens, completed, 0), closes: at(&wave.closes, completed, 1) }
    }

    /// Whether it is not over at this time, and not empty.
    fn is_to_come(self, now: i64) -> bool {
        self.opens < self.closes && now < self.closes
    }
}

/// A point in time; `days_later` are added to a date, so that the end of a day is the beginning of the next one.
fn at(when: &When, completed: i64, days_later: i64) -> i64 {
    fixed_day(when)
        .map_or_else(|| completed + i64::from(when.days.unwrap_or(0)) * DAY, |begin| begin + days_later * DAY)
}

/// The beginning of a fixed day.
fn fixed_day(when: &When) -> Option<i64> {
    let day = when.date.as_deref().and_then(parse_day)?;
    Some(day.and_time(NaiveTime::MIN).and_utc().timestamp_millis())
}

/// What a move changes in the waves of a participant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaveChange {
    /// The wave that the participant starts.
    pub starts: Option<WaveId>,
    /// The wave whose end the participant reaches.
    pub completes: Option<WaveId>,
    /// The waves whose days are counted from now.
    pub plans: Vec<(WaveId, Window)>,
    /// The messages about these waves, with the times from which they are due.
    pub messages: Vec<(WaveId, MessageId, i64)>,
}

impl WaveChange {
    /// The same for a simulated participant. Without a clock of its own, it does not wait: each part is open at once,
    /// for as long as for others. With one, fixed days are `earlier` by that many milliseconds, because they may be
    /// still to come. Simulated participants get no messages.
    #[must_use]
    pub fn simulated(self, study: &Study, now: i64, earlier: Option<i64>) -> Self {
        let plan = |(wave, window): (WaveId, Window)| {
            let Some(earlier) = earlier else {
                return (wave, Window { opens: now, closes: now + (window.closes - window.opens) });
            };
            let own = study.file.waves.iter().find(|own| own.id == wave);
            let moved = |when: fn(&Wave) -> &When, time: i64| {
                let is_fixed = own.is_some_and(|own| fixed_day(when(own)).is_some());
                if is_fixed { time.saturating_sub(earlier) } else { time }
            };
            let opens = moved(|wave| &wave.opens, window.opens);
            (wave, Window { opens, closes: moved(|wave| &wave.closes, window.closes) })
        };
        let plans = self.plans.into_iter().map(plan).filter(|(_, window)| window.is_to_come(now)).collect();
        Self { plans, messages: vec![], ..self }
    }

    /// What the move from one position to another changes at this time.
    pub fn of(study: &Study, assigned: &Assignment, from: &Progress, to: &Progress, now: i64) -> Self {
        let waves = &study.file.waves;
        let id = |wave: usize| wave.checked_sub(1).and_then(|index| waves.get(index)).map(|wave| wave.id);
        let [before, after] = [from, to].map(|at| wave_of(study, assigned, at));
        let is_end = to.page == Page::End && (from.page != Page::End || before != after);
        let follows = |wave: &usize| {
            study.file.wave_before(*wave) == after
                && !study.steps_in(assigned.arm, *wave).is_empty()
                && (waves[wave - 1].consent.is_none() || assigned.contact_again)
        };
        let planned = (1..=waves.len()).filter(|wave| is_end && follows(wave));
        let planned = planned.map(|wave| (&waves[wave - 1], Window::of(&waves[wave - 1], now)));
        // A wave on fixed dates may be over before a participant has completed the earlier one.
        let planned: Vec<_> = planned.filter(|(_, window)| window.is_to_come(now)).collect();
        Self {
            starts: id(after).filter(|_| after != before),
            completes: id(after).filter(|_| is_end),
            plans: planned.iter().map(|(wave, window)| (wave.id, *window)).collect(),
            messages: planned.iter().flat_map(|(wave, _)| messages(wave, now)).collect(),
        }
    }
}

/// The messages about a wave whose earlier wave is completed at this time.
fn messages(wave: &Wave, completed: i64) -> impl Iterator<Item = (WaveId, MessageId, i64)> {
    (0..).zip(&wave.reminders).map(move |(number, when)| (wave.id, MessageId(number), at(when, completed, 0)))
}

impl Course {
    /// Until before which time the participant can take part.
    pub fn ends(&self) -> i64 {
        self.window.closes + if self.started.is_some() { GRACE } else { 0 }
    }

    /// Whether it has opened for the participant by a time. What they declined before does not open.
    pub fn has_opened(&self, now: i64) -> bool {
        self.window.opens <= self.ended.map_or(now, |end| end.at.min(now))
    }

    /// The state at a time.
    pub fn state(&self, now: i64) -> WaveState {
        match (self.completed, self.ended.map(|end| end.outcome)) {
            (Some(_), _) => WaveState::Completed,
            (None, Some(Outcome::Declined)) => WaveState::Declined,
            (None, Some(Outcome::Failed)) => WaveState::Failed,
            (None, Some(_)) => WaveState::TimedOut,
            (None, None) if now >= self.ends() => WaveState::Missed,
            (None, None) if self.started.is_some() => WaveState::Started,
            (None, None) if now < self.window.opens => WaveState::Waiting,
            (None, None) => WaveState::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::load;
    use crate::testing::{files, fixtures, small_files};

    const FIRST_PART: i64 = DAY;

    /// The fixture `two-waves` with other times of its later part, and with a third part.
    fn study(second: &str, third: &str) -> Study {
        let mut all = small_files();
        all.extend(files(&fixtures().join("two-waves")));
        let text = String::from_utf8(all["study.yaml"].clone()).unwrap();
        let times = "    opens: { days: 12 }\n    closes: { days: 21 }\n";
        assert!(text.contains(times));
        let mut text = text.replace(times, &format!("{second}\n"));
        if !third.is_empty() {
            let part = [
                "  - id: third",
                "    title: Third part",
                "    minutes: 5",
                "    completion_code: SMALL-THIRD",
                "    steps:",
                "      - { page: /post-questionnaire, id: once, content: questionnaires/again.yaml, prefix: t3_ }",
                "      - { page: /end, id: end-last }",
                third,
            ];
            text = text.replace("allocation:\n", &format!("{}\nallocation:\n", part.join("\n")));
        }
        all.insert("study.yaml".into(), text.into_bytes());
        load(&all).unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn time(text: &str) -> i64 {
        text.parse::<chrono::DateTime<chrono::Utc>>().unwrap().timestamp_millis()
    }

    const DAYS: &str = "    opens: { days: 12 }\n    closes: { days: 21 }";
    const DATES: &str = "    opens: { date: \"2027-03-01\" }\n    closes: { date: \"2027-03-07\" }";

    /// When they register, and by how many days fixed days are earlier.
    fn times(second: &str, third: &str, now: i64) -> (i64, i64) {
        let times = SimulatedTimes::of(&study(second, third), now, FIRST_PART).unwrap();
        assert_eq!(times.earlier, times.days_earlier() * DAY, "whole days");
        (now - times.behind, times.days_earlier())
    }

    #[test]
    fn simulated_participants_register_so_early_that_all_parts_are_over() {
        let now = time("2026-11-29T12:00:00Z");
        assert_eq!(times(DAYS, "", now), (now - (1 + 21 + 1) * DAY, 0));
        let third = "    after: main\n    opens: { days: 12 }\n    closes: { days: 30 }";
        assert_eq!(times(DAYS, third, now), (now - (1 + 30 + 1) * DAY, 0));
        assert_eq!(times(DAYS, DAYS, now), (now - (1 + 21 + 1 + 21 + 1) * DAY, 0));
        assert_eq!(SimulatedTimes::of(&crate::testing::small(), now, FIRST_PART), None);
    }

    #[test]
    fn simulated_participants_register_before_fixed_days() {
        // These are over.
        let later = time("2027-04-01T12:00:00Z");
        assert_eq!(times(DATES, "", later), (time("2027-02-28T00:00:00Z"), 0));
        assert_eq!(times(DAYS, DATES, later), (time("2027-03-01T00:00:00Z") - (1 + 21 + 1) * DAY, 0));
        // A part that is counted from one on fixed days comes after these.
        assert_eq!(times(DATES, DAYS, time("2027-05-01T12:00:00Z")), (time("2027-02-28T00:00:00Z"), 0));
        // Only the end is fixed: who completes the first part after a day has a day for the second one.
        let end = "    opens: { days: 12 }\n    closes: { date: \"2027-03-07\" }";
        assert_eq!(times(end, "", later), (time("2027-03-08T00:00:00Z") - (1 + 12 + 1) * DAY, 0));
    }

    /// With the day more, the part is over at the beginning of 9 March.
    #[test]
    fn fixed_days_that_are_to_come_are_earlier_by_whole_days() {
        for (now, days) in [
            ("2027-03-09T00:00:00Z", 0),
            ("2027-03-08T23:59:59.999Z", 1),
            ("2027-03-08T00:00:00Z", 1),
            ("2026-11-29T12:00:00Z", 100),
        ] {
            let registered = time("2027-02-28T00:00:00Z") - days * DAY;
            assert_eq!(times(DATES, "", time(now)), (registered, days), "{now}");
        }
    }

    #[test]
    fn a_part_on_fixed_days_opens_and_closes_on_earlier_days_for_a_simulated_participant() {
        let study = study(DAYS, DATES);
        let completed = time("2026-11-01T12:00:00Z");
        let planned = |index: usize, now: i64, earlier: Option<i64>| {
            let wave = &study.file.waves[index];
            let change = WaveChange { plans: vec![(wave.id, Window::of(wave, now))], ..WaveChange::default() };
            change.simulated(&study, now, earlier).plans.first().map(|(_, window)| (window.opens, window.closes))
        };
        let days = |first: i64, last: i64| Some((completed + first * DAY, completed + last * DAY));
        assert_eq!(planned(0, completed, Some(100 * DAY)), days(12, 21), "counted days stay");
        let dates = |opens: &str, closes: &str| Some((time(opens), time(closes)));
        assert_eq!(planned(1, completed, Some(100 * DAY)), dates("2026-11-21T00:00:00Z", "2026-11-28T00:00:00Z"));
        assert_eq!(planned(1, completed, Some(0)), dates("2027-03-01T00:00:00Z", "2027-03-08T00:00:00Z"));
        assert_eq!(planned(1, time("2026-11-28T00:00:00Z"), Some(100 * DAY)), None, "it is over");
        // Without a clock of its own, each part is open at once, for as long as for others.
        assert_eq!((planned(0, completed, None), planned(1, completed, None)), (days(0, 9), days(0, 7)));
    }
}
