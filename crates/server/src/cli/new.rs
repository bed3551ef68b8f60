//! `unmask new`: creates a bundle. It needs no database.

use std::fs;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use unmask_study::scaffold::{Template, scaffold};

use crate::cli::prelude::*;

/// Letters of an id, as `unmask check` has it.
const LONGEST: usize = 64;

#[derive(clap::Args)]
pub struct Args {
    /// Folder to create. Its name becomes the ID of the study.
    folder: PathBuf,
    /// The study to start from.
    #[arg(long, value_name = "NAME", default_value = Template::ALL[0].name(), value_parser = templates())]
    template: Template,
}

fn templates() -> impl clap::builder::TypedValueParser<Value = Template> {
    let named = Template::ALL.map(|template| PossibleValue::new(template.name()).help(template.about()));
    PossibleValuesParser::new(named)
        .map(|name| Template::ALL.into_iter().find(|template| template.name() == name).unwrap_or(Template::Training))
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let folder = &args.folder;
    if folder.exists() {
        bail!("'{}' exists; choose another name (nothing was changed)", folder.display());
    }
    let name = folder.file_name().and_then(|name| name.to_str()).context("the folder needs a name")?;
    for (name, data) in scaffold(&id_of(name)?, args.template) {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| format!("can't create '{}'", parent.display()))?;
        fs::write(&path, data).with_context(|| format!("can't write '{}'", path.display()))?;
    }
    let shown = folder.display();
    println!(
        "Created '{shown}'. Change `title`, `contact` and `ethics` in study.yaml first, then the texts; after each change:\n  \
         unmask check --study '{shown}'\nTo look at it, serve it with its own database and address:\n  unmask serve \
         --study '{shown}' --data '{shown}.data' --database-url 'sqlite:{shown}.data/unmask.db' --listen 127.0.0.1:8081"
    );
    Ok(ExitCode::SUCCESS)
}

/// The folder's name as an id may be written: in lower case, and a hyphen for all that is neither letter nor digit.
fn id_of(name: &str) -> Result<String> {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let id = plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || id.len() > LONGEST {
        bail!(
            "'{name}' can't become the study's id; choose a name that starts with a letter from A to Z and has at most \
             {LONGEST} characters (nothing was changed)"
        );
    }
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folders_name_becomes_an_id() {
        for (name, id) in [("my-study", "my-study"), ("My Study 2", "my-study-2"), ("a__b.c ", "a-b-c")] {
            assert_eq!(id_of(name).unwrap(), id, "{name}");
        }
        assert!(["2026", "…", "Ärger"].iter().all(|name| id_of(name).is_err()));
    }
}
