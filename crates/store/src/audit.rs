//! The audit log. It is append-only (the database rejects changes), and each entry contains the hash of the one before.

use serde::de::IntoDeserializer as _;
use serde::de::value::{Error as DeError, StrDeserializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::Engine;
use crate::prelude::*;
use crate::stored::word;

/// The query for triggers that protect entries, and the expected number, for each engine.
const GUARDS_SQLITE: (Statement, i64) = (
    Statement {
        name: "guards of the audit log",
        text: "select count(*) from sqlite_schema where type = 'trigger' and tbl_name = 'audit'",
    },
    3,
);
const GUARDS_POSTGRES: (Statement, i64) = (
    Statement {
        name: "guards of the audit log",
        text: "select count(*) from pg_trigger where tgrelid = 'audit'::regclass and tgenabled in ('O', 'A')",
    },
    1,
);

/// The actor of what the server does without being asked.
pub const SERVER: &str = "server";

/// The key of the salt in the details.
pub const SALT: &str = "salt";

/// Each failed attempt means that another writer added an entry.
const TRIES: usize = 1000;

/// An action that the audit log records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AuditAction {
    /// A study version was activated.
    #[serde(rename = "activate study version")]
    ActivateStudyVersion,
    /// A person added a passkey.
    #[serde(rename = "add passkey")]
    AddPasskey,
    /// A researcher got an account for the console, or a new password.
    #[serde(rename = "add researcher")]
    AddResearcher,
    /// A token for a program was created.
    #[serde(rename = "add token")]
    AddToken,
    /// An invited person chose a password.
    #[serde(rename = "accept invitation")]
    AcceptInvitation,
    /// A study was added to the installation.
    #[serde(rename = "add study")]
    AddStudy,
    /// A webhook was added.
    #[serde(rename = "add webhook")]
    AddWebhook,
    /// The link between accounts and data was deleted.
    Anonymise,
    /// A study of the installation was archived.
    #[serde(rename = "archive study")]
    ArchiveStudy,
    /// A data package was requested.
    #[serde(rename = "ask for export")]
    AskForExport,
    /// A person connected their account with their account at the provider of single sign-on.
    #[serde(rename = "connect single sign-on")]
    ConnectSingleSignOn,
    /// The administrator's account was created.
    #[serde(rename = "create the admin")]
    CreateAdmin,
    /// A study of the installation was deleted with its data.
    #[serde(rename = "delete study")]
    DeleteStudy,
    /// A person removed that connection.
    #[serde(rename = "disconnect single sign-on")]
    DisconnectSingleSignOn,
    /// The audit log was downloaded.
    #[serde(rename = "download audit log")]
    DownloadAuditLog,
    /// A participant was excluded from the analysis.
    #[serde(rename = "exclude participant")]
    ExcludeParticipant,
    /// A data package was exported.
    #[serde(rename = "export data")]
    ExportData,
    /// A person ended one of their sessions.
    #[serde(rename = "end session")]
    EndSession,
    /// Usage events were exported.
    #[serde(rename = "export events")]
    ExportEvents,
    /// Somebody tried to sign in to an account that can see data, and could not: the first of several failures in
    /// succession, and some of those that followed ([`crate::throttle::is_recorded`]).
    #[serde(rename = "fail to sign in")]
    FailToSignIn,
    /// A person got a role in a study.
    #[serde(rename = "give role")]
    GiveRole,
    /// A study of the installation got another host name, or an address below `/s/`.
    #[serde(rename = "change address of study")]
    ChangeAddressOfStudy,
    /// A person got a new link for choosing a password.
    #[serde(rename = "invite person")]
    InvitePerson,
    /// A preview was opened.
    #[serde(rename = "open preview")]
    OpenPreview,
    /// Outcomes by arm were shown, in the console or by a command.
    #[serde(rename = "read the report")]
    ReadReport,
    /// Participants were compared with the list of a recruitment service.
    Reconcile,
    /// Who can take part in a later part was listed, with recruitment IDs.
    #[serde(rename = "list who is due")]
    ListDue,
    /// A person signed in with a recovery code and set a new password.
    #[serde(rename = "recover account")]
    RecoverAccount,
    /// A person removed a passkey.
    #[serde(rename = "remove passkey")]
    RemovePasskey,
    /// A person was removed from the installation.
    #[serde(rename = "remove person")]
    RemovePerson,
    /// A file for the recruiter's bulk payment was written.
    #[serde(rename = "list bonuses")]
    ListBonuses,
    /// Amounts that show who is in which arm were shown.
    #[serde(rename = "show bonuses")]
    ShowBonuses,
    /// A changed study folder was uploaded, or the former one was put back.
    #[serde(rename = "replace study folder")]
    ReplaceStudyFolder,
    /// An archived study of the installation is served again.
    #[serde(rename = "reopen study")]
    ReopenStudy,
    /// An event was to be sent to a webhook again.
    #[serde(rename = "redeliver event")]
    RedeliverEvent,
    /// A researcher's account was deleted.
    #[serde(rename = "remove researcher")]
    RemoveResearcher,
    /// A webhook was deleted, with its events.
    #[serde(rename = "remove webhook")]
    RemoveWebhook,
    /// The study's retention period was enforced.
    Retention,
    /// A program's token was revoked.
    #[serde(rename = "revoke token")]
    RevokeToken,
    /// A person changed their password.
    #[serde(rename = "set password")]
    SetPassword,
    /// A person got new recovery codes.
    #[serde(rename = "set recovery codes")]
    SetRecoveryCodes,
    /// The quotas were changed.
    #[serde(rename = "set quotas")]
    SetQuotas,
    /// Recruitment was opened, paused or closed.
    #[serde(rename = "set study status")]
    SetStudyStatus,
    /// The administrator's password was changed.
    #[serde(rename = "set the admin's password")]
    SetAdminPassword,
    /// Results were shown before the target, for the recorded reason.
    #[serde(rename = "show results early")]
    ShowResultsEarly,
    /// The administrator, a researcher or a person of the installation signed in.
    #[serde(rename = "sign in")]
    SignIn,
    /// One of them signed out.
    #[serde(rename = "sign out")]
    SignOut,
    /// A person's role in a study was taken.
    #[serde(rename = "take role")]
    TakeRole,
    /// A test was to be sent to a webhook.
    #[serde(rename = "test webhook")]
    TestWebhook,
    /// A person was unblinded, or everybody.
    Unblind,
    /// Somebody who can see data changed their first or last name. The names are not recorded.
    #[serde(rename = "update profile")]
    UpdateProfile,
    /// The server added people to a participant group at the recruiter, or removed some.
    #[serde(rename = "update participant group")]
    UpdateParticipantGroup,
    /// A participant was re-included in the analysis.
    #[serde(rename = "undo exclusion")]
    UndoExclusion,
    /// A participant's data were viewed.
    #[serde(rename = "view participant")]
    ViewParticipant,
    /// A participant was withdrawn at their request.
    #[serde(rename = "withdraw participant")]
    WithdrawParticipant,
}

/// An entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Sequence number from 1, without gaps.
    pub number: i64,
    /// UTC milliseconds.
    pub at: Millis,
    /// Who did it, see [`audit`].
    pub actor: String,
    /// The action as stored. It is any text, because a log that was tampered with must still be readable.
    pub action: String,
    /// Its details.
    pub details: Value,
}

impl Entry {
    /// The action, if this program knows it.
    pub fn recorded(&self) -> Option<AuditAction> {
        let word: StrDeserializer<'_, DeError> = self.action.as_str().into_deserializer();
        AuditAction::deserialize(word).ok()
    }
}

/// The result of verifying the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// The chain is intact, with this number of entries.
    Whole(i64),
    /// The number of the first entry that does not match its predecessor.
    Broken(i64),
}

/// The end of the chain. With a copy of it, changed or missing entries up to there can be detected later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Number of the last entry; 0 for none.
    pub entries: i64,
    /// Its hash, which covers all before it; zeros for none.
    pub hash: Digest,
}

/// An entry as stored, with its hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// Sequence number from 1, without gaps.
    pub number: i64,
    /// UTC milliseconds.
    pub at: Millis,
    /// The name of the admin or a researcher, or `operator` on the command line.
    pub actor: String,
    /// The action, as stored.
    pub action: String,
    /// The details, the exact JSON text, with their salt.
    pub details: String,
    /// The hash of the entry before; zeros for the first.
    pub previous: Digest,
    /// SHA-256 of the hash before, number, time and the three texts, see [`hash`].
    pub hash: Digest,
}

/// Adds an entry. The actor is the ID of a person or a program of the installation, the username of an account in the
/// same database, [`OPERATOR`](crate::study::OPERATOR) or [`SERVER`].
///
/// The details, an object, get a random salt: who sees an entry's hash and not its details can't find them by guessing.
pub async fn audit(
    tx: &mut Tx,
    at: Millis,
    actor: &str,
    action: AuditAction,
    details: &Value,
) -> Result<(), StoreError> {
    let action = word(action)?;
    let mut details = details.clone();
    if let Some(details) = details.as_object_mut() {
        details.insert(SALT.to_owned(), salt().into());
    }
    let details = details.to_string();
    for _ in 0..TRIES {
        let last = |row: &Row<'_>| Ok((row.next::<i64>()?, row.digest()?));
        let (last, previous) = tx.optional(sql!("audit/last"), &[], last).await?.unwrap_or((0, [0; 32]));
        let number = last + 1;
        let hash = hash(number, at, [actor, &action, &details], &previous);
        let params = bind![number, at, actor, &action, &details, &previous, &hash];
        if tx.execute(sql!("audit/insert"), &params).await? == 1 {
            return Ok(());
        }
    }
    Err(tx.conflict("add to the audit log"))
}

/// 122 random bits.
#[expect(clippy::disallowed_methods, reason = "it is no ID")]
fn salt() -> String {
    Uuid::new_v4().simple().to_string()
}

impl From<Sealed> for Entry {
    /// Without the salt. Details that are not valid JSON are kept as text, because a log that was tampered with must
    /// still be readable.
    fn from(stored: Sealed) -> Self {
        let Sealed { number, at, actor, action, details, .. } = stored;
        let mut details = serde_json::from_str(&details).unwrap_or(Value::String(details));
        if let Some(details) = details.as_object_mut() {
            details.remove(SALT);
        }
        Self { number, at, actor, action, details }
    }
}

/// All entries, oldest first.
pub async fn entries(store: &Store) -> Result<Vec<Entry>, StoreError> {
    Ok(store.list(sql!("audit/all"), read).await?.into_iter().map(Entry::from).collect())
}

/// At most `limit` entries before a number, newest first.
pub async fn page(store: &Store, before: i64, limit: i64) -> Result<Vec<Entry>, StoreError> {
    Ok(store.all(sql!("audit/page"), &bind![before, limit], read).await?.into_iter().map(Entry::from).collect())
}

/// The same of one actor.
pub async fn page_of_actor(store: &Store, actor: &str, before: i64, limit: i64) -> Result<Vec<Entry>, StoreError> {
    let entries = store.all(sql!("audit/page_of_actor"), &bind![actor, before, limit], read).await?;
    Ok(entries.into_iter().map(Entry::from).collect())
}

/// How many entries of an actor there are from a number on.
pub async fn count_of_actor(store: &Store, actor: &str, from: i64) -> Result<i64, StoreError> {
    Ok(store.optional(sql!("audit/count_of_actor"), &bind![actor, from], value).await?.unwrap_or(0))
}

/// The last hundred entries of an action, newest first.
pub async fn of_action(store: &Store, action: AuditAction) -> Result<Vec<Entry>, StoreError> {
    Ok(store.all(sql!("audit/of_action"), &bind![&word(action)?], read).await?.into_iter().map(Entry::from).collect())
}

/// All entries of an action, oldest first.
pub async fn every_of_action(store: &Store, action: AuditAction) -> Result<Vec<Entry>, StoreError> {
    let entries = store.all(sql!("audit/every_of_action"), &bind![&word(action)?], read).await?;
    Ok(entries.into_iter().map(Entry::from).collect())
}

/// The same from a snapshot.
pub async fn every_of_action_in(snapshot: &mut Snapshot, action: AuditAction) -> Result<Vec<Entry>, StoreError> {
    let entries = snapshot.all(sql!("audit/every_of_action"), &bind![&word(action)?], read).await?;
    Ok(entries.into_iter().map(Entry::from).collect())
}

/// Entries about a participant, oldest first.
pub async fn of_participant(store: &Store, code: &str) -> Result<Vec<Entry>, StoreError> {
    // As it is in the JSON; quotes in a reason are escaped there.
    let named = format!("%\"participant\":\"{code}\"%");
    Ok(store.all(sql!("audit/of_participant"), &bind![&named], read).await?.into_iter().map(Entry::from).collect())
}

/// At most `limit` entries after a number, up to another, oldest first, as stored.
pub async fn after(store: &Store, after: i64, up_to: i64, limit: i64) -> Result<Vec<Sealed>, StoreError> {
    store.all(sql!("audit/after"), &bind![after, up_to, limit], read).await
}

/// The end of the log.
pub async fn end(store: &Store) -> Result<Head, StoreError> {
    Ok(store.optional(sql!("audit/last"), &[], read_head).await?.unwrap_or_default())
}

/// The end of the log in a snapshot.
pub async fn head(snapshot: &mut Snapshot) -> Result<Head, StoreError> {
    Ok(snapshot.all(sql!("audit/last"), &[], read_head).await?.pop().unwrap_or_default())
}

/// Verifies the whole chain. A changed, removed or inserted entry breaks it. Entries that are missing at the end can be
/// detected only with a copy of the [`Head`], which every data package contains in its manifest.
pub async fn verify(store: &Store) -> Result<Chain, StoreError> {
    let mut previous = [0; 32];
    let mut expected = 0;
    for entry in store.list(sql!("audit/all"), read).await? {
        expected += 1;
        let texts = [entry.actor.as_str(), &entry.action, &entry.details];
        let follows = entry.number == expected && entry.previous == previous;
        if !follows || entry.hash != hash(entry.number, entry.at, texts, &previous) {
            return Ok(Chain::Broken(expected));
        }
        previous = entry.hash;
    }
    Ok(Chain::Whole(expected))
}

/// Whether the triggers exist that reject changing or removing an entry. The owner of the database can drop them: then
/// [`verify`] and a copy of the [`Head`] still detect changes.
pub async fn is_guarded(store: &Store) -> Result<bool, StoreError> {
    let (count, all) = if store.engine() == Engine::Sqlite { GUARDS_SQLITE } else { GUARDS_POSTGRES };
    Ok(store.optional(count, &[], value::<i64>).await? == Some(all))
}

/// The hash includes the lengths, so that text can't move from one field to the next.
fn hash(number: i64, at: Millis, texts: [&str; 3], previous: &Digest) -> Digest {
    let mut hasher = Sha256::new();
    hasher.update(previous);
    hasher.update(number.to_be_bytes());
    hasher.update(at.to_be_bytes());
    for text in texts {
        hasher.update((text.len() as u64).to_be_bytes());
        hasher.update(text);
    }
    hasher.finalize().into()
}

fn read_head(row: &Row<'_>) -> Result<Head, StoreError> {
    Ok(columns!(row => Head { entries, hash: digest }))
}

fn read(row: &Row<'_>) -> Result<Sealed, StoreError> {
    Ok(columns!(row => Sealed { number, at, actor, action, details, previous: digest, hash: digest }))
}
