//! When the waves of a participant are open. A wave's times are fixed when the wave is completed from which its days
//! are counted, and stored then: later versions of the study do not move them.

use chrono::{NaiveDate, NaiveTime};
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

/// How long a participant can go on after a wave has closed, in milliseconds, if they began it before: answers that were given in time
/// are not lost because they arrive late.
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
    /// How and when the program ended it before its end, if it did.
    pub ended: Option<Ending>,
}

/// The end of a part before its last page: `timed_out` or `failed`.
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
}

impl WaveState {
    /// Whether the part is over for a participant who did not reach its end.
    pub fn is_lost(self) -> bool {
        matches!(self, Self::Missed | Self::TimedOut | Self::Failed)
    }
}

/// The longest time from the completion of the first part to the end of the last one for a simulated participant with
/// a clock of its own, in milliseconds: with the day more of who began a part before it closed. 0 in a study without
/// later parts.
pub fn longest_course(study: &Study) -> i64 {
    let mut ends = vec![0];
    for (number, wave) in (1..).zip(&study.file.waves) {
        let before = ends[study.file.wave_before(number)];
        let Window { opens, closes } = Window::of(wave, before);
        let end = match (&wave.opens.date, &wave.closes.date) {
            (None, None) => closes,
            (Some(_), Some(_)) => before + (closes - opens).max(0),
            _ => before,
        };
        ends.push(end + GRACE);
    }
    ends.into_iter().max().unwrap_or(0)
}

impl Window {
    /// The window of a wave whose earlier wave was completed at this time.
    pub fn of(wave: &Wave, completed: i64) -> Self {
        Self { opens: at(&wave.opens, completed, 0), closes: at(&wave.closes, completed, 1) }
    }
}

/// A point in time; `days_later` are added to a date, so that the end of a day is the beginning of the next one.
fn at(when: &When, completed: i64, days_later: i64) -> i64 {
    let date = when.date.as_deref().and_then(parse_day).map(begin);
    date.map_or_else(|| completed + i64::from(when.days.unwrap_or(0)) * DAY, |begin| begin + days_later * DAY)
}

fn begin(day: NaiveDate) -> i64 {
    day.and_time(NaiveTime::MIN).and_utc().timestamp_millis()
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
    /// for as long as for others. With one, that holds for parts on fixed days, which may be still to come. Simulated
    /// participants get no messages.
    #[must_use]
    pub fn simulated(self, study: &Study, now: i64, has_own_clock: bool) -> Self {
        let waits =
            |wave: WaveId| has_own_clock && study.file.waves.iter().any(|own| own.id == wave && !own.is_dated());
        let plan = |(wave, window): (WaveId, Window)| {
            let at_once = Window { opens: now, closes: now + (window.closes - window.opens) };
            (wave, if waits(wave) { window } else { at_once })
        };
        Self { plans: self.plans.into_iter().map(plan).collect(), messages: vec![], ..self }
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
        let planned: Vec<_> =
            planned.filter(|(_, window)| window.opens < window.closes && now < window.closes).collect();
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

    /// The state at a time.
    pub fn state(&self, now: i64) -> WaveState {
        match (self.completed, self.started) {
            (Some(_), _) => WaveState::Completed,
            _ if self.ended.is_some_and(|end| end.outcome == Outcome::Failed) => WaveState::Failed,
            _ if self.ended.is_some() => WaveState::TimedOut,
            _ if now >= self.ends() => WaveState::Missed,
            (None, Some(_)) => WaveState::Started,
            _ if now < self.window.opens => WaveState::Waiting,
            _ => WaveState::Open,
        }
    }
}
