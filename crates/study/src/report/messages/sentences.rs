//! The report's sentences, in each language. Other files decide what is said.

use super::Language::{self, English, German};
use super::{Flag, Measure, PopulationId, Reason, Towards, Verdict, Watched, lacking};

/// Texts and sentences: `name(arguments) => "English", "German";`.
macro_rules! sentences {
    ($($(#[$doc:meta])* $name:ident$(($($argument:ident: $type:ty),*))? => $english:literal, $german:literal;)+) => {
        impl Language {$(
            sentences!(@ $(#[$doc])* $name$(($($argument: $type),*))? => $english, $german);
        )+}
    };
    (@ $(#[$doc:meta])* $name:ident => $english:literal, $german:literal) => {
        $(#[$doc])*
        pub(in crate::report) fn $name(self) -> &'static str {
            match self {
                English => $english,
                German => $german,
            }
        }
    };
    (@ $(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) => $english:literal, $german:literal) => {
        $(#[$doc])*
        pub(in crate::report) fn $name(self, $($argument: $type),*) -> String {
            match self {
                English => format!($english),
                German => format!($german),
            }
        }
    };
}

// `over` is a part of the test in brackets after a space, or nothing; `numbers` is a difference as [`super::found`] writes it.
sentences! {
    /// The mark before decimals.
    mark => ".", ",";
    /// What follows a p value that Holm corrected.
    after_holm => " after Holm", " nach Holm";
    /// The interval after the estimate.
    interval(low: &str, high: &str) => "95% interval {low} to {high}", "95-%-Intervall {low} bis {high}";
    no_estimate => "no estimate", "kein Schätzwert";

    higher(over: &str, arm: &str, against: &str) =>
        "d′{over} is higher after “{arm}” than after “{against}”.",
        "d′{over} ist nach „{arm}“ höher als nach „{against}“.";
    better(over: &str, arm: &str, numbers: &str) =>
        "Participants told altered from original items better{over} after “{arm}”: d′ {numbers}.",
        "Nach „{arm}“ wurden veränderte und originale Items besser unterschieden{over}: d′ {numbers}.";
    worse(over: &str, arm: &str, numbers: &str) =>
        "Participants told altered from original items worse{over} after “{arm}”: d′ {numbers}.",
        "Nach „{arm}“ wurden veränderte und originale Items schlechter unterschieden{over}: d′ {numbers}.";
    /// `moved` is what [`Self::and_moved`] says, or a full stop.
    no_improvement(over: &str, arm: &str, moved: &str, numbers: &str) =>
        "No improvement in discrimination was found{over} after “{arm}”{moved} d′ {numbers}.",
        "Nach „{arm}“ wurde keine bessere Diskriminationsleistung gefunden{over}{moved} d′ {numbers}.";
    /// `towards` is what [`Self::towards`] says.
    and_moved(towards: &str, numbers: &str) =>
        "; the answers moved towards “{towards}” (criterion {numbers}).",
        "; die Antworten verschoben sich zu „{towards}“ (Kriterium {numbers}).";
    also_moved(towards: &str, numbers: &str) =>
        " At the same time, the answers moved towards “{towards}” (criterion {numbers}).",
        " Zugleich verschoben sich die Antworten zu „{towards}“ (Kriterium {numbers}).";
    /// Whether the effect that was planned for is still possible: [`Self::not_excluded`] or [`Self::unlikely`].
    planned(effect: &str, verdict: &str) =>
        " A gain as large as the planned effect ({effect}) is {verdict}.",
        " Ein Effekt in der geplanten Größe ({effect}) ist {verdict}.";
    /// The same of the effect that is assumed because the study plans none.
    assumed(effect: &str, verdict: &str) =>
        " A gain as large as the default effect ({effect}) is {verdict}.",
        " Ein Effekt in der voreingestellten Größe ({effect}) ist {verdict}.";
    not_excluded => "not ruled out", "nicht ausgeschlossen";
    unlikely => "unlikely", "unwahrscheinlich";

    rises_less(margin: &str, arm: &str, against: &str) =>
        "False alarms rise by less than {margin} points after “{arm}”, compared with “{against}”.",
        "Falsche Alarme steigen nach „{arm}“ um weniger als {margin} Punkte, verglichen mit „{against}“.";
    does_not_rise(label: &str, arm: &str, against: &str) =>
        "{label} does not rise after “{arm}”, compared with “{against}”.",
        "„{label}“ steigt nach „{arm}“ nicht, verglichen mit „{against}“.";
    alarms_rose(arm: &str, numbers: &str) =>
        "More original items were called altered after “{arm}”: {numbers}.",
        "Nach „{arm}“ wurden mehr originale Items als verändert beurteilt: {numbers}.";
    scale_rose(label: &str, arm: &str, numbers: &str) =>
        "{label} rose after “{arm}”: {numbers}.",
        "„{label}“ ist nach „{arm}“ gestiegen: {numbers}.";
    alarms_fell(arm: &str, numbers: &str) =>
        "False alarms did not rise after “{arm}”; they fell: {numbers}.",
        "Falsche Alarme sind nach „{arm}“ nicht gestiegen, sondern gesunken: {numbers}.";
    scale_fell(label: &str, arm: &str, numbers: &str) =>
        "{label} did not rise after “{arm}”; it fell: {numbers}.",
        "„{label}“ ist nach „{arm}“ nicht gestiegen, sondern gesunken: {numbers}.";
    false_alarms => "False alarms", "Falsche Alarme";
    /// `what` is what [`Self::watched`] says.
    ruled_out(what: &str, margin: &str, numbers: &str) =>
        "{what}: a rise of {margin} or more is ruled out: {numbers}.",
        "{what}: Ein Anstieg um {margin} oder mehr ist ausgeschlossen: {numbers}.";
    not_ruled_out(what: &str, margin: &str, numbers: &str) =>
        "{what}: no rise was found, but a rise of {margin} or more is not ruled out: {numbers}.",
        "{what}: Es wurde kein Anstieg gefunden, einer um {margin} oder mehr ist aber nicht ausgeschlossen: {numbers}.";
    allowed_up_to(what: &str, high: &str, numbers: &str) =>
        "{what}: no rise was found; the data allow for a rise of up to {high}: {numbers}.",
        "{what}: Es wurde kein Anstieg gefunden; vereinbar ist einer bis {high}: {numbers}.";

    fits_better(arm: &str, against: &str) =>
        "Confidence matches accuracy better after “{arm}” than after “{against}”.",
        "Die Sicherheit passt nach „{arm}“ besser zum Anteil richtiger Antworten als nach „{against}“.";
    scale_higher(label: &str, arm: &str, against: &str) =>
        "{label} is higher after “{arm}” than after “{against}”.",
        "„{label}“ ist nach „{arm}“ höher als nach „{against}“.";
    differ(arm: &str, against: &str) =>
        "{arm} and {against} differ in d′.",
        "{arm} und {against} unterscheiden sich in d′.";
    differs(arm: &str, against: &str, numbers: &str) =>
        "{arm} and {against} differ in discrimination: d′ {numbers}.",
        "{arm} und {against} unterscheiden veränderte und originale Items verschieden gut: d′ {numbers}.";
    no_difference(arm: &str, against: &str, numbers: &str) =>
        "No difference in discrimination was found between {arm} and {against}: d′ {numbers}.",
        "Zwischen {arm} und {against} wurde kein Unterschied in der Diskriminationsleistung gefunden: d′ {numbers}.";
    /// `why` is a sentence.
    not_computed(why: &str) => "There is no result yet. {why}", "Es gibt noch kein Ergebnis. {why}";
    lacks_data => "There are too few data.", "Dafür reichen die Daten nicht.";

    too_few => "There are too few data for a result.", "Für ein Ergebnis sind es zu wenige Daten.";
    blinded_alike =>
        "The study is blinded. No difference in discrimination was found between the arms.",
        "Die Studie ist verblindet. Zwischen den Armen wurde kein Unterschied in d′ gefunden.";
    blinded(differ: usize, of: usize) =>
        "The study is blinded. Pairs of arms that differ in discrimination: {differ} of {of}.",
        "Die Studie ist verblindet. Paare von Armen, die sich in d′ unterscheiden: {differ} von {of}.";
    somewhere_worse =>
        " In at least one arm, discrimination was worse.",
        " In mindestens einem Arm war die Diskriminationsleistung schlechter.";
    guardrail_failed =>
        " More original items were called altered: the guardrail failed.",
        " Mehr originale Items wurden als verändert beurteilt: Die Leitplanke wurde verletzt.";
    interim(least: u32, needed: u32) =>
        "Interim: the smallest arm has {least} of {needed} planned participants. Looking early and stopping at a convenient \
         result leads to false findings.",
        "Zwischenstand: Der kleinste Arm hat {least} von {needed} geplanten Personen. Wer früh nachsieht und bei einem \
         passenden Ergebnis aufhört, findet Effekte, die es nicht gibt.";
    /// The same of a study that plans no effect: what is needed for which assumptions.
    unplanned(least: u32, needed: u32, effect: &str, power: f64, correlation: &str) =>
        "Interim: the smallest arm has {least} participants. The study plans no effect. The default needs {needed}: d = \
         {effect}, a power of {power:.0}% and a correlation of {correlation} with d′ before. Looking early and stopping at a \
         convenient result leads to false findings.",
        "Zwischenstand: Der kleinste Arm hat {least} Personen. Die Studie plant keinen Effekt. Die Voreinstellung braucht \
         {needed}: d = {effect}, eine Teststärke von {power:.0} % und eine Korrelation von {correlation} mit d′ vorher. Wer \
         früh nachsieht und bei einem passenden Ergebnis aufhört, findet Effekte, die es nicht gibt.";
    loss_differs(p: &str) =>
        "Attrition differs between the arms ({p}): those who remain may not be comparable. See the bounds.",
        "Der Ausfall unterscheidet sich zwischen den Armen ({p}). Die verbleibenden Personen sind vielleicht nicht \
         vergleichbar. Siehe die Grenzen.";
    secondary =>
        "Only the primary hypotheses are corrected for multiple testing. The others are secondary.",
        "Nur die primären Hypothesen sind für multiples Testen korrigiert. Die anderen sind sekundär.";

    part(label: &str) => "Sensitivity d′: {label}", "Sensitivität d′: {label}";
    part_meaning(items: usize) =>
        "d′ over {items} items of the post-test, adjusted for d′ before.",
        "d′ über {items} Items des Nachtests, adjustiert für d′ vorher.";
    scale_meaning => "Mean score of the questionnaire's scale.", "Mittlerer Wert der Skala des Fragebogens.";

    excluded_because(reason: &str) => "Excluded: {reason}", "Ausgeschlossen: {reason}";
    /// Left out by the plan, for what it says.
    as_planned(reason: &str) => "as planned, {reason}", "wie geplant, {reason}";
    withdrew => "Withdrew", "Einwilligung widerrufen";
    withdrew_erased => "Withdrew, everything erased", "Einwilligung widerrufen, alles gelöscht";
    no_consent => "No consent", "Keine Einwilligung";
    on_page(page: &str) => "On {page}, in progress or dropped out", "Bei {page}, läuft oder abgebrochen";
    under_way => "In progress or dropped out", "Läuft oder abgebrochen";

    gaps(words: &str, arm: &str, with: &str, without: &str, numbers: &str) =>
        "{words} after “{arm}”: confidence minus accuracy is {with} points, against {without}; difference {numbers}.",
        "Nach „{arm}“ {words}: Sicherheit minus Anteil richtiger Antworten ist {with} Punkte, verglichen mit {without}; \
         Unterschied {numbers}.";
    scale_result(label: &str, words: &str, arm: &str, numbers: &str) =>
        "{label} {words} after “{arm}”: {numbers}.",
        "„{label}“ {words} nach „{arm}“: {numbers}.";
    better_after_each(arms: &str) =>
        "Participants told altered from original items better after {arms}.",
        "Nach {arms} wurden veränderte und originale Items besser unterschieden.";
    no_better(moved: &str) =>
        "No improvement in discrimination was found{moved}.",
        "Es wurde keine bessere Diskriminationsleistung gefunden{moved}.";
    is => "is", "ist";
    are => "are", "sind";
    are_simulated(people: u32, are: &str) =>
        "{people} of these participants {are} simulated: this is not a result.",
        "{people} dieser Teilnehmenden {are} simuliert: Das ist kein Ergebnis.";
    person_was => "participant was", "Person wurde";
    people_were => "participants were", "Personen wurden";
    simulated_left_out(people: u32, were: &str) =>
        "{people} simulated {were} left out.",
        "{people} simulierte {were} nicht einbezogen.";
    one_unfinished =>
        "1 randomised participant has not completed the study yet and counts as lost until then.",
        "1 randomisierte Person hat noch nicht abgeschlossen und zählt bis dahin als ausgefallen.";
    many_unfinished(people: u32) =>
        "{people} randomised participants have not completed the study yet and count as lost until then.",
        "{people} Randomisierte haben die Studie noch nicht abgeschlossen und zählen bis dahin als ausgefallen.";
    randomised_was => "randomised participant was", "randomisierte Person wurde";
    randomised_were => "randomised participants were", "Randomisierte wurden";
    some_excluded(people: u32, were: &str) =>
        "{people} {were} excluded. The flow diagram shows why, the populations show both results.",
        "{people} {were} ausgeschlossen. Das Flussdiagramm nennt die Gründe, die Populationen zeigen beides.";

    all_randomised => "All randomised, in the assigned arm", "Alle Randomisierten, im zugeteilten Arm";
    trained(share: f64) =>
        "At least {share}% of the training items answered",
        "Mindestens {share} % der Trainingsitems beantwortet";
    without_flags => "Without flags", "Ohne Hinweise";
    with_excluded => "With excluded participants", "Mit den Ausgeschlossenen";
    hurried =>
        "Faster than a third of the arm’s median time",
        "Schneller als ein Drittel der mittleren Zeit des Arms (Median)";
    same_answer =>
        "The same answer to every item of the post-test",
        "Dieselbe Antwort auf alle Items des Nachtests";
    failed_attention => "Failed an attention check", "Eine Aufmerksamkeitsprüfung nicht bestanden";
    media_failed => "A medium could not be shown", "Ein Medium konnte nicht gezeigt werden";
    flagged_for_sensitivity =>
        "An answer that the plan flags for sensitivity analysis",
        "Eine Antwort, die der Plan für die Sensitivitätsanalyse vormerkt";

    name_accuracy => "Accuracy", "Anteil richtiger Antworten";
    name_hit_rate => "Hit rate", "Trefferrate";
    name_false_alarm_rate => "False alarm rate", "Falscher-Alarm-Rate";
    name_d_prime => "Sensitivity d′", "Sensitivität d′";
    name_criterion => "Criterion c", "Kriterium c";
    name_auc => "AUC of answer and confidence", "AUC aus Antwort und Sicherheit";
    name_confidence => "Confidence", "Sicherheit";
    name_overconfidence => "Overconfidence", "Überschätzung";
    name_brier => "Brier score", "Brier-Score";
    about_accuracy => "Share of correct judgements of each participant.", "Anteil richtiger Urteile jeder Person.";
    about_hit_rate =>
        "Share of altered items that a participant called altered.",
        "Anteil der veränderten Items, die eine Person als verändert beurteilte.";
    about_false_alarm_rate =>
        "Share of original items that a participant called altered.",
        "Anteil der originalen Items, die eine Person als verändert beurteilte.";
    about_d_prime =>
        "How well a participant tells altered from original items: 0 is guessing, 1 about 69% correct without response bias.",
        "Wie gut eine Person veränderte und originale Items unterscheidet: 0 ist Raten, 1 etwa 69 % richtig ohne Antworttendenz.";
    about_criterion =>
        "Response bias: above 0, a participant tends to say “original”; below 0, “altered”.",
        "Antworttendenz: über 0 neigt eine Person zu „original“, unter 0 zu „verändert“.";
    about_auc =>
        "Probability that an altered item is rated more suspicious than an original one; 0.5 is guessing.",
        "Wahrscheinlichkeit, dass ein verändertes Item als verdächtiger beurteilt wird als ein originales; 0,5 ist Raten.";
    about_confidence =>
        "How sure a participant is on average, from 0.5 (guessing) to 1.",
        "Wie sicher eine Person im Mittel ist, von 0,5 (Raten) bis 1.";
    about_overconfidence =>
        "Mean confidence minus accuracy; 0 is a match, above 0 is overconfidence.",
        "Mittlere Sicherheit minus Anteil richtiger Antworten; 0 passt genau, über 0 ist Überschätzung.";
    about_brier =>
        "Mean squared difference between confidence and correctness: 0 is best, 0.25 is always saying 50%.",
        "Mittlerer quadrierter Abstand von Sicherheit und Richtigkeit: 0 ist am besten, 0,25 ist immer 50 %.";
}

/// Those that depend on more than texts and numbers.
impl Language {
    pub(in crate::report) fn towards(self, towards: Towards) -> &'static str {
        match (self, towards) {
            (English, Towards::Altered) => "altered",
            (German, Towards::Altered) => "verändert",
            (_, Towards::Original) => "original",
        }
    }

    pub(in crate::report) fn watched(self, what: Watched<'_>) -> &str {
        match what {
            Watched::FalseAlarms => self.false_alarms(),
            Watched::Scale(label) => label,
        }
    }

    /// Arms after "after".
    fn quoted(self, arms: &[&str]) -> String {
        let ([open, close], and) = match self {
            English => (['“', '”'], " and "),
            German => (['„', '“'], " und nach "),
        };
        arms.iter().map(|arm| format!("{open}{arm}{close}")).collect::<Vec<_>>().join(and)
    }

    pub(in crate::report) fn rose(self, what: Watched, arm: &str, numbers: &str) -> String {
        match what {
            Watched::FalseAlarms => self.alarms_rose(arm, numbers),
            Watched::Scale(label) => self.scale_rose(label, arm, numbers),
        }
    }

    pub(in crate::report) fn fell(self, what: Watched, arm: &str, numbers: &str) -> String {
        match what {
            Watched::FalseAlarms => self.alarms_fell(arm, numbers),
            Watched::Scale(label) => self.scale_fell(label, arm, numbers),
        }
    }

    /// `gaps` are confidence minus accuracy, in points, in the arm and in the other one.
    pub(in crate::report) fn fit(self, verdict: Verdict, arm: &str, gaps: [&str; 2], numbers: &str) -> String {
        let words = match (self, verdict) {
            (English, Verdict::Supported) => "Confidence matches accuracy better",
            (English, Verdict::Opposite) => "Confidence matches accuracy worse",
            (English, _) => "No change in how well confidence matches accuracy was found",
            (German, Verdict::Supported) => "passt die Sicherheit besser zum Anteil richtiger Antworten",
            (German, Verdict::Opposite) => "passt die Sicherheit schlechter zum Anteil richtiger Antworten",
            (German, _) => {
                "wurde keine Änderung darin gefunden, wie gut die Sicherheit zum Anteil richtiger Antworten passt"
            }
        };
        self.gaps(words, arm, gaps[0], gaps[1], numbers)
    }

    pub(in crate::report) fn scale(self, verdict: Verdict, label: &str, arm: &str, numbers: &str) -> String {
        let words = match (self, verdict) {
            (English, Verdict::Supported) => "is higher",
            (English, Verdict::Opposite) => "is lower",
            (English, _) => "does not show a difference",
            (German, Verdict::Supported) => "ist höher",
            (German, Verdict::Opposite) => "ist niedriger",
            (German, _) => "zeigt keinen Unterschied",
        };
        self.scale_result(label, words, arm, numbers)
    }

    /// Why a number is missing, as a sentence.
    pub(in crate::report) fn why(self, reason: &Reason) -> String {
        let text = match (self, reason) {
            (English, Reason::Analysis(error)) => {
                let text = error.to_string();
                let mut letters = text.chars();
                let first = letters.next().map(char::to_uppercase);
                return first.map_or_else(String::new, |first| format!("{first}{}.", letters.as_str()));
            }
            (German, Reason::Analysis(error)) => return lacking::sentence(error),
            (English, Reason::Nobody) => "No participant has a value.",
            (German, Reason::Nobody) => "Niemand hat einen Wert.",
            (English, Reason::FewerThanTwo) => "Fewer than two participants have the outcome.",
            (German, Reason::FewerThanTwo) => "Weniger als zwei Personen haben die Zielgröße.",
            (English, Reason::ArmTooSmall) => {
                "An arm of this comparison has fewer than two participants with the outcome."
            }
            (German, Reason::ArmTooSmall) => {
                "Ein Arm dieses Vergleichs hat weniger als zwei Personen mit der Zielgröße."
            }
            (English, Reason::NoSpread) => "All answers are correct, all are incorrect, or there are too few.",
            (German, Reason::NoSpread) => "Alle Antworten sind richtig, alle sind falsch, oder es sind zu wenige.",
        };
        text.into()
    }

    pub(in crate::report) fn better_after(self, arms: &[&str]) -> String {
        self.better_after_each(&self.quoted(arms))
    }

    /// With the arms whose answers moved, by where.
    pub(in crate::report) fn nowhere_better(self, moved: &[(Towards, Vec<&str>)]) -> String {
        let moved = moved.iter().filter(|(_, arms)| !arms.is_empty());
        let moved = moved.map(|(to, arms)| match self {
            English => format!("towards “{}” after {}", self.towards(*to), self.quoted(arms)),
            German => format!("nach {} zu „{}“", self.quoted(arms), self.towards(*to)),
        });
        let moved: Vec<String> = moved.collect();
        match self {
            _ if moved.is_empty() => self.no_better(""),
            English => self.no_better(&format!("; the answers moved {}", moved.join(" and "))),
            German => self.no_better(&format!("; die Antworten verschoben sich {}", moved.join(" und "))),
        }
    }

    pub(in crate::report) fn some_simulated(self, people: u32) -> String {
        self.are_simulated(people, if people == 1 { self.is() } else { self.are() })
    }

    pub(in crate::report) fn some_left_out(self, people: u32) -> String {
        self.simulated_left_out(people, if people == 1 { self.person_was() } else { self.people_were() })
    }

    pub(in crate::report) fn unfinished(self, people: u32) -> String {
        if people == 1 { self.one_unfinished().into() } else { self.many_unfinished(people) }
    }

    pub(in crate::report) fn excluded(self, people: u32) -> String {
        self.some_excluded(people, if people == 1 { self.randomised_was() } else { self.randomised_were() })
    }

    pub(in crate::report) fn measure(self, measure: Measure) -> &'static str {
        match measure {
            Measure::Accuracy => self.name_accuracy(),
            Measure::HitRate => self.name_hit_rate(),
            Measure::FalseAlarmRate => self.name_false_alarm_rate(),
            Measure::DPrime => self.name_d_prime(),
            Measure::Criterion => self.name_criterion(),
            Measure::Auc => self.name_auc(),
            Measure::Confidence => self.name_confidence(),
            Measure::Overconfidence => self.name_overconfidence(),
            Measure::Brier => self.name_brier(),
        }
    }

    pub(in crate::report) fn measure_meaning(self, measure: Measure) -> &'static str {
        match measure {
            Measure::Accuracy => self.about_accuracy(),
            Measure::HitRate => self.about_hit_rate(),
            Measure::FalseAlarmRate => self.about_false_alarm_rate(),
            Measure::DPrime => self.about_d_prime(),
            Measure::Criterion => self.about_criterion(),
            Measure::Auc => self.about_auc(),
            Measure::Confidence => self.about_confidence(),
            Measure::Overconfidence => self.about_overconfidence(),
            Measure::Brier => self.about_brier(),
        }
    }

    /// `trained` is the least share of the training, in per cent.
    pub(in crate::report) fn population(self, id: PopulationId, trained: f64) -> String {
        match id {
            PopulationId::IntentionToTreat => self.all_randomised().into(),
            PopulationId::PerProtocol => self.trained(trained),
            PopulationId::Unflagged => self.without_flags().into(),
            PopulationId::WithExcluded => self.with_excluded().into(),
        }
    }

    pub(in crate::report) fn flag(self, flag: Flag) -> &'static str {
        match flag {
            Flag::Hurried => self.hurried(),
            Flag::SameAnswer => self.same_answer(),
            Flag::FailedAttention => self.failed_attention(),
            Flag::MediaFailed => self.media_failed(),
            Flag::FlaggedForSensitivity => self.flagged_for_sensitivity(),
        }
    }
}
