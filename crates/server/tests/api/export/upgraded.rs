//! The program is replaced by one with a newer schema while people take part: the package is the same, and they
//! continue. (That no row of any table is lost: `crates/store/tests/contract/upgrade.rs`.)

use unmask_server::app::App;
use unmask_server::routes;
use unmask_store::Engine;

use super::export;
use super::package::{Package, sha256};
use super::people::take_part;
use crate::support::{Server, both};

both!(people_and_their_answers_outlive_an_upgrade);

/// What `0002_console.sql`, `0004_consented.sql`, `0005_measured.sql`, `0006_slot.sql`, `0007_unseen.sql`,
/// `0008_not_timed.sql`, `0009_allocation.sql`, `0010_waves.sql`, `0011_outcomes.sql`, `0012_exposures.sql` and
/// `0013_invitations.sql` brought, taken away; with [`BACK_SQLITE`] or [`BACK_POSTGRES`], and with the guards of the
/// audit log, which came third, the database is as the first schema left it.
const BACK: &str = "drop table comparison_case; drop table comparison; drop table webhook_delivery; drop table webhook; drop table bonus; drop table bonus_run; drop index account_person; alter table account drop column person; drop table visit; alter table account drop column researcher; drop table unit_member; drop table unit; drop table message; drop table address; drop table exposure; drop table outcome; drop table quota_member; drop table participant_wave; drop table draw; delete from flag; delete from exclusion; drop table exclusion; drop table flag;
    alter table participant drop column kind; alter table participant rename column slot to place;
    alter table withdrawal drop column consented;
    alter table step_event drop column measured_at;
    alter table progress drop column measured_at; alter table participant drop column exposed_measured_at;
    alter table participant drop column completed_measured_at; delete from schema_version where number > 1";

/// The table `submission` of the first schema. SQLite drops no column of a key.
const BACK_SQLITE: &str = "alter table submission rename to later;
    create table submission (id text not null primary key, participant text not null, item text not null,
      attempt integer not null, page text not null, step integer not null, answers text not null, correct integer,
      scores text not null, verdict text, evidence text, idempotency_key text, body_hash blob not null,
      receipt text not null, study_version text not null, at integer not null);
    insert into submission select id, participant, item, attempt, page, step, answers, correct, scores, verdict, evidence,
      idempotency_key, body_hash, receipt, study_version, at from later;
    drop table later";
const BACK_POSTGRES: &str = "alter table submission drop column stage; alter table submission drop column measured_at;
    alter table submission add unique (participant, item, attempt)";

async fn people_and_their_answers_outlive_an_upgrade(mut server: Server) {
    let mut people = take_part(&server).await;
    // The first schema knew no signs.
    server.database.run("delete from flag").await;
    let folder = tempfile::tempdir().unwrap();
    let (before, _) = export(&server, &folder.path().join("before")).await;

    server.database.take_guards_of_the_audit_log().await;
    server.database.run(BACK).await;
    let of_engine = if server.app.store.engine() == Engine::Sqlite { BACK_SQLITE } else { BACK_POSTGRES };
    server.database.run(of_engine).await;
    assert_eq!(server.app.store.schema().await.unwrap().0, 1);
    // What a server does when it starts.
    server.app.store.migrate().await.unwrap();
    let settings = (*server.app.settings).clone();
    server.app = App::open(settings, server.clock.clone(), server.app.store.clone()).await.unwrap();
    server.router = routes::router(server.app.clone());

    let (after, _) = export(&server, &folder.path().join("after")).await;
    assert_eq!(contents(&after), contents(&before));
    assert!(after.table("responses").len() > 100);
    let halfway = &mut people.halfway;
    halfway.client.serve_by(server.router.clone());
    assert_eq!(halfway.client.position().await, "/pre-questionnaire");
    halfway.finish().await;
    assert_eq!(halfway.client.get("/api/users/completion").await.ok()["complete"], true);
}

/// Names and checksums: what differs is named without its bytes. The manifest says how far the audit log was, and the
/// first package is in it.
fn contents(package: &Package) -> Vec<(&String, String)> {
    let compared = package.files.iter().filter(|(name, _)| *name != "manifest.json");
    compared.map(|(name, bytes)| (name, sha256(bytes))).collect()
}
