//! The draft of a report with numbers that were made up.

use std::io::{Cursor, Read};

use unmask_study::report::{Language, Report, StageKind};

use super::{AllocationMethod, Block, Paper};
use crate::report::made_up;

fn allocation() -> AllocationMethod {
    AllocationMethod { block_sizes: vec![3, 6], weights: vec![1, 1, 1], by_device: true }
}

fn html(report: &Report, language: Language) -> String {
    let page = Paper::of(report, &allocation(), language).html().unwrap();
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&#x27;", "'"), ("&quot;", "\""), ("&#x2f;", "/"), ("&amp;", "&")];
    signs.iter().fold(page, |page, (escaped, sign)| page.replace(escaped, sign))
}

/// The statistics of each hypothesis are those of its contrast, in both languages.
#[test]
fn each_hypothesis_has_its_statistics() {
    let report = made_up();
    let (english, german) = (html(&report, Language::English), html(&report, Language::German));
    let tested: Vec<_> = report.hypotheses.iter().filter(|one| one.contrast.t.is_some()).collect();
    assert!(!tested.is_empty());
    for one in tested {
        let (t, g) = (one.contrast.t.unwrap(), one.contrast.standardised.unwrap());
        let written = |number: f64| format!("{number:.2}").replace('-', "−");
        for expected in [format!(" = {}", written(t)), format!("g = {} [", written(g.value))] {
            assert!(english.contains(&expected), "{expected} of {}", one.id);
            assert!(german.contains(&expected.replace('.', ",")), "{expected} of {}", one.id);
        }
        assert!(english.contains(&one.words) && german.contains(&one.words), "{}", one.words);
    }
    assert!(english.contains("in the ratio 1:1:1 in permuted blocks of random size (3 or 6), stratified by device"));
    assert!(
        german.contains("im Verhältnis 1:1:1 zu, in permutierten Blöcken zufälliger Größe (3 oder 6), stratifiziert")
    );
}

/// Word shows the same texts and tables as the page.
#[test]
fn the_word_document_has_every_text_of_the_page() {
    let paper = Paper::of(&made_up(), &allocation(), Language::English);
    let mut archive = zip::ZipArchive::new(Cursor::new(paper.docx().unwrap())).unwrap();
    let mut document = String::new();
    archive.by_name("word/document.xml").unwrap().read_to_string(&mut document).unwrap();
    let has = |text: &str| {
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        let escaped = escaped.replace('\'', "&apos;");
        assert!(document.contains(&escaped) || document.contains(text), "{text}");
    };
    let mut tables = 0;
    for block in &paper.blocks {
        match block {
            Block::Heading(text) | Block::Subheading(text) | Block::Paragraph(text) | Block::Note(text) => has(text),
            Block::Table(table) => {
                tables += 1;
                has(&table.title);
                table.head.iter().chain(table.rows.iter().flatten()).for_each(|cell| has(cell));
            }
        }
    }
    assert!(tables >= 3, "{tables}");
}

/// An interim report has no outcome by arm, and its draft says why.
#[test]
fn a_draft_before_the_target_compares_no_arms() {
    let report = made_up();
    let stage = unmask_study::report::Stage { kind: StageKind::Interim, ..report.stage.clone() };
    let interim = html(&report.at(stage, Language::English), Language::English);
    assert!(interim.contains("withheld"), "{interim}");
    assert!(!interim.contains("Differences between arms") && !interim.contains("Means by arm"));
}
