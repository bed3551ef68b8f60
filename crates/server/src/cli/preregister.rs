//! `unmask preregister`: writes a preregistration of a bundle, and compares a bundle with one. It needs no database,
//! except with `--commitment`.

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;
use serde_json::Value;
use unmask_export::{Preregistration, Recorded};
use unmask_store::{allocation, export};
use unmask_study::plan::{FORMAT, Plan};
use unmask_study::report::Language;

use crate::cli::prelude::*;
use crate::study_versions::read_bundle;

/// The plan, in the folder of a preregistration.
const PLAN: &str = "preregistration.json";

#[derive(clap::Args)]
pub struct Args {
    /// The bundle. Default: the one of --study.
    folder: Option<PathBuf>,
    /// Folder for the files. It is created if it is missing.
    #[arg(long, value_name = "DIR", default_value = "preregistration")]
    output: PathBuf,
    /// Language of the document: en or de.
    #[arg(long, value_name = "TAG", default_value = "en", value_parser = ["en", "de"])]
    language: String,
    /// Also state what the database has: the SHA-256 of the allocation seed, which the server recorded at its first
    /// start, and whether somebody has registered.
    #[arg(long)]
    commitment: bool,
    /// Write nothing, but compare the bundle with this preregistration (its folder or its JSON file), and fail if the
    /// plan differs.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["output", "commitment"])]
    check: Option<PathBuf>,
}

/// A plan as it was written.
#[derive(Deserialize)]
struct Written {
    format: u32,
    hash: String,
    plan: BTreeMap<String, Value>,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let study = read_bundle(args.folder.as_ref().unwrap_or(&settings.study))?;
    let language = Language::of(&args.language);
    if let Some(path) = &args.check {
        return check(&study, path, language);
    }
    let recorded = if args.commitment { Some(recorded(&settings).await?) } else { None };
    write(&args.output, &Preregistration::of(&study, recorded.as_ref(), language))?;
    Ok(ExitCode::SUCCESS)
}

async fn recorded(settings: &Settings) -> Result<Recorded> {
    let store = visit_store(settings).await?;
    let commitment = allocation::seed_commitment(&store).await?;
    let people = export::people(&mut store.snapshot().await?).await?;
    store.close().await;
    let commitment = commitment.context("the database has no allocation seed yet; start the server once")?;
    Ok(Recorded { commitment, participants: people.all - people.simulated })
}

/// Writes the files. A plan that is there already is not replaced by another one.
fn write(folder: &Path, of: &Preregistration) -> Result<()> {
    let plan = folder.join(PLAN);
    let hash = of.plan["hash"].as_str().unwrap_or_default();
    if plan.exists() && read(&plan)?.hash != hash {
        bail!(
            "'{}' has another plan; use --check to see how it differs, or another --output (nothing was changed)",
            plan.display()
        );
    }
    fs::create_dir_all(folder).with_context(|| format!("can't create '{}'", folder.display()))?;
    let json = |value: &Value| serde_json::to_string_pretty(value).map(|text| format!("{text}\n").into_bytes());
    let files = [
        ("preregistration.html", of.document.html()?.into_bytes()),
        ("preregistration.docx", of.document.docx()?),
        ("osf.json", json(&of.osf)?),
        (PLAN, json(&of.plan)?),
    ];
    for (name, content) in files {
        let path = folder.join(name);
        fs::write(&path, content).with_context(|| format!("can't write '{}'", path.display()))?;
        print_line!("{}", path.display());
    }
    print_line!("\nSHA-256 of the plan: {hash}");
    if !of.missing.is_empty() {
        print_line!("\nTo write in study.yaml before you register it:");
        for (field, topic) in &of.missing {
            print_line!("  {field}: {topic}");
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Written> {
    let text = fs::read_to_string(path).with_context(|| format!("can't read '{}'", path.display()))?;
    // What the parser reports is about JSON, which nobody writes by hand.
    let Ok(written) = serde_json::from_str::<Written>(&text) else {
        bail!(
            "'{}' is no preregistration of this program, or it was changed; name the folder that `unmask preregister` \
             wrote, or its {PLAN}",
            path.display()
        );
    };
    if written.format != FORMAT {
        bail!("'{}' was written by a version of Unmask with another form of plan", path.display());
    }
    Ok(written)
}

/// Compares a bundle with a preregistration.
fn check(study: &Study, path: &Path, language: Language) -> Result<ExitCode> {
    let path = if path.is_dir() { path.join(PLAN) } else { path.to_owned() };
    let written = read(&path)?;
    let (planned, now) = (Plan::from_values(written.plan), Plan::of(study));
    if planned.hash() != written.hash {
        bail!("'{}' was changed after it was written: its plan does not have its hash", path.display());
    }
    let differences = planned.differences(&now);
    if differences.is_empty() {
        print_line!("The plan is the preregistered one (SHA-256 {}).", written.hash);
        return Ok(ExitCode::SUCCESS);
    }
    let count = differences.len();
    print_line!("{count} {} from the preregistered plan:", if count == 1 { "deviation" } else { "deviations" });
    for difference in &differences {
        print_line!("  {}", difference.in_words(language));
    }
    Ok(ExitCode::FAILURE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Study {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered");
        read_bundle(&folder).unwrap()
    }

    /// The files of one run are those of the next one, and a changed plan neither passes nor replaces them.
    #[test]
    fn a_written_plan_is_compared_and_kept() {
        let (folder, mut study, english) = (tempfile::tempdir().unwrap(), example(), Language::English);
        let folder = folder.path().join("plan");
        let names = ["preregistration.html", "preregistration.docx", "osf.json", PLAN];
        let written = |study: &Study| write(&folder, &Preregistration::of(study, None, english));
        let contents = || names.map(|name| fs::read(folder.join(name)).unwrap());
        written(&study).unwrap();
        let first = contents();
        written(&study).unwrap();
        assert!(first == contents(), "the same files");
        assert_eq!(check(&study, &folder, english).unwrap(), ExitCode::SUCCESS);

        study.file.analysis.alpha = 0.01;
        assert_eq!(check(&study, &folder.join(PLAN), english).unwrap(), ExitCode::FAILURE);
        assert!(written(&study).unwrap_err().to_string().contains("has another plan"));
        assert!(first == contents(), "nothing was changed");

        let text = fs::read_to_string(folder.join(PLAN)).unwrap();
        let changed = text.replace("\"analysis.alpha\": 0.05", "\"analysis.alpha\": 0.01");
        assert_ne!(changed, text);
        fs::write(folder.join(PLAN), changed).unwrap();
        let error = check(&study, &folder, english).unwrap_err().to_string();
        assert!(error.contains("was changed after it was written"), "{error}");
    }
}
