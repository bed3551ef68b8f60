//! Researchers beside the admin: who of them is blinded is decided for each one.

use std::fs;

use serde_json::{Value, json};
use unmask_store::{AuditAction, audit};

use super::authority::{SECRETS, everything};
use super::results::results;
use crate::support::{Client, Server, Walker, both, fails, works};

both!(
    one_is_unblinded_and_the_others_stay_blinded,
    replies_at_the_same_time_are_for_the_one_who_asks,
    an_export_unblinds_the_one_who_asks_for_it,
    commands_unblind_the_one_who_gets_the_output,
    everybody_is_unblinded_only_on_request,
    accounts_of_researchers_are_added_and_removed,
);

/// Participants of all arms have finished.
async fn finished(server: &Server) -> Vec<String> {
    let mut codes = Vec::new();
    for name in ["a", "b", "c"] {
        let walker = Walker::finished(server.participant(&format!("person-{name}")).await).await;
        codes.push(walker.client.user["code"].as_str().unwrap().to_owned());
    }
    codes
}

fn secrets_in(said: &[(String, String)]) -> Vec<String> {
    let found = said.iter().flat_map(|(path, text)| {
        SECRETS.iter().filter(|secret| text.contains(**secret)).map(move |secret| format!("{secret} in {path}: {text}"))
    });
    found.collect()
}

async fn one_is_unblinded_and_the_others_stay_blinded(server: Server) {
    let mut admin = server.admin().await;
    let [mut statistician, mut colleague] = [server.researcher("statistician").await, server.researcher("anna").await];
    let codes = finished(&server).await;
    let why = json!({ "reason": "treatment_0 may be harmful" });
    let state = statistician.post("/api/admin/unblinding", why).await.ok();
    assert_eq!((&state["unblinded"], &state["everybody"]), (&json!(true), &json!(false)));
    // Whoever knows the arms may name them, wherever they give a reason.
    let code = &codes[0];
    let reason = json!({ "reason": "no sound in Practice with feedback" });
    statistician.post(&format!("/api/admin/participants/{code}/exclusion"), reason).await.ok();
    let quotas = json!({ "arms": { "a": 50 }, "reason": "enough in control_0" });
    statistician.put("/api/admin/study/quotas", quotas).await.ok();

    // In this order, so that what is computed for one could be shown to another.
    results(&mut statistician, false).await;
    let named = everything(&mut statistician, code).await;
    for secret in ["treatment_0", "Practice with feedback", "flow-a", "enough in control_0"] {
        assert!(named.iter().any(|(_, text)| text.contains(secret)), "{secret}");
    }
    for blinded in [&mut admin, &mut colleague] {
        results(blinded, false).await;
        let said = everything(blinded, code).await;
        assert_eq!(secrets_in(&said), Vec::<String>::new());
        assert!(said.iter().any(|(path, text)| path.ends_with("/consort") && text.contains("(blinded)")), "{said:?}");
    }
    assert!(!secrets_in(&everything(&mut statistician, code).await).is_empty());

    // All see who is unblinded.
    let state = colleague.get("/api/admin/unblinding").await.ok();
    assert_eq!(state["unblinded"], false);
    let unblindings = state["unblindings"].as_array().unwrap();
    let [person, actor, why] = ["person", "actor", "reason"].map(|field| unblindings[0][field].as_str().unwrap());
    assert_eq!((unblindings.len(), person, actor, why), (1, "statistician", "statistician", "(blinded)"));
    statistician.post("/api/admin/unblinding", json!({ "reason": "once more" })).await.is(409, "already_unblinded");
}

async fn replies_at_the_same_time_are_for_the_one_who_asks(server: Server) {
    let [statistician, colleague] = [server.researcher("statistician").await, server.researcher("anna").await];
    finished(&server).await;
    statistician.clone().post("/api/admin/unblinding", json!({ "reason": "an interim analysis" })).await.ok();
    let ask = async |mut client: Client, is_blinded: bool| {
        for round in 0..15 {
            // Something changes, so that snapshot and report are made anew.
            let reason = json!({ "status": if round % 2 == 0 { "paused" } else { "open" }, "reason": "a test" });
            client.put("/api/admin/study/status", reason).await.ok();
            let report = results(&mut client, false).await;
            assert_eq!(report["about"]["masked"], is_blinded);
            let overview = client.get("/api/admin/overview").await.ok();
            assert_eq!(overview["arms"][0]["arm"]["group"].is_null(), is_blinded, "{overview}");
        }
    };
    tokio::join!(ask(statistician, false), ask(colleague, true));
}

async fn an_export_unblinds_the_one_who_asks_for_it(server: Server) {
    let [mut statistician, mut colleague] = [server.researcher("statistician").await, server.researcher("anna").await];
    finished(&server).await;
    statistician.post("/api/admin/exports", json!({})).await.is(422, "invalid_fields");
    let asked = statistician.post("/api/admin/exports", json!({ "reason": "the analysis" })).await.json();
    assert_eq!(asked["unblinded"], true);
    let address = asked["package"].as_str().unwrap();
    assert_eq!(server.visitor().get(address).await.status, 200);
    let exported = audit::of_action(&server.app.store, AuditAction::ExportData).await.unwrap();
    assert_eq!(exported[0].actor, "statistician");

    // The others see that there is one. Its rows would tell the arm of a participant who took part between two exports.
    let listed = async |client: &mut Client| client.get("/api/admin/exports").await.ok()[0].clone();
    let (own, other) = (listed(&mut statistician).await, listed(&mut colleague).await);
    assert_eq!((&own["rows"]["participants"], &other["rows"]), (&json!(3), &json!({})));
    assert_eq!(own["package"], other["package"]);
    let log = colleague.get("/api/admin/audit/file").await.text();
    assert!(log.contains("export data") && !log.contains("submissions"), "{log}");
    assert_eq!(colleague.get("/api/admin/unblinding").await.ok()["byExport"], true);
    colleague.post("/api/admin/exports", json!({})).await.is(422, "invalid_fields");
    assert_eq!(statistician.post("/api/admin/exports", json!({})).await.json()["unblinded"], false);
}

async fn commands_unblind_the_one_who_gets_the_output(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| server.run(folder.path(), args);
    let [mut statistician, mut colleague] = [server.researcher("statistician").await, server.researcher("anna").await];
    finished(&server).await;
    let label = "Practice with feedback";
    fails(
        &run(&["report", "--as", "person-a"]),
        &["--as: no researcher is called 'person-a'", "unmask researcher list"],
    );
    let blinded = ["report", "--unblind", "--as", "Statistician"];
    fails(&run(&blinded), &["'statistician' is blinded, and this report would reveal the arms", "--reason"]);
    assert!(works(&run(&[&blinded[..], &["--reason", "the analysis"]].concat())).contains(label));

    assert!(works(&run(&["report", "--as", "statistician"])).contains(label), "from now on");
    assert!(!works(&run(&["report"])).contains(label), "the person at the command line stays blinded");
    let unblinded = async |client: &mut Client| client.get("/api/admin/unblinding").await.ok()["unblinded"].clone();
    assert_eq!((unblinded(&mut statistician).await, unblinded(&mut colleague).await), (json!(true), json!(false)));
    works(&run(&["export", "data", "--csv", "--as", "statistician"]));
    let consort = fs::read_to_string(folder.path().join("data/documentation/CONSORT.md")).unwrap();
    // The clock of the command is that of the machine.
    assert!(consort.contains(": one of 2 researchers. To write"), "{consort}");
    assert!(!consort.contains("statistician"), "a package names nobody");
    fails(&run(&["export", "other"]), &["'operator' is blinded, and the export would reveal the arms"]);

    let own = run(&["export", "other", "--csv", "--reason", "a copy"]);
    assert!(String::from_utf8_lossy(&own.stderr).contains("'operator' is now unblinded. Everybody else"), "{own:?}");
    assert_eq!(unblinded(&mut colleague).await, json!(false));
    let consort = fs::read_to_string(folder.path().join("other/documentation/CONSORT.md")).unwrap();
    assert!(
        consort.contains("one of 2 researchers; ") && consort.contains(": the operator of the server."),
        "{consort}"
    );
}

async fn everybody_is_unblinded_only_on_request(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| server.run(folder.path(), args);
    let [mut statistician, mut colleague] = [server.researcher("statistician").await, server.researcher("anna").await];
    finished(&server).await;
    fails(&run(&["report", "--unblind", "--everybody"]), &["--reason"]);
    statistician.post("/api/admin/unblinding", json!({ "reason": "the analysis" })).await.ok();
    // One who is unblinded can unblind everybody, in the console and by a command.
    let done = run(&["report", "--unblind", "--everybody", "--reason", "it is published"]);
    assert!(String::from_utf8_lossy(&done.stderr).contains("Everybody is now unblinded"), "{done:?}");
    let state = colleague.get("/api/admin/unblinding").await.ok();
    assert_eq!((&state["unblinded"], &state["everybody"]), (&json!(true), &json!(true)));
    assert_eq!(
        (&state["unblindings"][1]["person"], &state["unblindings"][1]["actor"]),
        (&Value::Null, &json!("operator"))
    );
    assert_eq!(results(&mut colleague, false).await["about"]["masked"], false);
    let later = server.researcher("ben").await.get("/api/admin/unblinding").await.ok();
    assert_eq!(later["unblinded"], true, "who comes later, too");
    let again = json!({ "reason": "again", "everybody": true });
    colleague.post("/api/admin/unblinding", again).await.is(409, "already_unblinded");
}

async fn accounts_of_researchers_are_added_and_removed(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| server.run(folder.path(), &[&["researcher"], args].concat());
    server.admin().await;
    server.participant("heron").await;
    for (name, why) in [
        ("admin@example.org", "looks like 'admin@example.org'"),
        ("0perator", "looks like 'operator'"),
        ("heron", "is the name of the administrator or a participant"),
        ("an", "can't be a username"),
    ] {
        fails(&run(&["add", name]), &[why]);
    }
    let said = works(&run(&["add", "Anna"]));
    let password = said.trim().rsplit(' ').next().unwrap();
    let mut anna = server.visitor();
    let credentials = json!({ "username": "anna", "password": password });
    let signed_in = anna.post("/api/auth/login", credentials.clone()).await;
    assert_eq!(signed_in.status, 200, "{said}: {signed_in:?}");
    anna.take_session(&signed_in);
    anna.get("/api/admin/overview").await.ok();
    anna.post("/api/admin/unblinding", json!({ "reason": "the analysis" })).await.ok();
    let listed = works(&run(&["list"]));
    for line in ["blinded    admin@example.org (administrator)", "unblinded  Anna (researcher)", "blinded    operator"]
    {
        assert!(listed.contains(line), "{listed}");
    }
    fails(&run(&["remove", "admin@example.org"]), &["no researcher is called 'admin@example.org'"]);
    works(&run(&["remove", "anna"]));
    anna.get("/api/admin/overview").await.is(401, "not_authenticated");
    server.visitor().post("/api/auth/login", credentials).await.is(401, "login_failed");
    let mut back = server.researcher("anna").await;
    assert_eq!(back.get("/api/admin/unblinding").await.ok()["unblinded"], true, "nobody forgets the arms");
    let entries = audit::entries(&server.app.store).await.unwrap();
    let logged: Vec<_> = entries.iter().filter(|entry| entry.action.ends_with("researcher")).collect();
    assert_eq!(
        logged.iter().map(|entry| entry.action.as_str()).collect::<Vec<_>>(),
        ["add researcher", "remove researcher"]
    );
    assert_eq!(logged[0].details, json!({ "username": "Anna" }));
    assert!(!entries.iter().any(|entry| entry.details.to_string().contains(password)));
}
