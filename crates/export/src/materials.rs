//! The study as it was run: every version's texts, under its hash, and the media of the one whose files are given.

use unmask_study::definition::allocation::UnitPlan;
use unmask_study::load::Files;

use crate::prelude::*;

/// All files of a version of the study: the database keeps no media.
#[derive(Clone, Copy)]
pub struct Whole<'a> {
    /// The version's hash.
    pub hash: &'a str,
    /// By path.
    pub files: &'a Files,
}

pub fn write(package: &mut Package, versions: &Versions, whole: Option<Whole<'_>>) -> Result<()> {
    for version in versions.all() {
        let folder = format!("materials/study-{}", version.study.hash);
        for (name, text) in &version.files {
            let unit = version.study.file.allocation.unit.as_ref().filter(|_| name == "study.yaml");
            match unit.filter(|_| package.public.is_some()) {
                Some(plan) => package.write(&format!("{folder}/{name}"), without_codes(text, plan))?,
                None => package.write(&format!("{folder}/{name}"), text)?,
            }
        }
        let files = whole.filter(|whole| whole.hash == version.study.hash).into_iter().flat_map(|whole| whole.files);
        for (name, data) in files.filter(|(name, _)| !version.files.contains_key(*name)) {
            package.write(&format!("{folder}/{name}"), data)?;
        }
    }
    Ok(())
}

/// The text without the codes of units, which may name schools. A number takes the place of each.
fn without_codes(text: &str, plan: &UnitPlan) -> String {
    let mut text = format!("# Left out of the published data: the codes of the units.\n{text}");
    for (number, unit) in (1..).zip(&plan.codes) {
        for written in [format!("'{}'", unit.code), format!("\"{}\"", unit.code), unit.code.clone()] {
            for end in [",", " ", "\n", "}"] {
                text = text.replace(&format!("code: {written}{end}"), &format!("code: unit-{number}{end}"));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use unmask_study::definition::allocation::UnitCode;

    use super::*;

    #[test]
    fn no_code_of_a_unit_is_left() {
        let code = |code: &str| UnitCode { code: code.into(), stratum: None };
        let codes = ["lyceum-7b", "lyceum-7", "north"].map(code).into();
        let plan = UnitPlan { parameter: "CLASS".into(), codes, limit: None };
        let text =
            "  codes:\n    - { code: lyceum-7b, stratum: north }\n    - { code: \"lyceum-7\" }\n    - code: north\n";
        let left = without_codes(text, &plan);
        assert!(
            !left.contains("lyceum") && left.contains("code: unit-3\n") && left.contains("stratum: north"),
            "{left}"
        );
    }
}
