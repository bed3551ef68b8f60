//! Numbers stay on the line of their percent sign.

use std::fs;
use std::path::Path;

#[test]
fn german_numbers_have_a_no_break_space_before_their_percent_sign() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered/locales");
    let pages = fs::read_dir(folder.join("de")).expect("a folder").map(|page| page.expect("a page").path());
    let mut numbers = 0;
    for path in pages.chain([folder.join("de.yaml")]) {
        let text = fs::read_to_string(&path).expect("a text");
        // The keys of the locale file are the English texts.
        let german = text.lines().map(|line| line.split_once("\": \"").map_or(line, |(_, german)| german));
        for line in german.filter(|line| !line.trim_start().starts_with('?')) {
            for (at, _) in line.match_indices('%') {
                let before = line[..at].trim_end_matches('\u{a0}');
                assert!(
                    before.len() < at && before.ends_with(|c: char| c.is_ascii_digit()),
                    "{}: {line}",
                    path.display()
                );
                numbers += 1;
            }
        }
    }
    assert!(numbers > 2, "{numbers}");
}
