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
    /// Two by two arms, and a second part after twelve days, with invitations by e-mail.
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
            Self::FollowUp => {
                "Two by two arms, and a second part after twelve days with a test of its own, with invitations by e-mail"
            }
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
            Self::FollowUp => &[SMALL, TWO_WAVES, INVITATIONS],
            Self::Screening => &[SMALL, SCREENING, AT_A_BLOCK],
        }
    }
}

/// The beginning of a text of a template that only the study's authors can write. What follows says what to write.
pub(crate) const PLACEHOLDER: &str = "Write here: ";

/// Stands for the address of the study team, which has to look like an address.
pub(crate) const PLACEHOLDER_EMAIL: &str = "write-here@example.org";

/// A study that runs, with this ID and title. `code` makes the completion codes, which nobody may guess.
///
/// `unmask check` lists what is left to write.
pub fn scaffold(id: &str, title: &str, template: Template, mut code: impl FnMut() -> String) -> Files {
    let layers = template.layers().iter().flat_map(|layer| layer.iter());
    let mut files: Files = layers.map(|(name, content)| ((*name).to_owned(), content.to_vec())).collect();
    let study = String::from_utf8_lossy(&files["study.yaml"]).into_owned();
    let mut text = format!("id: {id}\ntitle: {}\n", quoted(title));
    for line in study.lines().skip(2) {
        if let Some(line) = rewritten(line, &mut code) {
            text.extend([line.as_str(), "\n"]);
        }
    }
    files.insert("study.yaml".to_owned(), text.into_bytes());
    files
}

/// A line of the fixture as it is in a new study; none if it is left out.
fn rewritten(line: &str, code: &mut impl FnMut() -> String) -> Option<String> {
    let (name, value) = line.split_once(": ").unwrap_or((line, ""));
    let indented = |name: &str, value: &str| Some(format!("{name}: {}", quoted(value)));
    match name {
        "  institution" => indented(name, &format!("{PLACEHOLDER}the name of your university or institute")),
        "  email" => indented(name, PLACEHOLDER_EMAIL),
        "ethics:" => Some("# If an ethics board has approved the study:".to_owned()),
        "  board" if value.contains("Example") => {
            Some("# ethics: { board: \"Name of the board\", id: \"Number of the approval\" }".to_owned())
        }
        "  id" if value.starts_with("EX-") => None,
        "  return_url" => Some(
            "  # The recruitment service's link back, with {code} where it wants the completion code:\n  # return_url: \
             \"https://app.prolific.com/submissions/complete?cc={code}\""
                .to_owned(),
        ),
        // Tests need participants of the part who are not invited; a study does not.
        "    reminders" => Some(format!("{BY_E_MAIL}{line}")),
        // Tests need to know the next arm, participants must not.
        "  draw_among" => None,
        _ if line == IN_ORDER => None,
        _ => Some(with_code(line, code)),
    }
}

/// Replaces the code in a line, and leaves out the way back after it.
fn with_code(line: &str, code: &mut impl FnMut() -> String) -> String {
    let Some((before, after)) = line.split_once("code: ") else { return line.to_owned() };
    let rest = if after.contains('}') { " }" } else { "" };
    format!("{before}code: {}{rest}", code())
}

/// As a string of JSON, which is one of YAML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

const BY_E_MAIL: &str = "    # For participants who tick this statement of consent.yaml. They can give an address at the end of the first part.
    consent: contact_again
    # When the invitation (pages/email-invitation.md) and the reminders (pages/email-reminder.md) are sent; translations are in
    # locales/<language>/. The server needs UNMASK_SMTP_URL and UNMASK_PUBLIC_URL: docs/OPERATING.md, Invitations by e-mail.
";

const IN_ORDER: &str = "  # In their order, so that tests know the arms.";

macro_rules! bundled {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../../studies/_fixtures/", $folder, "/", $name)))),*]
    };
}

const SIX_ARMS: Layer = bundled!["six-arms": "study.yaml"];

const TWO_WAVES: Layer =
    bundled!["two-waves": "pages/end-again.md", "pages/waiting.md", "questionnaires/again.yaml", "study.yaml"];

const INVITATIONS: Layer = bundled!["invitations": "consent.yaml", "pages/email-invitation.md", "pages/email-reminder.md", "questionnaires/again.yaml", "study.yaml"];

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
            (Template::FollowUp, &["two-waves", "invitations"]),
            (Template::Screening, &["screening", "at-a-block"]),
        ] {
            let mut expected = small_files();
            for folder in folders {
                expected.extend(files(&fixtures().join(folder)));
            }
            expected.remove("README.md");
            expected.remove("study.yaml");
            let mut written = written(template);
            written.remove("study.yaml");
            assert_eq!(written, expected, "list every file of the fixtures of {template:?} here");
        }
    }

    fn written(template: Template) -> Files {
        let mut codes = (1..).map(|number| format!("CODE-{number}"));
        scaffold("my-study", "My study: part “one”", template, || codes.next().unwrap())
    }

    /// The only warnings are about what the author has to write.
    #[test]
    fn every_template_is_a_study_with_a_few_placeholders() {
        for template in Template::ALL {
            let files = written(template);
            let (study, problems) = inspect(&files);
            let study = study.unwrap_or_else(|| panic!("{template:?}: {problems}"));
            assert_eq!((study.file.id.as_str(), study.file.allocation.draw_among), ("my-study", 24));
            assert_eq!(study.file.title.0, "My study: part “one”");
            let serious = problems.list.iter().filter(|problem| problem.severity != Severity::Note);
            let serious: Vec<_> = serious.map(|one| (one.message.as_str(), one.help.as_deref().unwrap())).collect();
            let expected = [
                ("`contact.institution` is still to be written", "write the name of your university or institute"),
                ("`contact.email` is still to be written", "write the address at which participants reach you"),
            ];
            assert_eq!(serious, expected, "{template:?}: {problems}");
            for (name, content) in files.iter().filter(|(name, _)| !name.starts_with("media/")) {
                let text = String::from_utf8_lossy(content).replace(PLACEHOLDER_EMAIL, "");
                for old in [
                    "Example University",
                    "EX-20",
                    "example.org",
                    "Original or Altered",
                    "Seeing and judging",
                    "SMALL-",
                    "-DONE",
                ] {
                    assert!(!text.contains(old), "{template:?}: {name} has {old}");
                }
            }
        }
    }

    #[test]
    fn every_completion_code_is_a_new_one() {
        for (template, count) in
            [(Template::Training, 1), (Template::Arms, 1), (Template::FollowUp, 2), (Template::Screening, 3)]
        {
            let text = String::from_utf8(written(template)["study.yaml"].clone()).unwrap();
            assert_eq!(text.matches("code: CODE-").count(), count, "{text}");
            assert!(text.contains(&format!("code: CODE-{count}")), "{text}");
        }
    }

    /// Who agrees is asked for an address, and gets an invitation and two reminders.
    #[test]
    fn the_follow_up_sends_e_mails_to_those_who_agree() {
        let files = written(Template::FollowUp);
        let study = inspect(&files).0.unwrap();
        let [wave] = study.file.waves.as_slice() else { panic!("one later part") };
        assert_eq!((wave.reminders.len(), wave.consent.as_deref()), (3, Some("contact_again")));
        let statement = study.consent.ticks.iter().find(|tick| tick.id == "contact_again");
        assert!(statement.is_some_and(|tick| !tick.required));
        let text = String::from_utf8_lossy(&files["study.yaml"]);
        for named in ["pages/email-invitation.md", "UNMASK_SMTP_URL", "docs/OPERATING.md, Invitations by e-mail"] {
            assert!(text.contains(named), "{text}");
        }
        let operating = include_str!("../../../docs/OPERATING.md");
        assert!(operating.contains("### Invitations by e-mail\n") && operating.contains("| `UNMASK_PUBLIC_URL` |"));
    }
}
