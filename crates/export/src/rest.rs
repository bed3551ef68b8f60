//! The tables that do not come from submissions.

use std::collections::BTreeMap;

use unmask_store::allocation::{RecordedUnit, SlotState};
use unmask_store::export as stored;
use unmask_store::{Millis, Snapshot};
use unmask_study::codebook::{Row, Type};
use unmask_study::consort::PartDisposition;
use unmask_study::definition::Outcome;
use unmask_study::progress::Form;
use unmask_study::report::input::Status;

use crate::bundle::{StimulusFile, files_of};
use crate::consort::course;
use crate::people::{self, LaterQuality, Pass};
use crate::prelude::*;

/// Those of later parts in the flow diagram are counted `until` a time.
pub async fn write(
    snapshot: &mut Snapshot,
    pass: &mut Pass<'_, '_>,
    later: &LaterQuality,
    until: Millis,
) -> Result<()> {
    let members = allocations(snapshot, pass).await?;
    units(snapshot, pass, &members).await?;
    consents(snapshot, pass).await?;
    steps(snapshot, pass).await?;
    waves(snapshot, pass, later, until).await?;
    variables(pass.package, pass.versions, pass.tables)?;
    stimuli(pass.package, pass.versions, pass.tables)
}

/// The members of a unit whom the package has, and those of them who are confirmed.
#[derive(Default)]
struct Members {
    all: i64,
    confirmed: i64,
}

/// Returns the members of each unit. A public package counts those who agreed to the publication, as its other tables
/// do.
async fn allocations(snapshot: &mut Snapshot, pass: &mut Pass<'_, '_>) -> Result<BTreeMap<i64, Members>> {
    let mut writer = Writer::begin(pass.package, &pass.tables.allocations)?;
    let mut members: BTreeMap<i64, Members> = BTreeMap::new();
    let take = |taken: stored::TakenSlot| {
        let public = pass.package.public.as_ref();
        let has = public.is_none_or(|public| taken.code.as_ref().is_some_and(|code| public.has(code)));
        if let Some(unit) = taken.unit.filter(|_| has) {
            let members = members.entry(unit).or_default();
            members.all += 1;
            members.confirmed += i64::from(taken.state == SlotState::Confirmed);
        }
        let state = match taken.state {
            SlotState::Free => "free",
            SlotState::Reserved => "reserved",
            SlotState::Confirmed => "confirmed",
            SlotState::Withdrawn => "withdrawn",
        };
        writer.row(&[
            taken.slot.number.into(),
            stratum(&taken.slot.stratum),
            Cell::or(taken.unit, Missing::NotApplicable),
            taken.slot.block.into(),
            taken.slot.group.name().into(),
            form(taken.slot.form).into(),
            state.into(),
            taken.claimed_at.map_or(Cell::Missing(Missing::NotRecorded), Cell::Time),
            Cell::or(taken.code.as_ref(), Missing::Erased),
        ])
    };
    stored::slots(snapshot, pass.simulated, take).await?;
    writer.end(pass.package)?;
    Ok(members)
}

async fn units(snapshot: &mut Snapshot, pass: &mut Pass<'_, '_>, members: &BTreeMap<i64, Members>) -> Result<()> {
    let mut writer = Writer::begin(pass.package, &pass.tables.units)?;
    let take = |one: RecordedUnit| {
        let members = members.get(&one.number);
        writer.row(&[
            one.number.into(),
            stratum(&one.unit.stratum),
            i64::from(one.unit.slot).into(),
            i64::from(one.unit.block).into(),
            one.unit.group.name().into(),
            members.map_or(0, |own| own.all).into(),
            members.map_or(0, |own| own.confirmed).into(),
            Cell::Time(one.allocated_at),
        ])
    };
    stored::units(snapshot, pass.simulated, take).await?;
    writer.end(pass.package)
}

async fn consents(snapshot: &mut Snapshot, pass: &mut Pass<'_, '_>) -> Result<()> {
    let mut writer = Writer::begin(pass.package, &pass.tables.consents)?;
    let take = |consent: unmask_store::consent::NewConsent| {
        let mut row = vec![
            Cell::from(&consent.participant),
            (&consent.version).into(),
            Cell::Time(consent.at),
            (&consent.locale).into(),
        ];
        let ticked = |tick: &String| Cell::or(consent.ticks.get(tick).and_then(Value::as_bool), Missing::NotInVersion);
        row.extend(pass.tables.ticks.iter().map(ticked));
        row.extend([(&consent.text_hash).into(), (&consent.bundle_hash).into()]);
        if pass.package.public.as_ref().is_none_or(|public| public.has(&consent.participant)) {
            pass.consort.consented(&consent.participant);
            pass.gathering.consented(&pass.package.id(&consent.participant));
        }
        writer.row(&row)
    };
    stored::consents(snapshot, pass.simulated, take).await?;
    writer.end(pass.package)
}

async fn steps(snapshot: &mut Snapshot, pass: &mut Pass<'_, '_>) -> Result<()> {
    let mut writer = Writer::begin(pass.package, &pass.tables.steps)?;
    let take = |entered: stored::Entered| {
        let step = &entered.step;
        if pass.package.public.as_ref().is_none_or(|public| public.has(&entered.code)) {
            pass.consort.entered(entered.group, step.step, &step.page);
            pass.gathering.entered(&pass.package.id(&entered.code), &entered);
        }
        let times = [step.stamp.at, step.stamp.measured].map(Cell::Time);
        let [at, measured] = times;
        let study = &pass.versions.get(&entered.study_version)?.study;
        let number = usize::try_from(step.step).ok();
        let own = entered.group.and_then(|arm| study.steps_of(Some(arm)).get(number?));
        writer.row(&[
            (&entered.code).into(),
            step.step.into(),
            Cell::text(study.wave_id(own.map_or(0, |own| own.wave)).to_string()),
            own.map_or(Cell::Missing(Missing::NotAssigned), |own| Cell::text(own.block.to_string())),
            (&step.page).into(),
            at,
            measured,
        ])
    };
    stored::steps(snapshot, pass.simulated, take).await?;
    writer.end(pass.package)
}

async fn waves(snapshot: &mut Snapshot, pass: &mut Pass<'_, '_>, later: &LaterQuality, until: Millis) -> Result<()> {
    let mut writer = Writer::begin(pass.package, &pass.tables.waves)?;
    let take = |planned: stored::PlannedWave| {
        let is_shown = pass.package.public.as_ref().is_none_or(|public| public.has(&planned.code));
        if is_shown && let Some(person) = pass.gathering.planned(&pass.package.id(&planned.code), &planned) {
            let part = PartDisposition {
                course: course(&planned),
                withdrew: person.status == Status::Withdrawn,
                excluded: person.excluded.is_some(),
            };
            pass.consort.planned(planned.group, &planned.wave, part, until);
        }
        let moment = |at: Option<i64>| at.map_or(Cell::Missing(Missing::NotReached), Cell::Time);
        let quality = later.get(&(planned.code.clone(), planned.wave.clone()));
        let own = [
            (&planned.code).into(),
            (&planned.wave).into(),
            Cell::Time(planned.opens_at),
            Cell::Time(planned.closes_at),
            moment(planned.started_at),
            moment(planned.completed_at),
            Cell::or(planned.outcome.map(Outcome::name), Missing::NotApplicable),
        ];
        writer.row(&own.into_iter().chain(people::quality(quality)).collect::<Vec<_>>())
    };
    stored::waves(snapshot, pass.simulated, take).await?;
    writer.end(pass.package)
}

fn variables(package: &mut Package, versions: &Versions, tables: &Tables) -> Result<()> {
    let mut writer = Writer::begin(package, &tables.variables)?;
    for version in versions.all() {
        for row in &version.rows {
            writer.row(&variable(version, row))?;
        }
    }
    writer.end(package)
}

fn variable<'a>(version: &'a Version, row: &'a Row) -> [Cell<'a>; 18] {
    let some = |text: Option<&'a String>| Cell::or(text, Missing::NotApplicable);
    let language = &version.study.file.language;
    let values: Map<String, Value> =
        row.words_in(language, str::to_owned).into_iter().map(|(value, words)| (value, words.into())).collect();
    let values = (!values.is_empty()).then(|| Cell::text(Value::Object(values).to_string()));
    let forms = version.study.file.forms();
    let truth = |form| {
        let own = row.truth.as_ref().filter(|_| forms.contains(&form));
        Cell::or(own.map(|truth| truth.for_form(form)), Missing::NotApplicable)
    };
    let scales = (!row.scales.is_empty()).then(|| Cell::text(row.scales.join(" ")));
    [
        (&version.study.hash).into(),
        (&row.variable).into(),
        (&row.part).into(),
        Cell::text(row.title_in(language, str::to_owned)),
        kind(row.kind).into(),
        values.unwrap_or(Cell::Missing(Missing::NotApplicable)),
        Cell::or(row.min, Missing::NotApplicable),
        Cell::or(row.max, Missing::NotApplicable),
        some(row.unit.as_ref()),
        row.required.into(),
        some(row.condition.as_ref()),
        some(row.stimulus.as_ref()),
        truth(Form::X),
        truth(Form::Y),
        Cell::or(lists(row, &forms).map(Cell::text), Missing::NotApplicable),
        scales.unwrap_or(Cell::Missing(Missing::NotApplicable)),
        some(row.scoring.as_ref()),
        some(row.source.as_ref()),
    ]
}

/// Condition and correct answer on each list.
fn lists(row: &Row, forms: &[Form]) -> Option<String> {
    let on_list = |(form, condition): (&Form, &String)| {
        let truth = row.truth.as_ref().map(|truth| truth.for_form(*form));
        let mut own = json!({ "condition": condition, "truth": truth });
        if !row.stimuli.is_empty() {
            own["stimulus"] = json!(row.stimulus_in(*form));
        }
        (form.name().to_owned(), own)
    };
    let lists: Map<String, Value> = forms.iter().zip(&row.conditions).map(on_list).collect();
    (!lists.is_empty()).then(|| Value::Object(lists).to_string())
}

/// The name of a type.
pub fn kind(kind: Type) -> &'static str {
    match kind {
        Type::Category => "category",
        Type::Categories => "categories",
        Type::Integer => "integer",
        Type::Number => "number",
        Type::Text => "text",
        Type::Date => "date",
        Type::Score => "score",
    }
}

fn stimuli(package: &mut Package, versions: &Versions, tables: &Tables) -> Result<()> {
    let mut writer = Writer::begin(package, &tables.stimuli)?;
    for version in versions.all() {
        for file in files_of(&version.study) {
            writer.row(&stimulus(version, &file))?;
        }
    }
    writer.end(package)
}

fn stimulus<'a>(version: &'a Version, file: &StimulusFile<'a>) -> [Cell<'a>; 14] {
    let cue = file.version.cue.as_ref();
    [
        (&version.study.hash).into(),
        file.stimulus.into(),
        file.shown.value().into(),
        (&file.file.file).into(),
        file.role.into(),
        file.of.kind.name().into(),
        (&file.file.sha256).into(),
        Cell::or(file.of.seconds, Missing::NotApplicable),
        Cell::or(cue.map(|cue| &cue.id), Missing::NotApplicable),
        Cell::or(cue.map(|cue| &cue.name.0), Missing::NotApplicable),
        (&file.of.alt.0).into(),
        (&file.of.source_type).into(),
        (&file.of.licence).into(),
        (&file.of.credit).into(),
    ]
}
