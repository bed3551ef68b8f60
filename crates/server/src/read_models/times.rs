//! Which times of a participant are shown. For those who are blinded, the time spent in the arm-specific part would
//! reveal the arm, and excluding that participant would then reveal the blinded label. Events after the entry therefore
//! have only their day and their order.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use unmask_store::Stamp;
use unmask_store::participants::Status;
use unmask_store::read_models::Person;
use unmask_study::definition::Outcome;
use unmask_study::quality::{self, Presence};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::flow::Stage;
use super::{SnapshotView, Visit};
use crate::base::clock::{Millis, rfc3339};

/// Milliseconds of a day (UTC).
pub const DAY: Millis = 24 * 60 * 60_000;

/// A time as it is shown: a moment (`2026-11-20T10:00:00.000Z`), or only the day (`2026-11-20`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// A moment.
    At(Millis),
    /// The day that begins at this moment.
    On(Millis),
}

impl When {
    /// The day (UTC) of a moment.
    pub fn day(at: Millis) -> Self {
        Self::On(at - at.rem_euclid(DAY))
    }

    /// The earliest and the latest possible moment.
    fn bounds(self) -> (Millis, Millis) {
        match self {
            Self::At(at) => (at, at),
            Self::On(day) => (day, day + DAY - 1),
        }
    }

    /// The presence since this time; none if the shown day does not determine it.
    fn presence(self, now: Millis) -> Option<Presence> {
        let (first, last) = self.bounds();
        let [longest, shortest] = [first, last.min(now)].map(|at| quality::presence(now - at));
        (longest == shortest).then_some(longest)
    }
}

impl Serialize for When {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::At(at) => serializer.serialize_str(&rfc3339(*at)),
            Self::On(day) => serializer.serialize_str(&day_of(*day)),
        }
    }
}

impl PartialSchema for When {
    fn schema() -> RefOr<Schema> {
        let text = "A moment, `2026-11-20T10:00:00.000Z`. For those who are blinded, moments after the entry into the \
            arm-specific part show only the day (UTC), `2026-11-20`: the time spent there would reveal the arm.";
        ObjectBuilder::new().schema_type(Type::String).description(Some(text)).build().into()
    }
}

impl ToSchema for When {
    fn name() -> Cow<'static, str> {
        "ShownTime".into()
    }
}

/// The day of a moment, `2026-11-20`.
pub fn day_of(at: Millis) -> String {
    rfc3339(at)[..10].to_owned()
}

/// The times of one participant that may be shown.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// When the participant entered the arm-specific part, if they did and the study is blinded.
    entered: Option<Stamp>,
    /// Whether they are in it now.
    within: bool,
}

impl Times {
    /// Those of a person.
    pub fn of(view: &SnapshotView, person: &Person) -> Self {
        let apart = |visit: &&Visit| view.flow.stage_at(person, visit.number, visit.kind) == Stage::ArmSpecificPart;
        let entry = view.snapshot.steps.get(&person.id).into_iter().flatten().find(apart);
        Self {
            entered: entry.map(|visit| visit.stamp),
            within: view.flow.stage_of_person(person) == Stage::ArmSpecificPart,
        }
    }

    /// The time of an event, as it is shown.
    pub fn when(self, stamp: impl Into<Stamp>) -> When {
        let Stamp { at, measured } = stamp.into();
        let is_apart = self.entered.is_some_and(|entered| (at, measured) > (entered.at, entered.measured));
        if is_apart { When::day(measured) } else { When::At(measured) }
    }

    /// The last move. In the arm-specific part, the entry into it: each move there would reveal the arm.
    pub fn moved(self, person: &Person) -> When {
        let entered = self.entered.filter(|_| self.within);
        entered.map_or_else(|| self.when(person.moved), |entered| When::At(entered.measured))
    }

    /// The presence of a participant in progress, from the shown time.
    pub fn presence(self, person: &Person, now: Millis) -> Option<Presence> {
        is_under_way(person).then(|| self.moved(person).presence(now)).flatten()
    }

    /// The position of an act of the researcher in the timeline. Its time is known, so between two events that show
    /// only the day it would reveal their times. It is therefore placed after all events of its day.
    pub fn position_of_act(self, at: Millis) -> Option<Millis> {
        let is_apart = self.entered.is_some_and(|entered| at > entered.measured);
        is_apart.then(|| When::day(at).bounds().1)
    }
}

/// Whether a participant is in progress.
pub fn is_under_way(person: &Person) -> bool {
    let is_turned_away = person.outcome.is_some_and(Outcome::is_turned_away);
    person.status == Status::Active && person.completed.is_none() && !is_turned_away
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Millis = 20_000 * DAY + DAY / 2;
    const MINUTE: Millis = 60_000;

    fn times(entered: Option<Millis>) -> Times {
        Times { entered: entered.map(Stamp::from), within: false }
    }

    #[test]
    fn after_the_entry_into_the_part_there_is_the_day_alone() {
        let blinded = times(Some(NOON));
        assert_eq!(blinded.when(NOON - 1), When::At(NOON - 1));
        assert_eq!(blinded.when(NOON), When::At(NOON), "the entry itself");
        for later in [NOON + 1, NOON + DAY / 2 - 1] {
            assert_eq!(blinded.when(later), When::On(20_000 * DAY));
            assert_eq!(blinded.position_of_act(later), Some(20_001 * DAY - 1), "after everything of the day");
        }
        assert_eq!(blinded.when(NOON + DAY / 2), When::On(20_001 * DAY));
        assert_eq!((times(None).when(NOON + 1), times(None).position_of_act(NOON + 1)), (When::At(NOON + 1), None));
        let text = |when: When| serde_json::to_value(when).unwrap();
        assert_eq!((text(When::At(7)), text(When::On(0))), ("1970-01-01T00:00:00.007Z".into(), "1970-01-01".into()));
    }

    #[test]
    fn after_a_fast_clock_the_order_shows_what_came_after_the_entry() {
        let entered = Stamp { at: NOON + 60 * MINUTE, measured: NOON };
        let blinded = Times { entered: Some(entered), within: false };
        assert_eq!(blinded.when(entered), When::At(NOON));
        let day = When::On(20_000 * DAY);
        assert_eq!(blinded.when(Stamp { at: entered.at + 1, measured: NOON + MINUTE }), day);
        assert_eq!(blinded.when(Stamp { at: entered.at, measured: NOON + MINUTE }), day, "timed by the clock alone");
        assert_eq!(blinded.when(Stamp { at: entered.at - 1, measured: NOON - MINUTE }), When::At(NOON - MINUTE));
    }

    #[test]
    fn the_age_of_a_day_is_given_when_it_is_certain() {
        let on = When::On(20_000 * DAY);
        assert_eq!(on.presence(NOON), None, "it may have been a moment ago");
        assert_eq!(on.presence(20_000 * DAY + 9 * MINUTE), Some(Presence::Active));
        assert_eq!(on.presence(20_001 * DAY + 40 * MINUTE), None, "it may have been yesterday morning");
        assert_eq!(on.presence(20_002 * DAY - 1), Some(Presence::DroppedOut));
        assert_eq!(When::At(NOON).presence(NOON + 40 * MINUTE), Some(Presence::Inactive));
    }
}
