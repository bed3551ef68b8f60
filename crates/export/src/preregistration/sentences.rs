//! The answers, from the bundle. Names and sentences of hypotheses and outcomes are those of the report.

use std::collections::{BTreeMap, BTreeSet};

use unmask_study::analysis::sequential::Spending;
use unmask_study::definition::analysis::{ComparisonKind, Expected, ModeratorRole, OutcomeRole, PrimaryModel};
use unmask_study::definition::item::{Advised, Method, Scale, Section};
use unmask_study::definition::study::Withdrawal;
use unmask_study::definition::wave::When;
use unmask_study::definition::{Arm, ArmId, Form};
use unmask_study::exclusion::Planned;
use unmask_study::order::Shuffled;
use unmask_study::page::QuestionnaireBlock;
use unmask_study::plan::{Plan, shown};
use unmask_study::report::input::{Course, Design, Grouping, Input, LaterWave, PlannedModerator};
use unmask_study::report::{Hypothesis, Language, Outcome, Report, report};
use unmask_study::text::Locale;
use unmask_study::{Step, Study};

use super::Recorded;
use crate::paper::{Words, margin_tests};

pub(super) struct Sentences<'a> {
    study: &'a Study,
    pub(super) design: Design,
    /// The report of a study without participants.
    report: Report,
    recorded: Option<&'a Recorded>,
    pub words: Words,
}

impl<'a> Sentences<'a> {
    pub fn of(study: &'a Study, recorded: Option<&'a Recorded>, language: Language) -> Self {
        let design = Design::of(study);
        let (people, erased, course) = (Vec::new(), Vec::new(), Course::default());
        let input = Input {
            design: design.clone(),
            people,
            erased,
            simulated_left_out: 0,
            seed_commitment: None,
            course,
            looks: Vec::new(),
        };
        let report = report(&input).in_language(&input, language);
        Self { study, design, report, recorded, words: Words(language) }
    }

    pub(super) fn say(&self, english: &str, german: &str) -> String {
        self.words.pick(english, german).to_owned()
    }

    /// A text of the bundle, translated if the bundle has a translation.
    fn text(&self, text: &str) -> String {
        self.study.catalog.translate(&Locale(self.say("en", "de")), text).to_owned()
    }

    pub(super) fn number(&self, value: f64) -> String {
        shown(Some(&value.into()), self.words.0)
    }

    pub(super) fn whole(&self, value: f64) -> String {
        self.words.number(value, 0)
    }

    pub fn title(&self) -> String {
        let (prefix, title) = (self.say("Preregistration", "Präregistrierung"), self.text(&self.study.file.title.0));
        format!("{prefix}: {title}")
    }

    pub fn hypotheses(&self) -> Vec<String> {
        let mut all: Vec<String> = self.report.hypotheses.iter().map(|one| self.hypothesis(one)).collect();
        let moderators = self.report.moderators.iter().zip(&self.design.moderators);
        all.extend(moderators.filter_map(|(one, planned)| {
            let role = self.say("secondary; moderator, tested by F", "sekundär; Moderator, mit F getestet");
            let (id, statement) = (one.hypothesis.as_ref()?, one.statement.as_ref()?);
            Some(format!("{id} ({role}): {statement} {}", self.moderator(planned)))
        }));
        let effects = self.report.factors.iter().flat_map(|factors| &factors.hypotheses);
        all.extend(effects.map(|one| {
            let role = self.say(
                "primary; superiority, directional, tested two-sided",
                "primär; Überlegenheit, gerichtet, zweiseitig getestet",
            );
            format!("{} ({role}): {}", one.id, one.statement)
        }));
        all.extend(self.design.waves.iter().filter_map(|wave| self.expected_later(wave)));
        all.extend(self.study.file.analysis.smallest_effect.map(|effect| {
            let effect = self.number(effect);
            match self.words.0 {
                Language::English => format!("The smallest difference in d′ that would matter is {effect}."),
                Language::German => format!("Der kleinste relevante Unterschied in d′ ist {effect}."),
            }
        }));
        all
    }

    fn hypothesis(&self, one: &Hypothesis) -> String {
        let planned = &self.design.comparisons[..self.design.planned_comparisons.min(self.design.comparisons.len())];
        let is_primary = one.kind.is_none() && planned.iter().any(|comparison| comparison.id == one.id);
        let role = if is_primary { self.say("primary", "primär") } else { self.say("secondary", "sekundär") };
        let framework = match (one.kind, one.margin) {
            (Some(ComparisonKind::Equivalence), _) => self.say("equivalence", "Äquivalenz"),
            (Some(ComparisonKind::NonInferiority), _) | (None, Some(_)) => {
                self.say("non-inferiority, directional", "Nichtunterlegenheit, gerichtet")
            }
            _ if one.outcome.starts_with("scale_") && self.design.expected(&one.outcome) == Expected::NoRise => {
                self.say("guardrail without a margin", "Schutzkriterium ohne Grenze")
            }
            _ => {
                self.say("superiority, directional, tested two-sided", "Überlegenheit, gerichtet, zweiseitig getestet")
            }
        };
        let margin = one.margin.map(|margin| format!("; {} {}", self.say("margin", "Grenze"), self.number(margin)));
        format!("{} ({role}; {framework}{}): {}", one.id, margin.unwrap_or_default(), one.statement)
    }

    pub fn study_type(&self) -> Vec<String> {
        vec![self.say(
            "Experiment: a randomised trial. The program assigns participants to the arms.",
            "Experiment: eine randomisierte Studie. Das Programm teilt die Teilnehmenden den Armen zu.",
        )]
    }

    pub fn blinding(&self) -> Vec<String> {
        vec![
            self.say(
                "Participants are not told which arm they are in; no page names an arm.",
                "Die Teilnehmenden erfahren nicht, in welchem Arm sie sind; keine Seite nennt einen Arm.",
            ),
            self.say(
                "Researchers see results under blinded labels (Arm A, Arm B …) until they are unblinded, each individually or all together, with a reason. The audit log records who was unblinded, when and why.",
                "Die Forschenden sehen Ergebnisse unter verblindeten Bezeichnungen (Arm A, Arm B …), bis sie mit einem Grund entblindet werden, einzeln oder alle zusammen. Das Auditprotokoll hält fest, wer wann und warum entblindet wurde.",
            ),
        ]
    }

    pub fn more_blinding(&self) -> Vec<String> {
        vec![self.say(
            "Nobody assesses outcomes: the program scores all answers. No page, call or file of the program shows the allocation of the next participant.",
            "Niemand beurteilt Ergebnisse: Das Programm wertet alle Antworten aus. Keine Seite, kein Aufruf und keine Datei des Programms verrät die Zuteilung der nächsten Person.",
        )]
    }

    fn arms(&self) -> Vec<String> {
        self.study.file.arms.values().map(|arm| self.text(&arm.label)).collect()
    }

    fn ratio(&self) -> String {
        self.study.file.arms.values().map(|arm| arm.weight.to_string()).collect::<Vec<_>>().join(":")
    }

    /// What varies within participants.
    fn forms(&self) -> String {
        let conditions = self.study.file.conditions();
        match (self.words.0, conditions.len()) {
            (Language::English, 0) => "In two parallel test forms, each test item has its other version; participants get one of them at random.".to_owned(),
            (Language::German, 0) => "In zwei parallelen Testformen hat jedes Testitem seine andere Version; wer welche erhält, ist zufällig.".to_owned(),
            (Language::English, lists) => format!("Within participants, items are in {lists} conditions ({}), rotated over {lists} lists by a Latin square; participants get one list at random, balanced within each arm.", conditions.join(", ")),
            (Language::German, lists) => format!("Innerhalb der Personen sind Items in {lists} Bedingungen ({}), die ein lateinisches Quadrat über {lists} Listen rotiert; wer welche Liste erhält, ist zufällig und innerhalb jedes Arms ausgeglichen.", conditions.join(", ")),
        }
    }

    pub fn design(&self) -> Vec<String> {
        let (arms, list, ratio) = (self.study.file.arms.len(), self.words.list(&self.arms()), self.ratio());
        let (before, after) = (self.design.before.len(), self.design.after.len());
        let before = match (self.words.0, before) {
            (_, 0) => String::new(),
            (Language::English, _) => format!("{before} items before and "),
            (Language::German, _) => format!("{before} Items vor und "),
        };
        let forms = self.forms();
        let mut all = vec![match self.words.0 {
            Language::English => format!(
                "Randomised trial with {arms} parallel arms ({list}) in the ratio {ratio}, between participants. Participants judge {before}{after} items after the arm-specific part. {forms}"
            ),
            Language::German => format!(
                "Randomisierte Studie mit {arms} parallelen Armen ({list}) im Verhältnis {ratio}, zwischen Personen. Die Teilnehmenden beurteilen {before}{after} Items nach dem armspezifischen Teil. {forms}"
            ),
        }];
        all.extend(self.orders());
        all
    }

    /// The random orders of sections, and of groups.
    fn orders(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (page, own) in &self.study.questionnaires {
            let name = page.name();
            if own.shuffle_sections {
                let fixed = own.sections.iter().filter(|section| section.fixed).map(|section| section.id.clone());
                let fixed = fixed.collect::<Vec<_>>().join(", ");
                let [except, ausser] = [("except", &fixed), ("außer", &fixed)]
                    .map(|(word, fixed)| if fixed.is_empty() { String::new() } else { format!(" ({word} {fixed})") });
                all.push(self.say(
                    &format!("Each participant gets the sections of {name}{except} in a random order."),
                    &format!(
                        "Alle Teilnehmenden erhalten die Abschnitte von {name}{ausser} in einer zufälligen Reihenfolge."
                    ),
                ));
            }
            for section in &own.sections {
                let groups = section.items.iter().filter_map(|item| item.group.as_deref()).collect();
                let shuffled = Shuffled { blocks: section.shuffle, in_groups: section.shuffle_in_groups };
                all.extend(self.groups(&format!("{name}/{}", section.id), ["items", "Items"], (groups, shuffled)));
            }
        }
        all.extend(self.orders_of_trainings());
        all
    }

    /// The random orders of groups of questions, posts and clips.
    fn orders_of_trainings(&self) -> Vec<String> {
        let mut all = Vec::new();
        for flow in &self.study.flow_a {
            let groups: Vec<&str> = flow.questions.iter().filter_map(|own| own.group.as_deref()).collect();
            let is_parted = !groups.is_empty() && (1..flow.questions.len()).contains(&(flow.interim_after as usize));
            all.extend(self.groups(flow.block.name(), ["questions", "Fragen"], (groups, flow.shuffled())));
            all.extend(is_parted.then(|| {
                self.say(
                    "They stay on their side of the interim page.",
                    "Sie bleiben auf ihrer Seite der Zwischenseite.",
                )
            }));
            let fixed = flow.questions.iter().filter(|own| own.fixed).map(|own| own.id.as_str());
            all.extend(self.fixed(flow.block.name(), fixed));
        }
        for flow in &self.study.flow_b {
            let fixed = flow.personas.iter().filter(|own| own.fixed).map(|own| own.persona.as_str());
            all.extend(self.fixed(flow.block.name(), fixed));
            for of in &flow.personas {
                let place = format!("{}/{}", flow.block, of.persona);
                let groups = of.posts.iter().filter_map(|own| own.group.as_deref()).collect();
                all.extend(self.groups(&place, ["posts", "Beiträge"], (groups, flow.shuffled())));
                let fixed = of.posts.iter().filter(|own| own.fixed).map(|own| own.id.as_str());
                all.extend(self.fixed(&place, fixed));
            }
        }
        for flow in &self.study.control_flow {
            let groups = flow.clips.iter().filter_map(|own| own.group.as_deref()).collect();
            all.extend(self.groups(flow.block.name(), ["clips", "Clips"], (groups, flow.shuffled())));
            let fixed = flow.clips.iter().filter(|own| own.fixed).map(|own| own.id.as_str());
            all.extend(self.fixed(flow.block.name(), fixed));
        }
        all
    }

    /// Which items, questions, posts or clips stay together, and what of them is in a random order; none without
    /// groups.
    fn groups(
        &self,
        place: &str,
        [items, german]: [&str; 2],
        (mut groups, shuffled): (Vec<&str>, Shuffled),
    ) -> Option<String> {
        groups.dedup();
        let groups = Some(groups.join(", ")).filter(|groups| !groups.is_empty())?;
        Some(match (shuffled.blocks, shuffled.in_groups) {
            (true, true) => self.say(
                &format!("In {place}, the {items} of a group stay together ({groups}); the groups, and the {items} in each of them, are in a random order."),
                &format!("In {place} bleiben die {german} einer Gruppe beieinander ({groups}); die Gruppen und die {german} in jeder davon haben eine zufällige Reihenfolge."),
            ),
            (true, false) => self.say(
                &format!("In {place}, the {items} of a group stay together ({groups}); the groups are in a random order."),
                &format!("In {place} bleiben die {german} einer Gruppe beieinander ({groups}); die Gruppen haben eine zufällige Reihenfolge."),
            ),
            (false, _) => self.say(
                &format!("In {place}, the {items} in each group ({groups}) are in a random order."),
                &format!("In {place} haben die {german} in jeder Gruppe ({groups}) eine zufällige Reihenfolge."),
            ),
        })
    }

    /// What has the same position for all participants, although others have not.
    fn fixed<'b>(&self, place: &str, fixed: impl Iterator<Item = &'b str>) -> Option<String> {
        let list = Some(fixed.collect::<Vec<_>>().join(", ")).filter(|list| !list.is_empty())?;
        Some(self.say(
            &format!("The same position for all participants in {place}: {list}."),
            &format!("Dieselbe Position für alle Teilnehmenden in {place}: {list}."),
        ))
    }

    pub fn randomisation(&self) -> Vec<String> {
        let plan = &self.study.file.allocation;
        let hold = plan.hold_minutes;
        let exposed = match self.words.0 {
            Language::English => format!(
                "Participants are randomised when they see the first page that differs between arms; until then, a slot is released after {hold} minutes without activity."
            ),
            Language::German => format!(
                "Randomisiert ist, wer die erste Seite sieht, die sich zwischen den Armen unterscheidet; bis dahin wird ein Platz nach {hold} Minuten ohne Aktivität frei."
            ),
        };
        let [method, algorithm] = match plan.minimises() {
            None if plan.unit.is_some() => self.units(),
            Some(best) => self.minimisation(best),
            None if plan.is_list() => self.list(),
            None => self.blocks(),
        };
        let commitment = self.recorded.map_or_else(
            || {
                self.say(
                    "[To add after the first start of the server: the SHA-256 of the seed, with unmask preregister --commitment.]",
                    "[Nach dem ersten Start des Servers zu ergänzen: die SHA-256 des Startwerts, mit unmask preregister --commitment.]",
                )
            },
            |recorded| {
                format!("{} {}.", self.say("SHA-256 of the seed:", "SHA-256 des Startwerts:"), recorded.commitment)
            },
        );
        let time = self.allocation_time().map(|time| format!(" {time}")).unwrap_or_default();
        vec![format!("{method}{time} {exposed}"), algorithm, commitment]
    }

    /// When participants are allocated, if it is not at registration.
    fn allocation_time(&self) -> Option<String> {
        let at = self.study.file.allocation.at?;
        Some(match self.words.0 {
            Language::English => {
                format!("Participants are allocated when they reach the block {at}; until then, all arms are the same.")
            }
            Language::German => format!(
                "Die Zuteilung geschieht, wenn jemand den Block {at} erreicht; bis dahin sind alle Arme gleich."
            ),
        })
    }

    fn blocks(&self) -> [String; 2] {
        let plan = &self.study.file.allocation;
        let (sizes, ratio, draw) = (self.words.choice(&plan.block_sizes), self.ratio(), plan.draw_among);
        let factors = self.study.factors();
        let strata = if factors.is_empty() {
            self.say(", without strata", ", ohne Schichten")
        } else {
            self.say(", stratified by ", ", stratifiziert nach ") + &self.words.factors(factors)
        };
        let blocks = match self.words.0 {
            Language::English => format!(
                "The program allocates individual participants in permuted blocks (sizes: {sizes}) in the ratio {ratio}{strata}. A participant's arm is drawn among the next {draw} unused slots."
            ),
            Language::German => format!(
                "Das Programm teilt einzelne Personen in permutierten Blöcken (Größen: {sizes}) im Verhältnis {ratio} zu{strata}. Der Arm einer Person wird aus den nächsten {draw} unbenutzten Plätzen gezogen."
            ),
        };
        let algorithm = self.say(
            "The sequence is derived from a random seed with ChaCha20 and an unbiased shuffle (docs/ALLOCATION.md of Unmask), so that it can be derived again.",
            "Die Folge wird aus einem zufälligen Startwert mit ChaCha20 und einer unverzerrten Mischung abgeleitet (docs/ALLOCATION.md von Unmask), sodass sie sich erneut ableiten lässt.",
        );
        [blocks, algorithm]
    }

    fn units(&self) -> [String; 2] {
        let plan = &self.study.file.allocation;
        let (sizes, ratio) = (self.words.choice(&plan.block_sizes), self.ratio());
        let units = plan.unit.as_ref().map_or(0, |unit| unit.codes.len());
        let strata = match self.study.strata().as_slice() {
            [_] => self.say(", without strata", ", ohne Schichten"),
            strata => {
                let names: Vec<String> = strata.iter().map(ToString::to_string).collect();
                self.say(", in the strata ", ", in den Schichten ") + &self.words.list(&names)
            }
        };
        let method = match self.words.0 {
            Language::English => format!(
                "The trial is cluster randomised: the program allocates {units} units, such as classes, in permuted blocks (sizes: {sizes}) in the ratio {ratio}{strata}. A unit is allocated when its first member is, and all members have its arm."
            ),
            Language::German => format!(
                "Die Studie ist clusterrandomisiert: Das Programm teilt {units} Einheiten, zum Beispiel Klassen, in permutierten Blöcken (Größen: {sizes}) im Verhältnis {ratio} zu{strata}. Eine Einheit wird zugeteilt, wenn ihr erstes Mitglied zugeteilt wird, und alle Mitglieder haben ihren Arm."
            ),
        };
        let algorithm = self.say(
            "The sequence is derived from a random seed with ChaCha20 and an unbiased shuffle (docs/ALLOCATION.md of Unmask), so that it can be derived again. Outcomes are compared by the means of units, each with the same weight (t test with the pooled variance and the number of units less 2 as degrees of freedom; Donner and Klar 2000), in place of the analysis of covariance. Intraclass correlation and design effect are reported.",
            "Die Folge wird aus einem zufälligen Startwert mit ChaCha20 und einer unverzerrten Mischung abgeleitet (docs/ALLOCATION.md von Unmask), sodass sie sich erneut ableiten lässt. Zielgrößen werden über die Mittelwerte der Einheiten verglichen, jede mit demselben Gewicht (t-Test mit gepoolter Varianz und der Zahl der Einheiten weniger 2 als Freiheitsgraden; Donner und Klar 2000), anstelle der Kovarianzanalyse. Intraklassenkorrelation und Designeffekt werden berichtet.",
        );
        [method, algorithm]
    }

    fn list(&self) -> [String; 2] {
        let factors = self.study.factors();
        let strata = if factors.is_empty() {
            self.say(", without strata", ", ohne Schichten")
        } else {
            self.say(", stratified by ", ", stratifiziert nach ") + &self.words.factors(factors)
        };
        let rows = self.study.file.allocation.rows.len();
        let method = match self.words.0 {
            Language::English => {
                format!(
                    "The program allocates individual participants in the order of a fixed list of {rows} rows{strata}."
                )
            }
            Language::German => format!(
                "Das Programm teilt einzelne Personen in der Reihenfolge einer festen Liste mit {rows} Zeilen zu{strata}."
            ),
        };
        let algorithm = self.say(
            "[To write: who made the list and how, and who can read it.] Test forms are derived from a random seed, alternately within each arm (docs/ALLOCATION.md of Unmask).",
            "[Zu schreiben: wer die Liste wie erstellt hat und wer sie lesen kann.] Die Testformen werden aus einem zufälligen Startwert abgeleitet, paarweise innerhalb jedes Arms (docs/ALLOCATION.md von Unmask).",
        );
        [method, algorithm]
    }

    fn minimisation(&self, best: f64) -> [String; 2] {
        let (ratio, factors, best) = (self.ratio(), self.words.factors(self.study.factors()), self.words.share(best));
        let method = match self.words.0 {
            Language::English => format!(
                "The program allocates individual participants in the ratio {ratio} by minimisation (Pocock and Simon 1975) with the factors {factors}. With a probability of {best} (of arms with the lowest weight; greater for others, see Han et al. 2009), a participant gets the arm with which the arms are most equal at the participant's levels: sum of the variances over the factors, equally weighted. Otherwise it is another arm; ties are broken at random."
            ),
            Language::German => format!(
                "Das Programm teilt einzelne Personen im Verhältnis {ratio} durch Minimierung zu (Pocock und Simon 1975), mit den Faktoren {factors}. Mit einer Wahrscheinlichkeit von {best} (bei Armen mit dem kleinsten Gewicht; bei anderen größer, siehe Han et al. 2009) erhält eine Person den Arm, mit dem die Arme auf ihren Faktorstufen am gleichmäßigsten besetzt sind: Summe der Varianzen über die Faktoren, gleich gewichtet. Sonst ist es ein anderer Arm; bei Gleichstand entscheidet der Zufall."
            ),
        };
        let algorithm = self.say(
            "The random numbers are derived from a random seed with ChaCha20 (docs/ALLOCATION.md of Unmask). What each draw depends on is recorded, so that it can be computed again.",
            "Die Zufallszahlen werden mit ChaCha20 aus einem zufälligen Startwert abgeleitet (docs/ALLOCATION.md von Unmask). Wovon jede Ziehung abhängt, wird aufgezeichnet, sodass sie sich erneut berechnen lässt.",
        );
        [method, algorithm]
    }

    pub fn existing_data(&self) -> Vec<String> {
        let people = self.recorded.map(|recorded| recorded.participants);
        vec![match (people, self.words.0) {
            (Some(0), _) => self.say(
                "Registration before any data were collected: the database has no participant.",
                "Registrierung, bevor Daten erhoben wurden: Die Datenbank hat keine Teilnehmenden.",
            ),
            (None, _) => self.say(
                "[To confirm, or with unmask preregister --commitment: registration before any data were collected.]",
                "[Zu bestätigen, oder mit unmask preregister --commitment: Registrierung, bevor Daten erhoben wurden.]",
            ),
            (Some(people), Language::English) => format!(
                "When this document was written, {people} participants had registered. [Say what was known of their answers.]"
            ),
            (Some(people), Language::German) => format!(
                "Als dieses Dokument entstand, hatten sich {people} Personen registriert. [Angeben, was von ihren Antworten bekannt war.]"
            ),
        }]
    }

    /// Who can't take part by their answers, and what ends a participation; nothing if there are no such rules.
    fn screening(&self) -> String {
        let rules = self.study.questionnaires.values().flat_map(|own| &own.screen_out);
        let items =
            rules.filter_map(|rule| rule.when.as_ref().map(|when| &when.item).or(rule.below_minimum_age.as_ref()));
        let items: BTreeSet<String> = items.cloned().collect();
        let quotas: Vec<String> =
            self.study.file.quotas.iter().map(|quota| format!("{} (≤ {})", quota.id, quota.limit)).collect();
        let mut said = String::new();
        if !items.is_empty() {
            let items = self.words.list(&items.into_iter().collect::<Vec<_>>());
            said += &self.say(
                &format!(" Before the arms differ, participants are screened out by their answers to {items}."),
                &format!(" Bevor sich die Arme unterscheiden, werden Personen nach ihren Antworten auf {items} ausgeschlossen."),
            );
        }
        if !quotas.is_empty() {
            let quotas = self.words.list(&quotas);
            said += &self.say(&format!(" Quotas: {quotas}."), &format!(" Quoten: {quotas}."));
        }
        if let Some(checks) = self.study.file.failed_checks {
            said += &self.say(
                &format!(" Failed attention checks end a participation; so many are enough: {checks}."),
                &format!(
                    " Nicht bestandene Aufmerksamkeitsprüfungen beenden die Teilnahme; so viele genügen: {checks}."
                ),
            );
        }
        if let Some(minutes) = self.study.file.time_limit {
            said += &self.say(
                &format!(" The first part ends {minutes} minutes after the consent."),
                &format!(" Der erste Teil endet {minutes} Minuten nach der Einwilligung."),
            );
        }
        for (number, wave) in (1..).zip(&self.study.file.waves) {
            let (rules, id) = (self.study.ending_rules(number), wave.id);
            if let Some(checks) = rules.failed_checks {
                said += &self.say(
                    &format!(" Failed attention checks end wave {id}; so many are enough: {checks}."),
                    &format!(
                        " Nicht bestandene Aufmerksamkeitsprüfungen beenden den Teil {id}; so viele genügen: {checks}."
                    ),
                );
            }
            if let Some(minutes) = rules.time_limit {
                said += &self.say(
                    &format!(" Wave {id} ends {minutes} minutes after the participant has begun it."),
                    &format!(" Der Teil {id} endet {minutes} Minuten, nachdem er begonnen wurde."),
                );
            }
        }
        said
    }

    pub fn collection(&self) -> Vec<String> {
        let file = &self.study.file;
        let age = file.minimum_age;
        let minutes: Vec<String> = (0..=file.waves.len()).map(|wave| self.study.minutes(wave).to_string()).collect();
        let sessions = match minutes.len() {
            1 => self.say("one session", "einer Sitzung"),
            many => self.say(&format!("{many} sessions"), &format!("{many} Sitzungen")),
        };
        let (minutes, screening) = (self.words.list(&minutes), self.screening());
        let who = match self.words.0 {
            Language::English => format!(
                "Participants are at least {age} years old by their own statement. They take part online in {sessions} of about {minutes} minutes, after informed consent.{screening} Answers that exclude from the analysis are listed below."
            ),
            Language::German => format!(
                "Die Teilnehmenden sind nach eigener Angabe mindestens {age} Jahre alt. Sie nehmen online in {sessions} von etwa {minutes} Minuten teil, nach informierter Einwilligung.{screening} Antworten, die von der Auswertung ausschließen, stehen unten."
            ),
        };
        let withdrawal = match file.withdrawal {
            Withdrawal::Choose => self.say(
                "Who withdraws chooses whether the data so far are kept or erased.",
                "Wer widerruft, entscheidet, ob die bisherigen Daten bleiben oder gelöscht werden.",
            ),
            Withdrawal::Keep => self.say(
                "The data of participants who withdraw are kept.",
                "Die Daten von Personen, die widerrufen, bleiben erhalten.",
            ),
            Withdrawal::Erase => self.say(
                "The data of participants who withdraw are erased.",
                "Die Daten von Personen, die widerrufen, werden gelöscht.",
            ),
        };
        vec![who, withdrawal]
    }

    /// For a paper: who could take part, and what the study states about setting and payment.
    pub fn participants(&self) -> Vec<String> {
        let file = &self.study.file;
        let (age, minutes) = (file.minimum_age, file.minutes);
        let who = match self.words.0 {
            Language::English => format!(
                "Participants had to be at least {age} years old by their own statement. They took part online for about {minutes} minutes, after informed consent."
            ),
            Language::German => format!(
                "Die Teilnehmenden mussten nach eigener Angabe mindestens {age} Jahre alt sein. Sie nahmen nach informierter Einwilligung etwa {minutes} Minuten lang online teil."
            ),
        };
        let stated = |text: &Option<String>, english: &str, german: &str| {
            text.as_ref().map_or_else(|| format!("[{}]", self.say(english, german)), |text| text.trim().to_owned())
        };
        let setting = stated(&file.reporting.setting, "Setting and recruitment.", "Ort und Rekrutierung.");
        let payment = stated(&file.reporting.payment, "Payment.", "Vergütung.");
        let payment = format!("{} {payment}", self.say("Payment:", "Vergütung:"));
        vec![who, setting, payment]
    }

    /// For a paper: the approval by an ethics board.
    pub fn ethics(&self) -> Vec<String> {
        let ethics = self.study.file.ethics.as_ref().map(|ethics| (self.text(&ethics.board.0), &ethics.id));
        vec![match (ethics, self.words.0) {
            (Some((board, id)), Language::English) => format!("Approval: {board} ({id})."),
            (Some((board, id)), Language::German) => format!("Zustimmendes Votum: {board} ({id})."),
            (None, _) => self.say("[Approval by an ethics board.]", "[Votum einer Ethikkommission.]"),
        }]
    }

    pub fn sample_size(&self) -> Vec<String> {
        let target = self.study.file.allocation.target;
        vec![target.map_or_else(
            || {
                self.say(
                    "[To write: the number of participants (allocation.target in study.yaml)]",
                    "[Zu schreiben: die Zahl der Teilnehmenden (allocation.target in study.yaml)]",
                )
            },
            |target| match self.words.0 {
                Language::English => format!("{target} participants are randomised, over all arms."),
                Language::German => format!("{target} Personen werden randomisiert, über alle Arme."),
            },
        )]
    }

    pub fn stopping(&self) -> Vec<String> {
        let closes = if self.study.file.allocation.target.is_some() {
            self.say(
                "Registration closes when the target number is randomised.",
                "Die Registrierung schließt, wenn die Zielgröße randomisiert ist.",
            )
        } else {
            self.say(
                "[To write: when recruitment ends (allocation.target in study.yaml)]",
                "[Zu schreiben: wann die Rekrutierung endet (allocation.target in study.yaml)]",
            )
        };
        if self.study.file.allocation.target.is_none() {
            let looks = self.say(
                "Without a target, outcomes can be read by arm at any time. Each look is in the audit log with the number of participants.",
                "Ohne Zielgröße können Ergebnisse jederzeit nach Armen gelesen werden. Jeder Blick steht mit der Zahl der Teilnehmenden im Auditprotokoll.",
            );
            return vec![closes, looks];
        }
        vec![closes, self.interim_looks(), self.say(
            "Until the target is reached, outcomes are not shown by arm otherwise. An earlier look needs a reason; each look is in the audit log with the number of participants, and the report lists them.",
            "Bis zur Zielgröße werden Ergebnisse sonst nicht nach Armen gezeigt. Ein früherer Blick braucht einen Grund; jeder Blick steht mit der Zahl der Teilnehmenden im Auditprotokoll, und der Bericht listet sie auf.",
        )]
    }

    /// The planned looks before the target, if there are any.
    fn interim_looks(&self) -> String {
        let Some(looks) = &self.report.sequential else {
            return self.say("No interim analysis is planned.", "Es ist keine Zwischenauswertung geplant.");
        };
        let function = match looks.spending {
            Spending::ObrienFleming => "O’Brien-Fleming",
            Spending::Pocock => "Pocock",
        };
        let at = self.words.list(&looks.planned.iter().map(|look| look.n.to_string()).collect::<Vec<_>>());
        match self.words.0 {
            Language::English => format!(
                "The primary hypotheses are tested from {at} participants with the outcome on, of about {} in the end, as a group-sequential design with Lan and DeMets’s spending function of {function} type; Holm’s procedure uses the bounds of each look (Maurer & Bretz, 2013).",
                looks.planned_n
            ),
            Language::German => format!(
                "Die primären Hypothesen werden ab {at} Personen mit Zielgröße geprüft, von etwa {} am Ende, als gruppensequenzielles Design mit der Alpha-Spending-Funktion von Lan und DeMets vom Typ {function}; die Holm-Prozedur verwendet die Grenzen der jeweiligen Auswertung (Maurer & Bretz, 2013).",
                looks.planned_n
            ),
        }
    }

    pub fn manipulated(&self) -> Vec<String> {
        let control = self.design.comparisons.first().map(|one| one.against);
        let arm = |(index, (group, arm)): (usize, (&ArmId, &Arm))| {
            let steps: Vec<String> = (0..=self.study.file.waves.len())
                .filter_map(|wave| {
                    let steps = self.study.steps_in(Some(*group), wave).iter().map(Step::to_string);
                    let steps = steps.collect::<Vec<_>>().join(" → ");
                    (!steps.is_empty()).then(|| format!("{}{steps}", self.opening(wave)))
                })
                .collect();
            let is_control =
                if Some(index) == control { self.say(" (control)", " (Kontrolle)") } else { String::new() };
            format!("{}{is_control}: {} ({})", group.name(), self.text(&arm.label), steps.join("; "))
        };
        self.study.file.arms.iter().enumerate().map(arm).collect()
    }

    /// When a later wave is open; nothing for the first part.
    fn opening(&self, wave: usize) -> String {
        let Some(own) = wave.checked_sub(1).and_then(|later| self.study.file.waves.get(later)) else {
            return String::new();
        };
        let before = self.study.wave_id(self.study.file.wave_before(wave));
        let when = |when: &When| match (when.days, &when.date) {
            (Some(days), _) => self.say(&format!("day {days} after {before}"), &format!("Tag {days} nach {before}")),
            (None, date) => date.clone().unwrap_or_default(),
        };
        let [opens, closes] = [&own.opens, &own.closes].map(when);
        let id = own.id;
        self.say(&format!("{id}, from {opens} to {closes}: "), &format!("{id}, von {opens} bis {closes}: "))
    }

    pub fn measured(&self) -> Vec<String> {
        let outcome = |one: &Outcome| {
            let role = match (one.primary, one.role) {
                (true, _) => self.say("primary outcome", "primäre Zielgröße"),
                (_, Some(OutcomeRole::Exploratory)) => self.say("exploratory outcome", "explorative Zielgröße"),
                (_, None) if !self.report.hypotheses.iter().any(|tested| tested.outcome == one.id) => {
                    self.say("further outcome", "weitere Zielgröße")
                }
                _ => self.say("secondary outcome", "sekundäre Zielgröße"),
            };
            format!("{} ({role}; {}): {}", one.label, one.id, one.meaning)
        };
        let mut all: Vec<String> = self.report.outcomes.iter().map(outcome).collect();
        all.extend(self.advice());
        all.push(self.say("All variables are in appendix A.", "Alle Variablen stehen in Anhang A."));
        all
    }

    /// The judgements before and after advice, with its texts; once for all arms that read the same.
    pub fn advice(&self) -> Vec<String> {
        let mut arms: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for arm in self.study.file.arms.keys() {
            let visits = |page: &QuestionnaireBlock| {
                self.study.steps_of(Some(*arm)).iter().any(|step| step.block.name() == page.name())
            };
            let questionnaires = self.study.seen_by(Some(*arm)).questionnaires.iter();
            for (page, own) in questionnaires.filter(|(page, _)| visits(page)) {
                for section in own.sections.iter().filter(|section| section.has_advice()) {
                    arms.entry(self.advice_in(page, section)).or_default().push(arm.name());
                }
            }
        }
        let labelled = |(words, arms): (String, Vec<&str>)| {
            let arms = arms.join(", ");
            self.say(
                &format!("Judgements before and after advice (arms: {arms}; {words}"),
                &format!("Urteile vor und nach einem Ratschlag (Arme: {arms}; {words}"),
            )
        };
        arms.into_iter().map(labelled).collect()
    }

    /// How often the advice of a section is wrong, but not where: participants may read it.
    fn advice_in(&self, page: &QuestionnaireBlock, section: &Section) -> String {
        let judged = section.items.iter().filter(|item| section.advice_on(item, Form::X).is_some());
        let judged = judged.filter_map(|item| Some((item, item.judgement()?))).collect::<Vec<_>>();
        let wrong = judged.iter().filter(|(_, own)| own.advised == Advised::Wrong).count();
        let (items, right) = (judged.len(), judged.len() - wrong);
        let own = judged.iter().flat_map(|(item, own)| own.advice.iter().map(|one| (Some(item.id.as_str()), one)));
        let texts = section.advice.iter().map(|one| (None, one)).chain(own).filter_map(|(item, (answer, text))| {
            let place = item.map(|id| format!("{id}, ")).unwrap_or_default();
            let text = self.text(&text.as_ref()?.0);
            Some(self.say(&format!("{place}{answer}: “{text}”"), &format!("{place}{answer}: „{text}“")))
        });
        let texts = texts.collect::<Vec<_>>().join("; ");
        let place = format!("{}/{}", page.name(), section.id);
        let intro = section.intro.as_ref().map_or_else(String::new, |intro| {
            let intro = self.text(&intro.0).split_whitespace().collect::<Vec<_>>().join(" ");
            self.say(&format!(" Before, they read: “{intro}”"), &format!(" Vorher lesen sie: „{intro}“"))
        });
        self.say(
            &format!(
                "{place}): participants first judge each of {items} items without advice (initial answer).{intro} Then they see their answer and advice that names an answer, and judge again (final answer). The advice is fixed in advance, and no program computes it during the study. It names the correct answer for {right} items and a wrong one for {wrong}. Outcomes use the final answers; the initial ones show how far advice is adopted. The texts of the advice, by the answer that they name: {texts}"
            ),
            &format!(
                "{place}): Teilnehmende beurteilen jedes von {items} Items zuerst ohne Ratschlag (erste Antwort).{intro} Dann sehen sie ihre Antwort und einen Ratschlag, der eine Antwort nennt, und urteilen noch einmal (endgültige Antwort). Der Ratschlag steht vorher fest; kein Programm berechnet ihn während der Studie. Er nennt für {right} Items die richtige Antwort und für {wrong} eine falsche. Zielgrößen verwenden die endgültigen Antworten; die ersten zeigen, wie weit Ratschlägen gefolgt wird. Die Texte der Ratschläge nach der Antwort, die sie nennen: {texts}"
            ),
        )
    }

    pub fn indices(&self) -> Vec<String> {
        let scales = self.study.questionnaires.values().flat_map(|questionnaire| &questionnaire.scales);
        scales.map(|scale| self.scale(scale)).collect()
    }

    fn scale(&self, scale: &Scale) -> String {
        let (label, items) = (self.text(&scale.label.0), scale.items.join(", "));
        let how = match scale.method {
            Method::Mean => self.say("mean of", "Mittelwert aus"),
            Method::Sum => self.say("prorated sum of", "hochgerechnete Summe aus"),
            Method::Correct => self.say("number of correct answers to", "Zahl richtiger Antworten auf"),
        };
        let reversed = if scale.reverse.is_empty() {
            String::new()
        } else {
            format!("; {} {}", self.say("reversed:", "umgepolt:"), scale.reverse.join(", "))
        };
        let least =
            scale.min_answered.map(|least| format!("; {} {least}", self.say("answers needed:", "nötige Antworten:")));
        format!("{} ({label}): {how} {items}{reversed}{}.", scale.id, least.unwrap_or_default())
    }

    pub fn models(&self) -> Vec<String> {
        if self.design.by_unit {
            return vec![
                self.design.planned_method(false, self.words.0),
                self.say(
                    "The other outcomes are compared in the same way, without covariates. docs/ANALYSIS.md of Unmask has the formulae.",
                    "Die anderen Zielgrößen werden ebenso verglichen, ohne Kovariaten. docs/ANALYSIS.md von Unmask enthält die Formeln.",
                ),
            ];
        }
        let has_strata = self.study.adjusts_for_stratum();
        let covariates = if has_strata {
            self.say(
                "Test form and device are covariates if each arm has at least two participants of both kinds.",
                "Testform und Gerät sind Kovariaten, wenn jeder Arm mindestens zwei Personen beider Arten hat.",
            )
        } else {
            self.say(
                "The test form is a covariate if each arm has at least two participants with each form.",
                "Die Testform ist eine Kovariate, wenn jeder Arm mindestens zwei Personen mit jeder Form hat.",
            )
        };
        let others = [
            self.compared_alike(),
            covariates,
            self.say(
                "Standard errors are HC3. docs/ANALYSIS.md of Unmask has the formulae.",
                "Standardfehler sind HC3. docs/ANALYSIS.md von Unmask enthält die Formeln.",
            ),
        ];
        vec![
            self.design.planned_method(has_strata, self.words.0),
            others.join(" "),
            self.say(
                "As a sensitivity analysis, a specification curve shows each planned comparison under every combination of population, outcome (d′, accuracy, A′), correction of extreme rates and model (with and without covariates); it is descriptive (Simonsohn et al. 2020).",
                "Als Sensitivitätsanalyse zeigt eine Spezifikationskurve jeden geplanten Vergleich unter allen Kombinationen von Auswertungspopulation, Zielgröße (d′, Anteil richtiger Antworten, A′), Korrektur extremer Raten und Modell (mit und ohne Kovariaten); sie ist deskriptiv (Simonsohn et al. 2020).",
            ),
        ]
    }

    /// How outcomes are compared that are not primary, and secondary comparisons of d'.
    fn compared_alike(&self) -> String {
        let alike = match self.design.model {
            PrimaryModel::Ancova => self.say(
                "The other outcomes are compared in the same way",
                "Die anderen Zielgrößen werden ebenso verglichen",
            ),
            PrimaryModel::ProbitMixed => self.say(
                "The other outcomes, and d′ in secondary hypotheses, are compared by analysis of covariance",
                "Die anderen Zielgrößen und d′ in sekundären Hypothesen werden mit Kovarianzanalysen verglichen",
            ),
        };
        let adjusted = self.say(
            ", each adjusted for the same measure before, where there is one.",
            ", adjustiert für dasselbe Maß vorher, soweit vorhanden.",
        );
        let has_before = self.report.outcomes.iter().any(|one| !one.before.is_empty());
        alike + if has_before { &adjusted } else { "." }
    }

    pub fn transformations(&self) -> Vec<String> {
        let signal = self.study.file.analysis.signal.join(", ");
        let share = self.whole(self.study.file.analysis.minimum_judged * 100.0);
        vec![match self.words.0 {
            Language::English => format!(
                "The answers {signal} mean “manipulated”: hits for manipulated items, false alarms for authentic ones. d′ and criterion use the log-linear correction (Hautus 1995) and need {share}% of the judgements of a test. Arms are coded with control as the reference."
            ),
            Language::German => format!(
                "Die Antworten {signal} bedeuten „manipuliert“: Treffer bei manipulierten, falsche Alarme bei authentischen Items. d′ und Kriterium verwenden die loglineare Korrektur (Hautus 1995) und brauchen {share} % der Urteile eines Tests. Die Arme sind mit der Kontrolle als Referenz kodiert."
            ),
        }]
    }

    pub fn inference(&self) -> Vec<String> {
        let alpha = self.number(self.study.file.analysis.alpha);
        let first = match self.words.0 {
            Language::English => format!(
                "α = {alpha}. Holm's method corrects the primary hypotheses together. Other hypotheses are each tested at α without correction. Unless stated otherwise, tests are two-sided and intervals are 95% intervals."
            ),
            Language::German => format!(
                "α = {alpha}. Die primären Hypothesen sind gemeinsam nach Holm korrigiert. Andere Hypothesen werden einzeln auf α getestet, ohne Korrektur. Soweit nicht anders angegeben, sind Tests zweiseitig und Intervalle 95-%-Intervalle."
            ),
        };
        let by_model = self.decided_by_model();
        let margins = margin_tests(&self.report, self.words);
        let is_confirmatory = |one: &PlannedModerator| one.role == ModeratorRole::Confirmatory;
        let moderators = self.design.moderators.iter().any(is_confirmatory).then(|| {
            self.say(
                "Hypotheses on confirmatory moderators are an exception: Holm's method corrects them together, and they can be supported only if all primary hypotheses are.",
                "Eine Ausnahme sind Hypothesen zu konfirmatorischen Moderatoren: Sie sind gemeinsam nach Holm korrigiert und können nur gestützt sein, wenn es alle primären Hypothesen sind.",
            )
        });
        vec![[vec![first], by_model.into_iter().chain(moderators).collect(), margins].concat().join(" ")]
    }

    /// Where the primary hypotheses are decided, if not in the report.
    fn decided_by_model(&self) -> Option<String> {
        (self.design.model == PrimaryModel::ProbitMixed).then(|| {
            self.say(
                "A primary hypothesis is supported if analysis/model.R estimates a positive change in d′ with p_holm of at most α. The report of Unmask has no verdict on it.",
                "Eine primäre Hypothese ist gestützt, wenn analysis/model.R eine positive Veränderung in d′ mit p_holm von höchstens α schätzt. Der Bericht von Unmask enthält keinen Befund dazu.",
            )
        })
    }

    pub fn exclusions(&self) -> Vec<String> {
        let rule = |one: &Planned| {
            let keep: Vec<String> = one.keep.iter().map(|answer| shown(Some(answer), self.words.0)).collect();
            let (keep, item, reason) = (keep.join(&self.say(" or ", " oder ")), &one.item, self.text(&one.reason));
            match self.words.0 {
                Language::English => format!("Excluded unless {item} is {keep} (or has no answer): {reason}."),
                Language::German => {
                    format!(
                        "Ausgeschlossen, wenn {item} nicht {keep} ist (ohne Antwort nicht ausgeschlossen): {reason}."
                    )
                }
            }
        };
        let mut all: Vec<String> = self.design.exclusions.planned.iter().map(rule).collect();
        if all.is_empty() {
            all.push(self.say("No answer excludes.", "Keine Antwort schließt aus."));
        }
        let flags: Vec<String> = self.design.exclusions.sensitivity.iter().map(|one| one.item.clone()).collect();
        let share = self.whole(self.design.per_protocol * 100.0);
        all.push(match self.words.0 {
            Language::English => format!("Primary population: all randomised participants who are not excluded, in the arm assigned (modified intention to treat). Secondary: per protocol (at least {share}% of the training items answered), without quality flags, and with the excluded. Outliers stay in. The effect of taking the training is estimated as complier average causal effect: two-stage least squares with the allocation as instrument, for the share of the training answered and for compliers (at least {share}%)."),
            Language::German => format!("Primäre Population: alle Randomisierten, die nicht ausgeschlossen sind, im zugeteilten Arm (modifizierte Intention-to-treat). Sekundär: Per-Protokoll (mindestens {share} % der Trainingsitems beantwortet), ohne Qualitätshinweise und mit den Ausgeschlossenen. Ausreißer bleiben enthalten. Der Effekt des bearbeiteten Trainings wird als Complier Average Causal Effect geschätzt: zweistufige Kleinste-Quadrate-Schätzung mit der Zuteilung als Instrument, für den bearbeiteten Anteil des Trainings und für Complier (mindestens {share} %)."),
        });
        if !flags.is_empty() {
            let list = flags.join(", ");
            all.push(match self.words.0 {
                Language::English => format!("Answers to {list} flag for the sensitivity analysis only."),
                Language::German => format!("Antworten auf {list} kennzeichnen nur für die Sensitivitätsanalyse."),
            });
        }
        all
    }

    pub fn missing_data(&self) -> Vec<String> {
        let primary = match self.design.model {
            PrimaryModel::Ancova => self.say(
                "The primary analysis takes all participants who have the outcome.",
                "Die primäre Auswertung nimmt alle, deren Zielgröße vorliegt.",
            ),
            PrimaryModel::ProbitMixed => self.say(
                "The mixed model takes all answers of the test that were given; the analysis of covariance takes all participants who have the outcome.",
                "Das gemischte Modell nimmt alle gegebenen Antworten des Tests, die Kovarianzanalyse alle Personen, deren Zielgröße vorliegt.",
            ),
        };
        let beside = self.say(
            "Beside it: multiple imputation (100 imputations, Rubin's rules), a tipping point by delta adjustment, and bounds with extreme values. Participants without the outcome are compared with those who have it.",
            "Daneben: multiple Imputation (100 Imputationen, Rubins Regeln), ein Kipppunkt durch Delta-Adjustierung und Grenzen mit extremen Werten. Personen ohne Zielgröße werden mit den anderen verglichen.",
        );
        vec![format!("{primary} {beside}")]
    }

    /// A moderator with its role, how it is measured and how it is tested.
    fn moderator(&self, one: &PlannedModerator) -> String {
        let label = self.text(&one.named(self.words.0));
        let role = match one.role {
            ModeratorRole::Confirmatory => self.say("confirmatory", "konfirmatorisch"),
            ModeratorRole::Exploratory => self.say("exploratory", "explorativ"),
        };
        let (measured, tested) = (self.moderator_measured(&one.by), self.moderator_tested(&one.by));
        let corrected = match one.role {
            ModeratorRole::Confirmatory => self.say(
                "p is corrected by Holm's method over the confirmatory moderators, and the hypothesis can be supported only if all primary hypotheses are",
                "p wird nach Holm über die konfirmatorischen Moderatoren korrigiert, und die Hypothese kann nur gestützt sein, wenn es alle primären Hypothesen sind",
            ),
            ModeratorRole::Exploratory => self.say("p is not corrected", "p wird nicht korrigiert"),
        };
        let first = self.say("Moderator of the differences in d′", "Moderator der Unterschiede in d′");
        format!("{first} ({role}): {label}, {measured}; {tested}; {corrected}.")
    }

    fn moderator_measured(&self, by: &Grouping) -> String {
        match by {
            Grouping::Answer { item, groups, .. } => {
                let groups: Vec<String> = groups.iter().map(|group| self.text(&group.label)).collect();
                let groups = groups.join(", ");
                match self.words.0 {
                    Language::English => format!("groups by the answer to {item} ({groups})"),
                    Language::German => format!("Gruppen nach der Antwort auf {item} ({groups})"),
                }
            }
            Grouping::Modality(_) => self.say("groups of items by their kind", "Gruppen von Items nach ihrer Art"),
            Grouping::DPrimeBefore => {
                self.say("each participant's d′ in the test before", "d′ jeder Person im Test davor")
            }
            Grouping::Score { scale, .. } => match self.words.0 {
                Language::English => format!("each participant's score {scale}, measured before the arms differ"),
                Language::German => {
                    format!("Skalenwert {scale} jeder Person, erhoben, bevor sich die Arme unterscheiden")
                }
            },
        }
    }

    fn moderator_tested(&self, by: &Grouping) -> String {
        match by {
            Grouping::Answer { .. } | Grouping::Modality(_) => self.say(
                "F test of the interaction of arm and group with HC3 errors",
                "F-Test der Interaktion von Arm und Gruppe mit HC3-Fehlern",
            ),
            Grouping::DPrimeBefore | Grouping::Score { .. } => self.say(
                "F test of the interaction of arm and number, centred at its mean, with HC3 errors; differences are predicted at the mean, and one standard deviation below and above it",
                "F-Test der Interaktion von Arm und Wert, am Mittelwert zentriert, mit HC3-Fehlern; Unterschiede werden beim Mittelwert sowie eine Standardabweichung darunter und darüber vorhergesagt",
            ),
        }
    }

    pub fn exploratory(&self) -> Vec<String> {
        let moderators = self.design.moderators.iter().filter(|one| one.role == ModeratorRole::Exploratory);
        let mut all: Vec<String> = moderators.map(|one| self.moderator(one)).collect();
        let parts = self.design.parts.iter().filter(|part| part.hypothesis.is_none());
        all.extend(parts.map(|part| {
            format!("{} {}.", self.say("d′ in a part of the test:", "d′ in einem Testteil:"), self.text(&part.label))
        }));
        if !self.design.factors.is_empty() {
            all.push(self.factors());
        }
        let waves = self.design.waves.iter().filter(|wave| wave.hypothesis.is_none());
        all.extend(waves.map(|wave| self.later_wave(wave)));
        all.push(self.say(
            "Every analysis that is not named here is exploratory.",
            "Jede Auswertung, die hier nicht genannt ist, ist explorativ.",
        ));
        all
    }

    /// The hypothesis about a later wave, if there is one.
    fn expected_later(&self, wave: &LaterWave) -> Option<String> {
        let (name, id, title) = (wave.hypothesis.as_ref()?, &wave.id, self.text(&wave.title));
        let expected = self.say(
            &format!("{name} (secondary; superiority, directional, tested two-sided): d′ in {title} ({id}) is higher in each primary arm than in its reference. "),
            &format!("{name} (sekundär; Überlegenheit, gerichtet, zweiseitig getestet): d′ in {title} ({id}) ist in jedem primären Arm höher als in seiner Referenz. "),
        );
        let part = wave.part.and_then(|part| self.design.parts.get(part)).map(|part| self.text(&part.label));
        let compared = part.map(|part| {
            self.say(
                &format!(" Retained is compared with d′ over a part of the first test: {part}."),
                &format!(" Der erhaltene Anteil bezieht sich auf d′ in einem Teil des ersten Tests: {part}."),
            )
        });
        Some(expected + &self.later_wave(wave) + &compared.unwrap_or_default())
    }

    /// What the report has of the factors.
    fn factors(&self) -> String {
        let names: Vec<&str> = self.design.factors.iter().map(|factor| factor.id.as_str()).collect();
        let names = names.join(", ");
        let (model, in_german) = if self.design.by_unit {
            (
                "of the means of units, with their pooled variance",
                "der Mittelwerte der Einheiten, mit deren gepoolter Varianz",
            )
        } else {
            ("in the model of the primary analysis of covariance", "im Modell der primären Kovarianzanalyse")
        };
        self.say(
            &format!("Factors ({names}): main effects and interactions in d′, as contrasts with the first level of each factor over equally weighted cells, and the F test of each effect, {model}. Only p values of hypotheses are corrected."),
            &format!("Faktoren ({names}): Haupteffekte und Interaktionen in d′, als Kontraste zur ersten Stufe jedes Faktors über gleich gewichtete Zellen, und der F-Test jedes Effekts, {in_german}. Nur p-Werte von Hypothesen werden korrigiert."),
        )
    }

    /// What the report has of a later wave.
    fn later_wave(&self, wave: &LaterWave) -> String {
        let (id, title, items) = (&wave.id, self.text(&wave.title), wave.items.len());
        let needs_consent = self.study.file.waves.iter().any(|own| own.id.name() == id && own.consent.is_some());
        let (and_agreed, in_german) = if needs_consent {
            (" and agreed to be contacted", " und einer Kontaktaufnahme zugestimmt")
        } else {
            ("", "")
        };
        // The share is computed from participants, not from units.
        let retained = if self.design.by_unit {
            ["", ""]
        } else {
            [
                "; the share of each difference in d′ that is retained, of participants with d′ in both parts, with Fieller’s interval if that of the first difference excludes 0",
                "; der erhaltene Anteil jedes Unterschieds in d′, bei Personen mit d′ in beiden Teilen, mit dem Intervall nach Fieller, wenn das des ersten Unterschieds 0 ausschließt",
            ]
        };
        let came_back = self.say(
            &format!("{title} ({id}): the share of participants who do not complete it, by arm, of those for whom it was planned: they completed the part before{and_agreed}."),
            &format!("{title} ({id}): der Anteil der Personen, die ihn nicht abschließen, nach Arm, von denen, für die er geplant war: Sie haben den Teil davor abgeschlossen{in_german}."),
        );
        if items == 0 {
            return came_back;
        }
        let judged = self.say(
            &format!(" d′ and criterion of its judgements (items: {items}), and the primary comparisons in both, adjusted like the primary analysis{}. No p value is corrected.", retained[0]),
            &format!(" d′ und Kriterium der Urteile darin (Items: {items}) und die primären Vergleiche in beiden, adjustiert wie die primäre Analyse{}. Kein p-Wert wird korrigiert.", retained[1]),
        );
        came_back + &judged
    }

    pub fn deviations(&self, plan: &Plan) -> Vec<String> {
        let hash = plan.hash();
        vec![
            self.say(
                "Deviations: the plan is fixed when the first participant registers. The report and the data package list each later change of it, with the day and the number of participants registered before. The authors give the reasons.",
                "Abweichungen: Der Plan steht fest, wenn sich die erste Person registriert. Bericht und Datenpaket nennen jede spätere Änderung mit dem Tag und der Zahl der zuvor Registrierten. Die Autorinnen und Autoren nennen die Gründe.",
            ),
            format!("{} {hash}", self.say("SHA-256 of the plan:", "SHA-256 des Plans:")),
        ]
    }
}
