//! What a value of a plan is called, for people.

use crate::report::Language;

/// Place, English, German. `*` is any part of the place. `{}` is what is in brackets, or else the first `*`. The first
/// line that matches counts.
const NAMES: [(&str, &str, &str); 98] = [
    ("minimum_age", "minimum age", "Mindestalter"),
    ("withdrawal", "data after withdrawal", "Daten nach Widerruf"),
    ("sound_check.*", "sound check", "Tonprüfung"),
    ("quotas[*].limit", "limit of quota {}", "Grenze der Quote {}"),
    ("quotas[*].when*", "who counts in quota {}", "wer zur Quote {} zählt"),
    (
        "failed_checks",
        "failed attention checks that end the participation",
        "verfehlte Aufmerksamkeitsprüfungen bis zum Ende",
    ),
    ("time_limit", "time limit", "Zeitgrenze"),
    ("questionnaires.*.screen_out*", "who is screened out", "wer ausgeschlossen wird"),
    ("result.estimate", "item of the own estimate", "Item der Selbsteinschätzung"),
    ("within", "conditions within persons", "Bedingungen innerhalb der Personen"),
    ("arms.*.weight", "allocation weight of arm {}", "Gewicht des Arms {} bei der Zuteilung"),
    ("arms.*.steps", "steps of arm {}", "Schritte des Arms {}"),
    ("arms.*.levels*", "levels of arm {}", "Stufen des Arms {}"),
    ("arms.*.absent*", "what arm {} does not have", "was Arm {} nicht hat"),
    (
        "arms.*.questionnaires.*.items[*].overlay*",
        "label on the medium of item {} in an arm",
        "Kennzeichnung auf dem Medium des Items {} in einem Arm",
    ),
    ("arms.*.questionnaires.*", "medium of item {} in an arm", "Medium des Items {} in einem Arm"),
    ("words[*]*", "words by arm in {}", "Text je nach Arm in {}"),
    ("questionnaires.*.items[*].text", "text of item {}", "Text des Items {}"),
    ("waves.*.steps*", "steps of wave {}", "Schritte des Teils {}"),
    ("waves.*.opens*", "opening of wave {}", "Beginn des Teils {}"),
    ("waves.*.closes*", "closing of wave {}", "Ende des Teils {}"),
    ("waves.*.reminders*", "reminder {} of a wave", "Erinnerung {} an einen Teil"),
    ("waves.*.consent", "consent that wave {} requires", "Einwilligung, die Teil {} voraussetzt"),
    (
        "waves.*.failed_checks",
        "failed attention checks that end wave {}",
        "verfehlte Aufmerksamkeitsprüfungen, die Teil {} beenden",
    ),
    ("waves.*.time_limit", "time limit of wave {}", "Zeitgrenze des Teils {}"),
    ("waves.*.after", "wave before wave {}", "Teil vor dem Teil {}"),
    ("allocation.at", "block at which participants are allocated", "Block, bei dem zugeteilt wird"),
    ("allocation.block_sizes", "block sizes", "Blockgrößen"),
    ("allocation.kind", "method of allocation", "Zuteilungsverfahren"),
    ("allocation.file", "file of the allocation list", "Datei der Zuteilungsliste"),
    ("allocation.list", "allocation list", "Zuteilungsliste"),
    ("allocation.factors", "factors of the minimisation", "Faktoren der Minimierung"),
    (
        "allocation.probability",
        "probability of the best arm in minimisation",
        "Wahrscheinlichkeit des besten Arms bei der Minimierung",
    ),
    ("allocation.strata", "strata of the allocation", "Schichten der Zuteilung"),
    ("allocation.unit*", "units of the allocation", "Einheiten der Zuteilung"),
    ("allocation.target", "target number of participants", "Zielgröße der Stichprobe"),
    ("allocation.hold_minutes", "hold time of a slot", "Haltezeit eines Platzes"),
    ("allocation.draw_among", "slots among which the arm is drawn", "Plätze, unter denen der Arm gezogen wird"),
    ("analysis.control", "control arm", "Kontrollarm"),
    ("analysis.model", "primary analysis", "primäre Auswertung"),
    ("analysis.signal", "answers that mean “manipulated”", "Antworten, die „manipuliert“ bedeuten"),
    ("analysis.alpha", "significance level", "Signifikanzniveau"),
    ("analysis.primary[*].arm", "primary hypothesis {}: arm", "primäre Hypothese {}: Arm"),
    ("analysis.effects[*].levels*", "levels of hypothesis {}", "Stufen der Hypothese {}"),
    ("analysis.comparisons[*].kind", "comparison {}: what is to be shown", "Vergleich {}: was gezeigt werden soll"),
    ("analysis.comparisons[*].arm", "comparison {}: arm", "Vergleich {}: Arm"),
    ("analysis.comparisons[*].reference", "comparison {}: reference", "Vergleich {}: Referenz"),
    ("analysis.comparisons[*].outcome", "comparison {}: outcome", "Vergleich {}: Zielgröße"),
    ("analysis.comparisons[*].margin", "comparison {}: margin", "Vergleich {}: Grenze"),
    ("analysis.smallest_effect", "smallest difference in d′ that matters", "kleinster relevanter Unterschied in d′"),
    ("analysis.false_alarms.hypothesis", "hypothesis on false alarms", "Hypothese zu falschen Alarmen"),
    ("analysis.false_alarms.margin", "margin of false alarms", "Grenze der falschen Alarme"),
    ("analysis.confidence", "hypothesis on confidence", "Hypothese zur Sicherheit"),
    ("analysis.parts[*].hypothesis", "hypothesis on part {} of the test", "Hypothese zum Testteil {}"),
    ("analysis.parts[*].items", "items of part {} of the test", "Items des Testteils {}"),
    ("analysis.waves[*].wave", "later part of hypothesis {}", "späterer Teil der Hypothese {}"),
    ("analysis.waves[*].part", "part of the test of hypothesis {}", "Testteil der Hypothese {}"),
    ("analysis.scales[*].hypothesis", "hypothesis on scale {}", "Hypothese zur Skala {}"),
    ("analysis.scales[*].margin", "margin of scale {}", "Grenze der Skala {}"),
    ("analysis.scales[*].expect", "expectation for scale {}", "Erwartung für die Skala {}"),
    ("analysis.scales[*].before", "score before of scale {}", "Wert vorher der Skala {}"),
    ("analysis.scales[*].after", "score afterwards of scale {}", "Wert nachher der Skala {}"),
    ("analysis.scales[*].sd", "planned SD of scale {}", "geplante Standardabweichung der Skala {}"),
    ("analysis.scales[*].correlation", "planned correlation of scale {}", "geplante Korrelation der Skala {}"),
    ("analysis.outcomes[*].role", "role of outcome {}", "Rolle der Zielgröße {}"),
    ("analysis.outcomes[*].expect", "expectation for outcome {}", "Erwartung für die Zielgröße {}"),
    ("analysis.outcomes[*].*", "definition of outcome {}", "Definition der Zielgröße {}"),
    ("analysis.moderators[*].*", "definition of moderator {}", "Definition des Moderators {}"),
    ("analysis.baseline", "characteristics of the baseline table", "Merkmale der Baseline-Tabelle"),
    ("analysis.minimum_judged", "smallest share of judgements for d′", "kleinster Anteil von Urteilen für d′"),
    ("analysis.per_protocol", "share of the training for per protocol", "Trainingsanteil für Per-Protokoll"),
    ("analysis.exclusions[*].*", "exclusion rule on {}", "Ausschlussregel zu {}"),
    ("analysis.sensitivity_analysis[*].*", "sensitivity rule on {}", "Sensitivitätsregel zu {}"),
    ("analysis.sample.effect", "planned effect (Cohen’s d)", "geplanter Effekt (Cohens d)"),
    ("analysis.sample.power", "planned power", "geplante Power"),
    ("analysis.sample.correlation", "planned correlation of d′", "geplante Korrelation von d′"),
    ("analysis.sample.spread", "planned spread of true d′", "geplante Streuung des wahren d′"),
    (
        "analysis.sample.item_effects",
        "planned spread of effects between items",
        "geplante Streuung der Effekte zwischen Items",
    ),
    ("analysis.sample.loss", "planned loss", "geplanter Ausfall"),
    ("questionnaires.*.scales[*].method", "scoring of scale {}: method", "Auswertung der Skala {}: Methode"),
    (
        "questionnaires.*.scales[*].reverse",
        "scoring of scale {}: reversed items",
        "Auswertung der Skala {}: umgepolte Items",
    ),
    ("questionnaires.*.scales[*].items", "scoring of scale {}: items", "Auswertung der Skala {}: Items"),
    ("questionnaires.*.scales[*].*", "scoring of scale {}", "Auswertung der Skala {}"),
    ("questionnaires.*.shuffle_sections*", "order of the sections of {}", "Reihenfolge der Abschnitte von {}"),
    ("questionnaires.*.sections[*].*", "presentation of section {}", "Darbietung des Abschnitts {}"),
    (
        "questionnaires.*.items[*].conditions",
        "condition of item {} on each list",
        "Bedingung von Item {} auf jeder Liste",
    ),
    ("questionnaires.*.items[*].truth*", "right answer to item {}", "richtige Antwort auf Item {}"),
    (
        "questionnaires.*.items[*].advised",
        "whether the advice on item {} is right",
        "ob der Ratschlag zu Item {} richtig ist",
    ),
    (
        "questionnaires.*.items[*].passing",
        "answers that pass attention check {}",
        "bestandene Antworten der Aufmerksamkeitsprüfung {}",
    ),
    ("questionnaires.*.items[*].stimulus*", "medium of item {}", "Medium des Items {}"),
    (
        "questionnaires.*.items[*].overlay*",
        "label on the medium of item {}",
        "Kennzeichnung auf dem Medium des Items {}",
    ),
    ("questionnaires.*.items[*].required", "whether item {} needs an answer", "ob Item {} eine Antwort braucht"),
    ("questionnaires.*.items[*].show_if*", "condition of item {}", "Bedingung des Items {}"),
    ("questionnaires.*.items[*].*", "possible answers to item {}", "mögliche Antworten auf Item {}"),
    ("flow_a.*", "exercise of Flow A", "Übung in Flow A"),
    ("flow_b.*", "exercise of Flow B", "Übung in Flow B"),
    ("control_flow.*", "active control", "aktive Kontrolle"),
    ("*", "value of the plan", "Wert des Plans"),
];

pub(super) fn name(key: &str, language: Language) -> String {
    let named = NAMES.iter().find_map(|(pattern, english, german)| {
        let any = matched(pattern, key)?;
        let part = key.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or(any, |(part, _)| part);
        let name = if language == Language::German { german } else { english };
        Some(name.replace("{}", part))
    });
    named.unwrap_or_else(|| key.to_owned())
}

/// The first part of the key that a `*` stands for, if the key has this pattern; nothing for a pattern without one.
fn matched<'a>(pattern: &str, key: &'a str) -> Option<&'a str> {
    let Some((before, rest)) = pattern.split_once('*') else { return (pattern == key).then_some("") };
    let key = key.strip_prefix(before)?;
    let next = rest.split('*').next().unwrap_or_default();
    // The last `*` takes all that is left.
    let end = if next.is_empty() { key.len() } else { key.find(next)? };
    let (part, left) = key.split_at(end);
    matched(rest, left).map(|_| part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_the_name_of_its_pattern() {
        let [english, german] = Language::ALL;
        assert_eq!(name("analysis.scales[cynicism].margin", english), "margin of scale cynicism");
        assert_eq!(name("analysis.scales[cynicism].margin", german), "Grenze der Skala cynicism");
        assert_eq!(name("questionnaires.post.items[post_c1].truth.x", english), "right answer to item post_c1");
        assert_eq!(name("analysis.alpha", english), "significance level");
        assert_eq!(name("analysis.exclusions[pre_agree_1].keep", english), "exclusion rule on pre_agree_1");
        assert_eq!(name("new_part", english), "value of the plan");
    }

    /// A place of the example study without a name would be called by the last line.
    #[test]
    fn each_place_of_a_study_has_a_name() {
        for study in [crate::testing::example(), crate::testing::small()] {
            for key in crate::plan::Plan::of(&study).values().keys() {
                assert_ne!(name(key, Language::English), "value of the plan", "{key}");
            }
        }
    }
}
