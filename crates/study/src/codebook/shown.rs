//! The program's own texts in the codebook, by language, as in `web/src/locales`.

use crate::text::Locale;

/// Texts of one language.
pub(super) struct Shown {
    /// What a confidence is; it follows the question.
    pub confidence: &'static str,
    /// What a likelihood of sharing is; it follows the question.
    pub sharing: &'static str,
    /// Labels of both ends of a confidence.
    pub confidence_ends: [&'static str; 2],
    /// Labels of both ends of a likelihood of sharing.
    pub sharing_ends: [&'static str; 2],
}

const ENGLISH: Shown = Shown {
    confidence: "how sure, 50 to 100 per cent",
    sharing: "how likely to share it, 1 to 6",
    confidence_ends: ["A guess", "Certain"],
    sharing_ends: ["Very unlikely", "Very likely"],
};

const GERMAN: Shown = Shown {
    confidence: "wie sicher, 50 bis 100 Prozent",
    sharing: "wie wahrscheinlich geteilt, 1 bis 6",
    confidence_ends: ["Geraten", "Ganz sicher"],
    sharing_ends: ["Sehr unwahrscheinlich", "Sehr wahrscheinlich"],
};

/// The texts in a language; English if the program doesn't have the language.
pub(super) fn shown(locale: &Locale) -> &'static Shown {
    match locale.0.split('-').next() {
        Some("de") => &GERMAN,
        _ => &ENGLISH,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codebook must have the labels that participants see.
    #[test]
    fn the_ends_are_those_that_the_web_app_shows() {
        for (shown, task, study) in [
            (
                ENGLISH,
                include_str!("../../../../web/src/locales/task.en.ts"),
                include_str!("../../../../web/src/locales/study.en.ts"),
            ),
            (
                GERMAN,
                include_str!("../../../../web/src/locales/task.de.ts"),
                include_str!("../../../../web/src/locales/study.de.ts"),
            ),
        ] {
            let ends = |[low, high]: [&str; 2]| format!("nds: ['{low}', '{high}']");
            assert!(task.contains(&ends(shown.confidence_ends)), "{:?}", shown.confidence_ends);
            assert!(study.contains(&ends(shown.sharing_ends)), "{:?}", shown.sharing_ends);
        }
    }
}
