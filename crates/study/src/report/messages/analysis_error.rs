//! The German texts of [`AnalysisError`].

use unmask_analysis::{AnalysisError, Degeneracy, Quantity};

/// The sentence; a general one for errors that data of a study can't cause.
pub(super) fn german(error: &AnalysisError) -> String {
    match error {
        AnalysisError::Empty { what } => {
            format!("Zu wenige Daten: Es gibt noch keine {}.", after_keine(quantity(*what)))
        }
        AnalysisError::TooFew { what, needed, given } => {
            format!("Zu wenige Daten: Nötig sind mindestens {needed} {} (bisher {given}).", quantity(*what))
        }
        AnalysisError::Degenerate(why) => degeneracy(*why).to_owned(),
        AnalysisError::OutOfRange { .. } | AnalysisError::Unmatched { .. } => {
            "Dafür reichen die Daten nicht.".to_owned()
        }
    }
}

/// With the ending that an adjective has after "keine".
fn after_keine(quantity: &str) -> String {
    quantity.replace("manipulierte Items", "manipulierten Items").replace("authentische Items", "authentischen Items")
}

/// With the ending that an adjective has after a number.
fn quantity(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Answers => "Antworten",
        Quantity::Arms => "Arme",
        Quantity::AuthenticItems => "authentische Items",
        Quantity::Coefficients => "Koeffizienten",
        Quantity::Groups => "Gruppen",
        Quantity::Items => "Items",
        Quantity::ManipulatedItems => "manipulierte Items",
        Quantity::Observations => "Beobachtungen",
        Quantity::OutcomesInOneArm => "Zielwerte in einem der Arme",
        Quantity::PValues => "p-Werte",
        Quantity::Participants => "Personen",
        Quantity::ParticipantsInComparisonArm => "Personen mit einem Wert im Vergleichsarm",
        Quantity::ParticipantsInOneArm => "Personen in einem der Arme",
        Quantity::ParticipantsPerArm => "Personen je Arm",
        Quantity::ParticipantsWithAuthenticRatings => "Personen mit Bewertungen authentischer Items",
        Quantity::ParticipantsWithManipulatedRatings => "Personen mit Bewertungen manipulierter Items",
        Quantity::Predictors => "Prädiktoren",
        Quantity::RatingsOfAuthenticItems => "Bewertungen authentischer Items",
        Quantity::RatingsOfManipulatedItems => "Bewertungen manipulierter Items",
        Quantity::Units => "Einheiten",
        Quantity::UnitsInOneArm => "Einheiten in einem der Arme",
        Quantity::Values => "Werte",
    }
}

fn degeneracy(why: Degeneracy) -> &'static str {
    match why {
        Degeneracy::CollinearPredictors => {
            "Die Prädiktoren sind kollinear; ihre Koeffizienten lassen sich nicht trennen."
        }
        Degeneracy::EffectTooSmall => "Für diesen Effekt reicht keine Stichprobe.",
        Degeneracy::EqualGroups => "Alle Gruppen sind gleich: Das Ereignis trat bei allen oder bei niemandem auf.",
        Degeneracy::EqualScores => "Alle haben denselben Wert, die Reliabilität ist darum nicht bestimmt.",
        Degeneracy::EqualValues => "Die Werte sind alle gleich, es gibt darum keinen Standardfehler.",
        Degeneracy::ExtremeRate => "Eine Rate von 0 oder 1 hat ohne Korrektur keinen endlichen z-Wert.",
        Degeneracy::NoSpread => "Ohne Streuung gibt es keinen Standardfehler.",
        Degeneracy::PerfectFit => {
            "Die Prädiktoren bestimmen die Zielgröße genau, für die Schätzung der Fehler bleibt nichts übrig."
        }
        Degeneracy::SingleObservation => {
            "Eine Beobachtung allein bestimmt einen Koeffizienten, er hat darum keinen robusten Standardfehler."
        }
        Degeneracy::SingularCovariance => "Die Koeffizienten haben keine gemeinsame Streuung.",
        Degeneracy::ZeroPredictor => "Ein Prädiktor ist überall null.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_contain_the_numbers() {
        let few = AnalysisError::TooFew { what: Quantity::Participants, needed: 2, given: 1 };
        assert_eq!(german(&few), "Zu wenige Daten: Nötig sind mindestens 2 Personen (bisher 1).");
        assert_eq!(
            german(&AnalysisError::Empty { what: Quantity::Values }),
            "Zu wenige Daten: Es gibt noch keine Werte."
        );
        let few = AnalysisError::TooFew { what: Quantity::AuthenticItems, needed: 2, given: 0 };
        assert_eq!(german(&few), "Zu wenige Daten: Nötig sind mindestens 2 authentische Items (bisher 0).");
        let none = AnalysisError::Empty { what: Quantity::ManipulatedItems };
        assert_eq!(german(&none), "Zu wenige Daten: Es gibt noch keine manipulierten Items.");
        assert_eq!(german(&AnalysisError::Unmatched { left: 1, right: 2 }), "Dafür reichen die Daten nicht.");
    }
}
