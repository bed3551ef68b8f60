use unmask_store::consent::consents;
use unmask_store::identity::account_by_key;
use unmask_store::participants::{NewParticipant, Registered, Status, participant};
use unmask_store::progress::steps;
use unmask_store::testing::Database;

use crate::support::*;

crate::contract! {
    registration_claims_slots_in_order,
    a_taken_name_stores_nothing,
    a_full_schedule_stores_nothing_and_can_be_extended,
    consent_comes_with_the_registration,
    one_name_registered_concurrently_is_taken_once,
    one_recruited_person_registered_concurrently_gets_one_slot,
}

async fn registration_claims_slots_in_order(db: &Database) {
    ready(db, 1).await;
    for (name, planned) in ["a", "b", "c"].into_iter().zip(slots(1)) {
        let slot = registered(db, name).await;
        assert_eq!((slot.number, slot.group, slot.form), (planned.number, planned.group, planned.form));
    }
    let b = participant(db, "participant-b").await.unwrap().unwrap();
    assert_eq!((b.slot, b.group, b.form), (Some(2), Some(slots(1)[1].group), Some(slots(1)[1].form)));
    assert_eq!((b.code.as_str(), b.seed, b.status), ("CODE-b", -42, Status::Active));
    assert_eq!(b.recruitment.unwrap()["PROLIFIC_PID"], "b");
    assert_eq!((b.created_at, b.exposed, b.completed), (NOW, None, None));
    assert_eq!(account_by_key(db, "b").await.unwrap(), Some(account("b")));
    let entered = steps(db, "participant-b").await.unwrap();
    assert_eq!((entered.len(), entered[0].step, entered[0].page.as_str()), (1, 0, "/pre-questionnaire"));
}

async fn a_taken_name_stores_nothing(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let mut second = newcomer("b");
    second.account.username_key = "a".into();
    assert_eq!(try_register(db, second).await.unwrap(), Registered::NameTaken);
    assert_eq!(db.number("select count(*) from participant").await, 1);
    assert_eq!(db.number("select count(*) from allocation where state = 'reserved'").await, 1);
}

async fn a_full_schedule_stores_nothing_and_can_be_extended(db: &Database) {
    ready(db, 1).await;
    for n in 0..6 {
        registered(db, &format!("n{n}")).await;
    }
    assert_eq!(try_register(db, newcomer("late")).await.unwrap(), Registered::Full);
    assert_eq!(db.number("select count(*) from account").await, 6);
    ready(db, 2).await;
    assert_eq!(registered(db, "late").await.number, 7);
}

async fn consent_comes_with_the_registration(db: &Database) {
    ready(db, 1).await;
    let consent = consent("a");
    let mut new = newcomer("a");
    new.consent = Some(consent.clone());
    try_register(db, new).await.unwrap();
    assert_eq!(consents(db, "participant-a").await.unwrap(), [consent]);
}

async fn one_name_registered_concurrently_is_taken_once(db: &Database) {
    ready(db, 10).await;
    let tries = at_once(20, |n| {
        let store = db.store.clone();
        let mut new = newcomer(&format!("n{n}"));
        new.account.username_key = "same".into();
        async move { try_register(&store, new).await.unwrap() }
    });
    let mut done = 0;
    for registered in tries.await {
        match registered {
            Registered::Done(_) => done += 1,
            other => assert_eq!(other, Registered::NameTaken),
        }
    }
    assert_eq!(done, 1);
    assert_eq!(db.number("select count(*) from allocation where state = 'reserved'").await, 1);
}

async fn one_recruited_person_registered_concurrently_gets_one_slot(db: &Database) {
    ready(db, 10).await;
    let tries = (0..20).map(|n| {
        let store = db.store.clone();
        let new = NewParticipant { person: Some(hash(7)), ..newcomer(&format!("n{n}")) };
        tokio::spawn(async move { try_register(&store, new).await.unwrap() })
    });
    let mut done = 0;
    for registered in tries.collect::<Vec<_>>() {
        match registered.await.unwrap() {
            Registered::Done(_) => done += 1,
            other => assert_eq!(other, Registered::PersonTaken),
        }
    }
    assert_eq!(done, 1);
    assert_eq!(db.number("select count(*) from account").await, 1);
    assert_eq!(db.number("select count(*) from allocation where state = 'reserved'").await, 1);
    let other = NewParticipant { person: Some(hash(8)), ..newcomer("other") };
    assert!(matches!(try_register(db, other).await.unwrap(), Registered::Done(_)));
}
