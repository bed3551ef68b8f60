//! How hypotheses with a margin are tested: a sentence for each kind that the plan has.

use unmask_study::definition::analysis::ComparisonKind;
use unmask_study::report::{Hypothesis, Language, Report, Unit};

use super::words::Words;

/// In the order guardrails, non-inferiority, equivalence.
pub(crate) fn margin_tests(report: &Report, words: Words) -> Vec<String> {
    let alpha = report.about.alpha;
    let (one_sided, twice) = (words.level(alpha / 2.0), words.level(alpha));
    let share = words.number((1.0 - 2.0 * alpha) * 100.0, 0);
    let kinds = [None, Some(ComparisonKind::NonInferiority), Some(ComparisonKind::Equivalence)];
    let sentence = |kind: Option<ComparisonKind>| {
        let all = margins(report, kind, words);
        (!all.is_empty()).then(|| match (kind, words.0) {
            (Some(ComparisonKind::Equivalence), Language::English) => format!(
                "Equivalence is shown by two one-sided tests ({twice}) against the margin in both directions ({all}); its interval is a {share}% interval."
            ),
            (Some(ComparisonKind::Equivalence), Language::German) => format!(
                "Äquivalenz zeigen zwei einseitige Tests ({twice}) gegen die Grenze in beiden Richtungen ({all}); ihr Intervall ist ein {share}-%-Intervall."
            ),
            (Some(_), Language::English) => {
                format!("Non-inferiority is tested one-sided ({one_sided}) against the margin ({all}).")
            }
            (Some(_), Language::German) => {
                format!("Nichtunterlegenheit wird einseitig ({one_sided}) gegen die Grenze getestet ({all}).")
            }
            (None, Language::English) => format!(
                "Guardrails are tested one-sided ({one_sided}) against the rise that must be ruled out ({all})."
            ),
            (None, Language::German) => format!(
                "Schutzkriterien werden einseitig ({one_sided}) gegen den Anstieg getestet, der auszuschließen ist ({all})."
            ),
        })
    };
    kinds.into_iter().filter_map(sentence).collect()
}

/// "H3: 10 percentage points; H6: 0.5". A hypothesis that compares several arms has one margin.
fn margins(report: &Report, kind: Option<ComparisonKind>, words: Words) -> String {
    let of_kind = report.hypotheses.iter().filter(|one| one.kind == kind);
    let margin = |one: &Hypothesis| Some(format!("{}: {}", one.id, in_unit(report, one, one.margin?, words)));
    let mut all: Vec<String> = of_kind.filter_map(margin).collect();
    all.dedup();
    all.join("; ")
}

fn in_unit(report: &Report, one: &Hypothesis, margin: f64, words: Words) -> String {
    let is_share = report.outcomes.iter().any(|outcome| outcome.id == one.outcome && outcome.unit == Unit::Share);
    if is_share {
        // So that 0.07 is not 7.000000000000001.
        let points = (margin * 1e8).round() / 1e6;
        return format!("{} {}", as_short(points, words), words.pick("percentage points", "Prozentpunkte"));
    }
    as_short(margin, words)
}

/// With as many decimals as it needs.
fn as_short(value: f64, words: Words) -> String {
    let decimals = value.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len());
    words.number(value, decimals)
}
