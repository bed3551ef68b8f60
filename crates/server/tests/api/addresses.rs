//! Nothing of an e-mail address stays after withdrawal, erasure, anonymisation, removal, or declining the later parts:
//! not in a table, a file, a backup or the log, neither in the open, in an encoding, nor sealed.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use serde_json::json;
use unmask_store::Engine;
use unmask_store::study::{StudyStatus, set_status};
use unmask_store::testing::{self, Database, tools};
use unmask_study::hex;

use crate::invitations::{DAY, address, header, send, start, subscribed};
use crate::support::{Client, Log, Mode, Server, works};

/// How somebody's address ends.
const LEAVING: [&str; 5] = ["keep", "erase", "removed", "declined", "anonymise"];

/// The domain of all addresses. It is in each of them, and in nothing else that the program stores.
const DOMAIN: &str = "mail.example.org";

/// The encodings in which a text could stay, in lower case if letters have no case there.
fn encodings(text: &str) -> Vec<Vec<u8>> {
    let all = text.bytes().map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat();
    let mut encodings =
        vec![text.to_owned(), text.replace('@', "%40"), all, text.replace('@', "=40"), hex(text.as_bytes())];
    // In Base64 it depends on the length of what comes before; the first and the last character depend on neighbours.
    for before in ["", "-", "--"] {
        for encoded in
            [STANDARD_NO_PAD.encode(format!("{before}{text}")), URL_SAFE_NO_PAD.encode(format!("{before}{text}"))]
        {
            let end = encoded.len() - usize::from(!(before.len() + text.len()).is_multiple_of(3));
            encodings.push(encoded[(before.len() * 8).div_ceil(6)..end].to_owned());
        }
    }
    encodings.into_iter().map(String::into_bytes).collect()
}

fn has(haystack: &[u8], needle: &[u8]) -> bool {
    // Much faster than comparing each window.
    let (first, rest) = needle.split_first().unwrap();
    let mut at = 0;
    while let Some(found) = haystack[at..].iter().position(|byte| byte == first) {
        at += found + 1;
        if haystack[at..].starts_with(rest) {
            return true;
        }
    }
    false
}

/// Fails if an address is in these bytes in the open or in an encoding.
fn assert_no_address(bytes: &[u8], place: &str, name: &str) {
    let lower = bytes.to_ascii_lowercase();
    for text in [address(name), DOMAIN.to_owned()] {
        for encoded in encodings(&text) {
            let found = has(bytes, &encoded) || has(&lower, &encoded);
            assert!(!found, "{:?}, an encoding of {text}, is in {place}", String::from_utf8_lossy(&encoded));
        }
    }
}

/// A sealed address must be nowhere as bytes, as PostgreSQL and SQLite write bytes, or in Base64.
fn assert_no_sealed(bytes: &[u8], place: &str, sealed: &[u8]) {
    let lower = bytes.to_ascii_lowercase();
    assert!(!has(bytes, sealed) && !has(&lower, hex(sealed).as_bytes()), "a sealed address is in {place}");
    for encoded in [STANDARD_NO_PAD.encode(sealed), URL_SAFE_NO_PAD.encode(sealed)] {
        assert!(!has(bytes, encoded.as_bytes()), "a sealed address is in {place}");
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// Every value of every column of every table in every schema, as its bytes.
async fn everything(database: &Database) -> Vec<u8> {
    // A table, a column, and how its bytes are read.
    let columns = match database.engine() {
        Engine::Sqlite => {
            "select '\"' || m.name || '\" hex(cast(\"' || c.name || '\" as blob))'
             from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table'"
        }
        Engine::Postgres => {
            "select format('%I.%I ', c.table_schema, c.table_name) || case c.data_type when 'bytea'
               then format('encode(%I, ''hex'')', c.column_name)
               else format('encode(convert_to(%I::text, ''UTF8''), ''hex'')', c.column_name) end
             from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
             where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')"
        }
    };
    let columns = database.texts(columns).await;
    assert!(columns.len() > 100, "the catalogue has too few columns: {columns:?}");
    let mut all = Vec::new();
    for column in columns {
        let (table, value) = column.split_once(' ').unwrap();
        for value in database.texts(&format!("select coalesce({value}, '') from {table}")).await {
            all.extend(bytes(&value));
            all.push(b'\n');
        }
    }
    all
}

/// What `pg_dump` writes: the backup of an installation with PostgreSQL.
fn dump(database: &Database) -> Vec<u8> {
    let mut program = tools::tool("pg_dump");
    let output = program.arg(format!("--dbname={}", database.url)).current_dir("/").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

async fn sealed(server: &Server) -> Vec<u8> {
    let hex = match server.database.engine() {
        Engine::Sqlite => "select hex(sealed) from address",
        Engine::Postgres => "select encode(sealed, 'hex') from address",
    };
    let mut sealed = server.database.texts(hex).await;
    assert_eq!(sealed.len(), 1);
    bytes(&sealed.remove(0))
}

/// The participant's address goes in one of the ways of [`LEAVING`].
async fn leave(server: &Server, client: &mut Client, leaving: &str, folder: &Path) {
    match leaving {
        "removed" => drop(client.send("DELETE", "/api/users/address", &[], vec![]).await.ok()),
        "declined" => drop(client.send("POST", "/api/users/decline-parts", &[], vec![]).await.ok()),
        "anonymise" => {
            server.app.store.write(async move |tx| set_status(tx, StudyStatus::Closed).await).await.unwrap();
            works(&server.run(folder, &["anonymise", "--yes"]));
        }
        mode => drop(client.post("/api/users/withdraw", json!({ "mode": mode })).await.ok()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_address_is_found_in_any_table_sqlite() {
    for leaving in LEAVING {
        no_table_has_an_address(testing::sqlite().await, leaving).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_address_is_found_in_any_table_or_dump_postgres() {
    for leaving in LEAVING {
        no_table_has_an_address(testing::postgres().await, leaving).await;
    }
}

async fn no_table_has_an_address(database: Database, leaving: &str) {
    let (server, mail) = start(database).await;
    let mut client = subscribed(&server, "heron").await;
    server.clock.advance(DAY * 14);
    assert_eq!((send(&server).await, mail.take().len()), (1, 1));
    client.sign_in("heron").await;
    let stored = everything(&server.database).await;
    let sealed = sealed(&server).await;
    assert!(has(&stored, &sealed) && has(&stored, b"heron"), "the test looks in the wrong place");
    assert_no_address(&stored, "a table", "heron");
    let is_postgres = server.database.engine() == Engine::Postgres;
    if is_postgres {
        let dumped = dump(&server.database);
        assert!(has(&dumped, hex(&sealed).as_bytes()), "the dump is not of this database");
        assert_no_address(&dumped, "a dump", "heron");
    }

    let folder = tempfile::tempdir().unwrap();
    leave(&server, &mut client, leaving, folder.path()).await;
    let left = everything(&server.database).await;
    assert_no_address(&left, "a table", "heron");
    assert_no_sealed(&left, &format!("a table after {leaving}"), &sealed);
    if is_postgres {
        let dumped = dump(&server.database);
        assert_no_address(&dumped, "a dump", "heron");
        assert_no_sealed(&dumped, &format!("a dump after {leaving}"), &sealed);
    }
    let messages = server.database.number("select count(*) from message").await;
    // Without an address, the rows remain, and no message is sent. Who declines keeps those that were sent.
    let stay = ["removed", "declined"].contains(&leaving);
    assert_eq!(messages > 0, stay, "{messages} after {leaving}");
}

/// Every file in a folder and its subfolders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// In the database's files while the server runs and after it has ended, and in a backup made afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn no_byte_of_an_address_stays_in_files_and_backups() {
    for leaving in LEAVING {
        let (server, mail) = start(testing::sqlite().await).await;
        let mut client = subscribed(&server, "heron").await;
        server.clock.advance(DAY * 14);
        assert_eq!((send(&server).await, mail.take().len()), (1, 1));
        let sealed = sealed(&server).await;
        let database = PathBuf::from(server.database.url.trim_start_matches("sqlite:"));
        let folder = database.parent().unwrap();
        let is_there = files(folder).iter().any(|file| has(&std::fs::read(file).unwrap(), &sealed));
        assert!(is_there, "the test looks in the wrong place");
        let out = tempfile::tempdir().unwrap();
        client.sign_in("heron").await;
        leave(&server, &mut client, leaving, out.path()).await;
        for file in files(folder) {
            let (bytes, place) = (std::fs::read(&file).unwrap(), format!("{} soon after {leaving}", file.display()));
            assert_no_address(&bytes, &place, "heron");
            assert_no_sealed(&bytes, &place, &sealed);
        }
        works(&server.run(out.path(), &["backup", "copy.db"]));
        server.app.store.clone().close().await;
        server.database.store.clone().close().await;
        for file in [files(out.path()), files(folder), files(&server.app.settings.data)].concat() {
            let (bytes, place) = (std::fs::read(&file).unwrap(), format!("{} after {leaving}", file.display()));
            assert_no_address(&bytes, &place, "heron");
            assert_no_sealed(&bytes, &place, &sealed);
        }
    }
}

/// The log at its most verbose level while an address is given wrongly, given, replaced, written to, rejected by the
/// mail server, unsubscribed, given again and deleted. It is the process's log, because work runs on several threads.
#[tokio::test(flavor = "multi_thread")]
async fn no_address_is_logged_at_any_level() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    tracing::subscriber::set_global_default(subscriber.finish()).unwrap();
    for database in [testing::sqlite().await, testing::postgres().await] {
        let (server, mail) = start(database).await;
        for leaving in ["keep", "erase"] {
            let mut client = subscribed(&server, leaving).await;
            let wrong = json!({ "address": format!("two words@{DOMAIN}") });
            client.put("/api/users/address", wrong).await.is(422, "invalid_fields");
            client.put("/api/users/address", json!({ "address": address(&format!("other-{leaving}")) })).await.ok();
            client.put("/api/users/address", json!({ "address": address(leaving) })).await.ok();
            let sealed = sealed(&server).await;
            server.clock.advance(DAY * 14);
            for mode in [Mode::Reject(450), Mode::BreakOff, Mode::RefuseSender] {
                mail.set(mode);
                assert_eq!(send(&server).await, 0);
                server.clock.advance(DAY / 24);
            }
            mail.set(Mode::Accept);
            server.clock.advance(DAY / 2);
            assert_eq!(send(&server).await, 1);
            let letters = mail.take();
            let letter = letters.last().unwrap();
            let path = header(letter, "List-Unsubscribe").trim_matches(['<', '>']).to_owned();
            let path = path.strip_prefix("https://study.example.org").unwrap();
            let one_click = [("content-type", "application/x-www-form-urlencoded")];
            let body = b"List-Unsubscribe=One-Click".to_vec();
            assert_eq!(server.visitor().send("POST", path, &one_click, body).await.status, 200);
            client.sign_in(leaving).await;
            client.put("/api/users/address", json!({ "address": address(leaving) })).await.ok();
            server.clock.advance(DAY * 3);
            mail.set(Mode::Reject(550));
            assert_eq!(send(&server).await, 0);
            client.sign_in(leaving).await;
            client.get("/api/users/data").await.ok();
            client.post("/api/users/withdraw", json!({ "mode": leaving })).await.ok();
            let logged = log.text().into_bytes();
            for name in [leaving.to_owned(), format!("other-{leaving}")] {
                assert_no_address(&logged, "the log", &name);
            }
            assert_no_sealed(&logged, "the log", &sealed);
        }
    }
    let text = log.text();
    for event in ["/api/users/address", "an invitation could not be sent", "invitations sent", "/unsubscribe/"] {
        assert!(text.contains(event), "the log has no '{event}'");
    }
    assert!(text.contains("DEBUG") || text.contains("TRACE"), "the log is not verbose");
}
