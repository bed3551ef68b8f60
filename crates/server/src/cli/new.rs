//! `unmask new`: creates a bundle. It needs no database.

use std::fs;

use unmask_study::scaffold::{Template, scaffold};

use super::study::templates;
use crate::base::ids;
use crate::cli::prelude::*;

/// Letters of an id, as `unmask check` has it.
const LONGEST: usize = 64;

#[derive(clap::Args)]
pub struct Args {
    /// Folder to create. Its name becomes the ID and the title of the study.
    folder: PathBuf,
    /// The study to start from.
    #[arg(long, value_name = "NAME", default_value = Template::ALL[0].name(), value_parser = templates())]
    template: Template,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let folder = &args.folder;
    if folder.exists() {
        bail!("'{}' exists; choose another name (nothing was changed)", folder.display());
    }
    let name = folder.file_name().and_then(|name| name.to_str()).context("the folder needs a name")?;
    let title = title_of(name);
    for (name, data) in scaffold(&id_of(name)?, &title, args.template, ids::code) {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| format!("can't create '{}'", parent.display()))?;
        fs::write(&path, data).with_context(|| format!("can't write '{}'", path.display()))?;
    }
    let name = folder.display().to_string();
    let (shown, data) = (word(&name), word(&format!("{name}.data")));
    let database = word(&format!("sqlite:{name}.data/unmask.db"));
    println!(
        "Created '{name}', a complete study with the title “{title}”. This lists what is left to write, and after each change \
         what is wrong:\n  unmask check {shown}\nTo look at it, serve it with its own database and address:\n  unmask serve \
         --study {shown} --data {data} --database-url {database} --listen 127.0.0.1:8081\nHow to change it: \
         docs/STUDY-FORMAT.md"
    );
    Ok(ExitCode::SUCCESS)
}

/// A word of a command: in apostrophes if the shell would split or change it.
fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-:".contains(c);
    if text.chars().all(is_plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// The folder's name as a title: with spaces, and a capital letter first.
pub(super) fn title_of(name: &str) -> String {
    let words = name.split(['-', '_', ' ']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
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
        for (name, title) in [("my-study", "My study"), ("labels_and Videos", "Labels and Videos"), ("ärger", "Ärger")]
        {
            assert_eq!(title_of(name), title, "{name}");
        }
        for (text, shown) in [("a/my-study", "a/my-study"), ("my study", "'my study'"), ("it's", r"'it'\''s'")] {
            assert_eq!(word(text), shown);
        }
        assert!(["2026", "…", "Ärger"].iter().all(|name| id_of(name).is_err()));
    }
}
