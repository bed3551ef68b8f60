//! `unmask bonus`: writes the recruiter's file for bulk payments of those who completed the study and were not listed
//! before.

use serde_json::{Map, Value};
use unmask_export::SeparateFile;
use unmask_store::bonus::{self, NewLine, NewRun};
use unmask_store::study::OPERATOR;
use unmask_store::{AuditAction, submissions, unlink};
use unmask_study::bonus::{Scored, decimal};
use unmask_study::definition::Bonus;
use unmask_study::definition::wave::MAIN;

use super::reconcile;
use super::unblinding::{self, Recipient};
use crate::base::clock::rfc3339;
use crate::base::secrets::ServerKey;
use crate::cli::prelude::*;
use crate::read_models::due::own_parameter;
use crate::routes::auth::{bonus_hash, plain_id};

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

/// Somebody who gets a bonus.
struct Payee {
    /// The recruitment ID.
    id: String,
    cents: i64,
    /// Of a new run.
    line: Option<NewLine>,
}

/// Who gets what, and how many are not listed.
#[derive(Default)]
struct List {
    payees: Vec<Payee>,
    /// Those who are in an earlier run.
    before: usize,
    /// Those whose answers are worth nothing.
    nothing: usize,
    /// Those whose ID cannot be a line of the file: people type the link with which they come.
    unusable: usize,
    /// Those of an earlier run whose data were erased since.
    erased: usize,
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
        Some(number) => repeated(&store, number, &parameter).await?,
        None => new(&store, &key, &study, rule, &parameter).await?,
    };
    show_arms(&store, now, &study, &args).await?;
    print_line!("{}", summary(&list, currency));
    if list.payees.is_empty() {
        print_line!("Nobody is to be listed, so no file is written.");
        return Ok(ExitCode::SUCCESS);
    }
    agree(args.yes)?;
    let written = SeparateFile::write(&args.out, "bonus", lines(&list)).context("choose another file with --out")?;
    if let Some(run) = &earlier
        && run.sha256 != written.sha256
    {
        print_line!(
            "The file differs from that of the run: {} of its people had their data erased since.",
            list.erased
        );
    }
    let number = match args.again {
        Some(number) => {
            record_repeat(&store, now, number, &list, &written.sha256).await?;
            number
        }
        None => record(&store, now, &parameter, currency, &list, &written.sha256).await?,
    };
    store.close().await;
    // The run is recorded, so nobody is listed again. Without the file, `--again` writes it.
    let help = || format!("the run is recorded; write its file with `unmask bonus --again {number} --out FILE`");
    written.finish().with_context(help)?;
    print_line!(
        "Run {number}: {} people, {} {currency}, in '{}'. It contains recruitment IDs: keep it separate from the data.",
        list.payees.len(),
        decimal(total(&list)),
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

/// Those who completed the part and are in no run.
async fn new(store: &Store, key: &ServerKey, study: &Study, rule: &Bonus, parameter: &str) -> Result<List> {
    let mut list = List::default();
    for one in bonus::completed(store, rule.after.unwrap_or(MAIN)).await? {
        let Some(id) = one.recruitment[parameter].as_str().and_then(plain_id) else { continue };
        let person = bonus_hash(key, &study.file, &id);
        let is_known = list.payees.iter().any(|payee| payee.id == id);
        if is_known || bonus::is_listed(store, &person).await? {
            list.before += 1;
        } else if !is_usable(&id) {
            list.unusable += 1;
        } else {
            let cents = rule.cents(&scored(store, &one.participant).await?);
            let line = Some(NewLine { person, participant: one.participant, cents });
            match cents {
                0 => list.nothing += 1,
                _ => list.payees.push(Payee { id, cents, line }),
            }
        }
    }
    list.payees.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(list)
}

/// Those of an earlier run.
async fn repeated(store: &Store, number: i64, parameter: &str) -> Result<List> {
    let mut list = List::default();
    for line in bonus::lines(store, number).await? {
        let id = line.recruitment.and_then(|ids| ids[parameter].as_str().and_then(plain_id));
        match id {
            Some(id) => list.payees.push(Payee { id, cents: line.cents, line: None }),
            None => list.erased += 1,
        }
    }
    list.payees.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(list)
}

/// Recruiters' IDs are letters and digits. Anything else in a line could be another amount, or a formula.
fn is_usable(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_alphanumeric())
        && id.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

async fn scored(store: &Store, participant: &str) -> Result<Vec<Scored>> {
    let all = submissions::submissions(store, participant).await?;
    let read = |one: submissions::Submission| {
        let scores: Map<String, Value> = serde_json::from_str(&one.scores).context("can't read stored scores")?;
        Ok(Scored { item: one.item, attempt: one.attempt, correct: one.correct, scores })
    };
    all.into_iter().map(read).collect()
}

async fn record(store: &Store, at: Millis, parameter: &str, currency: &str, list: &List, sha256: &str) -> Result<i64> {
    let run = NewRun {
        at,
        currency: currency.to_owned(),
        parameter: parameter.to_owned(),
        sha256: sha256.to_owned(),
        lines: list.payees.iter().filter_map(|payee| payee.line.clone()).collect(),
    };
    let (people, cents) = (run.lines.len(), total(list));
    let recorded = store.write(async move |tx| {
        let number = bonus::record(tx, &run).await?;
        if let Some(number) = number {
            let details = json!({ "run": number, "people": people, "total": decimal(cents), "currency": run.currency,
                "sha256": run.sha256 });
            audit::audit(tx, at, OPERATOR, AuditAction::ListBonuses, &details).await?;
        }
        Ok::<_, StoreError>(number)
    });
    let number = recorded.await.context("nothing was written, because the run can't be recorded")?;
    number.context("another run has listed one of these people meanwhile; nothing was written. Run the command again")
}

async fn record_repeat(store: &Store, at: Millis, number: i64, list: &List, sha256: &str) -> Result<()> {
    let details = json!({ "run": number, "again": true, "people": list.payees.len(), "sha256": sha256 });
    let recorded = unblinding::record(store, at, None, AuditAction::ListBonuses, details).await;
    recorded.context("nothing was written, because the audit log can't be written")
}

fn total(list: &List) -> i64 {
    list.payees.iter().map(|payee| payee.cents).sum()
}

/// What the recruiter reads: no header, a decimal number.
fn lines(list: &List) -> Vec<u8> {
    let line = |payee: &Payee| format!("{},{}\n", payee.id, decimal(payee.cents));
    list.payees.iter().map(line).collect::<String>().into_bytes()
}

fn summary(list: &List, currency: &str) -> String {
    let line = |payee: &Payee| format!("{:>10}  {}", decimal(payee.cents), payee.id);
    let mut lines: Vec<String> = list.payees.iter().map(line).collect();
    lines.push(format!("{:>10}  {currency} for {} people", decimal(total(list)), list.payees.len()));
    let left_out = [
        (list.before, "Listed in an earlier run, or twice here, not listed again"),
        (list.nothing, "Completed, without a bonus by their answers"),
        (list.unusable, "With an ID that no recruiter has, not listed"),
        (list.erased, "Of this run, had their data erased since, not listed"),
    ];
    lines.extend(left_out.iter().filter(|(many, _)| *many > 0).map(|(many, words)| format!("{words}: {many}.")));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_id_of_letters_and_digits_becomes_a_line() {
        for id in ["5f3a9b", "A1B2-C3", "1234", "a_b.c"] {
            assert!(is_usable(id), "{id}");
        }
        for id in ["5f3,100.00", "5f3\n5f4", "=1+1", "-5f3", "a b", "5f3;7", "zoë", "\"5f3\"", ""] {
            assert!(!is_usable(id), "{id}");
        }
    }
}
