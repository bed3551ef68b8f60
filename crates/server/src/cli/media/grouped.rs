//! Which files belong together, by their names.

use std::collections::BTreeMap;

use unmask_study::text::Locale;

use crate::cli::prelude::*;

/// The files of one version of a medium.
#[derive(Default)]
pub struct Parts<'a> {
    /// Formats, posters: everything that is no caption.
    pub files: Vec<&'a Path>,
    pub captions: BTreeMap<Locale, &'a Path>,
}

/// The files of a medium.
#[derive(Default)]
pub struct Group<'a> {
    pub original: Parts<'a>,
    pub altered: Parts<'a>,
}

impl Group<'_> {
    /// Whether it has captions alone, for a medium that the study has.
    pub fn is_captions(&self) -> bool {
        self.original.files.is_empty() && self.altered.files.is_empty()
    }
}

/// The groups by the common part of their names.
pub fn grouped(files: &[PathBuf]) -> Result<BTreeMap<String, Group<'_>>> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for path in files {
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.with_context(|| format!("'{}' has no file name in UTF-8; rename it", path.display()))?;
        let (stem, ending) = name.rsplit_once('.').with_context(|| {
            format!("'{}' has no ending that says its format, such as .mp4; rename it", path.display())
        })?;
        let (stem, language) = match stem.rsplit_once('.').filter(|_| ending == "vtt") {
            Some((stem, language)) => (stem, Some(Locale(language.to_owned()))),
            None if ending == "vtt" => {
                bail!("'{}' does not say its language; rename it, for example to {stem}.en.vtt", path.display())
            }
            None => (stem, None),
        };
        let version =
            |word: &str| ['-', '_', '.'].iter().find_map(|joint| stem.strip_suffix(&format!("{joint}{word}")));
        let altered = version("altered");
        let group = groups.entry(altered.or(version("original")).unwrap_or(stem).to_owned()).or_default();
        let parts = if altered.is_some() { &mut group.altered } else { &mut group.original };
        match language {
            Some(language) => drop(parts.captions.insert(language, path)),
            None => parts.files.push(path),
        }
    }
    for (name, group) in &groups {
        if group.original.files.is_empty() && !group.is_captions() {
            bail!(
                "'{name}' has no original version; name its file too. Versions are told apart by the ends of their names: \
                 {name}.mp4 and {name}-altered.mp4"
            );
        }
    }
    Ok(groups)
}

/// An ID for `stimuli.yaml` from a file's name.
pub fn id_of(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    let id = plain.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_");
    if id.starts_with(|first: char| first.is_ascii_alphabetic()) { id } else { format!("s_{id}") }
}
