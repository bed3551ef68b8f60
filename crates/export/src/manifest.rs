//! The manifest: the contents of the package, and the hash that identifies it.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use unmask_store::Millis;
use unmask_store::audit::Head;
use unmask_study::definition::Publication as Metadata;
use unmask_study::hex;

use crate::Result;
use crate::bundle::Versions;
use crate::cell::time;
use crate::package::{Package, Written};
use crate::publication::Publication;

/// Facts for all descriptions of the package. None depends on the time of the export, so that the same data give the
/// same bytes. Only the manifest has the end of the audit log.
pub struct Contents {
    /// Short name of the study.
    pub id: String,
    pub title: String,
    /// Contact.
    pub contact: String,
    pub institution: String,
    pub email: String,
    /// Hash of the active version.
    pub version: String,
    pub versions: Value,
    /// The newest time in the data; none in an empty study.
    pub until: Option<Millis>,
    /// Whether simulated participants are in it.
    pub simulated: bool,
    /// Simulated participants in the database.
    pub robots: i64,
    /// Who agreed to publication.
    pub publication: Publication,
    /// Of a blinded package: what it leaves out, and why.
    pub blinded: Option<Value>,
    /// What the study says about the published data.
    pub metadata: Metadata,
    /// The end of the audit log, before the entry about this package.
    pub audit: Head,
}

const KEYWORDS: [&str; 3] = ["randomised trial", "manipulated media", "signal detection"];

/// The result of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// SHA-256 of the manifest, which has the SHA-256 of all other files: the name of the package.
    pub hash: String,
    /// Rows by table.
    pub rows: BTreeMap<String, u64>,
    /// Number of simulated participants that the package omits.
    pub robots_left_out: i64,
    /// Who agreed to publication.
    pub publication: Publication,
}

impl Contents {
    /// Collects the facts.
    pub fn of(
        versions: &Versions,
        newest: Millis,
        simulated: bool,
        robots: i64,
        audit: Head,
        publication: Publication,
    ) -> Self {
        let study = &versions.active().study;
        let contact = &study.file.contact;
        Self {
            id: study.file.id.clone(),
            title: study.file.title.0.clone(),
            contact: contact.name.0.clone(),
            institution: contact.institution.0.clone(),
            email: contact.email.clone(),
            version: study.hash.clone(),
            versions: versions.summary(),
            until: (newest > 0).then_some(newest),
            simulated,
            robots,
            publication,
            blinded: None,
            metadata: study.file.publication.clone(),
            audit,
        }
    }

    /// Words under which others find the data: of every study, and of this one.
    pub fn keywords(&self) -> Vec<&str> {
        let own = self.metadata.keywords.iter().map(String::as_str);
        KEYWORDS.into_iter().chain(own).collect()
    }

    /// The warning that every reader needs first.
    pub fn warning(&self) -> Option<&'static str> {
        let warning = "This package contains simulated participants, not real people. They are marked in the column \
                    `simulated` of the table `participants`.";
        (self.simulated_inside() > 0).then_some(warning)
    }

    /// Simulated participants that are in the package.
    pub fn simulated_inside(&self) -> i64 {
        if self.simulated { self.robots } else { 0 }
    }

    /// Simulated participants that are not in the package.
    fn left_out(&self) -> i64 {
        if self.simulated { 0 } else { self.robots }
    }
}

/// Writes the manifest, the last file.
pub fn write(package: &mut Package, contents: &Contents, allocation: Option<&Value>) -> Result<Summary> {
    let files = package.files();
    let mut manifest = json!({
        "format": "unmask-export/1",
        "program": { "name": "unmask", "version": env!("CARGO_PKG_VERSION") },
        "study": contents.id,
        "versions": contents.versions,
        "dataUntil": contents.until.map(time),
        "warning": contents.warning(),
        "simulated": { "included": contents.simulated, "leftOut": contents.left_out() },
        "publication": contents.publication.described(),
        "audit": { "entries": contents.audit.entries, "head": hex(&contents.audit.hash) },
        "files": files.iter().map(described).collect::<Vec<_>>(),
    });
    for (field, value) in [("allocation", allocation), ("blinding", contents.blinded.as_ref())] {
        if let Some(value) = value {
            manifest[field] = value.clone();
        }
    }
    let text = pretty(&manifest);
    package.write("manifest.json", &text)?;
    let hash = hex(&Sha256::digest(&text));
    let rows = files.iter().filter_map(|file| Some((table_of(&file.path)?, file.rows?))).collect();
    Ok(Summary { hash, rows, robots_left_out: contents.left_out(), publication: contents.publication.clone() })
}

/// JSON for people, with a line break at the end.
pub fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn described(file: &Written) -> Value {
    let mut described = json!({ "path": file.path, "bytes": file.bytes, "sha256": file.sha256 });
    if let Some(rows) = file.rows {
        described["rows"] = rows.into();
    }
    described
}

/// `participants` of `data/description-participants_data.csv`.
fn table_of(path: &str) -> Option<String> {
    path.strip_prefix("data/description-")?.strip_suffix("_data.csv").map(str::to_owned)
}
