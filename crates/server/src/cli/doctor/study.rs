//! Compares the study in its folder with the active version.

use std::time::Duration;

use unmask_store::{Store, study};
use unmask_study::{Study, definition};

use super::Finding;
use crate::base::config::Settings;
use crate::mail::Relay;
use crate::media::Library;
use crate::recruiters::prolific::{Failure, FailureKind, Prolific, TOKEN_FILE};
use crate::study_versions::{Named, from_stored, named, read_bundle};

/// How long Prolific may take for all calls.
const PATIENCE: Duration = Duration::from_secs(20);

/// The bundle; nothing if it can't be read.
pub fn bundle(settings: &Settings, findings: &mut Vec<Finding>) -> Option<Study> {
    let folder = settings.study.display();
    match read_bundle(&settings.study) {
        Ok(study) => {
            let found = format!("'{}' in '{folder}', version {}", study.file.title.0, short(&study.hash));
            findings.push(Finding::ok("study", found));
            Some(study)
        }
        Err(error) => {
            let fix = format!("see: unmask check '{folder}'");
            findings.push(Finding::failed("study", error.to_string(), fix));
            None
        }
    }
}

/// Reads every file that the study names completely, from where it is served: the folder or the bucket.
pub async fn media(settings: &Settings, study: &Study) -> Finding {
    let library = match Library::of(settings) {
        Ok(library) => library,
        Err(error) => return Finding::failed("media", format!("{error:#}"), "correct --media-url"),
    };
    let named = named(study);
    let mut wrong = Vec::new();
    for file in &named {
        wrong.extend(fault(&library, file).await);
    }
    let place = library.shown();
    if wrong.is_empty() {
        return Finding::ok("media", format!("{} files in '{place}', all checksums match", named.len()));
    }
    let found =
        format!("{} of {} files in '{place}': {}", wrong.len(), named.len(), wrong[..wrong.len().min(5)].join("; "));
    let fix = if library.is_folder() {
        "restore the study's files; stimuli.yaml has their checksums"
    } else {
        "check that the bucket answers, then: unmask media push"
    };
    Finding::failed("media", found, fix)
}

/// Whether the e-mails about later parts can be sent: the settings are complete, and the mail server accepts a
/// connection. Nothing is sent.
pub async fn mail(settings: &Settings, study: &Study) -> Finding {
    let has_messages = study.file.waves.iter().any(|wave| !wave.reminders.is_empty());
    match Relay::open(&settings.mail, &settings.site, study) {
        Err(error) => Finding::failed("mail", format!("{error:#}"), "correct this setting"),
        Ok(Some(relay)) => match relay.try_connection().await {
            Ok(()) => Finding::ok("mail", format!("the mail server accepts e-mails from {}", relay.sender.from)),
            Err(error) => Finding::failed("mail", error.reason, "check --smtp-url, and whether the mail server runs"),
        },
        Ok(None) if has_messages => Finding::warning(
            "mail",
            "the study invites participants to later parts, but no e-mails are sent",
            "set --smtp-url and --public-url",
        ),
        Ok(None) => Finding::ok("mail", "the study sends no e-mails"),
    }
}

/// Whether Prolific accepts the token and knows the studies of `recruitment.prolific`. Nothing is changed there. `None`
/// if the study has nothing to do with Prolific.
pub async fn prolific(settings: &Settings, study: &Study) -> Option<Finding> {
    const CHECK: &str = "prolific";
    let own = study.file.recruitment.as_ref().and_then(|recruitment| recruitment.prolific.as_ref());
    let token = format!("'{}'", settings.data.join(TOKEN_FILE).display());
    let prolific = match (Prolific::open(settings), own) {
        (Ok(None), None) => return None,
        (Ok(None), Some(_)) => {
            let found = "the study names studies at Prolific, and the server has no token of its API";
            let fix =
                format!("put a token into the file {token}; without it, nothing is compared and no visit confirmed");
            return Some(Finding::warning(CHECK, found, fix));
        }
        (Err(failure), _) => {
            let fix = format!("make a token in Prolific's settings, and put it alone into the file {token}");
            return Some(Finding::failed(CHECK, failure.to_string(), fix));
        }
        (Ok(Some(prolific)), _) => prolific,
    };
    let asked = async {
        let account = prolific.account().await?;
        let mut names = Vec::new();
        for id in own.into_iter().flat_map(definition::prolific::Prolific::parts).flat_map(|(_, studies)| studies) {
            let there = prolific.study(id).await?;
            names.push(format!("'{}' ({id})", there.shown().unwrap_or("without a name")));
        }
        Ok::<_, Failure>((account, names))
    };
    let asked = tokio::time::timeout(PATIENCE, asked).await;
    Some(match asked.unwrap_or_else(|_| Err(Failure::of(FailureKind::Late))) {
        Ok((account, _)) if own.is_none() => {
            let found = format!("the token is of the account {account}, and the study names no study at Prolific");
            Finding::warning(CHECK, found, "list the IDs of its studies at Prolific: recruitment.prolific.studies")
        }
        Ok((account, names)) => {
            Finding::ok(CHECK, format!("the token is of the account {account}, which sees {}", names.join(", ")))
        }
        Err(failure) => Finding::failed(CHECK, failure.to_string(), fix_of(&failure, &token)),
    })
}

fn fix_of(failure: &Failure, token: &str) -> String {
    match failure.kind {
        FailureKind::Unauthorised if failure.study.is_some() => format!(
            "the token's account may not see this study: use a token of its workspace in the file {token}, or correct \
             recruitment.prolific.studies"
        ),
        FailureKind::Unauthorised | FailureKind::Token => {
            format!("make a new token in Prolific's settings, and put it into the file {token}")
        }
        FailureKind::NotFound => {
            "copy the ID from the address of the study's page at Prolific to recruitment.prolific.studies, and activate \
             the version"
                .to_owned()
        }
        FailureKind::Unreachable | FailureKind::Unreadable => {
            "check the network, a firewall for outgoing connections, and --prolific-url".to_owned()
        }
        _ => "run unmask doctor again in some minutes; https://status.prolific.com".to_owned(),
    }
}

async fn fault(library: &Library, medium: &Named<'_>) -> Option<String> {
    match (library.sha256(medium.file).await, medium.sha256) {
        (Err(error), _) => Some(format!("{}: {error}", medium.file)),
        (Ok(sum), Some(wanted)) if !sum.eq_ignore_ascii_case(wanted) => {
            Some(format!("{} has different contents", medium.file))
        }
        (Ok(_), _) => None,
    }
}

/// The active version is stored in the database. The folder must equal it. Older versions, which current participants
/// finish, must be readable.
pub async fn version(store: &Store, folder: Option<&Study>) -> Finding {
    let active = match study::active_version(store).await {
        Err(error) => return Finding::unanswered("version", store, &error),
        Ok(None) => return Finding::warning("version", "no study has been started yet", "start the server"),
        Ok(Some(active)) => active,
    };
    match unreadable(store).await {
        Ok(None) => {}
        Ok(Some(hash)) => {
            let fix = "restore the last backup: current participants can't continue";
            return Finding::failed("version", format!("stored version {} can't be read", short(&hash)), fix);
        }
        Err(error) => return Finding::unanswered("version", store, &error),
    }
    match folder {
        Some(study) if study.hash != active.hash => Finding::failed(
            "version",
            format!("version {} is running, the folder has {}", short(&active.hash), short(&study.hash)),
            "servers go on with the version in the database: run `unmask activate`, or restore that version's folder",
        ),
        _ => Finding::ok("version", format!("running is {}", short(&active.hash))),
    }
}

async fn unreadable(store: &Store) -> Result<Option<String>, unmask_store::StoreError> {
    for (hash, _) in study::versions(store).await? {
        let readable = study::version(store, &hash).await?.and_then(|version| from_stored(&hash, &version.bundle));
        if readable.is_none() {
            return Ok(Some(hash));
        }
    }
    Ok(None)
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}
