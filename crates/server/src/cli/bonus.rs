//! `unmask bonus`: writes the recruiter's file for bulk payments of those who completed the study and were not listed
//! before.

use unmask_export::SeparateFile;
use unmask_store::study::OPERATOR;
use unmask_store::{AuditAction, bonus, unlink};
use unmask_study::bonus::decimal;

use super::reconcile;
use super::unblinding::{self, Recipient};
use crate::base::clock::rfc3339;
use crate::cli::prelude::*;
use crate::read_models::due::own_parameter;
use crate::recruiters::bonus::{Act, List, Payee, RunOf};

#[derive(clap::Args)]
pub struct Args {
    /// File for the list, for you only: lines with ID and amount, without a header. It must not exist.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Write the file of an earlier run again, by its number.
    #[arg(long, value_name = "RUN")]
    again: Option<i64>,
    /// Write without asking.
    #[arg(long)]
    yes: bool,
    /// Reason for the unblinding. If amounts depend on a block that differs between arms, the list shows who is in
    /// which arm, so it unblinds the person who gets it, and nobody else. Ignored if they are not blinded.
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    #[command(flatten)]
    recipient: Recipient,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let store = visit_store(&settings).await?;
    if let Some(at) = unlink::ended_at(&store).await? {
        bail!("the link between people and data was deleted at {}: nobody can be paid any more", rfc3339(at));
    }
    let study = active_study(&store).await?;
    let rule = study.file.bonus.as_ref().context("the study has no `bonus:`")?;
    let key = reconcile::key(&settings, &store).await?;
    let now = Clock::system().now();
    let earlier = match args.again {
        Some(number) => {
            let run = bonus::run(&store, number).await?;
            Some(run.with_context(|| format!("there is no run {number}; the audit log lists the runs"))?)
        }
        None => None,
    };
    let parameter = match &earlier {
        Some(run) => run.parameter.clone(),
        None => own_parameter(&study).context("the study names no parameter of the recruitment link")?.to_owned(),
    };
    let currency = earlier.as_ref().map_or(&rule.currency, |run| &run.currency);
    let list = match args.again {
        Some(number) => List::repeated(&store, number, &parameter).await?,
        None => List::new(&store, &key, &study, rule, &parameter).await?,
    };
    show_arms(&store, now, &study, &args).await?;
    print_line!("{}", summary(&list, currency));
    if list.payees.is_empty() {
        print_line!("Nobody is to be listed, so no file is written.");
        return Ok(ExitCode::SUCCESS);
    }
    agree(args.yes)?;
    let written = SeparateFile::write(&args.out, "bonus", list.lines()).context("choose another file with --out")?;
    if let Some(run) = &earlier
        && run.sha256 != written.sha256
    {
        print_line!(
            "The file differs from that of the run: {} of its people had their data erased since.",
            list.erased
        );
    }
    let (act, sha256) = (Act { actor: OPERATOR, at: now }, written.sha256.as_str());
    let number = if let Some(number) = args.again {
        let recorded = list.record_again(&store, act, number, sha256).await;
        recorded.context("nothing was written, because the audit log can't be written")?;
        number
    } else {
        let recorded = list.record(&store, act, RunOf { parameter: &parameter, currency, sha256 }).await;
        recorded.context("nothing was written, because the run can't be recorded")?.context(
            "another run has listed one of these people meanwhile; nothing was written. Run the command again",
        )?
    };
    store.close().await;
    // The run is recorded, so nobody is listed again. Without the file, `--again` writes it.
    let help = || format!("the run is recorded; write its file with `unmask bonus --again {number} --out FILE`");
    written.finish().with_context(help)?;
    print_line!(
        "Run {number}: {} people, {} {currency}, in '{}'. It contains recruitment IDs: keep it separate from the data.",
        list.payees.len(),
        decimal(list.total()),
        args.out.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// Unblinds the person who gets the list, before it is shown.
async fn show_arms(store: &Store, now: Millis, study: &Study, args: &Args) -> Result<()> {
    if !study.bonus_reveals_arms() {
        return Ok(());
    }
    let unblinding = args.recipient.unblinding(store, now, args.reason.as_deref(), "the list of amounts").await?;
    if let Some(unblinding) = unblinding {
        unblinding::record(store, now, Some(unblinding.clone()), AuditAction::ShowBonuses, json!({})).await?;
        unblinding::announce(&unblinding);
    }
    Ok(())
}

fn summary(list: &List, currency: &str) -> String {
    let line = |payee: &Payee| format!("{:>10}  {}", decimal(payee.cents), payee.id);
    let mut lines: Vec<String> = list.payees.iter().map(line).collect();
    lines.push(format!("{:>10}  {currency} for {} people", decimal(list.total()), list.payees.len()));
    let left_out = [
        (list.before, "Listed in an earlier run, or twice here, not listed again"),
        (list.nothing, "Completed, without a bonus by their answers"),
        (list.unusable, "With an ID that no recruiter has, not listed"),
        (list.erased, "Of this run, had their data erased since, not listed"),
    ];
    lines.extend(left_out.iter().filter(|(many, _)| *many > 0).map(|(many, words)| format!("{words}: {many}.")));
    lines.join("\n")
}
