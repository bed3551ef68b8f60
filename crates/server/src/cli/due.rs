//! `unmask due`: who can take part in a later part of the study, by the recruitment service's IDs, so that the service
//! can invite them.

use std::collections::BTreeMap;

use unmask_export::SeparateFile;
use unmask_store::waves::{Uncompleted, uncompleted};
use unmask_store::{AuditAction, unlink};
use unmask_study::definition::WaveId;
use unmask_study::waves::WaveState;

use super::unblinding;
use crate::base::clock::{Millis, rfc3339};
use crate::cli::prelude::*;

/// Milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

#[derive(clap::Args)]
pub struct Args {
    /// Only this later part, by its ID in `waves`. Default: all.
    #[arg(long, value_name = "ID")]
    wave: Option<WaveId>,
    /// Also list those for whom a part opens within this many days.
    #[arg(long, default_value_t = 0, value_name = "DAYS")]
    within: u32,
    /// Parameter of the recruitment link with the ID. Default: the bundle's `one_place_per`, or its first parameter.
    #[arg(long, value_name = "NAME")]
    parameter: Option<String>,
    /// File for the list, for you only: CSV, or XLSX if the name ends in .xlsx. It must not exist.
    #[arg(long, short, default_value = "due.csv", value_name = "FILE")]
    output: PathBuf,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let store = visit_store(&settings).await?;
    if let Some(at) = unlink::ended_at(&store).await? {
        bail!(
            "the link between people and data was deleted at {}, with the recruitment IDs: nobody can be invited any \
             more",
            rfc3339(at)
        );
    }
    let study = active_study(&store).await?;
    let waves: Vec<WaveId> = study.file.waves.iter().map(|wave| wave.id).collect();
    if waves.is_empty() {
        bail!("the study has no later parts (`waves`)");
    }
    if let Some(other) = args.wave.filter(|wave| !waves.contains(wave)) {
        let known = waves.iter().map(|wave| format!("'{wave}'")).collect::<Vec<_>>().join(", ");
        bail!("the study has no later part '{other}'; it has {known}");
    }
    let recruitment = study.file.recruitment.as_ref();
    let own = || recruitment.and_then(|own| own.one_place_per.clone().or_else(|| own.parameters.first().cloned()));
    let parameter = args.parameter.clone().or_else(own);
    let parameter =
        parameter.context("the study names no parameter of the recruitment link; give it with --parameter")?;
    let now = Clock::system().now();
    let due = due(uncompleted(&store).await?, &args, now);
    let (listed, without) = by_id(&due, &parameter);
    let table = table(&listed, &parameter, now).context("can't write the list")?;
    let written = SeparateFile::write(&args.output, "list", table).context("choose another file with --output")?;
    // The list has recruitment IDs. It is recorded in the audit log before it is written.
    let details = json!({ "sha256": written.sha256, "lines": listed.len() });
    let recorded = unblinding::record(&store, now, None, AuditAction::ListDue, details).await;
    recorded.context("nothing was written, because the audit log can't be written")?;
    store.close().await;
    written.finish()?;
    print_line!("{}", summary(&args, &listed, without, now));
    Ok(ExitCode::SUCCESS)
}

/// Those whose part is open, or opens in time.
fn due(all: Vec<Uncompleted>, args: &Args, now: Millis) -> Vec<Uncompleted> {
    let until = now + i64::from(args.within) * DAY;
    let is_due = |one: &Uncompleted| match one.course.state(now) {
        WaveState::Open | WaveState::Started => true,
        WaveState::Waiting => one.course.window.opens <= until,
        WaveState::Completed | WaveState::Missed => false,
    };
    all.into_iter().filter(|one| args.wave.is_none_or(|wave| wave == one.wave) && is_due(one)).collect()
}

/// With their recruitment IDs; and the number of those who came without one.
fn by_id<'a>(due: &'a [Uncompleted], parameter: &str) -> (Vec<(&'a str, &'a Uncompleted)>, usize) {
    let with = due.iter().filter_map(|one| Some((one.recruitment[parameter].as_str()?, one)));
    let listed: Vec<_> = with.filter(|(id, _)| !id.trim().is_empty()).collect();
    let without = due.len() - listed.len();
    (listed, without)
}

fn table(listed: &[(&str, &Uncompleted)], parameter: &str, now: Millis) -> Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record([parameter, "wave", "state", "opens_at", "closes_at"])?;
    for (id, one) in listed {
        let [opens, closes] = [one.course.window.opens, one.course.ends()].map(rfc3339);
        table.write_record([*id, one.wave.name(), state(one, now), &opens, &closes])?;
    }
    Ok(table.into_inner()?)
}

fn state(one: &Uncompleted, now: Millis) -> &'static str {
    match one.course.state(now) {
        WaveState::Waiting => "waiting",
        WaveState::Started => "started",
        _ => "open",
    }
}

fn summary(args: &Args, listed: &[(&str, &Uncompleted)], without: usize, now: Millis) -> String {
    let mut counts: BTreeMap<(WaveId, &str), usize> = BTreeMap::new();
    for (_, one) in listed {
        *counts.entry((one.wave, state(one, now))).or_default() += 1;
    }
    let mut lines: Vec<String> =
        counts.into_iter().map(|((wave, state), people)| format!("{people:>6}  {wave}: {state}")).collect();
    if without > 0 {
        lines.push(format!("Due, but without a recruitment ID, not listed: {without}."));
    }
    lines.push(match listed.len() {
        0 => "Nobody is due.".into(),
        many => format!(
            "Lines: {many}, in '{}'. It contains recruitment IDs: keep it separate from the data.",
            args.output.display()
        ),
    });
    lines.join("\n")
}
