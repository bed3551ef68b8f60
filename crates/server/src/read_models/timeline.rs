//! The timeline of one participant. For those who are blinded, it shows of the arm-specific part only when it was
//! entered: the number of submissions there reveals the arm, and so does [the time spent there](super::times).

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
use unmask_study::StepKind;
use unmask_study::codebook::codebook;
use unmask_study::evidence::Evidence;
use unmask_study::flow::{Stage as AnswerStage, title};
use unmask_study::text::{Locale, Text};
use unmask_study::waves::{Course, WaveState};
use utoipa::ToSchema;

use super::arms::Arms;
use super::flow::{Flow, Stage};
use super::list::{ParticipantRow, QualityFlag, row};
use super::times::{Times, When};
use super::waves::{self, Planned};
use super::{Console, SnapshotView};
use crate::api::page_route;
use crate::base::clock::{Millis, rfc3339};
use crate::collector::Collector;
use crate::collector::kinds::Kind;
use crate::study_versions::LoadedVersion;

/// The data and the timeline of a participant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantDetail {
    /// The participant's row in the list.
    #[serde(flatten)]
    pub row: ParticipantRow,
    /// Whether the person who asks is blinded.
    pub blinded: bool,
    /// Hash of the participant's study version.
    pub study_version: String,
    /// The researcher who excluded the participant; null if not excluded by a researcher.
    pub excluded_by: Option<String>,
    /// When the participant withdrew; null if they did not.
    pub withdrawn_at: Option<When>,
    /// Events in chronological order.
    pub timeline: Vec<Moment>,
}

/// An event in a participant's timeline. Times are from the server's clock. Those of usage events are from the
/// browser's clock, except for those who are blinded: a slow clock would place later events before the entry into the
/// arm-specific part.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[schema(as = TimelineMoment)]
pub enum Moment {
    Registered {
        at: When,
    },
    Consented {
        at: When,
        /// Version of the consent text.
        version: String,
        /// Language in which the text was shown.
        locale: String,
        /// Each consent statement by its ID, in the order of the consent text: accepted or not.
        ticks: IndexMap<String, bool>,
        /// Text of each consent statement. Empty if the bundle contains another version of the consent text.
        labels: BTreeMap<String, String>,
    },
    /// The participant entered a step.
    Entered {
        at: When,
        #[schema(value_type = String)]
        step: Stage,
    },
    /// The participant saw the first page that differs between the arms.
    Exposed {
        at: When,
    },
    /// The participant submitted something.
    Submitted(Box<Submitted>),
    /// The participant reached the end.
    Finished {
        at: When,
    },
    /// A later part of the study opened for the participant, or was started, completed, declined, ended or missed.
    Wave {
        at: When,
        /// Its name for participants, in the study's language.
        title: String,
        state: WaveState,
    },
    /// The participant withdrew.
    Withdrawn {
        at: When,
    },
    /// The researcher excluded the participant from the analysis.
    Excluded {
        at: String,
        reason: String,
        actor: String,
    },
    /// The researcher re-included the participant.
    Included {
        at: String,
        /// Reason; null in entries of older versions, which did not ask for one.
        reason: Option<String>,
        actor: String,
    },
    /// A usage event that the browser sent, with the participant's consent.
    Event {
        /// Time by the browser's clock. For those who are blinded, the time at which the server received it.
        at: When,
        name: String,
        /// Path of the page; null if unknown.
        page: Option<String>,
    },
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Submitted {
    /// When the submission was stored.
    pub at: When,
    /// Number of the receipt. Null where only the day is shown, because the number contains the time.
    pub receipt: Option<String>,
    #[schema(value_type = String)]
    pub step: Stage,
    /// Name of the item in the data.
    pub item: String,
    /// Title of the item from the bundle; null if it has none.
    pub title: Option<String>,
    /// Number of the attempt, from 1.
    pub attempt: i64,
    /// Of a judgement with advice: whether it was made before (`initial`) or after it (`final`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<AnswerStage>,
    /// Whether a judgement is correct; null for other items.
    pub correct: Option<bool>,
    /// Answers by variable. Null if they can't be read, and for those who are blinded for answers after the
    /// arm-specific part.
    #[schema(value_type = Option<std::collections::HashMap<String, Value>>)]
    pub answers: Option<Map<String, Value>>,
    /// Questions by variable.
    pub labels: BTreeMap<String, String>,
    /// Seconds from showing the page to the submission.
    pub seconds: Option<f64>,
    /// Seconds of `seconds` during which the page was hidden.
    pub hidden_seconds: Option<f64>,
    /// Media that were shown, and how they were played.
    pub media: Vec<MediaExposure>,
    /// Quality flags.
    pub flags: Vec<QualityFlag>,
}

/// A medium that was shown, and how it was played.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MediaExposure {
    /// Path of the file in the bundle.
    pub file: String,
    /// Seconds until the first frame.
    pub first_frame_seconds: Option<f64>,
    /// Seconds of the medium that were played; repeated parts count once.
    pub watched_seconds: f64,
    /// Number of stalls: playback stopped to load data.
    pub stalls: u32,
    /// Playback error; null if none.
    pub error: Option<String>,
}

/// The texts of the participant's study version.
struct Texts {
    loaded: Arc<LoadedVersion>,
    locale: Locale,
    /// Questions by variable.
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

    /// The position of a consent statement in the text; last if the text no longer contains it.
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

/// The data and timeline of a participant, with texts in the given language or that of the bundle; none if there is no
/// such participant. What is shown depends on the person who asks.
pub async fn detail(
    console: &Arc<Console>,
    collector: Option<&Collector>,
    (id, person): (&str, &str),
    locale: Option<&str>,
) -> Result<Option<ParticipantDetail>, StoreError> {
    let (store, versions) = (&console.store, &console.versions);
    let mut view = SnapshotView::at(console, person).await?;
    if view.snapshot.person(id).is_none() {
        // The participant registered after the snapshot was read.
        console.outdate();
        view = SnapshotView::at(console, person).await?;
    }
    let Some(person) = view.snapshot.person(id) else { return Ok(None) };
    let texts = versions.get(&person.study_version).map(|loaded| Texts::new(loaded, locale));
    let exclusion = exclusion::exclusion(store, id).await?;
    let times = Times::of(&view, person);
    let submissions = submissions::submissions(store, id).await?;
    let visits = view.snapshot.steps.get(&person.id).into_iter().flatten();
    let own: Vec<Stamp> = visits.map(|visit| visit.stamp).chain(submissions.iter().map(|one| one.stamp)).collect();
    let mut moments = of_person(&view, person, times);
    moments.extend(
        person.withdrawn_at.map(|at| among(&own, at)).map(|stamp| (stamp, Moment::Withdrawn { at: times.when(stamp) })),
    );
    moments.extend(of_waves(&view, person, times).map(|(at, moment)| (among(&own, at), moment)));
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
    moments.extend(submissions.iter().filter_map(|one| Some((one.stamp, shown(one)?))));
    // Of a re-included participant, only the audit log has the exclusion.
    for act in audit::of_participant(store, &person.code).await? {
        let stamp = times.position_of_act(act.at).map_or_else(|| among(&own, act.at), Stamp::from);
        moments.extend(decided(&act, &view.arms).map(|moment| (stamp, moment)));
    }
    if let Some(collector) = collector {
        let events = collector.store.events_of(id).await?;
        let apart = time_apart(&moments);
        let open = |stamp: Stamp| apart.as_ref().is_none_or(|apart| !apart.contains(&stamp.at));
        let seen = |event: StoredEvent| {
            let stamp = among(&own, if view.flow.blinded { event.received_at } else { event.happened_at });
            browser_event(&view.flow, times.when(stamp), event).filter(|_| open(stamp)).map(|moment| (stamp, moment))
        };
        moments.extend(events.events.into_iter().filter_map(seen));
    }
    // A submission and the move that it causes have the same time: the submission comes first.
    moments.sort_by_key(|(stamp, moment)| (stamp.at, rank(moment), stamp.measured));
    Ok(Some(ParticipantDetail {
        blinded: view.arms.blinded,
        study_version: person.study_version.clone(),
        excluded_by: exclusion.map(|out| out.actor),
        withdrawn_at: person.withdrawn_at.map(|at| times.when(among(&own, at))),
        timeline: moments.into_iter().map(|(_, moment)| moment).collect(),
        row: row(&view, person),
    }))
}

impl ParticipantDetail {
    /// With the present names of those who excluded or re-included the participant.
    #[must_use]
    pub fn with_names(mut self, name_of: impl Fn(String) -> String) -> Self {
        self.excluded_by = self.excluded_by.map(&name_of);
        for moment in &mut self.timeline {
            if let Moment::Excluded { actor, .. } | Moment::Included { actor, .. } = moment {
                *actor = name_of(std::mem::take(actor));
            }
        }
        self
    }
}

/// The order of events with the same time. A participant who goes from the practice directly to the test leaves the
/// arm-specific part at the moment of exposure; for those who are blinded, that must look as in the other arms.
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

/// Places an event with only a measured time among the participant's events: after the last one that was measured
/// before it. After the clock was set back, the times that define the order are ahead of the clock.
fn among(own: &[Stamp], measured: Millis) -> Stamp {
    let before = own.iter().filter(|stamp| stamp.measured <= measured).map(|stamp| stamp.at).max();
    Stamp { at: before.unwrap_or(measured), measured }
}

fn of_person(view: &SnapshotView, person: &Person, times: Times) -> Vec<(Stamp, Moment)> {
    let created = Stamp::from(person.created_at);
    let mut moments = vec![(created, Moment::Registered { at: times.when(created) })];
    let mut before = None;
    for visit in view.snapshot.steps.get(&person.id).into_iter().flatten() {
        let step = view.flow.stage_at(person, visit.number, visit.kind);
        if before.replace(step) != Some(step) {
            moments.push((visit.stamp, Moment::Entered { at: times.when(visit.stamp), step }));
        }
    }
    moments.extend(person.exposed.map(|stamp| (stamp, Moment::Exposed { at: times.when(stamp) })));
    moments.extend(person.completed.map(|stamp| (stamp, Moment::Finished { at: times.when(stamp) })));
    moments
}

/// What has happened in the later parts.
fn of_waves(view: &SnapshotView, person: &Person, times: Times) -> impl Iterator<Item = (Millis, Moment)> {
    let happened = move |wave: Planned<'_>| {
        let shown = wave.at(view.now, times);
        let Course { window, started, completed, ended } = *wave.course;
        let opened = wave.course.has_opened(view.now).then_some(window.opens);
        let missed = (shown.state == WaveState::Missed).then_some(window.closes);
        let moments = [
            (opened, WaveState::Open),
            (started, WaveState::Started),
            (completed, WaveState::Completed),
            (missed, WaveState::Missed),
            (ended.map(|end| end.at), shown.state),
        ];
        moments.into_iter().filter_map(move |(at, state)| {
            let at = at?;
            Some((at, Moment::Wave { at: times.when(at), title: shown.title.clone(), state }))
        })
    };
    waves::planned(view, person).into_iter().flat_map(happened)
}

/// The time in the arm-specific part, if the study is blinded. Any event in it would reveal the arm.
fn time_apart(moments: &[(Stamp, Moment)]) -> Option<Range<Millis>> {
    let entered = moments.iter().filter_map(|(stamp, moment)| match moment {
        Moment::Entered { step, .. } => Some((stamp.at, *step)),
        _ => None,
    });
    let mut entered = entered.skip_while(|(_, step)| *step != Stage::ArmSpecificPart);
    let (from, _) = entered.next()?;
    Some(from..entered.next().map_or(Millis::MAX, |(next, _)| next))
}

/// None if the submission would reveal the arm.
fn submitted(flow: &Flow, times: Times, one: &Submission, flags: &[FlagAt], texts: Option<&Texts>) -> Option<Moment> {
    let at = times.when(one.stamp);
    let step = flow.stage_of_item(&one.item).or_else(|| flow.stage_of(&one.page));
    let step = step.filter(|step| *step != Stage::ArmSpecificPart)?;
    let evidence: Option<Evidence> = one.evidence.as_deref().and_then(|json| serde_json::from_str(json).ok());
    let media = evidence.iter().flat_map(|evidence| &evidence.media).map(|medium| MediaExposure {
        file: medium.url.clone(),
        first_frame_seconds: medium.first_frame.map(seconds),
        watched_seconds: medium.watched_seconds(),
        stalls: medium.stalls,
        error: medium.error.map(|error| error.name().to_owned()),
    });
    // Questions afterwards may be about the arm-specific part.
    let is_post = matches!(step, Stage::Own(step) if step.kind == StepKind::PostQuestionnaire);
    let is_shown = !flow.blinded || !is_post;
    let answers: Option<Map<String, Value>> = is_shown.then(|| serde_json::from_str(&one.answers).ok()).flatten();
    let own = flags.iter().filter(|flag| flag.item == one.item && flag.at == one.stamp.at);
    Some(Moment::Submitted(Box::new(Submitted {
        at,
        receipt: matches!(at, When::At(_)).then(|| one.id.clone()),
        step,
        item: one.item.clone(),
        title: texts.and_then(|texts| texts.title(&one.item)),
        attempt: one.attempt,
        stage: (one.stage != AnswerStage::Only).then_some(one.stage),
        correct: one.correct,
        labels: texts.zip(answers.as_ref()).map(|(texts, answers)| texts.labels(answers)).unwrap_or_default(),
        answers,
        seconds: evidence.as_ref().and_then(|evidence| evidence.submit).map(seconds),
        hidden_seconds: evidence.as_ref().and_then(|evidence| evidence.hidden).map(seconds),
        media: media.collect(),
        flags: own.map(|flag| QualityFlag::from(flag.flag)).collect(),
    })))
}

/// The exclusion or re-inclusion that an entry of the audit log records.
fn decided(act: &Entry, arms: &Arms) -> Option<Moment> {
    let (at, actor) = (rfc3339(act.at), act.actor.clone());
    let reason = act.details["reason"].as_str().map(|reason| arms.concealed(reason.to_owned()));
    match act.recorded()? {
        AuditAction::ExcludeParticipant => Some(Moment::Excluded { at, reason: reason.unwrap_or_default(), actor }),
        AuditAction::UndoExclusion => Some(Moment::Included { at, reason, actor }),
        _ => None,
    }
}

fn seconds(milliseconds: f64) -> f64 {
    milliseconds / 1_000.0
}

/// None if the submission would reveal the arm.
fn browser_event(flow: &Flow, at: When, event: StoredEvent) -> Option<Moment> {
    let page = event.properties.get("path").and_then(Value::as_str).and_then(page_route::route);
    let hidden = page.as_ref().is_some_and(|page| page.parse().is_ok_and(|page| !flow.shows(&page)));
    // A browser's clock may be slow or fast, and only some arms have the questionnaire before the training.
    let questionnaire = flow.blinded && event.kind.as_deref() == Some(Kind::Questionnaire.id());
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
    !flow.blinded || !telling.iter().any(|known| known.id() == kind)
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
