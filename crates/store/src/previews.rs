//! Previews: participants that do not count, with which a researcher views the study. They have no slot, are in no
//! count and no export, and are deleted with all their answers.

use unmask_study::definition::ArmId;
use unmask_study::progress::Form;

use crate::consent::{NewConsent, record_consent};
use crate::identity::{self, Account};
use crate::prelude::*;
use crate::rights;
use crate::submissions::{self, Submission};

/// A preview to create.
#[derive(Clone, Debug)]
pub struct NewPreview {
    /// An account without a valid password.
    pub account: Account,
    /// Id of the participant.
    pub participant_id: String,
    /// Participant code.
    pub code: String,
    /// Arm.
    pub group: ArmId,
    /// Test form.
    pub form: Form,
    /// Order seed.
    pub seed: i64,
    /// Hash of the bundle.
    pub study_version: String,
    /// Language.
    pub locale: String,
    /// Consent, so that pages open.
    pub consent: NewConsent,
    /// The step.
    pub step: i64,
    /// The page.
    pub page: String,
    /// What the step remembers, JSON.
    pub memory: String,
    /// The answer that the page shows feedback on, if any.
    pub answered: Option<Submission>,
    /// Now.
    pub at: Millis,
}

/// Creates a preview.
pub async fn open(tx: &mut Tx, new: &NewPreview) -> Result<(), StoreError> {
    if !identity::insert(tx, &new.account).await? {
        return Err(tx.conflict("take a name"));
    }
    let (id, arm, form) = (&new.participant_id, stored::word(new.group)?, stored::word(new.form)?);
    let params = bind![id, &new.code, &arm, &form, new.seed, &new.study_version, &new.locale, new.at];
    tx.execute(sql!("preview/insert"), &params).await?;
    tx.execute(sql!("participant/link"), &bind![id, &new.account.id]).await?;
    tx.execute(sql!("preview/progress"), &bind![id, new.step, &new.page, &new.memory, new.at]).await?;
    record_consent(tx, &new.consent).await?;
    match &new.answered {
        Some(answered) if !submissions::insert(tx, answered, 0, "null").await? => {
            Err(tx.conflict("store a submission"))
        }
        _ => Ok(()),
    }
}

/// Deletes previews created before `before`; returns how many.
pub async fn forget(tx: &mut Tx, before: Millis) -> Result<usize, StoreError> {
    let old = |row: &Row<'_>| Ok((row.next::<String>()?, row.next::<Option<String>>()?));
    let old = tx.all(sql!("preview/old"), &bind![before], old).await?;
    for (participant, account) in &old {
        rights::erase(tx, participant, account.as_deref()).await?;
    }
    Ok(old.len())
}

/// Whether a participant is a preview.
pub(crate) async fn is_one(tx: &mut Tx, participant: &str) -> Result<bool, StoreError> {
    Ok(tx.optional(sql!("preview/is_one"), &bind![participant], |_| Ok(())).await?.is_some())
}
