//! The recruitment service's list of submissions.

use std::fs;

use super::Args;
use crate::auth::recruitment::plain_id;
use crate::cli::prelude::*;
use crate::recruiters::compare::{ServiceSubmission, is_same_status};

/// The contents of the file.
pub(super) struct List {
    pub submissions: Vec<ServiceSubmission>,
    /// Number of lines that are not empty, but have no recruitment ID.
    pub without_id: usize,
}

/// Reads the file. If a column is missing, the error lists those that exist.
pub(super) fn read(file: &Path, args: &Args) -> Result<List> {
    let shown = file.display();
    let text = fs::read(file).with_context(|| format!("can't read '{shown}'"))?;
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
    let (mut submissions, mut without_id) = (Vec::new(), 0);
    for row in file.records() {
        let row = row.with_context(|| format!("'{shown}' is not a CSV file in UTF-8"))?;
        let get = |index: usize| row.get(index).unwrap_or_default().to_owned();
        let status = get(status);
        let [finished, ended] =
            [&args.finished, &args.ended].map(|words| words.iter().any(|word| is_same_status(word, &status)));
        let id = get(id);
        match plain_id(&id) {
            Some(person) => {
                submissions.push(ServiceSubmission { id, person, finished, ended, status, code: code.map(get) });
            }
            None => without_id += usize::from(row.iter().any(|cell| !cell.is_empty())),
        }
    }
    Ok(List { submissions, without_id })
}

/// Spreadsheets separate by semicolons in languages with decimal commas.
fn delimiter(text: &[u8]) -> u8 {
    let header = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let header = String::from_utf8_lossy(header);
    if header.matches(';').count() > header.matches(',').count() { b';' } else { b',' }
}

fn listed(headers: &[String]) -> String {
    headers.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}
