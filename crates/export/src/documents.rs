//! The documents for people: README, licence, citation.

use std::collections::BTreeSet;

use unmask_store::study::JustifiedActivation;
use unmask_study::definition::Reporting;
use unmask_study::definition::analysis::{ModeratorRole, PrimaryModel};
use unmask_study::definition::publication::{Author, LICENCES};

use unmask_study::plan::Plan;
use unmask_study::report::Language;
use unmask_study::report::input::{Design, PlannedModerator};

use crate::prelude::*;
use crate::preregistration::planned_methods;

const README: &str = include_str!("templates/README.md");
const BLINDED: &str = include_str!("templates/README-blinded.md");
const LICENSE: &str = include_str!("templates/LICENSE.md");
const CHANGES: &str = include_str!("templates/CHANGES.md");
const CONSORT: &str = include_str!("templates/CONSORT.md");
const CITATION: &str = include_str!("templates/CITATION.cff");

/// What the documents say beside what the study and the package say.
pub struct Facts<'a> {
    /// The version whose media are in the package.
    pub whole: Option<&'a str>,
    /// Titles of the sections that its report has.
    pub sections: &'a BTreeSet<String>,
    /// [Who was unblinded](crate::blinding::unblindings).
    pub unblindings: &'a [String],
}

/// Writes the documents.
pub fn write(
    package: &mut Package,
    versions: &Versions,
    tables: &Tables,
    contents: &Contents,
    more: &Facts,
) -> Result<()> {
    let mut facts = facts(versions, tables, contents);
    facts["whole"] = more.whole.into();
    facts["sections"] = more.sections.iter().map(String::as_str).collect();
    facts["unblindings"] = more.unblindings.join("; ").into();
    if let Some(blinded) = &contents.blinded {
        facts["blinding"] = blinded.clone();
        for (path, template) in [("README.md", BLINDED), ("LICENSE.md", LICENSE), ("CITATION.cff", CITATION)] {
            package.render(path, template, facts.clone())?;
        }
        return Ok(());
    }
    let templates = [
        ("README.md", README),
        ("LICENSE.md", LICENSE),
        ("CHANGES.md", CHANGES),
        ("CITATION.cff", CITATION),
        ("documentation/CONSORT.md", CONSORT),
    ];
    for (path, template) in templates {
        package.render(path, template, facts.clone())?;
    }
    Ok(())
}

fn facts(versions: &Versions, tables: &Tables, contents: &Contents) -> Value {
    let until = contents.until.map(time);
    let hashes: Vec<&str> = versions.all().iter().map(|version| version.study.hash.as_str()).collect();
    let arms: Vec<&str> = versions.active().study.file.arms.values().map(|arm| arm.label.as_str()).collect();
    let arms = arms.join("; ");
    let ethics = versions.active().study.file.ethics.as_ref();
    let design = Design::of(&versions.active().study);
    let sample_size = planned_methods(&versions.active().study, Language::English).sample_size;
    json!({
        "title": contents.title,
        "contact": contents.contact,
        "institution": contents.institution,
        "email": contents.email,
        "version": contents.version,
        "reporting": reporting(&versions.active().study.file.reporting),
        "baseline": !design.baseline.is_empty(),
        "moderators": moderators(&design),
        "arms": arms,
        "by_unit": versions.active().study.file.allocation.unit.is_some(),
        "is_list": versions.active().study.file.allocation.is_list(),
        "minimises": versions.active().study.file.allocation.minimises(),
        "sample_size": in_cell(&sample_size.join(" ")),
        "decided_by_model": design.model == PrimaryModel::ProbitMixed,
        "licence": contents.metadata.licence,
        "licence_url": contents.metadata.licence_url(),
        "activated": contents.versions,
        "plans": plans(versions),
        "reasons": reasons(versions),
        "versions": hashes,
        "until": until,
        "warning": contents.warning(),
        "publication": contents.publication.described(),
        "public": contents.publication.sentence(),
        "ethics": ethics.map(|ethics| format!("{}, {}", ethics.board.0, ethics.id)),
        "tables": tables.all().into_iter().map(listed).collect::<Vec<_>>(),
        "results": tables.results().into_iter().map(listed).collect::<Vec<_>>(),
        "missing": Missing::ALL.map(|why| json!({ "code": why.code(), "meaning": why.meaning() })),
        "licences": licences(versions),
        "quoted": quoted(contents),
        "program": env!("CARGO_PKG_VERSION"),
    })
}

/// Names and roles of the moderators; empty without any.
fn moderators(design: &Design) -> String {
    let one = |one: &PlannedModerator| {
        let role = match one.role {
            ModeratorRole::Confirmatory => "confirmatory",
            ModeratorRole::Exploratory => "exploratory",
        };
        format!("{}, {role}", one.named(Language::English))
    };
    design.moderators.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// The plan of each version, and how it differs from that of the version before.
fn plans(versions: &Versions) -> Value {
    let plans: Vec<(&str, Plan)> =
        versions.all().iter().map(|one| (one.study.hash.as_str(), Plan::of(&one.study))).collect();
    let before = [None].into_iter().chain(plans.iter().map(Some));
    let one = |((version, plan), before): (&(&str, Plan), Option<&(&str, Plan)>)| {
        let changes = before.map(|(_, before)| before.differences(plan)).unwrap_or_default();
        let changes: Vec<String> = changes.iter().map(|one| one.in_words(Language::English)).collect();
        json!({ "version": version, "hash": plan.hash(), "changes": changes })
    };
    plans.iter().zip(before).map(one).collect()
}

/// Activations while people took part, with their reasons.
fn reasons(versions: &Versions) -> Value {
    let one = |one: &JustifiedActivation| json!({ "version": one.version, "at": time(one.at), "reason": in_cell(&one.reason) });
    versions.activations().iter().map(one).collect()
}

/// In one cell of a table.
fn in_cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// The statements, each in one cell of a table.
fn reporting(stated: &Reporting) -> Value {
    let registration = stated.registration.as_ref().map(|entry| in_cell(&entry.in_words()));
    let mut all = json!({ "registration": registration, "protocol": stated.protocol.as_deref().map(in_cell) });
    for (field, text) in stated.texts() {
        all[field] = text.map(in_cell).into();
    }
    all
}

/// For YAML, of which JSON's strings are a part.
fn quoted(contents: &Contents) -> Value {
    let quote = |text: &str| Value::from(text).to_string();
    let metadata = &contents.metadata;
    let author = |author: &Author| {
        json!({
            "given_names": author.given_names.as_deref().map(quote),
            "family_names": author.family_names.as_deref().map(quote),
            "name": quote(&author.full_name()),
            "orcid": author.orcid_url().as_deref().map(quote),
            "affiliation": author.affiliation.as_deref().map(quote),
        })
    };
    // The format has a closed list of licences.
    let listed = metadata.licence.as_deref().filter(|licence| LICENCES.contains(licence));
    json!({
        "title": quote(&format!("Data of the study \"{}\"", contents.title)),
        "contact": quote(&contents.contact),
        "institution": quote(&contents.institution),
        "email": quote(&contents.email),
        "version": quote(&contents.version),
        "warning": contents.warning().map(quote),
        "authors": metadata.authors.iter().map(author).collect::<Vec<_>>(),
        "keywords": contents.keywords().into_iter().map(quote).collect::<Vec<_>>(),
        "doi": metadata.doi.as_deref().map(quote),
        "licence": listed.map(quote),
        "licence_url": metadata.licence_url().as_deref().map(quote),
        "homepage": metadata.homepage.as_deref().map(quote),
        "published": metadata.published.as_deref().map(quote),
    })
}

fn listed(table: &Table) -> Value {
    json!({ "name": table.name, "file": table.file(), "description": table.description })
}

/// Of all media, each once.
fn licences(versions: &Versions) -> BTreeSet<&str> {
    let stimuli = versions.all().iter().flat_map(|version| version.study.stimuli.values());
    stimuli.map(|stimulus| stimulus.licence.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use unmask_store::audit::Head;
    use unmask_store::looks::Look;
    use unmask_store::study::StudyVersion;
    use unmask_study::report::input::{Course, Input};
    use unmask_study::report::{Recruitment, Report, Stage, StageKind, report};

    use super::*;
    use crate::package::render;
    use crate::publication::Publication;
    use crate::report::Page;

    /// The items of the CONSORT 2025 checklist (Hopewell et al. 2025, doi:10.1136/bmj-2024-081123, table 1).
    const ITEMS: &str = "1a 1b 2 3 4 5a 5b 6 7 8 9 10 11 12a 12b 13 14 15 16a 16b 17a 17b 18 19 20a 20b 21a 21b 21c 21d \
                         22a 22b 23a 23b 24a 24b 25 26 27 28 29 30";

    fn root() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
    }

    fn texts(folder: &Path, under: &Path, found: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                texts(&path, under, found);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                found.insert(path.strip_prefix(under).unwrap().to_string_lossy().into_owned(), text);
            }
        }
    }

    fn ends_with(name: &str, endings: &[&str]) -> bool {
        endings.iter().any(|ending| name.ends_with(ending))
    }

    fn example() -> Versions {
        let (folder, mut files) = (root().join("studies/original-or-altered"), BTreeMap::new());
        texts(&folder, &folder, &mut files);
        files.retain(|name, _| ends_with(name, &[".yaml", ".md"]));
        let bundle = serde_json::to_string(&files).unwrap();
        Versions::parse(vec![StudyVersion { hash: "example".into(), bundle, activated_at: 0 }], None).unwrap()
    }

    fn input(versions: &Versions) -> Input {
        let design = Design::of(&versions.active().study);
        let (people, erased, course, looks) = (Vec::new(), Vec::new(), Course::default(), Vec::new());
        Input { design, people, erased, simulated_left_out: 0, seed_commitment: None, course, looks }
    }

    /// The checklist of the study and its report as item and place, and the headings of the report.
    fn checklist(versions: &Versions, report: &Report, looks: &[Look]) -> (Vec<(String, String)>, BTreeSet<String>) {
        let publication = Publication { asked: true, agreed: 0, not_agreed: 0, anonymity: None };
        let head = Head { entries: 0, hash: [0; 32] };
        let contents = Contents::of(versions, 0, false, 0, head, publication);
        let mut facts = facts(versions, &Tables::of(versions, None, None), &contents);
        let page = Page::of(report, looks);
        let titles = page.titles();
        facts["sections"] = titles.iter().map(String::as_str).collect();
        let text = render("CONSORT.md", CONSORT, facts).unwrap();
        let rows = text.lines().filter(|line| line.starts_with('|')).skip(2).map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            assert_eq!(cells.len(), 3, "{line}");
            (cells[0].to_owned(), cells[2].to_owned())
        });
        let page = page.html().unwrap();
        let headings =
            page.split("<h2 id=").skip(1).filter_map(|rest| Some(rest.split_once('>')?.1.split_once('<')?.0));
        assert_eq!(headings.map(str::to_owned).collect::<BTreeSet<_>>(), titles);
        (rows.collect(), titles)
    }

    fn place<'a>(rows: &'a [(String, String)], item: &str) -> &'a str {
        &rows.iter().find(|(one, _)| one == item).unwrap().1
    }

    /// Before the target, the report drops sections. The checklist marks them.
    #[test]
    fn the_checklist_marks_sections_that_the_report_does_not_have() {
        let versions = example();
        let input = input(&versions);
        let stage = Stage { kind: StageKind::Interim, ..Stage::of(&input, Recruitment::default()) };
        let (rows, headings) = checklist(&versions, &report(&input).at(stage, Language::English), &[]);
        assert!(!headings.contains("Outcomes by arm"), "{headings:?}");
        for (item, told) in rows {
            for section in between(&told, '"') {
                let marked = told.contains(&format!("\"{section}\"†"));
                assert_eq!(marked, !headings.contains(section), "{item}: {section}");
            }
        }
    }

    #[test]
    fn the_checklist_has_the_sample_size_and_the_looks() {
        let versions = example();
        let report = report(&input(&versions));
        let (rows, _) = checklist(&versions, &report, &[]);
        let size = place(&rows, "16a");
        for number in ["power at α = ", "(r = ", " per arm (Cohen 1988)", " are randomised, 7"] {
            assert!(size.contains(number), "{number} is not in {size}");
        }
        assert!(place(&rows, "16b").starts_with("The audit log has no look"), "{}", place(&rows, "16b"));
        let look = Look { at: 0, n: 40, stage: StageKind::Early, z: Vec::new() };
        let (rows, _) = checklist(&versions, &report, &[look]);
        assert!(place(&rows, "16b").starts_with("\"Looks at outcomes by arm\" lists"), "{}", place(&rows, "16b"));
    }

    /// Every second part of a text between these marks.
    fn between(text: &str, mark: char) -> impl Iterator<Item = &str> {
        text.split(mark).skip(1).step_by(2)
    }

    #[test]
    fn the_checklist_has_a_place_for_every_item_of_consort_2025() {
        let versions = example();
        let (rows, headings) = checklist(&versions, &report(&input(&versions)), &[]);
        assert_eq!(rows.iter().map(|(item, _)| item.as_str()).collect::<Vec<_>>().join(" "), ITEMS);
        let listed = std::fs::read_to_string(root().join("docs/EXPORT.md")).unwrap();
        let stated: Vec<_> =
            versions.active().study.file.reporting.texts().into_iter().filter_map(|(_, text)| text).collect();
        assert_eq!(stated.len(), 8, "the example states all");
        for (item, place) in &rows {
            let sections: Vec<&str> = between(place, '"').collect();
            for section in &sections {
                assert!(headings.iter().any(|heading| heading == section), "{item}: {section} is none of {headings:?}");
            }
            let is_file = |name: &&str| name.contains('/') || ends_with(name, &[".md", ".json"]);
            let files: Vec<&str> = between(place, '`').filter(is_file).collect();
            for file in &files {
                let folder = file.split("study-").next().unwrap();
                assert!(listed.contains(&format!("`{folder}")), "{item}: docs/EXPORT.md does not list {file}");
            }
            let is_left = place.to_lowercase().contains("to write") || place.starts_with("Does not apply");
            let is_answered = !sections.is_empty() || !files.is_empty() || stated.contains(&place.as_str());
            assert!(is_left || is_answered, "{item}: {place}");
        }
    }

    #[test]
    fn statements_of_the_study_are_in_one_cell_and_others_are_to_write() {
        let versions = example();
        let place = |item: &str, reporting: &Reporting| {
            let stated = super::reporting(reporting);
            let facts = json!({ "reporting": stated, "version": "v", "baseline": false, "sections": [] });
            let text = render("CONSORT.md", CONSORT, facts).unwrap();
            let start = format!("| {item} | ");
            text.lines().find(|line| line.starts_with(&start)).unwrap().to_owned()
        };
        let mut stated = versions.active().study.file.reporting.clone();
        stated.funding = Some("A grant\nof one | two.".into());
        stated.protocol = Some("https://example.org/protocol".into());
        assert!(place("5a", &stated).ends_with("| A grant of one \\| two. |"), "{}", place("5a", &stated));
        assert!(place("3", &stated).contains("| https://example.org/protocol The analysis plan"));
        assert!(place("2", &stated).contains("| To write: `reporting.registration`"));
        let none = Reporting::default();
        for item in ["2", "5a", "5b", "6", "8", "11", "15", "25"] {
            assert!(place(item, &none).contains("To write"), "{}", place(item, &none));
        }
    }
}
