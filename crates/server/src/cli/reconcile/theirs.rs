//! The recruiter's list.

use std::fs;

use super::Args;
use crate::cli::prelude::*;
use crate::routes::auth::plain_id;

/// A submission as the recruiter has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Theirs {
    /// The person's id, as it stands there.
    pub id: String,
    /// The same as it is compared.
    pub person: String,
    /// How far they came, in the recruiter's words.
    pub status: String,
    /// Whether that means finished.
    pub finished: bool,
    /// The completion code that they gave, empty for none; `None` in a list without codes.
    pub code: Option<String>,
}

/// What the file has.
pub(super) struct List {
    pub people: Vec<Theirs>,
    /// Lines that say something, and of nobody: their id is empty.
    pub of_nobody: usize,
}

/// Reads the file. An error names the columns that were found.
pub(super) fn read(args: &Args) -> Result<List> {
    let shown = args.file.display();
    let text = fs::read(&args.file).with_context(|| format!("can't read '{shown}'"))?;
    let mut file = csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(delimiter(&text))
        .from_reader(text.as_slice());
    // Spreadsheets begin their files with a byte order mark.
    let headers: Vec<String> = file
        .headers()
        .with_context(|| format!("'{shown}' is not a CSV file in UTF-8"))?
        .iter()
        .map(|name| name.trim_start_matches('\u{feff}').to_owned())
        .collect();
    if headers.is_empty() {
        bail!("'{shown}' is empty");
    }
    let column = |name: &str, flag: &str| match headers.iter().position(|header| header.eq_ignore_ascii_case(name)) {
        Some(index) => Ok(index),
        None => bail!("'{shown}' has no column '{name}'; it has {}. Name the right one with {flag}", listed(&headers)),
    };
    let id = column(&args.id_column, "--id-column")?;
    let status = column(&args.status_column, "--status-column")?;
    let code = if args.code_column.is_empty() { None } else { Some(column(&args.code_column, "--code-column")?) };
    let (mut people, mut of_nobody) = (Vec::new(), 0);
    for row in file.records() {
        let row = row.with_context(|| format!("'{shown}' is not a CSV file in UTF-8"))?;
        let get = |index: usize| row.get(index).unwrap_or_default().to_owned();
        let status = get(status);
        let finished = args.finished.iter().any(|word| same(word, &status));
        let id = get(id);
        match plain_id(&id) {
            Some(person) => people.push(Theirs { id, person, finished, status, code: code.map(get) }),
            None => of_nobody += usize::from(row.iter().any(|cell| !cell.is_empty())),
        }
    }
    Ok(List { people, of_nobody })
}

/// A spreadsheet in a language whose decimals have a comma saves with semicolons.
fn delimiter(text: &[u8]) -> u8 {
    let header = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let header = String::from_utf8_lossy(header);
    if header.matches(';').count() > header.matches(',').count() { b';' } else { b',' }
}

/// `AWAITING REVIEW`, `awaiting_review` and `Awaiting-Review` are one.
fn same(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase().replace(['_', '-'], " ");
    plain(a) == plain(b)
}

fn listed(headers: &[String]) -> String {
    headers.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}
