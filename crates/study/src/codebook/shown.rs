//! The words that the program itself shows with every judgement, by language: those of `web/src/locales`.

use crate::text::Locale;

/// Words of one language.
pub(super) struct Shown {
    /// What a confidence is, after the question that it belongs to.
    pub confidence: &'static str,
    /// What a readiness to share is, after the question that it belongs to.
    pub sharing: &'static str,
    /// At both ends of a confidence.
    pub confidence_ends: [&'static str; 2],
    /// At both ends of a readiness to share.
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

/// The words that participants of that language see: English where the program has no others.
pub(super) fn shown(locale: &Locale) -> &'static Shown {
    match locale.0.split('-').next() {
        Some("de") => &GERMAN,
        _ => &ENGLISH,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codebook must say what participants read.
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
