//! The answers in the template "OSF Preregistration", version 3, of the Open Science Framework
//! (<https://github.com/CenterForOpenScience/osf.io>, `website/project/metadata/osf-preregistration-3.json`, commit
//! 03227f94). Keys of questions with a file next to them end in `.question` (`get_subquestion_qid` in
//! `osf/utils/migrations.py`).

use unmask_study::report::Language;

use super::chapters::Chapter;
use crate::prelude::*;

/// Name and version of the template.
const SCHEMA: (&str, u32) = ("OSF Preregistration", 3);

/// The options of its closed questions that apply to each study of this program, as the template writes them.
const EXPERIMENT: &str = "Experiment - A researcher randomly assigns treatments to study subjects, this includes field or lab experiments. This is also known as an intervention experiment and includes randomized controlled trials.";
const BLINDED: [&str; 2] = [
    "For studies that involve human subjects, they will not know the treatment group to which they have been assigned.",
    "Personnel who analyze the data collected from the study are not aware of the treatment applied to any given group.",
];
const BEFORE_DATA: &str = "Registration prior to creation of data";

/// `registration_responses` of OSF's API, with the template that they belong to. With participants already in the
/// database, the authors have to choose themselves what was known of their data.
pub(super) fn answers(chapters: &[Chapter], participants: i64, language: Language) -> Value {
    let mut responses = Map::new();
    for chapter in chapters {
        let answer = match chapter.key {
            "q3" => EXPERIMENT.into(),
            "q4" => BLINDED.as_slice().into(),
            "q8" if participants > 0 => continue,
            "q8" => BEFORE_DATA.into(),
            _ => chapter.answer.join("\n\n").into(),
        };
        responses.insert(chapter.key.to_owned(), answer);
    }
    json!({
        "schema": { "name": SCHEMA.0, "version": SCHEMA.1 },
        "language": if language == Language::German { "de" } else { "en" },
        "registration_responses": responses,
    })
}
