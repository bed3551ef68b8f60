use std::time::Duration;

use unmask_store::allocation::SlotState;
use unmask_store::export::{self, Identity, Passing, Person, Selection, SubmissionRow, TakenSlot};
use unmask_store::participants::Status;
use unmask_store::rights::{Mode, withdraw, withdrawals_in};
use unmask_store::testing::Database;
use unmask_store::{Engine, Snapshot, StoreError, prefetch};

use crate::support::*;

crate::contract! {
    an_export_reads_one_moment,
    simulated_participants_are_exported_only_on_request,
    an_erased_participant_is_a_slot_and_a_count,
    reading_rows_can_be_stopped,
    prefetched_rows_are_the_same,
    an_abandoned_prefetch_leaves_nothing_behind,
}

async fn submissions(snapshot: &mut Snapshot, simulated: bool) -> Vec<(Person, Option<SubmissionRow>)> {
    let mut rows = Vec::new();
    let take = |passing| {
        match passing {
            Passing::Person(person) => rows.push((*person, None)),
            Passing::ExposureRow(shown) => panic!("{shown:?}"),
            Passing::SubmissionRow(submission) => match rows.last_mut() {
                Some((_, first @ None)) => *first = Some(submission),
                Some((person, _)) => {
                    let same = person.clone();
                    rows.push((same, Some(submission)));
                }
                None => panic!("{submission:?} has no participant"),
            },
        }
        Ok::<_, StoreError>(())
    };
    export::submissions(snapshot, simulated, take).await.unwrap();
    rows
}

async fn slots(snapshot: &mut Snapshot, simulated: bool) -> Vec<TakenSlot> {
    let mut rows = Vec::new();
    export::slots(snapshot, simulated, into(&mut rows)).await.unwrap();
    rows
}

async fn an_export_reads_one_moment(db: &Database) {
    ready_for(db, 1, &["b", "a"]).await;
    let mut snapshot = db.snapshot().await.unwrap();
    registered(db, "c").await;
    submitted(db, submission("a", "pre", None, 1), advance("a", 0, 1)).await.unwrap();

    let rows = submissions(&mut snapshot, false).await;
    let codes: Vec<&str> = rows.iter().map(|(person, _)| person.code.as_str()).collect();
    assert_eq!(codes, ["CODE-a", "CODE-b"]);
    assert!(rows.iter().all(|(_, submission)| submission.is_none()));
    assert_eq!(slots(&mut snapshot, false).await.len(), 2);
    drop(snapshot);

    let mut later = db.snapshot().await.unwrap();
    let rows = submissions(&mut later, false).await;
    assert_eq!(rows.len(), 3);
    let (person, submission) = &rows[0];
    let submission = submission.as_ref().unwrap();
    assert_eq!((person.seed, person.slot, person.status), (-42, Some(2), Status::Active));
    assert_eq!((submission.item.as_str(), submission.answers.as_str()), ("pre", r#"{"age":30}"#));
    assert_eq!(export::versions(&mut later).await.unwrap()[0].hash, VERSION);
}

async fn simulated_participants_are_exported_only_on_request(db: &Database) {
    ready(db, 1).await;
    ready_for_simulated(db).await;
    registered(db, "a").await;
    let mut simulated = newcomer("r");
    simulated.simulated = true;
    try_register(db, simulated).await.unwrap();
    let mut snapshot = db.snapshot().await.unwrap();
    for (simulated, people) in [(false, 1), (true, 2)] {
        assert_eq!(submissions(&mut snapshot, simulated).await.len(), people);
        assert_eq!(slots(&mut snapshot, simulated).await.len(), people);
    }
    let counted = export::people(&mut snapshot).await.unwrap();
    assert_eq!((counted.all, counted.simulated), (2, 1));
}

async fn an_erased_participant_is_a_slot_and_a_count(db: &Database) {
    ready_for(db, 1, &["a", "b"]).await;
    let mut to = advance("a", 0, 1);
    to.exposed = true;
    submitted(db, submission("a", "pre", None, 1), to).await.unwrap();
    let gone = async move |tx: &mut _| withdraw(tx, "participant-a", Mode::Erase, "receipt", NOW).await;
    let done: Result<bool, StoreError> = db.write(gone).await;
    assert!(done.unwrap());
    let mut snapshot = db.snapshot().await.unwrap();
    let slots = slots(&mut snapshot, false).await;
    assert_eq!((slots[0].state, slots[0].code.as_deref()), (SlotState::Withdrawn, None));
    assert_eq!(slots[1].code.as_deref(), Some("CODE-b"));
    assert_eq!(withdrawals_in(&mut snapshot).await.unwrap()[0].people, 1);
    let mut names: Vec<Identity> = Vec::new();
    export::identities(&mut snapshot, false, into(&mut names)).await.unwrap();
    assert_eq!(names.len(), 1);
    assert_eq!(
        (names[0].username.as_deref(), names[0].recruitment.as_deref()),
        (Some("B"), Some(r#"{"PROLIFIC_PID":"b"}"#))
    );
}

async fn reading_rows_can_be_stopped(db: &Database) {
    ready_for(db, 1, &["a", "b"]).await;
    let mut snapshot = db.snapshot().await.unwrap();
    let mut seen = 0;
    let take = |_| {
        seen += 1;
        Err(StoreError::Full("no room for the file".into()))
    };
    let stopped = export::submissions(&mut snapshot, false, take).await;
    assert_eq!((seen, stopped), (1, Err(StoreError::Full("no room for the file".into()))));
}

fn codes_of(rows: &[Passing]) -> Vec<String> {
    let code = |one: &Passing| if let Passing::Person(person) = one { Some(person.code.clone()) } else { None };
    rows.iter().filter_map(code).collect()
}

async fn prefetched_rows_are_the_same(db: &Database) {
    ready_for(db, 1, &["a", "b"]).await;
    submitted(db, submission("a", "pre", None, 1), advance("a", 0, 1)).await.unwrap();
    let mut expected = Vec::new();
    export::submissions(&mut db.snapshot().await.unwrap(), false, into(&mut expected)).await.unwrap();
    assert_eq!(expected.len(), 3);

    let mut found = Vec::new();
    let snapshot = prefetch::submissions(db.snapshot().await.unwrap(), false, Ok, into(&mut found)).await.unwrap();
    assert_eq!(found, expected);

    // In another order, each participant has what they submitted.
    let (mut backwards, order) = (Vec::new(), codes_of(&expected).into_iter().rev().collect::<Vec<_>>());
    let selection = Selection { simulated: false, order: Some(order.clone()) };
    let snapshot = prefetch::submissions(snapshot, selection, Ok, into(&mut backwards)).await.unwrap();
    assert_eq!(codes_of(&backwards), order);
    let count = |rows: &[Passing]| rows.iter().filter(|one| matches!(one, Passing::SubmissionRow(_))).count();
    assert_eq!((backwards.len(), count(&backwards)), (expected.len(), count(&expected)));

    // The reason for an early end is returned, from either side.
    let full = || StoreError::Full("no room for the file".into());
    let taken = prefetch::submissions(snapshot, false, Ok, |_| Err(full())).await;
    assert_eq!(taken.err(), Some(full()));
    let made =
        prefetch::submissions(db.snapshot().await.unwrap(), false, move |_| Err::<(), _>(full()), |()| Ok(())).await;
    assert_eq!(made.err(), Some(full()));
}

/// An export that fails or is abandoned releases its connection and does not stop the server.
async fn an_abandoned_prefetch_leaves_nothing_behind(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let full = || StoreError::Full("no room for the file".into());
    let snapshot = db.snapshot().await.unwrap();
    assert!(prefetch::submissions(snapshot, false, Ok, |_| Err(full())).await.is_err());
    // Asked once, then given up.
    let snapshot = db.snapshot().await.unwrap();
    let begun = prefetch::submissions(snapshot, false, Ok::<_, StoreError>, |_| Ok(()));
    drop(tokio::time::timeout(Duration::ZERO, begun).await);
    if db.engine() == Engine::Postgres {
        let busy = "select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in%'";
        while db.number(busy).await > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    let all = prefetch::submissions(db.snapshot().await.unwrap(), false, Ok::<_, StoreError>, |_| Ok(()));
    assert!(all.await.is_ok());
}
