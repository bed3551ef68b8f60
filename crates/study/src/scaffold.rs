//! `unmask new`: a small complete study to start from, by template. They are studies of the tests, so each always
//! loads.

use crate::load::Files;

/// A study to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// Three arms: two trainings and a control task.
    Training,
    /// Six arms, the control arm with twice the weight.
    Arms,
    /// Two by two arms, and a second part after twelve days.
    FollowUp,
    /// A minimum age, a rule that excludes, a quota, and allocation after the first questionnaire.
    Screening,
}

/// Files of a fixture that belong to a template.
type Layer = &'static [(&'static str, &'static [u8])];

impl Template {
    /// Every template, the usual one first.
    pub const ALL: [Self; 4] = [Self::Training, Self::Arms, Self::FollowUp, Self::Screening];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::Arms => "arms",
            Self::FollowUp => "follow-up",
            Self::Screening => "screening",
        }
    }

    /// What it shows, in one line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Training => "Three arms: two trainings and a control task",
            Self::Arms => "Six arms, the control arm with twice the weight",
            Self::FollowUp => "Two by two arms, and a second part after twelve days",
            Self::Screening => {
                "Three arms, a minimum age, a rule that excludes, a quota by gender, and allocation after the first \
                 questionnaire"
            }
        }
    }

    /// The fixtures whose files it has; later ones replace files of earlier ones.
    fn layers(self) -> &'static [Layer] {
        match self {
            Self::Training => &[SMALL],
            Self::Arms => &[SMALL, SIX_ARMS],
            Self::FollowUp => &[SMALL, TWO_WAVES],
            Self::Screening => &[SMALL, SCREENING, AT_A_BLOCK],
        }
    }
}

/// A study that runs, with this ID.
pub fn scaffold(id: &str, template: Template) -> Files {
    let layers = template.layers().iter().flat_map(|layer| layer.iter());
    let mut files: Files = layers.map(|(name, content)| ((*name).to_owned(), content.to_vec())).collect();
    let study = String::from_utf8_lossy(&files["study.yaml"]);
    let (_, rest) = study.split_once('\n').unwrap_or_default();
    // Tests need to know the next arm, participants must not.
    let rest = rest.replace(IN_ORDER, "").replace("  draw_among: 1\n", "");
    files.insert("study.yaml".to_owned(), format!("id: {id}\n{rest}").into_bytes());
    files
}

const IN_ORDER: &str = "  # In their order, so that tests know the arms.\n";

macro_rules! bundled {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../../studies/_fixtures/", $folder, "/", $name)))),*]
    };
}

const SIX_ARMS: Layer = bundled!["six-arms": "study.yaml"];

const TWO_WAVES: Layer =
    bundled!["two-waves": "pages/end-again.md", "pages/waiting.md", "questionnaires/again.yaml", "study.yaml"];

const SCREENING: Layer = bundled!["screening": "consent.yaml", "pages/screened-out.md", "pages/too-young.md", "questionnaires/pre.yaml", "study.yaml"];

const AT_A_BLOCK: Layer = bundled!["at-a-block": "study.yaml"];

const SMALL: Layer = bundled![
    "small":
    "consent.yaml",
    "control-flow.yaml",
    "flow-a.yaml",
    "flow-b.yaml",
    "media/m01a.png",
    "media/m02a.png",
    "media/m03a.png",
    "media/m03b.png",
    "media/m04a.png",
    "media/m04b.png",
    "media/m05a.mp4",
    "media/m05a.png",
    "media/m05a.vtt",
    "media/m05b.mp4",
    "media/m05b.png",
    "media/m05b.vtt",
    "media/m06a.mp4",
    "media/m06a.png",
    "media/m06a.vtt",
    "media/m06b.mp4",
    "media/m06b.png",
    "media/m06b.vtt",
    "media/m07a.png",
    "media/m07b.png",
    "media/m08a.mp3",
    "media/m08a.vtt",
    "media/m08b.mp3",
    "media/m08b.vtt",
    "media/m09a.png",
    "media/m09b.png",
    "media/m10a.mp3",
    "media/m10a.vtt",
    "media/m10b.mp3",
    "media/m10b.vtt",
    "media/m11a.png",
    "media/m11b.png",
    "media/step.svg",
    "pages/closed.md",
    "pages/control-flow.md",
    "pages/declined.md",
    "pages/end.md",
    "pages/flow-a-end.md",
    "pages/flow-a-interim.md",
    "pages/flow-a-start.md",
    "pages/flow-b.md",
    "pages/home-right.md",
    "pages/home-wrong.md",
    "pages/home.md",
    "pages/withdrawn.md",
    "personas.yaml",
    "practice.yaml",
    "questionnaires/post.yaml",
    "questionnaires/pre.yaml",
    "questionnaires/treatment.yaml",
    "stimuli.yaml",
    "study.yaml",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::inspect;
    use crate::problem::Severity;
    use crate::testing::{files, fixtures, small_files};

    #[test]
    fn a_scaffold_has_all_files_of_its_fixtures() {
        for (template, folders) in [
            (Template::Training, &[] as &[&str]),
            (Template::Arms, &["six-arms"]),
            (Template::FollowUp, &["two-waves"]),
            (Template::Screening, &["screening", "at-a-block"]),
        ] {
            let mut expected = small_files();
            for folder in folders {
                expected.extend(files(&fixtures().join(folder)));
            }
            expected.remove("README.md");
            expected.remove("study.yaml");
            let mut written = scaffold("my-study", template);
            written.remove("study.yaml");
            assert_eq!(written, expected, "list every file of the fixtures of {template:?} here");
        }
    }

    #[test]
    fn every_template_is_a_study_without_errors_and_warnings() {
        for template in Template::ALL {
            let (study, problems) = inspect(&scaffold("my-study", template));
            let study = study.unwrap_or_else(|| panic!("{template:?}: {problems}"));
            assert_eq!((study.file.id.as_str(), study.file.allocation.draw_among), ("my-study", 24));
            let notes = problems.list.iter().all(|problem| problem.severity == Severity::Note);
            assert!(notes, "{template:?}: {problems}");
        }
    }
}
