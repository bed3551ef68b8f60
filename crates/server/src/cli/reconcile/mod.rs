//! `unmask reconcile`: compares the recruitment service's list of submissions with the participants.

mod service_list;

use std::collections::BTreeSet;

use unmask_export::SeparateFile;
use unmask_store::study::OPERATOR;
use unmask_store::{AuditAction, meta, unlink};
use unmask_study::definition::WaveId;

use super::unblinding;
use crate::base::clock::rfc3339;
use crate::base::recorded::KEY_FINGERPRINT;
use crate::base::secrets::ServerKey;
use crate::cli::prelude::*;
use crate::read_models::due::own_parameter;
use crate::recruiters::compare::{self, ENDED, FINISHED, Finding, Found};
use crate::recruiters::prolific::Prolific;
use crate::recruiters::{GroupChange, LocalStudy, PartComparison, compare_parts, keep_groups, registered};
use crate::study_versions::stored_versions;
use service_list::List;

#[derive(clap::Args)]
pub struct Args {
    /// The recruitment service's export of submissions, as CSV.
    #[arg(value_name = "CSV", required_unless_present = "prolific")]
    file: Option<PathBuf>,
    /// Read the submissions from Prolific's API: those of the studies in `recruitment.prolific`, each compared with its
    /// part. Needs --prolific-token.
    #[arg(long, conflicts_with = "file")]
    prolific: bool,
    /// With --prolific, also keep the participant groups of later parts, as the server does each night: this changes
    /// them at Prolific.
    #[arg(long, requires = "prolific")]
    groups: bool,
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
    #[arg(long, default_value = FINISHED, value_delimiter = ',', value_name = "WORDS")]
    finished: Vec<String>,
    /// Values of the status column that mean ended without completion. Case is ignored.
    #[arg(long, default_value = ENDED, value_delimiter = ',', value_name = "WORDS")]
    ended: Vec<String>,
    /// Parameter of the link with the same ID. Default: the bundle's `one_place_per`, or its first parameter.
    #[arg(long, value_name = "NAME")]
    parameter: Option<String>,
    /// File for the cases to check, for you only: CSV with IDs as they are, or XLSX, which runs none of them as a
    /// formula, if the name ends in .xlsx. It must not exist.
    #[arg(long, short, default_value = "reconciliation.csv", value_name = "FILE")]
    output: PathBuf,
}

/// What was found in all lists.
struct Compared {
    parts: Vec<Part>,
    groups: Vec<GroupChange>,
}

/// What was found in a list. Prolific's lists are of a part of the study.
struct Part {
    /// What the list is called in the summary.
    title: String,
    wave: Option<WaveId>,
    /// Remarks about the list.
    remarks: Vec<String>,
    found: Vec<Found>,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let list = args.file.as_deref().map(|file| service_list::read(file, &args)).transpose()?;
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
    let parameter = parameter(&store, &study, &args).await?;
    let identifies = study.file.recruitment.as_ref().is_some_and(|own| own.one_place_per.as_ref() == Some(&parameter));
    let key = if identifies { Some(key(&settings, &store).await?) } else { None };
    let local = LocalStudy {
        store: &store,
        key: key.as_ref(),
        study: &study,
        parameter: &parameter,
        actor: OPERATOR,
        now: Clock::system().now(),
    };
    let compared = match (&args.file, list) {
        (Some(file), Some(list)) => {
            let listed = &list.submissions;
            let registered = registered(local, None, listed).await?;
            let found = compare::compare(listed, &registered);
            let title = format!("Submissions in '{}': {}.", file.display(), listed.len());
            Compared {
                parts: vec![Part { title, wave: None, remarks: without_id(&args, &list), found }],
                groups: vec![],
            }
        }
        _ => with_prolific(&settings, local, args.groups).await?,
    };
    let found: usize = compared.parts.iter().map(|part| part.found.len()).sum();
    let table = table(&compared.parts, args.prolific).context("can't write the list")?;
    let written =
        SeparateFile::write(&args.output, "reconciliation", table).context("choose another file with --output")?;
    // The list links participant codes to recruitment IDs. It is recorded in the audit log before it is written.
    let details = json!({ "sha256": written.sha256, "lines": found });
    let recorded = unblinding::record(&store, Clock::system().now(), None, AuditAction::Reconcile, details).await;
    recorded.context("nothing was written, because the audit log can't be written")?;
    store.close().await;
    written.finish()?;
    print_line!("{}", summary(&args, &compared, found));
    Ok(ExitCode::SUCCESS)
}

/// The parameter of the link with the recruiter's ID.
async fn parameter(store: &Store, study: &Study, args: &Args) -> Result<String> {
    study.file.recruitment.as_ref().context("the study has no `recruitment:`")?;
    let parameter = args.parameter.clone().or_else(|| own_parameter(study).map(str::to_owned));
    let parameter = parameter.context("the study names no parameter of the link; give it with --parameter")?;
    let people = unlink::recruited(store, Clock::system().now()).await?;
    let hashes: BTreeSet<&str> = people.iter().map(|person| person.version.as_str()).collect();
    let versions = stored_versions(store, hashes.into_iter()).await?;
    let studies = versions.values().chain([study]);
    let known: BTreeSet<&String> =
        studies.filter_map(|one| one.file.recruitment.as_ref()).flat_map(|own| &own.parameters).collect();
    if !known.contains(&parameter) {
        let known: Vec<_> = known.into_iter().map(|name| format!("'{name}'")).collect();
        bail!("the links of this study have no parameter '{parameter}'; they have {}", known.join(", "));
    }
    Ok(parameter)
}

/// Compares with the lists of Prolific's API, and keeps its groups if that is wanted.
async fn with_prolific(settings: &Settings, local: LocalStudy<'_>, groups: bool) -> Result<Compared> {
    let own = local.study.file.recruitment.as_ref().and_then(|own| own.prolific.as_ref());
    own.context("the study has no `recruitment.prolific`, which names its studies at Prolific")?;
    let prolific = Prolific::open(settings)?.context(
        "there is no token of Prolific's API; give it as --prolific-token, or in the file 'prolific.token' in the data \
         folder of the study",
    )?;
    let parts = compare_parts(local, &prolific).await?;
    let groups = if groups { keep_groups(local, &prolific, &parts).await? } else { Vec::new() };
    Ok(Compared { parts: parts.into_iter().map(Part::from).collect(), groups })
}

impl From<PartComparison> for Part {
    fn from(part: PartComparison) -> Self {
        let unknown = part.unknown.iter().map(|(status, many)| {
            format!("Submissions with the status '{status}', which is neither taken as completed nor as ended: {many}.")
        });
        Self {
            title: format!("Submissions at Prolific for the part '{}': {}.", part.wave, part.submissions),
            wave: Some(part.wave),
            remarks: unknown.collect(),
            found: part.found,
        }
    }
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

/// The cases to check. Lists of a part of the study have a column for it.
fn table(parts: &[Part], with_part: bool) -> Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let columns = ["recruiter_id", "finding", "status_there", "code_there", "participant_id", "part"];
    let width = if with_part { columns.len() } else { columns.len() - 1 };
    table.write_record(&columns[..width])?;
    for part in parts {
        let wave = part.wave.map(|wave| wave.to_string()).unwrap_or_default();
        for one in &part.found {
            let row = [one.id.as_str(), one.finding.name(), &one.status, &one.code, &one.participant, &wave];
            table.write_record(&row[..width])?;
        }
    }
    Ok(table.into_inner()?)
}

fn without_id(args: &Args, list: &List) -> Vec<String> {
    let (many, column) = (list.without_id, &args.id_column);
    let words = || {
        format!("Submissions without an ID in '{column}', not matched: {many}. Check them in the recruitment service.")
    };
    (many > 0).then(words).into_iter().collect()
}

fn summary(args: &Args, compared: &Compared, found: usize) -> String {
    let mut lines = Vec::new();
    for part in &compared.parts {
        lines.push(part.title.clone());
        lines.extend(part.remarks.iter().cloned());
        for (finding, _, words) in Finding::ALL {
            let count = part.found.iter().filter(|one| one.finding == finding).count();
            lines.push(format!("{count:>6}  {words}"));
        }
    }
    for GroupChange { wave, added, removed, members } in &compared.groups {
        lines.push(format!(
            "Participant group of the part '{wave}': {added} added, {removed} removed, {members} members."
        ));
    }
    match found {
        0 => lines.push("Everything agrees.".into()),
        many => lines.push(format!(
            "Lines to check: {many}, in '{}'. It contains recruitment IDs: keep it separate from the data.",
            args.output.display()
        )),
    }
    lines.join("\n")
}
