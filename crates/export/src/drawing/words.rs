//! The texts of the drawings, by language. Names that the study gives stay as they are.

use std::borrow::Cow;

use chrono::NaiveDate;
use unmask_study::report::{Language, Phase};

use super::Format;
use crate::report::format;

/// The texts of one language.
pub struct Words {
    pub language: Language,
    /// Stages of the flow diagram: enrolment, then one for each row of the arms' boxes.
    pub stages: [&'static str; 4],
    pub registered: &'static str,
    pub simulated: &'static str,
    pub not_randomised: &'static str,
    pub randomised: &'static str,
    pub randomised_to: &'static str,
    pub training_started: &'static str,
    pub training_completed: &'static str,
    pub not_finished: &'static str,
    pub unfinished: &'static str,
    pub withdrew: &'static str,
    pub erased: &'static str,
    pub analysed: &'static str,
    pub excluded: &'static str,
    pub erased_after_end: &'static str,
    pub without_outcome: &'static str,
    /// Stage of the flow diagram below the analysis.
    pub later_part: &'static str,
    /// After the title of a later part.
    pub expected: &'static str,
    pub began: &'static str,
    pub completed: &'static str,
    pub withdrew_without: &'static str,
    pub missed_or_open: &'static str,
    pub ended: &'static str,
    pub declined: &'static str,
    pub before: &'static str,
    pub after: &'static str,
    /// The test after the training, beside those of later parts.
    pub first_part: &'static str,
    pub adjusted_d_prime: &'static str,
    pub difference: &'static str,
    pub planned: &'static str,
    pub other_specification: &'static str,
    pub correct: &'static str,
    pub confidence: &'static str,
    pub hits: &'static str,
    pub false_alarms: &'static str,
    pub participants: &'static str,
    pub all_arms: &'static str,
    /// By the path of their first page.
    steps: [(&'static str, &'static str); 10],
}

/// English, also for every file of a report.
pub static ENGLISH: Words = Words {
    language: Language::English,
    stages: ["Enrolment", "Allocation", "Follow-up", "Analysis"],
    registered: "Registered",
    simulated: "Of these, simulated",
    not_randomised: "Not randomised",
    randomised: "Randomised",
    randomised_to: "Randomised to",
    training_started: "Started the allocated intervention, erased participants not counted",
    training_completed: "Completed the allocated intervention, erased participants not counted",
    not_finished: "Did not finish",
    unfinished: "In progress or dropped out",
    withdrew: "Withdrew, data kept",
    erased: "Withdrew, everything erased",
    analysed: "Analysed",
    excluded: "Excluded",
    erased_after_end: "Withdrew after the end, everything erased",
    without_outcome: "Without the primary outcome",
    later_part: "Later part",
    expected: "expected, erased participants not counted",
    began: "Began it",
    completed: "Completed it",
    withdrew_without: "Withdrew before completing it, data kept",
    missed_or_open: "Missed it, or it is not over",
    ended: "Ended by the time limit or failed checks",
    declined: "Declined it",
    before: "Before",
    after: "After",
    first_part: "First part, after",
    adjusted_d_prime: "Adjusted mean of d′",
    difference: "Difference",
    planned: "Planned analysis",
    other_specification: "Other specification",
    correct: "Correct",
    confidence: "Stated confidence",
    hits: "Hits",
    false_alarms: "False alarms",
    participants: "Participants",
    all_arms: "All arms",
    steps: [
        ("/consent", "Consent"),
        ("/pre-questionnaire", "Pre-questionnaire"),
        ("/treatment-questionnaire", "Treatment questionnaire"),
        ("/home", "Try-out"),
        ("/control-flow", "Control task"),
        ("/flow-a/start", "Flow A"),
        ("/dashboard", "Flow B"),
        ("/post-questionnaire", "Post-questionnaire"),
        ("/end", "End"),
        ("/group-part", "Arm-specific part"),
    ],
};

static GERMAN: Words = Words {
    language: Language::German,
    stages: ["Einschluss", "Zuteilung", "Verlauf", "Auswertung"],
    registered: "Registriert",
    simulated: "Davon simuliert",
    not_randomised: "Nicht randomisiert",
    randomised: "Randomisiert",
    randomised_to: "Randomisiert zu",
    training_started: "Zugeteilte Intervention begonnen, ohne gelöschte Teilnehmende",
    training_completed: "Zugeteilte Intervention abgeschlossen, ohne gelöschte Teilnehmende",
    not_finished: "Nicht abgeschlossen",
    unfinished: "Läuft oder abgebrochen",
    withdrew: "Einwilligung widerrufen, Daten behalten",
    erased: "Einwilligung widerrufen, alles gelöscht",
    analysed: "Ausgewertet",
    excluded: "Ausgeschlossen",
    erased_after_end: "Nach dem Ende widerrufen, alles gelöscht",
    without_outcome: "Ohne primäre Zielgröße",
    later_part: "Späterer Teil",
    expected: "erwartet, ohne gelöschte Teilnehmende",
    began: "Begonnen",
    completed: "Abgeschlossen",
    withdrew_without: "Vor dem Abschluss widerrufen, Daten behalten",
    missed_or_open: "Verpasst, oder noch nicht vorbei",
    ended: "Durch die Zeitgrenze oder Prüfungen beendet",
    declined: "Abgesagt",
    before: "Vorher",
    after: "Nachher",
    first_part: "Erster Teil, nachher",
    adjusted_d_prime: "Adjustierter Mittelwert von d′",
    difference: "Unterschied",
    planned: "Geplante Analyse",
    other_specification: "Andere Spezifikation",
    correct: "Richtig",
    confidence: "Genannte Sicherheit",
    hits: "Treffer",
    false_alarms: "Falsche Alarme",
    participants: "Personen",
    all_arms: "Alle Arme",
    steps: [
        ("/consent", "Einwilligung"),
        ("/pre-questionnaire", "Prätest-Fragebogen"),
        ("/treatment-questionnaire", "Fragebogen zur Übung"),
        ("/home", "Probeaufgabe"),
        ("/control-flow", "Kontrollaufgabe"),
        ("/flow-a/start", "Flow A"),
        ("/dashboard", "Flow B"),
        ("/post-questionnaire", "Posttest-Fragebogen"),
        ("/end", "Ende"),
        ("/group-part", "Armspezifischer Teil"),
    ],
};

impl Words {
    /// The texts of a language.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
        }
    }

    pub fn phase(&self, phase: Phase) -> &'static str {
        match phase {
            Phase::Before => self.before,
            Phase::After => self.after,
        }
    }

    /// A value in the number format of the language.
    pub fn write(&self, format: Format, value: f64) -> String {
        let english = match format {
            Format::Count => grouped(&format!("{value:.0}")),
            Format::Percent => format!("{:.0}%", value * 100.0),
            Format::Value(unit) => format::value(unit, value),
            Format::Difference(unit) => format::difference(unit, value),
        };
        match self.language {
            Language::English => english,
            Language::German => {
                let marked = english.chars().map(|c| match c {
                    '.' => ',',
                    ',' => '.',
                    other => other,
                });
                marked.collect::<String>().replace('%', "\u{a0}%")
            }
        }
    }

    /// A day such as `2026-11-20`, without the year.
    pub fn day(&self, date: &str) -> String {
        let Ok(date) = date.parse::<NaiveDate>() else { return date.to_owned() };
        match self.language {
            Language::English => date.format("%-d %b").to_string(),
            Language::German => date.format("%-d.%-m.").to_string(),
        }
    }

    /// The name of a step for researchers, by its first page: `/flow-a/start`, or `/flow-a/start (labels)` for a block
    /// of its own.
    pub fn step<'a>(&self, step: &'a str) -> Cow<'a, str> {
        let (page, block) = step.split_once(" (").map_or((step, None), |(page, block)| (page, Some(block)));
        let Some((_, name)) = self.steps.iter().find(|(path, _)| *path == page) else { return step.into() };
        block.map_or(Cow::Borrowed(*name), |block| format!("{name} ({block}").into())
    }

    /// A reason with the names of the steps in it in place of their pages.
    pub fn reason(&self, text: &str) -> String {
        let named = |word: &str| {
            let (page, rest) = word.split_at(word.trim_end_matches([',', '.', ';']).len());
            format!("{}{rest}", self.step(page))
        };
        text.split(' ').map(named).collect::<Vec<_>>().join(" ")
    }

    /// "Flow of participants in “Title”".
    pub fn flow_title(&self, study: &str) -> String {
        match self.language {
            Language::English => format!("Flow of participants in “{study}”"),
            Language::German => format!("Flussdiagramm zu „{study}“"),
        }
    }

    /// What the flow diagram shows, in one sentence.
    pub fn flow_description(&self, registered: u32, randomised: u32, analysed: u32) -> String {
        match self.language {
            Language::English => format!(
                "{registered} participants registered, {randomised} were randomised, {analysed} are analysed for the \
                 primary outcome. The boxes below show this for each arm."
            ),
            Language::German => format!(
                "{registered} Personen haben sich registriert, {randomised} wurden randomisiert, {analysed} werden für \
                 die primäre Zielgröße ausgewertet. Die Kästen darunter zeigen die Zahlen für jeden Arm."
            ),
        }
    }
}

/// A whole number with thousands separators.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use unmask_study::report::Unit;

    use super::*;

    #[test]
    fn numbers_and_days_are_written_as_the_language_does() {
        let of = |format, value| [&ENGLISH, &GERMAN].map(|words| words.write(format, value));
        assert_eq!(of(Format::Count, 1234.0), ["1,234", "1.234"]);
        assert_eq!(of(Format::Count, 123.0), ["123", "123"]);
        assert_eq!(of(Format::Percent, 0.6), ["60%", "60\u{a0}%"]);
        assert_eq!(of(Format::Value(Unit::Share), 0.623), ["62.3%", "62,3\u{a0}%"]);
        assert_eq!(of(Format::Difference(Unit::Deviations), -0.3), ["−0.30", "−0,30"]);
        assert_eq!([&ENGLISH, &GERMAN].map(|words| words.day("2026-11-05")), ["5 Nov", "5.11."]);
    }

    #[test]
    fn reasons_name_steps_in_place_of_pages() {
        let reason = |text| ENGLISH.reason(text);
        assert_eq!(reason("On /flow-a/start, in progress or dropped out"), "On Flow A, in progress or dropped out");
        assert_eq!(reason("Excluded: took part twice"), "Excluded: took part twice");
        assert_eq!(GERMAN.reason("Bei /home, läuft oder abgebrochen"), "Bei Probeaufgabe, läuft oder abgebrochen");
    }
}
