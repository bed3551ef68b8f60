//! The database records a mark of the server key and a commitment to the allocation seed with which it was created. A
//! server with others does not start, and then writes no secret.

use std::path::Path;

use anyhow::{Context as _, Error, Result, anyhow, bail};
use unmask_store::{Store, StoreError, allocation, meta};

use crate::base::config::Settings;
use crate::base::ids;
use crate::base::secrets::{Secret, ServerKey, commitment};

/// Key under which the database keeps the mark of the server key.
pub const KEY_FINGERPRINT: &str = "server_key";

/// A secret with which this server may serve the database. A new one is not written yet.
pub struct Accepted {
    secret: Secret,
    pub bytes: [u8; 32],
    new: bool,
}

/// The server key: a new one only if none is recorded, or if it is to be replaced.
pub async fn server_key(settings: &Settings, store: &Store) -> Result<Accepted> {
    let recorded = meta::meta_get(store, KEY_FINGERPRINT).await?.filter(|_| !settings.new_server_key);
    accept(Secret::ServerKey, settings, recorded, |bytes| ServerKey::new(*bytes).mark())
}

/// The seed of the allocation schedule: a new one only if no schedule is recorded.
pub async fn allocation_seed(settings: &Settings, store: &Store) -> Result<Accepted> {
    if allocation::is_unrecorded(store).await? {
        bail!(
            "the database has an allocation schedule, but no commitment to its seed (key '{}' of the table meta), so \
             the schedule can't be continued. Restore the last backup (unmask restore)",
            allocation::COMMITMENT_KEY
        );
    }
    accept(Secret::AllocationSeed, settings, allocation::seed_commitment(store).await?, commitment)
}

fn accept(
    secret: Secret,
    settings: &Settings,
    recorded: Option<String>,
    mark: impl Fn(&[u8; 32]) -> String,
) -> Result<Accepted> {
    match (secret.read(settings)?, recorded) {
        (Some(bytes), Some(recorded)) if mark(&bytes) != recorded => Err(rejection(secret, settings)),
        (Some(bytes), _) => Ok(Accepted { secret, bytes, new: false }),
        (None, Some(_)) => Err(rejection(secret, settings)),
        (None, None) => Ok(Accepted { secret, bytes: ids::random(), new: true }),
    }
}

impl Accepted {
    /// Writes a new secret's file, then has the database record it: in this order, so that no crash leaves a record of
    /// a secret that is nowhere. If another server's was recorded first, the file is removed again.
    pub async fn record(
        &self,
        settings: &Settings,
        recording: impl Future<Output = Result<bool, StoreError>>,
    ) -> Result<()> {
        if self.new {
            let created = self.secret.create(&settings.data, &self.bytes);
            created
                .context("can't store a new secret; if another server was starting in this data folder, try again")?;
        }
        if recording.await? {
            return Ok(());
        }
        let rejected = rejection(self.secret, settings);
        if self.new {
            self.secret.remove(&settings.data)?;
        }
        Err(rejected)
    }
}

/// Records the mark of the key; false if there is another one, which is not to be replaced.
pub async fn record_key(store: &Store, key: &ServerKey, replace: bool) -> Result<bool, StoreError> {
    let mark = key.mark();
    // As at every start but the first: nothing to write.
    if meta::meta_get(store, KEY_FINGERPRINT).await?.as_ref() == Some(&mark) {
        return Ok(true);
    }
    let new = mark.clone();
    let first = store.write(async move |tx| {
        if replace {
            meta::meta_set(tx, KEY_FINGERPRINT, &new).await?;
        }
        meta::meta_first(tx, KEY_FINGERPRINT, &new).await
    });
    Ok(first.await? == mark)
}

fn rejection(secret: Secret, settings: &Settings) -> Error {
    let (name, location, file, flag) = (secret.name(), secret.location(settings), secret.file(), secret.flag());
    let found = if secret.exists(settings) {
        format!("the {name} in {location} is not the one with which this database was created")
    } else {
        format!("the {name} is missing: this database was created with one, and there is no {location}")
    };
    let lost = match secret {
        Secret::ServerKey => "; if it is lost, start once with --new-server-key",
        Secret::AllocationSeed => "",
    };
    let asked = other_folder(settings).unwrap_or_default();
    anyhow!(
        "{asked}{found}. Put the file '{file}' of the first server's data folder back (`unmask backup` keeps it in secrets/), or \
         give its value with {flag}; all servers on one database need the same{lost}"
    )
}

/// A question whether this is the right database, if its file is not in the data folder: `--data` does not move it.
fn other_folder(settings: &Settings) -> Option<String> {
    let (url, data) = (&settings.database_url, &settings.data);
    let folder = Path::new(url.strip_prefix("sqlite:")?).parent()?;
    let real = |folder: &Path| folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let question =
        || format!("Is this the right database? --database-url is {url}, but --data is {}. If it is: ", data.display());
    (real(folder) != real(data)).then(question)
}
