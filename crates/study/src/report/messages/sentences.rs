//! The report's sentences, in each language. Other files choose them.

use super::Language::{self, English, German};
use super::{
    ComplierNote, Covariate, Design, Flag, Form, Measure, ModeratorRole, PopulationId, PrimaryModel, Reason, Source,
    SpecificationCurve, Towards, Verdict, Watched, analysis_error, written,
};

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

// `over` is a part of the test in brackets after a space, or nothing; `numbers` is a difference as [`super::found`]
// writes it; `limit` is what [`Language::for_items`] says.
sentences! {
    /// The mark before decimals.
    mark => ".", ",";
    /// What follows a p value that Holm corrected.
    after_holm => " after Holm", " nach Holm";
    /// The interval after the estimate; `level` is in per cent.
    interval(level: &str, low: &str, high: &str) =>
        "{level}% interval {low} to {high}", "{level}-%-Intervall {low} bis {high}";
    against_margin(p: &str) => ", one-sided {p} against the margin", ", einseitig {p} gegen die Grenze";
    against_both(p: &str) =>
        ", two one-sided tests against the margin {p}",
        ", zwei einseitige Tests gegen die Grenze {p}";
    no_estimate => "no estimate", "kein Schätzwert";
    percentage_points(number: &str) => "{number} percentage points", "{number} Prozentpunkte";

    higher(over: &str, arm: &str, against: &str) =>
        "d′{over} is higher after “{arm}” than after “{against}”.",
        "d′{over} ist nach „{arm}“ höher als nach „{against}“.";
    these_items(items: usize) => ", for these {items} items", ", bezogen auf diese {items} Items";
    better(over: &str, arm: &str, limit: &str, numbers: &str) =>
        "Participants told manipulated from authentic items better{over} after “{arm}”{limit}: d′ {numbers}.",
        "Nach „{arm}“ wurden manipulierte und authentische Items besser unterschieden{over}{limit}: d′ {numbers}.";
    worse(over: &str, arm: &str, limit: &str, numbers: &str) =>
        "Participants told manipulated from authentic items worse{over} after “{arm}”{limit}: d′ {numbers}.",
        "Nach „{arm}“ wurden manipulierte und authentische Items schlechter unterschieden{over}{limit}: d′ {numbers}.";
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
    /// `place` is [`Self::inside`] or [`Self::outside`].
    smallest_effect(effect: &str, place: &str) =>
        " The smallest effect of interest ({effect} in d′) is {place} the 95% interval.",
        " Der kleinste interessierende Effekt ({effect} in d′) liegt {place} des 95-%-Intervalls.";
    inside => "inside", "innerhalb";
    outside => "outside", "außerhalb";
    /// `populations` are named with their p values.
    decided_otherwise(populations: &str) =>
        " The decision depends on who is analysed; it differs for {populations}.",
        " Die Entscheidung hängt davon ab, wer ausgewertet wird; sie ist anders bei {populations}.";
    fragile =>
        " The decision depends on who is analysed.",
        " Die Entscheidung hängt davon ab, wer ausgewertet wird.";

    rises_less(margin: &str, arm: &str, against: &str) =>
        "False alarms rise by less than {margin} after “{arm}”, compared with “{against}”.",
        "Falsche Alarme steigen nach „{arm}“ um weniger als {margin}, verglichen mit „{against}“.";
    does_not_rise(label: &str, arm: &str, against: &str) =>
        "{label} does not rise after “{arm}”, compared with “{against}”.",
        "„{label}“ steigt nach „{arm}“ nicht, verglichen mit „{against}“.";
    scale_rises_less(label: &str, margin: &str, arm: &str, against: &str) =>
        "{label} rises by less than {margin} points after “{arm}”, compared with “{against}”.",
        "„{label}“ steigt nach „{arm}“ um weniger als {margin} Punkte, verglichen mit „{against}“.";
    alarms_rose(arm: &str, limit: &str, numbers: &str) =>
        "More authentic items were called manipulated after “{arm}”{limit}: {numbers}.",
        "Nach „{arm}“ wurden mehr authentische Items als manipuliert beurteilt{limit}: {numbers}.";
    scale_rose(label: &str, arm: &str, numbers: &str) =>
        "{label} rose after “{arm}”: {numbers}.",
        "„{label}“ ist nach „{arm}“ gestiegen: {numbers}.";
    alarms_fell(arm: &str, limit: &str, numbers: &str) =>
        "False alarms did not rise after “{arm}”; they fell{limit}: {numbers}.",
        "Falsche Alarme sind nach „{arm}“ nicht gestiegen, sondern gesunken{limit}: {numbers}.";
    scale_fell(label: &str, arm: &str, numbers: &str) =>
        "{label} did not rise after “{arm}”; it fell: {numbers}.",
        "„{label}“ ist nach „{arm}“ nicht gestiegen, sondern gesunken: {numbers}.";
    false_alarms => "False alarms", "Falsche Alarme";
    /// `what` is what [`Self::watched`] says.
    ruled_out(what: &str, margin: &str, limit: &str, numbers: &str) =>
        "{what}: a rise of {margin} or more is ruled out{limit}: {numbers}.",
        "{what}: Ein Anstieg um {margin} oder mehr ist ausgeschlossen{limit}: {numbers}.";
    not_ruled_out(what: &str, margin: &str, numbers: &str) =>
        "{what}: no rise was found, but a rise of {margin} or more is not ruled out: {numbers}.",
        "{what}: Es wurde kein Anstieg gefunden, einer um {margin} oder mehr ist aber nicht ausgeschlossen: {numbers}.";
    allowed_up_to(what: &str, high: &str, numbers: &str) =>
        "{what}: no rise was found; the data allow for a rise of up to {high}: {numbers}.",
        "{what}: Es wurde kein Anstieg gefunden; vereinbar ist einer bis {high}: {numbers}.";

    /// After a result about the calibration gap; `numbers` are those of the difference in d'.
    gap_caution(numbers: &str) =>
        " The difference in d′ is {numbers}. The gap contains the sampling error of accuracy p, which depends on p(1 − p)/n: it is \
         smaller in a more accurate arm, even if confidence matches accuracy equally well. So this difference alone is no \
         evidence of different calibration.",
        " Der Unterschied in d′ ist {numbers}. Der Abstand enthält den Stichprobenfehler des Anteils richtiger Urteile p, der \
         von p(1 − p)/n abhängt: In einem Arm mit mehr richtigen Urteilen ist er kleiner, auch wenn die Sicherheit gleich gut \
         passt. Dieser Unterschied allein belegt daher keine andere Kalibrierung.";
    fits_better(arm: &str, against: &str) =>
        "Confidence matches accuracy better after “{arm}” than after “{against}”.",
        "Die Sicherheit passt nach „{arm}“ besser zum Anteil richtiger Antworten als nach „{against}“.";
    scale_higher(label: &str, arm: &str, against: &str) =>
        "{label} is higher after “{arm}” than after “{against}”.",
        "„{label}“ ist nach „{arm}“ höher als nach „{against}“.";
    scale_lower(label: &str, arm: &str, against: &str) =>
        "{label} is lower after “{arm}” than after “{against}”.",
        "„{label}“ ist nach „{arm}“ niedriger als nach „{against}“.";
    is_higher(label: &str, arm: &str, against: &str, limit: &str, numbers: &str) =>
        "{label} is higher after “{arm}” than after “{against}”{limit}: {numbers}.",
        "„{label}“ ist nach „{arm}“ höher als nach „{against}“{limit}: {numbers}.";
    is_lower(label: &str, arm: &str, against: &str, limit: &str, numbers: &str) =>
        "{label} is lower after “{arm}” than after “{against}”{limit}: {numbers}.",
        "„{label}“ ist nach „{arm}“ niedriger als nach „{against}“{limit}: {numbers}.";
    none_found(label: &str, arm: &str, against: &str, numbers: &str) =>
        "No difference in {label} was found between “{arm}” and “{against}”: {numbers}.",
        "Zwischen „{arm}“ und „{against}“ wurde kein Unterschied in „{label}“ gefunden: {numbers}.";
    non_inferior(label: &str, arm: &str, against: &str, margin: &str) =>
        "{label} is not worse after “{arm}” than after “{against}” by {margin} or more.",
        "„{label}“ ist nach „{arm}“ nicht um {margin} oder mehr schlechter als nach „{against}“.";
    equivalent(label: &str, arm: &str, against: &str, margin: &str) =>
        "{label} differs by less than {margin} between “{arm}” and “{against}”.",
        "„{label}“ unterscheidet sich zwischen „{arm}“ und „{against}“ um weniger als {margin}.";
    /// `numbers` begin with the outcome, here and in the five sentences below. Without `limit`: no claim.
    not_worse(arm: &str, against: &str, margin: &str, limit: &str, numbers: &str) =>
        "“{arm}” is not worse than “{against}” by {margin} or more{limit}. {numbers}.",
        "„{arm}“ ist nicht um {margin} oder mehr schlechter als „{against}“{limit}. {numbers}.";
    maybe_worse(arm: &str, against: &str, margin: &str, numbers: &str) =>
        "It cannot be ruled out that “{arm}” is worse than “{against}” by {margin} or more. {numbers}.",
        "Es ist nicht auszuschließen, dass „{arm}“ um {margin} oder mehr schlechter ist als „{against}“. {numbers}.";
    much_worse(arm: &str, against: &str, margin: &str, limit: &str, numbers: &str) =>
        "“{arm}” is worse than “{against}” by more than {margin}{limit}. {numbers}.",
        "„{arm}“ ist um mehr als {margin} schlechter als „{against}“{limit}. {numbers}.";
    alike(arm: &str, against: &str, margin: &str, limit: &str, numbers: &str) =>
        "“{arm}” and “{against}” are equivalent{limit}: a difference of {margin} or more is ruled out. {numbers}.",
        "„{arm}“ und „{against}“ sind gleichwertig{limit}: Ein Unterschied von {margin} oder mehr ist ausgeschlossen. {numbers}.";
    maybe_unlike(arm: &str, against: &str, margin: &str, numbers: &str) =>
        "Equivalence of “{arm}” and “{against}” was not shown: a difference of {margin} or more cannot be ruled out. \
         {numbers}.",
        "Dass „{arm}“ und „{against}“ gleichwertig sind, ist nicht gezeigt: Ein Unterschied von {margin} oder mehr ist nicht \
         ausgeschlossen. {numbers}.";
    unlike(arm: &str, against: &str, margin: &str, limit: &str, numbers: &str) =>
        "“{arm}” and “{against}” are not equivalent{limit}: they differ by more than {margin}. {numbers}.",
        "„{arm}“ und „{against}“ sind nicht gleichwertig{limit}: Sie unterscheiden sich um mehr als {margin}. {numbers}.";
    differ(arm: &str, against: &str) =>
        "{arm} and {against} differ in d′.",
        "{arm} und {against} unterscheiden sich in d′.";
    differs(arm: &str, against: &str, limit: &str, numbers: &str) =>
        "{arm} and {against} differ in discrimination{limit}: d′ {numbers}.",
        "{arm} und {against} unterscheiden manipulierte und authentische Items verschieden gut{limit}: d′ {numbers}.";
    no_difference(arm: &str, against: &str, numbers: &str) =>
        "No difference in discrimination was found between {arm} and {against}: d′ {numbers}.",
        "Zwischen {arm} und {against} wurde kein Unterschied in der Diskriminationsleistung gefunden: d′ {numbers}.";
    /// `why` is a sentence.
    not_computed(why: &str) => "There is no result yet. {why}", "Es gibt noch kein Ergebnis. {why}";
    lacks_data =>
        "Each compared arm needs at least two participants with the outcome.",
        "Jeder verglichene Arm braucht mindestens zwei Personen mit einem Wert in der Zielgröße.";

    /// `adjusted` says for what.
    ancova(items: usize, adjusted: &str) =>
        "Primary analysis: linear model (ANCOVA) of each participant’s d′ by arm, {adjusted}. It holds for the {items} \
         items of the test. The mixed model in the data package (analysis/model.R) is a sensitivity analysis.",
        "Primäre Analyse: lineares Modell (ANCOVA) des d′ jeder Person nach Arm, {adjusted}. Sie gilt für die {items} Items \
         des Tests. Das gemischte Modell im Datenpaket (analysis/model.R) ist eine Sensitivitätsanalyse.";
    probit_mixed(items: usize) =>
        "Primary analysis: the mixed model of single answers in the data package (analysis/model.R), which takes the items as \
         a sample. It decides the primary hypotheses. The analysis of covariance of d′ is a sensitivity analysis, and holds for \
         the {items} items of the test.",
        "Primäre Analyse: das gemischte Modell der einzelnen Antworten im Datenpaket (analysis/model.R), das die Items als \
         Stichprobe behandelt. Es entscheidet über die primären Hypothesen. Die Kovarianzanalyse von d′ ist eine \
         Sensitivitätsanalyse und gilt für die {items} Items des Tests.";
    /// Of one primary hypothesis.
    decided_by_model(limit: &str, numbers: &str) =>
        "The mixed model decides (analysis/model.R in the data package), not this report. Sensitivity analysis (analysis of \
         covariance{limit}): d′ {numbers}.",
        "Darüber entscheidet das gemischte Modell (analysis/model.R im Datenpaket), nicht dieser Bericht. Sensitivitätsanalyse \
         (Kovarianzanalyse{limit}): d′ {numbers}.";
    all_decided_by_model =>
        "The mixed model in the data package (analysis/model.R) decides the primary hypotheses, not this report.",
        "Über die primären Hypothesen entscheidet das gemischte Modell im Datenpaket (analysis/model.R), nicht dieser Bericht.";
    is_blinded => "This report is blinded. ", "Dieser Bericht ist verblindet. ";
    /// `so_far` has the number of participants by arm.
    too_few(so_far: &str) =>
        "There are too few data for a result. Each arm needs at least two participants who have judged the items of the test; \
         so far: {so_far}.",
        "Für ein Ergebnis sind es zu wenige Daten. Jeder Arm braucht mindestens zwei Personen, die die Items des Tests \
         beurteilt haben; bisher: {so_far}.";
    blinded_alike =>
        "This report is blinded. No difference in discrimination was found between the arms.",
        "Dieser Bericht ist verblindet. Zwischen den Armen wurde kein Unterschied in d′ gefunden.";
    blinded(differ: usize, of: usize) =>
        "This report is blinded. Pairs of arms that differ in discrimination: {differ} of {of}.",
        "Dieser Bericht ist verblindet. Paare von Armen, die sich in d′ unterscheiden: {differ} von {of}.";
    somewhere_worse(limit: &str) =>
        " In at least one arm, discrimination was worse{limit}.",
        " In mindestens einem Arm war die Diskriminationsleistung schlechter{limit}.";
    /// Follows another sentence, like the next two. `ids` are hypotheses.
    effects(ids: &str) =>
        " Supported hypotheses about factors: {ids}.",
        " Gestützte Hypothesen zu Faktoren: {ids}.";
    no_effects =>
        " No hypothesis about factors was supported.",
        " Keine Hypothese zu Faktoren wurde gestützt.";
    opposite_effects(ids: &str) =>
        " The opposite was found of: {ids}.",
        " Das Gegenteil wurde gefunden von: {ids}.";
    guardrail_failed =>
        " More authentic items were called manipulated: the guardrail failed.",
        " Mehr authentische Items wurden als manipuliert beurteilt: Die Schadensprüfung ist nicht bestanden.";
    withheld(randomised: u32, target: u32) =>
        "Comparisons between arms are withheld until {target} participants are randomised or recruitment is closed. So far, \
         {randomised} are randomised.",
        "Vergleiche zwischen den Armen werden zurückgehalten, bis {target} Personen randomisiert sind oder die Rekrutierung \
         geschlossen ist. Bisher sind {randomised} randomisiert.";
    /// Follows another sentence, like the next five.
    no_bound_crossed(n: u32) =>
        " Planned look at {n} participants: no bound was crossed, so the study continues.",
        " Geplante Zwischenauswertung mit {n} Personen: Keine Grenze wurde überschritten, die Studie läuft weiter.";
    nothing_tested(n: u32) =>
        " Planned look at {n} participants: there are too few data for a test.",
        " Geplante Zwischenauswertung mit {n} Personen: Für einen Test reichen die Daten nicht.";
    /// `hypotheses` are names, or their number while the study is blinded.
    bound_crossed(n: u32, hypotheses: &str) =>
        " Planned looks up to {n} participants: a bound was crossed for {hypotheses}. Recruitment may be closed.",
        " Geplante Zwischenauswertungen bis {n} Personen: Eine Grenze wurde überschritten für {hypotheses}. Die Rekrutierung \
         darf geschlossen werden.";
    others_open =>
        " The other primary hypotheses are still open, and may be tested again if the study continues.",
        " Die anderen primären Hypothesen sind noch offen und können weiter geprüft werden, wenn die Studie weiterläuft.";
    crossed_at(n: u32) =>
        " The planned look at {n} participants decided this; its bound was crossed.",
        " Darüber hat die geplante Zwischenauswertung mit {n} Personen entschieden: Ihre Grenze wurde überschritten.";
    /// `p` is compared with the p value before Holm's correction.
    last_bound(p: &str) =>
        " Bound of the last look for the p value without Holm’s correction: {p}.",
        " Grenze der letzten Auswertung für den p-Wert ohne Holm-Korrektur: {p}.";
    one_hypothesis => "one primary hypothesis", "eine primäre Hypothese";
    some_hypotheses(count: usize) => "{count} primary hypotheses", "{count} primäre Hypothesen";
    read_before(n: u32) =>
        "Results by arm were first read with {n} participants, before the outcomes of the others were there, and not at a \
         planned look. p values and intervals do not account for this.",
        "Ergebnisse nach Armen wurden zuerst mit {n} Personen gelesen, bevor die Zielgrößen der übrigen vorlagen, und nicht \
         als geplante Zwischenauswertung. p-Werte und Intervalle berücksichtigen das nicht.";
    no_planned_look =>
        "The plan tests the primary hypotheses at planned looks only, and this report is none: its p values and bounds \
         decide nothing.",
        "Der Plan prüft die primären Hypothesen nur in geplanten Zwischenauswertungen, und dieser Bericht ist keine: Seine \
         p-Werte und Grenzen entscheiden nichts.";
    shown_early(randomised: u32, target: u32) =>
        "Shown before the target, for a reason that the audit log records: {randomised} of {target} participants are randomised.",
        "Vor dem Erreichen der Zielzahl angezeigt, aus einem im Protokoll festgehaltenen Grund: {randomised} von {target} \
         Personen sind randomisiert.";
    interim(least: u32, needed: u32) =>
        "Interim: the smallest arm has {least} of {needed} planned participants. Looking early and stopping at a convenient \
         result leads to false findings.",
        "Zwischenstand: Der kleinste Arm hat {least} von {needed} geplanten Personen. Wer früh nachsieht und bei einem \
         passenden Ergebnis aufhört, findet Effekte, die es nicht gibt.";
    /// The same of a study that plans no effect: what is needed for which assumptions.
    unplanned(least: u32, needed: u32, assumptions: &str) =>
        "Interim: the smallest arm has {least} participants. The study plans no effect. The default assumptions require \
         {needed} participants per arm: {assumptions}. \
         Looking early and stopping at a convenient result leads to false findings.",
        "Zwischenstand: Der kleinste Arm hat {least} Personen. Die Studie plant keinen Effekt. Mit den \
         voreingestellten Annahmen sind {needed} Personen je Arm nötig: {assumptions}. Wer früh nachsieht und bei einem passenden Ergebnis aufhört, \
         findet Effekte, die es nicht gibt.";
    assumed(effect: &str, power: f64) =>
        "d = {effect} and a power of {power:.0}%",
        "d = {effect} und eine Teststärke von {power:.0} %";
    /// Of a study with judgements before.
    assumed_with_before(effect: &str, power: f64, correlation: &str) =>
        "d = {effect}, a power of {power:.0}% and a correlation of {correlation} with d′ before",
        "d = {effect}, eine Teststärke von {power:.0} % und eine Korrelation von {correlation} mit d′ vorher";
    unit_means(items: usize) =>
        "Primary analysis: difference between the means of units in d′, each unit with the same weight (t test, number of \
         units less 2 as degrees of freedom). It holds for the {items} items of the test.",
        "Primäre Analyse: Unterschied der Mittelwerte der Einheiten in d′, jede Einheit mit demselben Gewicht (t-Test, Zahl \
         der Einheiten weniger 2 als Freiheitsgrade). Sie gilt für die {items} Items des Tests.";
    units_of_arm(arm: &str, units: usize, size: &str) =>
        "{arm}: {units} with {size} participants on average",
        "{arm}: {units} mit im Mittel {size} Personen";
    by_unit(arms: &str) =>
        "Units, such as classes, were allocated, and all members of a unit have its arm. Analysed units: {arms}. Outcomes are \
         compared by the means of units (t test).",
        "Zugeteilt wurden Einheiten, zum Beispiel Klassen; alle Mitglieder einer Einheit haben deren Arm. Ausgewertete \
         Einheiten: {arms}. Zielgrößen werden über die Mittelwerte der Einheiten verglichen (t-Test).";
    members_alike(correlation: &str, effect: &str, wider: &str) =>
        "How alike members of a unit are: the intraclass correlation of d′ is estimated as {correlation}, the design effect as \
         {effect}; with few units, both are uncertain. Intervals of single arms, the table of the model, the specification \
         curve, multiple imputation, moderators, compliance and loss ignore units. For d′, they would have to be at least \
         about {wider} times as wide; other outcomes have a correlation of their own.",
        "Wie ähnlich Mitglieder einer Einheit einander sind: Die Intraklassenkorrelation von d′ wird auf {correlation} \
         geschätzt, der Designeffekt auf {effect}; bei wenigen Einheiten ist beides unsicher. Intervalle einzelner Arme, die \
         Tabelle des Modells, die Spezifikationskurve, die multiple Imputation, Moderatoren, Compliance und Ausfall \
         berücksichtigen die Einheiten nicht. Für d′ müssten sie mindestens etwa {wider}-mal so breit sein; andere \
         Zielgrößen haben eine eigene Korrelation.";
    members_unknown =>
        "How alike members of a unit are cannot be estimated: there are too few units, or each has one analysed member. \
         Intervals of single arms, the table of the model, the specification curve, multiple imputation, moderators, \
         compliance and loss ignore units; if units have several members, they are too narrow.",
        "Wie ähnlich Mitglieder einer Einheit einander sind, lässt sich nicht schätzen: Es gibt zu wenige Einheiten, oder jede \
         hat ein ausgewertetes Mitglied. Intervalle einzelner Arme, die Tabelle des Modells, die Spezifikationskurve, die \
         multiple Imputation, Moderatoren, Compliance und Ausfall berücksichtigen die Einheiten nicht; haben Einheiten \
         mehrere Mitglieder, so sind sie zu schmal.";
    uneven_units(variation: &str) =>
        "Units have different sizes: the coefficient of variation of their numbers of participants is {variation}. Each unit has \
         the same weight, so that the comparison is about the average unit; its variances may differ between arms, and it is less \
         precise than with units of equal size.",
        "Die Einheiten sind verschieden groß: Der Variationskoeffizient ihrer Personenzahlen ist {variation}. Jede Einheit hat \
         dasselbe Gewicht, der Vergleich gilt also der durchschnittlichen Einheit; die Varianzen können sich zwischen den Armen \
         unterscheiden, und er ist weniger genau als mit gleich großen Einheiten.";
    /// After [`Self::uneven_units`].
    uneven_design_effect(own: &str, equal: &str) =>
        " The design effect is {own}; with units of equal size, it would be {equal} (Eldridge, Ashby and Kerry 2006).",
        " Der Designeffekt ist {own}; mit gleich großen Einheiten wäre er {equal} (Eldridge, Ashby und Kerry 2006).";
    /// Numbers are percentages.
    some_attrition(share: &str, spread: &str) =>
        "{share}% of the randomised participants have no primary outcome, and the arms differ by up to {spread} percentage \
         points: the participants who remain may no longer be comparable.",
        "Bei {share} % der randomisierten Personen fehlt die primäre Zielgröße, und die Arme unterscheiden sich darin um bis \
         zu {spread} Prozentpunkte: Die verbleibenden Personen sind vielleicht nicht mehr vergleichbar.";
    serious_attrition(share: &str, spread: &str) =>
        "{share}% of the randomised participants have no primary outcome, and the arms differ by up to {spread} percentage \
         points. A loss of this size can bias the results seriously.",
        "Bei {share} % der randomisierten Personen fehlt die primäre Zielgröße, und die Arme unterscheiden sich darin um bis \
         zu {spread} Prozentpunkte. Ein Ausfall dieser Größe kann die Ergebnisse erheblich verzerren.";
    /// Numbers are percentages; `all` and `all_spread` are of all randomised participants of the arms that have the
    /// part.
    part_attrition(title: &str, share: &str, spread: &str, all: &str, all_spread: &str) =>
        "“{title}”: {share}% of the participants for whom it was planned have not completed it, and the arms differ by up to \
         {spread} percentage points; of all randomised participants, {all}% have not, and the arms differ by up to {all_spread} \
         points.",
        "„{title}“: Von den Personen, für die der Teil geplant war, haben ihn {share} % nicht abgeschlossen, und die Arme \
         unterscheiden sich darin um bis zu {spread} Prozentpunkte; von allen Randomisierten sind es {all} %, und die Arme \
         unterscheiden sich um bis zu {all_spread} Punkte.";
    part_comparable =>
        " The participants who remain may no longer be comparable.",
        " Die verbleibenden Personen sind vielleicht nicht mehr vergleichbar.";
    part_biased =>
        " A loss of this size can bias the results of this part seriously.",
        " Ein Ausfall dieser Größe kann die Ergebnisse dieses Teils erheblich verzerren.";
    part_closes(day: &str) =>
        " The last of them can complete it until {day}; before that day, these numbers are not the final loss.",
        " Die letzten von ihnen können ihn bis zum {day} abschließen; vor diesem Tag sind diese Zahlen nicht der endgültige Ausfall.";
    secondary =>
        "Only the primary hypotheses are corrected for multiple testing. The others are secondary.",
        "Nur die primären Hypothesen sind für multiples Testen korrigiert. Die anderen sind sekundär.";

    part(label: &str) => "Sensitivity d′: {label}", "Sensitivität d′: {label}";
    part_meaning(items: usize) =>
        "d′ over {items} items of the post-test, adjusted like d′ over all items.",
        "d′ über {items} Items des Posttests, adjustiert wie d′ über alle Items.";
    scale_meaning => "Mean score of the questionnaire's scale.", "Mittlerer Wert der Skala des Fragebogens.";

    name_modality => "Modality", "Modalität";
    modality_image => "Images", "Bilder";
    modality_audio => "Recordings", "Tonaufnahmen";
    modality_video => "Videos", "Videos";
    modality_post => "Posts", "Beiträge";
    everybody_complied =>
        "All participants of this arm with the outcome took the training, so this is the difference of the primary analysis.",
        "Alle Personen dieses Arms mit Zielgröße haben das Training bearbeitet, daher ist dies der Unterschied der primären Analyse.";
    weak_first_stage =>
        "The allocation hardly changes how much training is taken (F below 10), so interval and p value are not reliable.",
        "Die Zuteilung verändert kaum, wie viel Training bearbeitet wird (F unter 10); Intervall und p-Wert sind daher nicht verlässlich.";
    training_in_both =>
        "The comparison arm has training of its own: the effect assumes that this training does nothing for participants \
         who would not take that of the other arm.",
        "Der Vergleichsarm hat ein eigenes Training: Der Effekt setzt voraus, dass es bei Personen, die das Training des anderen Arms \
         nicht bearbeiten würden, nichts bewirkt.";
    about_moderating_answer =>
        "whether the differences between the arms in d′ depend on the participant’s answer. They are adjusted like \
         the primary analysis. Only groups with at least two participants in each arm are compared.",
        "Hängen die Unterschiede zwischen den Armen in d′ von der Antwort der Person ab? Adjustiert wie die primäre Analyse. \
         Verglichen werden nur Gruppen mit mindestens zwei Personen in jedem Arm.";
    about_modality =>
        "whether the differences between the arms in d′ depend on what is judged. They are adjusted like the \
         primary analysis. A d′ of few items is closer to 0, so differences are comparable only between kinds with equally many \
         items.",
        "Hängen die Unterschiede zwischen den Armen in d′ davon ab, was beurteilt wird? Adjustiert wie die primäre \
         Analyse. Das d′ weniger Items liegt näher bei 0, vergleichbar sind darum nur Arten mit gleich vielen Items.";
    name_d_prime_before => "d′ before the training", "d′ vor dem Training";
    about_moderating_number =>
        "whether the differences between the arms in d′ depend on a number that was measured before. They are adjusted like the \
         primary analysis, and are predicted at the number’s mean over all arms and one standard deviation below and above it.",
        "Hängen die Unterschiede zwischen den Armen in d′ von einem vorher gemessenen Wert ab? Adjustiert wie die primäre Analyse. \
         Vorhergesagt werden sie beim Mittelwert über alle Arme und eine Standardabweichung darunter und darüber.";
    one_below => "Mean − 1 SD", "Mittelwert − 1 SD";
    at_mean => "Mean", "Mittelwert";
    one_above => "Mean + 1 SD", "Mittelwert + 1 SD";
    confirmatory => "Confirmatory", "Konfirmatorisch";
    exploratory => "Exploratory", "Explorativ";
    moderates(label: &str) =>
        "The differences between the arms in d′ depend on “{label}”.",
        "Die Unterschiede zwischen den Armen in d′ hängen von „{label}“ ab.";
    /// `f` and `p` are written already.
    f_test(numerator: f64, denominator: f64, f: &str, p: &str) =>
        "F({numerator:.0}, {denominator:.0}) = {f}, {p} after Holm over the confirmatory moderators",
        "F({numerator:.0}, {denominator:.0}) = {f}, {p} nach Holm über die konfirmatorischen Moderatoren";
    does_moderate(label: &str, numbers: &str) =>
        "The differences between the arms in d′ depend on “{label}”: {numbers}.",
        "Die Unterschiede zwischen den Armen in d′ hängen von „{label}“ ab: {numbers}.";
    no_moderation(label: &str, numbers: &str) =>
        "It was not shown that the differences between the arms in d′ depend on “{label}”: {numbers}.",
        "Dass die Unterschiede zwischen den Armen in d′ von „{label}“ abhängen, wurde nicht gezeigt: {numbers}.";
    gate_closed(label: &str, numbers: &str) =>
        "It does not count as shown that the differences between the arms in d′ depend on “{label}” ({numbers}): the hypothesis is \
         only tested if all primary hypotheses are supported, and they are not.",
        "Dass die Unterschiede zwischen den Armen in d′ von „{label}“ abhängen, gilt nicht als gezeigt ({numbers}): Die Hypothese \
         wird nur geprüft, wenn alle primären Hypothesen gestützt sind, und das ist nicht der Fall.";

    main_effect(factor: &str, level: &str, reference: &str) =>
        "d′ is higher with “{level}” than with “{reference}” ({factor}), as the mean over all cells.",
        "d′ ist mit „{level}“ höher als mit „{reference}“ ({factor}), im Mittel über alle Zellen.";
    /// `pairs` are differences between two levels, joined by ×.
    interaction(pairs: &str, factor: &str, level: &str, reference: &str) =>
        "{pairs} in d′ is larger with “{level}” than with “{reference}” ({factor}).",
        "{pairs} in d′ ist mit „{level}“ größer als mit „{reference}“ ({factor}).";
    /// `name` is a contrast, here and in the two sentences below.
    effect_above(name: &str, limit: &str, numbers: &str) =>
        "{name} is above 0{limit}: d′ {numbers}.",
        "{name} liegt über 0{limit}: d′ {numbers}.";
    effect_below(name: &str, limit: &str, numbers: &str) =>
        "{name} is below 0{limit}: d′ {numbers}.",
        "{name} liegt unter 0{limit}: d′ {numbers}.";
    no_effect(name: &str, numbers: &str) =>
        "It was not shown that {name} differs from 0: d′ {numbers}.",
        "Dass {name} von 0 abweicht, wurde nicht gezeigt: d′ {numbers}.";

    excluded_because(reason: &str) => "Excluded: {reason}", "Ausgeschlossen: {reason}";
    /// Excluded by the plan, with its reason.
    as_planned(reason: &str) => "as planned, {reason}", "wie geplant, {reason}";
    withdrew => "Withdrew", "Einwilligung widerrufen";
    withdrew_erased => "Withdrew, everything erased", "Einwilligung widerrufen, alles gelöscht";
    no_consent => "No consent", "Keine Einwilligung";
    screened_out => "Screened out by an answer", "Nach den Angaben ausgeschlossen";
    quota_full => "Quota full", "Quote erfüllt";
    timed_out => "Time limit passed", "Zeitgrenze überschritten";
    failed_checks => "Failed checks", "Prüfungen nicht bestanden";
    on_page(page: &str) => "On {page}, in progress or dropped out", "Bei {page}, läuft oder abgebrochen";
    under_way => "In progress or dropped out", "Läuft oder abgebrochen";

    gaps(words: &str, arm: &str, limit: &str, with: &str, without: &str, numbers: &str) =>
        "{words} after “{arm}”{limit}: on average, confidence and accuracy of a participant are {with} percentage points apart, \
         against {without}; adjusted difference {numbers}.",
        "Nach „{arm}“ {words}{limit}: Sicherheit und Anteil richtiger Antworten einer Person liegen im Mittel {with} Prozentpunkte \
         auseinander, verglichen mit {without}; adjustierter Unterschied {numbers}.";
    scale_result(label: &str, words: &str, arm: &str, numbers: &str) =>
        "{label} {words} after “{arm}”: {numbers}.",
        "„{label}“ {words} nach „{arm}“: {numbers}.";
    better_after_each(arms: &str, limit: &str) =>
        "Participants told manipulated from authentic items better after {arms}{limit}.",
        "Nach {arms} wurden manipulierte und authentische Items besser unterschieden{limit}.";
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
        "{people} {were} excluded. The flow diagram shows why.",
        "{people} {were} ausgeschlossen. Das Flussdiagramm nennt die Gründe.";

    all_eligible =>
        "Randomised and eligible, in the assigned arm (modified ITT)",
        "Randomisiert und teilnahmeberechtigt, im zugeteilten Arm (modifizierte ITT)";
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
        "Dieselbe Antwort auf alle Items des Posttests";
    failed_attention => "Failed an attention check", "Eine Aufmerksamkeitsprüfung nicht bestanden";
    media_failed => "A medium could not be shown", "Ein Medium konnte nicht gezeigt werden";
    answered_unseen =>
        "Judged 3 or more media without playing or seeing them",
        "3 oder mehr Medien beurteilt, ohne sie abgespielt oder gesehen zu haben";
    answered_unchecked =>
        "Judged 3 or more posts without opening any evidence",
        "3 oder mehr Beiträge beurteilt, ohne etwas zur Prüfung zu öffnen";
    not_timed =>
        "Submissions without times, or with impossible ones",
        "Einsendungen ohne Zeiten oder mit unmöglichen Zeiten";
    flagged_for_sensitivity =>
        "An answer that the plan flags for sensitivity analysis",
        "Eine Antwort, die der Plan für die Sensitivitätsanalyse vormerkt";

    decision_population => "Population", "Auswertungspopulation";
    decision_outcome => "Outcome", "Zielgröße";
    decision_correction => "Correction of rates", "Korrektur der Raten";
    decision_model => "Model", "Modell";
    /// Options of a decision: short, for the margin of a drawing.
    short_all_eligible => "Modified ITT", "Modifizierte ITT";
    short_per_protocol => "Per protocol", "Per-Protokoll";
    short_without_flags => "Without flags", "Ohne Hinweise";
    short_with_excluded => "With excluded", "Mit Ausgeschlossenen";
    short_d_prime => "d′", "d′";
    short_accuracy => "Accuracy", "Anteil richtig";
    short_a_prime => "A′", "A′";
    short_log_linear => "Log-linear", "Loglinear";
    short_replaced => "1/(2N)", "1/(2N)";
    short_ancova => "With covariates", "Mit Kovariaten";
    short_welch => "Without (Welch)", "Ohne (Welch)";
    no_specification => "No specification could be computed.", "Keine Spezifikation ließ sich berechnen.";
    /// Effects are in standard deviations.
    specification_effects(n: usize, median: &str, smallest: &str, largest: &str) =>
        "{n} specifications: the median effect is g = {median}, the smallest {smallest}, the largest {largest}.",
        "{n} Spezifikationen: Der mittlere Effekt (Median) ist g = {median}, der kleinste {smallest}, der größte {largest}.";
    specification_intervals(above: usize, below: usize) =>
        " The 95% interval is above 0 in {above} and below 0 in {below}.",
        " Das 95-%-Intervall liegt bei {above} über 0 und bei {below} unter 0.";
    specification_signs(same: usize, n: usize) =>
        " The sign is that of the planned analysis in {same} of {n}.",
        " Das Vorzeichen stimmt bei {same} von {n} mit dem der geplanten Analyse überein.";
    name_accuracy => "Accuracy", "Anteil richtiger Antworten";
    name_hit_rate => "Hit rate", "Trefferrate";
    name_false_alarm_rate => "False alarm rate", "Falsche-Alarm-Rate";
    name_d_prime => "Sensitivity d′", "Sensitivität d′";
    name_criterion => "Criterion c", "Kriterium c";
    name_auc => "AUC of answer and confidence", "AUC aus Antwort und Sicherheit";
    name_confidence => "Confidence", "Sicherheit";
    name_overconfidence => "Overconfidence", "Überschätzung";
    name_calibration_gap => "Calibration gap", "Kalibrierungsabstand";
    name_brier => "Brier score", "Brier-Score";
    name_sharing_discernment => "Sharing discernment", "Unterscheidung beim Teilen";
    name_estimate => "Overestimation of own accuracy", "Überschätzung der eigenen Trefferquote";
    about_accuracy => "Share of correct judgements of each participant.", "Anteil richtiger Urteile jeder Person.";
    about_hit_rate =>
        "Share of manipulated items that a participant called manipulated.",
        "Anteil der manipulierten Items, die eine Person als manipuliert beurteilte.";
    about_false_alarm_rate =>
        "Share of authentic items that a participant called manipulated.",
        "Anteil der authentischen Items, die eine Person als manipuliert beurteilte.";
    about_d_prime =>
        "How well a participant tells manipulated from authentic items: 0 is guessing, 1 about 69% correct without response bias.",
        "Wie gut eine Person manipulierte und authentische Items unterscheidet: 0 ist Raten, 1 etwa 69 % richtig ohne Antworttendenz.";
    about_criterion =>
        "Response bias: above 0, a participant tends to say “authentic”; below 0, “manipulated”.",
        "Antworttendenz: über 0 neigt eine Person zu „authentisch“, unter 0 zu „manipuliert“.";
    about_auc =>
        "Probability that a manipulated item is rated more suspicious than an authentic one; 0.5 is guessing.",
        "Wahrscheinlichkeit, dass ein manipuliertes Item als verdächtiger beurteilt wird als ein authentisches; 0,5 ist Raten.";
    about_confidence =>
        "How sure a participant is on average, from 0.5 (guessing) to 1.",
        "Wie sicher eine Person im Mittel ist, von 0,5 (Raten) bis 1.";
    about_overconfidence =>
        "Mean confidence minus accuracy; 0 is a match, above 0 is overconfidence.",
        "Mittlere Sicherheit minus Anteil richtiger Antworten; 0 passt genau, über 0 ist Überschätzung.";
    about_calibration_gap =>
        "Distance between a participant’s mean confidence and accuracy, in either direction; 0 is a match.",
        "Abstand zwischen mittlerer Sicherheit und Anteil richtiger Antworten einer Person, in beide Richtungen; 0 passt genau.";
    about_brier =>
        "Mean squared difference between confidence and correctness: 0 is best; always saying 50% gives 0.25.",
        "Mittlerer quadrierter Abstand von Sicherheit und Richtigkeit: 0 ist am besten; 0,25 erhält, wer immer 50 % angibt.";
    about_sharing_discernment =>
        "A participant’s mean likelihood of sharing authentic items minus that of misleading ones, in points from 1 to 6; 0 \
         is no discernment.",
        "Mittlere Wahrscheinlichkeit, mit der eine Person echte Beiträge teilen würde, minus die bei irreführenden, in Punkten \
         von 1 bis 6; 0 ist keine Unterscheidung.";
    changed_after_first(days: &str) =>
        "The study was changed after the first participant had registered. New versions were activated on {days}. Report what \
         changed, and why.",
        "Die Studie wurde geändert, nachdem die erste Person sich registriert hatte. Neue Versionen wurden aktiviert am {days}. \
         Berichten Sie, was geändert wurde und warum.";
    no_deviation(day: &str) =>
        "No later version of the study differs from the plan that was in force when the first participant registered ({day}).",
        "Keine spätere Version der Studie weicht vom Plan ab, der galt, als sich die erste Person registrierte ({day}).";
    one_deviation(day: &str) =>
        "Later versions of the study differ in one point from the plan that was in force when the first participant \
         registered ({day}). Report why.",
        "Spätere Versionen der Studie weichen in einem Punkt vom Plan ab, der galt, als sich die erste Person registrierte \
         ({day}). Berichten Sie, warum.";
    deviations(count: &str, day: &str) =>
        "Later versions of the study differ in {count} points from the plan that was in force when the first participant \
         registered ({day}). Report why.",
        "Spätere Versionen der Studie weichen in {count} Punkten vom Plan ab, der galt, als sich die erste Person registrierte \
         ({day}). Berichten Sie, warum.";
    about_estimate =>
        "Share of the judgements that a participant believes to be correct, estimated at the end of the test, minus \
         accuracy; above 0 is overestimation.",
        "Anteil der Urteile, die eine Person am Ende des Tests für richtig hält, minus Anteil richtiger Antworten; über 0 ist \
         Überschätzung.";
}

/// Those that depend on more than texts and numbers.
impl Language {
    pub(in crate::report) fn towards(self, towards: Towards) -> &'static str {
        match (self, towards) {
            (English, Towards::Altered) => "manipulated",
            (German, Towards::Altered) => "manipuliert",
            (English, Towards::Original) => "authentic",
            (German, Towards::Original) => "authentisch",
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

    /// The limit of a claim: the analysis of covariance holds for the items that were judged. Nothing of outcomes that
    /// are no judgements.
    pub(in crate::report) fn for_items(self, items: Option<usize>) -> String {
        items.map_or_else(String::new, |items| self.these_items(items))
    }

    pub(in crate::report) fn rose(self, what: Watched, arm: &str, limit: &str, numbers: &str) -> String {
        match what {
            Watched::FalseAlarms => self.alarms_rose(arm, limit, numbers),
            Watched::Scale(label) => self.scale_rose(label, arm, numbers),
        }
    }

    pub(in crate::report) fn fell(self, what: Watched, arm: &str, limit: &str, numbers: &str) -> String {
        match what {
            Watched::FalseAlarms => self.alarms_fell(arm, limit, numbers),
            Watched::Scale(label) => self.scale_fell(label, arm, numbers),
        }
    }

    /// `gaps` are the mean calibration gaps, in percentage points, in the arm and in the other one.
    pub(in crate::report) fn fit(
        self,
        verdict: Verdict,
        [arm, limit]: [&str; 2],
        gaps: [&str; 2],
        numbers: &str,
    ) -> String {
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
        self.gaps(words, arm, limit, gaps[0], gaps[1], numbers)
    }

    /// Which analysis is primary, with these covariates.
    pub(in crate::report) fn method(self, design: &Design, adjusted_for: &[Covariate]) -> String {
        let items = design.after.len();
        if design.by_unit {
            return self.unit_means(items);
        }
        match design.model {
            PrimaryModel::Ancova => self.ancova(items, &self.adjusted(adjusted_for)),
            PrimaryModel::ProbitMixed => self.probit_mixed(items),
        }
    }

    fn adjusted(self, adjusted_for: &[Covariate]) -> String {
        let (none, adjusted, and) = match self {
            English => ("without covariates", "adjusted for ", " and "),
            German => ("ohne Kovariaten", "adjustiert für ", " und "),
        };
        let names: Vec<&str> = adjusted_for.iter().map(|covariate| self.covariate(*covariate)).collect();
        match names.split_last() {
            None => none.to_owned(),
            Some((last, [])) => format!("{adjusted}{last}"),
            Some((last, others)) => format!("{adjusted}{}{and}{last}", others.join(", ")),
        }
    }

    /// The name of a covariate in a sentence, and in the table of the model.
    pub fn covariate(self, covariate: Covariate) -> &'static str {
        match (self, covariate) {
            (English, Covariate::Before) => "d′ before",
            (English, Covariate::Form) => "test form",
            (English, Covariate::Stratum) => "device",
            (German, Covariate::Before) => "d′ vorher",
            (German, Covariate::Form) => "Testform",
            (German, Covariate::Stratum) => "Gerät",
        }
    }

    /// `populations` are labels with p values.
    pub(in crate::report) fn otherwise_elsewhere(self, populations: &[(&str, String)]) -> String {
        let ([open, close], and) = match self {
            English => (['“', '”'], " and "),
            German => (['„', '“'], " und "),
        };
        let named = populations.iter().map(|(label, p)| format!("{open}{label}{close} ({p})"));
        self.decided_otherwise(&named.collect::<Vec<_>>().join(and))
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
            (German, Reason::Analysis(error)) => return analysis_error::german(error),
            (English, Reason::Nobody) => "No participant has a value.",
            (German, Reason::Nobody) => "Niemand hat einen Wert.",
            (English, Reason::FewerThanTwo) => "Fewer than two participants have the outcome.",
            (German, Reason::FewerThanTwo) => "Weniger als zwei Personen haben einen Wert in der Zielgröße.",
            (English, Reason::ArmTooSmall) => {
                "An arm of this comparison has fewer than two participants with the outcome."
            }
            (German, Reason::ArmTooSmall) => {
                "Ein Arm dieses Vergleichs hat weniger als zwei Personen mit einem Wert in der Zielgröße."
            }
            (English, Reason::NoSuchCells { cells }) => {
                return format!("All cells would count equally, and no arm has the levels {cells}.");
            }
            (German, Reason::NoSuchCells { cells }) => {
                return format!("Alle Zellen würden gleich zählen, und kein Arm hat die Stufen {cells}.");
            }
            (English, Reason::CellsTooSmall { cells }) => {
                return format!("Fewer than two participants with the outcome have the levels {cells}.");
            }
            (German, Reason::CellsTooSmall { cells }) => {
                return format!("Weniger als zwei Personen mit einem Wert in der Zielgröße haben die Stufen {cells}.");
            }
            (English, Reason::NoComplier) => {
                "No participant with the outcome answered as much of the training, so its effect can't be estimated."
            }
            (German, Reason::NoComplier) => {
                "Niemand mit Zielgröße hat so viel vom Training bearbeitet, daher lässt sich sein Effekt nicht schätzen."
            }
            (English, Reason::NothingToRetain) => {
                "Among those with both, the interval of the first difference includes 0, so there may be nothing of which a share could be retained."
            }
            (German, Reason::NothingToRetain) => {
                "Bei denen mit beiden Werten enthält das Intervall des ersten Unterschieds 0; vielleicht gibt es also nichts, wovon ein Anteil erhalten sein könnte."
            }
            (English, Reason::TwoOfEachKind) => {
                "No participant judged two manipulated and two authentic items in each test, which an area needs."
            }
            (German, Reason::TwoOfEachKind) => {
                "Niemand hat in jedem Test zwei manipulierte und zwei authentische Items beurteilt; das braucht eine Fläche."
            }
            (English, Reason::NotOfUnits) => {
                "The share retained is computed from participants, not from units, so a study that allocates units has none."
            }
            (German, Reason::NotOfUnits) => {
                "Der erhaltene Anteil wird aus Personen berechnet, nicht aus Einheiten; eine Studie, die Einheiten zuteilt, hat daher keinen."
            }
            (English, Reason::OtherLength) => {
                "The tests of both parts have different numbers of items, and d′ of fewer items is closer to 0."
            }
            (German, Reason::OtherLength) => {
                "Die Tests beider Teile haben verschieden viele Items, und d′ weniger Items liegt näher bei 0."
            }
            (English, Reason::FewerThanTwoGroups) => "Fewer than two groups have two participants in each arm.",
            (German, Reason::FewerThanTwoGroups) => "Weniger als zwei Gruppen haben in jedem Arm zwei Personen.",
            (English, Reason::NoAlpha) => {
                "α does not describe two items, or items that need not agree with each other."
            }
            (German, Reason::NoAlpha) => {
                "α beschreibt weder zwei Items noch Items, die nicht miteinander übereinstimmen müssen."
            }
            (English, Reason::TooFewForItems { people, items }) => {
                return format!("The model needs at least {people} participants and {items} items.");
            }
            (German, Reason::TooFewForItems { people, items }) => {
                return format!("Das Modell braucht mindestens {people} Personen und {items} Items.");
            }
            (English, Reason::TooManyPeople { most }) => {
                return format!(
                    "With more than {most} participants, the script analysis/item_response.py of the data package fits the model."
                );
            }
            (German, Reason::TooManyPeople { most }) => {
                return format!(
                    "Bei mehr als {most} Personen schätzt das Skript analysis/item_response.py des Datenpakets das Modell."
                );
            }
            (English, Reason::NotFitted) => {
                "The model could not be fitted: all answers of a group are alike, or there are too few."
            }
            (German, Reason::NotFitted) => {
                "Das Modell ließ sich nicht schätzen: Alle Antworten einer Gruppe sind gleich, oder es sind zu wenige."
            }
            (English, Reason::NoItemSpread) => {
                "No interval: no difference between the items could be estimated (their estimated SD is 0)."
            }
            (German, Reason::NoItemSpread) => {
                "Kein Intervall: Ein Unterschied zwischen den Items ließ sich nicht schätzen (geschätzte SD 0)."
            }
            (English, Reason::OneTruth) => {
                "Everybody saw this item with the same truth, so its criterion can’t be told from its d′."
            }
            (German, Reason::OneTruth) => {
                "Alle sahen dieses Item mit derselben Wahrheit; sein Kriterium ist daher nicht von seinem d′ zu trennen."
            }
            (English, Reason::NoSpread) => "All answers are correct, all are incorrect, or there are too few.",
            (German, Reason::NoSpread) => "Alle Antworten sind richtig, alle sind falsch, oder es sind zu wenige.",
        };
        text.into()
    }

    pub(in crate::report) fn better_after(self, arms: &[&str], limit: &str) -> String {
        self.better_after_each(&self.quoted(arms), limit)
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

    /// The hypotheses that were rejected up to a look; without names while the study is blinded.
    pub(in crate::report) fn look_result(self, n: u32, rejected: &[&str], open: usize) -> String {
        let hypotheses = match rejected {
            [] if open == 0 => return self.nothing_tested(n),
            [] => return self.no_bound_crossed(n),
            [""] => self.one_hypothesis().to_owned(),
            ["", ..] => self.some_hypotheses(rejected.len()),
            names => names.join(", "),
        };
        self.bound_crossed(n, &hypotheses) + if open > 0 { self.others_open() } else { "" }
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
            Measure::CalibrationGap => self.name_calibration_gap(),
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
            Measure::CalibrationGap => self.about_calibration_gap(),
            Measure::Brier => self.about_brier(),
        }
    }

    pub(in crate::report) fn role(self, role: ModeratorRole) -> &'static str {
        match role {
            ModeratorRole::Confirmatory => self.confirmatory(),
            ModeratorRole::Exploratory => self.exploratory(),
        }
    }

    /// Where the differences along a number are predicted, in their order.
    pub(in crate::report) fn points(self) -> [&'static str; 3] {
        [self.one_below(), self.at_mean(), self.one_above()]
    }

    /// `kind` is that of a judgement item.
    pub(in crate::report) fn modality(self, kind: &str) -> &'static str {
        match kind {
            "image" => self.modality_image(),
            "audio" => self.modality_audio(),
            "video" => self.modality_video(),
            _ => self.modality_post(),
        }
    }

    pub(in crate::report) fn derived(self, from: &Source) -> &'static str {
        match from {
            Source::Sharing { .. } => self.name_sharing_discernment(),
            Source::Estimate { .. } => self.name_estimate(),
        }
    }

    pub(in crate::report) fn derived_meaning(self, from: &Source) -> &'static str {
        match from {
            Source::Sharing { .. } => self.about_sharing_discernment(),
            Source::Estimate { .. } => self.about_estimate(),
        }
    }

    pub(in crate::report) fn complier_note(self, note: ComplierNote) -> &'static str {
        match note {
            ComplierNote::EverybodyComplied => self.everybody_complied(),
            ComplierNote::WeakFirstStage => self.weak_first_stage(),
            ComplierNote::TrainingInBoth => self.training_in_both(),
        }
    }

    /// `trained` is the least share of the training, in per cent.
    pub(in crate::report) fn population(self, id: PopulationId, trained: f64) -> String {
        match id {
            PopulationId::ModifiedIntentionToTreat => self.all_eligible().into(),
            PopulationId::PerProtocol => self.trained(trained),
            PopulationId::Unflagged => self.without_flags().into(),
            PopulationId::WithExcluded => self.with_excluded().into(),
        }
    }

    /// `id` is that of a decision of a specification curve.
    pub(in crate::report) fn decision(self, id: &str) -> &'static str {
        match id {
            "population" => self.decision_population(),
            "outcome" => self.decision_outcome(),
            "correction" => self.decision_correction(),
            _ => self.decision_model(),
        }
    }

    /// `id` is that of an option; none for outcomes whose names are those of the report.
    pub(in crate::report) fn specified(self, id: &str) -> Option<&'static str> {
        Some(match id {
            "modified_intention_to_treat" => self.short_all_eligible(),
            "per_protocol" => self.short_per_protocol(),
            "unflagged" => self.short_without_flags(),
            "with_excluded" => self.short_with_excluded(),
            "d_prime" => self.short_d_prime(),
            "accuracy" => self.short_accuracy(),
            "a_prime" => self.short_a_prime(),
            "log_linear" => self.short_log_linear(),
            "replaced" => self.short_replaced(),
            "ancova" => self.short_ancova(),
            "welch" => self.short_welch(),
            _ => return None,
        })
    }

    /// A specification curve in numbers.
    pub(in crate::report) fn specification_curve(self, curve: &SpecificationCurve) -> String {
        let (Some(median), Some(smallest), Some(largest)) = (curve.median, curve.smallest, curve.largest) else {
            return self.no_specification().to_owned();
        };
        let unsigned = |effect: f64| if effect.abs() < 0.005 { 0.0 } else { effect };
        let [median, smallest, largest] =
            [median, smallest, largest].map(|effect| written(self, Form::Two, unsigned(effect)));
        let signs = curve.same_sign.map(|same| self.specification_signs(same, curve.computed));
        self.specification_effects(curve.computed, &median, &smallest, &largest)
            + &self.specification_intervals(curve.above, curve.below)
            + &signs.unwrap_or_default()
    }

    pub(in crate::report) fn flag(self, flag: Flag) -> &'static str {
        match flag {
            Flag::Hurried => self.hurried(),
            Flag::SameAnswer => self.same_answer(),
            Flag::FailedAttention => self.failed_attention(),
            Flag::MediaFailed => self.media_failed(),
            Flag::AnsweredUnseen => self.answered_unseen(),
            Flag::AnsweredUnchecked => self.answered_unchecked(),
            Flag::NotTimed => self.not_timed(),
            Flag::FlaggedForSensitivity => self.flagged_for_sensitivity(),
        }
    }
}
