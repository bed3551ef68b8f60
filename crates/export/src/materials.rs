//! The study as it was run: every version's texts, under its hash.

use crate::Result;
use crate::bundle::Versions;
use crate::package::Package;

/// Writes them.
pub fn write(package: &mut Package, versions: &Versions) -> Result<()> {
    for version in versions.all() {
        for (name, text) in &version.files {
            package.write(&format!("materials/study-{}/{name}", version.study.hash), text)?;
        }
    }
    Ok(())
}
