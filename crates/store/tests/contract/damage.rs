//! Damaged pages of an SQLite file, and the lock that one server has on it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use unmask_store::lock::{Missing, ServerLock, lock, lock_file};
use unmask_store::meta::{meta_get, meta_set};
use unmask_store::testing::{self, Database};
use unmask_store::{Options, Store, StoreError};

const PAGE: usize = 4096;
const LONG: Duration = Duration::from_mins(1);

/// The file, with everything in it that was in the log.
async fn settled(db: &Database) -> PathBuf {
    db.run("pragma wal_checkpoint(truncate)").await;
    db.url.trim_start_matches("sqlite:").into()
}

/// What SQLite's own check says.
fn is_whole(file: &Path) -> bool {
    let check =
        |connection: Connection| connection.query_row("pragma quick_check(1)", [], |row| row.get::<_, String>(0));
    Connection::open(file).and_then(check).is_ok_and(|found| found == "ok")
}

#[tokio::test(flavor = "multi_thread")]
async fn each_page_that_is_damaged_is_found() {
    let db = testing::sqlite().await;
    let rows = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 400)
        insert into meta select 'key-' || i, hex(randomblob(200)) from n";
    db.run(rows).await;
    let file = settled(&db).await;
    let whole = fs::read(&file).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let (mut found, mut missed) = (0, 0);
    for page in 0..whole.len() / PAGE {
        let mut bytes = whole.clone();
        let mut noise = u32::try_from(page).unwrap();
        for byte in &mut bytes[page * PAGE..(page + 1) * PAGE] {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = (noise >> 24) as u8;
        }
        fs::write(&copy, bytes).unwrap();
        let expected = !is_whole(&copy);
        let store = match Store::open(&format!("sqlite:{}", copy.display()), Options::default()).await {
            Ok(store) => store,
            Err(error) => {
                assert!(matches!(error, StoreError::Damaged(_)), "page {page}: {error}");
                continue;
            }
        };
        assert_eq!(store.damage(), None);
        let checked = store.check_pages(LONG);
        assert_eq!(matches!(checked, Err(StoreError::Damaged(_))), expected, "page {page}: {checked:?}");
        assert_eq!(store.damage().is_some(), expected, "page {page}");
        if expected {
            found += 1;
        } else {
            missed += 1;
        }
        store.close().await;
        for log in ["wal", "shm"] {
            let _ = fs::remove_file(folder.path().join(format!("copy.db-{log}")));
        }
    }
    assert!(found > 40 && missed == 0, "{found} {missed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_that_meets_damage_makes_it_known() {
    let db = testing::sqlite().await;
    db.write(async |tx| meta_set(tx, "key", "value").await).await.unwrap();
    let root = db.number("select rootpage from sqlite_schema where name = 'meta'").await;
    let mut bytes = fs::read(settled(&db).await).unwrap();
    let start = usize::try_from(root - 1).unwrap() * PAGE;
    bytes[start..start + PAGE].fill(0xA5);
    let folder = tempfile::tempdir().unwrap();
    for reads in [true, false] {
        let copy = folder.path().join(format!("{reads}.db"));
        fs::write(&copy, &bytes).unwrap();
        let store = Store::open(&format!("sqlite:{}", copy.display()), Options::default()).await.unwrap();
        let met = if reads {
            meta_get(&store, "key").await.map(|_| ())
        } else {
            store.write(async |tx| meta_set(tx, "key", "value").await).await
        };
        assert!(matches!(met, Err(StoreError::Damaged(_))), "{met:?}");
        assert!(store.damage().is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_that_meets_a_damaged_header_makes_it_known() {
    let db = testing::sqlite().await;
    let mut bytes = fs::read(settled(&db).await).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    fs::write(&copy, &bytes).unwrap();
    let store = Store::open(&format!("sqlite:{}", copy.display()), Options::default()).await.unwrap();
    // A file that is damaged while it is open: the connections that are there have its first page in memory.
    bytes[..PAGE].fill(0xA5);
    fs::write(&copy, &bytes).unwrap();
    let met = store.snapshot().await.map(|_| ());
    assert!(matches!(met, Err(StoreError::Damaged(_))), "{met:?}");
    assert!(store.damage().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_ends_with_its_limit() {
    let db = testing::sqlite().await;
    let rows = "create table filler as with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
        select i, randomblob(3000) from n";
    db.run(rows).await;
    assert_eq!(db.check_pages(LONG), Ok(true));
    // A thread that is not let run may see the end too late, so that one try is not enough.
    assert!((0..20).any(|_| db.check_pages(Duration::ZERO) == Ok(false)), "the limit is not kept");
    assert_eq!(db.damage(), None);
}

async fn locked(database: &Path, patience: Duration) -> Option<ServerLock> {
    lock(database, Missing::Create, patience).await.unwrap()
}

#[tokio::test]
async fn a_file_has_one_lock_whatever_it_is_called() {
    let folder = tempfile::tempdir().unwrap();
    let [file, link, link_to_link, hard] =
        ["study.db", "link.db", "link2.db", "hard.db"].map(|name| folder.path().join(name));
    symlink("study.db", &link).unwrap();
    symlink(&link, &link_to_link).unwrap();
    // Neither the links nor the file lead anywhere yet.
    let held = locked(&link_to_link, Duration::ZERO).await.expect("it is free");
    fs::hard_link(&file, &hard).unwrap();
    for name in [&file, &link, &hard] {
        assert!(locked(name, Duration::from_millis(120)).await.is_none(), "{}", name.display());
    }
    let other = locked(&folder.path().join("other.db"), Duration::ZERO).await;
    assert!(other.is_some(), "two studies may share a folder");
    drop(held);
    assert!(locked(&hard, Duration::ZERO).await.is_some());
    assert!(locked(&link, Duration::ZERO).await.is_some());
    assert!(lock_file(&file).exists(), "the file stays, and means nothing");
    assert!(lock(&folder.path().join("nowhere/study.db"), Missing::Create, Duration::ZERO).await.is_err());
}

#[tokio::test]
async fn a_name_is_locked_before_there_is_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("study.db"), folder.path().join("link.db"));
    symlink(&file, &link).unwrap();
    let held = lock(&link, Missing::Leave, Duration::ZERO).await.unwrap();
    assert!(held.is_some() && !file.exists());
    assert!(locked(&file, Duration::ZERO).await.is_none() && !file.exists());
}

/// The lock is none of those that SQLite takes.
#[tokio::test]
async fn the_lock_does_not_affect_sqlite() {
    let db = testing::sqlite().await;
    let file = settled(&db).await;
    let _lock = locked(&file, Duration::ZERO).await.expect("it is free");
    db.run("insert into meta values ('a', 'b')").await;
    assert_eq!(meta_get(&testing::reopen(&db.url).await.store, "a").await.unwrap().as_deref(), Some("b"));
}
