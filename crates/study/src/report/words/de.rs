//! German.

use super::{Flag, Form, Measure, PopulationId, Reason, Sample, Towards, Verdict, Watched, Words, lacking, say};

pub(super) struct German;

fn towards(towards: Towards) -> &'static str {
    match towards {
        Towards::Altered => "verändert",
        Towards::Original => "original",
    }
}

fn watched(what: Watched<'_>) -> &str {
    match what {
        Watched::FalseAlarms => "Falsche Alarme",
        Watched::Scale(label) => label,
    }
}

/// Arms that stand after "nach".
fn quoted(arms: &[&str]) -> String {
    let arms: Vec<String> = arms.iter().map(|arm| format!("„{arm}“")).collect();
    arms.join(" und nach ")
}

impl Words for German {
    fn mark(&self) -> char {
        ','
    }

    fn after_holm(&self) -> &'static str {
        " nach Holm"
    }

    fn interval(&self, low: &str, high: &str) -> String {
        format!("95-%-Intervall {low} bis {high}")
    }

    fn no_estimate(&self) -> &'static str {
        "kein Schätzwert"
    }

    fn higher(&self, over: &str, arm: &str, against: &str) -> String {
        format!("d′{over} ist nach „{arm}“ höher als nach „{against}“.")
    }

    fn better(&self, over: &str, arm: &str, numbers: &str) -> String {
        format!("Nach „{arm}“ wurden veränderte und originale Items besser unterschieden{over}: d′ {numbers}.")
    }

    fn worse(&self, over: &str, arm: &str, numbers: &str) -> String {
        format!("Nach „{arm}“ wurden veränderte und originale Items schlechter unterschieden{over}: d′ {numbers}.")
    }

    fn no_improvement(&self, over: &str, arm: &str, moved: Option<&str>, numbers: &str) -> String {
        let moved = moved.unwrap_or(".");
        format!("Nach „{arm}“ wurde keine bessere Unterscheidung gefunden{over}{moved} d′ {numbers}.")
    }

    fn and_moved(&self, to: Towards, numbers: &str) -> String {
        format!("; die Antworten verschoben sich zu „{}“ (Kriterium {numbers}).", towards(to))
    }

    fn also_moved(&self, to: Towards, numbers: &str) -> String {
        format!(" Zugleich verschoben sich die Antworten zu „{}“ (Kriterium {numbers}).", towards(to))
    }

    fn planned(&self, effect: &str, possible: bool) -> String {
        let verdict = if possible { "nicht ausgeschlossen" } else { "unwahrscheinlich" };
        format!(" Ein Gewinn in der geplanten Größe ({effect}) ist {verdict}.")
    }

    fn assumed(&self, effect: &str, possible: bool) -> String {
        let verdict = if possible { "nicht ausgeschlossen" } else { "unwahrscheinlich" };
        format!(" Ein Gewinn in der voreingestellten Größe ({effect}) ist {verdict}.")
    }

    fn rises_less(&self, margin: &str, arm: &str, against: &str) -> String {
        format!("Falsche Alarme steigen nach „{arm}“ um weniger als {margin} Punkte, verglichen mit „{against}“.")
    }

    fn does_not_rise(&self, label: &str, arm: &str, against: &str) -> String {
        format!("„{label}“ steigt nach „{arm}“ nicht, verglichen mit „{against}“.")
    }

    fn rose(&self, what: Watched, arm: &str, numbers: &str) -> String {
        match what {
            Watched::FalseAlarms => {
                format!("Nach „{arm}“ wurden mehr originale Items als verändert beurteilt: {numbers}.")
            }
            Watched::Scale(label) => format!("„{label}“ ist nach „{arm}“ gestiegen: {numbers}."),
        }
    }

    fn fell(&self, what: Watched, arm: &str, numbers: &str) -> String {
        match what {
            Watched::FalseAlarms => {
                format!("Falsche Alarme sind nach „{arm}“ nicht gestiegen, sondern gesunken: {numbers}.")
            }
            Watched::Scale(label) => {
                format!("„{label}“ ist nach „{arm}“ nicht gestiegen, sondern gesunken: {numbers}.")
            }
        }
    }

    fn ruled_out(&self, what: Watched, margin: &str, numbers: &str) -> String {
        format!("{}: Ein Anstieg um {margin} oder mehr ist ausgeschlossen: {numbers}.", watched(what))
    }

    fn not_ruled_out(&self, what: Watched, margin: &str, numbers: &str) -> String {
        format!(
            "{}: Es wurde kein Anstieg gefunden, einer um {margin} oder mehr ist aber nicht ausgeschlossen: {numbers}.",
            watched(what)
        )
    }

    fn allowed_up_to(&self, what: Watched, high: &str, numbers: &str) -> String {
        format!("{}: Es wurde kein Anstieg gefunden; vereinbar ist einer bis {high}: {numbers}.", watched(what))
    }

    fn fits_better(&self, arm: &str, against: &str) -> String {
        format!("Die Sicherheit passt nach „{arm}“ besser zum Anteil richtiger Antworten als nach „{against}“.")
    }

    fn fit(&self, verdict: Verdict, arm: &str, [with, without]: [&str; 2], numbers: &str) -> String {
        let words = match verdict {
            Verdict::Supported => "passt die Sicherheit besser zum Anteil richtiger Antworten",
            Verdict::Opposite => "passt die Sicherheit schlechter zum Anteil richtiger Antworten",
            _ => "wurde keine Änderung darin gefunden, wie gut die Sicherheit zum Anteil richtiger Antworten passt",
        };
        format!(
            "Nach „{arm}“ {words}: Sicherheit minus Anteil richtiger Antworten ist {with} Punkte, verglichen mit \
             {without}; Unterschied {numbers}."
        )
    }

    fn scale_higher(&self, label: &str, arm: &str, against: &str) -> String {
        format!("„{label}“ ist nach „{arm}“ höher als nach „{against}“.")
    }

    fn scale(&self, verdict: Verdict, label: &str, arm: &str, numbers: &str) -> String {
        let words = match verdict {
            Verdict::Supported => "ist höher",
            Verdict::Opposite => "ist niedriger",
            _ => "zeigt keinen Unterschied",
        };
        format!("„{label}“ {words} nach „{arm}“: {numbers}.")
    }

    fn differ(&self, arm: &str, against: &str) -> String {
        format!("{arm} und {against} unterscheiden sich in d′.")
    }

    fn differs(&self, arm: &str, against: &str, numbers: &str) -> String {
        format!("{arm} und {against} unterscheiden veränderte und originale Items verschieden gut: d′ {numbers}.")
    }

    fn no_difference(&self, arm: &str, against: &str, numbers: &str) -> String {
        format!("Zwischen {arm} und {against} wurde kein Unterschied in der Unterscheidung gefunden: d′ {numbers}.")
    }

    fn not_computed(&self, why: Option<&str>) -> String {
        format!("Es gibt noch kein Ergebnis. {}", why.unwrap_or("Dafür reichen die Daten nicht."))
    }

    fn why(&self, reason: &Reason) -> String {
        match reason {
            Reason::Nobody => "Niemand hat einen Wert.".into(),
            Reason::FewerThanTwo => "Weniger als zwei Personen haben die Zielgröße.".into(),
            Reason::ArmTooSmall => "Ein Arm dieses Vergleichs hat weniger als zwei Personen mit der Zielgröße.".into(),
            Reason::NoSpread => "Alle Antworten sind richtig, alle sind falsch, oder es sind zu wenige.".into(),
            Reason::Analysis(error) => lacking::sentence(error),
        }
    }

    fn too_few(&self) -> &'static str {
        "Für ein Ergebnis sind es zu wenige Daten."
    }

    fn masked(&self, differ: usize, of: usize) -> String {
        match differ {
            0 => "Die Studie ist verblindet. Zwischen den Armen wurde kein Unterschied in d′ gefunden.".into(),
            _ => format!("Die Studie ist verblindet. {differ} von {of} Paaren von Armen unterscheiden sich in d′."),
        }
    }

    fn better_after(&self, arms: &[&str]) -> String {
        format!("Nach {} wurden veränderte und originale Items besser unterschieden.", quoted(arms))
    }

    fn nowhere_better(&self, moved: &[(Towards, Vec<&str>)]) -> String {
        let moved = moved.iter().filter(|(_, arms)| !arms.is_empty());
        let moved: Vec<String> =
            moved.map(|(to, arms)| format!("nach {} zu „{}“", quoted(arms), towards(*to))).collect();
        let answers = if moved.is_empty() {
            String::new()
        } else {
            format!("; die Antworten verschoben sich {}", moved.join(" und "))
        };
        format!("Es wurde keine bessere Unterscheidung gefunden{answers}.")
    }

    fn somewhere_worse(&self) -> &'static str {
        " In mindestens einem Arm wurde sie schlechter."
    }

    fn guardrail_failed(&self) -> &'static str {
        " Mehr originale Items wurden als verändert beurteilt: Die Leitplanke wurde verletzt."
    }

    fn robots(&self, people: u32) -> String {
        let are = if people == 1 { "ist" } else { "sind" };
        format!("{people} dieser Teilnehmenden {are} simuliert: Das ist kein Ergebnis.")
    }

    fn robots_left_out(&self, people: u32) -> String {
        let were = if people == 1 { "Person wurde" } else { "Personen wurden" };
        format!("{people} simulierte {were} weggelassen.")
    }

    fn interim(&self, least: u32, needed: u32) -> String {
        format!(
            "Zwischenstand: Der kleinste Arm hat {least} von {needed} geplanten Personen. Wer früh nachsieht und bei \
             einem passenden Ergebnis aufhört, findet Effekte, die es nicht gibt."
        )
    }

    fn unplanned(&self, least: u32, needed: u32, sample: &Sample) -> String {
        format!(
            "Zwischenstand: Der kleinste Arm hat {least} Personen. Die Studie plant keinen Effekt. Die Voreinstellung \
             braucht {needed}: d = {}, eine Teststärke von {:.0} % und eine Korrelation von {} mit d′ vorher. Wer früh \
             nachsieht und bei einem passenden Ergebnis aufhört, findet Effekte, die es nicht gibt.",
            say(self, Form::Two, sample.effect.d),
            sample.power * 100.0,
            say(self, Form::Two, sample.correlation),
        )
    }

    fn unfinished(&self, people: u32) -> String {
        match people {
            1 => "1 randomisierte Person hat noch nicht abgeschlossen und zählt bis dahin als ausgefallen.".into(),
            _ => format!(
                "{people} Randomisierte haben die Studie noch nicht abgeschlossen und zählen bis dahin als ausgefallen."
            ),
        }
    }

    fn loss_differs(&self, p: &str) -> String {
        format!(
            "Der Ausfall unterscheidet sich zwischen den Armen ({p}). Die verbleibenden Personen sind vielleicht \
             nicht vergleichbar. Siehe die Grenzen."
        )
    }

    fn excluded(&self, people: u32) -> String {
        let who = if people == 1 { "randomisierte Person wurde" } else { "Randomisierte wurden" };
        format!("{people} {who} ausgeschlossen. Das Flussdiagramm nennt die Gründe, die Populationen zeigen beides.")
    }

    fn secondary(&self) -> &'static str {
        "Nur die primären Hypothesen sind für multiples Testen korrigiert. Die anderen sind sekundär."
    }

    fn measure(&self, measure: Measure) -> &'static str {
        match measure {
            Measure::Accuracy => "Anteil richtiger Antworten",
            Measure::HitRate => "Trefferrate",
            Measure::FalseAlarmRate => "Rate falscher Alarme",
            Measure::DPrime => "Sensitivität d′",
            Measure::Criterion => "Kriterium c",
            Measure::Auc => "AUC aus Antwort und Sicherheit",
            Measure::Confidence => "Sicherheit",
            Measure::Overconfidence => "Überschätzung",
            Measure::Brier => "Brier-Score",
        }
    }

    fn measure_says(&self, measure: Measure) -> &'static str {
        match measure {
            Measure::Accuracy => "Anteil richtiger Urteile jeder Person.",
            Measure::HitRate => "Anteil der veränderten Items, die eine Person als verändert beurteilte.",
            Measure::FalseAlarmRate => "Anteil der originalen Items, die eine Person als verändert beurteilte.",
            Measure::DPrime => {
                "Wie gut eine Person veränderte und originale Items unterscheidet: 0 ist Raten, 1 etwa 69 % richtig \
                 ohne Antworttendenz."
            }
            Measure::Criterion => "Antworttendenz: über 0 neigt eine Person zu „original“, unter 0 zu „verändert“.",
            Measure::Auc => {
                "Wahrscheinlichkeit, dass ein verändertes Item als verdächtiger beurteilt wird als ein originales; \
                 0,5 ist Raten."
            }
            Measure::Confidence => "Wie sicher eine Person im Mittel ist, von 0,5 (Raten) bis 1.",
            Measure::Overconfidence => {
                "Mittlere Sicherheit minus Anteil richtiger Antworten; 0 passt genau, über 0 ist Überschätzung."
            }
            Measure::Brier => {
                "Mittlerer quadrierter Abstand von Sicherheit und Richtigkeit: 0 ist am besten, 0,25 ist immer 50 %."
            }
        }
    }

    fn part(&self, label: &str) -> String {
        format!("Sensitivität d′: {label}")
    }

    fn part_says(&self, items: usize) -> String {
        format!("d′ über {items} Items des Nachtests, adjustiert für d′ vorher.")
    }

    fn scale_says(&self) -> &'static str {
        "Mittlerer Wert der Skala des Fragebogens."
    }

    fn population(&self, id: PopulationId, trained: f64) -> String {
        match id {
            PopulationId::IntentionToTreat => "Alle Randomisierten, im zugeteilten Arm".into(),
            PopulationId::PerProtocol => format!("Mindestens {trained} % der Trainingsitems beantwortet"),
            PopulationId::Unflagged => "Ohne Hinweise".into(),
            PopulationId::WithExcluded => "Mit den Ausgeschlossenen".into(),
        }
    }

    fn flag(&self, flag: Flag) -> &'static str {
        match flag {
            Flag::Hurried => "Schneller als ein Drittel der mittleren Zeit des Arms (Median)",
            Flag::SameAnswer => "Dieselbe Antwort auf alle Items des Nachtests",
            Flag::FailedAttention => "Eine Aufmerksamkeitsprüfung nicht bestanden",
            Flag::MediaFailed => "Ein Medium konnte nicht gezeigt werden",
            Flag::SetApart => "Eine Antwort, die der Plan für die Sensitivitätsanalyse vormerkt",
        }
    }

    fn excluded_because(&self, reason: &str) -> String {
        format!("Ausgeschlossen: {reason}")
    }

    fn as_planned(&self, reason: &str) -> String {
        format!("wie geplant, {reason}")
    }

    fn withdrew(&self) -> &'static str {
        "Zurückgetreten"
    }

    fn withdrew_erased(&self) -> &'static str {
        "Zurückgetreten, alles gelöscht"
    }

    fn no_consent(&self) -> &'static str {
        "Keine Einwilligung"
    }

    fn on_page(&self, page: &str) -> String {
        format!("Bei {page}, läuft oder abgebrochen")
    }

    fn under_way(&self) -> &'static str {
        "Läuft oder abgebrochen"
    }
}
