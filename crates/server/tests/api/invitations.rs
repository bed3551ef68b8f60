//! E-mails about the second part of a study, sent to a mail server of the test's own.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::app::App;
use unmask_server::jobs::invitations::{finish, once};
use unmask_store::study::{StudyStatus, set_status};
use unmask_store::testing::{self, Database};

use crate::support::{
    Client, MailServer, Mode, PASSWORD, Server, Walker, at_once, copy, fails, fixture, said, unmask, works,
};

pub const DAY: Duration = Duration::from_hours(24);
const MINUTE: Duration = Duration::from_mins(1);

/// The address of a participant.
pub fn address(name: &str) -> String {
    format!("{name}@mail.example.org")
}

fn study(folder: &Path) -> PathBuf {
    let study = folder.join("invitations");
    copy(&fixture(), &study);
    for layer in ["two-waves", "invitations"] {
        copy(&fixture().join("..").join(layer), &study);
    }
    study
}

/// The server over that study, with a mail server.
pub async fn start(database: Database) -> (Server, MailServer) {
    let folder = tempfile::tempdir().unwrap();
    let mail = MailServer::start().await;
    let server = Server::mailing(database, &study(folder.path()), &mail).await;
    (server, mail)
}

async fn sqlite() -> (Server, MailServer) {
    start(testing::sqlite().await).await
}

/// Somebody at the end of the first part.
async fn finished(server: &Server, name: &str, permits: bool) -> Walker {
    let ticks = json!({ "take_part": true, "analytics": false, "contact_again": permits });
    let consent = json!({ "version": "1", "locale": "en", "ticks": ticks });
    let form = json!({ "username": name, "password": PASSWORD, "consent": consent });
    Walker::finished(server.register(form).await).await
}

/// The same, with an address.
pub async fn subscribed(server: &Server, name: &str) -> Client {
    let mut client = finished(server, name, true).await.client;
    client.put("/api/users/address", json!({ "address": address(name) })).await.ok();
    client
}

pub async fn send(server: &Server) -> usize {
    once(&server.app, server.app.relay.as_ref().unwrap()).await.unwrap()
}

pub fn header<'a>(letter: &'a str, name: &str) -> &'a str {
    let prefix = format!("{name}: ");
    letter.lines().find_map(|line| line.strip_prefix(&prefix)).unwrap_or_else(|| panic!("no {name}: {letter}"))
}

/// To whom the letters went, in order.
fn recipients(letters: &[String]) -> Vec<&str> {
    let mut to: Vec<&str> = letters.iter().map(|letter| header(letter, "To")).collect();
    to.sort_unstable();
    to
}

async fn invitations(client: &mut Client) -> Value {
    client.get("/api/users/profile").await.ok()["invitations"].clone()
}

mod the_whole_way {
    #[tokio::test(flavor = "multi_thread")]
    async fn on_sqlite() {
        super::from_the_address_to_unsubscribing(super::testing::sqlite().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn on_postgres() {
        super::from_the_address_to_unsubscribing(super::testing::postgres().await).await;
    }
}

async fn from_the_address_to_unsubscribing(database: Database) {
    let (server, mail) = start(database).await;
    let mut client = finished(&server, "heron", true).await.client;
    assert_eq!(invitations(&mut client).await, json!({ "address": null, "unsubscribed": false }));
    let wrong = client.put("/api/users/address", json!({ "address": "heron" })).await.is(422, "invalid_fields");
    assert_eq!(wrong["fields"][0]["code"], "address_invalid");
    let given = client.put("/api/users/address", json!({ "address": " heron@mail.example.org " })).await.ok();
    assert_eq!(given["invitations"], json!({ "address": address("heron"), "unsubscribed": false }));

    server.clock.advance((DAY * 14).checked_sub(MINUTE).unwrap());
    assert_eq!((send(&server).await, mail.take()), (0, vec![]), "before its time");
    server.clock.advance(MINUTE * 2);
    assert_eq!((send(&server).await, send(&server).await), (1, 0), "once");
    let letters = mail.take();
    let letter = &letters[0];
    assert_eq!(header(letter, "To"), address("heron"));
    assert_eq!(header(letter, "From"), "\"Study team\" <study@example.org>");
    assert_eq!(header(letter, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    assert!(letter.contains("multipart/alternative") && letter.contains("text/plain") && letter.contains("text/html"));
    let id = header(letter, "Message-ID").to_owned();
    assert!(id.starts_with('<') && id.ends_with("@example.org>") && !id.contains("heron"), "{id}");

    // The link fills in the name, and signs nobody in.
    let text = letter.replace("=\n", "").replace("=3D", "=");
    let token = text.split("/auth?invitation=").nth(1).unwrap().split(['"', '\n', '>', ' ']).next().unwrap();
    let invited = server.visitor().get(&format!("/api/auth/invitation?token={token}")).await.ok();
    assert_eq!(invited, json!({ "username": "heron" }));
    server.visitor().get("/api/auth/invitation?token=AAAA").await.is(404, "not_found");

    server.clock.advance(DAY * 3);
    assert_eq!(send(&server).await, 1);
    let reminder = mail.take().remove(0);
    assert!(
        header(&reminder, "Subject").starts_with("Reminder") || reminder.contains("Subject: =?utf-8?"),
        "{reminder}"
    );
    assert_ne!(header(&reminder, "Message-ID"), id);

    // Reading the page changes nothing; a mail program posts to the same address.
    let url = header(&reminder, "List-Unsubscribe").trim_matches(['<', '>']).to_owned();
    let path = url.strip_prefix("https://study.example.org").unwrap();
    let page = server.visitor().get(path).await;
    assert!(page.status == 200 && page.text().contains("<form method=\"post\">"), "{page:?}");
    client.sign_in("heron").await;
    assert_eq!(invitations(&mut client).await["unsubscribed"], false);
    let one_click = [("content-type", "application/x-www-form-urlencoded")];
    let done = server.visitor().send("POST", path, &one_click, b"List-Unsubscribe=One-Click".to_vec()).await;
    assert!(done.status == 200 && !done.text().contains("<form"), "{done:?}");
    assert_eq!(invitations(&mut client).await, json!({ "address": address("heron"), "unsubscribed": true }));
    server.visitor().get("/unsubscribe/AAAA").await.is(404, "not_found");
    server.clock.advance(DAY * 3);
    assert_eq!(send(&server).await, 0, "unsubscribed");
    // Giving an address subscribes again.
    client.sign_in("heron").await;
    client.put("/api/users/address", json!({ "address": address("heron") })).await.ok();
    assert_eq!(send(&server).await, 1);
    let own = client.get("/api/users/data").await.ok();
    assert_eq!(own["account"]["invitations"]["address"], address("heron"));
    assert_eq!(own["research"]["messages"][0]["message"], "invitation");
    assert!(!own["research"].to_string().contains("mail.example.org"));
    server.clock.advance(DAY);
    assert_eq!(send(&server).await, 0, "the part is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_who_permit_it_are_asked_for_an_address() {
    let (server, _) = sqlite().await;
    let mut client = finished(&server, "wren", false).await.client;
    assert_eq!(invitations(&mut client).await, Value::Null);
    let refused = client.put("/api/users/address", json!({ "address": address("wren") })).await;
    refused.is(404, "not_found");
    let consent = json!({ "version": "1", "locale": "en", "ticks": { "take_part": true, "contact_again": true } });
    let form = json!({ "username": "early", "password": PASSWORD, "consent": consent });
    let mut early = server.register(form).await;
    assert_eq!(invitations(&mut early).await, Value::Null, "not before the first part is completed");
    assert_eq!(server.database.number("select count(*) from address").await, 0);
}

/// Everybody was subscribed; on the day of the invitation only one of them still is to be invited.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_written_to_who_left_or_came_or_said_no() {
    let (server, mail) = sqlite().await;
    for name in ["kept", "erased", "begun", "completed", "removed", "unsubscribed", "stays"] {
        subscribed(&server, name).await;
    }
    server.clock.advance(DAY * 13);
    let sign_in = async |name: &str| {
        let mut client = server.visitor();
        client.sign_in(name).await;
        client
    };
    for name in ["kept", "erased"] {
        let mode = if name == "kept" { "keep" } else { "erase" };
        sign_in(name).await.post("/api/users/withdraw", json!({ "mode": mode })).await.ok();
    }
    for name in ["begun", "completed"] {
        let mut client = sign_in(name).await;
        client.put("/api/users/current-state", json!({ "currentState": "/post-questionnaire" })).await.ok();
        if name == "completed" {
            Walker::finished(client).await;
        }
    }
    let removed = sign_in("removed").await.send("DELETE", "/api/users/address", &[], vec![]).await.ok();
    assert_eq!(removed["invitations"], json!({ "address": null, "unsubscribed": false }));
    server.database.run("update address set unsubscribed_at = 1 where account = (select id from account where username = 'unsubscribed')").await;
    server.clock.advance(DAY * 2);
    // Recruitment is over, the study goes on.
    server.app.store.write(async move |tx| set_status(tx, StudyStatus::Closed).await).await.unwrap();
    assert_eq!(send(&server).await, 1);
    assert_eq!(recipients(&mail.take()), [address("stays")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_is_recorded_without_the_address_and_repeated_only_if_it_may_pass() {
    let (server, mail) = sqlite().await;
    subscribed(&server, "heron").await;
    server.clock.advance(DAY * 14);
    let error = "select coalesce(last_error, '') || ' ' || attempts from message where message = 'invitation'";
    mail.set(Mode::Reject(450));
    assert_eq!(send(&server).await, 0);
    assert_eq!(server.database.texts(error).await, ["the mail server replied 450 1"]);
    mail.set(Mode::Accept);
    assert_eq!(send(&server).await, 0, "not at once");
    // The mail server takes the message, and the connection ends before it has said so.
    mail.set(Mode::BreakOff);
    server.clock.advance(MINUTE * 5);
    assert_eq!(send(&server).await, 0);
    let first = mail.take().remove(0);
    mail.set(Mode::Accept);
    server.clock.advance(MINUTE * 10);
    assert_eq!(send(&server).await, 1);
    let again = mail.take().remove(0);
    assert_eq!(header(&again, "Message-ID"), header(&first, "Message-ID"));
    server.clock.advance(DAY * 3);
    // The mail server is set up wrongly: nobody's message is given up.
    mail.set(Mode::RefuseSender);
    assert_eq!(send(&server).await, 0);
    server.clock.advance(MINUTE * 5);
    mail.set(Mode::Reject(550));
    assert_eq!(send(&server).await, 0);
    mail.set(Mode::Accept);
    server.clock.advance(DAY);
    assert_eq!(send(&server).await, 0, "rejected for good");
    let failed = "select message || ' ' || last_error from message where failed_at is not null";
    assert_eq!(server.database.texts(failed).await, ["reminder_1 the mail server replied 550"]);
}

/// A server that ended after it had reserved a message: another one sends it when the reservation is over.
#[tokio::test(flavor = "multi_thread")]
async fn a_reserved_message_is_sent_when_the_reservation_is_over() {
    let (server, mail) = sqlite().await;
    subscribed(&server, "heron").await;
    server.clock.advance(DAY * 14);
    let now = server.app.clock.now();
    server
        .database
        .run(&format!("update message set reserved_until = {} where message = 'invitation'", now + 60_000))
        .await;
    assert_eq!(send(&server).await, 0);
    server.clock.advance(MINUTE);
    assert_eq!(send(&server).await, 1);
    assert_eq!(mail.take().len(), 1);
}

/// A server that stops finishes the message that it is handing over, and begins no other one.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_in_hand_is_recorded_before_the_server_ends() {
    let (server, mail) = sqlite().await;
    for name in ["heron", "wren"] {
        subscribed(&server, name).await;
    }
    server.clock.advance(DAY * 14);
    mail.set(Mode::Wait);
    let app = server.app.clone();
    let sending = tokio::spawn(async move { once(&app, app.relay.as_ref().unwrap()).await.unwrap() });
    mail.arrival().await;
    server.app.drain();
    let app = server.app.clone();
    let ending = tokio::spawn(async move {
        finish(app.relay.as_ref().unwrap(), DAY).await;
        sending.abort();
    });
    mail.set(Mode::Accept);
    ending.await.unwrap();
    let sent = "select count(*) from message where sent_at is not null";
    assert_eq!((server.database.number(sent).await, mail.take().len()), (1, 1));
    let reserved = "select count(*) from message where reserved_until is not null";
    assert_eq!(server.database.number(reserved).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_never_send_the_same_message() {
    let folder = tempfile::tempdir().unwrap();
    let mail = MailServer::start().await;
    let server = Server::mailing(testing::postgres().await, &study(folder.path()), &mail).await;
    let names: Vec<String> = (0..6).map(|number| format!("heron-{number}")).collect();
    for name in &names {
        subscribed(&server, name).await;
    }
    server.clock.advance(DAY * 14);
    let settings = (*server.app.settings).clone();
    let other = App::open(settings, server.clock.clone(), server.app.store.clone()).await.unwrap();
    let apps = [server.app.clone(), other];
    let sent: usize = at_once(4, |number| {
        let app = apps[number % 2].clone();
        async move { once(&app, app.relay.as_ref().unwrap()).await.unwrap() }
    })
    .await
    .into_iter()
    .sum();
    let letters = mail.take();
    assert_eq!((sent, letters.len()), (names.len(), names.len()));
    let all: Vec<String> = names.iter().map(|name| address(name)).collect();
    assert_eq!(recipients(&letters), all);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_console_counts_messages_without_addresses() {
    let (server, mail) = sqlite().await;
    subscribed(&server, "heron").await;
    finished(&server, "wren", false).await;
    server.clock.advance(DAY * 14);
    mail.set(Mode::Reject(450));
    send(&server).await;
    let mut admin = server.admin().await;
    let shown = admin.get("/api/admin/invitations").await.ok();
    assert_eq!(shown["sending"], true);
    let wave = &shown["waves"][0];
    assert_eq!((&wave["id"], &wave["title"]), (&json!("follow_up"), &json!("Second part")));
    let invitation = &wave["messages"][0];
    assert_eq!(
        invitation["people"],
        json!([{ "state": "due", "people": 1 }, { "state": "not_permitted", "people": 1 }])
    );
    let error = json!({ "kind": "rejected", "reason": "the mail server replied 450", "messages": 1 });
    assert_eq!(invitation["errors"], json!([error]));
    let reminder = &wave["messages"][1];
    assert_eq!((&reminder["message"], &reminder["errors"]), (&json!("reminder_1"), &json!([])));
    // Without the days until then, a moment would be that at which a participant completed the first part.
    assert_eq!(reminder["nextDue"].as_str().unwrap().len(), "2026-12-01".len(), "{reminder}");
    assert!(!shown.to_string().contains("heron") && !shown.to_string().contains("mail.example.org"));

    let one_part = Server::on(testing::sqlite().await, &fixture()).await;
    let none = one_part.admin().await.get("/api/admin/invitations").await.ok();
    assert_eq!(none, json!({ "sending": false, "waves": [] }));
}

/// What a researcher and an operator see has neither an address nor the password of the mail server.
#[tokio::test(flavor = "multi_thread")]
async fn the_commands_show_states_and_name_wrong_settings() {
    let (server, _) = sqlite().await;
    subscribed(&server, "heron").await;
    finished(&server, "wren", false).await;
    // The program reads the system's clock.
    for (table, column) in [("message", "due_at"), ("participant_wave", "opens_at"), ("participant_wave", "closes_at")]
    {
        server.database.run(&format!("update {table} set {column} = {column} + 9000000000000")).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let shown = works(&server.run(folder.path(), &["invitations"]));
    assert!(shown.contains("follow_up: invitation\n       1  planned\n       1  not permitted"), "{shown}");
    let json: Value = serde_json::from_str(&works(&server.run(folder.path(), &["invitations", "--json"]))).unwrap();
    assert_eq!(json[2]["message"], "reminder_2");
    assert_eq!(json[0]["people"], json!({ "planned": 1, "not_permitted": 1 }));
    assert!(!shown.contains("heron") && !json.to_string().contains("mail.example.org"));

    assert!(!shown.contains("imulated"), "{shown}");
    server.database.run("update participant set simulated = 1").await;
    let shown = works(&server.run(folder.path(), &["invitations"]));
    assert!(shown.ends_with("Simulated participants (2) get no e-mails: they come back by themselves.\n"), "{shown}");

    // The texts of e-mails tell of later parts.
    let mut early = server.participant("robin").await;
    for page in ["email-invitation", "email-reminder"] {
        early.get(&format!("/api/study/pages/{page}")).await.is(404, "not_found");
    }

    let study = study(folder.path()).display().to_string();
    let relay = "smtps://user:secret-word@mail.example.org";
    let open = "smtp://user:secret-word@mail.example.org";
    for (settings, part) in [
        (&["--smtp-url", relay][..], "--smtp-url needs --public-url"),
        (&["--smtp-url", "smtps//secret-word"], "--smtp-url is not the URL of a mail server"),
        (&["--smtp-url", open, "--public-url", "https://a.org"], "without encryption"),
        (&["--smtp-url", relay, "--public-url", "a.org"], "--public-url 'a.org' must be a scheme and a host"),
        (&["--smtp-url", relay, "--smtp-from", "nobody"], "--smtp-from 'nobody' is not an address"),
    ] {
        let database = ["--data", "data", "--database-url", "sqlite:data/other.db"];
        let own = ["serve", "--listen", "127.0.0.1:0", "--study", study.as_str()];
        let output = unmask(folder.path(), &[&own[..], &database, settings].concat());
        fails(&output, &[part]);
        assert!(!said(&output).contains("secret-word"), "{output:?}");
        // The check of the installation finds it as well.
        let own = ["doctor", "--study", study.as_str()];
        let output = unmask(folder.path(), &[&own[..], &database, settings].concat());
        assert!(String::from_utf8_lossy(&output.stdout).contains(part), "{output:?}");
    }
}

/// The check of the installation connects to the mail server, and sends nothing.
#[tokio::test(flavor = "multi_thread")]
async fn the_check_of_the_installation_tries_the_mail_server() {
    let mail = MailServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path()).display().to_string();
    let found = async |url: String| {
        let folder = folder.path().to_owned();
        let study = study.clone();
        let run = move || {
            let own = ["doctor", "--study", &study, "--data", "data", "--database-url", "sqlite:data/other.db"];
            let mail = ["--smtp-url", url.as_str(), "--public-url", "https://study.example.org"];
            String::from_utf8_lossy(&unmask(&folder, &[&own[..], &mail].concat()).stdout).into_owned()
        };
        tokio::task::spawn_blocking(run).await.unwrap()
    };
    let works = found(mail.url.clone()).await;
    assert!(works.contains("the mail server accepts e-mails from"), "{works}");
    assert_eq!(mail.take(), [""; 0]);
    let closed = found("smtp://127.0.0.1:9".into()).await;
    assert!(closed.contains("the mail server could not be reached") && closed.contains("check --smtp-url"), "{closed}");
}
