//! Quality flags: all rules for careless or disturbed participation, with their thresholds, and how long a participant
//! may stay on a page. Flags inform the researcher. They do not exclude participants, and no submission is rejected
//! because of one.
//!
//! A [`Flag`] is determined with each submission. The console shows it immediately, and the data package contains it.
//! [`hurried`] and [`all_alike`] are about a whole participation and compare it with others, so they are known only
//! afterwards. The report's sensitivity analysis leaves out participants with one of these two, with a failed attention
//! check, with failed media or with [several](UNSEEN_MEDIA) media judged unseen. A fast page or a straight line does
//! not count there, because its threshold is low; nor do [unchecked posts](UNCHECKED_POSTS), which only some arms have.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answers::Answers;
use crate::definition::item::{Item, Points};
use crate::definition::{Content, Study};
use crate::evidence::Evidence;
use crate::flow::{Record, Stage};
use crate::unseen;

/// Milliseconds for each item of a questionnaire below which a person cannot have read it: 2 s (Huang, Curran, Keeney,
/// Poposki and `DeShon` 2012, Journal of Business and Psychology 27, 99-114).
pub const FASTEST_ITEM: f64 = 2_000.0;

/// Milliseconds below which a person cannot have viewed and judged a medium: 1 s. This project's own threshold,
/// deliberately low: an image can be seen faster, but not read, judged and clicked.
pub const FASTEST_JUDGEMENT: f64 = 1_000.0;

/// This many statements in a row on the same points, all with the same answer, are a straight line. Cut-offs in the
/// literature lie between 6 and 14 (Curran 2016, Journal of Experimental Social Psychology 66, 4-19, on long strings);
/// this is the lowest, because a flag does not exclude participants.
pub const STRAIGHT_LINE: usize = 6;

/// A participant who needed less than the median time from the first step to the end, divided by this, was hurried.
/// Cut-offs in the literature lie between 30% and 50% of the median (Greszki, Meyer and Schoen 2015, Public Opinion
/// Quarterly 79, 471-503).
pub const HURRIED: f64 = 3.0;

/// From this many judgements on, all with the same answer, they are all alike. Fewer can be so by chance: of 8 with
/// even odds, 2 in 2<sup>8</sup>, or 0.8%. Our own bound.
pub const ALL_ALIKE: usize = 8;

/// A participant who judged this many media unseen has a flag in the report. The console flags each submission. Once is
/// an oversight, and twice can be a lack of sound at that moment. Our own bound.
pub const UNSEEN_MEDIA: u32 = 3;

/// The same for posts that were judged with none of their evidence opened. Our own bound.
pub const UNCHECKED_POSTS: u32 = 3;

/// A participant is active for this many milliseconds after a move: 10 minutes.
pub const ACTIVE_FOR: i64 = 10 * 60_000;

/// A participant is inactive after this many milliseconds without a move: 30 minutes, as long as a whole study.
pub const INACTIVE_AFTER: i64 = 30 * 60_000;

/// A participant has dropped out after this many milliseconds without a move: 24 hours.
pub const DROPPED_OUT_AFTER: i64 = 24 * 60 * 60_000;

/// A quality flag of one submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// Submitted faster than it can be read: see [`FASTEST_ITEM`] and [`FASTEST_JUDGEMENT`].
    TooFast,
    /// The same answer to many statements in a row: see [`STRAIGHT_LINE`].
    StraightLining,
    /// An attention check was not passed.
    FailedAttention,
    /// A medium could not be played.
    MediaFailed,
    /// A medium was judged although it had not been played or shown: see [`unseen::unseen_media`].
    AnsweredUnseen,
    /// A post was judged with none of its evidence opened: see [`unseen::is_unchecked`].
    AnsweredUnchecked,
    /// No times were measured, or impossible ones were sent: see [`Evidence::is_plausible`]. The flags that need a
    /// measurement are then unknown.
    NotTimed,
}

impl Flag {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::TooFast,
        Self::StraightLining,
        Self::FailedAttention,
        Self::MediaFailed,
        Self::AnsweredUnseen,
        Self::AnsweredUnchecked,
        Self::NotTimed,
    ];
}

/// Whether a participant who needed this time for the whole study was hurried; see [`HURRIED`].
pub fn hurried(time: f64, median: f64) -> bool {
    time < median / HURRIED
}

/// Whether there are enough judgements, and all with the same answer; see [`ALL_ALIKE`].
pub fn all_alike(mut judgements: impl ExactSizeIterator<Item = bool>) -> bool {
    let enough = judgements.len() >= ALL_ALIKE;
    let first = judgements.next();
    enough && judgements.all(|one| Some(one) == first)
}

/// Whether an answer to an attention check is none of those that pass.
pub fn fails(pass: &[i64], answer: &Value) -> bool {
    !answer.as_i64().is_some_and(|given| pass.contains(&given))
}

/// Time since a participant's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Less than [`ACTIVE_FOR`].
    Active,
    /// Between [`ACTIVE_FOR`] and [`INACTIVE_AFTER`].
    Idle,
    /// From [`INACTIVE_AFTER`].
    Inactive,
    /// From [`DROPPED_OUT_AFTER`].
    DroppedOut,
}

/// The presence of a participant who has neither completed nor withdrawn, `idle` milliseconds after the last move.
pub fn presence(idle: i64) -> Presence {
    match idle {
        _ if idle < ACTIVE_FOR => Presence::Active,
        _ if idle < INACTIVE_AFTER => Presence::Idle,
        _ if idle < DROPPED_OUT_AFTER => Presence::Inactive,
        _ => Presence::DroppedOut,
    }
}

/// What the rules need of a submission.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// Its natural key, as [`Record::item`].
    pub item: &'a str,
    /// From 1.
    pub attempt: u32,
    /// Of a judgement with advice.
    pub stage: Stage,
    /// The answers by variable.
    pub answers: &'a Answers,
}

impl<'a> From<&'a Record> for Given<'a> {
    fn from(record: &'a Record) -> Self {
        Self { item: &record.item, attempt: record.attempt, stage: record.stage, answers: &record.answers }
    }
}

impl Given<'_> {
    /// Whether it is about something that was not judged before: a second attempt and a final judgement are about what
    /// was seen before.
    pub(crate) fn is_first(&self) -> bool {
        self.attempt == 1 && self.stage != Stage::Final
    }
}

/// The quality flags of a valid submission; `evidence` is what the browser measured, if anything.
pub fn flags(study: &Study, given: Given, evidence: Option<&Evidence>) -> Vec<Flag> {
    let Given { item, answers: stored, .. } = given;
    let (asked, answers) = (asked(study, item), &*as_asked(study, item, stored));
    let items = || asked.iter().flatten().copied();
    let attention = items().any(|item| failed(item, answers));
    let straight = asked.iter().any(|items| is_straight(items, answers));
    let fastest = match items().map(|item| item.answered(answers)).sum::<usize>() {
        0 if is_judgement(study, item) => FASTEST_JUDGEMENT,
        #[expect(clippy::cast_precision_loss, reason = "a count of items")]
        items => items as f64 * FASTEST_ITEM,
    };
    let fast = given.is_first() && evidence.and_then(Evidence::visible).is_some_and(|visible| visible < fastest);
    let is = |rule: &dyn Fn(&Evidence) -> bool| evidence.is_some_and(rule);
    [
        (fast, Flag::TooFast),
        (straight, Flag::StraightLining),
        (attention, Flag::FailedAttention),
        (is(&|measured| measured.media_failed() > 0), Flag::MediaFailed),
        (is(&|measured| unseen::unseen_media(study, given, measured) > 0), Flag::AnsweredUnseen),
        (is(&|measured| unseen::is_unchecked(study, given, measured)), Flag::AnsweredUnchecked),
        (is_timed(item) && evidence.and_then(|measured| measured.submit).is_none(), Flag::NotTimed),
    ]
    .into_iter()
    .filter_map(|(is, flag)| is.then_some(flag))
    .collect()
}

/// The questions that an item of the natural key is about, by section: those of `pre/views` or of all of `pre`, and of
/// `control/…`, which is the opening of the control's part or a clip to be rated.
fn asked<'a>(study: &'a Study, item: &str) -> Vec<Vec<&'a Item>> {
    let (name, section) = item.split_once('/').map_or((item, None), |(name, section)| (name, Some(section)));
    match (study.content(name), section) {
        (Some(Content::ControlFlow(flow)), Some(id)) => {
            let items = flow.items(&study.stimuli, id);
            items.map(|items| items.iter().collect()).into_iter().collect()
        }
        (Some(Content::Questionnaire(_, own)), Some(id)) => vec![own.items_at(id)],
        (Some(Content::Questionnaire(_, own)), None) => {
            own.sections.iter().map(|section| section.items.iter().collect()).collect()
        }
        _ => Vec::new(),
    }
}

/// The answers by the names of the questions: each clip's ratings are stored under its own name as well
/// (`flow::control`).
fn as_asked<'a>(study: &Study, item: &str, answers: &'a Answers) -> Cow<'a, Answers> {
    let rated = item.split_once('/').and_then(|(block, id)| match study.content(block)? {
        Content::ControlFlow(flow) => flow.clips.iter().map(|clip| &clip.id).find(|clip| *clip == id),
        _ => None,
    });
    let Some(clip) = rated else { return Cow::Borrowed(answers) };
    let prefix = format!("{clip}_");
    let own = |name: &String| name.strip_prefix(&prefix).unwrap_or(name).to_owned();
    Cow::Owned(answers.iter().map(|(name, value)| (own(name), value.clone())).collect())
}

/// `practice/p`, `flow-a/q` and `flow-b/p` are judgements of a medium; `flow-b/persona/x` and follow-ups are none.
fn is_judgement(study: &Study, item: &str) -> bool {
    let Some((block, id)) = item.split_once('/') else { return false };
    let judges = matches!(study.content(block), Some(Content::Practice(_) | Content::FlowA(_) | Content::FlowB(_)));
    judges && !id.contains('/')
}

/// Whether the page of an item sends its times. The one that completes a persona has no questions.
pub fn is_timed(item: &str) -> bool {
    item.split('/').nth(1) != Some("persona") || item.split('/').count() != 3
}

/// Whether an attention check is answered, and not passed.
pub(crate) fn failed(item: &Item, answers: &Answers) -> bool {
    let answered = item.passing_points().zip(answers.get(&item.id));
    answered.is_some_and(|(passing, given)| fails(passing, given))
}

/// Whether the answers to statements on the same points, in one run, are all the same. Other items end a run. An
/// attention check does not, because its answer is instructed.
fn is_straight(items: &[&Item], answers: &Answers) -> bool {
    let mut runs: Vec<(Option<&Points>, Vec<&Value>)> = Vec::new();
    for item in items.iter().filter(|item| item.passing_points().is_none()) {
        let points = item.statement_points();
        let variables = item.variables().into_iter();
        let given = variables.filter_map(|variable| answers.get(&variable.name));
        match runs.last_mut() {
            Some((last, run)) if *last == points => run.extend(given),
            _ => runs.push((points, given.collect())),
        }
    }
    let same = |run: &[&Value]| run.windows(2).all(|two| two[0] == two[1]);
    runs.iter().any(|(points, run)| points.is_some() && run.len() >= STRAIGHT_LINE && same(run))
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;
    use crate::definition::item::Kind;
    use crate::definition::stimulus::MediaKind;
    use crate::definition::training::Opening;
    use crate::evidence::{MediaError, Medium, Moment};
    use crate::items::{Likert, Matrix};
    use crate::page::Page;
    use crate::testing::small;

    fn record(item: &str, answers: Value) -> Record {
        let Value::Object(answers) = answers else { panic!("{answers}") };
        let page = Page::PreQuestionnaire;
        Record { page, item: item.into(), attempt: 1, stage: Stage::Only, answers, correct: None, scores: Map::new() }
    }

    fn after(visible: f64) -> Evidence {
        Evidence { submit: Some(visible + 5.0), hidden: Some(5.0), ..Evidence::default() }
    }

    #[test]
    fn each_row_of_a_matrix_and_each_option_of_a_ranking_takes_time_to_read() {
        let views = record("pre/views", json!({ "trust_1": 1, "trust_2": 2, "trust_3": 4, "views_1": 2, "worry": 5 }));
        assert_eq!(flags(&small(), (&views).into(), Some(&after(9_999.0))), [Flag::TooFast]);
        assert_eq!(flags(&small(), (&views).into(), Some(&after(10_000.0))), []);
        assert_eq!(flags(&small(), (&views).into(), None), [Flag::NotTimed]);
        let ranks = json!({ "knows": "false", "ask_friend": 2, "ask_search": 3, "ask_news": 1, "ask_other": 4 });
        let last = record("post/last", ranks);
        assert_eq!(flags(&small(), (&last).into(), Some(&after(9_999.0))), [Flag::TooFast]);
        assert_eq!(flags(&small(), (&last).into(), Some(&after(10_000.0))), []);
    }

    #[test]
    fn a_judgement_has_a_bound_of_its_own_and_a_second_one_none() {
        let mut judged = record("flow-a/fa_1", json!({ "fa_1": "original", "fa_1_confidence": 70 }));
        assert_eq!(flags(&small(), (&judged).into(), Some(&after(999.0))), [Flag::TooFast]);
        assert_eq!(flags(&small(), (&judged).into(), Some(&after(1_000.0))), []);
        judged.attempt = 2;
        assert_eq!(flags(&small(), (&judged).into(), Some(&after(1.0))), []);
        let persona = record("flow-b/persona/maren", json!({}));
        assert_eq!(flags(&small(), (&persona).into(), Some(&after(1.0))), []);
    }

    #[test]
    fn an_answer_without_a_time_is_flagged_and_a_completed_persona_is_not() {
        let judged = record("flow-a/fa_1", json!({ "fa_1": "original", "fa_1_confidence": 70 }));
        assert_eq!(flags(&small(), (&judged).into(), None), [Flag::NotTimed]);
        // The server could not deliver the medium, and the browser sent nothing.
        let failed = Medium { error: Some(MediaError::NotDelivered), ..Medium::default() };
        let undelivered = Evidence { media: vec![failed], ..Evidence::default() };
        assert_eq!(flags(&small(), (&judged).into(), Some(&undelivered)), [Flag::MediaFailed, Flag::NotTimed]);
        let persona = record("flow-b/persona/maren", json!({}));
        assert_eq!(flags(&small(), (&persona).into(), None), []);
    }

    #[test]
    fn a_judgement_without_playing_or_checking_is_flagged() {
        let mut study = small();
        study.stimuli.values_mut().for_each(|stimulus| stimulus.kind = MediaKind::Video);
        let post = study.posts().find(|post| post.stimulus.is_some() && !post.evidence.is_empty()).unwrap();
        let file = study.stimuli[post.stimulus.as_ref().unwrap()].original.files[0].file.clone();
        let judged = record(&format!("flow-b/{}", post.id), json!({ &post.id: "genuine" }));
        let opening = Moment { item: format!("{}/{}", post.id, post.evidence[0].id), at: 1.0, omitted: 0 };
        let measured = |plays, opened: &[&Moment]| {
            let media = vec![Medium { url: file.clone(), plays, ..Medium::default() }];
            Evidence { media, opened: opened.iter().copied().cloned().collect(), ..after(60_000.0) }
        };
        let found = |evidence: Evidence| flags(&study, (&judged).into(), Some(&evidence));
        assert_eq!(found(measured(0, &[])), [Flag::AnsweredUnseen, Flag::AnsweredUnchecked]);
        assert_eq!(found(measured(1, &[])), [Flag::AnsweredUnchecked]);
        assert_eq!(found(measured(0, &[&opening])), [Flag::AnsweredUnseen]);
        assert_eq!(found(measured(1, &[&opening])), []);
    }

    /// As the questionnaire that other arms have before their training, or flags would differ by design.
    #[test]
    fn the_controls_part_is_judged_as_questionnaires_are() {
        let mut study = small();
        let views = study.questionnaires.values().next().unwrap().sections[1].items.clone();
        let control = study.control_flow.first_mut().unwrap();
        let part = Opening { id: "opening".into(), title: control.ratings[0].label.clone(), items: views };
        control.opening = Some(part);
        let opening = record("control/opening", json!({ "trust_1": 1, "trust_2": 2, "views_1": 3 }));
        assert_eq!(flags(&study, (&opening).into(), Some(&after(5_999.0))), [Flag::TooFast, Flag::FailedAttention]);
        let clip = record("control/cf_1", json!({ "cf_1_pleasant": 4, "cf_1_clear": 2 }));
        assert_eq!(flags(&study, (&clip).into(), Some(&after(3_999.0))), [Flag::TooFast]);
        assert_eq!(flags(&study, (&clip).into(), Some(&after(4_000.0))), []);
    }

    #[test]
    fn the_wrong_point_of_a_check_is_flagged() {
        let views = |point| record("pre/views", json!({ "views_1": point }));
        assert_eq!(flags(&small(), (&views(3)).into(), Some(&after(60_000.0))), [Flag::FailedAttention]);
        assert_eq!(flags(&small(), (&views(2)).into(), Some(&after(60_000.0))), []);
        let failed = Medium { error: Some(MediaError::Network), ..Medium::default() };
        let failed = Evidence { media: vec![failed], ..after(60_000.0) };
        assert_eq!(flags(&small(), (&views(2)).into(), Some(&failed)), [Flag::MediaFailed]);
    }

    #[test]
    fn a_straight_line_goes_across_items_with_the_same_points() {
        let mut study = small();
        let views = &mut study.questionnaires.values_mut().next().unwrap().sections[1];
        let Kind::Matrix(Matrix { rows, points, .. }) = &mut views.items[0].kind else { panic!("{:?}", views.items) };
        for number in 4..=5 {
            let mut row = rows[0].clone();
            row.id = format!("trust_{number}");
            rows.push(row);
        }
        let likert = Item {
            id: "trust_6".into(),
            kind: Kind::Likert(Likert { points: points.clone() }),
            ..views.items[0].clone()
        };
        views.items.insert(1, likert);
        let given = |last: i64| {
            let answers: Answers =
                (1..=6).map(|n| (format!("trust_{n}"), json!(if n == 6 { last } else { 4 }))).collect();
            flags(&study, (&record("pre/views", Value::Object(answers))).into(), Some(&after(60_000.0)))
        };
        assert_eq!(given(4), [Flag::StraightLining]);
        assert_eq!(given(3), []);
    }

    #[test]
    fn presence_goes_by_the_time_since_the_last_move() {
        let minute = 60_000;
        for (idle, where_they_are) in [
            (0, Presence::Active),
            (10 * minute - 1, Presence::Active),
            (10 * minute, Presence::Idle),
            (30 * minute, Presence::Inactive),
            (24 * 60 * minute, Presence::DroppedOut),
        ] {
            assert_eq!(presence(idle), where_they_are, "{idle}");
        }
    }
}
