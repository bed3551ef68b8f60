//! The controls, the evidence and the media of a page, which timing may name.

use std::collections::BTreeSet;

use super::screens::Screen;
use super::stage::Stage;
use crate::definition::stimulus::StimulusVersion;
use crate::definition::stimulus::Version;
use crate::definition::training::Followup;
use crate::definition::{Content, Item, Study};
use crate::evidence::Names;
use crate::items::Kind;
use crate::page::Step;
use crate::progress::Assignment;

/// The controls, the evidence and the media of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageItems<'a> {
    /// Controls by the names that the browser uses: variables of a questionnaire; `answer`, `confidence`, `reasons` …
    /// in the training.
    pub controls: BTreeSet<String>,
    /// Evidence: post and id.
    pub evidence: Vec<(&'a str, &'a str)>,
    /// Media in the version that this participant is shown.
    pub media: Vec<&'a Version>,
    /// Whether it is a text, such as a post without a medium: then the text itself is what is shown.
    pub text: bool,
}

/// The contents of the page on which an item is submitted, by its natural key ([`super::Record::item`]).
pub fn page_items<'a>(study: &'a Study, assigned: &Assignment, item: &str) -> PageItems<'a> {
    let (block, rest) = item.split_once('/').unwrap_or((item, ""));
    let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty()).collect();
    let mut page = PageItems::default();
    let Some(content) = study.content(block) else { return page };
    match (content, &parts[..]) {
        (Content::Practice(practice), [_]) => {
            page.judged(false);
            page.medium(study, &practice.stimulus, practice.show());
        }
        (Content::FlowA(flow), [id, rest @ ..]) => {
            let Some(question) = flow.question(id) else { return page };
            if rest.is_empty() {
                page.judged(flow.confidence);
            } else {
                flow.followup.iter().flat_map(Followup::items).for_each(|item| page.controls(&item));
            }
            page.medium(study, &question.stimulus, question.show);
        }
        (Content::FlowB(flow), [id]) => {
            let Some(post) = flow.post(id) else { return page };
            page.judged(flow.confidence);
            page.text = post.stimulus.is_none();
            if let Some(stimulus) = &post.stimulus {
                page.medium(study, stimulus, post.show);
            }
            for evidence in &post.evidence {
                page.evidence.push((&post.id, &evidence.id));
                if let Some(stimulus) = &evidence.stimulus {
                    page.medium(study, stimulus, StimulusVersion::Original);
                }
            }
        }
        (Content::ControlFlow(flow), [id]) => {
            page.items(study, assigned, flow.items(&study.stimuli, id).unwrap_or_default());
            if let Some(clip) = flow.clips.iter().find(|clip| clip.id == *id) {
                page.medium(study, &clip.stimulus, StimulusVersion::Original);
            }
        }
        (Content::Questionnaire(_, own), []) => page.items(study, assigned, own.items()),
        (Content::Questionnaire(_, own), section) => page.items(study, assigned, own.items_at(&section.join("/"))),
        _ => {}
    }
    page
}

/// What a participant can be shown under this name on the pages of a step: its natural key, and its contents. `id` is a
/// question, post or clip; in a questionnaire a screen ([`Screen::name`]) or `<section>/<item>` for a text without a
/// medium: a post or an `information` item. The natural key is that of the submission, or of the text
/// ([`super::submission_with`]).
pub fn shown_on<'a>(study: &'a Study, assigned: &Assignment, step: Step, id: &str) -> Option<(String, PageItems<'a>)> {
    let mut is_text = false;
    if let Some(block) = step.questionnaire() {
        let screens = study.questionnaires.get(&block)?.screens(block, assigned);
        is_text = screens.iter().any(|screen| has_text(screen, study, assigned, id));
        (is_text || screens.iter().any(|screen| screen.name() == id)).then_some(())?;
    }
    let (id, _) = Stage::split(id);
    let item = format!("{}/{id}", step.block);
    let mut page = page_items(study, assigned, &item);
    page.text |= is_text;
    (page.text || !page.media.is_empty()).then_some((item, page))
}

/// Whether a screen has a text without a medium with this name, `<section>/<item>`.
fn has_text(screen: &Screen, study: &Study, assigned: &Assignment, name: &str) -> bool {
    let Some(id) = name.strip_prefix(&screen.section.id).and_then(|rest| rest.strip_prefix('/')) else { return false };
    let is_shown = |item: &Item| matches!(item.kind, Kind::Judgement(_) | Kind::Information(_));
    let own = screen.items.iter().find(|item| item.id == id && is_shown(item));
    own.is_some_and(|item| item.medium(study, assigned.form).is_none())
}

/// What can be opened on a page with a medium: its transcript, and steps of enlargement of an image.
const MEDIA_CONTROLS: [&str; 4] = ["transcript", "zoom-1", "zoom-2", "zoom-3"];

/// The reminder that the medium was not played, or that no evidence was opened. It is shown once for each item.
const REMINDER: &str = "reminder";

impl<'a> PageItems<'a> {
    /// The names that timing may use. Browsers know evidence by other IDs than the data.
    pub fn names(&self, sent: impl Fn(&str, &str) -> Option<String>) -> Names {
        let controls = MEDIA_CONTROLS.iter().filter(|_| !self.media.is_empty());
        let reminder = Some(&REMINDER).filter(|_| !self.media.is_empty() || !self.evidence.is_empty());
        let controls = controls.chain(reminder).map(|control| ((*control).to_owned(), (*control).to_owned()));
        let evidence = self.evidence.iter().filter_map(|(post, id)| Some((sent(post, id)?, format!("{post}/{id}"))));
        let files = self.media.iter().filter_map(|version| Some((version.files.first()?, &version.files)));
        let files = files.flat_map(|(main, all)| all.iter().map(|one| (one.file.clone(), main.file.clone())));
        Names {
            changes: self.controls.iter().map(|name| (name.clone(), name.clone())).collect(),
            opened: evidence.chain(controls).collect(),
            media: files.collect(),
        }
    }

    fn judged(&mut self, confidence: bool) {
        self.controls.insert("answer".into());
        if confidence {
            self.controls.insert("confidence".into());
        }
    }

    fn controls(&mut self, item: &Item) {
        self.controls.extend(item.variables().into_iter().map(|variable| variable.name));
    }

    fn items(&mut self, study: &'a Study, assigned: &Assignment, items: impl IntoIterator<Item = &'a Item>) {
        for item in items {
            self.controls(item);
            if let Some((stimulus, which)) = item.medium(study, assigned.form) {
                self.medium(study, stimulus, which);
            }
        }
    }

    fn medium(&mut self, study: &'a Study, stimulus: &str, which: StimulusVersion) {
        let version = study.stimuli.get(stimulus).map(|stimulus| stimulus.version(which));
        self.media.extend(version.filter(|version| !self.media.contains(version)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{Evidence, MOST_PARTS, Medium, Moment};
    use crate::testing::{CONTROL_0, TREATMENT_1, assignment, example, small};

    fn controls(study: &Study, item: &str) -> Vec<String> {
        page_items(study, &assignment(TREATMENT_1), item).controls.into_iter().collect()
    }

    fn files(study: &Study, item: &str) -> Vec<String> {
        let media = page_items(study, &assignment(TREATMENT_1), item).media;
        media.iter().flat_map(|version| &version.files).map(|file| file.file.clone()).collect()
    }

    #[test]
    fn a_page_has_its_own_controls_and_media() {
        let study = small();
        assert_eq!(controls(&study, "pre/views"), ["often", "trust_1", "trust_2", "trust_3", "views_1", "worry"]);
        assert_eq!(controls(&study, "flow-a/fa_1"), ["answer", "confidence"]);
        assert_eq!(controls(&study, "flow-a/fa_1/followup"), ["mark_x", "mark_y", "reasons", "words"]);
        assert_eq!(files(&study, "flow-a/fa_1"), files(&study, "flow-a/fa_1/followup"));
        assert_eq!(files(&study, "flow-a/fa_1").len(), 1);
        assert_eq!(controls(&study, "control/cf_1"), ["clear", "pleasant"]);
        assert!(controls(&study, "pre").len() > controls(&study, "pre/views").len());
        let nothing = PageItems::default();
        for item in ["flow-b/persona/maren", "flow-a/none", "elsewhere/x", ""] {
            assert_eq!(page_items(&study, &assignment(TREATMENT_1), item), nothing, "{item}");
        }
        let post = page_items(&study, &assignment(TREATMENT_1), "flow-b/fb_1");
        assert_eq!(post.evidence.first().map(|(post, _)| *post), Some("fb_1"));
        let names = post.names(|post, id| Some(format!("wire-{post}-{id}")));
        assert!(names.opened.values().any(|name| name.starts_with("fb_1/")));
    }

    #[test]
    fn a_judged_medium_has_the_version_of_the_test_form() {
        let study = small();
        let shown = |form| {
            let assigned = Assignment { form, ..assignment(CONTROL_0) };
            let media = page_items(&study, &assigned, "pre/first_look/pre_2").media;
            media.iter().map(|version| version.files[0].file.clone()).collect::<Vec<_>>()
        };
        assert_ne!(shown(crate::progress::Form::X), shown(crate::progress::Form::Y));
    }

    /// More than the largest body can contain, on every page of two studies.
    #[test]
    fn stored_timing_is_bounded() {
        for study in [small(), example()] {
            let assigned = assignment(TREATMENT_1);
            let questionnaires = study.questionnaires.iter();
            let sections = questionnaires.flat_map(|(page, own)| {
                own.screens(*page, &assigned).into_iter().map(move |screen| format!("{}/{}", page.name(), screen.id()))
            });
            let flow_a = study.flow_a.iter().flat_map(|flow| &flow.questions);
            let questions =
                flow_a.flat_map(|one| [format!("flow-a/{}", one.id), format!("flow-a/{}/followup", one.id)]);
            let clips = study.control_flow.iter().flat_map(crate::definition::ControlFlow::parts);
            let one_judgement = questions
                .chain(study.posts().map(|post| format!("flow-b/{}", post.id)))
                .chain(clips.map(|id| format!("control/{id}")))
                .chain([format!("practice/{}", study.practice.id)]);
            let pages = sections.map(|item| (item, 64)).chain(one_judgement.map(|item| (item, 24)));
            for (item, kibibytes) in pages {
                let names = page_items(&study, &assigned, &item).names(|post, id| Some(format!("{post}{id}")));
                let ugly = -1.234_567_890_123_456_7e-300;
                let moments = |names: &std::collections::BTreeMap<String, String>| {
                    let moment = |item: &String| Moment { item: item.clone(), at: ugly, omitted: u32::MAX };
                    (0..100).flat_map(|_| names.keys().map(moment)).collect::<Vec<_>>()
                };
                let medium = |url: &String| Medium {
                    url: url.clone(),
                    can_play: Some(ugly),
                    first_frame: Some(ugly),
                    watched: vec![[ugly.abs(), 1.234_567_890_123_456_7e-5]; 1_000],
                    stalls: u32::MAX,
                    ..Medium::default()
                };
                let sent = Evidence {
                    submit: Some(1.0),
                    changes: moments(&names.changes),
                    opened: moments(&names.opened),
                    media: names.media.keys().map(medium).collect(),
                    ..Evidence::default()
                };
                let kept = sent.keep(&names);
                assert!(kept.media.iter().all(|medium| medium.watched.len() == MOST_PARTS));
                let bytes = serde_json::to_string(&kept).unwrap().len();
                assert!(bytes <= kibibytes * 1_024, "{item}: {bytes}");
            }
        }
    }
}
