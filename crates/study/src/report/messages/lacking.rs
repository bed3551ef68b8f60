//! The German texts of [`AnalysisError`]. A test compares them with the formulae.

use crate::analysis::AnalysisError;

/// The sentence; a general one for errors that data of a study can't cause.
pub(super) fn sentence(error: &AnalysisError) -> String {
    let sentence = match error {
        AnalysisError::Empty { what } => {
            things(what).map(|things| format!("Zu wenige Daten: Es gibt noch keine {}.", after_keine(things)))
        }
        AnalysisError::TooFew { what, needed, given } => things(what)
            .map(|things| format!("Zu wenige Daten: Nötig sind mindestens {needed} {things} (bisher {given}).")),
        AnalysisError::Degenerate { why } => degenerate(why).map(str::to_owned),
        AnalysisError::OutOfRange { .. } | AnalysisError::Unmatched { .. } => None,
    };
    sentence.unwrap_or_else(|| "Dafür reichen die Daten nicht.".to_owned())
}

/// With the ending that an adjective has after "keine".
fn after_keine(things: &str) -> String {
    things.replace("originale Items", "originalen Items").replace("veränderte Items", "veränderten Items")
}

/// What there is too little of, with the ending that an adjective has after a number.
fn things(what: &str) -> Option<&'static str> {
    Some(match what {
        "answers" => "Antworten",
        "arms" => "Arme",
        "authentic items" => "originale Items",
        "groups" => "Gruppen",
        "items" => "Items",
        "judgement items afterwards" => "Items im Nachtest",
        "manipulated items" => "veränderte Items",
        "observations" => "Beobachtungen",
        "outcomes in one of the arms" => "Zielwerte in einem der Arme",
        "p values" => "p-Werte",
        "participants" => "Personen",
        "participants in one of the arms" => "Personen in einem der Arme",
        "participants with a value in the comparison arm" => "Personen mit einem Wert im Vergleichsarm",
        "participants with ratings of authentic items" => "Personen mit Bewertungen originaler Items",
        "participants with ratings of manipulated items" => "Personen mit Bewertungen veränderter Items",
        "ratings of authentic items" => "Bewertungen originaler Items",
        "ratings of manipulated items" => "Bewertungen veränderter Items",
        "values" => "Werte",
        _ => return None,
    })
}

fn degenerate(why: &str) -> Option<&'static str> {
    Some(match why {
        "a predictor is zero throughout" => "Ein Prädiktor ist überall null.",
        "all groups are alike: the event happened to all or to none" => {
            "Alle Gruppen sind gleich: Das Ereignis trat bei allen oder bei niemandem auf."
        }
        "all participants have the same score, so reliability is undefined" => {
            "Alle haben denselben Wert, die Reliabilität ist darum nicht bestimmt."
        }
        "one observation alone determines a coefficient, so it has no robust standard error" => {
            "Eine Beobachtung allein bestimmt einen Koeffizienten, er hat darum keinen robusten Standardfehler."
        }
        "the coefficients have no joint spread" => "Die Koeffizienten haben keine gemeinsame Streuung.",
        "the predictors determine one another, so their coefficients can't be told apart" => {
            "Die Prädiktoren bestimmen einander, ihre Koeffizienten lassen sich darum nicht trennen."
        }
        "the predictors determine the outcome exactly, so nothing is left to estimate errors from" => {
            "Die Prädiktoren bestimmen die Zielgröße genau, für die Schätzung der Fehler bleibt nichts übrig."
        }
        "the values are all alike, so there is no standard error" => {
            "Die Werte sind alle gleich, es gibt darum keinen Standardfehler."
        }
        "without spread there is no standard error" => "Ohne Streuung gibt es keinen Standardfehler.",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formulae that the report uses, and the report itself. Of those of areas and of reliability it uses one each.
    const SOURCES: [&str; 10] = [
        include_str!("../../analysis/ancova.rs"),
        include_str!("../../analysis/calibration.rs"),
        include_str!("../../analysis/inference.rs"),
        include_str!("../../analysis/mean.rs"),
        include_str!("../../analysis/multiplicity.rs"),
        include_str!("../../analysis/proportion.rs"),
        include_str!("../../analysis/regression.rs"),
        include_str!("../../analysis/selection.rs"),
        include_str!("../compare.rs"),
        include_str!("../sample.rs"),
    ];

    /// The quoted texts after a beginning, in all sources.
    fn after(begin: &str) -> Vec<&'static str> {
        let found = SOURCES.iter().flat_map(|source| source.split(begin).skip(1));
        found.filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn every_error_of_a_formula_of_the_report_has_a_german_text() {
        let whys = after("degenerate(\"");
        assert!(whys.len() > 6 && whys.iter().all(|why| degenerate(why).is_some()), "{whys:?}");
        let counted = ["at_least(1, \"", "at_least(2, \"", "let what = \"", "Empty { what: \""].map(after).concat();
        let areas = [
            "participants with ratings of manipulated items",
            "participants with ratings of authentic items",
            "ratings of manipulated items",
            "ratings of authentic items",
        ];
        let counted = [counted, areas.to_vec(), vec!["participants", "items"]].concat();
        // Those of matrices are ours to prevent.
        let ours = ["predictors", "coefficients"];
        for what in counted.iter().filter(|what| !ours.contains(what)) {
            assert!(things(what).is_some(), "{what}");
        }
        assert!(counted.len() > 9, "{counted:?}");
    }

    #[test]
    fn sentences_contain_the_numbers() {
        let few = AnalysisError::TooFew { what: "participants", needed: 2, given: 1 };
        assert_eq!(sentence(&few), "Zu wenige Daten: Nötig sind mindestens 2 Personen (bisher 1).");
        assert_eq!(sentence(&AnalysisError::Empty { what: "values" }), "Zu wenige Daten: Es gibt noch keine Werte.");
        let few = AnalysisError::TooFew { what: "authentic items", needed: 2, given: 0 };
        assert_eq!(sentence(&few), "Zu wenige Daten: Nötig sind mindestens 2 originale Items (bisher 0).");
        let none = AnalysisError::Empty { what: "manipulated items" };
        assert_eq!(sentence(&none), "Zu wenige Daten: Es gibt noch keine veränderten Items.");
        assert_eq!(sentence(&AnalysisError::Unmatched { left: 1, right: 2 }), "Dafür reichen die Daten nicht.");
    }
}
