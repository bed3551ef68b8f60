//! The report as files of the package, with the judgements in long form for models, and scripts that recompute the
//! report's numbers.

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::thread;

use unmask_store::looks::Look;
use unmask_study::report::input::{Design, Input, Item, Judged, Person};
use unmask_study::report::{Language, Measure, PopulationId, Recruitment, Scored, Stage, StageKind, blind, report_of};

use super::html::Page;
use super::scripts;
use crate::cell;
use crate::package::Open;
use crate::prelude::*;

/// What the audit log tells about earlier reports.
pub struct Looked {
    /// Of the console: whether recruitment is closed, whether results are shown before the target.
    pub recruitment: Recruitment,
    /// All looks at outcomes by arm.
    pub looks: Vec<Look>,
    /// The stage of the whole study when the package was begun. A public package has only a part of the participants; a
    /// blinded one has no labels while the stage withholds results by arm.
    pub whole: Option<StageKind>,
}

/// Writes the files; the judgements are written while the report is computed. Returns the stage of the report, and the
/// titles of its sections. Looks at fewer participants are listed, not those at the same: an export is one itself, and
/// two packages of the same data are equal. None takes a planned look.
pub fn write(
    package: &mut Package,
    versions: &Versions,
    tables: &Tables,
    contents: &Contents,
    input: &Input,
    looked: Looked,
) -> Result<(Stage, BTreeSet<String>)> {
    let mut stage = Stage::of(input, looked.recruitment).without_look(input);
    stage.kind = looked.whole.unwrap_or(stage.kind);
    let blinded = package.blinded.as_ref().map(|blinded| blind(input, blinded.seed()));
    let input = blinded.as_ref().unwrap_or(input);
    let scored = Scored::all(input);
    let has = |item: &str| package.blinded.as_ref().is_none_or(|blinded| blinded.has(item));
    let of_judgements = &tables.judgements;
    let (report, judged) = thread::scope(|scope| {
        let judged = scope.spawn(|| filled(package, of_judgements, |csv| judgements(input, has, of_judgements, csv)));
        let mut report = report_of(input, &scored).with_item_response(input, &stage);
        report.cautions.extend(contents.publication.sentence());
        (report, judged.join().unwrap_or_else(|panicked| resume_unwind(panicked)))
    });
    let (judgements, rows) = judged?;
    package.close(judgements, Some(rows))?;
    // The scripts need all hypotheses, also of a report that withholds them.
    let shown = report.clone().at(stage.clone(), Language::English);
    scripts::write(package, versions, &input.design, &report, shown.sequential.as_ref())?;
    let report = shown;
    let damaged = |error: serde_json::Error| ExportError::Damaged { what: "report".into(), why: error.to_string() };
    let value = serde_json::to_value(&report).map_err(damaged)?;
    package.write("results/report.json", pretty(&value))?;
    let mut looks = looked.looks;
    looks.retain(|look| look.n < stage.n);
    let page = Page::of(&report, &looks);
    let titles = page.titles();
    package.write("results/report.html", &page.html()?)?;
    table(package, &tables.numbers, |csv| numbers(&value, csv))?;
    table(package, &tables.people, |csv| people(&input.design, &scored, &tables.people, csv))?;
    Ok((stage, titles))
}

/// Receives rows one by one: the judgements of ten thousand people are dozens of megabytes.
type Csv<'a> = csv::Writer<&'a mut Open>;

/// Writes a table whose rows `fill` makes. It returns their number.
fn table(package: &mut Package, table: &Table, fill: impl FnOnce(&mut Csv) -> csv::Result<u64>) -> Result<()> {
    let (open, rows) = filled(package, table, fill)?;
    package.close(open, Some(rows))
}

/// A table with all its rows, before it is closed.
fn filled(package: &Package, table: &Table, fill: impl FnOnce(&mut Csv) -> csv::Result<u64>) -> Result<(Open, u64)> {
    let file = table.file();
    let mut open = package.open(&file)?;
    let mut csv = csv::Writer::from_writer(&mut open);
    let header = csv.write_record(table.columns.iter().map(|column| &column.name));
    let rows =
        header.and_then(|()| fill(&mut csv)).and_then(|rows| csv.flush().map(|()| rows).map_err(csv::Error::from));
    drop(csv);
    Ok((open, rows.map_err(|error| ExportError::write(file.as_ref(), error))?))
}

/// The report, flat: `outcomes.0.after.1.low`.
fn numbers(report: &Value, csv: &mut Csv) -> csv::Result<u64> {
    let mut all = Vec::new();
    flatten(report, String::new(), &mut all);
    let rows = all.len() as u64;
    for (name, value) in all {
        csv.write_record([name, value.to_string()])?;
    }
    Ok(rows)
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

/// The cells of a row that the package has.
fn kept<'a, T: AsRef<str>>(table: &Table, row: &'a [T]) -> Vec<&'a str> {
    let all = || row.iter().map(AsRef::as_ref).collect();
    table.kept.as_ref().map_or_else(all, |kept| kept.iter().map(|index| row[*index].as_ref()).collect())
}

fn people(design: &Design, scored: &[Scored], table: &Table, csv: &mut Csv) -> csv::Result<u64> {
    use PopulationId::{ModifiedIntentionToTreat, PerProtocol, Unflagged};
    let mut room = String::new();
    for one in scored {
        let first = [&one.person.code, &design.arms[one.arm].id, form(one.person), flag(one.person.simulated)];
        let mut row: Vec<String> = first.into_iter().map(str::to_owned).collect();
        for population in [ModifiedIntentionToTreat, PerProtocol, Unflagged] {
            row.push(flag(population.includes(design, one)).to_owned());
        }
        let [before, after] =
            [Measure::ALL.map(|measure| one.before(measure)), Measure::ALL.map(|measure| one.after(measure))];
        let derived = design.derived.iter().flat_map(|outcome| outcome.before.into_iter().chain([outcome.after]));
        let derived = derived.map(|variable| one.person.values.get(variable));
        for value in before.into_iter().chain(after).chain(derived) {
            let number = value.map(Cell::Number);
            row.push(number.as_ref().map_or("", |number| number.words(&mut room)).to_owned());
        }
        for moderator in design.moderators.iter().filter(|moderator| moderator.column().is_some()) {
            let number = moderator.number_of(one).map(Cell::Number);
            let number = number.as_ref().map(|number| number.words(&mut room));
            row.push(moderator.group_of(one).or(number).unwrap_or_default().to_owned());
        }
        csv.write_record(kept(table, &row))?;
    }
    Ok(scored.len() as u64)
}

/// Of the items that the package `has`.
fn judgements(input: &Input, has: impl Fn(&str) -> bool, table: &Table, csv: &mut Csv) -> csv::Result<u64> {
    let (design, mut rows) = (&input.design, 0);
    let randomised = input.people.iter().filter(|person| person.exposed);
    for (person, arm) in randomised.filter_map(|person| Some((person, design.arms.get(person.arm?)?))) {
        for (phase, items, judged) in
            [("before", &design.before, &person.before), ("after", &design.after, &person.after)]
        {
            for one in judged.iter().filter(|one| has(&items[usize::from(one.item)].id)) {
                let sure = one.confidence().map(|sure| sure.to_string()).unwrap_or_default();
                let row = row(person, &arm.id, phase, &items[usize::from(one.item)], *one, &sure);
                csv.write_record(kept(table, &row))?;
                rows += 1;
            }
        }
    }
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
    [
        &person.code,
        arm,
        form(person),
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

fn flag(holds: bool) -> &'static str {
    if holds { "1" } else { "0" }
}

fn form(person: &Person) -> &'static str {
    person.form.map_or("", cell::form)
}
