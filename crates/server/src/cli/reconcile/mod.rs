//! `unmask reconcile`: compares the recruitment service's list of submissions with the participants.

mod compare;
mod service_list;

use std::collections::{BTreeSet, HashMap};

use unmask_export::SeparateFile;
use unmask_store::unlink::{self, Recruited};
use unmask_store::{AuditAction, meta, participants};
use unmask_study::definition::{Outcome, WaveId};

use super::{ledger, unblinding};
use crate::base::clock::rfc3339;
use crate::base::recorded::KEY_FINGERPRINT;
use crate::base::secrets::ServerKey;
use crate::cli::prelude::*;
use crate::routes::auth::{person_hash, plain_id};
use compare::{Finding, Found, LocalRecord, Participation, compare};
use service_list::List;

#[derive(clap::Args)]
pub struct Args {
    /// The recruitment service's export of submissions, as CSV.
    #[arg(value_name = "CSV")]
    file: PathBuf,
    /// Its column with the participant's ID.
    #[arg(long, default_value = "Participant id", value_name = "COLUMN")]
    id_column: String,
    /// Its column with the status of the submission.
    #[arg(long, default_value = "Status", value_name = "COLUMN")]
    status_column: String,
    /// Its column with the completion code that the participant gave. With `""`, codes are not compared.
    #[arg(long, default_value = "Completion code", value_name = "COLUMN")]
    code_column: String,
    /// Values of the status column that mean completed. Case is ignored.
    #[arg(
        long,
        default_value = "approved,awaiting review,completed,rejected,partially approved",
        value_delimiter = ',',
        value_name = "WORDS"
    )]
    finished: Vec<String>,
    /// Values of the status column that mean ended without completion. Case is ignored.
    #[arg(long, default_value = "returned,timed out", value_delimiter = ',', value_name = "WORDS")]
    ended: Vec<String>,
    /// Parameter of the link with the same ID. Default: the bundle's `one_place_per`, or its first parameter.
    #[arg(long, value_name = "NAME")]
    parameter: Option<String>,
    /// File for the cases to check, for you only: CSV with IDs as they are, or XLSX, which runs none of them as a
    /// formula, if the name ends in .xlsx. It must not exist.
    #[arg(long, short, default_value = "reconciliation.csv", value_name = "FILE")]
    output: PathBuf,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let list = service_list::read(&args)?;
    let listed = &list.submissions;
    let store = visit_store(&settings).await?;
    if let Some(at) = unlink::ended_at(&store).await? {
        bail!(
            "the link between people and data was deleted at {}, with the recruitment IDs and their hashes: the list \
             can no longer be matched with the participants. Use an earlier reconciliation, or a backup from before \
             that time. Next time, reconcile before `unmask anonymise` or `unmask retention`",
            rfc3339(at)
        );
    }
    let study = active_study(&store).await?;
    let recruitment = study.file.recruitment.as_ref().context("the study has no `recruitment:`")?;
    let parameter = args.parameter.clone().or_else(|| recruitment.one_place_per.clone());
    let parameter = parameter.or_else(|| recruitment.parameters.first().cloned());
    let parameter = parameter.context("the study names no parameter of the link; give it with --parameter")?;
    let people = unlink::recruited(&store, Clock::system().now()).await?;
    let hashes: BTreeSet<&str> = people.iter().map(|person| person.version.as_str()).collect();
    let versions = ledger::versions(&store, hashes.into_iter()).await?;
    let studies = versions.values().chain([&study]);
    let known: BTreeSet<&String> =
        studies.filter_map(|one| one.file.recruitment.as_ref()).flat_map(|own| &own.parameters).collect();
    if !known.contains(&parameter) {
        let known: Vec<_> = known.into_iter().map(|name| format!("'{name}'")).collect();
        bail!("the links of this study have no parameter '{parameter}'; they have {}", known.join(", "));
    }
    let ended = unlink::ended_parts(&store).await?;
    let mut registered = by_person(people, &ended, &parameter, &versions);
    // Of erased participants, a keyed hash is left if each person can take part once.
    if recruitment.one_place_per.as_ref() == Some(&parameter) {
        let key = key(&settings, &store).await?;
        for submission in listed {
            let ids = [(parameter.clone(), submission.id.clone())].into();
            if !registered.contains_key(&submission.person)
                && let Some(hash) = person_hash(&key, &study.file, &ids)
                && participants::is_recruited(&store, &hash).await?
            {
                registered.insert(submission.person.clone(), LocalRecord::Erased);
            }
        }
    }
    let found = compare(listed, &registered);
    let table = table(&found).context("can't write the list")?;
    let written =
        SeparateFile::write(&args.output, "reconciliation", table).context("choose another file with --output")?;
    // The list links participant codes to recruitment IDs. It is recorded in the audit log before it is written.
    let details = json!({ "sha256": written.sha256, "lines": found.len() });
    let recorded = unblinding::record(&store, Clock::system().now(), None, AuditAction::Reconcile, details).await;
    recorded.context("nothing was written, because the audit log can't be written")?;
    store.close().await;
    written.finish()?;
    print_line!("{}", summary(&args, &list, &found));
    Ok(ExitCode::SUCCESS)
}

/// The server key, with which recruitment IDs are hashed. It is never created here: with another key, no hash would
/// match.
pub(super) async fn key(settings: &Settings, store: &Store) -> Result<ServerKey> {
    let location = Secret::ServerKey.location(settings);
    let key = Secret::ServerKey.read(settings)?.map(ServerKey::new).with_context(|| {
        format!(
            "there is no {location}: whose data were erased, and who was paid, can only be recognised with the server key. \
             Give the server's --data folder, or its --server-key"
        )
    })?;
    let begun_with = meta::meta_get(store, KEY_FINGERPRINT).await?;
    if begun_with.is_some_and(|mark| mark != key.mark()) {
        bail!(
            "the database was created with another server key than {location}: whose data were erased, and who was \
             paid, can only be recognised with the database's own key. Give the server's --data folder, or its --server-key"
        );
    }
    Ok(key)
}

/// The participations by normalised recruitment ID. Without `one_place_per`, an ID can have several.
fn by_person(
    people: Vec<Recruited>,
    ended: &[(String, WaveId, Outcome)],
    parameter: &str,
    versions: &HashMap<String, Study>,
) -> HashMap<String, LocalRecord> {
    let mut parts: HashMap<String, Vec<Participation>> = HashMap::new();
    for Recruited { code, version, recruitment, withdrawn, completed, outcome, in_later_part } in people {
        let Some(id) = recruitment[parameter].as_str() else { continue };
        let turned_away = outcome.filter(|outcome| outcome.is_turned_away());
        let study = versions.get(&version);
        let mut own_codes = study.map(|study| codes(study, turned_away)).unwrap_or_default();
        let own_ended = ended.iter().filter(|(own, ..)| *own == code);
        own_codes.extend(own_ended.filter_map(|(_, wave, outcome)| ending_code(study?, *wave, *outcome)));
        if let Some(person) = plain_id(id) {
            let turned_away = turned_away.is_some();
            let under_way = !withdrawn && (in_later_part || !completed && outcome.is_none());
            let part =
                Participation { id: id.to_owned(), code, withdrawn, completed, turned_away, under_way, own_codes };
            parts.entry(person).or_default().push(part);
        }
    }
    parts.into_iter().map(|(person, parts)| (person, LocalRecord::Known(parts))).collect()
}

/// The codes of participants who were turned away, or those of all parts of the study.
fn codes(study: &Study, turned_away: Option<Outcome>) -> Vec<String> {
    let of_parts = || (0..=study.file.waves.len()).filter_map(|wave| study.completion_code(wave)).collect::<Vec<_>>();
    let own = turned_away.map_or_else(of_parts, |outcome| study.outcome_code(outcome).into_iter().collect());
    own.into_iter().map(|own| own.code).collect()
}

/// The code of a later part that was ended.
fn ending_code(study: &Study, wave: WaveId, outcome: Outcome) -> Option<String> {
    let number = study.file.waves.iter().position(|own| own.id == wave)? + 1;
    Some(study.ending_code(number, outcome)?.code)
}

fn table(found: &[Found]) -> Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["recruiter_id", "finding", "status_there", "code_there", "participant_id"])?;
    for one in found {
        table.write_record([&one.id, one.finding.name(), &one.status, &one.code, &one.participant])?;
    }
    Ok(table.into_inner()?)
}

fn summary(args: &Args, list: &List, found: &[Found]) -> String {
    let mut lines = vec![format!("Submissions in '{}': {}.", args.file.display(), list.submissions.len())];
    if list.without_id > 0 {
        let (many, column) = (list.without_id, &args.id_column);
        lines.push(format!(
            "Submissions without an ID in '{column}', not matched: {many}. Check them in the recruitment service."
        ));
    }
    for (finding, _, words) in Finding::ALL {
        let count = found.iter().filter(|one| one.finding == finding).count();
        lines.push(format!("{count:>6}  {words}"));
    }
    match found.len() {
        0 => lines.push("Everything agrees.".into()),
        many => lines.push(format!(
            "Lines to check: {many}, in '{}'. It contains recruitment IDs: keep it separate from the data.",
            args.output.display()
        )),
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_took_part_twice_keeps_both() {
        let one = |code: &str, id: &str, completed| Recruited {
            code: code.into(),
            version: String::new(),
            recruitment: json!({ "PID": id }),
            withdrawn: false,
            completed,
            outcome: None,
            in_later_part: false,
        };
        let people = vec![one("A", "ada", true), one("B", " ada", false), one("C", "\u{200b}", true)];
        let registered = by_person(people, &[], "PID", &HashMap::new());
        assert_eq!(registered.len(), 1, "an id that nobody sees is none");
        let LocalRecord::Known(parts) = &registered["ada"] else { panic!("{registered:?}") };
        assert_eq!(
            parts.iter().map(|part| (part.code.as_str(), part.completed)).collect::<Vec<_>>(),
            [("A", true), ("B", false)]
        );
    }
}
