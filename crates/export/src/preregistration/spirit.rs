//! Where each item of SPIRIT 2025 is answered (Chan et al. 2025, doi:10.1136/bmj-2024-081477, table 1). Topics are in
//! our own words.

use unmask_study::Study;
use unmask_study::report::Language;

use crate::paper::{Block, PaperTable, Words};

/// Where an item is answered: in a section of the document, in the bundle, or by the researchers.
enum Place {
    /// A heading of the document, in English and German.
    Section(&'static str, &'static str),
    /// Anything else that the program or the bundle answers.
    Given(&'static str, &'static str),
    /// Only the researchers know it.
    Write,
    /// No study of this program has it.
    Not(&'static str, &'static str),
}

use Place::{Given, Not, Section, Write};

/// Number, topic in English and German, place.
const ITEMS: [(&str, &str, &str, Place); 53] = [
    (
        "1a",
        "Title names design, population and interventions",
        "Titel nennt Design, Population und Interventionen",
        Write,
    ),
    ("1b", "Structured summary", "Strukturierte Zusammenfassung", Write),
    (
        "2",
        "Version of the protocol",
        "Version des Protokolls",
        Given(
            "The hash of the plan, under “Background, statements and deviations”",
            "Die Prüfsumme des Plans, unter „Hintergrund, Angaben und Abweichungen“",
        ),
    ),
    (
        "3a",
        "Contributors and their roles",
        "Beteiligte und ihre Rollen",
        Given(
            "publication.authors in study.yaml; roles: to write",
            "publication.authors in study.yaml; Rollen: zu schreiben",
        ),
    ),
    ("3b", "Contact of the sponsor", "Kontakt des Sponsors", Given("contact in study.yaml", "contact in study.yaml")),
    (
        "3c",
        "Role of sponsor and funders",
        "Rolle von Sponsor und Geldgebern",
        Section("Background, statements and deviations", "Hintergrund, Angaben und Abweichungen"),
    ),
    ("3d", "Committees", "Gremien", Write),
    (
        "4",
        "Registration",
        "Registrierung",
        Section("Background, statements and deviations", "Hintergrund, Angaben und Abweichungen"),
    ),
    (
        "5",
        "Access to protocol and analysis plan",
        "Zugang zu Protokoll und Analyseplan",
        Section("Background, statements and deviations", "Hintergrund, Angaben und Abweichungen"),
    ),
    (
        "6",
        "Sharing of data, code and materials",
        "Weitergabe von Daten, Code und Materialien",
        Given(
            "publication in study.yaml; the data package has data, codebook, code and materials",
            "publication in study.yaml; das Datenpaket enthält Daten, Codebuch, Code und Materialien",
        ),
    ),
    (
        "7a",
        "Funding",
        "Finanzierung",
        Section("Background, statements and deviations", "Hintergrund, Angaben und Abweichungen"),
    ),
    (
        "7b",
        "Conflicts of interest",
        "Interessenkonflikte",
        Section("Background, statements and deviations", "Hintergrund, Angaben und Abweichungen"),
    ),
    ("8", "How results are communicated", "Wie Ergebnisse mitgeteilt werden", Write),
    (
        "9a",
        "Background",
        "Hintergrund",
        Section("Background, statements and deviations", "Hintergrund, Angaben und Abweichungen"),
    ),
    ("9b", "Why this comparator", "Wahl der Vergleichsbedingung", Write),
    ("10", "Objectives", "Ziele", Section("Hypotheses", "Hypothesen")),
    (
        "11",
        "Involvement of patients or the public",
        "Beteiligung der Öffentlichkeit",
        Section("Background, statements and deviations", "Hintergrund, Angaben und Abweichungen"),
    ),
    ("12", "Design, ratio, framework", "Design, Verhältnis, Art der Prüfung", Section("Study design", "Studiendesign")),
    ("13", "Setting and places", "Ort der Durchführung", Section("Data collection", "Datenerhebung")),
    ("14a", "Who can take part", "Wer teilnehmen kann", Section("Data collection", "Datenerhebung")),
    (
        "14b",
        "Who delivers the interventions",
        "Wer die Interventionen durchführt",
        Not("The program delivers them, alike to all", "Das Programm, für alle gleich"),
    ),
    (
        "15a",
        "Intervention and comparator",
        "Intervention und Vergleich",
        Section("Manipulated variables", "Manipulierte Variablen"),
    ),
    (
        "15b",
        "When an intervention is stopped or changed",
        "Wann eine Intervention endet oder geändert wird",
        Not("One session; participants can stop at any time", "Eine Sitzung; Teilnehmende können jederzeit aufhören"),
    ),
    ("15c", "Adherence", "Durchführungstreue", Section("Exclusions and populations", "Ausschlüsse und Populationen")),
    (
        "15d",
        "Other interventions at the same time",
        "Andere Interventionen zur selben Zeit",
        Not("One session", "Eine Sitzung"),
    ),
    ("16", "Outcomes", "Zielgrößen", Section("Measured variables", "Gemessene Variablen")),
    (
        "17",
        "Harms, how assessed",
        "Schäden und ihre Erfassung",
        Section("Background, statements and deviations", "Hintergrund, Angaben und Abweichungen"),
    ),
    (
        "18",
        "Time schedule of participants",
        "Ablauf für Teilnehmende",
        Section("Manipulated variables", "Manipulierte Variablen"),
    ),
    (
        "19",
        "Sample size",
        "Stichprobengröße",
        Section("Rationale of the sample size", "Begründung der Stichprobengröße"),
    ),
    ("20", "Recruitment", "Rekrutierung", Section("Data collection", "Datenerhebung")),
    ("21a", "Sequence: who and how", "Zuteilungsfolge: wer und wie", Section("Randomisation", "Randomisierung")),
    (
        "21b",
        "Kind of randomisation, strata",
        "Art der Randomisierung, Schichten",
        Section("Randomisation", "Randomisierung"),
    ),
    ("22", "Concealment", "Verdeckte Zuteilung", Section("Further blinding", "Weitere Verblindung")),
    ("23", "Access to the sequence", "Zugang zur Zuteilungsfolge", Section("Further blinding", "Weitere Verblindung")),
    ("24a", "Who is blinded", "Wer verblindet ist", Section("Blinding", "Verblindung")),
    ("24b", "How blinding is achieved", "Wie verblindet wird", Section("Blinding", "Verblindung")),
    ("24c", "Unblinding", "Entblindung", Section("Blinding", "Verblindung")),
    ("25a", "Collection of data, instruments", "Erhebung der Daten, Instrumente", Given("Appendix A", "Anhang A")),
    ("25b", "Retention and follow-up", "Verbleib und Nacherhebung", Section("Data collection", "Datenerhebung")),
    (
        "26",
        "Data management",
        "Datenmanagement",
        Given(
            "The program validates and stores each answer before it is acknowledged (docs/RELIABILITY.md)",
            "Das Programm prüft und speichert jede Antwort, bevor es sie bestätigt (docs/RELIABILITY.md)",
        ),
    ),
    ("27a", "Statistical methods", "Statistische Verfahren", Section("Statistical models", "Statistische Modelle")),
    (
        "27b",
        "Who is in each analysis",
        "Wer in welcher Auswertung ist",
        Section("Exclusions and populations", "Ausschlüsse und Populationen"),
    ),
    ("27c", "Missing data", "Fehlende Daten", Section("Missing data", "Fehlende Daten")),
    ("27d", "Additional analyses", "Weitere Auswertungen", Section("Exploratory analyses", "Explorative Auswertungen")),
    ("28a", "Data monitoring committee", "Überwachungsgremium", Write),
    (
        "28b",
        "Interim analyses and stopping",
        "Zwischenauswertungen und Abbruch",
        Section("Stopping rule and looks", "Abbruchregel und Zwischenauswertungen"),
    ),
    (
        "29",
        "Monitoring of the conduct",
        "Überwachung der Durchführung",
        Given(
            "Console and audit log; who reads them: to write",
            "Konsole und Auditprotokoll; wer sie liest: zu schreiben",
        ),
    ),
    ("30", "Ethics approval", "Ethikvotum", Given("ethics in study.yaml", "ethics in study.yaml")),
    (
        "31",
        "Communication of amendments",
        "Mitteilung von Änderungen",
        Section("Background, statements and deviations", "Hintergrund, Angaben und Abweichungen"),
    ),
    (
        "32a",
        "Consent",
        "Einwilligung",
        Given(
            "consent.yaml: participants consent online before they register",
            "consent.yaml: Einwilligung online vor der Registrierung",
        ),
    ),
    (
        "32b",
        "Consent to other studies",
        "Einwilligung in weitere Studien",
        Given("consent.yaml, optional statements", "consent.yaml, freiwillige Erklärungen"),
    ),
    (
        "33",
        "Confidentiality",
        "Vertraulichkeit",
        Given(
            "Data are stored under a pseudonym apart from accounts; retention in study.yaml",
            "Daten liegen unter einem Pseudonym, getrennt von den Konten; retention in study.yaml",
        ),
    ),
    ("34", "Care afterwards, compensation for harm", "Betreuung danach, Ausgleich von Schäden", Write),
];

pub(super) fn table(study: &Study, words: Words) -> Block {
    let row = |(number, english, german, place): &(&str, &str, &str, Place)| {
        vec![(*number).to_owned(), words.pick(english, german).to_owned(), answered(study, number, place, words)]
    };
    let head = [words.pick("Item", "Nr."), words.pick("Topic", "Thema"), words.pick("Where", "Wo")];
    let note = words.pick(
        "Numbers are those of SPIRIT 2025 (Chan et al. 2025, doi:10.1136/bmj-2024-081477); read the items there. Topics are in short.",
        "Die Nummern sind die von SPIRIT 2025 (Chan et al. 2025, doi:10.1136/bmj-2024-081477); dort stehen die Punkte im Wortlaut. Die Themen sind gekürzt.",
    );
    Block::Table(PaperTable {
        title: words.pick("Where each item is answered", "Wo jeder Punkt beantwortet ist").to_owned(),
        head: head.map(str::to_owned).into(),
        rows: ITEMS.iter().map(row).collect(),
        note: note.to_owned(),
        is_text: true,
    })
}

fn answered(study: &Study, number: &str, place: &Place, words: Words) -> String {
    if number == "30" {
        if let Some(ethics) = &study.file.ethics {
            return format!("{}, {}", ethics.board.0, ethics.id);
        }
        return words.pick("To write (ethics in study.yaml)", "Zu schreiben (ethics in study.yaml)").to_owned();
    }
    match place {
        Section(english, german) => match words.0 {
            Language::English => format!("“{english}”"),
            Language::German => format!("„{german}“"),
        },
        Given(english, german) => words.pick(english, german).to_owned(),
        Not(english, german) => {
            format!("{} {}", words.pick("Does not apply:", "Trifft nicht zu:"), words.pick(english, german))
        }
        Write => words.pick("To write", "Zu schreiben").to_owned(),
    }
}
