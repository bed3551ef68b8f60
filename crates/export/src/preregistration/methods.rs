//! What a paper says of the plan: the preregistration's sentences, so that both say the same.

use unmask_study::Study;
use unmask_study::report::Language;

use super::sentences::Sentences;
use crate::paper::PlannedMethods;

/// The planned methods of a study, for a paper in this language.
pub fn planned_methods(study: &Study, language: Language) -> PlannedMethods {
    let of = Sentences::of(study, None, language);
    PlannedMethods {
        participants: of.participants(),
        ethics: of.ethics(),
        sample_size: of.rationale(),
        scoring: of.transformations(),
        advice: of.advice(),
        exclusions: of.exclusions(),
        missing: of.missing_data(),
    }
}
