//! A fixed list: the arms of participants in their order, from a file of the study.

use super::Stratum;
use crate::definition::ArmId;
use crate::definition::allocation::ListRow;

/// The file can't be read as a list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ListError {
    /// From 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// Reads a list: a line of column names, `arm` and optionally `stratum`, then a row for each participant. Columns are
/// separated by commas or semicolons. Other columns, such as a number, are ignored.
pub fn read_list(text: &str) -> Result<Vec<ListRow>, ListError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let (line, header) = lines.next().unwrap_or((1, ""));
    let separator = if header.contains(';') { ';' } else { ',' };
    let columns = cells(header, separator);
    let column = |name: &str| columns.iter().position(|column| *column == name);
    let Some(arm) = column("arm") else {
        return Err(ListError { line, message: "the first line names no column `arm`".into() });
    };
    let stratum = column("stratum");
    let row = |(line, text): (usize, &str)| {
        let cells = cells(text, separator);
        let cell = |column: usize| cells.get(column).copied().unwrap_or_default();
        let arm: ArmId =
            cell(arm).parse().map_err(|_| error(line, format!("`{}` is not the ID of an arm", cell(arm))))?;
        let stratum = stratum.map_or("", cell);
        if stratum.parse::<Stratum>().is_err() {
            return Err(error(line, format!("`{stratum}` is no stratum")));
        }
        Ok(ListRow { line, arm, stratum: stratum.to_owned() })
    };
    lines.map(row).collect()
}

fn error(line: usize, message: String) -> ListError {
    ListError { line, message }
}

fn cells(line: &str, separator: char) -> Vec<&str> {
    line.split(separator).map(|cell| cell.trim().trim_matches('"').trim()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_arms_and_perhaps_strata() {
        let row =
            |line, arm: &str, stratum: &str| ListRow { line, arm: ArmId::literal(arm), stratum: stratum.to_owned() };
        assert_eq!(read_list("arm\na\n\nb\n"), Ok(vec![row(2, "a", ""), row(4, "b", "")]));
        let sheet = "\u{feff}number;\"stratum\"; arm\r\n1;phone/de;a\r\n2;\"computer/de\";\"b\"\r\n";
        assert_eq!(read_list(sheet), Ok(vec![row(2, "a", "phone/de"), row(3, "b", "computer/de")]));
        assert_eq!(read_list("arm\n"), Ok(vec![]));
    }

    #[test]
    fn an_error_names_its_line() {
        for (text, line, part) in [
            ("", 1, "no column `arm`"),
            ("\ngroup\na\n", 2, "no column `arm`"),
            ("arm\na\nArm B\n", 3, "`Arm B` is not the ID of an arm"),
            ("stratum,arm\nx,a\n,\n", 3, "`` is not the ID of an arm"),
            ("arm,stratum\na,no stratum\n", 2, "`no stratum` is no stratum"),
        ] {
            let error = read_list(text).unwrap_err();
            assert!(error.line == line && error.message.contains(part), "{text:?}: {error:?}");
        }
    }
}
