//! What the draft says about factors, later parts, and trials that allocate units. CONSORT's extensions for factorial
//! trials (Kahan et al. 2023, doi:10.1001/jama.2023.19793) and for cluster trials (Campbell et al. 2012,
//! doi:10.1136/bmj.e5661) say what an article has of them.

use unmask_study::report::{
    ArmWaveLoss, ClusterArm, FactorContrast, FactorEffect, FactorHypothesis, FactorMeans, Factorial, Language, Number,
    RetainedDifference, Unit, WaveResult,
};

use super::{Draft, NONE};

impl Draft<'_> {
    /// The factors with their levels, later parts and units, as sentences on the design.
    pub(super) fn more_design(&self) -> Vec<String> {
        let factors = self.report.factors.as_ref().map(|found| self.factorial_design(found));
        let units = self.report.clusters.as_ref().map(|_| {
            self.words
                .pick(
                    "It was a cluster randomised trial: units, not participants, were allocated.",
                    "Es war eine Cluster-Randomisierung: Zugeteilt wurden Einheiten, nicht Personen.",
                )
                .to_owned()
        });
        factors.into_iter().chain(self.later_parts()).chain(units).collect()
    }

    fn factorial_design(&self, found: &Factorial) -> String {
        let words = self.words;
        let factor = |one: &FactorMeans| {
            let levels: Vec<&str> = one.levels.iter().map(|level| level.label.as_str()).collect();
            format!("{} ({})", one.id, levels.join(", "))
        };
        let factors = words.list(&found.factors.iter().map(factor).collect::<Vec<_>>());
        let counts: Vec<usize> = found.factors.iter().map(|one| one.levels.len()).collect();
        let crossed = counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" × ");
        let (arms, cells) = (self.report.arms.len(), counts.iter().product::<usize>());
        match words.0 {
            Language::English if arms == cells => {
                format!("The arms are the {cells} cells of a {crossed} factorial design with the factors {factors}.")
            }
            Language::German if arms == cells => format!(
                "Die Arme sind die {cells} Zellen eines {crossed}-faktoriellen Designs mit den Faktoren {factors}."
            ),
            Language::English => format!(
                "The arms are {arms} of the {cells} cells of a {crossed} factorial design with the factors {factors}."
            ),
            Language::German => format!(
                "Die Arme sind {arms} der {cells} Zellen eines {crossed}-faktoriellen Designs mit den Faktoren {factors}."
            ),
        }
    }

    fn later_parts(&self) -> Option<String> {
        let waves = &self.report.waves;
        if waves.is_empty() {
            return None;
        }
        let words = self.words;
        let names = words.list(&waves.iter().map(|wave| wave.title.clone()).collect::<Vec<_>>());
        Some(match words.0 {
            Language::English => format!("Later parts followed the first one: {names}."),
            Language::German => format!("Auf den ersten Teil folgten spätere: {names}."),
        })
    }

    /// How factors, later parts and units are analysed.
    pub(super) fn more_analysis(&self) -> Vec<String> {
        let (report, words) = (self.report, self.words);
        let factors = report.factors.as_ref().map(|found| {
            let corrected = if found.hypotheses.is_empty() {
                words.pick(
                    "No p value of these effects is corrected.",
                    "Kein p-Wert dieser Effekte ist korrigiert.",
                )
            } else {
                words.pick(
                    "Holm's method corrects the hypotheses about factors together with the primary comparisons; no other p value of these effects is corrected.",
                    "Die Hypothesen zu Faktoren sind gemeinsam mit den primären Vergleichen nach Holm korrigiert; kein anderer p-Wert dieser Effekte ist korrigiert.",
                )
            };
            let of_units = words.pick(
                "Main effects and interactions in d′ are contrasts of the means of units in all cells, which count equally, with the pooled variance of unit means; an interaction is a difference of differences.",
                "Haupteffekte und Interaktionen in d′ sind Kontraste der Mittelwerte der Einheiten in allen Zellen, die gleich zählen, mit der gepoolten Varianz dieser Mittelwerte; eine Interaktion ist eine Differenz von Differenzen.",
            );
            let how = words.pick(
                "Main effects and interactions in d′ are contrasts of the adjusted means of all cells, which count equally, in the model of the primary outcome with HC3 errors; an interaction is a difference of differences.",
                "Haupteffekte und Interaktionen in d′ sind Kontraste der adjustierten Mittelwerte aller Zellen, die gleich zählen, im Modell der primären Zielgröße mit HC3-Fehlern; eine Interaktion ist eine Differenz von Differenzen.",
            );
            format!("{} {corrected}", if report.clusters.is_some() { of_units } else { how })
        });
        // The share is computed from participants, not from units.
        let retained = if report.clusters.is_some() {
            ""
        } else {
            words.pick(
                " The share of a difference that is retained has Fieller's interval.",
                " Der erhaltene Anteil eines Unterschieds hat das Intervall nach Fieller.",
            )
        };
        let waves = report.waves.iter().any(|wave| wave.items > 0).then(|| {
            words
                .pick(
                    "d′ and criterion of later parts are compared like those of the first one; their p values are not corrected.",
                    "d′ und Kriterium späterer Teile werden wie die des ersten verglichen; ihre p-Werte sind nicht korrigiert.",
                )
                .to_owned()
                + retained
        });
        let units = report.clusters.as_ref().map(|_| {
            words
                .pick(
                    "Arms are compared by the means of their units, each with the same weight, with the number of units less 2 as degrees of freedom. Imputation, shifts of imputed values, the specification curve and complier effects do not take units into account.",
                    "Die Arme werden über die Mittelwerte ihrer Einheiten verglichen, die gleich zählen, mit der Zahl der Einheiten minus 2 als Freiheitsgraden. Imputation, verschobene imputierte Werte, Spezifikationskurve und Complier-Effekte berücksichtigen die Einheiten nicht.",
                )
                .to_owned()
        });
        factors.into_iter().chain(waves).chain(units).collect()
    }

    /// Units with the primary outcome, and how alike their members are.
    pub(super) fn units(&self) -> Vec<String> {
        let Some(found) = &self.report.clusters else { return Vec::new() };
        let words = self.words;
        let arm = |one: &ClusterArm| {
            let (arm, mean) = (self.arm(one.arm), words.number(one.people as f64 / one.clusters.max(1) as f64, 1));
            match words.0 {
                Language::English => {
                    format!("{arm}: {} units with {} participants ({mean} on average)", one.clusters, one.people)
                }
                Language::German => {
                    format!("{arm}: {} Einheiten mit {} Personen (im Mittel {mean})", one.clusters, one.people)
                }
            }
        };
        let arms = found.arms.iter().map(arm).collect::<Vec<_>>().join("; ");
        let first = format!("{}: {arms}.", words.pick("Units analysed", "Ausgewertete Einheiten"));
        let alike = found.intraclass.zip(found.design_effect).map(|(correlation, effect)| {
            let [correlation, effect] = [correlation, effect].map(|number| words.number(number, 3));
            match words.0 {
                Language::English => format!(
                    "The intraclass correlation of d′ within arms was {correlation}, the design effect {effect}."
                ),
                Language::German => format!(
                    "Die Intraklassenkorrelation von d′ innerhalb der Arme war {correlation}, der Designeffekt {effect}."
                ),
            }
        });
        let sizes = found.size_variation.map(|variation| {
            let variation = words.number(variation, 2);
            match words.0 {
                Language::English => format!("The coefficient of variation of the sizes of units was {variation}."),
                Language::German => format!("Der Variationskoeffizient der Größe der Einheiten war {variation}."),
            }
        });
        std::iter::once(first).chain(sizes).chain(alike).collect()
    }

    /// Who came back for later parts.
    pub(super) fn came_back(&self) -> Vec<String> {
        let words = self.words;
        let wave = |wave: &WaveResult| {
            let arm = |one: &ArmWaveLoss| {
                let (arm, planned, begun) = (self.arm(one.arm), one.planned, one.begun);
                let (completed, lost) = (one.completed, one.not_completed);
                match words.0 {
                    Language::English => format!(
                        "{arm}: of {planned} for whom it was planned, {begun} began and {completed} completed it, {lost} did not"
                    ),
                    Language::German => format!(
                        "{arm}: von {planned}, für die er vorgesehen war, begannen ihn {begun} und schlossen ihn {completed} ab, {lost} nicht"
                    ),
                }
            };
            let arms = wave.loss.arms.iter().map(arm).collect::<Vec<_>>().join("; ");
            let test = wave.loss.chi_square.zip(wave.loss.df).zip(wave.loss.p).map(|((chi, df), p)| {
                let loss = words.pick("loss by arm", "Verlust nach Arm");
                format!("; {loss}: χ²({df:.0}) = {}, {}", words.number(chi, 2), words.p("p", p))
            });
            format!("{}: {arms}{}.", wave.title, test.unwrap_or_default())
        };
        self.report.waves.iter().map(wave).collect()
    }

    /// A hypothesis about factors with its statistics.
    pub(super) fn on_factors(&self, one: &FactorHypothesis) -> Vec<String> {
        let words = self.words;
        let found = &one.contrast;
        let t = found.t.zip(found.df).map(|(t, df)| format!("t({}) = {}", self.df(df), words.number(t, 2)));
        let p = found.p.map(|p| words.p("p", p));
        let holm = one.p_holm.map(|p| words.p(words.pick("Holm-corrected p", "p nach Holm"), p));
        let statistics = [t, p, holm].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let statistics = if statistics.is_empty() { statistics } else { format!("{statistics}.") };
        vec![format!("{}: {}", one.id, one.statement), one.words.clone(), statistics]
    }

    /// Means of cells and levels, main effects and interactions.
    pub(super) fn factors(&mut self) {
        let (report, words) = (self.report, self.words);
        let Some(found) = &report.factors else { return };
        self.subheading("Factors", "Faktoren");
        if let Some(why) = &found.why {
            return self.paragraph([why.sentence().to_owned()]);
        }
        let level = |one: &FactorMeans| {
            let row = |level: &unmask_study::report::LevelMean| {
                [vec![format!("{}: {}", one.id, level.label)], self.mean(&level.mean)].concat()
            };
            one.levels.iter().map(row).collect::<Vec<_>>()
        };
        let cells =
            found.cells.iter().map(|cell| [vec![self.arm(cell.arm).to_owned()], self.mean(&cell.mean)].concat());
        let rows = cells.chain(found.factors.iter().flat_map(level)).collect();
        let head = [String::new(), "n".into(), "M".into(), self.interval_head()];
        let title =
            words.pick("Adjusted means of d′ by cell and level", "Adjustierte Mittelwerte von d′ nach Zelle und Stufe");
        let note = words
            .pick("Cells count equally in the mean of a level.", "Zellen zählen im Mittelwert einer Stufe gleich.");
        self.table(title, head.into(), rows, note);
        let effect = |effect: &FactorEffect| {
            let row = |one: &FactorContrast| self.effect(one.name(found, effect), one);
            effect.contrasts.iter().map(row).collect::<Vec<_>>()
        };
        let rows = found.effects.iter().flat_map(effect).collect();
        let difference = words.pick("Difference in d′", "Unterschied in d′");
        let head = [String::new(), difference.into(), self.interval_head(), "t (df)".into(), "p".into()];
        let title = words.pick("Main effects and interactions", "Haupteffekte und Interaktionen");
        self.table(title, head.into(), rows, words.pick("p not corrected.", "p nicht korrigiert."));
        let tested = |effect: &FactorEffect| {
            let (f, p) = (words.number(effect.f?, 2), words.p("p", effect.p?));
            let df = format!("{}, {}", self.df(effect.numerator_df?), self.df(effect.denominator_df?));
            Some(format!("{}: F({df}) = {f}, {p}", effect.name(found)))
        };
        let tests: Vec<String> = found.effects.iter().filter_map(tested).collect();
        if !tests.is_empty() {
            let first =
                words.pick("Tests of each effect, not corrected", "Tests der einzelnen Effekte, nicht korrigiert");
            self.paragraph([format!("{first}: {}.", tests.join("; "))]);
        }
    }

    fn interval_head(&self) -> String {
        self.words.pick("95% CI", "95-%-KI").to_owned()
    }

    fn mean(&self, number: &Number) -> Vec<String> {
        let words = self.words;
        let interval = number.low.zip(number.high).map(|(low, high)| words.interval(low, high, 2));
        let value = number.value.map(|value| words.number(value, 2));
        let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_owned());
        vec![number.n.to_string(), or_none(value), or_none(interval)]
    }

    fn effect(&self, name: String, one: &FactorContrast) -> Vec<String> {
        let words = self.words;
        let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_owned());
        let interval = one.low.zip(one.high).map(|(low, high)| words.interval(low, high, 2));
        let t = one.t.zip(one.df).map(|(t, df)| format!("{} ({})", words.number(t, 2), self.df(df)));
        let p = one.p.map(|p| words.p("", p).trim_start_matches([' ', '=']).to_owned());
        vec![name, or_none(one.value.map(|value| words.number(value, 2))), or_none(interval), or_none(t), or_none(p)]
    }

    /// d′ and criterion of each later part, and how much of each difference is retained.
    pub(super) fn waves(&mut self) {
        let (report, words) = (self.report, self.words);
        if report.waves.iter().all(|wave| wave.outcomes.is_empty()) {
            return;
        }
        self.subheading("Later parts", "Spätere Teile");
        let judged = || report.waves.iter().flat_map(|wave| wave.outcomes.iter().map(move |one| (wave, one)));
        let cell = |number: &Number| match (number.value, number.deviation) {
            (Some(mean), Some(sd)) => format!("{} ({})", words.number(mean, 2), words.number(sd, 2)),
            (Some(mean), None) => words.number(mean, 2),
            _ => NONE.to_owned(),
        };
        let means = judged().map(|(wave, one)| {
            let name = format!("{}, {}", one.label, wave.title);
            [vec![name], one.means.iter().map(cell).collect()].concat()
        });
        let (rows, head) = (means.collect(), [vec![String::new()], self.arms()].concat());
        self.table(
            words.pick("Means by arm in later parts", "Mittelwerte nach Arm in späteren Teilen"),
            head,
            rows,
            "M (SD).",
        );
        let mut rows = Vec::new();
        for (wave, outcome) in judged() {
            let name = format!("{}, {}", outcome.label, wave.title);
            rows.push([vec![name], vec![String::new(); 4]].concat());
            for one in &outcome.contrasts {
                let [value, interval] = self.difference(Unit::Deviations, one);
                let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_owned());
                let t = or_none(one.t.zip(one.df).map(|(t, df)| format!("{} ({})", words.number(t, 2), self.df(df))));
                let p = or_none(one.p.map(|p| words.p("", p).trim_start_matches([' ', '=']).to_owned()));
                rows.push(vec![self.pair(one), value, interval, t, p]);
            }
        }
        let difference = words.pick("Difference", "Unterschied");
        let head = [String::new(), difference.into(), self.interval_head(), "t (df)".into(), "p".into()];
        let title =
            words.pick("Differences between arms in later parts", "Unterschiede zwischen den Armen in späteren Teilen");
        self.table(title, head.into(), rows, words.pick("p not corrected.", "p nicht korrigiert."));
        let biased = words.pick(
            "Who comes back is not randomised: all of these numbers are biased if other people are lost in one arm than in another, even at equal rates.",
            "Wer zurückkommt, ist nicht randomisiert: Alle diese Zahlen sind verzerrt, wenn in einem Arm andere Personen fehlen als in einem anderen, auch bei gleichen Anteilen.",
        );
        let retained =
            report.waves.iter().flat_map(|wave| wave.retained.iter().filter_map(|one| self.retained(wave, one)));
        let sentences: Vec<String> = retained.chain([biased.to_owned()]).collect();
        self.paragraph(sentences);
    }

    fn retained(&self, wave: &WaveResult, one: &RetainedDifference) -> Option<String> {
        let words = self.words;
        let (arm, against) = (self.arm(one.arm), self.arm(one.against));
        let per_cent = |share: f64| words.number(share * 100.0, 0);
        let (value, low, high) = (per_cent(one.share.value?), per_cent(one.share.low?), per_cent(one.share.high?));
        let (title, n) = (&wave.title, one.share.n);
        let share = one.share.value?;
        if !(0.0..=1.0).contains(&share) {
            let factor = words.number(share, 2);
            let [low, high] = [one.share.low?, one.share.high?].map(|limit| words.number(limit, 2));
            return Some(match words.0 {
                Language::English => format!(
                    "The difference in d′ between {arm} and {against} was {factor} times as large in {title} as in the first part, 95% CI [{low}, {high}] ({n} participants with both parts)."
                ),
                Language::German => format!(
                    "Der Unterschied in d′ zwischen {arm} und {against} war in {title} {factor}-mal so groß wie im ersten Teil, 95-%-KI [{low}; {high}] ({n} Personen mit beiden Teilen)."
                ),
            });
        }
        Some(match words.0 {
            Language::English => format!(
                "Of the difference in d′ between {arm} and {against}, {value}% were retained in {title}, 95% CI [{low}%, {high}%] ({n} participants with both parts)."
            ),
            Language::German => format!(
                "Vom Unterschied in d′ zwischen {arm} und {against} blieben in {title} {value} % erhalten, 95-%-KI [{low} %; {high} %] ({n} Personen mit beiden Teilen)."
            ),
        })
    }
}
