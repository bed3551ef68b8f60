//! Opening and refreshing sessions.

use serde::Serialize;
use unmask_store::sessions::{self, NewSession, Rotation, SessionRow};
use unmask_store::{StoreError, Tx};
use utoipa::ToSchema;

use super::tokens::{self, ABSOLUTE, ACCESS, IDLE, Pair, REPEAT};
use crate::base::clock::Millis;
use crate::base::ids;
use crate::base::secrets::ServerKey;

/// Tokens of a session.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Tokens {
    /// Access token, sent with every call as bearer token.
    pub access_token: String,
    /// Refresh token, to be exchanged for a new pair.
    pub refresh_token: String,
}

impl From<Pair> for Tokens {
    fn from(pair: Pair) -> Self {
        Self { access_token: pair.access, refresh_token: pair.refresh }
    }
}

/// A new session, ready to be stored, and its tokens.
pub fn begin(key: &ServerKey, account: &str, now: Millis) -> (NewSession, Pair) {
    begin_as(key, ids::uuid(now), account, now)
}

/// The same with this ID.
pub fn begin_as(key: &ServerKey, family: String, account: &str, now: Millis) -> (NewSession, Pair) {
    let pair = Pair::derive(key, &family, 0);
    let (access_hash, refresh_hash) = pair.hashes();
    let session = NewSession {
        family,
        account_id: account.to_owned(),
        access_hash,
        refresh_hash,
        access_until: now + ACCESS,
        idle_until: now + IDLE,
        until: now + ABSOLUTE,
        at: now,
    };
    (session, pair)
}

/// What became of a refresh.
pub enum Refreshed {
    /// The next pair, or the same again.
    Pair(Pair),
    /// The session is over.
    Ended,
    /// A spent token was used. The whole session ended, so that a copied token is useless.
    Reused,
    /// Another refresh was first; ask again.
    Superseded,
}

/// Exchanges a refresh token. The present one gives the next generation; the one before gives the present pair
/// again, as long as that may not have arrived.
pub async fn refresh(tx: &mut Tx, key: &ServerKey, token: tokens::Hash, now: Millis) -> Result<Refreshed, StoreError> {
    let Some(session) = sessions::session_by_refresh(tx, &token).await? else { return Ok(Refreshed::Ended) };
    if session.revoked_at.is_some() || now >= session.idle_until || now >= session.until {
        return Ok(Refreshed::Ended);
    }
    if session.refresh_hash == token {
        return rotate(tx, key, &session, now).await;
    }
    let fresh = now - session.rotated_at <= REPEAT;
    if session.previous_refresh_hash == Some(token) && (fresh || !session.successor_used) {
        return Ok(Refreshed::Pair(Pair::derive(key, &session.family, session.generation)));
    }
    sessions::revoke_family(tx, &session.family, now, "reuse").await?;
    Ok(Refreshed::Reused)
}

async fn rotate(tx: &mut Tx, key: &ServerKey, session: &SessionRow, now: Millis) -> Result<Refreshed, StoreError> {
    let pair = Pair::derive(key, &session.family, session.generation + 1);
    let (access_hash, refresh_hash) = pair.hashes();
    let rotation = Rotation {
        family: session.family.clone(),
        from_generation: session.generation,
        access_hash,
        refresh_hash,
        access_until: (now + ACCESS).min(session.until),
        // Never earlier than before: the clock may have been put back.
        idle_until: (now + IDLE).max(session.idle_until).min(session.until),
        at: now,
    };
    let first = sessions::rotate(tx, &rotation).await?;
    Ok(if first { Refreshed::Pair(pair) } else { Refreshed::Superseded })
}
