//! Participants who will not come back for the later parts.

use serde_json::{Value, json};
use unmask_export::report_input;
use unmask_server::jobs::invitations::once;
use unmask_store::testing::{self, Database};
use unmask_study::report::report;

use crate::export::export;
use crate::invitations::{DAY, address, send, start, subscribed};
use crate::support::{Client, Mode, Reply, Server, Walker, at_once, fixture};
use crate::two_waves::{begin, states, study, with_third_part};

/// Tests on both engines, with a mail server.
macro_rules! on_both_engines {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                super::$name(super::testing::sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                super::$name(super::testing::postgres().await).await;
            }
        }
    )+};
}

on_both_engines!(from_declining_to_the_debrief, many_tabs_decline_once, a_message_in_hand_is_counted);

async fn decline(client: &mut Client) -> Reply {
    client.send("POST", "/api/users/decline-parts", &[], vec![]).await
}

async fn debrief(client: &mut Client) -> Value {
    client.get("/api/debrief").await.ok()
}

async fn from_declining_to_the_debrief(database: Database) {
    let (server, mail) = start(database).await;
    let mut client = subscribed(&server, "heron").await;
    let mut other = subscribed(&server, "wren").await;
    assert_eq!(debrief(&mut client).await["items"], json!([]));
    let before = client.get("/api/users/profile").await.ok();

    let declined = decline(&mut client).await.ok();
    assert_eq!(declined["waves"][0]["state"], "declined");
    assert!(declined.get("invitations").is_none(), "no address is asked for: {declined}");
    for field in ["consent", "groupType", "currentState", "progress", "withdrawn"] {
        assert_eq!(declined[field], before[field], "{field}");
    }
    assert_eq!(decline(&mut client).await.ok(), declined, "again, it changes nothing");
    assert_eq!(client.get("/api/users/profile").await.ok(), declined);

    let open = debrief(&mut client).await;
    assert!(!open["items"].as_array().unwrap().is_empty());
    let html = open["html"].as_str().unwrap();
    assert!(html.contains("Thank you") && !html.contains("coming back"), "of the part that they completed: {html}");
    assert_eq!(client.get("/api/users/completion").await.ok()["code"], "SMALL-DONE");
    let own = client.get("/api/users/data").await.ok()["research"].clone();
    assert_eq!(own["waves"][0]["ended"]["outcome"], "declined");
    assert!(own.get("messages").is_none() && own["participant"]["group"].is_string(), "{own}");
    client.put("/api/users/address", json!({ "address": address("heron") })).await.is(404, "not_found");
    let addresses = "select count(*) from address";
    assert_eq!(server.database.number(addresses).await, 1, "that of the other participant");

    // The day of the invitation.
    server.clock.advance(DAY * 14);
    assert_eq!((send(&server).await, mail.take().len()), (1, 1));
    client.sign_in("heron").await;
    let early = json!({ "currentState": "/post-questionnaire" });
    client.put("/api/users/current-state", early.clone()).await.is(409, "wrong_page");
    assert_eq!(client.get("/api/users/current-state").await.ok()["nextState"], Value::Null);
    other.sign_in("wren").await;
    assert_eq!(other.get("/api/users/current-state").await.ok()["nextState"], "/post-questionnaire");
    counted(&server, &declined).await;

    // The part is over, and the outcome stays.
    server.clock.advance(DAY * 10);
    client.sign_in("heron").await;
    assert_eq!(states(&mut client).await, ["declined"]);
    // Those who withdraw afterwards are counted as withdrawn.
    client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    let counts = server.admin().await.get("/api/admin/overview").await.ok()["waves"][0]["all"].clone();
    assert_eq!((&counts["declined"], &counts["withdrawn"], &counts["missed"]), (&json!(0), &json!(1), &json!(1)));
}

/// One of two participants has declined, and the other one can begin the part.
async fn counted(server: &Server, declined: &Value) {
    let mut admin = server.admin().await;
    let counts = admin.get("/api/admin/overview").await.ok()["waves"][0]["all"].clone();
    assert_eq!((&counts["declined"], &counts["open"], &counts["missed"]), (&json!(1), &json!(1), &json!(0)));
    let list = admin.get("/api/admin/participants?waveState=declined").await.ok()["participants"].clone();
    let codes: Vec<&Value> = list.as_array().unwrap().iter().map(|row| &row["code"]).collect();
    assert_eq!(codes, [&declined["code"]]);
    let detail = admin.get(&format!("/api/admin/participants/{}", declined["code"].as_str().unwrap())).await.ok();
    let moments = detail["timeline"].as_array().unwrap().iter().filter(|moment| moment["kind"] == "wave");
    let shown: Vec<&Value> = moments.map(|moment| &moment["state"]).collect();
    assert_eq!(shown, ["declined"], "it did not open for them");
    let due = admin.get("/api/admin/due").await.ok()["waves"][0].clone();
    assert_eq!((&due["open"], &due["withoutId"]), (&json!(0), &json!(1)));
    let sum = |parts: &[&Value], figure: &str| parts.iter().map(|part| part[figure].as_u64().unwrap()).sum::<u64>();
    let figures = ["due", "opened", "underWay", "missed", "declined", "withdrawn"];
    let expected = [2, 1, 1, 0, 1, 0];
    let consort = admin.get("/api/admin/consort").await.ok();
    let parts: Vec<&Value> = consort["arms"].as_array().unwrap().iter().map(|arm| &arm["parts"][0]).collect();
    assert_eq!(figures.map(|figure| sum(&parts, figure)), expected);

    let folder = tempfile::tempdir().unwrap();
    let (package, _) = export(server, &folder.path().join("package")).await;
    let mut outcomes: Vec<_> = package.table("waves").into_iter().map(|row| row["outcome"].clone()).collect();
    outcomes.sort_unstable();
    assert_eq!(outcomes, ["NA_not_applicable", "declined"]);
    let written: Value = serde_json::from_slice(&package.files["results/consort.json"]).unwrap();
    let own = written["arms"].as_array().unwrap().iter().flat_map(|arm| arm["parts"].as_array().unwrap());
    let own: Vec<&Value> = own.collect();
    assert_eq!((sum(&own, "declined"), sum(&own, "missed")), (1, 0));
    let rows = package.table("consort");
    let rows = rows.iter().filter(|row| row["figure"] == "declined" && row["wave"] == "follow_up");
    assert_eq!(rows.map(|row| row["people"].parse::<u32>().unwrap()).sum::<u32>(), 1);

    let found = report(&report_input(&server.app.store, false).await.unwrap());
    let loss = &found.waves[0].loss.arms;
    let sum = |of: &dyn Fn(&unmask_study::report::ArmWaveLoss) -> u32| loss.iter().map(of).sum::<u32>();
    assert_eq!(sum(&|arm| arm.declined.unwrap()), 1);
    assert_eq!((sum(&|arm| arm.not_completed), sum(&|arm| arm.missed_or_open())), (2, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_can_be_declined_until_it_is_begun() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut early = server.participant("early").await;
    let first = early.get("/api/users/current-state").await.ok()["currentState"].clone();
    let rejected = decline(&mut early).await.is(409, "wrong_page");
    assert_eq!(rejected["currentState"], first, "no part is planned");

    let mut walkers = Vec::new();
    for name in ["open", "begun", "completed", "missed", "left"] {
        walkers.push((name, Walker::finished(server.participant(name).await).await));
    }
    server.clock.advance(DAY * 13);
    for (name, walker) in &mut walkers {
        walker.client.sign_in(name).await;
        match *name {
            "open" => {
                assert_eq!(decline(&mut walker.client).await.ok()["waves"][0]["state"], "declined");
                let position = walker.client.get("/api/users/current-state").await.ok();
                assert_eq!((&position["currentState"], &position["nextState"]), (&json!("/end"), &Value::Null));
                assert!(!debrief(&mut walker.client).await["items"].as_array().unwrap().is_empty());
            }
            "begun" => {
                begin(walker).await;
                let rejected = decline(&mut walker.client).await.is(409, "wrong_page");
                assert_eq!(rejected["currentState"], "/post-questionnaire");
                walker.finish().await;
                assert_eq!(states(&mut walker.client).await, ["completed"]);
            }
            "completed" => {
                begin(walker).await;
                walker.finish().await;
                decline(&mut walker.client).await.is(409, "wrong_page");
            }
            "left" => {
                walker.client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
                walker.client.sign_in(name).await;
                decline(&mut walker.client).await.is(403, "withdrawn");
            }
            _ => {}
        }
    }
    server.clock.advance(DAY * 10);
    let (name, missed) = &mut walkers[3];
    missed.client.sign_in(name).await;
    decline(&mut missed.client).await.is(409, "wrong_page");
    let declined = "select count(*) from outcome where outcome = 'declined'";
    assert_eq!(server.database.number(declined).await, 1);
}

/// One part is open and another one opens later: neither is to come any more. The code of a completed part stays.
#[tokio::test(flavor = "multi_thread")]
async fn all_parts_that_are_to_come_are_declined() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&with_third_part(folder.path(), 18)).await;
    let mut all = Walker::finished(server.participant("all").await).await;
    let mut one = Walker::finished(server.participant("one").await).await;
    server.clock.advance(DAY * 13);
    all.client.sign_in("all").await;
    assert_eq!(states(&mut all.client).await, ["waiting", "open"]);
    decline(&mut all.client).await.ok();
    assert_eq!(states(&mut all.client).await, ["declined", "declined"]);

    one.client.sign_in("one").await;
    begin(&mut one).await;
    one.finish().await;
    assert_eq!(debrief(&mut one.client).await["items"], json!([]));
    decline(&mut one.client).await.ok();
    assert_eq!(states(&mut one.client).await, ["declined", "completed"]);
    assert_ne!(debrief(&mut one.client).await["items"], json!([]));
    assert_eq!(one.client.get("/api/users/completion").await.ok()["code"], "SMALL-THIRD");
}

async fn many_tabs_decline_once(database: Database) {
    let (server, _) = start(database).await;
    let client = subscribed(&server, "heron").await;
    let replies = at_once(6, |_| {
        let mut tab = client.clone();
        async move { decline(&mut tab).await.ok()["waves"][0]["state"].clone() }
    });
    assert_eq!(replies.await, vec![json!("declined"); 6]);
    let declined = server.database.texts("select wave || ' ' || outcome from outcome order by 1").await;
    assert_eq!(declined, ["follow_up declined", "main completed"]);
    assert_eq!(server.database.number("select count(*) from message").await, 0);
}

/// The mail server has the invitation and has not replied yet: it is counted as sent if the mail server accepts it, and
/// not sent again if it does not.
async fn a_message_in_hand_is_counted(database: Database) {
    let (server, mail) = start(database).await;
    for name in ["accepted", "rejected"] {
        subscribed(&server, name).await;
    }
    let of = |name: &str, what: &str| {
        let own =
            "participant in (select participant from link join account on account.id = link.account where username";
        format!("select count(*) from message where {own} = '{name}') and {what}")
    };
    server.clock.advance(DAY * 14);
    for (name, reply, sent) in [("accepted", Mode::Accept, 1), ("rejected", Mode::Reject(450), 0)] {
        mail.set(Mode::Wait);
        // Only that of this participant is due.
        let until = server.app.clock.now() + 60_000;
        let others = format!(
            "update message set reserved_until = {until} where sent_at is null and participant not in (select participant
             from link join account on account.id = link.account where username = '{name}')"
        );
        server.database.run(&others).await;
        let app = server.app.clone();
        let sending = tokio::spawn(async move { once(&app, app.relay.as_ref().unwrap()).await.unwrap() });
        mail.arrival().await;
        let mut client = server.visitor();
        client.sign_in(name).await;
        decline(&mut client).await.ok();
        mail.set(reply);
        assert_eq!(sending.await.unwrap(), sent, "{name}");
        assert_eq!(server.database.number(&of(name, "sent_at is not null")).await, i64::try_from(sent).unwrap());
        assert_eq!(server.database.number(&of(name, "1 = 1")).await, 1, "the reminders are deleted");
        mail.take();
        server.clock.advance(DAY / 24);
    }
    mail.set(Mode::Accept);
    server.clock.advance(DAY * 4);
    assert_eq!((send(&server).await, mail.take().len()), (0, 0));
    let shown = server.admin().await.get("/api/admin/invitations").await.ok();
    let people = shown["waves"][0]["messages"][0]["people"].clone();
    assert_eq!(people, json!([{ "state": "sent", "people": 1 }, { "state": "not_needed", "people": 1 }]));
}

/// A study of one part has nothing to decline.
#[tokio::test(flavor = "multi_thread")]
async fn a_study_of_one_part_has_nothing_to_decline() {
    let server = Server::on(testing::sqlite().await, &fixture()).await;
    let mut walker = Walker::finished(server.participant("heron").await).await;
    decline(&mut walker.client).await.is(409, "wrong_page");
}
