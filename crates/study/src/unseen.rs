//! Judged without looking: which media of a submission were judged although they had not been played or shown, and
//! which posts although none of their evidence had been opened. The only definition; the quality flags, the data
//! package and the report use it.
//!
//! Both are derived from the exposure evidence of the submission. What was not measured is not counted: a submission
//! without timing, or a medium that the browser did not report. Nor is a medium that could not be played or loaded.
//! Only first attempts count, because a second one is about something that was seen with the feedback on the first.

use crate::definition::stimulus::{MediaKind, Stimulus};
use crate::definition::{Content, Item, Study};
use crate::evidence::{Evidence, Medium};
use crate::quality::Given;

/// The number of media that were judged unseen: audio and video of which playback was never started, and images that
/// had not been shown yet. In a questionnaire, each answered judgement counts.
pub fn unseen_media(study: &Study, given: Given, evidence: &Evidence) -> u32 {
    let judged = if given.is_first() { judged_stimuli(study, given, evidence) } else { Vec::new() };
    let unseen = judged.into_iter().filter(|stimulus| is_unseen(stimulus, evidence));
    u32::try_from(unseen.count()).unwrap_or(u32::MAX)
}

/// The number of different pieces of evidence that were opened; none if the page has no evidence to open.
pub fn evidence_opened(study: &Study, item: &str, evidence: &Evidence) -> Option<u32> {
    let (block, id) = item.split_once('/')?;
    let Content::FlowB(flow) = study.content(block)? else { return None };
    let post = flow.post(id)?;
    if post.evidence.is_empty() {
        return None;
    }
    let is_open = |id: &str| evidence.opened.iter().any(|moment| moment.item == format!("{}/{id}", post.id));
    let opened = post.evidence.iter().filter(|piece| is_open(&piece.id));
    Some(u32::try_from(opened.count()).unwrap_or(u32::MAX))
}

/// Whether a post with evidence was judged, at the first attempt, with none of it opened.
pub fn is_unchecked(study: &Study, given: Given, evidence: &Evidence) -> bool {
    // Without timing, openings were not measured.
    given.attempt == 1 && evidence.submit.is_some() && evidence_opened(study, given.item, evidence) == Some(0)
}

/// The stimuli that a submission judges or rates. A follow-up judges none: its question was judged before.
fn judged_stimuli<'a>(study: &'a Study, given: Given, evidence: &Evidence) -> Vec<&'a Stimulus> {
    let (block, id) = given.item.split_once('/').unwrap_or((given.item, ""));
    let ids: Vec<&str> = match study.content(block) {
        Some(Content::Practice(practice)) => vec![&practice.stimulus],
        Some(Content::FlowA(flow)) => {
            flow.question(id).map(|question| question.stimulus.as_str()).into_iter().collect()
        }
        Some(Content::FlowB(flow)) => flow.post(id).and_then(|post| post.stimulus.as_deref()).into_iter().collect(),
        Some(Content::ControlFlow(flow)) => {
            flow.clips.iter().filter(|clip| clip.id == id).map(|clip| clip.stimulus.as_str()).collect()
        }
        Some(Content::Questionnaire(_, own)) => {
            let items = if id.is_empty() { own.items().collect() } else { own.items_at(id) };
            let judged = |item: &&Item| item.judgement().is_some() && given.answers.contains_key(&item.id);
            // In each condition, an item can have another medium: the one that was on the page.
            let is_reported = |id: &&str| study.stimuli.get(*id).is_some_and(|stimulus| is_on_page(stimulus, evidence));
            let shown = |item: &'a Item| item.stimuli().into_iter().map(|(_, id)| id).find(is_reported);
            items.into_iter().filter(judged).filter_map(shown).collect()
        }
        None => Vec::new(),
    };
    ids.into_iter().filter_map(|id| study.stimuli.get(id)).collect()
}

/// What the browser reported of a stimulus.
fn reported<'a>(stimulus: &Stimulus, evidence: &'a Evidence) -> Vec<&'a Medium> {
    let versions = || std::iter::once(&stimulus.original).chain(&stimulus.altered);
    let is_of = |medium: &&Medium| versions().flat_map(|version| &version.files).any(|file| file.file == medium.url);
    evidence.media.iter().filter(is_of).collect()
}

fn is_on_page(stimulus: &Stimulus, evidence: &Evidence) -> bool {
    !reported(stimulus, evidence).is_empty()
}

fn is_unseen(stimulus: &Stimulus, evidence: &Evidence) -> bool {
    let reported = reported(stimulus, evidence);
    let seen = |medium: &Medium| match stimulus.kind {
        MediaKind::Image => medium.first_frame.is_some(),
        MediaKind::Audio | MediaKind::Video => medium.plays > 0 || !medium.watched.is_empty(),
    };
    !reported.is_empty() && reported.iter().all(|medium| medium.error.is_none() && !seen(medium))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::answers::Answers;
    use crate::evidence::{MediaError, Moment};
    use crate::flow::Stage;
    use crate::testing::small;

    fn answers(given: Value) -> Answers {
        let Value::Object(answers) = given else { panic!("{given}") };
        answers
    }

    fn medium(study: &Study, stimulus: &str) -> Medium {
        Medium { url: study.stimuli[stimulus].original.files[0].file.clone(), ..Medium::default() }
    }

    fn with(media: Vec<Medium>) -> Evidence {
        Evidence { submit: Some(1.0), media, ..Evidence::default() }
    }

    fn unseen(study: &Study, item: &str, attempt: u32, media: Vec<Medium>) -> u32 {
        let answers = answers(json!({}));
        unseen_media(study, Given { item, attempt, stage: Stage::Only, answers: &answers }, &with(media))
    }

    /// The first question of Flow A that has a medium of this kind, and its stimulus.
    fn question(study: &Study, kind: MediaKind) -> (String, &str) {
        let questions = &study.flow_a.first().unwrap().questions;
        let found = questions.iter().find(|question| study.stimuli[&question.stimulus].kind == kind).unwrap();
        (format!("flow-a/{}", found.id), &found.stimulus)
    }

    #[test]
    fn audio_and_video_are_unseen_until_they_are_played() {
        let mut study = small();
        for kind in [MediaKind::Audio, MediaKind::Video] {
            let id = study.flow_a.first().unwrap().questions[0].stimulus.clone();
            study.stimuli[&id].kind = kind;
            let (item, stimulus) = question(&study, kind);
            // It was loaded, and its first frame shown, but not played.
            let ready = Medium { can_play: Some(90.0), first_frame: Some(90.0), seeks: 2, ..medium(&study, stimulus) };
            assert_eq!(unseen(&study, &item, 1, vec![ready.clone()]), 1);
            assert_eq!(unseen(&study, &item, 2, vec![ready.clone()]), 0, "a second attempt");
            assert_eq!(unseen(&study, &format!("{item}/followup"), 1, vec![ready.clone()]), 0);
            assert_eq!(unseen(&study, &item, 1, vec![Medium { plays: 1, ..ready.clone() }]), 0);
            assert_eq!(unseen(&study, &item, 1, vec![Medium { error: Some(MediaError::Decode), ..ready }]), 0);
            assert_eq!(unseen(&study, &item, 1, vec![]), 0, "it was not reported");
        }
    }

    #[test]
    fn an_image_is_unseen_until_it_is_shown() {
        let study = small();
        let (item, stimulus) = question(&study, MediaKind::Image);
        assert_eq!(unseen(&study, &item, 1, vec![medium(&study, stimulus)]), 1);
        assert_eq!(unseen(&study, &item, 1, vec![Medium { first_frame: Some(0.0), ..medium(&study, stimulus) }]), 0);
    }

    #[test]
    fn answered_judgements_of_a_questionnaire_and_rated_clips_count() {
        let study = small();
        let media = || with(vec![medium(&study, "post-1"), medium(&study, "post-2")]);
        let post = study.questionnaires.values().last().unwrap();
        let (section, items) = (&post.sections[0].id, &post.sections[0].items);
        let judged: Vec<&str> =
            items.iter().filter(|item| item.judgement().is_some()).map(|item| item.id.as_str()).collect();
        let item = format!("post/{section}");
        let count = |given: Value| {
            unseen_media(
                &study,
                Given { item: &item, attempt: 1, stage: Stage::Only, answers: &answers(given) },
                &media(),
            )
        };
        assert_eq!(count(json!({ judged[0]: "original", judged[1]: "altered" })), 2);
        assert_eq!(count(json!({ judged[1]: "altered" })), 1);
        assert_eq!(count(json!({})), 0);
        let clip = &study.control_flow.first().unwrap().clips[0];
        let unplayed = medium(&study, &clip.stimulus);
        assert_eq!(unseen(&study, &format!("control/{}", clip.id), 1, vec![unplayed]), 1);
        let practice = medium(&study, &study.practice.stimulus);
        assert_eq!(unseen(&study, &format!("practice/{}", study.practice.id), 1, vec![practice]), 1);
    }

    #[test]
    fn pieces_of_evidence_are_counted_once_and_only_those_of_the_post() {
        let study = small();
        let post = study.posts().find(|post| post.evidence.len() > 1).unwrap();
        let item = format!("flow-b/{}", post.id);
        let opening = |piece: usize| format!("{}/{}", post.id, post.evidence[piece].id);
        let opened = |names: &[String]| {
            let moment = |name: &String| Moment { item: name.clone(), at: 1.0, omitted: 0 };
            Evidence { opened: names.iter().map(moment).collect(), ..with(Vec::new()) }
        };
        let none = answers(json!({}));
        let given = |attempt| Given { item: &item, attempt, stage: Stage::Only, answers: &none };
        let other = opened(&["zoom-2".into(), "transcript".into()]);
        assert_eq!(evidence_opened(&study, &item, &other), Some(0));
        assert!(is_unchecked(&study, given(1), &other));
        assert!(!is_unchecked(&study, given(2), &other), "a second attempt");
        assert!(!is_unchecked(&study, given(1), &Evidence::default()), "nothing was measured");
        let twice = opened(&[opening(0), opening(1), opening(0)]);
        assert_eq!(evidence_opened(&study, &item, &twice), Some(2));
        assert!(!is_unchecked(&study, given(1), &twice));
        assert_eq!(evidence_opened(&study, "flow-a/fa_1", &twice), None);
    }
}
