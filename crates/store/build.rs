//! Writes the list of statements: every file in `sql/`, for tests and `unmask doctor` to prepare.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=sql");
    let of = |area: &'static str| move |name: &String| name.starts_with(area);
    let (analytics, rest): (Vec<String>, Vec<String>) =
        names(Path::new("sql"))?.into_iter().partition(of("analytics/"));
    let (control, study): (Vec<String>, Vec<String>) = rest.into_iter().partition(of("control/"));
    let mut lists = String::new();
    for (list, about, names) in [
        ("ALL", "Every statement of the study's database.", study),
        ("ANALYTICS", "The statements of the analytics, which have a database of their own.", analytics),
        ("CONTROL", "The statements of the installation, which has a database of its own.", control),
    ] {
        let statements: String = names.iter().flat_map(|name| ["sql!(\"", name, "\"), "]).collect();
        let _ = writeln!(lists, "/// {about}\npub const {list}: &[Statement] = &[{statements}];");
    }
    fs::write(Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join("statements.rs"), lists)
}

/// `area/name` of each file, in order.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for area in fs::read_dir(folder)? {
        let area = area?;
        for file in fs::read_dir(area.path())? {
            if let (Some(area), Some(name)) =
                (area.file_name().to_str(), file?.path().file_stem().and_then(|s| s.to_str()))
            {
                names.push(format!("{area}/{name}"));
            }
        }
    }
    names.sort_unstable();
    Ok(names)
}
