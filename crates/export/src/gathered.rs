//! Accumulates one participant's rows during the pass over all submissions.

use std::collections::{BTreeMap, BTreeSet};

use unmask_store::export::{ExposureRow, Passing, Person, SubmissionRow};
use unmask_store::stored::ValueLocation;
use unmask_study::Study;
use unmask_study::answers::Earlier;
use unmask_study::evidence::Evidence;
use unmask_study::flow::Stage;
use unmask_study::quality::{self, Flag};
use unmask_study::unseen;
use unmask_study::watched::Watched;

use crate::prelude::*;

/// A parsed row.
pub enum Read {
    /// The first row of a participant.
    Person(Box<Person>),
    /// What this participant was shown.
    Shown(ExposureRow),
    /// A submission of this participant.
    Given(Box<Given>),
}

/// A submission with its parsed JSON.
pub struct Given {
    pub submission: SubmissionRow,
    pub answers: Map<String, Value>,
    pub scores: Map<String, Value>,
    /// None also if it was not requested.
    pub evidence: Option<Evidence>,
}

impl Read {
    /// Parses a row. Evidence is parsed only if `wanted`, because it is most of the text.
    ///
    /// # Errors
    /// If a stored value is damaged.
    pub fn of(passing: Passing, wanted: impl Fn(&SubmissionRow, &str) -> bool) -> Result<Self> {
        let submission = match passing {
            Passing::Person(person) => return Ok(Self::Person(person)),
            Passing::ExposureRow(shown) => return Ok(Self::Shown(shown)),
            Passing::SubmissionRow(submission) => submission,
        };
        let evidence = submission.evidence.as_deref().filter(|text| wanted(&submission, text));
        let given = Given {
            answers: object(&submission, "answers", &submission.answers)?,
            scores: object(&submission, "scores", &submission.scores)?,
            evidence: evidence.map(|text| object(&submission, "evidence", text)).transpose()?,
            submission,
        };
        Ok(Self::Given(given.into()))
    }
}

impl Given {
    /// What the quality rules need of it.
    pub fn answered(&self) -> quality::Given<'_> {
        let attempt = u32::try_from(self.submission.attempt).unwrap_or(u32::MAX);
        quality::Given { item: &self.submission.item, attempt, stage: self.submission.stage, answers: &self.answers }
    }

    /// Whether the time of the submission is stored; from the text, because most evidence is not parsed.
    fn has_times(&self) -> bool {
        self.submission.evidence.as_deref().is_some_and(|text| text.contains("\"submit\":"))
    }

    /// Number of media that failed to play.
    fn media_failed(&self) -> u32 {
        self.evidence.as_ref().map_or(0, Evidence::media_failed)
    }
}

/// The first attempt at something.
pub struct First {
    pub receipt: String,
    /// Number of media that it reports.
    pub media: i64,
}

/// A participant, with the parts of their submissions that the wide form and the report need.
pub struct Gathered {
    pub person: Person,
    /// What they were shown that no submission so far has reported as well.
    pub shown: Vec<ExposureRow>,
    /// The first attempts, by natural key.
    pub first: BTreeMap<String, First>,
    /// Natural keys of the submitted items.
    pub items: BTreeSet<String>,
    pub answers: Earlier,
    /// Initial answers to judgements with advice.
    pub initial: Earlier,
    pub scores: Map<String, Value>,
    /// How long recordings without a question were watched ([`Gathered::count`]).
    pub watched: Watched,
    /// Of the submissions so far, by wave. Waves without submissions have none.
    pub quality: BTreeMap<usize, Quality>,
}

/// How carefully a participant took part in a wave.
#[derive(Debug, Default)]
pub struct Quality {
    /// Quality flags of all submissions ([`Gathered::note`]).
    pub flags: BTreeSet<Flag>,
    /// Number of media that failed to play.
    pub media_failed: u32,
    /// Number of media that were judged unseen.
    pub unseen_media: u32,
    /// Number of posts that were judged with none of their evidence opened.
    pub unchecked_posts: u32,
    /// Whether a submission has no times ([`Flag::NotTimed`]).
    pub not_timed: bool,
}

impl Gathered {
    /// A participant without submissions.
    pub fn of(person: Person) -> Self {
        Self {
            person,
            shown: Vec::new(),
            first: BTreeMap::new(),
            items: BTreeSet::new(),
            answers: Earlier::new(),
            initial: Earlier::new(),
            scores: Map::new(),
            watched: Watched::default(),
            quality: BTreeMap::new(),
        }
    }

    /// Takes the exposure that a submission reports as well, if there is one.
    pub fn take_shown(&mut self, submission: &str, file: &str) -> Option<ExposureRow> {
        let is_same = |shown: &ExposureRow| shown.file == file && is_part_of(&shown.item, submission);
        self.shown.iter().position(is_same).map(|index| self.shown.remove(index))
    }

    /// The first submission of what was shown.
    pub fn first_of(&self, item: &str) -> Option<(&String, &First)> {
        self.first.iter().find(|(submission, _)| is_part_of(item, submission))
    }

    /// Adds the quality flags of a submission, by the rules of the time of submission.
    pub fn note(&mut self, study: &Study, given: &Given) {
        let flags = quality::flags(study, given.answered(), given.evidence.as_ref());
        self.quality_in(study, given).flags.extend(flags);
    }

    /// Counts media that failed, what was judged unseen or unchecked, submissions without times, and how long
    /// recordings were watched, of what the participant's arm has in this study.
    pub fn count(&mut self, study: &Study, given: &Given) {
        let study = study.seen_by(self.person.group);
        let (unseen, unchecked) = given.evidence.as_ref().map_or((0, false), |evidence| {
            self.watched.add(study, &given.submission.item, evidence);
            let given = given.answered();
            (unseen::unseen_media(study, given, evidence), unseen::is_unchecked(study, given, evidence))
        });
        let quality = self.quality_in(study, given);
        quality.unseen_media += unseen;
        quality.unchecked_posts += u32::from(unchecked);
        quality.media_failed += given.media_failed();
        quality.not_timed |= quality::is_timed(&given.submission.item) && !given.has_times();
    }

    fn quality_in(&mut self, study: &Study, given: &Given) -> &mut Quality {
        let block = given.submission.item.split('/').next().unwrap_or_default();
        self.quality.entry(study.wave_of(self.person.group, block)).or_default()
    }

    /// Adds the answers and scores of a submission.
    pub fn keep(&mut self, given: Given) {
        if given.submission.attempt == 1 && given.submission.stage != Stage::Final {
            let media = given.evidence.as_ref().map_or(0, |evidence| evidence.media.len());
            let media = i64::try_from(media).unwrap_or(i64::MAX);
            self.first.insert(given.submission.item.clone(), First { receipt: given.submission.receipt, media });
        }
        // The final judgement counts.
        if given.submission.stage == Stage::Initial {
            self.initial.extend(given.answers);
            return;
        }
        self.items.insert(given.submission.item);
        self.answers.extend(given.answers);
        self.scores.extend(given.scores);
    }
}

/// Whether an item is submitted by this submission: it may be that of its whole section or questionnaire.
fn is_part_of(item: &str, submission: &str) -> bool {
    item.strip_prefix(submission).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The object in a column of a submission.
fn object<'a, T: serde::Deserialize<'a>>(submission: &SubmissionRow, column: &'static str, text: &'a str) -> Result<T> {
    Ok(ValueLocation { table: "submission", column, row: &submission.receipt }.json(text)?)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use unmask_store::Stamp;
    use unmask_store::participants::Status;
    use unmask_study::allocation::Stratum;
    use unmask_study::definition::ArmId;
    use unmask_study::load::{Files, reload};

    use super::*;

    /// Adds the texts below a folder.
    fn read(root: &Path, folder: &Path, files: &mut Files) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                read(root, &path, files);
            } else if !name.starts_with("media/") {
                files.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }

    /// The published design in which each arm hears another voice.
    fn modalities() -> Study {
        let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../studies/_fixtures"));
        let (small, design) = (fixtures.join("small"), fixtures.join("designs/modalities"));
        let mut files = Files::new();
        read(&small, &small, &mut files);
        files.retain(|name, _| !name.starts_with("questionnaires/") && !name.contains("flow"));
        read(&design, &design, &mut files);
        reload(&files, "version").unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn person(group: ArmId) -> Person {
        Person {
            code: "AAAA".into(),
            group: Some(group),
            form: None,
            slot: None,
            unit: None,
            stratum: Stratum::COMPUTER,
            seed: 0,
            study_version: "version".into(),
            locale: "en".into(),
            status: Status::Active,
            simulated: false,
            created_at: 0,
            exposed: None,
            completed: None,
            withdrawn_at: None,
            outcome: None,
            excluded: None,
            contact_again: false,
            page: None,
            moved: None,
        }
    }

    /// A judgement of the fifth speech, of which this file was shown and never played.
    fn unplayed(file: &str) -> Given {
        let evidence = format!(r#"{{"submit":9000.0,"media":[{{"url":"{file}","plays":0}}]}}"#);
        Given {
            answers: serde_json::from_str(r#"{"speech_5":"said"}"#).unwrap(),
            scores: Map::new(),
            evidence: Some(serde_json::from_str(&evidence).unwrap()),
            submission: SubmissionRow {
                receipt: "1".into(),
                item: "post/speeches".into(),
                attempt: 1,
                stage: Stage::Only,
                page: "/post-questionnaire".into(),
                step: 2,
                answers: String::new(),
                correct: None,
                scores: String::new(),
                evidence: None,
                study_version: "version".into(),
                stamp: Stamp::from(0),
            },
        }
    }

    /// Both passes, that of the package and that of the report, count with the study of a version.
    #[test]
    fn media_judged_unseen_are_those_of_the_own_arm() {
        let study = modalities();
        for arm in study.file.arms.keys() {
            let mut who = Gathered::of(person(*arm));
            who.count(&study, &unplayed(&format!("speech-5-{arm}.mp3")));
            assert_eq!(who.quality[&0].unseen_media, 1, "{arm}");
        }
    }
}
