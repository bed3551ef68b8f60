//! Signed events, sent to a receiver of the test's own.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use unmask_server::app::App;
use unmask_server::jobs::webhooks::once;

use crate::afterwards::recruited_as;
use crate::support::{
    Answer, Client, Received, Receiver, Server, Walker, at_once, both, contains, fails, rewrite, works,
};
use crate::two_waves::{begin, study};

both!(
    an_event_is_signed_and_has_what_the_receiver_needs,
    a_receiver_that_loses_replies_gets_each_event_again_under_its_id,
    a_failed_event_is_tried_with_pauses_and_holds_back_only_its_participant,
    withdrawing_with_erasure_leaves_nothing_that_names,
    a_receiver_that_is_gone_is_asked_no_more,
    what_a_study_team_adds_leads_to_no_address_inside_the_network,
);

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Adds a webhook for these events; its ID and secret.
async fn add(admin: &mut Client, receiver: &Receiver, events: Value) -> (String, String) {
    let added = admin.post("/api/admin/webhooks", json!({ "url": receiver.url, "events": events })).await.ok();
    (added["webhook"]["id"].as_str().unwrap().to_owned(), added["secret"].as_str().unwrap().to_owned())
}

/// A receiver for all events but the quotas.
async fn hooked(server: &Server) -> (Receiver, String) {
    let receiver = Receiver::start().await;
    let events = json!(["completed", "withdrawn", "declined", "wave_due", "screened_out", "timed_out", "failed"]);
    let (_, secret) = add(&mut server.admin().await, &receiver, events).await;
    (receiver, secret)
}

/// Whether the signature is right, computed here once more.
fn is_signed(received: &Received, secret: &str) -> bool {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    mac.update(format!("{}.{}.{}", received.id, received.timestamp, received.body).as_bytes());
    received.signature == format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

async fn send(server: &Server) -> usize {
    once(&server.app).await.unwrap()
}

async fn finished(server: &Server, id: &str) -> Walker {
    Walker::finished(recruited_as(server, &format!("person-{id}"), id).await).await
}

fn code(client: &Client) -> String {
    client.user["code"].as_str().unwrap().to_owned()
}

async fn withdraw(client: &mut Client, mode: &str) {
    client.post("/api/users/withdraw", json!({ "mode": mode })).await.ok();
}

async fn deliveries(client: &mut Client, query: &str) -> Vec<Value> {
    let log = client.get(&format!("/api/admin/webhooks/deliveries{query}")).await.ok();
    log["deliveries"].as_array().unwrap().clone()
}

async fn an_event_is_signed_and_has_what_the_receiver_needs(server: Server) {
    let (receiver, secret) = hooked(&server).await;
    let mut walker = finished(&server, "5f3b").await;
    let without = Walker::finished(server.participant("no-link").await).await;
    let began = server.clock.now() / 1000;
    server.clock.advance(MINUTE);
    assert_eq!((send(&server).await, send(&server).await), (2, 0), "once");
    let received = receiver.take();
    let own = received.iter().find(|one| one.about().ends_with(&code(&walker.client))).unwrap();
    assert!(is_signed(own, &secret) && own.timestamp == began + 60, "{own:?}");
    assert!(own.id.starts_with("msg_") && received.iter().all(|one| is_signed(one, &secret)));
    let data = json!({ "study": "small", "recruitmentId": "5f3b", "participant": code(&walker.client), "wave": "main",
        "outcome": "completed" });
    let json = own.json();
    assert_eq!((&json["type"], &json["data"]), (&json!("completed"), &data));
    assert!(json["timestamp"].as_str().unwrap().starts_with("2026-11-20T10:"), "{json}");
    let other = received.iter().find(|one| one.id != own.id).unwrap().json();
    assert_eq!(
        (&other["data"]["recruitmentId"], &other["data"]["participant"]),
        (&Value::Null, &json!(code(&without.client)))
    );
    let names: BTreeSet<String> = json["data"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(names.len() + json.as_object().unwrap().len(), 8, "nothing else: {json}");

    // Whoever takes part reads of it.
    let own = walker.client.get("/api/users/data").await.ok()["research"]["webhooks"].clone();
    assert_eq!((&own[0]["event"], &own[0]["receiver"]), (&json!("completed"), &json!(receiver.host())));
    server.simulated("robot").await;
    let mut robot = Walker::new(server.simulated("another-robot").await).await;
    robot.finish().await;
    withdraw(&mut walker.client, "keep").await;
    assert_eq!(send(&server).await, 1, "and no simulated participant");
    assert_eq!(receiver.told(), [format!("withdrawn - {}", code(&walker.client))]);
}

async fn a_receiver_that_loses_replies_gets_each_event_again_under_its_id(server: Server) {
    let (receiver, secret) = hooked(&server).await;
    for id in ["a", "b", "c"] {
        let mut walker = finished(&server, id).await;
        withdraw(&mut walker.client, "keep").await;
    }
    receiver.set(Answer::BreakOff);
    assert_eq!(send(&server).await, 0);
    let lost = receiver.take();
    assert!(lost.len() == 3 && lost.iter().all(|one| one.about().starts_with("completed")), "{lost:?}");
    receiver.set(Answer::Status(200));
    assert_eq!(send(&server).await, 0, "not at once");
    server.clock.advance(Duration::from_secs(5));
    assert_eq!(send(&server).await, 6);
    let again = receiver.take();
    let repeated = |one: &Received| again.iter().any(|other| (&other.id, &other.body) == (&one.id, &one.body));
    assert!(lost.iter().all(repeated) && again.iter().all(|one| is_signed(one, &secret)));
    assert_eq!(again.iter().map(|one| &one.id).collect::<BTreeSet<_>>().len(), 6);
    let in_order = |code: String| {
        let own: Vec<_> = again.iter().map(Received::about).filter(|about| about.ends_with(&code)).collect();
        own == [format!("completed main {code}"), format!("withdrawn - {code}")]
    };
    assert!(again.iter().all(|one| in_order(one.about().rsplit(' ').next().unwrap().to_owned())));
}

async fn a_failed_event_is_tried_with_pauses_and_holds_back_only_its_participant(server: Server) {
    let (receiver, _) = hooked(&server).await;
    let mut walker = finished(&server, "a").await;
    let failing = code(&walker.client);
    withdraw(&mut walker.client, "keep").await;
    receiver.set_for(&failing, Answer::Status(500));
    assert_eq!(send(&server).await, 0);
    let mut other = finished(&server, "b").await;
    withdraw(&mut other.client, "keep").await;
    assert_eq!(send(&server).await, 2, "those of the other participant");
    let other = code(&other.client);
    let told = [format!("completed main {failing}"), format!("completed main {other}"), format!("withdrawn - {other}")];
    assert_eq!(receiver.told(), told);

    // A redirect is a failure like another one, and is not followed.
    receiver.set(Answer::Status(302));
    for pause in [Duration::from_secs(5), MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY] {
        server.clock.advance(pause.checked_sub(Duration::from_millis(1)).unwrap());
        assert_eq!((send(&server).await, receiver.told().len()), (0, 0), "{pause:?} are not over");
        server.clock.advance(Duration::from_millis(1));
        assert_eq!((send(&server).await, receiver.told()), (0, vec![told[0].clone()]), "{pause:?}");
    }
    let line = deliveries(&mut server.admin().await, "?failed=true").await.remove(0);
    assert_eq!(
        (&line["state"], &line["attempts"], &line["lastStatus"], &line["lastError"], &line["participant"]),
        (&json!("retrying"), &json!(9), &json!(302), &json!("rejected"), &json!(failing))
    );
    server.clock.advance(DAY);
    receiver.set_for(&failing, Answer::Status(503));
    assert_eq!(send(&server).await, 0);
    receiver.set(Answer::Status(204));
    // The event is given up in the same round, and what it held back is sent in the next one.
    assert_eq!(send(&server).await, 0, "the withdrawal failed, too, and waits");
    server.clock.advance(MINUTE);
    assert_eq!(send(&server).await, 1);
    receiver.take();
    let line = deliveries(&mut server.admin().await, "?failed=true").await.remove(0);
    assert_eq!((&line["state"], &line["attempts"], &line["nextAt"]), (&json!("failed"), &json!(10), &Value::Null));
    server.clock.advance(30 * DAY);
    assert_eq!(send(&server).await, 0, "it is given up");

    let mut admin = server.admin().await;
    let id = line["id"].as_str().unwrap();
    admin.post(&format!("/api/admin/webhooks/deliveries/{id}/redelivery"), json!({})).await.ok();
    assert_eq!((send(&server).await, receiver.told()), (1, vec![told[0].clone()]));
    assert_eq!(deliveries(&mut admin, "?failed=true").await, [Value::Null; 0]);
}

async fn withdrawing_with_erasure_leaves_nothing_that_names(server: Server) {
    let (receiver, _) = hooked(&server).await;
    let mut walker = finished(&server, "5f3b-secret").await;
    withdraw(&mut walker.client, "erase").await;
    assert_eq!(send(&server).await, 1);
    let received = receiver.take().remove(0);
    assert_eq!(received.about(), "withdrawn - -");
    assert_eq!(
        received.json()["data"],
        json!({ "study": "small", "recruitmentId": null, "participant": null,
        "wave": null, "outcome": "withdrawn" })
    );
    let log = deliveries(&mut server.admin().await, "").await;
    assert!(log.len() == 1 && log[0]["participant"].is_null(), "{log:?}");

    // What was delivered is deleted as well.
    let mut walker = finished(&server, "another").await;
    assert_eq!(send(&server).await, 1);
    withdraw(&mut walker.client, "erase").await;
    assert_eq!(send(&server).await, 1);
    let log = deliveries(&mut server.admin().await, "").await;
    assert!(!json!(log).to_string().contains(&code(&walker.client)), "{log:?}");
}

/// The name of a receiver may lead into the server's network after it was added.
async fn what_a_study_team_adds_leads_to_no_address_inside_the_network(server: Server) {
    let mut named = Receiver::start().await;
    named.url = named.url.replace("127.0.0.1", "localhost");
    let (id, _) = add(&mut server.admin().await, &named, json!(["completed"])).await;
    server.database.run("update webhook set outside = 1").await;
    finished(&server, "5f3b").await;
    assert_eq!((send(&server).await, named.take().len()), (0, 0));
    let failed = deliveries(&mut server.admin().await, "").await;
    assert_eq!((&failed[0]["webhook"], &failed[0]["lastError"]), (&json!(id), &json!("unreachable")));
    // The operator's own address may be there.
    server.database.run("update webhook set outside = 0").await;
    server.clock.advance(HOUR);
    assert_eq!((send(&server).await, named.take().len()), (1, 1));
}

async fn a_receiver_that_is_gone_is_asked_no_more(server: Server) {
    let (receiver, _) = hooked(&server).await;
    let well = Receiver::start().await;
    add(&mut server.admin().await, &well, json!(["completed"])).await;
    let mut walker = finished(&server, "a").await;
    withdraw(&mut walker.client, "keep").await;
    receiver.set(Answer::Status(410));
    assert_eq!(send(&server).await, 1, "the other one");
    finished(&server, "b").await;
    server.clock.advance(DAY);
    assert_eq!(send(&server).await, 1);
    assert_eq!((receiver.take().len(), well.take().len()), (1, 2));
    let mut admin = server.admin().await;
    let webhooks = admin.get("/api/admin/webhooks").await.ok()["webhooks"].clone();
    let disabled: Vec<bool> = webhooks.as_array().unwrap().iter().map(|one| one["disabledAt"].is_string()).collect();
    assert_eq!(disabled, [true, false]);
    let lines = deliveries(&mut admin, "?failed=true").await;
    let errors: Vec<_> = lines.iter().map(|line| (line["event"].clone(), line["lastError"].clone())).collect();
    assert_eq!(errors, [(json!("withdrawn"), json!("disabled")), (json!("completed"), json!("gone"))]);
    let id = lines[0]["id"].as_str().unwrap();
    admin.post(&format!("/api/admin/webhooks/deliveries/{id}/redelivery"), json!({})).await.is(404, "not_found");
}

/// A receiver that never replies takes the time limit, and delays no other one.
#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_never_replies_delays_no_other_one() {
    let server = Server::sqlite().await;
    let (receiver, _) = hooked(&server).await;
    let well = Receiver::start().await;
    add(&mut server.admin().await, &well, json!(["completed"])).await;
    receiver.set(Answer::Silence);
    finished(&server, "a").await;
    let began = Instant::now();
    let app = server.app.clone();
    let sending = tokio::spawn(async move { once(&app).await.unwrap() });
    while well.take().is_empty() {
        assert!(began.elapsed() < Duration::from_secs(8), "it waits for the other one");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(sending.await.unwrap(), 1);
    assert!((9..20).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
    let line = deliveries(&mut server.admin().await, "?failed=true").await.remove(0);
    assert_eq!((&line["lastError"], &line["lastStatus"]), (&json!("late"), &Value::Null));
}

/// Two servers with one database, and four jobs at the same time.
#[tokio::test(flavor = "multi_thread")]
async fn several_servers_never_send_the_same_event_at_once() {
    let server = Server::postgres().await;
    let (receiver, _) = hooked(&server).await;
    let mut codes = vec![];
    for number in 0..6 {
        let mut walker = finished(&server, &format!("heron-{number}")).await;
        withdraw(&mut walker.client, "keep").await;
        codes.push(code(&walker.client));
    }
    let settings = (*server.app.settings).clone();
    let other = App::open(settings, server.clock.clone(), server.app.store.clone()).await.unwrap();
    let apps = [server.app.clone(), other];
    let run = || {
        at_once(4, |number| {
            let app = apps[number % 2].clone();
            async move { once(&app).await.unwrap() }
        })
    };
    let sent: usize = run().await.into_iter().sum();
    let told = receiver.told();
    // Each job ends when nothing is left for it; the events that others held back are sent in the next round.
    let rest: usize = run().await.into_iter().sum();
    let told = [told, receiver.told()].concat();
    assert_eq!((sent + rest, told.len(), receiver.doubled()), (12, 12, vec![]));
    for code in codes {
        let own: Vec<_> = told.iter().filter(|about| about.ends_with(&code)).cloned().collect();
        assert_eq!(own, [format!("completed main {code}"), format!("withdrawn - {code}")]);
    }
}

/// A server that was stopped while it sent an event: another one sends it when the reservation is over.
#[tokio::test(flavor = "multi_thread")]
async fn a_reserved_event_is_sent_when_the_reservation_is_over() {
    let server = Server::sqlite().await;
    let (receiver, _) = hooked(&server).await;
    finished(&server, "a").await;
    server.database.run(&format!("update webhook_delivery set next_at = {}", server.clock.now() + 30_000)).await;
    assert_eq!(send(&server).await, 0);
    server.clock.advance(Duration::from_secs(30));
    assert_eq!((send(&server).await, receiver.take().len()), (1, 1));
    server.app.drain();
    finished(&server, "b").await;
    assert_eq!(send(&server).await, 0, "a server that is draining begins no other one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_opens_is_reported_to_those_who_have_not_begun_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let (receiver, _) = hooked(&server).await;
    let mut first = finished(&server, "comes").await;
    let second = finished(&server, "waits").await;
    assert_eq!(send(&server).await, 2);
    receiver.take();
    server.clock.advance((DAY * 12).checked_sub(MINUTE * 10).unwrap());
    assert_eq!(send(&server).await, 0, "before its time");
    server.clock.advance(MINUTE * 20);
    // Begun before the job was run.
    let user = first.client.user["username"].as_str().unwrap().to_owned();
    first.client.sign_in(&user).await;
    begin(&mut first).await;
    assert_eq!((send(&server).await, send(&server).await), (1, 0));
    let due = receiver.take().remove(0);
    let data = due.json()["data"].clone();
    assert_eq!(due.about(), format!("wave_due follow_up {}", code(&second.client)));
    assert_eq!((&data["recruitmentId"], &data["outcome"]), (&json!("waits"), &Value::Null));
    first.finish().await;
    assert_eq!(
        (send(&server).await, receiver.told()),
        (1, vec![format!("completed follow_up {}", code(&first.client))])
    );

    // Those who are blinded read days: the moment would be that of the end of the first part.
    let mut admin = server.admin().await;
    let line = deliveries(&mut admin, "").await.remove(0);
    for time in ["at", "deliveredAt"] {
        assert_eq!(line[time].as_str().unwrap().len(), "2026-12-01".len(), "{line}");
    }
    admin.post("/api/admin/unblinding", json!({ "reason": "the study is over" })).await.ok();
    assert!(deliveries(&mut admin, "").await[0]["at"].as_str().unwrap().contains('T'));
}

/// The name of such a part would show who is in the arm.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_reported_of_a_part_that_only_some_arms_have() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path());
    rewrite(&study.join("study.yaml"), |text| {
        let (before, wave) = text.split_once("waves:").unwrap();
        let (wave, after) = wave.split_once("allocation:").unwrap();
        let wave = wave.replace("      - {", "        - {").replace("    steps:\n", "    steps:\n      cues:\n");
        let wave = format!("{wave}      control: []\n      context: []\n      both: []\n");
        format!("{before}waves:{wave}allocation:{after}")
    });
    let server = Server::over(&study).await;
    assert!(server.app.versions.active().study.wave_reveals_arms("follow_up".parse().unwrap()));
    let (receiver, _) = hooked(&server).await;
    server.next_in("cues").await;
    let mut walker = finished(&server, "comes").await;
    let code = code(&walker.client);
    assert_eq!(send(&server).await, 1);
    server.clock.advance(DAY * 12 + MINUTE);
    assert_eq!((send(&server).await, send(&server).await), (0, 0));
    let user = walker.client.user["username"].as_str().unwrap().to_owned();
    walker.client.sign_in(&user).await;
    begin(&mut walker).await;
    walker.finish().await;
    // Also while the job has not seen it.
    let mut admin = server.admin().await;
    let log = deliveries(&mut admin, "").await;
    assert!(log.len() == 1 && !json!(log).to_string().contains("follow_up"), "{log:?}");
    let shown = works(&server.run(folder.path(), &["webhook", "deliveries"]));
    assert!(shown.lines().count() == 1 && shown.contains("completed main"), "{shown}");
    withdraw(&mut walker.client, "keep").await;
    assert_eq!(send(&server).await, 1);
    assert_eq!(receiver.told(), [format!("completed main {code}"), format!("withdrawn - {code}")]);
    assert_eq!(deliveries(&mut admin, "").await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_console_shows_a_secret_once_and_rejects_unsafe_addresses() {
    let server = Server::sqlite().await;
    let mut admin = server.admin().await;
    let address = "/api/admin/webhooks";
    for (url, events, field) in [
        ("http://lab.example.org/", json!(["completed"]), "url"),
        ("lab.example.org", json!(["completed"]), "url"),
        ("https://user:secret@lab.example.org/", json!(["completed"]), "url"),
        ("https://lab.example.org/", json!([]), "events"),
        ("https://lab.example.org/", json!(["test"]), "events"),
    ] {
        let problem = admin.post(address, json!({ "url": url, "events": events })).await.is(422, "invalid_fields");
        assert_eq!(problem["fields"][0]["item"], field, "{url}");
    }
    admin.post(address, json!({ "url": "https://a.org/", "events": ["other"] })).await.is(400, "malformed");
    let receiver = Receiver::start().await;
    let (id, secret) = add(&mut admin, &receiver, json!(["withdrawn", "completed", "completed"])).await;
    let list = admin.get(address).await.ok();
    assert_eq!(list["webhooks"][0]["events"], json!(["completed", "withdrawn"]));
    assert_eq!(list["events"].as_array().unwrap().len(), 8);
    let audit = admin.get("/api/admin/audit").await.text();
    assert!(!list.to_string().contains("whsec_") && !audit.contains("whsec_") && audit.contains("add webhook"));
    let plain = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    assert_eq!(plain.len(), 32);
    let hex = unmask_study::hex(&plain).to_uppercase();
    let stored = server.database.texts("select hex(secret) from webhook").await;
    assert!(stored.len() == 1 && !stored[0].contains(&hex), "the database has it only sealed");

    let event = admin.post(&format!("{address}/{id}/test"), json!({})).await.ok()["event"].clone();
    assert_eq!(send(&server).await, 1);
    let received = receiver.take().remove(0);
    assert!(received.id == event && received.about() == "test - -" && is_signed(&received, &secret), "{received:?}");
    assert_eq!(deliveries(&mut admin, "").await[0]["state"], "delivered");
    let gone = admin.send("DELETE", &format!("{address}/{id}"), &[], vec![]).await;
    assert_eq!(gone.status, 204);
    assert_eq!(admin.get(address).await.ok()["webhooks"], json!([]));
    for again in [format!("{address}/{id}/test"), format!("{address}/deliveries/{event}/redelivery")] {
        admin.post(&again, json!({})).await.is(404, "not_found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_do_the_same_and_are_audited() {
    let server = Server::sqlite().await;
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| server.run(folder.path(), &[&["webhook"], args].concat());
    let receiver = Receiver::start().await;
    fails(&run(&["add", "http://lab.example.org/"]), &["begins with https://"]);
    fails(&run(&["add", &receiver.url, "--events", "completed,other"]), &["`other` is no event", "wave_due"]);
    let added = works(&run(&["add", &receiver.url, "--events", "completed,withdrawn"]));
    let word = |prefix: &str| added.split_whitespace().find(|word| word.starts_with(prefix)).unwrap().to_owned();
    let (id, secret) = (added.split_whitespace().nth(1).unwrap().to_owned(), word("whsec_"));
    let listed = works(&run(&["list"]));
    contains(&listed, &[&id, &receiver.url, "completed,withdrawn"]);
    assert!(!listed.contains("whsec_"));

    let walker = finished(&server, "5f3b").await;
    assert_eq!(send(&server).await, 1);
    let received = receiver.take().remove(0);
    assert!(is_signed(&received, &secret));
    let shown = works(&run(&["deliveries"]));
    contains(&shown, &[&received.id, "completed main", &code(&walker.client), "delivered 2026-11-20; attempts: 1"]);
    assert_eq!(works(&run(&["deliveries", "--failed"])), "");
    // The program reads the system's clock.
    let until_now = Duration::from_millis(u64::try_from(4_000_000_000_000 - server.clock.now()).unwrap());
    works(&run(&["redeliver", &received.id]));
    works(&run(&["test", &id]));
    server.clock.advance(until_now);
    assert_eq!(send(&server).await, 2);
    let told: BTreeSet<String> = receiver.told().into_iter().collect();
    assert_eq!(told, BTreeSet::from([received.about(), "test - -".to_owned()]));
    receiver.set(Answer::Status(500));
    works(&run(&["test", &id]));
    assert_eq!(send(&server).await, 0);
    contains(&works(&run(&["deliveries", "--failed"])), &["test", "next attempt", "the receiver rejected it (500)"]);

    works(&run(&["remove", &id]));
    for command in ["remove", "test"] {
        fails(&run(&[command, &id]), &["there is no webhook"]);
    }
    fails(&run(&["redeliver", &received.id]), &["there is no event"]);
    let log = unmask_store::audit::entries(&server.app.store).await.unwrap();
    let acts: Vec<_> = log
        .iter()
        .map(|entry| entry.action.as_str())
        .filter(|act| act.contains("ebhook") || act.contains("event"))
        .collect();
    assert_eq!(acts, ["add webhook", "redeliver event", "test webhook", "test webhook", "remove webhook"]);
    assert!(log.iter().all(|entry| !entry.details.to_string().contains("whsec_")));
}

/// After a new server key, the secret can't be read; nothing is sent with a wrong signature.
#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_secret_signs_nothing() {
    let server = Server::sqlite().await;
    let (receiver, _) = hooked(&server).await;
    finished(&server, "a").await;
    server.database.run("update webhook set secret = x'00112233445566778899aabbccddeeff'").await;
    assert_eq!((send(&server).await, receiver.take().len()), (0, 0));
    assert_eq!(deliveries(&mut server.admin().await, "").await[0]["lastError"], "unreadable");
}
