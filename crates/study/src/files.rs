//! The files of a bundle.

use std::collections::BTreeMap;

use crate::page::QuestionnairePage;

/// All files of a bundle by path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The file of a questionnaire.
pub fn questionnaire_file(page: QuestionnairePage) -> String {
    format!("questionnaires/{}.yaml", page.name())
}
