//! Why this number of participants.

use unmask_study::definition::analysis::PrimaryModel;
use unmask_study::report::input::PlannedEffect;
use unmask_study::report::{Language, Needed};

use super::sentences::Sentences;

impl Sentences<'_> {
    /// The sample size that the plan needs, what that assumes, and the power at the target.
    pub fn rationale(&self) -> Vec<String> {
        let (effect, design) = (self.design.sample.effect.d, &self.design);
        if design.by_unit {
            return vec![self.say(
                "[To write: how many units of which size, with the intraclass correlation that is assumed. unmask power computes the number.]",
                "[Zu schreiben: wie viele Einheiten welcher Größe, mit der angenommenen Intraklassenkorrelation. unmask power berechnet die Zahl.]",
            )];
        }
        let Ok(needed) = design.people_needed(effect) else {
            return vec![self.say("[To write: why this number.]", "[Zu schreiben: warum diese Zahl.]")];
        };
        let more = self.same_in_each_item().into_iter().chain(self.reached()).chain(self.effects(needed));
        [self.needed(needed)].into_iter().chain(more).collect()
    }

    /// What the hypotheses about factors need: an interaction needs more than the comparisons of arms.
    fn effects(&self, needed: Needed) -> Vec<String> {
        let (design, d) = (&self.design, self.design.sample.effect.d);
        let per_cell = design.analysed_at_target().unwrap_or(needed.adjusted);
        let ahead = design.effects_ahead(per_cell, d).unwrap_or_default();
        let name_of = |one: &PlannedEffect| {
            let mut factors = one.factors.clone();
            factors.sort_unstable();
            factors.iter().map(|at| design.factors[*at].id.as_str()).collect::<Vec<_>>().join(" × ")
        };
        let sentence = |one: &PlannedEffect| {
            let found = ahead.iter().find(|ahead| ahead.name == name_of(one))?;
            let (name, id, least) = (&found.name, &one.hypothesis, found.per_cell);
            let (d, wanted, power) =
                (self.number(d), self.whole(design.sample.power * 100.0), self.words.number(found.power * 100.0, 1));
            Some(match self.words.0 {
                Language::English => format!(
                    "{id} ({name}): a contrast of d = {d} needs {least} analysed participants in each cell for {wanted}% power at the same α (Maxwell & Delaney 2004, chapter 7); {per_cell} give {power}%."
                ),
                Language::German => format!(
                    "{id} ({name}): Ein Kontrast von d = {d} braucht für {wanted} % Power bei demselben α {least} ausgewertete Personen je Zelle (Maxwell & Delaney 2004, Kapitel 7); {per_cell} ergeben {power} %."
                ),
            })
        };
        design.effects.iter().filter_map(sentence).collect()
    }

    fn needed(&self, needed: Needed) -> String {
        let (sample, tested) = (&self.design.sample, self.tested(needed.t_test) + &self.adjusted(needed));
        let (d, power, loss) =
            (self.number(sample.effect.d), self.whole(sample.power * 100.0), self.whole(sample.loss * 100.0));
        let alpha = self.words.number(self.design.alpha_each(), 3);
        let (recruited, total) = (needed.recruited, needed.total);
        match self.words.0 {
            Language::English => format!(
                "For d = {d} with {power}% power at α = {alpha} (two-sided, the strictest step of Holm's correction), {tested}. With {loss}% loss, {recruited} per arm are randomised, {total} in all. unmask power computes it."
            ),
            Language::German => format!(
                "Für d = {d} mit {power} % Power bei α = {alpha} (zweiseitig, der strengste Schritt der Holm-Korrektur) {tested}. Bei {loss} % Ausfall werden {recruited} je Arm randomisiert, insgesamt {total}. unmask power berechnet es."
            ),
        }
    }

    /// What the test of one comparison needs.
    fn tested(&self, people: u32) -> String {
        let between = self.design.sample.item_effects;
        if self.design.model == PrimaryModel::Ancova || between == 0.0 {
            return match self.words.0 {
                Language::English => format!("a t test needs {people} per arm (Cohen 1988)"),
                Language::German => format!("braucht ein t-Test {people} je Arm (Cohen 1988)"),
            };
        }
        let (items, between) = (self.design.after.len(), self.number(between));
        match self.words.0 {
            Language::English => format!(
                "the mixed model needs {people} per arm (Westfall, Kenny & Judd 2014) if the differences in d′ vary with SD {between} between the {items} items"
            ),
            Language::German => format!(
                "braucht das gemischte Modell {people} je Arm (Westfall, Kenny & Judd 2014), wenn die Unterschiede in d′ mit SD {between} zwischen den {items} Items variieren"
            ),
        }
    }

    /// What covariate and planned looks change.
    fn adjusted(&self, needed: Needed) -> String {
        let correlation = self.design.correlation().ok().filter(|_| !self.design.before.is_empty());
        let (people, has_looks) = (needed.adjusted, self.design.interim.is_some());
        let covariate = correlation.map(|r| match (self.words.0, self.words.number(r, 2)) {
            (Language::English, r) => format!("d′ before as covariate (r = {r}; Borm et al. 2007)"),
            (Language::German, r) => format!("d′ vorher als Kovariate (r = {r}; Borm et al. 2007)"),
        });
        let looks = has_looks.then(|| self.say("the planned looks", "den geplanten Zwischenauswertungen"));
        let both: Vec<String> = covariate.into_iter().chain(looks).collect();
        if both.is_empty() {
            return String::new();
        }
        format!("; {} {} {people}", self.say("with", "mit"), self.words.list(&both))
    }

    /// What a plan for the mixed model assumes if it states no item effects.
    fn same_in_each_item(&self) -> Option<String> {
        let is_assumed = self.design.model == PrimaryModel::ProbitMixed && self.design.sample.item_effects == 0.0;
        is_assumed.then(|| {
            self.say(
                "This assumes that an arm makes the same difference in each item. The mixed model needs more participants if it does not. [Expected SD of the difference between items: analysis.sample.item_effects in study.yaml]",
                "Das setzt voraus, dass ein Arm bei jedem Item denselben Unterschied macht. Sonst braucht das gemischte Modell mehr Personen. [Erwartete SD des Unterschieds zwischen den Items: analysis.sample.item_effects in study.yaml]",
            )
        })
    }

    fn reached(&self) -> Option<String> {
        let (target, each) = self.design.target.zip(self.design.analysed_at_target())?;
        let power = self.design.power_with(each.max(2), self.design.sample.effect.d).ok()?;
        let power = self.words.number(power * 100.0, 1);
        let arm = if self.design.has_equal_arms() {
            self.say("each arm", "je Arm")
        } else {
            self.say("the smallest arm, and more in the others", "im kleinsten Arm und mehr in den anderen")
        };
        Some(match self.words.0 {
            Language::English => format!("The target of {target} leaves {each} in {arm}: power {power}%."),
            Language::German => format!("Von geplanten {target} Personen bleiben {each} {arm}: Power {power} %."),
        })
    }
}
