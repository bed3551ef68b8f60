use unmask_store::Store;
use unmask_store::identity::{Role, set_password};
use unmask_store::sessions::*;
use unmask_store::testing::Database;

use crate::support::*;

crate::contract! {
    a_token_identifies_account_and_position,
    a_token_ends_by_time_and_by_signing_out,
    tokens_rotate_once_per_generation,
    a_spent_refresh_token_is_known_as_reused,
    a_new_password_ends_all_sessions,
    ended_sessions_are_deleted_with_their_spent_tokens,
}

async fn opened(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let new = session("family", "account-a", 10);
    written(db, async move |tx| open_session(tx, &new).await).await;
}

async fn rotated(store: &Store, from: i64, tokens: u8) -> bool {
    let to = Rotation {
        family: "family".into(),
        from_generation: from,
        access_hash: hash(tokens),
        refresh_hash: hash(tokens + 1),
        access_until: NOW + 30 * MINUTE,
        idle_until: NOW + 2000 * MINUTE,
        at: NOW + MINUTE,
    };
    written(store, async move |tx| rotate(tx, &to).await).await
}

async fn by_refresh(db: &Database, tokens: u8) -> Option<SessionRow> {
    written(db, async move |tx| session_by_refresh(tx, &hash(tokens)).await).await
}

async fn a_token_identifies_account_and_position(db: &Database) {
    opened(db).await;
    let who = authenticate(db, &hash(10), NOW).await.unwrap().unwrap();
    assert_eq!((who.family.as_str(), who.generation, who.successor_used), ("family", 0, true));
    assert_eq!((who.account_id.as_str(), who.role, who.username.as_str()), ("account-a", Role::Participant, "A"));
    let state = who.participant.unwrap();
    let consent = consent("a");
    written(db, async move |tx| unmask_store::consent::record_consent(tx, &consent).await).await;
    let later = authenticate(db, &hash(10), NOW).await.unwrap().unwrap();
    assert_eq!(later.participant.unwrap().consented.as_deref(), Some("2"));
    assert_eq!((state.participant.id.as_str(), state.participant.slot), ("participant-a", Some(1)));
    assert_eq!((state.progress.revision, state.progress.page.as_str()), (0, "/pre-questionnaire"));
    assert_eq!((state.progress.memory.as_str(), state.consented), ("{}", None));
    assert_eq!(authenticate(db, &hash(11), NOW).await.unwrap(), None, "a refresh token is no access token");
}

async fn a_token_ends_by_time_and_by_signing_out(db: &Database) {
    opened(db).await;
    assert!(authenticate(db, &hash(10), NOW + 15 * MINUTE - 1).await.unwrap().is_some());
    assert!(authenticate(db, &hash(10), NOW + 15 * MINUTE).await.unwrap().is_none());
    written(db, async move |tx| revoke_family(tx, "family", NOW, "signed out").await).await;
    assert!(authenticate(db, &hash(10), NOW).await.unwrap().is_none());
    assert!(!rotated(db, 0, 20).await, "an ended session does not rotate");
    assert_eq!(by_refresh(db, 11).await.unwrap().revoked_at, Some(NOW));
}

async fn tokens_rotate_once_per_generation(db: &Database) {
    opened(db).await;
    let tries = at_once(10, |n| {
        let (store, tokens) = (db.store.clone(), u8::try_from(20 + 2 * n).unwrap());
        async move { rotated(&store, 0, tokens).await }
    });
    assert_eq!(tries.await.into_iter().filter(|won| *won).count(), 1);
    assert!(authenticate(db, &hash(10), NOW).await.unwrap().is_none(), "the old access token is over");
    let row = by_refresh(db, 11).await.unwrap();
    assert_eq!((row.generation, row.previous_refresh_hash, row.successor_used), (1, Some(hash(11)), false));
    assert_eq!((row.rotated_at, row.idle_until), (NOW + MINUTE, NOW + 2000 * MINUTE));
}

async fn a_spent_refresh_token_is_known_as_reused(db: &Database) {
    opened(db).await;
    assert!(rotated(db, 0, 20).await && rotated(db, 1, 30).await && rotated(db, 2, 40).await);
    for spent in [11, 21] {
        let row = by_refresh(db, spent).await.unwrap();
        assert_eq!(row.family, "family");
        assert!(row.refresh_hash != hash(spent) && row.previous_refresh_hash != Some(hash(spent)));
    }
    assert_eq!(by_refresh(db, 31).await.unwrap().previous_refresh_hash, Some(hash(31)));
    assert_eq!(by_refresh(db, 99).await, None);
    written(db, async move |tx| mark_successor_used(tx, "family", 3).await).await;
    assert!(authenticate(db, &hash(40), NOW).await.unwrap().unwrap().successor_used);
}

async fn a_new_password_ends_all_sessions(db: &Database) {
    opened(db).await;
    let second = session("second", "account-a", 50);
    written(db, async move |tx| {
        open_session(tx, &second).await?;
        set_password(tx, "account-a", "$new$", NOW).await
    })
    .await;
    for tokens in [10, 50] {
        assert!(authenticate(db, &hash(tokens), NOW).await.unwrap().is_none());
    }
}

async fn ended_sessions_are_deleted_with_their_spent_tokens(db: &Database) {
    opened(db).await;
    assert!(rotated(db, 0, 20).await && rotated(db, 1, 30).await);
    let pruned = async |before| -> u64 { written(db, async move |tx| prune(tx, before).await).await };
    assert_eq!(pruned(NOW).await, 0);
    assert_eq!(pruned(NOW + 2001 * MINUTE).await, 1);
    assert_eq!(db.number("select count(*) from spent_refresh").await, 0);
}
