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
    use std::path::Path;

    use serde_json::json;

    use super::*;

    /// The web app shows these labels: the codebook must have those that participants see.
    #[test]
    fn the_generated_ends_are_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/ends.json");
        let ends = |[low, high]: [&str; 2]| json!({ "low": low, "high": high });
        let of =
            |shown: &Shown| json!({ "confidence": ends(shown.confidence_ends), "sharing": ends(shown.sharing_ends) });
        let all = json!({ "de": of(&GERMAN), "en": of(&ENGLISH) });
        let now = serde_json::to_string_pretty(&all).unwrap() + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == now, "docs/generated/ends.json is out of date; run: make generate");
    }
}
