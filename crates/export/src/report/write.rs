//! The report as files of the package, with the judgements in the shape that models want, and scripts that compute
//! the report's numbers again.

use std::io;

use serde_json::Value;
use unmask_study::progress::Form;
use unmask_study::report::input::{Input, Item, Judged, Person};
use unmask_study::report::report;

use super::{html, scripts};
use crate::manifest::pretty;
use crate::package::Package;
use crate::{ExportError, Result};

/// One row for each judgement of a randomised person.
const JUDGEMENTS: &str = "results/judgements.csv";
/// Every number of the report by its place in it.
const NUMBERS: &str = "results/numbers.csv";

/// Writes them.
pub fn write(package: &mut Package, input: &Input) -> Result<()> {
    let report = report(input);
    let damaged = |error: serde_json::Error| ExportError::Damaged { what: "report".into(), why: error.to_string() };
    let value = serde_json::to_value(&report).map_err(damaged)?;
    package.write("results/report.json", pretty(&value))?;
    package.write("results/report.html", &html(&report)?)?;
    let csv = |path: &str, error: csv::Error| ExportError::write(path.as_ref(), error);
    package.write_table(NUMBERS, &numbers(&value).map_err(|error| csv(NUMBERS, error))?)?;
    let mut open = package.open(JUDGEMENTS)?;
    let rows = judgements(input, &mut open).map_err(|error| csv(JUDGEMENTS, error))?;
    package.close(open, Some(rows))?;
    scripts::write(package, &input.design, &report)
}

/// The report, flat: `outcomes.0.after.1.low`.
fn numbers(report: &Value) -> csv::Result<String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(["name", "value"])?;
    let mut all = Vec::new();
    flatten(report, String::new(), &mut all);
    for (name, value) in all {
        csv.write_record([name, value.to_string()])?;
    }
    text(csv)
}

fn flatten(value: &Value, path: String, all: &mut Vec<(String, Value)>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        Value::Number(_) => all.push((path, value.clone())),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, one)| flatten(one, below(&index.to_string()), all));
        }
        Value::Object(object) => object.iter().for_each(|(key, one)| flatten(one, below(key), all)),
        _ => {}
    }
}

/// Writes them row by row, and says how many there are: of ten thousand people they are dozens of megabytes.
fn judgements(input: &Input, out: impl io::Write) -> csv::Result<u64> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record([
        "participant_id",
        "arm",
        "form",
        "excluded",
        "simulated",
        "phase",
        "item",
        "kind",
        "cue",
        "manipulated",
        "altered",
        "confidence",
    ])?;
    let (design, mut rows) = (&input.design, 0);
    let randomised = input.people.iter().filter(|person| person.exposed);
    for (person, arm) in randomised.filter_map(|person| Some((person, design.arms.get(person.arm?)?))) {
        for (phase, items, judged) in
            [("before", &design.before, &person.before), ("after", &design.after, &person.after)]
        {
            for one in judged {
                let sure = one.confidence().map(|sure| sure.to_string()).unwrap_or_default();
                csv.write_record(row(person, &arm.id, phase, &items[usize::from(one.item)], *one, &sure))?;
                rows += 1;
            }
        }
    }
    csv.flush()?;
    Ok(rows)
}

fn row<'a>(
    person: &'a Person,
    arm: &'a str,
    phase: &'a str,
    item: &'a Item,
    judged: Judged,
    sure: &'a str,
) -> [&'a str; 12] {
    let flag = |holds: bool| if holds { "1" } else { "0" };
    let form = match person.form {
        Some(Form::X) => "x",
        Some(Form::Y) => "y",
        None => "",
    };
    [
        &person.code,
        arm,
        form,
        flag(person.excluded.is_some()),
        flag(person.simulated),
        phase,
        &item.id,
        &item.kind,
        item.cue.as_deref().unwrap_or_default(),
        flag(judged.manipulated),
        flag(judged.called_altered),
        sure,
    ]
}

fn text(csv: csv::Writer<Vec<u8>>) -> csv::Result<String> {
    let bytes = csv.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
