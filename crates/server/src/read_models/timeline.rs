//! One participant in the order of time. As long as the arms are blinded, nothing of the part that differs between
//! them is shown but when it was entered: how often something was submitted there reveals the arm, and so does
//! [how long a participant was there](super::times).

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value};
use unmask_store::analytics::StoredEvent;
use unmask_store::audit::{self, AuditAction, Entry};
use unmask_store::exclusion;
use unmask_store::read_models::{self as rows, FlagAt, Person};
use unmask_store::submissions::{self, Submission};
use unmask_store::{Stamp, StoreError, consent};
use unmask_study::Step;
use unmask_study::codebook::codebook;
use unmask_study::evidence::Evidence;
use unmask_study::flow::title;
use unmask_study::text::{Locale, Text};
use utoipa::ToSchema;

use super::flow::{Flow, Stage};
use super::list::{ParticipantRow, QualityFlag, row};
use super::times::{Times, When};
use super::{Console, SnapshotView};
use crate::api::page_route;
use crate::base::clock::{Millis, rfc3339};
use crate::collector::Collector;
use crate::collector::kinds::Kind;
use crate::study_versions::LoadedVersion;

/// Everything about one participant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantDetail {
    /// What the list says.
    #[serde(flatten)]
    pub row: ParticipantRow,
    /// Whether the arms are blinded.
    pub masked: bool,
    /// Hash of the bundle that they take part in.
    pub study_version: String,
    /// Who left them out of the analysis, if they are left out.
    pub excluded_by: Option<String>,
    /// When they left, if they did.
    pub withdrawn_at: Option<When>,
    /// Everything that happened, the first thing first.
    pub timeline: Vec<Moment>,
}

/// Something that happened. Times are the server's, but for events, whose time is the browser's unless the arms are
/// under letters: a clock that is slow would put what came afterwards before the entry into the part that differs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[schema(as = TimelineMoment)]
pub enum Moment {
    Registered {
        at: When,
    },
    Consented {
        at: When,
        /// Version of the text.
        version: String,
        /// Language in which it was read.
        locale: String,
        /// Each tick, in the order of the consent text.
        ticks: IndexMap<String, bool>,
        /// The statements behind them, as far as they are those of this version.
        labels: BTreeMap<String, String>,
    },
    /// Entered a step.
    Entered {
        at: When,
        #[schema(value_type = String)]
        step: Stage,
    },
    /// Saw the first page that differs between the arms.
    Exposed {
        at: When,
    },
    /// Handed something in.
    Submitted(Box<Submitted>),
    /// Reached the end.
    Finished {
        at: When,
    },
    /// Left the study.
    Withdrawn {
        at: When,
    },
    /// Was left out of the analysis.
    Excluded {
        at: String,
        reason: String,
        actor: String,
    },
    /// Was taken in again.
    Included {
        at: String,
        /// Why; null if that was not asked yet.
        reason: Option<String>,
        actor: String,
    },
    /// Something that the browser sent as usage analytics, with the participant's consent.
    Event {
        /// When, by the browser's clock; while the arms are blinded, when the server received it.
        at: When,
        name: String,
        /// On which page, if that is known.
        page: Option<String>,
    },
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Submitted {
    /// When it was stored.
    pub at: When,
    /// Number of its receipt; null where the day alone is shown, because the number shows the time.
    pub receipt: Option<String>,
    #[schema(value_type = String)]
    pub step: Stage,
    /// What was answered, by its name in the data.
    pub item: String,
    /// The same in the study's words; null where it has none.
    pub title: Option<String>,
    /// From 1.
    pub attempt: i64,
    /// Whether a judgement was right.
    pub correct: Option<bool>,
    /// The answers by variable; null if they can't be read, and for those that were given after the part that differs
    /// as long as the arms are blinded.
    #[schema(value_type = Option<std::collections::HashMap<String, Value>>)]
    pub answers: Option<Map<String, Value>>,
    /// What was asked, by variable.
    pub labels: BTreeMap<String, String>,
    /// Seconds from the page's appearance to the submission.
    pub seconds: Option<f64>,
    /// Of these, with the page hidden.
    pub hidden_seconds: Option<f64>,
    /// Media that were shown.
    pub media: Vec<Shown>,
    /// What deserves a second look.
    pub signs: Vec<QualityFlag>,
}

/// What happened to a medium.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// File of the bundle.
    pub file: String,
    /// Seconds until the first frame.
    pub first_frame_seconds: Option<f64>,
    /// Seconds of it that were played, each counted once.
    pub watched_seconds: f64,
    /// How often it stopped for want of data.
    pub stalls: u32,
    /// Why it failed, if it did.
    pub error: Option<String>,
}

/// The texts of the version that a participant takes part in.
struct Texts {
    loaded: Arc<LoadedVersion>,
    locale: Locale,
    /// What was asked, by variable.
    asked: HashMap<String, String>,
}

impl Texts {
    fn new(loaded: Arc<LoadedVersion>, locale: Option<&str>) -> Self {
        let locale = loaded.locale(locale);
        let say = |text: &str| loaded.study.catalog.translate(&locale, text).to_owned();
        let asked = codebook(&loaded.study).into_iter().map(|row| (row.variable.clone(), row.title_in(&locale, say)));
        Self { asked: asked.collect(), locale, loaded }
    }

    fn say(&self, text: &Text) -> String {
        self.loaded.study.catalog.translate(&self.locale, &text.0).to_owned()
    }

    fn title(&self, item: &str) -> Option<String> {
        title(&self.loaded.study, item).map(|text| self.say(text))
    }

    fn labels(&self, answers: &Map<String, Value>) -> BTreeMap<String, String> {
        let label = |name: &String| Some((name.clone(), self.asked.get(name)?.clone()));
        answers.keys().filter_map(label).collect()
    }

    /// Where a tick is in the consent text; last if the text no longer has it.
    fn rank_of_tick(&self, id: &str) -> usize {
        let ticks = &self.loaded.study.consent.ticks;
        ticks.iter().position(|tick| tick.id == id).unwrap_or(ticks.len())
    }

    fn ticks(&self, version: &str) -> BTreeMap<String, String> {
        let consent = &self.loaded.study.consent;
        let ticks = consent.ticks.iter().filter(|_| consent.version == version);
        ticks.map(|tick| (tick.id.clone(), self.say(&tick.label))).collect()
    }
}

/// Everything about the participant of an id, the study's texts in a language of it or its own; none if there is no
/// such participant.
pub async fn detail(
    console: &Arc<Console>,
    collector: Option<&Collector>,
    id: &str,
    locale: Option<&str>,
) -> Result<Option<ParticipantDetail>, StoreError> {
    let (store, versions) = (&console.store, &console.versions);
    let mut view = SnapshotView::at(console).await?;
    if view.snapshot.person(id).is_none() {
        // Registered since the last snapshot was made.
        console.outdate();
        view = SnapshotView::at(console).await?;
    }
    let Some(person) = view.snapshot.person(id) else { return Ok(None) };
    let texts = versions.get(&person.study_version).map(|loaded| Texts::new(loaded, locale));
    let exclusion = exclusion::exclusion(store, id).await?;
    let times = Times::of(&view, person);
    let handed_in = submissions::submissions(store, id).await?;
    let visits = view.snapshot.steps.get(&person.id).into_iter().flatten();
    let own: Vec<Stamp> = visits.map(|visit| visit.stamp).chain(handed_in.iter().map(|one| one.stamp)).collect();
    let mut moments = of_person(&view, person, times);
    moments.extend(
        person.withdrawn_at.map(|at| among(&own, at)).map(|stamp| (stamp, Moment::Withdrawn { at: times.when(stamp) })),
    );
    for given in consent::consents(store, id).await? {
        let mut ticks: IndexMap<String, bool> = serde_json::from_value(given.ticks).unwrap_or_default();
        if let Some(texts) = &texts {
            ticks.sort_by_cached_key(|id, _| texts.rank_of_tick(id));
        }
        let (at, version, locale) = (given.at, given.version, given.locale);
        let labels = texts.as_ref().map(|texts| texts.ticks(&version)).unwrap_or_default();
        moments.push((at.into(), Moment::Consented { at: times.when(at), version, locale, ticks, labels }));
    }
    let flags = rows::flags_of(store, id).await?;
    let shown = |one| submitted(&view.flow, times, one, &flags, texts.as_ref());
    moments.extend(handed_in.iter().filter_map(|one| Some((one.stamp, shown(one)?))));
    // Anyone who was taken in again is not left out any more: the log knows that they were.
    for act in audit::of_participant(store, &person.code).await? {
        let stamp = times.place_of_act(act.at).map_or_else(|| among(&own, act.at), Stamp::from);
        moments.extend(decided(&act).map(|moment| (stamp, moment)));
    }
    if let Some(collector) = collector {
        let events = collector.store.events_of(id).await?;
        let apart = time_apart(&moments);
        let open = |stamp: Stamp| apart.as_ref().is_none_or(|apart| !apart.contains(&stamp.at));
        let seen = |event: StoredEvent| {
            let stamp = among(&own, if view.flow.masked { event.received_at } else { event.happened_at });
            browser_event(&view.flow, times.when(stamp), event).filter(|_| open(stamp)).map(|moment| (stamp, moment))
        };
        moments.extend(events.events.into_iter().filter_map(seen));
    }
    // What was submitted and where it led to have one time: the first is the cause of the second.
    moments.sort_by_key(|(stamp, moment)| (stamp.at, rank(moment), stamp.measured));
    Ok(Some(ParticipantDetail {
        masked: view.arms.blinded,
        study_version: person.study_version.clone(),
        excluded_by: exclusion.map(|out| out.actor),
        withdrawn_at: person.withdrawn_at.map(|at| times.when(among(&own, at))),
        timeline: moments.into_iter().map(|(_, moment)| moment).collect(),
        row: row(&view, person),
    }))
}

/// The order of what happened in one moment. Who goes on from the practice to the test has left the part that differs
/// in the moment in which they were exposed; while the arms are blinded, that has to look as it does in the other arms.
fn rank(moment: &Moment) -> u8 {
    match moment {
        Moment::Registered { .. } => 0,
        Moment::Consented { .. } => 1,
        Moment::Submitted(_) => 2,
        Moment::Exposed { .. } => 3,
        Moment::Entered { .. } | Moment::Finished { .. } => 4,
        _ => 5,
    }
}

/// Where something that only the clock has timed comes among what the person did: after the last thing that the clock
/// had timed before. The times that order what a person did run ahead of the clock after it was set back.
fn among(own: &[Stamp], measured: Millis) -> Stamp {
    let before = own.iter().filter(|stamp| stamp.measured <= measured).map(|stamp| stamp.at).max();
    Stamp { at: before.unwrap_or(measured), measured }
}

fn of_person(view: &SnapshotView, person: &Person, times: Times) -> Vec<(Stamp, Moment)> {
    let created = Stamp::from(person.created_at);
    let mut moments = vec![(created, Moment::Registered { at: times.when(created) })];
    let mut before = None;
    for visit in view.snapshot.steps.get(&person.id).into_iter().flatten() {
        let step = view.flow.stage(visit.step);
        if before.replace(step) != Some(step) {
            moments.push((visit.stamp, Moment::Entered { at: times.when(visit.stamp), step }));
        }
    }
    moments.extend(person.exposed.map(|stamp| (stamp, Moment::Exposed { at: times.when(stamp) })));
    moments.extend(person.completed.map(|stamp| (stamp, Moment::Finished { at: times.when(stamp) })));
    moments
}

/// The time in the part that differs, if it has no name: what was done in it would reveal the arm, whatever it was.
fn time_apart(moments: &[(Stamp, Moment)]) -> Option<Range<Millis>> {
    let entered = moments.iter().filter_map(|(stamp, moment)| match moment {
        Moment::Entered { step, .. } => Some((stamp.at, *step)),
        _ => None,
    });
    let mut entered = entered.skip_while(|(_, step)| *step != Stage::ArmSpecificPart);
    let (from, _) = entered.next()?;
    Some(from..entered.next().map_or(Millis::MAX, |(next, _)| next))
}

/// None if it would reveal the arm.
fn submitted(flow: &Flow, times: Times, one: &Submission, flags: &[FlagAt], texts: Option<&Texts>) -> Option<Moment> {
    let at = times.when(one.stamp);
    let step = flow.stage_of(&one.page).filter(|step| *step != Stage::ArmSpecificPart)?;
    let evidence: Option<Evidence> = one.evidence.as_deref().and_then(|json| serde_json::from_str(json).ok());
    let media = evidence.iter().flat_map(|evidence| &evidence.media).map(|medium| Shown {
        file: medium.url.clone(),
        first_frame_seconds: medium.first_frame.map(seconds),
        watched_seconds: medium.watched_seconds(),
        stalls: medium.stalls,
        error: medium.error.map(|error| error.name().to_owned()),
    });
    // What is asked afterwards may be what a participant did in the part that differs.
    let is_shown = !flow.masked || step != Stage::Own(Step::PostQuestionnaire);
    let answers: Option<Map<String, Value>> = is_shown.then(|| serde_json::from_str(&one.answers).ok()).flatten();
    let own = flags.iter().filter(|flag| flag.item == one.item && flag.at == one.stamp.at);
    Some(Moment::Submitted(Box::new(Submitted {
        at,
        receipt: matches!(at, When::At(_)).then(|| one.id.clone()),
        step,
        item: one.item.clone(),
        title: texts.and_then(|texts| texts.title(&one.item)),
        attempt: one.attempt,
        correct: one.correct,
        labels: texts.zip(answers.as_ref()).map(|(texts, answers)| texts.labels(answers)).unwrap_or_default(),
        answers,
        seconds: evidence.as_ref().and_then(|evidence| evidence.submit).map(seconds),
        hidden_seconds: evidence.as_ref().and_then(|evidence| evidence.hidden).map(seconds),
        media: media.collect(),
        signs: own.map(|flag| QualityFlag::from(flag.flag)).collect(),
    })))
}

/// What the researcher has decided about a participant's place in the analysis, as the calls write it into the audit
/// log.
fn decided(act: &Entry) -> Option<Moment> {
    let (at, actor) = (rfc3339(act.at), act.actor.clone());
    let reason = act.details["reason"].as_str().map(str::to_owned);
    match act.recorded()? {
        AuditAction::ExcludeParticipant => Some(Moment::Excluded { at, reason: reason.unwrap_or_default(), actor }),
        AuditAction::UndoExclusion => Some(Moment::Included { at, reason, actor }),
        _ => None,
    }
}

fn seconds(milliseconds: f64) -> f64 {
    milliseconds / 1_000.0
}

/// None if it would reveal the arm.
fn browser_event(flow: &Flow, at: When, event: StoredEvent) -> Option<Moment> {
    let page = event.properties.get("path").and_then(Value::as_str).and_then(page_route::route);
    let hidden = page.as_ref().is_some_and(|page| page.parse().is_ok_and(|page| !flow.shows(&page)));
    // A browser's clock may be slow or fast, and only some arms have the questionnaire before the training.
    let questionnaire = flow.masked && event.kind.as_deref() == Some(Kind::Questionnaire.id());
    let shown = !hidden && !questionnaire && event.kind.as_deref().is_none_or(|kind| names(flow, kind));
    shown.then(|| Moment::Event { at, name: event.name, page })
}

/// Whether a kind of event may be named.
pub fn names(flow: &Flow, kind: &str) -> bool {
    let telling = [
        Kind::PersonaViewed,
        Kind::PersonaSelected,
        Kind::FlowAQuestion,
        Kind::FlowACompleted,
        Kind::FlowBPrompt,
        Kind::FlowBCompleted,
        Kind::DashboardViewed,
        Kind::DashboardAction,
    ];
    !flow.masked || !telling.iter().any(|known| known.id() == kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_apart_lasts_until_the_next_step() {
        let entered = |at: Millis, step| (Stamp::from(at), Moment::Entered { at: When::At(at), step });
        let mut way = vec![(Stamp::from(0), Moment::Registered { at: When::At(0) }), entered(1, Stage::Consent)];
        assert_eq!(time_apart(&way), None);
        way.push(entered(5, Stage::ArmSpecificPart));
        assert_eq!(time_apart(&way), Some(5..Millis::MAX), "still in it");
        way.push((Stamp::from(7), Moment::Exposed { at: When::At(7) }));
        way.push(entered(9, Stage::Consent));
        assert_eq!(time_apart(&way), Some(5..9));
    }

    #[test]
    fn what_the_clock_alone_has_timed_comes_where_it_was() {
        // The clock was an hour ahead for the second one.
        let own = [(100, 100), (3_600_200, 3_600_200), (3_600_201, 300), (3_600_202, 400)];
        let own = own.map(|(at, measured)| Stamp { at, measured });
        let places = [50, 150, 350, 450].map(|measured| among(&own, measured).at);
        assert_eq!(places, [50, 100, 3_600_201, 3_600_202]);
    }
}
