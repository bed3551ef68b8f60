//! What the draft says, in its order.

mod designs;

use unmask_study::analysis::sequential::Spending;
use unmask_study::definition::analysis::{ComparisonKind, PrimaryModel};
use unmask_study::report::{
    ArmFlow, ComplierEffect, Contrast, Deviation, DoseKind, FixedPlan, Hypothesis, Language, MarginTest, Moderator,
    Number, Reason, Report, Standardised, Tipping, TrialActivation, Unit,
};

use super::margins::margin_tests;
use super::words::Words;
use super::{AllocationMethod, Block, PaperTable, PlannedMethods};

/// In place of a number that can't be computed.
const NONE: &str = "–";

struct Draft<'a> {
    report: &'a Report,
    allocation: &'a AllocationMethod,
    planned: &'a PlannedMethods,
    words: Words,
    blocks: Vec<Block>,
    tables: u32,
}

/// The draft in the language of the report.
pub(super) fn blocks(
    report: &Report,
    allocation: &AllocationMethod,
    planned: &PlannedMethods,
    language: Language,
) -> Vec<Block> {
    let mut draft = Draft { report, allocation, planned, words: Words(language), blocks: Vec::new(), tables: 0 };
    draft.notes();
    draft.methods();
    draft.results();
    draft.blocks
}

impl Draft<'_> {
    fn heading(&mut self, english: &str, german: &str) {
        self.blocks.push(Block::Heading(self.words.pick(english, german).to_owned()));
    }

    fn subheading(&mut self, english: &str, german: &str) {
        self.blocks.push(Block::Subheading(self.words.pick(english, german).to_owned()));
    }

    fn paragraph(&mut self, sentences: impl IntoIterator<Item = String>) {
        let sentences: Vec<String> = sentences.into_iter().filter(|one| !one.is_empty()).collect();
        if !sentences.is_empty() {
            self.blocks.push(Block::Paragraph(sentences.join(" ")));
        }
    }

    fn note(&mut self, text: String) {
        self.blocks.push(Block::Note(text));
    }

    fn table(&mut self, title: &str, head: Vec<String>, rows: Vec<Vec<String>>, note: &str) {
        if rows.is_empty() {
            return;
        }
        self.tables += 1;
        let title = format!("{} {}. {title}", self.words.pick("Table", "Tabelle"), self.tables);
        self.blocks.push(Block::Table(PaperTable { title, head, rows, note: note.to_owned(), is_text: false }));
    }

    fn arms(&self) -> Vec<String> {
        self.report.arms.iter().map(|arm| arm.label.clone()).collect()
    }

    fn arm(&self, arm: usize) -> &str {
        self.report.arms.get(arm).map_or(NONE, |arm| arm.label.as_str())
    }

    fn is_withheld(&self) -> bool {
        self.report.stage.kind.withholds()
    }

    /// What the authors must know before they use the draft.
    fn notes(&mut self) {
        let words = self.words;
        self.note(
            words
                .pick(
                    "Draft by Unmask. Check each sentence, and replace what is in square brackets.",
                    "Entwurf von Unmask. Bitte jeden Satz prüfen und ersetzen, was in eckigen Klammern steht.",
                )
                .to_owned(),
        );
        if self.report.about.blinded {
            self.note(
                words
                    .pick(
                        "This report is blinded: the arms have masked names, and all pairs are compared instead of the planned ones.",
                        "Dieser Bericht ist verblindet: Die Arme haben maskierte Namen, und alle Paare werden verglichen statt der geplanten.",
                    )
                    .to_owned(),
            );
        }
        if self.is_withheld() {
            self.note(self.report.headline.clone());
        }
        self.report.cautions.clone().into_iter().for_each(|caution| self.note(caution));
    }

    fn methods(&mut self) {
        self.heading("Methods", "Methode");
        self.subheading("Design and registration", "Design und Registrierung");
        let design = std::iter::once(self.design()).chain(self.more_design()).collect::<Vec<_>>().join(" ");
        let trial = &self.report.trial;
        let words = self.words;
        let missing = |english: &str, german: &str| format!("[{}]", words.pick(english, german));
        let registration = trial.registration.as_ref().map_or_else(
            || missing("Registration: register, number, day.", "Registrierung: Register, Nummer, Tag."),
            |one| {
                format!("{} {}.", words.pick("The trial is registered:", "Die Studie ist registriert:"), one.in_words())
            },
        );
        let protocol = trial.protocol.as_ref().map_or_else(
            || missing("Where protocol and analysis plan can be read.", "Wo Protokoll und Analyseplan zu lesen sind."),
            |url| format!("{} {url}.", words.pick("Protocol and analysis plan:", "Protokoll und Analyseplan:")),
        );
        let changed = trial.changed.clone().unwrap_or_default();
        let deviations = trial.plan.as_ref().map(|plan| self.deviations(plan)).unwrap_or_default();
        self.paragraph([design, registration, protocol, changed]);
        let activations: Vec<String> = trial.activations.iter().map(|one| self.activation(one)).collect();
        self.paragraph(activations);
        self.paragraph([deviations]);
        self.subheading("Participants and allocation", "Teilnehmende und Zuteilung");
        let dates = self.dates();
        let sample = self.sample();
        let planned = self.planned;
        self.paragraph(planned.participants.iter().cloned().chain([dates]));
        self.paragraph(planned.sample_size.iter().cloned().chain([sample]));
        let allocation = self.allocation();
        self.paragraph(allocation);
        self.subheading("Outcomes", "Zielgrößen");
        let outcomes = self.outcomes();
        self.paragraph(outcomes);
        self.paragraph(planned.scoring.clone());
        let source = (!planned.advice.is_empty()).then(|| {
            missing(
                "Who the advice came from, as participants read it, and how accurate it was said to be.",
                "Von wem der Ratschlag kam, wie es die Teilnehmenden lasen, und als wie treffsicher er galt.",
            )
        });
        self.paragraph(planned.advice.iter().cloned().chain(source));
        self.subheading("Statistical analysis", "Statistische Auswertung");
        let analysis = self.analysis();
        self.paragraph(analysis);
        let more = self.more_analysis();
        self.paragraph(more);
        self.paragraph(planned.exclusions.clone());
        let elsewhere = words.pick(
            "Bounds, the comparison of participants with and without the outcome, reliabilities and exploratory moderators are in results/report.html of the data package.",
            "Grenzen, der Vergleich der Personen mit und ohne Zielgröße, Reliabilitäten und explorative Moderatoren stehen in results/report.html im Datenpaket.",
        );
        self.paragraph(planned.missing.iter().cloned().chain([elsewhere.to_owned()]));
        self.subheading("Ethics", "Ethik");
        self.paragraph(planned.ethics.clone());
        self.subheading("Funding and conflicts of interest", "Finanzierung und Interessenkonflikte");
        let trial = &self.report.trial;
        let stated = |english: &str, german: &str, text: &Option<String>| {
            let name = words.pick(english, german);
            text.as_ref().map_or_else(|| format!("[{name}.]"), |text| format!("{name}: {text}"))
        };
        let funding = stated("Funding", "Finanzierung", &trial.funding);
        let conflicts = stated("Conflicts of interest", "Interessenkonflikte", &trial.conflicts);
        self.paragraph([funding, conflicts]);
    }

    fn design(&self) -> String {
        let (words, arms) = (self.words, self.arms());
        let list = words.list(&arms);
        match words.0 {
            Language::English => format!("This was a randomised trial with {} parallel arms: {list}.", arms.len()),
            Language::German => {
                format!("Die Studie war randomisiert und hatte {} parallele Arme: {list}.", arms.len())
            }
        }
    }

    fn activation(&self, one: &TrialActivation) -> String {
        let (day, reason) = (self.words.day(&one.activated), one.reason.trim_end_matches('.'));
        match self.words.0 {
            Language::English => {
                format!("On {day}, the study was changed while participants took part, for this reason: {reason}.")
            }
            Language::German => {
                format!("Am {day} wurde die Studie bei laufender Teilnahme geändert, aus diesem Grund: {reason}.")
            }
        }
    }

    /// The reason that was given for the activation of a version, or a gap for it.
    fn reason(&self, version: &str) -> String {
        let given = self.report.trial.activations.iter().find(|one| one.version == version);
        given.map_or_else(
            || format!("[{}]", self.words.pick("reason", "Grund")),
            |one| format!("({})", one.reason.trim_end_matches('.')),
        )
    }

    fn deviations(&self, plan: &FixedPlan) -> String {
        let words = self.words;
        let hash = match words.0 {
            Language::English => format!("The plan has the SHA-256 {}.", plan.hash),
            Language::German => format!("Der Plan hat die SHA-256 {}.", plan.hash),
        };
        let one = |one: &Deviation| {
            let (name, from, to, day, n) =
                (&one.name, &one.planned, &one.later, words.day(&one.activated), one.registered_before);
            let reason = self.reason(&one.version);
            match words.0 {
                Language::English => {
                    format!("On {day}, after {n} participants, {name} was changed from “{from}” to “{to}” {reason}.")
                }
                Language::German => {
                    format!("Am {day}, nach {n} Teilnehmenden: {name} geändert von „{from}“ zu „{to}“ {reason}.")
                }
            }
        };
        let listed = plan.deviations.iter().map(one);
        [hash, plan.summary.clone()].into_iter().chain(listed).collect::<Vec<_>>().join(" ")
    }

    fn dates(&self) -> String {
        let trial = &self.report.trial;
        let Some((first, last)) = trial.first_registration.as_ref().zip(trial.last_registration.as_ref()) else {
            return String::new();
        };
        let [first, last] = [first, last].map(|day| self.words.day(day));
        match self.words.0 {
            Language::English if first == last => format!("Participants registered on {first}."),
            Language::German if first == last => format!("Die Teilnehmenden registrierten sich am {first}."),
            Language::English => format!("Participants registered from {first} to {last}."),
            Language::German => format!("Die Teilnehmenden registrierten sich vom {first} bis zum {last}."),
        }
    }

    fn sample(&self) -> String {
        let words = self.words;
        let planned = self.report.about.target.map(|target| match words.0 {
            Language::English => format!("{target} participants were to be randomised."),
            Language::German => format!("{target} Personen sollten randomisiert werden."),
        });
        let detectable = self.report.trial.detectable.filter(|_| !self.is_withheld()).map(|one| {
            let (power, effect) = (words.number(one.power * 100.0, 0), words.number(one.effect, 2));
            let alpha = words.level(one.alpha);
            match words.0 {
                Language::English => format!(
                    "With the {} analysed participants of the smallest arm, the smallest difference between two arms that a primary test finds with a power of {power}% is d = {effect} ({alpha}, two-sided).",
                    one.per_arm
                ),
                Language::German => format!(
                    "Mit den {} ausgewerteten Personen des kleinsten Arms ist d = {effect} der kleinste Unterschied zwischen zwei Armen, den ein primärer Test mit einer Power von {power} % findet ({alpha}, zweiseitig).",
                    one.per_arm
                ),
            }
        });
        planned.into_iter().chain(detectable).collect::<Vec<_>>().join(" ")
    }

    fn allocation(&self) -> Vec<String> {
        if self.allocation.is_list {
            return self.list();
        }
        let (words, minimises) = (self.words, self.allocation.minimises);
        let ratio = self.allocation.weights.iter().map(u32::to_string).collect::<Vec<_>>().join(":");
        let mut sentences = minimises.map_or_else(|| self.blocks(&ratio), |best| self.minimisation(best, &ratio));
        sentences.extend(self.report.about.seed_commitment.as_ref().map(|hash| {
            let (subject, follows) = match minimises {
                None => (words.pick("The sequence", "Die Zuteilungsfolge"), words.pick("follows", "ergibt sich")),
                Some(_) => (words.pick("The random numbers", "Die Zufallszahlen"), words.pick("follow", "ergeben sich")),
            };
            match words.0 {
                Language::English => format!(
                    "{subject} {follows} from a random seed whose SHA-256 digest was recorded before the first participant registered ({hash}), so that the allocation can be verified."
                ),
                Language::German => format!(
                    "{subject} {follows} aus einem zufälligen Startwert, dessen SHA-256-Prüfsumme vor der ersten Registrierung festgehalten wurde ({hash}), sodass sich die Zuteilung nachprüfen lässt."
                ),
            }
        }));
        let concealed = match minimises {
            None => words.pick(
                "It is kept on the server, and no page, call or file of the program shows slots that are still free.",
                "Sie liegt auf dem Server, und keine Seite, kein Aufruf und keine Datei des Programms zeigt noch freie Plätze.",
            ),
            Some(_) => words.pick("The arm was drawn on the server", "Der Arm wurde auf dem Server gezogen"),
        };
        let drawn = minimises.is_some();
        let time = match (&self.allocation.at, words.0) {
            (None, _) if drawn => {
                words.pick(" when a participant registered.", ", als sich jemand registrierte.").to_owned()
            }
            (None, _) => String::new(),
            (Some(at), Language::English) if drawn => format!(" when a participant reached the block {at}."),
            (Some(at), Language::German) if drawn => format!(", wenn jemand den Block {at} erreichte."),
            (Some(at), Language::English) => format!(" Participants were allocated when they reached the block {at}."),
            (Some(at), Language::German) => format!(" Die Zuteilung geschah, wenn jemand den Block {at} erreichte."),
        };
        let randomised = self.randomised();
        sentences.push(format!("{concealed}{time} {randomised}"));
        sentences
    }

    /// From when on somebody counts as randomised.
    fn randomised(&self) -> &'static str {
        if self.report.clusters.is_some() {
            return self.words.pick(
                "A unit was allocated when its first member registered. Members count from the first page on that differs between arms.",
                "Eine Einheit wurde zugeteilt, als sich ihr erstes Mitglied registrierte. Mitglieder zählen ab der ersten Seite, die sich zwischen den Armen unterscheidet.",
            );
        }
        self.words.pick(
            "Arms were allocated earlier, but only participants who saw the first page that differs between arms are counted as randomised; the others could not be influenced by their arm.",
            "Die Arme wurden vorher zugeteilt; als randomisiert zählt aber nur, wer die erste Seite sah, die sich zwischen den Armen unterscheidet. Die anderen konnte ihr Arm nicht beeinflussen.",
        )
    }

    fn blocks(&self, ratio: &str) -> Vec<String> {
        let (words, plan) = (self.words, self.allocation);
        let sizes = words.choice(&plan.block_sizes);
        let blocks = match (words.0, plan.block_sizes.len()) {
            (Language::English, 1) => format!("in permuted blocks of {sizes}"),
            (Language::English, _) => format!("in permuted blocks of random size ({sizes})"),
            (Language::German, 1) => format!("in permutierten Blöcken der Größe {sizes}"),
            (Language::German, _) => format!("in permutierten Blöcken zufälliger Größe ({sizes})"),
        };
        let strata = if plan.factors.is_empty() {
            String::new()
        } else {
            words.pick(", stratified by ", ", stratifiziert nach ").to_owned() + &words.factors(&plan.factors)
        };
        if plan.by_unit {
            return vec![match words.0 {
                Language::English => format!(
                    "The program allocated units, such as classes, in the ratio {ratio} {blocks}; all members of a unit had its arm. [Which kind of unit, their strata, and whether members were enrolled before the arm was known.]"
                ),
                Language::German => format!(
                    "Das Programm teilte Einheiten, zum Beispiel Klassen, im Verhältnis {ratio} zu, {blocks}; alle Mitglieder einer Einheit hatten deren Arm. [Welche Art von Einheit, ihre Schichten, und ob die Mitglieder aufgenommen waren, bevor der Arm bekannt war.]"
                ),
            }];
        }
        let allocated = match words.0 {
            Language::English => format!("The program allocated participants in the ratio {ratio} {blocks}{strata}."),
            Language::German => {
                format!("Das Programm teilte die Teilnehmenden im Verhältnis {ratio} zu, {blocks}{strata}.")
            }
        };
        let drawn = (plan.draw_among > 1).then(|| match words.0 {
            Language::English => format!(
                "A participant's arm was drawn at random among the next {} free slots, so that earlier allocations do not tell the next one.",
                plan.draw_among
            ),
            Language::German => format!(
                "Der Arm einer Person wurde zufällig aus den nächsten {} freien Plätzen gezogen, sodass frühere Zuteilungen die nächste nicht verraten.",
                plan.draw_among
            ),
        });
        [Some(allocated), drawn].into_iter().flatten().collect()
    }

    fn list(&self) -> Vec<String> {
        let (words, factors) = (self.words, &self.allocation.factors);
        let within = words.factors(factors);
        let allocated = match (words.0, factors.is_empty()) {
            (Language::English, true) => "The program allocated participants in the order of a fixed list.".to_owned(),
            (Language::English, false) => {
                format!("The program allocated participants in the order of a fixed list, stratified by {within}.")
            }
            (Language::German, true) => {
                "Das Programm teilte die Teilnehmenden in der Reihenfolge einer festen Liste zu.".to_owned()
            }
            (Language::German, false) => format!(
                "Das Programm teilte die Teilnehmenden in der Reihenfolge einer festen Liste zu, stratifiziert nach {within}."
            ),
        };
        let made = words.pick(
            "[Who made the list and how, and who could read it.]",
            "[Wer die Liste wie erstellt hat und wer sie lesen konnte.]",
        );
        let exposed = self.randomised();
        vec![allocated, made.to_owned(), exposed.to_owned()]
    }

    fn minimisation(&self, best: f64, ratio: &str) -> Vec<String> {
        let words = self.words;
        let (factors, best) = (words.factors(&self.allocation.factors), words.share(best));
        let allocated = match words.0 {
            Language::English => format!(
                "The program allocated participants in the ratio {ratio} by minimisation (Pocock and Simon 1975) with the factors {factors}."
            ),
            Language::German => format!(
                "Das Programm teilte die Teilnehmenden im Verhältnis {ratio} durch Minimierung zu (Pocock und Simon 1975), mit den Faktoren {factors}."
            ),
        };
        let rule = match words.0 {
            Language::English => format!(
                "With a probability of {best}, a participant got the arm with which the arms were most equal at the participant's levels (sum of the variances over the factors, equally weighted), and otherwise another arm; ties were broken at random."
            ),
            Language::German => format!(
                "Mit einer Wahrscheinlichkeit von {best} erhielt eine Person den Arm, mit dem die Arme auf ihren Faktorstufen am gleichmäßigsten besetzt waren (Summe der Varianzen über die Faktoren, gleich gewichtet), sonst einen anderen; bei Gleichstand entschied der Zufall."
            ),
        };
        let weights = &self.allocation.weights;
        let unequal = weights.windows(2).any(|pair| pair[0] != pair[1]).then(|| {
            words.pick(
                "This is the probability of the arms with the lowest weight; that of the others is greater, so that the ratio is kept (Han et al. 2009).",
                "Dies ist die Wahrscheinlichkeit der Arme mit dem kleinsten Gewicht; die der anderen ist größer, sodass das Verhältnis eingehalten wird (Han et al. 2009).",
            )
            .to_owned()
        });
        [Some(allocated), Some(rule), unequal].into_iter().flatten().collect()
    }

    fn outcomes(&self) -> Vec<String> {
        let words = self.words;
        let Some(primary) = self.report.outcomes.iter().find(|one| one.primary) else {
            let missing = words.pick("[Primary and secondary outcomes.]", "[Primäre und sekundäre Zielgrößen.]");
            return vec![missing.to_owned()];
        };
        let name = words.pick("Primary outcome", "Primäre Zielgröße");
        let first = format!("{name}: {}. {}", primary.label, primary.meaning);
        let other: Vec<String> =
            self.report.outcomes.iter().filter(|one| one.role.is_some()).map(|one| one.label.clone()).collect();
        let second = if other.is_empty() {
            String::new()
        } else {
            let list = words.list(&other);
            match words.0 {
                Language::English => format!("Further planned outcomes: {list}."),
                Language::German => format!("Weitere geplante Zielgrößen: {list}."),
            }
        };
        vec![first, second]
    }

    fn analysis(&self) -> Vec<String> {
        let (words, about) = (self.words, &self.report.about);
        let alpha = words.level(about.alpha);
        let has_effects = self.report.factors.as_ref().is_some_and(|factors| !factors.hypotheses.is_empty());
        let with_effects = match words.0 {
            _ if !has_effects => "",
            Language::English => " and of the hypotheses about factors, together,",
            Language::German => " und, gemeinsam mit ihnen, der Hypothesen zu Faktoren",
        };
        let is_confirmatory = |moderator: &Moderator| moderator.hypothesis.is_some();
        let of_moderators = match words.0 {
            _ if !self.report.moderators.iter().any(is_confirmatory) => "",
            Language::English => ", those of hypotheses on moderators separately",
            Language::German => ", die der Hypothesen zu Moderatoren getrennt davon",
        };
        let tests = match words.0 {
            Language::English => format!(
                "Unless stated otherwise, tests are two-sided ({alpha}) and intervals are 95% confidence intervals; p values of the primary comparisons{with_effects} are corrected by Holm's method{of_moderators}; those of other hypotheses are not corrected. g is Hedges' g: the adjusted difference divided by the standard deviation within both arms, corrected for small samples; its interval takes this standard deviation as known, and is slightly too narrow. d′ and the criterion are missing for participants who judged too few items; hit rate, false alarms, accuracy and calibration are computed from the items that were judged, so their numbers of participants can be larger."
            ),
            Language::German => format!(
                "Soweit nicht anders angegeben, sind Tests zweiseitig ({alpha}) und Intervalle 95-%-Konfidenzintervalle; die p-Werte der primären Vergleiche{with_effects} sind nach Holm korrigiert{of_moderators}; die der anderen Hypothesen nicht. g ist Hedges' g: der adjustierte Unterschied, geteilt durch die Standardabweichung innerhalb beider Arme und für kleine Stichproben korrigiert; sein Intervall nimmt diese Standardabweichung als bekannt an und ist etwas zu schmal. d′ und Kriterium fehlen bei Personen, die zu wenige Items beurteilt haben; Trefferrate, falsche Alarme, Anteil richtiger Antworten und Kalibrierung werden aus den beurteilten Items berechnet, daher kann ihre Zahl von Personen größer sein."
            ),
        };
        let software = match words.0 {
            Language::English => format!(
                "The study ran on Unmask {} (version of the study: {}), which computed the results; scripts in R and Python recompute them from the data package.",
                env!("CARGO_PKG_VERSION"),
                about.version
            ),
            Language::German => format!(
                "Die Studie lief mit Unmask {} (Version der Studie: {}), das auch die Ergebnisse berechnete; Skripte in R und Python berechnen sie aus dem Datenpaket erneut.",
                env!("CARGO_PKG_VERSION"),
                about.version
            ),
        };
        let margins = margin_tests(self.report, words).join(" ");
        vec![self.report.method.clone(), tests, margins, self.planned_looks(), software]
    }

    /// The group-sequential design, if there is one.
    fn planned_looks(&self) -> String {
        let Some(looks) = &self.report.sequential else { return String::new() };
        let words = self.words;
        let function = match looks.spending {
            Spending::ObrienFleming => "O'Brien-Fleming",
            Spending::Pocock => "Pocock",
        };
        let at: Vec<String> = looks.planned.iter().map(|look| look.n.to_string()).collect();
        let at = words.list(&at);
        let taken: Vec<String> = looks.looks.iter().filter(|look| !look.last).map(|look| look.n.to_string()).collect();
        let taken = match (words.0, taken.is_empty()) {
            (Language::English, true) => "None was taken.".to_owned(),
            (Language::English, false) => format!("Looks were taken at {} participants.", words.list(&taken)),
            (Language::German, true) => "Keine fand statt.".to_owned(),
            (Language::German, false) => format!("Sie fanden mit {} Personen statt.", words.list(&taken)),
        };
        match words.0 {
            Language::English => format!(
                "Interim analyses of the primary hypotheses were planned from {at} participants with the outcome on, of about {} in the end, as a group-sequential design with Lan and DeMets's spending function of {function} type; Holm's procedure used the bounds of each look (Maurer & Bretz, 2013). {taken}",
                looks.planned_n
            ),
            Language::German => format!(
                "Zwischenauswertungen der primären Hypothesen waren ab {at} Personen mit Zielgröße geplant, von etwa {} am Ende, als gruppensequenzielles Design mit der Alpha-Spending-Funktion von Lan und DeMets vom Typ {function}; die Holm-Prozedur verwendete die Grenzen der jeweiligen Auswertung (Maurer & Bretz, 2013). {taken}",
                looks.planned_n
            ),
        }
    }

    fn results(&mut self) {
        self.heading("Results", "Ergebnisse");
        self.subheading("Participant flow", "Teilnahmeverlauf");
        let flow = self.flow();
        self.paragraph(flow);
        let figures = self.words.pick(
            "The randomised participants are the figure “exposed” of all arms in results/consort.csv, erased participants included. “allocated” also counts participants with a slot who have not seen a page that differs between arms.",
            "Die Randomisierten sind in results/consort.csv die Zahl „exposed“ aller Arme, auch Personen mit gelöschten Daten. „allocated“ zählt zudem Personen mit einem Platz, die keine Seite gesehen haben, die sich zwischen den Armen unterscheidet.",
        );
        self.note(figures.to_owned());
        let units = self.units();
        self.paragraph(units);
        let came_back = self.came_back();
        self.paragraph(came_back);
        self.baseline();
        if self.is_withheld() {
            return;
        }
        self.means();
        self.subheading("Hypotheses", "Hypothesen");
        for hypothesis in &self.report.hypotheses {
            let sentences = self.hypothesis(hypothesis);
            self.paragraph(sentences);
        }
        for effect in self.report.factors.iter().flat_map(|factors| &factors.hypotheses) {
            let sentences = self.on_factors(effect);
            self.paragraph(sentences);
        }
        for moderator in &self.report.moderators {
            self.paragraph(hypothesis_on(moderator));
        }
        self.comparisons();
        self.factors();
        self.waves();
        self.populations();
        let sentences = self.imputation();
        self.paragraph(sentences);
        let sentences = self.specifications();
        self.paragraph(sentences);
        let sentences = self.complier_effects();
        self.paragraph(sentences);
    }

    fn flow(&self) -> Vec<String> {
        let (words, flow) = (self.words, &self.report.flow);
        let by_unit = self.report.clusters.is_some();
        let first = match words.0 {
            Language::English if by_unit => format!(
                "Of {} people who registered, {} consented and {} came to the first page that differs between arms.",
                flow.registered, flow.consented, flow.randomised
            ),
            Language::German if by_unit => format!(
                "Von {} Personen, die sich registrierten, willigten {} ein; {} kamen zur ersten Seite, die sich zwischen den Armen unterscheidet.",
                flow.registered, flow.consented, flow.randomised
            ),
            Language::English => format!(
                "Of {} people who registered, {} consented and {} were randomised.",
                flow.registered, flow.consented, flow.randomised
            ),
            Language::German => format!(
                "Von {} Personen, die sich registrierten, willigten {} ein; {} wurden randomisiert.",
                flow.registered, flow.consented, flow.randomised
            ),
        };
        let reasons = |all: &[Reason]| {
            let all: Vec<String> = all.iter().map(|one| format!("{}: {}", one.reason, one.people)).collect();
            if all.is_empty() { String::new() } else { format!(" ({})", all.join("; ")) }
        };
        let arms = flow.arms.iter().map(|arm| {
            let why = reasons(&arm.excluded_reasons);
            format!("{}: {}", self.arm(arm.arm), arm_flow(words, arm, !self.report.waves.is_empty(), &why))
        });
        let loss = &self.report.loss;
        let test = loss.chi_square.zip(loss.df).zip(loss.p).map(|((chi, df), p)| {
            let test = format!("χ²({df:.0}) = {}, {}", words.number(chi, 2), words.p("p", p));
            match words.0 {
                Language::English => format!("Loss of the primary outcome by arm: {test}."),
                Language::German => format!("Verlust der primären Zielgröße nach Arm: {test}."),
            }
        });
        std::iter::once(first).chain(arms).chain(test).collect()
    }

    fn baseline(&mut self) {
        let (report, words) = (self.report, self.words);
        let mut rows = Vec::new();
        for one in &report.baseline {
            let cells = |cell: &dyn Fn(usize) -> String| (0..one.arms.len()).map(cell).collect::<Vec<_>>();
            if one.answers.is_empty() {
                let unit = one.unit.unwrap_or(Unit::Points);
                let row = cells(&|arm| {
                    let arm = &one.arms[arm];
                    let Some(mean) = arm.mean else { return NONE.to_owned() };
                    let deviation = arm.deviation.map_or_else(String::new, |sd| format!(" ({})", self.value(unit, sd)));
                    format!("{}{deviation}", self.value(unit, mean))
                });
                rows.push([vec![format!("{}, M (SD)", one.label)], row].concat());
                continue;
            }
            rows.push([vec![format!("{}, n (%)", one.label)], cells(&|arm| one.arms[arm].n.to_string())].concat());
            for (answer, label) in one.answers.iter().enumerate() {
                let row = cells(&|arm| {
                    let arm = &one.arms[arm];
                    let people = arm.people.get(answer).copied().unwrap_or_default();
                    let share = if arm.n == 0 { 0.0 } else { people as f64 / arm.n as f64 * 100.0 };
                    format!("{people} ({})", words.number(share, 1))
                });
                rows.push([vec![format!("\u{2003}{label}")], row].concat());
            }
        }
        let head = [vec![String::new()], self.arms()].concat();
        let title = words
            .pick("Baseline characteristics of the randomised participants", "Merkmale der Randomisierten zu Beginn");
        self.table(title, head, rows, "");
    }

    /// A value in its unit: shares in per cent.
    fn value(&self, unit: Unit, value: f64) -> String {
        let (value, decimals) = scaled(unit, value);
        self.words.number(value, decimals)
    }

    fn means(&mut self) {
        let (report, words) = (self.report, self.words);
        self.subheading("Outcomes by arm", "Zielgrößen nach Arm");
        let cell = |unit: Unit, number: Option<&Number>| match number.and_then(|one| Some((one.value?, one.deviation)))
        {
            Some((mean, Some(sd))) => format!("{} ({})", self.value(unit, mean), self.value(unit, sd)),
            Some((mean, None)) => self.value(unit, mean),
            None => NONE.to_owned(),
        };
        let mut rows = Vec::new();
        for one in &report.outcomes {
            let named = |when: &str| format!("{}{}, {when}", one.label, percent(one.unit));
            if !one.before.is_empty() {
                let cells = (0..report.arms.len()).map(|arm| cell(one.unit, one.before.get(arm)));
                rows.push(std::iter::once(named(words.pick("before", "vorher"))).chain(cells).collect());
            }
            let cells = (0..report.arms.len()).map(|arm| cell(one.unit, one.after.get(arm)));
            rows.push(std::iter::once(named(words.pick("after", "nachher"))).chain(cells).collect());
        }
        let head = [vec![String::new()], self.arms()].concat();
        let has_before = report.outcomes.iter().any(|one| !one.before.is_empty());
        let note = if has_before {
            words.pick(
                "M (SD). The judgements before and after are of other items; their difference is no change.",
                "M (SD). Vorher und nachher wurden andere Items beurteilt; der Unterschied ist keine Veränderung.",
            )
        } else {
            "M (SD)."
        };
        self.table(words.pick("Means by arm", "Mittelwerte nach Arm"), head, rows, note);
    }

    fn hypothesis(&self, one: &Hypothesis) -> Vec<String> {
        let statistics = self.statistics(&one.contrast, one.p_margin);
        let statistics = if statistics.is_empty() { statistics } else { format!("{statistics}.") };
        vec![format!("{}: {}", one.id, one.statement), one.words.clone(), statistics]
    }

    /// "t(412.3) = 2.61, p = .009, g = 0.29 [0.07, 0.51], p against the margin = .004".
    fn statistics(&self, contrast: &Contrast, p_margin: Option<f64>) -> String {
        let words = self.words;
        let t = contrast.t.zip(contrast.df).map(|(t, df)| format!("t({}) = {}", self.df(df), words.number(t, 2)));
        let p = contrast.p.map(|p| words.p("p", p));
        let holm = contrast.p_holm.map(|p| words.p(words.pick("Holm-corrected p", "p nach Holm"), p));
        let g = contrast.standardised.map(|g| format!("g = {}", self.standardised(g)));
        let margin = p_margin.map(|p| words.p(words.pick("p against the margin", "p gegen die Grenze"), p));
        [t, p, holm, g, margin].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn df(&self, df: f64) -> String {
        let whole = (df - df.round()).abs() < 0.005;
        self.words.number(df, usize::from(!whole))
    }

    fn standardised(&self, g: Standardised) -> String {
        format!("{} {}", self.words.number(g.value, 2), self.words.interval(g.low, g.high, 2))
    }

    fn difference(&self, unit: Unit, contrast: &Contrast) -> [String; 2] {
        let (Some(value), Some(low), Some(high)) = (contrast.value, contrast.low, contrast.high) else {
            return [NONE.to_owned(), NONE.to_owned()];
        };
        let ((value, decimals), (low, _), (high, _)) = (scaled(unit, value), scaled(unit, low), scaled(unit, high));
        [self.words.number(value, decimals), self.words.interval(low, high, decimals)]
    }

    /// The row of a comparison, below that of its group.
    fn pair(&self, one: &Contrast) -> String {
        format!("\u{2003}{} − {}", self.arm(one.arm), self.arm(one.against))
    }

    fn comparisons(&mut self) {
        let (report, words) = (self.report, self.words);
        let mut rows = Vec::new();
        for outcome in &report.outcomes {
            rows.push([vec![format!("{}{}", outcome.label, percent(outcome.unit))], vec![String::new(); 6]].concat());
            for one in &outcome.contrasts {
                let name = self.pair(one);
                let [value, interval] = self.difference(outcome.unit, one);
                let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_owned());
                let t = or_none(one.t.zip(one.df).map(|(t, df)| format!("{} ({})", words.number(t, 2), self.df(df))));
                let p = |p: Option<f64>| or_none(p.map(|p| words.p("", p).trim_start_matches([' ', '=']).to_owned()));
                let g = or_none(one.standardised.map(|g| self.standardised(g)));
                rows.push(vec![name, value, interval, t, p(one.p), p(one.p_holm), g]);
            }
        }
        let head = [
            String::new(),
            words.pick("Difference", "Unterschied").into(),
            words.pick("95% CI", "95-%-KI").into(),
            "t (df)".into(),
            "p".into(),
            words.pick("p (Holm)", "p (Holm)").into(),
            words.pick("g [95% CI]", "g [95-%-KI]").into(),
        ];
        let note = if self.report.clusters.is_some() {
            words.pick(
                "Differences between the means of units after the training (t test). Shares in percentage points.",
                "Unterschiede der Mittelwerte von Einheiten nach dem Training (t-Test). Anteile in Prozentpunkten.",
            )
        } else {
            words.pick(
                "Adjusted differences after the training, with HC3 errors. Shares in percentage points.",
                "Adjustierte Unterschiede nach dem Training, mit HC3-Fehlern. Anteile in Prozentpunkten.",
            )
        };
        self.table(words.pick("Differences between arms", "Unterschiede zwischen den Armen"), head.into(), rows, note);
    }

    /// The comparisons with imputed outcomes, and how far these must be shifted to change a decision.
    fn imputation(&self) -> Vec<String> {
        let (words, imputation) = (self.words, &self.report.imputation);
        let people: u32 = imputation.imputed.iter().sum();
        let contrasts: Vec<String> = imputation.contrasts.iter().filter_map(|one| self.imputed(one)).collect();
        if people == 0 || contrasts.is_empty() {
            return Vec::new();
        }
        let (sets, contrasts) = (imputation.imputations, contrasts.join("; "));
        let first = match words.0 {
            Language::English => format!(
                "With multiple imputation of the missing outcomes ({people} participants, {sets} imputations), the adjusted differences in d′ were: {contrasts}."
            ),
            Language::German => format!(
                "Mit multipler Imputation der fehlenden Zielgrößen ({people} Personen, {sets} Imputationen) waren die adjustierten Unterschiede in d′: {contrasts}."
            ),
        };
        let primary = imputation.tipping.iter().map(|one| self.tipping(one));
        let margins = imputation.margin_tipping.iter().map(|one| {
            let decision = ["decision on", "die Entscheidung über"];
            self.tips([one.arm, one.against], [one.down, one.up], decision)
        });
        std::iter::once(first).chain(primary).chain(margins).collect()
    }

    fn imputed(&self, one: &Contrast) -> Option<String> {
        let words = self.words;
        let (value, interval) = (words.number(one.value?, 2), words.interval(one.low?, one.high?, 2));
        let holm = one.p_holm.map(|p| words.p(words.pick("Holm-corrected p", "p nach Holm"), p));
        let p = holm.or_else(|| one.p.map(|p| words.p("p", p))).unwrap_or_default();
        let p = self.against_margin(one, &self.report.imputation.margins).unwrap_or(p);
        Some(format!("{} {value} {interval}, {p}", self.pair(one).trim_start()))
    }

    /// "90% CI [−0.10, 0.12], p against the margin = .004", of a comparison that has a margin.
    fn against_margin(&self, contrast: &Contrast, margins: &[MarginTest]) -> Option<String> {
        let (words, test) = (self.words, margins.iter().find(|test| test.comparison == contrast.comparison)?);
        let p = words.p(words.pick("p against the margin", "p gegen die Grenze"), test.p?);
        // The 95% interval stands next to it.
        let interval = test.interval.filter(|_| test.kind == ComparisonKind::Equivalence).map(|one| {
            let (level, ends) = (words.number(one.level * 100.0, 0), words.interval(one.low, one.high, 2));
            format!("{level}{} {ends}, ", words.pick("% CI", "-%-KI"))
        });
        Some(interval.unwrap_or_default() + &p)
    }

    fn tipping(&self, one: &Tipping) -> String {
        let is_sensitivity = self.report.about.model == PrimaryModel::ProbitMixed;
        let decision = if is_sensitivity {
            ["result of the analysis of covariance for", "das Ergebnis der Kovarianzanalyse für"]
        } else {
            ["decision on", "die Entscheidung über"]
        };
        self.tips([one.arm, one.against], [one.down, one.up], decision)
    }

    /// The shifts that change what is decided, which is named in English and German.
    fn tips(&self, [arm, against]: [usize; 2], shifts: [Option<f64>; 2], named: [&str; 2]) -> String {
        let (words, arm, against) = (self.words, self.arm(arm), self.arm(against));
        let [decision, entscheidung] = named;
        let shifts: Vec<String> = shifts.into_iter().flatten().map(|shift| words.number(shift, 1)).collect();
        let shifts = shifts.join(words.pick(" or ", " oder "));
        match (words.0, shifts.is_empty()) {
            (Language::English, true) => {
                format!("No shift of the imputed d′ of {arm} by up to 3 changes the {decision} {arm} − {against}.")
            }
            (Language::English, false) => {
                format!("The {decision} {arm} − {against} changes if the imputed d′ of {arm} is shifted by {shifts}.")
            }
            (Language::German, true) => format!(
                "Keine Verschiebung der imputierten d′-Werte von {arm} um bis zu 3 ändert {entscheidung} {arm} − {against}."
            ),
            (Language::German, false) => format!(
                "Werden die imputierten d′-Werte von {arm} um {shifts} verschoben, ändert sich {entscheidung} {arm} − {against}."
            ),
        }
    }

    fn specifications(&self) -> Vec<String> {
        let curves = self.report.specifications.iter().filter(|curve| curve.computed > 0);
        let curves: Vec<String> = curves.map(|curve| format!("{}: {}", curve.comparison, curve.summary)).collect();
        let first = self.words.pick(
            "Specification curves repeat each comparison under every combination of population, outcome, correction of \
             extreme rates and model (Simonsohn et al., 2020); they describe and test nothing.",
            "Spezifikationskurven wiederholen jeden Vergleich unter allen Kombinationen von Auswertungspopulation, Zielgröße, \
             Korrektur extremer Raten und Modell (Simonsohn et al., 2020); sie beschreiben und testen nichts.",
        );
        if curves.is_empty() { Vec::new() } else { [vec![first.to_owned()], curves].concat() }
    }

    fn populations(&mut self) {
        let (report, words) = (self.report, self.words);
        let mut rows = Vec::new();
        for population in &report.populations {
            rows.push([vec![population.label.clone()], vec![String::new(); 4]].concat());
            for one in &population.contrasts {
                let people: u32 = [one.arm, one.against].iter().filter_map(|arm| population.people.get(*arm)).sum();
                let name = self.pair(one);
                let [value, interval] = self.difference(Unit::Deviations, one);
                let p = one.p_holm.or(one.p).map(|p| words.p("", p).trim_start_matches([' ', '=']).to_owned());
                let p = self.against_margin(one, &population.margins).or(p);
                rows.push(vec![name, people.to_string(), value, interval, p.unwrap_or_else(|| NONE.to_owned())]);
            }
        }
        let head = [
            String::new(),
            "n".into(),
            words.pick("Difference in d′", "Unterschied in d′").into(),
            words.pick("95% CI", "95-%-KI").into(),
            "p".into(),
        ];
        let title =
            words.pick("Sensitivity analyses of the primary outcome", "Sensitivitätsanalysen der primären Zielgröße");
        let note = words.pick(
            "p corrected by Holm where comparisons are primary.",
            "p nach Holm korrigiert, wo Vergleiche primär sind.",
        );
        self.table(title, head.into(), rows, note);
    }
}

impl Draft<'_> {
    /// The effect of the whole training on those who take it, of each primary comparison.
    fn complier_effects(&self) -> Vec<String> {
        let effects = self.report.compliance.effects.iter().filter(|one| one.dose == DoseKind::Share);
        effects.filter_map(|one| self.complier_effect(one)).collect()
    }

    fn complier_effect(&self, one: &ComplierEffect) -> Option<String> {
        let (words, contrast) = (self.words, &one.contrast);
        let value = words.number(contrast.value?, 2);
        let interval = words.interval(contrast.low?, contrast.high?, 2);
        let p = words.p("p", contrast.p?);
        let (arm, against) = (self.arm(contrast.arm), self.arm(contrast.against));
        let first = one.first_stage_f.map(|f| words.number(f, 1));
        let sentence = match words.0 {
            Language::English => {
                let first = first.map_or_else(String::new, |f| format!(", first-stage F = {f}"));
                format!(
                    "With the allocation as instrument (two-stage least squares), the whole training of {arm} is estimated \
                     to change d′ by {value} compared with {against}, 95% CI {interval}, {p}, uncorrected{first}."
                )
            }
            Language::German => {
                let first = first.map_or_else(String::new, |f| format!(", F der ersten Stufe = {f}"));
                format!(
                    "Mit der Zuteilung als Instrument (zweistufige Kleinste-Quadrate-Schätzung) verändert das ganze Training \
                     von {arm} d′ gegenüber {against} geschätzt um {value}, 95-%-KI {interval}, {p}, unkorrigiert{first}."
                )
            }
        };
        Some([sentence.as_str(), one.words.as_str()].join(" ").trim_end().to_owned())
    }
}

/// The hypothesis on a confirmatory moderator and its result; nothing of an exploratory one.
fn hypothesis_on(moderator: &Moderator) -> Vec<String> {
    let hypothesis = moderator.hypothesis.iter().zip(moderator.words.iter());
    hypothesis.map(|(id, words)| format!("{id}: {words}")).collect()
}

/// A number of participants, and what happened to them, in both languages.
type Exit = (u32, [&'static str; 2]);

/// Follow-up: each randomised participant is in one of them.
pub(super) fn follow_up(arm: &ArmFlow, has_later_parts: bool) -> [Exit; 4] {
    let completed = if has_later_parts {
        ["completed the first part", "haben den ersten Teil abgeschlossen"]
    } else {
        ["completed the study", "haben die Studie abgeschlossen"]
    };
    [
        (arm.completed, completed),
        (
            arm.withdrew_before_end,
            ["withdrew before the end (data kept)", "haben vor dem Ende widerrufen (Daten behalten)"],
        ),
        (
            arm.erased_before_end,
            ["withdrew before the end (data erased)", "haben vor dem Ende widerrufen (Daten gelöscht)"],
        ),
        (arm.unfinished, ["did not finish", "haben nicht abgeschlossen"]),
    ]
}

/// Analysis: each randomised participant is in one of them.
pub(super) fn analysed(arm: &ArmFlow) -> [Exit; 4] {
    [
        (arm.excluded, ["excluded", "ausgeschlossen"]),
        (arm.erased_after_end(), ["erased after the end", "nach dem Ende gelöscht"]),
        (arm.without_outcome(), ["without the primary outcome", "ohne primäre Zielgröße"]),
        (arm.analysed, ["analysed", "ausgewertet"]),
    ]
}

/// "30 randomised: 27 completed the study, 3 did not finish. Of the 30, 4 excluded (…), 2 without …, 24 analysed."
pub(super) fn arm_flow(words: Words, arm: &ArmFlow, has_later_parts: bool, why: &str) -> String {
    let listed = |exits: [Exit; 4], always: usize| {
        let shown = exits.into_iter().enumerate().filter(|(at, (people, _))| *people > 0 || *at == always);
        let one = |(_, (people, [english, german])): (usize, Exit)| {
            let why = if english == "excluded" { why } else { "" };
            format!("{people} {}{why}", words.pick(english, german))
        };
        shown.map(one).collect::<Vec<_>>().join(", ")
    };
    let (randomised, of_all) = (words.pick("randomised", "randomisiert"), words.pick("Of the", "Von den"));
    let all = arm.randomised;
    format!(
        "{all} {randomised}: {}. {of_all} {all}: {}.",
        listed(follow_up(arm, has_later_parts), 0),
        listed(analysed(arm), 3)
    )
}

fn percent(unit: Unit) -> &'static str {
    if unit == Unit::Share { " (%)" } else { "" }
}

/// A value as it is written, and its decimals: shares in per cent.
fn scaled(unit: Unit, value: f64) -> (f64, usize) {
    match unit {
        Unit::Share => (value * 100.0, 1),
        Unit::Area | Unit::Score => (value, 3),
        Unit::Deviations | Unit::Points => (value, 2),
    }
}
