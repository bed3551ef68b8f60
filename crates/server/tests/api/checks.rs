//! `docs/CHECKS.md` lists the tests of each check. Each test that it names exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Checks of each letter.
const CHECKS: [(&str, usize); 6] = [("R", 17), ("C", 13), ("S", 21), ("P", 10), ("I", 11), ("A", 9)];

#[test]
fn every_check_has_a_row_and_every_test_that_is_named_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("docs/CHECKS.md")).unwrap();
    let mut rows = BTreeSet::new();
    let mut named = 0;
    for row in text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Check")) {
        let (check, holds) = row.trim_start_matches("| ").split_once(" | ").unwrap();
        let id = check.split(' ').next().unwrap();
        assert!(rows.insert(id.to_owned()), "{id} is there twice");
        for quoted in
            holds.split('`').skip(1).step_by(2).filter(|quoted| quoted.contains('/') && !quoted.starts_with('/'))
        {
            let (file, words) = quoted.split_once(": ").unwrap_or((quoted, ""));
            let source = fs::read_to_string(root.join(file)).unwrap_or_else(|_| panic!("{id}: '{file}' is not there"));
            assert!(source.contains(words), "{id}: '{words}' is not in {file}");
            named += 1;
        }
    }
    let all = CHECKS.iter().flat_map(|(letter, count)| (1..=*count).map(move |number| format!("{letter}{number}")));
    assert_eq!(rows, all.collect::<BTreeSet<_>>());
    assert!(named > 100, "{named}");
}
