//! `unmask due`: who can take part in a later part of the study, by the recruitment service's IDs, so that the service
//! can invite them.

use unmask_export::{SeparateFile, is_spreadsheet};
use unmask_store::waves::uncompleted;
use unmask_store::{AuditAction, unlink};
use unmask_study::definition::WaveId;

use super::unblinding::{self, Recipient};
use crate::base::clock::rfc3339;
use crate::cli::prelude::*;
use crate::read_models::due::{DueList, own_parameter};

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
    /// Reason for the unblinding. The list of a part that only some arms have shows who is in them, so it unblinds the
    /// person who gets it, and nobody else. Ignored if they are not blinded, and for other parts.
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    #[command(flatten)]
    recipient: Recipient,
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
    let parameter = args.parameter.as_deref().or_else(|| own_parameter(&study));
    let parameter =
        parameter.context("the study names no parameter of the recruitment link; give it with --parameter")?;
    let now = Clock::system().now();
    let mut listed = waves.iter().filter(|wave| args.wave.is_none_or(|only| only == **wave));
    let unblinding = if listed.any(|wave| study.wave_reveals_arms(*wave)) {
        args.recipient.unblinding(&store, now, args.reason.as_deref(), "the list").await?
    } else {
        None
    };
    let list = DueList::of(&uncompleted(&store).await?, args.wave, parameter, args.within.into(), now);
    // In a spreadsheet of our own all cells are text.
    let list = if is_spreadsheet(&args.output) { list } else { list.without_formulas() };
    let table = list.csv(parameter).context("can't write the list")?;
    let written = SeparateFile::write(&args.output, "list", table).context("choose another file with --output")?;
    // The list has recruitment IDs. It is recorded in the audit log before it is written.
    let (sha256, lines) = (&written.sha256, list.people.len());
    let details = json!({ "sha256": sha256, "lines": lines, "wave": args.wave, "within": args.within });
    let recorded = unblinding::record(&store, now, unblinding.clone(), AuditAction::ListDue, details).await;
    recorded.context("nothing was written, because the audit log can't be written")?;
    store.close().await;
    written.finish()?;
    print_line!("{}", summary(&args, &list));
    if let Some(unblinding) = &unblinding {
        unblinding::announce(unblinding);
    }
    Ok(ExitCode::SUCCESS)
}

fn summary(args: &Args, list: &DueList) -> String {
    let counts = list.counts().into_iter();
    let mut lines: Vec<String> =
        counts.map(|((wave, state), people)| format!("{people:>6}  {wave}: {}", state.word())).collect();
    let without: usize = list.without.values().sum();
    if without > 0 {
        lines.push(format!("Due, but without a recruitment ID, not listed: {without}."));
    }
    let formulas: usize = list.formulas.values().sum();
    if formulas > 0 {
        lines.push(format!(
            "Due, but with an ID that a spreadsheet program could run as a formula, not listed: {formulas}. \
             `--output due.xlsx` lists them as text."
        ));
    }
    lines.push(match list.people.len() {
        0 => "Nobody is due.".into(),
        many => format!(
            "Lines: {many}, in '{}'. It contains recruitment IDs: keep it separate from the data.",
            args.output.display()
        ),
    });
    lines.join("\n")
}
